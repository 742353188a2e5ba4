"""What a hand holds: at which ranks and places it has a combination, and the cards of it. Reads no knob.

What is at a place is told by an *index*: the rank of equal cards, the key of a row. So a set of indices is
a rank word, whatever the form, and those over the play on the table are another.

(001-5, 001-14, 001-16, 001-20)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.winner.bomb import BOMB_STEP, is_jokers_bomb
from shengsim.games.winner.choices import StraightTie
from shengsim.games.winner.combination import (
    keys_of,
    ranks_in_row,
    rows_in,
    start_of_key,
    straight_tie,
)
from shengsim.games.winner.order import ABOVE_ALL, JOKER, RED_JOKER, jokers_stay_top, suits_rank
from shengsim.games.winner.state import Form
from shengsim.kernel import kernel
from shengsim.nibbles import (
    Counts,
    Ranks,
    all_of,
    counts_of,
    has_rank,
    in_suit,
    n_of_each,
    n_ranks,
    of_suit,
    rank_at,
    rank_bit,
    ranks_above,
    ranks_below,
    ranks_between,
    ranks_with,
)
from shengsim.planes import (
    NOTHING,
    Planes,
    bit,
    both,
    copies_of,
    either,
    held,
    highest,
    less,
    minus,
    n_cards,
    no_cards,
    only,
    plus,
)

JOKERS = ranks_between(JOKER, RED_JOKER)
ANY = either(ranks_below(RED_JOKER + 1), rank_bit(RED_JOKER + 1))
"""Every index."""


@kernel
def each_of_row(form: int) -> int:
    """Cards of each rank in a row of a form."""
    if form == Form.PAIRS:
        return 2
    return 3 if form == Form.TRIPLES else 1


@kernel
def held_at(rules: Any, counts: Counts, form: int, n: int) -> Ranks:
    """The indices at which counts have a combination of a form and number; bombs are told by size."""
    if form <= Form.FOUR:
        return ranks_with(counts, n)
    if form == Form.BOMB:
        return ranks_with(counts, n)
    if form == Form.TRIPLE_WITH_SINGLE:
        return ranks_with(counts, 3) if n_ranks(ranks_with(counts, 1)) > 1 else NOTHING
    if form == Form.FULL_HOUSE:
        return ranks_with(counts, 3) if n_ranks(ranks_with(counts, 2)) > 1 else NOTHING
    each = each_of_row(form)
    return keys_of(rules, rows_in(rules, form, ranks_with(counts, each), n // each))


@kernel
def suit_may_decide(rules: Any, form: int) -> bool:
    """Whether of two plays with one index one may beat the other."""
    if form == Form.STRAIGHT or form == Form.STRAIGHT_FLUSH:
        return straight_tie(rules) != StraightTie.NONE
    return suits_rank(rules)


@kernel
def over(rules: Any, table: Any) -> Ranks:
    """The indices that beat the play on the table, no bomb, among plays of its form and number.

    Where suits may decide, its own index is one of them, and so may be all.
    """
    index = rank_at(table.order - (ABOVE_ALL if table.order >= ABOVE_ALL else 0))
    is_straight = table.form == Form.STRAIGHT or table.form == Form.STRAIGHT_FLUSH
    if is_straight and straight_tie(rules) == StraightTie.SUIT_REPLACES_RANK:
        return ANY
    if not table.is_reversed:
        found = ranks_above(index)
    elif table.form <= Form.PAIR and jokers_stay_top(rules):
        found = either(ranks_below(index), JOKERS) if index < JOKER else both(ranks_above(index), JOKERS)
    else:
        found = ranks_below(index)
    return either(found, rank_bit(index)) if suit_may_decide(rules, table.form) else found


@kernel
def equal_cards(hand: Planes, rank: int, n: int) -> Planes:
    """n cards of a rank, of the lowest suits."""
    return n_of_each(hand, rank_bit(rank), n)


@kernel
def with_highest(hand: Planes, cards: Planes, rank: int, n: int) -> Planes:
    """Cards with n of a rank among them, changed so that one of these is the hand's highest of the rank."""
    place = all_of(rank_bit(rank))
    top = bit(highest(both(held(hand, 1), place)))
    if both(held(cards, 1), top) != NOTHING:
        return cards
    fewer = n_of_each(cards, rank_bit(rank), n - 1)
    others = less(cards, only(cards, place))
    return plus(plus(others, fewer), copies_of(cards, top, 1))


@kernel
def row_at(rules: Any, hand: Planes, form: int, n: int, key: int) -> Planes:
    """The cards of a row, of the lowest suits."""
    each = each_of_row(form)
    return n_of_each(hand, ranks_in_row(start_of_key(rules, key), n // each), each)


@kernel
def flushes_at(rules: Any, hand: Planes, suit: int, n: int) -> Ranks:
    """The keys of a suit's straights of n cards."""
    return keys_of(rules, rows_in(rules, Form.STRAIGHT, of_suit(held(hand, 1), suit), n))


@kernel
def flush_at(rules: Any, hand: Planes, suit: int, n: int, key: int) -> Planes:
    """The cards of a straight of one suit."""
    return copies_of(hand, in_suit(ranks_in_row(start_of_key(rules, key), n), suit), 1)


@kernel
def jokers_bomb(rules: Any, hand: Planes) -> Planes:
    """All jokers of the packs, if the hand holds them and they are a bomb; else no cards."""
    jokers = only(hand, all_of(JOKERS))
    ranks = ranks_with(counts_of(jokers), 1)
    return jokers if is_jokers_bomb(rules, ranks, n_cards(jokers)) else no_cards(hand)


@kernel
def bombs_over(counts: Counts, table: Any, size: int) -> Ranks:
    """The ranks at which counts have bombs of a size that beat what is on the table, by size and rank."""
    ranks = ranks_with(counts, size)
    if table.form != Form.BOMB:
        return ranks
    of_table = table.order // BOMB_STEP
    if size != of_table:
        return ranks if size > of_table else NOTHING
    return both(ranks, ranks_above(rank_at(table.order - of_table * BOMB_STEP)))


@kernel
def without_rank(ranks: Ranks, rank: int) -> Ranks:
    """Some ranks but one."""
    return minus(ranks, rank_bit(rank)) if has_rank(ranks, rank) else ranks
