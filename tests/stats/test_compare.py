"""Differences: against numpy and scipy, against brute force, and exactly nothing where nothing differs."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from shengsim.stats.compare import Difference, any_differs, differences, estimated, holm, n_differ
from shengsim.stats.estimate import estimates
from shengsim.stats.paired import PairedTally
from tests.stats.synthetic import UNIT, Outcome, two_arms
from tests.stats.test_paired import members, tally_of

FIELDS = {statistic.name: statistic.field for statistic in UNIT.STATISTICS}


def compared(tally: PairedTally, paired: bool = True) -> dict[tuple[str, str], Difference]:
    products = tally.products[0] if paired else None
    found = differences(UNIT, tally.tally(0), tally.tally(1), products)
    return {(difference.statistic.name, difference.stratum): difference for difference in found}


@pytest.fixture(scope="module")
def outcomes():
    return two_arms(900, shift=1)


def test_rows_are_those_of_the_summary_with_its_estimates(outcomes):
    tally = tally_of(outcomes)
    found = compared(tally)
    for place, value in ((0, "base"), (1, "other")):
        rows = list(estimates(UNIT, tally.tally(place)))
        assert list(found) == [(row.statistic, row.stratum) for row in rows]
        assert [getattr(found[key], value) for key in found] == [row.estimate for row in rows]
    assert [difference.n for difference in found.values()] == [row.n for row in rows]


@pytest.mark.parametrize("statistic", FIELDS)
def test_over_all_deals_it_is_the_mean_of_paired_differences(outcomes, statistic):
    found = compared(tally_of(outcomes))[statistic, "all"].difference
    by_deal = outcomes[1][:, FIELDS[statistic]] - outcomes[0][:, FIELDS[statistic]]
    assert found.value == pytest.approx(by_deal.mean(), abs=1e-12)
    assert found.std_error == pytest.approx(stats.sem(by_deal), rel=1e-9)
    low, high = stats.t.interval(0.95, len(by_deal) - 1, found.value, found.std_error)
    assert (found.ci_low, found.ci_high) == pytest.approx((low, high), rel=1e-9)
    expected = stats.ttest_1samp(by_deal, 0).pvalue
    assert found.p == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("stratum", ["seat=E", "side=EW", "side=N"])
def test_in_a_stratum_of_the_same_deals_it_is_so_too(outcomes, stratum):
    found = compared(tally_of(outcomes))["points", stratum].difference
    inside = members(outcomes[0], stratum)
    by_deal = (outcomes[1] - outcomes[0])[inside, Outcome.POINTS]
    assert found.value == pytest.approx(by_deal.mean(), abs=1e-12)
    assert found.std_error == pytest.approx(stats.sem(by_deal), rel=1e-9)


def influences(outcomes: np.ndarray, stratum: str, field: int) -> np.ndarray:
    """What each deal contributes to the difference of two ratios, by the delta method."""
    parts = []
    for rows in outcomes:
        inside = members(rows, stratum)
        values = rows[:, field] * 1.0
        parts.append(np.where(inside, values - values[inside].mean(), 0) / inside.sum())
    return parts[1] - parts[0]


@pytest.mark.parametrize("statistic", ["points", "swap"])
@pytest.mark.parametrize("stratum", ["trump=clubs", "trump=hearts", "trump=spades"])
def test_in_a_stratum_of_other_deals_it_is_a_difference_of_ratios(outcomes, statistic, stratum):
    found = compared(tally_of(outcomes))[statistic, stratum].difference
    inside = [members(rows, stratum) for rows in outcomes]
    assert inside[0].sum() != inside[1].sum()
    field = FIELDS[statistic]
    values = [rows[where, field].mean() for rows, where in zip(outcomes, inside, strict=True)]
    assert found.value == pytest.approx(values[1] - values[0], rel=1e-9)
    fewer = min(where.sum() for where in inside)
    expected = (influences(outcomes, stratum, field) ** 2).sum() * fewer / (fewer - 1)
    assert found.std_error**2 == pytest.approx(expected, rel=1e-9)


def test_ratios_over_other_deals_vary_as_their_errors_say():
    # Many studies: the spread of the differences among them against the mean of their own variances.
    values, variances = [], []
    for seed in range(600):
        found = compared(tally_of(two_arms(150, seed=seed)))["points", "trump=hearts"].difference
        values.append(found.value)
        variances.append(found.std_error**2)
    assert np.var(values, ddof=1) == pytest.approx(np.mean(variances), rel=0.2)


@pytest.mark.parametrize("statistic", FIELDS)
def test_unpaired_it_is_welchs(outcomes, statistic):
    found = compared(tally_of(outcomes), paired=False)[statistic, "all"]
    one, other = (rows[:, FIELDS[statistic]] for rows in outcomes)
    expected = math.sqrt(stats.sem(one) ** 2 + stats.sem(other) ** 2)
    assert found.difference.std_error == pytest.approx(expected, rel=1e-9)
    assert not found.paired
    assert math.isnan(found.gain)


def test_gain_is_the_unpaired_variance_by_the_paired(outcomes):
    tally = tally_of(outcomes)
    paired, unpaired = compared(tally), compared(tally, paired=False)
    judged = {key: found for key, found in paired.items() if found.difference.std_error}
    assert len(judged) > 0.9 * len(paired)
    for key, found in judged.items():
        expected = (unpaired[key].difference.std_error / found.difference.std_error) ** 2
        assert found.gain == pytest.approx(expected, rel=1e-9)
    assert paired["points", "all"].gain > 2


def test_an_arm_against_its_twin_is_exactly_nothing():
    one = two_arms(500)[0]
    tally = tally_of(np.stack([one, one]))
    for found in compared(tally).values():
        by = found.difference
        assert (by.value, by.std_error, by.ci_low, by.ci_high, by.p, by.mde) == (0, 0, 0, 0, 1, 0)
    assert any_differs(tally.products[0]) == 0


def test_an_arm_against_its_twin_is_nothing_in_a_single_deal():
    one = two_arms(1)[0]
    for found in compared(tally_of(np.stack([one, one]))).values():
        assert (found.difference.value, found.difference.std_error) == (0, 0)


def test_a_single_deal_that_differs_has_no_error():
    found = compared(tally_of(two_arms(1, share_changed=0, shift=3)))["points", "all"].difference
    assert found.value == 3
    assert math.isnan(found.std_error)
    assert math.isnan(found.p)


def test_a_shift_of_every_deal_is_certain():
    found = compared(tally_of(two_arms(50, share_changed=0, shift=3)))["points", "all"]
    assert (found.difference.value, found.difference.std_error, found.difference.p) == (3, 0, 0)
    assert found.gain == math.inf


def test_a_stratum_of_one_arm_alone_is_left_out():
    outcomes = two_arms(30)
    outcomes[1][:, Outcome.TRUMP] = 2
    strata = {stratum for _, stratum in compared(tally_of(outcomes))}
    assert "trump=clubs" in strata
    assert not strata & {"trump=hearts", "trump=spades"}


def test_minimum_detectable_effect_is_detected_with_its_power():
    # An estimate at that distance from nothing is significant in four studies of five.
    found = compared(tally_of(two_arms(300)))["points", "all"].difference
    reach, away = (found.ci_high - found.value) / found.std_error, found.mde / found.std_error
    assert stats.norm.sf(reach - away) + stats.norm.cdf(-reach - away) == pytest.approx(0.8, abs=1e-5)


@pytest.mark.parametrize("n", [5, 30, 1000])
@pytest.mark.parametrize("shift", [-0.02, 0.02])
def test_p_values_and_intervals_agree(n, shift):
    # The value that just reaches 0, and a hair on either side of it.
    error = 0.37
    reach = estimated(0.0, error**2, n - 1).ci_high * (1 + shift)
    found = estimated(reach, error**2, n - 1)
    assert (found.ci_low > 0) == (found.p < 0.05) == (shift > 0)
    assert estimated(reach / (1 + shift), error**2, n - 1).p == pytest.approx(0.05, rel=1e-9)


def test_deals_that_differ_are_counted(outcomes):
    products = tally_of(outcomes).products[0]
    assert any_differs(products) == (outcomes[0] != outcomes[1]).any(axis=1).sum()
    for statistic in UNIT.STATISTICS:
        differ = outcomes[0][:, statistic.field] != outcomes[1][:, statistic.field]
        assert n_differ(UNIT, products, statistic) == differ.sum()


# Holm


def closed(p_values: list[float]) -> list[float]:
    """Holm's adjustment as the closed procedure of Bonferroni's tests, by trying all subsets."""
    n = len(p_values)
    subsets = [s for size in range(1, n + 1) for s in itertools.combinations(range(n), size)]
    level = {s: min(1.0, len(s) * min(p_values[i] for i in s)) for s in subsets}
    return [max(level[s] for s in subsets if i in s) for i in range(n)]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
@settings(deadline=None)
def test_holm_is_the_closed_procedure(p_values):
    assert holm(p_values) == pytest.approx(closed(p_values))


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


def test_holm_does_not_count_what_is_not_tested():
    adjusted = holm([0.02, math.nan, 0.03])
    assert (adjusted[0], adjusted[2]) == pytest.approx((0.04, 0.04))
    assert math.isnan(adjusted[1])
