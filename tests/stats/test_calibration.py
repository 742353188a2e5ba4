"""Intervals cover and twins are not told apart: a short form of what ``make soak`` measures.

So few studies tell a share to a few per cent: the limits are wide, and what is held against them is the
mean over all rows of a kind.
"""

from __future__ import annotations

import numpy as np
import pytest

from shengsim.stats.compare import FEWEST
from shengsim.stats.estimate import LEVEL
from tests.stats.calibration import ENOUGH, cover, populations, reject_twins, summaries
from tests.stats.rare import coverage

N_STUDIES = 150
WIDE = 0.025
SCALE = 0.1


@pytest.fixture(scope="module")
def drawn_from():
    return populations(("deals", "sweep"), SCALE)


@pytest.mark.parametrize("name", ["deals", "sweep"])
def test_intervals_cover(drawn_from, name):
    of, n = drawn_from[name]
    found = summaries(of, cover(of, n, N_STUDIES, 5), n, LEVEL)
    judged = {kind: each for kind, each in found.items() if "rare" not in kind}
    kinds = {
        "deals": {"mean", "rate", "mean by stratum", "paired difference", "paired difference by trump"}
        | {"unpaired difference", "unpaired difference by stratum"},
        "sweep": {"sweep, combination", "sweep, main", "sweep, interaction"},
    }
    assert kinds[name] <= set(judged)
    for kind, each in judged.items():
        assert each.mean == pytest.approx(LEVEL, abs=WIDE), kind


def test_twins_are_called_different_as_seldom_as_promised(drawn_from):
    of, n = drawn_from["deals"]
    counts, together = reject_twins(of, n, N_STUDIES, 6)
    found = summaries(of, counts, n, 1 - LEVEL)
    for kind in ("paired twins", "paired twins by trump", "unpaired twins", "unpaired twins by stratum"):
        assert found[kind].mean == pytest.approx(1 - LEVEL, abs=WIDE), kind
    for kind, count in together.items():
        assert count.share < 1 - LEVEL + 2 * WIDE, kind


def test_units_that_count_are_as_many_as_events(drawn_from):
    of, _ = drawn_from["deals"]
    assert of.weight(("rate", "held", "all")) == pytest.approx(1, abs=0.02)
    field = of.unit.OUTCOME.KITTY_MULTIPLIER
    share = (of.outcomes[0, :, field] != 2).mean()
    assert of.weight(("mean", "kitty_multiplier", "all")) == pytest.approx(share, rel=0.5)


def test_differences_of_too_few_units_are_told_to_be_so_where_intervals_fail():
    # A constant difference, and one as kitty points differ: mostly small, seldom large.
    random = np.random.default_rng(4)
    sorts = [np.ones(500, np.int64), random.geometric(0.25, 500) * 5]
    assert coverage(sorts, FEWEST, 800, 1).min() > 0.925
    assert coverage(sorts, 5, 800, 1).min() < 0.91
    assert ENOUGH >= FEWEST
