"""Leads: one card, a double, a tractor, or several of these thrown together.

A lead is read the same way whatever the leader had in mind: the part with most cards first, of equals
the tractor, then the wider; then the pairs that are left, then singles. (000-37, 000-39, 000-57, 000-82,
002-34, 002-46, 002-48, 002-62, 002-88, B15, B16, B22)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.choices import TractorTuples
from shengsim.games.shengji.deal import n_packs
from shengsim.games.shengji.order import at_levels, equal_cards, levels, suit_of, suit_word
from shengsim.games.shengji.state import Form, Reason
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    Word,
    both,
    copies_of,
    count,
    either,
    has,
    held,
    holds,
    less,
    longest_run,
    lowest,
    lowest_bit,
    minus,
    n_cards,
    run_from,
    runs,
    shifted_up,
    within,
)

# What a set of identical cards is, and a tractor


@kernel
def has_tuples(rules: Any) -> bool:
    """Whether identical cards are more than singles. Rule lead.pairs (000-81, 002-87)."""
    return rules.lead.pairs != 0


@kernel
def tuples_read(rules: Any) -> int:
    """Which sets of identical cards count. Rule lead.tractor_tuples (002-88, B22)."""
    return rules.lead.tractor_tuples


@kernel
def pairs_in(rules: Any, cards: Planes) -> Word:
    """The doubles: two identical cards (000-39, 002-46)."""
    if len(cards) > 2:
        return tuples_in(rules, cards, 2)
    return held(cards, 2) if has_tuples(rules) else NOTHING


@kernel
def tuples_in(rules: Any, cards: Planes, width: int) -> Word:
    """The cards with so many identical copies, or more, where so many are a set (B22)."""
    if not has_tuples(rules) or width > len(cards):
        return NOTHING
    is_too_narrow = width < n_packs(rules) and tuples_read(rules) == TractorTuples.PLAIN_PAIR_IS_THROW
    return NOTHING if is_too_narrow else held(cards, width)


@kernel
def narrowest_tractor(rules: Any) -> int:
    """Identical cards that each place of a tractor must have. Rule lead.tractor_width (B22)."""
    if tuples_read(rules) == TractorTuples.ANY:
        return rules.lead.tractor_width
    return max(rules.lead.tractor_width, n_packs(rules))


@kernel
def shortest_tractor(rules: Any) -> int:
    """Places in a row that a tractor must have. Rule lead.tractor_length (B16)."""
    return rules.lead.tractor_length


@kernel
def neighbours(table: Any, tuples: Word) -> Word:
    """The levels of these sets that may stand in a tractor."""
    return both(levels(table, tuples), table.chain)


@kernel
def longest_tractor(rules: Any, table: Any, tuples: Word, width: int) -> int:
    """Places of the longest tractor of sets so wide; 1 where there is none (of sets, not of nothing)."""
    if width < narrowest_tractor(rules):
        return 1
    length = longest_run(neighbours(table, tuples))
    return length if length >= shortest_tractor(rules) else 1


@rare_kernel
def places(table: Any, tuples: Word, length: int) -> Word:
    """The levels where so many of these sets in a row begin."""
    return levels(table, tuples) if length == 1 else runs(neighbours(table, tuples), length)


@rare_kernel
def in_tractors(rules: Any, table: Any, tuples: Word) -> Word:
    """The sets that stand in a tractor; of equal ones all, since any can."""
    length = shortest_tractor(rules)
    starts = runs(neighbours(table, tuples), length)
    standing = starts
    for place in range(1, length):
        standing = either(standing, shifted_up(starts, place))
    found = at_levels(table, tuples, standing)
    return either(found, both(tuples, equal_cards(table))) if has(standing, table.equal_level) else found


# Reading


@kernel
def read(rules: Any, table: Any, cards: Planes, lead: Any) -> None:
    """Reads cards of one effective suit, at least one, as a lead."""
    lead.suit = suit_of(table, held(cards, 1))
    lead.positions = suit_word(table, lead.suit)
    lead.n_cards = n_cards(cards)
    lead.n_parts = 0
    pairs = pairs_in(rules, cards)
    lead.n_pairs = count(pairs)
    if len(cards) > 2:
        if held(cards, 2) != NOTHING:
            find_parts(rules, table, cards, lead)
    elif lead.n_pairs >= 2:
        find_tractors(rules, neighbours(table, pairs), lead)
    if lead.n_cards == 1:
        lead.form = Form.SINGLE
    elif lead.n_cards == 2 and lead.n_pairs == 1:
        lead.form = Form.DOUBLE
    elif lead.n_parts == 1 and lead.n_cards == lead.width[0] * lead.length[0]:
        lead.form = Form.TRACTOR if lead.length[0] > 1 else Form.TUPLE
    else:
        lead.form = Form.THROW


@rare_kernel
def find_tractors(rules: Any, left: Word, lead: Any) -> None:
    """Writes down the tractors among neighbouring pairs, longest first."""
    length = longest_run(left)
    while length >= shortest_tractor(rules):
        low = lowest(runs(left, length))
        add_part(lead, 2, length, low)
        left = minus(left, run_from(low, length))
        length = longest_run(left)


@kernel
def add_part(lead: Any, width: int, length: int, low: int) -> None:
    """Writes down the next part."""
    lead.width[lead.n_parts] = width
    lead.length[lead.n_parts] = length
    lead.low[lead.n_parts] = low
    lead.n_parts += 1


@rare_kernel
def find_parts(rules: Any, table: Any, cards: Planes, lead: Any) -> None:
    """Writes down the parts and counts the pairs, of cards from more than two packs.

    Taking the largest part first is best: sets in the longest row so wide are all in it, so that nothing
    of one part is wanted for another as large (held against all splits in tests).
    """
    left = cards
    lead.n_pairs = 0
    width, length = largest_part(rules, table, left)
    while width * length > 2:
        tuples = tuples_in(rules, left, width)
        low = lowest(places(table, tuples, length))
        add_part(lead, width, length, low)
        if width == 2:
            lead.n_pairs += length
        left = less(left, cards_of_part(table, left, lead, lead.n_parts - 1))
        width, length = largest_part(rules, table, left)
    lead.n_pairs += count(tuples_in(rules, left, 2))


@rare_kernel
def largest_part(rules: Any, table: Any, cards: Planes) -> tuple[int, int]:
    """Width and length of the part with most cards, of equals the tractor, then the wider; else 1 and 1."""
    best_width, best_length = 1, 1
    if held(cards, 2) == NOTHING:
        return best_width, best_length
    for width in range(len(cards), 1, -1):
        tuples = tuples_in(rules, cards, width)
        if tuples == NOTHING:
            continue
        length = longest_tractor(rules, table, tuples, width)
        gain = width * length - best_width * best_length
        if gain > 0 or (gain == 0 and length > 1 and best_length == 1):
            best_width, best_length = width, length
    return best_width, best_length


@kernel
def cards_of_part(table: Any, cards: Planes, lead: Any, part: int) -> Planes:
    """The cards that make a part of a lead."""
    return cards_of_run(table, cards, lead.low[part], lead.width[part], lead.length[part])


@rare_kernel
def cards_of_run(table: Any, cards: Planes, low: int, width: int, length: int) -> Planes:
    """The cards that make a row of sets from a level up; of equal rank cards those with fewest copies."""
    tuples = held(cards, width)
    wanted = run_from(low, length)
    found = at_levels(table, tuples, wanted)
    if len(cards) > 2 and has(wanted, table.equal_level):
        equal = both(tuples, equal_cards(table))
        for copies in range(len(cards), width, -1):
            fewer = minus(equal, held(cards, copies))
            if fewer != NOTHING:
                found = either(minus(found, equal), lowest_bit(fewer))
    return copies_of(cards, found, width)


# The components of a lead by number: its parts, then lone pairs, then singles


@rare_kernel
def n_lone_pairs(lead: Any) -> int:
    """The pairs that stand in no tractor."""
    n = lead.n_pairs
    for part in range(lead.n_parts):
        if lead.width[part] == 2:
            n -= lead.length[part]
    return n


@kernel
def n_tuples(lead: Any) -> int:
    """The components of more than one card."""
    return lead.n_parts + n_lone_pairs(lead)


@rare_kernel
def n_components(lead: Any) -> int:
    """All components."""
    n = lead.n_cards - n_lone_pairs(lead)
    for part in range(lead.n_parts):
        n -= lead.width[part] * lead.length[part] - 1
    return n


@kernel
def width_of(lead: Any, component: int) -> int:
    """Identical cards at each level of a component."""
    if component < lead.n_parts:
        return lead.width[component]
    return 2 if component < n_tuples(lead) else 1


@kernel
def length_of(lead: Any, component: int) -> int:
    """Levels of a component."""
    return lead.length[component] if component < lead.n_parts else 1


# What may be led


@kernel
def why_illegal_lead(rules: Any, table: Any, hand: Planes, cards: Planes) -> int:
    """Why these cards may not be led from this hand; Reason.LEGAL if they may."""
    if n_cards(cards) == 0 or not holds(hand, cards):
        return Reason.MUST_HOLD_CARDS
    faces = held(cards, 1)
    if not within(faces, suit_word(table, suit_of(table, faces))):
        return Reason.MUST_BE_ONE_SUIT
    read(rules, table, cards, table.trial)
    if table.trial.form == Form.THROW and not may_throw(rules):
        return Reason.MUST_NOT_THROW
    return Reason.LEGAL


@kernel
def may_throw(rules: Any) -> bool:
    """Rule throw.allowed (000-58, 002-63, 003-16)."""
    return rules.throw.allowed != 0
