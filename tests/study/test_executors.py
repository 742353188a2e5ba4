"""Executors: the same tallies whoever plays, and nothing lost when a worker is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from multiprocess import get_context

from shengsim.bots.shengji import BOTS
from shengsim.study import executors
from shengsim.study.chunks import Chunk, plan_chunks
from shengsim.study.executors import NoWorkerError, WorkerError, run_processes, run_serial
from shengsim.study.run import prepare
from shengsim.study.study import load_study
from tests.study.kills import children_of

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
        tallies[chunk.group] = tallies[chunk.group] + tally if chunk.group in tallies else tally
    return {index: (tally.cells.tobytes(), tally.counts.tobytes()) for index, tally in tallies.items()}


@pytest.fixture(scope="module")
def expected(study):
    return whole(run_serial(study, plan_chunks(study, 500)))


@pytest.mark.parametrize("n_workers", [1, 2, 3, 8])
@pytest.mark.parametrize("chunk_deals", [100, 1_000])
def test_workers_give_the_same_tallies(study, expected, n_workers, chunk_deals):
    assert whole(run_processes(study, plan_chunks(study, chunk_deals), n_workers)) == expected


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_start_methods_give_the_same_tallies(study, expected, method):
    assert whole(run_processes(study, plan_chunks(study, 300), 2, method)) == expected


def test_a_chunk_that_kills_every_worker_is_named(study, monkeypatch):
    bad = Chunk(0, 300, 100)

    def run_chunk(study, chunk):
        if chunk == bad:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(study, chunk)

    real = executors.run_chunk
    monkeypatch.setattr(executors, "run_chunk", run_chunk)
    with pytest.raises(
        WorkerError, match="deals 300 to 399 of bashi-fen could not be played, tried 4 times: a worker died"
    ):
        list(run_processes(study, plan_chunks(study, 100), 2, "fork"))


def test_a_hung_worker_is_replaced(study, expected, monkeypatch, tmp_path):
    def run_chunk(study, chunk):
        if chunk.first == 400 and not (tmp_path / str(chunk.group)).exists():
            (tmp_path / str(chunk.group)).touch()
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


def test_ctrl_c_ends_a_run_with_130_and_says_how_to_go_on(tmp_path):
    command = [*ENDLESS, "--out", str(tmp_path), "--workers", "2"]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while len(children_of(run.pid)) < 2:
        time.sleep(0.1)
    children = children_of(run.pid)
    run.send_signal(signal.SIGINT)
    _, told = run.communicate(timeout=10)
    assert run.returncode == 130
    assert told == f"interrupted\nwhat is done is kept; to go on: shengsim resume {tmp_path}\n"
    assert not any(is_running(child) for child in children)


def test_ctrl_c_is_heard_while_the_rules_are_compiled(tmp_path):
    command = [*ENDLESS[:-1], "--out", str(tmp_path)]
    environment = os.environ | {"SHENGSIM_CACHE_DIR": str(tmp_path / "cache")}
    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    assert "The rules are compiled" in run.stderr.readline()
    time.sleep(2)
    run.send_signal(signal.SIGINT)
    _, told = run.communicate(timeout=10)
    assert (run.returncode, told.splitlines()[0]) == (130, "interrupted")
    assert f"shengsim resume {tmp_path}" in told


def test_no_hung_worker_outlives_a_killed_parent(study, monkeypatch):
    monkeypatch.setattr(executors, "run_chunk", lambda study, chunk: time.sleep(600))
    chunks = plan_chunks(study, 500)
    parent = get_context("fork").Process(target=lambda: list(run_processes(study, chunks, 2, "fork")))
    parent.start()
    while len(children_of(parent.pid)) < 2:
        time.sleep(0.05)
    children = children_of(parent.pid)
    time.sleep(0.2)
    parent.kill()
    parent.join()
    time.sleep(2)
    assert not any(is_running(child) for child in children)


def test_a_worker_that_fails_is_replaced(study, expected, monkeypatch, tmp_path):
    def run_chunk(study, chunk):
        if chunk.first == 400 and not (tmp_path / str(chunk.group)).exists():
            (tmp_path / str(chunk.group)).touch()
            raise MemoryError
        return real(study, chunk)

    real = executors.run_chunk
    monkeypatch.setattr(executors, "run_chunk", run_chunk)
    assert whole(run_processes(study, plan_chunks(study, 200), 2, "fork")) == expected


def test_a_chunk_that_starves_every_worker_is_named_with_why(study, monkeypatch, capfd):
    def run_chunk(study, chunk):
        raise MemoryError

    monkeypatch.setattr(executors, "run_chunk", run_chunk)
    with pytest.raises(WorkerError, match=r"tried 4 times: a worker failed \(MemoryError\(\)\)"):
        list(run_processes(study, plan_chunks(study, 500), 2, "fork"))
    assert capfd.readouterr().err == ""


def test_workers_that_cannot_be_started_are_done_without(study, expected, monkeypatch):
    start = executors._start

    def only_one(context, study, siblings):
        if siblings:
            raise OSError(11, "Resource temporarily unavailable")
        return start(context, study, siblings)

    monkeypatch.setattr(executors, "_start", only_one)
    assert whole(run_processes(study, plan_chunks(study, 200), 3)) == expected


def test_no_worker_at_all_is_told(study, monkeypatch):
    def none(context, study, siblings):
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(executors, "_start", none)
    with pytest.raises(NoWorkerError, match="no worker can be started: Cannot allocate memory"):
        list(run_processes(study, plan_chunks(study, 200), 3))


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
