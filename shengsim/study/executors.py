"""Executors: who plays the chunks of a study. The same tallies whoever does.

``serial`` plays in this process. ``processes`` plays on workers, a pipe each, and waits for pipes and
for workers that die: their chunk goes to a fresh worker, three times at most. (A pool of workers would
wait for ever for one that was killed.)
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import time
from collections import Counter, deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

import multiprocess
from multiprocess import connection

from shengsim.errors import ShengsimError
from shengsim.stats.paired import PairedTally
from shengsim.study.chunks import Chunk
from shengsim.study.run import run_chunk
from shengsim.study.study import Study

MAX_RETRIES = 3
HUNG_SECONDS = 600.0
"""A chunk is a tenth of a second of work: a worker that takes this long will not come back."""
PR_SET_PDEATHSIG = 1
"""Of Linux's prctl: the signal that a process gets when its parent dies."""

Result = tuple[Chunk, PairedTally]


class WorkerError(ShengsimError):
    """A chunk that no worker could finish."""

    def __init__(self, study: Study, chunk: Chunk, why: str) -> None:
        super().__init__(study, chunk, why)
        arms = [study.arms[arm] for arm in study.groups[chunk.group]]
        self.variants = ", ".join(dict.fromkeys(arm.variant.name for arm in arms))
        self.chunk, self.why = chunk, why
        self.unit = study.unit_of(arms[0].variant).PLURAL

    def __str__(self) -> str:
        last = self.chunk.first + self.chunk.n_deals - 1
        return (
            f"{self.unit} {self.chunk.first} to {last} of {self.variants} could not be played, tried "
            f"{MAX_RETRIES + 1} times: {self.why}"
        )


class NoWorkerError(ShengsimError):
    """No process could be started to play."""


def n_processors() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def start_method() -> str:
    """How workers start: by fork where it exists, since they then share what is compiled."""
    return "fork" if "fork" in multiprocess.get_all_start_methods() else "spawn"


def run_serial(study: Study, chunks: list[Chunk]) -> Generator[Result]:
    """Plays chunk after chunk in this process."""
    for chunk in chunks:
        yield chunk, run_chunk(study, chunk)


@dataclass
class _Worker:
    process: Any
    pipe: Any
    chunk: Chunk | None = None
    since: float = 0.0
    why: str = ""
    """What it says it failed by."""

    def give(self, chunk: Chunk) -> None:
        self.chunk, self.since = chunk, time.monotonic()
        with contextlib.suppress(OSError):  # a dead worker is noticed by its sentinel
            self.pipe.send(chunk)


def run_processes(
    study: Study, chunks: list[Chunk], n_workers: int, method: str | None = None
) -> Generator[Result]:
    """Plays chunks on workers, in whatever order they finish; WorkerError if one cannot be played."""
    context = multiprocess.get_context(method or start_method())
    waiting, n_lost = deque(chunks), Counter[Chunk]()
    workers: list[_Worker] = []
    try:
        while waiting or any(worker.chunk for worker in workers):
            while waiting and len(workers) < n_workers:
                try:
                    workers.append(_start(context, study, [worker.pipe for worker in workers]))
                except OSError as error:  # no memory or process left: those that run go on
                    n_workers = len(workers)
                    if not workers:
                        raise NoWorkerError(f"no worker can be started: {error.strerror}") from None
                    break
                workers[-1].give(waiting.popleft())
            yield from _finished(workers, waiting)
            for worker in _lost(workers):
                workers.remove(worker)
                why = _stop(worker)
                if worker.chunk is not None:
                    n_lost[worker.chunk] += 1
                    if n_lost[worker.chunk] > MAX_RETRIES:
                        raise WorkerError(study, worker.chunk, why)
                    waiting.appendleft(worker.chunk)
    finally:
        for worker in workers:
            _stop(worker)


def _start(context: Any, study: Study, siblings: list[Any]) -> _Worker:
    here, there = context.Pipe()
    # A forked worker holds its siblings' pipes too, and must close them, or they would outlive us.
    inherited = [here, *siblings] if context.get_start_method() == "fork" else []
    process = context.Process(target=_work, args=(study, there, inherited), daemon=True)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C is for us to hear
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        there.close()
    return _Worker(process, here)


def _work(study: Study, pipe: Any, inherited: list[Any]) -> None:
    """A worker: plays the chunks it is sent until the pipe closes, or says what it fails by."""
    for other in inherited:
        other.close()
    _die_with_parent()
    with contextlib.suppress(EOFError, OSError):
        while True:
            chunk = pipe.recv()
            try:
                pipe.send(run_chunk(study, chunk).arrays)
            except Exception as error:
                pipe.send(repr(error))
                return


def _die_with_parent() -> None:
    """Elsewhere than on Linux a worker notices at its next chunk: its pipe is closed then."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _finished(workers: list[_Worker], waiting: deque[Chunk]) -> Iterator[Result]:
    """Waits until something happens; takes results in and gives out the next chunks."""
    connection.wait([*(w.pipe for w in workers), *(w.process.sentinel for w in workers)], timeout=1.0)
    for worker in workers:
        with contextlib.suppress(EOFError, OSError):
            if worker.chunk is None or not worker.pipe.poll():
                continue
            said = worker.pipe.recv()
            if isinstance(said, str):
                worker.why = said
                continue
            chunk, worker.chunk = worker.chunk, None
            if waiting:
                worker.give(waiting.popleft())
            yield chunk, PairedTally(*said)


def _lost(workers: list[_Worker]) -> list[_Worker]:
    """Workers that died or failed, or that will not come back."""
    now = time.monotonic()
    return [
        worker
        for worker in workers
        if worker.why or not worker.process.is_alive() or (worker.chunk and now - worker.since > HUNG_SECONDS)
    ]


def _stop(worker: _Worker) -> str:
    """Ends a worker; what ended it."""
    was_alive = worker.process.is_alive()
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()
    if worker.why:
        return f"a worker failed ({worker.why})"
    return "a worker hung" if was_alive else f"a worker died (exit code {worker.process.exitcode})"
