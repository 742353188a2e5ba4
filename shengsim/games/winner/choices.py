"""The choices of the Winner family's knobs: value, the rule in words, rulebook IDs.

The knobs themselves, with their defaults, are in rules.py.
"""

from __future__ import annotations

from shengsim.knob import RuleEnum


class Suits(RuleEnum):
    """Whether suits rank."""

    OFF = 0, "Cards of a rank are equal.", "001-6 001-7 B55"
    DIAMONDS_LOW = (
        1,
        "Diamonds, clubs, hearts, spades, from the lowest; the highest card of equal combinations decides.",
        "001-2 B55",
    )


class StraightFlush(RuleEnum):
    """What a straight of one suit is."""

    OFF = 0, "A straight.", "001-13"
    OWN_TYPE = 1, "No straight but a type of its own, which only a higher one of its length beats.", "001-15"
    BEATS_STRAIGHT = 2, "A straight that beats every straight of several suits of its length.", "001-15"


class StraightOrder(RuleEnum):
    """How straights of a length rank."""

    ACE_FIVE_TOP = (
        0,
        "The one that begins with the ace is the highest, then the one with 2; the one with 3 is the lowest.",
        "001-13 B49",
    )
    BY_TOP_CARD = 1, "By the upper end: the one that begins with the ace is the lowest.", "B49"


class StraightTie(RuleEnum):
    """What the suit of a straight's highest card does."""

    NONE = 0, "Nothing: straights of equal rank do not beat each other.", "001-13 B59"
    TOP_CARD_SUIT = 1, "Of straights of equal rank the one with the higher suit wins.", "001-30 B59"
    SUIT_REPLACES_RANK = 2, "The higher suit wins, whatever the ranks.", "001-30 B59"


class SequenceRanks(RuleEnum):
    """Which ranks are neighbours in pairs and triples in a row."""

    THREE_TO_ACE = 0, "From 3 up to the ace; 2 stands in no row.", "001-8 001-10 B74"
    THROUGH_TWO = 1, "From 3 up to 2, as single cards rank.", "001-3 001-8 001-10 B74"
    AS_STRAIGHT = 2, "As in straights: ace and 2 also below 3, and no 2 above the ace.", "B74"


class RevolutionJokers(RuleEnum):
    """What a revolution does to jokers."""

    REVERSED = 0, "They are reversed with the other cards: red is the lowest, black the next.", "001-32 B60"
    STAY_TOP = 1, "They stay on top, red over black.", "B60"


class FirstLead(RuleEnum):
    """Who leads the first game of a session."""

    START_CARD = 0, "Who is dealt the card that lies face up in the pack.", "001-19 B57"
    DEALER = 1, "The dealer.", "B57"


class NextLead(RuleEnum):
    """Who leads a later game."""

    WINNER = 0, "The winner of the game before.", "B57"
    START_CARD = 1, "Who is dealt the card that lies face up in the pack, as in the first game.", "001-19 B57"


class AfterOut(RuleEnum):
    """Who leads when nobody beats the last cards of a player."""

    NEXT_ACTIVE = 0, "The next player in turn who holds cards.", "B58"
    LAST_BEATEN = 1, "Whose play those cards beat, if he holds cards; else the next in turn who does.", "B58"


class ExchangeCards(RuleEnum):
    """What loser and winner of a game exchange before the next."""

    OFF = 0, "Nothing.", "001-24"
    HIGHEST_FOR_ONE_OF_TWO = (
        1,
        "The loser gives his highest card; the winner offers two cards and the loser takes one.",
        "001-25 B56",
    )


class CountAt(RuleEnum):
    """When the cards left in hands are counted."""

    FIRST_OUT = 0, "When the first player is out.", "001-26 001-27 B73"
    END = 1, "When the game is over.", "001-23 B73"


class Until(RuleEnum):
    """How long a game is played."""

    LOSER_KNOWN = 0, "Until only one player holds cards.", "001-23 B73"
    FIRST_OUT = 1, "Until the first player is out; who then holds most cards loses.", "001-27 B73"
