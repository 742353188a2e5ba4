"""Games under random rules, engine against twin, for as long as one likes.

``python -m tests.games.winner.soak --games 1000000`` plays them in the plain lane (``--compiled``: in the
compiled one), by every bot in turn, a variant after another; it says how many agree, or the first that does
not, and exits with 1.
"""

from __future__ import annotations

import argparse
import sys

from shengsim.bots.winner import BOTS
from tests.games.winner.logged import ILLEGAL, LOST_CARDS, assert_twin_agrees, play_logged
from tests.games.winner.random_rules import random_rules


def soak(n_games: int, games_a_variant: int, compiled: bool) -> str:
    """What disagrees first, or nothing."""
    for seed in range(n_games // games_a_variant):
        bots = list(BOTS)[seed % len(BOTS)]
        rules = random_rules(1_000 + seed)
        played = play_logged(rules, games_a_variant, bots, seed, plain=not compiled)
        if played.facts[:, ILLEGAL].any() or played.facts[:, LOST_CARDS].any():
            return f"seed {seed}, bots {bots}: an illegal play, or cards lost"
        for i in range(games_a_variant):
            try:
                assert_twin_agrees(played, i)
            except (AssertionError, LookupError, ValueError) as error:
                return f"seed {seed}, game {i}, bots {bots}: {error!r}"
    return ""


def main() -> None:
    """Plays and tells."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--games-a-variant", type=int, default=100)
    parser.add_argument("--compiled", action="store_true")
    asked = parser.parse_args()
    fault = soak(asked.games, asked.games_a_variant, asked.compiled)
    print(f"disagree: {fault}" if fault else f"{asked.games:,} games agree")
    sys.exit(1 if fault else 0)


if __name__ == "__main__":
    main()
