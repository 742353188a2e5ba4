"""The store: what is finished is kept, whatever ends the process; what is another run's is refused."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time

import pytest

from shengsim.report.folder import NotARunError, study_of, write_manifest
from shengsim.study.chunks import plan_chunks
from shengsim.study.executors import run_serial
from shengsim.study.progress import play_study
from shengsim.study.store import Store, StoreError
from shengsim.study.study import load_study

RUN = [sys.executable, "-m", "shengsim", "run", "bashi-fen", "kitty-none", "--deals", "300_000", "-q"]
RESUME = [sys.executable, "-m", "shengsim", "resume", "-q"]
TABLES = ("summary.csv", "distributions.csv", "spreads.csv")


@pytest.fixture(scope="module")
def study():
    return load_study(("bashi-fen", "kitty-none"), "random", 300, 5)


def test_a_finished_chunk_comes_back_as_it_was(study, tmp_path):
    chunks = plan_chunks(study, 100)
    with Store(tmp_path, study) as store:
        results = dict(run_serial(study, chunks[:4]))
        for chunk, tally in results.items():
            store.put(chunk, tally)
            store.put(chunk, tally)
    with Store(tmp_path, study) as store:
        assert store.n_kept() == 300 + 100
        assert store.get(chunks[4]) is None
        for chunk, tally in results.items():
            assert (store.get(chunk).cells == tally.cells).all()
            assert (store.get(chunk).counts == tally.counts).all()


def test_what_is_done_is_not_played_again(study, tmp_path, monkeypatch):
    with Store(tmp_path, study) as store:
        first = list(play_study(study, store, 1))
    monkeypatch.setattr("shengsim.study.executors.run_chunk", None)
    with Store(tmp_path, study) as store:
        again = list(play_study(study, store, 1))
    assert sum(chunk.n_deals for chunk, _ in first) == 600
    assert [chunk for chunk, _ in again] == [chunk for chunk, _ in first]


@pytest.mark.parametrize(
    "other",
    [
        (("bashi-fen",), "random", 300, 5),
        (("bashi-fen", "kitty-linear"), "random", 300, 5),
        (("bashi-fen", "kitty-none"), "random", 301, 5),
        (("bashi-fen", "kitty-none"), "random", 300, 6),
        (("bashi-fen", "kitty-none"), "NS=random,EW=random", 300, 5),
    ],
)
def test_another_request_is_refused_with_what_differs(study, tmp_path, other):
    with Store(tmp_path, study):
        pass
    with pytest.raises(StoreError, match=r" was .* and is ") as told, Store(tmp_path, load_study(*other)):
        pass
    assert told.value.exit_code == 2


def test_another_engine_is_refused(study, tmp_path, monkeypatch):
    with Store(tmp_path, study):
        pass
    monkeypatch.setattr("shengsim.study.store.sources_key", lambda: "another")
    with pytest.raises(StoreError, match=r"engine was [0-9a-f]{16} and is another"), Store(tmp_path, study):
        pass


def test_a_second_process_is_refused(study, tmp_path):
    with (
        Store(tmp_path, study),
        pytest.raises(StoreError, match="another process is at work here"),
        Store(tmp_path, study),
    ):
        pass


def test_a_file_that_is_no_database_is_told(study, tmp_path):
    (tmp_path / "run.sqlite").write_bytes(b"no database" * 1000)
    with pytest.raises(StoreError, match=r"run\.sqlite cannot be used"), Store(tmp_path, study):
        pass


@pytest.mark.parametrize("in_matches", [False, True])
def test_a_manifest_gives_its_study_back(tmp_path, in_matches):
    before = load_study(("bashi-fen-classic", "kitty-none"), "NS=random,EW=random", 20, 9, in_matches)
    write_manifest(before, tmp_path, "unfinished")
    after = study_of(tmp_path)
    assert [variant.key() for variant in after.variants] == [variant.key() for variant in before.variants]
    assert (after.bots, after.n_deals, after.seed, after.in_matches) == (
        ("NS=random,EW=random",),
        20,
        9,
        in_matches,
    )


@pytest.mark.parametrize(
    "content",
    [None, "", "{", "[]", "{}", '{"variants": 3}', '{"variants": [{"name": 1}]}', "[" * 100_000]
    + [
        json.dumps({"variants": [], "counted": "deals", "bots": "random", "number": number, "seed": seed})
        for number, seed in ((0, 0), (-1, 0), ("9", 0), (9, None), (9.5, 0), (True, 0))
    ],
    ids=lambda content: str(content)[:20],
)
def test_a_folder_without_a_manifest_is_told(tmp_path, content):
    if content is not None:
        (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(NotARunError, match="is not the manifest of a run"):
        study_of(tmp_path)


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    subprocess.run([*RUN, "--out", str(folder), "--workers", "1"], check=True)
    return {table: (folder / table).read_bytes() for table in TABLES}


@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_run_resumes_to_the_same_bytes(tmp_path, expected, kill):
    draw = random.Random(f"{kill}")
    process = subprocess.Popen([*RUN, "--out", str(tmp_path), "--workers", "2"], stderr=subprocess.DEVNULL)
    for _ in range(2):
        time.sleep(draw.uniform(0.5, 2.5))
        process.send_signal(kill)
        process.wait()
        if not (tmp_path / "manifest.json").exists():
            break
        time.sleep(0.3)  # the workers of a killed parent let go of the folder
        process = subprocess.Popen([*RESUME, str(tmp_path), "--workers", "2"], stderr=subprocess.DEVNULL)
    process.kill()
    process.wait()
    time.sleep(0.5)
    assert not any((tmp_path / f"{table}.part").exists() for table in TABLES) or kill == signal.SIGKILL
    subprocess.run([*RUN, "--out", str(tmp_path), "--workers", "2"], check=True)
    assert {table: (tmp_path / table).read_bytes() for table in TABLES} == expected
    assert json.loads((tmp_path / "manifest.json").read_text())["status"] == "finished"
