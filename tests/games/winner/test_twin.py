"""Engine and slow twin agree on whole games of sessions, whatever the knobs."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from shengsim.bots.winner import BOTS
from shengsim.games.winner.rules import Rules, contradictions
from shengsim.games.winner.state import Outcome
from shengsim.knob import knobs
from tests.games.winner.logged import ILLEGAL, LOST_CARDS, MAX_ACTS, N_ACTS, assert_twin_agrees, play_logged
from tests.games.winner.random_rules import choices, rules_with

GAMES_A_VARIANT = 50
N_VARIANTS = 200

VARIANTS = st.fixed_dictionaries(
    {}, optional={knob.path: st.sampled_from(choices(knob.path, knob.choices)) for knob in knobs(Rules)}
)


def assert_all_agree(rules, n_games, bots, seed):
    played = play_logged(rules, n_games, bots, seed)
    assert (played.facts[:, ILLEGAL] == 0).all()
    assert (played.facts[:, LOST_CARDS] == 0).all()
    assert (played.facts[:, N_ACTS] < MAX_ACTS).all(), "nobody goes out"
    for i in range(n_games):
        assert_twin_agrees(played, i)
    scores = played.outcomes[:, Outcome.SCORE_A : Outcome.SCORE_H + 1]
    assert (scores.sum(axis=1) == 0).all()


@pytest.mark.parametrize("bots", sorted(BOTS))
def test_twin_agrees_on_winner(bots):
    assert_all_agree(Rules(), 200, bots, seed=1)


@settings(max_examples=N_VARIANTS, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(values=VARIANTS, bots=st.sampled_from(sorted(BOTS)), seed=st.integers(0, 2**31))
def test_twin_agrees_under_random_rules(values, bots, seed):
    rules = rules_with(values)
    assume(not contradictions(rules))
    assert_all_agree(rules, GAMES_A_VARIANT, bots, seed)
