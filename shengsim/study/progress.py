"""Going through a study: what is done is taken from the store, the rest is played and kept there."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, field

import numpy as np

from shengsim.stats.effect import Part
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
    """What a study came to.

    The tally of each arm; the products of each pair on common deals; and of a sweep, by the numbers of the
    effect and of the bots, each pack's part in it.
    """

    tallies: Mapping[int, Tally]
    products: Mapping[tuple[int, int], np.ndarray]
    contrasts: Mapping[tuple[int, int], list[Part]] = field(default_factory=dict)


def gather(study: Study, by_group: Mapping[int, PairedTally]) -> Results:
    """The results of a study by arms, from those of its groups."""
    tallies: dict[int, Tally] = {}
    products: dict[tuple[int, int], np.ndarray] = {}
    contrasts: dict[tuple[int, int], list[Part]] = {}
    for group, tally in sorted(by_group.items()):
        members = study.groups[group]
        tallies |= {arm: tally.tally(place) for place, arm in enumerate(members)}
        for at, (one, other) in enumerate(study.pairs(group)):
            products[members[one], members[other]] = tally.products[at]
        first = study.arms[members[0]]
        bots, unit = study.bots.index(first.bots), study.unit_of(first.variant)
        for at, (number, (added, taken)) in enumerate(study.contrasts(group).items()):
            part = Part(unit, tally.contrasts[at], len(added) == len(taken))
            contrasts.setdefault((number, bots), []).append(part)
    return Results(dict(sorted(tallies.items())), products, contrasts)
