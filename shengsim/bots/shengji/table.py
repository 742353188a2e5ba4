"""Bots at a table: plays a deal on from any decision, each seat by its own bot."""

from __future__ import annotations

from typing import Any

import numpy as np

from shengsim import rng as streams
from shengsim.bots.bot import by_seat, forget, read_seating
from shengsim.bots.shengji import BOTS, RESTRICTED
from shengsim.games.shengji import deal, match, play
from shengsim.games.shengji.record import seat_names
from shengsim.games.shengji.state import MAX_SEATS, Outcome, Phase
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

N_MEMORY_WORDS = 32
NO_MATCH = 0
"""Stands in a deal's key where it belongs to no match; matches count from 1."""

DECISIONS = ("bid", "bury", "overcall", "claim", "lead", "follow")
"""What a bot of this family decides."""

choose_bid = by_seat([bot.bid for bot in BOTS.values()])
choose_burial = by_seat([bot.bury for bot in BOTS.values()])
choose_overcall = by_seat([bot.overcall for bot in BOTS.values()])
choose_claim = by_seat([bot.claim for bot in BOTS.values()])
choose_lead = by_seat([bot.lead for bot in BOTS.values()])
choose_follow = by_seat([bot.follow for bot in BOTS.values()])


def places_of(n_seats: int) -> dict[str, tuple[int, ...]]:
    """The seats of each seat's and each side's name; EW are the even seats, whatever the table."""
    seats = {name: (seat,) for seat, name in enumerate(seat_names(n_seats))}
    return {**seats, "EW": tuple(range(0, n_seats, 2)), "NS": tuple(range(1, n_seats, 2))}


def seat_bots(text: str, n_seats: int = 4) -> tuple[np.ndarray, np.ndarray]:
    """Who sits where, as kernels know it: bots int64[n_seats], and memory int64[n_seats, n_words].

    ``text`` names a bot for all seats, or bots by seat or side (``NS=heuristic,EW=random``); ValueError
    says what is wrong with it.
    """
    seating = read_seating(text, BOTS, RESTRICTED, places_of(n_seats))
    return seating.as_arrays(MAX_SEATS, N_MEMORY_WORDS)


def duel_seatings(first: str, second: str, n_seats: int = 4) -> tuple[str, str]:
    """The two ways to seat two bots against each other, first with the first bot in North and South."""
    return f"NS={first},EW={second}", f"NS={second},EW={first}"


@kernel
def step(rules: Any, state: Any, memory: Any, bots: Any) -> None:
    """The bot in turn takes the decision that is due. ``bots`` int64[n_seats] says who sits where."""
    table = state.table
    seat = table.turn
    hand = take(state.hands, seat)
    if table.phase == Phase.FOLLOW:
        play.follow(rules, state, choose_follow(bots[seat], table, hand, memory, rules, state.streams))
    elif table.phase == Phase.LEAD:
        play.lead(rules, state, choose_lead(bots[seat], table, hand, memory, rules, state.streams))
    elif table.phase == Phase.BID:
        play.bid(rules, state, choose_bid(bots[seat], table, hand, memory, rules, state.streams))
    elif table.phase == Phase.CLAIM:
        play.claim(rules, state, choose_claim(bots[seat], table, hand, memory, rules, state.streams))
    elif table.phase == Phase.OVERCALL:
        play.make_overcall(
            rules, state, choose_overcall(bots[seat], table, hand, memory, rules, state.streams)
        )
    else:
        play.bury(rules, state, choose_burial(bots[seat], table, hand, memory, rules, state.streams))


@rare_kernel
def play_out(rules: Any, state: Any, memory: Any, bots: Any) -> None:
    """Plays from the decision that is due to the end of the deal."""
    while state.table.phase != Phase.OVER:
        step(rules, state, memory, bots)


@rare_kernel
def begin_lone(rules: Any, state: Any, seed: int, number: int) -> None:
    """Begins a deal that belongs to no match: its rank is drawn evenly, its number seats the dealer."""
    key = streams.deal_key(seed, NO_MATCH, number)
    streams.start_streams(state.streams, streams.with_key(key, 0), 0)
    rank = match.draw_rank(rules, state.streams)
    play.begin(rules, state, key, number, rank, number % deal.n_seats(rules), 0)


def play_deals(rules: Any, state: Any, memory: Any, bots: Any, seed: int, first: int, outcomes: Any) -> None:
    """Plays deals first, first + 1, ... into outcomes int64[n_deals, n_fields]. The family's driver."""
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
    """Plays matches first, first + 1, ... into outcomes int64[n_matches, n_fields]. A driver.

    A row holds the match's own fields, then the sums of its deals' outcomes.
    """
    for i in range(outcomes.shape[0]):
        number = first + i
        first_dealer = play_match(rules, state, memory, bots, seed, number, outcomes[i])
        match.write_outcome(rules, state.match, first_dealer, outcomes[i])


@rare_kernel
def play_match(rules: Any, state: Any, memory: Any, bots: Any, seed: int, number: int, row: Any) -> int:
    """Plays one match and adds its deals' outcomes to a row; the seat that dealt first."""
    match.begin_match(rules, state.match, number % deal.n_seats(rules))
    first_dealer = 0
    n_own = row.shape[0] - state.outcome.shape[0]
    while not match.is_over(state.match):
        n = state.match.n_deals
        key = streams.deal_key(seed, number + 1, n)
        rank = match.rank_of_next(state.match)
        play.begin(rules, state, key, n, rank, state.match.dealer, 1 if n == 0 else 0)
        forget(memory, state.table.n_seats)
        play_out(rules, state, memory, bots)
        match.end_deal(rules, state.match, state.outcome)
        for field in range(state.outcome.shape[0]):
            row[n_own + field] += state.outcome[field]
        if n == 0:
            first_dealer = state.outcome[Outcome.DEALER]
    return first_dealer
