"""Throws: several components led at once, which stand only if nobody can beat one of them in suit.

(000-58, 000-59, 000-60, 002-63, 002-64, 003-16, 003-17; B23 to B28, B32, B47)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.choices import Failed, Penalty
from shengsim.games.shengji.lead import neighbours, pairs_in
from shengsim.games.shengji.order import at_levels, level, points_of
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    Word,
    both,
    copies_of,
    held,
    highest,
    less,
    lowest_bit,
    n_cards,
    run_from,
    runs,
    take,
)

NOBODY = -1
UNRATED = 2**40


@rare_kernel
def what_stays(rules: Any, state: Any, seat: int, cards: Planes, lead: Any) -> Planes:
    """What of a throw stays on the table: all of it, or the component that must be played instead.

    ``lead`` is the throw as read. Where a player may
    choose, the leader gives up as few points as he can and the challenger takes as many, both then
    the lowest component.
    """
    by = whose_cards_count(rules, state, seat, cards, lead)
    stays = cards
    lowest_rating = UNRATED
    left = cards
    while n_cards(left) > 0:
        part = next_component(rules, state.table, left, lead)
        left = less(left, part)
        if is_beatable(rules, state, seat, part, lead.positions, by):
            rating = 64 * top_level(state.table, part) + n_cards(part)
            if on_failure(rules) == Failed.LEADER_CHOICE:
                rating += 8192 * points_of(state.table, part)
            elif on_failure(rules) == Failed.FIRST_IN_TURN:
                rating += 8192 * n_cards(part)
            elif on_failure(rules) == Failed.CHALLENGER_CHOICE:
                rating -= 8192 * points_of(state.table, part)
            if rating < lowest_rating:
                lowest_rating = rating
                stays = part
    return stays


@kernel
def whose_cards_count(rules: Any, state: Any, seat: int, cards: Planes, lead: Any) -> int:
    """The seat that alone decides what can be beaten; NOBODY where anybody's cards count (B24)."""
    if on_failure(rules) == Failed.FIRST_IN_TURN or on_failure(rules) == Failed.CHALLENGER_CHOICE:
        return first_challenger(rules, state, seat, cards, lead)
    return NOBODY


@kernel
def is_chosen(rules: Any) -> bool:
    """Whether a player chooses what must be played of a failed throw (B24)."""
    return on_failure(rules) == Failed.LEADER_CHOICE or on_failure(rules) == Failed.CHALLENGER_CHOICE


@kernel
def on_failure(rules: Any) -> int:
    """Rule throw.failed (000-59, 002-64, 003-17, B24, B47)."""
    return rules.throw.failed


@kernel
def next_component(rules: Any, table: Any, left: Planes, lead: Any) -> Planes:
    """The next component of what is left of a throw: its tractors, then pairs, then singles."""
    pairs = pairs_in(rules, left)
    word = neighbours(table, pairs)
    for i in range(lead.n_tractors):
        tractor = run_from(lead.low[i], lead.length[i])
        if both(word, tractor) == tractor:
            return copies_of(left, at_levels(table, pairs, tractor), 2)
    if pairs != NOTHING:
        return copies_of(left, lowest_bit(pairs), 2)
    return copies_of(left, lowest_bit(held(left, 1)), 1)


@kernel
def n_pairs_of(rules: Any, component: Planes) -> int:
    """0 for a single, 1 for a pair, the length of a tractor."""
    return n_cards(component) // 2 if pairs_in(rules, component) != NOTHING else 0


@kernel
def top_level(table: Any, component: Planes) -> int:
    """The level of a component's highest card."""
    return level(table, held(component, 1))


@rare_kernel
def first_challenger(rules: Any, state: Any, seat: int, cards: Planes, lead: Any) -> int:
    """The first seat after the leader's that can beat a component; NOBODY if none can (B25)."""
    n_seats = state.table.n_seats
    for step in range(1, n_seats):
        other = (seat + step) % n_seats
        left = cards
        while n_cards(left) > 0:
            part = next_component(rules, state.table, left, lead)
            left = less(left, part)
            if can_beat(rules, state.table, take(state.hands, other), part, lead.positions):
                return other
    return NOBODY


@rare_kernel
def is_beatable(rules: Any, state: Any, seat: int, part: Planes, positions: Word, by: int) -> bool:
    """Whether anybody (or only the seat ``by``) can beat a component in its suit; partners too (B25)."""
    for step in range(1, state.table.n_seats):
        other = (seat + step) % state.table.n_seats
        if (by == NOBODY or by == other) and can_beat(
            rules, state.table, take(state.hands, other), part, positions
        ):
            return True
    return False


@kernel
def can_beat(rules: Any, table: Any, hand: Planes, part: Planes, positions: Word) -> bool:
    """Whether a hand has, in the suit, something of a component's kind that is higher (B26, B27)."""
    length = n_pairs_of(rules, part)
    top = top_level(table, part)
    if length == 0:
        return level(table, both(held(hand, 1), positions)) > top
    pairs = both(pairs_in(rules, hand), positions)
    if length == 1:
        return level(table, pairs) > top
    if is_exempt(rules):
        return False
    return highest(runs(neighbours(table, pairs), length)) + length - 1 > top


@kernel
def is_exempt(rules: Any) -> bool:
    """Whether tractors in a throw are safe. Rule throw.tractor_exempt (000-60, 002-64, B23)."""
    return rules.throw.tractor_exempt != 0


@kernel
def loses_round(rules: Any) -> bool:
    """Whether a failed throw ends the deal (003-17, B47)."""
    return on_failure(rules) == Failed.LOSE_ROUND


@rare_kernel
def penalty(rules: Any, state: Any, seat: int, cards: Planes, stays: Planes, lead: Any) -> int:
    """Points a failed throw gives to the other side. Rule throw.penalty (B28)."""
    if rules.throw.penalty == Penalty.NONE:
        return 0
    if rules.throw.penalty == Penalty.TEN_PER_ATTEMPT:
        return 10
    if rules.throw.penalty == Penalty.TEN_PER_CARD:
        return 10 * (n_cards(cards) - n_cards(stays))
    n = 0
    left = cards
    while n_cards(left) > 0:
        part = next_component(rules, state.table, left, lead)
        left = less(left, part)
        if is_beatable(rules, state, seat, part, lead.positions, NOBODY):
            n += n_cards(part)
    return 10 * n
