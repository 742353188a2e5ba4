"""Tallies: exact sums, the same compiled and plain, in any order, cut in any way."""

from enum import IntEnum
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengsim.games.family import Histogram, Stratum
from shengsim.stats.tally import HALF, Moments, Tally, marginals, moments

LARGEST = 3_037_000_499
"""The largest number whose square is an int64."""


class Outcome(IntEnum):
    RANK = 0
    SEAT = 1
    POINTS = 2
    SWAP = 3


ENGINE: Any = SimpleNamespace(
    OUTCOME=Outcome,
    STRATA=(
        Stratum("rank", Outcome.RANK, 2, ("2", "3", "4")),
        Stratum("seat", Outcome.SEAT, 0, ("E", "N")),
    ),
    HISTOGRAMS=(
        Histogram("points", Outcome.POINTS, -10, 5, 8, "points", "points"),
        Histogram("rank", Outcome.RANK, 2, 1, 3, "ranks", "ranks"),
    ),
)


def random_outcomes(n_deals: int, largest: int = 60, seed: int = 1) -> np.ndarray:
    """Outcomes of some deals."""
    random = np.random.default_rng(seed)
    columns = (
        random.integers(2, 5, n_deals),
        random.integers(0, 2, n_deals),
        random.integers(-largest, largest, n_deals, endpoint=True),
        random.integers(0, 2, n_deals),
    )
    return np.stack(columns, axis=1).astype(np.int64)


def tally_of(outcomes: np.ndarray, plain: bool = False) -> Tally:
    """The tally of some outcomes."""
    tally = Tally.empty(ENGINE)
    tally.add(ENGINE, np.ascontiguousarray(outcomes, np.int64), plain)
    return tally


def same(one: Tally, other: Tally) -> bool:
    """Whether two tallies have the same numbers."""
    return bool((one.cells == other.cells).all() and (one.counts == other.counts).all())


def sums_of(outcomes: np.ndarray, field: int) -> Moments:
    """The sums of one field, in Python's integers."""
    values = [int(value) for value in outcomes[:, field]]
    return Moments(len(values), sum(values), sum(value * value for value in values))


def rows_of(outcomes: np.ndarray, stratum: str) -> np.ndarray:
    """The outcomes in a stratum."""
    if stratum == "all":
        return outcomes
    name, label = stratum.split("=")
    if name == "rank":
        return outcomes[outcomes[:, Outcome.RANK] == int(label)]
    return outcomes[outcomes[:, Outcome.SEAT] == "EN".index(label)]


# Sums


def test_empty_tally_has_no_deals() -> None:
    tally = Tally.empty(ENGINE)
    assert tally.n == 0
    assert tally.cells.shape == (6, 1 + 3 * len(Outcome))
    assert tally.counts.shape == (2, 8)
    assert marginals(ENGINE, tally) == {}


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("largest", [0, 60, 2_700_000_000, LARGEST])
def test_sums_are_exact(largest: int, plain: bool) -> None:
    outcomes = random_outcomes(500, largest)
    outcomes[0, Outcome.POINTS] = largest
    outcomes[1, Outcome.POINTS] = -largest
    rows = marginals(ENGINE, tally_of(outcomes, plain))
    assert set(rows) == {"all", "rank=2", "rank=3", "rank=4", "seat=E", "seat=N"}
    for stratum, row in rows.items():
        for field in Outcome:
            assert moments(ENGINE, row, field) == sums_of(rows_of(outcomes, stratum), field)


def test_sums_of_many_huge_squares_do_not_overflow() -> None:
    n_deals = 200_000  # the squares alone sum to 2 * 10**24
    outcomes = np.tile(np.array([[3, 1, LARGEST, 1]], np.int64), (n_deals, 1))
    tally = tally_of(outcomes) + tally_of(outcomes)
    found = moments(ENGINE, marginals(ENGINE, tally)["all"], Outcome.POINTS)
    assert found == Moments(2 * n_deals, 2 * n_deals * LARGEST, 2 * n_deals * LARGEST**2)
    assert found.squares > 2**63


def test_halves_of_squares_leave_room_for_two_billion_deals() -> None:
    # What a cell holds after n deals of the largest value, without playing them.
    n_deals = 2**31
    lower, upper = LARGEST**2 % 2**HALF, LARGEST**2 >> HALF
    assert n_deals * max(lower, upper) < 2**63


def test_compiled_tally_is_the_plain_one() -> None:
    outcomes = random_outcomes(3000, LARGEST, seed=2)
    assert same(tally_of(outcomes), tally_of(outcomes, plain=True))


def test_cells_are_the_joint_strata() -> None:
    outcomes = random_outcomes(400)
    cells = tally_of(outcomes).cells
    for cell, (rank, seat) in enumerate(product((2, 3, 4), (0, 1))):
        here = outcomes[(outcomes[:, Outcome.RANK] == rank) & (outcomes[:, Outcome.SEAT] == seat)]
        assert cells[cell, 0] == len(here)
        assert cells[cell, 1 : 1 + len(Outcome)].tolist() == here.sum(axis=0).tolist()


# Histograms


@pytest.mark.parametrize("plain", [False, True])
def test_histograms_have_open_ends(plain: bool) -> None:
    points = [-1000, -11, -10, -6, -5, -1, 0, 4, 5, 24, 25, 29, 30, LARGEST, -LARGEST]
    outcomes = np.array([[2, 0, value, 0] for value in points], np.int64)
    counts = tally_of(outcomes, plain).counts
    assert counts[0].tolist() == [5, 2, 2, 1, 0, 0, 1, 4]
    assert counts[1].tolist() == [len(points), 0, 0, 0, 0, 0, 0, 0]


def test_histograms_are_those_of_numpy() -> None:
    outcomes = random_outcomes(2000, 100)
    edges = [-(10**9), *range(-5, 30, 5), 10**9]
    expected, _ = np.histogram(outcomes[:, Outcome.POINTS], edges)
    assert tally_of(outcomes).counts[0].tolist() == expected.tolist()


# Merging


def test_tally_adds_up_when_outcomes_come_in_parts() -> None:
    outcomes = random_outcomes(1000)
    tally = Tally.empty(ENGINE)
    for part in np.array_split(outcomes, 7):
        tally.add(ENGINE, part)
    assert same(tally, tally_of(outcomes))
    assert tally.n == 1000


def test_merging_does_not_change_its_parts() -> None:
    one, other = tally_of(random_outcomes(10)), tally_of(random_outcomes(20, seed=5))
    merged = one + other
    assert (one.n, other.n, merged.n) == (10, 20, 30)


@given(st.lists(st.integers(0, 200), max_size=6), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=50)
def test_merging_in_any_order_of_any_parts_is_the_same(cuts: list[int], random: Any) -> None:
    outcomes = random_outcomes(200, LARGEST)
    parts = [tally_of(part) for part in np.split(outcomes, sorted(cuts))]
    random.shuffle(parts)
    while len(parts) > 1:  # as a tree of any shape
        parts.append(parts.pop(random.randrange(len(parts))) + parts.pop(random.randrange(len(parts))))
    assert same(parts[0], tally_of(outcomes))


# Margins


def test_marginals_of_each_division_add_up_to_all() -> None:
    rows = marginals(ENGINE, tally_of(random_outcomes(300, LARGEST)))
    for stratum in ENGINE.STRATA:
        parts = [rows[f"{stratum.name}={label}"] for label in stratum.labels]
        assert sum(parts).tolist() == rows["all"].tolist()


def test_marginals_leave_out_strata_without_deals() -> None:
    outcomes = np.array([[3, 1, 5, 0]], np.int64)
    assert list(marginals(ENGINE, tally_of(outcomes))) == ["all", "rank=3", "seat=N"]


def test_marginals_do_not_overflow() -> None:
    tally = Tally.empty(ENGINE)
    tally.cells[:, 1 + Outcome.POINTS] = 2**63 - 1
    tally.cells[:, 0] = 2**62
    found = moments(ENGINE, marginals(ENGINE, tally)["all"], Outcome.POINTS)
    assert (found.n, found.total) == (6 * 2**62, 6 * (2**63 - 1))


def test_marginals_of_one_division_alone() -> None:
    engine: Any = SimpleNamespace(**{**vars(ENGINE), "STRATA": ENGINE.STRATA[:1]})
    outcomes = random_outcomes(50)
    tally = Tally.empty(engine)
    tally.add(engine, outcomes)
    assert {stratum: row[0] for stratum, row in marginals(engine, tally).items()} == {
        "all": 50,
        **{f"rank={rank}": int((outcomes[:, Outcome.RANK] == rank).sum()) for rank in (2, 3, 4)},
    }


def test_moments_are_python_integers() -> None:
    row = marginals(ENGINE, tally_of(random_outcomes(5)))["all"]
    found = moments(ENGINE, row, Outcome.POINTS)
    assert {type(found.n), type(found.total), type(found.squares)} == {int}
