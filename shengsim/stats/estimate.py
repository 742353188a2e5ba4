"""Estimates: from exact sums to rates, means and intervals. The first floats of the line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log1p, nan, sqrt
from statistics import NormalDist

import numpy as np

from shengsim.games.family import Histogram, Unit
from shengsim.stats.tally import Moments, Tally, marginals, moments

LEVEL = 0.95
"""Confidence of every interval."""
SMALL, MAX_STEPS = 1e-6, 50
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)
"""How many standard errors an interval of very many units reaches to either side."""


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


def estimates(unit: Unit, tally: Tally) -> Iterator[Estimate]:
    """Every statistic of a family in every stratum that has deals, sorted by name and stratum order."""
    rows = marginals(unit, tally)
    for statistic in sorted(unit.STATISTICS, key=lambda statistic: statistic.name):
        interval = rate if statistic.kind == "rate" else mean
        for stratum, row in rows.items():
            sums = moments(unit, row, statistic.field)
            yield Estimate(statistic.name, stratum, sums.n, *interval(sums))


def t_of_z(z: float, df: int) -> float:
    """The quantile of Student's t that is as far out as a normal z (Abramowitz and Stegun 26.7.5).

    Errors are estimated as means are, so that few units need wider intervals than a normal one: 15 % for 10,
    1 % for 100. Good to 1 in 10^5 from 10 degrees of freedom on, to 1 in 300 from 3.
    """
    square = z * z
    terms = (
        (square + 1) / 4,
        ((5 * square + 16) * square + 3) / 96,
        (((3 * square + 19) * square + 17) * square - 15) / 384,
        ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160,
    )
    return z * (1 + sum(term / df**power for power, term in enumerate(terms, 1)))


def z_of_t(t: float, df: int) -> float:
    """The normal z of a positive t, by Newton's method, so that p values and intervals agree."""
    z = sqrt(df * log1p(t * t / df))
    for _ in range(MAX_STEPS):
        slope = (t_of_z(z * (1 + SMALL), df) - t_of_z(z, df)) / (z * SMALL)
        step = (t_of_z(z, df) - t) / slope
        z -= step
        if abs(step) < SMALL**2 * z:
            break
    return z


def mean(sums: Moments) -> tuple[float, float, float, float]:
    """Mean, standard error and Student's interval."""
    n = sums.n
    centre = sums.total / n
    if n < 2:
        return centre, nan, nan, nan
    # n * (n - 1) times the variance, exact: no digits are lost in the difference.
    spread = n * sums.squares - sums.total**2
    error = sqrt(spread / (n * n * (n - 1)))
    half = t_of_z(Z, n - 1) * error
    return centre, error, centre - half, centre + half


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


QUANTILES = (5, 25, 50, 75, 95)
"""Percentiles told of a distribution."""


def spread(unit: Unit, tally: Tally, field: int) -> float:
    """The standard deviation of an outcome field over all deals; nan of fewer than two."""
    sums = moments(unit, marginals(unit, tally)["all"], field)
    return mean(sums)[1] * sqrt(sums.n)


def quantiles(histogram: Histogram, counts: np.ndarray) -> list[int]:
    """The QUANTILES of a distribution: the least value that so many percent do not exceed.

    A bin stands for its lowest value, which is exact where a bin holds one possible value.
    """
    total = int(counts.sum())
    running = counts.cumsum()
    ranks = [-(-total * percent // 100) for percent in QUANTILES]
    return [histogram.lowest + histogram.width * int(np.searchsorted(running, rank)) for rank in ranks]
