"""Random variants of Sheng ji: every knob that may differ does, half of the time."""

from __future__ import annotations

import random
from typing import Any

from shengsim.cards import RANK_NAMES
from shengsim.games.shengji.contradictions import contradictions
from shengsim.games.shengji.rules import Rules
from shengsim.knob import knobs

DA_BAI_FEN_TABLE = [
    {"to": 0, "declarers_gain": 2},
    {"from": 5, "to": 35, "declarers_gain": 1},
    {"from": 40, "to": 75, "swap": True},
    {"from": 80, "to": 95, "swap": True, "opponents_gain": 1},
    {"from": 100, "swap": True, "opponents_gain": 2},
]
"""The table of source 003 (003-22, 003-23, 003-24, 003-25, 003-26), open below."""

EVERY_HOOK = {rank: RANK_NAMES[number // 3] for number, rank in enumerate(RANK_NAMES) if number}
"""A hook at every rank but the first."""

NUMBERS: dict[str, list[Any]] = {
    "deal.kitty_size": [None, 4, 6, 8, 10, 12, 16],
    "deck.lowest_rank": ["2", "2", "3", "5", "6"],
    "deck.short_packs": [None, 1, 2],
    "lead.tractor_width": [2, 2, 3],
    "lead.tractor_length": [2, 2, 3],
    "lead.pairs": [None, True, False],
    "kitty.singles_throw": [2, 3],
    "score.swap_at": [None, 60, 80, 100],
    "score.step": [None, 20, 40],
    "levels.start": ["2", "5"],
    "levels.end": ["A", "10"],
    "score.table": [[], DA_BAI_FEN_TABLE],
    "red_fives.points": [5, 20],
    "levels.mandatory": [["5", "10", "K"], ["J"], ["2", "A"], []],
    "hook.levels": [EVERY_HOOK, {"J": "2", "A": "J"}, {"J": "2", "Q": "6", "A": "J"}, {}],
}
TABLES = [(4, 1), (4, 2), (4, 3), (4, 4), (6, 3), (6, 4), (6, 2)]
"""Players and decks."""
TWO_DECKS = (4, 2)
FIXED = {"table.players", "table.decks"}


def choices(path: str, given: tuple[str, ...]) -> list[Any]:
    """What a knob may be in a random variant."""
    if path in NUMBERS:
        return NUMBERS[path]
    return [choice == "true" for choice in given] if given == ("true", "false") else list(given)


def random_rules(seed: int, table: tuple[int, int] = TWO_DECKS) -> Rules:
    """A variant of its own for each seed and table; the family's defaults with such a table for 0."""
    draw = random.Random(seed)
    players, decks = table
    nested: dict[str, dict[str, Any]] = {"table": {"players": players, "decks": decks}}
    for knob in knobs(Rules):
        options = choices(knob.path, knob.choices)
        if seed and knob.path not in FIXED and options and draw.random() < 0.5:
            chapter, name = knob.path.split(".")
            nested.setdefault(chapter, {})[name] = draw.choice(options)
    rules = Rules.model_validate(nested)
    return rules if not contradictions(rules) else random_rules(seed + 1_000_000, table)
