"""Tricks: which play takes one.

A play can take the trick if it is all of the led suit or all trumps and has the structure of the
lead; the highest component of the lead's largest type decides, and of equals the first played.
(000-15, 000-38, 000-41, 000-42, 000-44, 000-61, 000-62, 002-11, 002-36, 002-47, 002-49, 002-65,
002-66, B3, B29, B30, B31)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.choices import Compare
from shengsim.games.shengji.follow import cut, pairs_in_profile, whole_profile
from shengsim.games.shengji.lead import neighbours, pairs_in
from shengsim.games.shengji.order import at_levels, level, levels
from shengsim.kernel import kernel, rare_kernel
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
def comparing(rules: Any) -> int:
    """Rule throw.compare (002-70, 002-77, 002-78, B29, B47)."""
    return rules.throw.compare


@kernel
def decides_by_card(rules: Any) -> bool:
    """Whether a play's highest card decides whatever was led."""
    return comparing(rules) == Compare.HIGHEST_CARD


@rare_kernel
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
    """Whether every component must be beaten (B29)."""
    return comparing(rules) == Compare.ALL_COMPONENTS


@kernel
def deciding_level(rules: Any, table: Any) -> int:
    """The highest level of the component that decides, of the play that holds the trick."""
    return table.best_tops[0] if must_beat_all(rules) else table.winning_level


@rare_kernel
def beats_every_component(rules: Any, table: Any, play: Planes) -> bool:
    """Whether each component is beaten by one of its kind; if so, they are what must be beaten.

    Components stand by kind, and of a kind from the highest. Of all splits that beat, the one counts
    that is highest in this order.
    """
    if not can_beat_from(rules, table, play, 0):
        return False
    left = play
    for i in range(n_components(table)):
        length = component_length(table, i)
        starts = starts_above(rules, table, left, i)
        while starts != NOTHING:
            low = highest(starts)
            rest = less(left, component_at(rules, table, left, low, length))
            if can_beat_from(rules, table, rest, i + 1):
                break
            starts = minus(starts, bit(low))
        left = rest
        table.best_tops[i] = low + max(length, 1) - 1
    return True


@rare_kernel
def can_beat_from(rules: Any, table: Any, cards: Planes, first: int) -> bool:
    """Whether these cards beat every component from the first given on.

    The lowest that is higher beats each: that leaves the highest for those that come after.
    """
    for i in range(first, n_components(table)):
        starts = starts_above(rules, table, cards, i)
        if starts == NOTHING:
            return False
        part = component_at(rules, table, cards, lowest(starts), component_length(table, i))
        cards = less(cards, part)
    return True


@kernel
def n_components(table: Any) -> int:
    """How many components the lead has."""
    return table.lead.n_cards - table.lead.n_pairs - n_pairs_in_tractors(table) + table.lead.n_tractors


@kernel
def n_pairs_in_tractors(table: Any) -> int:
    """How many pairs the lead's tractors have."""
    return pairs_in_profile(whole_profile(table.lead))


@kernel
def component_length(table: Any, i: int) -> int:
    """The length of the lead's i-th component in pairs, largest first; 0 for a single."""
    lead = table.lead
    if i < lead.n_tractors:
        return lead.length[i]
    return 1 if i < lead.n_tractors + lead.n_pairs - n_pairs_in_tractors(table) else 0


@kernel
def starts_above(rules: Any, table: Any, cards: Planes, i: int) -> Word:
    """Where, in levels, these cards have something of the i-th component's kind that beats it."""
    length = component_length(table, i)
    lowest_start = max(0, table.best_tops[i] + 2 - max(length, 1))
    if length == 0:
        found = levels(table, held(cards, 1))
    elif length == 1:
        found = levels(table, pairs_in(rules, cards))
    else:
        found = runs(neighbours(table, pairs_in(rules, cards)), length)
    return minus(found, run_from(0, lowest_start))


@kernel
def component_at(rules: Any, table: Any, cards: Planes, low: int, length: int) -> Planes:
    """The cards that make a component of this length from this level up."""
    if length == 0:
        return copies_of(cards, at_levels(table, held(cards, 1), bit(low)), 1)
    return copies_of(cards, at_levels(table, pairs_in(rules, cards), run_from(low, length)), 2)
