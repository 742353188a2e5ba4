"""Running: a chunk of a study is played and tallied. Compiled kernels run here and nowhere else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from shengsim.bots import TABLES
from shengsim.games.family import Unit
from shengsim.kernel import compiled
from shengsim.stats.tally import Tally, accumulate
from shengsim.study.chunks import Chunk
from shengsim.study.study import Study

BLOCK_DEALS = 1_000
"""Most deals of one call of a kernel: a few milliseconds."""
BLOCK_SECONDS = 0.1
"""The most that a call may take, so that Ctrl-C is heard however slow a bot is."""
CHUNK_SECONDS = 0.1
"""The work of a chunk: what is lost when a worker is, and how often progress is told."""
MAX_CHUNKS = 100_000
"""Of a run: each takes a few hundred bytes of memory, and kilobytes of disk."""
CHUNK_SIZES = sorted(step * 10**power for power in range(8) for step in (1, 2, 5))


def run_chunk(study: Study, chunk: Chunk, plain: bool = False) -> Tally:
    """Plays a chunk's deals or matches; the same tally in the compiled and the plain lane."""
    unit = study.unit_of(study.variants[chunk.variant])
    driver, arguments = _driver(study, chunk.variant, plain)
    if not plain:
        driver = compiled(driver)
    tally = Tally.empty(unit)
    first, last, block = chunk.first, chunk.first + chunk.n_deals, 1
    while first < last:
        begun = time.thread_time()
        outcomes = np.zeros((min(block, last - first), len(unit.OUTCOME)), np.int64)
        driver(*arguments, study.seed, first, outcomes)
        tally.add(unit, outcomes, plain)
        first += len(outcomes)
        # How many deals a call plays changes nothing but when Ctrl-C is heard.
        block = min(4 * block, BLOCK_DEALS) if time.thread_time() - begun < BLOCK_SECONDS / 8 else block
    return tally


def suitable_chunk_size(study: Study) -> int:
    """Deals or matches that make a chunk, by the CPU time of the first of them: 1, 2, 5, 10, 20, ..."""
    run_chunk(study, Chunk(0, 0, 1))  # what happens once is no measure
    n = 1
    while True:
        begun = time.thread_time()
        run_chunk(study, Chunk(0, 0, n))
        seconds = time.thread_time() - begun
        if seconds > CHUNK_SECONDS / 10 or n >= study.n_deals:
            break
        n *= 10
    fewest = study.n_deals * len(study.variants) / MAX_CHUNKS
    fitting = [size for size in CHUNK_SIZES if size * seconds <= CHUNK_SECONDS * n]
    return max(fitting[-1:] + [size for size in CHUNK_SIZES if size >= fewest][:1])


def _driver(study: Study, variant_index: int, plain: bool) -> tuple[Any, tuple[Any, ...]]:
    """The driver that plays a variant, and what it is called with before seed, first and outcomes."""
    variant = study.variants[variant_index]
    engine = variant.family.engine()
    table = TABLES[variant.family.NAME]
    seats, memory = table.seat_bots(study.bots, variant.rules.table.players)
    driver = table.play_matches if study.in_matches else table.play_deals
    return driver, (engine.new_rules(variant.rules, plain), engine.new_state(plain), memory, seats)


def _units(study: Study) -> Iterator[tuple[int, Unit]]:
    """A variant of each family with what is counted under it: they share their compiled code."""
    families = {variant.family.NAME: index for index, variant in enumerate(study.variants)}
    for index in families.values():
        yield index, study.unit_of(study.variants[index])


def is_prepared(study: Study) -> bool:
    """Whether nothing has to be compiled before a study is played."""
    drivers = [_driver(study, index, plain=True)[0] for index, _ in _units(study)]
    return all(compiled(driver).is_ready for driver in (accumulate, *drivers))


def prepare(study: Study) -> None:
    """Compiles, or loads from the cache, what a study needs."""
    for index, unit in _units(study):
        driver, arguments = _driver(study, index, plain=False)
        outcomes = np.zeros((0, len(unit.OUTCOME)), np.int64)
        compiled(driver).prepare(*arguments, 0, 0, outcomes)
        Tally.empty(unit).add(unit, outcomes)
