"""The same functions plain, compiled, and compiled with bounds checks, over the same deals."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from shengsim import fields
from shengsim.bots.shengji import BOTS
from shengsim.bots.shengji import table as bots_table
from shengsim.games.shengji import outcome as engine
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.state import Form, Outcome, state_dtype
from tests.games.shengji.checked import Report, play_checked
from tests.games.shengji.random_rules import random_rules

N_DEALS = 2_000
SEED = 20261130


@pytest.fixture(scope="module", params=sorted(BOTS))
def bots(request):
    return request.param


@pytest.fixture(scope="module")
def compiled_lane(bots):
    return play_checked(Rules(), N_DEALS, bots, SEED, plain=False)


def assert_sound(reports):
    assert (reports[:, Report.ILLEGAL] == 0).all()
    assert (reports[:, Report.LOST_CARDS] == 0).all()
    assert (reports[:, Report.N_CARDS] == 108).all()
    assert (reports[:, Report.ALL_POINTS] == 200).all()
    assert reports[:, Report.DECISIONS].min() > 20


def test_compiled_deals_are_legal_and_lose_no_card(compiled_lane):
    assert_sound(compiled_lane[1])


def test_random_leads_every_form(compiled_lane, bots):
    if bots == "random":
        led = int(np.bitwise_or.reduce(compiled_lane[1][:, Report.FORMS_LED]))
        assert led == sum(1 << form for form in Form if form != Form.TUPLE)


def test_plain_deals_are_the_compiled_ones(compiled_lane, bots):
    outcomes, reports = play_checked(Rules(), N_DEALS, bots, SEED, plain=True)
    assert_sound(reports)
    assert (outcomes == compiled_lane[0]).all()
    assert (reports == compiled_lane[1]).all()


def test_deals_with_bounds_checks_are_the_compiled_ones(compiled_lane, bots):
    request = {"rules": {}, "n_deals": N_DEALS, "bots": bots, "seed": SEED}
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.shengji.checked", json.dumps(request)],
        env=os.environ | {"NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert_sound(np.array(found["reports"]))
    assert found["outcomes"] == compiled_lane[0].tolist()


@pytest.mark.parametrize("number", range(25))
def test_lanes_agree_under_random_rules(number):
    rules = random_rules(number)
    plain = play_checked(rules, 8, "random", number, plain=True)
    fast = play_checked(rules, 8, "random", number, plain=False)
    assert (plain[0] == fast[0]).all()
    assert (plain[1] == fast[1]).all()
    assert (fast[1][:, Report.ILLEGAL] == 0).all()
    assert (fast[1][:, Report.LOST_CARDS] == 0).all()


@pytest.mark.parametrize("bots", sorted(BOTS))
@pytest.mark.parametrize("table", [(4, 3), (6, 3)], ids=str)
def test_lanes_agree_with_three_packs(table, bots):
    for seed in range(4):
        rules = random_rules(seed, table)
        plain = play_checked(rules, 6, bots, seed, plain=True)
        fast = play_checked(rules, 6, bots, seed, plain=False)
        assert (plain[0] == fast[0]).all()
        assert (plain[1] == fast[1]).all()
        assert (fast[1][:, Report.ILLEGAL] == 0).all()
        assert (fast[1][:, Report.LOST_CARDS] == 0).all()


@pytest.mark.parametrize(("bots", "n_rules"), [("greedy", 8), ("heuristic", 1)])
@pytest.mark.parametrize("n_planes", [3, 4])
def test_more_planes_play_the_same_deals(n_planes, bots, n_rules):
    """With planes that no card needs, two packs are played by what plays three: it changes nothing.

    Which of several plays as good as each other is chosen may differ: random is left out for that.
    """
    seats, memory = bots_table.seat_bots(bots)
    outcomes = np.zeros((40, len(Outcome)), np.int64)
    state = fields.new_record(state_dtype(n_planes), plain=True)
    for rules in map(random_rules, range(n_rules)):
        record = engine.new_rules(rules, plain=True)
        bots_table.play_deals(record, state, memory, seats, SEED, 0, outcomes)
        assert (outcomes == play_checked(rules, 40, bots, SEED, plain=True)[0]).all()
