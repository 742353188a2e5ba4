"""Estimates against scipy; and intervals that cover what they promise."""

import math
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from shengsim.games.family import Histogram, Statistic, Stratum
from shengsim.stats.estimate import LEVEL, Estimate, Z, estimates, mean, rate, t_of_z, z_of_t
from shengsim.stats.tally import Moments, Tally


class Outcome(IntEnum):
    SEAT = 0
    POINTS = 1
    SWAP = 2


ENGINE: Any = SimpleNamespace(
    OUTCOME=Outcome,
    STATISTICS=(
        Statistic("swap", Outcome.SWAP, "rate", "deals", "the opponents become declarers"),
        Statistic("points", Outcome.POINTS, "mean", "points", "points"),
    ),
    STRATA=(Stratum("seat", Outcome.SEAT, 0, ("E", "N", "W")),),
    HISTOGRAMS=(Histogram("points", Outcome.POINTS, 0, 1, 2, "points", "points"),),
)


def sums(values: list[int]) -> Moments:
    """The exact sums of numbers."""
    return Moments(len(values), sum(values), sum(value * value for value in values))


def test_z_is_that_of_the_level() -> None:
    assert LEVEL == 0.95
    assert pytest.approx(stats.norm.ppf(0.975), rel=1e-12) == Z


@pytest.mark.parametrize("df", [10, 20, 75, 1000, 10**6])
@pytest.mark.parametrize("z", [0.1, 1.0, Z, 3.0])
def test_t_is_scipys(df: int, z: float) -> None:
    t = stats.t.isf(stats.norm.sf(z), df)
    assert t_of_z(z, df) == pytest.approx(t, rel=1e-4)
    assert z_of_t(t_of_z(z, df), df) == pytest.approx(z, rel=1e-9)


@pytest.mark.parametrize("df", [1, 2, 3, 7, 10**9])
@pytest.mark.parametrize("t", [1e-9, 1e-3, 1.0, 50.0, 1e6])
def test_z_of_any_t_is_found(df: int, t: float) -> None:
    assert t_of_z(z_of_t(t, df), df) == pytest.approx(t, rel=1e-9)


# Means


@given(st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=50))
@settings(deadline=None)
def test_mean_is_scipys_interval(values: list[int]) -> None:
    centre, error, low, high = mean(sums(values))
    assert centre == pytest.approx(np.mean(values), rel=1e-9, abs=1e-9)
    assert error == pytest.approx(stats.sem(values), rel=1e-9, abs=1e-9)
    if error:
        expected = stats.t.interval(0.95, len(values) - 1, loc=centre, scale=stats.sem(values))
        few = {2: 0.12, 3: 0.01, 4: 2e-3}.get(len(values), 4e-4)
        assert (high - low) == pytest.approx(expected[1] - expected[0], rel=few if len(values) < 11 else 1e-5)
        assert (low + high) / 2 == pytest.approx(centre, rel=1e-9, abs=1e-9)
    else:
        assert low == centre == high


def test_mean_of_one_deal_has_no_interval() -> None:
    centre, *rest = mean(sums([7]))
    assert centre == 7
    assert [math.isnan(number) for number in rest] == [True] * 3


@pytest.mark.parametrize("value", [0, 5, -(10**9), 3_037_000_499])
def test_mean_of_equal_deals_has_no_error(value: int) -> None:
    assert mean(sums([value] * 1000)) == (value, 0, value, value)


def test_mean_keeps_its_digits_where_the_spread_is_small() -> None:
    # In floats n * squares - total**2 would be nothing but rounding errors.
    values = [3_000_000_000, 3_000_000_001] * 500
    assert mean(sums(values))[1] == pytest.approx(0.5 / math.sqrt(999), rel=1e-12)


def test_mean_of_very_many_deals() -> None:
    n = 10**12
    centre, error, low, high = mean(Moments(n, n // 2, n // 2))
    assert centre == 0.5
    assert error == pytest.approx(0.5e-6, rel=1e-9)
    assert low < centre < high


# Rates


@pytest.mark.parametrize("n", [1, 2, 3, 10, 97, 1000])
def test_rate_is_scipys_wilson_interval(n: int) -> None:
    for k in {0, 1, n // 3, n // 2, n - 1, n} & set(range(n + 1)):
        share, error, low, high = rate(Moments(n, k, k))
        expected = stats.binomtest(k, n).proportion_ci(method="wilson")
        assert share == pytest.approx(k / n, rel=1e-15)
        assert error == pytest.approx(math.sqrt(k / n * (1 - k / n) / n), rel=1e-12, abs=1e-15)
        assert (low, high) == pytest.approx((expected.low, expected.high), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("n", [1, 2, 100, 10**6, 10**12])
def test_rate_of_none_and_of_all(n: int) -> None:
    share, error, low, high = rate(Moments(n, 0, 0))
    assert (share, error, low) == (0, 0, 0)
    assert 0 < high < 1
    share, error, low, high = rate(Moments(n, n, n))
    assert (share, error, high) == (1, 0, 1)
    assert 0 < low < 1


@given(st.data())
@settings(deadline=None)
def test_rate_interval_is_within_bounds_and_mirrors(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 10**12))
    k = data.draw(st.integers(0, n))
    share, _, low, high = rate(Moments(n, k, k))
    assert 0 <= low <= share <= high <= 1
    _, _, other_low, other_high = rate(Moments(n, n - k, n - k))
    assert (1 - other_high, 1 - other_low) == pytest.approx((low, high), abs=1e-12)


# Every statistic


def tally_of(rows: list[tuple[int, int, int]]) -> Tally:
    """The tally of some outcomes."""
    tally = Tally.empty(ENGINE)
    tally.add(ENGINE, np.array(rows, np.int64), plain=True)
    return tally


def test_estimates_of_no_deals_are_none() -> None:
    assert list(estimates(ENGINE, Tally.empty(ENGINE))) == []


def test_estimates_in_order_of_name_and_stratum() -> None:
    rows = list(estimates(ENGINE, tally_of([(2, 10, 1), (0, 20, 0), (2, 30, 1)])))
    assert [(row.statistic, row.stratum, row.n, row.estimate) for row in rows] == [
        ("points", "all", 3, 20),
        ("points", "seat=E", 1, 20),
        ("points", "seat=W", 2, 20),
        ("swap", "all", 3, 2 / 3),
        ("swap", "seat=E", 1, 0),
        ("swap", "seat=W", 2, 1),
    ]


def test_estimates_take_the_interval_of_their_kind() -> None:
    rows = estimates(ENGINE, tally_of([(0, 0, 0), (0, 9, 0), (0, 3, 1)]))
    found = {row.statistic: row for row in rows if row.stratum == "all"}
    assert found["points"] == Estimate("points", "all", 3, *mean(sums([0, 9, 3])))
    assert found["swap"] == Estimate("swap", "all", 3, *rate(Moments(3, 1, 1)))


# Coverage

N_STUDIES = 2000


def covered(low: float, high: float, truth: float) -> bool:
    return low <= truth <= high


def test_mean_intervals_of_a_skewed_variable_cover_95_percent() -> None:
    # Geometric, as level changes and kitty points are: mean 4, skewness 2.
    random = np.random.default_rng(20)
    n_covered = 0
    for values in random.geometric(0.25, (N_STUDIES, 400)):
        _, _, low, high = mean(Moments(400, int(values.sum()), int((values**2).sum())))
        n_covered += covered(low, high, 4)
    assert n_covered / N_STUDIES == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("share", [0.03, 0.3, 0.75])
def test_rate_intervals_cover_95_percent(share: float) -> None:
    random = np.random.default_rng(21)
    n_covered = 0
    for k in random.binomial(300, share, N_STUDIES):
        _, _, low, high = rate(Moments(300, int(k), int(k)))
        n_covered += covered(low, high, share)
    assert n_covered / N_STUDIES == pytest.approx(0.95, abs=0.02)
