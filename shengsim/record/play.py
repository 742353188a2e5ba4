"""Playing a deal out for its record, in plain Python: no compiler is needed to see one deal."""

from __future__ import annotations

from typing import Any

from shengsim.bots import TABLES
from shengsim.variant.variant import Variant


def play_record(variant: Variant, bots: str, seed: int, number: int) -> Any:
    """The record of the deal that a run with this seed and these bots plays under this number."""
    engine = variant.family.engine()
    table = TABLES[variant.family.NAME]
    rules, state = engine.new_rules(variant.rules, plain=True), engine.new_state(variant.rules, plain=True)
    seats, memory = table.seat_bots(bots, variant.rules.table.players)
    table.begin_lone(rules, state, seed, number)
    return engine.record_deal(rules, state, lambda: table.step(rules, state, memory, seats))
