"""Cards of one suit split in every way there is: what they are as a lead, as an answer, as a ruff.

Cards stand on steps, as the twin has it; nothing is shared with the engine, which is asked about random
sets of up to twelve cards, under random readings. ``python -m tests.games.shengji.splits --sets 100000``
checks so many leads, answers and ruffs; it is part of ``make soak``.
"""

from __future__ import annotations

import argparse
import operator
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from shengsim.bots.shengji import random as random_bot
from shengsim.cards import CARD_NAMES, RANK_NAMES, parse_card
from shengsim.games.shengji import follow, lead, trick
from shengsim.games.shengji.record import names, planes_of
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.situation import Situation
from shengsim.games.shengji.state import Reason
from tests.naive import shengji as naive

MOST_CARDS = 12
SETS_A_TABLE = 50
"""Sets that are asked about under one reading and trump."""
RUFFED = 100
"""What a trump stands above the led suit."""

Steps = tuple[tuple[int, tuple[int, ...]], ...]
"""Neighbouring steps from the lowest up, each with how many copies of its cards there are, most first."""
Shape = tuple[int, int]
"""Identical cards at each step of a component, and its steps."""


class Reading(NamedTuple):
    """Which sets of identical cards count."""

    least: int
    """Cards of a set, at the least."""
    narrowest: int
    """Cards at each step of a tractor, at the least."""
    shortest: int
    """Steps of a tractor, at the least."""

    def allows(self, width: int, length: int) -> bool:
        """Whether so many steps of so many identical cards are a component of several cards."""
        if length == 1:
            return width >= self.least
        return width >= max(self.least, self.narrowest) and length >= self.shortest


def key(width: int, length: int) -> tuple[int, bool, int]:
    """A component: more cards count more, of equals a tractor, then the wider."""
    return (width * length, length > 1, width)


def steps_of(cards: list[str], trump: tuple[str, str]) -> Steps:
    """Where cards of one suit stand."""
    copies: dict[int, list[int]] = {}
    for card, n in Counter(cards).items():
        copies.setdefault(naive.level(card, trump), []).append(n)
    return tuple((step, tuple(sorted(copies[step], reverse=True))) for step in sorted(copies))


def without(copies: tuple[int, ...], place: int, width: int) -> tuple[int, ...]:
    """The copies of a step's cards once one of them has lost some."""
    left = [*copies[:place], copies[place] - width, *copies[place + 1 :]]
    return tuple(sorted((n for n in left if n), reverse=True))


def cuts(steps: Steps, width: int, length: int) -> Iterator[tuple[int, Steps]]:
    """Every way to cut so many steps of so many identical cards: the lowest step, and what is left."""
    for at in range(len(steps) - length + 1):
        if steps[at + length - 1][0] != steps[at][0] + length - 1:
            continue
        rows: list[Steps] = [()]
        for step, copies in steps[at : at + length]:
            places = {copies.index(n) for n in copies if n >= width}
            rows = [(*row, (step, without(copies, place, width))) for row in rows for place in places]
        for row in rows:
            left = (*steps[:at], *row, *steps[at + length :])
            yield steps[at][0], tuple((step, copies) for step, copies in left if copies)


# As a lead


@cache
def best_reading(steps: Steps, reading: Reading) -> tuple[tuple[int, bool, int], ...]:
    """The best of all ways to split cards into components, told as their keys, largest first.

    Every way to take a component that has the first card left is tried, and a single card always.
    """
    if not steps:
        return ()
    (first, copies), *others = steps
    ways = [((1, 1), ((first, without(copies, 0, 1)), *others))]
    for width in range(2, copies[0] + 1):
        row: list[Steps] = [((first, without(copies, 0, width)),)]
        ways += [((width, 1), (*before, *others)) for before in row if reading.allows(width, 1)]
        for length in range(2, len(steps) + 1):
            step, here = steps[length - 1]
            if step != first + length - 1:
                break
            places = {here.index(n) for n in here if n >= width}
            row = [(*before, (step, without(here, place, width))) for before in row for place in places]
            if reading.allows(width, length):
                ways += [((width, length), (*before, *steps[length:])) for before in row]
    return max(
        tuple(sorted((key(*shape), *best_reading(_held(left), reading)), reverse=True))
        for shape, left in ways
    )


def _held(steps: Steps) -> Steps:
    return tuple((step, copies) for step, copies in steps if copies)


# As an answer

Piece = tuple[int, int, int]
"""Width, lowest and highest step of a piece given."""


@cache
def best_answer(
    demand: tuple[Shape, ...], owed: int, given: tuple[Piece, ...], steps: Steps, reading: Reading
) -> tuple[tuple[int, int, int], ...]:
    """The best of all ways to serve components in turn, the first of which is owed so many cards more.

    Each piece is told as its width, its length, and whether it stands on (2) or below (1) a wider one given
    for the same component; no piece as zeros, after which the next component is served. (B18)
    """
    if not demand:
        return ()
    best = ((0, 0, 0), *begin_answer(demand[1:], steps, reading))
    for width in range(min(demand[0][0], owed), 1, -1):
        for length in range(owed // width, 0, -1):
            if not reading.allows(width, length):
                continue
            for low, left in cuts(steps, width, length):
                code = (width, length, nearness(width, low, low + length - 1, given, reading))
                if code < best[0]:
                    continue
                more = owed - width * length
                if more < 2:
                    rest = begin_answer(demand[1:], left, reading)
                else:
                    pieces = (*given, (width, low, low + length - 1))
                    rest = best_answer(demand, more, pieces, left, reading)
                best = max(best, (code, *rest))
    return best


def begin_answer(
    demand: tuple[Shape, ...], steps: Steps, reading: Reading
) -> tuple[tuple[int, int, int], ...]:
    """The best answer to components of which none has been served."""
    return best_answer(demand, demand[0][0] * demand[0][1] if demand else 0, (), steps, reading)


def nearness(width: int, low: int, high: int, given: tuple[Piece, ...], reading: Reading) -> int:
    """2 for a piece right above a wider one, 1 right below, where pieces so wide make tractors."""
    wider = [piece for piece in given if piece[0] > width >= reading.narrowest]
    if any(low == top + 1 for _, _, top in wider):
        return 2
    return 1 if any(high == bottom - 1 for _, bottom, _ in wider) else 0


# As a play that may take the trick


@cache
def all_tops(shapes: tuple[Shape, ...], steps: Steps) -> frozenset[tuple[int, ...]]:
    """Every way to split cards into components of these shapes: the highest step of each, singles last."""
    if not shapes:
        return frozenset([tuple(step for step, copies in reversed(steps) for _ in range(sum(copies)))])
    (width, length), *others = shapes
    return frozenset(
        (low + length - 1, *tops)
        for low, left in cuts(steps, width, length)
        for tops in all_tops(tuple(others), left)
    )


def worths(compare: str, shapes: tuple[Shape, ...], steps: Steps) -> set[tuple[int, ...]]:
    """What a play can count for, one for each way to split it; none where there is no way. (B29, B30)"""
    found = set()
    for tops in all_tops(shapes, steps):
        kinds = [key(*shape) for shape in (*shapes, *[(1, 1)] * (len(tops) - len(shapes)))]
        in_order = [top for _, top in sorted(zip(kinds, tops, strict=True), reverse=True)]
        counted = {"largest_type": 1, "longest_first": len(shapes) or None}
        found.add((steps[-1][0],) if compare == "highest_card" else tuple(in_order[: counted.get(compare)]))
    return found


def winner_of(compare: str, shapes: tuple[Shape, ...], plays: list[Steps]) -> int:
    """Which play takes the trick; the first is the lead."""
    winner, best = 0, max(worths(compare, shapes, plays[0]))
    for number, steps in enumerate(plays[1:], 1):
        higher = [
            worth
            for worth in worths(compare, shapes, steps)
            if (all(map(operator.gt, worth, best)) if compare == "all_components" else worth > best)
        ]
        if higher:
            winner, best = number, max(higher)
    return winner


# What the engine is asked


class Asked:
    """A table with a random reading and trump, and random sets of cards of its suits."""

    def __init__(self, draw: random.Random, decks: int) -> None:
        self.draw, self.decks = draw, decks
        tuples = draw.choice(("any", "full_only", "plain_pair_is_throw"))
        width, length = draw.choice((2, 2, 2, min(3, max(2, decks)))), draw.choice((2, 2, 2, 3))
        self.compare = draw.choice(("largest_type", "all_components", "highest_card", "longest_first"))
        self.reading = Reading(
            least=max(2, decks) if tuples == "plain_pair_is_throw" else 2,
            narrowest=width if tuples == "any" else max(width, decks),
            shortest=length,
        )
        lead_knobs = {"tractor_tuples": tuples, "tractor_width": width, "tractor_length": length}
        knobs = {"table": {"decks": decks}, "lead": lead_knobs, "throw": {"compare": self.compare}}
        self.trump = (draw.choice(RANK_NAMES), draw.choice(("C", "D", "H", "S", "NT")))
        self.situation = Situation(Rules.model_validate(knobs), "".join(self.trump))
        self.rules, self.table = self.situation.rules, self.situation.table
        plain = [suit for suit in "CDHS" if suit != self.trump[1]]
        self.suit = draw.choice(("T", draw.choice(plain)))

    def __str__(self) -> str:
        return f"{self.decks} packs, {''.join(self.trump)}, {self.reading}, {self.compare}"

    def faces(self, suit: str) -> list[str]:
        """The cards of an effective suit, lowest first."""
        found = [card for card in CARD_NAMES if naive.suit_of(card, self.trump) == suit]
        return sorted(found, key=lambda card: naive.level(card, self.trump))

    def some(self, suit: str, n: int) -> list[str]:
        """So many cards of a suit, more often than not of few faces that are neighbours."""
        faces = self.faces(suit)
        fewest = -(-n // self.decks)
        if self.draw.random() < 0.8:
            start = self.draw.randrange(len(faces))
            faces = (faces * 2)[start : start + min(len(faces), fewest + self.draw.randint(0, 3))]
        return self.draw.sample(faces * self.decks, min(n, len(faces) * self.decks))

    def planes(self, cards: list[str]) -> tuple[int, ...]:
        """Cards as the engine has them."""
        return planes_of(self.table, [parse_card(card) for card in cards])

    def steps(self, cards: list[str]) -> Steps:
        """Cards as they stand."""
        return steps_of(cards, self.trump)

    def shapes(self) -> list[Shape]:
        """The components of the lead as the engine reads it."""
        led = self.table.lead
        return [
            (int(lead.width_of(led, i)), int(lead.length_of(led, i))) for i in range(lead.n_components(led))
        ]


def check_lead(asked: Asked) -> int:
    """Compares the engine's reading with the best of all; how many tractors it has."""
    cards = asked.some(asked.suit, asked.draw.randint(1, MOST_CARDS))
    lead.read(asked.rules, asked.table, asked.planes(cards), asked.table.lead)
    found = tuple(key(*shape) for shape in asked.shapes())
    assert found == best_reading(asked.steps(cards), asked.reading), (str(asked), cards)
    assert sum(size for size, _, _ in found) == len(cards)
    return sum(is_tractor for _, is_tractor, _ in found)


def check_answer(asked: Asked) -> int:
    """Compares the engine's verdicts on some plays with the best answers of all; how many are illegal."""
    hand = asked.some(asked.suit, asked.draw.randint(3, MOST_CARDS))
    led = asked.some(asked.suit, asked.draw.randint(2, max(2, len(hand) - 1)))
    lead.read(asked.rules, asked.table, asked.planes(led), asked.table.lead)
    demand = tuple(shape for shape in asked.shapes() if shape != (1, 1))
    owed = begin_answer(demand, asked.steps(hand), asked.reading)
    asked.table.turn = asked.draw.randrange(4)
    held = asked.planes(hand)
    streams, memory = asked.situation.state.streams, np.zeros(32, np.int64)
    of_bot = names(asked.table, random_bot.follow(asked.table, held, memory, asked.rules, streams)).split()
    n_illegal = 0
    for play in (of_bot, changed(asked, of_bot, hand), asked.draw.sample(hand, min(len(led), len(hand)))):
        reason = follow.why_illegal_follow(asked.rules, asked.table, held, asked.planes(play))
        serves = len(play) == len(hand) or begin_answer(demand, asked.steps(play), asked.reading) >= owed
        if len(play) == len(led):
            assert reason == (Reason.LEGAL if serves else Reason.MUST_MATCH_STRUCTURE), (
                f"{asked}: {led} led, {play} of {hand}"
            )
            n_illegal += not serves
    return n_illegal


def changed(asked: Asked, play: list[str], hand: list[str]) -> list[str]:
    """A play with one card or two of the hand instead of others."""
    kept = list((Counter(hand) - Counter(play)).elements())
    n = min(len(kept), len(play), asked.draw.randint(1, 2))
    return asked.draw.sample(play, len(play) - n) + asked.draw.sample(kept, n)


def check_ruffs(asked: Asked) -> int:
    """Compares who takes a trick of a lead and three ruffs or higher plays; how often it changed hands."""
    plain = asked.suit == "T" or asked.draw.random() < 0.3
    n = asked.draw.randint(1, MOST_CARDS)
    plays = [asked.some(asked.suit, n)]
    plays += [asked.some(asked.suit if plain else "T", len(plays[0])) for _ in range(3)]
    plays = [cards for cards in plays if len(cards) == len(plays[0])]
    lead.read(asked.rules, asked.table, asked.planes(plays[0]), asked.table.lead)
    shapes = tuple(shape for shape in asked.shapes() if shape != (1, 1))
    trick.hold(asked.rules, asked.table, asked.planes(plays[0]))
    winner, n_taken = 0, 0
    for number, cards in enumerate(plays[1:], 1):
        if trick.takes(asked.rules, asked.table, asked.planes(cards)):
            winner, n_taken = number, n_taken + 1
    raised = [asked.steps(plays[0])]
    for cards in plays[1:]:
        raised.append(tuple((step + (0 if plain else RUFFED), n) for step, n in asked.steps(cards)))
    assert winner == winner_of(asked.compare, shapes, raised), f"{asked}: {plays}"
    return n_taken


CHECKS = {"leads": check_lead, "answers": check_answer, "ruffs": check_ruffs}


def check_sets(what: str, n_sets: int, part: object = 0) -> int:
    """Asks about so many random sets with two, three and four packs; sums what the check counts."""
    found = 0
    draw = random.Random(f"{what} {part}")
    for done in range(0, n_sets, SETS_A_TABLE):
        asked = Asked(draw, (2, 3, 4)[done // SETS_A_TABLE % 3])
        found += sum(CHECKS[what](asked) for _ in range(min(SETS_A_TABLE, n_sets - done)))
        for remembered in (best_reading, best_answer, all_tops):
            remembered.cache_clear()
    return found


def main() -> None:
    """Checks as many sets of each kind as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=100_000)
    asked = parser.parse_args()
    for what in CHECKS:
        print(f"{asked.sets:,} {what} agree with all their splits ({check_sets(what, asked.sets, 1):,})")


if __name__ == "__main__":
    main()
