"""Going through a study: what is done is taken from the store, the rest is played and kept there."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing

from shengsim.stats.tally import Tally
from shengsim.study.chunks import Chunk, plan_chunks
from shengsim.study.executors import run_processes, run_serial
from shengsim.study.run import suitable_chunk_size
from shengsim.study.store import Store
from shengsim.study.study import Study


def play_study(study: Study, store: Store, n_workers: int) -> Generator[tuple[int, int, Tally]]:
    """Plays what the store has not; (variant, deals or matches, tally) of every chunk, old ones first."""
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
            yield chunk.variant, chunk.n_deals, tally
    results = run_serial(study, missing) if n_workers == 1 else run_processes(study, missing, n_workers)
    with closing(results):
        for chunk, tally in results:
            store.put(chunk, tally)
            yield chunk.variant, chunk.n_deals, tally
