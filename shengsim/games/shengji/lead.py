"""Leads: one card, a double, a tractor, or several of these thrown together.

A lead is read the same way whatever the leader had in mind: the longest tractors first, then the
pairs that are left, then singles. (000-37, 000-39, 000-57, 002-34, 002-46, 002-48, 002-62, B15, B16)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.order import levels, suit_of, suit_word
from shengsim.games.shengji.state import Form, Reason
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    Word,
    both,
    count,
    held,
    holds,
    longest_run,
    lowest,
    minus,
    n_cards,
    run_from,
    runs,
    within,
)


@kernel
def pairs_in(rules: Any, cards: Planes) -> Word:
    """The doubles: two identical cards. Rule lead.pairs (000-39, 000-81, 002-46, 002-87)."""
    return held(cards, 2) if rules.lead.pairs else NOTHING


@kernel
def neighbours(table: Any, pairs: Word) -> Word:
    """The levels of these pairs that may stand in a tractor."""
    return both(levels(table, pairs), table.chain)


@kernel
def read(rules: Any, table: Any, cards: Planes, lead: Any) -> None:
    """Reads cards of one effective suit, at least one, as a lead."""
    lead.suit = suit_of(table, held(cards, 1))
    lead.positions = suit_word(table, lead.suit)
    lead.n_cards = n_cards(cards)
    pairs = pairs_in(rules, cards)
    lead.n_pairs = count(pairs)
    lead.n_tractors = 0
    if lead.n_pairs >= 2:
        find_tractors(neighbours(table, pairs), lead)
    if lead.n_cards == 1:
        lead.form = Form.SINGLE
    elif lead.n_cards == 2 and lead.n_pairs == 1:
        lead.form = Form.DOUBLE
    elif lead.n_tractors == 1 and lead.n_cards == 2 * lead.length[0]:
        lead.form = Form.TRACTOR
    else:
        lead.form = Form.THROW


@rare_kernel
def find_tractors(left: Word, lead: Any) -> None:
    """Writes down the tractors among neighbouring pairs, longest first."""
    length = longest_run(left)
    while length >= 2:
        low = lowest(runs(left, length))
        lead.length[lead.n_tractors] = length
        lead.low[lead.n_tractors] = low
        lead.n_tractors += 1
        left = minus(left, run_from(low, length))
        length = longest_run(left)


@kernel
def why_illegal_lead(rules: Any, table: Any, hand: Planes, cards: Planes) -> int:
    """Why these cards may not be led from this hand; Reason.LEGAL if they may."""
    if n_cards(cards) == 0 or not holds(hand, cards):
        return Reason.MUST_HOLD_CARDS
    faces = held(cards, 1)
    if not within(faces, suit_word(table, suit_of(table, faces))):
        return Reason.MUST_BE_ONE_SUIT
    read(rules, table, cards, table.trial)
    if table.trial.form == Form.THROW and not may_throw(rules):
        return Reason.MUST_NOT_THROW
    return Reason.LEGAL


@kernel
def may_throw(rules: Any) -> bool:
    """Rule throw.allowed (000-58, 002-63, 003-16)."""
    return rules.throw.allowed != 0
