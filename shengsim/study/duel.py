"""Duels: two bots at one table, every shuffle played twice with the sides swapped.

What the cards give one side in the first deal they give the other in the second, so that only the bots
are left; a bot against itself gives exactly 0. The unit is the shuffle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from shengsim.bots import TABLES
from shengsim.kernel import compiled
from shengsim.stats.estimate import mean
from shengsim.stats.tally import Moments
from shengsim.variant.variant import Variant

BLOCK_SHUFFLES = 1_000


@dataclass(frozen=True)
class Duel:
    """What a duel came to, as exact sums: shuffles, and what the first bot gained net in their two deals."""

    n_shuffles: int
    gain: int
    squares: int

    def __add__(self, other: Duel) -> Duel:
        return Duel(self.n_shuffles + other.n_shuffles, self.gain + other.gain, self.squares + other.squares)

    def gain_a_deal(self) -> tuple[float, float, float, float]:
        """The first bot's net gain a deal: mean, standard error and 95 % interval."""
        of_shuffle = mean(Moments(self.n_shuffles, self.gain, self.squares))
        return (of_shuffle[0] / 2, of_shuffle[1] / 2, of_shuffle[2] / 2, of_shuffle[3] / 2)


def play_duel(variant: Variant, first: str, second: str, n_shuffles: int, seed: int) -> Iterator[Duel]:
    """Plays a duel block by block; the sums of each block."""
    engine, table = variant.family.engine(), TABLES[variant.family.NAME]
    rules, state = engine.new_rules(variant.rules), engine.new_state(variant.rules)
    driver = compiled(table.play_deals)
    n_seats, n_fields = variant.rules.table.players, len(engine.unit(variant.rules, in_matches=False).OUTCOME)
    seatings = [table.seat_bots(text, n_seats) for text in table.duel_seatings(first, second, n_seats)]
    for start in range(0, n_shuffles, BLOCK_SHUFFLES):
        n = min(BLOCK_SHUFFLES, n_shuffles - start)
        gains = np.zeros(n, np.int64)
        for sign, (seats, memory) in zip((1, -1), seatings, strict=True):
            outcomes = np.zeros((n, n_fields), np.int64)
            driver(rules, state, memory, seats, seed, start, outcomes)
            gains += sign * engine.signed_gain(outcomes)
        yield Duel(n, int(gains.sum()), int((gains * gains).sum()))
