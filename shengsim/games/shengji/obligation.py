"""What a follower owes by the rules, whatever he holds. (B18, B19)"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.choices import Obligation, Protect
from shengsim.kernel import kernel


@kernel
def obligation(rules: Any) -> int:
    """Rule follow.obligation (000-43, 002-35, 002-48, 003-18, B18)."""
    return rules.follow.obligation


@kernel
def must_give_pairs(rules: Any) -> bool:
    """Whether pairs are owed to pairs, larger sets to larger ones (002-35, 003-18)."""
    return obligation(rules) != Obligation.SUIT_ONLY


@kernel
def must_answer_tractors(rules: Any) -> bool:
    """Whether a tractor is owed to a tractor (000-43, 002-48, B18)."""
    return obligation(rules) == Obligation.LADDER or answers_only_whole(rules)


@kernel
def answers_only_whole(rules: Any) -> bool:
    """Whether no tractor shorter than the led one is owed (B18)."""
    return obligation(rules) == Obligation.EXACT_LENGTH_ONLY


@kernel
def protection(rules: Any) -> int:
    """Rule follow.protect (B19)."""
    return rules.follow.protect


@kernel
def protects_tractors(rules: Any) -> bool:
    """Whether pairs in a tractor are owed to a led tractor only (B19)."""
    return protection(rules) == Protect.TRACTORS or protection(rules) == Protect.BOTH


@kernel
def protects_longer_tuples(rules: Any) -> bool:
    """Whether no larger set need be broken for a smaller one (B19)."""
    return protection(rules) == Protect.LONGER_TUPLES or protection(rules) == Protect.BOTH
