"""How the bot ``heuristic`` sees its hand: which cards are weak, strong, or kept for bombs."""

from __future__ import annotations

from typing import Any

from shengsim.games.winner.bomb import has_bombs, min_bomb
from shengsim.games.winner.holding import JOKERS, bombs_over, equal_cards, jokers_bomb
from shengsim.games.winner.order import TWO, jokers_stay_top
from shengsim.games.winner.state import MAX_CARDS
from shengsim.kernel import kernel, rare_kernel
from shengsim.nibbles import (
    Counts,
    Ranks,
    counts_of,
    highest_rank,
    lowest_rank,
    ranks_above,
    ranks_below,
    ranks_with,
)
from shengsim.planes import NOTHING, Planes, both, either, minus

MAX_BOMB = 8
STRONG_WHEN_REVERSED = 2
"""Ranks from the lowest that are strong while low is high: 3 and 4."""


@kernel
def strong_ranks(rules: Any, table: Any) -> Ranks:
    """The ranks that mostly win a trick: 2 and jokers, or what a revolution makes of them."""
    if not table.is_reversed:
        return ranks_above(TWO - 1)
    low = ranks_below(STRONG_WHEN_REVERSED)
    return either(low, JOKERS) if jokers_stay_top(rules) else low


@kernel
def weakest(rules: Any, table: Any, indices: Ranks) -> int:
    """The weakest of some ranks or keys."""
    if not table.is_reversed:
        return lowest_rank(indices)
    if jokers_stay_top(rules) and minus(indices, JOKERS) != NOTHING:
        return highest_rank(minus(indices, JOKERS))
    return highest_rank(indices)


@kernel
def bomb_ranks(rules: Any, counts: Counts) -> Ranks:
    """The ranks of which a hand has a bomb."""
    return ranks_with(counts, min_bomb(rules)) if has_bombs(rules) else NOTHING


@kernel
def fewest_left(table: Any) -> int:
    """The fewest cards that another player who is still in holds."""
    fewest = MAX_CARDS + 0
    for seat in range(table.n_seats):
        if table.place[seat] == 0 and seat != table.turn and table.n_left[seat] < fewest:
            fewest = table.n_left[seat]
    return fewest


@rare_kernel
def smallest_bomb(rules: Any, table: Any, hand: Planes) -> Planes:
    """The smallest bomb that beats what is on the table, all cards of its rank; or no cards."""
    counts = counts_of(hand)
    for size in range(min_bomb(rules), MAX_BOMB + 1):
        found = both(bombs_over(counts, table, size), minus(ranks_with(counts, size), larger(counts, size)))
        if found != NOTHING:
            return equal_cards(hand, lowest_rank(found), size)
    return jokers_bomb(rules, hand)


@kernel
def larger(counts: Counts, size: int) -> Ranks:
    """The ranks of which there are more cards than this."""
    return ranks_with(counts, size + 1) if size < MAX_BOMB else NOTHING
