"""Long runs: memory and cost a deal from 10^5 to 10^7 deals, and two workers against one.

``python -m benchmarks.long [memory] [cost] [workers]``; the last wants two free cores.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.frozen import new_deck, new_stream, shuffles
from shengsim.study.progress import play_study
from shengsim.study.run import prepare
from shengsim.study.store import Store
from shengsim.study.study import Study, load_study

FEW, MANY = 100_000, 10_000_000
SHUFFLES = 20_000


def study_of(n_deals: int, seed: int = 0) -> Study:
    return load_study(("bashi-fen",), "heuristic", n_deals, seed)


def played(study: Study, n_workers: int) -> Iterator[int]:
    """Plays a study as a run does, kept and added up; the deals done after every chunk."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder), study) as store:
        done, total = 0, None
        for chunk, tally in play_study(study, store, n_workers):
            total = tally if total is None else total + tally
            done += chunk.n_deals
            yield done


def resident(process: int | str) -> float:
    """Megabytes of memory that a process has; 0 if it has ended."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def children() -> list[int]:
    return [int(child) for child in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


def memory() -> None:
    """What parent and workers have after FEW deals, and the most they have until MANY."""
    few, most = [0.0, 0.0], [0.0, 0.0]
    for done in played(study_of(MANY), 2):
        now = [resident("self"), max(map(resident, children()), default=0.0)]
        most = [max(pair) for pair in zip(most, now, strict=True)]
        if done <= FEW:
            few = now
    for name, before, after in zip(("parent", "worker"), few, most, strict=True):
        print(f"{name}: {before:.1f} MB after {FEW:,} deals, at most {after:.1f} MB until {MANY:,}")


def costs(study: Study) -> list[float]:
    """Frozen shuffles that a deal costs, chunk by chunk, in one process."""
    deck, stream = new_deck(), new_stream()
    shuffles(deck, 1, stream)
    found, before = [], 0
    begun = time.thread_time_ns()
    for done in played(study, 1):
        middle = time.thread_time_ns()
        shuffles(deck, SHUFFLES, stream)
        end = time.thread_time_ns()
        found.append((middle - begun) / (done - before) / ((end - middle) / SHUFFLES))
        before, begun = done, time.thread_time_ns()
    return found[1:]  # the first holds what a run begins with


def cost() -> None:
    """What a deal costs in runs of FEW deals, and in one of MANY, at its beginning and its end."""
    few = median(cost for seed in range(30) for cost in costs(study_of(FEW, seed)))
    many = costs(study_of(MANY))
    tenth = len(many) // 10
    print(f"{few:.2f} shuffles a deal in runs of {FEW:,}, {median(many):.2f} in one of {MANY:,}", end="")
    print(f" ({100 * (median(many) / few - 1):+.1f} %)", end="")
    print(f"; its first tenth {median(many[:tenth]):.2f}, its last {median(many[-tenth:]):.2f}")


def workers() -> None:
    """How much faster two workers are than one: wall clock of playing, in turn."""
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(3):
        for n_workers, taken in seconds.items():
            begun = time.perf_counter()
            for _ in played(study_of(3_000_000), n_workers):
                pass
            taken.append(time.perf_counter() - begun)
    one, two = median(seconds[1]), median(seconds[2])
    print(f"one process {one:.2f} s, two workers {two:.2f} s: {one / two:.2f} times")


def main() -> None:
    parts = {"memory": memory, "cost": cost, "workers": workers}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*parts, []], help="All of them if none is named.")
    prepare(study_of(1))
    for name in parser.parse_args().parts or parts:
        parts[name]()


if __name__ == "__main__":
    main()
