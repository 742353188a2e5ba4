"""How the heuristic bot answers a lead of several cards with three packs or more."""

from __future__ import annotations

from typing import Any

from shengsim.bots.shengji.heuristic_cards import FEED, from_level, least_needed
from shengsim.games.shengji import trick
from shengsim.games.shengji.answer import gives_what_is_owed
from shengsim.games.shengji.lead import cards_of_run, length_of, n_tuples, places, tuples_in, width_of
from shengsim.games.shengji.obligation import must_give_pairs
from shengsim.games.shengji.serve import GIVEN, OWED, WHOLE, serve
from shengsim.kernel import rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    below_position,
    bit,
    both,
    copies_of,
    either,
    exactly,
    held,
    highest,
    less,
    lowest,
    lowest_bit,
    minus,
    n_cards,
    no_cards,
    plus,
    take,
)

LOW, CHEAP, HIGH = range(3)
"""What an answer to a lead aims at: to lose little, to win by little, to win by much."""


@rare_kernel
def wide_answer(rules: Any, table: Any, cards: Planes, sort: int, aim: int) -> Planes:
    """As many cards as were led, of more in one suit, with what they owe to the lead's structure."""
    if n_tuples(table.lead) == 0:
        return filled(table, cards, some_top(rules, table, cards, sort), aim)
    chosen = no_cards(cards)
    if sort != LOW:
        chosen = winning_answer(rules, table, cards, sort)
    elif n_tuples(table.lead) == 1 and length_of(table.lead, 0) == 1:
        chosen = least_tuple(rules, table, cards, aim)
    if n_cards(chosen) > 0:
        play = filled(table, cards, chosen, aim)
        if not must_give_pairs(rules) or gives_what_is_owed(rules, table, cards, play):
            return play
    serve(rules, table, cards, OWED if must_give_pairs(rules) else GIVEN)
    return filled(table, cards, less(cards, take(table.search.left, 0)), aim)


@rare_kernel
def filled(table: Any, cards: Planes, chosen: Planes, aim: int) -> Planes:
    """What is chosen, and what else must be given."""
    return plus(chosen, least_needed(table, less(cards, chosen), table.lead.n_cards - n_cards(chosen), aim))


@rare_kernel
def some_top(rules: Any, table: Any, cards: Planes, sort: int) -> Planes:
    """The card that is to take a trick of single cards, if there is one."""
    top = NOTHING
    if sort != LOW:
        top = from_level(table, held(cards, 1), trick.deciding_level(rules, table) + 1)
        if top != NOTHING:
            top = bit(highest(top)) if sort == HIGH else lowest_bit(top)
    return copies_of(cards, top, 1)


@rare_kernel
def winning_answer(rules: Any, table: Any, cards: Planes, sort: int) -> Planes:
    """The sets that take the trick; nothing where there are none."""
    width, length = width_of(table.lead, 0), length_of(table.lead, 0)
    if n_tuples(table.lead) == 1:
        floor = max(0, trick.deciding_level(rules, table) + 2 - length)
        starts = minus(places(table, tuples_in(rules, cards, width), length), below_position(floor))
        if starts != NOTHING:
            low = highest(starts) if sort == HIGH else lowest(starts)
            return cards_of_run(table, cards, low, width, length)
    elif serve(rules, table, cards, WHOLE):
        return less(cards, take(table.search.left, 0))
    return no_cards(cards)


@rare_kernel
def least_tuple(rules: Any, table: Any, cards: Planes, aim: int) -> Planes:
    """The lowest set as wide as the one led, with points to FEED, else without; larger ones last."""
    width = width_of(table.lead, 0)
    tuples = tuples_in(rules, cards, width)
    if tuples == NOTHING:
        return no_cards(cards)
    if both(tuples, exactly(cards, width)) != NOTHING:
        tuples = both(tuples, exactly(cards, width))
    points = either(table.fives, table.tens)
    some = both(tuples, points) if aim == FEED else minus(tuples, points)
    return copies_of(cards, lowest_bit(some if some != NOTHING else tuples), width)
