"""The store of a run: every finished chunk in ``run.sqlite``, so that nothing finished is lost.

A run that was stopped, however it was stopped, goes on from what is there. The store knows what it was
begun with, and refuses chunks of anything else.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from shengsim import __version__
from shengsim.errors import ShengsimError
from shengsim.kernel import sources_key
from shengsim.stats.paired import PairedTally
from shengsim.study.chunks import Chunk
from shengsim.study.run import empty_tally
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
        "kind": study.kind,
        "factorial": None if study.factorial is None else study.factorial.as_data(),
        "bots": "; ".join(study.bots),
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
        self._study = study
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
                CREATE TABLE IF NOT EXISTS plan (chunk_size INTEGER NOT NULL);
                CREATE TABLE IF NOT EXISTS chunk ("group" INTEGER, first INTEGER, n_deals INTEGER,
                    cells BLOB NOT NULL, counts BLOB NOT NULL, products BLOB NOT NULL,
                    contrasts BLOB NOT NULL,
                    PRIMARY KEY ("group", first, n_deals));"""
            )
            self._check_request()
        except (sqlite3.Error, ValueError, AttributeError) as error:  # the last two: a request that is none
            self.__exit__()
            raise StoreError(self.folder, f"{DATABASE} cannot be used: {error}") from None
        except BaseException:
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

    def plan(self) -> int | None:
        """The deals or matches of a chunk, as the work was cut when it was begun."""
        with self._using("the plan cannot be read"):
            found = self._database.execute("SELECT chunk_size FROM plan").fetchone()
        return int(found[0]) if found else None

    def keep_plan(self, chunk_size: int) -> None:
        """Keeps how the work is cut."""
        with self._using("the plan cannot be kept"), self._database:
            self._database.execute("INSERT INTO plan VALUES (?)", [chunk_size])

    def put(self, chunk: Chunk, tally: PairedTally) -> None:
        """Keeps a finished chunk; again, if it is there already."""
        row = (chunk.group, chunk.first, chunk.n_deals, *map(_packed, tally.arrays))
        with self._using("a finished chunk cannot be kept"):
            with self._database:
                self._database.execute("INSERT OR REPLACE INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            if os.fstat(self._lock.fileno()).st_nlink == 0:  # SQLite would go on writing to what is gone
                raise StoreError(self.folder, "was removed while its run was going on")

    def get(self, chunk: Chunk) -> PairedTally | None:
        """A finished chunk; None if it is not there, or damaged."""
        where = (
            'SELECT cells, counts, products, contrasts FROM chunk WHERE ("group", first, n_deals) = (?, ?, ?)'
        )
        with self._using("finished chunks cannot be read"):
            found = self._database.execute(where, (chunk.group, chunk.first, chunk.n_deals)).fetchone()
        if found is None:
            return None
        like = empty_tally(self._study, chunk.group).arrays
        try:
            return PairedTally(*map(_unpacked, found, like))
        except (zlib.error, ValueError, TypeError):
            return None

    def n_kept(self) -> int:
        """The deals or matches of all arms in all finished chunks."""
        with self._using("finished chunks cannot be read"):
            found = self._database.execute('SELECT "group", sum(n_deals) FROM chunk GROUP BY 1').fetchall()
        groups = self._study.groups
        return sum(int(n) * len(groups[group]) for group, n in found if 0 <= group < len(groups))

    @contextlib.contextmanager
    def _using(self, what_fails: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(self.folder, f"{what_fails}: {error}") from None


def forget(folder: Path) -> None:
    """Removes the finished chunks of a run from its folder."""
    for path in (*folder.glob(f"{DATABASE}*"), folder / LOCK):
        path.unlink(missing_ok=True)


def _packed(numbers: np.ndarray) -> bytes:
    return zlib.compress(numbers.astype("<i8").tobytes(), 1)


def _unpacked(content: bytes, like: np.ndarray) -> np.ndarray:
    return np.frombuffer(zlib.decompress(content), "<i8").astype(np.int64).reshape(like.shape)
