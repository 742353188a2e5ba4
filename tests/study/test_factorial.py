"""Factorials: which combinations there are, and which of them an effect is the mean of."""

from __future__ import annotations

import pytest

from shengsim.study.factorial import Factorial, SweptKnob

A = SweptKnob("kitty.multiplier", ("x", "y", "z"), 1)
B = SweptKnob("throw.penalty", ("off", "on"), 0)
C = SweptKnob("lead.pairs", ("true", "false"), 0)


def variants(factorial: Factorial, *cells: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 + factorial.cells.index(cell) for cell in cells)


def effects(factorial: Factorial, what: str):
    return {tuple(effect.choices.items()): effect for effect in factorial.effects if effect.what == what}


def test_combinations_are_all_the_last_knob_fastest():
    whole = Factorial((A, B))
    assert whole.cells == ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1))
    assert whole.name((2, 1)) == "kitty.multiplier=z throw.penalty=on"
    combined = effects(whole, "combination")
    assert [effect.added for effect in combined.values()] == [(1,), (2,), (3,), (4,), (5,), (6,)]
    assert {effect.taken for effect in combined.values()} == {(0,)}


def test_main_effects_are_of_each_choice_against_the_reference_over_all_the_others():
    whole = Factorial((A, B))
    found = effects(whole, "main")
    assert list(found) == [((0, 0),), ((0, 2),), ((1, 1),)]
    x = found[((0, 0),)]
    assert x.added == variants(whole, (0, 0), (0, 1))
    assert x.taken == variants(whole, (1, 0), (1, 1))
    assert (x.n_blocks, x.n_possible) == (2, 2)
    on = found[((1, 1),)]
    assert on.added == variants(whole, (0, 1), (1, 1), (2, 1))
    assert on.taken == variants(whole, (0, 0), (1, 0), (2, 0))
    assert (on.n_blocks, on.n_possible) == (3, 3)


def test_interactions_are_differences_of_effects():
    whole = Factorial((A, B, C))
    found = effects(whole, "interaction")
    assert len(found) == 2 + 2 + 1
    effect = found[(0, 2), (1, 1)]
    assert effect.here == (variants(whole, (2, 1, 0), (2, 1, 1)), variants(whole, (1, 1, 0), (1, 1, 1)))
    assert effect.there == (variants(whole, (2, 0, 0), (2, 0, 1)), variants(whole, (1, 0, 0), (1, 0, 1)))
    assert set(effect.added) == set(variants(whole, (2, 1, 0), (2, 1, 1), (1, 0, 0), (1, 0, 1)))
    assert (effect.n_blocks, effect.n_possible) == (2, 2)


def test_every_effect_takes_away_as_many_as_it_adds():
    whole = Factorial((A, B, C), (((0, 1, 1), "why"),))
    for effect in whole.effects:
        assert len(effect.added) == len(effect.taken)
        assert not set(effect.added) & set(effect.taken)


def test_what_is_left_out_leaves_its_blocks_out():
    hole = Factorial((A, B), (((0, 1), "why"),))
    assert hole.cells == ((0, 0), (1, 0), (1, 1), (2, 0), (2, 1))
    main = effects(hole, "main")
    x = main[((0, 0),)]
    assert (x.added, x.taken) == (variants(hole, (0, 0)), variants(hole, (1, 0)))
    assert (x.n_blocks, x.n_possible) == (1, 2)
    on = main[((1, 1),)]
    assert (on.added, on.taken) == (variants(hole, (1, 1), (2, 1)), variants(hole, (1, 0), (2, 0)))
    assert (on.n_blocks, on.n_possible) == (2, 3)
    together = effects(hole, "interaction")
    assert together[(0, 0), (1, 1)].n_blocks == 0
    assert together[(0, 0), (1, 1)].added == ()
    assert together[(0, 2), (1, 1)].n_blocks == 1


def test_a_factorial_comes_back_as_it_was():
    hole = Factorial((A, B), (((0, 1), "why"),))
    assert Factorial.of_data(hole.as_data()) == hole


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"knobs": [], "skipped": []},
        {"knobs": [{"knob": "a", "choices": ["x"], "reference": 1}], "skipped": []},
        {"knobs": [{"knob": "a", "choices": ["x"], "reference": 0}], "skipped": [{"cell": [1], "why": ""}]},
        {"knobs": [{"knob": "a", "choices": ["x"], "reference": 0}], "skipped": [{"cell": [0], "why": ""}]},
        {"knobs": 1, "skipped": []},
    ],
)
def test_what_is_no_factorial_is_refused(broken):
    with pytest.raises((ValueError, KeyError, TypeError)):
        Factorial.of_data(broken)
