"""Situations: a table with a trump, and cards and seats by their names, in the plain lane.

What scenarios, disputes and referees ask about is put on such a table.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from shengsim.cards import card_name, parse_cards, parse_rank, parse_trump
from shengsim.games.shengji import deal, lead
from shengsim.games.shengji.outcome import new_rules, new_state
from shengsim.games.shengji.record import SEATS, names, planes_of, seat_name, seat_names
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.state import UNKNOWN
from shengsim.planes import Planes, put
from shengsim.rng import deal_key


class Situation:
    """Rules and a table. Text that names no card or seat raises ValueError."""

    def __init__(self, rules: Rules, trump: str = "", rank: str = "2") -> None:
        self.rules = new_rules(rules, plain=True)
        self.state = new_state(rules, plain=True)
        self.table = self.state.table
        self.table.rank, suit = parse_trump(trump) if trump else (parse_rank(str(rank)), UNKNOWN)
        self.state.key = deal_key(0, 0, 0)
        deal.shuffle_deck(self.rules, self.state)
        deal.clear_table(self.rules, self.state)
        if trump:
            deal.lay_out_for_trump(self.rules, self.state, suit)

    def planes(self, text: str) -> Planes:
        """The planes of cards by name."""
        cards, decks = parse_cards(text), int(self.rules.table.decks)
        if too_many := [card for card, n in Counter(cards).items() if n > decks]:
            raise ValueError(f"more than {decks} of {card_name(too_many[0])}")
        return planes_of(self.table, cards)

    def names(self, planes: Planes) -> str:
        """The names of cards, highest first."""
        return names(self.table, planes)

    def seat(self, name: object) -> int:
        """The seat of a name; ValueError for anything else."""
        return seat(str(name), self.table.n_seats)

    def seat_name(self, seat: int) -> str:
        """The name of a seat."""
        return seat_name(seat, self.table.n_seats)

    def hold(self, seat: int, text: str) -> None:
        """Gives a seat its hand."""
        put(self.state.hands, seat, self.planes(text))

    def read(self, text: str) -> Any:
        """Reads cards as the lead of the trick."""
        lead.read(self.rules, self.table, self.planes(text), self.table.lead)
        return self.table.lead


def seat(name: str, n_seats: int = len(SEATS)) -> int:
    """The seat of a name; ValueError for anything else."""
    if name not in seat_names(n_seats):
        raise ValueError(f"no seat is called {name[:20]!r} ({', '.join(seat_names(n_seats))})")
    return seat_names(n_seats).index(name)


def side_name(side_of: int) -> str:
    """NS or EW, of a seat: the sides of odd and of even seats."""
    return "NS" if side_of % 2 else "EW"
