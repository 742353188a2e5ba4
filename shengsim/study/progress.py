"""Going through a study: what is done is taken from the store, the rest is played and kept there."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from shengsim.stats.paired import PairedTally
from shengsim.stats.tally import Tally
from shengsim.study.chunks import Chunk, plan_chunks
from shengsim.study.executors import run_processes, run_serial
from shengsim.study.run import suitable_chunk_size
from shengsim.study.store import Store
from shengsim.study.study import Study


def play_study(study: Study, store: Store, n_workers: int) -> Generator[tuple[Chunk, PairedTally]]:
    """Plays what the store has not; every chunk and its tally, old ones first."""
    chunk_size = store.plan()
    if chunk_size is None:
        chunk_size = suitable_chunk_size(study)
        store.keep_plan(chunk_size)
    missing: list[Chunk] = []
    for chunk in plan_chunks(study, chunk_size):
        tally = store.get(chunk)
        if tally is None:
            missing.append(chunk)
        else:
            yield chunk, tally
    results = run_serial(study, missing) if n_workers == 1 else run_processes(study, missing, n_workers)
    with closing(results):
        for chunk, tally in results:
            store.put(chunk, tally)
            yield chunk, tally


@dataclass(frozen=True)
class Results:
    """What a study came to: the tally of each arm, and the products of each pair on common deals."""

    tallies: Mapping[int, Tally]
    products: Mapping[tuple[int, int], np.ndarray]


def gather(study: Study, by_group: Mapping[int, PairedTally]) -> Results:
    """The results of a study by arms, from those of its groups."""
    tallies: dict[int, Tally] = {}
    products: dict[tuple[int, int], np.ndarray] = {}
    for group, tally in by_group.items():
        members = study.groups[group]
        tallies |= {arm: tally.tally(place) for place, arm in enumerate(members)}
        for at, (one, other) in enumerate(study.pairs(group)):
            products[members[one], members[other]] = tally.products[at]
    return Results(dict(sorted(tallies.items())), products)
