"""The store of a run: every finished chunk in ``run.sqlite``, so that nothing finished is lost.

A run that was stopped, however it was stopped, goes on from what is there. The store knows what it was
begun with, and refuses chunks of anything else.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import sqlite3
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from shengsim import __version__
from shengsim.errors import ShengsimError
from shengsim.kernel import sources_key
from shengsim.stats.tally import Tally
from shengsim.study.chunks import Chunk
from shengsim.study.study import Study

DATABASE, LOCK = "run.sqlite", "run.lock"


class StoreError(ShengsimError):
    """A run folder that cannot be used as asked."""

    def __init__(self, folder: Path, why: str, exit_code: int = 1) -> None:
        super().__init__(folder, why)
        self.folder, self.why = folder, why
        self.exit_code = exit_code  # type: ignore[misc]

    def __str__(self) -> str:
        return f"{self.folder}: {self.why}"


def request_of(study: Study) -> dict[str, Any]:
    """What decides every byte of a run's results."""
    return {
        "variants": [[variant.name, variant.key()] for variant in study.variants],
        "bots": study.bots,
        "seed": study.seed,
        "counted": "matches" if study.in_matches else "deals",
        "number": study.n_deals,
        "shengsim": __version__,
        "engine": sources_key(),
    }


class Store:
    """The finished chunks of one run; a context manager that holds the folder's lock."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder = folder
        self._request = request_of(study)

    def __enter__(self) -> Store:
        try:
            self._lock = (self.folder / LOCK).open("w")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.close()
            raise StoreError(self.folder, "another process is at work here", exit_code=2) from None
        except OSError as error:
            raise StoreError(self.folder, f"cannot be written: {error.strerror}") from None
        try:
            self._database = sqlite3.connect(self.folder / DATABASE)
            self._database.executescript(
                """PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
                CREATE TABLE IF NOT EXISTS request (content TEXT NOT NULL);
                CREATE TABLE IF NOT EXISTS chunk (variant INTEGER, first INTEGER, n_deals INTEGER,
                    cells BLOB NOT NULL, counts BLOB NOT NULL, PRIMARY KEY (variant, first, n_deals));"""
            )
            self._check_request()
        except sqlite3.Error as error:
            self.__exit__()
            raise StoreError(self.folder, f"{DATABASE} cannot be used: {error}") from None
        except StoreError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        with contextlib.suppress(AttributeError, sqlite3.Error):
            self._database.close()
        self._lock.close()

    def _check_request(self) -> None:
        found = self._database.execute("SELECT content FROM request").fetchone()
        if found is None:
            with self._database:
                self._database.execute("INSERT INTO request VALUES (?)", [json.dumps(self._request)])
            return
        before = json.loads(found[0])
        differs = [
            f"{name} was {before.get(name)} and is {value}"
            for name, value in self._request.items()
            if before.get(name) != value
        ]
        if differs:
            why = "holds the run of something else: " + "; ".join(differs)
            raise StoreError(self.folder, why, exit_code=2)

    def put(self, chunk: Chunk, tally: Tally) -> None:
        """Keeps a finished chunk; again, if it is there already."""
        row = (chunk.variant, chunk.first, chunk.n_deals, _packed(tally.cells), _packed(tally.counts))
        try:
            with self._database:
                self._database.execute("INSERT OR REPLACE INTO chunk VALUES (?, ?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            raise StoreError(self.folder, f"a finished chunk cannot be kept: {error}") from None

    def finished(self, study: Study) -> dict[Chunk, Tally]:
        """The chunks that are there."""
        found = {}
        for variant, first, n_deals, cells, counts in self._database.execute("SELECT * FROM chunk"):
            like = Tally.empty(study.unit_of(study.variants[variant]))
            tally = Tally(_unpacked(cells, like.cells), _unpacked(counts, like.counts))
            found[Chunk(variant, first, n_deals)] = tally
        return found


def _packed(numbers: np.ndarray) -> bytes:
    return zlib.compress(numbers.astype("<i8").tobytes(), 1)


def _unpacked(content: bytes, like: np.ndarray) -> np.ndarray:
    return np.frombuffer(zlib.decompress(content), "<i8").astype(np.int64).reshape(like.shape)
