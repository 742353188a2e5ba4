"""Comparisons as tables and as verdicts."""

from __future__ import annotations

import pandas as pd
import pytest

from shengsim.games import shengji
from shengsim.report.compare import CHANGES, RARE, SAME, UNSEEN, UNSURE, verdict_of
from shengsim.report.results import tables_of, text_of
from shengsim.report.tables import WIDTH
from shengsim.stats.compare import FEWEST
from shengsim.study.chunks import plan_chunks
from shengsim.study.progress import Results, gather
from shengsim.study.run import run_chunk
from shengsim.study.study import Study, load_study

COMPARE = (
    "base,variant,bots,unit,statistic,stratum,n,base_estimate,estimate,difference,std_error,"
    "ci_low,ci_high,p_adjusted,mde,paired"
)


def played(study: Study) -> Results:
    by_group: dict = {}
    for chunk in plan_chunks(study, 1_000):
        tally = run_chunk(study, chunk)
        by_group[chunk.group] = by_group[chunk.group] + tally if chunk.group in by_group else tally
    return gather(study, by_group)


def compared(*names: str, bots=("random",), n: int = 3_000, in_matches: bool = False):
    study = load_study(names, bots, n, 1, in_matches, "compare")
    results = played(study)
    tables = tables_of(study, results)
    return study, tables, text_of(study, results, tables)


@pytest.fixture(scope="module")
def one():
    return compared("bashi-fen", "throw-ten-points")


@pytest.fixture(scope="module")
def many():
    return compared(
        "bashi-fen", "bashi-fen", "throw-ten-points", "kitty-linear", bots=("random", "heuristic")
    )


def overall(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[frame["stratum"] == "all"]


def test_compare_has_the_columns_of_compare_csv(one):
    assert ",".join(one[1]["compare"].columns) == COMPARE
    assert set(one[1]) == {"summary", "distributions", "spreads", "compare", "verdicts"}


def test_compare_has_the_estimates_of_the_summary(many):
    _, tables, _ = many
    keys = ["variant", "bots", "unit", "statistic", "stratum"]
    both = tables["compare"].merge(tables["summary"], on=keys, suffixes=("", "_alone"))
    assert len(both) == len(tables["compare"])
    assert (both["estimate"] == both["estimate_alone"]).all()
    assert (both["n"] == both["n_alone"]).all()
    base = tables["summary"].rename(columns={"variant": "base"})
    both = tables["compare"].merge(base, on=["base", *keys[1:]], suffixes=("", "_alone"))
    assert (both["base_estimate"] == both["estimate_alone"]).all()


def test_each_row_stands_once_in_the_order_given(many):
    frame = many[1]["compare"]
    assert not frame.duplicated(["variant", "bots", "statistic", "stratum"]).any()
    assert list(frame["variant"].unique()) == ["bashi-fen", "throw-ten-points", "kitty-linear"]
    assert set(frame["bots"]) == {"random", "heuristic"}
    assert frame["paired"].all()


def test_the_base_against_itself_is_zero_in_every_row(many):
    frame = many[1]["compare"]
    rows = frame[frame["variant"] == "bashi-fen"]
    assert len(rows) > 500
    assert (rows[["difference", "std_error", "ci_low", "ci_high", "mde"]] == 0).all(axis=None)
    assert (rows["p_adjusted"] == 1).all()


def test_naming_the_base_again_does_not_change_the_others(one):
    _, tables, _ = compared("bashi-fen", "bashi-fen", "throw-ten-points")
    rows = tables["compare"]
    rows = rows[rows["variant"] == "throw-ten-points"].reset_index(drop=True)
    pd.testing.assert_frame_equal(rows, one[1]["compare"])


def test_p_values_are_adjusted_over_what_is_tested(one):
    frame = overall(one[1]["compare"])
    tested = frame[frame["std_error"] > 0]
    assert 0 < len(tested) < len(frame)
    z = (tested["difference"] / tested["std_error"]).abs()
    least = tested.loc[z.idxmax()]
    from scipy.stats import norm

    assert least["p_adjusted"] == pytest.approx(min(1, len(tested) * 2 * norm.sf(z.max())))
    assert (frame["p_adjusted"] <= 1).all()


@pytest.mark.parametrize(
    ("p", "is_off_0", "differ", "events", "verdict"),
    [
        (0.001, True, FEWEST, (None, None), CHANGES),
        (0.051, True, FEWEST, (None, None), UNSURE),
        (0.051, False, FEWEST, (None, None), UNSEEN),
        (1e-9, True, FEWEST - 1, (None, None), RARE),
        (1.0, False, 0, (None, None), SAME),
        (0.001, True, None, (FEWEST - 10, 9), RARE),
        (0.001, True, None, (FEWEST - 10, 10), CHANGES),
        (1.0, False, None, (0, 0), SAME),
        (0.001, True, None, (None, None), CHANGES),
    ],
)
def test_verdict(p, is_off_0, differ, events, verdict):
    assert verdict_of(p, is_off_0, differ, events) == verdict


def as_told(rows: pd.DataFrame, text: str) -> set[str]:
    """The verdicts of a comparison, each held against its interval and what the text says of it."""
    for _, row in rows.iterrows():
        is_off_0 = row["ci_low"] > 0 or row["ci_high"] < 0
        if row["verdict"] in (CHANGES, UNSURE):
            assert is_off_0
        if row["verdict"] == UNSEEN:
            assert not is_off_0
        assert (row["verdict"] == CHANGES) <= (row["p_adjusted"] < 0.05)
    words = " ".join(text.split())
    unsure = rows[rows["verdict"] == UNSURE]
    assert ("May change; each interval by itself leaves 0 out" in words) == (len(unsure) > 0)
    for _, row in unsure.iterrows():
        assert f" {row['statistic']} " in words.split("May change")[-1].split("No change seen")[0]
    return set(rows["verdict"])


def test_table_headline_and_intervals_never_contradict_each_other():
    headlines, seen = set(), set()
    for seed in range(40):
        study = load_study(("bashi-fen", "throw-ten-points"), ("random",), 400, seed, False, "compare")
        results = played(study)
        tables = tables_of(study, results)
        text = " ".join(text_of(study, results, tables).split())
        merged = overall(tables["compare"]).merge(tables["verdicts"], on=["variant", "bots", "statistic"])
        seen |= as_told(merged, text)
        first = merged.set_index("statistic").loc["level_change", "verdict"]
        headlines.add(first)
        assert (f", {first}. Unpaired" in text) == (first != UNSURE)
        assert (f", {UNSURE}: not sure but among all" in text) == (first == UNSURE)
    assert headlines >= {CHANGES, UNSURE, UNSEEN}
    assert seen == {CHANGES, UNSURE, UNSEEN, RARE, SAME}


def test_verdicts_tell_events_and_deals_that_differ(one):
    _, tables, _ = one
    rows = tables["verdicts"].set_index("statistic")
    estimates = overall(tables["compare"]).set_index("statistic")["estimate"]
    thrown = rows.loc["throws_failed"]
    assert thrown["events"] == thrown["base_events"] == round(estimates["throws_failed"] * 3_000)
    assert (thrown["n_differ"], thrown["verdict"]) == (0, SAME)
    points = rows.loc["failed_throw_points"]
    assert 0 < points["n_differ"] <= points["n_any_differs"] <= 3_000
    assert points["verdict"] == CHANGES
    assert pd.isna(points["events"])
    assert rows.loc["level_change", "gain"] > 3


def test_a_difference_smaller_than_the_spread_between_bots_is_flagged(many):
    _, tables, text = many
    frame = overall(tables["compare"]).set_index(["variant", "statistic", "bots"])["difference"].unstack()
    spread = (frame["random"] - frame["heuristic"]).abs()
    for _, row in tables["verdicts"].iterrows():
        expected = spread[row["variant"], row["statistic"]]
        assert row["bots_spread"] == pytest.approx(expected)
        own = abs(frame.loc[(row["variant"], row["statistic"]), row["bots"]])
        assert row["below_bots_spread"] == (own < expected)
    assert tables["verdicts"]["below_bots_spread"].any()
    assert "~ The change is smaller" in text


def test_one_bots_alone_has_no_spread(one):
    rows = one[1]["verdicts"]
    assert rows["bots_spread"].isna().all()
    assert not rows["below_bots_spread"].any()


def test_other_bots_are_compared_with_the_first_on_the_same_deals(many):
    _, tables, text = many
    frame = tables["bots"]
    assert set(zip(frame["base_bots"], frame["bots"], strict=True)) == {("random", "heuristic")}
    assert frame["paired"].all()
    alone = overall(tables["summary"]).set_index(["variant", "bots", "statistic"])["estimate"]
    for _, row in overall(frame).iterrows():
        at = row["variant"], row["statistic"]
        expected = alone[at[0], "heuristic", at[1]] - alone[at[0], "random", at[1]]
        assert row["difference"] == pytest.approx(expected, abs=1e-12)
    assert "Bots heuristic instead of random, under kitty-linear:" in text


def test_a_restricted_bot_shows_what_a_rule_is_worth():
    _, tables, _ = compared("bashi-fen", "throw-ten-points", bots=("heuristic", "heuristic-no-tractors"))
    rows = overall(tables["bots"]).set_index(["variant", "statistic"])
    tractors = rows.loc[("bashi-fen", "tractors_led")]
    assert tractors["estimate"] == 0 < tractors["base_estimate"]
    assert tractors["p_adjusted"] < 0.001


def test_text_fits_a_terminal_and_says_what_changes(one, many):
    for _, _, text in (one, many):
        assert max(map(len, text.splitlines())) <= WIDTH
    text = one[2]
    assert "throw-ten-points against bashi-fen, bots random: the same 3,000 deals" in text
    assert "level_change (levels for declarers)" in text
    assert [line for line in text.splitlines() if line.startswith("failed_throw_points") and "<.0001" in line]
    assert "Never different: " in text
    assert "throws_failed" in text
    assert "nothing counted differs" in many[2]


def test_text_names_every_statistic_once(one):
    study, _, text = one
    body = text.split("\n\n", 1)[1].replace(",", " ").split()
    for statistic in study.unit_of(study.variants[0]).STATISTICS:
        assert body.count(statistic.name) == 1


def test_other_packs_are_compared_unpaired_and_said_so(monkeypatch, one):
    monkeypatch.setattr(shengji, "pack", lambda rules: (int(rules.throw.penalty),))
    _, tables, text = compared("bashi-fen", "throw-ten-points")
    frame = tables["compare"]
    assert not frame["paired"].any()
    assert "unpaired, since the packs differ" in " ".join(text.split())
    assert tables["verdicts"]["n_differ"].isna().all()
    assert tables["verdicts"]["gain"].isna().all()
    paired = overall(one[1]["compare"]).set_index("statistic")
    unpaired = overall(frame).set_index("statistic")
    assert unpaired.loc["opponents_points", "difference"] == paired.loc["opponents_points", "difference"]
    assert unpaired.loc["opponents_points", "std_error"] > 2 * paired.loc["opponents_points", "std_error"]
    assert max(map(len, text.splitlines())) <= WIDTH


def test_matches_are_compared_by_match():
    _, tables, text = compared("bashi-fen", "reach-ace", bots=("heuristic",), n=200, in_matches=True)
    frame = overall(tables["compare"])
    assert set(frame["unit"]) == {"match"}
    assert (frame["n"] == 200).all()
    deals = frame.set_index("statistic").loc["deals"]
    assert deals["difference"] < 0
    assert deals["p_adjusted"] < 0.001
    assert "the same 200 matches for both" in text
    assert {"all", "first_dealer=0"} <= set(tables["compare"]["stratum"])


@pytest.fixture(scope="module")
def by_match():
    return compared("bashi-fen", "hook-and-needle", "mandatory-5-10-k", n=400, in_matches=True)


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("hook-and-needle", {"hooks", "hook_levels"}),
        ("mandatory-5-10-k", {"stops", "stopped_at_5", "stopped_at_10", "stopped_at_k"}),
    ],
)
def test_hook_and_mandatory_ranks_show_by_match(by_match, name, changed):
    _, tables, text = by_match
    rows = overall(tables["compare"]).merge(tables["verdicts"], on=["variant", "bots", "unit", "statistic"])
    rows = rows[rows["variant"] == name].set_index("statistic")
    assert set(rows["unit"]) == {"match"}
    assert (rows.loc[sorted(changed), "verdict"] == CHANGES).all()
    assert (rows.loc[sorted(changed), "base_estimate"] == 0).all()
    assert (rows.loc[sorted(changed), "ci_low"] > 0).all()
    # An event that happens under the variant alone differs in as many matches as have it, and is told.
    counted = rows.loc[sorted(changed - {"hook_levels"})]
    assert (counted["base_events"] == 0).all()
    assert (counted["events"] >= counted["n_differ"]).all()
    assert rows.loc["deals", "n_differ"] > FEWEST
    part = text.split(f"{name} against")[1].split("\n\n")[1]
    assert changed <= {line.split()[0] for line in part.splitlines()}


def test_a_hook_fires_under_no_other_rule(by_match):
    _, tables, _ = by_match
    rows = tables["verdicts"].set_index(["variant", "statistic"])
    assert rows.loc[("mandatory-5-10-k", "hooks"), "verdict"] == SAME
    assert rows.loc[("hook-and-needle", "stops"), "verdict"] == SAME
