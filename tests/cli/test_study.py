"""``shengsim study``: from a YAML file to its tables and README; and the studies of the reports."""

from __future__ import annotations

import os
from pathlib import Path

import pandas as pd
import pytest

import shengsim
from shengsim.study.declared import read_study
from tests.cli.test_compare import call

REPORTS = Path(shengsim.__file__).parents[1] / "reports"
STUDIES = sorted(REPORTS.glob("*/study.yaml"))
TEXT = """\
question: Does the kitty matter?
base: bashi-fen
variants: [kitty-none]
deals: 400
bots: [random]
reading: |
  It does.
"""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def file():
    folder = Path("mine")
    folder.mkdir()
    (folder / "study.yaml").write_text(TEXT)
    return folder / "study.yaml"


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".csv", ".md")}


def test_results_stand_beside_the_file_and_are_made_anew_to_the_same_bytes(file):
    result = call("study", str(file), "--workers", "1")
    assert result.exit_code == 0
    found = files(file.parent)
    assert set(found) == {
        "README.md", "summary.csv", "distributions.csv", "spreads.csv", "compare.csv", "verdicts.csv",
    }  # fmt: skip
    text = found["README.md"].decode()
    assert text.startswith("# Does the kitty matter?\n\n400 deals of each, bots random, seed 0.")
    assert "\n\nIt does.\n\n" in text
    assert "level_change (levels for declarers), against bashi-fen:" in text
    (line,) = [line for line in text.splitlines() if line.startswith("kitty-none ")]
    table = pd.read_csv(file.parent / "compare.csv")
    row = table[(table["statistic"] == "level_change") & (table["stratum"] == "all")].iloc[0]
    shown = [f"{row['base_estimate']:.2f}", f"{row['estimate']:.2f}", f"{row['difference']:+.3f}"]
    assert line.split()[1:4] == shown
    assert max(map(len, text.split("```")[1].splitlines())) <= 80
    assert "In full: `compare.csv`, `verdicts.csv`." in text
    assert not list(file.parent.glob("run.*"))
    call("study", str(file), "-q")
    assert files(file.parent) == found
    other = Path("other")
    call("study", str(file), "-q", "--out", str(other))
    assert files(other) == found


def test_a_trial_leaves_the_results_alone(file):
    call("study", str(file), "-q")
    before = files(file.parent)
    assert call("study", str(file), "--number", "50", "-q").exit_code == 0
    assert files(file.parent) == before
    (folder,) = Path("reports", "runs").iterdir()
    assert "50 deals of each" in (folder / "README.md").read_text()


def test_what_the_tables_hold_is_described(file):
    assert "p_adjusted" in call("study", str(file), "--describe").stdout


def test_faults_have_their_places(file):
    file.write_text(TEXT.replace("kitty-none", "kitty-nne"))
    result = call("study", str(file))
    assert result.exit_code == 2
    assert result.stderr.startswith("mine/study.yaml:3:12: variants[0]: 'kitty-nne'")
    assert "did you mean 'kitty-none'?" in result.stderr
    assert call("study", "nowhere.yaml").exit_code == 2


@pytest.mark.parametrize("path", STUDIES, ids=[path.parent.name for path in STUDIES])
def test_every_study_of_the_reports_can_be_made(path):
    declared = read_study(path)
    if "SOAK" not in os.environ and any(arm.variant.rules.table.decks > 2 for arm in declared.study.arms):
        pytest.skip("compiling for three and four packs takes a minute and a half: make soak does it")
    n = 6 if declared.study.in_matches else 150
    result = call("study", str(path), "--number", str(n), "--out", "out", "-q")
    assert result.exit_code == 0, result.stderr
    assert (Path("out") / "README.md").read_text().startswith(f"# {declared.question}\n")
    assert {row.suffix for row in Path("out").iterdir()} >= {".csv", ".md"}


@pytest.mark.parametrize("path", STUDIES, ids=[path.parent.name for path in STUDIES])
def test_every_report_is_that_of_its_study(path):
    declared = read_study(path)
    study = declared.study
    text = (path.parent / "README.md").read_text()
    assert declared.reading
    assert text.startswith(f"# {declared.question}\n\n{study.n_deals:,} ")
    assert f"\n\n{declared.reading.strip()}\n\n" in text
    assert f"bots {', '.join(study.bots)}, seed {study.seed}." in text
    main = "sweep" if study.factorial else study.kind
    table = pd.read_csv(path.parent / f"{main}.csv", keep_default_na=False, dtype=str)
    rows = table[table["statistic"] != ""]
    assert set(rows["bots"]) == set(study.bots)
    overall = rows if main == "sweep" else rows[rows["stratum"] == "all"]
    assert set(overall["n"]) == {str(study.n_deals)}
