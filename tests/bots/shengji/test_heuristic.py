"""The heuristic bot does what its docstring says, and plays better than random and greedy."""

from __future__ import annotations

import numpy as np
import pytest

from shengsim.bots.shengji import heuristic
from shengsim.games.shengji.order import TRUMPS, points_of
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.state import Form, Outcome, Phase, Side
from shengsim.planes import held, minus, n_cards, only, take
from tests.bots.shengji.played import Deals, Trick, duplicate, outcomes

N_SHUFFLES = 4_000
N_DEALS = 500


# Strength


@pytest.mark.parametrize(("other", "least"), [("random", 1.0), ("greedy", 0.2)])
def test_heuristic_beats(other, least):
    mean, error = duplicate("heuristic", other, N_SHUFFLES, seed=41)
    assert mean - 2 * error > least


def test_a_bot_against_itself_gains_nothing():
    assert duplicate("heuristic", "heuristic", 500, seed=42) == (0, 0)


@pytest.mark.parametrize("barred", ["throws", "tractors", "ruffs"])
def test_a_restricted_bot_is_no_stronger(barred):
    mean, error = duplicate("heuristic", f"heuristic-no-{barred}", N_SHUFFLES, seed=43)
    assert mean + 2 * error > 0


# Following


def follows(hand: str, *plays: str, leader: str = "E", seen: str = "", trump: str = "2S") -> str:
    return Trick(heuristic, trump, hand, leader, *plays).see(seen).decision("follow")


@pytest.mark.parametrize(
    ("hand", "plays", "played"),
    [
        ("3H 10H 9C", ["4H", "AH", "6H"], "10H"),  # the partner has it, and nobody comes after
        ("3H 5H QH 9C", ["4H", "KH", "6H"], "5H"),
        ("3H 10H 9C", ["AH", "4H"], "10H"),  # the partner's ace is the highest there is
        ("4C 10C 3D 9S", ["4H", "AH", "6H"], "10C"),
        ("3H 3H 10H 10H 9C", ["4H 4H", "AH AH", "6H 6H"], "10H 10H"),
    ],
)
def test_it_feeds_points_to_a_winning_partner(hand, plays, played):
    assert follows(hand, *plays) == played


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("4S 9S QS 4C 3D", ["10H", "4H", "KH"]),
        ("4S 9S QS 4C 3D", ["KH", "AH", "10H"]),
    ],
)
def test_it_ruffs_points_with_its_cheapest_trump(hand, plays):
    expected = "4S" if plays[0] == "10H" else None
    played = follows(hand, *plays)
    assert played == (expected or "4C")  # in the second, the partner's ace holds


def test_it_overruffs_points_with_the_cheapest_trump_that_does():
    assert follows("4S 9S QS 4C 3D", "10H", "4H", "8S") == "9S"


def test_it_does_not_ruff_a_worthless_trick():
    assert follows("4S 9S QS 4C 3D 3D", "7H", "4H", "8H") == "4C"


def test_it_ducks_what_it_cannot_take():
    assert follows("3H 10H KH 9C", "AH") == "3H"


def test_last_it_takes_with_points_rather_than_without():
    assert follows("3H 10H QH 9C", "4H", "3H", "8H") == "10H"


def test_it_takes_with_the_highest_left_when_others_are_to_come():
    assert follows("3H KH 9C", "4H", seen="AH AH") == "KH"


def test_it_breaks_no_pair_to_follow_low():
    assert follows("3H 3H 4H 9C", "AH") == "4H"


# Leading


def leads(hand: str, seen: str = "", trump: str = "2S") -> str:
    return Trick(heuristic, trump, hand, "E").see(seen).decision("lead")


@pytest.mark.parametrize(
    ("hand", "seen", "led"),
    [
        ("AH 3H 4C 6C 7C 9D 4S", "", "AH"),
        ("KH 3H 4C 6C 7C 9D 4S", "AH AH", "KH"),
        ("AH AH 3H 4C 6C 7C 9D 4S", "", "AH AH"),
        ("7H 7H 8H 8H 3C 4C 9D 4S", "", "8H 8H 7H 7H"),
        ("AH AH KH 3C 4C 9D 4S", "KH", "AH AH KH"),
    ],
)
def test_it_leads_tractors_and_what_nothing_can_beat(hand, seen, led):
    assert leads(hand, seen) == led


def test_throws_never_fail():
    rows = outcomes("heuristic", 2_000, seed=44)
    assert rows[:, Outcome.THROWS_TRIED].sum() > 500
    assert rows[:, Outcome.THROWS_FAILED].sum() == 0


@pytest.mark.parametrize(
    ("hand", "plays", "played"),
    [
        ("RJ 3S 5C 4D", ["9S", "4S", "8S"], "3S"),  # four cards left: the joker is for the last trick
        ("RJ 5C 4D", ["9H", "4H", "8H"], "4D"),
        ("RJ 5C 4D", ["10H", "4H", "8H"], "RJ"),  # unless ten points lie there
        ("BJ 5C 4D", ["5H", "4H", "8H"], "BJ"),  # or red jokers are out, and so it is not the highest
    ],
)
def test_towards_the_end_it_keeps_the_highest_trump_for_the_last_trick(hand, plays, played):
    assert follows(hand, *plays) == played


@pytest.mark.parametrize(("points", "played"), [(70, "5C"), (75, "RJ"), (80, "5C"), (115, "RJ")])
def test_it_spends_the_highest_trump_on_points_that_reach_a_level(points, played):
    trick = Trick(heuristic, "2S", "RJ 5C", "E", "5H", "4H", "8H")
    trick.table.points[Side.OPPONENTS] = points
    assert trick.decision("follow") == played


# Burying and bidding


def points_buried(rules: Rules) -> list[tuple[int, int]]:
    """Of deals, the trumps of the dealer before he buries and the points of what he buries."""
    deals = Deals("heuristic", rules)
    found = []
    for decided in deals.steps(range(150), seed=47):
        table = deals.state.table
        if table.phase == Phase.BURY:
            trumps = n_cards(only(take(deals.state.hands, table.turn), table.trumps))
            found.append((trumps, points_of(table, decided)))
    return found


def test_it_buries_points_when_it_is_strong_in_trumps():
    found = points_buried(Rules())
    strong = [points for trumps, points in found if trumps > 11]
    weak = [points for trumps, points in found if trumps < 9]
    assert len(strong) > 5
    assert len(weak) > 5
    assert sum(strong) / len(strong) > 10
    assert sum(weak) / len(weak) < 1


def test_it_buries_the_more_points_the_less_the_kitty_counts():
    means = [
        sum(points for _, points in points_buried(Rules.model_validate({"kitty": {"multiplier": system}})))
        for system in ("none", "fixed_1", "fixed_2")
    ]
    assert means[0] > means[1] > means[2] > 0


def test_it_buries_no_points_where_none_may_be_buried():
    found = points_buried(Rules.model_validate({"kitty": {"points_allowed": False}}))
    assert len(found) == 150
    assert all(points == 0 for _, points in found)


def test_it_buries_no_ace_and_no_trump_while_others_suffice():
    deals = Deals("heuristic")
    n_buried = 0
    for decided in deals.steps(range(100), seed=45):
        table = deals.state.table
        if table.phase == Phase.BURY:
            n_buried += 1
            assert held(only(decided, table.trumps), 1) == 0
            assert "A" not in {name[0] for name in deals.names(decided).split()}
    assert n_buried == 100


@pytest.mark.parametrize("kitty", [{"multiplier": "pow2_cards"}, {"points_allowed": False}])
def test_it_buries_under_other_rules(kitty):
    rules = Rules.model_validate({"kitty": kitty})
    rows = outcomes("heuristic", 200, 46, rules)
    assert (rows[:, Outcome.TRICKS] > 0).all()


def test_it_throws_in_a_deal_without_trumps():
    trick = Trick(heuristic, "2S", "3H 4H 5H", "E")
    hand = take(trick.state.hands, 0)
    assert heuristic.claim(trick.table, hand, trick.memory, trick.rules, trick.state.streams) == 1


def test_it_bids_a_long_suit_and_not_a_short_one():
    for hand, expected in (
        ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS RJ", True),
        ("2S 3H 4H 5H 6D 7D 8D 9D 10C JC QC KC AC", False),
    ):
        trick = Trick(heuristic, "", hand, "E")
        bid = heuristic.bid(
            trick.table, take(trick.state.hands, 0), trick.memory, trick.rules, trick.state.streams
        )
        assert (bid == 3) is expected


# What restricted bots are barred from


def test_no_throws_never_throws():
    assert outcomes("heuristic-no-throws", N_DEALS, 47)[:, Outcome.THROWS_TRIED].sum() == 0
    assert outcomes("heuristic", N_DEALS, 47)[:, Outcome.THROWS_TRIED].sum() > 0


def test_no_tractors_never_leads_one():
    rows = outcomes("heuristic-no-tractors", N_DEALS, 48)
    assert rows[:, Outcome.TRACTORS_LED].sum() == 0
    deals = Deals("heuristic-no-tractors")
    for _ in deals.steps(range(100), seed=48):
        assert deals.state.table.phase != Phase.FOLLOW or deals.state.table.lead.form != Form.TRACTOR


def test_no_ruffs_never_ruffs_while_it_has_anything_else():
    deals = Deals("heuristic-no-ruffs")
    n_void = 0
    for decided in deals.steps(range(N_DEALS), seed=49):
        table = deals.state.table
        if table.phase == Phase.FOLLOW and table.lead.suit != TRUMPS:
            hand = take(deals.state.hands, table.turn)
            others = only(hand, minus(held(hand, 1), table.lead.positions))
            n_plain = n_cards(only(others, minus(held(others, 1), table.trumps)))
            n_wanted = table.lead.n_cards - n_cards(only(decided, table.lead.positions))
            n_void += n_wanted > 0
            assert n_cards(only(decided, table.trumps)) == max(0, n_wanted - n_plain)
    assert n_void > 1_000


def test_outcomes_differ_where_bots_are_barred():
    whole = outcomes("heuristic", N_DEALS, 50)
    for barred in ("throws", "tractors", "ruffs"):
        assert not np.array_equal(whole, outcomes(f"heuristic-no-{barred}", N_DEALS, 50))
