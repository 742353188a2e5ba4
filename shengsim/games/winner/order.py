"""How cards rank, and what a revolution makes of it.

(001-2, 001-3, 001-4, 001-6, 001-32, B55, B60)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.winner.choices import RevolutionJokers, Suits
from shengsim.games.winner.state import Form
from shengsim.kernel import kernel
from shengsim.nibbles import position, ranks_between

N_SUITED = 52
"""Cards of a pack that are no jokers."""

ACE, TWO, JOKER, RED_JOKER = 11, 12, 13, 14
"""Ranks above the king's 10; 3 is rank 0. JOKER is the black one, the first of two."""

SUITED = ranks_between(0, TWO)
"""All ranks but the jokers'."""

ABOVE_ALL = 64
"""More than the order of any play but a bomb."""
TOP = ABOVE_ALL - 1


@kernel
def suits_rank(rules: Any) -> bool:
    """Whether suits decide between equal ranks. Rule order.suits (001-2, B55)."""
    return rules.order.suits == Suits.DIAMONDS_LOW


@kernel
def may_revolt(rules: Any) -> bool:
    """Whether a four of a kind turns the order over. Rule revolution.enabled (001-32, B60)."""
    return rules.revolution.enabled == 1


@kernel
def jokers_stay_top(rules: Any) -> bool:
    """Whether a revolution leaves jokers alone. Rule revolution.jokers (001-32, B60)."""
    return rules.revolution.jokers == RevolutionJokers.STAY_TOP


@kernel
def worth(rules: Any, table: Any, form: int, order: int) -> int:
    """What a play is worth among those of its form and number: its order, or as a revolution has it.

    A straight flush that beats straights (its order is ABOVE_ALL and more) does so in a revolution too:
    types are not turned over, only the cards' order.
    """
    if not table.is_reversed:
        return order
    if form <= Form.PAIR and order >= position(JOKER, 0) and jokers_stay_top(rules):
        return ABOVE_ALL + order
    if order >= ABOVE_ALL:
        return 2 * ABOVE_ALL + TOP - order
    return TOP - order
