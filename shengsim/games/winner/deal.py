"""The pack and the deal: cards are dealt singly and clockwise, the whole pack, from the dealer on.

(001-1, 001-18, 001-19, 001-29)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.winner.order import JOKER, N_SUITED
from shengsim.games.winner.state import UNKNOWN
from shengsim.kernel import kernel
from shengsim.nibbles import position
from shengsim.planes import NOTHING, bit, put_one
from shengsim.rng import RULES, SHUFFLE, below, shuffle, start_streams


@kernel
def n_seats(rules: Any) -> int:
    """Players. Rule table.players (001-1)."""
    return rules.table.players


@kernel
def n_decks(rules: Any) -> int:
    """Packs. Rule table.decks (001-1)."""
    return rules.table.decks


@kernel
def has_jokers(rules: Any) -> bool:
    """Whether jokers are played with. Rule deck.jokers (001-1, 001-29)."""
    return rules.deck.jokers == 1


@kernel
def n_in_pack(rules: Any) -> int:
    """Cards of one pack."""
    return N_SUITED + (2 if has_jokers(rules) else 0)


@kernel
def n_packed(rules: Any) -> int:
    """Cards of all packs."""
    return n_in_pack(rules) * n_decks(rules)


@kernel
def next_seat(table: Any, seat: int) -> int:
    """The seat to the left (001-18, 001-20)."""
    return seat + 1 if seat + 1 < table.n_seats else 0


@kernel
def shuffle_deck(rules: Any, state: Any) -> None:
    """Starts this game's random streams and shuffles the packs."""
    start_streams(state.streams, state.key, n_seats(rules))
    size, n_cards = n_in_pack(rules), n_packed(rules)
    for i in range(n_cards):
        card = i % size
        state.deck[i] = card if card < N_SUITED else position(JOKER + card - N_SUITED, 0)
    shuffle(state.streams, SHUFFLE, state.deck, n_cards)


@kernel
def deal_cards(rules: Any, state: Any, dealer: int) -> None:
    """Deals the shuffled packs; somewhere in them a card lies face up (001-19)."""
    table = state.table
    table.n_seats = n_seats(rules)
    table.dealer = dealer
    n_cards = n_packed(rules)
    for seat in range(table.n_seats):
        table.n_left[seat] = 0
        for plane in range(state.hands.shape[1]):
            state.hands[seat, plane] = NOTHING
    seat = dealer
    for i in range(n_cards):
        put_one(state.hands, seat, bit(state.deck[i]))
        table.n_left[seat] += 1
        seat = next_seat(table, seat)
    turned = below(state.streams, RULES, n_cards)
    table.start_card = state.deck[turned]
    table.starter = (dealer + turned) % table.n_seats


@kernel
def clear_table(state: Any, number: int) -> None:
    """An empty table before the first lead; hands, dealer and start card stay."""
    table = state.table
    table.game = number
    table.given = UNKNOWN
    table.taken = UNKNOWN
    table.trick = 0
    table.form = 0
    table.n_cards = 0
    table.order = 0
    table.last = UNKNOWN
    table.beaten = UNKNOWN
    table.n_passes = 0
    table.is_reversed = 0
    table.n_out = 0
    for seat in range(table.n_seats):
        table.n_plays[seat] = 0
        table.place[seat] = 0
        table.left[seat] = 0
        table.score[seat] = 0
    for plane in range(state.hands.shape[1]):
        table.offered[0, plane] = NOTHING
        table.play[0, plane] = NOTHING
        table.seen[0, plane] = NOTHING
    for field in range(state.outcome.shape[0]):
        state.outcome[field] = 0
