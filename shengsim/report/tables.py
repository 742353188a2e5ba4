"""Tables: estimates and distributions as data frames, and as text for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple
from math import isnan

import pandas as pd

from shengsim.games.family import Engine
from shengsim.stats.estimate import estimates
from shengsim.stats.tally import Tally
from shengsim.study.study import Study

SUMMARY_COLUMNS = (
    "variant", "bots", "unit", "statistic", "stratum", "n", "estimate", "std_error", "ci_low", "ci_high",
)  # fmt: skip
HISTOGRAM_COLUMNS = ("variant", "bots", "unit", "statistic", "low", "high", "n")


def summary(study: Study, tallies: Mapping[int, Tally]) -> pd.DataFrame:
    """One row a variant, statistic and stratum; columns as ``summary.csv`` has them."""
    rows = []
    for index, variant in enumerate(study.variants):
        for estimate in estimates(variant.family.engine(), tallies[index]):
            rows.append((variant.name, study.bots, "deal", *astuple(estimate)))
    return pd.DataFrame(rows, columns=list(SUMMARY_COLUMNS)).drop_duplicates(ignore_index=True)


def histograms(study: Study, tallies: Mapping[int, Tally]) -> pd.DataFrame:
    """One row a variant, distribution and bin that is not empty; the end bins are open."""
    rows = []
    for index, variant in enumerate(study.variants):
        engine = variant.family.engine()
        for histogram, counts in zip(engine.HISTOGRAMS, tallies[index].counts, strict=True):
            for at in counts.nonzero()[0]:
                lowest = histogram.lowest + int(at) * histogram.width
                low = None if at == 0 else lowest
                high = None if at == histogram.n_bins - 1 else lowest + histogram.width - 1
                rows.append((variant.name, study.bots, "deal", histogram.name, low, high, int(counts[at])))
    frame = pd.DataFrame(rows, columns=list(HISTOGRAM_COLUMNS)).drop_duplicates(ignore_index=True)
    return frame.astype({"low": "Int64", "high": "Int64"})


def terminal_table(engine: Engine, name: str, tally: Tally) -> str:
    """A variant's statistics over all deals, for reading: value, 95 % half-width, what it means."""
    found = {row.statistic: row for row in estimates(engine, tally) if row.stratum == "all"}
    lines = [f"{name}: {tally.n_deals:,} deals", f"{'':20}{'a deal':>9}{'± 95 %':>9}"]
    for statistic in engine.STATISTICS:
        row = found[statistic.name]
        scale, sign = (100, "%") if statistic.kind == "rate" else (1, " ")
        half = scale * (row.ci_high - row.ci_low) / 2
        margin = "" if isnan(half) else f"{half:.3f}"
        lines.append(f"{statistic.name:20}{scale * row.estimate:8.2f}{sign}{margin:>9}  {statistic.words}")
    return "\n".join(lines)
