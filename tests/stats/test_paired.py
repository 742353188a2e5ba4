"""Paired tallies: exact products on common deals, the same compiled and plain, in any order."""

from __future__ import annotations

import numpy as np
import pytest

from shengsim.stats.paired import ALL, PairedTally, products_of, rows_of
from shengsim.stats.tally import Tally, marginals
from tests.stats.synthetic import UNIT, Outcome, two_arms

PAIRS = ((0, 1),)
LARGEST = 3_037_000_499
"""The largest number whose square is an int64."""


def tally_of(outcomes: np.ndarray, pairs=PAIRS, plain: bool = False) -> PairedTally:
    tally = PairedTally.empty(UNIT, len(outcomes), len(pairs))
    tally.add(UNIT, np.ascontiguousarray(outcomes), pairs, plain=plain)
    return tally


def same(one: PairedTally, other: PairedTally) -> bool:
    return all((mine == theirs).all() for mine, theirs in zip(one.arrays, other.arrays, strict=True))


def test_rows_are_the_strata_of_the_summary_in_their_order():
    tally = Tally.empty(UNIT)
    tally.add(UNIT, two_arms(200)[0], plain=True)
    assert list(marginals(UNIT, tally)) == list(rows_of(UNIT))


@pytest.mark.parametrize("plain", [False, True])
def test_each_arm_has_the_tally_it_has_alone(plain):
    outcomes = two_arms(300)
    tally = tally_of(outcomes, plain=plain)
    for place in range(2):
        alone = Tally.empty(UNIT)
        alone.add(UNIT, outcomes[place], plain=True)
        assert (tally.tally(place).cells == alone.cells).all()
        assert (tally.tally(place).counts == alone.counts).all()
    assert tally.n == 300


def members(rows: np.ndarray, stratum: str) -> np.ndarray:
    """Which deals a stratum holds, told from its name alone."""
    if stratum == "all":
        return np.ones(len(rows), bool)
    name, label = stratum.split("=")
    if name == "trump":
        return rows[:, Outcome.TRUMP] == {"clubs": 2, "hearts": 3, "spades": 4}[label]
    seats = {"E": (0,), "N": (1,), "W": (2,), "EW": (0, 2)}[label]
    return np.isin(rows[:, Outcome.SEAT], seats)


@pytest.mark.parametrize("plain", [False, True])
def test_products_are_those_of_the_deals_that_both_have_in_the_stratum(plain):
    outcomes = two_arms(400)
    products = tally_of(outcomes, plain=plain).products[0]
    for row, stratum in zip(products, rows_of(UNIT), strict=True):
        common = members(outcomes[0], stratum) & members(outcomes[1], stratum)
        one, other = outcomes[0][common], outcomes[1][common]
        assert row[0] == common.sum()
        assert row[1] == (one != other).any(axis=1).sum()
        for field in Outcome:
            found = products_of(UNIT, row, field)
            assert (found.one, found.other) == (one[:, field].sum(), other[:, field].sum())
            assert found.product == (one[:, field] * other[:, field]).sum()
            assert found.n_differ == (one[:, field] != other[:, field]).sum()


def test_strata_that_differ_between_the_arms_are_met_by_the_data():
    outcomes = two_arms(400)
    assert (outcomes[0][:, Outcome.TRUMP] != outcomes[1][:, Outcome.TRUMP]).any()


@pytest.mark.parametrize("cut", [1, 57, 399])
def test_parts_add_up_to_the_whole(cut):
    outcomes = two_arms(400)
    whole = tally_of(outcomes)
    assert same(tally_of(outcomes[:, :cut]) + tally_of(outcomes[:, cut:]), whole)
    assert same(tally_of(outcomes[:, cut:]) + tally_of(outcomes[:, :cut]), whole)


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(("one", "other"), [(LARGEST, LARGEST), (LARGEST, -LARGEST), (-7, 5), (-1, 1)])
def test_products_of_any_sign_and_size_are_exact(one, other, plain):
    outcomes = np.zeros((2, 1000, len(Outcome)), np.int64)
    outcomes[:, :, Outcome.TRUMP] = 2
    outcomes[0, :, Outcome.POINTS], outcomes[1, :, Outcome.POINTS] = one, other
    tally = tally_of(outcomes, plain=plain)
    assert (
        products_of(UNIT, tally.products[0, ALL].astype(object), Outcome.POINTS).product == 1000 * one * other
    )


def test_any_pairs_of_many_arms():
    outcomes = np.concatenate([two_arms(100, seed=1), two_arms(100, seed=2)])
    pairs = ((0, 1), (0, 3), (2, 3), (1, 1))
    tally = tally_of(outcomes, pairs)
    for at, (one, other) in enumerate(pairs):
        alone = tally_of(outcomes[[one, other]])
        assert (tally.products[at] == alone.products[0]).all()
