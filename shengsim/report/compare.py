"""Tables of comparisons: every difference, and what to make of it."""

from __future__ import annotations

from math import nan

import pandas as pd

from shengsim.report.tables import is_counted
from shengsim.stats.compare import FEWEST, Difference, Estimated, any_differs, differences, holm, n_differ
from shengsim.study.progress import Results
from shengsim.study.study import Study

ESTIMATE_COLUMNS = (
    "unit", "statistic", "stratum", "n", "base_estimate", "estimate", "difference", "std_error",
    "ci_low", "ci_high", "p_adjusted", "mde", "paired",
)  # fmt: skip
COMPARE_COLUMNS = ("base", "variant", "bots", *ESTIMATE_COLUMNS)
BOTS_COLUMNS = ("variant", "base_bots", "bots", *ESTIMATE_COLUMNS)
VERDICT_COLUMNS = (
    "base", "variant", "bots", "unit", "statistic", "n", "base_events", "events", "n_differ",
    "n_any_differs", "gain", "bots_spread", "below_bots_spread", "verdict",
)  # fmt: skip

SURE = 0.05
"""Adjusted p values below this are called a change."""
CHANGES, UNSURE, UNSEEN = "changes", "may change", "no change seen"
RARE, SAME = "too rare to judge", "never differs"
"""``may change``: its own interval leaves 0 out, but among all that are judged together it may be chance."""


def compare_table(study: Study, results: Results) -> pd.DataFrame:
    """One row a variant, bots, statistic and stratum, each against the first variant."""
    rows = []
    for one, other in study.comparisons:
        base, arm = study.arms[one], study.arms[other]
        head = (base.variant.name, arm.variant.name, arm.bots)
        rows += [(*head, *_row(study, found)) for found in _differences(study, results, one, other)]
    return _adjusted(pd.DataFrame(rows, columns=list(COMPARE_COLUMNS)))


def bots_table(study: Study, results: Results) -> pd.DataFrame:
    """One row a variant, bots, statistic and stratum, each against the first bots: what bots make of it."""
    rows = []
    for one, other in study.bot_comparisons:
        base, arm = study.arms[one], study.arms[other]
        head = (arm.variant.name, base.bots, arm.bots)
        rows += [(*head, *_row(study, found)) for found in _differences(study, results, one, other)]
    return _adjusted(pd.DataFrame(rows, columns=list(BOTS_COLUMNS)))


def _differences(study: Study, results: Results, one: int, other: int) -> list[Difference]:
    units = [study.unit_of(study.arms[arm].variant) for arm in (one, other)]
    tallies = results.tallies[one], results.tallies[other]
    return list(differences(units[0], *tallies, results.products.get((one, other)), units[1]))


def _row(study: Study, found: Difference) -> tuple[object, ...]:
    unit, by = study.unit_of(study.variants[0]).UNIT, found.difference
    estimates = (found.base, found.other, by.value, by.std_error, by.ci_low, by.ci_high)
    return (unit, found.statistic.name, found.stratum, found.n, *estimates, by.p, by.mde, found.paired)


def _adjusted(frame: pd.DataFrame) -> pd.DataFrame:
    """A table whose p values are adjusted: those over all deals together, those by stratum together.

    Where nothing ever differed there is nothing to test: such a row has 1 and counts for nothing.
    """
    frame = frame.drop_duplicates(ignore_index=True)
    return adjusted_within(frame, frame["stratum"].eq("all"))


def adjusted_within(frame: pd.DataFrame, family: pd.Series) -> pd.DataFrame:
    """A table whose p values are adjusted within each family of tests; what never differed is no test."""
    is_tested = (frame["std_error"] > 0) | (frame["difference"].fillna(0) != 0)
    for name in family.unique():
        rows = frame.index[(family == name) & is_tested]
        frame.loc[rows, "p_adjusted"] = holm(frame.loc[rows, "p_adjusted"].tolist())
    return frame


def verdicts_table(study: Study, results: Results, compared: pd.DataFrame) -> pd.DataFrame:
    """One row a variant, bots and statistic: how often things happened and differed, and the verdict."""
    overall = compared[compared["stratum"] == "all"]
    adjusted = overall.set_index(["variant", "bots", "statistic"])["p_adjusted"].to_dict()
    by_bots = overall.groupby(["variant", "statistic"])["difference"]
    spreads = (by_bots.max() - by_bots.min()).to_dict() if len(study.bots) > 1 else {}
    rows = []
    for one, other in study.comparisons:
        base, arm = study.arms[one].variant.name, study.arms[other]
        name, bots = arm.variant.name, arm.bots
        unit, products = study.unit_of(arm.variant), results.products.get((one, other))
        any_differ = None if products is None else any_differs(products)
        for found in _differences(study, results, one, other):
            if found.stratum == "all":
                statistic = found.statistic.name
                events = _events(found, results.tallies[one].n)
                differ = None if products is None else n_differ(unit, products, found.statistic)
                spread = spreads.get((name, statistic), nan)
                p = adjusted[name, bots, statistic]
                verdict = verdict_of(p, excludes_0(found.difference), differ, events)
                head = (base, name, bots, unit.UNIT, statistic, found.n)
                flags = (found.gain, spread, abs(found.difference.value) < spread, verdict)
                rows.append((*head, *events, differ, any_differ, *flags))
    frame = pd.DataFrame(rows, columns=list(VERDICT_COLUMNS)).drop_duplicates(ignore_index=True)
    return frame.astype(dict.fromkeys(("base_events", "events", "n_differ", "n_any_differs"), "Int64"))


def _events(found: Difference, n_base: int) -> tuple[int | None, int | None]:
    """How often something happened in all, without the rule and with it; None of what is no event."""
    if not is_counted(found.statistic):
        return None, None
    return round(found.base * n_base), round(found.other * found.n)


def excludes_0(by: Estimated) -> bool:
    """Whether the interval of a difference leaves 0 out."""
    return by.ci_low > 0 or by.ci_high < 0


def verdict_of(p: float, is_off_0: bool, differ: int | None, events: tuple[int | None, int | None]) -> str:
    """What to make of a difference: by its adjusted p value, and whether its own interval leaves 0 out.

    Without common deals, rare is what hardly happens in either.
    """
    n = sum(times or 0 for times in events) if differ is None and None not in events else differ
    if n == 0:
        return SAME
    if n is not None and n < FEWEST:
        return RARE
    if p < SURE:
        return CHANGES
    return UNSURE if is_off_0 else UNSEEN
