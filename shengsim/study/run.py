"""Running: a chunk of a study is played and tallied. Compiled kernels run here and nowhere else."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from shengsim.bots import TABLES
from shengsim.kernel import compiled
from shengsim.stats.contrast import accumulate_contrasts
from shengsim.stats.paired import PairedTally, accumulate_products
from shengsim.stats.tally import accumulate
from shengsim.study.chunks import Chunk
from shengsim.study.study import Arm, Kind, Study

BLOCK_DEALS = 1_000
"""Most deals of one call of a kernel: a few milliseconds."""
BLOCK_ROWS = 8_000
"""Most outcomes of all arms at once: they stay in a processor's cache."""
BLOCK_SECONDS = 0.1
"""The most that a call may take, so that Ctrl-C is heard however slow a bot is."""
CHUNK_SECONDS = 0.1
"""The work of a chunk of one or two arms: what is lost when a worker is, and how often progress is told.

Of more arms it is as much more, since a chunk's sums are: handling them would take longer than playing."""
FEWEST_CHUNKS = 8
"""Into so many a group is cut where its arms are many, so that all workers have something to do."""
MAX_CHUNKS = 100_000
"""Of a run: each takes a few hundred bytes of memory, and kilobytes of disk."""
TALLIED: dict[Kind, tuple[Callable[..., None], ...]] = {
    "run": (),
    "compare": (accumulate_products,),
    "sweep": (accumulate_contrasts,),
}
"""What is compiled to tally the studies of a kind, beside the tally of an arm."""
CHUNK_SIZES = sorted(step * 10**power for power in range(8) for step in (1, 2, 5))


def empty_tally(study: Study, group: int) -> PairedTally:
    """The tally of no deals of a group's arms."""
    members = study.groups[group]
    unit = study.unit_of(study.arms[members[0]].variant)
    return PairedTally.empty(unit, len(members), len(study.pairs(group)), len(study.contrasts(group)))


def run_chunk(study: Study, chunk: Chunk, plain: bool = False) -> PairedTally:
    """Plays a chunk's deals or matches; the same tally in the compiled and the plain lane.

    Arms that play the same are played once.
    """
    arms = [study.arms[arm] for arm in study.groups[chunk.group]]
    keys = [arm.key() for arm in arms]
    twins = [keys.index(key) for key in keys]
    drivers = {place: _driver(study, arms[place], plain) for place in sorted(set(twins))}
    unit, pairs = study.unit_of(arms[0].variant), study.pairs(chunk.group)
    contrasts = tuple(study.contrasts(chunk.group).values())
    tally = empty_tally(study, chunk.group)
    first, last, block = chunk.first, chunk.first + chunk.n_deals, 1
    most = max(1, min(BLOCK_DEALS, BLOCK_ROWS // len(arms)))
    is_own = twins == list(range(len(arms)))
    while first < last:
        begun = time.thread_time()
        outcomes = np.zeros((len(arms), min(block, last - first), len(unit.OUTCOME)), np.int64)
        for place, (driver, arguments) in drivers.items():
            play = driver if plain else compiled(driver)
            play(*arguments, study.seed, first, outcomes[place])
        tally.add(unit, outcomes if is_own else outcomes[twins], pairs, contrasts, plain)
        first += outcomes.shape[1]
        # How many deals a call plays changes nothing but when Ctrl-C is heard.
        block = min(4 * block, most) if time.thread_time() - begun < BLOCK_SECONDS / 8 else block
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
    of_arms = CHUNK_SECONDS * len(study.groups[0]) / 2
    longest = max(CHUNK_SECONDS, min(of_arms, seconds / n * study.n_deals / FEWEST_CHUNKS))
    fewest = study.n_deals * len(study.groups) / MAX_CHUNKS
    fitting = [size for size in CHUNK_SIZES if size * seconds <= longest * n]
    return max(fitting[-1:] + [size for size in CHUNK_SIZES if size >= fewest][:1])


def _driver(study: Study, arm: Arm, plain: bool) -> tuple[Any, tuple[Any, ...]]:
    """The driver that plays an arm, and what it is called with before seed, first and outcomes."""
    return _driver_of(arm, study.in_matches, plain)


@lru_cache(maxsize=512)
def _driver_of(arm: Arm, in_matches: bool, plain: bool) -> tuple[Any, tuple[Any, ...]]:
    # Kept, since working out a variant's tables takes as long as a thousand deals.
    variant = arm.variant
    engine = variant.family.engine()
    table = TABLES[variant.family.NAME]
    seats, memory = table.seat_bots(arm.bots, variant.rules.table.players)
    driver = table.play_matches if in_matches else table.play_deals
    return driver, (
        engine.new_rules(variant.rules, plain),
        engine.new_state(variant.rules, plain),
        memory,
        seats,
    )


def _samples(study: Study) -> list[Arm]:
    """An arm of each variant: those of one family and as many packs share their compiled code."""
    return list({arm.variant.key(): arm for arm in study.arms}.values())


def _calls(study: Study) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """The drivers of a study's variants, and what they are called with for no deal.

    How many planes the packs need is part of its type, so that each number has compiled code of its own.
    """
    for arm in _samples(study):
        driver, arguments = _driver(study, arm, plain=False)
        yield driver, (*arguments, 0, 0, np.zeros((0, len(study.unit_of(arm.variant).OUTCOME)), np.int64))


def is_prepared(study: Study) -> bool:
    """Whether nothing has to be compiled before a study is played."""
    tallies = (accumulate, *TALLIED[study.kind])
    return all(compiled(driver).is_ready() for driver in tallies) and all(
        compiled(driver).is_ready(*arguments) for driver, arguments in _calls(study)
    )


def prepare(study: Study) -> None:
    """Compiles, or loads from the cache, what a study needs."""
    for driver, arguments in _calls(study):
        compiled(driver).prepare(*arguments)
    for arm in _samples(study):
        unit = study.unit_of(arm.variant)
        outcomes = np.zeros((2, 0, len(unit.OUTCOME)), np.int64)
        pairs = ((0, 1),) if study.kind == "compare" else ()
        contrasts = (((1,), (0,)),) if study.kind == "sweep" else ()
        PairedTally.empty(unit, 2, len(pairs), len(contrasts)).add(unit, outcomes, pairs, contrasts)
