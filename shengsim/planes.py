"""The bit-plane vocabulary: sets of card positions as words, multisets of cards as planes.

A *word* is a set of positions 0 to 61, one bit each. *Planes* are a tuple of words: plane k has a
position when there are more than k copies of the card there. Two decks need two planes, so a hand
is two words and "the pairs" are simply plane 1. The number of planes is fixed when a kernel is
compiled; each function below has its short form for two planes and a loop for any number.

This is the only module with bit operators: rules say what they mean in these words.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from shengsim.kernel import deposit, kernel, leading_zeros, popcount, trailing_zeros, with_plane
from shengsim.kernel import take as take

Word: TypeAlias = int
Planes: TypeAlias = tuple[int, ...]

NOTHING = 0
"""The empty word."""


# Words


@kernel
def bit(position: int) -> Word:
    """The word of one position."""
    return 1 << position


@kernel
def below_position(position: int) -> Word:
    """All positions lower than this one."""
    return (1 << position) - 1


@kernel
def both(a: Word, b: Word) -> Word:
    """The positions in a and in b."""
    return a & b


@kernel
def either(a: Word, b: Word) -> Word:
    """The positions in a or in b."""
    return a | b


@kernel
def minus(a: Word, b: Word) -> Word:
    """The positions in a that are not in b."""
    return a & ~b


@kernel
def within(a: Word, b: Word) -> bool:
    """Whether every position of a is in b."""
    return a & ~b == 0


@kernel
def has(word: Word, position: int) -> bool:
    """Whether the position is in the word."""
    return word >> position & 1 == 1


@kernel
def count(word: Word) -> int:
    """How many positions the word has."""
    return popcount(word)


@kernel
def lowest(word: Word) -> int:
    """The lowest position of a word that is not empty."""
    return trailing_zeros(word)


@kernel
def highest(word: Word) -> int:
    """The highest position of a word; -1 of the empty word."""
    return 63 - leading_zeros(word)


@kernel
def lowest_bit(word: Word) -> Word:
    """The lowest position, as a word."""
    return word & -word


@kernel
def lowest_bits(word: Word, n: int) -> Word:
    """The n lowest positions, or all if there are fewer, as a word."""
    return deposit((1 << n) - 1, word)


@kernel
def nth_bit(word: Word, n: int) -> Word:
    """The n-th position from the lowest (from 0), as a word."""
    return deposit(1 << n, word)


@kernel
def shifted_down(word: Word, places: int) -> Word:
    """Every position lowered; those that fall below 0 are gone."""
    return word >> places


@kernel
def shifted_up(word: Word, places: int) -> Word:
    """Every position raised."""
    return word << places


@kernel
def run_from(position: int, length: int) -> Word:
    """The positions of a run that starts at this one and goes up."""
    return ((1 << length) - 1) << position


@kernel
def runs(word: Word, length: int) -> Word:
    """Where a run of this many neighbouring positions begins (its lowest)."""
    starts = word
    for _ in range(length - 1):
        starts = word & starts >> 1
    return starts


@kernel
def longest_run(word: Word) -> int:
    """The length of the longest run of neighbouring positions; 0 of the empty word."""
    length = 0
    while word != 0:
        word = word & word >> 1
        length += 1
    return length


@kernel
def moved_last(word: Word, low: int, width: int, n_fields: int, field: int) -> Word:
    """Of n_fields fields of the given width from position low, moves one to the last place.

    The fields above it move down by one place; all other positions stay.
    """
    start = low + field * width
    last = low + (n_fields - 1) * width
    one = ((1 << width) - 1) << start
    above = ((1 << (last - start)) - 1) << (start + width)
    return word & ~(one | above) | (word & above) >> width | (word & one) << (last - start)


@kernel
def moved_back(word: Word, low: int, width: int, n_fields: int, field: int) -> Word:
    """The inverse of moved_last."""
    start = low + field * width
    last = low + (n_fields - 1) * width
    one = ((1 << width) - 1) << last
    above = ((1 << (last - start)) - 1) << start
    return word & ~(one | above) | (word & above) << width | (word & one) >> (last - start)


# Planes


@kernel
def no_cards(like: Planes) -> Planes:
    """Planes without a card, as many as the given ones."""
    if len(like) == 2:
        return (0, 0)
    planes = like
    for k in range(len(like)):
        planes = with_plane(planes, k, 0)
    return planes


@kernel
def copies_of(like: Planes, word: Word, n: int) -> Planes:
    """n copies of every card at the word's positions, in as many planes as the given ones."""
    if len(like) == 2:
        return (word, word if n > 1 else 0)
    planes = like
    for k in range(len(like)):
        planes = with_plane(planes, k, word if k < n else 0)
    return planes


@kernel
def held(cards: Planes, n: int) -> Word:
    """The positions with n copies or more."""
    return cards[n - 1]


@kernel
def exactly(cards: Planes, n: int) -> Word:
    """The positions with exactly n copies."""
    return cards[n - 1] & ~cards[n] if n < len(cards) else cards[n - 1]


@kernel
def only(cards: Planes, word: Word) -> Planes:
    """The cards at the word's positions."""
    if len(cards) == 2:
        return (cards[0] & word, cards[1] & word)
    planes = cards
    for k in range(len(cards)):
        planes = with_plane(planes, k, cards[k] & word)
    return planes


@kernel
def except_for(cards: Planes, word: Word) -> Planes:
    """The cards that are not at the word's positions."""
    if len(cards) == 2:
        return (cards[0] & ~word, cards[1] & ~word)
    planes = cards
    for k in range(len(cards)):
        planes = with_plane(planes, k, cards[k] & ~word)
    return planes


@kernel
def plus(a: Planes, b: Planes) -> Planes:
    """All cards of a and of b; their copies add up to no more than there are planes."""
    if len(a) == 2:
        return (a[0] | b[0], a[1] | b[1] | a[0] & b[0])
    planes = a
    for k in range(len(a)):
        word = a[k] | b[k]
        for j in range(k):
            word |= a[j] & b[k - 1 - j]
        planes = with_plane(planes, k, word)
    return planes


@kernel
def less(a: Planes, b: Planes) -> Planes:
    """The cards of a without those of b; what b has more of is ignored."""
    if len(a) == 2:
        return (a[0] & ~b[0] | a[1] & ~b[1], a[1] & ~b[0])
    planes = a
    for k in range(len(a)):
        word = 0
        for j in range(len(a) - k):
            word |= a[k + j] & ~b[j]
        planes = with_plane(planes, k, word)
    return planes


@kernel
def holds(a: Planes, b: Planes) -> bool:
    """Whether every card of b, copy by copy, is in a."""
    if len(a) == 2:
        return b[0] & ~a[0] | b[1] & ~a[1] == 0
    missing = 0
    for k in range(len(a)):
        missing |= b[k] & ~a[k]
    return missing == 0


@kernel
def n_cards(cards: Planes) -> int:
    """How many cards there are."""
    if len(cards) == 2:
        return popcount(cards[0]) + popcount(cards[1])
    n = 0
    for k in range(len(cards)):
        n += popcount(cards[k])
    return n


@kernel
def nth_card(cards: Planes, n: int) -> Word:
    """The position of the n-th card (from 0), counting every copy once, as a word."""
    for k in range(len(cards)):
        in_plane = popcount(cards[k])
        if n < in_plane:
            return deposit(1 << n, cards[k])
        n -= in_plane
    return 0


# Planes in arrays: a row of int64[n, n_planes], whose second extent fixes the number of planes.


@kernel
def put(rows: Any, row: int, cards: Planes) -> None:
    """Stores planes in a row of int64[n, n_planes]."""
    for k in range(len(cards)):
        rows[row, k] = cards[k]


@kernel
def put_one(rows: Any, row: int, word: Word) -> None:
    """Adds one card at each of the word's positions to a row of int64[n, n_planes]."""
    for k in range(rows.shape[1]):
        more = rows[row, k] & word
        rows[row, k] |= word
        word = more
