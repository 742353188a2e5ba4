"""Tables: estimates and distributions as data frames, and as text for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import astuple
from math import isnan

import pandas as pd

from shengsim.games.family import Statistic, Unit
from shengsim.stats.estimate import QUANTILES, Estimate, estimates, quantiles, spread
from shengsim.stats.tally import Tally
from shengsim.study.study import Arm, Study

SUMMARY_COLUMNS = (
    "variant", "bots", "unit", "statistic", "stratum", "n", "estimate", "std_error", "ci_low", "ci_high",
)  # fmt: skip
HISTOGRAM_COLUMNS = ("variant", "bots", "unit", "statistic", "low", "high", "label", "n")


SPREAD_COLUMNS = (
    "variant",
    "bots",
    "unit",
    "statistic",
    "n",
    "sd",
    *(f"q{percent:02}" for percent in QUANTILES),
)


WIDTH = 80
"""Columns of a terminal."""
COLUMN = 17
"""Columns of a variant beside another."""


def summary(study: Study, tallies: Mapping[int, Tally]) -> pd.DataFrame:
    """One row a variant, statistic and stratum; columns as ``summary.csv`` has them."""
    rows = []
    for index, arm in enumerate(study.arms):
        unit = study.unit_of(arm.variant)
        for estimate in estimates(unit, tallies[index]):
            rows.append((arm.variant.name, arm.bots, unit.UNIT, *astuple(estimate)))
    return pd.DataFrame(rows, columns=list(SUMMARY_COLUMNS)).drop_duplicates(ignore_index=True)


def histograms(study: Study, tallies: Mapping[int, Tally]) -> pd.DataFrame:
    """One row a variant, distribution and bin that is not empty; the end bins are open."""
    rows = []
    for index, arm in enumerate(study.arms):
        unit = study.unit_of(arm.variant)
        for histogram, counts in zip(unit.HISTOGRAMS, tallies[index].counts, strict=True):
            named = len(histogram.labels)
            for at in counts.nonzero()[0]:
                lowest = histogram.lowest + int(at) * histogram.width
                low = None if at == 0 and not named else lowest
                high = None if at == histogram.n_bins - 1 and not named else lowest + histogram.width - 1
                label = histogram.labels[at] if named else ""
                head = (arm.variant.name, arm.bots, unit.UNIT, histogram.name)
                rows.append((*head, low, high, label, int(counts[at])))
    frame = pd.DataFrame(rows, columns=list(HISTOGRAM_COLUMNS)).drop_duplicates(ignore_index=True)
    return frame.astype({"low": "Int64", "high": "Int64"})


def spreads(study: Study, tallies: Mapping[int, Tally]) -> pd.DataFrame:
    """Standard deviation and quantiles of every distribution of numbers."""
    rows = []
    for index, arm in enumerate(study.arms):
        unit, tally = study.unit_of(arm.variant), tallies[index]
        for histogram, counts in zip(unit.HISTOGRAMS, tally.counts, strict=True):
            if tally.n and not histogram.labels:
                head = (arm.variant.name, arm.bots, unit.UNIT, histogram.name, tally.n)
                rows.append((*head, spread(unit, tally, histogram.field), *quantiles(histogram, counts)))
    return pd.DataFrame(rows, columns=list(SPREAD_COLUMNS)).drop_duplicates(ignore_index=True)


def terminal_text(study: Study, tallies: Mapping[int, Tally]) -> str:
    """A run for reading: two variants of a family, or two bots, side by side, others one after another."""
    families = {variant.family.NAME for variant in study.variants}
    if len(study.arms) == 2 and len(families) == 1:
        return side_by_side(study, tallies)
    parts = [
        terminal_table(study.unit_of(arm.variant), arm_name(study, arm), tallies[index])
        for index, arm in enumerate(study.arms)
    ]
    return "\n\n".join(parts)


def arm_name(study: Study, arm: Arm) -> str:
    """A variant's name, with its bots where a study has several."""
    return arm.variant.name if len(study.bots) == 1 else f"{arm.variant.name}, bots {arm.bots}"


def terminal_table(unit: Unit, name: str, tally: Tally) -> str:
    """A variant's statistics over all deals or matches, for reading.

    The value, half of its 95 % interval, how often it happened in all, and what it means.
    """
    wide = max(len(statistic.name) for statistic in unit.STATISTICS)
    lines = [
        f"{name}: {tally.n:,} {unit.PLURAL}",
        f"{'':{wide}}{'a ' + unit.UNIT:>10}{'± 95 %':>9}{'times':>8}",
    ]
    found = _overall(unit, tally)
    for statistic in unit.STATISTICS:
        row = found[statistic.name]
        times = short_count(round(row.estimate * row.n)) if is_counted(statistic) else ""
        lines.append(_fit(f"{statistic.name:{wide}}{_value(statistic, row)}{times:>8}  {statistic.words}"))
    return "\n".join(lines)


def side_by_side(study: Study, tallies: Mapping[int, Tally]) -> str:
    """Two variants' or bots' statistics side by side, for reading: values and halves of 95 % intervals.

    What was always 0 for both is only named.
    """
    unit = study.unit_of(study.variants[0])
    found = [_overall(study.unit_of(arm.variant), tallies[index]) for index, arm in enumerate(study.arms)]
    statistics = {row.name: row for each in study.variants for row in study.unit_of(each).STATISTICS}
    never = [name for name in statistics if all(_is_always_0(rows[name]) for rows in found if name in rows)]
    wide = max((len(name) for name in statistics if name not in never), default=0)
    by_bots = len(study.bots) > 1
    names = study.bots if by_bots else tuple(variant.name for variant in study.variants)
    heads = "".join(f"{name[:COLUMN]:>{COLUMN + 1}}" for name in names)
    common = study.variants[0].name if by_bots else f"bots {study.bots[0]}"
    lines = [
        f"{study.n_deals:,} {unit.PLURAL} of each, {common}; what happens a {unit.UNIT}, ± 95 %",
        f"{'':{wide}}{heads}",
    ]
    for name, statistic in statistics.items():
        if name in never:
            continue
        # A table of fewer seats has no statistics of the others.
        shown = [_short_value(statistic, rows[name]) if name in rows else "" for rows in found]
        values = "".join(f"{value:>{COLUMN + 1}}" for value in shown)
        lines.append(_fit(f"{statistic.name:{wide}}{values}  {statistic.words}"))
    if never:
        lines.append(wrapped(f"Always 0: {', '.join(never)}"))
    return "\n".join(lines)


def wrapped(text: str) -> str:
    """A paragraph in the columns of a terminal."""
    return textwrap.fill(text, WIDTH, break_on_hyphens=False, break_long_words=False)


def _is_always_0(row: Estimate) -> bool:
    return row.estimate == 0 and not row.std_error > 0


def _overall(unit: Unit, tally: Tally) -> dict[str, Estimate]:
    return {row.statistic: row for row in estimates(unit, tally) if row.stratum == "all"}


def _value(statistic: Statistic, row: Estimate) -> str:
    """A value and half of its interval, in nineteen columns."""
    scale, sign = (100, "%") if statistic.kind == "rate" else (1, " ")
    half = scale * (row.ci_high - row.ci_low) / 2
    margin = "" if isnan(half) else f"{half:.3f}"
    return f"{scale * row.estimate:9.2f}{sign}{margin:>9}"


def _short_value(statistic: Statistic, row: Estimate) -> str:
    """A value and half of its interval, in as few columns as can be."""
    scale, sign = (100, "%") if statistic.kind == "rate" else (1, "")
    half = scale * (row.ci_high - row.ci_low) / 2
    margin = "" if isnan(half) else f" ±{half:.3f}"
    return f"{scale * row.estimate:.2f}{sign}{margin}"


def _fit(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"


def is_counted(statistic: Statistic) -> bool:
    """Whether a statistic counts something that happens, and is not a number of points or levels."""
    return statistic.kind == "rate" or statistic.unit == "events"


def short_count(number: int) -> str:
    """A count in at most six characters: 999, 12.3k, 4.56M, 1.23G."""
    for unit, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= size:
            return f"{number / size:.3g}{unit}" if number < 999.5 * size else f"{number // size}{unit}"
    return str(number)
