"""What comparisons and sweeps cost beside runs of their variants: ``python -m benchmarks.compare``.

Paired and interleaved in one process, by thread CPU time.
"""

from __future__ import annotations

import time
from statistics import median

from shengsim.study.chunks import Chunk
from shengsim.study.run import prepare, run_chunk
from shengsim.study.study import Study, load_study
from shengsim.study.sweep import load_sweep

NAMES = ("bashi-fen", "throw-ten-points", "bashi-fen-classic", "kitty-linear")
SETTINGS = (
    "kitty.multiplier=pow2_length_plus_1,none",
    "throw.penalty=none,ten_per_card",
    "order.red_fives=off,hearts",
    "kitty.winner=opponents_only,last_trick_winner",
    "throw.allowed=true,false",
)
DEALS, ROUNDS = 5_000, 12


def ratio(study: Study) -> float:
    """What a study of one group costs by what runs of its arms cost."""
    alone = Study(study.variants, study.bots, study.n_deals, study.seed)
    prepare(study)
    prepare(alone)
    ratios = []
    for i in range(ROUNDS):
        start = time.thread_time_ns()
        for group in range(len(alone.groups)):
            run_chunk(alone, Chunk(group, i * DEALS, DEALS))
        middle = time.thread_time_ns()
        run_chunk(study, Chunk(0, i * DEALS, DEALS))
        ratios.append((time.thread_time_ns() - middle) / (middle - start))
    return median(ratios[2:])


def main() -> None:
    for n in (2, 4):
        compared = load_study(NAMES[:n], "heuristic", DEALS * ROUNDS, 0, kind="compare")
        print(f"comparing {n} variants costs {ratio(compared):.3f} times {n} runs")
    for n in (1, 2, 3, 4, 5):
        swept = load_sweep("bashi-fen", SETTINGS[:n], ("heuristic",), DEALS * ROUNDS, 0)
        print(f"a sweep of {2**n} combinations costs {ratio(swept):.3f} times {2**n + 1} runs")


if __name__ == "__main__":
    main()
