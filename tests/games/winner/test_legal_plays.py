"""What may be played: engine and twin agree on every subset of small hands, and on samples of full ones."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from shengsim.cards import parse_card
from shengsim.games.winner.record import planes_of
from shengsim.games.winner.scenario_play import legal_plays
from shengsim.games.winner.situation import Situation
from tests.games.winner import perft
from tests.games.winner.logged import rules_of_twin
from tests.games.winner.random_rules import random_rules
from tests.naive import winner as naive

SMALL, N_SAMPLES = 8, 300


def table_of(rules, on_table, is_reversed):
    table = Situation(rules)
    if on_table:
        table.lay(" ".join(on_table))
    table.table.is_reversed = int(is_reversed)
    return table


def situations(seed, size):
    """Random rules, a hand, and a play of somebody else's to beat, or none."""
    draw = random.Random(seed)
    rules = random_rules(seed)
    twin = rules_of_twin(rules)
    pack = naive.pack(twin)
    draw.shuffle(pack)
    first = draw.randrange(10)
    near = [card for card in pack if naive.RANKS.index(naive.rank_of(card)) - first in range(6)]
    rest = list((Counter(pack) - Counter(near)).elements())
    hand = (near + rest)[:size]
    others = list((Counter(pack) - Counter(hand)).elements())
    draw.shuffle(others)
    on_table = None
    if seed % 4:
        on_table = perft.play_of(twin, others, draw)
    return rules, twin, hand, on_table, rules.revolution.enabled and draw.random() < 0.5


@pytest.mark.parametrize("seed", range(40))
def test_every_subset_of_a_small_hand_is_judged_as_by_the_twin(seed):
    rules, twin, hand, on_table, is_reversed = situations(seed, SMALL)
    table = table_of(rules, on_table, is_reversed)
    found = naive.read(twin, on_table) if on_table else None
    expected = naive.legal_plays(twin, hand, found, is_reversed)
    held = planes_of([parse_card(card) for card in hand])
    tried = {cards for n in range(1, SMALL + 1) for cards in combinations(sorted(hand), n)}
    engine = {
        cards
        for cards in tried
        if table.verdict(held, planes_of([parse_card(card) for card in cards])) == "legal"
    }
    assert engine == expected
    built = legal_plays(table, [parse_card(card) for card in hand])
    assert len(built) == len(expected)


@pytest.mark.parametrize("seed", range(1_000, 1_012))
def test_samples_of_a_full_hand_are_judged_as_by_the_twin(seed):
    rules, twin, hand, on_table, is_reversed = situations(seed, 27)
    table = table_of(rules, on_table, is_reversed)
    found = naive.read(twin, on_table) if on_table else None
    draw = random.Random(seed)
    held = planes_of([parse_card(card) for card in hand])
    built = sorted(legal_plays(table, [parse_card(card) for card in hand]))
    names = {parse_card(card): card for card in hand}
    likely = [tuple(names[card] for card in draw.choice(built)) for _ in range(N_SAMPLES) if built]
    # One card exchanged for another of the hand: neighbours of what is legal are the hard ones.
    near = [(*cards[:-1], draw.choice(hand)) for cards in likely]
    any_cards = [tuple(draw.sample(hand, draw.randrange(1, 9))) for _ in range(N_SAMPLES)]
    for cards in (*likely, *near, *any_cards):
        engine = "illegal"
        if not Counter(cards) - Counter(hand):
            engine = table.verdict(held, planes_of([parse_card(card) for card in cards]))
        assert (engine == "legal") == naive.may_play(twin, hand, cards, found, is_reversed), cards


def test_the_counts_that_ship_are_the_twins():
    assert perft.FILE.read_text(encoding="utf-8") == perft.content()
