"""Matches: which levels are played.

(000-5, 000-9, 002-3, 002-7)
"""

from __future__ import annotations

from typing import Any

from shengsim.kernel import kernel
from shengsim.rng import SETUP, below


@kernel
def draw_rank(rules: Any, rng: Any) -> int:
    """The dominant rank of a deal that belongs to no match: any level of one, each as likely.

    Rules levels.start and levels.end.
    """
    return rules.levels.start + below(rng, SETUP, rules.levels.end - rules.levels.start + 1)
