"""Sweeps as a tidy table and for reading."""

from __future__ import annotations

import pandas as pd
import pytest

from shengsim.report.compare import CHANGES, SAME
from shengsim.report.results import tables_of, text_of
from shengsim.report.sweep import NO_BLOCKS, SKIPPED
from shengsim.report.tables import WIDTH
from shengsim.study.study import load_study
from shengsim.study.sweep import load_sweep
from tests.report.test_compare import played

KITTY = "kitty.multiplier=none,pow2_length_plus_1,fixed_1"
PENALTY = "throw.penalty=none,ten_per_card"
COLUMNS = (
    "base,what,kitty.multiplier,throw.penalty,against,bots,unit,statistic,n,base_estimate,estimate,"
    "difference,std_error,ci_low,ci_high,p_adjusted,mde,paired,gain,events,n_differ,blocks,"
    "possible_blocks,bots_spread,below_bots_spread,verdict"
)


def swept(
    *settings: str, name: str = "bashi-fen", bots=("random",), n: int = 2_000, in_matches: bool = False
):
    study = load_sweep(name, settings, bots, n, 1, in_matches)
    results = played(study)
    tables = tables_of(study, results)
    return study, tables, text_of(study, results, tables)


@pytest.fixture(scope="module")
def one():
    return swept(KITTY, PENALTY)


@pytest.fixture(scope="module")
def several():
    return swept(KITTY, PENALTY, bots=("random", "heuristic"))


@pytest.fixture(scope="module")
def with_holes():
    return swept("dealer.first=first_exposed,first_joker_pair", "bidding.no_trump=off,joker_pair")


def rows_of(frame: pd.DataFrame, statistic: str, what: str, **choices: str) -> pd.DataFrame:
    found = frame[(frame["statistic"] == statistic) & (frame["what"] == what)]
    for name, value in choices.items():
        (column,) = [column for column in frame.columns if column.endswith(f".{name}")]
        found = found[found[column] == value]
    return found


def only(frame: pd.DataFrame, statistic: str, what: str, **choices: str) -> pd.Series:
    (row,) = [row for _, row in rows_of(frame, statistic, what, **choices).iterrows()]
    return row


def test_a_sweep_has_its_table_and_those_of_a_run(one):
    _, tables, _ = one
    assert set(tables) == {"summary", "distributions", "spreads", "sweep"}
    assert ",".join(tables["sweep"].columns) == COLUMNS
    assert not tables["sweep"].duplicated().any()


def test_there_is_a_row_an_effect_bots_and_statistic(several):
    study, tables, _ = several
    n_statistics = len(study.unit_of(study.variants[0]).STATISTICS)
    by_what = tables["sweep"].groupby("what").size()
    assert by_what.to_dict() == {
        "combination": 6 * 2 * n_statistics,
        "main": 3 * 2 * n_statistics,
        "interaction": 2 * 2 * n_statistics,
    }


def test_combinations_are_what_a_comparison_of_their_variants_says(one, tmp_path):
    path = tmp_path / "other.yaml"
    path.write_text(
        "name: other\nbase: bashi-fen\nrules: {kitty.multiplier: none, throw.penalty: ten_per_card}\n"
    )
    study = load_study(("bashi-fen", str(path)), ("random",), 2_000, 1, False, "compare")
    compared = tables_of(study, played(study))["compare"]
    compared = compared[compared["stratum"] == "all"].set_index("statistic")
    frame = rows_of(one[1]["sweep"], "level_change", "combination", multiplier="none", penalty="ten_per_card")
    assert len(frame) == 1
    rows = one[1]["sweep"]
    rows = rows[
        (rows["what"] == "combination")
        & (rows["kitty.multiplier"] == "none")
        & (rows["throw.penalty"] == "ten_per_card")
    ].set_index("statistic")
    columns = ["base_estimate", "estimate", "difference", "std_error", "ci_low", "ci_high", "mde"]
    pd.testing.assert_frame_equal(rows[columns].astype(float), compared[columns], check_exact=True)


def test_main_effects_and_interactions_are_those_of_the_combinations(one):
    _, tables, _ = one
    frame = tables["sweep"]
    for statistic in ("level_change", "opponents_points", "held"):
        mean = {
            (row["kitty.multiplier"], row["throw.penalty"]): row["estimate"]
            for _, row in rows_of(frame, statistic, "combination").iterrows()
        }
        main = only(frame, statistic, "main", multiplier="none")
        expected = [
            (mean[choice, "none"] + mean[choice, "ten_per_card"]) / 2
            for choice in ("pow2_length_plus_1", "none")
        ]
        assert [main["base_estimate"], main["estimate"]] == pytest.approx(expected)
        assert main["difference"] == pytest.approx(expected[1] - expected[0])
        assert main["against"] == "kitty.multiplier=pow2_length_plus_1"
        assert pd.isna(main["throw.penalty"])
        together = only(frame, statistic, "interaction", multiplier="none", penalty="ten_per_card")
        effects = [
            mean["none", penalty] - mean["pow2_length_plus_1", penalty]
            for penalty in ("none", "ten_per_card")
        ]
        assert [together["base_estimate"], together["estimate"]] == pytest.approx(effects)
        assert together["difference"] == pytest.approx(effects[1] - effects[0])
        assert together["against"] == "kitty.multiplier=pow2_length_plus_1 throw.penalty=none"


def test_the_combination_that_is_the_base_is_exactly_nothing(one):
    frame = one[1]["sweep"]
    rows = frame[(frame["kitty.multiplier"] == "pow2_length_plus_1") & (frame["throw.penalty"] == "none")]
    rows = rows[rows["what"] == "combination"]
    assert (rows[["difference", "std_error", "ci_low", "ci_high", "mde", "n_differ"]] == 0).all(axis=None)
    assert set(rows["verdict"]) == {SAME}


def test_p_values_are_adjusted_within_each_sort_of_effect(one):
    from scipy.stats import t

    frame = one[1]["sweep"]
    for _, rows in frame.groupby("what"):
        tested = rows[rows["std_error"] > 0]
        z = (tested["difference"] / tested["std_error"]).abs()
        first = tested.loc[z.idxmax()]
        expected = min(1, len(tested) * 2 * t.sf(z.max(), 1_999))
        assert first["p_adjusted"] == pytest.approx(expected, rel=1e-6, abs=1e-200)
    assert only(frame, "level_change", "main", multiplier="none")["verdict"] == CHANGES


def test_differences_below_the_spread_between_bots_are_flagged(several):
    _, tables, text = several
    frame = tables["sweep"]
    keys = ["what", "kitty.multiplier", "throw.penalty", "statistic"]
    for _, rows in frame.groupby(keys, dropna=False):
        spread = abs(rows["difference"].iloc[0] - rows["difference"].iloc[1])
        assert rows["bots_spread"].tolist() == pytest.approx([spread] * 2)
        assert (rows["below_bots_spread"] == (rows["difference"].abs() < rows["bots_spread"])).all()
    assert frame["below_bots_spread"].any()
    assert "~ The change is smaller" in text
    assert "Bots random: the same 2,000 deals" in text
    assert "Bots heuristic: the same 2,000 deals" in text


def test_one_bots_alone_has_no_spread(one):
    assert one[1]["sweep"]["bots_spread"].isna().all()
    assert not one[1]["sweep"]["below_bots_spread"].any()


def test_what_is_skipped_and_what_cannot_be_estimated_are_told(with_holes):
    _, tables, text = with_holes
    frame = tables["sweep"]
    (skipped,) = [row for _, row in frame[frame["what"] == SKIPPED].iterrows()]
    assert (skipped["dealer.first"], skipped["bidding.no_trump"]) == ("first_joker_pair", "off")
    assert "a pair of jokers can be exposed only with" in skipped["verdict"]
    rows = frame[frame["what"] == "interaction"]
    assert set(rows["verdict"]) == {NO_BLOCKS}
    assert (rows["blocks"] == 0).all()
    assert rows[["difference", "std_error", "p_adjusted"]].isna().all(axis=None)
    main = only(frame, "level_change", "main", no_trump="joker_pair")
    assert (main["blocks"], main["possible_blocks"]) == (1, 2)
    combination = only(frame, "level_change", "combination", no_trump="joker_pair", first="first_exposed")
    assert (main["difference"], main["std_error"]) == (combination["difference"], combination["std_error"])
    words = " ".join(text.split())
    assert (
        "Left out, since they contradict themselves: dealer.first=first_joker_pair bidding.no_trump=off"
        in words
    )
    assert "first first_joker_pair with no_trump joker_pair: cannot be estimated" in words
    assert "over 1 of 2 combinations of the others" in words


def test_other_packs_are_unpaired_and_said_so():
    _, tables, text = swept("table.decks=1,2", "bombs.enabled=on,off", name="winner", n=600)
    frame = tables["sweep"]
    decks = only(frame, "plays", "main", decks="2")
    bombs = only(frame, "plays", "main", enabled="false")
    assert not decks["paired"]
    assert pd.isna(decks["gain"])
    assert pd.isna(decks["n_differ"])
    assert bombs["paired"]
    assert bombs["n_differ"] > 0
    assert only(frame, "plays", "interaction", decks="2", enabled="false")["paired"]
    parts = [
        only(frame, "plays", "combination", decks=decks, enabled="false")["estimate"]
        - only(frame, "plays", "combination", decks=decks, enabled="true")["estimate"]
        for decks in ("1", "2")
    ]
    assert bombs["difference"] == pytest.approx(sum(parts) / 2)
    assert "unpaired (*)" in " ".join(text.split())


def test_only_statistics_that_all_arms_have_are_compared():
    _, tables, _ = swept("table.players=3,4", name="winner", n=300)
    assert "score_d" not in set(rows_of(tables["sweep"], "score_d", "main")["statistic"])
    assert len(rows_of(tables["sweep"], "plays", "main")) == 1


def test_matches_are_swept_too():
    _, tables, text = swept("levels.end=A,8", n=30, in_matches=True)
    row = only(tables["sweep"], "deals", "main", end="8")
    assert row["unit"] == "match"
    assert row["difference"] < 0
    assert "30 matches" in text


def test_text_fits_a_terminal(one, several, with_holes):
    for _, _, text in (one, several, with_holes):
        assert max(map(len, text.splitlines())) <= WIDTH


def test_text_tells_each_effect_on_the_main_outcome(one):
    _, tables, text = one
    lines = text.splitlines()
    assert "level_change (levels for declarers), " in text
    at = next(number for number, line in enumerate(lines) if line.startswith("What a choice changes"))
    row = only(tables["sweep"], "level_change", "main", multiplier="none")
    assert lines[at + 1].split()[:4] == [
        "multiplier", "none", f"{row['estimate']:.2f}", f"{row['difference']:+.3f}",
    ]  # fmt: skip
    assert "multiplier none also changes held " in text


def test_text_of_one_knob_says_nothing_twice():
    _, _, text = swept(KITTY, n=500)
    assert "Each combination against bashi-fen:" in text
    assert "What a choice changes" not in text
    assert "What two choices" not in text
