"""What a comparison costs beside runs of its variants: ``python -m benchmarks.compare``.

Paired and interleaved in one process, by thread CPU time.
"""

from __future__ import annotations

import time
from statistics import median

from shengsim.study.chunks import Chunk
from shengsim.study.run import prepare, run_chunk
from shengsim.study.study import load_study

NAMES = ("bashi-fen", "throw-ten-points", "bashi-fen-classic", "kitty-linear")
DEALS, ROUNDS = 1_000, 30


def main() -> None:
    for n in (2, 4):
        run = load_study(NAMES[:n], "heuristic", DEALS * ROUNDS, 0)
        compared = load_study(NAMES[:n], "heuristic", DEALS * ROUNDS, 0, kind="compare")
        prepare(compared)
        ratios = []
        for i in range(ROUNDS):
            start = time.thread_time_ns()
            for group in range(n):
                run_chunk(run, Chunk(group, i * DEALS, DEALS))
            middle = time.thread_time_ns()
            run_chunk(compared, Chunk(0, i * DEALS, DEALS))
            ratios.append((time.thread_time_ns() - middle) / (middle - start))
        print(f"comparing {n} variants costs {median(ratios[5:]):.3f} times {n} runs")


if __name__ == "__main__":
    main()
