"""Deals of the bots, for their tests: duplicate matches compiled, decisions one by one in the plain lane."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np

from shengsim.bots.shengji import table as bots_table
from shengsim.games.shengji import outcome as engine
from shengsim.games.shengji import play
from shengsim.games.shengji.record import names as engine_names
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.situation import Situation, seat
from shengsim.games.shengji.state import Outcome, Phase
from shengsim.kernel import compiled
from shengsim.planes import plus, put, take


def outcomes(
    bots: str, n_deals: int, seed: int, rules: Rules | None = None, plain: bool = False
) -> np.ndarray:
    """Outcomes of deals, in the compiled lane if not said otherwise."""
    rows = np.zeros((n_deals, len(Outcome)), np.int64)
    rules = rules or Rules()
    seats, memory = bots_table.seat_bots(bots, rules.table.players)
    record, state = engine.new_rules(rules, plain), engine.new_state(rules, plain)
    driver = bots_table.play_deals if plain else compiled(bots_table.play_deals)
    driver(record, state, memory, seats, seed, 0, rows)
    return rows


def duplicate(
    one: str, other: str, n_shuffles: int, seed: int, rules: Rules | None = None, plain: bool = False
) -> tuple[float, float]:
    """Levels a deal that one bot gains against another, every shuffle played from both sides: mean, error."""
    first, second = (
        engine.signed_gain(outcomes(bots, n_shuffles, seed, rules, plain))
        for bots in bots_table.duel_seatings(one, other)
    )
    levels = (first - second) / 2
    return float(levels.mean()), float(levels.std(ddof=1) / n_shuffles**0.5)


CHOICES = {
    Phase.BID: (bots_table.choose_bid, play.bid),
    Phase.BURY: (bots_table.choose_burial, play.bury),
    Phase.OVERCALL: (bots_table.choose_overcall, play.make_overcall),
    Phase.CLAIM: (bots_table.choose_claim, play.claim),
    Phase.LEAD: (bots_table.choose_lead, play.lead),
    Phase.FOLLOW: (bots_table.choose_follow, play.follow),
}


class Deals:
    """Deals in the plain lane, told before each decision is taken and with what is decided."""

    def __init__(self, bots: str, rules: Rules | None = None) -> None:
        self.rules = engine.new_rules(rules or Rules(), plain=True)
        self.state = engine.new_state(rules or Rules(), plain=True)
        self.seats, self.memory = bots_table.seat_bots(bots)

    def decide(self, state: Any, memory: Any) -> Any:
        """What the bot in turn decides."""
        table = state.table
        choose, _ = CHOICES[table.phase]
        turn = table.turn
        return choose(self.seats[turn], table, take(state.hands, turn), memory, self.rules, state.streams)

    def names(self, planes: Any) -> str:
        """The names of cards, highest first."""
        return engine_names(self.state.table, planes)

    def steps(self, numbers: range, seed: int) -> Iterator[Any]:
        """The table before each decision, and what is decided."""
        for number in numbers:
            bots_table.begin_lone(self.rules, self.state, seed, number)
            while self.state.table.phase != Phase.OVER:
                act = CHOICES[self.state.table.phase][1]
                decided = self.decide(copy.deepcopy(self.state), self.memory.copy())
                yield decided
                assert self.decide(self.state, self.memory) == decided
                act(self.rules, self.state, decided)


class Trick(Situation):
    """A trick in the making: the leader, and plays by name in turn; the next seat has a hand."""

    def __init__(
        self,
        bot: Any,
        trump: str,
        hand: str,
        leader: str,
        *plays: str,
        trick: int = 5,
        rules: Rules | None = None,
    ) -> None:
        super().__init__(rules or Rules(), trump)
        self.bot = bot
        self.memory = np.zeros((12, bots_table.N_MEMORY_WORDS), np.int64)
        self.table.turn = self.table.leader = seat(leader)
        self.table.trick = trick
        self.table.phase = Phase.LEAD
        for number, cards in enumerate(plays):
            act = play.lead if number == 0 else play.follow
            self.hold(self.table.turn, cards)
            act(self.rules, self.state, self.planes(cards))
        self.hold(self.table.turn, hand)
        self.table.n_left[self.table.turn] = len(hand.split())

    def see(self, text: str) -> Trick:
        """Cards that lie among the finished tricks."""
        put(self.table.seen, 0, plus(take(self.table.seen, 0), self.planes(text)))
        return self

    def decision(self, name: str) -> str:
        """The names of what the bot decides."""
        hand = take(self.state.hands, self.table.turn)
        choose = getattr(self.bot, name)
        return self.names(choose(self.table, hand, self.memory, self.rules, self.state.streams))
