"""Order of the cards: which suit a card belongs to, what beats what, which are neighbours.

**Layout.** A hand is planes of positions. Each plain suit is a field of thirteen: its cards without
the dominant rank, lowest first, so that 8 and 6 are neighbours when 7 is dominant, and a guard that
nothing occupies, so that no run crosses suits. The trump suit's field comes last. Above the fields
stand the rank cards that are equal, the rank card of the trump suit, the jokers, and the red fives
where they are always trumps: those are no cards of their suit, nor of the rank when fives are dominant.
Their suits have eleven cards then, and the lowest place of the field stays empty. Trumps are therefore
the top positions and one comparison tells which card is higher. In the draw, and in a round without a
trump suit, the fields stand in the order of suits; in the draw, red fives stand among the cards of the
rank when fives are dominant.

**Levels.** Cards that rank equal share a level: the same positions, but with the equal rank cards
on one and everything above closed up behind it. Where the trump suit's rank card is a red five, its place
is empty: the suit's field is raised by one, and the equal cards share that place. Tractors are runs of
levels. (000-11, 000-13, 000-14, 000-88, 002-9, 002-10, 002-12, 002-13, 002-14, 002-93, B11, B16, B41)
"""

from __future__ import annotations

from typing import Any

from shengsim import cards, fields
from shengsim.games.shengji.choices import TractorChain
from shengsim.games.shengji.state import UNKNOWN
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
    moved_back,
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
"""Positions of the black and the red joker."""
RED_FIVES = JOKERS + 2
"""Position of the first red five that is always trump: of diamonds, if both are."""
TOP = RED_FIVES + 2

BID_CARDS = run_from(RANK_CARDS, 6)
"""Word of the cards that bids are made of: those of the rank and jokers, in the draw."""

TRUMPS = 4
"""The effective suit of all trumps."""

EQUAL_LEVEL_TRUMP = RANK_CARDS - 1
EQUAL_LEVEL_NO_TRUMP = RANK_CARDS
LEVELS_LOWERED = 3
"""How far the levels from the trump suit's rank card upwards are closed up."""

TABLES = {
    "order": {
        "position": (cards.N_RANKS, cards.N_FACES),
        **dict.fromkeys(("faces", "fives", "tens"), (cards.N_RANKS,)),
    }
}
"""Worked out once a variant, by dominant rank, in the layout of the draw: where each face stands; and as
words, all faces and the point cards."""


def fill_tables(rules: Any, order: Any) -> None:
    """Fills the tables of a rules record's order chapter."""
    import numpy as np

    n_red = n_red_fives(rules)
    position = np.zeros((cards.N_RANKS, cards.N_FACES), np.int64)
    words = {name: np.zeros(cards.N_RANKS, np.int64) for name in ("faces", "fives", "tens")}
    for rank in range(cards.N_RANKS):
        for card in range(cards.N_FACES):
            position[rank, card] = drawn_position(rank, card, n_red)
            place, points = bit(position[rank, card]), cards.points_of(card)
            words["faces"][rank] += place
            if points:
                words["fives" if points == 5 else "tens"][rank] += place
    fields.put(order, "position", position)
    for name, word in words.items():
        fields.put(order, name, word)


@kernel
def n_red_fives(rules: Any) -> int:
    """How many fives are always the highest trumps: hearts, then diamonds.

    Rule order.red_fives (000-88, 002-93, B41).
    """
    return rules.order.red_fives


def drawn_position(rank: cards.Rank, card: cards.Card, n_red: int) -> int:
    """Where a card stands in the draw; ``n_red`` red fives are always trumps."""
    if card >= cards.BLACK_JOKER:
        return JOKERS + card - cards.BLACK_JOKER
    suit, own = cards.suit_of(card), cards.rank_of(card)
    if own == rank:
        return RANK_CARDS + suit
    below_five = 0
    if suit in (cards.HEARTS, cards.DIAMONDS)[:n_red]:
        if own == cards.FIVE:
            return RED_FIVES + (n_red - 1 if suit == cards.HEARTS else 0)
        below_five = 1 if own < cards.FIVE != rank else 0  # closed up, so that 4 and 6 touch
    return suit * FIELD + own - (1 if own > rank else 0) + below_five


def position_of(rank: cards.Rank, trump: int, card: cards.Card, n_red: int) -> int:
    """Where a card stands when rank and trump are known; UNKNOWN is the draw."""
    drawn = drawn_position(rank, card, n_red)
    if trump == UNKNOWN:
        return drawn
    return lowest(laid_out_word(trump, n_red if rank == cards.FIVE else 0, bit(drawn)))


@kernel
def set_rank(rules: Any, table: Any) -> None:
    """Writes down on the table what follows from its rank before trump is made."""
    n = n_red_fives(rules)
    table.red_fives = run_from(RED_FIVES, n)
    table.n_promoted = n if table.rank == cards.FIVE else 0


@kernel
def laid_out_word(trump: int, n_promoted: int, word: Word) -> Word:
    """A word of the draw's layout, in that of a trump; so many cards of the rank are red fives on top."""
    if n_promoted > 0:
        word = promoted_word(trump, n_promoted, word)
    if trump >= cards.N_SUITS:
        return word
    return moved_last(moved_last(word, 0, FIELD, 4, trump), RANK_CARDS, 1, 4, trump)


@kernel
def taken_up_word(trump: int, n_promoted: int, word: Word) -> Word:
    """A word of the layout of a trump, in that of the draw."""
    if trump < cards.N_SUITS:
        word = moved_back(moved_back(word, RANK_CARDS, 1, 4, trump), 0, FIELD, 4, trump)
    return demoted_word(trump, n_promoted, word) if n_promoted > 0 else word


@rare_kernel
def promoted_word(trump: int, n: int, word: Word) -> Word:
    """Moves red fives from the cards of the rank to the top; if trump is theirs, raises its field."""
    slots = promoted_slots(n)
    word = either(minus(word, slots), shifted_up(both(word, slots), TOP - RANK_CARDS - 5 + n))
    if not is_raised(trump, n):
        return word
    field = run_from(trump * FIELD, FIELD - 1)
    return either(minus(word, field), shifted_up(both(word, field), 1))


@rare_kernel
def demoted_word(trump: int, n: int, word: Word) -> Word:
    """The inverse of promoted_word."""
    fives = run_from(RED_FIVES, n)
    word = either(minus(word, fives), shifted_down(both(word, fives), TOP - RANK_CARDS - 5 + n))
    if not is_raised(trump, n):
        return word
    field = run_from(trump * FIELD + 1, FIELD - 1)
    return either(minus(word, field), shifted_down(both(word, field), 1))


@kernel
def promoted_slots(n: int) -> Word:
    """The places of the cards of the rank that are red fives on top: of hearts, or diamonds and hearts."""
    return run_from(RANK_CARDS + cards.HEARTS + 1 - n, n)


@kernel
def is_raised(trump: int, n_promoted: int) -> bool:
    """Whether the trump suit's rank card is a red five on top."""
    return trump < cards.N_SUITS and has(promoted_slots(n_promoted), RANK_CARDS + trump)


@kernel
def lay_out(table: Any, rows: Any, row: int) -> None:
    """Moves the planes of a row from the layout of the draw to that of the table's trump."""
    for plane in range(rows.shape[1]):
        rows[row, plane] = laid_out_word(table.trump, table.n_promoted, rows[row, plane])


@kernel
def take_up(table: Any, rows: Any, row: int) -> None:
    """Moves the planes of a row back to the layout of the draw."""
    for plane in range(rows.shape[1]):
        rows[row, plane] = taken_up_word(table.trump, table.n_promoted, rows[row, plane])


@kernel
def set_trump(rules: Any, table: Any, trump: int) -> None:
    """Writes down on the table what follows from rank and trump suit."""
    table.trump = trump
    start = RANK_CARDS if trump == cards.NO_TRUMP else 3 * FIELD
    table.trumps = run_from(start, TOP - start)
    has_own = trump != cards.NO_TRUMP and not is_raised(trump, table.n_promoted)
    table.equal_level = EQUAL_LEVEL_TRUMP if has_own else EQUAL_LEVEL_NO_TRUMP
    table.faces = laid_out_word(trump, table.n_promoted, rules.order.faces[table.rank])
    table.fives = laid_out_word(trump, table.n_promoted, rules.order.fives[table.rank])
    table.tens = laid_out_word(trump, table.n_promoted, rules.order.tens[table.rank])
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
    return position if position < RANK_CARDS else max(position - LEVELS_LOWERED, table.equal_level)


@kernel
def points_of(table: Any, played: Planes) -> int:
    """The points of cards (000-16, 002-15)."""
    return 5 * n_cards(only(played, table.fives)) + 10 * n_cards(only(played, table.tens))
