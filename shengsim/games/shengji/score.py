"""The score: from the opponents' points to levels, and who are declarers next.

(000-78, 000-79, 002-4, 002-5, 002-85, 002-88, 003-22, 003-23, 003-24, 003-25, 003-26, B36, B37, B38)
"""

from __future__ import annotations

from typing import Any

from shengsim import fields
from shengsim.games.shengji.choices import AboveTop, BelowZero, DeclarersGain, OpponentsGain
from shengsim.games.shengji.rules import MAX_BANDS
from shengsim.kernel import kernel

TOP_GAIN = 3
"""Levels of the first and the last row of the usual table."""
STEP_A_PACK = 20
SWAP_A_PACK = 40

TABLES = {"score": {"table_size": (1,), "table_rows": (MAX_BANDS, 4)}}
"""A table of one's own (score.table), its rows from the lowest points up."""
LOWEST, SWAP, DECLARERS, OPPONENTS = range(4)
"""Columns of a row: its lowest points, whether sides swap, levels of declarers and of opponents."""
FAR = 2**40
NO_TABLE = -1


def fill_tables(rules: Any, record: Any) -> None:
    """Fills the tables of a rules record's score chapter, and what it leaves to the number of packs."""
    bands = sorted(rules.score.table, key=lambda band: -FAR if band.lowest is None else band.lowest)
    fields.put(record, "table_size", len(bands))
    for row, band in enumerate(bands):
        lowest = -FAR if row == 0 or band.lowest is None else band.lowest
        fields.get(record, "table_rows")[row] = (
            lowest,
            band.swap,
            band.declarers_gain,
            band.opponents_gain,
        )
    for name, a_pack in (("swap_at", SWAP_A_PACK), ("step", STEP_A_PACK)):
        if fields.get(record, name) == 0:
            fields.put(record, name, a_pack * rules.table.decks)


@kernel
def by_table(rules: Any, points: int, column: int) -> int:
    """A column of the row that holds these points, NO_TABLE where the variant has no table of its own.

    Rule score.table (003-22, 003-23, 003-24, 003-25, 003-26).
    """
    row = rules.score.table_size[0] - 1
    if row < 0:
        return NO_TABLE
    while rules.score.table_rows[row, LOWEST] > points:
        row -= 1
    return rules.score.table_rows[row, column]


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
    swap = by_table(rules, points, SWAP)
    return points >= swap_at(rules) if swap == NO_TABLE else swap != 0


@kernel
def level_change(rules: Any, points: int) -> int:
    """Levels that the declarers gain, or, below zero, that the opponents gain."""
    return -opponents_gain(rules, points) if swaps(rules, points) else declarers_gain(rules, points)


@kernel
def declarers_gain(rules: Any, points: int) -> int:
    """Levels for holding. Rule score.declarers_gain (002-4, 002-85, B38)."""
    if rules.score.declarers_gain == DeclarersGain.ONE:
        return 1
    gain = by_table(rules, points, DECLARERS)
    if gain != NO_TABLE:
        return gain
    if points <= 0:
        return TOP_GAIN + more_below_zero(rules, points)
    return 2 if 2 * points < swap_at(rules) else 1


@kernel
def more_below_zero(rules: Any, points: int) -> int:
    """Levels more than for 0. Rule score.below_zero (002-85, B36)."""
    if points == 0 or rules.score.below_zero == BelowZero.AS_ZERO:
        return 0
    return 1 + -points // step(rules)


@kernel
def opponents_gain(rules: Any, points: int) -> int:
    """Levels for reaching the swap.

    Rules score.opponents_gain and score.above_top (000-79, 002-5, 002-85, B37, B38).
    """
    if rules.score.opponents_gain == OpponentsGain.NEVER:
        return 0
    gain = by_table(rules, points, OPPONENTS)
    if gain != NO_TABLE:
        return gain
    gain = (points - swap_at(rules)) // step(rules)
    return min(gain, TOP_GAIN) if rules.score.above_top == AboveTop.CAPPED else gain


@kernel
def points_of_lost_round(rules: Any, declarers_lost: bool) -> int:
    """What the opponents score where a failed throw loses the round: the top row, or nothing (B47)."""
    if not declarers_lost:
        return 0
    lowest = by_table(rules, FAR, LOWEST)
    return swap_at(rules) + TOP_GAIN * step(rules) if lowest == NO_TABLE else lowest
