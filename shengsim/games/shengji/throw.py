"""Throws: several components led at once, which stand only if nobody can beat one of them in suit.

(000-58, 000-59, 000-60, 002-63, 002-64, 003-16, 003-17; B23 to B28, B32, B47)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.choices import Failed, Penalty
from shengsim.games.shengji.deal import n_packs
from shengsim.games.shengji.lead import cards_of_part, pairs_in, places
from shengsim.games.shengji.order import level, levels, points_of
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    Word,
    both,
    copies_of,
    count,
    held,
    highest,
    less,
    lowest_bit,
    n_cards,
    run_from,
    take,
    within,
)

NOBODY = -1
CARDS, POINT = 2**8, 2**16
"""What a level weighs against a card, and a point against a level."""
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
            rating = CARDS * top_level(state.table, part) + n_cards(part)
            if on_failure(rules) == Failed.LEADER_CHOICE:
                rating += POINT * points_of(state.table, part)
            elif on_failure(rules) == Failed.FIRST_IN_TURN:
                rating += POINT * n_cards(part)
            elif on_failure(rules) == Failed.CHALLENGER_CHOICE:
                rating -= POINT * points_of(state.table, part)
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
    """The next component of what is left of a throw: its parts, then pairs, then singles."""
    for i in range(lead.n_parts):
        if within(run_from(lead.low[i], lead.length[i]), levels(table, held(left, lead.width[i]))):
            return cards_of_part(table, left, lead, i)
    pairs = pairs_in(rules, left)
    if pairs != NOTHING:
        return copies_of(left, lowest_bit(pairs), 2)
    return copies_of(left, lowest_bit(held(left, 1)), 1)


@kernel
def length_of_component(component: Planes) -> int:
    """The levels of a component."""
    return count(held(component, 1))


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
    length = length_of_component(part)
    width = n_cards(part) // length
    if length > 1 and is_exempt(rules, width):
        return False
    starts = places(table, both(held(hand, width), positions), length)
    return highest(starts) + length - 1 > top_level(table, part)


@kernel
def is_exempt(rules: Any, width: int) -> bool:
    """Whether tractors so wide are safe in throws: with any number of packs, of all copies of a card only.

    Rule throw.tractor_exempt (000-60, 000-82, 002-64, 002-88, B23).
    """
    return rules.throw.tractor_exempt != 0 and width >= n_packs(rules)


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
