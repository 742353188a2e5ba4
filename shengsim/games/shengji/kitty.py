"""The kitty: what the dealer buries, and what it is worth in the end.

(000-33, 000-76, 000-77, 000-86, 002-31, 002-80, 002-81, 002-82, 002-83, 002-84, 003-21, B13, B35)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.choices import KittyWinner, Measure, Multiplier
from shengsim.games.shengji.deal import n_kitty
from shengsim.games.shengji.lead import length_of, n_lone_pairs, width_of
from shengsim.games.shengji.state import Form, Reason, Side
from shengsim.kernel import kernel
from shengsim.planes import Planes, either, holds, n_cards, only, shifted_up


@kernel
def why_illegal_burial(rules: Any, table: Any, hand: Planes, buried: Planes) -> int:
    """Why these cards may not be buried from a hand that has taken the kitty; Reason.LEGAL if they may.

    Rule kitty.points_allowed (002-31): if no point card may be buried, one may be only where the
    other cards do not suffice.
    """
    if not holds(hand, buried):
        return Reason.MUST_HOLD_CARDS
    if n_cards(buried) != n_kitty(rules):
        return Reason.MUST_MATCH_NUMBER
    if not rules.kitty.points_allowed:
        points = either(table.fives, table.tens)
        n_other = n_cards(hand) - n_cards(only(hand, points))
        if n_cards(only(buried, points)) > max(0, n_kitty(rules) - n_other):
            return Reason.MUST_NOT_BURY_POINTS
    return Reason.LEGAL


@kernel
def system_of(rules: Any) -> int:
    """Rule kitty.multiplier (000-77, 000-86, 002-81, 002-82, 002-83, B35)."""
    return rules.kitty.multiplier


@kernel
def multiplier(rules: Any, lead: Any) -> int:
    """What a last trick won in the shape of this lead multiplies kitty points by.

    Rule kitty.singles_throw (002-83).
    """
    system = system_of(rules)
    if system == Multiplier.NONE:
        return 0
    if system == Multiplier.FIXED_1 or system == Multiplier.FIXED_2:
        return 1 if system == Multiplier.FIXED_1 else 2
    if system == Multiplier.TWO_TIMES_CARDS:
        return 2 * n_cards_measured(rules, lead)
    if system == Multiplier.POW2_CARDS:
        return shifted_up(1, n_cards_measured(rules, lead))
    length = n_pairs_measured(rules, lead)
    if length == 0:
        return rules.kitty.singles_throw if lead.form == Form.THROW else 2
    return shifted_up(2, length) if system == Multiplier.POW2_LENGTH_PLUS_1 else 2 * (length + 1)


@kernel
def counts_all_cards(rules: Any) -> bool:
    """Whether all cards count, not only the largest component. Rule kitty.measure (002-84, B35)."""
    if rules.kitty.measure == Measure.BY_SYSTEM:
        return system_of(rules) == Multiplier.TWO_TIMES_CARDS
    return rules.kitty.measure == Measure.ALL_CARDS


@kernel
def n_pairs_measured(rules: Any, lead: Any) -> int:
    """The pairs that count for the multiplier; 0 where there are only singles.

    A larger set is as many pairs as it has cards beyond the first: a triple makes 8 of 2 to the power of
    L + 1 and 6 of 2 times L + 1 (B35).
    """
    if not counts_all_cards(rules):
        return (width_of(lead, 0) - 1) * length_of(lead, 0)
    n = n_lone_pairs(lead)
    for part in range(lead.n_parts):
        n += (lead.width[part] - 1) * lead.length[part]
    return n


@kernel
def n_cards_measured(rules: Any, lead: Any) -> int:
    """The cards that count for the multiplier."""
    return lead.n_cards if counts_all_cards(rules) else width_of(lead, 0) * length_of(lead, 0)


@kernel
def may_take_points(rules: Any, side: int) -> bool:
    """Whether a side that wins the last trick takes the kitty's points.

    Rule kitty.winner (000-76, 002-80, 003-21).
    """
    return side == Side.OPPONENTS or rules.kitty.winner == KittyWinner.LAST_TRICK_WINNER
