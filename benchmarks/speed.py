"""Speed as a ratio: deals against frozen shuffles, paired and interleaved in one process.

``python -m benchmarks.speed [--pairs N]`` prints shuffles a deal and deals a second for every bot,
with and without statistics, and what a cold and a warm start cost.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median

import numpy as np

from benchmarks.frozen import new_deck, new_stream, shuffles
from shengsim.bots import TABLES
from shengsim.games import FAMILIES
from shengsim.kernel import compiled
from shengsim.stats.tally import Tally
from shengsim.variant.variant import load_variant

DEALS = 400
SHUFFLES = 4_000


def paired(work: Callable[[int], None], n_pairs: int) -> tuple[float, float]:
    """Medians over pairs: shuffles that one deal costs, and CPU nanoseconds a deal."""
    deck, stream = new_deck(), new_stream()
    ratios, costs = [], []
    for i in range(n_pairs + 5):
        start = time.thread_time_ns()
        work(i)
        middle = time.thread_time_ns()
        shuffles(deck, SHUFFLES, stream)
        end = time.thread_time_ns()
        deal, shuffle = (middle - start) / DEALS, (end - middle) / SHUFFLES
        if i >= 5:
            ratios.append(deal / shuffle)
            costs.append(deal)
    return median(ratios), median(costs)


def measure(name: str, bots: str, n_pairs: int) -> None:
    """One line for a variant and its bots, bare and with statistics."""
    variant = load_variant(name)
    engine, table = variant.family.engine(), TABLES[variant.family.NAME]
    rules, state, driver = (
        engine.new_rules(variant.rules),
        engine.new_state(variant.rules),
        compiled(table.play_deals),
    )
    seats, memory = table.seat_bots(bots, variant.rules.table.players)
    unit = engine.unit(variant.rules, in_matches=False)
    outcomes = np.zeros((DEALS, len(unit.OUTCOME)), np.int64)
    tally = Tally.empty(unit)

    def bare(i: int) -> None:
        driver(rules, state, memory, seats, 0, i * DEALS, outcomes)

    def counted(i: int) -> None:
        bare(i)
        tally.add(unit, outcomes)

    for words, work in (("bare", bare), ("with statistics", counted)):
        shuffles_a_deal, nanoseconds = paired(work, n_pairs)
        print(
            f"{name:22} {bots:12} {words:16} {shuffles_a_deal:6.2f} shuffles a deal"
            f" {1e9 / nanoseconds:10,.0f} deals a second"
        )


def start(variant: str, cache: str, deals: int) -> tuple[float, float]:
    """CPU and wall seconds of a run in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as out:
        subprocess.run(
            [sys.executable, "-m", "shengsim", "run", variant, "-q", "--deals", str(deals), "--out", out],
            env=os.environ | {"SHENGSIM_CACHE_DIR": cache},
            check=True,
        )
    wall = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def main() -> None:
    """Prints all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=200)
    pairs = parser.parse_args().pairs
    deck, stream = new_deck(), new_stream()
    shuffles(deck, 1, stream)
    begun = time.thread_time_ns()
    shuffles(deck, 100_000, stream)
    print(f"frozen shuffle {(time.thread_time_ns() - begun) / 100_000:8.0f} ns")
    for family in FAMILIES.values():
        for bots in TABLES[family.NAME].BOTS:
            measure(family.DEFAULT_VARIANT, bots, pairs)
        with tempfile.TemporaryDirectory() as cache:
            for words in ("cold", "warm", "warm"):
                cpu, wall = start(family.DEFAULT_VARIANT, cache, 10_000)
                print(f"{words} run of 10,000 deals: {cpu:6.2f} s of CPU, {wall:6.2f} s")


if __name__ == "__main__":
    main()
