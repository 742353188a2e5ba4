"""Executors: who plays the chunks of a study. The same tallies whoever does.

``serial`` plays in this process. ``processes`` plays on workers, a pipe each, and waits for pipes and
for workers that die: their chunk goes to a fresh worker, three times at most. (A pool of workers would
wait for ever for one that was killed.)
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import multiprocess
from multiprocess import connection

from shengsim.errors import ShengsimError
from shengsim.stats.tally import Tally
from shengsim.study.chunks import Chunk
from shengsim.study.run import run_chunk
from shengsim.study.study import Study

MAX_TRIES = 3
HUNG_SECONDS = 600.0
"""A chunk is a tenth of a second of work: a worker that takes this long will not come back."""

Result = tuple[Chunk, Tally]


class WorkerError(ShengsimError):
    """A chunk that no worker could finish."""

    def __init__(self, chunk: Chunk, why: str) -> None:
        super().__init__(chunk, why)
        self.chunk, self.why = chunk, why

    def __str__(self) -> str:
        last = self.chunk.first + self.chunk.n_deals - 1
        return (
            f"deals {self.chunk.first} to {last} of variant {self.chunk.variant} could not be played: "
            f"{self.why}, {MAX_TRIES} times; --executor serial plays them in this process"
        )


def n_processors() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def start_method() -> str:
    """How workers start: by fork where it exists, since they then share what is compiled."""
    return "fork" if "fork" in multiprocess.get_all_start_methods() else "spawn"


def run_serial(study: Study, chunks: list[Chunk]) -> Iterator[Result]:
    """Plays chunk after chunk in this process."""
    for chunk in chunks:
        yield chunk, run_chunk(study, chunk)


@dataclass
class _Worker:
    process: Any
    pipe: Any
    chunk: Chunk | None = None
    since: float = 0.0

    def give(self, chunk: Chunk) -> None:
        self.chunk, self.since = chunk, time.monotonic()
        with contextlib.suppress(OSError):  # a dead worker is noticed by its sentinel
            self.pipe.send(chunk)


def run_processes(
    study: Study, chunks: list[Chunk], n_workers: int, method: str | None = None
) -> Iterator[Result]:
    """Plays chunks on workers, in whatever order they finish; WorkerError if one cannot be played."""
    context = multiprocess.get_context(method or start_method())
    waiting, tries = deque(chunks), dict.fromkeys(chunks, 0)
    workers: list[_Worker] = []
    try:
        while waiting or any(worker.chunk for worker in workers):
            while waiting and len(workers) < n_workers:
                workers.append(_start(context, study, [worker.pipe for worker in workers]))
                workers[-1].give(waiting.popleft())
            yield from _finished(workers, waiting)
            for worker in _lost(workers):
                workers.remove(worker)
                why = _stop(worker)
                if worker.chunk is not None:
                    tries[worker.chunk] += 1
                    if tries[worker.chunk] == MAX_TRIES:
                        raise WorkerError(worker.chunk, why)
                    waiting.appendleft(worker.chunk)
    finally:
        for worker in workers:
            _stop(worker)


def _start(context: Any, study: Study, siblings: list[Any]) -> _Worker:
    here, there = context.Pipe()
    # A forked worker holds its siblings' pipes too, and must close them, or they would outlive us.
    inherited = [here, *siblings] if context.get_start_method() == "fork" else []
    process = context.Process(target=_work, args=(study, there, inherited), daemon=True)
    process.start()
    there.close()
    return _Worker(process, here)


def _work(study: Study, pipe: Any, inherited: list[Any]) -> None:
    """A worker: plays the chunks it is sent until the pipe closes. Ctrl-C is its parent's to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in inherited:
        other.close()
    with contextlib.suppress(EOFError, OSError):
        while True:
            tally = run_chunk(study, pipe.recv())
            pipe.send((tally.cells, tally.counts))


def _finished(workers: list[_Worker], waiting: deque[Chunk]) -> Iterator[Result]:
    """Waits until something happens; takes results in and gives out the next chunks."""
    connection.wait([*(w.pipe for w in workers), *(w.process.sentinel for w in workers)], timeout=1.0)
    for worker in workers:
        with contextlib.suppress(EOFError, OSError):
            if worker.chunk is not None and worker.pipe.poll():
                result = worker.chunk, Tally(*worker.pipe.recv())
                worker.chunk = None
                if waiting:
                    worker.give(waiting.popleft())
                yield result


def _lost(workers: list[_Worker]) -> list[_Worker]:
    """Workers that died, or that will not come back."""
    now = time.monotonic()
    return [
        worker
        for worker in workers
        if not worker.process.is_alive() or (worker.chunk and now - worker.since > HUNG_SECONDS)
    ]


def _stop(worker: _Worker) -> str:
    """Ends a worker; what ended it."""
    was_alive = worker.process.is_alive()
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()
    return "a worker hung" if was_alive else f"a worker died (exit code {worker.process.exitcode})"
