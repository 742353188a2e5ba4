"""Cards, suits and ranks as named integers, with a parser and a name beside each.

A *card* is a face, 0 to 53: ``suit * 13 + rank`` for the fifty-two suited cards, then the black
(small) and the red (big) joker. Two copies of a face are the same integer. (000-10, 002-8)
"""

from __future__ import annotations

from typing import TypeAlias

Suit: TypeAlias = int
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
NO_TRUMP = 4
"""Stands where a trump suit is named and there is none (000-32, 002-10)."""

Rank: TypeAlias = int
TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)

Card: TypeAlias = int
BLACK_JOKER = 52
RED_JOKER = 53

N_SUITS = 4
N_RANKS = 13
N_FACES = 54

SUIT_LETTERS = "CDHS"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades", "no_trump")
RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARD_NAMES = (
    *(rank + suit for suit in SUIT_LETTERS for rank in RANK_NAMES),
    "BJ",
    "RJ",
)
POINTS = {FIVE: 5, TEN: 10, KING: 10}
"""Points of a rank; every other rank counts nothing (000-16, 002-15)."""

_CARDS = {name: card for card, name in enumerate(CARD_NAMES)}
_RANKS = {name: rank for rank, name in enumerate(RANK_NAMES)}
_MAX_COPIES = 8
_COPIES = {str(n) for n in range(1, _MAX_COPIES + 1)}


def suited(suit: Suit, rank: Rank) -> Card:
    """The card of a suit and rank."""
    return suit * N_RANKS + rank


def suit_of(card: Card) -> Suit:
    """The printed suit of a card that is no joker."""
    return card // N_RANKS


def rank_of(card: Card) -> Rank:
    """The rank of a card that is no joker."""
    return card % N_RANKS


def points_of(card: Card) -> int:
    """The points of a card: K and 10 count ten, 5 counts five."""
    return 0 if card >= BLACK_JOKER else POINTS.get(rank_of(card), 0)


def card_name(card: Card) -> str:
    """``10H``, ``AS``, ``RJ``."""
    return CARD_NAMES[card]


def parse_card(text: str) -> Card:
    """The card of a name such as ``10H`` or ``rj``; ValueError for anything else."""
    card = _CARDS.get(text.upper()) if text.isascii() else None
    if card is None:
        raise ValueError(f"no card is called {text[:20]!r}")
    return card


def parse_cards(text: str) -> list[Card]:
    """The cards of ``8D 8D 9Dx3 RJ``; ValueError names the first word that is no card."""
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        name, times, copies = word.partition("x")
        if times and copies not in _COPIES:
            raise ValueError(f"{word[:20]!r} does not say how many copies (1 to {_MAX_COPIES})")
        cards += [parse_card(name)] * (int(copies) if times else 1)
    return cards


def cards_text(cards: list[Card] | tuple[Card, ...]) -> str:
    """The names of cards, separated by spaces."""
    return " ".join(map(card_name, cards))


def rank_name(rank: Rank) -> str:
    """``2`` … ``10``, ``J``, ``Q``, ``K``, ``A``."""
    return RANK_NAMES[rank]


def parse_rank(text: str) -> Rank:
    """The rank of a name; ValueError for anything else."""
    rank = _RANKS.get(text.upper())
    if rank is None:
        raise ValueError(f"no rank is called {text[:20]!r}")
    return rank


def suit_name(suit: Suit) -> str:
    """``clubs`` … ``spades``, ``no_trump``."""
    return SUIT_NAMES[suit]


def trump_name(rank: Rank, suit: Suit) -> str:
    """``7C``; ``7NT`` where no suit is trump."""
    return RANK_NAMES[rank] + ("NT" if suit == NO_TRUMP else SUIT_LETTERS[suit])


def parse_trump(text: str) -> tuple[Rank, Suit]:
    """Rank and suit of ``7C`` or ``7NT``; ValueError for anything else."""
    word = text.upper()
    if word.endswith("NT"):
        return parse_rank(word[:-2]), NO_TRUMP
    if not word or word[-1] not in SUIT_LETTERS:
        raise ValueError(f"no trump is called {text[:20]!r} (7C, or 7NT for no trump suit)")
    return parse_rank(word[:-1]), SUIT_LETTERS.index(word[-1])
