"""The same bytes however a study is played."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial

import pytest

from shengsim.report.folder import write_tables
from shengsim.report.results import tables_of
from shengsim.study import executors
from shengsim.study.progress import gather, play_study
from shengsim.study.run import prepare, run_chunk
from shengsim.study.store import Store
from shengsim.study.study import KINDS, load_study
from shengsim.study.sweep import load_sweep
from tests.study.kills import tables

VARIANTS = ("bashi-fen", "bashi-fen-classic")
SETTINGS = ("throw.allowed=on,off", "kitty.multiplier=none,fixed_1")


def played(study, folder, n_workers, chunk_size):
    """The bytes of the tables of a study that is cut and played so."""
    with Store(folder, study) as store:
        store.keep_plan(chunk_size)
        by_group = {}
        for chunk, tally in play_study(study, store, n_workers):
            by_group[chunk.group] = by_group[chunk.group] + tally if chunk.group in by_group else tally
    write_tables(tables_of(study, gather(study, by_group)), folder)
    found = tables(folder)
    assert len(found) == {"run": 3, "compare": 6, "sweep": 4}[study.kind]
    return found


@pytest.fixture(scope="module", params=[(kind, in_matches) for kind in KINDS for in_matches in (False, True)])
def study(request):
    kind, in_matches = request.param
    bots = ("NS=greedy,EW=random",) if kind == "run" else ("NS=greedy,EW=random", "random")
    played = (bots, 24 if in_matches else 150, 9, in_matches)
    loaded = (
        load_sweep(VARIANTS[0], SETTINGS, *played) if kind == "sweep" else load_study(VARIANTS, *played, kind)
    )
    prepare(loaded)
    return loaded


@pytest.fixture(scope="module")
def expected(study, tmp_path_factory):
    return played(study, tmp_path_factory.mktemp("expected"), 1, 10_000)


@pytest.mark.parametrize("n_workers", [1, 2, 3, 8])
@pytest.mark.parametrize("chunk_size", [1, 7, 100, 1_000])
def test_workers_and_chunks_change_no_byte(study, expected, tmp_path, n_workers, chunk_size):
    assert played(study, tmp_path, n_workers, chunk_size) == expected


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_how_workers_start_changes_no_byte(study, expected, tmp_path, method, monkeypatch):
    monkeypatch.setattr(executors, "start_method", lambda: method)
    assert played(study, tmp_path, 2, 50) == expected


def test_compiling_changes_no_byte(tmp_path, monkeypatch):
    study = load_study(VARIANTS, "heuristic", 10, 4)
    folders = [tmp_path / "compiled", tmp_path / "plain"]
    for folder in folders:
        folder.mkdir()
    compiled = played(study, folders[0], 1, 7)
    monkeypatch.setattr(executors, "run_chunk", partial(run_chunk, plain=True))
    assert played(study, folders[1], 1, 7) == compiled


def test_hash_seeds_and_a_run_as_a_process_change_no_byte(tmp_path):
    study = load_study(VARIANTS, "random", 150, 9)
    (tmp_path / "here").mkdir()
    expected = played(study, tmp_path / "here", 1, 100)
    options = ["--deals", "150", "--seed", "9", "--bots", "random", "--workers", "2", "-q"]
    for seed in ("0", "1", "random"):
        folder = tmp_path / seed
        command = [sys.executable, "-m", "shengsim", "run", *VARIANTS, *options, "--out", str(folder)]
        subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": seed}, check=True)
        assert tables(folder) == expected
