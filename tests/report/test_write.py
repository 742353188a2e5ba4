"""Files of a run: whole or not there, and a CSV that reads back as the frame it was."""

import json
import os
import sys
from io import StringIO
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from shengsim.errors import ShengsimError
from shengsim.report.write import CannotWriteError, write_csv, write_json

FRAME = pd.DataFrame(
    {
        "variant": ["a", "b-c", 'quoted "text", comma', "甩牌", "two\nlines"],
        "n": [0, 1, -5, 2**62, 10**15],
        "estimate": [0.1, 1 / 3, np.nan, 1e-300, 12345678.12345679],
        "low": pd.array([None, -200, 0, 5, None], dtype="Int64"),
    }
)

needs_full_device = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")


def full(path: Path) -> Path:
    """The path, to which nothing can be written for want of room."""
    path.with_name(path.name + ".part").symlink_to("/dev/full")
    return path


def names(folder: Path) -> list[str]:
    """What lies in a folder."""
    return sorted(path.name for path in folder.iterdir())


# CSV


def test_write_csv_reads_back_as_the_frame(tmp_path: Path) -> None:
    path = tmp_path / "summary.csv"
    write_csv(FRAME, path)
    back = pd.read_csv(path, dtype={"low": "Int64"})
    pd.testing.assert_frame_equal(back, FRAME, check_exact=True)
    assert names(tmp_path) == ["summary.csv"]


def test_write_csv_is_these_bytes(tmp_path: Path) -> None:
    write_csv(FRAME, tmp_path / "summary.csv")
    assert (tmp_path / "summary.csv").read_bytes() == (
        "variant,n,estimate,low\n"
        "a,0,0.1,\n"
        "b-c,1,0.3333333333333333,-200\n"
        '"quoted ""text"", comma",-5,,0\n'
        "甩牌,4611686018427387904,1e-300,5\n"
        '"two\nlines",1000000000000000,12345678.12345679,\n'
    ).encode()


def test_write_csv_again_gives_the_same_bytes(tmp_path: Path) -> None:
    write_csv(FRAME, tmp_path / "one.csv")
    read = pd.read_csv(StringIO((tmp_path / "one.csv").read_text()), dtype={"low": "Int64"})
    write_csv(read, tmp_path / "two.csv")
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


def test_write_csv_of_no_rows_has_its_head(tmp_path: Path) -> None:
    write_csv(FRAME[:0], tmp_path / "empty.csv")
    assert (tmp_path / "empty.csv").read_bytes() == b"variant,n,estimate,low\n"


def test_write_csv_replaces_an_old_file(tmp_path: Path) -> None:
    path = tmp_path / "summary.csv"
    path.write_text("old\n" * 1000)
    write_csv(FRAME[:1], path)
    assert path.read_bytes() == b"variant,n,estimate,low\na,0,0.1,\n"
    assert names(tmp_path) == ["summary.csv"]


# JSON


def test_write_json_reads_back_in_order(tmp_path: Path) -> None:
    content = {
        "seed": 7,
        "bots": "random",
        "nothing": None,
        "variants": [{"name": "甩牌", "rules": {"a": True}}],
    }
    write_json(content, tmp_path / "manifest.json")
    text = (tmp_path / "manifest.json").read_text(encoding="utf-8")
    assert json.loads(text) == content
    assert list(json.loads(text)) == list(content)
    assert text.endswith("}\n")
    assert "甩牌" in text
    assert names(tmp_path) == ["manifest.json"]


def test_write_json_takes_any_file_name(tmp_path: Path) -> None:
    # The user may name a variant's file in bytes that are no UTF-8; Python shows them as lone surrogates.
    name = os.fsdecode(b"caf\xe9.yaml")
    write_json({"file": name}, tmp_path / "manifest.json")
    assert "caf" in json.loads((tmp_path / "manifest.json").read_bytes())["file"]
    assert names(tmp_path) == ["manifest.json"]


# Failures


@needs_full_device
def test_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = full(tmp_path / "summary.csv")
    path.write_text("old")
    with pytest.raises(CannotWriteError) as caught:
        write_csv(FRAME, path)
    assert str(caught.value) == f"{path}: cannot be written: No space left on device"
    assert path.read_text() == "old"
    assert names(tmp_path) == ["summary.csv"]


@needs_full_device
def test_write_that_fails_leaves_no_file_where_none_was(tmp_path: Path) -> None:
    with pytest.raises(CannotWriteError):
        write_json({"a": 1}, full(tmp_path / "manifest.json"))
    assert names(tmp_path) == []


def test_write_over_a_folder_fails_and_leaves_no_part(tmp_path: Path) -> None:
    (tmp_path / "summary.csv").mkdir()
    with pytest.raises(CannotWriteError, match=r"summary\.csv: cannot be written: "):
        write_csv(FRAME, tmp_path / "summary.csv")
    assert names(tmp_path) == ["summary.csv"]


def test_write_into_a_folder_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(CannotWriteError, match=r"summary\.csv: cannot be written: No such file or directory"):
        write_csv(FRAME, tmp_path / "gone" / "summary.csv")


def test_write_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CannotWriteError, match=r"summary\.csv: cannot be written: Not a directory"):
        write_csv(FRAME, tmp_path / "file" / "summary.csv")


def test_write_where_the_part_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "summary.csv.part").mkdir()
    with pytest.raises(CannotWriteError, match=r"summary\.csv: cannot be written: Is a directory"):
        write_csv(FRAME, tmp_path / "summary.csv")


def test_write_of_what_is_no_text_escapes_it(tmp_path: Path) -> None:
    frame = pd.DataFrame({"variant": pd.Series(["\ud800"], dtype=object)})
    write_csv(frame, tmp_path / "summary.csv")
    assert names(tmp_path) == ["summary.csv"]
    assert (tmp_path / "summary.csv").read_text() == "variant\n\\ud800\n"


def test_cannot_write_error_is_one_that_users_see() -> None:
    error = CannotWriteError(Path("a.csv"), OSError("odd"))
    assert isinstance(error, ShengsimError)
    assert error.exit_code == 1
    assert str(error) == "a.csv: cannot be written: odd"


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits here")
def test_write_needs_room_for_the_whole_file(tmp_path: Path) -> None:
    import resource

    path = tmp_path / "summary.csv"
    path.write_text("old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(CannotWriteError, match="File too large"):
            write_csv(FRAME, path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_text() == "old"
    assert names(tmp_path) == ["summary.csv"]
