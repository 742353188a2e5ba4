"""Deals under random rules, engine against twin, for as long as one likes: ``make soak``.

``python -m tests.games.shengji.soak --deals 1000000`` plays them on all cores, a hundred deals a variant,
by every bot in turn, every other deal a match's first; it says how many it reached.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

from multiprocess import Process, Queue

from shengsim.bots.shengji import BOTS
from tests.games.shengji.random_rules import TABLES, TWO_DECKS, random_rules
from tests.games.shengji.twin import assert_twin_agrees, play

DEALS_A_VARIANT = 100


def soak(part: int, n_parts: int, n_deals: int, until: float, told: Queue) -> None:
    """Plays a part's share of the variants; tells how many deals agreed, or what did not."""
    done = 0
    seed = part
    while done < n_deals and time.monotonic() < until:
        rules = random_rules(1_000 + seed, (TWO_DECKS, *TABLES)[seed // n_parts % (1 + len(TABLES))])
        for number in range(DEALS_A_VARIANT):
            bots = list(BOTS)[number % len(BOTS)]
            try:
                assert_twin_agrees(rules, play(rules, bots, seed, number, is_open=number % 4 == 1))
            except AssertionError as error:
                told.put((done, f"seed {seed}, deal {number}, bots {bots}: {error!r}"))
                return
            done += 1
        seed += n_parts
    told.put((done, ""))


def main() -> None:
    """Runs a process a core."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=24 * 60)
    asked = parser.parse_args()
    n_parts = len(os.sched_getaffinity(0))
    told: Queue = Queue()
    until = time.monotonic() + 60 * asked.minutes
    share = -(-asked.deals // n_parts)
    parts = [Process(target=soak, args=(part, n_parts, share, until, told)) for part in range(n_parts)]
    for part in parts:
        part.start()
    results = [told.get() for _ in parts]
    print(f"{sum(done for done, _ in results):,} deals agree")
    faults = [fault for _, fault in results if fault]
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
