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
from shengsim.games.shengji.deal import next_seat
from shengsim.games.shengji.lead import cards_of_run, longest_tractor, may_throw, places, tuples_in
from shengsim.games.shengji.order import FIELD, level
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    bit,
    both,
    copies_of,
    count,
    either,
    exactly,
    held,
    highest,
    lowest_bit,
    minus,
    n_cards,
    no_cards,
    only,
    run_from,
)

LEAST_SCORE = -1000
RED_FIVE_SCORE = 190
"""Of a red five that nothing beats."""


@kernel
def unbeaten(rules: Any, hand: Planes, out: Planes) -> Planes:
    """The cards of plain suits that nothing out beats, one by one or as sets of all copies in hand."""
    faces = minus(held(hand, 1), below_some(held(out, 1)))
    for width in range(2, len(hand) + 1):
        tuples = tuples_in(rules, hand, width)
        if tuples != NOTHING:
            tuples = both(tuples, exactly(hand, width))
            faces = either(faces, minus(tuples, below_some(held(out, width))))
    return only(hand, faces)


@rare_kernel
def lead(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """The lead of the best score."""
    seat = table.turn
    if table.n_left[seat] == 1:
        return hand
    out = unseen(table, hand, memory, rules)
    faces = held(hand, 1)
    plain = minus(faces, table.trumps)
    points = points_in(table)
    throws = may_throw(rules) and not is_barred(memory, seat, NO_THROWS)
    tractors = not is_barred(memory, seat, NO_TRACTORS)
    before = seat - 1 if seat > 0 else table.n_seats - 1
    after = next_seat(table, seat)
    partner = next_seat(table, after)
    danger = either(ruffed_by(table, before), ruffed_by(table, after))
    if both(held(out, 1), table.trumps) == NOTHING:
        danger = NOTHING
    best = no_cards(hand)
    best_score = LEAST_SCORE

    bosses = unbeaten(rules, only(hand, plain), out)
    some = held(bosses, 1)
    for suit in range(4):
        field = run_from(suit * FIELD, FIELD)
        if both(some, field) == NOTHING:
            continue
        n_out = n_cards(only(out, field))
        risk = 120 if both(danger, some) != NOTHING and both(danger, field) != NOTHING else 0
        if n_out < 6 and both(held(out, 1), table.trumps) != NOTHING:
            risk += 15 * (6 - n_out)
        thrown = only(bosses, field)
        n_thrown = n_cards(thrown)
        if n_thrown > 1 and throws and (tractors or count(tuples_in(rules, thrown, 2)) <= 1):
            score = 160 + 40 * n_thrown - risk
        else:
            width = len(hand)
            while width > 1 and tuples_in(rules, thrown, width) == NOTHING:
                width -= 1
            thrown = copies_of(hand, bit(highest(held(thrown, width))), width)
            score = 100 + 60 * width - risk
        if score > best_score:
            best_score = score
            best = thrown

    if both(faces, table.red_fives) != NOTHING and best_score < RED_FIVE_SCORE:
        card = red_five_to_lead(rules, table, hand, out)
        if card != NOTHING:
            best_score = RED_FIVE_SCORE
            best = copies_of(hand, card, 1)
    for width in range(len(hand), 1, -1):
        tuples = tuples_in(rules, hand, width)
        if tuples == NOTHING:
            continue
        length = longest_tractor(rules, table, tuples, width) if tractors else 1
        if length > 1:
            tractor = cards_of_run(table, hand, highest(places(table, tuples, length)), width, length)
            is_risky = both(held(tractor, 1), danger) != NOTHING
            score = 200 + 30 * width * length - (120 if is_risky else 0)
            if score > best_score:
                best_score = score
                best = tractor
        found = both(tuples, table.trumps)
        if found != NOTHING and best_score < 200:
            found = from_level(table, found, level(table, both(held(out, width), table.trumps)))
            score = 112 + 4 * width + 4 * n_cards(only(hand, table.trumps))
            if found != NOTHING and score > best_score:
                best_score = score
                best = copies_of(hand, bit(highest(found)), width)
        if best_score < 90:
            found = minus(minus(tuples, points), danger)
            if found != NOTHING:
                if both(found, plain) != NOTHING:
                    found = both(found, plain)
                best_score = 90
                best = copies_of(hand, bit(highest(found)), width)

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
            score = 40 + n_cards(only(hand, field))
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
