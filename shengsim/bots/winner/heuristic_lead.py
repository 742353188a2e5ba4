"""What the bot ``heuristic`` leads: its weakest card, in the longest combination it stands in."""

from __future__ import annotations

from typing import Any

from shengsim.bots.winner.heuristic_hand import bomb_ranks, fewest_left, smallest_bomb, strong_ranks, weakest
from shengsim.games.winner.bomb import has_bombs
from shengsim.games.winner.combination import (
    BELOW_THREE,
    places_in,
    ranks_in_row,
    read,
    straight_min,
    triple_with_single_allowed,
)
from shengsim.games.winner.holding import each_of_row, equal_cards, without_rank
from shengsim.games.winner.order import JOKER
from shengsim.games.winner.state import Form
from shengsim.kernel import kernel, rare_kernel
from shengsim.nibbles import (
    Counts,
    Ranks,
    all_of,
    counts_of,
    has_rank,
    highest_rank,
    lowest_rank,
    n_of_each,
    n_ranks,
    rank_bit,
    ranks_with,
    run_length,
)
from shengsim.planes import NOTHING, Planes, both, minus, plus

LEAST_GAIN = 3
"""Ranks that a straight must use up, of those that it does not break."""


@kernel
def lead(table: Any, hand: Planes, rules: Any, uses_bombs: bool) -> Planes:
    """The whole hand if it is one combination; else the longest one with the weakest card."""
    form, _, _ = read(rules, hand)
    if form != Form.NONE:
        return hand
    counts = counts_of(hand)
    bombs = bomb_ranks(rules, counts) if uses_bombs else NOTHING
    free = minus(counts, all_of(bombs))
    ranks = ranks_with(free, 1)
    if ranks == NOTHING:
        return smallest_bomb(rules, table, hand)
    strong = both(ranks, strong_ranks(rules, table))
    if bombs == NOTHING and n_ranks(ranks) == 2 and strong != NOTHING:
        return all_of_rank(rules, hand, free, weakest(rules, table, strong))  # wins the lead, then goes out
    if fewest_left(table) == 1:
        return against_one_card(rules, table, hand, free)
    return with_weakest(rules, table, hand, free)


@kernel
def n_at(counts: Counts, rank: int) -> int:
    """Cards of a rank, four at most."""
    n = 1
    while n < 4 and has_rank(ranks_with(counts, n + 1), rank):
        n += 1
    return n


@rare_kernel
def all_of_rank(rules: Any, hand: Planes, counts: Counts, rank: int) -> Planes:
    """All cards of a rank that may be led together, three where four would be a bomb."""
    n = n_at(counts, rank)
    return equal_cards(hand, rank, 3 if n == 4 and has_bombs(rules) else n)


@rare_kernel
def against_one_card(rules: Any, table: Any, hand: Planes, free: Counts) -> Planes:
    """Somebody has one card left: no single is led but the strongest."""
    several = ranks_with(free, 2)
    if several != NOTHING:
        return all_of_rank(rules, hand, free, weakest(rules, table, several))
    ranks = ranks_with(free, 1)
    return equal_cards(hand, lowest_rank(ranks) if table.is_reversed else highest_rank(ranks), 1)


@kernel
def row_with(rules: Any, table: Any, form: int, counts: Counts, rank: int) -> Ranks:
    """The ranks of the longest row of a form from a rank on, the weakest of its hand."""
    if rank >= JOKER:
        return NOTHING + 0
    places = places_in(rules, form, ranks_with(counts, each_of_row(form)))
    start = rank + BELOW_THREE
    length = 0
    if not table.is_reversed:
        length = run_length(places, start)
    else:
        while start >= 0 and has_rank(places, start):
            start -= 1
            length += 1
        start += 1
    # A row of thirteen ranks is as long as can be: the ace would stand at both ends of a longer one.
    return ranks_in_row(start, min(length, 13)) if length > 0 else NOTHING


@kernel
def with_weakest(rules: Any, table: Any, hand: Planes, free: Counts) -> Planes:
    """The longest combination with the weakest card that is no part of a bomb."""
    rank = weakest(rules, table, ranks_with(free, 1))
    n = n_at(free, rank)
    if n == 3 or n == 2:
        row = row_with(rules, table, Form.PAIRS + 0 if n == 2 else Form.TRIPLES + 0, free, rank)
        if n_ranks(row) >= 2:
            return n_of_each(hand, row, n)
    if n < 3:
        row = row_with(rules, table, Form.STRAIGHT + 0, free, rank)
        gain = n_ranks(minus(row, ranks_with(free, 2)))
        if n_ranks(row) >= straight_min(rules) and gain >= LEAST_GAIN:
            return n_of_each(hand, row, 1)
    return with_triple(rules, table, hand, free, rank, n)


@kernel
def with_triple(rules: Any, table: Any, hand: Planes, free: Counts, rank: int, n: int) -> Planes:
    """A triple with the weakest cards, where there is one that is not strong; else these cards alone."""
    strong = strong_ranks(rules, table)
    triples = without_rank(minus(ranks_with(free, 3), strong), rank)
    if n == 3:
        pairs = without_rank(minus(minus(ranks_with(free, 2), ranks_with(free, 3)), strong), rank)
        singles = without_rank(minus(minus(ranks_with(free, 1), ranks_with(free, 2)), strong), rank)
        cards = n_of_each(hand, rank_bit(rank), 3)
        if pairs != NOTHING:
            return plus(cards, n_of_each(hand, rank_bit(weakest(rules, table, pairs)), 2))
        if singles != NOTHING and triple_with_single_allowed(rules):
            return plus(cards, n_of_each(hand, rank_bit(weakest(rules, table, singles)), 1))
        return cards
    if triples != NOTHING and (n == 2 or (n == 1 and triple_with_single_allowed(rules))):
        triple = n_of_each(hand, rank_bit(weakest(rules, table, triples)), 3)
        return plus(triple, n_of_each(hand, rank_bit(rank), n))
    return n_of_each(hand, rank_bit(rank), 3 if n == 4 and has_bombs(rules) else n)
