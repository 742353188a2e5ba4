"""Tricks: which play takes one.

A play can take the trick if it is all of the led suit or all trumps and has the structure of the
lead; the highest component of the lead's largest type decides, and of equals the first played.
(000-15, 000-38, 000-41, 000-42, 000-44, 000-61, 000-62, 002-11, 002-36, 002-47, 002-49, 002-65,
002-66, B3, B29, B30, B31)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.follow import cut, whole_profile
from shengsim.games.shengji.lead import neighbours, pairs_in
from shengsim.games.shengji.order import at_levels, level, levels
from shengsim.games.shengji.rules import Compare
from shengsim.kernel import kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    Word,
    bit,
    copies_of,
    count,
    held,
    highest,
    less,
    lowest,
    lowest_bit,
    minus,
    run_from,
    runs,
    within,
)

CANNOT_WIN = -1


@kernel
def winning_level(rules: Any, table: Any, play: Planes) -> int:
    """The level that decides for this play; CANNOT_WIN if it has not the suit or the structure."""
    faces = held(play, 1)
    if not (within(faces, table.lead.positions) or within(faces, table.trumps)):
        return CANNOT_WIN
    pairs = pairs_in(rules, play)
    if count(pairs) < table.lead.n_pairs:
        return CANNOT_WIN
    if table.lead.n_tractors > 0:
        top = top_of_tractors(rules, table, pairs)
        if top == CANNOT_WIN:
            return CANNOT_WIN
    elif table.lead.n_pairs > 0:
        top = level(table, pairs)
    else:
        return level(table, faces)
    return level(table, faces) if decides_by_card(rules) else top


@kernel
def decides_by_card(rules: Any) -> bool:
    """Whether a play's highest card decides whatever was led. Rule throw.compare (B29)."""
    return rules.throw.compare == Compare.HIGHEST_CARD


@kernel
def top_of_tractors(rules: Any, table: Any, pairs: Word) -> int:
    """The highest level that a tractor of the lead's longest can have in these pairs.

    CANNOT_WIN unless all the lead's tractors fit beside it (B30); the best of several ways counts.
    """
    length = table.lead.length[0]
    starts = runs(neighbours(table, pairs), length)
    while starts != NOTHING:
        low = highest(starts)
        if table.lead.n_tractors == 1 or cut(rules, table, pairs, bit(low))[0] == whole_profile(table.lead):
            return low + length - 1
        starts = minus(starts, bit(low))
    return CANNOT_WIN


@kernel
def hold(rules: Any, table: Any, cards: Planes) -> None:
    """Writes down what a play must exceed to take the trick from the lead."""
    table.winning_level = winning_level(rules, table, cards)
    if must_beat_all(rules):
        for i in range(table.lead.n_cards):
            table.best_tops[i] = CANNOT_WIN
        beats_every_component(rules, table, cards)


@kernel
def takes(rules: Any, table: Any, play: Planes) -> bool:
    """Whether this play takes the trick from the one that holds it; if so, it is what must be exceeded."""
    top = winning_level(rules, table, play)
    if top == CANNOT_WIN:
        return False
    if must_beat_all(rules):
        return beats_every_component(rules, table, play)
    if top <= table.winning_level:
        return False
    table.winning_level = top
    return True


@kernel
def must_beat_all(rules: Any) -> bool:
    """Whether every component must be beaten. Rule throw.compare (B29)."""
    return rules.throw.compare == Compare.ALL_COMPONENTS


@kernel
def beats_every_component(rules: Any, table: Any, play: Planes) -> bool:
    """Whether each component is beaten by one of its kind; if so, they are what must be beaten.

    The play is split to beat as it can: each component of the holding play, highest of a kind first,
    by the lowest of ours that is higher, which leaves our highest cards for the components below it.
    """
    left = play
    n = 0
    n_in_tractors = 0
    for i in range(table.lead.n_tractors):
        length = table.lead.length[i]
        pairs = pairs_in(rules, left)
        lowest_start = max(0, table.best_tops[n] - length + 2)
        starts = minus(runs(neighbours(table, pairs), length), run_from(0, lowest_start))
        if starts == NOTHING:
            return False
        low = lowest(starts)
        left = less(left, copies_of(left, at_levels(table, pairs, run_from(low, length)), 2))
        table.my_tops[n] = low + length - 1
        n_in_tractors += length
        n += 1
    n_components = n + table.lead.n_cards - table.lead.n_pairs - n_in_tractors
    n_singles = table.lead.n_cards - 2 * table.lead.n_pairs
    while n < n_components:
        copies = 2 if n < n_components - n_singles else 1
        faces = pairs_in(rules, left) if copies == 2 else held(left, 1)
        higher = minus(levels(table, faces), run_from(0, table.best_tops[n] + 1))
        if higher == NOTHING:
            return False
        left = less(left, copies_of(left, at_levels(table, faces, lowest_bit(higher)), copies))
        table.my_tops[n] = lowest(higher)
        n += 1
    write_tops(table, n_components, n_components - n_singles)
    return True


@kernel
def write_tops(table: Any, n_components: int, first_single: int) -> None:
    """Keeps what must be beaten, the highest of each kind first (kinds: each length, pairs, singles)."""
    for i in range(n_components):
        kind = component_kind(table, i, first_single)
        top = table.my_tops[i]
        at = i
        while (
            at > 0 and component_kind(table, at - 1, first_single) == kind and table.best_tops[at - 1] < top
        ):
            table.best_tops[at] = table.best_tops[at - 1]
            at -= 1
        table.best_tops[at] = top


@kernel
def component_kind(table: Any, i: int, first_single: int) -> int:
    """The length of the lead's i-th component in pairs, largest first; 0 for a single."""
    if i < table.lead.n_tractors:
        return table.lead.length[i]
    return 1 if i < first_single else 0
