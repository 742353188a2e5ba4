"""Bots at a table: plays a game on from any decision, each seat by its own bot."""

from __future__ import annotations

from typing import Any

import numpy as np

from shengsim import rng as streams
from shengsim.bots.bot import by_seat, forget, read_seating
from shengsim.bots.winner import BOTS, RESTRICTED
from shengsim.games.winner import deal, play, session
from shengsim.games.winner.game_outcome import SEATS
from shengsim.games.winner.state import MAX_SEATS, UNKNOWN, Phase
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import take

__all__ = [
    "BOTS",
    "DECISIONS",
    "RESTRICTED",
    "begin_lone",
    "duel_seatings",
    "play_deals",
    "play_matches",
    "play_out",
    "seat_bots",
    "step",
]

DECISIONS = ("play", "offer", "choose")
"""What a bot of this family decides: planes, of which none are a pass."""
N_MEMORY_WORDS = 8
NO_SESSION = 0
"""Stands in a game's key where it belongs to no session; sessions count from 1."""

choose_play = by_seat([bot.play for bot in BOTS.values()])
choose_offer = by_seat([bot.offer for bot in BOTS.values()])
choose_card = by_seat([bot.choose for bot in BOTS.values()])


def seat_bots(text: str, n_seats: int = 4) -> tuple[np.ndarray, np.ndarray]:
    """Who sits where, as kernels know it: bots int64[n_seats], and memory int64[n_seats, n_words].

    ``text`` names a bot for all seats, or bots by seat (``A=heuristic,B=random,...``); ValueError says what
    is wrong with it.
    """
    places = {name: (seat,) for seat, name in enumerate(SEATS[:n_seats])}
    seating = read_seating(text, BOTS, RESTRICTED, places)
    return seating.as_arrays(MAX_SEATS, N_MEMORY_WORDS)


def duel_seatings(first: str, second: str, n_seats: int = 4) -> tuple[str, str]:
    """The two ways to seat two bots in turn, first with the first bot in A, C, E and G."""
    one, other = ((first, second), (second, first))
    return (
        ",".join(f"{name}={one[seat % 2]}" for seat, name in enumerate(SEATS[:n_seats])),
        ",".join(f"{name}={other[seat % 2]}" for seat, name in enumerate(SEATS[:n_seats])),
    )


@kernel
def step(rules: Any, state: Any, memory: Any, bots: Any) -> None:
    """The bot in turn takes the decision that is due. ``bots`` int64[n_seats] says who sits where."""
    table = state.table
    seat = table.turn
    hand = take(state.hands, seat)
    if table.phase == Phase.PLAY:
        play.play(rules, state, choose_play(bots[seat], table, hand, memory, rules, state.streams))
    elif table.phase == Phase.OFFER:
        play.offer(rules, state, choose_offer(bots[seat], table, hand, memory, rules, state.streams))
    else:
        play.choose(rules, state, choose_card(bots[seat], table, hand, memory, rules, state.streams))


@rare_kernel
def play_out(rules: Any, state: Any, memory: Any, bots: Any) -> None:
    """Plays from the decision that is due to the end of the game."""
    while state.table.phase != Phase.OVER:
        step(rules, state, memory, bots)


@rare_kernel
def begin_lone(rules: Any, state: Any, seed: int, number: int) -> None:
    """Begins a game that belongs to no session: as a session's first, its number seats the dealer."""
    key = streams.deal_key(seed, NO_SESSION, number)
    play.begin(rules, state, key, number, number % deal.n_seats(rules), UNKNOWN)


def play_deals(rules: Any, state: Any, memory: Any, bots: Any, seed: int, first: int, outcomes: Any) -> None:
    """Plays games first, first + 1, ... into outcomes int64[n_games, n_fields]. The family's driver."""
    for i in range(outcomes.shape[0]):
        begin_lone(rules, state, seed, first + i)
        forget(memory, state.table.n_seats)
        while state.table.phase != Phase.OVER:  # play_out, spared a level of compiling
            step(rules, state, memory, bots)
        for field in range(outcomes.shape[1]):
            outcomes[i, field] = state.outcome[field]


def play_matches(
    rules: Any, state: Any, memory: Any, bots: Any, seed: int, first: int, outcomes: Any
) -> None:
    """Plays sessions first, first + 1, ... into outcomes int64[n_sessions, n_fields]. A driver.

    A row holds the session's own fields, then the sums of its games' outcomes.
    """
    for i in range(outcomes.shape[0]):
        number = first + i
        first_dealer = number % deal.n_seats(rules)
        session.begin_session(state.session, first_dealer)
        n_own = outcomes.shape[1] - state.outcome.shape[0]
        while not session.is_over(rules, state.session):
            n = state.session.n_games
            key = streams.deal_key(seed, number + 1, n)
            play.begin(rules, state, key, n, state.session.dealer, state.session.winner)
            forget(memory, state.table.n_seats)
            while state.table.phase != Phase.OVER:
                step(rules, state, memory, bots)
            session.end_game(state.session, state.outcome)
            for field in range(state.outcome.shape[0]):
                outcomes[i, n_own + field] += state.outcome[field]
        session.write_outcome(state.session, deal.n_seats(rules), first_dealer, outcomes[i])
