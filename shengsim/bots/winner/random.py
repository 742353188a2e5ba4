"""``random``: plays any legal thing, as evenly as is sensible.

* Leads: each type that it holds is as likely; then each length of a row, then each place, then each
  card or pair that goes with a triple.
* Follows: each place where it can beat, each bomb, and passing are as likely.
* Suits: half of the time the lowest, half of the time with the highest at the place that decides; one
  straight in two is tried as a straight flush where that is something.
* Offers any two cards, takes either.

It knows no knob: what is legal it asks of the rules.
"""

from __future__ import annotations

from typing import Any

from shengsim.games.winner.bomb import has_bombs, min_bomb
from shengsim.games.winner.combination import straight_flush_is, straight_min, why_illegal_play
from shengsim.games.winner.holding import (
    each_of_row,
    equal_cards,
    flush_at,
    flushes_at,
    held_at,
    jokers_bomb,
    over,
    row_at,
    with_highest,
    without_rank,
)
from shengsim.games.winner.state import Form, Reason
from shengsim.kernel import kernel, rare_kernel
from shengsim.nibbles import counts_of, lowest_rank, n_ranks, nth_rank, rank_at, ranks_with
from shengsim.planes import (
    NOTHING,
    Planes,
    both,
    copies_of,
    held,
    highest,
    less,
    n_cards,
    no_cards,
    nth_card,
    plus,
    take,
)
from shengsim.rng import SEAT, below

N_TRIES = 8
"""Leads tried before the lowest single is led."""
LONGEST_ROW = 13


@rare_kernel
def play(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """Any legal play, or a pass."""
    stream = SEAT + table.turn
    if table.form != Form.NONE:
        return follow(table, hand, rules, rng, stream)
    for _ in range(N_TRIES):
        form = 1 + below(rng, stream, Form.BOMB + 0)
        cards = any_of_form(rules, hand, form, any_length(rules, hand, form, rng, stream), rng, stream)
        if held(cards, 1) != NOTHING and why_illegal_play(rules, table, hand, cards) == Reason.LEGAL:
            return cards
    return equal_cards(hand, lowest_rank(ranks_with(counts_of(hand), 1)), 1)


@kernel
def follow(table: Any, hand: Planes, rules: Any, rng: Any, stream: int) -> Planes:
    """Any play that beats the one on the table, or a pass."""
    counts = counts_of(hand)
    places = NOTHING + 0
    if table.form != Form.BOMB:
        places = both(held_at(rules, counts, table.form, table.n_cards), over(rules, table))
    n_places, n_bombs = n_ranks(places), n_ranks(ranks_with(counts, 3))
    chosen = below(rng, stream, n_places + n_bombs + 2)
    cards = no_cards(hand)
    if chosen < n_places:
        cards = at_index(rules, hand, table.form, table.n_cards, nth_rank(places, chosen), rng, stream)
    elif chosen <= n_places + n_bombs:
        cards = any_of_form(rules, hand, Form.BOMB + 0, 0, rng, stream)
    if why_illegal_play(rules, table, hand, cards) == Reason.LEGAL:
        return cards
    return no_cards(hand)


@rare_kernel
def any_length(rules: Any, hand: Planes, form: int, rng: Any, stream: int) -> int:
    """A number of cards that a form may have; of a row, any that the hand has one of, if it has one."""
    if form <= Form.FOUR:
        return form
    if form <= Form.FULL_HOUSE and form >= Form.TRIPLE_WITH_SINGLE:
        return form - Form.TRIPLE_WITH_SINGLE + 4
    each = each_of_row(form)
    shortest = straight_min(rules) if each == 1 else 2
    longest = shortest
    counts = counts_of(hand)
    while longest < LONGEST_ROW and held_at(rules, counts, row_form(form), each * (longest + 1)) != NOTHING:
        longest += 1
    return each * (shortest + below(rng, stream, longest - shortest + 1))


@kernel
def row_form(form: int) -> int:
    """The form by which a row is looked for: a straight flush is a straight first."""
    return form + 0 if form == Form.PAIRS or form == Form.TRIPLES else Form.STRAIGHT + 0


@rare_kernel
def any_of_form(rules: Any, hand: Planes, form: int, n: int, rng: Any, stream: int) -> Planes:
    """Cards of a form and number, or none if the hand has no such."""
    counts = counts_of(hand)
    if form == Form.BOMB:
        return any_bomb(rules, hand, rng, stream)
    if form == Form.STRAIGHT_FLUSH:
        return any_flush(rules, hand, n, rng, stream)
    places = held_at(rules, counts, form, n)
    if places == NOTHING:
        return no_cards(hand)
    index = nth_rank(places, below(rng, stream, n_ranks(places)))
    return at_index(rules, hand, form, n, index, rng, stream)


@rare_kernel
def any_bomb(rules: Any, hand: Planes, rng: Any, stream: int) -> Planes:
    """A bomb of equal cards or of all jokers, or no cards."""
    if not has_bombs(rules):
        return no_cards(hand)
    counts, smallest = counts_of(hand), min_bomb(rules)
    ranks = ranks_with(counts, smallest)
    jokers = jokers_bomb(rules, hand)
    n = n_ranks(ranks)
    chosen = below(rng, stream, n + 1)
    if chosen == n:
        return jokers
    rank = nth_rank(ranks, chosen)
    most = smallest
    while most < 8 and held_at(rules, counts, Form.BOMB + 0, most + 1) != without_rank(
        held_at(rules, counts, Form.BOMB + 0, most + 1), rank
    ):
        most += 1
    return equal_cards(hand, rank, smallest + below(rng, stream, most - smallest + 1))


@rare_kernel
def any_flush(rules: Any, hand: Planes, n: int, rng: Any, stream: int) -> Planes:
    """A straight of one suit, or no cards."""
    suit = below(rng, stream, 4)
    keys = flushes_at(rules, hand, suit, n)
    if keys == NOTHING:
        return no_cards(hand)
    return flush_at(rules, hand, suit, n, nth_rank(keys, below(rng, stream, n_ranks(keys))))


@rare_kernel
def at_index(rules: Any, hand: Planes, form: int, n: int, index: int, rng: Any, stream: int) -> Planes:
    """Cards of a form at an index that the hand has it at."""
    lots = below(rng, stream, 4)
    if form >= Form.STRAIGHT and straight_flush_is(rules) and lots < 2:
        return any_flush(rules, hand, n, rng, stream)
    if form == Form.TRIPLE_WITH_SINGLE or form == Form.FULL_HOUSE:
        cards = equal_cards(hand, index, 3)
        if lots % 2:
            cards = with_highest(hand, cards, index, 3)
        each = n - 3
        others = without_rank(ranks_with(counts_of(hand), each), index)
        with_it = nth_rank(others, below(rng, stream, n_ranks(others)))
        return plus(cards, equal_cards(hand, with_it, each))
    if form <= Form.FOUR:
        cards = equal_cards(hand, index, n)
        return with_highest(hand, cards, index, n) if lots % 2 else cards
    cards = row_at(rules, hand, form, n, index)
    top = rank_at(highest(held(cards, 1)))
    return with_highest(hand, cards, top, each_of_row(form)) if lots % 2 else cards


@rare_kernel
def offer(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """Any two cards."""
    stream = SEAT + table.turn
    first = copies_of(hand, nth_card(hand, below(rng, stream, n_cards(hand))), 1)
    left = less(hand, first)
    return plus(first, copies_of(hand, nth_card(left, below(rng, stream, n_cards(left))), 1))


@rare_kernel
def choose(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """Either of the two cards offered."""
    offered = take(table.offered, 0)
    return copies_of(offered, nth_card(offered, below(rng, SEAT + table.turn, n_cards(offered))), 1)
