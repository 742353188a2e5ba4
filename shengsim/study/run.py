"""Running: a chunk of a study is played and tallied. Compiled kernels run here and nowhere else."""

from __future__ import annotations

from typing import Any

import numpy as np

from shengsim.bots import TABLES
from shengsim.kernel import compiled
from shengsim.stats.tally import Tally
from shengsim.study.chunks import Chunk
from shengsim.study.study import Study

BLOCK_DEALS = 1_000
"""Deals of one call of a kernel: a few milliseconds, so that Ctrl-C is heard."""
BLOCK_MATCHES = 20


def run_chunk(study: Study, chunk: Chunk, plain: bool = False) -> Tally:
    """Plays a chunk's deals or matches; the same tally in the compiled and the plain lane."""
    unit = study.unit_of(study.variants[chunk.variant])
    block = BLOCK_MATCHES if study.in_matches else BLOCK_DEALS
    driver, arguments = _driver(study, chunk.variant, plain)
    if not plain:
        driver = compiled(driver)
    tally = Tally.empty(unit)
    last = chunk.first + chunk.n_deals
    for first in range(chunk.first, last, block):
        outcomes = np.zeros((min(block, last - first), len(unit.OUTCOME)), np.int64)
        driver(*arguments, study.seed, first, outcomes)
        tally.add(unit, outcomes, plain)
    return tally


def _driver(study: Study, variant_index: int, plain: bool) -> tuple[Any, tuple[Any, ...]]:
    """The driver that plays a variant, and what it is called with before seed, first and outcomes."""
    variant = study.variants[variant_index]
    engine = variant.family.engine()
    table = TABLES[variant.family.NAME]
    seats, memory = table.seat_bots(study.bots, variant.rules.table.players)
    driver = table.play_matches if study.in_matches else table.play_deals
    return driver, (
        engine.new_rules(variant.rules, plain),
        engine.new_state(variant.rules, plain),
        memory,
        seats,
    )


def prepare(study: Study) -> bool:
    """Compiles, or loads from the cache, what a study needs; True if it had to compile."""
    fresh = False
    for index in range(len(study.variants)):
        driver, arguments = _driver(study, index, plain=False)
        outcomes = np.zeros((1, len(study.unit_of(study.variants[index]).OUTCOME)), np.int64)
        compiled(driver).prepare(*arguments, 0, 0, outcomes)
        fresh |= not compiled(driver).loaded_from_cache
    return fresh
