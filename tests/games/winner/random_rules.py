"""Random variants of Winner: every knob that may differ does, half of the time."""

from __future__ import annotations

import random
from typing import Any

from shengsim.games.winner.rules import Rules, contradictions
from shengsim.knob import knobs

NUMBERS: dict[str, list[Any]] = {
    "table.players": [2, 3, 4, 5, 6, 7, 8],
    "table.decks": [1, 2],
    "combinations.straight_min": [3, 4, 5, 6],
    "bombs.min_size": [3, 4],
    "score.per_card": [1, 2],
    "score.double_from": [None, 0, 5, 10],
    "score.triple_from": [None, 0, 8, 12],
    "score.unplayed": [1, 3],
    "session.games": [1, 2, 5],
}


def choices(path: str, given: tuple[str, ...]) -> list[Any]:
    """What a knob may be in a random variant."""
    if path in NUMBERS:
        return NUMBERS[path]
    return [choice == "true" for choice in given] if given == ("true", "false") else list(given)


def rules_with(values: dict[str, Any]) -> Rules:
    """The rules of knobs by path."""
    nested: dict[str, dict[str, Any]] = {}
    for path, value in values.items():
        chapter, name = path.split(".")
        nested.setdefault(chapter, {})[name] = value
    return Rules.model_validate(nested)


def random_rules(seed: int) -> Rules:
    """A variant of its own for each seed; the family's defaults for 0."""
    draw = random.Random(seed)
    values = {
        knob.path: draw.choice(choices(knob.path, knob.choices))
        for knob in knobs(Rules)
        if seed and draw.random() < 0.5
    }
    rules = rules_with(values)
    return rules if not contradictions(rules) else random_rules(seed + 1_000_000)
