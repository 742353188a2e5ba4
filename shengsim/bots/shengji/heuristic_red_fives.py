"""How the heuristic bot brings its red fives home, before a higher pair or tractor draws them."""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji import trick
from shengsim.games.shengji.choices import CapturePenalty
from shengsim.games.shengji.order import level
from shengsim.games.shengji.red_fives import penalty
from shengsim.kernel import rare_kernel
from shengsim.planes import NOTHING, Planes, Word, bit, both, exactly, held, highest, lowest_bit


@rare_kernel
def red_five_to_lead(rules: Any, table: Any, hand: Planes, out: Planes) -> Word:
    """The single red five that nothing out beats, where its capture costs something; else NOTHING."""
    mine = both(exactly(hand, 1), table.red_fives)
    if mine == NOTHING or penalty(rules) == CapturePenalty.NONE:
        return NOTHING
    top = bit(highest(mine))
    return top if level(table, top) >= level(table, both(held(out, 1), table.trumps)) else NOTHING


@rare_kernel
def red_five_to_play(rules: Any, table: Any, hand: Planes, out: Planes, is_safe: bool) -> Word:
    """The single red five to play to one card: any to a partner who is sure to win, else one that is sure to.

    ``out`` means nothing to the last who plays.
    """
    mine = both(exactly(hand, 1), table.red_fives)
    if is_safe and penalty(rules) != CapturePenalty.NONE:
        return lowest_bit(mine)
    is_last = table.n_played + 1 == table.n_seats
    sure = mine if is_last and penalty(rules) != CapturePenalty.NONE else NOTHING
    if not is_last:
        sure = red_five_to_lead(rules, table, hand, out)
    if sure == NOTHING or level(table, sure) <= trick.deciding_level(rules, table):
        return NOTHING
    return bit(highest(sure))
