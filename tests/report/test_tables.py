"""Tables: the columns that scripts rely on, sound numbers, and a text that fits the terminal."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from shengsim.report.tables import (
    HISTOGRAM_COLUMNS,
    SUMMARY_COLUMNS,
    histograms,
    is_counted,
    side_by_side,
    summary,
    terminal_table,
)
from shengsim.report.write import write_csv
from shengsim.stats.estimate import estimates
from shengsim.stats.tally import Tally
from shengsim.study.chunks import Chunk
from shengsim.study.run import run_chunk
from shengsim.study.study import Study
from shengsim.variant.variant import load_variant

N_DEALS = 2000
ENGINE = load_variant("bashi-fen").family.engine()


def tallied(study: Study) -> dict[int, Tally]:
    """The tallies of a study by variant."""
    chunks = (Chunk(index, 0, study.n_deals) for index in range(len(study.variants)))
    return {chunk.group: run_chunk(study, chunk).tally(0) for chunk in chunks}


def tally_of(**values: int) -> Tally:
    """A tally of two deals: one of zeros, one with these values of outcome fields."""
    outcomes = np.zeros((2, len(ENGINE.OUTCOME)), np.int64)
    for name, value in values.items():
        outcomes[1, ENGINE.OUTCOME[name]] = value
    tally = Tally.empty(ENGINE)
    tally.add(ENGINE, outcomes, plain=True)
    return tally


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Two variants."""
    path = tmp_path_factory.mktemp("variants") / "other.yaml"
    path.write_text("name: other\nbase: bashi-fen\nrules: {kitty.multiplier: fixed_2, lead.pairs: false}\n")
    return Study((load_variant("bashi-fen"), load_variant(str(path))), ("random",), N_DEALS, 1)


@pytest.fixture(scope="module")
def tallies(study: Study) -> dict[int, Tally]:
    """Their tallies."""
    return tallied(study)


# Summary


def test_summary_has_the_columns_of_summary_csv(
    study: Study, tallies: dict[int, Tally], tmp_path: Path
) -> None:
    frame = summary(study, tallies)
    head = "variant,bots,unit,statistic,stratum,n,estimate,std_error,ci_low,ci_high"
    assert ",".join(frame.columns) == ",".join(SUMMARY_COLUMNS) == head
    write_csv(frame, tmp_path / "summary.csv")
    assert (tmp_path / "summary.csv").read_text().splitlines()[0] == head


def test_summary_has_one_row_a_variant_statistic_and_stratum(study: Study, tallies: dict[int, Tally]) -> None:
    frame = summary(study, tallies)
    assert not frame.duplicated(["variant", "bots", "unit", "statistic", "stratum"]).any()
    for index, variant in enumerate(study.variants):
        rows = list(estimates(ENGINE, tallies[index]))
        part = frame[frame["variant"] == variant.name]
        assert part["statistic"].tolist() == [row.statistic for row in rows]
        assert part["stratum"].tolist() == [row.stratum for row in rows]
        assert part["estimate"].tolist() == [row.estimate for row in rows]
    assert set(frame["bots"]) == {"random"}
    assert set(frame["unit"]) == {"deal"}


def test_summary_is_sorted_by_variant_as_given_then_by_statistic(
    study: Study, tallies: dict[int, Tally]
) -> None:
    frame = summary(study, tallies)
    assert list(frame["variant"].unique()) == ["bashi-fen", "other"]
    for _, part in frame.groupby("variant"):
        assert list(part["statistic"].unique()) == sorted(statistic.name for statistic in ENGINE.STATISTICS)


def test_summary_has_every_stratum_of_the_deals(study: Study, tallies: dict[int, Tally]) -> None:
    frame = summary(study, tallies)
    strata = frame[frame["statistic"] == "swap"]["stratum"].unique().tolist()
    assert strata[:3] == ["all", "rank=2", "rank=3"]
    assert {"rank=10", "rank=A", "trump=hearts", "dealer=0", "dealer=3"} <= set(strata)
    assert "dealer=4" not in strata
    assert not frame.isna().any().any()


def test_summary_strata_add_up_to_all(study: Study, tallies: dict[int, Tally]) -> None:
    frame = summary(study, tallies)
    part = frame[(frame["variant"] == "bashi-fen") & (frame["statistic"] == "level_change")].set_index(
        "stratum"
    )
    assert part.loc["all", "n"] == N_DEALS
    for name in ("rank", "trump", "dealer"):
        rows = part[part.index.str.startswith(f"{name}=")]
        assert rows["n"].sum() == N_DEALS
        total = (rows["n"] * rows["estimate"]).sum()
        assert total / N_DEALS == pytest.approx(part.loc["all", "estimate"], rel=1e-12)


def test_summary_of_a_variant_named_twice_has_its_rows_once() -> None:
    variant = load_variant("bashi-fen")
    once, twice = Study((variant,), ("random",), 100, 0), Study((variant, variant), ("random",), 100, 0)
    pd.testing.assert_frame_equal(summary(once, tallied(once)), summary(twice, tallied(twice)))
    pd.testing.assert_frame_equal(histograms(once, tallied(once)), histograms(twice, tallied(twice)))


def test_summary_of_one_deal_leaves_errors_of_means_empty(tmp_path: Path) -> None:
    study = Study((load_variant("bashi-fen"),), ("random",), 1, 0)
    frame = summary(study, tallied(study))
    kinds = {statistic.name: statistic.kind for statistic in ENGINE.STATISTICS}
    is_mean = frame["statistic"].map(kinds) == "mean"
    assert frame[is_mean][["std_error", "ci_low", "ci_high"]].isna().all().all()
    assert frame[~is_mean].notna().all().all()
    write_csv(frame, tmp_path / "summary.csv")
    assert "nan" not in (tmp_path / "summary.csv").read_text().lower()


# Histograms


def test_histograms_have_their_columns_and_count_every_deal(study: Study, tallies: dict[int, Tally]) -> None:
    frame = histograms(study, tallies)
    assert (
        tuple(frame.columns)
        == HISTOGRAM_COLUMNS
        == ("variant", "bots", "unit", "statistic", "low", "high", "label", "n")
    )
    totals = frame.groupby(["variant", "statistic"])["n"].sum()
    assert totals.to_dict() == {
        (variant.name, histogram.name): N_DEALS
        for variant in study.variants
        for histogram in ENGINE.HISTOGRAMS
    }
    assert (frame["n"] > 0).all()


def test_histograms_have_bins_of_their_width_without_overlap(study: Study, tallies: dict[int, Tally]) -> None:
    frame = histograms(study, tallies)
    widths = {histogram.name: histogram.width for histogram in ENGINE.HISTOGRAMS}
    for (_, name), part in frame.groupby(["variant", "statistic"]):
        closed = part.dropna()
        assert ((closed["high"] - closed["low"]) == widths[name] - 1).all()
        assert part["low"].dropna().is_monotonic_increasing
        assert (part["low"].to_numpy()[1:] > part["high"].to_numpy()[:-1]).all()


def test_histograms_end_bins_are_open() -> None:
    study = Study((load_variant("bashi-fen"),), ("random",), 2, 0)
    tally = tally_of(OPPONENTS_POINTS=10**6, LEVEL_CHANGE=-(10**6))
    frame = histograms(study, {0: tally})
    rows = {name: part[["low", "high", "n"]].values.tolist() for name, part in frame.groupby("statistic")}
    assert rows["opponents_points"] == [[0, 4, 1], [800, pd.NA, 1]]
    assert rows["level_change"] == [[pd.NA, -20, 1], [0, 0, 1]]
    assert rows["kitty_multiplier"] == [[pd.NA, 0, 2]]


def test_histograms_agree_with_the_summary(study: Study, tallies: dict[int, Tally]) -> None:
    frame = histograms(study, tallies)
    part = frame[(frame["variant"] == "bashi-fen") & (frame["statistic"] == "level_change")].dropna()
    assert part["n"].sum() == N_DEALS  # nothing in the open bins, which have no one value
    means = summary(study, tallies).set_index(["variant", "statistic", "stratum"])["estimate"]
    mean = (part["low"] * part["n"]).sum() / N_DEALS
    assert mean == pytest.approx(means["bashi-fen", "level_change", "all"], rel=1e-12)


# The terminal


def test_terminal_table_fits_eighty_columns(study: Study, tallies: dict[int, Tally]) -> None:
    for index, variant in enumerate(study.variants):
        lines = terminal_table(ENGINE, variant.name, tallies[index]).splitlines()
        assert max(map(len, lines)) <= 80
        assert len(lines) == 2 + len(ENGINE.STATISTICS)
        assert [line.split()[0] for line in lines[2:]] == [statistic.name for statistic in ENGINE.STATISTICS]


def test_terminal_table_fits_with_large_numbers() -> None:
    tally = tally_of(OPPONENTS_POINTS=20_000, LEVEL_CHANGE=-1_000, KITTY_MULTIPLIER=2**14, SWAP=1)
    lines = terminal_table(ENGINE, "x" * 60, tally).splitlines()
    assert max(map(len, lines)) <= 80


def test_terminal_table_has_the_value_its_margin_and_words(study: Study, tallies: dict[int, Tally]) -> None:
    frame = summary(study, tallies)
    lines = terminal_table(ENGINE, "bashi-fen", tallies[0]).splitlines()
    assert lines[0] == "bashi-fen: 2,000 deals"
    overall = frame[(frame["variant"] == "bashi-fen") & (frame["stratum"] == "all")].set_index("statistic")
    for line, statistic in zip(lines[2:], ENGINE.STATISTICS, strict=True):
        name, value, margin, *words = line.split()
        row = overall.loc[name]
        scale = 100 if statistic.kind == "rate" else 1
        assert value.endswith("%") == (statistic.kind == "rate")
        assert float(value.rstrip("%")) == pytest.approx(scale * row["estimate"], abs=0.00501)
        assert float(margin) == pytest.approx(scale * (row["ci_high"] - row["ci_low"]) / 2, abs=0.000501)
        if is_counted(statistic):
            times, *words = words
            assert times[-1] in "0123456789kMG"
        assert " ".join(words) == statistic.words


@pytest.fixture(scope="module")
def side_by_side_lines() -> list[str]:
    study = Study((load_variant("bashi-fen"), load_variant("bashi-fen-classic")), ("heuristic",), N_DEALS, 0)
    return side_by_side(study, tallied(study)).splitlines()


def test_side_by_side_fits_eighty_columns_and_cuts_no_words(side_by_side_lines: list[str]) -> None:
    assert max(map(len, side_by_side_lines)) <= 80
    assert not any("…" in line for line in side_by_side_lines)


def test_side_by_side_names_every_statistic_once_with_zeros_last(side_by_side_lines: list[str]) -> None:
    start = next(at for at, line in enumerate(side_by_side_lines) if line.startswith("Always 0: "))
    zeros = " ".join(side_by_side_lines[start:]).removeprefix("Always 0: ").split(", ")
    shown = [line.split()[0] for line in side_by_side_lines[2:start]]
    assert sorted(shown + zeros) == sorted(statistic.name for statistic in ENGINE.STATISTICS)
    assert "misdeals" in zeros
    assert "tractors_led" in shown


def test_terminal_table_of_one_deal_has_no_margin_of_means() -> None:
    study = Study((load_variant("bashi-fen"),), ("random",), 1, 0)
    text = terminal_table(ENGINE, "bashi-fen", tallied(study)[0])
    assert text.startswith("bashi-fen: 1 deal")
    assert "nan" not in text
