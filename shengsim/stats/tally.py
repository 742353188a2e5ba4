"""Tallies: exact sums over deals, added in any order to the same whole.

Outcomes are added into *joint cells*, one for each combination of the strata (rank, trump, dealer),
so that every division of the deals comes out of the same numbers. A cell's row is: deals, then for
each outcome field its sum, then the sums of its squares in two halves, since squares of the largest
scores would overflow.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from shengsim.games.family import Unit
from shengsim.kernel import compiled
from shengsim.planes import both, shifted_down

HALF = 31
"""Bits of the lower half of a square."""
LOWER_HALF = 2**HALF - 1


def accumulate(outcomes: Any, strata: Any, cells: Any, bins: Any, counts: Any) -> None:
    """Adds outcomes int64[n_deals, n_fields] to cells and histograms. A driver.

    ``strata`` int64[n_strata, 3]: field, lowest value, number of values. ``cells`` int64[n_cells,
    1 + 3 * n_fields]. ``bins`` int64[n_histograms, 4]: field, lowest value, width, number of bins.
    ``counts`` int64[n_histograms, most bins].
    """
    n_fields = outcomes.shape[1]
    for i in range(outcomes.shape[0]):
        cell = 0
        for s in range(strata.shape[0]):
            cell = cell * strata[s, 2] + outcomes[i, strata[s, 0]] - strata[s, 1]
        cells[cell, 0] += 1
        for f in range(n_fields):
            value = outcomes[i, f]
            square = value * value
            cells[cell, 1 + f] += value
            cells[cell, 1 + n_fields + f] += both(square, LOWER_HALF)
            cells[cell, 1 + 2 * n_fields + f] += shifted_down(square, HALF)
        for h in range(bins.shape[0]):
            at = (outcomes[i, bins[h, 0]] - bins[h, 1]) // bins[h, 2]
            counts[h, max(0, min(at, bins[h, 3] - 1))] += 1


@dataclass(frozen=True)
class Tally:
    """Sums over some deals, or matches, of one variant and its bots; ``+`` merges two."""

    cells: np.ndarray
    counts: np.ndarray

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.cells + other.cells, self.counts + other.counts)

    @property
    def n(self) -> int:
        """Deals or matches added."""
        return int(self.cells[:, 0].sum())

    @classmethod
    def empty(cls, unit: Unit) -> Tally:
        """A tally of no deals."""
        n_cells = prod(len(stratum.labels) for stratum in unit.STRATA)
        n_bins = max(histogram.n_bins for histogram in unit.HISTOGRAMS)
        return cls(
            np.zeros((n_cells, 1 + 3 * len(unit.OUTCOME)), np.int64),
            np.zeros((len(unit.HISTOGRAMS), n_bins), np.int64),
        )

    def add(self, unit: Unit, outcomes: np.ndarray, plain: bool = False) -> None:
        """Adds outcomes int64[n_deals, n_fields] in place."""
        driver = accumulate if plain else compiled(accumulate)
        driver(outcomes, _strata(unit), self.cells, _bins(unit), self.counts)


def _strata(unit: Unit) -> np.ndarray:
    rows = [(stratum.field, stratum.lowest, len(stratum.labels)) for stratum in unit.STRATA]
    return np.array(rows, np.int64).reshape(-1, 3)


def _bins(unit: Unit) -> np.ndarray:
    rows = [(h.field, h.lowest, h.width, h.n_bins) for h in unit.HISTOGRAMS]
    return np.array(rows, np.int64).reshape(-1, 4)


@dataclass(frozen=True)
class Moments:
    """Exact sums of one field over the deals of one stratum."""

    n: int
    total: int
    squares: int


def marginals(unit: Unit, tally: Tally) -> dict[str, np.ndarray]:
    """The rows of the joint cells added up by stratum: ``all``, ``rank=7``, ``trump=hearts``, ...

    Python integers (dtype object), so that nothing overflows however many deals there are.
    """
    shape = [len(stratum.labels) for stratum in unit.STRATA]
    cube = tally.cells.astype(object).reshape(*shape, -1)
    axes = tuple(range(len(shape)))
    found = {"all": cube.sum(axis=axes)}
    for axis, stratum in enumerate(unit.STRATA):
        rows = cube.sum(axis=tuple(other for other in axes if other != axis))
        by_label = dict(zip(stratum.labels, rows, strict=True))
        found |= {f"{stratum.name}={label}": row for label, row in by_label.items()}
        found |= {name: sum(by_label[label] for label in labels) for name, labels in stratum.groups}
    return {stratum: row for stratum, row in found.items() if row[0]}


def moments(unit: Unit, row: np.ndarray, field: int) -> Moments:
    """The sums of one outcome field in a marginal row."""
    n_fields = len(unit.OUTCOME)
    lower, upper = row[1 + n_fields + field], row[1 + 2 * n_fields + field]
    return Moments(int(row[0]), int(row[1 + field]), int(lower) + int(upper) * 2**HALF)
