"""Studies declared in YAML: what is asked, what is played, and what came of it in plain words.

A file names a ``base`` and ``variants`` to compare with it, or knobs to ``sweep``, or variants alone to be
run; ``deals`` or ``matches``; ``bots`` and a ``seed``. Every fault is told with its line and column.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from shengsim.bots import TABLES
from shengsim.errors import Faults, InputError, closest, quoted
from shengsim.study.study import Kind, Study, clashes
from shengsim.study.sweep import Asked, sweep_of
from shengsim.variant.source import NodePath, Source, read_yaml
from shengsim.variant.variant import SUFFIXES, Variant, load_named_variant
from shengsim.variant.written import wording

MAX_DEALS, MAX_MATCHES = 10**12, 10**10
Names = Annotated[list[str], Field(min_length=1)]


class StudyFile(BaseModel):
    """What a study file holds."""

    model_config = ConfigDict(extra="forbid", strict=True)

    question: str = Field(max_length=300)
    base: str | None = None
    variants: Names | None = None
    sweep: dict[str | int, Any] | None = None
    deals: int | None = Field(None, ge=1, le=MAX_DEALS)
    matches: int | None = Field(None, ge=1, le=MAX_MATCHES)
    bots: Names = Field(default_factory=lambda: ["heuristic"])
    seed: int = Field(0, ge=0, le=2**62)
    reading: str = ""

    @field_validator("variants", "bots", mode="before")
    @classmethod
    def _one_name(cls, value: object) -> object:
        return [value] if isinstance(value, str) else value


@dataclass(frozen=True)
class Declared:
    """A study as its file declares it: the question, what is played, and the reading of what came of it."""

    question: str
    reading: str
    study: Study

    def of_size(self, number: int | None) -> Declared:
        """The same with another number of deals or matches, if one is given."""
        return self if number is None else replace(self, study=replace(self.study, n_deals=number))


def read_study(path: Path) -> Declared:
    """The study of a file; InputError with every fault of it and of what it names."""
    source = read_yaml(path)
    if not isinstance(source.data, dict):
        raise InputError(source.fault((), "must be a mapping with a question and what is to be played"))
    faults = Faults()
    file, bad = _read_file(source, source.data, faults)
    if bool(file.variants) == bool(file.sweep) and not bad & {"variants", "sweep"}:
        faults.append(source.fault((), "needs variants, or a base and a sweep of its knobs"))
    if (file.deals is None) == (file.matches is None) and not bad & {"deals", "matches"}:
        faults.append(source.fault((), "needs a number of deals or of matches"))
    if file.sweep is not None and file.base is None:
        faults.append(source.fault(("sweep",), "needs a base", at_key=True))
    base = None if file.base is None else _variant(source, ("base",), file.base, path, faults)
    others = [
        _variant(source, ("variants", number), name, path, faults)
        for number, name in enumerate(file.variants or ())
    ]
    variants = [variant for variant in (base, *others) if variant is not None]
    _check_bots(source, file.bots, variants, faults)
    bots, in_matches = tuple(dict.fromkeys(file.bots)), file.matches is not None
    played = (bots, file.matches or file.deals or 1, file.seed, in_matches)
    if file.sweep is not None and base is not None:
        asked = [Asked(str(path), source, ("sweep", path)) for path in file.sweep]
        return Declared(file.question, file.reading, sweep_of(base, asked, played, faults))
    kind: Kind = "run" if base is None else "compare"
    if not faults:
        place_of = {variant.file: ("variants", number) for number, variant in enumerate(others) if variant}
        faults += (source.fault(place_of[fault.file], fault.message) for fault in clashes(variants, kind))
    if faults:
        raise InputError(*faults)
    return Declared(file.question, file.reading, Study(tuple(variants), *played, kind))


def _read_file(source: Source, data: dict[Any, Any], faults: Faults) -> tuple[StudyFile, set[int | str]]:
    """What the file holds apart from its faults, which are noted, and the keys that have some."""
    fields = StudyFile.model_fields
    for key in data:
        if key not in fields:
            near = closest(str(key), fields)
            faults.append(source.fault((key,), "is not part of a study file", near, at_key=True))
    known = {key: value for key, value in data.items() if key in fields}
    try:
        return StudyFile.model_validate(known), set()
    except ValidationError as error:
        details = error.errors()
    for detail in details:
        missing = detail["type"] == "missing"
        place = tuple(part for part in detail["loc"] if not missing)
        faults.append(source.fault(place, wording(detail)))
    bad = {detail["loc"][0] for detail in details}
    sound = {key: value for key, value in known.items() if key not in bad}
    return StudyFile.model_validate({"question": ""} | sound), bad


def _variant(source: Source, at: NodePath, name: str, path: Path, faults: Faults) -> Variant | None:
    """A variant that a file names: one that ships, or a path from where the file lies."""
    is_path = "/" in name or name.endswith(SUFFIXES)
    try:
        return load_named_variant(os.path.join(path.parent, name) if is_path else name)
    except InputError as error:
        faults += [
            fault if fault.line else source.fault(at, f"{quoted(name)}: {fault.message}", fault.suggestion)
            for fault in error.faults
        ]
        return None


def _check_bots(source: Source, bots: list[str], variants: list[Variant], faults: Faults) -> None:
    """Notes bots that cannot be seated at the tables of the variants."""
    for number, text in enumerate(bots):
        for players, family in {(v.rules.table.players, v.family.NAME) for v in variants}:
            try:
                TABLES[family].seat_bots(text, players)
            except ValueError as error:
                faults.append(source.fault(("bots", number), f"{family}: {error}"))
                break
