"""Cards, ranks and trumps: every name reads back as what it names, and nothing else is one."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengsim import cards
from shengsim.cards import (
    ACE,
    BLACK_JOKER,
    CARD_NAMES,
    CLUBS,
    DIAMONDS,
    HEARTS,
    N_FACES,
    N_RANKS,
    N_SUITS,
    NO_TRUMP,
    RANK_NAMES,
    RED_JOKER,
    SEVEN,
    SPADES,
    SUIT_LETTERS,
    SUIT_NAMES,
    TEN,
    TWO,
    card_name,
    cards_text,
    parse_card,
    parse_cards,
    parse_rank,
    parse_trump,
    points_of,
    rank_name,
    rank_of,
    suit_name,
    suit_of,
    suited,
    trump_name,
)

EIGHT_OF_DIAMONDS = suited(DIAMONDS, cards.EIGHT)
NINE_OF_DIAMONDS = suited(DIAMONDS, cards.NINE)


def is_trump_name(text: str) -> bool:
    """Whether `text` is what a person may write for a trump."""
    names = {rank + suit for rank in RANK_NAMES for suit in (*SUIT_LETTERS, "NT")}
    return text.upper() in names


# Numbers


def test_suited_numbers_the_fifty_two_cards_once() -> None:
    numbers = [suited(suit, rank) for suit in range(N_SUITS) for rank in range(N_RANKS)]
    assert numbers == list(range(52))
    assert (BLACK_JOKER, RED_JOKER, N_FACES) == (52, 53, 54)


def test_suit_of_and_rank_of_take_a_card_apart() -> None:
    for suit in range(N_SUITS):
        for rank in range(N_RANKS):
            assert (suit_of(suited(suit, rank)), rank_of(suited(suit, rank))) == (suit, rank)


def test_ranks_and_suits_are_numbered_in_order() -> None:
    assert (TWO, TEN, ACE) == (0, 8, 12)
    assert (CLUBS, DIAMONDS, HEARTS, SPADES, NO_TRUMP) == (0, 1, 2, 3, 4)


# Points


def test_points_of_a_pack_are_a_hundred() -> None:
    assert sum(map(points_of, range(N_FACES))) == 100


def test_points_of_each_rank() -> None:
    worth = Counter(points_of(card) for card in range(N_FACES))
    assert worth == {0: 42, 5: 4, 10: 8}
    assert [points_of(parse_card(name)) for name in ("5S", "10C", "KH", "AD", "4C", "BJ", "RJ")] == [
        *(5, 10, 10),
        *(0, 0, 0, 0),
    ]


# Names


@pytest.mark.parametrize("card", range(N_FACES))
def test_card_name_reads_back(card: int) -> None:
    assert parse_card(card_name(card)) == card
    assert parse_card(card_name(card).lower()) == card


def test_card_name_is_rank_then_suit() -> None:
    assert card_name(suited(HEARTS, TEN)) == "10H"
    assert card_name(suited(SPADES, ACE)) == "AS"
    assert card_name(suited(CLUBS, TWO)) == "2C"
    assert (card_name(BLACK_JOKER), card_name(RED_JOKER)) == ("BJ", "RJ")


def test_card_names_are_all_different() -> None:
    assert len(set(CARD_NAMES)) == N_FACES


@pytest.mark.parametrize(
    "text", ["", "H", "10", "1H", "11H", "0H", "H10", "10 H", " 10H", "10H ", "XX", "J", "RJ2", "TH", "10h\n"]
)
def test_parse_card_refuses_what_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="no card is called") as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)


def test_parse_card_error_is_short_whatever_the_text() -> None:
    with pytest.raises(ValueError, match="no card is called") as caught:
        parse_card("x" * 10_000)
    assert len(str(caught.value)) < 60


@given(st.text(max_size=4))
@settings(deadline=None)
def test_parse_card_gives_the_card_of_that_name_or_an_error(text: str) -> None:
    try:
        card = parse_card(text)
    except ValueError:
        assert text.upper() not in CARD_NAMES
    else:
        assert card_name(card) == text.upper()


@pytest.mark.parametrize("rank", range(N_RANKS))
def test_rank_name_reads_back(rank: int) -> None:
    assert parse_rank(rank_name(rank)) == rank
    assert parse_rank(rank_name(rank).lower()) == rank


@pytest.mark.parametrize("text", ["", "1", "11", "0", "T", "ace", "NT", "BJ", " 2", "2 ", "2C"])
def test_parse_rank_refuses_what_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="no rank is called"):
        parse_rank(text)


def test_suit_name_of_each_suit() -> None:
    assert [suit_name(suit) for suit in range(5)] == ["clubs", "diamonds", "hearts", "spades", "no_trump"]
    assert [name[0].upper() for name in SUIT_NAMES[:4]] == list(SUIT_LETTERS)


@pytest.mark.parametrize("suit", [CLUBS, DIAMONDS, HEARTS, SPADES, NO_TRUMP])
@pytest.mark.parametrize("rank", range(N_RANKS))
def test_trump_name_reads_back(rank: int, suit: int) -> None:
    assert parse_trump(trump_name(rank, suit)) == (rank, suit)
    assert parse_trump(trump_name(rank, suit).lower()) == (rank, suit)


def test_trump_name_of_examples() -> None:
    assert trump_name(SEVEN, CLUBS) == "7C"
    assert trump_name(TEN, NO_TRUMP) == "10NT"


@pytest.mark.parametrize(
    "text", ["", "C", "NT", "7", "7T", "7N", "NT7", "C7", "1C", "BJ", "RJ", "7 C", "7NTC"]
)
def test_parse_trump_refuses_what_is_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"no (trump|rank) is called"):
        parse_trump(text)


@given(st.text("23456789JQKA10CDHSNT", max_size=5))
@settings(deadline=None)
def test_parse_trump_reads_just_the_trump_names(text: str) -> None:
    try:
        rank, suit = parse_trump(text)
    except ValueError:
        assert not is_trump_name(text)
    else:
        assert trump_name(rank, suit) == text.upper()


# Several cards


def test_parse_cards_a_line() -> None:
    assert parse_cards("8D 8D 9Dx3 RJ") == [
        *[EIGHT_OF_DIAMONDS] * 2,
        *[NINE_OF_DIAMONDS] * 3,
        RED_JOKER,
    ]


@pytest.mark.parametrize("text", ["8D,9D", "8D, 9D", " 8D  9D ", "8d\n9d", "8D,,9D,", "8Dx1\t9Dx1"])
def test_parse_cards_takes_commas_and_any_blanks(text: str) -> None:
    assert parse_cards(text) == [EIGHT_OF_DIAMONDS, NINE_OF_DIAMONDS]


@pytest.mark.parametrize("text", ["", "  ", ",", "\n"])
def test_parse_cards_of_nothing(text: str) -> None:
    assert parse_cards(text) == []


@pytest.mark.parametrize("copies", range(1, 9))
def test_parse_cards_up_to_eight_copies(copies: int) -> None:
    assert parse_cards(f"10Hx{copies} BJ") == [suited(HEARTS, TEN)] * copies + [BLACK_JOKER]


@pytest.mark.parametrize("copies", ["0", "9", "10", "-1", "", "a", "1.5", "+1", "3x3", "²", "999999999999"])
def test_parse_cards_refuses_other_numbers_of_copies(copies: str) -> None:
    with pytest.raises(ValueError, match="does not say how many copies"):
        parse_cards(f"8D 9Dx{copies}")


@pytest.mark.parametrize("copies", ["0012", "00199999", "0000000000000000000000000000000000000009"])
def test_parse_cards_is_not_fooled_by_leading_zeros(copies: str) -> None:
    with pytest.raises(ValueError, match="does not say how many copies"):
        parse_cards(f"9Dx{copies}")


def test_parse_cards_names_the_first_word_that_is_no_card() -> None:
    with pytest.raises(ValueError, match="'8Q'"):
        parse_cards("8D 8Q 9X")


@pytest.mark.parametrize("text", ["x3", "8D9D", "8D;9D", "3x8D"])
def test_parse_cards_refuses_words_that_are_no_card(text: str) -> None:
    with pytest.raises(ValueError, match=r"no card is called|does not say how many copies"):
        parse_cards(text)


@given(st.lists(st.integers(0, N_FACES - 1), max_size=30))
@settings(deadline=None)
def test_cards_text_reads_back(faces: list[int]) -> None:
    assert parse_cards(cards_text(faces)) == faces
    assert cards_text(tuple(faces)) == cards_text(faces)


@given(st.text(max_size=12))
@settings(deadline=None)
def test_parse_cards_gives_cards_or_a_value_error(text: str) -> None:
    found, message = [], ""
    try:
        found = parse_cards(text)
    except ValueError as error:
        message = str(error)
    assert all(0 <= card < N_FACES for card in found)
    assert len(message) < 100
