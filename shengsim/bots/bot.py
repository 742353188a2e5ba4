"""What a bot is, and how a kernel finds the bot of a seat.

A bot is a module of kernels, one signature for every decision::

    bid, bury, claim, lead, follow (table, hand, memory, rules, rng)

``table`` is what everybody sees, ``hand`` the planes of the seat ``table.turn``, ``memory`` int64[n_seats,
n_words], of which row ``table.turn`` is the bot's own, ``rules`` the rules record, ``rng`` the deal's
streams, of which a bot draws from ``SEAT + table.turn`` alone. ``bid`` gives a bid or PASS, ``claim``
whether to throw in the deal, the others planes. Nothing else is handed over, so a bot cannot see what
its seat may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from shengsim.kernel import kernel

Decision = Callable[[Any, Any, Any, Any, Any], Any]


class Bot(Protocol):
    """A module of decisions. Its docstring's first line says what it does."""

    __doc__: str | None


Bots = Mapping[str, Any]
"""The bots of a family by name; the place in the mapping is the number that kernels know."""


def by_seat(decisions: list[Decision]) -> Callable[..., Any]:
    """A kernel ``choose(bot, table, hand, memory, rules, rng)`` over the bots' decisions of one kind."""
    chain = _last(decisions[-1])
    for number in range(len(decisions) - 2, -1, -1):
        chain = _either(number, decisions[number], chain)
    return chain


def _last(decision: Decision) -> Callable[..., Any]:
    @kernel
    def choose(bot: int, table: Any, hand: Any, memory: Any, rules: Any, rng: Any) -> Any:
        return decision(table, hand, memory, rules, rng)

    return choose


def _either(number: int, decision: Decision, others: Callable[..., Any]) -> Callable[..., Any]:
    @kernel
    def choose(bot: int, table: Any, hand: Any, memory: Any, rules: Any, rng: Any) -> Any:
        if bot == number:
            return decision(table, hand, memory, rules, rng)
        return others(bot, table, hand, memory, rules, rng)

    return choose
