"""Greedy takes what it can take, and is a yardstick above random."""

from __future__ import annotations

import pytest

from shengsim.bots.shengji import greedy
from tests.bots.shengji.played import Trick, duplicate

N_SHUFFLES = 4_000


def test_greedy_beats_random():
    mean, error = duplicate("greedy", "random", N_SHUFFLES, seed=31)
    assert mean - 2 * error > 0.8


@pytest.mark.parametrize(
    ("hand", "led"),
    [
        ("AH KH 3C 3C 4C 4C", "4C 4C 3C 3C"),
        ("AH KH 3C 3C 9D 9D", "9D 9D"),
        ("AH KH 3C 9D", "AH"),
        ("AH 4S 9D", "4S"),
    ],
)
def test_lead_is_the_longest_tractor_else_the_highest_pair_else_the_highest_card(hand, led):
    assert Trick(greedy, "2S", hand, "E").decision("lead") == led


@pytest.mark.parametrize(
    ("hand", "plays", "follows"),
    [
        ("3H 9H KH 4C", ["5H"], "KH"),
        ("3H 9H KH 4C", ["AH"], "3H"),
        ("9S 4S 6C 3D", ["AH"], "9S"),
        ("9S 4S 6C 7C 3D", ["AH", "10S"], "3D"),
        ("3H 3H 9H 9H KH 4C", ["5H 5H"], "9H 9H"),
        ("3H 3H 9H 9H KH 4C", ["10H 10H"], "3H 3H"),
    ],
)
def test_follow_takes_the_trick_with_the_highest_else_gives_the_lowest(hand, plays, follows):
    assert Trick(greedy, "2S", hand, "E", *plays).decision("follow") == follows


def test_burial_is_no_aces_and_no_trumps():
    hand = "AH AD 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 3H 4H 6H 7H 3D 4D 6D 7D"
    buried = Trick(greedy, "2S", hand, "E").decision("bury").split()
    assert sorted(buried) == sorted(["3H", "4H", "6H", "7H", "3D", "4D", "6D", "7D"])
