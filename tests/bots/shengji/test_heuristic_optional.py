"""The heuristic bot under red fives, chao dipi and the hook."""

from __future__ import annotations

import pytest

from shengsim.bots.shengji import heuristic
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.state import Outcome, Phase
from shengsim.planes import both, held, n_cards, only, take
from tests.bots.shengji.played import Deals, Trick, duplicate, outcomes

RED_FIVES = Rules.model_validate({"order": {"red_fives": "hearts_and_diamonds"}})
WITHOUT_COST = Rules.model_validate(
    {"order": {"red_fives": "hearts_and_diamonds"}, "red_fives": {"penalty": "none"}}
)
CHAO_DIPI = Rules.model_validate({"chao_dipi": {"enabled": True}})
HOOK = Rules.model_validate({"hook": {"levels": {"J": "2", "A": "J"}}})
AT_JACK = Rules.model_validate(
    {"hook": {"levels": {"J": "2", "A": "J"}}, "levels": {"start": "J", "end": "J"}}
)
N_DEALS = 4_000


def follows(rules, hand: str, *plays: str, leader: str = "E", seen: str = "", trump: str = "2S") -> str:
    return Trick(heuristic, trump, hand, leader, *plays, rules=rules).see(seen).decision("follow")


# Red fives. E leads and W is his partner; E and W are declarers.


@pytest.mark.parametrize(
    ("hand", "plays", "played"),
    [
        ("5H 3S 8S 9C KC", ["4S", "6S", "7S"], "5H"),  # last, it takes with it
        ("5H 3S 8S 9C KC", ["4S"], "5H"),  # nothing beats it
        ("5D 3S 8S 9C KC", ["4S"], "3S"),  # a five of hearts is out
        ("5D 3S 8S 9C KC", ["4S", "6S", "7S"], "5D"),
        ("5H 3S 8S 9C KC", ["9H"], "5H"),  # void in hearts
        ("5D 3S 8S 9C KC", ["5H", "4S", "6S"], "3S"),  # not to the other side
        ("5D 3S 8S 9C KC", ["4S", "5H", "6S"], "5D"),  # to the partner, who has it
        ("5H 5H 3S 8S 9C", ["4S"], "3S"),  # a pair stays together
    ],
)
def test_it_brings_red_fives_home(hand, plays, played):
    assert follows(RED_FIVES, hand, *plays) == played


def test_it_keeps_a_red_five_whose_capture_costs_nothing():
    assert follows(WITHOUT_COST, "5H 3S 8S 9C KC", "4S") == "3S"


def test_it_leads_a_red_five_that_nothing_beats():
    hand = "5H 3H 4C 6C 7C 9D 4S"
    assert Trick(heuristic, "2S", hand, "E", rules=RED_FIVES).decision("lead") == "5H"
    assert Trick(heuristic, "2S", hand, "E", rules=WITHOUT_COST).decision("lead") != "5H"


@pytest.mark.parametrize("rules", [RED_FIVES, WITHOUT_COST])
def test_it_gives_no_red_five_away_while_it_has_other_trumps(rules):
    assert "5H" not in follows(rules, "5H 3S 8S 9S KC", "RJ RJ").split()
    assert "5H" not in follows(rules, "5H 3C 8C 9C KC", "AD KD").split()


def test_it_buries_no_red_five():
    deals = Deals("heuristic", RED_FIVES)
    for decided in deals.steps(range(150), seed=61):
        if deals.state.table.phase == Phase.BURY:
            assert both(held(decided, 1), deals.state.table.red_fives) == 0


def test_it_loses_fewer_red_fives_where_that_costs_levels():
    lost = []
    for rules in (RED_FIVES, WITHOUT_COST):
        rows = outcomes("heuristic", N_DEALS, 62, rules)
        lost.append(
            rows[:, Outcome.RED_FIVES_LOST_DECLARERS].sum() + rows[:, Outcome.RED_FIVES_LOST_OPPONENTS].sum()
        )
    assert 0 < lost[0] < lost[1] / 2


# Chao dipi


def test_overcalls_pay():
    mean, error = duplicate("heuristic", "heuristic-no-overcalls", N_DEALS, 63, CHAO_DIPI)
    assert mean - 2 * error > 0.05


def test_barred_from_overcalls_it_makes_none():
    assert outcomes("heuristic-no-overcalls", 500, 64, CHAO_DIPI)[:, Outcome.OVERCALLS].sum() == 0
    rows = outcomes("heuristic", 500, 64, CHAO_DIPI)
    made, offered = rows[:, Outcome.OVERCALLS].sum(), rows[:, Outcome.OVERCALLS_OFFERED].sum()
    assert 0 < made < offered


def test_it_does_not_overcall_into_few_trumps():
    deals = Deals("heuristic", CHAO_DIPI)
    n_passed = n_made = 0
    for decided in deals.steps(range(400), seed=65):
        table = deals.state.table
        if table.phase == Phase.OVERCALL:
            hand = take(deals.state.hands, table.turn)
            n_now = n_cards(only(hand, table.trumps))
            n_passed += decided < 0
            n_made += decided >= 0
            if decided >= 0:
                n_then = heuristic_worth(table, hand, decided)
                assert n_then >= n_now - 6
    assert n_passed > 3
    assert n_made > 20


def heuristic_worth(table, hand, face):
    from shengsim.bots.shengji.heuristic_overcall import WITHOUT_SUIT, worth

    return worth(table, hand, min(face, 4)) + (0 if table.trump < 4 else WITHOUT_SUIT)


def test_it_knows_what_it_buried_after_an_overcall():
    """The kitty is not among what it holds to be out: an overcaller counts as the dealer else does."""
    from shengsim.bots.shengji.heuristic_cards import unseen

    deals = Deals("heuristic", CHAO_DIPI)
    n_asked = 0
    for _ in deals.steps(range(300), seed=66):
        table = deals.state.table
        if table.phase == Phase.LEAD and table.overcaller == table.turn:
            n_asked += 1
            hand = take(deals.state.hands, table.turn)
            out = unseen(table, hand, deals.memory, deals.rules)
            n_others = sum(int(table.n_left[seat]) for seat in range(4) if seat != table.turn)
            assert n_cards(out) == n_others
    assert n_asked > 20


# The hook


HELD_BY_THE_OTHERS = ("10S", "4S", "KS")
"""E leads, N follows, W takes it with 20 points; S is to play last, an opponent of E and W."""


@pytest.mark.parametrize(("rules", "played"), [(None, "JS"), (HOOK, "3S")])
def test_where_the_last_trick_hooks_it_keeps_its_highest_trump_from_any_points(rules, played):
    seen = "RJ RJ BJ BJ"
    assert follows(rules, "JS 3S 9C", *HELD_BY_THE_OTHERS, trump="JS", seen=seen) == played


@pytest.mark.parametrize(("rules", "played"), [(None, "JS"), (HOOK, "RJ")])
def test_an_opponent_keeps_a_card_of_the_rank_rather_than_a_joker(rules, played):
    hand, seen = "RJ JS 3S 9C", "RJ BJ BJ"
    assert follows(rules, hand, *HELD_BY_THE_OTHERS, trump="JS", seen=seen) == played


def test_hooks_fire_where_the_opponents_win_the_last_trick():
    rows = outcomes("heuristic", N_DEALS, 67, AT_JACK)
    assert rows[:, Outcome.HOOKS].mean() > 0.04
    assert (rows[:, Outcome.HOOKS] <= rows[:, Outcome.LAST_TRICK_OPPONENTS]).all()
