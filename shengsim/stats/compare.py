"""Differences between two arms: from exact sums to estimates, errors, intervals and p values.

Both arms are seen by stratum. Which deals a stratum holds may depend on the arm (under other rules
another suit is made trump), so that a difference is one of two ratios, each with its own deals; its
variance comes from the deals that both arms have in the stratum. Over all deals, and wherever both arms
have the same deals, this is the variance of the paired differences. Everything is a whole number up to
the last division: an arm against one that plays the same gives exactly 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import erfc, inf, isnan, nan, sqrt
from statistics import NormalDist

import numpy as np

from shengsim.games.family import Statistic, Unit
from shengsim.stats.estimate import Z, t_of_z, z_of_t
from shengsim.stats.paired import ALL, Products, products_of, rows_of
from shengsim.stats.tally import Moments, Tally, marginals, moments

POWER = 0.8
"""The chance with which an effect of the minimum detectable size is detected."""
Z_OF_POWER = NormalDist().inv_cdf(POWER)
"""Standard errors that an effect must lie beyond an interval's reach for that."""
FEWEST = 50
"""Deals that must differ before a difference is judged: fewer make intervals that are too narrow.

Measured on 276 sorts of real differences (tests/stats/rare.py): where 50 differ, intervals cover 94.7 % on
average and 93 % or more in 19 of 20 sorts; where 30 do, 92.5 % or more; where 10 do, 89 %.
"""


@dataclass(frozen=True)
class Estimated:
    """A difference or another contrast: its value, standard error, interval, p value and MDE."""

    value: float
    std_error: float
    ci_low: float
    ci_high: float
    p: float
    mde: float


@dataclass(frozen=True)
class Difference:
    """A statistic of an arm less that of another, in one stratum."""

    statistic: Statistic
    stratum: str
    n: int
    base: float
    other: float
    difference: Estimated
    paired: bool
    gain: float
    """The variance that unpaired deals would have given, by the one there is; nan without pairs."""


def estimated(value: float, variance: float, df: int) -> Estimated:
    """An estimate of this value and variance, with so many degrees of freedom; nan where that is unknown."""
    error = sqrt(variance) if variance >= 0 else nan
    if not error > 0:
        p = nan if isnan(error) else float(value == 0)
        return Estimated(value, error, value - error, value + error, p, error)
    reach = t_of_z(Z, df)
    p = erfc(z_of_t(abs(value) / error, df) / sqrt(2)) if value else 1.0
    mde = (reach + Z_OF_POWER) * error
    return Estimated(value, error, value - reach * error, value + reach * error, p, mde)


def differences(
    unit: Unit, base: Tally, other: Tally, products: np.ndarray | None, other_unit: Unit | None = None
) -> Iterator[Difference]:
    """Every statistic in every stratum that has deals in both arms, in the order of ``estimates``.

    ``products`` int64[n_rows, n_sums] of the two arms, base first; None if their deals are not common.
    ``other_unit`` is what is counted in the other arm where that is not the same (more seats): then what
    both have is compared.
    """
    other_unit = other_unit or unit
    fields = {statistic.name: statistic.field for statistic in other_unit.STATISTICS}
    of_base, of_other = marginals(unit, base), marginals(other_unit, other)
    rows = {} if products is None else dict(zip(rows_of(unit), products.astype(object), strict=True))
    for statistic in sorted(unit.STATISTICS, key=lambda statistic: statistic.name):
        for stratum in of_base:
            if stratum in of_other and statistic.name in fields:
                one = moments(unit, of_base[stratum], statistic.field)
                two = moments(other_unit, of_other[stratum], fields[statistic.name])
                row = rows.get(stratum)
                common = None if row is None else products_of(unit, row, statistic.field)
                yield difference(statistic, stratum, one, two, common)


def difference(
    statistic: Statistic, stratum: str, base: Moments, other: Moments, common: Products | None
) -> Difference:
    """The difference of a statistic in one stratum from its exact sums."""
    value = (other.total * base.n - base.total * other.n) / (base.n * other.n)
    unpaired = variance(base, other, None)
    found = unpaired if common is None else variance(base, other, common)
    gain = nan if common is None or isnan(found) else ratio(unpaired, found)
    return Difference(
        statistic,
        stratum,
        other.n,
        base.total / base.n,
        other.total / other.n,
        estimated(value, found, min(base.n, other.n) - 1),
        common is not None,
        gain,
    )


def variance(base: Moments, other: Moments, common: Products | None) -> float:
    """The variance of the difference of two means, exact up to the last division; nan of single deals."""
    n, m = base.n, other.n
    if min(n, m) < 2:
        return 0.0 if common is not None and _all_equal(base, other, common) else nan
    own_base, own_other = n * base.squares - base.total**2, m * other.squares - other.total**2
    if common is None:
        return own_base / (n * n * (n - 1)) + own_other / (m * m * (m - 1))
    covariance = (
        n * m * common.product
        - base.total * m * common.other
        - other.total * n * common.one
        + base.total * other.total * common.n
    )
    fewer = min(n, m)
    whole = own_base * m**3 + own_other * n**3 - 2 * covariance * n * m
    return whole * fewer / ((n * m) ** 3 * (fewer - 1))


def _all_equal(base: Moments, other: Moments, common: Products) -> bool:
    return base.n == other.n == common.n and common.n_differ == 0


def ratio(unpaired: float, paired: float) -> float:
    """What pairing gains: one variance by the other; nan where there is none to gain from."""
    if paired == 0:
        return nan if unpaired == 0 else inf
    return unpaired / paired


def any_differs(products: np.ndarray) -> int:
    """The deals in which anything at all that is counted differs between two arms."""
    return int(products[ALL, 1])


def n_differ(unit: Unit, products: np.ndarray, statistic: Statistic) -> int:
    """The deals in which a statistic differs between two arms."""
    return products_of(unit, products[ALL], statistic.field).n_differ


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjustment (1979) of p values that are judged together; nan is no test and stays."""
    tested = sorted((p, at) for at, p in enumerate(p_values) if not isnan(p))
    adjusted = list(p_values)
    highest = 0.0
    for rank, (p, at) in enumerate(tested):
        highest = max(highest, min(1.0, p * (len(tested) - rank)))
        adjusted[at] = highest
    return adjusted
