"""``shengsim bots`` and ``shengsim export``, as a user calls them."""

from __future__ import annotations

import json

import pandas as pd
import pytest
from click.testing import CliRunner

from shengsim.bots import TABLES
from shengsim.cli import main
from shengsim.games import FAMILIES


def call(*arguments: str):
    return CliRunner().invoke(main, list(arguments))


def test_bots_list_names_every_bot():
    lines = call("bots", "list").output.splitlines()
    for table in TABLES.values():
        for name in (*table.BOTS, *table.RESTRICTED):
            assert any(line.split()[1] == name for line in lines)


@pytest.mark.parametrize(
    ("family", "bot"), [(family, bot) for family in TABLES for bot in TABLES[family].BOTS]
)
def test_a_bot_against_itself_gives_exactly_nothing(family, bot):
    variant = FAMILIES[family].DEFAULT_VARIANT
    told = call("bots", "duel", bot, bot, "--variant", variant, "--deals", "500", "--json", "-q")
    found = json.loads(told.output)
    [gain] = [value for key, value in found.items() if "_a_" in key]
    assert (gain, found["std_error"]) == (0.0, 0.0)


def test_a_duel_turned_round_gives_the_opposite():
    names = list(TABLES["shengji"].BOTS)
    first, second = names[0], names[-1]
    one = json.loads(call("bots", "duel", first, second, "--deals", "500", "--json", "-q").output)
    other = json.loads(call("bots", "duel", second, first, "--deals", "500", "--json", "-q").output)
    assert one["levels_a_deal"] == -other["levels_a_deal"]
    assert one["std_error"] == other["std_error"]


def test_a_duel_says_what_it_found():
    told = call("bots", "duel", "random", "random", "--deals", "200")
    assert told.exit_code == 0
    assert "+0.0000 levels a deal" in told.output


@pytest.mark.parametrize("bots", ["randon", "NS=random", "XY=random,EW=random", "NS=randm,EW=random"])
def test_bots_that_cannot_be_seated_are_told(bots):
    told = call("run", "bashi-fen", "--deals", "10", "--bots", bots)
    assert told.exit_code == 2
    assert "Traceback" not in told.output


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    base = tmp_path_factory.mktemp("runs")
    for seed in ("1", "2"):
        done = call("run", "bashi-fen", "--deals", "200", "--seed", seed, "--out", str(base / seed), "-q")
        assert done.exit_code == 0
    return [str(base / "1"), str(base / "2")]


@pytest.mark.parametrize("table", ["summary", "distributions", "spreads"])
@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_export_reads_back_as_the_tables_it_was_made_of(folders, tmp_path, table, form):
    out = tmp_path / f"all.{form}"
    done = call("export", *folders, "--table", table, "--format", form, "--out", str(out))
    assert done.exit_code == 0
    frame = pd.read_csv(out) if form == "csv" else pd.read_parquet(out)
    assert frame["run"].astype(str).unique().tolist() == ["1", "2"]
    for folder in folders:
        own = frame[frame["run"].astype(str) == folder[-1]].drop(columns="run").reset_index(drop=True)
        pd.testing.assert_frame_equal(own, pd.read_csv(f"{folder}/{table}.csv"), check_dtype=False)


def test_export_goes_to_stdout(folders):
    assert call("export", folders[0]).output.startswith("run,variant,bots,unit,statistic,stratum,n,")


def test_export_of_a_table_that_is_not_there_exits_2(folders):
    told = call("export", *folders, "--table", "sumary")
    assert told.exit_code == 2
    assert "did you mean 'summary'?" in told.output


@pytest.mark.parametrize("unit", [[], ["--matches", "1"]])
def test_describe_says_what_every_statistic_is(unit):
    told = call("run", "bashi-fen", *unit, "--describe")
    assert told.exit_code == 0
    family = FAMILIES["shengji"]
    for statistic in family.engine().unit(family.RULES(), in_matches=bool(unit)).STATISTICS:
        assert statistic.name in told.output
        assert statistic.words in told.output
