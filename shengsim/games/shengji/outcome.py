"""The family's engine to the outside: its units, records, and the records its kernels work on."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

from shengsim import fields, knob
from shengsim.games.family import Unit
from shengsim.games.shengji import deal, deal_outcome, hook, match, order, score
from shengsim.games.shengji import match_outcome as MATCHES  # noqa: N812
from shengsim.games.shengji.deal_outcome import HISTOGRAMS, OUTCOME, PLURAL, STATISTICS, STRATA, UNIT
from shengsim.games.shengji.record import as_text, record_deal
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.state import n_planes_of, state_dtype

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

RULES_DTYPE = knob.rules_dtype(
    Rules, {**deal.TABLES, **order.TABLES, **score.TABLES, **match.TABLES, **hook.TABLES}
)


GAIN = "levels"


def unit(rules: Rules, in_matches: bool) -> Unit:
    """What is counted: the same under all rules, but that seats and points are as many as there are."""
    return _unit(rules.table.players, rules.table.decks, in_matches)


@cache
def _unit(n_seats: int, n_packs: int, in_matches: bool) -> Any:
    usual = MATCHES if in_matches else deal_outcome
    same = {name: getattr(usual, name) for name in ("UNIT", "PLURAL", "OUTCOME", "STATISTICS")}
    histograms = MATCHES.HISTOGRAMS if in_matches else deal_outcome.histograms(n_packs)
    return SimpleNamespace(**same, STRATA=usual.strata(n_seats), HISTOGRAMS=histograms)


def new_rules(rules: Rules, plain: bool = False) -> Any:
    """The rules record that kernels read, or its plain twin."""
    record = fields.new_record(RULES_DTYPE, plain)
    knob.write_knobs(rules, record)
    for path, value in worked_out(rules).items():
        chapter, name = path.split(".")
        fields.put(fields.get(record, chapter), name, value)
    for module in (order, score, match, hook):
        for name in module.TABLES:
            module.fill_tables(rules, fields.get(record, name))
    return record


def worked_out(rules: Rules) -> dict[str, int]:
    """What knobs that are not given come to, by path, apart from those of the score."""
    has_tuples = rules.table.decks > 1 if rules.lead.pairs is None else rules.lead.pairs
    return {
        "lead.pairs": has_tuples,
        "deal.kitty_size": rules.n_kitty,
        "deck.short_packs": rules.n_short_packs,
        "deck.n_cards": rules.n_cards,
    }


@cache
def _state_dtype(n_planes: int) -> Any:
    return state_dtype(n_planes)


def signed_gain(outcomes: Any) -> Any:
    """Levels that each deal of int64[n_deals, n_fields] brought North and South, net."""
    declares = outcomes[:, OUTCOME.DEALER] % 2 == 1
    lost = outcomes[:, OUTCOME.RED_FIVE_LEVELS_DECLARERS] - outcomes[:, OUTCOME.RED_FIVE_LEVELS_OPPONENTS]
    change = outcomes[:, OUTCOME.LEVEL_CHANGE] - outcomes[:, OUTCOME.HOOK_LEVELS] - lost
    return change * (2 * declares.astype(outcomes.dtype) - 1)


def new_state(rules: Rules, plain: bool = False) -> Any:
    """The state of a deal before it begins, or its plain twin; a plane a pack."""
    return fields.new_record(_state_dtype(n_planes_of(rules.table.decks)), plain)
