"""The nibble vocabulary against counting by lists."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shengsim import nibbles
from shengsim.planes import bit, either, less, n_cards, plus

POSITIONS = st.integers(0, 59)
HANDS = st.lists(POSITIONS, max_size=30).map(
    lambda cards: [c for c, n in Counter(cards).items() for _ in range(min(n, 2))]
)
RANKS = st.sets(st.integers(0, 14))


def planes_of(cards):
    planes = [0, 0]
    for card, n in Counter(cards).items():
        for k in range(n):
            planes[k] = either(planes[k], bit(card))
    return tuple(planes)


def cards_of(planes):
    return sorted(at for plane in planes for at in range(62) if plane >> at & 1)


def word_of(ranks):
    return sum(nibbles.rank_bit(rank) for rank in ranks)


def set_of(word):
    assert word == word_of(rank for rank in range(16) if nibbles.has_rank(word, rank))
    return {rank for rank in range(16) if nibbles.has_rank(word, rank)}


def test_positions_and_their_parts():
    for rank in range(15):
        for suit in range(4):
            at = nibbles.position(rank, suit)
            assert (at, nibbles.rank_at(at), nibbles.suit_at(at)) == (4 * rank + suit, rank, suit)


@given(HANDS)
def test_counts_are_the_numbers_of_each_rank(hand):
    of_rank = Counter(card // 4 for card in hand)
    counts = nibbles.counts_of(planes_of(hand))
    assert [counts >> 4 * rank & 15 for rank in range(15)] == [of_rank[rank] for rank in range(15)]
    for n in range(1, 9):
        assert set_of(nibbles.ranks_with(counts, n)) == {rank for rank in range(15) if of_rank[rank] >= n}


def test_counts_hold_all_cards_of_two_packs():
    counts = nibbles.counts_of(planes_of([*range(60), *range(60)]))
    assert set_of(nibbles.ranks_with(counts, 8)) == set(range(15))


@given(RANKS, st.integers(0, 14))
def test_sets_of_ranks_are_sets(ranks, rank):
    word = word_of(ranks)
    assert set_of(word) == ranks
    assert nibbles.n_ranks(word) == len(ranks)
    assert nibbles.has_rank(word, rank) == (rank in ranks)
    assert set_of(nibbles.ranks_below(rank)) == set(range(rank))
    assert set_of(nibbles.ranks_above(rank)) == set(range(rank + 1, 16))
    assert set_of(nibbles.ranks_between(rank, 14)) == set(range(rank, 15))
    if ranks:
        assert nibbles.lowest_rank(word) == min(ranks)
        assert nibbles.highest_rank(word) == max(ranks)
        assert [nibbles.nth_rank(word, n) for n in range(len(ranks))] == sorted(ranks)


@given(RANKS, st.integers(0, 3))
def test_ranks_move_up_and_down(ranks, n):
    low = {rank for rank in ranks if rank + n < 15}
    assert set_of(nibbles.moved_up(word_of(low), n)) == {rank + n for rank in low}
    assert set_of(nibbles.moved_down(word_of(ranks), n)) == {rank - n for rank in ranks if rank >= n}


@given(RANKS, st.integers(1, 14))
def test_runs_begin_where_as_many_neighbours_follow(ranks, length):
    word = word_of(ranks)
    expected = {rank for rank in ranks if all(rank + i in ranks for i in range(length))}
    assert set_of(nibbles.run_starts(word, length)) == expected
    for rank in range(15):
        n = 0
        while rank + n in ranks:
            n += 1
        if rank + n < 15:
            assert nibbles.run_length(word, rank) == n


@given(HANDS, RANKS, st.integers(0, 3))
def test_suits_within_ranks(hand, ranks, suit):
    plane = planes_of(hand)[0]
    assert set_of(nibbles.of_suit(plane, suit)) == {card // 4 for card in hand if card % 4 == suit}
    assert cards_of((nibbles.in_suit(word_of(ranks), suit),)) == sorted(4 * rank + suit for rank in ranks)
    assert cards_of((nibbles.all_of(word_of(ranks)),)) == sorted(
        4 * rank + s for rank in ranks for s in range(4)
    )


@given(HANDS)
def test_one_of_each_is_the_lowest(hand):
    lowest = {card // 4: card for card in sorted(hand, reverse=True)}
    assert cards_of((nibbles.one_of_each(planes_of(hand)[0]),)) == sorted(lowest.values())


@pytest.mark.parametrize("n", range(1, 9))
@given(hand=HANDS)
def test_n_of_each_takes_the_lowest_suits_and_seconds_last(n, hand):
    planes = planes_of(hand)
    ranks = nibbles.ranks_with(nibbles.counts_of(planes), n)
    found = nibbles.n_of_each(planes, ranks, n)
    assert n_cards(found) == n * nibbles.n_ranks(ranks)
    assert plus(less(planes, found), found) == planes
    for rank in set_of(ranks):
        firsts = sorted({card for card in hand if card // 4 == rank})
        seconds = sorted(card for card in firsts if hand.count(card) == 2)
        assert [card for card in cards_of(found) if card // 4 == rank] == sorted((firsts + seconds)[:n])
