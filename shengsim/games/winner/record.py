"""Records: a game as it was played, decision by decision, in the names of cards and seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from shengsim.cards import (
    BLACK_JOKER,
    CLUBS,
    DIAMONDS,
    HEARTS,
    N_FACES,
    N_RANKS,
    SPADES,
    cards_text,
    rank_of,
    suit_of,
)
from shengsim.games.winner.deal import n_packed
from shengsim.games.winner.game_outcome import SEATS
from shengsim.games.winner.order import JOKER
from shengsim.games.winner.state import N_PLANES, UNKNOWN, Form, Outcome, Phase
from shengsim.nibbles import position
from shengsim.planes import NOTHING, bit, either, has

SUIT_ORDER = (DIAMONDS, CLUBS, HEARTS, SPADES)
"""Suits from the lowest (001-2)."""
PASS = "pass"


def position_of(card: int) -> int:
    """The position of a card: 3 is the lowest rank, 2 the highest below the jokers."""
    if card >= BLACK_JOKER:
        return position(JOKER + card - BLACK_JOKER, 0)
    return position((rank_of(card) - 1) % N_RANKS, SUIT_ORDER.index(suit_of(card)))


CARD_AT = {position_of(card): card for card in range(N_FACES)}


def planes_of(cards: list[int]) -> tuple[int, ...]:
    """The planes of cards; the inverse of names. ValueError of more copies than planes."""
    planes = [NOTHING] * N_PLANES
    for card, n in Counter(cards).items():
        if n > N_PLANES:
            raise ValueError(f"{n} copies of a card: there are {N_PLANES} packs at most")
        for plane in range(n):
            planes[plane] = either(planes[plane], bit(position_of(card)))
    return tuple(planes)


def names(planes: Any) -> str:
    """The names of planes' cards, highest first."""
    found = [at for at in CARD_AT for word in planes if has(int(word), at)]
    return cards_text([CARD_AT[at] for at in sorted(found, reverse=True)])


def name_at(at: int) -> str:
    """The name of the card at a position; nothing for UNKNOWN."""
    return "" if at == UNKNOWN else cards_text([CARD_AT[int(at)]])


@dataclass
class Act:
    """What a seat played (``pass`` for nothing), and what that was."""

    seat: str
    cards: str
    form: str = ""


@dataclass
class Trick:
    """A trick: plays and passes in order, and who leads after it."""

    acts: list[Act] = field(default_factory=list)
    next_leader: str = ""


@dataclass
class GameRecord:
    """A whole game. Cards are names, highest first; the deck is in the order dealt."""

    number: int
    dealer: str
    start_card: str
    starter: str
    deck: str
    hands: dict[str, str] = field(default_factory=dict)
    last_winner: str = ""
    last_loser: str = ""
    offered: str = ""
    given: str = ""
    taken: str = ""
    tricks: list[Trick] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    left: dict[str, int] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)
    outcome: dict[str, int] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return asdict(self)


def record_deal(rules: Any, state: Any, take_decision: Callable[[], None]) -> GameRecord:
    """Records a game that has begun while its decisions are taken one after another.

    ``state`` is the plain twin; ``take_decision`` lets whoever is in turn decide.
    """
    table = state.table
    record = _begin(rules, state)
    while table.phase != Phase.OVER:
        phase, seat, leads = table.phase, table.turn, table.form == Form.NONE
        n_plays, trick = int(table.n_plays[seat]), int(table.trick)
        take_decision()
        if phase == Phase.OFFER:
            record.offered = names(table.offered[0])
        elif phase == Phase.CHOOSE:
            record.given, record.taken = name_at(table.given), name_at(table.taken)
        else:
            if leads:
                record.tricks.append(Trick())
            if table.n_plays[seat] == n_plays:
                record.tricks[-1].acts.append(Act(SEATS[seat], PASS))
            else:
                form = Form(int(table.form)).name.lower()
                record.tricks[-1].acts.append(Act(SEATS[seat], names(table.play[0]), form))
            if table.trick != trick:
                record.tricks[-1].next_leader = SEATS[table.turn]
    _close(record, state)
    return record


def _begin(rules: Any, state: Any) -> GameRecord:
    table = state.table
    n_cards = int(n_packed(rules))
    return GameRecord(
        number=int(table.game),
        dealer=SEATS[table.dealer],
        start_card=name_at(table.start_card),
        starter=SEATS[table.starter],
        deck=cards_text([CARD_AT[int(at)] for at in state.deck[:n_cards]]),
        hands={SEATS[seat]: names(state.hands[seat]) for seat in range(table.n_seats)},
        last_winner="" if table.is_first else SEATS[table.best_of_last],
        last_loser="" if table.is_first else SEATS[table.worst_of_last],
    )


def _close(record: GameRecord, state: Any) -> None:
    table = state.table
    seats = sorted(range(table.n_seats), key=lambda seat: int(table.place[seat]))
    record.places = [SEATS[seat] for seat in seats]
    record.left = {SEATS[seat]: int(table.left[seat]) for seat in range(table.n_seats)}
    record.scores = {SEATS[seat]: int(table.score[seat]) for seat in range(table.n_seats)}
    record.outcome = {name.name.lower(): int(state.outcome[name]) for name in Outcome}


def as_text(record: GameRecord) -> str:
    """A record for reading."""
    lines = [f"Game {record.number}: dealer {record.dealer}, start card {record.start_card}"]
    lines[0] += f" dealt to {record.starter}"
    lines += [f"  {seat}  {cards}" for seat, cards in record.hands.items()]
    if record.given:
        lines.append(
            f"  {record.last_loser} gives {record.given} to {record.last_winner}, who offers "
            f"{record.offered}; {record.last_loser} takes {record.taken}"
        )
    for number, trick in enumerate(record.tricks, 1):
        acts = ", ".join(f"{act.seat} {act.cards}" for act in trick.acts)
        lines.append(f"{number:3} {acts}")
    lines.append(f"Out in this order: {' '.join(record.places)}")
    left = ", ".join(f"{seat} {n}" for seat, n in record.left.items() if n)
    scores = ", ".join(f"{seat} {points:+}" for seat, points in record.scores.items())
    lines.append(f"Cards left: {left or 'none'}; scores: {scores}")
    return "\n".join(lines)
