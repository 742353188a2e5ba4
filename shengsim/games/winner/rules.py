"""Every knob of the Winner family: its default, the rule in words, rulebook IDs.

No behaviour: each knob is read by one function of the chapter it is named after. The defaults are
source 001 and the rulings on it; the other choices are in choices.py.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from shengsim.games.winner.choices import (
    AfterOut,
    CountAt,
    ExchangeCards,
    FirstLead,
    NextLead,
    RevolutionJokers,
    SequenceRanks,
    StraightFlush,
    StraightOrder,
    StraightTie,
    Suits,
    Until,
)
from shengsim.knob import Chapter, knob

MIN_PLAYERS_OF_TWO_DECKS = 4


class Table(Chapter):
    """Who plays, and with how many packs."""

    players: int = knob(4, "Players at the table, each for himself.", "001-1", ge=2, le=8)
    decks: int = knob(1, "Packs shuffled together.", "001-1", ge=1, le=2)


class Deck(Chapter):
    """The cards of a pack."""

    jokers: bool = knob(True, "Whether the two jokers of a pack are played with.", "001-1 001-29")


class Order(Chapter):
    """How cards rank: 3 is the lowest, then up to the ace, 2 and the jokers."""

    suits: Suits = knob(Suits.OFF, "Whether suits decide between cards of a rank.", "001-2 B55")


class Combinations(Chapter):
    """What may be played together."""

    triple_with_single: bool = knob(False, "Whether a triple may be played with any single card.", "001-11")
    straight_flush: StraightFlush = knob(StraightFlush.OFF, "What a straight of one suit is.", "001-15")
    straight_min: int = knob(5, "Cards of the shortest straight.", "001-13", ge=3, le=13)
    straight_order: StraightOrder = knob(
        StraightOrder.ACE_FIVE_TOP, "Which straight of a length is higher.", "001-13 B49"
    )
    straight_tie: StraightTie = knob(
        StraightTie.NONE, "What the suit of a straight's highest card decides.", "001-30 B59"
    )
    sequence_ranks: SequenceRanks = knob(
        SequenceRanks.THREE_TO_ACE, "Which pairs and triples are in a row.", "001-8 001-10 B74"
    )


class Bombs(Chapter):
    """What beats every other type."""

    enabled: bool = knob(True, "Whether equal cards are bombs.", "001-16 001-31 B75")
    min_size: int = knob(4, "Cards of the smallest bomb.", "001-9 001-16 B51", ge=3, le=4)
    jokers: bool = knob(
        True, "Whether all jokers together are the highest bomb, where there are bombs.", "001-17"
    )


class Revolution(Chapter):
    """Low is high and high is low."""

    enabled: bool = knob(False, "Whether each four of a kind turns the order over.", "001-32 B60")
    jokers: RevolutionJokers = knob(RevolutionJokers.REVERSED, "What it does to jokers.", "001-32 B60")


class Lead(Chapter):
    """Who leads."""

    first: FirstLead = knob(FirstLead.START_CARD, "Who leads the first game of a session.", "001-19 B57")
    next_game: NextLead = knob(NextLead.WINNER, "Who leads a later game.", "001-19 B57")
    after_out: AfterOut = knob(
        AfterOut.NEXT_ACTIVE, "Who leads when nobody beats the last cards of a player.", "B58"
    )


class Exchange(Chapter):
    """Loser and winner exchange cards before the next game."""

    cards: ExchangeCards = knob(ExchangeCards.OFF, "What is exchanged.", "001-25 B56")


class Score(Chapter):
    """What cards that are left cost their players, and bring the winner."""

    enabled: bool = knob(True, "Whether scores are kept.", "001-26")
    count_at: CountAt = knob(CountAt.FIRST_OUT, "When the cards left are counted.", "001-26 001-27 B73")
    per_card: int = knob(1, "Points a card left.", "001-26", ge=1, le=100)
    double_from: int | None = knob(
        None,
        "Cards left from which they count double (0: never); not given: 11 for three players, else 10.",
        "001-26 001-28 B53 B54",
        ge=0,
        le=108,
    )
    triple_from: int | None = knob(
        None,
        "Cards left from which they count three times (0: never); not given: 17 for three players, else 0.",
        "001-28 B54",
        ge=0,
        le=108,
    )
    unplayed: int = knob(3, "How many times cards count of who played none.", "001-26 B54", ge=1, le=10)


class Play(Chapter):
    """How long is played."""

    until: Until = knob(Until.LOSER_KNOWN, "What ends a game.", "001-23 B73")


class Session(Chapter):
    """Games one after another; the loser deals the next."""

    games: int = knob(10, "Games of a session.", "001-24", ge=1, le=1000)


class Rules(BaseModel):
    """All rules of a Winner variant."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    table: Table = Field(default_factory=Table)
    deck: Deck = Field(default_factory=Deck)
    order: Order = Field(default_factory=Order)
    combinations: Combinations = Field(default_factory=Combinations)
    bombs: Bombs = Field(default_factory=Bombs)
    revolution: Revolution = Field(default_factory=Revolution)
    lead: Lead = Field(default_factory=Lead)
    exchange: Exchange = Field(default_factory=Exchange)
    score: Score = Field(default_factory=Score)
    play: Play = Field(default_factory=Play)
    session: Session = Field(default_factory=Session)


def contradictions(rules: Rules) -> list[tuple[str, str]]:
    """What the knobs of a variant contradict each other in: (path of the knob to blame, why)."""
    found = []
    table = rules.table
    if table.decks > 1 and table.players < MIN_PLAYERS_OF_TWO_DECKS:
        found.append(
            (
                "table.decks",
                f"two packs are for four players and more, not for {table.players} (table.players)",
            )
        )
    if rules.revolution.enabled and rules.bombs.enabled:
        found.append(("revolution.enabled", "a revolution needs bombs.enabled: false"))
    if rules.bombs.enabled and rules.bombs.min_size == 3 and table.decks > 1:
        found.append(("bombs.min_size", "triples may be bombs with one pack only (table.decks)"))
    return found
