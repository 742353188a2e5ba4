"""The family's engine to the outside: its units, records, and the records its kernels work on."""

from __future__ import annotations

from typing import Any

from shengsim import fields, knob
from shengsim.games.family import Unit
from shengsim.games.shengji import deal_outcome, hook, match, order, score
from shengsim.games.shengji import match_outcome as MATCHES  # noqa: N812
from shengsim.games.shengji.deal_outcome import HISTOGRAMS, OUTCOME, PLURAL, STATISTICS, STRATA, UNIT
from shengsim.games.shengji.record import as_text, record_deal
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.state import STATE

__all__ = [
    "GAIN",
    "HISTOGRAMS",
    "MATCHES",
    "OUTCOME",
    "PLURAL",
    "STATISTICS",
    "STRATA",
    "UNIT",
    "as_text",
    "new_rules",
    "new_state",
    "record_deal",
    "signed_gain",
    "unit",
]

RULES_DTYPE = knob.rules_dtype(Rules, {**order.TABLES, **score.TABLES, **match.TABLES, **hook.TABLES})


GAIN = "levels"


def unit(rules: Rules, in_matches: bool) -> Unit:
    """What is counted: the same under all rules."""
    return MATCHES if in_matches else deal_outcome


def new_rules(rules: Rules, plain: bool = False) -> Any:
    """The rules record that kernels read, or its plain twin."""
    record = fields.new_record(RULES_DTYPE, plain)
    knob.write_knobs(rules, record)
    for chapter in (order, score, match, hook):
        for name in chapter.TABLES:
            chapter.fill_tables(rules, fields.get(record, name))
    return record


def signed_gain(outcomes: Any) -> Any:
    """Levels that each deal of int64[n_deals, n_fields] brought North and South, net."""
    declares = outcomes[:, OUTCOME.DEALER] % 2 == 1
    lost = outcomes[:, OUTCOME.RED_FIVE_LEVELS_DECLARERS] - outcomes[:, OUTCOME.RED_FIVE_LEVELS_OPPONENTS]
    change = outcomes[:, OUTCOME.LEVEL_CHANGE] - outcomes[:, OUTCOME.HOOK_LEVELS] - lost
    return change * (2 * declares.astype(outcomes.dtype) - 1)


def new_state(plain: bool = False) -> Any:
    """The state of a deal before it begins, or its plain twin."""
    return fields.new_record(STATE, plain)
