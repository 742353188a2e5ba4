"""Effects: from the exact sums of contrasts to differences of averages of arms, with their errors.

An effect is what some arms come to less what others do, averaged over blocks. Arms of one pack play the
same deals, so that their part of it is a number a deal; the parts of several packs are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from shengsim.games.family import Unit
from shengsim.stats.compare import Estimated, estimated, ratio
from shengsim.stats.contrast import contrasted
from shengsim.stats.tally import Moments

Sides = tuple[Sequence[Moments], Sequence[Moments]]
"""Moments of one statistic: of the arms that are added, and of those that are taken away."""


@dataclass(frozen=True)
class Part:
    """One pack's part in a contrast: what is counted, its sums int64[n_fields, n_sums] of all deals.

    ``paired``: as many of its arms are added as are taken away, so that what their deals share is gone.
    """

    unit: Unit
    sums: np.ndarray
    paired: bool


@dataclass(frozen=True)
class Measured:
    """An effect in one statistic: what it is there and here, and the difference."""

    there: float
    here: float
    difference: Estimated
    paired: bool
    gain: float
    """The variance that unpaired deals would have given, by the one there is; nan without pairs."""
    n_differ: int | None
    """Deals in which the contrast is not 0; None without pairs."""


def measured(name: str, there: Sides, here: Sides, parts: Sequence[Part], n_blocks: int) -> Measured:
    """The effect on a statistic that is the sum of ``here`` less ``there`` over so many blocks."""
    arms = [moments for side in (*there, *here) for moments in side]
    n = arms[0].n
    found = [contrasted(n, part.sums[_field(part.unit, name)]) for part in parts]
    difference = effect([part.moments for part in found], n_blocks)
    paired = all(part.paired for part in parts)
    unpaired = effect(arms, n_blocks)  # as if each arm had deals of its own; its value says nothing
    return Measured(
        _average(there, n * n_blocks),
        _average(here, n * n_blocks),
        difference,
        paired,
        ratio(unpaired.std_error**2, difference.std_error**2) if paired else nan,
        sum(part.n_differ for part in found) if paired else None,
    )


def effect(parts: Sequence[Moments], n_blocks: int) -> Estimated:
    """The sum of independent parts, each of as many deals, by blocks; exact up to the last division."""
    n, total = parts[0].n, sum(part.total for part in parts)
    if n < 2:
        return estimated(total / n_blocks, 0.0 if all(part.squares == 0 for part in parts) else nan, 0)
    spread = sum(n * part.squares - part.total**2 for part in parts)
    return estimated(total / (n * n_blocks), spread / ((n * n_blocks) ** 2 * (n - 1)), n - 1)


def _average(sides: Sides, n: int) -> float:
    return (sum(each.total for each in sides[0]) - sum(each.total for each in sides[1])) / n


def _field(unit: Unit, name: str) -> int:
    return next(statistic.field for statistic in unit.STATISTICS if statistic.name == name)
