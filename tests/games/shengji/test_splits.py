"""How cards of one suit are read, against all ways there are to split them."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from shengsim.cards import CARD_NAMES, parse_card
from shengsim.games.shengji import lead
from shengsim.games.shengji.record import planes_of
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.situation import Situation
from tests.naive import shengji as naive

N_SETS = 100_000
"""Random sets that are split in all ways."""
MOST_CARDS = 12


def key(width: int, length: int) -> tuple[int, bool, int]:
    """A component: more cards count more, of equals a tractor, then the wider."""
    return (width * length, length > 1, width)


@cache
def best_split(steps: tuple[tuple[int, tuple[int, ...]], ...], n_packs: int, widest: bool) -> tuple:
    """The best of all ways to split cards into components, told as its keys, largest first.

    ``steps``: neighbouring steps, each with the copies of its cards. Every way to take a component that has
    the first card left is tried, and a single card always.
    """
    if not steps:
        return ()
    (first, copies), *others = steps
    if not copies:
        return best_split(tuple(others), n_packs, widest)
    best = None
    for width in range(1, copies[0] + 1):
        rest = left_of(copies, 0, width)
        ways = [((width, 1), ((first, rest), *others))]
        row = [((first, rest),)]
        for length in range(2, len(steps) + 1):
            if width < 2 or (widest and width < n_packs) or steps[length - 1][0] != first + length - 1:
                break
            step, here = steps[length - 1]
            row = [
                (*before, (step, left_of(here, i, width)))
                for before in row
                for i in {here.index(n) for n in here if n >= width}
            ]
            ways += [((width, length), (*before, *steps[length:])) for before in row]
        for shape, left in ways:
            way = tuple(sorted((key(*shape), *best_split(tuple(left), n_packs, widest)), reverse=True))
            if best is None or way > best:
                best = way
    return best


def left_of(copies: tuple[int, ...], i: int, width: int) -> tuple[int, ...]:
    """The copies of a step's cards once one of them has lost some."""
    left = [*copies[:i], copies[i] - width, *copies[i + 1 :]]
    return tuple(sorted((n for n in left if n), reverse=True))


@pytest.mark.parametrize("part", range(4))
def test_readings_are_the_best_of_all_splits(part):
    n_tractors = 0
    for decks in (2, 3, 4, 6):
        draw = random.Random(f"{part} {decks}")
        for reading in ("any", "full_only"):
            rules = Rules.model_validate({"table": {"decks": decks}, "lead": {"tractor_tuples": reading}})
            for trump in ("7C", "7NT", "AS"):
                table = Situation(rules, trump)
                of_rank = (trump[:-2], "NT") if trump.endswith("NT") else (trump[:-1], trump[-1])
                suits = [
                    [card for card in CARD_NAMES if naive.suit_of(card, of_rank) == suit] for suit in "TD"
                ]
                for _ in range(1 + N_SETS // (4 * 4 * 2 * 3)):
                    names = draw.choice(suits)
                    start = draw.randrange(len(names))
                    few = (names * 2)[start : start + draw.randint(1, 5)] if draw.random() < 0.5 else names
                    cards = draw.sample(sorted(set(few)) * decks, min(len(set(few)) * decks, MOST_CARDS))
                    cards = cards[: draw.randint(1, MOST_CARDS)]
                    n_tractors += check(table, of_rank, cards, decks, reading == "full_only")
    assert n_tractors > N_SETS // 40


def check(table: Situation, trump: tuple[str, str], cards: list[str], decks: int, widest: bool) -> int:
    """Compares the engine's reading with the best of all splits; how many tractors it has."""
    copies: dict[int, list[int]] = {}
    for card, n in Counter(cards).items():
        copies.setdefault(naive.level(card, trump), []).append(n)
    steps = tuple((step, tuple(sorted(copies[step], reverse=True))) for step in sorted(copies))
    reading = table.table.trial
    planes = planes_of(table.table, [parse_card(card) for card in cards])
    lead.read(table.rules, table.table, planes, reading)
    found = [
        key(lead.width_of(reading, i), lead.length_of(reading, i)) for i in range(lead.n_components(reading))
    ]
    assert sum(size for size, _, _ in found) == len(cards)
    assert tuple(found) == best_split(steps, decks, widest), (trump, cards, decks)
    return sum(is_tractor for _, is_tractor, _ in found)
