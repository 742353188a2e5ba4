"""Random streams keyed by what they are for: the same deal gets the same cards everywhere.

A stream is one word of state, advanced by SplitMix64 (Steele, Lea and Flood 2014). Its first word
is mixed from (study seed, match, deal, attempt, purpose), one after another, so that no two keys
share a stream and nothing depends on workers, chunks or the order in which deals are played.
Purposes are apart so that a variant that draws more of one never shifts another.
"""

from __future__ import annotations

from typing import Any

from shengsim.kernel import add_wrapping, kernel, multiply_wrapping, shift_right_logical

SHUFFLE, RULES, SETUP, SEAT = range(4)
"""Purposes: the shuffle, draws the rules ask for, rank and dealer of a lone deal, and each seat's bot
(SEAT + seat)."""

N_STREAMS = SEAT + 12

_GOLDEN = 0x9E37_79B9_7F4A_7C15 - (1 << 64)
_MIX_1 = 0xBF58_476D_1CE4_E5B9 - (1 << 64)
_MIX_2 = 0x94D0_49BB_1331_11EB - (1 << 64)
_KEY = 0xD6E8_FEB8_6659_FD93 - (1 << 64)


@kernel
def mix(word: int) -> int:
    """SplitMix64's finaliser: a bijection of 64-bit words."""
    word = multiply_wrapping(word ^ shift_right_logical(word, 30), _MIX_1)
    word = multiply_wrapping(word ^ shift_right_logical(word, 27), _MIX_2)
    return word ^ shift_right_logical(word, 31)


@kernel
def with_key(word: int, part: int) -> int:
    """The word with one more part of its key mixed in."""
    return mix(add_wrapping(word, multiply_wrapping(_KEY, part + 1)))


@kernel
def deal_key(seed: int, match: int, deal: int) -> int:
    """What all streams of a deal have in common; each attempt at it adds its number to the key."""
    return with_key(with_key(mix(seed), match), deal)


@kernel
def start_streams(streams: Any, key: int, n_seats: int) -> None:
    """Sets the streams of a table, in int64[n_streams], to their beginning."""
    for purpose in range(SEAT + n_seats):
        streams[purpose] = with_key(key, purpose)


@kernel
def next_word(streams: Any, stream: int) -> int:
    """The next 64 random bits of a stream."""
    word = add_wrapping(streams[stream], _GOLDEN)
    streams[stream] = word
    return mix(word)


@kernel
def below(streams: Any, stream: int, n: int) -> int:
    """A uniform integer from 0 to n - 1, exact (Lemire 2019); n from 1 to 2**31."""
    product = shift_right_logical(next_word(streams, stream), 32) * n
    fraction = product & 0xFFFF_FFFF
    if fraction < n:
        unfair = (1 << 32) % n
        while fraction < unfair:
            product = shift_right_logical(next_word(streams, stream), 32) * n
            fraction = product & 0xFFFF_FFFF
    return product >> 32


@kernel
def shuffle(streams: Any, stream: int, deck: Any, n_cards: int) -> None:
    """Shuffles the first cards of int64[n] uniformly (Fisher-Yates)."""
    for n in range(n_cards, 1, -1):
        chosen = below(streams, stream, n)
        card = deck[chosen]
        deck[chosen] = deck[n - 1]
        deck[n - 1] = card
