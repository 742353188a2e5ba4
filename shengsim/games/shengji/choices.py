"""The choices of the Sheng ji family's knobs: value, the rule in words, rulebook IDs.

The knobs themselves, with their defaults, are in rules.py.
"""

from __future__ import annotations

from shengsim.knob import RuleEnum


class FirstDraw(RuleEnum):
    """Who draws the first card."""

    SHUFFLER = (
        0,
        "Who shuffled draws first: in a match's first deal by lot, later the dealer.",
        "000-19 002-17",
    )
    COUNT_OFF = 1, "A card is turned and counted off from the shuffler.", "000-20 002-17"
    RIGHT_OF_DEALER = 2, "The player on the dealer's right draws first.", "003-4"


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
        "Two or more identical jokers bid no trump, above as many cards of a suit; red above black.",
        "000-32 002-22 002-26",
    )


class PairOrder(RuleEnum):
    """Whether pairs of the rank, or larger sets of one size, outrank each other."""

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


class FirstDealer(RuleEnum):
    """Who deals the first deal of a match."""

    FIRST_EXPOSED = 0, "Who first exposes a card of the rank, even if overridden later.", "000-22 002-29 B9"
    FIRST_RANK_PAIR = 1, "Who first exposes a pair of the rank.", "002-29"
    FIRST_JOKER_PAIR = 2, "Who first exposes a pair of jokers.", "002-29"
    WINNING_BID = 3, "Who makes trump.", "B9"


class Opening(RuleEnum):
    """Who deals the first deal of a match where nobody exposes what is asked."""

    DRAWER = 0, "The player who drew first.", "B9"
    RANDOM = 1, "A player by lot.", "003-3 003-8 B46"


class Claim(RuleEnum):
    """Who may have a deal thrown in before the first lead."""

    OFF = 0, "Nobody.", "002-32"
    NO_TRUMPS = 1, "A player without a trump, by showing the hand.", "000-34 002-32 003-10 B12"
    NO_POINTS = 2, "A player without a point card, by showing the hand.", "000-34 002-32 B12"
    EITHER = 3, "A player without a trump or without a point card.", "000-34 002-32 B12"


class MisdealDealer(RuleEnum):
    """Who deals after a misdeal."""

    SAME = 0, "The same dealer.", "B12"
    LEADERS_PARTNER = 1, "The dealer's partner.", "003-10"


class MisdealLeader(RuleEnum):
    """Who leads after a misdeal."""

    DEALER = 0, "The dealer.", "B12"
    TRUMP_MAKER = 1, "Who makes trump in the new deal, as in the first deal of a match.", "003-10 B46"


class TractorChain(RuleEnum):
    """Which trumps are neighbours in a tractor."""

    FULL = 0, "Ace, one off-suit rank pair, trump-suit rank pair, black and red jokers are neighbours.", "B16"
    PLAIN_ONLY = 1, "Neither rank cards nor jokers belong in a tractor.", "B16"
    JOKERS_ONLY = 2, "Of rank cards and jokers, only the two pairs of jokers make a tractor.", "B16"


class TractorTuples(RuleEnum):
    """With several packs, which sets of identical cards may stand in a tractor."""

    FULL_ONLY = (
        0,
        "Only all copies of a card, one from each pack; smaller sets in a row are a throw.",
        "002-88 B22",
    )
    ANY = 1, "Sets of any size: pairs, triples and more in a row are a tractor.", "B22"
    PLAIN_PAIR_IS_THROW = (
        2,
        "Only all copies of a card are a set at all; fewer, even a pair, are single cards thrown.",
        "002-88 B22",
    )


class RedFives(RuleEnum):
    """Which fives are always the highest trumps."""

    OFF = 0, "None.", "002-93"
    HEARTS = 1, "The fives of hearts, above the red jokers whatever is trump.", "000-88 002-93 B41"
    HEARTS_AND_DIAMONDS = (
        2,
        "The fives of hearts, below them those of diamonds, both above the red jokers whatever is trump.",
        "000-88 002-93 B41",
    )


class CapturePenalty(RuleEnum):
    """What a side pays for a red five of its own in a trick that the other side wins."""

    ONE_LEVEL = 0, "A level for each, not below the first.", "000-88 002-93 B41"
    TWO_ONE = 1, "Two levels for a five of hearts, one for a five of diamonds, not below the first.", "B41"
    POINTS = 2, "Points for each, to the other side.", "B41"
    NONE = 3, "Nothing but its five points.", "B41"


class Obligation(RuleEnum):
    """What a follower owes to the structure of the lead."""

    LADDER = 0, "The longest tractor held, then the largest sets, then singles.", "000-43 002-35 002-48 B18"
    TUPLES_ONLY = 1, "As large sets as are held; no tractor need be answered by one.", "B18"
    EXACT_LENGTH_ONLY = 2, "A tractor only where one of the full length is held; then sets.", "B18"
    SUIT_ONLY = 3, "Any cards of the led suit will do.", "003-18"


class Protect(RuleEnum):
    """Which structures in hand need not be broken to follow a smaller one."""

    NONE = 0, "None: a tractor is broken to give a pair, a triple too.", "B19"
    TRACTORS = 1, "Sets in a tractor are owed to a led tractor only.", "B19"
    LONGER_TUPLES = 2, "Larger sets need not be broken for smaller ones (two packs: no difference).", "B19"
    BOTH = 3, "Neither tractors nor larger sets need be broken.", "B19"


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
    LONGEST_FIRST = (
        3,
        "Component by component from the largest, of a kind from the highest; the first that differs "
        "decides, single cards only where nothing else was led.",
        "B29",
    )


class Multiplier(RuleEnum):
    """What kitty points are multiplied by when the last trick is won with L pairs in a row.

    A larger set counts as many pairs as it has cards beyond the first: a triple two, in a row again each.
    """

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


class Finish(RuleEnum):
    """What ends a match."""

    PASS_END_ANY = 0, "Passing the last level, in whatever way.", "000-7 002-6 003-1 B2"
    PASS_END_AS_DECLARERS = 1, "The last level must be played and held; what goes beyond is lost.", "B2"
    REACH_END = 2, "Reaching the last level.", "000-8 B2"


class AfterEnd(RuleEnum):
    """What happens when a side passes the last level."""

    STOP = 0, "The match is over.", "002-6"
    WRAP = 1, "It goes on; 2 comes after the last level.", "000-9 002-7"


class MandatoryMode(RuleEnum):
    """What a mandatory rank asks of a side."""

    NO_SKIP = 0, "It cannot be skipped: a move that would go over it ends there.", "000-84 002-90 B39"
    MUST_DEFEND = (
        1,
        "A move ends there, and a side that stands on it leaves it only by gains as declarers.",
        "B39",
    )


class HookCard(RuleEnum):
    """With which cards the opponents must win the last trick for the hook."""

    DECIDING = 0, "The highest card of the component that decides is of the rank.", "000-87 002-92 B40"
    ANY = 1, "Any card of the winning play is of the rank.", "B40"
    SINGLE = 2, "A single card of the rank, led or played to a single card.", "B40"
    ON_SUIT_FULL_OFF_SUIT_HALF = (
        3,
        "As with deciding; if that card is not of the trump suit, half the way, the odd rank downwards.",
        "B40",
    )
    ON_SUIT_FULL_OFF_SUIT_THREE = (
        4,
        "As with deciding; if that card is not of the trump suit, three ranks, or none of a way of three.",
        "B40",
    )


class OvercallOrder(RuleEnum):
    """In which order players may overcall."""

    IN_TURN = 0, "In turn from the right of whoever buried; not the maker of the standing trump.", "B43"
    ANYONE = 1, "Whoever is quickest, by lot, whoever made trump or buried too.", "B43"


class OvercallLeader(RuleEnum):
    """Who leads once nobody overcalls any more."""

    DEALER = 0, "The dealer.", "B43"
    LAST_BURIER = 1, "Whoever buried last.", "B43"
