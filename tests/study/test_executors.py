"""Executors: the same tallies whoever plays, and nothing lost when a worker is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from shengsim.bots.shengji import BOTS
from shengsim.study import executors
from shengsim.study.chunks import Chunk, plan_chunks
from shengsim.study.executors import WorkerError, run_processes, run_serial
from shengsim.study.run import prepare
from shengsim.study.study import load_study

N_DEALS = 1_200
ENDLESS = [sys.executable, "-m", "shengsim", "run", "bashi-fen", "--deals", "1e9", "-q"]


@pytest.fixture(scope="module")
def study():
    loaded = load_study(("bashi-fen", "kitty-none"), "random", N_DEALS, 5)
    prepare(loaded)
    return loaded


def whole(results):
    tallies = {}
    for chunk, tally in results:
        tallies[chunk.variant] = tallies[chunk.variant] + tally if chunk.variant in tallies else tally
    return {index: (tally.cells.tobytes(), tally.counts.tobytes()) for index, tally in tallies.items()}


@pytest.fixture(scope="module")
def expected(study):
    return whole(run_serial(study, plan_chunks(study)))


@pytest.mark.parametrize("n_workers", [1, 2, 3, 8])
@pytest.mark.parametrize("chunk_deals", [100, 1_000])
def test_workers_give_the_same_tallies(study, expected, n_workers, chunk_deals):
    assert whole(run_processes(study, plan_chunks(study, chunk_deals), n_workers)) == expected


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_start_methods_give_the_same_tallies(study, expected, method):
    assert whole(run_processes(study, plan_chunks(study, 300), 2, method)) == expected


def test_killed_workers_lose_nothing(study, expected, monkeypatch):
    workers = []
    start = executors._start

    def starting(*arguments):
        workers.append(start(*arguments))
        return workers[-1]

    monkeypatch.setattr(executors, "_start", starting)
    monkeypatch.setattr(executors, "MAX_TRIES", 1_000)  # the same chunk may well be hit again and again
    results = []
    for n, result in enumerate(run_processes(study, plan_chunks(study, 60), 2)):
        results.append(result)
        alive = [worker for worker in workers if worker.process.is_alive()]
        if n % 6 == 5 and alive:
            os.kill(alive[n % len(alive)].process.pid, signal.SIGKILL)
    assert len(workers) > 4
    assert whole(results) == expected


def test_a_chunk_that_kills_every_worker_is_named(study, monkeypatch):
    bad = Chunk(0, 300, 100)

    def run_chunk(study, chunk):
        if chunk == bad:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(study, chunk)

    real = executors.run_chunk
    monkeypatch.setattr(executors, "run_chunk", run_chunk)
    with pytest.raises(WorkerError, match="deals 300 to 399 of variant 0 could not be played"):
        list(run_processes(study, plan_chunks(study, 100), 2, "fork"))


def test_a_hung_worker_is_replaced(study, expected, monkeypatch, tmp_path):
    def run_chunk(study, chunk):
        if chunk.first == 400 and not (tmp_path / str(chunk.variant)).exists():
            (tmp_path / str(chunk.variant)).touch()
            time.sleep(600)
        return real(study, chunk)

    real = executors.run_chunk
    monkeypatch.setattr(executors, "run_chunk", run_chunk)
    monkeypatch.setattr(executors, "HUNG_SECONDS", 1.0)
    assert whole(run_processes(study, plan_chunks(study, 200), 2, "fork")) == expected


def test_no_worker_outlives_a_killed_parent(tmp_path):
    parent = subprocess.Popen([*ENDLESS, "--out", str(tmp_path), "--workers", "3"])
    children: list[int] = []
    for _ in range(600):
        children = children_of(parent.pid)
        if len(children) == 3:
            break
        time.sleep(0.1)
    assert len(children) == 3
    parent.kill()
    parent.wait()
    for _ in range(100):
        if not any(is_running(child) for child in children):
            break
        time.sleep(0.1)
    assert not any(is_running(child) for child in children)


def test_ctrl_c_ends_a_run_with_130(tmp_path):
    command = [*ENDLESS, "--out", str(tmp_path), "--workers", "2"]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while len(children_of(run.pid)) < 2:
        time.sleep(0.1)
    run.send_signal(signal.SIGINT)
    _, told = run.communicate()
    assert run.returncode == 130
    assert "Traceback" not in told


def children_of(parent: int) -> list[int]:
    try:
        with open(f"/proc/{parent}/task/{parent}/children") as stream:
            return [int(child) for child in stream.read().split()]
    except OSError:
        return []


def is_running(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as stream:
            return stream.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("bots", sorted(BOTS))
def test_no_deal_depends_on_those_before_it(bots):
    study = load_study(("bashi-fen",), bots, 400, 8)
    expected = whole(run_serial(study, plan_chunks(study, 400)))
    assert whole(run_serial(study, plan_chunks(study, 7))) == expected
