"""``shengsim compare`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from shengsim.cli import main


def call(*arguments: str):
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    return result


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_variant_against_itself_is_exactly_zero_in_every_row():
    result = call("compare", "bashi-fen", "bashi-fen", "kitty-linear", "--deals", "400", "--out", "out")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == (
        "Every difference, also by rank, trump and dealer: out/compare.csv"
    )
    frame = pd.read_csv("out/compare.csv")
    rows = frame[frame["variant"] == "bashi-fen"]
    assert len(rows) > 500
    assert (rows[["difference", "std_error", "ci_low", "ci_high", "mde"]] == 0).all(axis=None)
    assert {path.name for path in Path("out").glob("*.csv")} == {
        "summary.csv", "distributions.csv", "spreads.csv", "compare.csv", "verdicts.csv",
    }  # fmt: skip


def test_other_families_are_compared_too():
    result = call("compare", "winner", "winner-revolution", "winner-two-decks", "--deals", "300")
    assert result.exit_code == 0
    assert "unpaired, since the packs differ" in " ".join(result.stdout.split())
    assert max(map(len, result.stdout.splitlines()[:-1])) <= 80


def test_bots_again_compare_under_each_and_resume_and_export():
    bots = ("--bots", "heuristic", "--bots", "heuristic-no-throws")
    first = call("compare", "bashi-fen", "kitty-linear", *bots, "--deals", "300", "--out", "out")
    before = {path.name: path.read_bytes() for path in Path("out").glob("*.csv")}
    assert "bots.csv" in before
    again = call("resume", "out")
    assert again.stdout == first.stdout
    assert {path.name: path.read_bytes() for path in Path("out").glob("*.csv")} == before
    for table in ("compare", "verdicts", "bots"):
        assert call("export", "out", "--table", table).stdout.startswith("run,")


def test_matches_and_json():
    result = call("compare", "bashi-fen", "reach-ace", "--matches", "8", "--json")
    rows = json.loads(result.stdout)
    assert {row["unit"] for row in rows} == {"match"}
    assert {row["statistic"] for row in rows} >= {"deals", "ew_wins", "comeback"}


def test_the_columns_are_described():
    text = call("compare", "bashi-fen", "kitty-none", "--describe").stdout
    assert all(name in text for name in ("p_adjusted", "mde", "n_differ", "level_change"))


def test_what_is_wrong_is_told_at_once():
    result = call("compare", "bashi-fn", "kitty-nne", "--deals", "10")
    assert result.exit_code == 2
    assert "did you mean 'bashi-fen'?" in result.stderr
    assert "did you mean 'kitty-none'?" in result.stderr
    result = call("compare", "bashi-fen", "kitty-none", "--bots", "heuristc", "--bots", "gredy")
    assert result.exit_code == 2
    assert "did you mean 'heuristic'?" in result.stderr
    assert "did you mean 'greedy'?" in result.stderr
    result = call("compare", "bashi-fen", "winner", "--deals", "10")
    assert result.exit_code == 2
    assert "nothing to compare" in result.stderr
    assert call("compare", "bashi-fen").exit_code == 2
    assert not Path("reports").exists()
