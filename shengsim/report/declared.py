"""The README of a study that a file declares: the question, the reading, and the figures."""

from __future__ import annotations

from pathlib import Path

from shengsim.report.results import Tables
from shengsim.report.verdict import headlines_text
from shengsim.report.write import write_bytes
from shengsim.study.declared import Declared

README = "README.md"
OF_RUNS = ("summary", "distributions", "spreads")
"""Tables that every study has."""


def write_readme(declared: Declared, folder: Path, tables: Tables, text: str) -> None:
    """Writes what a study asks and what came of it beside its tables."""
    write_bytes(readme(declared, tables, text).encode(), folder / README)


def readme(declared: Declared, tables: Tables, text: str) -> str:
    """What a study asks and what came of it, for reading. ``text`` is what the terminal shows of it."""
    study = declared.study
    plural = study.unit_of(study.variants[0]).PLURAL
    files = ", ".join(f"`{name}.csv`" for name in tables if name not in OF_RUNS)
    # Every comparison in full would be pages: its tables have them.
    figures = headlines_text(study, tables) if study.kind == "compare" else text
    parts = [
        f"# {declared.question}",
        f"{study.n_deals:,} {plural} of each, bots {', '.join(study.bots)}, seed {study.seed}. Made by "
        "`shengsim study study.yaml` in this folder.",
        declared.reading.strip(),
        "## Figures",
        f"```\n{figures}\n```",
        f"In full: {files or '`summary.csv`'}. `shengsim study study.yaml --describe` says what that holds.",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"
