"""Running: a chunk of a study is played and tallied. Compiled kernels run here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from shengsim.bots import TABLES
from shengsim.kernel import Compiled, compiled
from shengsim.stats.tally import Tally
from shengsim.study.chunks import Chunk
from shengsim.study.study import Study

BLOCK_DEALS = 1_000
"""Deals of one call of a kernel: a few milliseconds, so that Ctrl-C is heard."""


def run_chunk(study: Study, chunk: Chunk, plain: bool = False) -> Tally:
    """Plays a chunk's deals; the same tally in the compiled and the plain lane."""
    variant = study.variants[chunk.variant]
    engine = variant.family.engine()
    table = TABLES[variant.family.NAME]
    driver = table.play_deals if plain else compiled(table.play_deals)
    rules, state = engine.new_rules(variant.rules, plain), engine.new_state(plain)
    seats, memory = table.seat_bots(study.bots)
    tally = Tally.empty(engine)
    last = chunk.first + chunk.n_deals
    for first in range(chunk.first, last, BLOCK_DEALS):
        outcomes = np.zeros((min(BLOCK_DEALS, last - first), len(engine.OUTCOME)), np.int64)
        driver(rules, state, memory, seats, study.seed, first, outcomes)
        tally.add(engine, outcomes, plain)
    return tally


def run_study(study: Study, chunks: list[Chunk]) -> Iterator[tuple[Chunk, Tally]]:
    """Plays chunk after chunk in this process."""
    for chunk in chunks:
        yield chunk, run_chunk(study, chunk)


def prepare(study: Study) -> bool:
    """Compiles, or loads from the cache, what a study needs; True if it had to compile."""
    fresh = False
    for family in {variant.family.NAME: variant.family for variant in study.variants}.values():
        engine = family.engine()
        table = TABLES[family.NAME]
        driver: Compiled = compiled(table.play_deals)
        outcomes = np.zeros((1, len(engine.OUTCOME)), np.int64)
        rules = engine.new_rules(family.RULES())
        seats, memory = table.seat_bots(study.bots)
        driver.prepare(rules, engine.new_state(), memory, seats, 0, 0, outcomes)
        fresh |= not driver.loaded_from_cache
    return fresh
