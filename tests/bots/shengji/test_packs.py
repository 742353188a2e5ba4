"""The bots with one pack, with three and four, and at tables of six."""

from __future__ import annotations

import pytest

from shengsim.bots.shengji import greedy, heuristic, random
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.state import Outcome
from tests.bots.shengji.played import Trick, duplicate, outcomes

N_SHUFFLES = 40
TABLES = [(4, 1), (4, 3), (4, 4), (6, 3)]
"""Players and packs."""
ALL_LOW = {"lead": {"tractor_tuples": "any"}}


def rules_of(players: int, packs: int, **chapters) -> Rules:
    return Rules.model_validate({"table": {"players": players, "decks": packs}, **chapters})


@pytest.mark.parametrize("other", ["random", "greedy"])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_heuristic_beats_lesser_bots_with_any_number_of_packs(table, other):
    mean, error = duplicate("heuristic", other, N_SHUFFLES, seed=71, rules=rules_of(*table), plain=True)
    assert mean > 4 * error > 0


@pytest.mark.parametrize("table", [table for table in TABLES if table[1] > 2], ids=str)
@pytest.mark.parametrize("bot", ["heuristic", "greedy", "random"])
def test_bots_lead_sets_of_three_and_more(table, bot):
    rows = outcomes(bot, N_SHUFFLES, seed=72, rules=rules_of(*table), plain=True)
    assert rows[:, Outcome.TUPLES_LED].sum() > 0
    assert rows[:, Outcome.DOUBLES_LED].sum() > rows[:, Outcome.TUPLES_LED].sum() / 2


@pytest.mark.parametrize("bot", ["heuristic", "greedy"])
def test_bots_lead_tractors_of_triples(bot):
    rules = rules_of(4, 3, deck={"lowest_rank": "10"}, levels={"start": "10"})  # where there are many
    rows = outcomes(bot, 200, seed=73, rules=rules, plain=True)
    assert rows[:, Outcome.WIDE_TRACTORS_LED].sum() > 0


@pytest.mark.parametrize("packs", [1, 2, 3, 4])
def test_points_are_buried_by_the_share_of_trumps_in_hand(packs):
    rules = rules_of(4, packs)
    rows = outcomes("heuristic", 100, seed=74, rules=rules, plain=True)
    assert 0.2 < rows[:, Outcome.KITTY_POINTS].mean() / rules.n_kitty < 2


def three(bot, hand, leader="E", *plays, rules=None):
    return Trick(bot, "7C", hand, leader, *plays, rules=rules or rules_of(4, 3))


# What a hand of three packs leads


@pytest.mark.parametrize("bot", [heuristic, greedy])
def test_a_tractor_of_triples_is_led(bot):
    hand = "9H 9H 9H 8H 8H 8H KD 4S 3C"
    assert three(bot, hand).decision("lead") == "9H 9H 9H 8H 8H 8H"


def test_random_leads_every_set_and_every_tractor_that_there_is():
    table = three(random, "9H 9H 9H 8H 8H 8H", rules=rules_of(4, 3, **ALL_LOW, throw={"allowed": False}))
    leads = {table.decision("lead") for _ in range(200)}
    sets = {" ".join([card] * n) for card in ("9H", "8H") for n in (1, 2, 3)}
    assert leads == sets | {"9H 9H 8H 8H", "9H 9H 9H 8H 8H 8H"}


@pytest.mark.parametrize("bot", [heuristic, greedy])
def test_a_triple_is_led_rather_than_a_pair(bot):
    hand = "9H 9H 9H QD QD 8S 6S 4S 3C"
    assert three(bot, hand).decision("lead") == "9H 9H 9H"


@pytest.mark.parametrize("bot", [heuristic, greedy])
def test_pairs_in_a_row_are_led_as_a_tractor_only_where_they_are_one(bot):
    hand = "9H 9H 8H 8H QD 6S 4S 3C"
    assert three(bot, hand, rules=rules_of(4, 3, **ALL_LOW)).decision("lead") == "9H 9H 8H 8H"
    assert three(bot, hand).decision("lead") == "9H 9H"


# What is played to sets


@pytest.mark.parametrize("bot", [heuristic, greedy])
def test_the_lowest_triple_that_wins_is_enough_and_a_triple_that_cannot_win_is_the_lowest(bot):
    hand = "10H 10H 10H 6H 6H 6H 4H 3H"
    assert three(bot, hand, "E", "KH KH KH").decision("follow") == "6H 6H 6H"
    assert three(bot, hand, "E", "9H 9H 9H").decision("follow") == "10H 10H 10H"


@pytest.mark.parametrize("bot", [heuristic, greedy])
def test_triples_are_kept_from_single_cards(bot):
    hand = "QH QH QH 9H 6H 6H 6H 3C"
    assert three(bot, hand, "E", "AH").decision("follow") == "9H"


def test_a_triple_is_kept_from_a_pair_where_there_is_another():
    hand = "8H 8H 8H 9H 9H 6H 3C"
    assert three(heuristic, hand, "E", "KH KH").decision("follow") == "9H 9H"


@pytest.mark.parametrize("bot", [heuristic, greedy])
def test_a_triple_is_ruffed_by_a_triple_only(bot):
    assert three(bot, "5C 5C 5C KD 4D 3D", "E", "KH KH KH").decision("follow") == "5C 5C 5C"
    assert three(bot, "5C 5C AC KD 4D 3D 2D", "E", "KH KH KH").decision("follow") == "4D 3D 2D"


def test_heuristic_brings_points_to_a_partner_whose_triple_cannot_be_beaten():
    hand = "KH KH KH 6H 6H 6H 4H"
    assert three(heuristic, hand, "E", "AH AH AH", "2H 3H 4H").decision("follow") == "KH KH KH"
