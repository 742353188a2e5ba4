"""A sweep for reading: what each choice changes, what two change together, and what else they change."""

from __future__ import annotations

import pandas as pd

from shengsim.games.family import Statistic
from shengsim.report.compare import CHANGES, RARE, SAME, UNSURE
from shengsim.report.sweep import NO_BLOCKS, SKIPPED, Row, records
from shengsim.report.tables import short_count, wrapped
from shengsim.report.verdict import TOGETHER, signed, value_text
from shengsim.stats.compare import FEWEST
from shengsim.study.factorial import Factorial, SweptKnob
from shengsim.study.study import Study

LABEL = 37
N_ALSO = 6
"""Other statistics told of an effect: the family's first."""


def sweep_text(study: Study, table: pd.DataFrame) -> str:
    """A sweep under each of its bots, in 80 columns: the main outcome in full, of the others what changes."""
    factorial = study.factorial
    assert factorial is not None
    unit = study.unit_of(study.variants[0])
    rows = records(table[table["what"] != SKIPPED])
    parts = [_knobs(study, factorial), *_left_out(factorial)]
    for bots in study.bots:
        under = [row for row in rows if row["bots"] == bots]
        main = [row for row in under if row["statistic"] == unit.STATISTICS[0].name]
        parts.append(_deals(study, bots))
        parts.append(_outcome(factorial, unit.STATISTICS[0], main))
        parts += _also(factorial, {each.name: each for each in unit.STATISTICS}, under)
    if any(row["verdict"] == UNSURE for row in rows):
        parts.append(wrapped(f"p is Holm's: an interval may leave 0 out, {TOGETHER}."))
    if any(row["below_bots_spread"] for row in rows):
        parts.append(wrapped("~ The change is smaller than what it varies by between these bots."))
    return "\n\n".join(parts)


def _knobs(study: Study, factorial: Factorial) -> str:
    """What is swept; the choices that others are measured against come first."""
    lines = [f"{study.variants[0].name}, every combination of:"]
    for knob in factorial.knobs:
        others = ", ".join(knob.choices[at] for at in knob.others)
        lines.append(wrapped(f"  {knob.path}: {knob.choices[knob.reference]} against {others}"))
    return "\n".join(lines)


def _left_out(factorial: Factorial) -> list[str]:
    if not factorial.skipped:
        return []
    lines = ["Left out, since they contradict themselves:"]
    lines += [wrapped(f"  {factorial.name(cell)}: {why}") for cell, why in factorial.skipped]
    return ["\n".join(lines)]


def _deals(study: Study, bots: str) -> str:
    unit = study.unit_of(study.variants[0])
    packs = {arm.variant.family.pack(arm.variant.rules) for arm in study.arms}
    n = len(study.variants) - 1
    whom = f"all {n} combinations and {study.variants[0].name}"
    if len(packs) == 1:
        return wrapped(f"Bots {bots}: the same {study.n_deals:,} {unit.PLURAL} for {whom}.")
    return wrapped(
        f"Bots {bots}: {study.n_deals:,} {unit.PLURAL} for each of {whom}; the same for those of one pack. "
        "What is compared over packs is unpaired (*), since they differ."
    )


TITLES = {
    "combination": "Each combination against {base}:",
    "main": "What a choice changes, on average over those of the other knobs:",
    "interaction": "What two choices change together, beyond what each does:",
}


def _outcome(factorial: Factorial, statistic: Statistic, rows: list[Row]) -> str:
    """The family's main outcome: every effect, a section for each sort."""
    base = rows[0]
    title = f"{statistic.name} ({statistic.words}), {value_text(statistic, base['base_estimate'])} under"
    lines = [wrapped(f"{title} {base['base']}"), ""]
    lines.append(f"{'':{LABEL}}{'value':>8}{'change':>10}{'± 95 %':>8}{'p':>8} {'differ':>7}")
    for what, words in TITLES.items():
        found = [row for row in rows if row["what"] == what]
        if what == "main" and len(factorial.knobs) == 1:
            continue  # the combinations say the same
        if found:
            lines += ["", words.format(base=base["base"])]
            lines += [line for row in found for line in _lines(factorial, statistic, row)]
    return "\n".join(lines)


def _lines(factorial: Factorial, statistic: Statistic, row: Row) -> list[str]:
    """An effect: its name, its figures, and what is to be said of them."""
    name = label(factorial, row)
    if row["verdict"] == NO_BLOCKS:
        return [wrapped(f"  {name}: cannot be estimated, too many combinations are left out")]
    if row["verdict"] == SAME:
        return [wrapped(f"  {name}: never differs")]
    half = _half(statistic, row)
    p = "<.0001" if row["p_adjusted"] < 0.0001 else f"{row['p_adjusted']:.4f}"
    differ: str = "*" if pd.isna(row["n_differ"]) else short_count(row["n_differ"])
    value = "" if row["what"] == "interaction" else value_text(statistic, row["estimate"])
    figures = f"{value:>8}{signed(statistic, row['difference']):>10}{half:>8}{p:>8}"
    lines = _beside(name, f"{figures}{'~' if row['below_bots_spread'] else ' '}{differ:>7}")
    if row["verdict"] == RARE:
        lines.append(f"    too rare to judge: fewer than {FEWEST}")
    if row["blocks"] < row["possible_blocks"]:
        lines.append(f"    over {row['blocks']} of {row['possible_blocks']} combinations of the others")
    return lines


def _half(statistic: Statistic, row: Row) -> str:
    half = (row["ci_high"] - row["ci_low"]) / 2
    return f"{100 * half if statistic.kind == 'rate' else half:.3f}"


def _beside(name: str, figures: str) -> list[str]:
    """A name with its figures, on a line of its own where it is long."""
    name = f"  {name}"
    if len(name) < LABEL:
        return [f"{name:{LABEL}}{figures}".rstrip()]
    return [*wrapped(name).splitlines(), f"{'':{LABEL}}{figures}".rstrip()]


def label(factorial: Factorial, row: Row) -> str:
    """The choices that an effect is of: ``none``, or ``multiplier none, penalty ten_per_card``."""
    shown = [knob for knob in factorial.knobs if not pd.isna(row[knob.path])]
    if row["what"] == "combination":
        return ", ".join(row[knob.path] for knob in shown)
    return " with ".join(f"{_short(factorial, knob)} {row[knob.path]}" for knob in shown)


def _short(factorial: Factorial, knob: SweptKnob) -> str:
    """The last word of a knob's path, where no other knob ends so."""
    last = [each.path.split(".")[1] for each in factorial.knobs]
    word = knob.path.split(".")[1]
    return word if last.count(word) == 1 else knob.path


def _also(factorial: Factorial, statistics: dict[str, Statistic], rows: list[Row]) -> list[str]:
    """What main effects and interactions change in other statistics."""
    wanted = ("combination", "interaction") if len(factorial.knobs) == 1 else ("main", "interaction")
    order = list(statistics)
    changed: dict[str, list[Row]] = {}
    for row in rows:
        if row["what"] in wanted and row["verdict"] == CHANGES and row["statistic"] != order[0]:
            changed.setdefault(label(factorial, row), []).append(row)
    found = []
    for name, effects in changed.items():
        effects.sort(key=lambda row: order.index(row["statistic"]))
        told = ", ".join(
            f"{row['statistic']} {signed(statistics[row['statistic']], row['difference'])}"
            for row in effects[:N_ALSO]
        )
        rest = f", and {len(effects) - N_ALSO} more" if len(effects) > N_ALSO else ""
        found.append(wrapped(f"{name} also changes {told}{rest}"))
    return ["\n".join(found)] if found else []
