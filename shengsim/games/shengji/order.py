"""Order of the cards: which suit a card belongs to, what beats what, which are neighbours.

**Layout.** A hand is planes of positions. Each plain suit is a field of thirteen: its cards without
the dominant rank, lowest first, so that 8 and 6 are neighbours when 7 is dominant, and a guard that
nothing occupies, so that no run crosses suits. The trump suit's field comes last. Above the fields
stand the rank cards that are equal, the rank card of the trump suit, the jokers, and room for two
red fives. Trumps are therefore the top positions and one comparison tells which card is higher.
Until trump is made, and in a round without a trump suit, the fields stand in the order of suits.

**Levels.** Cards that rank equal share a level: the same positions, but with the equal rank cards
on one and everything above closed up behind it. Tractors are runs of levels. (000-11, 000-13,
000-14, 002-9, 002-10, 002-12, 002-13, 002-14, B11, B16)
"""

from __future__ import annotations

from typing import Any

from shengsim import cards, fields
from shengsim.games.shengji.choices import TractorChain
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    Word,
    below_position,
    bit,
    both,
    either,
    has,
    highest,
    lowest,
    lowest_bit,
    minus,
    moved_last,
    n_cards,
    only,
    run_from,
    shifted_down,
    shifted_up,
)

FIELD = 13
"""Positions of a suit: twelve ranks and the guard."""
RANK_CARDS = 4 * FIELD
"""Position of the first rank card; they follow in the order of suits, the trump suit's last."""
JOKERS = RANK_CARDS + 4
"""Positions of the black and the red joker; two more are left for red fives."""
TOP = JOKERS + 4

FACES = sum(run_from(suit * FIELD, FIELD - 1) for suit in range(4)) + run_from(RANK_CARDS, 6)
"""Word of all faces, whatever is trump."""
BID_CARDS = run_from(RANK_CARDS, 6)
"""Word of the cards that bids are made of: those of the rank and jokers, before trump is made."""

TRUMPS = 4
"""The effective suit of all trumps."""

EQUAL_LEVEL_TRUMP = RANK_CARDS - 1
EQUAL_LEVEL_NO_TRUMP = RANK_CARDS
LEVELS_LOWERED = 3
"""How far the levels from the trump suit's rank card upwards are closed up."""

TABLES = {
    "order": {"position": (cards.N_RANKS, cards.N_FACES), "fives": (cards.N_RANKS,), "tens": (cards.N_RANKS,)}
}
"""Worked out once a variant: where each face stands, and where the point cards are, by dominant rank."""


def fill_tables(order: Any) -> None:
    """Fills the tables of a rules record's order chapter."""
    import numpy as np

    position = np.zeros((cards.N_RANKS, cards.N_FACES), np.int64)
    fives = np.zeros(cards.N_RANKS, np.int64)
    tens = np.zeros(cards.N_RANKS, np.int64)
    for rank in range(cards.N_RANKS):
        for card in range(cards.N_FACES):
            position[rank, card] = first_position(rank, card)
            points = cards.points_of(card)
            if points:
                (fives if points == 5 else tens)[rank] += bit(first_position(rank, card))
    fields.put(order, "position", position)
    fields.put(order, "fives", fives)
    fields.put(order, "tens", tens)


def first_position(rank: cards.Rank, card: cards.Card) -> int:
    """Where a card stands while there is no trump suit."""
    if card >= cards.BLACK_JOKER:
        return JOKERS + card - cards.BLACK_JOKER
    suit, own = cards.suit_of(card), cards.rank_of(card)
    if own == rank:
        return RANK_CARDS + suit
    return suit * FIELD + own - (1 if own > rank else 0)


def position_of(rank: cards.Rank, trump: cards.Suit, card: cards.Card) -> int:
    """Where a card stands when rank and trump suit are known."""
    return lowest(laid_out_word(trump, bit(first_position(rank, card))))


@kernel
def laid_out_word(trump: int, word: Word) -> Word:
    """A word of the layout without a trump suit, in the layout with one."""
    if trump >= cards.N_SUITS:
        return word
    return moved_last(moved_last(word, 0, FIELD, 4, trump), RANK_CARDS, 1, 4, trump)


@kernel
def lay_out(rows: Any, row: int, trump: int) -> None:
    """Moves the planes of a row from the layout without a trump suit to the one with it."""
    for plane in range(rows.shape[1]):
        rows[row, plane] = laid_out_word(trump, rows[row, plane])


@kernel
def set_trump(rules: Any, table: Any, trump: int) -> None:
    """Writes down on the table what follows from rank and trump suit."""
    table.trump = trump
    start = RANK_CARDS if trump == cards.NO_TRUMP else 3 * FIELD
    table.trumps = run_from(start, TOP - start)
    table.equal_level = EQUAL_LEVEL_NO_TRUMP if trump == cards.NO_TRUMP else EQUAL_LEVEL_TRUMP
    table.fives = laid_out_word(trump, rules.order.fives[table.rank])
    table.tens = laid_out_word(trump, rules.order.tens[table.rank])
    table.chain = chain(rules, table.equal_level)


@kernel
def chain(rules: Any, equal_level: int) -> Word:
    """The levels that may stand in a tractor. Rule order.tractor_chain (B16, 000-49, 000-50)."""
    whole = below_position(TOP)
    if rules.order.tractor_chain == TractorChain.FULL:
        return whole
    jokers = run_from(JOKERS - LEVELS_LOWERED, 2)
    honours = minus(whole, below_position(equal_level))
    if rules.order.tractor_chain == TractorChain.JOKERS_ONLY:
        honours = minus(honours, jokers)
    return minus(whole, honours)


@kernel
def suit_word(table: Any, suit: int) -> Word:
    """All positions of an effective suit."""
    return table.trumps if suit == TRUMPS else minus(run_from(suit * FIELD, FIELD), table.trumps)


@kernel
def suit_of(table: Any, word: Word) -> int:
    """The effective suit of the lowest card of a word that is not empty."""
    position = lowest(word)
    return TRUMPS if both(table.trumps, bit(position)) != NOTHING else position // FIELD


@kernel
def equal_cards(table: Any) -> Word:
    """The rank cards that are equal: three beside a trump suit's own, or all four (000-14, B11)."""
    return run_from(RANK_CARDS, 4 if table.trump == cards.NO_TRUMP else 3)


@kernel
def levels(table: Any, word: Word) -> Word:
    """The levels of a word's cards."""
    low = both(word, below_position(RANK_CARDS))
    high = shifted_up(shifted_down(word, RANK_CARDS + LEVELS_LOWERED), RANK_CARDS)
    equal = bit(table.equal_level) if both(word, equal_cards(table)) != NOTHING else NOTHING
    return either(either(low, high), equal)


@rare_kernel
def at_levels(table: Any, word: Word, wanted: Word) -> Word:
    """One card of the word at each of the wanted levels that it has; of equal cards the lowest."""
    low = both(wanted, below_position(RANK_CARDS))
    high = shifted_up(shifted_down(wanted, RANK_CARDS), RANK_CARDS + LEVELS_LOWERED)
    equal = equal_cards(table)
    found = minus(both(word, either(low, high)), equal)
    if both(wanted, bit(table.equal_level)) != NOTHING:
        found = either(found, lowest_bit(both(word, equal)))
    return found


@kernel
def level(table: Any, word: Word) -> int:
    """The level of the highest card of a word; -1 of none."""
    position = highest(word)
    if position < RANK_CARDS:
        return position
    return table.equal_level if has(equal_cards(table), position) else position - LEVELS_LOWERED


@kernel
def points_of(table: Any, played: Planes) -> int:
    """The points of cards (000-16, 002-15)."""
    return 5 * n_cards(only(played, table.fives)) + 10 * n_cards(only(played, table.tens))
