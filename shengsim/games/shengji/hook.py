"""Hook and needle: the opponents throw the declarers back by winning the last trick with the rank.

(000-87, 002-92, B40)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from shengsim import fields
from shengsim.cards import N_RANKS, NO_TRUMP
from shengsim.games.shengji.choices import HookCard
from shengsim.games.shengji.match import first_level
from shengsim.games.shengji.order import RANK_CARDS, levels
from shengsim.games.shengji.state import Side
from shengsim.games.shengji.trick import deciding_level
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import NOTHING, both, has, held, run_from, take

TABLES = {"hook": {"levels_back": (N_RANKS,)}}
"""By the declarers' level, the one they go back to, or NO_HOOK."""
NO_HOOK = -1
OFF_SUIT_LEVELS = 3


def fill_tables(rules: Any, record: Any) -> None:
    """Fills the table of a rules record's hook chapter."""
    back = np.full(N_RANKS, NO_HOOK, np.int64)
    for level, to in rules.hook.levels.items():
        back[level] = to
    fields.put(record, "levels_back", back)


@kernel
def level_back(rules: Any, rank: int) -> int:
    """The level that the hook throws declarers of this level back to; NO_HOOK if none.

    Rule hook.levels (000-87, 002-92, B40).
    """
    return rules.hook.levels_back[rank]


@rare_kernel
def levels_taken(rules: Any, table: Any, swap: bool) -> int:
    """Levels that the hook takes from the declarers, once the last trick is over; NO_HOOK if it fails.

    ``swap``: whether the opponents have reached it. The way back ends at the first level.
    """
    back = level_back(rules, table.rank)
    if back == NO_HOOK or table.side[table.winning] == Side.DECLARERS or not (swap or holds_always(rules)):
        return NO_HOOK
    return part_taken(rules, table, max(0, table.rank - max(back, first_level(rules))))


@kernel
def holds_always(rules: Any) -> bool:
    """Whether the hook asks no swap of the opponents. Rule hook.requires_swap (B40)."""
    return not rules.hook.requires_swap


@rare_kernel
def part_taken(rules: Any, table: Any, whole: int) -> int:
    """How much of the whole way back the cards are worth that won the last trick; NO_HOOK if nothing.

    A red five is no card of the rank. Without a trump suit no card is of it. Rule hook.card (000-87,
    002-92, B40).
    """
    card = rules.hook.card
    of_rank = run_from(RANK_CARDS, 4)
    if card == HookCard.ANY:
        return whole if both(held(take(table.plays, table.winning), 1), of_rank) != NOTHING else NO_HOOK
    top = deciding_level(rules, table)
    if not has(levels(table, of_rank), top) or (card == HookCard.SINGLE and table.lead.n_cards > 1):
        return NO_HOOK
    if table.trump == NO_TRUMP or top == table.equal_level:
        if card == HookCard.ON_SUIT_FULL_OFF_SUIT_HALF:
            return (whole + 1) // 2
        if card == HookCard.ON_SUIT_FULL_OFF_SUIT_THREE:
            return OFF_SUIT_LEVELS if whole > OFF_SUIT_LEVELS else NO_HOOK
    return whole


@kernel
def gains_follow(rules: Any) -> bool:
    """Whether declarers that the hook threw back gain levels for holding. Rule hook.then_gain (B40)."""
    return rules.hook.then_gain != 0
