"""``heuristic``: bids, buries, leads and follows by rules of thumb."""

from __future__ import annotations

from typing import Any

from shengsim.bots.shengji.heuristic_cards import BURIED, bury_least_needed
from shengsim.bots.shengji.heuristic_follow import follow as follow
from shengsim.bots.shengji.heuristic_lead import lead as lead
from shengsim.games.shengji.bid import BLACK, face_of, legal_bids, length_of
from shengsim.games.shengji.order import BID_CARDS, FIELD
from shengsim.games.shengji.play import PASS
from shengsim.games.shengji.state import UNKNOWN
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    bit,
    both,
    held,
    lowest,
    minus,
    n_cards,
    only,
    run_from,
)


@rare_kernel
def bid(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> int:
    """A bid or PASS."""
    seat = table.turn
    bids = legal_bids(rules, table, hand, seat)
    n_hand = n_cards(hand)
    n_honours = n_cards(only(hand, BID_CARDS))
    best = PASS
    best_score = 0
    standing = 0
    if table.bid != UNKNOWN:
        if face_of(table.bid) < BLACK:
            standing = 3 * (n_honours + n_cards(only(hand, run_from(FIELD * face_of(table.bid), FIELD))))
        else:
            standing = 20
        if table.side[table.bidder] == table.side[seat]:
            standing += 9
    while bids != NOTHING:
        made = lowest(bids)
        bids = minus(bids, bit(made))
        face = face_of(made)
        if face < BLACK:
            n_trumps = n_honours + n_cards(only(hand, run_from(FIELD * face, FIELD)))
            score = 3 * n_trumps + (4 if length_of(made) > 1 else 0)
            needed = 9 + n_hand // 2
            if made_by_self(table, seat):
                needed = 0
                standing = 0
        else:
            score = 6 * n_honours
            needed = 36
        if score > needed and score > standing + 2 and score > best_score:
            best_score = score
            best = made
    return best


@kernel
def made_by_self(table: Any, seat: int) -> bool:
    """Whether the standing bid is the seat's own."""
    return table.bid != UNKNOWN and table.bidder == seat


@rare_kernel
def bury(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """Cards that it needs least."""
    buried = bury_least_needed(table, hand, rules)
    for k in range(len(hand)):
        memory[table.turn, BURIED + k] = buried[k]
    return buried


@kernel
def claim(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> int:
    """Throws in a deal if it has no trump."""
    return 1 if both(held(hand, 1), table.trumps) == NOTHING else 0
