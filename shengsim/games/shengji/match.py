"""Matches: who deals, which levels are played, and when a side has won.

(000-5, 000-7, 000-8, 000-9, 000-22, 000-23, 000-24, 002-3, 002-6, 002-7, 002-29, 002-30,
002-86, 003-3, 003-6, 003-10, B2, B4, B9, B12, B46)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.choices import (
    AfterEnd,
    Finish,
    FirstDealer,
    Opening,
)
from shengsim.games.shengji.deal import n_seats
from shengsim.games.shengji.state import UNKNOWN
from shengsim.kernel import kernel, rare_kernel
from shengsim.rng import SETUP, below


@kernel
def first_level(rules: Any) -> int:
    """The level both sides begin at. Rule levels.start (000-5, 000-9, 002-3, 002-7)."""
    return rules.levels.start


@kernel
def last_level(rules: Any) -> int:
    """The level that ends a match. Rule levels.end (000-9, 002-6, 002-7)."""
    return rules.levels.end


@kernel
def draw_rank(rules: Any, rng: Any) -> int:
    """The dominant rank of a deal that belongs to no match: any level of one, each as likely."""
    return first_level(rules) + below(rng, SETUP, last_level(rules) - first_level(rules) + 1)


@kernel
def next_dealer(rules: Any, dealer: int, swap: bool) -> int:
    """The dealer's partner where the declarers stay, the player on his right where they do not."""
    return (dealer + (1 if swap else 2)) % n_seats(rules)


@rare_kernel
def opening_dealer(rules: Any, table: Any) -> int:
    """Who deals a match's first deal, once trump is made. Rule dealer.first (000-22, 002-29, B9)."""
    found = table.first_bidder
    if rules.dealer.first == FirstDealer.FIRST_RANK_PAIR:
        found = table.first_rank_pair
    elif rules.dealer.first == FirstDealer.FIRST_JOKER_PAIR:
        found = table.first_joker_pair
    elif rules.dealer.first == FirstDealer.WINNING_BID:
        found = table.bidder
    return table.dealer if found == UNKNOWN else found


@kernel
def dealer_if_nobody_exposes(rules: Any, drawer: int, by_lot: int) -> int:
    """Rule dealer.opening (003-3, 003-8, B9, B46)."""
    return by_lot if rules.dealer.opening == Opening.RANDOM else drawer


@kernel
def level_after(rules: Any, level: int, gain: int, as_declarers: bool) -> int:
    """The level a side comes to; beyond last_level if it has passed it. Rule levels.finish (B2)."""
    to = level + gain
    if rules.levels.finish == Finish.PASS_END_AS_DECLARERS and to > last_level(rules):
        holds_end = as_declarers and level == last_level(rules)
        return last_level(rules) + (1 if holds_end else 0)
    if rules.levels.finish == Finish.REACH_END and to == last_level(rules) and not goes_on(rules):
        return to + 1
    return to


@kernel
def goes_on(rules: Any) -> bool:
    """Whether a match goes on beyond the last level. Rule levels.after_end (000-9, 002-7)."""
    return rules.levels.after_end == AfterEnd.WRAP


@kernel
def wrapped(rules: Any, level: int) -> int:
    """A level beyond the last, where the match goes on: 2 comes after the last."""
    return level % (last_level(rules) + 1)
