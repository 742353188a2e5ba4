"""Matches: the compiled driver against its deals taken one by one, and what a match must be."""

from __future__ import annotations

import numpy as np
import pytest

from shengsim.bots.shengji import table as bots_table
from shengsim.games.shengji import match as matches
from shengsim.games.shengji import match_outcome
from shengsim.games.shengji import outcome as engine
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.state import MatchOutcome, Outcome
from shengsim.kernel import compiled
from tests.games.shengji.random_rules import random_rules
from tests.games.shengji.twin import rules_of_twin
from tests.naive import shengji as naive

RANKS = naive.RANKS


def play(rules: Rules, n: int, seed: int = 3, plain: bool = False, first: int = 0):
    outcomes = np.zeros((n, len(match_outcome.OUTCOME)), np.int64)
    driver = bots_table.play_matches if plain else compiled(bots_table.play_matches)
    seats, memory = bots_table.seat_bots("random")
    driver(
        engine.new_rules(rules, plain), engine.new_state(rules, plain), memory, seats, seed, first, outcomes
    )
    return outcomes


@pytest.mark.parametrize("number", range(4))
def test_plain_matches_are_the_compiled_ones(number):
    rules = random_rules(number)
    assert (play(rules, 2, plain=True) == play(rules, 2)).all()


def test_a_match_does_not_depend_on_those_before_it():
    together = play(Rules(), 6)
    assert (together[3:] == play(Rules(), 3, first=3)).all()
    assert (together != play(Rules(), 6, seed=4)).any()


def test_matches_end_and_somebody_wins():
    rows = play(Rules(), 300)
    assert (rows[:, MatchOutcome.FINISHED] == 1).all()
    assert rows[:, MatchOutcome.DEALS].min() >= 5
    assert (rows[:, MatchOutcome.LOSER_LEVEL] <= 12).all()
    held, swapped = (rows[:, len(MatchOutcome) + field] for field in (Outcome.HELD, Outcome.SWAP))
    assert (held + swapped == rows[:, MatchOutcome.DEALS]).all()
    wins = rows[:, MatchOutcome.EW_WINS] == rows[:, MatchOutcome.FIRST_DEALER] % 2
    assert (wins == (rows[:, MatchOutcome.FIRST_DEALER_WINS] == 0)).all()


def test_a_match_that_goes_on_beyond_the_last_level_is_broken_off():
    rules = Rules.model_validate({"levels": {"after_end": "wrap"}})
    rows = play(rules, 3)
    assert (rows[:, MatchOutcome.DEALS] == matches.MAX_DEALS).all()
    assert (rows[:, MatchOutcome.FINISHED] == 0).all()


@pytest.mark.parametrize("number", range(30))
def test_levels_and_dealers_move_as_the_twin_moves_them(number):
    rules = random_rules(number)
    twin_rules = rules_of_twin(rules)
    plain, state = engine.new_rules(rules, plain=True), engine.new_state(rules, plain=True)
    match = state.match
    matches.begin_match(plain, match, number % 4)
    levels = [RANKS[matches.first_level(plain)]] * 2
    dealer = match.dealer
    draw = np.random.default_rng(number)
    while not matches.is_over(match):
        swap = bool(draw.integers(2))
        gain = int(draw.integers(0, 4))
        state.outcome[Outcome.DEALER] = match.dealer
        state.outcome[Outcome.SWAP] = swap
        state.outcome[Outcome.LEVEL_CHANGE] = -gain if swap else gain
        result = {"declarers_gain": 0 if swap else gain, "opponents_gain": gain if swap else 0}
        side = dealer % 2
        drop = RANKS.index(levels[side]) - matches.first_level(plain) if draw.random() < 0.2 else 0
        state.outcome[Outcome.HOOK_LEVELS] = hooked = int(draw.integers(0, drop + 1)) if drop > 0 else 0
        result["hook_to"] = RANKS[RANKS.index(levels[side]) - hooked]
        lost = [int(draw.integers(1, 4)) if draw.random() < 0.2 else 0 for _ in range(2)]
        state.outcome[Outcome.RED_FIVE_LEVELS_DECLARERS] = lost[0]
        state.outcome[Outcome.RED_FIVE_LEVELS_OPPONENTS] = lost[1]
        result["levels_lost"] = lost
        levels, finished = naive.next_levels(twin_rules, levels, dealer % 2, result)
        dealer = naive.next_dealer(twin_rules, dealer, swap)
        matches.end_deal(plain, match, state.outcome)
        assert (match.winner != -1) == finished
        if not finished:
            assert [RANKS[int(level)] for level in match.levels] == levels
            assert match.dealer == dealer
            assert RANKS[int(matches.rank_of_next(match))] == levels[dealer % 2]


def test_lead_changes_and_being_behind_are_counted():
    match = engine.new_state(Rules(), plain=True).match
    matches.begin_match(engine.new_rules(Rules(), plain=True), match, 0)
    for levels in ((3, 0), (3, 3), (3, 5), (8, 5), (8, 8)):
        match.levels[:] = levels
        matches.note_lead(match)
    assert match.lead_changes == 2
    assert list(match.behind) == [2, 3]
