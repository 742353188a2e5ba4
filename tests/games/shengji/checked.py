"""Deals played with every decision checked first: one driver for all three lanes."""

from __future__ import annotations

import json
import sys
from enum import IntEnum

import numpy as np

from shengsim.bots.shengji import table as bots_table
from shengsim.games.shengji import outcome as engine
from shengsim.games.shengji import play
from shengsim.games.shengji.bid import why_illegal_bid
from shengsim.games.shengji.deal import all_cards as packed
from shengsim.games.shengji.deal import n_packed
from shengsim.games.shengji.follow import why_illegal_follow
from shengsim.games.shengji.kitty import why_illegal_burial
from shengsim.games.shengji.lead import why_illegal_lead
from shengsim.games.shengji.misdeal import may_claim
from shengsim.games.shengji.order import points_of
from shengsim.games.shengji.overcall import why_illegal_overcall
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.state import Outcome, Phase, Reason
from shengsim.kernel import compiled, kernel
from shengsim.planes import less, n_cards, plus, take


class Report(IntEnum):
    ILLEGAL = 0
    LOST_CARDS = 1
    ALL_POINTS = 2
    N_CARDS = 3
    DECISIONS = 4
    FORMS_LED = 5  # one bit a Form, as digits of two


@kernel
def all_cards(state):
    """Every card, wherever it is: hands, kitty, and what was played."""
    cards = plus(take(state.kitty, 0), take(state.table.seen, 0))
    for seat in range(state.table.n_seats):
        cards = plus(cards, take(state.hands, seat))
    return cards


@kernel
def checked_step(rules, state, memory, bots):
    """As table.step, but tells whether the decision was legal before it is taken."""
    table = state.table
    seat = table.turn
    hand = take(state.hands, seat)
    reason = Reason.LEGAL + 0
    if table.phase == Phase.FOLLOW:
        cards = bots_table.choose_follow(bots[seat], table, hand, memory, rules, state.streams)
        reason = why_illegal_follow(rules, table, hand, cards) + 0
        play.follow(rules, state, cards)
    elif table.phase == Phase.LEAD:
        cards = bots_table.choose_lead(bots[seat], table, hand, memory, rules, state.streams)
        reason = why_illegal_lead(rules, table, hand, cards) + 0
        play.lead(rules, state, cards)
    elif table.phase == Phase.BID:
        bid = bots_table.choose_bid(bots[seat], table, hand, memory, rules, state.streams)
        if bid != play.PASS:
            reason = why_illegal_bid(rules, table, hand, seat, bid) + 0
        play.bid(rules, state, bid)
    elif table.phase == Phase.OVERCALL:
        face = bots_table.choose_overcall(bots[seat], table, hand, memory, rules, state.streams)
        if face != play.PASS:
            reason = why_illegal_overcall(rules, table, hand, seat, face) + 0
        play.make_overcall(rules, state, face)
    elif table.phase == Phase.CLAIM:
        claims = bots_table.choose_claim(bots[seat], table, hand, memory, rules, state.streams)
        if not may_claim(rules, table, hand):
            reason = Reason.MUST_HOLD_CARDS + 0
        play.claim(rules, state, claims)
    else:
        cards = bots_table.choose_burial(bots[seat], table, hand, memory, rules, state.streams)
        reason = why_illegal_burial(rules, table, hand, cards) + 0
        play.bury(rules, state, cards)
    return reason


def checked_deals(rules, state, memory, bots, seed, first, outcomes, reports):
    """A driver: outcomes int64[n, n_fields] and reports int64[n, len(Report)]."""
    for i in range(outcomes.shape[0]):
        bots_table.begin_lone(rules, state, seed, first + i)
        whole = n_packed(rules)
        while state.table.phase != Phase.OVER:
            if checked_step(rules, state, memory, bots) != Reason.LEGAL:
                reports[i, Report.ILLEGAL] += 1
            reports[i, Report.DECISIONS] += 1
            if state.table.phase != Phase.BID and state.table.phase != Phase.BURY:
                cards = all_cards(state)
                if n_cards(cards) != whole or n_cards(less(packed(rules, state.table, cards), cards)) > 0:
                    reports[i, Report.LOST_CARDS] += 1
                if state.table.phase == Phase.FOLLOW:
                    reports[i, Report.FORMS_LED] |= 1 << state.table.lead.form
        reports[i, Report.N_CARDS] = n_cards(all_cards(state))
        reports[i, Report.ALL_POINTS] = (
            state.table.points[0] + state.table.points[1] + points_of(state.table, take(state.kitty, 0))
        )
        for field in range(outcomes.shape[1]):
            outcomes[i, field] = state.outcome[field]


def play_checked(rules: Rules, n_deals: int, bots: str, seed: int, plain: bool, first: int = 0):
    """Outcomes and reports of deals under these rules in one lane."""
    outcomes = np.zeros((n_deals, len(Outcome)), np.int64)
    reports = np.zeros((n_deals, len(Report)), np.int64)
    driver = checked_deals if plain else compiled(checked_deals)
    seats, memory = bots_table.seat_bots(bots, rules.table.players)
    driver(
        engine.new_rules(rules, plain),
        engine.new_state(rules, plain),
        memory,
        seats,
        seed,
        first,
        outcomes,
        reports,
    )
    return outcomes, reports


if __name__ == "__main__":  # the lane with bounds checks needs a process of its own
    request = json.loads(sys.argv[1])
    rules = Rules.model_validate(request["rules"])
    outcomes, reports = play_checked(rules, request["n_deals"], request["bots"], request["seed"], plain=False)
    print(json.dumps({"outcomes": outcomes.tolist(), "reports": reports.tolist()}))
