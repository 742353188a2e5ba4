"""Going out: places, the end of a game, its winner and loser.

(001-23, B73)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.winner.choices import Until
from shengsim.games.winner.deal import next_seat
from shengsim.kernel import kernel, rare_kernel


@kernel
def ends_with_first_out(rules: Any) -> bool:
    """Whether a game ends when the first player is out. Rule play.until (001-23, B73)."""
    return rules.play.until == Until.FIRST_OUT


@kernel
def is_decided(rules: Any, table: Any) -> bool:
    """Whether winner and loser are known."""
    if table.n_out == 0:
        return False
    return table.n_out >= table.n_seats - 1 or ends_with_first_out(rules)


@kernel
def go_out(table: Any, seat: int) -> None:
    """A seat has no card left and takes the next place."""
    table.n_out += 1
    table.place[seat] = table.n_out


@kernel
def seat_at_place(table: Any, place: int) -> int:
    """The seat that took a place."""
    seat = 0
    while table.place[seat] != place:
        seat += 1
    return seat


@rare_kernel
def place_the_rest(table: Any) -> None:
    """Those who hold cards at the end take the last places: most cards last, of equals the next in turn."""
    winner = seat_at_place(table, 1)
    for place in range(table.n_seats, table.n_out, -1):
        last, most = winner, 0
        seat = next_seat(table, winner)
        while seat != winner:
            if table.place[seat] == 0 and table.n_left[seat] > most:
                last, most = seat, table.n_left[seat]
            seat = next_seat(table, seat)
        table.place[last] = place
