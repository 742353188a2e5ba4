"""The frozen unit: an exact Fisher-Yates shuffle of 108 cards, 32-bit Lemire draws from SplitMix64.

Never change it: every figure ever written down is a ratio to it. It shares nothing with the package.
"""

from __future__ import annotations

import numpy as np
from numba import njit, uint64

N_CARDS = 108


@njit(error_model="numpy")
def shuffles(deck, n, stream):
    """Shuffles int64[108] n times with the random state in uint64[1]."""
    state = stream[0]
    for _ in range(n):
        for left in range(N_CARDS, 1, -1):
            bound = uint64(left)
            while True:
                state = uint64(state + uint64(0x9E3779B97F4A7C15))
                word = state
                word = uint64((word ^ (word >> uint64(30))) * uint64(0xBF58476D1CE4E5B9))
                word = uint64((word ^ (word >> uint64(27))) * uint64(0x94D049BB133111EB))
                word = word ^ (word >> uint64(31))
                product = uint64((word >> uint64(32)) * bound)
                fraction = product & uint64(0xFFFFFFFF)
                if fraction >= bound or fraction >= uint64(uint64(1 << 32) % bound):
                    break
            chosen = product >> uint64(32)
            card = deck[chosen]
            deck[chosen] = deck[left - 1]
            deck[left - 1] = card
    stream[0] = state


def new_deck() -> np.ndarray:
    """A deck in order."""
    return np.arange(N_CARDS, dtype=np.int64)


def new_stream() -> np.ndarray:
    """A random state."""
    return np.ones(1, np.uint64)
