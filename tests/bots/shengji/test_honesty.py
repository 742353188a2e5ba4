"""A bot decides by what its seat has seen: re-dealing the hidden cards changes no decision."""

from __future__ import annotations

import copy
import random
from collections import Counter

import pytest

from shengsim.bots.shengji import BOTS, RESTRICTED
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.state import Phase
from shengsim.planes import copies_of, less, n_cards, no_cards, nth_card, plus, put, take
from tests.bots.shengji.played import Deals
from tests.games.shengji.random_rules import EVERY_HOOK

N_DEALS = 60
ASKED_ONE_IN = 3


def deal_hidden_again(state, draw: random.Random) -> None:
    """Deals all cards that the seat in turn has not seen among those who hold them."""
    table = state.table
    rows = [(state.hands, other) for other in range(table.n_seats) if other != table.turn]
    if table.phase not in (Phase.BID, Phase.BURY):
        rows += [(state.kitty, 0)] if table.burier != table.turn else []
    sizes = [n_cards(take(*row)) for row in rows]
    cards = []
    for row in rows:
        left = take(*row)
        while n_cards(left):
            card = copies_of(left, nth_card(left, 0), 1)
            cards.append(card)
            left = less(left, card)
    draw.shuffle(cards)
    for (array, row), size in zip(rows, sizes, strict=True):
        held = no_cards(take(array, row))
        for _ in range(size):
            held = plus(held, cards.pop())
        put(array, row, held)
    assert not cards


OPTIONAL = {
    "order": {"red_fives": "hearts_and_diamonds"},
    "chao_dipi": {"enabled": True, "order": "anyone"},
    "hook": {"levels": EVERY_HOOK},
}


@pytest.mark.parametrize("rules", [{}, OPTIONAL], ids=["plain", "optional"])
@pytest.mark.parametrize("bot", [*BOTS, *RESTRICTED])
def test_dealing_the_hidden_cards_again_changes_no_decision(bot, rules):
    draw = random.Random(bot)
    deals = Deals(bot, Rules.model_validate(rules))
    asked: Counter[int] = Counter()
    for decided in deals.steps(range(N_DEALS), seed=3):
        if draw.randrange(ASKED_ONE_IN) == 0:
            other = copy.deepcopy(deals.state)
            deal_hidden_again(other, draw)
            assert deals.decide(other, deals.memory.copy()) == decided
            asked[int(other.table.phase)] += 1
    assert asked[Phase.OVERCALL] >= 5 or not rules
    assert min(asked[phase] for phase in (Phase.BID, Phase.BURY, Phase.LEAD, Phase.FOLLOW)) >= 10


def test_dealing_again_moves_the_hidden_cards_alone():
    draw = random.Random(1)
    deals = Deals("random")
    for _ in deals.steps(range(1), seed=4):
        state = deals.state
        other = copy.deepcopy(state)
        deal_hidden_again(other, draw)
        for seat in range(4):
            is_own = seat == state.table.turn
            assert n_cards(take(other.hands, seat)) == n_cards(take(state.hands, seat))
            few = n_cards(take(state.hands, seat)) < 10
            assert (take(other.hands, seat) == take(state.hands, seat)) == is_own or few
