"""Full disks, read-only and vanished folders, closed outputs, homes nobody may write to."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from click.testing import CliRunner

from shengsim.cli import main, meter, playing
from shengsim.kernel import cache_folder
from shengsim.study import run as study_run
from shengsim.study.run import prepare
from shengsim.study.store import DATABASE, Store
from shengsim.study.study import load_study
from tests.study.kills import tables

RUN = ["run", "bashi-fen", "kitty-none", "--bots", "random", "--deals", "2000", "--workers", "1"]


@pytest.fixture(scope="module", autouse=True)
def compiled_rules():
    prepare(load_study(("bashi-fen",), "random", 1, 0))


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(study_run, "CHUNK_SIZES", [100])


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    folder = tmp_path_factory.mktemp("expected")
    assert call(*RUN, "-q", "--out", str(folder)) == (0, "")
    return tables(folder)


def mount(*arguments: str) -> None:
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"may not mount here: {done.stderr.strip()}")


@pytest.fixture
def disk(tmp_path):
    """A small disk of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount("-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder))
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def call(*arguments: str) -> tuple[int, str]:
    """Exit code and what is told on stderr; no exception may get out."""
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    return result.exit_code, result.stderr


@pytest.mark.parametrize("kilobytes", [4, 16, 32, 64, 96, 160, 256, 400, 600, 900])
def test_a_full_disk_is_told_and_the_run_goes_on_when_there_is_room(disk, expected, kilobytes):
    mount("-o", f"remount,size={kilobytes}k", str(disk))
    out = disk / "out"
    code, told = call(*RUN, "-q", "--out", str(out))
    assert code == 1
    assert "disk is full" in told or "No space left on device" in told or "disk I/O error" in told
    assert not list(out.glob("*.part"))
    assert all(expected[name] == content for name, content in tables(out).items())
    mount("-o", "remount,size=40m", str(disk))
    again = ["resume", str(out)] if f"shengsim resume {out}" in told else [*RUN, "--out", str(out)]
    assert call(*again, "-q") == (0, "")
    assert tables(out) == expected


def test_a_folder_that_is_read_only_is_told(disk, expected):
    out = disk / "out"
    assert call(*RUN, "-q", "--out", str(out)) == (0, "")
    (out / "summary.csv").unlink()
    mount("-o", "remount,ro", str(disk))
    for arguments in (["resume", str(out)], [*RUN, "--out", str(disk / "other")]):
        code, told = call(*arguments, "-q")
        assert code == 1
        assert told.splitlines()[0].endswith("cannot be written: Read-only file system")
    mount("-o", "remount,rw", str(disk))
    assert call("resume", str(out), "-q") == (0, "")
    assert tables(out) == expected


def test_a_folder_that_vanishes_is_told_at_once(tmp_path, monkeypatch):
    out = tmp_path / "out"
    chunks = []
    put = Store.put

    def put_and_lose(store, chunk, tally):
        chunks.append(chunk)
        if len(chunks) == 3:
            shutil.rmtree(out)
        put(store, chunk, tally)

    monkeypatch.setattr(Store, "put", put_and_lose)
    code, told = call(*RUN, "-q", "--out", str(out))
    assert (code, len(chunks)) == (1, 3)
    assert told.startswith(f"{out}: ")
    assert "resume" not in told
    assert not out.exists()


@pytest.mark.parametrize("part", [0, 1, 2, 3])
def test_a_damaged_store_is_told_or_mended(tmp_path, expected, part):
    out = tmp_path / "out"
    assert call(*RUN, "-q", "--out", str(out)) == (0, "")
    content = bytearray((out / DATABASE).read_bytes())
    at = len(content) * part // 4
    content[at : at + 3000] = bytes(3000)
    (out / DATABASE).write_bytes(content)
    for name in expected:
        (out / name).unlink()
    code, told = call("resume", str(out), "-q", "--workers", "1")
    if code == 0:
        assert tables(out) == expected
    else:
        assert code == 1
        assert DATABASE in told or "finished chunk" in told or "plan" in told
        assert tables(out) == {}


def test_finished_work_of_another_cut_is_not_added_twice(tmp_path, expected, monkeypatch):
    out = tmp_path / "out"
    assert call(*RUN, "-q", "--out", str(out)) == (0, "")
    with Store(out, load_study(("bashi-fen", "kitty-none"), "random", 2000, 0)) as store:
        store._database.execute("DELETE FROM plan")
        store.keep_plan(700)
    assert call("resume", str(out), "-q", "--workers", "1") == (0, "")
    assert tables(out) == expected
    assert json.loads((out / "manifest.json").read_text())["plan"] == {"chunk_size": 700}


# Processes


def process(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    return subprocess.run([sys.executable, "-m", "shengsim", *arguments], text=True, check=False, **options)


@pytest.mark.parametrize(
    "arguments", [["variants", "list"], [*RUN, "--out", "out"], ["verify", "-q", "--json"]]
)
def test_output_that_cannot_be_written_is_told(arguments, tmp_path, expected):
    with open("/dev/full", "w") as full:
        done = process(*arguments, stdout=full, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "output: cannot be written: No space left on device\n")
    if arguments[0] == "run":
        assert tables(tmp_path / "out") == expected


def test_closed_outputs_lose_nothing(tmp_path, expected):
    command = " ".join([sys.executable, "-m", "shengsim", *RUN, "--out", "out"])
    for closed in (">&-", "2>&-", ">&- 2>&-"):
        assert subprocess.run(f"{command} {closed}", shell=True, cwd=tmp_path, check=False).returncode == 0
        assert tables(tmp_path / "out") == expected
        shutil.rmtree(tmp_path / "out")


def test_a_home_that_cannot_be_written_is_done_without(disk, tmp_path, expected):
    mount("-o", "remount,ro", str(disk))
    kept = tmp_path / f"shengsim-{os.getuid()}" / "kernels"
    shutil.copytree(cache_folder(), kept / cache_folder().name, copy_function=shutil.copy2)
    unset = ("SHENGSIM_CACHE_DIR", "XDG_CACHE_HOME")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    environment |= {"HOME": str(disk), "TMPDIR": str(tmp_path)}
    done = process(*RUN, "-q", "--out", str(tmp_path / "out"), env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert tables(tmp_path / "out") == expected


# What is told meanwhile


@pytest.mark.parametrize(("folder", "n_lines"), [(None, 2), (Path("somewhere"), 1)])
def test_compiling_is_told_and_where_nothing_can_be_kept(tmp_path, monkeypatch, folder, n_lines):
    monkeypatch.setattr(study_run, "is_prepared", lambda study: False)
    monkeypatch.setattr("shengsim.kernel.cache_folder", lambda: folder)
    code, told = call(*RUN, "--out", str(tmp_path / "out"))
    assert code == 0
    lines = told.splitlines()
    assert lines[0] == "The rules are compiled, which takes half a minute ..."
    assert len(lines) == n_lines
    assert (folder is None) == ("SHENGSIM_CACHE_DIR" in told)


def test_what_fails_in_compiling_is_not_lost(monkeypatch, tmp_path):
    def fail(study):
        raise MemoryError

    monkeypatch.setattr(study_run, "is_prepared", lambda study: False)
    monkeypatch.setattr(study_run, "prepare", fail)
    with pytest.raises(MemoryError):
        playing._compile(load_study(("bashi-fen",), "random", 1, 0), tmp_path, True)


LINE = r"[\d,]+ of 4,000 deals, [\d,]+ a second, 0:00:\d\d left"


@pytest.mark.parametrize("more", [[], ["--json"], ["-q"], ["--json", "-q"]])
def test_without_a_terminal_a_line_is_told_now_and_then(tmp_path, monkeypatch, more):
    monkeypatch.setattr(meter, "LINE_SECONDS", 0.0)
    code, told = call(*RUN, *more, "--out", str(tmp_path / "out"))
    assert code == 0
    lines = told.splitlines()
    if "-q" in more:
        assert lines == []
        return
    assert len(lines) == 40
    if "--json" in more:
        facts = [json.loads(line) for line in lines]
        assert [fact["done"] for fact in facts] == list(range(100, 4001, 100))
        assert all(fact.keys() == {"done", "total", "per_second", "seconds_left"} for fact in facts)
        assert (facts[-1]["total"], facts[-1]["seconds_left"]) == (4000, 0)
    else:
        assert all(re.fullmatch(LINE, line) for line in lines)


def test_the_rate_counts_what_is_played_now_alone(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(meter.time, "monotonic", lambda: clock[0])
    told = meter.Meter(1000, 500, "deals", False, True)
    for n in (300, 200):
        told.update(n)
    clock[0] = 10.0
    told.update(100)
    assert told.line(clock[0] - told.begun) == "600 of 1,000 deals, 10 a second, 0:00:40 left"


def test_a_short_run_without_a_terminal_tells_nothing(tmp_path):
    assert call(*RUN, "--out", str(tmp_path / "out")) == (0, "")


def test_a_terminal_sees_one_bar_in_deals(tmp_path):
    here, there = os.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    command = [sys.executable, "-m", "shengsim", *RUN, "--out", str(tmp_path / "out")]
    run = subprocess.Popen(command, stderr=there, stdout=subprocess.DEVNULL)
    os.close(there)
    told = b""
    try:
        while part := os.read(here, 10_000):
            told += part
    except OSError:  # the other end is closed
        pass
    os.close(here)
    assert run.wait() == 0
    last = told.decode().split("\r")[-2]
    assert "100%" in last
    assert "4.00k/4.00k" in last
    assert " deals/s" in last
    assert told.count(b"\n") == 1
