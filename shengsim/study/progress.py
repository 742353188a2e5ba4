"""Going through a study: what is done is taken from the store, the rest is played and kept there."""

from __future__ import annotations

from collections.abc import Iterator

from shengsim.stats.tally import Tally
from shengsim.study.chunks import plan_chunks
from shengsim.study.executors import run_processes, run_serial
from shengsim.study.store import Store
from shengsim.study.study import Study


def play_study(study: Study, store: Store, n_workers: int) -> Iterator[tuple[int, int, Tally]]:
    """Plays what the store has not; (variant, deals or matches, tally) of every chunk, old ones first."""
    done = store.finished(study)
    for chunk, tally in sorted(done.items()):
        yield chunk.variant, chunk.n_deals, tally
    chunks = [chunk for chunk in plan_chunks(study) if chunk not in done]
    results = run_serial(study, chunks) if n_workers == 1 else run_processes(study, chunks, n_workers)
    for chunk, tally in results:
        store.put(chunk, tally)
        yield chunk.variant, chunk.n_deals, tally
