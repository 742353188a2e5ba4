"""A comparison for reading: what changes, by how much, how sure, and how often."""

from __future__ import annotations

from math import inf
from typing import Any

import pandas as pd

from shengsim.games.family import Statistic
from shengsim.report.compare import CHANGES, RARE, SAME, UNSEEN, UNSURE
from shengsim.report.tables import short_count, wrapped
from shengsim.stats.compare import FEWEST
from shengsim.study.study import Study

Statistics = dict[str, Statistic]

N_HEADLINES = 4
"""Statistics told of what other bots make of a variant: a family's first ones."""
NAME = 20
HEAD = f"{'':{NAME}}{'base':>8}{'variant':>8}{'change':>9}{'± 95 %':>7}{'p':>8}"

TOGETHER = "but among all that are judged together one such may be chance"

Row = dict[str, Any]
"""A statistic's columns of compare.csv and verdicts.csv."""


def verdict_text(study: Study, tables: dict[str, pd.DataFrame]) -> str:
    """All comparisons of a study, one after another, in 80 columns."""
    overall = tables["compare"][tables["compare"]["stratum"] == "all"]
    keys = ["base", "variant", "bots", "unit", "statistic", "n"]
    merged: list[Row] = overall.merge(tables["verdicts"], on=keys).to_dict("records")  # type: ignore[assignment]
    statistics = _statistics(study)
    groups: dict[tuple[str, str], dict[str, Row]] = {}
    for row in merged:
        groups.setdefault((row["variant"], row["bots"]), {})[row["statistic"]] = row
    plural = study.unit_of(study.variants[0]).PLURAL
    parts = [
        _one_comparison(statistics, {name: rows[name] for name in statistics if name in rows}, plural)
        for rows in groups.values()
    ]
    if any(row["below_bots_spread"] for row in merged):
        parts.append(wrapped("~ The change is smaller than what it varies by between these bots."))
    if "bots" in tables:
        parts.append(_bots_text(statistics, tables["bots"]))
    return "\n\n".join(parts)


def headlines_text(study: Study, tables: dict[str, pd.DataFrame]) -> str:
    """The main outcome of every comparison, a line each."""
    statistic = study.unit_of(study.variants[0]).STATISTICS[0]
    keys = ["base", "variant", "bots", "unit", "statistic", "n"]
    overall = tables["compare"][tables["compare"]["stratum"] == "all"].merge(tables["verdicts"], on=keys)
    rows: list[Row] = overall[overall["statistic"] == statistic.name].to_dict("records")  # type: ignore[assignment]
    title = f"{statistic.name} ({statistic.words}), against {study.variants[0].name}:"
    return "\n".join(
        [wrapped(title), "", f"{HEAD}{'differ':>7}  bots"]
        + [f"{_line(statistic, row | {'label': row['variant']}):66}  {row['bots']}" for row in rows]
    )


def _one_comparison(statistics: Statistics, rows: dict[str, Row], plural: str) -> str:
    """One variant under one bots: the main outcome, what changes, and what else there is to say."""
    first = next(iter(rows.values()))
    title = f"{first['variant']} against {first['base']}, bots {first['bots']}"
    if first["n_any_differs"] == 0:
        return wrapped(f"{title}: the same {first['n']:,} {plural} for both; nothing counted differs.")
    lines = [wrapped(f"{title}: {_deals(first, plural)}")]
    lines += [wrapped(line) for line in _headline(statistics[first["statistic"]], first)]
    changed = {name: row for name, row in rows.items() if row["verdict"] == CHANGES}
    if changed:
        lines += ["", f"{HEAD}{'differ' if first['paired'] else '':>7}{'times':>12}"]
        lines += [_line(statistics[name], row) for name, row in changed.items()]
    lines += ["", *(wrapped(line) for line in _rest(statistics, rows))]
    return "\n".join(lines).rstrip()


def _deals(first: Row, plural: str) -> str:
    if not first["paired"]:
        return f"{first['n']:,} {plural} each; unpaired, since the packs differ"
    share = 100 * first["n_any_differs"] / first["n"]
    return (
        f"the same {first['n']:,} {plural} for both; something counted differs in "
        f"{first['n_any_differs']:,} ({share:.3g} %)"
    )


def _headline(statistic: Statistic, row: Row) -> list[str]:
    """The family's main outcome in a sentence, and what common deals are worth for it."""
    size = (
        f"{statistic.name} ({statistic.words}) {value_text(statistic, row['base_estimate'])} to "
        f"{value_text(statistic, row['estimate'])}: {signed(statistic, row['difference'])}, 95 % from "
        f"{signed(statistic, row['ci_low'])} to {signed(statistic, row['ci_high'])}, {row['verdict']}"
        f"{f': not sure {TOGETHER}' if row['verdict'] == UNSURE else ''}."
    )
    if not row["gain"] < inf:
        return [size]
    return [size, f"Unpaired deals would have given this difference {row['gain']:.3g} times the variance."]


def _line(statistic: Statistic, row: Row) -> str:
    half = _scaled(statistic, (row["ci_high"] - row["ci_low"]) / 2)
    p = "<.0001" if row["p_adjusted"] < 0.0001 else f"{row['p_adjusted']:.4f}"
    differ: str = "" if pd.isna(row["n_differ"]) else short_count(row["n_differ"])
    times: str = (
        "" if pd.isna(row["events"]) else f"{short_count(row['base_events'])}→{short_count(row['events'])}"
    )
    return (
        f"{row.get('label', statistic.name)[:NAME]:{NAME}}{value_text(statistic, row['base_estimate']):>8}"
        f"{value_text(statistic, row['estimate']):>8}{signed(statistic, row['difference']):>9}"
        f"{half:>7.3f}{p:>7}{'~' if row['below_bots_spread'] else ' '}{differ:>7}{times:>12}"
    ).rstrip()


def _rest(statistics: Statistics, rows: dict[str, Row]) -> list[str]:
    """What did not change, a paragraph a verdict."""
    found = []
    if unsure := _of(UNSURE, rows):
        sizes = (
            f"{name} {signed(statistics[name], row['difference'])} (p {row['p_adjusted']:.2g})"
            for name, row in unsure.items()
        )
        found.append(f"May change; each interval by itself leaves 0 out, {TOGETHER}: " + ", ".join(sizes))
    if unseen := _of(UNSEEN, rows):
        mdes = (f"{name} {_size(statistics[name], row['mde'])}" for name, row in unseen.items())
        found.append("No change seen, where one of this size had 4 chances in 5 to be: " + ", ".join(mdes))
    if rare := _of(RARE, rows):
        times = (f"{name} ({_how_often(row)})" for name, row in rare.items())
        found.append(f"Too rare to judge, fewer than {FEWEST}: " + ", ".join(times))
    if same := _of(SAME, rows):
        found.append("Never different: " + ", ".join(same))
    return found


def _of(verdict: str, rows: dict[str, Row]) -> dict[str, Row]:
    return {name: row for name, row in rows.items() if row["verdict"] == verdict}


def _how_often(row: Row) -> str:
    if pd.isna(row["n_differ"]):
        return f"{row['base_events']} and {row['events']} times"
    return f"differs {row['n_differ']} times"


def _bots_text(statistics: Statistics, bots: pd.DataFrame) -> str:
    """What other bots make of each variant, in its family's first statistics."""
    headlines = list(statistics)[:N_HEADLINES]
    overall = bots[(bots["stratum"] == "all") & bots["statistic"].isin(headlines)]
    rows: list[Row] = overall.to_dict("records")  # type: ignore[assignment]
    blank: Row = {"n_differ": None, "events": None, "below_bots_spread": False}
    groups: dict[str, dict[str, str]] = {}
    for row in rows:
        title = f"Bots {row['bots']} instead of {row['base_bots']}, under {row['variant']}:"
        name = row["statistic"]
        groups.setdefault(title, {})[name] = _line(statistics[name], row | blank)
    head = HEAD.replace("base", "from").replace("variant", "     to")
    return "\n\n".join(
        "\n".join([wrapped(title), head, *(lines[name] for name in headlines if name in lines)])
        for title, lines in groups.items()
    )


def _statistics(study: Study) -> Statistics:
    """A study's statistics by name, in the family's order."""
    return {statistic.name: statistic for statistic in study.unit_of(study.variants[0]).STATISTICS}


def _scaled(statistic: Statistic, value: float) -> float:
    return 100 * value if statistic.kind == "rate" else value


def value_text(statistic: Statistic, value: float) -> str:
    """A value; a rate in per cent."""
    return f"{_scaled(statistic, value):.2f}{'%' if statistic.kind == 'rate' else ''}"


def signed(statistic: Statistic, value: float) -> str:
    """A change, with its sign; that of a rate in per cent."""
    return f"{_scaled(statistic, value):+.3f}{'%' if statistic.kind == 'rate' else ''}"


def _size(statistic: Statistic, value: float) -> str:
    return f"{_scaled(statistic, value):.2g}{'%' if statistic.kind == 'rate' else ''}"
