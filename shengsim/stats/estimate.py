"""Estimates: from exact sums to rates, means and intervals. The first floats of the line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import nan, sqrt
from statistics import NormalDist

from shengsim.games.family import Engine
from shengsim.stats.tally import Moments, Tally, marginals, moments

LEVEL = 0.95
"""Confidence of every interval."""
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)


@dataclass(frozen=True)
class Estimate:
    """A statistic's value in one stratum, its standard error and interval; nan where n is too small."""

    statistic: str
    stratum: str
    n: int
    estimate: float
    std_error: float
    ci_low: float
    ci_high: float


def estimates(engine: Engine, tally: Tally) -> Iterator[Estimate]:
    """Every statistic of a family in every stratum that has deals, sorted by name and stratum order."""
    rows = marginals(engine, tally)
    for statistic in sorted(engine.STATISTICS, key=lambda statistic: statistic.name):
        interval = rate if statistic.kind == "rate" else mean
        for stratum, row in rows.items():
            sums = moments(engine, row, statistic.field)
            yield Estimate(statistic.name, stratum, sums.n, *interval(sums))


def mean(sums: Moments) -> tuple[float, float, float, float]:
    """Mean, standard error and normal interval."""
    n = sums.n
    centre = sums.total / n
    if n < 2:
        return centre, nan, nan, nan
    # n * (n - 1) times the variance, exact: no digits are lost in the difference.
    spread = n * sums.squares - sums.total**2
    error = sqrt(spread / (n * n * (n - 1)))
    return centre, error, centre - Z * error, centre + Z * error


def rate(sums: Moments) -> tuple[float, float, float, float]:
    """Share, standard error and Wilson interval (Wilson 1927)."""
    n = sums.n
    share = sums.total / n
    error = sqrt(sums.total * (n - sums.total) / n**3)
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    # The bounds of no and of all are exact; rounding may not push them past.
    low = 0.0 if sums.total == 0 else middle - half
    high = 1.0 if sums.total == n else middle + half
    return share, error, low, high
