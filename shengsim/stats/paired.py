"""Paired tallies: what several arms of a study came to on the same deals, and with one another.

Of each pair of arms that is compared, the products of their outcomes are added up, deal by deal, in
every stratum that both arms' deals fall into: with the sums of each arm they give the variance of a
difference, exactly. A row of products is: deals of both in the stratum, those of them whose outcomes
differ in anything, and then by outcome field the sums of one arm, of the other, of their products in
two halves (see tally.py), and the deals in which the field differs. Contrasts of more arms than two are
kept over all deals (contrast.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from shengsim.games.family import Unit
from shengsim.kernel import compiled
from shengsim.planes import both, shifted_down
from shengsim.stats.contrast import N_SUMS, Contrast, add_contrasts
from shengsim.stats.tally import HALF, LOWER_HALF, Tally

ALL = 0
"""The row of all deals; the other rows are strata."""
NOWHERE = -1


def accumulate_products(one: Any, other: Any, divisions: Any, sums: Any, products: Any) -> None:
    """Adds two arms' outcomes int64[n_deals, n_fields] of the same deals to products. A driver.

    ``divisions`` int64[n_divisions, 2 + most values]: a field, its lowest value, and by value the row of
    products or NOWHERE. ``products`` int64[n_rows, n_sums]; ``sums`` int64[n_sums] is room to work in.
    """
    n_fields = one.shape[1]
    for i in range(one.shape[0]):
        any_differs = 0
        for f in range(n_fields):
            a, b = one[i, f], other[i, f]
            product = a * b
            differs = 1 if a != b else 0
            any_differs = max(any_differs, differs)
            sums[2 + f] = a
            sums[2 + n_fields + f] = b
            sums[2 + 2 * n_fields + f] = both(product, LOWER_HALF)
            sums[2 + 3 * n_fields + f] = shifted_down(product, HALF)
            sums[2 + 4 * n_fields + f] = differs
        sums[0] = 1
        sums[1] = any_differs
        for k in range(sums.shape[0]):
            products[ALL, k] += sums[k]
        for d in range(divisions.shape[0]):
            field, lowest = divisions[d, 0], divisions[d, 1]
            row = divisions[d, 2 + one[i, field] - lowest]
            if row != NOWHERE and row == divisions[d, 2 + other[i, field] - lowest]:
                for k in range(sums.shape[0]):
                    products[row, k] += sums[k]


def rows_of(unit: Unit) -> tuple[str, ...]:
    """The strata of the rows of products, in the order of ``tally.marginals``."""
    names = ["all"]
    for stratum in unit.STRATA:
        names += [f"{stratum.name}={label}" for label in stratum.labels]
        names += [name for name, _ in stratum.groups]
    return tuple(names)


def divisions_of(unit: Unit) -> np.ndarray:
    """The divisions by which products are kept: one by each stratum's labels, one by its groups."""
    rows = rows_of(unit)
    divisions = []
    for stratum in unit.STRATA:
        head = [stratum.field, stratum.lowest]
        divisions.append([*head, *(rows.index(f"{stratum.name}={label}") for label in stratum.labels)])
        group_of = {label: rows.index(name) for name, labels in stratum.groups for label in labels}
        if group_of:
            divisions.append([*head, *(group_of.get(label, NOWHERE) for label in stratum.labels)])
    wide = max(map(len, divisions), default=2)
    padded = [division + [NOWHERE] * (wide - len(division)) for division in divisions]
    return np.array(padded, np.int64).reshape(-1, wide)


@dataclass(frozen=True)
class PairedTally:
    """Sums over the same deals of some arms; ``+`` merges two.

    ``cells`` and ``counts`` hold a Tally an arm, ``products`` int64[n_pairs, n_rows, n_sums], ``contrasts``
    int64[n_contrasts, n_fields, N_SUMS].
    """

    cells: np.ndarray
    counts: np.ndarray
    products: np.ndarray
    contrasts: np.ndarray

    def __add__(self, other: PairedTally) -> PairedTally:
        pairs = zip(self.arrays, other.arrays, strict=True)
        return PairedTally(*(mine + theirs for mine, theirs in pairs))

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """All its numbers, as its constructor takes them."""
        return self.cells, self.counts, self.products, self.contrasts

    @property
    def n(self) -> int:
        """Deals or matches added, of each arm."""
        return self.tally(0).n

    def tally(self, place: int) -> Tally:
        """The tally of one arm, which changes with this one."""
        return Tally(self.cells[place], self.counts[place])

    @classmethod
    def empty(cls, unit: Unit, n_arms: int, n_pairs: int, n_contrasts: int = 0) -> PairedTally:
        """A tally of no deals."""
        like = Tally.empty(unit)
        return cls(
            np.zeros((n_arms, *like.cells.shape), np.int64),
            np.zeros((n_arms, *like.counts.shape), np.int64),
            np.zeros((n_pairs, len(rows_of(unit)), 2 + 5 * len(unit.OUTCOME)), np.int64),
            np.zeros((n_contrasts, len(unit.OUTCOME), N_SUMS), np.int64),
        )

    def add(
        self,
        unit: Unit,
        outcomes: np.ndarray,
        pairs: Sequence[tuple[int, int]],
        contrasts: Sequence[Contrast] = (),
        plain: bool = False,
    ) -> None:
        """Adds outcomes int64[n_arms, n_deals, n_fields] of the same deals in place."""
        for place in range(outcomes.shape[0]):
            self.tally(place).add(unit, outcomes[place], plain)
        driver = accumulate_products if plain else compiled(accumulate_products)
        divisions = divisions_of(unit)
        sums = np.zeros(self.products.shape[2], np.int64)
        for at, (one, other) in enumerate(pairs):
            driver(outcomes[one], outcomes[other], divisions, sums, self.products[at])
        add_contrasts(outcomes, contrasts, self.contrasts, plain)


@dataclass(frozen=True)
class Products:
    """Exact sums of one field over the deals that two arms have in one stratum together."""

    n: int
    one: int
    other: int
    product: int
    n_differ: int


def products_of(unit: Unit, row: np.ndarray, field: int) -> Products:
    """The sums of one outcome field in a row of products."""
    n_fields = len(unit.OUTCOME)
    one, other, lower, upper, differ = (int(row[2 + part * n_fields + field]) for part in range(5))
    return Products(int(row[0]), one, other, lower + upper * 2**HALF, differ)
