"""Tricks: which play takes one.

A play can take the trick if it is all of the led suit or all trumps and has the structure of the
lead; the highest component of the lead's largest type decides, and of equals the first played.
(000-15, 000-38, 000-41, 000-42, 000-44, 000-61, 000-62, 002-11, 002-36, 002-47, 002-49, 002-65,
002-66, B3, B29, B30, B31)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.answer import top_of_largest
from shengsim.games.shengji.choices import Compare
from shengsim.games.shengji.follow import cut, whole_profile
from shengsim.games.shengji.lead import (
    length_of,
    n_components,
    n_tuples,
    neighbours,
    pairs_in,
    places,
    width_of,
)
from shengsim.games.shengji.order import TOP, at_levels, level
from shengsim.games.shengji.serve import ABOVE, serve
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
    if table.lead.n_pairs == 0 and table.lead.n_parts == 0:
        return level(table, faces)
    top = top_of_sets(rules, table, play)
    return level(table, faces) if top != CANNOT_WIN and decides_by_card(rules) else top


@kernel
def top_of_sets(rules: Any, table: Any, play: Planes) -> int:
    """The highest level that the lead's largest component, a pair or more, can have in this play."""
    if len(play) > 2:
        return top_of_largest(rules, table, play)
    pairs = pairs_in(rules, play)
    if count(pairs) < table.lead.n_pairs:
        return CANNOT_WIN
    return top_of_tractors(rules, table, pairs) if table.lead.n_parts > 0 else level(table, pairs)


@kernel
def comparing(rules: Any) -> int:
    """Rule throw.compare (002-70, 002-77, 002-78, B29, B47)."""
    return rules.throw.compare


@kernel
def decides_by_card(rules: Any) -> bool:
    """Whether a play's highest card decides whatever was led."""
    return comparing(rules) == Compare.HIGHEST_CARD


@kernel
def must_beat_all(rules: Any) -> bool:
    """Whether every component must be beaten (B29)."""
    return comparing(rules) == Compare.ALL_COMPONENTS


@kernel
def compares_components(rules: Any) -> bool:
    """Whether more than one component of a play counts (B29)."""
    return must_beat_all(rules) or comparing(rules) == Compare.LONGEST_FIRST


@rare_kernel
def top_of_tractors(rules: Any, table: Any, pairs: Word) -> int:
    """The highest level that a tractor of the lead's longest can have in these pairs.

    CANNOT_WIN unless all the lead's tractors fit beside it (B30); the best of several ways counts.
    """
    length = table.lead.length[0]
    starts = runs(neighbours(table, pairs), length)
    while starts != NOTHING:
        low = highest(starts)
        if table.lead.n_parts == 1 or cut(rules, table, pairs, bit(low))[0] == whole_profile(table.lead):
            return low + length - 1
        starts = minus(starts, bit(low))
    return CANNOT_WIN


@kernel
def hold(rules: Any, table: Any, cards: Planes) -> None:
    """Writes down what a play must exceed to take the trick from the lead."""
    table.winning_level = winning_level(rules, table, cards)
    if compares_components(rules):
        for i in range(table.lead.n_cards):
            table.best_tops[i] = CANNOT_WIN
        if beats_by_components(rules, table, cards):
            keep_tops(table)


@kernel
def takes(rules: Any, table: Any, play: Planes) -> bool:
    """Whether this play takes the trick from the one that holds it; if so, it is what must be exceeded."""
    top = winning_level(rules, table, play)
    if top == CANNOT_WIN:
        return False
    if compares_components(rules):
        if not beats_by_components(rules, table, play):
            return False
        keep_tops(table)
    elif top <= table.winning_level:
        return False
    table.winning_level = top
    return True


@rare_kernel
def beats(rules: Any, table: Any, play: Planes) -> bool:
    """Whether this play would take the trick from the one that holds it."""
    top = winning_level(rules, table, play)
    if top == CANNOT_WIN or not compares_components(rules):
        return top > table.winning_level
    return beats_by_components(rules, table, play)


# Where more than one component counts


@kernel
def deciding_level(rules: Any, table: Any) -> int:
    """The highest level of the component that decides, of the play that holds the trick."""
    return table.best_tops[0] if compares_components(rules) else table.winning_level


@rare_kernel
def beats_by_components(rules: Any, table: Any, play: Planes) -> bool:
    """Whether a play's components beat those of the play that holds the trick; they are written in tops.

    Components stand by kind, and of a kind from the highest. Of all splits that beat, the one counts
    that is highest in this order.
    """
    n = table.lead.n_cards
    for i in range(n):
        table.floors[i] = table.best_tops[i] if must_beat_all(rules) else CANNOT_WIN
    if len(play) > 2:
        if not serve(rules, table, play, ABOVE):
            return False
    elif not find_highest_split(rules, table, play):
        return False
    return must_beat_all(rules) or is_higher(table)


@kernel
def is_higher(table: Any) -> bool:
    """Whether the first component that differs is higher; of several kinds, single cards do not count."""
    n = n_tuples(table.lead)
    for i in range(n if n > 0 else table.lead.n_cards):
        if table.tops[i] != table.best_tops[i]:
            return table.tops[i] > table.best_tops[i]
    return False


@kernel
def keep_tops(table: Any) -> None:
    """The components of the play that now holds the trick."""
    for i in range(table.lead.n_cards):
        table.best_tops[i] = table.tops[i]


@rare_kernel
def find_highest_split(rules: Any, table: Any, play: Planes) -> bool:
    """Whether a play of two packs has a split above the floors; the highest is written in tops.

    Every place of its tractors is tried, from the highest down: that one is in the way of another, or of
    the pairs, shows only later.
    """
    n_parts = table.lead.n_parts
    at = 0
    table.tops[0] = highest_top(table, 0)
    while at >= 0:
        left = without_components(rules, table, play, at)
        if at == n_parts and can_beat_from(rules, table, left, at):
            write_rest(rules, table, left, at)
            return True
        starts = NOTHING
        if at < n_parts:
            length = length_of(table.lead, at)
            lower = below_position(table.tops[at] + 1 - length)
            starts = both(starts_above(rules, table, left, at), lower)
        if starts == NOTHING:
            at -= 1
        else:
            table.tops[at] = highest(starts) + length - 1
            at += 1
            table.tops[at] = highest_top(table, at)
    return False


@kernel
def highest_top(table: Any, at: int) -> int:
    """What the top of a tractor is tried below: of two as long, the second below the first."""
    length = length_of(table.lead, at)
    return table.tops[at - 1] if at > 0 and length == length_of(table.lead, at - 1) else TOP + length


@rare_kernel
def without_components(rules: Any, table: Any, play: Planes, n: int) -> Planes:
    """What a play has besides its first components, which stand where tops says."""
    for i in range(n):
        low = table.tops[i] + 1 - length_of(table.lead, i)
        play = less(play, component_at(rules, table, play, low, i))
    return play


@rare_kernel
def write_rest(rules: Any, table: Any, cards: Planes, first: int) -> None:
    """Writes the highest pairs and single cards that beat their floors, from a component on."""
    for i in range(first, n_components(table.lead)):
        starts = starts_above(rules, table, cards, i)
        rest = cards
        while starts != NOTHING:
            table.tops[i] = highest(starts)
            rest = less(cards, component_at(rules, table, cards, table.tops[i], i))
            if can_beat_from(rules, table, rest, i + 1):
                break
            starts = minus(starts, bit(highest(starts)))
        cards = rest


@rare_kernel
def can_beat_from(rules: Any, table: Any, cards: Planes, first: int) -> bool:
    """Whether these cards beat the floors of all components from the first given on: pairs and singles.

    The lowest that is higher beats each: that leaves the highest for those that come after.
    """
    for i in range(first, n_components(table.lead)):
        starts = starts_above(rules, table, cards, i)
        if starts == NOTHING:
            return False
        cards = less(cards, component_at(rules, table, cards, lowest(starts), i))
    return True


@kernel
def starts_above(rules: Any, table: Any, cards: Planes, i: int) -> Word:
    """Where, in levels, these cards have something of the i-th component's kind that is above its floor."""
    length = length_of(table.lead, i)
    tuples = held(cards, 1) if width_of(table.lead, i) == 1 else pairs_in(rules, cards)
    return minus(places(table, tuples, length), run_from(0, max(0, table.floors[i] + 2 - length)))


@kernel
def component_at(rules: Any, table: Any, cards: Planes, low: int, i: int) -> Planes:
    """The cards that make the i-th component from this level up."""
    width = width_of(table.lead, i)
    tuples = held(cards, 1) if width == 1 else pairs_in(rules, cards)
    return copies_of(cards, at_levels(table, tuples, run_from(low, length_of(table.lead, i))), width)
