"""Answers to a lead with three packs or more: how well cards can serve its components.

The components of a lead are served in turn, the largest first, each by *pieces* of the cards: the widest
there is, no wider than the component, and of that width the longest; then what it still needs is served
the same way. Of pieces of unlike width for one component, a narrower one that stands next to a wider one
comes before one that does not, above it before below it. (B18, B33; the order of draws of five and six
identical cards is that of public tables)

So an answer is a list of codes that compare one after another, and cards owe the best they can give. A
piece can often be cut in several places, and which is best shows only later: ``serve`` tries them all,
on a stack of its own, and stops at the first answer that serves every component whole. Where the whole
structure of the lead is asked for, it goes from the highest place down, so that this answer is the
highest, component by component: it also decides tricks. Otherwise it goes from the lowest up. With two
packs follow.py and trick.py do without; tests hold them equal to this.
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.lead import (
    in_tractors,
    length_of,
    n_lone_pairs,
    n_tuples,
    narrowest_tractor,
    neighbours,
    places,
    shortest_tractor,
    tuples_in,
    width_of,
)
from shengsim.games.shengji.obligation import (
    answers_only_whole,
    must_answer_tractors,
    protects_longer_tuples,
    protects_tractors,
)
from shengsim.games.shengji.order import at_levels, equal_cards, levels
from shengsim.kernel import kernel, rare_kernel
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
    has,
    held,
    highest,
    less,
    longest_run,
    lowest,
    lowest_bit,
    minus,
    put,
    run_from,
    take,
)

OWED, GIVEN, WHOLE, EACH, ABOVE = range(5)
"""What is asked of cards: the best answer that a hand owes; the best that a play gives; the lead's whole
structure; the same with every pair found its place; the same with every component above its floor."""

NO_PIECE = bit(61)
"""Stands among the places of a piece where a component gets nothing more."""


@rare_kernel
def serve(rules: Any, table: Any, cards: Planes, aim: int) -> bool:
    """Serves the lead from these cards; whether whole. The answer is in ``table.search``."""
    search = table.search
    last = n_tuples(table.lead) if aim >= EACH else table.lead.n_parts
    search.n_best = 0
    search.is_new = 0
    search.standing = protected(rules, table, cards) if aim == OWED else NOTHING
    search.component[0] = 0
    search.need[0] = width_of(table.lead, 0) * length_of(table.lead, 0)
    put(search.cards, 0, cards)
    depth = 0
    while depth >= 0:
        if search.component[depth] < last:
            find_piece(rules, table, cards, depth, aim)
            skip_twins(table, depth, aim)
        elif ends_well(rules, table, cards, depth, aim):
            return True
        else:
            search.starts[depth] = NOTHING
        while depth >= 0 and search.starts[depth] == NOTHING:
            depth -= 1
        if depth >= 0:
            cut_piece(table, depth, aim)
            depth += 1
    return False


# The next piece


@kernel
def find_piece(rules: Any, table: Any, cards: Planes, depth: int, aim: int) -> None:
    """Finds which piece comes next, and where it can be cut."""
    search = table.search
    component = search.component[depth]
    search.equals[depth] = NOTHING
    if aim >= WHOLE:
        search.width[depth] = width_of(table.lead, component)
        search.length[depth] = length_of(table.lead, component)
        search.usable[depth] = held(take(search.cards, depth), search.width[depth])
        starts = places(table, search.usable[depth], search.length[depth])
        if aim == ABOVE:
            floor = max(0, table.floors[component] + 2 - search.length[depth])
            starts = minus(starts, below_position(floor))
        search.starts[depth] = starts
        search.code[depth] = code_of(search.width[depth], search.length[depth], 0)
    else:
        find_best_piece(rules, table, cards, depth, aim)
        compare(search, depth)


@kernel
def code_of(width: int, length: int, nearness: int) -> int:
    """A piece as a number: pieces compare as answers do."""
    return (16 * width + length) * 4 + nearness


@kernel
def compare(search: Any, depth: int) -> None:
    """Holds the code at this depth against the best answer's; gives up where it is worse."""
    code = search.code[depth]
    if depth >= search.n_best or code > search.best[depth]:
        search.best[depth] = code
        search.n_best = depth + 1
        search.is_new = 1
    elif code < search.best[depth]:
        search.starts[depth] = NOTHING


@kernel
def skip_twins(table: Any, depth: int, aim: int) -> None:
    """Leaves out what would be the same two pieces in the other order."""
    search = table.search
    if is_twin(table, depth):
        below = below_position(search.low[depth - 1] + (1 if aim >= WHOLE else 0))
        starts = search.starts[depth]
        search.starts[depth] = both(starts, below) if aim >= WHOLE else minus(starts, below)


@kernel
def is_twin(table: Any, depth: int) -> bool:
    """Whether this piece and the one before could change places."""
    search = table.search
    if depth == 0 or search.code[depth] != search.code[depth - 1] or search.code[depth] == 0:
        return False
    component = search.component[depth - 1]
    is_whole = search.need[depth - 1] == search.width[depth - 1] * search.length[depth - 1]
    return component == search.component[depth] or (
        is_whole and search.width[depth - 1] == width_of(table.lead, component)
    )


@rare_kernel
def find_best_piece(rules: Any, table: Any, cards: Planes, depth: int, aim: int) -> None:
    """The widest piece for a component, the longest of these, beside a wider one if it can."""
    search = table.search
    component, need = search.component[depth], search.need[depth]
    left = take(search.cards, depth)
    for width in range(min(width_of(table.lead, component), need), 1, -1):
        tuples = usable(rules, table, cards, left, width)
        if length_of(table.lead, component) == 1:
            tuples = minus(tuples, search.standing)
        if tuples == NOTHING:
            continue
        length = piece_length(rules, table, tuples, width, depth)
        starts = places(table, tuples, length)
        nearness = 0
        for side in range(2):
            near = both(starts, beside_wider(rules, table, depth, width, length, side))
            if near != NOTHING:
                starts, nearness = near, 2 - side
                break
        search.usable[depth] = tuples
        search.starts[depth] = starts
        search.width[depth] = width
        search.length[depth] = length
        search.code[depth] = code_of(width, length, nearness)
        return
    search.starts[depth] = NO_PIECE
    search.code[depth] = 0


@kernel
def usable(rules: Any, table: Any, cards: Planes, left: Planes, width: int) -> Word:
    """What is left of the cards with so many copies; of protected ones, those that had no more."""
    tuples = tuples_in(rules, left, width)
    return both(tuples, exactly(cards, width)) if protects_longer_tuples(rules) else tuples


@kernel
def piece_length(rules: Any, table: Any, tuples: Word, width: int, depth: int) -> int:
    """Levels of the piece owed of these sets (B18)."""
    search = table.search
    room = search.need[depth] // width
    if room < shortest_tractor(rules) or width < narrowest_tractor(rules) or not must_answer_tractors(rules):
        return 1
    length = min(room, longest_run(neighbours(table, tuples)))
    if answers_only_whole(rules):
        component = search.component[depth]
        whole = width_of(table.lead, component) == width and length_of(table.lead, component) == length
        return length if whole else 1
    return length if length >= shortest_tractor(rules) else 1


@rare_kernel
def beside_wider(rules: Any, table: Any, depth: int, width: int, length: int, side: int) -> Word:
    """Where a piece would stand next to a wider one for its component: above it (side 0) or below it."""
    search = table.search
    found = NOTHING
    if width < narrowest_tractor(rules) or not must_answer_tractors(rules) or answers_only_whole(rules):
        return found
    other = depth - 1
    while other >= 0 and search.component[other] == search.component[depth]:
        low, high = search.low[other], search.low[other] + search.length[other]
        if search.width[other] > width and has(table.chain, low):
            if side == 0:
                found = either(found, bit(high))
            elif low >= length:
                found = either(found, bit(low - length))
        other -= 1
    return both(found, table.chain)


@rare_kernel
def protected(rules: Any, table: Any, cards: Planes) -> Word:
    """The cards that are owed to a led tractor only (B19)."""
    if not protects_tractors(rules):
        return NOTHING
    return in_tractors(rules, table, tuples_in(rules, cards, narrowest_tractor(rules)))


@kernel
def cut_piece(table: Any, depth: int, aim: int) -> None:
    """Cuts the piece at the next place to be tried; the next depth has what remains to be done."""
    search = table.search
    left = take(search.cards, depth)
    if search.starts[depth] == NO_PIECE:
        search.starts[depth] = NOTHING
        put(search.cards, depth + 1, left)
        begin_component(table, depth + 1, search.component[depth] + 1)
        return
    low = highest(search.starts[depth]) if aim >= WHOLE else lowest(search.starts[depth])
    search.low[depth] = low
    run = run_from(low, search.length[depth])
    found = at_levels(table, search.usable[depth], run)
    if has(run, table.equal_level):
        found = with_equal(table, left, depth, found)
    if search.equals[depth] == NOTHING:
        search.starts[depth] = minus(search.starts[depth], bit(low))
    put(search.cards, depth + 1, less(left, copies_of(left, found, search.width[depth])))
    need = search.need[depth] - search.width[depth] * search.length[depth]
    if need > 1:
        search.component[depth + 1] = search.component[depth]
        search.need[depth + 1] = need
    else:
        begin_component(table, depth + 1, search.component[depth] + 1)


@rare_kernel
def with_equal(table: Any, left: Planes, depth: int, found: Word) -> Word:
    """The cards found, with the next of the equal rank cards to be tried; one of each number of copies."""
    search = table.search
    equal = both(search.usable[depth], equal_cards(table))
    if search.equals[depth] == NOTHING:
        search.equals[depth] = equal
    card = lowest_bit(search.equals[depth])
    for copies in range(1, len(left) + 1):
        alike = exactly(left, copies)
        if both(alike, card) != NOTHING:
            search.equals[depth] = minus(search.equals[depth], alike)
    return either(minus(found, equal), card)


@kernel
def begin_component(table: Any, depth: int, component: int) -> None:
    """Nothing has served this component yet."""
    table.search.component[depth] = component
    table.search.need[depth] = width_of(table.lead, component) * length_of(table.lead, component)


# The end of an answer


@kernel
def ends_well(rules: Any, table: Any, cards: Planes, depth: int, aim: int) -> bool:
    """What is left serves the pairs and singles: whether the answer is whole."""
    search = table.search
    left = take(search.cards, depth)
    if aim == WHOLE:
        if n_pairs_in(rules, table, cards, left, aim) < n_lone_pairs(table.lead):
            return False
        put(search.left, 0, without_pairs(rules, table, cards, left, n_lone_pairs(table.lead)))
        return True
    if aim >= EACH:
        return note_tops(table, left, aim)
    n_lone = n_lone_pairs(table.lead)
    n_given = min(n_lone, n_pairs_in(rules, table, cards, left, aim))
    search.code[depth] = n_given
    compare(search, depth)
    if search.is_new:
        search.is_new = 0
        put(search.left, 0, without_pairs(rules, table, cards, left, n_given))
    return n_given == n_lone and is_whole(table, depth)


@kernel
def is_whole(table: Any, depth: int) -> bool:
    """Whether each part of the lead got one piece as large as itself."""
    if depth != table.lead.n_parts:
        return False
    for part in range(depth):
        if table.search.code[part] != code_of(table.lead.width[part], table.lead.length[part], 0):
            return False
    return True


@kernel
def n_pairs_in(rules: Any, table: Any, cards: Planes, left: Planes, aim: int) -> int:
    """The pairs that could be given of what is left; four copies are two."""
    if aim != WHOLE and protects_longer_tuples(rules):
        return count(minus(usable(rules, table, cards, left, 2), table.search.standing))
    if tuples_in(rules, left, 2) == NOTHING:
        return 0
    n = 0
    for copies in range(2, len(left) + 1, 2):
        n += count(minus(held(left, copies), table.search.standing))
    return n


@rare_kernel
def without_pairs(rules: Any, table: Any, cards: Planes, left: Planes, n: int) -> Planes:
    """What is left once so many pairs more are given, the lowest of them."""
    for _ in range(n):
        pairs = minus(held(left, 2), table.search.standing)
        if both(pairs, exactly(cards, 2)) != NOTHING:
            pairs = both(pairs, exactly(cards, 2))
        left = less(left, copies_of(left, lowest_bit(pairs), 2))
    return left


@rare_kernel
def note_tops(table: Any, left: Planes, aim: int) -> bool:
    """Writes down the levels of all components; whether the singles too are above their floors."""
    search = table.search
    n = n_tuples(table.lead)
    for component in range(n):
        table.tops[component] = search.low[component] + search.length[component] - 1
    singles = levels(table, held(left, 1))
    while singles != NOTHING:
        level = highest(singles)
        at_level = copies_at(table, left, level)
        for _ in range(at_level):
            if aim == ABOVE and level <= table.floors[n]:
                return False
            table.tops[n] = level
            n += 1
        singles = minus(singles, bit(level))
    return True


@kernel
def copies_at(table: Any, cards: Planes, level: int) -> int:
    """How many cards stand at a level, equal rank cards together."""
    n = 0
    for copies in range(1, len(cards) + 1):
        at = held(cards, copies)
        if level == table.equal_level:
            n += count(both(at, equal_cards(table)))
        elif at_levels(table, at, bit(level)) != NOTHING:
            n += 1
    return n
