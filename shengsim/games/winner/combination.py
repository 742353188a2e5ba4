"""Combinations: which cards are one, what they are read as, and what beats what.

A play is read as ``(form, n_cards, order)``: the higher order wins among plays of one form and number.
The order of equal cards is four times their rank and, where suits rank, the suit of their highest card;
that of cards in a row is four times the *key* of the place where the row begins, and a suit.

Places of rows are the ranks two higher, with ace and 2 once more below 3: ace 0, 2 1, 3 2, ... king 12,
ace 13, 2 14.

(001-5, 001-6, 001-7, 001-8, 001-9, 001-10, 001-11, 001-12, 001-13, 001-14, 001-15, 001-30, 001-31, B48,
B49, B59, B74, B75)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.winner.bomb import BOMB_STEP, ULTRA, is_bomb, is_jokers_bomb
from shengsim.games.winner.choices import SequenceRanks, StraightFlush, StraightOrder, StraightTie
from shengsim.games.winner.order import ABOVE_ALL, ACE, SUITED, suits_rank, worth
from shengsim.games.winner.state import Form, Reason
from shengsim.kernel import kernel
from shengsim.nibbles import (
    Ranks,
    all_of,
    counts_of,
    has_rank,
    highest_rank,
    lowest_rank,
    moved_down,
    moved_up,
    n_ranks,
    of_suit,
    position,
    rank_at,
    rank_bit,
    ranks_between,
    ranks_with,
    run_starts,
    suit_at,
)
from shengsim.planes import NOTHING, Planes, both, either, held, highest, holds, minus, n_cards

BELOW_THREE = 2
"""Places of ace and 2 below the place of 3."""
LAST_PLACE = 14


@kernel
def triple_with_single_allowed(rules: Any) -> bool:
    """Rule combinations.triple_with_single (001-11)."""
    return rules.combinations.triple_with_single == 1


@kernel
def straight_flush_is(rules: Any) -> int:
    """What a straight of one suit is. Rule combinations.straight_flush (001-13, 001-15)."""
    return rules.combinations.straight_flush


@kernel
def straight_min(rules: Any) -> int:
    """Cards of the shortest straight. Rule combinations.straight_min (001-13)."""
    return rules.combinations.straight_min


@kernel
def ace_begins_highest(rules: Any) -> bool:
    """Whether a row from the ace up is the highest. Rule combinations.straight_order (001-13, B49)."""
    return rules.combinations.straight_order == StraightOrder.ACE_FIVE_TOP


@kernel
def straight_tie(rules: Any) -> int:
    """What the suit of a straight's highest card does. Rule combinations.straight_tie (001-30, B59)."""
    return rules.combinations.straight_tie


@kernel
def sequence_ranks(rules: Any) -> int:
    """Which pairs and triples are in a row. Rule combinations.sequence_ranks (001-8, 001-10, B74)."""
    return rules.combinations.sequence_ranks


# Rows


@kernel
def places_of(ranks: Ranks) -> Ranks:
    """The places of ranks in rows: each two up, ace and 2 below 3 too; jokers have none."""
    suited = both(ranks, SUITED)
    return either(moved_up(suited, BELOW_THREE), moved_down(suited, ACE))


@kernel
def ranks_in_row(start: int, length: int) -> Ranks:
    """The ranks of a row that begins at a place."""
    places = ranks_between(start, start + length - 1)
    low = both(places, ranks_between(0, BELOW_THREE - 1))
    return either(moved_down(places, BELOW_THREE), moved_up(low, ACE))


@kernel
def places_in(rules: Any, form: int, ranks: Ranks) -> Ranks:
    """The places of ranks that may stand in a row of a form."""
    first, last = 0, LAST_PLACE - 1
    if form == Form.PAIRS or form == Form.TRIPLES:
        allowed = sequence_ranks(rules)
        if allowed != SequenceRanks.AS_STRAIGHT:
            first = BELOW_THREE
        if allowed == SequenceRanks.THROUGH_TWO:
            last = LAST_PLACE
    return both(places_of(ranks), ranks_between(first, last))


@kernel
def rows_in(rules: Any, form: int, ranks: Ranks, length: int) -> Ranks:
    """The places at which a row of some ranks may begin, for a form of rows."""
    return run_starts(places_in(rules, form, ranks), length)


@kernel
def keys_of(rules: Any, starts: Ranks) -> Ranks:
    """The keys by which rows rank, of the places where they begin: the highest row has the highest key."""
    if not ace_begins_highest(rules):
        return starts
    low = both(starts, ranks_between(0, BELOW_THREE - 1))
    if low == NOTHING:
        return starts
    keys = minus(starts, low)
    if has_rank(low, 0):
        keys = either(keys, rank_bit(LAST_PLACE + 1))
    return either(keys, rank_bit(LAST_PLACE)) if has_rank(low, 1) else keys


@kernel
def start_of_key(rules: Any, key: int) -> int:
    """The place where the row with a key begins; a row of two or more does not begin at the last place."""
    return LAST_PLACE + 1 - key if key >= LAST_PLACE and ace_begins_highest(rules) else key


@kernel
def upper_end(rules: Any, cards: Planes, start: int, length: int) -> int:
    """The position of a row's highest card: by rank, or its upper end where rows rank by that."""
    if ace_begins_highest(rules):
        return highest(held(cards, 1))
    last = start + length - 1
    rank = last - BELOW_THREE if last >= BELOW_THREE else last + ACE
    return highest(both(held(cards, 1), all_of(rank_bit(rank))))


# Reading


@kernel
def read_as(form: int, n: int, order: int) -> tuple[int, int, int]:
    """A reading, as numbers of one kind whatever they come from."""
    return form + 0, n + 0, order + 0


@kernel
def read(rules: Any, cards: Planes) -> tuple[int, int, int]:
    """What cards are read as: form (NONE if they are no combination), number and order."""
    n = n_cards(cards)
    counts = counts_of(cards)
    ranks = ranks_with(counts, 1)
    kinds = n_ranks(ranks)
    if kinds == 1:
        return read_equal(rules, cards, n)
    if kinds == 0:
        return read_as(Form.NONE, 0, 0)
    if kinds == 2:
        triple = ranks_with(counts, 3)
        if n == 4 and triple != NOTHING and triple_with_single_allowed(rules):
            return read_as(Form.TRIPLE_WITH_SINGLE, n, order_of_equal(rules, cards, lowest_rank(triple)))
        if n == 5 and triple != NOTHING and ranks_with(counts, 2) == ranks:
            return read_as(Form.FULL_HOUSE, n, order_of_equal(rules, cards, lowest_rank(triple)))
        if is_jokers_bomb(rules, ranks, n):
            return read_as(Form.BOMB, n, ULTRA)
    return read_row(rules, cards, n, ranks)


@kernel
def order_of_equal(rules: Any, cards: Planes, rank: int) -> int:
    """The order of equal cards among others: their rank, and their highest suit where suits rank."""
    if suits_rank(rules):
        return highest(both(held(cards, 1), all_of(rank_bit(rank))))
    return position(rank, 0)


@kernel
def read_equal(rules: Any, cards: Planes, n: int) -> tuple[int, int, int]:
    """What cards of one rank are read as."""
    order = order_of_equal(rules, cards, rank_at(highest(held(cards, 1))))
    if is_bomb(rules, n):
        return read_as(Form.BOMB, n, BOMB_STEP * n + order)
    if n == 1:
        return read_as(Form.SINGLE, n, order)
    if n == 2:
        return read_as(Form.PAIR, n, order)
    if n == 3:
        return read_as(Form.TRIPLE, n, order)
    return read_as(Form.FOUR if n == 4 else Form.NONE, n, order)


@kernel
def read_row(rules: Any, cards: Planes, n: int, ranks: Ranks) -> tuple[int, int, int]:
    """What cards of several ranks are read as: as many of each, in a row."""
    kinds = n_ranks(ranks)
    each = n // kinds
    if each * kinds != n or each > 3 or not within_suited(ranks):
        return read_as(Form.NONE, n, 0)
    counts = counts_of(cards)
    if ranks_with(counts, each) != ranks or (each == 1 and n < straight_min(rules)):
        return read_as(Form.NONE, n, 0)
    form = Form.STRAIGHT + 0
    if each == 2:
        form = Form.PAIRS + 0
    elif each == 3:
        form = Form.TRIPLES + 0
    starts = rows_in(rules, form, ranks, kinds)
    if starts == NOTHING:
        return read_as(Form.NONE, n, 0)
    key = highest_rank(keys_of(rules, starts))
    top = upper_end(rules, cards, start_of_key(rules, key), kinds)
    if form == Form.STRAIGHT:
        return read_straight(rules, cards, n, key, top)
    return read_as(form, n, position(key, suit_at(top) if suits_rank(rules) else 0))


@kernel
def within_suited(ranks: Ranks) -> bool:
    """Whether there is no joker among some ranks."""
    return minus(ranks, SUITED) == NOTHING


@kernel
def read_straight(rules: Any, cards: Planes, n: int, key: int, top: int) -> tuple[int, int, int]:
    """What a straight is read as: a straight, or a straight flush; how suits enter its order."""
    tie = straight_tie(rules)
    order = position(key, 0)
    if tie == StraightTie.TOP_CARD_SUIT:
        order = position(key, suit_at(top))
    elif tie == StraightTie.SUIT_REPLACES_RANK:
        order = suit_at(top)
    flush = straight_flush_is(rules)
    if flush != StraightFlush.OFF and n_ranks(of_suit(held(cards, 1), suit_at(top))) == n:
        if flush == StraightFlush.OWN_TYPE:
            return read_as(Form.STRAIGHT_FLUSH, n, order)
        return read_as(Form.STRAIGHT, n, ABOVE_ALL + order)
    return read_as(Form.STRAIGHT, n, order)


# Beating


@kernel
def why_not_beaten(rules: Any, table: Any, form: int, n: int, order: int) -> int:
    """Why a play does not beat the one on the table, or LEGAL. Types beat none but their own (001-5)."""
    reason = Reason.LEGAL + 0
    if form == Form.BOMB and table.form != Form.BOMB:
        return reason
    if form != table.form:
        reason = Reason.MUST_MATCH_TYPE + 0
    elif form != Form.BOMB and n != table.n_cards:
        reason = Reason.MUST_MATCH_NUMBER + 0
    elif worth(rules, table, form, order) <= worth(rules, table, form, table.order):
        reason = Reason.MUST_EXCEED + 0
    return reason


@kernel
def why_illegal_play(rules: Any, table: Any, hand: Planes, cards: Planes) -> int:
    """Why the seat in turn may not play cards, or pass with none; LEGAL if it may (001-5, 001-20)."""
    reason = Reason.LEGAL + 0
    form, n, order = read(rules, cards)
    if held(cards, 1) == NOTHING:
        if table.form == Form.NONE:
            reason = Reason.MUST_LEAD + 0
    elif not holds(hand, cards):
        reason = Reason.MUST_HOLD_CARDS + 0
    elif form == Form.NONE:
        reason = Reason.MUST_BE_A_COMBINATION + 0
    elif table.form != Form.NONE:
        reason = why_not_beaten(rules, table, form, n, order)
    return reason
