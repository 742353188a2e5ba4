"""Misdeals: who may have a deal thrown in before the first lead, and how it is dealt again.

(000-34, 002-32, 003-10, B12, B46)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.choices import Claim, MisdealDealer, MisdealLeader
from shengsim.games.shengji.match import next_dealer
from shengsim.games.shengji.order import points_of
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import NOTHING, Planes, both, held


@kernel
def may_claim(rules: Any, table: Any, hand: Planes) -> bool:
    """Whether a player may throw in the deal. Rule misdeal.claim (000-34, 002-32, 003-10, B12)."""
    claim = rules.misdeal.claim
    if claim == Claim.OFF:
        return False
    has_no_trump = both(held(hand, 1), table.trumps) == NOTHING
    has_no_points = points_of(table, hand) == 0
    if claim == Claim.EITHER:
        return has_no_trump or has_no_points
    return has_no_trump if claim == Claim.NO_TRUMPS else has_no_points


@rare_kernel
def dealer_after_misdeal(rules: Any, dealer: int) -> int:
    """Rule misdeal.next_dealer (003-10, B12)."""
    if rules.misdeal.next_dealer == MisdealDealer.LEADERS_PARTNER:
        return next_dealer(rules, dealer, False)
    return dealer


@kernel
def is_open_after_misdeal(rules: Any) -> bool:
    """Whether the new deal's dealer is found as in a match's first. Rule misdeal.next_leader (003-10)."""
    return rules.misdeal.next_leader == MisdealLeader.TRUMP_MAKER
