"""Arms on common deals: what is compared is played together, and plays as it does alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from shengsim.errors import InputError
from shengsim.games import FAMILIES, shengji
from shengsim.stats.compare import any_differs, differences
from shengsim.study import run as study_run
from shengsim.study.chunks import Chunk, plan_chunks
from shengsim.study.executors import run_processes, run_serial
from shengsim.study.progress import gather
from shengsim.study.run import run_chunk
from shengsim.study.study import Study, load_study

NAMES = ("bashi-fen", "throw-ten-points", "bashi-fen-classic")
BOTS = ("random", "NS=random,EW=heuristic")
N_DEALS = 600
SAME_PLAY = "name: same-play\nbase: bashi-fen\nrules: {follow.protect: longer_tuples}\n"


def compared(*names: str, bots=BOTS, n: int = N_DEALS, in_matches: bool = False) -> Study:
    return load_study(names, bots, n, 4, in_matches, "compare")


@pytest.fixture(scope="module")
def study():
    return compared(*NAMES)


def whole(study, chunks):
    by_group = {}
    for chunk, tally in chunks:
        by_group[chunk.group] = by_group[chunk.group] + tally if chunk.group in by_group else tally
    return {group: [numbers.tobytes() for numbers in tally.arrays] for group, tally in by_group.items()}


@pytest.fixture(scope="module")
def expected(study):
    return whole(study, run_serial(study, plan_chunks(study, 1_000)))


# Who is compared with whom


def test_arms_are_every_variant_under_every_bots(study):
    assert [(arm.variant.name, arm.bots) for arm in study.arms] == [(v, b) for v in NAMES for b in BOTS]
    assert study.arms[study.arm(2, 1)] == study.arms[5]


def test_each_variant_is_compared_with_the_first_under_the_same_bots(study):
    assert study.comparisons == ((0, 2), (1, 3), (0, 4), (1, 5))
    assert study.bot_comparisons == ((0, 1), (2, 3), (4, 5))
    assert study.groups == ((0, 1, 2, 3, 4, 5),)
    assert study.pairs(0) == study.comparisons + study.bot_comparisons


def test_a_run_compares_nothing():
    study = load_study(NAMES, BOTS, 10, 0)
    assert study.groups == ((0,), (1,), (2,), (3,), (4,), (5,))
    assert [study.pairs(group) for group in range(6)] == [()] * 6


def test_bots_named_twice_play_once():
    assert load_study(NAMES, ("random", "greedy", "random"), 10, 0).bots == ("random", "greedy")


def test_variants_of_other_packs_are_played_apart(monkeypatch):
    monkeypatch.setattr(shengji, "pack", lambda rules: (int(rules.throw.penalty),))
    study = compared(*NAMES)
    assert study.groups == ((0, 1, 4, 5), (2, 3))
    assert study.pairs(0) == ((0, 2), (1, 3), (0, 1), (2, 3))
    assert study.pairs(1) == ((0, 1),)
    results = gather(study, {chunk.group: run_chunk(study, chunk) for chunk in plan_chunks(study, 1_000)})
    assert list(results.tallies) == [0, 1, 2, 3, 4, 5]
    assert set(results.products) == {(0, 4), (1, 5), (0, 1), (4, 5), (2, 3)}


@pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))
def test_the_pack_of_a_family_is_told(family):
    assert family.pack(family.RULES()) == family.pack(family.RULES())
    assert all(isinstance(number, int) for number in family.pack(family.RULES()))


def test_packs_that_hold_other_cards_are_told_apart():
    family = FAMILIES["shengji"]
    asked = [
        {},
        {"table": {"decks": 3}},
        {"table": {"players": 6}},
        {"deck": {"jokers": False}},
        {"deck": {"jokers": False, "short_packs": 1}},
        {"table": {"decks": 4}, "deck": {"lowest_rank": "8", "short_packs": 3}},
        {"table": {"decks": 4}, "deck": {"lowest_rank": "J", "short_packs": 2}},  # as many cards
    ]
    packs = [family.pack(family.RULES.model_validate(knobs)) for knobs in asked]
    assert len(set(packs)) == len(asked)
    same = ({"deck": {"short_packs": 1}}, {"table": {"players": 4}, "lead": {"tractor_tuples": "any"}})
    assert {family.pack(family.RULES.model_validate(knobs)) for knobs in same} == {packs[0]}


def test_variants_of_other_families_are_refused(monkeypatch, study):
    class Other:
        NAME, RULES = "other", FAMILIES["shengji"].RULES

    stranger = replace(study.variants[1], family=Other())
    variants = {"bashi-fen": study.variants[0], "throw-ten-points": stranger}
    monkeypatch.setattr("shengsim.study.study.load_variant", variants.get)
    with pytest.raises(InputError, match="is of the family other, and bashi-fen of shengji"):
        compared("bashi-fen", "throw-ten-points")


# What they come to


def test_an_arm_plays_as_it_does_alone(study):
    run = load_study(NAMES, BOTS, N_DEALS, 4)
    together = run_chunk(study, Chunk(0, 0, N_DEALS))
    for arm in range(len(study.arms)):
        alone = run_chunk(run, Chunk(arm, 0, N_DEALS))
        assert (together.cells[arm] == alone.cells[0]).all()
        assert (together.counts[arm] == alone.counts[0]).all()


def test_lanes_give_the_same_numbers():
    study = compared(*NAMES, bots=("random",), n=20)
    chunk = Chunk(0, 0, 20)
    plain, fast = run_chunk(study, chunk, plain=True), run_chunk(study, chunk)
    assert all((one == other).all() for one, other in zip(plain.arrays, fast.arrays, strict=True))


@pytest.mark.parametrize("chunk_deals", [60, 999, 100_000])
def test_it_is_the_same_however_it_is_cut(study, expected, chunk_deals):
    assert whole(study, run_serial(study, plan_chunks(study, chunk_deals))) == expected


@pytest.mark.parametrize("n_workers", [1, 3])
def test_it_is_the_same_for_any_number_of_workers(study, expected, n_workers):
    assert whole(study, run_processes(study, plan_chunks(study, 400), n_workers)) == expected


def names_played(monkeypatch):
    """The names of the variants for which drivers are asked from now on; it grows."""
    played = []
    driver_of = study_run._driver

    def counting(study, arm, plain):
        played.append(arm.variant.name)
        return driver_of(study, arm, plain)

    monkeypatch.setattr(study_run, "_driver", counting)
    return played


def test_arms_that_play_the_same_are_played_once(monkeypatch):
    played = names_played(monkeypatch)
    study = compared("bashi-fen", "bashi-fen", "kitty-none", "bashi-fen", bots=("random",), n=50)
    tally = run_chunk(study, Chunk(0, 0, 50))
    assert sorted(played) == ["bashi-fen", "kitty-none"]
    assert (tally.cells[0] == tally.cells[1]).all()
    assert (tally.cells[0] == tally.cells[3]).all()
    assert any_differs(tally.products[0]) == 0 < any_differs(tally.products[1])


@pytest.mark.parametrize("in_matches", [False, True])
def test_rules_that_make_no_difference_give_exactly_nothing(tmp_path, in_matches):
    # With two packs no tuple is longer than a pair: other rules by their key, and the same play.
    path = tmp_path / "same-play.yaml"
    path.write_text(SAME_PLAY)
    study = compared(
        "bashi-fen", str(path), bots=("heuristic",), n=12 if in_matches else 500, in_matches=in_matches
    )
    assert study.arms[0].key() != study.arms[1].key()
    tally = run_chunk(study, Chunk(0, 0, study.n_deals))
    rows = list(
        differences(study.unit_of(study.variants[0]), tally.tally(0), tally.tally(1), tally.products[0])
    )
    assert len(rows) > 100
    for row in rows:
        by = row.difference
        assert (by.value, by.std_error, by.ci_low, by.ci_high, by.p) == (0, 0, 0, 0, 1)


def test_a_group_differs_by_what_its_rules_change():
    study = compared("bashi-fen", "throw-ten-points", bots=("random",))
    tally = run_chunk(study, Chunk(0, 0, N_DEALS))
    unit = study.unit_of(study.variants[0])
    found = {
        row.statistic.name: row.difference
        for row in differences(unit, tally.tally(0), tally.tally(1), tally.products[0])
        if row.stratum == "all"
    }
    # Only points change hands: the play is the same card for card.
    assert found["failed_throw_points"].value > 0
    assert (found["tricks"].value, found["tricks"].std_error, found["throws_failed"].value) == (0, 0, 0)
    cells = tally.cells[1] - tally.cells[0]
    assert np.count_nonzero(cells[:, 1 + unit.OUTCOME["TRICKS"]]) == 0
