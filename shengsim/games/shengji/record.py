"""Records: a deal as it was played, decision by decision, in the names of cards and seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any

from shengsim.cards import (
    BLACK_JOKER,
    N_FACES,
    card_name,
    cards_text,
    parse_cards,
    points_of,
    rank_name,
    suited,
    trump_name,
)
from shengsim.games.shengji.bid import BLACK, face_of, length_of
from shengsim.games.shengji.deal import n_packed
from shengsim.games.shengji.order import position_of
from shengsim.games.shengji.state import Form, Outcome, Phase
from shengsim.planes import NOTHING, bit, count, either, has

SEATS = ("E", "N", "W", "S")
"""Names of four seats in order of play (B1)."""


def seat_names(n_seats: int) -> tuple[str, ...]:
    """The seats in order of play: ``E``, ``N``, ``W``, ``S``; numbers at other tables."""
    return SEATS if n_seats == len(SEATS) else tuple(map(str, range(n_seats)))


def seat_name(seat: int, n_seats: int = len(SEATS)) -> str:
    """The name of a seat."""
    return seat_names(n_seats)[seat]


@dataclass
class Bid:
    """A bid: how many cards all had drawn together, who, and what he showed."""

    n_drawn: int
    seat: str
    cards: str


@dataclass
class Overcall:
    """An overcall: who, what he showed, the trump then, and what he buried of his hand and the kitty."""

    seat: str
    cards: str
    trump: str
    buried: str = ""


@dataclass
class Trick:
    """A trick: plays by seat in order, what the leader tried if it failed, who won what."""

    leader: str
    form: str
    plays: dict[str, str]
    failed_throw: str
    winner: str
    points: int


@dataclass
class DealRecord:
    """A whole deal. Cards are names, highest first; the deck is in the order drawn."""

    number: int
    rank: str
    dealer: str
    first_drawer: str
    deck: str
    by_lot: str = ""
    bids: list[Bid] = field(default_factory=list)
    redeals: int = 0
    trump: str = ""
    hands: dict[str, str] = field(default_factory=dict)
    kitty: str = ""
    buried: str = ""
    overcalls: list[Overcall] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)
    lost_throw: str = ""
    outcome: dict[str, int] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return asdict(self)


def record_deal(rules: Any, state: Any, take_decision: Callable[[], None]) -> DealRecord:
    """Records a deal that has begun while its decisions are taken one after another.

    ``state`` is the plain twin; ``take_decision`` lets whoever is in turn decide.
    """
    table = state.table
    record = _begin(rules, state)
    while table.phase != Phase.OVER:
        phase, seat, n_drawn = table.phase, table.turn, int(table.n_drawn)
        n_bids, attempt = int(state.outcome[Outcome.BIDS]), int(table.attempt)
        hand = names(table, state.hands[seat]).split()
        take_decision()
        if table.attempt != attempt:
            record = _begin(rules, state)
            record.redeals = int(table.attempt)
        if phase == Phase.BID and state.outcome[Outcome.BIDS] > n_bids:
            record.bids.append(Bid(n_drawn, seat_name(seat, table.n_seats), _shown(table, hand, record.bids)))
        elif phase == Phase.BURY:
            _note_burial(record, state)
        elif phase == Phase.OVERCALL and table.phase == Phase.BURY:
            record.overcalls.append(_overcall(table))
        elif phase == Phase.LEAD and state.outcome[Outcome.ROUND_LOST]:
            record.lost_throw = names(table, table.tried[0])
        elif phase == Phase.LEAD:
            _note_lead(record, table, seat)
        elif phase == Phase.FOLLOW:
            trick = record.tricks[-1]
            trick.plays[seat_name(seat, table.n_seats)] = names(table, table.plays[seat])
            trick.winner = seat_name(table.winning, table.n_seats)
    _close(record, state)
    return record


def _begin(rules: Any, state: Any) -> DealRecord:
    table = state.table
    n_cards = int(n_packed(rules))
    return DealRecord(
        number=int(table.deal),
        rank=rank_name(table.rank),
        dealer=seat_name(table.dealer, table.n_seats),
        first_drawer=seat_name(table.first_drawer, table.n_seats),
        by_lot=seat_name(table.by_lot, table.n_seats) if table.is_open else "",
        deck=cards_text([int(card) for card in state.deck[:n_cards]]),
    )


def _shown(table: Any, hand: list[str], bids: list[Bid]) -> str:
    """The cards of the standing bid: what its maker had shown before, then cards of the rank, then jokers."""
    face, length = face_of(table.bid), length_of(table.bid)
    if face >= BLACK:
        return cards_text([BLACK_JOKER + face - BLACK] * length)
    own = [bid.cards.split() for bid in bids if bid.seat == seat_name(table.bidder, table.n_seats)]
    order = [card_name(suited(face, table.rank)), "BJ", "RJ"]
    held = [name for name in order for _ in range(hand.count(name))]
    cards = own[-1] if own else []
    for name in held:
        if len(cards) < length and cards.count(name) < hand.count(name):
            cards.append(name)
    return " ".join(sorted(cards, key=order.index))


def _overcall(table: Any) -> Overcall:
    face = int(table.overcall)
    card = BLACK_JOKER + face - BLACK if face >= BLACK else suited(face, table.rank)
    return Overcall(
        seat_name(table.overcaller, table.n_seats),
        cards_text([card, card]),
        trump_name(table.rank, table.trump),
    )


def _note_burial(record: DealRecord, state: Any) -> None:
    table = state.table
    record.hands = {
        name: names(table, state.hands[other]) for other, name in enumerate(seat_names(table.n_seats))
    }
    if record.overcalls:
        record.overcalls[-1].buried = names(table, state.kitty[0])
        return
    record.trump = trump_name(table.rank, table.trump)
    record.dealer = seat_name(table.dealer, table.n_seats)
    record.buried = names(table, state.kitty[0])
    record.kitty = cards_text([int(card) for card in state.deck[table.n_dealt : len(record.deck.split())]])


def _note_lead(record: DealRecord, table: Any, seat: int) -> None:
    stayed = names(table, table.plays[seat])
    tried = names(table, table.tried[0])
    record.tricks.append(
        Trick(
            leader=seat_name(seat, table.n_seats),
            form=Form(int(table.lead.form)).name.lower(),
            plays={seat_name(seat, table.n_seats): stayed},
            failed_throw=tried if tried != stayed else "",
            winner=seat_name(seat, table.n_seats),
            points=0,
        )
    )


def _close(record: DealRecord, state: Any) -> None:
    for trick in record.tricks:
        cards = [card for cards in trick.plays.values() for card in parse_cards(cards)]
        trick.points = sum(map(points_of, cards))
    record.outcome = {name.name.lower(): int(state.outcome[name]) for name in Outcome}


def names(table: Any, planes: Any) -> str:
    """The names of planes' cards, highest first: trumps, then suit by suit."""
    found = [
        (position, card)
        for card, position in positions_at(table)
        for word in planes
        if has(int(word), position)
    ]
    return cards_text([card for _, card in sorted(found, reverse=True)])


def positions_at(table: Any) -> list[tuple[int, int]]:
    """Every face with its position, as cards lie at a table now."""
    return _positions(int(table.rank), int(table.trump), count(table.red_fives))


@cache
def _positions(rank: int, trump: int, n_red: int) -> list[tuple[int, int]]:
    return [(card, position_of(rank, trump, card, n_red)) for card in range(N_FACES)]


def planes_of(table: Any, cards: list[int]) -> tuple[int, ...]:
    """The planes of cards as they lie at a table; the inverse of names.

    ValueError for more copies of a card than there are planes.
    """
    n_planes = table.seen.shape[1]
    position = dict(positions_at(table))
    counts = Counter(position[card] for card in cards)
    planes = [NOTHING] * n_planes
    for where, n in counts.items():
        if n > n_planes:
            raise ValueError(f"{n} copies of a card in {n_planes} packs")
        for plane in range(n):
            planes[plane] = either(planes[plane], bit(where))
    return tuple(planes)


def as_text(record: DealRecord) -> str:
    """A record for reading."""
    lines = [f"Deal {record.number}: rank {record.rank}, dealer {record.dealer}"]
    if record.redeals:
        lines.append(f"  dealt again {record.redeals} times")
    lines += [f"  after {bid.n_drawn:3} cards {bid.seat} bids {bid.cards}" for bid in record.bids]
    lines.append(f"Trump: {record.trump}" + ("" if record.bids else ", from the kitty: nobody bid"))
    lines += [f"  {seat}  {cards}" for seat, cards in record.hands.items()]
    lines += [f"  kitty   {record.kitty}", f"  buried  {record.buried}"]
    lines += [
        f"{call.seat} overcalls with {call.cards}; trump: {call.trump}; buried {call.buried}"
        for call in record.overcalls
    ]
    for number, trick in enumerate(record.tricks, 1):
        plays = " ".join(f"{seat} {cards}," for seat, cards in trick.plays.items())
        failed = f" (threw {trick.failed_throw})" if trick.failed_throw else ""
        lines.append(f"{number:3} {plays.rstrip(',')}{failed}: {trick.winner}, {trick.points} points")
    if record.lost_throw:
        lines.append(f"    a throw of {record.lost_throw} fails and loses the round")
    lines.append(_score_text(record.outcome))
    return "\n".join(lines)


def _score_text(outcome: dict[str, int]) -> str:
    points, change = outcome["opponents_points"], outcome["level_change"]
    parts = [f"{outcome['opponents_trick_points']} in tricks"]
    if outcome["opponents_kitty_points"]:
        parts.append(f"kitty {outcome['kitty_points']} x {outcome['kitty_multiplier']}")
    if outcome["penalty_points"]:
        parts.append(f"penalties {outcome['penalty_points']:+}")
    if outcome["red_five_points"]:
        parts.append(f"red fives {outcome['red_five_points']:+}")
    if outcome["swap"]:
        verdict = f"they become declarers and gain {-change}"
    else:
        verdict = f"the declarers hold and gain {change}"
    verdict += "".join(
        f"; {words}"
        for words, n in (
            (f"the hook takes {outcome['hook_levels']} levels from the declarers", outcome["hooks"]),
            _levels_paid("declarers", outcome),
            _levels_paid("opponents", outcome),
        )
        if n
    )
    return f"Opponents: {points} points ({', '.join(parts)}); {verdict}"


def _levels_paid(side: str, outcome: dict[str, int]) -> tuple[str, int]:
    n, levels = outcome[f"red_fives_lost_{side}"], outcome[f"red_five_levels_{side}"]
    return f"red fives that the {side} lose: {n}, levels for them: {levels}", n
