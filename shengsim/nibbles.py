"""The nibble vocabulary: words of fifteen or sixteen fields of four bits, a field a rank.

A *position* of a card is four times its rank and its suit, so that the four positions of a rank are a
nibble of a word, and planes of such positions are turned into *counts* (how many cards of each rank)
by adding up bits within nibbles. A *rank word* has the lowest bit of a rank's nibble where the rank is
in it; what holds of ranks holds of any small numbers, such as the places at which runs begin.

Beside planes.py, the only module with bit operators that rules are written in: planes know positions
and copies, and nothing of ranks.
"""

from __future__ import annotations

from typing import TypeAlias

from shengsim.kernel import deposit, kernel, leading_zeros, popcount, trailing_zeros, with_plane
from shengsim.planes import Planes, Word

Counts: TypeAlias = int
"""A number from 0 to 8 in each nibble."""
Ranks: TypeAlias = int
"""A set of ranks 0 to 15: the lowest bit of each one's nibble."""

WIDTH = 4
"""Bits of a nibble: positions of a rank."""

_ONES = 0x0FFF_FFFF_FFFF_FFFF // 15
_ALL = 0x1111_1111_1111_1111
_FIRST_THREE, _FIRST_TWO = 7 * _ONES, 3 * _ONES
_LAST_THREE, _LAST_TWO = 14 * _ONES, 12 * _ONES


# Positions


@kernel
def position(rank: int, suit: int) -> int:
    """The position of a rank and suit."""
    return rank << 2 | suit


@kernel
def rank_at(at: int) -> int:
    """The rank of a position."""
    return at >> 2


@kernel
def suit_at(at: int) -> int:
    """The suit of a position."""
    return at & 3


# Counts


@kernel
def n_in_each(word: Word) -> Counts:
    """How many of its four positions the word has of each rank."""
    return word - (word >> 1 & _FIRST_THREE) - (word >> 2 & _FIRST_TWO) - (word >> 3 & _ONES)


@kernel
def counts_of(cards: Planes) -> Counts:
    """How many cards of each rank there are; no more than eight of one."""
    counts = n_in_each(cards[0])
    for k in range(1, len(cards)):
        if cards[k] != 0:
            counts += n_in_each(cards[k])
    return counts


@kernel
def ranks_with(counts: Counts, n: int) -> Ranks:
    """The ranks of which there are n cards or more (n from 1 to 8)."""
    return counts + (8 - n) * _ONES >> 3 & _ONES


# Sets of ranks, or of other small numbers


@kernel
def rank_bit(rank: int) -> Ranks:
    """The set of one rank."""
    return 1 << (rank << 2)


@kernel
def has_rank(ranks: Ranks, rank: int) -> bool:
    """Whether the rank is in the set."""
    return ranks >> (rank << 2) & 1 == 1


@kernel
def n_ranks(ranks: Ranks) -> int:
    """How many ranks there are."""
    return popcount(ranks)


@kernel
def lowest_rank(ranks: Ranks) -> int:
    """The lowest of some ranks."""
    return trailing_zeros(ranks) >> 2


@kernel
def highest_rank(ranks: Ranks) -> int:
    """The highest of some ranks."""
    return 63 - leading_zeros(ranks) >> 2


@kernel
def nth_rank(ranks: Ranks, n: int) -> int:
    """The n-th of some ranks from the lowest (from 0)."""
    return trailing_zeros(deposit(1 << n, ranks)) >> 2


@kernel
def ranks_below(rank: int) -> Ranks:
    """All ranks lower than this one."""
    return (1 << (rank << 2)) - 1 & _ONES


@kernel
def ranks_above(rank: int) -> Ranks:
    """All numbers higher than this one, up to 15."""
    return _ALL & -2 << (rank << 2)


@kernel
def ranks_between(first: int, last: int) -> Ranks:
    """All ranks from the first to the last, which is 14 at most."""
    return (1 << (last + 1 << 2)) - (1 << (first << 2)) & _ONES


@kernel
def moved_up(ranks: Ranks, n: int) -> Ranks:
    """Every rank n higher."""
    return ranks << (n << 2)


@kernel
def moved_down(ranks: Ranks, n: int) -> Ranks:
    """Every rank n lower; those that fall below 0 are gone."""
    return ranks >> (n << 2)


@kernel
def run_starts(ranks: Ranks, length: int) -> Ranks:
    """Where a run of this many neighbouring ranks begins (its lowest)."""
    starts = ranks
    for _ in range(length - 1):
        starts = ranks & starts >> 4
    return starts


@kernel
def run_length(ranks: Ranks, start: int) -> int:
    """How many neighbouring ranks there are from this one up."""
    return trailing_zeros(~(ranks >> (start << 2)) & _ONES) >> 2


# Cards by rank


@kernel
def all_of(ranks: Ranks) -> Word:
    """All positions of some ranks."""
    return ranks * 15


@kernel
def of_suit(word: Word, suit: int) -> Ranks:
    """The ranks of which the word has the position of a suit."""
    return word >> suit & _ONES


@kernel
def in_suit(ranks: Ranks, suit: int) -> Word:
    """The positions of a suit in some ranks."""
    return ranks << suit


@kernel
def one_of_each(word: Word) -> Word:
    """Of each rank the lowest position that the word has."""
    upward = word | word << 1 & _LAST_THREE
    upward |= upward << 2 & _LAST_TWO
    return word & ~(upward << 1 & _LAST_THREE)


@kernel
def n_of_each(cards: Planes, ranks: Ranks, n: int) -> Planes:
    """n cards of each of some ranks that have as many: the lowest suits, one of a suit before a second."""
    places = ranks * 15
    left = cards[0] & places
    taken = 0
    for _ in range(n):
        one = one_of_each(left)
        taken |= one
        left ^= one
    found = with_plane(cards, 0, taken)
    lacking = n * ranks - n_in_each(taken)
    for k in range(1, len(cards)):
        taken = 0
        left = cards[k] & places
        while lacking != 0 and left != 0:
            one = one_of_each(left & ranks_with(lacking, 1) * 15)
            if one == 0:
                break
            taken |= one
            left ^= one
            lacking -= n_in_each(one)
        found = with_plane(found, k, taken)
    return found
