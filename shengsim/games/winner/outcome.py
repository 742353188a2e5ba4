"""The family's engine to the outside: its units, records, and the records its kernels work on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any

from shengsim import fields, knob
from shengsim.games.family import Histogram, Statistic, Stratum, Unit
from shengsim.games.winner import game_outcome, score, session_outcome
from shengsim.games.winner.record import as_text, record_deal
from shengsim.games.winner.rules import Rules
from shengsim.games.winner.state import STATE, Outcome

__all__ = ["GAIN", "as_text", "new_rules", "new_state", "record_deal", "signed_gain", "unit"]

RULES_DTYPE = knob.rules_dtype(Rules, {})
GAIN = "points"


@dataclass(frozen=True)
class Counted:
    """What is counted at a table of so many seats."""

    UNIT: str
    PLURAL: str
    OUTCOME: type[IntEnum]
    STATISTICS: tuple[Statistic, ...]
    STRATA: tuple[Stratum, ...]
    HISTOGRAMS: tuple[Histogram, ...]


def unit(rules: Rules, in_matches: bool) -> Unit:
    """What is counted under a variant's rules: games, or sessions."""
    return _unit(rules.table.players, in_matches)


@cache
def _unit(n_seats: int, in_sessions: bool) -> Counted:
    if in_sessions:
        return Counted(
            session_outcome.UNIT,
            session_outcome.PLURAL,
            session_outcome.OUTCOME,
            session_outcome.statistics(n_seats),
            session_outcome.strata(n_seats),
            session_outcome.HISTOGRAMS,
        )
    return Counted(
        game_outcome.UNIT,
        game_outcome.PLURAL,
        game_outcome.OUTCOME,
        (*game_outcome.STATISTICS, *game_outcome.by_seat(n_seats)),
        game_outcome.strata(n_seats),
        game_outcome.histograms(n_seats),
    )


def new_rules(rules: Rules, plain: bool = False) -> Any:
    """The rules record that kernels read, or its plain twin."""
    record = fields.new_record(RULES_DTYPE, plain)
    knob.write_knobs(rules, record)
    score.fill_thresholds(rules, fields.get(record, "score"))
    return record


def new_state(rules: Rules, plain: bool = False) -> Any:
    """The state of a game before it begins, or its plain twin; the same under all rules."""
    return fields.new_record(STATE, plain)


def signed_gain(outcomes: Any) -> Any:
    """Points of seats A, C, E and G in each game of int64[n_games, n_fields]; the others lose as many."""
    return outcomes[:, Outcome.SCORE_A : Outcome.SCORE_H + 1 : 2].sum(axis=1)
