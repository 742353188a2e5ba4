"""Winner (Zheng Shangyou): a climbing game without tricks to count; the first to be out of cards wins."""

from __future__ import annotations

from shengsim.games.family import Engine, Scenarios
from shengsim.games.winner.rules import Rules, contradictions

__all__ = ["DEFAULT_VARIANT", "NAME", "RULES", "TITLE", "contradictions", "engine", "pack", "scenarios"]

NAME = "winner"
RULES = Rules
TITLE = "Winner"
DEFAULT_VARIANT = "winner"


def pack(rules: Rules) -> tuple[int, ...]:
    """What two variants must share so that one deal number deals them the same cards."""
    return rules.table.players, rules.table.decks, int(rules.deck.jokers)


def engine() -> Engine:
    """The kernels and what they work on."""
    from shengsim.games.winner import outcome

    return outcome


def scenarios() -> Scenarios:
    """The kinds of scenarios, and what the rules answer to them."""
    from shengsim.games.winner import scenario

    return scenario
