"""Tables of finished runs, one or many at once, as tidy CSV or Parquet."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from shengsim.errors import Fault, InputError, ShengsimError, closest

TABLES = ("summary", "distributions", "spreads", "compare", "verdicts", "bots", "sweep")


class NoParquetError(ShengsimError):
    """Parquet was asked for and what writes it is not installed."""

    def __str__(self) -> str:
        return "Parquet needs pyarrow: pip install 'shengsim[parquet]'"


def read_table(folders: Sequence[Path], name: str) -> pd.DataFrame:
    """A table of run folders under one another, each row with its folder in the column ``run``.

    InputError names every folder that has no such table.
    """
    faults: list[Fault] = []
    frames: list[pd.DataFrame] = []
    for folder in folders:
        path = folder / f"{name}.csv"
        if path.is_file():
            frames.append(pd.read_csv(path).assign(run=str(folder.name)))
        else:
            near = closest(name, [table.stem for table in folder.glob("*.csv")])
            faults += InputError.single(str(folder), f"has no table {name}", suggestion=near).faults
    if faults:
        raise InputError(*faults)
    frame = pd.concat(frames, ignore_index=True)
    return frame[["run", *(column for column in frame.columns if column != "run")]]


def as_bytes(frame: pd.DataFrame, form: str) -> bytes:
    """A table as the bytes of a CSV or Parquet file."""
    if form == "csv":
        return frame.to_csv(index=False, lineterminator="\n").encode()
    stream = io.BytesIO()
    try:
        frame.to_parquet(stream, index=False)
    except ImportError:
        raise NoParquetError from None
    return stream.getvalue()
