"""``greedy``: the highest that wins, else the lowest.

* Bids: the first thing it can.
* Overcalls whenever it may, with the lowest pair.
* Throws in a deal whenever it may.
* Buries: its lowest cards, trumps last.
* Leads: its largest tractor or set, of equals the highest, else its highest card.
* Follows: with the highest cards that take the trick, if it has such, whoever holds it; else with its
  lowest of the led suit, or of its shortest plain suit, points and trumps last.

It does not throw, counts nothing and knows no partner. It knows no knob: what is legal it asks of the
rules.
"""

from __future__ import annotations

from typing import Any

from shengsim.bots.shengji.heuristic_cards import KEEP, bury_least_needed, least_needed
from shengsim.bots.shengji.heuristic_follow import answer, wins
from shengsim.bots.shengji.heuristic_wide import HIGH, LOW
from shengsim.games.shengji.bid import legal_bids
from shengsim.games.shengji.lead import cards_of_run, largest_part, places, tuples_in
from shengsim.games.shengji.order import TRUMPS
from shengsim.games.shengji.overcall import legal_overcalls
from shengsim.games.shengji.play import PASS
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    bit,
    copies_of,
    held,
    highest,
    less,
    lowest,
    n_cards,
    only,
    plus,
)


@rare_kernel
def bid(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> int:
    """The first bid that it may make."""
    bids = legal_bids(rules, table, hand, table.turn)
    return PASS if bids == NOTHING else lowest(bids)


@kernel
def bury(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """The lowest cards that may be buried."""
    return bury_least_needed(table, hand, rules)


@kernel
def overcall(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> int:
    """The lowest overcall that it may make."""
    faces = legal_overcalls(rules, table, hand, table.turn)
    return PASS if faces == NOTHING else lowest(faces)


@kernel
def claim(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> int:
    """Throws in a deal that may be thrown in."""
    return 1


@rare_kernel
def lead(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """The largest tractor or set, else the highest card."""
    width, length = largest_part(rules, table, hand)
    if width == 1:
        return copies_of(hand, bit(highest(held(hand, 1))), 1)
    low = highest(places(table, tuples_in(rules, hand, width), length))
    return cards_of_run(table, hand, low, width, length)


@rare_kernel
def follow(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """The highest cards that take the trick, else the lowest."""
    n = table.lead.n_cards
    of_suit = only(hand, table.lead.positions)
    n_of_suit = n_cards(of_suit)
    if n_of_suit > 0 and n_of_suit <= n:
        return plus(of_suit, least_needed(table, less(hand, of_suit), n - n_of_suit, KEEP))
    cards = of_suit if n_of_suit > 0 else only(hand, table.trumps)
    if n_cards(cards) >= n and (n_of_suit > 0 or table.lead.suit != TRUMPS):
        play = answer(rules, table, cards, HIGH, KEEP)
        if wins(rules, table, play):
            return play
    if n_of_suit > 0:
        return answer(rules, table, of_suit, LOW, KEEP)
    return least_needed(table, hand, n, KEEP)
