"""What the heuristic bot knows of the cards: which are still out, who is void, which it needs least."""

from __future__ import annotations

from typing import Any

from shengsim.cards import N_FACES
from shengsim.games.shengji.deal import n_kitty, n_packed
from shengsim.games.shengji.kitty import why_illegal_burial
from shengsim.games.shengji.order import FIELD, RANK_CARDS
from shengsim.games.shengji.state import MAX_SEATS, Reason
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
    lowest_bit,
    minus,
    n_cards,
    no_cards,
    plus,
    run_from,
    shifted_down,
    take,
)

VOIDS = 1
"""The first column of memory with what each seat is known to be void in, as positions."""
BURIED = VOIDS + MAX_SEATS
"""The first column of memory with what the seat buried, a plane each."""

RANKS = 12
"""Ranks of a field."""
ONE_EACH = bit(0) + bit(FIELD) + bit(2 * FIELD) + bit(3 * FIELD)
"""The lowest rank of every field."""
FACES = ONE_EACH * below_position(RANKS) + run_from(RANK_CARDS, 6)
"""All faces."""
ACES = ONE_EACH * bit(RANKS - 1)
"""The highest rank of every field."""
CROSSED_BY_1, CROSSED_BY_2, CROSSED_BY_4, CROSSED_BY_8 = (
    ONE_EACH * (below_position(FIELD) - below_position(FIELD - places)) for places in (1, 2, 4, 8)
)
"""Where cards lowered by so many places have come from the field above."""

KEEP, FEED = 0, 1
"""What cards are given away for: to lose little, or to bring points into a trick."""


@rare_kernel
def unseen(table: Any, hand: Planes, memory: Any, rules: Any) -> Planes:
    """All cards that the seat in turn has not seen: in other hands, or in a kitty that it did not bury."""
    seat = table.turn
    left = less(less(copies_of(hand, FACES, n_packed(rules) // N_FACES), hand), take(table.seen, 0))
    if table.dealer == seat:
        buried = hand
        for k in range(len(hand)):
            buried = with_plane(buried, k, memory[seat, BURIED + k])
        left = less(left, buried)
    if table.n_played < table.n_seats:
        other = table.leader
        for _ in range(table.n_played):
            left = less(left, take(table.plays, other))
            other = other + 1 if other + 1 < table.n_seats else 0
    return left


@rare_kernel
def note_voids(table: Any, memory: Any, n_plays: int) -> None:
    """Remembers who did not follow suit among the first plays that lie on the table."""
    seat = table.turn
    if table.trick == 0:
        for other in range(table.n_seats):
            memory[seat, VOIDS + other] = NOTHING
    other = table.leader
    for _ in range(n_plays):
        if minus(table.plays[other, 0], table.lead.positions) != NOTHING:
            memory[seat, VOIDS + other] = either(memory[seat, VOIDS + other], table.lead.positions)
        other = other + 1 if other + 1 < table.n_seats else 0


@kernel
def ruffed_by(table: Any, memory: Any, other: int) -> Word:
    """The positions that another seat is known to be able to ruff, if it has trumps."""
    voids = memory[table.turn, VOIDS + other]
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
def lowest_to_score(table: Any, faces: Word) -> Word:
    """The lowest ten, else the lowest five, else the lowest."""
    found = both(faces, table.tens)
    if found == NOTHING:
        found = both(faces, table.fives)
    return lowest_bit(found if found != NOTHING else faces)


@rare_kernel
def least_needed(table: Any, cards: Planes, n: int, aim: int) -> Planes:
    """n of the cards: those it can best do without, or, to FEED a trick, points first."""
    points = either(table.fives, table.tens)
    chosen = no_cards(cards)
    left = cards
    for _ in range(n):
        faces = held(left, 1)
        plain = minus(faces, table.trumps)
        found = NOTHING
        if aim == FEED:
            found = both(plain, points)
            if found == NOTHING:
                found = both(faces, points)
            if found != NOTHING:
                found = lowest_to_score(table, found)
        if found == NOTHING:
            cheap = minus(minus(faces, points), ACES)
            found = both(both(cheap, plain), exactly(left, 1))
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
        best = found
        n_best = 100
        for suit in range(4):  # of several suits, the shortest
            field = run_from(suit * FIELD, FIELD)
            of_suit = both(found, field)
            if of_suit != NOTHING:
                n_of_suit = count(both(held(left, 1), field)) + count(both(held(left, 2), field))
                if n_of_suit < n_best:
                    n_best = n_of_suit
                    best = of_suit
        card = copies_of(cards, lowest_bit(best), 1)
        chosen = plus(chosen, card)
        left = less(left, card)
    return chosen


@rare_kernel
def bury_least_needed(table: Any, hand: Planes, rules: Any) -> Planes:
    """A legal kitty of the cards it needs least."""
    n = n_kitty(rules)
    buried = no_cards(hand)
    cards = hand
    for _ in range(2):
        buried = plus(buried, least_needed(table, cards, n - n_cards(buried), KEEP))
        if why_illegal_burial(rules, table, hand, buried) == Reason.LEGAL:
            break
        buried = except_for(hand, either(table.fives, table.tens))
        if n_cards(buried) > n:
            buried = least_needed(table, buried, n, KEEP)
        cards = less(hand, buried)
    return buried
