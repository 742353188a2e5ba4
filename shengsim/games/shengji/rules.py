"""Every knob of the Sheng ji family: its default, the rule in words, rulebook IDs.

No behaviour: each knob is read by one function of the chapter it is named after. The defaults are
source 002; what other sources and tables play are the other choices (choices.py).
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from shengsim.games.shengji.choices import (
    AboveTop,
    AfterEnd,
    BelowZero,
    CapturePenalty,
    Claim,
    Compare,
    DeclarersGain,
    Failed,
    Finish,
    FirstDealer,
    FirstDraw,
    HookCard,
    KittyWinner,
    MandatoryMode,
    Measure,
    MisdealDealer,
    MisdealLeader,
    Multiplier,
    NoTrump,
    Obligation,
    Opening,
    OpponentsGain,
    OvercallLeader,
    OvercallOrder,
    Override,
    PairOrder,
    Penalty,
    Protect,
    RedFives,
    Reinforce,
    TractorChain,
    TractorTuples,
    Unclaimed,
    UnclaimedJoker,
)
from shengsim.knob import Chapter, RankKnob, knob

LEAST_KITTY = 5
"""Cards of a kitty whose size is not given, at the least."""
POINTS_STEP = 5
"""Points come in fives (000-16, 002-15)."""


class Table(Chapter):
    """Who plays, and with how many cards."""

    players: int = knob(
        4, "Players at the table; every other one is of one side.", "000-1 000-4 002-1 002-8", ge=4, le=12
    )
    decks: int = knob(2, "Packs shuffled together.", "000-2 000-10 002-8", ge=1, le=8)


class Deck(Chapter):
    """What is in a pack."""

    jokers: bool = knob(True, "Whether packs have their two jokers.", "000-10 002-8")
    lowest_rank: RankKnob = knob(RankKnob.TWO, "The lowest rank in packs.", "000-11")
    short_packs: int | None = knob(
        None, "How many packs lack jokers or low ranks, if not all.", "000-10", ge=1, le=8
    )


class Deal(Chapter):
    """Drawing the hands."""

    first_draw: FirstDraw = knob(
        FirstDraw.SHUFFLER, "Who draws the first card.", "000-19 000-20 002-17 003-4 B4"
    )
    kitty_size: int | None = knob(
        None,
        "Cards left over for the kitty; if not given, the fewest from five on that deal out evenly.",
        "000-33 000-81 000-82 002-18 002-87 002-88",
        ge=1,
        le=60,
    )


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


class Dealer(Chapter):
    """Who is dealer, whose side are the declarers."""

    first: FirstDealer = knob(
        FirstDealer.FIRST_EXPOSED, "Who deals the first deal of a match.", "000-22 002-29 003-6 B9"
    )
    opening: Opening = knob(Opening.DRAWER, "Who deals it where nobody exposes.", "003-3 003-8 B9 B46")


class Misdeal(Chapter):
    """Throwing in a deal."""

    claim: Claim = knob(
        Claim.OFF, "Who may throw in a deal before the first lead.", "000-34 002-32 003-10 B12"
    )
    next_dealer: MisdealDealer = knob(MisdealDealer.SAME, "Who deals then.", "003-10 B12")
    next_leader: MisdealLeader = knob(MisdealLeader.DEALER, "Who leads then.", "003-10 B46")


class Order(Chapter):
    """How cards rank, and which are neighbours."""

    tractor_chain: TractorChain = knob(
        TractorChain.FULL, "Which trumps are neighbours in a tractor.", "000-49 000-50 002-54 002-55 B16"
    )
    red_fives: RedFives = knob(
        RedFives.OFF, "Whether red fives are always the highest trumps.", "000-88 002-93 B41"
    )


class CapturedFives(Chapter):
    """Red fives in tricks that the other side wins."""

    penalty: CapturePenalty = knob(
        CapturePenalty.ONE_LEVEL, "What a captured red five costs its side.", "000-88 002-93 B41"
    )
    points: int = knob(
        20,
        "Points a red five, where points are paid.",
        "B41",
        ge=POINTS_STEP,
        le=200,
        multiple_of=POINTS_STEP,
    )


class Lead(Chapter):
    """What may be led."""

    pairs: bool | None = knob(
        None,
        "Whether doubles and tractors are played, else all cards are singles; with one pack they are not.",
        "000-81 002-87",
    )
    tractor_tuples: TractorTuples = knob(
        TractorTuples.FULL_ONLY, "Which sets of identical cards may stand in a tractor.", "002-88 B22"
    )
    tractor_width: int = knob(
        2, "Identical cards that each place of a tractor has, at the least.", "B22", ge=2, le=8
    )
    tractor_length: int = knob(2, "Places in a row that a tractor has, at the least.", "B16", ge=2, le=12)


class Follow(Chapter):
    """What followers owe."""

    obligation: Obligation = knob(
        Obligation.LADDER,
        "What a follower owes to the structure of the lead.",
        "000-43 002-35 002-48 003-18 B18",
    )
    protect: Protect = knob(Protect.NONE, "What need not be broken to follow.", "B19")


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


class ChaoDipi(Chapter):
    """Overcalling after the burial: a higher pair makes trump anew and exchanges the kitty again."""

    enabled: bool = knob(
        False,
        "Whether pairs of the rank or of jokers overcall, red jokers highest, then black, spades, hearts, "
        "clubs, diamonds.",
        "000-85 002-91 B43",
    )
    order: OvercallOrder = knob(OvercallOrder.IN_TURN, "Who may overcall, and when.", "B43")
    over_partner: bool = knob(True, "Whether the trump that a partner made may be overcalled.", "B43")
    after_unclaimed: bool = knob(
        False, "Whether trump that the kitty made, because nobody bid, may be overcalled.", "B43"
    )
    leader: OvercallLeader = knob(OvercallLeader.DEALER, "Who leads.", "B43")


class Band(BaseModel):
    """A row of a score table: from and to which points, and what they bring. An end left out is open."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    lowest: int | None = Field(None, alias="from", ge=-100_000, le=100_000)
    highest: int | None = Field(None, alias="to", ge=-100_000, le=100_000)
    swap: bool = False
    declarers_gain: int = Field(0, ge=0, le=100)
    opponents_gain: int = Field(0, ge=0, le=100)


MAX_BANDS = 32


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
    table: tuple[Band, ...] = knob(
        (),
        "A table of its own, instead of one by swap and step.",
        "003-22 003-23 003-24 003-25 003-26",
        max_length=MAX_BANDS,
    )
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
    finish: Finish = knob(Finish.PASS_END_ANY, "What ends a match.", "000-7 000-8 002-6 B2")
    after_end: AfterEnd = knob(AfterEnd.STOP, "What passing the last level does.", "000-9 002-7")
    mandatory: tuple[RankKnob, ...] = knob((), "Levels that must be played.", "000-84 002-90 B39")
    mandatory_mode: MandatoryMode = knob(
        MandatoryMode.NO_SKIP, "What such a level asks of a side.", "000-84 002-90 B39"
    )


class Hook(Chapter):
    """Hook and needle: a last trick won with the rank throws the declarers back."""

    levels: dict[RankKnob, RankKnob] = knob(
        {},
        "The declarers' levels at which it holds, each with the level they go back to, not below the first.",
        "000-87 002-92 B40",
    )
    card: HookCard = knob(
        HookCard.DECIDING, "What the opponents must win the last trick with.", "000-87 002-92 B40"
    )
    requires_swap: bool = knob(False, "Whether the opponents must reach the swap as well.", "B40")
    then_gain: bool = knob(
        False, "Whether declarers who hold still gain levels, from the one they go back to.", "B40"
    )


class Rules(BaseModel):
    """All rules of a Sheng ji variant."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    table: Table = Field(default_factory=Table)
    deck: Deck = Field(default_factory=Deck)
    deal: Deal = Field(default_factory=Deal)
    bidding: Bidding = Field(default_factory=Bidding)
    dealer: Dealer = Field(default_factory=Dealer)
    misdeal: Misdeal = Field(default_factory=Misdeal)
    order: Order = Field(default_factory=Order)
    red_fives: CapturedFives = Field(default_factory=CapturedFives)
    lead: Lead = Field(default_factory=Lead)
    follow: Follow = Field(default_factory=Follow)
    throw: Throw = Field(default_factory=Throw)
    kitty: Kitty = Field(default_factory=Kitty)
    chao_dipi: ChaoDipi = Field(default_factory=ChaoDipi)
    score: Score = Field(default_factory=Score)
    levels: Levels = Field(default_factory=Levels)
    hook: Hook = Field(default_factory=Hook)

    @property
    def n_cards(self) -> int:
        """Cards in play."""
        n_short = 0 if self.has_whole_packs else self.n_short_packs
        jokers = 2 * (self.table.decks if self.deck.jokers else self.table.decks - n_short)
        return jokers + 4 * (13 * self.table.decks - self.deck.lowest_rank * n_short)

    @property
    def has_whole_packs(self) -> bool:
        """Whether no pack lacks anything."""
        return self.deck.jokers and self.deck.lowest_rank == RankKnob.TWO

    @property
    def n_short_packs(self) -> int:
        """Packs without jokers or low ranks, where there are such."""
        return self.table.decks if self.deck.short_packs is None else self.deck.short_packs

    @property
    def n_kitty(self) -> int:
        """Cards of the kitty."""
        if self.deal.kitty_size is not None:
            return self.deal.kitty_size
        return next(n for n in range(LEAST_KITTY, 100) if (self.n_cards - n) % self.table.players == 0)
