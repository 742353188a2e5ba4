"""Do intervals cover what they promise? ``python -m tests.stats.calibration --studies 10000``.

Real deals and matches are the population: some arms played on the same shuffles, once. A study draws
units from it with replacement, the same ones for all arms, and goes through the project's own tallies and
estimates; what the whole population comes to is the truth that its intervals have to hold. Twins are
arms that differ by luck alone: lots decide of each unit drawn which arm's outcome is whose, or two arms
draw units of the same variant each for itself.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import isnan, sqrt
from types import SimpleNamespace
from typing import Any

import numpy as np

from shengsim.games.family import Unit
from shengsim.kernel import compiled
from shengsim.report.compare import SURE
from shengsim.stats.compare import differences, holm
from shengsim.stats.contrast import Contrast
from shengsim.stats.effect import Part, measured
from shengsim.stats.estimate import LEVEL, estimates
from shengsim.stats.paired import PairedTally
from shengsim.stats.tally import marginals, moments
from shengsim.study.run import _driver, prepare
from shengsim.study.study import Study, load_study
from shengsim.study.sweep import load_sweep

MARGIN = 0.007
"""How far from LEVEL the coverage, and from 1 - LEVEL the rejections, of 10,000 studies may be."""
LIMITS = (5, 10, 20, 30, 50, 100, 200)
ENOUGH = 100
"""Rows are told apart that have fewer units which count (``Population.weight``)."""
WEIGHED = 20_000
"""Units of a population by which rows are weighed."""
PAIRS = ((0, 1),)

Row = tuple[str, str, str]
"""The kind of a row, its statistic and its stratum."""
Interval = tuple[float, float, float, float]
"""A value, its interval from and to, and the p value of nothing (nan where there is no test)."""


@dataclass(frozen=True)
class Population:
    """Outcomes int64[n_arms, n_units, n_fields] of the arms of a study, on the same shuffles."""

    study: Study
    unit: Unit
    outcomes: np.ndarray

    @cached_property
    def contrasts(self) -> dict[int, Contrast]:
        """Those of a sweep, by the number of the effect."""
        return self.study.contrasts(0)

    def drawn(self, n: int, random: np.random.Generator) -> np.ndarray:
        """The outcomes of so many units, drawn with replacement."""
        return np.ascontiguousarray(self.outcomes[:, random.integers(self.outcomes.shape[1], size=n)])

    def tally(self, outcomes: np.ndarray) -> PairedTally:
        """The tally of some units of all arms."""
        contrasts = tuple(self.contrasts.values())
        tally = PairedTally.empty(self.unit, len(outcomes), len(PAIRS), len(contrasts))
        tally.add(self.unit, outcomes, PAIRS, contrasts)
        return tally

    def rows(self, tally: PairedTally) -> Iterator[tuple[Row, Interval]]:
        """Every interval of a study, of an arm, between two, or of a sweep's effects."""
        if self.contrasts:
            yield from self._effects(tally)
            return
        kinds = {statistic.name: statistic.kind for statistic in self.unit.STATISTICS}
        for row in estimates(self.unit, tally.tally(0)):
            at = (f"{kinds[row.statistic]}{self.place(row.stratum)}", row.statistic, row.stratum)
            yield at, (row.estimate, row.ci_low, row.ci_high, float("nan"))
        yield from self.compared("paired difference", tally, tally, tally.products[0])

    def compared(
        self, kind: str, one: PairedTally, other: PairedTally, products: np.ndarray | None
    ) -> Iterator[tuple[Row, Interval]]:
        """The differences of two arms."""
        for found in differences(self.unit, one.tally(0), other.tally(1), products):
            by, at = found.difference, (kind + self.place(found.stratum), found.statistic.name, found.stratum)
            yield at, (by.value, by.ci_low, by.ci_high, by.p if by.std_error > 0 else float("nan"))

    def _effects(self, tally: PairedTally) -> Iterator[tuple[Row, Interval]]:
        own = [marginals(self.unit, tally.tally(arm))["all"] for arm in range(len(self.outcomes))]
        for at, number in enumerate(self.contrasts):
            each = self.study.factorial.effects[number]
            for statistic in self.unit.STATISTICS:
                there, here = (
                    tuple([moments(self.unit, own[arm], statistic.field) for arm in side] for side in sides)
                    for sides in (each.there, each.here)
                )
                part = Part(self.unit, tally.contrasts[at], True)
                by = measured(statistic.name, there, here, [part], each.n_blocks).difference
                yield (
                    (f"sweep, {each.what}", statistic.name, str(number)),
                    (by.value, by.ci_low, by.ci_high, by.p),
                )

    def place(self, stratum: str) -> str:
        """Whether a stratum holds the same units in all arms, or perhaps others; nothing if it is all."""
        if stratum == "all":
            return ""
        return " by trump" if stratum.startswith("trump") else " by stratum"

    # How many units make a row what it is

    def weight(self, row: Row) -> float:
        """The share of units that count in a row: 1 by the kurtosis of what each contributes to its error.

        Of what happens in few units it is their share, where it is as much in each.
        """
        kind, name, stratum = row
        field = next(each.field for each in self.unit.STATISTICS if each.name == name)
        if kind.startswith("sweep"):
            added, taken = self.contrasts[int(stratum)]
            some = self.outcomes[:, :WEIGHED, field]
            values = some[list(added)].sum(0) - some[list(taken)].sum(0)
            return _effective(values - values.mean())
        one, other = (self._contribution(rows[:WEIGHED], stratum, field) for rows in self.outcomes[:2])
        if kind.startswith("paired"):
            return _effective(other - one)
        if kind.startswith("unpaired"):
            return min(_effective(one), _effective(other))
        return _effective(one)

    def _contribution(self, rows: np.ndarray, stratum: str, field: int) -> np.ndarray:
        inside = self._inside(rows, stratum)
        values = rows[:, field] * 1.0
        if not inside.any():
            return values * 0
        return np.where(inside, values - values[inside].mean(), 0) / inside.sum()

    def _inside(self, rows: np.ndarray, stratum: str) -> np.ndarray:
        if stratum == "all":
            return np.ones(len(rows), bool)
        name, label = stratum.split("=")
        for each in self.unit.STRATA:
            wanted = dict(each.groups).get(stratum, (label,) if each.name == name else ())
            if wanted:
                values = [each.lowest + each.labels.index(part) for part in wanted]
                return np.isin(rows[:, each.field], values)
        raise AssertionError(stratum)


def _effective(contributions: np.ndarray) -> float:
    squares = contributions**2
    return float(squares.mean() ** 2 / (squares**2).mean()) if squares.any() else 0.0


def population(study: Study) -> Population:
    """Plays every arm of a study."""
    prepare(study)
    unit = study.unit_of(study.variants[0])
    outcomes = np.zeros((len(study.arms), study.n_deals, len(unit.OUTCOME)), np.int64)
    for place, arm in enumerate(study.arms):
        driver, arguments = _driver(study, arm, plain=False)
        compiled(driver)(*arguments, study.seed, 0, outcomes[place])
    return Population(study, lean(unit, outcomes), outcomes)


def lean(unit: Unit, outcomes: np.ndarray) -> Any:
    """What is counted, without statistics that never vary, and without ranks: too few units have one."""
    found = {name: getattr(unit, name) for name in ("UNIT", "PLURAL", "OUTCOME", "HISTOGRAMS")}
    varies = outcomes.min(axis=(0, 1)) != outcomes.max(axis=(0, 1))
    statistics = tuple(each for each in unit.STATISTICS if varies[each.field])
    strata = tuple(stratum for stratum in unit.STRATA if stratum.name != "rank")
    return SimpleNamespace(**found, STATISTICS=statistics, STRATA=strata)


@dataclass
class Count:
    """How often a row's interval held the truth, and how often there was one."""

    n: int = 0
    n_held: int = 0

    def add(self, held: bool) -> None:
        """Counts a study."""
        self.n += 1
        self.n_held += held

    @property
    def share(self) -> float:
        """The share of studies in which it did."""
        return self.n_held / self.n


Counts = dict[Row, Count]


def cover(of: Population, n_units: int, n_studies: int, seed: int) -> Counts:
    """How often each row's interval covers what the population comes to."""
    random = np.random.default_rng(seed)
    whole = of.tally(of.outcomes)
    truth = {row: found[0] for row, found in of.rows(whole)}
    unpaired = (
        {}
        if of.contrasts
        else {r: found[0] for r, found in of.compared("unpaired difference", whole, whole, None)}
    )
    counts: Counts = {row: Count() for row in (*truth, *unpaired)}
    for _ in range(n_studies):
        tally = of.tally(of.drawn(n_units, random))
        for row, (_, low, high, _) in of.rows(tally):
            counts[row].add(low <= truth[row] <= high)
        if unpaired:
            other = of.tally(of.drawn(n_units, random))
            for row, (_, low, high, _) in of.compared("unpaired difference", tally, other, None):
                counts[row].add(low <= unpaired[row] <= high)
    return counts


def reject_twins(of: Population, n_units: int, n_studies: int, seed: int) -> tuple[Counts, dict[str, Count]]:
    """How often each row of twins is called different, and how often any of those over all units is."""
    random = np.random.default_rng(seed)
    counts: Counts = {}
    together: dict[str, Count] = {}
    for _ in range(n_studies):
        one, other = of.drawn(n_units, random)[:2], of.drawn(n_units, random)
        apart = of.tally(np.stack([one[0], other[0]]))
        swapped = random.random(n_units) < 0.5
        one[:, swapped] = one[::-1, swapped]
        paired = of.tally(one)
        for kind, tally, products in (("paired", paired, paired.products[0]), ("unpaired", apart, None)):
            overall = []
            for row, (*_, p) in of.compared(f"{kind} twins", tally, tally, products):
                if not isnan(p):
                    counts.setdefault(row, Count()).add(p < SURE)
                    overall += [p] if row[2] == "all" else []
            together.setdefault(kind, Count()).add(min(holm(overall), default=1.0) < SURE)
    return counts, together


# What is asked

DEALS = ("bashi-fen", "chao-dipi")
MATCHES = ("bashi-fen", "hook-and-needle")
GAMES = ("winner", "winner-revolution")
SETTINGS = ("kitty.multiplier=pow2_length_plus_1,none", "order.red_fives=off,hearts")


ALL = ("deals", "matches", "games", "sweep")


def populations(wanted: Iterable[str] = ALL, scale: float = 1.0) -> dict[str, tuple[Population, int]]:
    """What is drawn from, and how many units a study has."""
    n = int(200_000 * scale)

    def compared(names: tuple[str, ...], n_units: int, in_matches: bool = False) -> Population:
        return population(load_study(names, "heuristic", n_units, 11, in_matches, "compare"))

    made = {
        "deals": lambda: (compared(DEALS, n), 1_000),
        "matches": lambda: (compared(MATCHES, n // 10, True), 1_000),
        "games": lambda: (compared(GAMES, n), 1_000),
        "sweep": lambda: (population(load_sweep("bashi-fen", SETTINGS, ("heuristic",), n, 11)), 1_000),
    }
    return {name: made[name]() for name in wanted}


@dataclass(frozen=True)
class Summary:
    """What a kind of row came to: the mean over its rows, the least, the most, and those beyond MARGIN."""

    n_rows: int
    mean: float
    least: tuple[float, Row]
    most: tuple[float, Row]
    n_beyond: int


def summaries(of: Population, counts: Counts, n_units: int, wanted: float) -> dict[str, Summary]:
    """By kind, and for rows of few unusual units apart."""
    found: dict[str, list[tuple[float, Row]]] = {}
    for row, count in counts.items():
        weight = of.weight(row) * n_units
        if count.n and weight > 0:
            kind = row[0] if weight >= ENOUGH else f"{row[0]}, rare"
            found.setdefault(kind, []).append((count.share, row))
    return {
        kind: Summary(
            len(rows),
            float(np.mean([share for share, _ in rows])),
            min(rows),
            max(rows),
            sum(abs(share - wanted) > MARGIN for share, _ in rows),
        )
        for kind, rows in sorted(found.items())
    }


def told(kind: str, each: Summary) -> str:
    """A line of the report."""
    least, most = (f"{100 * share:6.2f} ({row[1]}, {row[2]})" for share, row in (each.least, each.most))
    return (
        f"  {kind:34}{each.n_rows:5} rows {100 * each.mean:6.2f} %, {each.n_beyond:3} beyond; "
        f"least {least}, most {most}"
    )


def main() -> None:
    """Measures coverage and rejections, and exits with 1 where a kind of row is not what it promises."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--units", type=float, default=1.0, help="Units a study, by those of the default.")
    parser.add_argument("--only", choices=ALL, action="append")
    asked = parser.parse_args()
    margin = max(MARGIN, 3.2 * sqrt(LEVEL * (1 - LEVEL) / asked.studies))
    is_off = False
    for name, (of, n) in populations(asked.only or ALL).items():
        n_units = int(n * asked.units)
        print(f"{name}: {asked.studies:,} studies of {n_units:,}", flush=True)
        for kind, each in summaries(
            of, cover(of, n_units, asked.studies, asked.seed), n_units, LEVEL
        ).items():
            print(told(kind, each), flush=True)
            is_off |= "rare" not in kind and abs(each.mean - LEVEL) > margin
        if not of.contrasts:
            counts, together = reject_twins(of, n_units, asked.studies, asked.seed)
            for kind, each in summaries(of, counts, n_units, 1 - LEVEL).items():
                print(told(kind, each), flush=True)
                is_off |= "rare" not in kind and abs(each.mean - (1 - LEVEL)) > margin
            for kind, count in together.items():
                print(
                    f"  {kind} twins, any row over all units by Holm: {100 * count.share:.2f} %", flush=True
                )
    sys.exit(int(is_off))


if __name__ == "__main__":
    main()
