"""Every knob of the Sheng ji family: its choices, default, the rule in words, rulebook IDs.

No behaviour: each knob is read by one function of the chapter it is named after. The defaults are
source 002; what other sources and tables play are the other choices.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from shengsim.knob import Chapter, RankKnob, RuleEnum, knob

POINTS_A_PACK = 100
"""Five, ten and king of four suits (002-15)."""


class Table(Chapter):
    """Who plays, and with how many cards."""

    players: int = knob(4, "Players at the table, partners opposite.", "000-4 002-1", ge=4, le=4)
    decks: int = knob(2, "Packs of 54 cards shuffled together.", "002-8", ge=2, le=2)


class Deal(Chapter):
    """Drawing the hands."""

    kitty_size: int = knob(8, "Cards left over for the kitty.", "002-18 000-33", ge=4, le=32)


class Override(RuleEnum):
    """Whether a bid may be overridden."""

    PAIR_OVER_SINGLE = 0, "A double of the rank overrides a single card.", "002-21 000-27"
    FIRST_FINAL = 1, "The first card exposed settles it.", "003-7"


class Reinforce(RuleEnum):
    """Whether a bidder may add a card to his own bid."""

    OUTRANKS_PAIR = 0, "A bid that its own maker makes a pair outranks a fresh pair.", "002-21 002-22 B6"
    BEFORE_OVERRIDE = 1, "A bid may be made a pair by its maker until somebody overrides it.", "000-29 B6"
    OFF = 2, "No bid may be reinforced.", "B6"


class NoTrump(RuleEnum):
    """Whether a bid may be for no trump suit."""

    OFF = 0, "There are no bids for no trump.", "B7"
    JOKER_PAIR = (
        1,
        "Two identical jokers bid no trump, above every suit; red above black.",
        "000-32 002-22 002-26",
    )


class PairOrder(RuleEnum):
    """Whether pairs of the rank outrank each other."""

    NONE = 0, "No pair outranks another.", "B7"
    SUITS = 1, "A pair of spades outranks hearts, hearts clubs, clubs diamonds.", "B7"


class Unclaimed(RuleEnum):
    """What makes trump when nobody bids."""

    FIRST_CARD = 0, "The first kitty card is turned; its suit is trump.", "000-30 002-27"
    UNTIL_RANK_ELSE_HIGHEST = (
        1,
        "Kitty cards are turned until one of the rank appears, else the highest card's suit is trump.",
        "000-31 002-28 003-8 B10",
    )


class UnclaimedJoker(RuleEnum):
    """What happens when the kitty card that should make trump is a joker."""

    NEXT_CARD = 0, "The next card is turned.", "000-30 002-27"
    NO_TRUMP = 1, "There is no trump suit.", "002-27"
    RESHUFFLE = 2, "The cards are shuffled and dealt again.", "000-30 002-27"


class Bidding(Chapter):
    """Making trump during the draw."""

    override: Override = knob(
        Override.PAIR_OVER_SINGLE, "Whether a bid may be overridden.", "000-27 002-21 003-7"
    )
    reinforce: Reinforce = knob(
        Reinforce.OUTRANKS_PAIR, "Whether a bid may be reinforced, and its worth.", "000-29 002-22 002-25 B6"
    )
    no_trump: NoTrump = knob(NoTrump.OFF, "Whether jokers may bid no trump.", "000-32 002-22 002-26")
    jokers_extend: bool = knob(False, "Whether jokers may lengthen a bid of rank cards.", "002-24 B8")
    override_partner: bool = knob(True, "Whether a partner's bid may be overridden.", "002-22 002-23 B7")
    pair_order: PairOrder = knob(PairOrder.NONE, "Whether pairs of the rank outrank each other.", "B7")
    unclaimed: Unclaimed = knob(
        Unclaimed.FIRST_CARD, "What makes trump when nobody bids.", "000-30 000-31 002-27 002-28 003-8 B10"
    )
    unclaimed_joker: UnclaimedJoker = knob(
        UnclaimedJoker.NEXT_CARD, "What a joker turned from the kitty does.", "000-30 002-27"
    )


class TractorChain(RuleEnum):
    """Which trumps are neighbours in a tractor."""

    FULL = 0, "Ace, one off-suit rank pair, trump-suit rank pair, black and red jokers are neighbours.", "B16"
    PLAIN_ONLY = 1, "Neither rank cards nor jokers belong in a tractor.", "B16"
    JOKERS_ONLY = 2, "Of rank cards and jokers, only the two pairs of jokers make a tractor.", "B16"


class Order(Chapter):
    """How cards rank, and which are neighbours."""

    tractor_chain: TractorChain = knob(
        TractorChain.FULL, "Which trumps are neighbours in a tractor.", "000-49 000-50 002-54 002-55 B16"
    )


class Lead(Chapter):
    """What may be led."""

    pairs: bool = knob(
        True, "Whether doubles and tractors are played; else all cards are singles.", "000-81 002-87"
    )


class Obligation(RuleEnum):
    """What a follower owes to the structure of the lead."""

    LADDER = 0, "The longest tractor held, then pairs, then singles.", "000-43 002-35 002-48 B18"
    TUPLES_ONLY = 1, "As many pairs as are held; no tractor need be answered by one.", "B18"
    EXACT_LENGTH_ONLY = 2, "A tractor only where one of the full length is held; then pairs.", "B18"
    SUIT_ONLY = 3, "Any cards of the led suit will do.", "003-18"


class Protect(RuleEnum):
    """Which structures in hand need not be broken to follow a smaller one."""

    NONE = 0, "None: a tractor is broken to give a pair.", "B19"
    TRACTORS = 1, "Pairs in a tractor are owed to a led tractor only.", "B19"
    LONGER_TUPLES = 2, "Longer tuples need not be broken (two packs: no difference).", "B19"
    BOTH = 3, "Neither tractors nor longer tuples need be broken.", "B19"


class Follow(Chapter):
    """What followers owe."""

    obligation: Obligation = knob(
        Obligation.LADDER,
        "What a follower owes to the structure of the lead.",
        "000-43 002-35 002-48 003-18 B18",
    )
    protect: Protect = knob(Protect.NONE, "What need not be broken to follow.", "B19")


class Failed(RuleEnum):
    """What must be played when a throw fails."""

    LOWEST = 0, "The beatable component whose top card is lowest; of equals the smaller.", "000-59 002-64 B24"
    LEADER_CHOICE = 1, "Any beatable component, as the leader chooses.", "002-64 B24"
    CHALLENGER_CHOICE = 2, "Any beatable component, as the first who can beat one chooses.", "000-59 B24"
    FIRST_IN_TURN = (
        3,
        "The smallest component that the first in turn to beat one can beat; of equals the lowest.",
        "B24",
    )
    LOSE_ROUND = 4, "The side that threw loses the round.", "003-17 B47"


class Penalty(RuleEnum):
    """Points that a failed throw gives to the other side."""

    NONE = 0, "None.", "B28"
    TEN_PER_CARD = 1, "Ten for each card taken back.", "B28"
    TEN_PER_ATTEMPT = 2, "Ten.", "B28"
    TEN_PER_BEATABLE_CARD = 3, "Ten for each card of a component that can be beaten.", "B28"


class Compare(RuleEnum):
    """How two plays that could take a throw compare."""

    LARGEST_TYPE = 0, "The highest component of the throw's largest type decides.", "002-70 002-77 002-78 B29"
    ALL_COMPONENTS = 1, "Every component must be beaten.", "B29"
    HIGHEST_CARD = 2, "The highest card decides.", "B29 B47"


class Throw(Chapter):
    """Leading several components at once."""

    allowed: bool = knob(True, "Whether several components may be led at once.", "000-58 002-63 003-16")
    tractor_exempt: bool = knob(
        False, "Whether a tractor in a throw is safe from challenge.", "000-60 002-64 B23"
    )
    failed: Failed = knob(
        Failed.LOWEST, "What must be played when a throw fails.", "000-59 002-64 003-17 B24 B47"
    )
    penalty: Penalty = knob(Penalty.NONE, "Points a failed throw gives to the other side.", "B28")
    compare: Compare = knob(Compare.LARGEST_TYPE, "How plays that take a throw compare.", "002-70 002-78 B29")


class Multiplier(RuleEnum):
    """What kitty points are multiplied by when the last trick is won with L pairs in a row."""

    POW2_LENGTH_PLUS_1 = 0, "2 to the power of L + 1; for a single 2.", "002-81 002-82 B35"
    TWO_TIMES_LENGTH_PLUS_1 = 1, "2 times L + 1; for a single 2.", "002-82 B35"
    TWO_TIMES_CARDS = 2, "2 for each card.", "000-86 B35"
    POW2_CARDS = 3, "2 to the power of the number of cards.", "B35"
    FIXED_2 = 4, "Always 2.", "000-77 003-21"
    FIXED_1 = 5, "Always 1.", "B35"
    NONE = 6, "The kitty's points go to nobody.", "002-31"


class Measure(RuleEnum):
    """Which cards of the winning play count for the multiplier."""

    BY_SYSTEM = 0, "All cards where each card counts 2, else the component with most cards.", "B35 002-84"
    LARGEST_COMPONENT = 1, "The component with most cards.", "002-83 002-84"
    ALL_CARDS = 2, "All cards.", "000-86 B35"


class KittyWinner(RuleEnum):
    """Which side may take the kitty's points."""

    OPPONENTS_ONLY = 0, "The opponents, when they win the last trick.", "000-76 002-80"
    LAST_TRICK_WINNER = 1, "The side that wins the last trick.", "003-21"


class Kitty(Chapter):
    """The buried cards and what they are worth."""

    multiplier: Multiplier = knob(
        Multiplier.POW2_LENGTH_PLUS_1,
        "What the last trick multiplies the kitty's points by.",
        "000-77 000-86 002-81 002-82 002-83 002-84 B35",
    )
    singles_throw: int = knob(2, "The multiplier for single cards thrown together.", "002-83", ge=2, le=3)
    measure: Measure = knob(Measure.BY_SYSTEM, "Which cards of the winning play count.", "002-84 000-86 B35")
    winner: KittyWinner = knob(
        KittyWinner.OPPONENTS_ONLY, "Who may take the kitty's points.", "002-80 003-21"
    )
    points_allowed: bool = knob(True, "Whether point cards may be buried.", "002-31")


class BelowZero(RuleEnum):
    """What the declarers gain when penalties take the opponents below zero."""

    PLUS_ONE_PER_STEP = 0, "A level more than for 0, and another for each full step.", "002-85 B36"
    AS_ZERO = 1, "As much as for 0.", "B36"


class AboveTop(RuleEnum):
    """What the opponents gain beyond the last row of the table."""

    PLUS_ONE_PER_STEP = 0, "Another level for each full step.", "002-85 B37"
    CAPPED = 1, "Three levels and no more.", "000-79"


class DeclarersGain(RuleEnum):
    """How many levels the declarers gain by holding."""

    TABLE = 0, "By the table.", "002-85 B38"
    ONE = 1, "Always one.", "002-4 B38"


class OpponentsGain(RuleEnum):
    """How many levels the opponents gain by reaching the swap."""

    TABLE = 0, "By the table.", "002-85 B38"
    NEVER = 1, "None.", "002-5 B38"


class Score(Chapter):
    """From the opponents' points to levels."""

    swap_at: int | None = knob(
        None,
        "Points at which the opponents become declarers; 40 a pack if not given.",
        "002-88",
        ge=5,
        le=2000,
    )
    step: int | None = knob(None, "Points a level; 20 a pack if not given.", "002-85", ge=5, le=2000)
    below_zero: BelowZero = knob(BelowZero.PLUS_ONE_PER_STEP, "The table below zero.", "002-85 B36")
    above_top: AboveTop = knob(
        AboveTop.PLUS_ONE_PER_STEP, "The table beyond its last row.", "000-79 002-85 B37"
    )
    declarers_gain: DeclarersGain = knob(DeclarersGain.TABLE, "What the declarers gain.", "002-4 002-85 B38")
    opponents_gain: OpponentsGain = knob(OpponentsGain.TABLE, "What the opponents gain.", "002-5 002-85 B38")


class Levels(Chapter):
    """The levels of a match."""

    start: RankKnob = knob(RankKnob.TWO, "The level both sides begin at.", "000-5 000-9 002-3 002-7")
    end: RankKnob = knob(RankKnob.ACE, "The last level.", "000-9 002-6 002-7")


class Rules(BaseModel):
    """All rules of a Sheng ji variant."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    table: Table = Field(default_factory=Table)
    deal: Deal = Field(default_factory=Deal)
    bidding: Bidding = Field(default_factory=Bidding)
    order: Order = Field(default_factory=Order)
    lead: Lead = Field(default_factory=Lead)
    follow: Follow = Field(default_factory=Follow)
    throw: Throw = Field(default_factory=Throw)
    kitty: Kitty = Field(default_factory=Kitty)
    score: Score = Field(default_factory=Score)
    levels: Levels = Field(default_factory=Levels)

    @property
    def n_cards(self) -> int:
        """Cards in play."""
        return 54 * self.table.decks


def contradictions(rules: Rules) -> list[tuple[str, str]]:
    """What the knobs of a variant contradict each other in: (path of the knob to blame, why)."""
    found = []
    if (rules.n_cards - rules.deal.kitty_size) % rules.table.players:
        found.append(
            (
                "deal.kitty_size",
                f"{rules.n_cards} cards (table.decks) less a kitty of {rules.deal.kitty_size} do not deal "
                f"out evenly to {rules.table.players} (table.players)",
            )
        )
    if rules.levels.start > rules.levels.end:
        found.append(
            ("levels.start", f"the first level lies above the last ({rules.levels.end.yaml}, levels.end)")
        )
    return found
