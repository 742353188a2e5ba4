"""What a bot is, and how a kernel finds the bot of a seat.

A bot is a module of kernels, one for each of its family's ``DECISIONS`` (``table.py`` beside it), all of
one signature::

    decision(table, hand, memory, rules, rng)

``table`` is what everybody sees, ``hand`` the planes of the seat ``table.turn``, ``memory`` int64[n_seats,
n_words], of which row ``table.turn`` is the bot's own, ``rules`` the rules record, ``rng`` the deal's
streams, of which a bot draws from ``SEAT + table.turn`` alone. Nothing else is handed over, so a bot
cannot see what its seat may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from shengsim.errors import closest
from shengsim.kernel import kernel
from shengsim.planes import has

Decision = Callable[[Any, Any, Any, Any, Any], Any]


Bots = Mapping[str, Any]
"""The bots of a family by name; the place in the mapping is the number that kernels know. The first line
of a bot's docstring says what it does."""

Restricted = Mapping[str, tuple[str, int]]
"""Bots that may not do something, by name: whose decisions they take, and a word of what is barred."""

BARRED = 0
"""The column of a bot's memory with the word of what it may not do; the others are its own."""


@dataclass(frozen=True)
class Seating:
    """Who sits where: the number of each seat's bot and the word of what it is barred from."""

    numbers: tuple[int, ...]
    barred: tuple[int, ...]

    def as_arrays(self, max_seats: int, n_words: int) -> tuple[np.ndarray, np.ndarray]:
        """As kernels know it: bots int64[max_seats], and memory int64[max_seats, n_words]."""
        bots = np.zeros(max_seats, np.int64)
        memory = np.zeros((max_seats, n_words), np.int64)
        bots[: len(self.numbers)] = self.numbers
        memory[: len(self.barred), BARRED] = self.barred
        return bots, memory


def read_seating(
    text: str, bots: Bots, restricted: Restricted, places: Mapping[str, tuple[int, ...]]
) -> Seating:
    """``NAME`` for all seats, or ``NS=NAME,EW=NAME``; ``places`` gives the seats of each place.

    ValueError says what is no bot or place, or which seat is left empty.
    """
    n_seats = 1 + max(seat for seats in places.values() for seat in seats)
    names: dict[int, str] = {}
    for part in text.split(","):
        place, given, name = part.rpartition("=")
        if given and place not in places:
            raise ValueError(f"no seat or side is called {place[:30]!r}{_near(place, places)}")
        if name not in bots and name not in restricted:
            raise ValueError(f"no bot is called {name[:30]!r}{_near(name, (*bots, *restricted))}")
        names |= dict.fromkeys(places[place] if given else range(n_seats), name)
    if empty := set(range(n_seats)) - set(names):
        raise ValueError(f"nobody sits in {len(empty)} of the seats")
    order = list(bots)
    seated = [restricted.get(names[seat], (names[seat], 0)) for seat in range(n_seats)]
    return Seating(tuple(order.index(name) for name, _ in seated), tuple(barred for _, barred in seated))


def _near(word: str, known: Iterable[str]) -> str:
    near = closest(word, list(known))
    return f"; did you mean {near!r}?" if near else f" ({', '.join(known)})"


@kernel
def is_barred(memory: Any, seat: int, what: int) -> bool:
    """Whether the bot of a seat is barred from something."""
    return has(memory[seat, BARRED], what)


@kernel
def forget(memory: Any, n_seats: int) -> None:
    """Clears what bots noted down in another deal: no deal depends on those before it."""
    for seat in range(n_seats):
        for word in range(memory.shape[1]):
            if word != BARRED:
                memory[seat, word] = 0


def by_seat(decisions: list[Decision], first: int = 0) -> Callable[..., Any]:
    """A kernel ``choose(bot, table, hand, memory, rules, rng)`` over the bots' decisions of one kind.

    ``decisions`` are two or more, ``first`` is the number of the first bot. The last three stand in one
    kernel, since each level costs seconds of compiling.
    """
    if len(decisions) == 2:
        return _of_two(first, decisions[0], decisions[1])
    if len(decisions) == 3:
        return _of_three(first, decisions[0], decisions[1], decisions[2])
    one, others = decisions[0], by_seat(decisions[1:], first + 1)

    @kernel
    def choose(bot: int, table: Any, hand: Any, memory: Any, rules: Any, rng: Any) -> Any:
        if bot == first:
            return one(table, hand, memory, rules, rng)
        return others(bot, table, hand, memory, rules, rng)

    return choose


def _of_two(first: int, one: Decision, other: Decision) -> Callable[..., Any]:
    @kernel
    def choose(bot: int, table: Any, hand: Any, memory: Any, rules: Any, rng: Any) -> Any:
        if bot == first:
            return one(table, hand, memory, rules, rng)
        return other(table, hand, memory, rules, rng)

    return choose


def _of_three(first: int, one: Decision, another: Decision, last: Decision) -> Callable[..., Any]:
    @kernel
    def choose(bot: int, table: Any, hand: Any, memory: Any, rules: Any, rng: Any) -> Any:
        if bot == first:
            return one(table, hand, memory, rules, rng)
        if bot == first + 1:
            return another(table, hand, memory, rules, rng)
        return last(table, hand, memory, rules, rng)

    return choose
