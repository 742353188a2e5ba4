"""``random``: plays any legal thing, as evenly as is sensible.

* Bids: any legal bid or none, each as likely.
* Overcalls: any legal overcall or none, each as likely.
* Throws in a deal that it may throw in half of the time.
* Buries: any cards of its hand, each as likely.
* Leads: every single (a face), set of identical cards and tractor in hand is as likely; but in one lead
  of sixteen a throw is tried: a suit by the number of its cards, then two or more of them, each set as likely
  as another of its number.
* Follows: where the structure of the lead is owed, each tractor that serves, then each set, then
  each card is as likely; where it is not, each card is.

It knows no knob: what is legal it asks of the rules.
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji import follow as following
from shengsim.games.shengji.bid import legal_bids
from shengsim.games.shengji.deal import n_kitty
from shengsim.games.shengji.kitty import why_illegal_burial
from shengsim.games.shengji.lead import (
    cards_of_run,
    may_throw,
    narrowest_tractor,
    neighbours,
    pairs_in,
    places,
    shortest_tractor,
    tuples_in,
)
from shengsim.games.shengji.obligation import must_answer_tractors, must_give_pairs
from shengsim.games.shengji.order import at_levels, suit_of, suit_word
from shengsim.games.shengji.overcall import legal_overcalls
from shengsim.games.shengji.play import PASS
from shengsim.games.shengji.serve import GIVEN, OWED, cut_piece, find_piece, serve
from shengsim.games.shengji.state import Reason
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    Word,
    both,
    copies_of,
    count,
    either,
    exactly,
    except_for,
    held,
    less,
    lowest,
    minus,
    n_cards,
    no_cards,
    nth_bit,
    nth_card,
    only,
    plus,
    run_from,
    runs,
    take,
)
from shengsim.rng import SEAT, below

ONE_THROW_IN = 16


@kernel
def bid(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> int:
    """Any legal bid or PASS."""
    seat = table.turn
    bids = legal_bids(rules, table, hand, seat)
    chosen = below(rng, SEAT + seat, count(bids) + 1)
    return PASS if chosen == count(bids) else lowest(nth_bit(bids, chosen))


@rare_kernel
def bury(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """Any cards that may be buried."""
    n = n_kitty(rules)
    buried = some_of(hand, n, rng, SEAT + table.turn)
    if why_illegal_burial(rules, table, hand, buried) == Reason.LEGAL:
        return buried
    others = except_for(hand, either(table.fives, table.tens))
    n_others = min(n, n_cards(others))
    buried = some_of(others, n_others, rng, SEAT + table.turn)
    return plus(buried, some_of(less(hand, others), n - n_others, rng, SEAT + table.turn))


@kernel
def overcall(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> int:
    """Any legal overcall or PASS."""
    seat = table.turn
    faces = legal_overcalls(rules, table, hand, seat)
    chosen = below(rng, SEAT + seat, count(faces) + 1)
    return PASS if chosen == count(faces) else lowest(nth_bit(faces, chosen))


@kernel
def claim(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> int:
    """Throws in a deal that may be thrown in, or not."""
    return below(rng, SEAT + table.turn, 2)


@kernel
def lead(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """Any single, double or tractor, now and then a throw."""
    stream = SEAT + table.turn
    if may_throw(rules) and below(rng, stream, ONE_THROW_IN) == 0:
        suit = suit_word(table, suit_of(table, nth_card(hand, below(rng, stream, n_cards(hand)))))
        of_suit = only(hand, suit)
        n = n_cards(of_suit)
        if n >= 2:
            return some_of(of_suit, 2 + below(rng, stream, n - 1), rng, stream)
    faces = held(hand, 1)
    n_leads = count(faces)
    for width in range(2, len(hand) + 1):
        n_leads += n_sets(rules, table, tuples_in(rules, hand, width), width)
    chosen = below(rng, stream, n_leads)
    if chosen < count(faces):
        return copies_of(hand, nth_bit(faces, chosen), 1)
    chosen -= count(faces)
    width = 2
    tuples = tuples_in(rules, hand, width)
    while chosen >= n_sets(rules, table, tuples, width):
        chosen -= n_sets(rules, table, tuples, width)
        width += 1
        tuples = tuples_in(rules, hand, width)
    if chosen < count(tuples):
        return copies_of(hand, nth_bit(tuples, chosen), width)
    chosen -= count(tuples)
    length = shortest_tractor(rules)
    while chosen >= count(places(table, tuples, length)):
        chosen -= count(places(table, tuples, length))
        length += 1
    low = lowest(nth_bit(places(table, tuples, length), chosen))
    return cards_of_run(table, hand, low, width, length)


@kernel
def n_sets(rules: Any, table: Any, tuples: Word, width: int) -> int:
    """How many sets and tractors so wide can be led."""
    n = count(tuples)
    if n > 1 and width >= narrowest_tractor(rules):
        starts = runs(neighbours(table, tuples), shortest_tractor(rules))
        while starts != NOTHING:
            n += count(starts)
            starts = runs(starts, 2)
    return n


@kernel
def follow(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """Any cards that may follow."""
    stream = SEAT + table.turn
    n = table.lead.n_cards
    if n == 1:
        owed = hand if following.is_void(table, hand) else only(hand, table.lead.positions)
        return copies_of(hand, nth_card(owed, below(rng, stream, n_cards(owed))), 1)
    of_suit = only(hand, table.lead.positions)
    n_of_suit = n_cards(of_suit)
    if n_of_suit <= n:
        return plus(of_suit, some_of(less(hand, of_suit), n - n_of_suit, rng, stream))
    if (table.lead.n_pairs == 0 and table.lead.n_parts == 0) or not must_give_pairs(rules):
        return some_of(of_suit, n, rng, stream)
    play = some_structure(table, of_suit, rules, rng, stream)
    return plus(play, some_of(less(of_suit, play), n - n_cards(play), rng, stream))


@rare_kernel
def some_structure(table: Any, of_suit: Planes, rules: Any, rng: Any, stream: int) -> Planes:
    """Tractors and pairs that the hand owes to the lead, any that serve."""
    if len(of_suit) > 2:
        return some_answer(table, of_suit, rules, rng, stream)
    pairs = pairs_in(rules, of_suit)
    left = pairs
    if table.lead.n_parts > 0 and must_answer_tractors(rules):
        owed, best_left = following.cut_best(rules, table, pairs)
        left = without_tractors(table, pairs, owed, rng, stream)
        if following.profile(rules, table, minus(pairs, left)) != owed:
            left = best_left
    n_more = following.n_pairs_owed(rules, table, pairs) - count(minus(pairs, left))
    for _ in range(n_more):
        left = minus(left, nth_bit(left, below(rng, stream, count(left))))
    return copies_of(of_suit, minus(pairs, left), 2)


@rare_kernel
def some_answer(table: Any, of_suit: Planes, rules: Any, rng: Any, stream: int) -> Planes:
    """As some_structure with more than two packs: any way to cut the best answer, if the first try is one."""
    search = table.search
    serve(rules, table, of_suit, OWED)
    best_left = take(search.left, 0)
    depth = 0
    while search.component[depth] < table.lead.n_parts:
        find_piece(rules, table, of_suit, depth, GIVEN)
        starts = search.starts[depth]
        if starts == NOTHING:
            return less(of_suit, best_left)
        search.starts[depth] = nth_bit(starts, below(rng, stream, count(starts)))
        cut_piece(table, depth, GIVEN)
        depth += 1
    left = take(search.cards, depth)
    for _ in range(search.best[depth]):
        pairs = minus(held(left, 2), search.standing)
        if both(pairs, exactly(of_suit, 2)) != NOTHING:
            pairs = both(pairs, exactly(of_suit, 2))
        if pairs == NOTHING:
            return less(of_suit, best_left)
        left = less(left, copies_of(left, nth_bit(pairs, below(rng, stream, count(pairs))), 2))
    return less(of_suit, left)


@rare_kernel
def without_tractors(table: Any, pairs: Word, owed: int, rng: Any, stream: int) -> Word:
    """The pairs without a tractor for every piece of a profile, each anywhere it can be cut."""
    while owed != NOTHING:
        length = following.first_piece(owed)
        owed = following.after_first_piece(owed)
        starts = runs(neighbours(table, pairs), length)
        if starts == NOTHING:
            return pairs
        low = lowest(nth_bit(starts, below(rng, stream, count(starts))))
        pairs = minus(pairs, at_levels(table, pairs, run_from(low, length)))
    return pairs


@kernel
def some_of(cards: Planes, n: int, rng: Any, stream: int) -> Planes:
    """n of the cards, every copy as likely."""
    chosen = no_cards(cards)
    left = cards
    n_left = n_cards(cards)
    for _ in range(n):
        card = copies_of(cards, nth_card(left, below(rng, stream, n_left)), 1)
        chosen = plus(chosen, card)
        left = less(left, card)
        n_left -= 1
    return chosen
