"""Studies declared in YAML: what they play, and every fault of theirs with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from shengsim.errors import InputError
from shengsim.study.declared import Declared, read_study
from shengsim.study.study import load_study
from shengsim.study.sweep import load_sweep


def read(folder: Path, text: str) -> Declared:
    path = folder / "study.yaml"
    path.write_text(text)
    return read_study(path)


def faults(folder: Path, text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(folder, text)
    return [str(fault).removeprefix(f"{folder}/") for fault in caught.value.faults]


def test_a_comparison_is_declared(tmp_path):
    declared = read(
        tmp_path,
        "question: Is it?\nbase: bashi-fen\nvariants: [kitty-none, kitty-linear]\ndeals: 1_000\n"
        "bots: [heuristic, 'NS=greedy,EW=random']\nseed: 3\nreading: |\n  It is.\n",
    )
    expected = load_study(
        ("bashi-fen", "kitty-none", "kitty-linear"),
        ("heuristic", "NS=greedy,EW=random"),
        1_000,
        3,
        False,
        "compare",
    )
    assert (declared.question, declared.reading) == ("Is it?", "It is.\n")
    assert declared.study == expected
    assert declared.of_size(7).study.n_deals == 7
    assert declared.of_size(None) is declared


def test_a_sweep_and_a_run_of_matches_are_declared(tmp_path):
    sweep = read(
        tmp_path,
        "question: q\nbase: bashi-fen\nsweep:\n  kitty.multiplier: [none, fixed_1]\n"
        "  levels.mandatory: [[], [5, 10, K]]\nmatches: 20\n",
    )
    settings = ("kitty.multiplier=none,fixed_1", "levels.mandatory=[],[5,10,K]")
    assert sweep.study == load_sweep("bashi-fen", settings, ("heuristic",), 20, 0, True)
    run = read(tmp_path, "question: q\nvariants: winner\ndeals: 20\nbots: random\n")
    assert run.study == load_study(("winner",), "random", 20, 0)


def test_variants_are_found_from_where_the_file_lies(tmp_path, monkeypatch):
    (tmp_path / "mine.yaml").write_text("name: mine\nbase: bashi-fen\nrules: {lead.pairs: off}\n")
    monkeypatch.chdir("/")
    declared = read(tmp_path, "question: q\nbase: bashi-fen\nvariants: [mine.yaml, ./mine.yaml]\ndeals: 1\n")
    assert [variant.name for variant in declared.study.variants] == ["bashi-fen", "mine", "mine"]


def test_all_faults_are_told_at_once_with_their_places(tmp_path):
    text = """\
question: 7
base: bashi-fn
variants: [kitty-nne, winner]
deal: 10
matches: 0
bots: [heuristc]
seed: -1
"""
    assert faults(tmp_path, text) == [
        "study.yaml:1:11: question: must be text, not 7",
        "study.yaml:2:7: base: 'bashi-fn': no variant that ships has this name; did you mean 'bashi-fen'?",
        "study.yaml:3:12: variants[0]: 'kitty-nne': no variant that ships has this name; did you mean 'kitty-none'?",
        "study.yaml:4:1: deal: is not part of a study file; did you mean 'deals'?",
        "study.yaml:5:10: matches: must be at least 1, not 0",
        "study.yaml:6:8: bots[0]: winner: no bot is called 'heuristc'; did you mean 'heuristic'?",
        "study.yaml:7:7: seed: must be at least 0, not -1",
    ]


def test_faults_of_a_sweep_have_their_places(tmp_path):
    text = """\
question: q
base: bashi-fen
sweep:
  kitty.multplier: [none, fixed_1]
  throw.allowed: [on, maybe]
  lead.pairs: on
  levels.mandatory: [[], [5, Z]]
  kitty.singles_throw: [2, 3, 2]
deals: 10
"""
    assert faults(tmp_path, text) == [
        "study.yaml:4:3: sweep.kitty.multplier: shengji has no knob of this name; did you mean 'kitty.multiplier'?",
        "study.yaml:5:23: throw.allowed: must be true or false, not 'maybe'",
        "study.yaml:6:3: sweep.lead.pairs: needs two choices or more, and at most 64",
        "study.yaml:7:26: levels.mandatory: must be one of 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A, not a list",
        "study.yaml:8:31: kitty.singles_throw: '2' is named twice",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("- x\n", "study.yaml:1:1: must be a mapping with a question and what is to be played"),
        ("question: q\ndeals: 1\n", "study.yaml:1:1: needs variants, or a base and a sweep of its knobs"),
        ("question: q\nvariants: [winner]\n", "study.yaml:1:1: needs a number of deals or of matches"),
        (
            "question: q\nvariants: [winner]\ndeals: 1\nmatches: 1\n",
            "study.yaml:1:1: needs a number of deals or of matches",
        ),
        ("question: q\nsweep: {lead.pairs: [on, off]}\ndeals: 1\n", "study.yaml:2:1: sweep: needs a base"),
        ("variants: [winner]\ndeals: 1\n", "study.yaml:1:1: question is missing"),
        (
            "question: q\nvariants: []\ndeals: 1\n",
            "study.yaml:2:11: variants: is shorter than may be, not a list",
        ),
    ],
)
def test_what_is_missing_is_told(tmp_path, text, fault):
    assert faults(tmp_path, text) == [fault]


def test_a_variant_of_another_family_is_no_comparison(tmp_path):
    (fault,) = faults(tmp_path, "question: q\nbase: bashi-fen\nvariants: [winner]\ndeals: 1\n")
    assert fault.endswith("is of the family winner, and bashi-fen of shengji: nothing to compare")
    assert fault.startswith("study.yaml:3:12: variants[0]: ")


def test_a_broken_variant_is_told_where_it_is_broken(tmp_path):
    (tmp_path / "mine.yaml").write_text("name: mine\nbase: bashi-fen\nrules: {lead.pears: off}\n")
    (fault,) = faults(tmp_path, "question: q\nvariants: [mine.yaml]\ndeals: 1\n")
    assert fault.startswith("mine.yaml:3:9: rules.lead.pears: ")


def test_a_sweep_that_contradicts_itself_throughout_has_its_place(tmp_path):
    found = faults(tmp_path, "question: q\nbase: bashi-fen\nsweep: {deal.kitty_size: [5, 6]}\ndeals: 1\n")
    assert len(found) == 2
    assert all(
        fault.startswith("study.yaml:3:9: sweep.deal.kitty_size: every combination") for fault in found
    )
