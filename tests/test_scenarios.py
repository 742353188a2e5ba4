"""Every scenario that ships, as a test; and what they must show together."""

from __future__ import annotations

import json
from itertools import groupby

import pytest

from shengsim.games import FAMILIES
from shengsim.knob import RankKnob, knobs, value_at, yaml_value
from shengsim.verify.check import check_scenario
from shengsim.verify.coverage import coverage_of
from shengsim.verify.report import failure_text
from shengsim.verify.scenario import load_scenarios, scenario_files

SCENARIOS = [scenario for path, shown_as in scenario_files() for scenario in load_scenarios(path, shown_as)]
CHOICE_KNOBS = [
    (family, knob)
    for family in FAMILIES.values()
    for knob in knobs(family.RULES)
    if knob.choices and knob.kind is not RankKnob
]
ANSWER_KEYS = """
order reads_as components reason legal illegal all_legal plays stands penalty chooses loses_round winner
points standing refused dealer multiplier added added_to_declarers declarers_gain opponents_gain swap
dealer_after levels_after finished next_rank may_claim leads first_drawer hooked level_after captured
levels_lost opponents_points trump_after kitty_of declarers kitty_size cards_each told
beats reason scores turn places over now_reversed next_dealer exchanged gives hands_after cards jokers
refused_offer refused_choice offers takes order_of_play first_dealt last_dealt games
"""
ANSWERS = frozenset(ANSWER_KEYS.split())
"""Keys that say what must come of a scenario; the others say what is on the table."""


@pytest.mark.parametrize(
    "scenario", SCENARIOS, ids=lambda scenario: f"{scenario.file.rsplit('/', 1)[-1]}:{scenario.name}"
)
def test_scenario(scenario):
    verdict = check_scenario(scenario)
    assert verdict.passed, failure_text(verdict)
    assert verdict.noted or verdict.n_checked


def test_names_are_unique():
    names = [scenario.name for scenario in SCENARIOS]
    assert len(names) == len(set(names))


FACTS = {
    "000": [*range(1, 83), *range(84, 89)],
    "001": range(1, 33),
    "002": [*range(1, 89), *range(90, 94)],
}
TABLE_ROWS = {
    "000": {13, 39, 42, *range(45, 58), *range(63, 76), 79, 81, 82},
    "001": set(range(1, 33)),
    "002": {8, 87, 88, 12, 13, 14, 22, 34, *range(38, 48), *range(50, 63), *range(67, 80), *range(81, 87)},
}
SITUATIONS = [
    1,
    2,
    4,
    5,
    *range(8, 14),
    15,
    16,
    18,
    19,
    21,
    *range(23, 26),
    27,
    28,
    31,
    32,
    34,
    40,
    42,
    47,
    7,
    44,
    46,
    49,
]
SITUATIONS += [35, 37, 39]  # of three packs
SITUATIONS += [50, 52, 53, 55, 58]  # of Winner

HOUSE_RULES = {
    "F": (1, 2, 3, 4, 5, 7, 8, 10, 11, 13, 15, 16, 18),
    "W": (1, 2, 3, 5, 6, 8, 10, 12, 14, 15),
    "L": (1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 14, 16, 17, 18, 20, 21, 23, 24, 25, 27, 28, 30, 32, 33, 34),
    "O": (1, 2, 4, 5, 7, 9),
    "X": (1, 2, 4, 5, 7, 8, 9, 11, 12),
}
"""The rows of a public table's cases on leads, tricks, follows, order and draws, friends apart."""


def cited(checked_only: bool) -> set[str]:
    return {fact for s in SCENARIOS if not (checked_only and s.kind == "note") for fact in s.ids}


def test_every_fact_is_cited():
    wanted = {f"{source}-{n}" for source, numbers in FACTS.items() for n in numbers}
    assert wanted <= cited(checked_only=False)


def test_every_table_row_and_situation_is_checked():
    wanted = {f"{source}-{n}" for source, numbers in TABLE_ROWS.items() for n in numbers}
    assert wanted | {f"E{n}" for n in SITUATIONS} <= cited(checked_only=True)


def test_every_row_of_the_house_rules_is_checked_under_their_variant():
    assert {f"rbtying {part}{row}" for part, rows in HOUSE_RULES.items() for row in rows} == {
        fact
        for scenario in SCENARIOS
        if scenario.kind != "note" and scenario.source.data[scenario.at[0]].get("variant") == "rbtying"
        for fact in scenario.ids
        if fact.startswith("rbtying ")
    }


def test_every_choice_has_a_scenario_in_its_knobs_file():
    coverage = coverage_of([check_scenario(scenario) for scenario in SCENARIOS])
    assert coverage["choices"]["without"] == []


def split(scenario) -> tuple[str, str]:
    """What is on the table, and what must come of it, as text."""
    keys = set(scenario.content)
    answers = keys & ANSWERS
    if scenario.kind in ("bids", "flip"):
        answers |= keys & {"trump"}
    if scenario.kind in ("captured", "hook"):
        answers -= {"declarers"}  # given there
    given = {key: scenario.content[key] for key in keys - answers}
    told = {key: scenario.content[key] for key in answers}
    return json.dumps(given, sort_keys=True), json.dumps(told, sort_keys=True)


@pytest.mark.parametrize(
    ("family", "knob"), CHOICE_KNOBS, ids=lambda part: getattr(part, "path", getattr(part, "NAME", ""))
)
def test_every_choice_has_a_neighbour_that_decides_otherwise(family, knob):
    file = f"/{family.NAME}/{knob.path}.yaml"
    own = [s for s in SCENARIOS if s.file.endswith(file) and s.kind not in ("note", "load")]
    lonely = set(knob.choices)
    for _, group in groupby(sorted(own, key=lambda s: split(s)[0]), key=lambda s: split(s)[0]):
        members = list(group)
        for one in members:
            value = yaml_value(value_at(one.rules, knob.path))
            for other in members:
                if yaml_value(value_at(other.rules, knob.path)) != value and split(one)[1] != split(other)[1]:
                    lonely.discard(str(value).lower())
    assert lonely == set()
