"""The table of a sweep: every combination against the base, main effects, two-way interactions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from shengsim.report.compare import adjusted_within, verdict_of
from shengsim.report.tables import is_counted
from shengsim.stats.effect import Part, Sides, measured
from shengsim.stats.tally import Moments, marginals, moments
from shengsim.study.factorial import Effect, Factorial, Variants
from shengsim.study.progress import Results
from shengsim.study.study import Study

COLUMNS_BEFORE = ("base", "what")
COLUMNS_AFTER = (
    "against", "bots", "unit", "statistic", "n", "base_estimate", "estimate", "difference", "std_error",
    "ci_low", "ci_high", "p_adjusted", "mde", "paired", "gain", "events", "n_differ", "blocks",
    "possible_blocks", "bots_spread", "below_bots_spread", "verdict",
)  # fmt: skip
"""Between them stands a column a knob: the choice that a row is of, or nothing where it is over all."""
WHOLE_NUMBERS = ("n", "events", "n_differ", "blocks", "possible_blocks")
SKIPPED, NO_BLOCKS = "skipped", "cannot be estimated"

Row = dict[str, Any]
Own = Mapping[int, Mapping[str, Moments]]
"""What each variant came to under some bots: its moments over all deals, by statistic."""


def sweep_table(study: Study, results: Results) -> pd.DataFrame:
    """One row an effect, bots and statistic over all deals; then what was skipped, and why."""
    factorial = study.factorial
    assert factorial is not None
    knobs, base = factorial.knobs, study.variants[0].name
    own = [_own(study, results, bots) for bots in range(len(study.bots))]
    rows: list[Row] = []
    for number, effect in enumerate(factorial.effects):
        choices = {knobs[at].path: knobs[at].choices[choice] for at, choice in effect.choices.items()}
        head = {"base": base, "what": effect.what, "against": _against(base, factorial, effect), **choices}
        for bots, name in enumerate(study.bots):
            parts = results.contrasts.get((number, bots), [])
            rows += [head | {"bots": name} | row for row in _rows(study, effect, own[bots], parts)]
    paths = [knob.path for knob in knobs]
    frame = pd.DataFrame(rows, columns=[*COLUMNS_BEFORE, *paths, *COLUMNS_AFTER])
    frame = _judged(adjusted_within(frame, frame["what"]), ["what", *paths, "statistic"])
    skipped: list[Row] = [
        {"base": base, "what": SKIPPED, "verdict": why}
        | {knob.path: knob.choices[at] for knob, at in zip(knobs, cell, strict=True)}
        for cell, why in factorial.skipped
    ]
    whole = [*records(frame), *skipped]
    return pd.DataFrame(whole, columns=frame.columns).astype(dict.fromkeys(WHOLE_NUMBERS, "Int64"))


def records(frame: pd.DataFrame) -> list[Row]:
    """The rows of a table by column."""
    return frame.to_dict("records")  # type: ignore[return-value]


def _own(study: Study, results: Results, bots: int) -> Own:
    found = {}
    for variant, each in enumerate(study.variants):
        unit = study.unit_of(each)
        row = marginals(unit, results.tallies[study.arm(variant, bots)])["all"]
        found[variant] = {
            statistic.name: moments(unit, row, statistic.field) for statistic in unit.STATISTICS
        }
    return found


def _against(base: str, factorial: Factorial, effect: Effect) -> str:
    """What an effect is measured from: the base, or the reference choices of its knobs."""
    if effect.what == "combination":
        return base
    knobs = [factorial.knobs[at] for at in effect.choices]
    return " ".join(f"{knob.path}={knob.choices[knob.reference]}" for knob in knobs)


def _rows(study: Study, effect: Effect, own: Own, parts: list[Part]) -> Iterator[Row]:
    """An effect in every statistic that all its variants have."""
    unit = study.unit_of(study.variants[0])
    for statistic in sorted(unit.STATISTICS, key=lambda statistic: statistic.name):
        name = statistic.name
        row: Row = {"unit": unit.UNIT, "statistic": name, "n": study.n_deals}
        row |= {"blocks": effect.n_blocks, "possible_blocks": effect.n_possible}
        variants = effect.added + effect.taken
        if not effect.n_blocks:
            yield row | {"paired": False}
        elif all(name in own[variant] for variant in variants):
            there, here = (_sides(name, own, sides) for sides in (effect.there, effect.here))
            found = measured(name, there, here, parts, effect.n_blocks)
            by = found.difference
            yield row | {
                "base_estimate": found.there,
                "estimate": found.here,
                "difference": by.value,
                "std_error": by.std_error,
                "ci_low": by.ci_low,
                "ci_high": by.ci_high,
                "p_adjusted": by.p,
                "mde": by.mde,
                "paired": found.paired,
                "gain": found.gain,
                "events": sum(own[variant][name].total for variant in variants)
                if is_counted(statistic)
                else None,
                "n_differ": found.n_differ,
            }


def _sides(name: str, own: Own, sides: tuple[Variants, Variants]) -> Sides:
    added, taken = ([own[variant][name] for variant in side] for side in sides)
    return added, taken


def _judged(frame: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """A table with its verdicts, and beside each row the spread of its difference over the bots."""
    if frame["bots"].nunique() > 1:
        by_bots = frame.groupby(keys, dropna=False)["difference"]
        frame["bots_spread"] = by_bots.transform("max") - by_bots.transform("min")
    frame["below_bots_spread"] = frame["difference"].abs() < frame["bots_spread"].astype(float)
    frame["verdict"] = [_verdict(row) for row in records(frame)]
    return frame


def _verdict(row: Row) -> str:
    if not row["blocks"]:
        return NO_BLOCKS
    events: int | None = None if pd.isna(row["events"]) else int(row["events"])
    n_differ: int | None = None if pd.isna(row["n_differ"]) else int(row["n_differ"])
    is_off_0 = row["ci_low"] > 0 or row["ci_high"] < 0
    return verdict_of(row["p_adjusted"], is_off_0, n_differ, (events, None if events is None else 0))
