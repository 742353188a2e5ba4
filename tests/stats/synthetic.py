"""A small unit with every kind of thing in it, and outcomes of it."""

from __future__ import annotations

from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import numpy as np

from shengsim.games.family import Histogram, Statistic, Stratum


class Outcome(IntEnum):
    TRUMP = 0
    SEAT = 1
    POINTS = 2
    SWAP = 3
    RARE = 4


UNIT: Any = SimpleNamespace(
    UNIT="deal",
    OUTCOME=Outcome,
    STATISTICS=(
        Statistic("swap", Outcome.SWAP, "rate", "deals", "swaps"),
        Statistic("points", Outcome.POINTS, "mean", "points", "points"),
        Statistic("rare", Outcome.RARE, "mean", "events", "what hardly happens"),
    ),
    STRATA=(
        Stratum("trump", Outcome.TRUMP, 2, ("clubs", "hearts", "spades")),
        Stratum("seat", Outcome.SEAT, 0, ("E", "N", "W"), (("side=EW", ("E", "W")), ("side=N", ("N",)))),
    ),
    HISTOGRAMS=(Histogram("points", Outcome.POINTS, 0, 1, 4, "points", "points"),),
)


def two_arms(n: int, share_changed: float = 0.3, shift: int = 0, seed: int = 1) -> np.ndarray:
    """Outcomes int64[2, n_deals, n_fields]: the second arm goes its own way in a share of the deals.

    Seats are the same in both, as dealers are; the trump suit may be another.
    """
    random = np.random.default_rng(seed)

    def played() -> np.ndarray:
        points = random.geometric(0.25, n) * random.choice([-1, 1], n)
        columns = (random.integers(2, 5, n), seats, points, points > 2, random.random(n) < 0.005)
        return np.stack(columns, axis=1).astype(np.int64)

    seats = np.arange(n) % 3
    one, other = played(), played()
    unchanged = random.random(n) >= share_changed
    other[unchanged] = one[unchanged]
    other[:, Outcome.POINTS] += shift
    return np.stack([one, other])
