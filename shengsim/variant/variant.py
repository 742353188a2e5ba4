"""Variants: a file that says what differs from its base, resolved into every knob's value.

Every fault of a file is found here, all at once and with its place; what comes out is frozen and
needs no further check.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, WithJsonSchema, field_validator

from shengsim.errors import Fault, Faults, InputError, closest, quoted
from shengsim.games import FAMILIES
from shengsim.games.family import Family
from shengsim.knob import knobs, value_at, yaml_value
from shengsim.shipped import shipped_folder
from shengsim.variant.source import Source, read_yaml
from shengsim.variant.written import nested, read_rules, wording

BY_DEFAULT = "default"
"""Origin of a knob that no file of the chain names."""
SUFFIXES = (".yaml", ".yml")
MAX_BASES = 20
SOURCE_SCHEMA: dict[str, Any] = {
    "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]
}


@dataclass(frozen=True)
class Variant:
    """A variant with every knob resolved.

    ``origins`` says for each knob path which variant of the chain set it, or BY_DEFAULT.
    """

    name: str
    family: Family
    base: str | None
    source: tuple[str, ...]
    summary: str
    file: str
    rules: Any
    origins: Mapping[str, str]

    def values(self) -> dict[str, Any]:
        """Every knob's value by path, as a variant file writes it."""
        return {knob.path: yaml_value(value_at(self.rules, knob.path)) for knob in knobs(self.family.RULES)}

    def key(self) -> str:
        """A hash of what is played: the family and every knob, whatever the files are called."""
        return self._key

    @cached_property
    def _key(self) -> str:
        content = json.dumps([self.family.NAME, self.values()], sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:16]


class VariantFile(BaseModel):
    """What a variant file holds."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)
    family: str = ""
    base: str | None = None
    source: Annotated[list[str], WithJsonSchema(SOURCE_SCHEMA)] = Field(default_factory=list)
    summary: str = Field("", max_length=200)
    rules: dict[str | int, Any] | None = None

    @field_validator("source", mode="before")
    @classmethod
    def _one_source(cls, value: object) -> object:
        return [value] if isinstance(value, str) else value


def shipped_variants() -> dict[str, Path]:
    """The files of the variants that ship, by name, sorted."""
    files = shipped_folder("variants").glob("*/*.yaml")
    return {path.stem: path for path in sorted(files, key=lambda path: path.stem)}


def load_variant(name: str) -> Variant:
    """The variant of a shipped name or a YAML path; InputError with every fault found."""
    return _load(find_variant(name), ())


def load_named_variant(name: str) -> Variant:
    """As load_variant, of a name that a file gives: it may not be a pipe, which would keep us waiting."""
    found = find_variant(name)
    if is_no_file(found[0]):
        raise InputError.single(name, "is no file")
    return _load(found, ())


def is_no_file(path: Path) -> bool:
    """Whether something is there that is no file."""
    try:
        return path.exists() and not path.is_file()
    except (OSError, ValueError):  # a name that none can have: reading it tells so
        return False


def variant_of_values(name: str, family: str, values: Mapping[str, Any], file: str) -> Variant:
    """A variant of every knob's value by path, as Variant.values gives them; ValueError if they are none."""
    if family not in FAMILIES:
        raise ValueError(f"no family is called {quoted(family)}")
    rules = FAMILIES[family].RULES.model_validate(nested(values))
    origins = dict.fromkeys(values, name)
    return Variant(name, FAMILIES[family], None, (), "", file, rules, origins)


def find_variant(name: str) -> tuple[Path, str]:
    """The file of a shipped name or a path, and what to call it in messages."""
    if name.endswith(SUFFIXES) or "/" in name:
        return Path(name), name
    shipped = shipped_variants()
    if name not in shipped:
        raise InputError.single(
            quoted(name), "no variant that ships has this name", suggestion=closest(name, shipped)
        )
    path = shipped[name]
    return path, f"variants/{path.parent.name}/{path.name}"


def _load(found: tuple[Path, str], loading: tuple[str, ...]) -> Variant:
    path, shown_as = found
    source = read_yaml(path, shown_as)
    if not isinstance(source.data, dict):
        raise InputError(source.fault((), "must be a mapping with a name and a family or base"))
    file, faults = _read_file(source, source.data)
    faulty = {fault.where for fault in faults}
    base = None if "base" in faulty else _load_base(source, file, path, loading, faults)
    family = None if "family" in faulty else _family(source, file, base, faults)
    if family is None:
        if not faults:
            faults.append(source.fault((), "needs a family or a base"))
        raise InputError(*faults)
    written = read_rules(source, ("rules",), family, base.values() if base else {}, faults)
    if faults:
        raise InputError(*faults)
    by_default = {knob.path: BY_DEFAULT for knob in knobs(family.RULES)}
    return Variant(
        name=file.name,
        family=family,
        base=base.name if base else None,
        source=tuple(file.source),
        summary=file.summary,
        file=source.file,
        rules=written.rules,
        origins=by_default | dict(base.origins if base else {}) | dict.fromkeys(written.places, file.name),
    )


def _read_file(source: Source, data: dict[Any, Any]) -> tuple[VariantFile, Faults]:
    """What the file holds apart from its faults, and those."""
    known = {key: value for key, value in data.items() if key in VariantFile.model_fields}
    faults = Faults()
    faults += (
        source.fault(
            (key,), "is not part of a variant file", closest(str(key), VariantFile.model_fields), at_key=True
        )
        for key in data
        if key not in known
    )
    try:
        return VariantFile.model_validate(known), faults
    except ValidationError as error:
        details = error.errors()
    bad = {detail["loc"][0] for detail in details}
    sound = {key: value for key, value in known.items() if key not in bad}
    file = VariantFile.model_validate({"name": "unnamed"} | sound)
    faults += (_file_fault(source, detail) for detail in details)
    return file, faults


def _file_fault(source: Source, detail: Any) -> Fault:
    path = tuple(detail["loc"])
    if detail["type"] == "missing":
        return source.fault((), f"{path[-1]} is missing")
    if detail["type"] == "string_pattern_mismatch":
        return source.fault(
            path, f"must be lower-case words joined by hyphens, not {quoted(detail['input'])}"
        )
    return source.fault(path, wording(detail))


def _load_base(
    source: Source, file: VariantFile, path: Path, loading: tuple[str, ...], faults: Faults
) -> Variant | None:
    """The variant that a file is based on; None if it names none or it cannot be used."""
    if file.base is None:
        return None
    chain = (*loading, os.path.realpath(path))
    if "/" in file.base or file.base.endswith(SUFFIXES):
        found = (path.parent / file.base, os.path.join(os.path.dirname(source.file), file.base))
    elif file.base in shipped_variants():
        found = find_variant(file.base)
    else:
        near = closest(file.base, shipped_variants())
        faults.append(source.fault(("base",), f"no variant that ships is called {quoted(file.base)}", near))
        return None
    if is_no_file(found[0]):
        faults.append(source.fault(("base",), f"{quoted(file.base)} is no file"))
        return None
    if os.path.realpath(found[0]) in chain:
        faults.append(source.fault(("base",), f"{quoted(file.base)} is based on this variant in turn"))
        return None
    if len(chain) > MAX_BASES:
        faults.append(
            source.fault(("base",), f"is more than {MAX_BASES} bases away from the variant asked for")
        )
        return None
    try:
        return _load(found, chain)
    except InputError as error:
        # A base that cannot be read at all is a fault of who names it.
        faults += [
            fault if fault.line else source.fault(("base",), f"{quoted(file.base)} {fault.message}")
            for fault in error.faults
        ]
        return None


def _family(source: Source, file: VariantFile, base: Variant | None, faults: Faults) -> Family | None:
    """The family of a file, its own or its base's; None if there is none."""
    if not file.family:
        return base.family if base else None
    if file.family not in FAMILIES:
        near = closest(file.family, FAMILIES)
        faults.append(source.fault(("family",), f"no family is called {quoted(file.family)}", near))
        return None
    family = FAMILIES[file.family]
    if base is not None and base.family is not family:
        message = f"the base {quoted(base.name)} belongs to {base.family.NAME}"
        faults.append(source.fault(("family",), message))
        return None
    return family
