"""Red fives: what they cost a side when the other side wins them in a trick.

Captured is what lies in a trick that the side opposite its player wins, be it the declarers or the
opponents; in the kitty nothing is captured. (000-88, 002-93, B41)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.choices import CapturePenalty
from shengsim.games.shengji.state import Outcome, Side
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import Planes, bit, highest, n_cards, only, take


@rare_kernel
def note_captured(rules: Any, state: Any, winner: int) -> None:
    """Notes the red fives of a trick that its winner has taken from the other side, and their cost."""
    table = state.table
    for seat in range(table.n_seats):
        side = table.side[seat]
        captured = only(take(table.plays, seat), table.red_fives)
        n = n_cards(captured)
        if n > 0 and side != table.side[winner]:
            state.outcome[Outcome.RED_FIVES_LOST_DECLARERS + side] += n
            state.outcome[Outcome.RED_FIVE_LEVELS_DECLARERS + side] += levels_lost(rules, table, captured)
            points = points_paid(rules, n)
            state.outcome[Outcome.RED_FIVE_POINTS] += points if side == Side.DECLARERS else -points


@kernel
def penalty(rules: Any) -> int:
    """Rule red_fives.penalty (000-88, 002-93, B41)."""
    return rules.red_fives.penalty


@kernel
def levels_lost(rules: Any, table: Any, captured: Planes) -> int:
    """Levels that captured red fives cost; the highest of them is the five of hearts."""
    if penalty(rules) == CapturePenalty.ONE_LEVEL:
        return n_cards(captured)
    if penalty(rules) == CapturePenalty.TWO_ONE:
        return n_cards(captured) + n_cards(only(captured, bit(highest(table.red_fives))))
    return 0


@kernel
def points_paid(rules: Any, n: int) -> int:
    """Points that n captured red fives give the other side. Rule red_fives.points (B41)."""
    return rules.red_fives.points * n if penalty(rules) == CapturePenalty.POINTS else 0
