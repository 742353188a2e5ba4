"""From what a sweep is asked for to its study: choices are read as a variant file would write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from shengsim.errors import Fault, Faults, InputError, closest, quoted, shortened
from shengsim.knob import knobs, value_at, yaml_value
from shengsim.study.factorial import Cell, Factorial, SweptKnob, all_cells
from shengsim.study.study import Study
from shengsim.variant.source import Mark, NodePath, Source, parse_yaml
from shengsim.variant.variant import Variant, load_variant, variant_of_values
from shengsim.variant.words import yaml_text
from shengsim.variant.written import at_path, read_rules

MAX_COMBINATIONS = 64
"""Of one sweep: more would cost more than their deals, and no reader finds his way among them."""
OPTION = "--set"
"""How messages call what the knobs' choices come from."""

Choices = dict[str, list[Any]]
"""The values of each swept knob by path, as variant files write them."""
Played = tuple[tuple[str, ...], int, int, bool]
"""The bots, how often, from which seed, and whether whole matches."""


@dataclass(frozen=True)
class Asked:
    """The choices of one knob as they are asked for: a list that stands at a place of a source."""

    path: str
    source: Source
    at: NodePath

    @property
    def values(self) -> list[Any]:
        """The choices as they are written."""
        found = at_path(self.source.data, self.at)
        return found if isinstance(found, list) else []

    def alone(self, number: int) -> Source:
        """One choice as a variant file that sets nothing else would write it."""
        at, source = (*self.at, number), self.source

        def moved(marks: Mapping[NodePath, Mark]) -> dict[NodePath, Mark]:
            inside = ((place[len(at) :], mark) for place, mark in marks.items() if place[: len(at)] == at)
            return {(self.path, *rest): mark for rest, mark in inside}

        data = {self.path: self.values[number]}
        return Source(source.file, data, moved(source.marks), moved(source.key_marks))

    def fault(self, message: str, suggestion: str = "") -> Fault:
        """A fault of the knob as a whole."""
        return self.source.fault(self.at, message, suggestion, at_key=True)


def load_sweep(
    name: str,
    settings: Sequence[str],
    bots: tuple[str, ...],
    n_deals: int,
    seed: int,
    in_matches: bool = False,
) -> Study:
    """The study of every combination of settings ``KNOB=A,B``; InputError with all that is wrong."""
    faults, base = Faults(), None
    try:
        base = load_variant(name)
    except InputError as error:
        faults += error.faults
    asked = _asked(settings, faults)
    if base is None:
        raise InputError(*faults)
    return sweep_of(base, asked, (tuple(dict.fromkeys(bots)), n_deals, seed, in_matches), faults)


def sweep_of(base: Variant, asked: Sequence[Asked], played: Played, faults: Faults) -> Study:
    """The study of a base and choices of its knobs; InputError with the faults of all, those given too."""
    choices = {knob.path: _checked(base, knob, faults) for knob in asked}
    n = prod(map(len, choices.values()))
    if n > MAX_COMBINATIONS:
        sizes = " x ".join(str(len(values)) for values in choices.values())
        why = f"{sizes} choices are {n:,} combinations, and there may be {MAX_COMBINATIONS}"
        faults.append(asked[0].source.fault(asked[0].at[:-1], why))
    if faults:
        raise InputError(*faults)
    factorial, variants = _combined(base, choices, asked[0])
    bots, n_deals, seed, in_matches = played
    return Study((base, *variants), bots, n_deals, seed, in_matches, "sweep", factorial)


def _asked(settings: Sequence[str], faults: Faults) -> list[Asked]:
    """The choices of each knob as options write them; notes what is no ``KNOB=A,B``."""
    found: dict[str, object] = {}
    for setting in settings:
        path, equals, text = setting.partition("=")
        path = path.strip()
        if not equals:
            faults.append(Fault(OPTION, 0, 0, "", f"must be KNOB=A,B and not {quoted(setting)}"))
        elif path in found:
            why = "is given twice; name all its choices at once"
            faults.append(Fault(OPTION, 0, 0, shortened(path), why))
        else:
            try:
                found[path] = parse_yaml(f"[{text}]", OPTION).data
            except InputError as error:
                faults += (Fault(OPTION, 0, 0, shortened(path), fault.message) for fault in error.faults)
    return [Asked(path, Source(OPTION, found, {}, {}), (path,)) for path in found]


def _checked(base: Variant, asked: Asked, faults: Faults) -> list[Any]:
    """The choices as the knob takes them; notes those that it does not take, or that stand there twice."""
    known = [knob.path for knob in knobs(base.family.RULES)]
    if asked.path not in known:
        near = [path for path in known if path.split(".")[1] == asked.path]
        suggestion = (near or [closest(asked.path, known)])[0]
        faults.append(asked.fault(f"{base.family.NAME} has no knob of this name", suggestion))
        return []
    if not 2 <= len(asked.values) <= MAX_COMBINATIONS:
        faults.append(asked.fault(f"needs two choices or more, and at most {MAX_COMBINATIONS}"))
        return []
    found: list[Any] = []
    for number in range(len(asked.values)):
        source, own = asked.alone(number), Faults()
        rules = read_rules(source, (), base.family, base.values(), own, may_contradict=True).rules
        taken = yaml_value(value_at(rules, asked.path))
        if own:
            faults += own
        elif taken in found:
            faults.append(source.fault((asked.path,), f"{quoted(yaml_text(taken))} is named twice"))
        else:
            found.append(taken)
    return found


def _combined(base: Variant, choices: Choices, asked: Asked) -> tuple[Factorial, list[Variant]]:
    """The factorial of sound choices and a variant for each combination; InputError if none is sound."""
    own = base.values()
    swept = tuple(
        SweptKnob(
            path,
            tuple(map(yaml_text, values)),
            values.index(own[path]) if own[path] in values else 0,
        )
        for path, values in choices.items()
    )
    whole = Factorial(swept)
    skipped: list[tuple[Cell, str]] = []
    variants: list[Variant] = []
    for cell in all_cells(swept):
        set_here = {path: values[at] for (path, values), at in zip(choices.items(), cell, strict=True)}
        name = whole.name(cell)
        variant = variant_of_values(name, base.family.NAME, own | set_here, base.file)
        found = base.family.contradictions(variant.rules)
        if found:
            skipped.append((cell, _joined(found)))
        else:
            variants.append(variant)
    if not variants:
        whys = (f"every combination contradicts itself; {whole.name(cell)}: {why}" for cell, why in skipped)
        raise InputError(*map(asked.fault, whys))
    return Factorial(swept, tuple(skipped)), variants


def _joined(found: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{path}: {why}" for path, why in found)
