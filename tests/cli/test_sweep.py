"""``shengsim sweep`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from shengsim.report.folder import MANIFEST
from tests.cli.test_compare import call

SETTINGS = ("--set", "kitty.multiplier=none,fixed_1", "--set", "throw.penalty=none,ten_per_card")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path("out").glob("*.csv")}


def test_a_sweep_prints_its_effects_and_names_its_table():
    result = call("sweep", "bashi-fen", *SETTINGS, "--deals", "400", "--bots", "random", "--out", "out")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "bashi-fen, every combination of:"
    assert lines[-1] == "Every effect: out/sweep.csv"
    assert max(map(len, lines[:-1])) <= 80
    assert set(files()) == {"summary.csv", "distributions.csv", "spreads.csv", "sweep.csv"}
    frame = pd.read_csv("out/sweep.csv", keep_default_na=False)
    assert set(frame["kitty.multiplier"]) == {"none", "fixed_1", ""}


def test_a_sweep_is_resumed_to_the_same_bytes_and_exported():
    bots = ("--bots", "random", "--bots", "greedy")
    first = call("sweep", "bashi-fen", *SETTINGS, *bots, "--deals", "200", "--out", "out")
    before = files()
    assert call("resume", "out").stdout == first.stdout
    assert files() == before
    assert call("export", "out", "--table", "sweep").stdout.startswith("run,base,what,kitty.multiplier,")


def test_a_folder_of_another_sweep_is_refused():
    assert call("sweep", "bashi-fen", *SETTINGS, "--deals", "50", "--out", "out", "-q").exit_code == 0
    result = call("sweep", "bashi-fen", *SETTINGS[:2], "--deals", "50", "--out", "out", "-q")
    assert result.exit_code == 2
    assert "holds the run of something else" in result.stderr


def test_what_was_skipped_is_kept_in_the_folder():
    settings = ("dealer.first=first_exposed,first_joker_pair", "bidding.no_trump=off,joker_pair")
    call("sweep", "bashi-fen", "--set", settings[0], "--set", settings[1], "--deals", "50", "--out", "out")
    (kept,) = json.loads(Path("out", MANIFEST).read_text())["factorial"]["skipped"]
    assert kept["name"] == "dealer.first=first_joker_pair bidding.no_trump=off"
    assert "contradict" in call("resume", "out").stdout


def test_a_new_folder_is_named_by_the_base():
    assert call("sweep", "bashi-fen", *SETTINGS, "--deals", "20", "-q").exit_code == 0
    (folder,) = Path("reports", "runs").iterdir()
    assert folder.name.endswith("-bashi-fen-sweep")


def test_sessions_of_another_family_as_json():
    settings = ("--set", "exchange.cards=off,highest_for_one_of_two")
    result = call("sweep", "winner", *settings, "--matches", "6", "--json", "--workers", "1")
    rows = json.loads(result.stdout)
    assert {row["unit"] for row in rows} == {"session"}
    assert {row["what"] for row in rows} == {"combination", "main"}


def test_the_columns_are_described():
    text = call("sweep", "bashi-fen", *SETTINGS, "--describe").stdout
    assert all(name in text for name in ("possible_blocks", "n_differ", "against", "level_change"))


def test_what_is_wrong_is_told_at_once():
    result = call("sweep", "bashi-fn", "--set", "kitty.multiplier", "--deals", "10")
    assert result.exit_code == 2
    assert "did you mean 'bashi-fen'?" in result.stderr
    assert "must be KNOB=A,B and not 'kitty.multiplier'" in result.stderr
    result = call(
        "sweep", "bashi-fen", "--set", "multiplier=none,fixed_1", "--set", "throw.penalty=none,nine"
    )
    assert result.exit_code == 2
    assert "did you mean 'kitty.multiplier'?" in result.stderr
    assert "--set: throw.penalty: must be one of none, " in result.stderr
    assert call("sweep", "bashi-fen").exit_code == 2
    assert call("sweep", "bashi-fen", *SETTINGS, "--bots", "gredy").exit_code == 2
    assert not Path("reports").exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda kept: kept.pop("factorial"),
        lambda kept: kept["factorial"]["knobs"].pop(),
        lambda kept: kept["variants"].pop(),
        lambda kept: kept["factorial"].update(knobs=3),
    ],
)
def test_a_broken_manifest_is_refused(change):
    call("sweep", "bashi-fen", *SETTINGS, "--deals", "20", "--out", "out", "-q")
    kept = json.loads(Path("out", MANIFEST).read_text())
    change(kept)
    Path("out", MANIFEST).write_text(json.dumps(kept))
    result = call("resume", "out")
    assert result.exit_code == 2
    assert "is not the manifest of a run" in result.stderr
