"""Counts of legal plays by the twin: ``python -m tests.games.winner.perft`` writes them as scenarios.

Fifty fixed hands, some to lead and some to follow; the twin counts by trying every subset of the hand.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import shengsim
from shengsim.variant.variant import load_variant
from tests.games.winner.logged import rules_of_twin
from tests.naive import winner as naive

FILE = Path(shengsim.__file__).parents[1] / "scenarios" / "winner" / "legal_plays.yaml"
N_HANDS = 50
HEAD = """\
# How many plays fifty hands have, leading or following: counted by trying every subset of the hand, with
# rules that share nothing with the engine (tests/games/winner/perft.py). Equal faces count once, a pass not.
"""
VARIANTS = (
    "winner",
    "winner-two-decks",
    "winner-no-jokers",
    "winner-triple-bombs",
    "winner-no-bombs",
    "winner-revolution",
    "winner-straight-flush",
)
OTHERS: tuple[dict[str, Any], ...] = (
    {},
    {"combinations.triple_with_single": True},
    {"order.suits": "diamonds_low"},
    {"combinations.straight_tie": "top_card_suit", "combinations.straight_min": 3},
    {"combinations.sequence_ranks": "as_straight"},
)


def twin_rules(variant: str, others: dict[str, Any]) -> dict[str, Any]:
    """The rules of a variant and knobs that differ, as the twin reads them."""
    return rules_of_twin(load_variant(variant).rules) | others


def hand_of(rules: dict[str, Any], draw: random.Random) -> tuple[list[str], list[str]]:
    """A hand rich in neighbours and equal cards, and the rest of the pack."""
    pack = naive.pack(rules)
    draw.shuffle(pack)
    first = draw.randrange(9)
    near = [card for card in pack if naive.RANKS.index(naive.rank_of(card)) - first in range(6)]
    hand = near[: draw.randrange(6, 11)]
    rest = list(pack)
    for card in hand:
        rest.remove(card)
    n = draw.randrange(2, 4)
    return hand + rest[:n], rest[n:]


def play_of(rules: dict[str, Any], rest: list[str], draw: random.Random) -> tuple[str, ...]:
    """A play that others could have made."""
    plays = sorted(naive.legal_plays(rules, sorted(rest, key=naive.rank_of)[:11]))
    of_type: dict[str, list[tuple[str, ...]]] = {}
    for play in plays:
        of_type.setdefault(naive.read(rules, play)[0], []).append(play)
    return draw.choice(of_type[draw.choice(sorted(of_type))])


def hands() -> list[dict[str, Any]]:
    """The fifty, with what the twin counts."""
    draw = random.Random(20261130)
    found = []
    for number in range(N_HANDS):
        variant, others = VARIANTS[number % len(VARIANTS)], OTHERS[number % len(OTHERS)]
        rules = twin_rules(variant, others)
        is_reversed = variant == "winner-revolution" and number % 2 == 0
        n = 0
        while not n:
            hand, rest = hand_of(rules, draw)
            on_table = play_of(rules, rest, draw) if number % 3 else None
            n = count(rules, hand, on_table, is_reversed)
            if number % 10 == 0:
                break  # some hands may have nothing
        item = {"variant": variant, "rules": others, "hand": hand, "on_table": on_table}
        found.append(item | {"reversed": is_reversed, "all_legal": n})
    return found


def count(rules: dict[str, Any], hand: list[str], on_table: Any, is_reversed: bool) -> int:
    """How many plays the twin finds."""
    table = naive.read(rules, on_table) if on_table else None
    return len(naive.legal_plays(rules, hand, table, is_reversed))


def as_yaml(hand: dict[str, Any], number: int) -> str:
    """A hand as a scenario."""
    lines = [f"- name: Hand {number} of fifty has {hand['all_legal']} plays", "  source: [001-5, 001-20]"]
    lines.append(f"  variant: {hand['variant']}")
    if hand["rules"]:
        knobs = ", ".join(f"{path}: {str(value).lower()}" for path, value in hand["rules"].items())
        lines.append(f"  rules: {{{knobs}}}")
    lines.append(f"  hand: {' '.join(hand['hand'])}")
    if hand["on_table"]:
        lines.append(f"  on_table: {' '.join(hand['on_table'])}")
    if hand["reversed"]:
        lines.append("  reversed: true")
    return "\n".join([*lines, f"  all_legal: {hand['all_legal']}", ""])


def content() -> str:
    """The whole file."""
    return "\n".join([HEAD, *(as_yaml(hand, number) for number, hand in enumerate(hands(), 1))])


if __name__ == "__main__":
    FILE.write_text(content(), encoding="utf-8")
