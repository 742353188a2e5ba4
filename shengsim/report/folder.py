"""A run folder: what a run leaves behind.

``manifest.json`` alone has a clock, versions and paths; the tables depend on nothing but what was
played.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import pandas as pd

from shengsim import __version__
from shengsim.report.tables import histograms, spreads, summary
from shengsim.report.write import CannotWriteError, write_csv, write_json
from shengsim.stats.tally import Tally
from shengsim.study.study import Study

RUNS = Path("reports") / "runs"


def new_folder(out: Path | None, study: Study) -> Path:
    """Makes the folder of a run: ``out``, or a new one named by time under ``reports/runs``."""
    if out is None:
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        names = "+".join(variant.name for variant in study.variants)[:60]
        out = RUNS / f"{stamp}-{names}"
        n = 1
        while out.exists():
            n += 1
            out = RUNS / f"{stamp}-{names}-{n}"
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWriteError(out, error) from None
    return out


def write_results(study: Study, tallies: Mapping[int, Tally], folder: Path) -> pd.DataFrame:
    """Writes the manifest and every table; the summary."""
    frame = summary(study, tallies)
    write_json(_manifest(study), folder / "manifest.json")
    write_csv(histograms(study, tallies), folder / "distributions.csv")
    write_csv(spreads(study, tallies), folder / "spreads.csv")
    write_csv(frame, folder / "summary.csv")
    return frame


def _manifest(study: Study) -> dict[str, object]:
    return {
        "shengsim": __version__,
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        **{library: version(library) for library in ("numba", "numpy", "pandas")},
        "seed": study.seed,
        "bots": study.bots,
        ("matches" if study.in_matches else "deals"): study.n_deals,
        "variants": [
            {"name": variant.name, "file": variant.file, "key": variant.key(), "rules": variant.values()}
            for variant in study.variants
        ],
    }
