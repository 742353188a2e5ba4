"""What the heuristic bot leads."""

from __future__ import annotations

from typing import Any

from shengsim.bots.bot import is_barred
from shengsim.bots.shengji.heuristic_cards import (
    ACES,
    NO_THROWS,
    NO_TRACTORS,
    below_some,
    from_level,
    points_in,
    ruffed_by,
    unseen,
)
from shengsim.bots.shengji.heuristic_red_fives import red_five_to_lead
from shengsim.games.shengji.lead import may_throw, neighbours, pairs_in
from shengsim.games.shengji.order import FIELD, at_levels, level
from shengsim.kernel import rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    bit,
    both,
    copies_of,
    count,
    either,
    held,
    highest,
    less,
    longest_run,
    lowest_bit,
    minus,
    n_cards,
    no_cards,
    only,
    plus,
    run_from,
    runs,
)

LEAST_SCORE = -1000
RED_FIVE_SCORE = 190
"""Of a red five that nothing beats."""


@rare_kernel
def lead(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """The lead of the best score."""
    seat = table.turn
    if table.n_left[seat] == 1:
        return hand
    out = unseen(table, hand, memory, rules)
    faces = held(hand, 1)
    pairs = pairs_in(rules, hand)
    plain = minus(faces, table.trumps)
    points = points_in(table)
    throws = may_throw(rules) and not is_barred(memory, seat, NO_THROWS)
    tractors = not is_barred(memory, seat, NO_TRACTORS)
    last = table.n_seats - 1
    before = seat - 1 if seat > 0 else last
    after = seat + 1 if seat < last else 0
    partner = after + 1 if after < last else 0
    danger = either(ruffed_by(table, before), ruffed_by(table, after))
    if both(held(out, 1), table.trumps) == NOTHING:
        danger = NOTHING
    best = no_cards(hand)
    best_score = LEAST_SCORE

    bosses = minus(plain, below_some(held(out, 1)))
    boss_pairs = minus(both(pairs, plain), below_some(held(out, 2)))
    some = either(bosses, boss_pairs)
    for suit in range(4):
        field = run_from(suit * FIELD, FIELD)
        if both(some, field) == NOTHING:
            continue
        n_out = count(both(held(out, 1), field)) + count(both(held(out, 2), field))
        risk = 120 if both(danger, some) != NOTHING and both(danger, field) != NOTHING else 0
        if n_out < 6 and both(held(out, 1), table.trumps) != NOTHING:
            risk += 15 * (6 - n_out)
        double = copies_of(hand, both(boss_pairs, field), 2)
        thrown = plus(double, only(less(hand, double), both(bosses, field)))
        n_thrown = n_cards(thrown)
        if n_thrown > 1 and throws and (tractors or n_cards(double) <= 2):
            score = 160 + 40 * n_thrown - risk
        elif n_cards(double) > 0:
            thrown = copies_of(hand, bit(highest(held(double, 1))), 2)
            score = 220 - risk
        else:
            thrown = copies_of(hand, bit(highest(both(bosses, field))), 1)
            score = 160 - risk
        if score > best_score:
            best_score = score
            best = thrown

    if both(faces, table.red_fives) != NOTHING and best_score < RED_FIVE_SCORE:
        card = red_five_to_lead(rules, table, hand, out)
        if card != NOTHING:
            best_score = RED_FIVE_SCORE
            best = copies_of(hand, card, 1)
    if pairs != NOTHING:
        near = neighbours(table, pairs) if tractors else NOTHING
        length = longest_run(near)
        if length > 1:
            low = highest(runs(near, length))
            tractor = at_levels(table, pairs, run_from(low, length))
            score = 200 + 60 * length - (120 if both(tractor, danger) != NOTHING else 0)
            if score > best_score:
                best_score = score
                best = copies_of(hand, tractor, 2)
        pair = both(pairs, table.trumps)
        if pair != NOTHING and best_score < 200:
            pair = from_level(table, pair, level(table, both(held(out, 2), table.trumps)))
            score = 120 + 4 * n_cards(only(hand, table.trumps))
            if pair != NOTHING and score > best_score:
                best_score = score
                best = copies_of(hand, bit(highest(pair)), 2)
        if best_score < 90:
            pair = minus(minus(pairs, points), danger)
            if pair != NOTHING:
                if both(pair, plain) != NOTHING:
                    pair = both(pair, plain)
                best_score = 90
                best = copies_of(hand, bit(highest(pair)), 2)

    if best_score < 90:
        helped = table.voids[partner]
        if both(helped, table.trumps) != NOTHING:
            helped = NOTHING
        n_trumps = n_cards(only(hand, table.trumps))
        for suit in range(5):
            field = minus(run_from(suit * FIELD, FIELD), table.trumps) if suit < 4 else table.trumps
            mine = both(faces, field)
            if mine == NOTHING:
                continue
            low = minus(minus(mine, points), ACES)
            score = 40 + count(mine) + count(both(held(hand, 2), field))
            if low == NOTHING:
                low = minus(mine, points)
                score -= 10
            if low == NOTHING:
                low = mine
                score -= 35
            if suit == 4:
                score += 0 if n_trumps > 7 else -10
            else:
                if both(helped, field) != NOTHING:
                    score += 40
                if both(danger, field) != NOTHING:
                    score -= 20
            if score > best_score:
                best_score = score
                best = copies_of(hand, lowest_bit(low), 1)
    return best
