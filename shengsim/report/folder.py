"""A run folder: what a run leaves behind.

``manifest.json`` alone has a clock, versions and paths; the tables depend on nothing but what was
played.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import pandas as pd

from shengsim import __version__
from shengsim.errors import ShengsimError
from shengsim.report.write import CannotWriteError, write_csv, write_json
from shengsim.study.factorial import Factorial
from shengsim.study.study import KINDS, Study
from shengsim.variant.variant import variant_of_values

RUNS = Path("reports") / "runs"
MANIFEST = "manifest.json"


def new_folder(out: Path | None, study: Study) -> Path:
    """Makes the folder of a run: ``out``, or a new one named by time under ``reports/runs``."""
    if out is None:
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        title = study.title[:60]
        out = RUNS / f"{stamp}-{title}"
        n = 1
        while out.exists():
            n += 1
            out = RUNS / f"{stamp}-{title}-{n}"
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWriteError(out, error) from None
    return out


def write_tables(tables: Mapping[str, pd.DataFrame], folder: Path) -> None:
    """Writes every table as a CSV file of its name."""
    for name, frame in tables.items():
        write_csv(frame, folder / f"{name}.csv")


def write_manifest(study: Study, folder: Path, status: str, chunk_size: int | None = None) -> None:
    """Writes what is played, with what, in which pieces, and whether it is ``finished``."""
    content = {
        "status": status,
        "shengsim": __version__,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        **{library: version(library) for library in ("numba", "numpy", "pandas")},
        "seed": study.seed,
        "kind": study.kind,
        **({} if study.factorial is None else {"factorial": study.factorial.as_data()}),
        "bots": study.bots[0] if len(study.bots) == 1 else list(study.bots),
        "counted": "matches" if study.in_matches else "deals",
        "number": study.n_deals,
        "plan": {"chunk_size": chunk_size},
        "variants": [
            {
                "name": variant.name,
                "family": variant.family.NAME,
                "file": variant.file,
                "key": variant.key(),
                "rules": variant.values(),
            }
            for variant in study.variants
        ],
    }
    write_json(content, folder / MANIFEST)


def study_of(folder: Path) -> Study:
    """The study that a run folder was made for; NotARunError if it is none."""
    path = folder / MANIFEST
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        variants = tuple(
            variant_of_values(item["name"], item["family"], item["rules"], item["file"])
            for item in content["variants"]
        )
        number, seed, kind = content["number"], content["seed"], content["kind"]
        bots = [content["bots"]] if isinstance(content["bots"], str) else content["bots"]
        if not (isinstance(bots, list) and bots and all(isinstance(name, str) for name in bots)):
            raise ValueError("bots are none")
        if not (type(number) is type(seed) is int and number > 0 and kind in KINDS and variants):
            raise ValueError("number, seed, kind or variants are none")
        factorial = Factorial.of_data(content["factorial"]) if kind == "sweep" else None
        if factorial is not None and len(variants) != 1 + len(factorial.cells):
            raise ValueError("a sweep's variants are not its combinations")
        return Study(variants, tuple(bots), number, seed, content["counted"] == "matches", kind, factorial)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise NotARunError(path, error) from None


class NotARunError(ShengsimError):
    """A folder that holds no run, or one whose manifest cannot be read."""

    exit_code = 2

    def __init__(self, path: Path, error: Exception) -> None:
        super().__init__(path, error)
        self.path, self.error = path, error

    def __str__(self) -> str:
        why = getattr(self.error, "strerror", None) or str(self.error).splitlines()[0]
        return f"{self.path}: is not the manifest of a run: {why}"
