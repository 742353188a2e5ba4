"""The same functions plain, compiled, and compiled with bounds checks, over the same games."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from shengsim.bots.winner import BOTS
from shengsim.games.winner.rules import Rules
from shengsim.games.winner.state import Form, Outcome
from tests.games.winner.logged import ILLEGAL, LOST_CARDS, MAX_ACTS, N_ACTS, play_logged
from tests.games.winner.random_rules import random_rules

N_GAMES = 1_000
N_PLAIN = 300
SEED = 20261130
N_RULES = 25


@pytest.fixture(scope="module", params=sorted(BOTS))
def bots(request):
    return request.param


@pytest.fixture(scope="module")
def compiled_lane(bots):
    return play_logged(Rules(), N_GAMES, bots, SEED)


def assert_sound(played):
    assert (played.facts[:, ILLEGAL] == 0).all()
    assert (played.facts[:, LOST_CARDS] == 0).all()
    assert (played.facts[:, N_ACTS] > 3).all()
    assert (played.facts[:, N_ACTS] < MAX_ACTS).all()


def assert_same(one, other, n):
    for name in ("log", "facts", "decks", "outcomes"):
        assert (getattr(one, name)[:n] == getattr(other, name)[:n]).all(), name


def test_compiled_games_are_legal_lose_no_card_and_end(compiled_lane):
    assert_sound(compiled_lane)


def test_plain_games_are_the_compiled_ones(compiled_lane, bots):
    plain = play_logged(Rules(), N_PLAIN, bots, SEED, plain=True)
    assert_sound(plain)
    assert_same(plain, compiled_lane, N_PLAIN)


def test_games_with_bounds_checks_are_the_compiled_ones(compiled_lane, bots):
    request = {"seeds": list(range(N_RULES)), "n_games": 20, "bots": bots}
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.winner.logged", json.dumps(request)],
        env=os.environ | {"NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    for seed in range(N_RULES):
        assert found[seed] == play_logged(random_rules(seed), 20, bots, seed).outcomes.tolist()


@pytest.mark.parametrize("number", range(N_RULES))
def test_lanes_agree_under_random_rules(number, bots):
    rules = random_rules(number)
    plain = play_logged(rules, 6, bots, number, plain=True)
    fast = play_logged(rules, 6, bots, number)
    assert_same(plain, fast, 6)
    assert_sound(fast)


@pytest.mark.parametrize("name", sorted(BOTS))
def test_every_type_is_played_under_some_rules(name):
    played = np.zeros(len(Form), np.int64)
    for number in range(60):
        outcomes = play_logged(random_rules(number), 40, name, number).outcomes
        played += outcomes[:, Outcome.PLAYS_OF_FORM : Outcome.PLAYS_OF_FORM + len(Form)].sum(axis=0)
    assert played[Form.NONE] == 0
    assert (played[Form.SINGLE :] > 0).all(), played
