"""Instructions against their plain twins, and a cache that is never stale and never fatal."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import shengsim
from shengsim import kernel
from shengsim.cache import N_FOLDERS_KEPT
from shengsim.kernel import (
    add_wrapping,
    cache_folder,
    compiled,
    deposit,
    kernel_key,
    leading_zeros,
    multiply_wrapping,
    popcount,
    shift_right_logical,
    trailing_zeros,
)

LOWEST, HIGHEST = -(2**63), 2**63 - 1
PACKAGE = Path(shengsim.__file__).parent

fresh_folder = cache_folder.__wrapped__
"""cache_folder as it runs the first time in a process."""
fresh_key = kernel_key.__wrapped__


def deposit_slowly(a: int, b: int) -> int:
    """The twin of the builder that other processors than x86 use."""
    return deposit(a, b)


kernel._instruction(deposit_slowly, kernel._deposit_by_steps)


def instruct(a: Any, b: Any, out: Any) -> None:
    """Every instruction on each pair of words; ``out`` int64[n, 9]. A driver."""
    for i in range(a.shape[0]):
        out[i, 0] = popcount(a[i])
        out[i, 1] = trailing_zeros(a[i])
        out[i, 2] = leading_zeros(a[i])
        out[i, 3] = deposit(a[i], b[i])
        out[i, 4] = deposit_slowly(a[i], b[i])
        out[i, 5] = add_wrapping(a[i], b[i])
        out[i, 6] = multiply_wrapping(a[i], b[i])
        out[i, 7] = shift_right_logical(a[i], b[i] % 64)
        out[i, 8] = shift_right_logical(a[i], 32)


def word_pairs() -> tuple[np.ndarray, np.ndarray]:
    """Pairs of edge words, each with each, then random pairs."""
    edges = [0, 1, 2, 3, -1, -2, LOWEST, LOWEST + 1, HIGHEST, 2**61, 2**62 - 1, 0x5555_5555_5555_5555]
    pairs = [(a, b) for a in edges for b in edges]
    random = np.random.default_rng(1).integers(LOWEST, HIGHEST, (300, 2), endpoint=True)
    both = np.vstack([np.array(pairs, np.int64), random])
    return both[:, 0].copy(), both[:, 1].copy()


def signed(word: int) -> int:
    """A number modulo 2**64, as int64 holds it."""
    return (word + 2**63) % 2**64 - 2**63


# Instructions


def test_instructions_compiled_give_what_they_give_plain() -> None:
    a, b = word_pairs()
    plain, fast = np.zeros((2, len(a), 9), np.int64)
    instruct(a, b, plain)
    compiled(instruct)(a, b, fast)
    assert (plain == fast).all(axis=0).tolist() == [True] * 9


def test_popcount_and_zeros_of_every_pattern() -> None:
    for word in [int(word) for pair in word_pairs() for word in pair]:
        digits = f"{word % 2**64:064b}"
        assert popcount(word) == digits.count("1")
        assert leading_zeros(word) == len(digits) - len(digits.lstrip("0"))
        assert trailing_zeros(word) == len(digits) - len(digits.rstrip("0"))


def test_deposit_is_x86_pdep() -> None:
    for a, b in zip(*map(list, word_pairs()), strict=True):
        bits = [int(a) >> k & 1 for k in range(64)]
        places = [k for k in range(64) if int(b) >> k & 1]
        assert deposit(a, b) == signed(sum(bits[n] << place for n, place in enumerate(places)))


def test_wrapping_arithmetic_is_that_modulo_two_to_the_64() -> None:
    for a, b in zip(*map(list, word_pairs()), strict=True):
        assert add_wrapping(a, b) == signed(int(a) + int(b))
        assert multiply_wrapping(a, b) == signed(int(a) * int(b))


@pytest.mark.parametrize(
    ("word", "places", "expected"),
    [(-1, 0, -1), (-1, 1, HIGHEST), (-1, 63, 1), (LOWEST, 63, 1), (LOWEST, 1, 2**62), (12, 2, 3), (0, 5, 0)],
)
def test_shift_right_logical_fills_with_zeros(word: int, places: int, expected: int) -> None:
    assert shift_right_logical(word, places) == expected


# Compiled


def test_compiled_gives_one_driver_a_process() -> None:
    assert compiled(instruct) is compiled(instruct)


def test_compiled_compiles_at_the_first_call_without_prepare() -> None:
    a, b = word_pairs()
    prepared, unprepared = kernel.Compiled(instruct), kernel.Compiled(instruct)
    results = np.zeros((2, len(a), 9), np.int64)
    prepared.prepare(a, b, results[0])
    assert not results.any()  # preparing runs nothing
    prepared(a, b, results[0])
    unprepared(a, b, results[1])
    assert (results[0] == results[1]).all()
    assert results.any()


# The cache folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file: nothing can be made below it, whoever runs the tests."""
    path = tmp_path / "file"
    path.write_text("in the way")
    return path


@pytest.fixture
def no_cache_dir(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment names no cache folder."""
    monkeypatch.delenv("SHENGSIM_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)


def test_cache_folder_lies_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHENGSIM_CACHE_DIR", str(tmp_path / "a" / "b"))
    folder = fresh_folder()
    assert folder == tmp_path / "a" / "b" / "kernels" / kernel_key()
    assert folder.is_dir()
    assert list(folder.iterdir()) == []


def test_cache_folder_is_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHENGSIM_CACHE_DIR", str(tmp_path))
    assert fresh_folder().stat().st_mode & 0o077 == 0


def test_cache_folder_empty_name_means_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHENGSIM_CACHE_DIR", "")
    assert fresh_folder() is None


def test_cache_folder_that_cannot_be_made_means_no_cache(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHENGSIM_CACHE_DIR", str(file / "below"))
    assert fresh_folder() is None


@pytest.mark.usefixtures("no_cache_dir")
def test_cache_folder_follows_xdg_cache_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert fresh_folder() == tmp_path / "xdg" / "shengsim" / "kernels" / kernel_key()


@pytest.mark.usefixtures("no_cache_dir")
def test_cache_folder_is_under_home_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert fresh_folder() == tmp_path / ".cache" / "shengsim" / "kernels" / kernel_key()


@pytest.mark.usefixtures("no_cache_dir")
def test_cache_folder_falls_back_to_temporary_files(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = fresh_folder()
    assert folder.relative_to(tmp_path).parts[1:] == ("kernels", kernel_key())
    assert folder.relative_to(tmp_path).parts[0].startswith("shengsim-")


@pytest.mark.usefixtures("no_cache_dir")
def test_cache_folder_is_none_where_nothing_is_writable(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    monkeypatch.setattr(tempfile, "tempdir", str(file / "tmp"))
    assert fresh_folder() is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no users here")
def test_cache_folder_of_another_user_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHENGSIM_CACHE_DIR", str(tmp_path))
    assert fresh_folder() is not None
    somebody_else = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: somebody_else)
    assert fresh_folder() is None


def test_compiled_runs_without_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "cache_folder", lambda: None)
    driver = kernel.Compiled(double)
    numbers = np.arange(5)
    driver(numbers)
    assert numbers.tolist() == [0, 2, 4, 6, 8]
    assert not driver.loaded_from_cache


def double(numbers: Any) -> None:
    """A small driver."""
    for i in range(numbers.shape[0]):
        numbers[i] *= 2


def test_old_cache_folders_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHENGSIM_CACHE_DIR", str(tmp_path))
    current = fresh_folder()
    now = time.time()
    for age in range(1, N_FOLDERS_KEPT + 4):
        folder = current.parent / f"version-{age}"
        folder.mkdir()
        (folder / "code.nbc").write_bytes(b"code")
        os.utime(folder, (now - 1000 * age, now - 1000 * age))
    (current / "code.nbc").write_bytes(b"code")
    os.utime(current, (0, 0))  # the folder in use stays, however old
    (current.parent / "a file").write_text("not ours")
    assert fresh_folder() == current
    assert sorted(path.name for path in current.parent.iterdir()) == sorted(
        [current.name, "a file"] + [f"version-{age}" for age in range(1, N_FOLDERS_KEPT + 1)]
    )
    assert (current / "code.nbc").exists()


def test_cache_folder_in_use_counts_as_recent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHENGSIM_CACHE_DIR", str(tmp_path))
    current = fresh_folder()
    os.utime(current, (0, 0))
    fresh_folder()
    assert current.stat().st_mtime > 0


# The key


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, to be edited."""
    copy = tmp_path / "copy" / "shengsim"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture
def key_of(package: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """kernel_key of the copy."""
    monkeypatch.setattr(kernel, "__file__", str(package / "kernel.py"))
    return fresh_key


@pytest.mark.parametrize(
    "name",
    [
        *("kernel.py", "planes.py", "rng.py", "cards.py", "knob.py", "stats/tally.py"),
        *("games/shengji/follow.py", "games/shengji/state.py", "bots/bot.py", "bots/shengji/random.py"),
        "bots/shengji/table.py",
    ],
)
def test_kernel_key_changes_with_every_source_of_kernels(name: str, package: Path, key_of: Any) -> None:
    before = key_of()
    source = package / name
    source.write_bytes(source.read_bytes() + b"\n")
    assert key_of() != before


def test_kernel_key_changes_with_a_new_a_moved_and_a_removed_source(package: Path, key_of: Any) -> None:
    keys = [key_of()]
    new = package / "games" / "shengji" / "new.py"
    new.write_text("")
    keys.append(key_of())
    new.rename(package / "bots" / "new.py")
    keys.append(key_of())
    (package / "bots" / "shengji" / "random.py").unlink()
    keys.append(key_of())
    assert len(set(keys)) == 4


@pytest.mark.parametrize("name", ["cli/run.py", "report/write.py", "variant/source.py"])
def test_kernel_key_does_not_change_with_what_no_kernel_uses(name: str, package: Path, key_of: Any) -> None:
    before = key_of()
    source = package / name
    source.write_bytes(source.read_bytes() + b"\n")
    assert key_of() == before


def test_kernel_key_does_not_depend_on_where_the_package_lies(key_of: Any) -> None:
    assert key_of() == kernel_key()


PRINT_KEY = "from shengsim.kernel import kernel_key; print(kernel_key())"


def printed(code: str, path: Path, **environment: str) -> str:
    """What a new interpreter prints that finds the package at `path`."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=variables | {"PYTHONPATH": str(path)} | environment,
        cwd=path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_kernel_key_changes_with_bounds_checks_and_with_sources_between_processes(package: Path) -> None:
    keys = [printed(PRINT_KEY, package.parent)]
    assert printed(PRINT_KEY, package.parent) == keys[0]
    keys.append(printed(PRINT_KEY, package.parent, NUMBA_BOUNDSCHECK="1"))
    source = package / "games" / "shengji" / "score.py"
    source.write_bytes(source.read_bytes() + b"\n")
    keys.append(printed(PRINT_KEY, package.parent))
    assert len(set(keys)) == 3


# Damaged files

DRIVER = """
def total(numbers, found):
    for i in range(numbers.shape[0]):
        found[0] += numbers[i]
"""

DAMAGED_RUN = """
import json
import sys
from pathlib import Path

import numba
import numpy as np

from driver import total
from shengsim.kernel import Compiled, cache_folder

def run():
    numbers, found = np.arange(10), np.zeros(1, np.int64)
    driver = Compiled(total)
    driver(numbers, found)
    return int(found[0]), driver.loaded_from_cache

damage = {
    "halved": lambda content: content[: len(content) // 2],
    "emptied": lambda content: b"",
    "overwritten": lambda content: b"garbage " * 100,
    "nulled": lambda content: bytes(len(content)),
}
report = {"first": run(), "second": run()}
for how in damage:
    for suffix in (".nbi", ".nbc"):
        files = list(cache_folder().rglob("*" + suffix))
        for file in files:
            file.write_bytes(damage[how](file.read_bytes()))
        report[f"{how} {suffix}"] = (len(files), *run(), *run())
print(json.dumps(report))
"""


FLIPPED_RUN = """
import json

import numba
import numpy as np

from driver import total
from shengsim.kernel import Compiled, cache_folder

def run():
    cache_folder.cache_clear()  # as a new process
    found = np.zeros(1, np.int64)
    driver = Compiled(total)
    driver(np.arange(10), found)
    return int(found[0]), driver.loaded_from_cache

runs = [run(), run()]
for suffix in (".nbi", ".nbc"):
    for part in range(8):
        (file,) = cache_folder().rglob("*" + suffix)
        content = bytearray(file.read_bytes())
        content[len(content) * part // 8] ^= 1 << part
        file.write_bytes(content)
        runs += [run(), run()]
print(json.dumps(runs))
"""


SECOND_SIGNATURE_RUN = """
import numba
import numpy as np

from driver import total
from shengsim.kernel import Compiled, cache_folder

def run():
    driver = Compiled(total)
    driver(np.arange(10), np.zeros(1, np.int64))
    first_files = set(cache_folder().rglob("*.nbc"))
    found = np.zeros(1)
    driver(np.ones(3), found)
    print(found[0])
    return set(cache_folder().rglob("*.nbc")) - first_files

(file,) = run()
file.write_bytes(b"garbage")
run()
"""

TWO_CHECKOUTS_RUN = """
import importlib.util
import json
from pathlib import Path

import numba
import numpy as np

from shengsim.kernel import Compiled

import driver

def checkout(name):
    (place := Path(driver.__file__).parent / name / "bots").mkdir(parents=True)
    (place / "table.py").write_text(Path(driver.__file__).read_text())
    spec = importlib.util.spec_from_file_location(f"{name}_table", place / "table.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.total

one, other = checkout("one"), checkout("other")
arguments = np.arange(10), np.zeros(1, np.int64)
report = [Compiled(one).is_ready(*arguments)]
Compiled(one)(*arguments)
report += [Compiled(function).is_ready(*arguments) for function in (one, other)]
report += [Compiled(one).is_ready(np.zeros((2, 5), np.int64), arguments[1])]
print(json.dumps(report))
"""

FULL_DISK_RUN = """
import resource

import numba
import numpy as np

from driver import total
from shengsim.kernel import Compiled

resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))  # larger files cannot be written
found = np.zeros(1, np.int64)
Compiled(total)(np.arange(10), found)
print(found[0])
"""


TOGETHER_RUN = """
import numba
import numpy as np

from driver import total
from shengsim.kernel import Compiled

driver = Compiled(total)
driver(np.arange(10), np.zeros(1, np.int64))
print(driver.loaded_from_cache)
"""


def start_driver(code: str, folder: Path) -> subprocess.Popen[str]:
    """A new interpreter that finds a small driver and keeps its cache in `folder`."""
    (folder / "driver.py").write_text(DRIVER)
    path = os.pathsep.join([str(folder), str(PACKAGE.parent)])
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": path, "SHENGSIM_CACHE_DIR": str(folder / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run_driver(code: str, folder: Path) -> str:
    """What a new interpreter prints that finds a small driver and keeps its cache in `folder`."""
    process = start_driver(code, folder)
    output, errors = process.communicate()
    assert (process.returncode, errors) == (0, "")
    return output


@pytest.mark.skipif(sys.platform == "win32", reason="no locks here")
def test_of_processes_that_start_together_one_compiles(tmp_path: Path) -> None:
    processes = [start_driver(TOGETHER_RUN, tmp_path) for _ in range(3)]
    assert sorted(process.communicate()[0].strip() for process in processes) == ["False", "True", "True"]


def test_what_another_checkout_compiled_does_not_make_a_driver_ready(tmp_path: Path) -> None:
    assert json.loads(run_driver(TWO_CHECKOUTS_RUN, tmp_path)) == [False, True, False, False]


@pytest.fixture(scope="module")
def damaged_runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What a process reports that runs a driver while its cached files are damaged in every way."""
    return json.loads(run_driver(DAMAGED_RUN, tmp_path_factory.mktemp("damaged")))


def test_second_driver_is_loaded_from_the_cache(damaged_runs: dict[str, list[Any]]) -> None:
    assert damaged_runs["first"] == [45, False]
    assert damaged_runs["second"] == [45, True]


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("how", ["halved", "emptied", "overwritten", "nulled"])
def test_damaged_cache_files_are_compiled_afresh(
    how: str, suffix: str, damaged_runs: dict[str, list[Any]]
) -> None:
    n_files, result, _, again, loaded = damaged_runs[f"{how} {suffix}"]
    assert n_files > 0
    assert result == again == 45
    assert loaded  # what was compiled afresh is kept again


def test_a_flipped_bit_is_noticed_before_the_code_is_loaded(tmp_path: Path) -> None:
    runs = json.loads(run_driver(FLIPPED_RUN, tmp_path))
    assert runs == [[45, False], [45, True]] * 17


def test_damaged_cache_file_of_a_second_signature_is_compiled_afresh(tmp_path: Path) -> None:
    assert run_driver(SECOND_SIGNATURE_RUN, tmp_path).split() == ["3.0", "3.0"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits here")
def test_cache_that_cannot_be_written_to_is_done_without(tmp_path: Path) -> None:
    assert run_driver(FULL_DISK_RUN, tmp_path).split() == ["45"]


def last_of(values):  # type: ignore[no-untyped-def]
    return values[-1]


def test_code_of_others_still_counts_from_the_end() -> None:
    words, out = np.arange(3), np.zeros((3, 9), np.int64)
    compiled(instruct)(words, words, out)
    assert numba.njit(last_of)(np.arange(3)) == 2
