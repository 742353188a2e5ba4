"""Chao dipi: after the burial, a higher pair makes trump anew, and its holder exchanges the kitty.

An *overcall* is an integer like the face of a bid: the suit of a pair of the rank, or BLACK or RED.
Overcalls rise, so there is an end to them. The deal's sides, its dealer and its rank stay, and so does
what the kitty is worth, whoever buried it. (000-85, 002-91, B43)
"""

from __future__ import annotations

from typing import Any

from shengsim.cards import NO_TRUMP
from shengsim.games.shengji.bid import BLACK, N_BID_FACES, face_of, length_of, suit_height
from shengsim.games.shengji.choices import OvercallLeader, OvercallOrder
from shengsim.games.shengji.deal import next_seat
from shengsim.games.shengji.order import JOKERS, RANK_CARDS, laid_out_word
from shengsim.games.shengji.state import UNKNOWN, Reason
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    Word,
    bit,
    both,
    count,
    either,
    has,
    held,
    lowest,
    minus,
    nth_bit,
    run_from,
)
from shengsim.rng import RULES, below

SPADE_PAIR = 4
"""The height of the highest pair of the rank; black and red jokers follow."""


@kernel
def is_on(rules: Any) -> bool:
    """Whether there are overcalls at all. Rule chao_dipi.enabled (000-85, 002-91, B43)."""
    return rules.chao_dipi.enabled != 0


@kernel
def may_begin(rules: Any, table: Any) -> bool:
    """Whether this trump may be overcalled. Rule chao_dipi.after_unclaimed (B43)."""
    return table.bid != UNKNOWN or rules.chao_dipi.after_unclaimed != 0


@kernel
def goes_by_lot(rules: Any) -> bool:
    """Whether whoever is quickest may overcall. Rule chao_dipi.order (B43)."""
    return rules.chao_dipi.order == OvercallOrder.ANYONE


@kernel
def height(face: int) -> int:
    """Red jokers 6, black jokers 5, spades 4, hearts 3, clubs 2, diamonds 1 (002-91, B43)."""
    return suit_height(face) if face < BLACK else SPADE_PAIR + 1 + face - BLACK


@kernel
def height_to_exceed(table: Any) -> int:
    """What an overcall must be higher than: of a bid, two cards or more count as its pair (B43)."""
    if table.overcall != UNKNOWN:
        return height(table.overcall)
    if table.bid == UNKNOWN or length_of(table.bid) < 2:
        return 0
    return height(face_of(table.bid))


@kernel
def trump_maker(table: Any) -> int:
    """The seat that made the trump which stands; UNKNOWN if the kitty did."""
    return table.bidder if table.overcaller == UNKNOWN else table.overcaller


@kernel
def pair_word(table: Any, face: int) -> Word:
    """The card that an overcall shows two of, as cards lie now."""
    if face >= BLACK:
        return bit(JOKERS + face - BLACK)
    return laid_out_word(table.trump, table.n_promoted, bit(RANK_CARDS + face))


@rare_kernel
def why_refused(rules: Any, table: Any, seat: int, face: int) -> int:
    """Why an overcall is refused whatever the hand; Reason.LEGAL if it is not.

    Rule chao_dipi.over_partner (B43).
    """
    maker = trump_maker(table)
    if not goes_by_lot(rules) and (seat == table.burier or seat == maker):
        return Reason.MUST_NOT_OVERCALL_OWN
    is_partners = maker != UNKNOWN and maker != seat and table.side[maker] == table.side[seat]
    if is_partners and not rules.chao_dipi.over_partner:
        return Reason.MUST_NOT_OVERRIDE_PARTNER
    return Reason.LEGAL if height(face) > height_to_exceed(table) else Reason.MUST_EXCEED


@kernel
def why_illegal_overcall(rules: Any, table: Any, hand: Planes, seat: int, face: int) -> int:
    """Why a seat may not make this overcall; Reason.LEGAL if it may."""
    if face < 0 or face >= N_BID_FACES:
        return Reason.MUST_BE_A_PAIR
    if both(held(hand, 2), pair_word(table, face)) == NOTHING:
        return Reason.MUST_HOLD_CARDS
    return why_refused(rules, table, seat, face)


@rare_kernel
def legal_overcalls(rules: Any, table: Any, hand: Planes, seat: int) -> Word:
    """The overcalls that a seat may make, as a word of faces."""
    faces = NOTHING
    for face in range(N_BID_FACES):
        if why_illegal_overcall(rules, table, hand, seat, face) == Reason.LEGAL:
            faces = either(faces, bit(face))
    return faces


@rare_kernel
def next_to_ask(rules: Any, state: Any) -> int:
    """The seat that is to be asked next; UNKNOWN if all were asked since the last burial."""
    table = state.table
    left = minus(run_from(0, table.n_seats), table.asked)
    if not goes_by_lot(rules):
        left = minus(left, bit(table.burier))
    if left == NOTHING:
        return UNKNOWN
    if goes_by_lot(rules):
        seat = lowest(nth_bit(left, below(state.streams, RULES, count(left))))
    else:
        seat = next_seat(table, table.burier)
        while not has(left, seat):
            seat = next_seat(table, seat)
    table.asked = either(table.asked, bit(seat))
    return seat


@kernel
def make_overcall(table: Any, seat: int, face: int) -> int:
    """Writes a legal overcall down on the table; the trump that it makes."""
    table.overcaller = seat
    table.overcall = face
    return min(face, NO_TRUMP)


@kernel
def note_burial(table: Any, seat: int) -> None:
    """The kitty is this seat's; everybody is asked anew."""
    table.burier = seat
    table.asked = NOTHING


@kernel
def first_leader(rules: Any, table: Any) -> int:
    """Who leads to the first trick. Rule chao_dipi.leader (B43)."""
    return table.burier if rules.chao_dipi.leader == OvercallLeader.LAST_BURIER else table.dealer
