"""Situations: a table with cards and seats by their names, in the plain lane.

What scenarios and disputes ask about is put on such a table.
"""

from __future__ import annotations

from collections.abc import Mapping

from shengsim.cards import parse_cards
from shengsim.games.winner import combination, deal, play
from shengsim.games.winner.game_outcome import SEATS
from shengsim.games.winner.outcome import new_rules, new_state
from shengsim.games.winner.record import PASS, planes_of
from shengsim.games.winner.rules import Rules
from shengsim.games.winner.state import UNKNOWN, Form, Reason
from shengsim.planes import Planes, n_cards, no_cards, put, take


class Situation:
    """Rules and a table at which nobody has played. Text that names no card or seat raises ValueError."""

    def __init__(self, rules: Rules) -> None:
        self.rules = new_rules(rules, plain=True)
        self.state = new_state(rules, plain=True)
        self.table = self.state.table
        self.table.n_seats = deal.n_seats(self.rules)
        self.table.best_of_last = self.table.worst_of_last = UNKNOWN
        self.table.is_first = 1
        deal.clear_table(self.state, 0)

    def seat(self, name: str) -> int:
        """The seat of a name; ValueError for anything else."""
        names = SEATS[: self.table.n_seats]
        if name not in names:
            raise ValueError(f"no seat is called {str(name)[:20]!r} ({', '.join(names)})")
        return names.index(name)

    def hold(self, hands: Mapping[str, str]) -> None:
        """Gives seats their hands."""
        for name, cards in hands.items():
            seat, planes = self.seat(name), planes_of(parse_cards(cards))
            put(self.state.hands, seat, planes)
            self.table.n_left[seat] = n_cards(planes)

    def lay(self, text: str) -> None:
        """Puts a play on the table, to be beaten; ValueError if it is none."""
        form, n, order = combination.read(self.rules, planes_of(parse_cards(text)))
        if form == Form.NONE:
            raise ValueError(f"{text}: is no combination and cannot lie on the table")
        self.table.form, self.table.n_cards, self.table.order = form, n, order

    def reads_as(self, text: str) -> str:
        """What cards are read as: the form's name, or illegal."""
        form, _, _ = combination.read(self.rules, planes_of(parse_cards(text)))
        return "illegal" if form == Form.NONE else Form(int(form)).name.lower()

    def verdict(self, hand: Planes, cards: Planes) -> str:
        """``legal``, or why cards of a hand may not be played now."""
        reason = combination.why_illegal_play(self.rules, self.table, hand, cards)
        return Reason(int(reason)).name.lower()

    def act(self, text: str) -> str:
        """``A 3D 3C`` or ``A pass``: what the seat in turn does, if it may; ``legal``, or why it may not.

        ValueError if it is another's turn.
        """
        name, *words = text.split()
        if self.seat(name) != self.table.turn:
            raise ValueError(f"{text}: it is the turn of {SEATS[self.table.turn]}")
        hand = take(self.state.hands, self.table.turn)
        cards = no_cards(hand) if words == [PASS] else planes_of(parse_cards(" ".join(words)))
        verdict = self.verdict(hand, cards)
        if verdict == "legal":
            play.play(self.rules, self.state, cards)
        return verdict
