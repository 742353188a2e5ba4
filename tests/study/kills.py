"""Runs killed at random moments come to the same bytes: ``python -m tests.study.kills --kills 100``.

The runs are forked from this process, so that a kill costs a second or less, and play a fiftieth of a
second a chunk, so that there is much to be lost.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

from multiprocess import get_context

from shengsim.cli.playing import play_into
from shengsim.study import executors
from shengsim.study import run as study_run
from shengsim.study.run import prepare
from shengsim.study.study import KINDS, Kind, Study, load_study
from shengsim.study.sweep import load_sweep

N_DEALS = 60_000
KILLS_A_RUN = 5


def small_study(kind: Kind = "run", n_deals: int = N_DEALS) -> Study:
    """Two variants, or combinations, ready to be played."""
    if kind == "sweep":
        study = load_sweep("bashi-fen", ("kitty.multiplier=none,fixed_1",), ("random",), n_deals, 5)
    else:
        study = load_study(("bashi-fen", "kitty-none"), "random", n_deals, 5, kind=kind)
    prepare(study)
    return study


OF_RUNS = {"summary.csv", "distributions.csv", "spreads.csv"}
TABLES: dict[Kind, set[str]] = {
    "run": OF_RUNS,
    "compare": OF_RUNS | {"compare.csv", "verdicts.csv"},
    "sweep": OF_RUNS | {"sweep.csv"},
}


def tables(folder: Path) -> dict[str, bytes]:
    """The tables of a run folder that are there."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.csv"))}


def start(study: Study, folder: Path) -> Any:
    """A run on two workers in a process of its own."""

    def play() -> None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # until the process ends
        play_into(study, folder, 2, False, True)

    folder.mkdir(exist_ok=True)
    process = get_context("fork").Process(target=play)
    process.start()
    return process


def children_of(parent: int) -> list[int]:
    """The processes that a process has started."""
    try:
        content = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    except OSError:
        return []
    return [int(child) for child in content.split()]


def kill_parents(study: Study, n_kills: int, seed: int, expected: dict[str, bytes], place: Path) -> int:
    """Kills and resumes runs until so many were killed; how many came to their end, with the same bytes."""
    draw = random.Random(seed)
    begun = time.monotonic()
    start(study, place / "timed").join()
    seconds = time.monotonic() - begun
    n_killed = n_finished = n_of_this = 0
    while n_killed < n_kills or n_of_this:
        folder = place / f"run-{n_finished}"
        process = start(study, folder)
        may_kill = n_killed < n_kills and n_of_this < KILLS_A_RUN
        process.join(draw.uniform(0, 1.2 * seconds) if may_kill else None)
        if process.exitcode is None:
            process.kill()
            process.join()
            n_killed, n_of_this = n_killed + 1, n_of_this + 1
            # What is there is whole, at any moment.
            found = tables(folder)
            assert all(expected[name] == content for name, content in found.items())
            time.sleep(0.05)  # the workers let go of the folder
        else:
            assert process.exitcode == 0
            assert tables(folder) == expected
            n_finished, n_of_this = n_finished + 1, 0
    return n_finished


def kill_workers(study: Study, n_kills: int, seed: int, expected: dict[str, bytes], place: Path) -> int:
    """Kills workers until there were so many; how many runs went on to the same bytes."""
    draw = random.Random(seed)
    n_killed = n_finished = 0
    while n_killed < n_kills:
        folder = place / f"run-{n_finished}"
        process = start(study, folder)
        until = min(n_kills, n_killed + KILLS_A_RUN)
        while process.exitcode is None:
            process.join(draw.uniform(0, 0.1))
            if n_killed < until and (workers := children_of(process.pid)):
                with contextlib.suppress(OSError):
                    os.kill(draw.choice(workers), signal.SIGKILL)
                    n_killed += 1
        assert process.exitcode == 0
        assert tables(folder) == expected
        n_finished += 1
    return n_finished


@contextlib.contextmanager
def small_chunks() -> Any:
    """Chunks of a fiftieth of a second, which may be lost any number of times."""
    with patch.object(executors, "MAX_RETRIES", 10**9), patch.object(study_run, "CHUNK_SECONDS", 0.02):
        yield


def whole(study: Study, folder: Path) -> dict[str, bytes]:
    """The tables of a run in this process that nobody disturbs."""
    play_into(study, folder, 1, False, True)
    return tables(folder)


def main() -> None:
    """Kills parents, then workers, and says how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked = parser.parse_args()
    for kind in KINDS:
        study = small_study(kind)
        with small_chunks(), tempfile.TemporaryDirectory() as name:
            place = Path(name)
            for part in ("whole", "parents", "workers"):
                (place / part).mkdir()
            expected = whole(study, place / "whole")
            assert set(expected) == TABLES[kind]
            for words, kill in (("parents", kill_parents), ("workers", kill_workers)):
                n_runs = kill(study, asked.kills, asked.seed, expected, place / words)
                told = (
                    f"{kind}: {asked.kills} {words} killed, {n_runs} runs finished, all with the same bytes"
                )
                print(told, flush=True)


if __name__ == "__main__":
    main()
