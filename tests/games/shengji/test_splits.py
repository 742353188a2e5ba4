"""Leads, answers and ruffs of up to twelve cards of a suit, against all ways there are to split them."""

from __future__ import annotations

import pytest

from tests.games.shengji.splits import check_sets

N_SETS = {"leads": 100_000, "answers": 20_000, "ruffs": 20_000}
"""Random sets of each kind; ``make soak`` asks of 100,000."""
N_PARTS = 4


@pytest.mark.parametrize("part", range(N_PARTS))
@pytest.mark.parametrize("what", N_SETS)
def test_the_engine_finds_the_best_of_all_splits(what, part):
    n_sets = N_SETS[what] // N_PARTS
    # Tractors led, plays that are refused, tricks that change hands: enough of what is hard to tell.
    assert check_sets(what, n_sets, part) > n_sets // 6
