"""Contrasts: sums of some arms' outcomes less those of others, deal by deal, as exact sums.

A contrast of arms on common deals (a main effect, an interaction, an arm against another) is one number a
deal. Its count, sum and sum of squares give its mean and variance as those of any outcome; these are the
figures that the products of all pairs of its arms would give, at a cost of its arms instead of their
pairs, and besides they tell in how many deals it is anything at all. Arms of another pack play other
deals: the parts of a contrast by pack are independent, and their variances add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from shengsim.kernel import compiled
from shengsim.planes import both, shifted_down
from shengsim.stats.tally import HALF, LOWER_HALF, Moments

N_SUMS = 6
"""Of a contrast and field: deals where it is not 0, its sum, and its squares in four parts."""

Contrast = tuple[tuple[int, ...], tuple[int, ...]]
"""By place in a group: the arms that are added, and those that are taken away."""


def accumulate_contrasts(outcomes: Any, contrasts: Any, values: Any, sums: Any) -> None:
    """Adds outcomes int64[n_arms, n_deals, n_fields] of the same deals to contrasts. A driver.

    ``contrasts`` int64[n_contrasts, 2 + most arms]: how many arms are added, how many taken away, and
    which, in this order. ``sums`` int64[n_contrasts, n_fields, N_SUMS]; ``values`` int64[n_fields] is room
    to work in: fields stand side by side, so that a processor adds up several at once.
    """
    n_fields = outcomes.shape[2]
    for i in range(outcomes.shape[1]):
        for c in range(contrasts.shape[0]):
            n_added, n_taken = contrasts[c, 0], contrasts[c, 1]
            for f in range(n_fields):
                values[f] = 0
            for k in range(n_added):
                arm = contrasts[c, 2 + k]
                for f in range(n_fields):
                    values[f] += outcomes[arm, i, f]
            for k in range(n_taken):
                arm = contrasts[c, 2 + n_added + k]
                for f in range(n_fields):
                    values[f] -= outcomes[arm, i, f]
            for f in range(n_fields):
                value = values[f]
                if value != 0:
                    size = max(value, -value)
                    upper, lower = shifted_down(size, HALF), both(size, LOWER_HALF)
                    square = lower * lower
                    sums[c, f, 0] += 1
                    sums[c, f, 1] += value
                    sums[c, f, 2] += both(square, LOWER_HALF)
                    sums[c, f, 3] += shifted_down(square, HALF)
                    sums[c, f, 4] += upper * lower
                    sums[c, f, 5] += upper * upper


def add_contrasts(
    outcomes: np.ndarray, contrasts: Sequence[Contrast], sums: np.ndarray, plain: bool = False
) -> None:
    """Adds outcomes int64[n_arms, n_deals, n_fields] of the same deals to sums, in place."""
    if not contrasts:
        return
    wide = max(len(added) + len(taken) for added, taken in contrasts)
    rows = [
        [len(added), len(taken), *added, *taken] + [0] * (wide - len(added) - len(taken))
        for added, taken in contrasts
    ]
    driver = accumulate_contrasts if plain else compiled(accumulate_contrasts)
    driver(outcomes, np.array(rows, np.int64), np.zeros(outcomes.shape[2], np.int64), sums)


@dataclass(frozen=True)
class Contrasted:
    """A contrast of one field over the deals of one pack."""

    moments: Moments
    n_differ: int
    """Deals in which it is not 0."""


def contrasted(n: int, row: np.ndarray) -> Contrasted:
    """What a row of sums says of n deals."""
    differ, total, lower, upper, cross, high = (int(number) for number in row)
    squares = lower + (upper + 2 * cross) * 2**HALF + high * 2 ** (2 * HALF)
    return Contrasted(Moments(n, total, squares), differ)
