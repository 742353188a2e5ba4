"""Sheng ji and its relatives: trick games with tractors, a kitty and levels to climb."""

from __future__ import annotations

from shengsim.games.family import Engine, Scenarios
from shengsim.games.shengji.contradictions import contradictions
from shengsim.games.shengji.rules import Rules

__all__ = ["DEFAULT_VARIANT", "NAME", "RULES", "TITLE", "contradictions", "engine", "pack", "scenarios"]

NAME = "shengji"
RULES = Rules
TITLE = "Sheng ji"
DEFAULT_VARIANT = "bashi-fen"


def pack(rules: Rules) -> tuple[int, ...]:
    """What two variants must share so that one deal number deals them the same cards."""
    lacks = (int(rules.deck.jokers), int(rules.deck.lowest_rank), rules.n_short_packs)
    return (rules.table.players, rules.table.decks, *(() if rules.has_whole_packs else lacks))


def engine() -> Engine:
    """The kernels and what they work on."""
    from shengsim.games.shengji import outcome

    return outcome


def scenarios() -> Scenarios:
    """The kinds of scenarios, and what the rules answer to them."""
    from shengsim.games.shengji import scenario

    return scenario
