"""The bot heuristic: what it leads, follows with, keeps and spends; and that it is better than random."""

from __future__ import annotations

import numpy as np
import pytest

from shengsim.bots.winner import table as bots_table
from shengsim.cards import parse_cards
from shengsim.games.winner.record import names, planes_of
from shengsim.games.winner.rules import Rules
from shengsim.games.winner.situation import Situation
from shengsim.games.winner.state import Phase
from shengsim.planes import take
from shengsim.study.duel import Duel, play_duel
from shengsim.variant.variant import load_variant, shipped_variants
from tests.games.winner.random_rules import rules_with

OTHERS = "5D 5C 6D 6C 8D 8C 9D 9C JD JC"


def decision(hand, on_table="", left=10, bots="heuristic", reversed_=False, **rules):
    """What the bot in seat A plays: cards by name, ``pass`` for none."""
    table = Situation(rules_with({path.replace("__", "."): value for path, value in rules.items()}))
    table.hold({"A": hand, "B": OTHERS, "C": OTHERS, "D": OTHERS})
    table.table.n_left[1:4] = left
    table.table.is_reversed = int(reversed_)
    table.table.phase = Phase.PLAY
    table.table.turn = 0
    table.table.last = 3
    if on_table:
        table.lay(on_table)
    seats, memory = bots_table.seat_bots(bots)
    held = take(table.state.hands, 0)
    streams = table.state.streams
    chosen = bots_table.choose_play(seats[0], table.table, held, memory, table.rules, streams)
    return names(chosen) or "pass"


def same(one: str, other: str) -> bool:
    return names(planes_of(parse_cards(one))) == other


@pytest.mark.parametrize(
    ("hand", "led"),
    [
        ("3D 5C 9H KS 2D 2C", "3D"),
        ("3D 4C 5H 6S 7D 8D KS KD 2C", "3D 4C 5H 6S 7D 8D"),
        ("3D 3C 4D 4C 5D 5S KS QD JD 2C", "3D 3C 4D 4C 5D 5S"),
        ("3D 3C 3S 6D 6C KS QD 2C", "3D 3C 3S 6D 6C"),
        ("3D 3C 9D 9C 9H KS QD 2C", "3D 3C 9D 9C 9H"),
        ("3D 3C 3S 4D 4C 4S KS 2C", "3D 3C 3S 4D 4C 4S"),
        ("3D 3C 3S 3H 5D 9C KS 2C", "5D"),
        ("3D 2C", "2C"),
        ("3D 3C 3S 3H", "3D 3C 3S 3H"),
    ],
)
def test_lead(hand, led):
    assert same(led, decision(hand))


@pytest.mark.parametrize(
    ("hand", "on_table", "played"),
    [
        ("4D 9C 9S JD 2C 5D 5C 7H", "8D", "JD"),  # rather a card that stands alone than one of a pair
        ("4D 9C 9S 2C 5D 5C 7H 7D", "8D", "9C"),
        ("4D 4C 5D 5C 7H 7D 2C RJ", "AD", "pass"),  # a two is kept
        ("9D 9C 9S 9H 4D 4C 5D 5C 7H 7D 3C 3S", "8D", "pass"),  # and a bomb
        ("4D 4C 5D 5C 2H 2D 7S 8S", "AD AC", "pass"),
        ("4D 4C 4S 6D 6C 2H 2D 7S 8S", "3D 3C 3S KD KC", "4D 4C 4S 6D 6C"),
        ("4D 5C 6S 7D 8C 9H KD KC KS", "3D 4C 5H 6S 7S", "4D 5C 6S 7D 8C"),
    ],
)
def test_follow(hand, on_table, played):
    found = decision(hand, on_table)
    assert found == "pass" if played == "pass" else same(played, found)


def test_top_cards_and_bombs_are_spent_when_somebody_is_about_to_go_out():
    assert decision("4D 4C 5D 5C 7H 7D 2C RJ", "AD", left=2) == "2C"
    assert same("9D 9C 9S 9H", decision("9D 9C 9S 9H 4D 4C 5D 5C 7H 7D", "AD", left=2))
    assert decision("9D 9C 9S 9H 4D 4C 5D 5C 7H 7D", "2D", left=2, bots="heuristic-no-bombs") == "pass"


def test_no_low_single_is_led_when_somebody_has_one_card():
    assert same("5D 5C", decision("3D 5D 5C 7H KD 2C 9S", left=1))
    assert decision("3D 5D 7H KD QC 9S", left=1) == "KD"


def test_after_a_revolution_high_cards_are_weak():
    rules = {"bombs__enabled": False, "revolution__enabled": True}
    assert decision("3D 5C 9H KS 2D", reversed_=True, **rules) == "2D"
    assert decision("4D 9C JS 2C 6D 7H QH KD", "KS", reversed_=True, **rules) == "QH"
    assert decision("3D 9C JS 2C 6D 7H QH KD", "4S", reversed_=True, **rules) == "pass"


def points(variant: str, first: str, second: str, n: int) -> tuple[float, float]:
    total = sum(play_duel(load_variant(variant), first, second, n, 0), Duel(0, 0, 0))
    mean, _, low, _ = total.gain_a_deal()
    return mean, low


@pytest.mark.parametrize("name", [name for name in shipped_variants() if name.startswith("winner")])
def test_heuristic_beats_random_under_every_variant(name):
    _, low = points(name, "heuristic", "random", 1_000)
    assert low > 3


def test_bombs_are_worth_something():
    _, low = points("winner-triple-bombs", "heuristic", "heuristic-no-bombs", 20_000)
    assert low > 0


def test_a_bot_of_another_seat_changes_nothing_of_what_a_seat_is_dealt():
    rules = Rules()
    seatings = [bots_table.seat_bots(text)[0] for text in bots_table.duel_seatings("random", "heuristic")]
    assert (seatings[0][:4] != seatings[1][:4]).all()
    assert np.count_nonzero(seatings[0][rules.table.players :]) == 0
