"""What a finished study gives, by its kind: tables, and a text for the terminal."""

from __future__ import annotations

import pandas as pd

from shengsim.report.compare import bots_table, compare_table, verdicts_table
from shengsim.report.sweep import sweep_table
from shengsim.report.sweep_text import sweep_text
from shengsim.report.tables import histograms, spreads, summary, terminal_text
from shengsim.report.verdict import verdict_text
from shengsim.study.progress import Results
from shengsim.study.study import Kind, Study

MAIN: dict[Kind, str] = {"run": "summary", "compare": "compare", "sweep": "sweep"}
"""The table that answers what a study of a kind asks."""

Tables = dict[str, pd.DataFrame]


def tables_of(study: Study, results: Results) -> Tables:
    """Every table of a study, by name."""
    tables = {
        "summary": summary(study, results.tallies),
        "distributions": histograms(study, results.tallies),
        "spreads": spreads(study, results.tallies),
    }
    if study.kind == "compare":
        tables["compare"] = compare_table(study, results)
        tables["verdicts"] = verdicts_table(study, results, tables["compare"])
        if len(study.bots) > 1:
            tables["bots"] = bots_table(study, results)
    if study.kind == "sweep":
        tables["sweep"] = sweep_table(study, results)
    return tables


def text_of(study: Study, results: Results, tables: Tables) -> str:
    """A study for reading, in 80 columns."""
    if study.kind == "compare":
        return verdict_text(study, tables)
    if study.kind == "sweep":
        return sweep_text(study, tables["sweep"])
    return terminal_text(study, results.tallies)
