"""A bot decides by what its seat has seen: re-dealing the hidden cards changes no decision."""

from __future__ import annotations

import copy
import random
from collections import Counter

import pytest

from shengsim.bots.winner import BOTS, RESTRICTED
from shengsim.bots.winner import table as bots_table
from shengsim.games.winner import outcome as engine
from shengsim.games.winner import play
from shengsim.games.winner.rules import Rules
from shengsim.games.winner.state import Phase
from shengsim.planes import copies_of, less, n_cards, no_cards, nth_card, plus, put, take
from shengsim.rng import deal_key
from tests.games.winner.logged import act, decided
from tests.games.winner.random_rules import random_rules

EXCHANGE = Rules.model_validate({"exchange": {"cards": "highest_for_one_of_two"}})


def deal_hidden_again(state, draw):
    """Deals all cards that the seat in turn has not seen among the others who hold some."""
    table = state.table
    others = [seat for seat in range(table.n_seats) if seat != table.turn]
    cards = []
    for seat in others:
        left = take(state.hands, seat)
        while n_cards(left):
            card = copies_of(left, nth_card(left, 0), 1)
            cards.append(card)
            left = less(left, card)
    draw.shuffle(cards)
    for seat in others:
        held = no_cards(take(state.hands, seat))
        for _ in range(int(table.n_left[seat])):
            held = plus(held, cards.pop())
        put(state.hands, seat, held)
    assert not cards


def games(rules, bots, n, seed, later=False):
    """States before each decision of some games, with the rules and what is needed to decide."""
    record, state = engine.new_rules(rules, plain=True), engine.new_state(rules, plain=True)
    seats, memory = bots_table.seat_bots(bots, rules.table.players)
    for number in range(n):
        if later:  # as after a game that seat 0 won and seat 1 lost
            play.begin(record, state, deal_key(seed, 1, number), number, 1, 0)
        else:
            bots_table.begin_lone(record, state, seed, number)
        while state.table.phase != Phase.OVER:
            yield record, state, memory, seats
            act(record, state, decided(record, state, memory, seats))


@pytest.mark.parametrize("bot", [*BOTS, *RESTRICTED])
@pytest.mark.parametrize("rules", [Rules(), *(random_rules(seed) for seed in (3, 8, 12))], ids=str)
def test_dealing_the_hidden_cards_again_changes_no_decision(bot, rules):
    draw = random.Random(bot)
    asked: Counter[bool] = Counter()
    for record, state, memory, seats in games(rules, bot, 25, seed=3):
        other, mine = copy.deepcopy(state), copy.deepcopy(state)
        deal_hidden_again(other, draw)
        expected = decided(record, mine, memory.copy(), seats)
        assert decided(record, other, memory.copy(), seats) == expected
        asked[n_cards(expected) > 0] += 1
    assert min(asked[True], asked[False]) > 50


@pytest.mark.parametrize("bot", BOTS)
def test_offers_and_choices_go_by_the_own_hand_and_what_is_offered(bot):
    draw = random.Random(bot)
    n = 0
    for record, state, memory, seats in games(EXCHANGE, bot, 40, seed=5, later=True):
        if state.table.phase == Phase.PLAY:
            continue
        other = copy.deepcopy(state)
        third, fourth = take(other.hands, 2), take(other.hands, 3)
        put(other.hands, 2, fourth)
        put(other.hands, 3, third)
        if other.table.phase == Phase.CHOOSE:  # the winner's hand is hidden from the loser but for two cards
            swapped = [copies_of(third, nth_card(third, draw.randrange(n_cards(third))), 1) for _ in range(1)]
            put(other.hands, 2, less(fourth, swapped[0]))
        mine = copy.deepcopy(state)
        assert decided(record, other, memory.copy(), seats) == decided(record, mine, memory.copy(), seats)
        n += 1
    assert n == 80


def test_dealing_again_moves_the_hidden_cards_alone():
    draw = random.Random(1)
    for _, state, _, _ in games(Rules(), "random", 2, seed=4):
        other = copy.deepcopy(state)
        deal_hidden_again(other, draw)
        for seat in range(4):
            hand, was = take(other.hands, seat), take(state.hands, seat)
            assert n_cards(hand) == n_cards(was)
            few = n_cards(was) < 8 or state.table.n_out == 2  # then all hidden cards are one player's
            assert (hand == was) == (seat == state.table.turn) or few
