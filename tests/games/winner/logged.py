"""Sessions with every decision written down: one driver for all lanes; games as the twin reads them."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from shengsim.bots.winner import table as bots_table
from shengsim.cards import card_name
from shengsim.games.winner import outcome as engine
from shengsim.games.winner import play
from shengsim.games.winner import session as sessions
from shengsim.games.winner.combination import why_illegal_play
from shengsim.games.winner.deal import n_packed
from shengsim.games.winner.exchange import why_illegal_choice, why_illegal_offer
from shengsim.games.winner.record import CARD_AT
from shengsim.games.winner.rules import Rules
from shengsim.games.winner.state import Outcome, Phase, Reason
from shengsim.kernel import compiled, kernel
from shengsim.knob import knobs, value_at, yaml_value
from shengsim.planes import n_cards, plus, take
from shengsim.rng import deal_key
from tests.games.winner.random_rules import random_rules
from tests.naive import winner as naive

MAX_ACTS = 1_000
N_FACTS = 8
DEALER, LAST_WINNER, LAST_LOSER, START_CARD, STARTER, N_ACTS, ILLEGAL, LOST_CARDS = range(N_FACTS)
PHASE, SEAT, FIRST_PLANE, SECOND_PLANE = range(4)


@kernel
def decided(rules, state, memory, bots):
    """What the bot in turn decides."""
    table = state.table
    seat = table.turn
    hand = take(state.hands, seat)
    if table.phase == Phase.PLAY:
        return bots_table.choose_play(bots[seat], table, hand, memory, rules, state.streams)
    if table.phase == Phase.OFFER:
        return bots_table.choose_offer(bots[seat], table, hand, memory, rules, state.streams)
    return bots_table.choose_card(bots[seat], table, hand, memory, rules, state.streams)


@kernel
def why_illegal(rules, state, cards):
    """Why it may not be decided so."""
    table = state.table
    hand = take(state.hands, table.turn)
    if table.phase == Phase.PLAY:
        return why_illegal_play(rules, table, hand, cards)
    if table.phase == Phase.OFFER:
        return why_illegal_offer(hand, cards)
    return why_illegal_choice(table, cards)


@kernel
def act(rules, state, cards):
    """Takes the decision."""
    if state.table.phase == Phase.PLAY:
        play.play(rules, state, cards)
    elif state.table.phase == Phase.OFFER:
        play.offer(rules, state, cards)
    else:
        play.choose(rules, state, cards)


@kernel
def n_known(state):
    """Cards in hands and played."""
    cards = take(state.table.seen, 0)
    for seat in range(state.table.n_seats):
        cards = plus(cards, take(state.hands, seat))
    return n_cards(cards)


def logged_sessions(rules, state, memory, bots, seed, first, log, facts, decks, outcomes):
    """A driver: log int64[n_games, MAX_ACTS, 4], facts int64[n_games, N_FACTS], decks int64[n_games, 108]."""
    session = state.session
    for i in range(facts.shape[0]):
        number = i // rules.session.games
        if i % rules.session.games == 0:
            sessions.begin_session(session, (first + number) % rules.table.players)
        key = deal_key(seed, first + number + 1, session.n_games)
        facts[i, DEALER] = session.dealer
        facts[i, LAST_WINNER] = session.winner
        facts[i, LAST_LOSER] = session.loser
        play.begin(rules, state, key, session.n_games, session.dealer, session.winner)
        facts[i, START_CARD] = state.table.start_card
        facts[i, STARTER] = state.table.starter
        for card in range(decks.shape[1]):
            decks[i, card] = state.deck[card]
        n = 0
        while state.table.phase != Phase.OVER and n < log.shape[1]:
            log[i, n, PHASE] = state.table.phase
            log[i, n, SEAT] = state.table.turn
            cards = decided(rules, state, memory, bots)
            log[i, n, FIRST_PLANE] = cards[0]
            log[i, n, SECOND_PLANE] = cards[1]
            if why_illegal(rules, state, cards) != Reason.LEGAL:
                facts[i, ILLEGAL] += 1
            act(rules, state, cards)
            if n_known(state) != n_packed(rules):
                facts[i, LOST_CARDS] += 1
            n += 1
        facts[i, N_ACTS] = n
        sessions.end_game(session, state.outcome)
        for field in range(outcomes.shape[1]):
            outcomes[i, field] = state.outcome[field]


@dataclass
class Played:
    """Games as they were logged."""

    rules: Rules
    log: np.ndarray
    facts: np.ndarray
    decks: np.ndarray
    outcomes: np.ndarray


def play_logged(
    rules: Rules, n_games: int, bots: str, seed: int, plain: bool = False, first: int = 0
) -> Played:
    """Games under these rules, session after session, in one lane."""
    seats, memory = bots_table.seat_bots(bots, rules.table.players)
    played = Played(
        rules,
        np.zeros((n_games, MAX_ACTS, 4), np.int64),
        np.zeros((n_games, N_FACTS), np.int64),
        np.zeros((n_games, 108), np.int64),
        np.zeros((n_games, len(Outcome)), np.int64),
    )
    driver = logged_sessions if plain else compiled(logged_sessions)
    record, state = engine.new_rules(rules, plain), engine.new_state(rules, plain)
    driver(record, state, memory, seats, seed, first, played.log, played.facts, played.decks, played.outcomes)
    return played


@cache
def cards_of(first: int, second: int) -> tuple[str, ...]:
    """The names of planes' cards."""
    return tuple(
        card_name(card) for plane in (first, second) for at, card in CARD_AT.items() if plane >> at & 1
    )


def rules_of_twin(rules: Rules) -> dict[str, Any]:
    """A variant's knobs as the twin reads them: those that differ from its own defaults."""
    values = {knob.path: yaml_value(value_at(rules, knob.path)) for knob in knobs(Rules)}
    assert set(values) == set(naive.DEFAULTS)
    return {path: value for path, value in values.items() if value != naive.DEFAULTS[path]}


def game_of_twin(played: Played, i: int) -> dict[str, Any]:
    """A logged game as the twin reads it."""
    facts = played.facts[i]
    n_packed = (54 if played.rules.deck.jokers else 52) * played.rules.table.decks
    deck = [card_name(CARD_AT[at]) for at in played.decks[i, :n_packed].tolist()]
    start_card = card_name(CARD_AT[int(facts[START_CARD])])
    n = played.rules.table.players
    turned = [
        place
        for place, card in enumerate(deck)
        if card == start_card and (facts[DEALER] + place) % n == facts[STARTER]
    ]
    assert turned, "the start card was not dealt to its holder"
    game: dict[str, Any] = {
        "deck": deck,
        "turned": turned[0],
        "dealer": int(facts[DEALER]),
        "last_winner": None if facts[LAST_WINNER] < 0 else int(facts[LAST_WINNER]),
        "last_loser": None if facts[LAST_LOSER] < 0 else int(facts[LAST_LOSER]),
        "acts": [],
    }
    for phase, seat, one, two in played.log[i, : facts[N_ACTS]].tolist():
        cards = cards_of(one, two)
        if phase == Phase.OFFER:
            game["offered"] = cards
        elif phase == Phase.CHOOSE:
            [game["taken"]] = cards
        else:
            game["acts"].append((seat, cards))
    return game


def assert_twin_agrees(played: Played, i: int) -> None:
    """Replays a game by the twin's rules, which refuse an illegal act, and compares all results."""
    n = played.rules.table.players
    found = naive.replay(rules_of_twin(played.rules), game_of_twin(played, i))
    outcome = dict(zip(Outcome, played.outcomes[i].tolist(), strict=True))
    assert found["leader"] == outcome[Outcome.LEADER]
    assert found["places"][0] == outcome[Outcome.WINNER]
    assert found["places"][-1] == found["next_dealer"] == outcome[Outcome.LOSER]
    assert found["scores"] == [outcome[Outcome.SCORE_A + seat] for seat in range(n)]
    assert sum(found["left"]) == outcome[Outcome.CARDS_LEFT]
    assert max(found["left"]) == outcome[Outcome.MOST_LEFT]
    assert found["tricks"] == outcome[Outcome.TRICKS]
    assert found["is_reversed"] == bool(outcome[Outcome.REVERSED])
    if (i + 1) % played.rules.session.games and i + 1 < len(played.facts):
        assert (played.facts[i + 1, DEALER], played.facts[i + 1, LAST_WINNER]) == (
            found["next_dealer"],
            found["places"][0],
        )


if __name__ == "__main__":  # the lane with bounds checks needs a process of its own
    asked = json.loads(sys.argv[1])
    games = [
        play_logged(random_rules(seed), asked["n_games"], asked["bots"], seed) for seed in asked["seeds"]
    ]
    print(json.dumps([played.outcomes.tolist() for played in games]))
