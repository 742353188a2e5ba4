"""The score: from the opponents' points to levels, and who are declarers next.

(000-78, 000-79, 002-4, 002-5, 002-85, 002-88, B36, B37, B38)
"""

from __future__ import annotations

from typing import Any

from shengsim import fields
from shengsim.games.shengji.rules import AboveTop, BelowZero, DeclarersGain, OpponentsGain
from shengsim.kernel import kernel

TOP_GAIN = 3
"""Levels of the first and the last row of the table."""
STEP_A_PACK = 20
SWAP_A_PACK = 40


def fill_defaults(record: Any, n_packs: int) -> None:
    """Fills what a rules record's score chapter leaves to the number of packs (002-85, 002-88)."""
    for name, a_pack in (("swap_at", SWAP_A_PACK), ("step", STEP_A_PACK)):
        if fields.get(record, name) == 0:
            fields.put(record, name, a_pack * n_packs)


@kernel
def swap_at(rules: Any) -> int:
    """Points at which the opponents become declarers. Rule score.swap_at (000-78, 002-88)."""
    return rules.score.swap_at


@kernel
def step(rules: Any) -> int:
    """Points a level. Rule score.step (002-85)."""
    return rules.score.step


@kernel
def swaps(rules: Any, points: int) -> bool:
    """Whether the opponents become declarers."""
    return points >= swap_at(rules)


@kernel
def level_change(rules: Any, points: int) -> int:
    """Levels that the declarers gain, or, below zero, that the opponents gain."""
    return -opponents_gain(rules, points) if swaps(rules, points) else declarers_gain(rules, points)


@kernel
def declarers_gain(rules: Any, points: int) -> int:
    """Levels for holding. Rules score.declarers_gain, score.below_zero (002-4, 002-85, B36, B38)."""
    if rules.score.declarers_gain == DeclarersGain.ONE:
        return 1
    if points < 0 and rules.score.below_zero == BelowZero.PLUS_ONE_PER_STEP:
        return TOP_GAIN + 1 + -points // step(rules)
    if points <= 0:
        return TOP_GAIN
    return 2 if 2 * points < swap_at(rules) else 1


@kernel
def opponents_gain(rules: Any, points: int) -> int:
    """Levels for reaching the swap. Rules score.opponents_gain, score.above_top (002-5, 002-85, B37)."""
    if rules.score.opponents_gain == OpponentsGain.NEVER:
        return 0
    gain = (points - swap_at(rules)) // step(rules)
    return min(gain, TOP_GAIN) if rules.score.above_top == AboveTop.CAPPED else gain


@kernel
def points_of_lost_round(rules: Any, declarers_lost: bool) -> int:
    """What the opponents score where a failed throw loses the round: the top row, or nothing (B47)."""
    return swap_at(rules) + TOP_GAIN * step(rules) if declarers_lost else 0
