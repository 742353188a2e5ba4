"""Files of a run folder: each appears whole or not at all."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pandas as pd

from shengsim.errors import ShengsimError


class CannotWriteError(ShengsimError):
    """A result could not be written."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(path, error)
        self.path, self.error = path, error

    def __str__(self) -> str:
        return f"{self.path}: cannot be written: {self.error.strerror or self.error}"


def write_csv(frame: pd.DataFrame, path: Path) -> None:
    """A data frame as CSV: ``\\n`` ends lines, numbers as short as they read back exactly."""
    _write(path, frame.to_csv(index=False, lineterminator="\n"))


def write_json(content: Any, path: Path) -> None:
    """A JSON file, keys in the order given."""
    _write(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def write_bytes(content: bytes, path: Path) -> None:
    """A file of these bytes, whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise CannotWriteError(path, error) from None


def _write(path: Path, text: str) -> None:
    # File names may hold what is no Unicode; escapes of it are valid JSON.
    write_bytes(text.encode("utf-8", errors="backslashreplace"), path)
