"""Random streams: the published generator, keys that never meet, and draws that are exactly uniform."""

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from shengsim.kernel import compiled
from shengsim.rng import (
    N_STREAMS,
    RULES,
    SEAT,
    SETUP,
    SHUFFLE,
    below,
    deal_key,
    mix,
    next_word,
    shuffle,
    start_streams,
    with_key,
)

N_WORDS = 2**64
GOLDEN_GAMMA = 0x9E3779B97F4A7C15
ACCEPTED = 0.001
"""A p-value below this fails; seeds are fixed, so a test that passes passes always."""


def unsigned(word: int) -> int:
    """A word as the published vectors print it."""
    return int(word) % N_WORDS


def signed(word: int) -> int:
    """A word as kernels hold it."""
    return (word + 2**63) % N_WORDS - 2**63


def unshifted(word: int, places: int) -> int:
    """The w of which ``w ^ (w >> places)`` is the word."""
    found = word
    for _ in range(64 // places + 1):
        found = word ^ found >> places
    return found


def unmixed(word: int) -> int:
    """The inverse of mix, on unsigned words."""
    word = unshifted(word, 31) * pow(0x94D049BB133111EB, -1, N_WORDS) % N_WORDS
    word = unshifted(word, 27) * pow(0xBF58476D1CE4E5B9, -1, N_WORDS) % N_WORDS
    return unshifted(word, 30)


def stream_of(word: int) -> np.ndarray:
    """Streams of which the first gives this word next."""
    return np.array([signed(unmixed(word) - GOLDEN_GAMMA)], np.int64)


def draw_all(keys: Any, n: int, streams: Any, decks: Any, drawn: Any) -> None:
    """For each key (seed, match, deal): starts streams, shuffles a deck, draws below n. A driver."""
    for i in range(keys.shape[0]):
        start_streams(streams[i], deal_key(keys[i, 0], keys[i, 1], keys[i, 2]), 12)
        for card in range(decks.shape[1]):
            decks[i, card] = card
        shuffle(streams[i], SHUFFLE, decks[i], decks.shape[1])
        for k in range(drawn.shape[1]):
            drawn[i, k] = below(streams[i], RULES, n)


def drawn_for(
    keys: np.ndarray, n: int, n_cards: int, n_draws: int, plain: bool = False
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Streams, decks and draws of each key."""
    streams = np.zeros((len(keys), N_STREAMS), np.int64)
    decks = np.zeros((len(keys), n_cards), np.int64)
    drawn = np.zeros((len(keys), n_draws), np.int64)
    (draw_all if plain else compiled(draw_all))(keys, n, streams, decks, drawn)
    return streams, decks, drawn


def deals(n_deals: int, seed: int = 0) -> np.ndarray:
    """The keys of the first deals of a seed."""
    keys = np.zeros((n_deals, 3), np.int64)
    keys[:, 0] = seed
    keys[:, 2] = np.arange(n_deals)
    return keys


# Golden values: the first are the reference implementation's, the others were worked out apart from it


def test_next_word_gives_the_published_vectors_of_splitmix64() -> None:
    streams = np.array([1234567], np.int64)
    assert [unsigned(next_word(streams, 0)) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize(
    ("seed", "match", "deal", "key"),
    [
        (0, 0, 0, 0xF32F_F533_5180_316E),
        (0, 0, 1, 0x4537_585B_FAAA_7CBF),
        (0, 1, 0, 0x5165_D5D1_C11B_92AE),
        (1, 0, 0, 0x814C_825F_3CDA_2348),
        (1, 2, 3, 0x0AFE_9150_FC68_497C),
        (2**62, 10**9, 10**12, 0x3093_51CA_DC8A_898B),
    ],
)
def test_deal_key_stays_what_it_was(seed: int, match: int, deal: int, key: int) -> None:
    assert unsigned(deal_key(seed, match, deal)) == key


def test_streams_of_a_deal_stay_what_they_were() -> None:
    streams = np.zeros(N_STREAMS, np.int64)
    start_streams(streams, deal_key(7, 0, 42), 4)
    assert {purpose: unsigned(streams[purpose]) for purpose in (SHUFFLE, RULES, SETUP, SEAT, SEAT + 3)} == {
        SHUFFLE: 0xAFC5_EF0E_FC09_FF67,
        RULES: 0x8890_12AE_6683_FED0,
        SETUP: 0x9E7C_AC79_F89F_A17F,
        SEAT: 0x4D66_34B0_58F8_3279,
        SEAT + 3: 0x913E_280A_3D88_9D8C,
    }


def test_shuffle_of_a_deal_stays_what_it_was() -> None:
    _, decks, drawn = drawn_for(deals(1, seed=7), 1000, 12, 5, plain=True)
    assert decks[0].tolist() == [1, 6, 10, 8, 0, 7, 2, 4, 3, 9, 11, 5]
    assert drawn[0].tolist() == [163, 22, 957, 122, 264]


# Keys


def test_mix_is_a_bijection() -> None:
    for word in (0, 1, 2**63, N_WORDS - 1, GOLDEN_GAMMA, 1234567):
        assert unmixed(unsigned(mix(signed(word)))) == word


def test_streams_of_different_keys_never_meet() -> None:
    first_words: set[int] = set()
    n_streams = 0
    for seed in (0, 1, 2, 3, 1000, 2**62):
        for match in (0, 1, 2, 3):
            for deal in range(100):
                key = deal_key(seed, match, deal)
                for attempt in range(3):
                    attempt_key = with_key(key, attempt)
                    first_words.update(with_key(attempt_key, purpose) for purpose in range(N_STREAMS))
                    n_streams += N_STREAMS
    assert n_streams > 100_000
    assert len(first_words) == n_streams
    # Nor is a stream another one some steps on.
    for steps in range(1, 5):
        assert first_words.isdisjoint(signed(word + steps * GOLDEN_GAMMA) for word in first_words)


def test_seeds_next_to_each_other_share_no_deals() -> None:
    decks = [drawn_for(deals(1000, seed), 2, 20, 1)[1] for seed in (1, 2)]
    first, second = ({tuple(deck) for deck in decks_of_seed.tolist()} for decks_of_seed in decks)
    assert len(first) == len(second) == 1000
    assert first.isdisjoint(second)


def test_parts_of_a_key_cannot_be_swapped() -> None:
    numbers = [(a, b) for a in range(30) for b in range(a)]
    assert all(deal_key(a, 0, b) != deal_key(b, 0, a) for a, b in numbers)
    assert all(deal_key(0, a, b) != deal_key(0, b, a) for a, b in numbers)
    assert all(deal_key(a, b, 0) != deal_key(b, a, 0) for a, b in numbers)


def test_start_streams_leaves_other_streams_alone() -> None:
    streams = np.full(N_STREAMS, -5, np.int64)
    start_streams(streams, 99, 4)
    assert (streams[SEAT + 4 :] == -5).all()
    assert len({int(word) for word in streams[: SEAT + 4]}) == SEAT + 4


def test_next_word_moves_only_its_own_stream() -> None:
    streams = np.zeros(N_STREAMS, np.int64)
    start_streams(streams, 99, 12)
    before = streams.copy()
    shuffle(streams, SHUFFLE, np.arange(54), 54)
    below(streams, SEAT + 2, 10)
    assert np.flatnonzero(streams != before).tolist() == [SHUFFLE, SEAT + 2]


# Uniform numbers


def test_below_one_is_zero() -> None:
    streams = np.array([5], np.int64)
    assert [below(streams, 0, 1) for _ in range(100)] == [0] * 100


def test_below_two_to_the_31_is_the_top_of_the_word() -> None:
    streams, twin = np.array([5], np.int64), np.array([5], np.int64)
    for _ in range(100):
        assert below(streams, 0, 2**31) == unsigned(next_word(twin, 0)) >> 33


@pytest.mark.parametrize("n", [2, 3, 5, 6, 13, 108, 65_537, 2**30 + 1, 2**31 - 1, 2**31])
def test_below_takes_as_many_words_for_each_number(n: int) -> None:
    # Of the 2**32 values of a word's top half, each number must get floor(2**32 / n): those that make
    # the product's lower half less than 2**32 mod n are drawn again.
    for number in (0, 1, n // 2, n - 1):
        lowest = -(-(number * 2**32) // n)
        highest = -(-((number + 1) * 2**32) // n) - 1
        accepted = range(lowest + (lowest * n % 2**32 < 2**32 % n), highest + 1)
        assert len(accepted) == 2**32 // n
        for top in (accepted[0], accepted[-1]):
            streams = stream_of(top * 2**32 + 12345)
            once = streams.copy()
            next_word(once, 0)
            assert below(streams, 0, n) == number
            assert streams.tolist() == once.tolist()
        if lowest != accepted[0]:
            streams = stream_of(lowest * 2**32 + 12345)
            again = streams.copy()
            next_word(again, 0)
            expected = below(again, 0, n)
            assert below(streams, 0, n) == expected
            assert streams.tolist() == again.tolist()


@pytest.mark.parametrize("n", [2, 6, 13, 100])
def test_below_is_uniform(n: int) -> None:
    _, _, drawn = drawn_for(deals(10_000, seed=3), n, 1, 5)
    counts = np.bincount(drawn.ravel(), minlength=n)
    assert len(counts) == n
    assert stats.chisquare(counts).pvalue > ACCEPTED


# Shuffles


@pytest.mark.parametrize("n_cards", [0, 1, 2, 54, 108, 432])
def test_shuffle_is_a_permutation(n_cards: int) -> None:
    deck = np.arange(n_cards) % 54
    streams = np.array([9], np.int64)
    shuffle(streams, 0, deck, n_cards)
    assert Counter(deck.tolist()) == Counter(card % 54 for card in range(n_cards))


def test_shuffle_leaves_cards_beyond_the_first_alone() -> None:
    deck = np.arange(100)
    shuffle(np.array([9], np.int64), 0, deck, 54)
    assert sorted(deck[:54].tolist()) == list(range(54))
    assert deck[54:].tolist() == list(range(54, 100))


def test_shuffle_gives_every_order_of_four_cards_as_often() -> None:
    _, decks, _ = drawn_for(deals(48_000, seed=11), 2, 4, 1)
    counts = Counter(map(tuple, decks.tolist()))
    assert set(counts) == set(permutations(range(4)))
    assert stats.chisquare(list(counts.values())).pvalue > ACCEPTED


@pytest.mark.parametrize("n_cards", [3, 8, 54])
def test_shuffle_puts_every_card_everywhere_as_often(n_cards: int) -> None:
    n_deals = 20_000
    _, decks, _ = drawn_for(deals(n_deals, seed=12), 2, n_cards, 1)
    table = np.zeros((n_cards, n_cards))
    for place in range(n_cards):
        table[place] = np.bincount(decks[:, place], minlength=n_cards)
    expected = n_deals / n_cards
    # Rows and columns of a permutation's table add up to one: (n - 1)**2 degrees of freedom are left.
    statistic = ((table - expected) ** 2 / expected).sum() * (n_cards - 1) / n_cards
    assert stats.chi2.sf(statistic, (n_cards - 1) ** 2) > ACCEPTED
    assert stats.chi2.cdf(statistic, (n_cards - 1) ** 2) > ACCEPTED  # nor suspiciously even


def test_shuffle_draws_each_place_below_its_number() -> None:
    # Fisher and Yates: the last place gets any card, the one before it any of the others, and so on.
    streams, twin = np.array([9], np.int64), np.array([9], np.int64)
    deck, left, expected = np.arange(108), list(range(108)), []
    shuffle(streams, 0, deck, 108)
    for n in range(108, 1, -1):
        chosen = below(twin, 0, n)
        expected.append(left[chosen])
        left[chosen] = left[-1]
        left.pop()
    assert deck.tolist() == (expected + left)[::-1]
    assert streams.tolist() == twin.tolist()


def test_lanes_draw_the_same() -> None:
    keys = np.vstack([deals(15, seed=4), np.array([[2**62, 10**9, 10**12], [0, 5, 0]])])
    for n in (1, 108, 2**31 - 1):
        for plain, fast in zip(
            drawn_for(keys, n, 108, 20, plain=True), drawn_for(keys, n, 108, 20), strict=True
        ):
            assert (plain == fast).all()
