"""Bombs: equal cards that beat every other type, and all jokers together.

(001-9, 001-16, 001-17, 001-31, B50, B51, B75)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.winner.deal import has_jokers, n_decks
from shengsim.games.winner.order import JOKER, RED_JOKER
from shengsim.kernel import kernel
from shengsim.nibbles import Ranks, ranks_between

BOMB_STEP = 64
"""What a bomb's order grows by with each card: size comes before rank (001-16)."""
ULTRA = BOMB_STEP * 16
"""The order of all jokers together, above every other bomb (001-17)."""


@kernel
def has_bombs(rules: Any) -> bool:
    """Whether there are bombs. Rule bombs.enabled (001-16, 001-31, B75)."""
    return rules.bombs.enabled == 1


@kernel
def min_bomb(rules: Any) -> int:
    """Cards of the smallest bomb. Rule bombs.min_size (001-9, 001-16, B51)."""
    return rules.bombs.min_size


@kernel
def jokers_are_a_bomb(rules: Any) -> bool:
    """Whether all jokers together are a bomb. Rule bombs.jokers (001-17)."""
    return rules.bombs.jokers == 1


@kernel
def is_bomb(rules: Any, n: int) -> bool:
    """Whether so many cards of a rank are a bomb."""
    return n >= 3 and has_bombs(rules) and n >= min_bomb(rules)


@kernel
def n_jokers(rules: Any) -> int:
    """Jokers in all packs."""
    return 2 * n_decks(rules) if has_jokers(rules) else 0


@kernel
def is_jokers_bomb(rules: Any, ranks: Ranks, n: int) -> bool:
    """Whether so many cards of these ranks are all jokers together, and that a bomb."""
    if ranks != ranks_between(JOKER, RED_JOKER) or n != n_jokers(rules):
        return False
    return has_bombs(rules) and jokers_are_a_bomb(rules)
