"""Red fives, chao dipi, the hook and mandatory ranks together: what holds of every deal and match."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from shengsim import fields
from shengsim.bots.shengji import BOTS
from shengsim.bots.shengji import table as bots_table
from shengsim.cards import RANK_NAMES
from shengsim.games.shengji import hook, match_outcome, red_fives, score
from shengsim.games.shengji import outcome as engine
from shengsim.games.shengji.record import SEATS
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.scenario_options import declared
from shengsim.games.shengji.scenario_play import play_trick
from shengsim.games.shengji.state import MatchOutcome, Outcome, state_dtype
from shengsim.knob import RankKnob
from tests.games.shengji.random_rules import EVERY_HOOK, random_rules
from tests.games.shengji.twin import assert_twin_agrees, play, rules_of_twin
from tests.naive import shengji as naive

N_TRICKS = 1_500
HOOKS = {RankKnob(RANK_NAMES.index(a)): RankKnob(RANK_NAMES.index(b)) for a, b in EVERY_HOOK.items()}

N_RULES = 150
DEALS_A_VARIANT = 8

TOGETHER = st.builds(
    lambda fives, penalty, order, partner, flip, leader, card, swap, gain, mandatory, mode, levels, trump: {
        "order": {"red_fives": fives},
        "red_fives": {"penalty": penalty},
        "chao_dipi": {
            "enabled": True,
            "order": order,
            "over_partner": partner,
            "after_unclaimed": flip,
            "leader": leader,
        },
        "hook": {"levels": EVERY_HOOK, "card": card, "requires_swap": swap, "then_gain": gain},
        "levels": {"mandatory": mandatory, "mandatory_mode": mode, **levels},
        "bidding": {"no_trump": trump},
    },
    st.sampled_from(["hearts", "hearts_and_diamonds"]),
    st.sampled_from(["one_level", "two_one", "points", "none"]),
    st.sampled_from(["in_turn", "anyone"]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["dealer", "last_burier"]),
    st.sampled_from(
        ["deciding", "any", "single", "on_suit_full_off_suit_half", "on_suit_full_off_suit_three"]
    ),
    st.booleans(),
    st.booleans(),
    st.sampled_from([["5", "10", "K"], ["2", "J", "A"], []]),
    st.sampled_from(["no_skip", "must_defend"]),
    # Where fives are dominant red fives are most unlike others: half of all deals are played there.
    st.sampled_from([{}, {"start": "5", "end": "5"}]),
    st.sampled_from(["off", "joker_pair"]),
)


@settings(
    max_examples=N_RULES,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.generate,),  # shrinking plays deals for minutes and tells little
)
@given(values=TOGETHER, seed=st.integers(0, 2**31))
def test_all_together_agree_with_the_twin(values, seed):
    rules = Rules.model_validate(values)
    for number in range(DEALS_A_VARIANT):
        record = play(rules, list(BOTS)[number % len(BOTS)], seed, number, is_open=number % 4 == 1)
        assert_twin_agrees(rules, record)
        assert_overcalls_rise(record)
        assert_sums(rules, record)


@pytest.mark.parametrize("part", range(2))
def test_last_tricks_hook_and_capture_alike(part):
    hooked, captured = set(), 0
    for seed in range(part * N_TRICKS, (part + 1) * N_TRICKS):
        draw = random.Random(seed)
        rules = random_rules(seed + 20_000)
        twin_rules = rules_of_twin(rules) | {"hook.levels": EVERY_HOOK}
        rules = rules.model_copy(update={"hook": rules.hook.model_copy(update={"levels": HOOKS})})
        rank, suit = draw.choice((*RANK_NAMES, "5", "J")), draw.choice(("C", "D", "H", "S", "NT"))
        trump = naive.make_trump(twin_rules, rank, suit)
        plays = some_trick(draw, trump)
        points = draw.choice((0, 60, 200))
        table = declared(rules, {"trump": rank + suit})
        winner = play_trick(table, {"plays": dict(zip("ENWS", plays, strict=True))})
        swap = bool(score.swaps(table.rules, points))
        table.table.winning = winner
        taken = hook.levels_taken(table.rules, table.table, swap)
        named = [cards.split() for cards in plays]
        back = naive.hook_to(twin_rules, trump, winner % 2 == 0, swap, named)
        assert (taken == hook.NO_HOOK) == (back is None), (twin_rules, trump, plays)
        if back is not None:
            assert RANK_NAMES[RANK_NAMES.index(rank) - taken] == back, (twin_rules, trump, plays)
            hooked.add((rules.hook.card, taken % 2))
        red_fives.note_captured(table.rules, table.state, winner)
        lost = naive.captured_fives(trump, list(enumerate(named)), winner)
        outcome = table.state.outcome
        for side in range(2):
            assert outcome[Outcome.RED_FIVES_LOST_DECLARERS + side] == len(lost[side])
            levels = naive.price_of_fives(twin_rules, lost[side])[0]
            assert outcome[Outcome.RED_FIVE_LEVELS_DECLARERS + side] == levels
            captured += len(lost[side])
        paid = [naive.price_of_fives(twin_rules, fives)[1] for fives in lost]
        assert outcome[Outcome.RED_FIVE_POINTS] == paid[0] - paid[1]
    assert len(hooked) >= 8
    assert captured > 50


def some_trick(draw, trump):
    """Four plays of as many cards from few faces: cards of the rank, fives, jokers, some other cards."""
    trumps = [card for card in naive.PACK if naive.suit_of(card, trump) == "T"]
    special = [card for card in naive.PACK if naive.rank_of(card) in (None, "5", trump[0])]
    pack = sorted({*special, *draw.sample(trumps, 5), *draw.sample(naive.PACK, 5)}) * 2
    n = draw.choice((1, 1, 1, 2, 2, 3, 4))
    plays = []
    for _ in range(4):
        height = {card: draw.random() for card in pack}
        ranked = sorted(pack, key=height.get)
        if not plays:
            led = naive.suit_of(ranked[0], trump)
            ranked = [card for card in ranked if naive.suit_of(card, trump) == led]
        play = ranked[:n]
        n = len(play)
        for card in play:
            pack.remove(card)
        plays.append(" ".join(play))
    return plays


def assert_overcalls_rise(record):
    """Each overcall is higher than the one before, and as many cards are buried as the kitty has."""
    order = [record.rank + suit for suit in "DCHS"] + ["BJ", "RJ"]
    heights = [order.index(call.cards.split()[0]) for call in record.overcalls]
    assert heights == sorted(set(heights))
    assert all(len(call.buried.split()) == len(record.kitty.split()) for call in record.overcalls)


def assert_sums(rules, record):
    """What the outcome says of red fives and the hook is of one mind with itself."""
    outcome = record.outcome
    n_red = 2 * rules.order.red_fives
    lost = outcome["red_fives_lost_declarers"] + outcome["red_fives_lost_opponents"]
    assert lost <= n_red
    pays_points = rules.red_fives.penalty.yaml == "points"
    assert pays_points or outcome["red_five_points"] == 0
    levels = outcome["red_five_levels_declarers"] + outcome["red_five_levels_opponents"]
    assert levels <= 2 * lost
    assert outcome["hooks"] or not outcome["hook_levels"]
    if outcome["hooks"]:
        assert outcome["last_trick_opponents"]
        assert outcome["swap"] or not rules.hook.requires_swap
        back = EVERY_HOOK[record.rank]
        assert outcome["hook_levels"] <= RANK_NAMES.index(record.rank) - RANK_NAMES.index(back)
        assert rules.hook.then_gain or outcome["swap"] or outcome["level_change"] == 0


ALL = {
    "order": {"red_fives": "hearts_and_diamonds"},
    "chao_dipi": {"enabled": True},
    "hook": {"levels": {"J": "2", "A": "J"}},
    "levels": {"mandatory": ["5", "10", "K"]},
}


def test_more_planes_play_the_same_deals_under_all_of_them():
    rules = engine.new_rules(Rules.model_validate(ALL), plain=True)
    seats, memory = bots_table.seat_bots("greedy")
    rows = [np.zeros((60, len(Outcome)), np.int64) for _ in range(2)]
    for n_planes, outcomes in zip((2, 3), rows, strict=True):
        state = fields.new_record(state_dtype(n_planes), plain=True)
        bots_table.play_deals(rules, state, memory, seats, 8, 0, outcomes)
    assert (rows[0] == rows[1]).all()


@pytest.fixture(scope="module")
def matches():
    """Matches under all four rules, by the random bot in the plain lane, and what each deal of them did."""
    rules = engine.new_rules(Rules.model_validate(ALL), plain=True)
    seats, memory = bots_table.seat_bots("random")
    rows = np.zeros((40, len(match_outcome.OUTCOME)), np.int64)
    bots_table.play_matches(rules, engine.new_state(Rules(), plain=True), memory, seats, 5, 0, rows)
    return rows


def test_events_are_counted_a_match(matches):
    own = len(MatchOutcome)
    for field in (
        Outcome.OVERCALLS_OFFERED,
        Outcome.OVERCALLS,
        Outcome.TRUMP_CHANGES,
        Outcome.OPPONENTS_BURIED,
        Outcome.RED_FIVES_LOST_DECLARERS,
        Outcome.RED_FIVES_LOST_OPPONENTS,
    ):
        assert matches[:, own + field].sum() > 0, field
    assert (matches[:, own + Outcome.OVERCALLS] <= matches[:, own + Outcome.OVERCALLS_OFFERED]).all()
    assert (matches[:, own + Outcome.TRUMP_CHANGES] <= matches[:, own + Outcome.OVERCALLS]).all()
    paid = (
        matches[:, own + Outcome.RED_FIVE_LEVELS_DECLARERS]
        + matches[:, own + Outcome.RED_FIVE_LEVELS_OPPONENTS]
    )
    assert (matches[:, MatchOutcome.RED_FIVE_LEVELS] <= paid).all()
    assert matches[:, MatchOutcome.RED_FIVE_LEVELS].sum() > 0


def test_stops_are_counted_at_mandatory_ranks_alone(matches):
    stopped = matches[:, MatchOutcome.STOPPED_AT_2 : MatchOutcome.STOPPED_AT_A + 1]
    assert (stopped.sum(1) == matches[:, MatchOutcome.STOPS]).all()
    at = [RANK_NAMES[rank] for rank in np.flatnonzero(stopped.sum(0))]
    assert at == ["5", "10", "K"]
    assert matches[:, MatchOutcome.BLOCKS].sum() == 0


def test_gains_lost_at_ranks_to_be_defended_are_counted():
    rules = Rules.model_validate({"levels": {"mandatory": ["2", "3", "4"], "mandatory_mode": "must_defend"}})
    seats, memory = bots_table.seat_bots("random")
    rows = np.zeros((10, len(match_outcome.OUTCOME)), np.int64)
    state = engine.new_state(rules, plain=True)
    bots_table.play_matches(engine.new_rules(rules, plain=True), state, memory, seats, 5, 0, rows)
    assert rows[:, MatchOutcome.BLOCKS].sum() > 0


def test_off_they_change_no_deal():
    """What refines a rule that is off decides nothing."""
    rules = Rules.model_validate(
        {
            "red_fives": {"penalty": "points"},
            "chao_dipi": {"order": "anyone", "after_unclaimed": True, "leader": "last_burier"},
            "hook": {"card": "any", "then_gain": True},
            "levels": {"mandatory_mode": "must_defend"},
        }
    )
    for number in range(60):
        bots = list(BOTS)[number % len(BOTS)]
        assert play(rules, bots, 9, number) == play(Rules(), bots, 9, number)


def test_the_same_cards_are_dealt_whatever_the_rules():
    """Paired comparisons rest on it; the lot among callers draws after the shuffle."""
    anyone = {**ALL, "chao_dipi": {"enabled": True, "order": "anyone"}}
    for number in range(40):
        decks = {play(Rules.model_validate(rules), "greedy", 3, number).deck for rules in ({}, ALL, anyone)}
        assert len(decks) == 1


def test_anyone_is_asked_in_an_order_by_lot():
    rules = Rules.model_validate({"chao_dipi": {"enabled": True, "order": "anyone"}})
    firsts = set()
    for number in range(400):
        record = play(rules, "greedy", 4, number)
        if record.overcalls:
            burier = SEATS.index(record.dealer)
            firsts.add((SEATS.index(record.overcalls[0].seat) - burier) % 4)
    assert firsts == {0, 1, 2, 3}


def test_in_turn_the_burier_is_not_asked():
    rules = Rules.model_validate({"chao_dipi": {"enabled": True}})
    for number in range(200):
        record = play(rules, "greedy", 4, number)
        seats = [record.dealer, *(call.seat for call in record.overcalls)]
        assert all(one != other for one, other in pairwise(seats))


def test_duels_count_levels_that_red_fives_and_the_hook_take():
    rows = np.zeros((3, len(Outcome)), np.int64)
    rows[:, Outcome.DEALER] = [1, 1, 0]
    rows[:, Outcome.LEVEL_CHANGE] = [2, 0, 1]
    rows[:, Outcome.HOOK_LEVELS] = [0, 9, 0]
    rows[:, Outcome.RED_FIVE_LEVELS_DECLARERS] = [1, 0, 0]
    rows[:, Outcome.RED_FIVE_LEVELS_OPPONENTS] = [0, 1, 2]
    assert engine.signed_gain(rows).tolist() == [1, -8, -3]
