"""The draw: cards are drawn one at a time, anticlockwise, until the kitty is left.

(000-18, 000-19, 000-20, 000-21, 000-33, 002-17, 002-18, 003-4, B4)
"""

from __future__ import annotations

from typing import Any

from shengsim.cards import BLACK_JOKER, N_FACES, N_RANKS
from shengsim.games.shengji.choices import FirstDraw
from shengsim.games.shengji.order import BID_CARDS, laid_out_word, lay_out, set_rank, set_trump, take_up
from shengsim.games.shengji.state import UNKNOWN
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import NOTHING, Planes, bit, both, copies_of, less, put, put_one, take
from shengsim.rng import RULES, SHUFFLE, below, shuffle, start_streams, with_key

TABLES = {"deck": {"n_cards": (1,)}}
"""Worked out once a variant: the cards in all packs."""


@kernel
def n_seats(rules: Any) -> int:
    """Players. Rule table.players (000-4, 002-1)."""
    return rules.table.players


@kernel
def n_packs(rules: Any) -> int:
    """Packs. Rule table.decks (000-2, 000-10, 002-8)."""
    return rules.table.decks


@kernel
def n_packed(rules: Any) -> int:
    """Cards in all packs."""
    return rules.deck.n_cards[0]


@rare_kernel
def is_in_pack(rules: Any, pack: int, card: int) -> bool:
    """Whether a card is in a pack; the last packs may be short.

    Rules deck.jokers, deck.lowest_rank and deck.short_packs (000-10, 000-11, 002-8).
    """
    if pack < n_packs(rules) - rules.deck.short_packs:
        return True
    return rules.deck.jokers != 0 if card >= BLACK_JOKER else card % N_RANKS >= rules.deck.lowest_rank


@kernel
def n_kitty(rules: Any) -> int:
    """Cards of the kitty. Rule deal.kitty_size (000-33, 000-81, 000-82, 002-18, 002-87, 002-88)."""
    return rules.deal.kitty_size


@kernel
def shuffle_deck(rules: Any, state: Any) -> None:
    """Starts this attempt's random streams and shuffles the packs."""
    start_streams(state.streams, with_key(state.key, state.table.attempt), n_seats(rules))
    n_cards = n_packed(rules)
    if n_cards == N_FACES * n_packs(rules):
        for pack in range(n_packs(rules)):
            for card in range(N_FACES):
                state.deck[pack * N_FACES + card] = card
    else:
        stack_short_packs(rules, state.deck)
    shuffle(state.streams, SHUFFLE, state.deck, n_cards)


@rare_kernel
def stack_short_packs(rules: Any, deck: Any) -> None:
    """Lays packs of which some are short on one another, in int64[n_cards]."""
    n = 0
    for pack in range(n_packs(rules)):
        for card in range(N_FACES):
            if is_in_pack(rules, pack, card):
                deck[n] = card
                n += 1


@kernel
def all_cards(rules: Any, table: Any, like: Planes) -> Planes:
    """All cards of the packs, in the layout of the trump that is made, as many planes as the given ones."""
    cards = copies_of(like, table.faces, n_packs(rules))
    return cards if n_packed(rules) == N_FACES * n_packs(rules) else in_short_packs(rules, table, cards)


@rare_kernel
def in_short_packs(rules: Any, table: Any, cards: Planes) -> Planes:
    """The cards of whole packs without what short packs lack."""
    for pack in range(n_packs(rules)):
        for card in range(N_FACES):
            if not is_in_pack(rules, pack, card):
                where = laid_out_word(
                    table.trump, table.n_promoted, bit(rules.order.position[table.rank, card])
                )
                cards = less(cards, copies_of(cards, where, 1))
    return cards


@rare_kernel
def clear_table(rules: Any, state: Any) -> None:
    """An empty table before the draw; rank, dealer, streams and attempt stay."""
    table = state.table
    table.n_seats = n_seats(rules)
    table.n_dealt = n_packed(rules) - n_kitty(rules)
    table.n_drawn = 0
    table.n_passes = 0
    table.n_asked = 0
    table.drawer = first_drawer(rules, state, table.dealer)
    table.first_drawer = table.drawer
    set_rank(rules, table)
    table.trump = UNKNOWN
    table.trumps = NOTHING
    table.overcaller = UNKNOWN
    table.overcall = UNKNOWN
    table.burier = UNKNOWN
    table.asked = NOTHING
    table.n_to_bid = 1
    table.bid = UNKNOWN
    table.bidder = UNKNOWN
    table.first_bidder = UNKNOWN
    table.first_rank_pair = UNKNOWN
    table.first_joker_pair = UNKNOWN
    table.is_reinforced = 0
    table.trick = 0
    table.n_played = 0
    table.trick_points = 0
    table.points[0] = 0
    table.points[1] = 0
    seat_sides(table)
    for seat in range(table.n_seats):
        table.bid_of_seat[seat] = UNKNOWN
        table.voids[seat] = NOTHING
        table.n_left[seat] = table.n_dealt // table.n_seats
        for plane in range(state.hands.shape[1]):
            state.hands[seat, plane] = NOTHING
    for plane in range(state.hands.shape[1]):
        state.kitty[0, plane] = NOTHING
        table.seen[0, plane] = NOTHING


@kernel
def seat_sides(table: Any) -> None:
    """The dealer's side, every other seat from his on, are the declarers (000-21, 002-8, 002-33)."""
    for seat in range(table.n_seats):
        table.side[seat] = (seat - table.dealer) % 2


@rare_kernel
def first_drawer(rules: Any, state: Any, dealer: int) -> int:
    """The seat that draws the first card.

    The dealer shuffles; in a match's first deal, a player by lot. The card turned comes from the
    stream of the rules' own draws.
    """
    turned = BLACK_JOKER
    while turned >= BLACK_JOKER:  # another card is turned (000-20)
        turned = below(state.streams, RULES, n_packed(rules)) % N_FACES
    return seat_that_draws(rules, dealer, dealer, turned)


@kernel
def seat_that_draws(rules: Any, shuffler: int, dealer: int, turned: int) -> int:
    """The seat that draws first, of who shuffled and a card turned that is no joker.

    Rule deal.first_draw (000-19, 000-20, 002-17, 003-4, B4).
    """
    if rules.deal.first_draw == FirstDraw.COUNT_OFF:
        return counted_off(rules, shuffler, turned)
    if rules.deal.first_draw == FirstDraw.RIGHT_OF_DEALER:
        return (dealer + 1) % n_seats(rules)
    return shuffler


@kernel
def counted_off(rules: Any, shuffler: int, turned: int) -> int:
    """The seat that counting a card's rank from the shuffler reaches: he is one, J 11, Q 12, K 13."""
    rank = turned % N_RANKS
    value = 1 if rank == N_RANKS - 1 else rank + 2
    return (shuffler + value - 1) % n_seats(rules)


@kernel
def draw_until(rules: Any, state: Any, n_copies: int) -> int:
    """Cards are drawn in turn until a drawer has so many copies of a card that bids are made of.

    The seat of the last drawer. Whether he has a bid is for him to be asked: this is the glance that
    spares asking after every card.
    """
    table = state.table
    rank, n_dealt, seat, n = table.rank, table.n_dealt, table.drawer, table.n_drawn
    drawer = seat
    while n < n_dealt:
        drawer = seat
        put_one(state.hands, drawer, bit(rules.order.position[rank, state.deck[n]]))
        n += 1
        seat = next_seat(table, seat)
        if both(state.hands[drawer, n_copies - 1], BID_CARDS) != NOTHING:
            break
    table.drawer = seat
    table.n_drawn = n
    return drawer


@kernel
def next_seat(table: Any, seat: int) -> int:
    """The seat whose turn comes after this one: to the right (000-1, B1)."""
    return seat + 1 if seat + 1 < table.n_seats else 0


@rare_kernel
def draw_kitty(rules: Any, state: Any) -> None:
    """Lays what is left of the deck in the kitty."""
    for i in range(n_kitty(rules)):
        card = state.deck[state.table.n_dealt + i]
        put_one(state.kitty, 0, bit(rules.order.position[state.table.rank, card]))


@rare_kernel
def lay_out_for_trump(rules: Any, state: Any, trump: int) -> None:
    """Makes trump: every hand and the kitty move from the layout of the draw to that of the trump."""
    set_trump(rules, state.table, trump)
    lay_out(state.table, state.kitty, 0)
    for seat in range(state.table.n_seats):
        lay_out(state.table, state.hands, seat)
    put(state.table.pack, 0, all_cards(rules, state.table, take(state.kitty, 0)))


@rare_kernel
def take_up_for_trump(state: Any) -> None:
    """Moves every hand and the kitty back to the layout of the draw."""
    take_up(state.table, state.kitty, 0)
    for seat in range(state.table.n_seats):
        take_up(state.table, state.hands, seat)
