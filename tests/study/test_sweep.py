"""Sweeps: from options to arms, and from their deals to the sums of every effect."""

from __future__ import annotations

import numpy as np
import pytest

from shengsim.errors import InputError
from shengsim.kernel import compiled
from shengsim.stats.contrast import contrasted
from shengsim.study import run as study_run
from shengsim.study.chunks import Chunk, plan_chunks
from shengsim.study.progress import gather
from shengsim.study.run import run_chunk
from shengsim.study.sweep import MAX_COMBINATIONS, load_sweep
from tests.study.test_arms import names_played

KITTY = "kitty.multiplier=none,pow2_length_plus_1,fixed_1"
PENALTY = "throw.penalty=none,ten_per_card"


def swept(*settings: str, name: str = "bashi-fen", bots=("random",), n: int = 200, in_matches: bool = False):
    return load_sweep(name, settings, bots, n, 4, in_matches)


def faults(*settings: str, name: str = "bashi-fen") -> list[str]:
    with pytest.raises(InputError) as caught:
        swept(*settings, name=name)
    return [str(fault) for fault in caught.value.faults]


# What is asked for


def test_arms_are_the_base_and_every_combination():
    study = swept(KITTY, PENALTY, bots=("random", "greedy", "random"))
    assert [variant.name for variant in study.variants[:3]] == [
        "bashi-fen",
        "kitty.multiplier=none throw.penalty=none",
        "kitty.multiplier=none throw.penalty=ten_per_card",
    ]
    assert len(study.arms) == 7 * 2
    assert study.title == "bashi-fen-sweep"
    for variant in study.variants[1:]:
        values = variant.values()
        path_values = dict(part.split("=") for part in variant.name.split())
        assert {path: values[path] for path in path_values} == path_values
        others = {path for path, value in values.items() if value != study.variants[0].values()[path]}
        assert others <= set(path_values)


def test_the_reference_is_the_bases_own_choice_or_the_first():
    (knob,) = swept(KITTY).factorial.knobs
    assert knob.choices[knob.reference] == "pow2_length_plus_1"
    (knob,) = swept("kitty.multiplier=fixed_2,none").factorial.knobs
    assert knob.choices[knob.reference] == "fixed_2"


def test_choices_are_read_as_a_variant_file_writes_them():
    study = swept("levels.mandatory=[],[5, 10, K]", "hook.levels=off,{J: 2, A: J}", "score.swap_at=null,100")
    last = study.variants[-1].values()
    assert last["levels.mandatory"] == ["5", "10", "K"]
    assert last["hook.levels"] == {"J": "2", "A": "J"}
    assert last["score.swap_at"] == 100
    assert [knob.reference for knob in study.factorial.knobs] == [0, 0, 0]
    (knob,) = swept("lead.pairs=off,on").factorial.knobs
    assert knob.choices == ("false", "true")


def test_a_set_knob_may_be_of_any_family():
    study = swept("bombs.min_size=3,4", "order.suits=off,diamonds_low", name="winner")
    assert len(study.variants) == 5


def test_what_is_wrong_is_told_at_once():
    assert faults("kitty.multplier=none,fixed_1", "throw.allowed=maybe,true", "foo", name="bashi-fn") == [
        "'bashi-fn': no variant that ships has this name; did you mean 'bashi-fen'?",
        "--set: must be KNOB=A,B and not 'foo'",
    ]
    assert faults(
        "kitty.multplier=none,fixed_1", "throw.allowed=maybe,true", "throw.penalty=none", "foo",
        "lead.pairs=true,on", "lead.pairs=on,off", "kitty.singles_throw=2,4",
    ) == [
        "--set: must be KNOB=A,B and not 'foo'",
        "--set: kitty.multplier: shengji has no knob of this name; did you mean 'kitty.multiplier'?",
        "--set: kitty.singles_throw: must be at most 3, not 4",
        "--set: lead.pairs: 'true' is named twice",
        "--set: lead.pairs: is given twice; name all its choices at once",
        "--set: throw.allowed: must be true or false, not 'maybe'",
        f"--set: throw.penalty: needs two choices or more, and at most {MAX_COMBINATIONS}",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "setting", ["lead.pairs=[,x", "lead.pairs=on,off]", "lead.pairs=&a on,off", "lead.pairs=", "=1,2"]
)
def test_what_cannot_be_read_is_a_fault(setting):
    assert len(faults(setting)) == 1


def test_the_last_word_of_a_knob_suggests_it():
    assert faults("multiplier=none,fixed_1")[0].endswith("did you mean 'kitty.multiplier'?")


def test_there_may_be_so_many_combinations():
    kitty = "deal.kitty_size=" + ",".join(map(str, range(4, 33, 4)))
    multipliers = "kitty.multiplier=none,fixed_1,fixed_2,pow2_cards,two_times_cards"
    assert len(swept(kitty, PENALTY, "throw.allowed=on,off").variants) == 33
    (fault,) = faults(kitty, multipliers, PENALTY)
    assert fault == f"--set: 8 x 5 x 2 choices are 80 combinations, and there may be {MAX_COMBINATIONS}"


def test_combinations_that_contradict_themselves_are_skipped_with_the_reason():
    study = swept("dealer.first=first_exposed,first_joker_pair", "bidding.no_trump=off,joker_pair")
    assert [variant.name for variant in study.variants[1:]] == [
        "dealer.first=first_exposed bidding.no_trump=off",
        "dealer.first=first_exposed bidding.no_trump=joker_pair",
        "dealer.first=first_joker_pair bidding.no_trump=joker_pair",
    ]
    ((cell, why),) = study.factorial.skipped
    assert cell == (1, 0)
    assert why == "dealer.first: a pair of jokers can be exposed only with bidding.no_trump: joker_pair"


def test_where_every_combination_contradicts_itself_all_reasons_are_told():
    found = faults("deal.kitty_size=5,6")
    assert len(found) == 2
    assert all("do not deal out evenly" in fault for fault in found)


# What is played


def brute(study, bots: int, field: str) -> np.ndarray:
    """One outcome field of every variant under some bots, float-free: int64[n_variants, n_deals]."""
    found = []
    for number in range(len(study.variants)):
        arm = study.arms[study.arm(number, bots)]
        driver, arguments = study_run._driver(study, arm, plain=False)
        unit = study.unit_of(arm.variant)
        outcomes = np.zeros((study.n_deals, len(unit.OUTCOME)), np.int64)
        compiled(driver)(*arguments, study.seed, 0, outcomes)
        found.append(outcomes[:, unit.OUTCOME[field]])
    return np.array(found)


def results_of(study):
    return gather(study, {chunk.group: run_chunk(study, chunk) for chunk in plan_chunks(study, 10**6)})


@pytest.mark.parametrize(
    ("name", "settings", "field", "in_matches"),
    [
        ("bashi-fen", (KITTY, PENALTY), "LEVEL_CHANGE", False),
        ("bashi-fen", ("levels.end=A,8", "throw.allowed=on,off"), "DEALS", True),
        ("winner", ("table.decks=1,2", "bombs.enabled=on,off"), "PLAYS", False),
        ("winner", ("table.players=3,4", "bombs.min_size=3,4"), "WINNER_SCORE", False),
        ("winner", ("exchange.cards=off,highest_for_one_of_two",), "BEST_SCORE", True),
    ],
)
def test_sums_are_those_of_the_deals_of_every_arm(name, settings, field, in_matches):
    study = swept(*settings, name=name, bots=("random", "heuristic"), n=40, in_matches=in_matches)
    results = results_of(study)
    for bots in range(2):
        x = brute(study, bots, field)
        for number, effect in enumerate(study.factorial.effects):
            by_deal = x[list(effect.added)].sum(axis=0) - x[list(effect.taken)].sum(axis=0)
            parts = results.contrasts[number, bots]
            place = parts[0].unit.OUTCOME[field]
            moments = [contrasted(study.n_deals, part.sums[place]).moments for part in parts]
            assert sum(part.total for part in moments) == by_deal.sum()
            if len(parts) == 1:
                assert moments[0].squares == (by_deal**2).sum()


def test_arms_of_one_pack_and_bots_are_played_together():
    study = swept("table.decks=1,2", "bombs.enabled=on,off", name="winner", bots=("random", "heuristic"))
    assert study.groups == ((0, 2, 4), (1, 3, 5), (6, 8), (7, 9))
    assert study.pairs(0) == ()
    decks = next(n for n, effect in enumerate(study.factorial.effects) if effect.what == "main")
    results = results_of(study)
    assert [part.paired for part in results.contrasts[decks, 0]] == [False, False]
    assert [part.paired for part in results.contrasts[decks + 1, 0]] == [True, True]


def test_lanes_and_cuts_give_the_same_numbers():
    study = swept(KITTY, PENALTY, n=30)
    whole = run_chunk(study, Chunk(0, 0, 30))
    plain = run_chunk(study, Chunk(0, 0, 30), plain=True)
    parts = run_chunk(study, Chunk(0, 0, 7)) + run_chunk(study, Chunk(0, 7, 23))
    for tally in (plain, parts):
        assert all((one == other).all() for one, other in zip(whole.arrays, tally.arrays, strict=True))


def test_the_combination_that_is_the_base_is_played_once(monkeypatch):
    played = names_played(monkeypatch)
    run_chunk(swept(KITTY, n=20), Chunk(0, 0, 20))
    assert sorted(played) == ["bashi-fen", "kitty.multiplier=fixed_1", "kitty.multiplier=none"]
