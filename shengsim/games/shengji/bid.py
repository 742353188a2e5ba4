"""Bidding: cards of the dominant rank shown during the draw make trump.

A *bid* is an integer, ``6 * (length - 1) + face``: how many cards are shown and whose suit it is (0
to 3), or 4 and 5 for black and red jokers. A reinforced bid is the longer bid, not the card added.
What seats may bid is a word of such integers. (000-26 to 000-29 see the scenarios; 002-20, 002-21,
002-22, 002-23, 002-24, 002-25, 002-26, 003-5, 003-7, B6, B7, B8)
"""

from __future__ import annotations

from typing import Any

from shengsim.cards import BLACK_JOKER, DIAMONDS, NO_TRUMP, SPADES
from shengsim.games.shengji.choices import NoTrump, Override, PairOrder, Reinforce, Unclaimed, UnclaimedJoker
from shengsim.games.shengji.deal import n_packs
from shengsim.games.shengji.order import BID_CARDS, JOKERS, RANK_CARDS
from shengsim.games.shengji.state import UNKNOWN, Reason
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    Word,
    below_position,
    bit,
    both,
    either,
    held,
    lowest,
    minus,
    n_cards,
    only,
    run_from,
    shifted_down,
    shifted_up,
)

N_BID_FACES = 6
BLACK, RED = 4, 5
"""Faces of bids by jokers."""
MAX_LENGTH = 10
"""Cards of the longest bid; with three packs or more, jokers could make it longer."""

RESHUFFLE = 5
"""Stands where a trump suit is made and the cards must be dealt again instead."""

_CLASS = 16
_REINFORCED, _BLACK_CLASS, _RED_CLASS = 8, 9, 10


@kernel
def bid_of(length: int, face: int) -> int:
    """The bid of so many cards."""
    return N_BID_FACES * (length - 1) + face


@kernel
def length_of(bid: int) -> int:
    """How many cards a bid shows."""
    return bid // N_BID_FACES + 1


@kernel
def face_of(bid: int) -> int:
    """The suit of a bid, or BLACK or RED."""
    return bid % N_BID_FACES


@kernel
def trump_of(bid: int) -> int:
    """The trump suit that a bid makes."""
    return min(face_of(bid), NO_TRUMP)


@kernel
def strength(rules: Any, bid: int, is_reinforced: bool) -> int:
    """What a later bid must exceed: the longer, then jokers; see B7.

    Rule bidding.pair_order (B7).
    """
    length = length_of(bid)
    face = face_of(bid)
    rank = 0
    if face == BLACK:
        rank = _BLACK_CLASS
    elif face == RED:
        rank = _RED_CLASS
    elif is_reinforced and reinforcing(rules) == Reinforce.OUTRANKS_PAIR:
        rank = _REINFORCED
    elif length > 1 and rules.bidding.pair_order == PairOrder.SUITS:
        rank = suit_height(face)
    return length * _CLASS + rank


@kernel
def reinforcing(rules: Any) -> int:
    """Rule bidding.reinforce (000-29, 002-22, B6)."""
    return rules.bidding.reinforce


@kernel
def suit_height(suit: int) -> int:
    """Spades 4, hearts 3, clubs 2, diamonds 1 (B7, B43)."""
    if suit >= SPADES - 1:
        return suit + 1
    return 1 if suit == DIAMONDS else 2


@rare_kernel
def held_bids(rules: Any, hand: Planes, shortest: int) -> Word:
    """The bids of so many cards or more that are in the hand, before trump is made."""
    bids = NOTHING
    for k in range(shortest - 1, len(hand)):  # bids of k + 1 cards stand in the order of those cards
        shown = both(shifted_down(held(hand, k + 1), RANK_CARDS), below_position(N_BID_FACES))
        if k == 0 or not has_joker_bids(rules):
            shown = both(shown, below_position(BLACK))
        bids = either(bids, shifted_up(shown, bid_of(k + 1, 0)))
    if may_extend(rules):
        n_jokers = n_cards(only(hand, run_from(JOKERS, 2)))
        for suit in range(4):
            n = n_cards(only(hand, bit(RANK_CARDS + suit)))
            for length in range(n + 1, min(n + n_jokers, MAX_LENGTH) + 1 if n > 0 else 0):
                bids = either(bids, bit(bid_of(length, suit)))
    return bids


@kernel
def may_extend(rules: Any) -> bool:
    """Whether jokers lengthen a bid. Rule bidding.jokers_extend (002-24, B8)."""
    return rules.bidding.jokers_extend != 0


@kernel
def has_joker_bids(rules: Any) -> bool:
    """Whether two or more identical jokers bid no trump. Rule bidding.no_trump (000-32, 002-26)."""
    return rules.bidding.no_trump == NoTrump.JOKER_PAIR


@kernel
def why_illegal_bid(rules: Any, table: Any, hand: Planes, seat: int, bid: int) -> int:
    """Why a seat may not make this bid; Reason.LEGAL if it may."""
    if bid < 0 or bid >= N_BID_FACES * MAX_LENGTH or not is_a_bid(rules, bid):
        return Reason.MUST_BE_A_BID
    if both(held_bids(rules, hand, 1), bit(bid)) == NOTHING:
        return Reason.MUST_HOLD_CARDS
    return why_refused(rules, table, seat, bid)


@kernel
def is_a_bid(rules: Any, bid: int) -> bool:
    """Whether cards like these can be a bid at all (002-24, 002-26, B7)."""
    if face_of(bid) >= BLACK:
        return has_joker_bids(rules) and 2 <= length_of(bid) <= n_packs(rules)
    return length_of(bid) <= n_packs(rules) or may_extend(rules)


@rare_kernel
def why_refused(rules: Any, table: Any, seat: int, bid: int) -> int:
    """Why a bid is refused whatever the bidder holds; Reason.LEGAL if it is not.

    Rule bidding.override (000-27, 002-21, 003-7).
    """
    if table.bid == UNKNOWN:
        return Reason.LEGAL
    if rules.bidding.override == Override.FIRST_FINAL:
        return Reason.MUST_EXCEED
    own = table.bid_of_seat[seat]
    if own != UNKNOWN and face_of(own) != face_of(bid):
        return Reason.MUST_ONLY_REINFORCE
    if table.bidder != seat and table.side[table.bidder] == table.side[seat]:
        if trump_of(table.bid) == trump_of(bid):
            return Reason.MUST_NOT_STRENGTHEN_PARTNER
        if not may_override_partner(rules):
            return Reason.MUST_NOT_OVERRIDE_PARTNER
    if own != UNKNOWN and (length_of(bid) <= length_of(own) or not may_reinforce(rules, table, seat)):
        return Reason.MUST_EXCEED
    if strength(rules, bid, own != UNKNOWN) <= strength(rules, table.bid, table.is_reinforced != 0):
        return Reason.MUST_EXCEED
    return Reason.LEGAL


@kernel
def may_override_partner(rules: Any) -> bool:
    """Rule bidding.override_partner (002-22, 002-23, B7)."""
    return rules.bidding.override_partner != 0


@kernel
def may_reinforce(rules: Any, table: Any, seat: int) -> bool:
    """Whether the maker of a bid may add to it now (B6)."""
    if reinforcing(rules) == Reinforce.OFF:
        return False
    return reinforcing(rules) == Reinforce.OUTRANKS_PAIR or table.bidder == seat


@rare_kernel
def legal_bids(rules: Any, table: Any, hand: Planes, seat: int) -> Word:
    """The bids that a seat may make from the cards it has drawn."""
    if both(held(hand, table.n_to_bid), BID_CARDS) == NOTHING:
        return NOTHING
    bids = held_bids(rules, hand, table.n_to_bid)
    if table.bid == UNKNOWN:
        return bids
    left = bids
    while left != NOTHING:
        bid = lowest(left)
        left = minus(left, bit(bid))
        if why_refused(rules, table, seat, bid) != Reason.LEGAL:
            bids = minus(bids, bit(bid))
    return bids


@kernel
def n_of_rank(hand: Planes, bid: int) -> int:
    """How many cards of the rank a bid of a suit shows: all there are, before jokers (B8)."""
    return min(length_of(bid), n_cards(only(hand, bit(RANK_CARDS + face_of(bid)))))


@rare_kernel
def make_bid(rules: Any, table: Any, hand: Planes, seat: int, bid: int) -> None:
    """Writes a legal bid down on the table. Cards of the rank are shown before jokers are (B8)."""
    table.n_to_bid = 1 if may_extend(rules) else max(2, length_of(bid))
    table.is_reinforced = 1 if table.bid_of_seat[seat] != UNKNOWN else 0
    table.bid_of_seat[seat] = bid
    table.bid = bid
    table.bidder = seat
    if table.first_bidder == UNKNOWN:
        table.first_bidder = seat
    if face_of(bid) >= BLACK:
        if table.first_joker_pair == UNKNOWN:
            table.first_joker_pair = seat
    elif n_of_rank(hand, bid) >= 2 and table.first_rank_pair == UNKNOWN:
        table.first_rank_pair = seat


@rare_kernel
def unclaimed_trump(rules: Any, rank: int, deck: Any, start: int, n_kitty: int) -> int:
    """The trump suit that the kitty makes, or RESHUFFLE.

    ``deck`` int64[n_cards], the kitty from ``start`` on. Rule bidding.unclaimed (000-30, 000-31,
    002-27, 002-28, 003-8, B10).
    """
    if rules.bidding.unclaimed == Unclaimed.FIRST_CARD:
        for i in range(start, start + n_kitty):
            if deck[i] < BLACK_JOKER:
                return deck[i] // 13
            if turned_joker(rules) != UnclaimedJoker.NEXT_CARD:
                return NO_TRUMP if turned_joker(rules) == UnclaimedJoker.NO_TRUMP else RESHUFFLE
        return NO_TRUMP
    suit = NO_TRUMP
    highest = -1
    for i in range(start, start + n_kitty):
        card = deck[i]
        if card < BLACK_JOKER:
            if card % 13 == rank:
                return card // 13
            if card % 13 > highest:
                highest = card % 13
                suit = card // 13
    return suit


@kernel
def turned_joker(rules: Any) -> int:
    """Rule bidding.unclaimed_joker (000-30, 002-27)."""
    return rules.bidding.unclaimed_joker
