"""What the heuristic bot knows of the cards: which are still out, who is void, which it needs least."""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.choices import Multiplier
from shengsim.games.shengji.deal import n_kitty
from shengsim.games.shengji.kitty import system_of, why_illegal_burial
from shengsim.games.shengji.order import FIELD, JOKERS, RANK_CARDS
from shengsim.games.shengji.state import Reason
from shengsim.kernel import kernel, rare_kernel, with_plane
from shengsim.planes import (
    NOTHING,
    Planes,
    Word,
    below_position,
    bit,
    both,
    copies_of,
    count,
    either,
    exactly,
    except_for,
    held,
    less,
    lowest,
    lowest_bit,
    lowest_bits,
    minus,
    n_cards,
    no_cards,
    only,
    plus,
    run_from,
    shifted_down,
    take,
    within,
)

BURIED = 1
"""The first column of memory with what the seat buried, a plane each."""

TOO_MANY = 1000
"""More cards than a suit has."""
RANKS = 12
"""Ranks of a field."""
ONE_EACH = bit(0) + bit(FIELD) + bit(2 * FIELD) + bit(3 * FIELD)
"""The lowest rank of every field."""
ACES = ONE_EACH * bit(RANKS - 1)
"""The highest rank of every field."""
CROSSED_BY_1, CROSSED_BY_2, CROSSED_BY_4, CROSSED_BY_8 = (
    ONE_EACH * (below_position(FIELD) - below_position(FIELD - places)) for places in (1, 2, 4, 8)
)
"""Where cards lowered by so many places have come from the field above."""

NO_THROWS, NO_TRACTORS, NO_RUFFS, NO_OVERCALLS = range(4)
"""What a restricted bot may be barred from: positions in the word of its memory's column BARRED."""

KEEP, HIDE, FILL, FEED = range(4)
"""What cards are given away for: to lose little; the same, points as soon as other cards; to fill a kitty
with points; to bring points into a trick."""

HIDES_FROM, FILLS_FROM, OF_CARDS = 13, 22, 33
"""The strength in trumps, of so many cards in hand, from which a dealer hides points in a kitty that counts
double, and fills it."""


@rare_kernel
def unseen(table: Any, hand: Planes, memory: Any, rules: Any) -> Planes:
    """All cards that the seat in turn has not seen: in other hands, or in a kitty that it did not bury."""
    seat = table.turn
    left = less(less(take(table.pack, 0), hand), take(table.seen, 0))
    if table.burier == seat:
        buried = hand
        for k in range(len(hand)):
            buried = with_plane(buried, k, memory[seat, BURIED + k])
        left = less(left, buried)
    return left


@kernel
def ruffed_by(table: Any, other: int) -> Word:
    """The positions that another seat is known to be able to ruff, if it has trumps."""
    voids = table.voids[other]
    return NOTHING if both(voids, table.trumps) != NOTHING else voids


@kernel
def below_some(word: Word) -> Word:
    """All positions of plain suits that lie below one of these in its field."""
    found = minus(shifted_down(word, 1), CROSSED_BY_1)
    found = either(found, minus(shifted_down(found, 1), CROSSED_BY_1))
    found = either(found, minus(shifted_down(found, 2), CROSSED_BY_2))
    found = either(found, minus(shifted_down(found, 4), CROSSED_BY_4))
    return either(found, minus(shifted_down(found, 8), CROSSED_BY_8))


@kernel
def from_level(table: Any, word: Word, level: int) -> Word:
    """The cards at this level or above it."""
    return minus(word, below_position(max(0, level if level <= table.equal_level else level + 3)))


@kernel
def points_in(table: Any) -> Word:
    """The cards that are worth points; red fives are worth more as the highest trumps."""
    return minus(either(table.fives, table.tens), table.red_fives)


@kernel
def lowest_to_score(table: Any, faces: Word) -> Word:
    """The lowest ten, else the lowest five that is no red one on top, else the lowest."""
    found = both(faces, table.tens)
    if found == NOTHING:
        found = minus(both(faces, table.fives), table.red_fives)
    return lowest_bit(found if found != NOTHING else faces)


@kernel
def of_shortest_suit(cards: Planes, found: Word) -> Word:
    """Those of the faces found that are of the shortest suit; the rank cards and jokers count as none."""
    start = lowest(found) // FIELD * FIELD
    if start >= RANK_CARDS or within(found, run_from(start, FIELD)):
        return found
    best = NOTHING
    n_best = TOO_MANY
    for suit in range(4):  # without a branch: which suit is shortest cannot be foretold
        field = run_from(suit * FIELD, FIELD)
        n_of_suit = n_cards(only(cards, field)) + (0 if both(found, field) != NOTHING else TOO_MANY)
        best = field if n_of_suit < n_best else best
        n_best = min(n_best, n_of_suit)
    return both(found, best)


@rare_kernel
def least_needed(table: Any, cards: Planes, n: int, aim: int) -> Planes:
    """n of the cards: those it can best do without, or, to FEED a trick, points first.

    From the shortest suit first, which is the shortest still when some of it are gone: single cards go
    several at once. Red fives that are the highest trumps are never among them while there are others.
    """
    points = points_in(table)
    guarded = ACES if aim == HIDE or aim == FILL else either(points, ACES)
    chosen = no_cards(cards)
    left = cards
    if table.red_fives != NOTHING:
        spare = except_for(cards, table.red_fives)
        left = spare if n_cards(spare) >= n else cards
    while n > 0:
        faces = held(left, 1)
        plain = minus(faces, table.trumps)
        singles = exactly(left, 1)
        n_at_once = 1
        found = NOTHING
        if aim == FEED:
            found = both(plain, points)
            if found == NOTHING:
                found = both(faces, points)
            if found != NOTHING:
                found = lowest_to_score(table, found)
        elif aim == FILL:
            found = minus(both(plain, points), ACES)
            if both(found, singles) != NOTHING:
                found = both(found, singles)
                n_at_once = n
        if found == NOTHING:
            cheap = minus(faces, guarded)
            found = both(both(cheap, plain), singles)
            n_at_once = n if found != NOTHING else 1
            if found == NOTHING:
                found = both(cheap, plain)
            if found == NOTHING:
                found = both(cheap, below_position(RANK_CARDS))
            if found == NOTHING:
                found = both(plain, table.fives)
            if found == NOTHING:
                found = minus(plain, ACES)
            if found == NOTHING:
                found = plain
            if found == NOTHING:
                found = minus(faces, points)
            if found == NOTHING:
                found = faces
        found = lowest_bits(of_shortest_suit(left, found), n_at_once)
        chosen = plus(chosen, copies_of(cards, found, 1))
        left = less(left, copies_of(cards, found, 1))
        n -= count(found)
    return chosen


@kernel
def aim_of_burial(table: Any, hand: Planes, rules: Any) -> int:
    """Whether the dealer keeps points out of the kitty, HIDEs or FILLs: by what they may cost there.

    The strength is the number of trumps; jokers, red fives on top and pairs of trumps count once more.
    """
    system = system_of(rules)
    if system == Multiplier.NONE:
        return FILL
    trumps = only(hand, table.trumps)
    strength = n_cards(trumps) + n_cards(only(trumps, run_from(JOKERS, 4))) + count(held(trumps, 2))
    strength = strength * OF_CARDS // n_cards(hand)
    if strength >= FILLS_FROM:
        return FILL
    return HIDE if strength >= HIDES_FROM or system == Multiplier.FIXED_1 else KEEP


@rare_kernel
def bury_least_needed(table: Any, hand: Planes, rules: Any) -> Planes:
    """A legal kitty of the cards it needs least."""
    n = n_kitty(rules)
    buried = least_needed(table, hand, n, aim_of_burial(table, hand, rules))
    if why_illegal_burial(rules, table, hand, buried) != Reason.LEGAL:  # points only at need
        others = except_for(hand, either(table.fives, table.tens))
        buried = least_needed(table, others, min(n, n_cards(others)), KEEP)
        buried = plus(buried, least_needed(table, less(hand, buried), n - n_cards(buried), KEEP))
    return buried
