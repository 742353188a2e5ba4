"""Thousands of broken files; ``python -m tests.fuzz.soak`` makes more."""

from __future__ import annotations

import pytest

from tests.fuzz.check import KINDS, fuzz, outcome


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", KINDS)
def test_no_broken_file_gives_anything_but_faults_with_their_places(kind, seed, tmp_path):
    told: list[str] = []
    found = fuzz(kind, seed, 1_000, tmp_path, told.append)
    assert not told, "\n".join(told)
    assert found[2] == 1_000
    assert found[0] > 50  # some mutants are sound: the others are not broken beyond recognition


RULES = "name: a\nfamily: shengji\nrules:\n"
ITEM = "- {name: nNUMBER, source: s, trump: 7C, lead: 9H, reads_as: single}\n"
LARGEST = [
    ("variant", "", "keyNUMBER: 1\n", 24_000),
    ("variant", RULES, "  kNUMBER: 1\n", 24_000),
    ("variant", RULES, "  lead.kNUMBER: 1\n", 24_000),
    ("scenario", "", "- x\n", 49_000),
    ("scenario", "", "- {name: a}\n", 499),
    ("scenario", "", "- {name: a}\n", 16_000),
    ("scenario", "", ITEM.replace("trump", "rules: {lead.pears: 1}, trump"), 499),
    ("scenario", ITEM.replace("9H", "9Z"), ITEM, 499),
]


@pytest.mark.parametrize(("kind", "head", "part", "number"), LARGEST)
def test_the_largest_files_are_refused_within_a_second(kind, head, part, number, tmp_path):
    content = head + "".join(part.replace("NUMBER", str(n)) for n in range(number))
    assert outcome(kind, content.encode(), tmp_path) == 2
