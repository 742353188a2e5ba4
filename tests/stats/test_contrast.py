"""Contrasts of arms: exact sums against numpy, and the errors that all pairs of arms would give."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from shengsim.stats.compare import differences
from shengsim.stats.contrast import N_SUMS, add_contrasts, contrasted
from shengsim.stats.effect import Part, effect, measured
from shengsim.stats.paired import PairedTally
from shengsim.stats.tally import Moments
from tests.stats.synthetic import UNIT, Outcome, two_arms
from tests.stats.test_paired import LARGEST, tally_of

CONTRASTS = (((1,), (0,)), ((1, 2), (0, 3)), ((0, 1, 2, 3), ()), ((2,), (2,)))
"""An arm against another, an interaction, a sum, and nothing."""


def four_arms(n: int = 500) -> np.ndarray:
    return np.concatenate([two_arms(n, seed=1), two_arms(n, seed=2, shift=1)])


def weighted(outcomes: np.ndarray, contrast) -> np.ndarray:
    added, taken = contrast
    return outcomes[list(added)].sum(axis=0) - outcomes[list(taken)].sum(axis=0)


def sums_of(outcomes: np.ndarray, contrasts=CONTRASTS, plain: bool = False) -> np.ndarray:
    sums = np.zeros((len(contrasts), outcomes.shape[2], N_SUMS), np.int64)
    add_contrasts(np.ascontiguousarray(outcomes), contrasts, sums, plain)
    return sums


@pytest.mark.parametrize("plain", [False, True])
def test_a_contrast_is_a_number_a_deal(plain):
    outcomes = four_arms()
    sums = sums_of(outcomes, plain=plain)
    for row, contrast in zip(sums, CONTRASTS, strict=True):
        values = weighted(outcomes, contrast)
        for field in Outcome:
            found = contrasted(500, row[field])
            assert found.n_differ == (values[:, field] != 0).sum()
            assert found.moments == Moments(500, values[:, field].sum(), (values[:, field] ** 2).sum())


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("value", [LARGEST, -LARGEST, 1, -1, 2**31, -(2**31) - 1])
def test_sums_of_many_large_outcomes_are_exact(plain, value):
    outcomes = np.full((64, 1000, len(Outcome)), value, np.int64)
    (row,) = sums_of(outcomes, ((tuple(range(64)), ()),), plain)
    for field in Outcome:
        assert contrasted(1000, row[field]).moments == Moments(1000, 64_000 * value, 1000 * (64 * value) ** 2)


def test_parts_add_up_to_the_whole():
    outcomes = four_arms()
    assert (sums_of(outcomes[:, :77]) + sums_of(outcomes[:, 77:]) == sums_of(outcomes)).all()


def test_a_tally_of_arms_holds_them():
    outcomes = four_arms()
    tally = PairedTally.empty(UNIT, 4, 0, len(CONTRASTS))
    tally.add(UNIT, outcomes, (), CONTRASTS)
    assert (tally.contrasts == sums_of(outcomes)).all()
    assert (tally.cells == tally_of(outcomes, ()).cells).all()


def test_the_variance_is_that_of_all_pairs_of_arms():
    # sum over i and j of w_i w_j (n sum x_i x_j - X_i X_j) / (n^2 (n - 1)), in whole numbers
    outcomes = four_arms()
    n, field = outcomes.shape[1], Outcome.POINTS
    x = outcomes[:, :, field].astype(object)
    weights = (-1, 1, 1, -1)
    whole = sum(
        weights[i] * weights[j] * (n * (x[i] * x[j]).sum() - x[i].sum() * x[j].sum())
        for i in range(4)
        for j in range(4)
    )
    found = effect([contrasted(n, sums_of(outcomes)[1, field]).moments], 1)
    assert found.std_error == math.sqrt(whole / (n * n * (n - 1)))


def measure(outcomes: np.ndarray, there, here, n_blocks: int = 1, name: str = "points"):
    contrast = (here[0] + there[1], here[1] + there[0])
    tally = PairedTally.empty(UNIT, len(outcomes), 0, 1)
    tally.add(UNIT, outcomes, (), (contrast,))
    field = {each.name: each.field for each in UNIT.STATISTICS}[name]
    own = [
        Moments(rows.shape[0], int(rows[:, field].sum()), int((rows[:, field] ** 2).sum()))
        for rows in outcomes
    ]

    def moments(sides):
        return tuple([own[arm] for arm in side] for side in sides)

    part = Part(UNIT, tally.contrasts[0], len(contrast[0]) == len(contrast[1]))
    return measured(name, moments(there), moments(here), [part], n_blocks)


@pytest.mark.parametrize("name", [statistic.name for statistic in UNIT.STATISTICS])
def test_an_arm_against_another_is_the_difference_of_a_comparison(name):
    outcomes = two_arms(700, shift=1)
    tally = tally_of(outcomes)
    rows = differences(UNIT, tally.tally(0), tally.tally(1), tally.products[0])
    expected = next(row for row in rows if (row.statistic.name, row.stratum) == (name, "all"))
    found = measure(outcomes, ((0,), ()), ((1,), ()), name=name)
    assert found.difference == expected.difference
    assert (found.there, found.here) == (expected.base, expected.other)
    assert found.gain == pytest.approx(expected.gain, rel=1e-12)
    assert found.paired


def test_a_main_effect_is_the_mean_over_its_blocks():
    outcomes = four_arms()
    x = outcomes[:, :, Outcome.POINTS]
    by_deal = (x[2] + x[3] - x[0] - x[1]) / 2
    found = measure(outcomes, ((0, 1), ()), ((2, 3), ()), 2)
    assert found.difference.value == pytest.approx(by_deal.mean(), rel=1e-12)
    assert found.difference.std_error == pytest.approx(stats.sem(by_deal), rel=1e-12)
    assert (found.there, found.here) == (x[:2].mean(), x[2:].mean())
    assert found.n_differ == (by_deal != 0).sum()
    unpaired = sum(stats.sem(row) ** 2 for row in x) / 4
    assert found.gain == pytest.approx(unpaired / stats.sem(by_deal) ** 2, rel=1e-9)


def test_an_interaction_is_a_difference_of_differences():
    outcomes = four_arms()
    x = outcomes[:, :, Outcome.POINTS]
    by_deal = (x[3] - x[2]) - (x[1] - x[0])
    found = measure(outcomes, ((1,), (0,)), ((3,), (2,)))
    assert found.difference.value == pytest.approx(by_deal.mean(), rel=1e-12)
    assert found.difference.std_error == pytest.approx(stats.sem(by_deal), rel=1e-12)
    assert found.there == pytest.approx((x[1] - x[0]).mean())
    assert found.here == pytest.approx((x[3] - x[2]).mean())


def test_parts_of_several_packs_are_independent():
    one, other = two_arms(400, seed=3), two_arms(400, seed=4)
    parts = [
        contrasted(400, sums_of(rows, (((1,), (0,)),))[0, Outcome.POINTS]).moments for rows in (one, other)
    ]
    by_deal = [(rows[1] - rows[0])[:, Outcome.POINTS] for rows in (one, other)]
    found = effect(parts, 2)
    assert found.value == pytest.approx((by_deal[0].mean() + by_deal[1].mean()) / 2)
    assert found.std_error == pytest.approx(math.hypot(*map(stats.sem, by_deal)) / 2)


def test_arms_that_play_the_same_are_exactly_nothing():
    outcomes = np.stack([two_arms(300)[0]] * 4)
    found = measure(outcomes, ((0, 1), ()), ((2, 3), ()), 2)
    by = found.difference
    assert (by.value, by.std_error, by.ci_low, by.ci_high, by.p, found.n_differ) == (0, 0, 0, 0, 1, 0)


def test_a_single_deal_has_no_error_but_where_nothing_differs():
    assert math.isnan(effect([Moments(1, 3, 9)], 1).std_error)
    assert effect([Moments(1, 0, 0)], 1).std_error == 0
