"""Broken files by the hundred thousand, on all cores: ``python -m tests.fuzz.soak --files N``."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

from tests.fuzz.check import KINDS, fuzz

BATCH = 500


def batch(kind: str, seed: int, folder: str) -> tuple[Counter[int], list[str]]:
    """One batch of broken files; what came of them, and what should not have."""
    told: list[str] = []
    return fuzz(kind, seed, BATCH, Path(folder), told.append), told


def main() -> None:
    """As many files are variants as scenarios and studies."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="fuzz-")  # kept: what fails lies there
    tasks = [
        (kind, asked.seed + number, tempfile.mkdtemp(dir=folder))
        for number in range(-(-asked.files // (BATCH * len(KINDS))))
        for kind in KINDS
    ]
    with Pool(len(os.sched_getaffinity(0))) as pool:
        results = pool.starmap(batch, tasks, chunksize=1)
    found = sum((each for each, _ in results), Counter())
    told = [line for _, lines in results for line in lines]
    print(
        f"{found[2]:,} broken files refused, {found[0] + found[1]:,} sound, {len(told)} failures, "
        f"seeds from {asked.seed}"
    )
    print("\n".join(told))
    sys.exit(1 if told else 0)


if __name__ == "__main__":
    main()
