"""Who leads: a game's first trick, and after a trick that nobody beat.

(001-19, 001-21, B57, B58)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.winner.choices import AfterOut, FirstLead, NextLead
from shengsim.games.winner.deal import next_seat
from shengsim.games.winner.state import UNKNOWN
from shengsim.kernel import kernel, rare_kernel


@kernel
def start_card_leads_first(rules: Any) -> bool:
    """Whether the start card decides who leads a session's first game. Rule lead.first (001-19, B57)."""
    return rules.lead.first == FirstLead.START_CARD


@kernel
def winner_leads_next(rules: Any) -> bool:
    """Whether the winner of a game leads the next. Rule lead.next_game (001-19, B57)."""
    return rules.lead.next_game == NextLead.WINNER


@kernel
def beaten_leads_after_out(rules: Any) -> bool:
    """Whether the player whose play was beaten leads. Rule lead.after_out (B58)."""
    return rules.lead.after_out == AfterOut.LAST_BEATEN


@rare_kernel
def first_leader(rules: Any, table: Any) -> int:
    """The seat that leads a game's first trick."""
    if table.is_first:
        return table.starter if start_card_leads_first(rules) else table.dealer
    return table.best_of_last if winner_leads_next(rules) else table.starter


@kernel
def next_in_play(table: Any, seat: int) -> int:
    """The next seat in turn that holds cards."""
    seat = next_seat(table, seat)
    while table.place[seat] != 0:
        seat = next_seat(table, seat)
    return seat


@kernel
def next_leader(rules: Any, table: Any) -> int:
    """The seat that leads after a trick: who made the last play, or somebody else if he is out."""
    if table.place[table.last] == 0:
        return table.last
    is_beaten_in = table.beaten != UNKNOWN and table.place[table.beaten] == 0
    if is_beaten_in and beaten_leads_after_out(rules):
        return table.beaten
    return next_in_play(table, table.last)
