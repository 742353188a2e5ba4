"""What is wrong with a scenario is told at its place, in words for people."""

from __future__ import annotations

import os

import pytest

from shengsim.errors import InputError
from shengsim.verify.check import check_files

LONG_HAND = "2Cx2 3Cx2 4Cx2 5Cx2 6Cx2 8Cx2 9Cx2 JCx2 QCx2 KCx2 ACx2"
HEAD = "- name: n\n  source: s\n"
LEAD = HEAD + "  trump: 7C\n  reads_as: single\n"
BIDS = HEAD + "  rank: 9\n"
LEVELS = HEAD + "  levels_after: {NS: 2}\n"
TRICK = HEAD + "  trump: 7C\n  winner: E\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (LEAD + "  lead: 9Z", "5:9: [0].lead: no card is called '9Z'"),
        (LEAD + "  lead: 9", "5:9: [0].lead: must be text, not 9"),
        (LEAD + "  lead: [9H]", "5:9: [0].lead: must be text, not a list"),
        (LEAD + "  lead: ''", "5:9: [0].lead: 0 cards; one to 108 are expected here"),
        (LEAD + "  lead: 9H\n  components: 9H", "6:15: [0].components: must be a list, not '9H'"),
        (LEAD + "  lead: 9H\n  components: [9H, y]", "6:20: [0].components[1]: no card is called 'y'"),
        (LEAD + "  lead: 9H\n  mode: x", "6:3: [0].mode: is no key of a scenario of kind lead"),
        (BIDS + "  bids: {E: 9H}", "4:9: [0].bids: must be a list, not a mapping"),
        (BIDS + "  bids: [{E: 9H}, {N: 9Z}]", "4:23: [0].bids[1].N: no card is called '9Z'"),
        (BIDS + "  bids: [{E: 9H}, {P: 9H}]", "4:20: [0].bids[1].P: no seat is called 'P' (E, N, W, S)"),
        (BIDS + "  bids: []\n  standing: {E: 9Z}", "5:17: [0].standing.E: no card is called '9Z'"),
        (BIDS + "  bids: []\n  standing: [{E: 9Z}]", "5:18: [0].standing[0].E: no card is called '9Z'"),
        (LEVELS + "  results: [{gain: 2}]", "4:13: [0].results[0]: declarers is missing"),
        (LEVELS + "  results: [{declarers: N}]", "4:25: [0].results[0].declarers: must be one of NS, EW"),
        (
            LEVELS + "  results: [{declarers: NS, gain: -1}]",
            "4:35: [0].results[0].gain: must be at least 0, not -1",
        ),
        (
            LEVELS + "  results: [{declarers: NS, gian: 1}]",
            "4:35: [0].results[0].gian: is not known here, not 1",
        ),
        (TRICK + "  plays: {}", "5:10: [0].plays: is shorter than may be, not a mapping"),
        (
            TRICK + "  plays: {E: 9H, N: 9H 9H}",
            "1:3: [0]: cannot be read: N plays 9H 9H: not as many cards as were led",
        ),
        (HEAD + "  opponents: 80\n  dealer_after: E", "1:3: [0]: says too little: dealer is missing"),
        (HEAD + "  variant: ./pipe", "3:12: [0].variant: the variant './pipe' cannot be used: is no file"),
        (
            HEAD + f"  trump: 7C\n  lead: 9Hx2 10Hx2\n  all_legal: 1\n  hand: {LONG_HAND}",
            "1:3: [0]: cannot be read: all_legal: more than 5,000 plays to try; "
            "a smaller hand shows the same",
        ),
        (LEAD + "  lead: 9Hx3", "1:3: [0]: cannot be read: more than 2 of 9H"),
        (HEAD * 501, "1001:3: [500]: more than 500 scenarios in one file"),
    ],
)
def test_one_fault(text, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    path = tmp_path / "s.yaml"
    path.write_text(text)
    with pytest.raises(InputError) as told:
        list(check_files([(path, "s.yaml")]))
    assert str(told.value) == f"s.yaml:{line}"
