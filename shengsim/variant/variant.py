"""Variants: a file that says what differs from its base, resolved into every knob's value.

Every fault of a file is found here, all at once and with its place; what comes out is frozen and
needs no further check.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shengsim.errors import Fault, InputError, closest, quoted
from shengsim.games import FAMILIES
from shengsim.games.family import Family
from shengsim.knob import Knob, knobs, value_at, yaml_value
from shengsim.shipped import shipped_folder
from shengsim.variant.source import NodePath, Source, read_yaml

BY_DEFAULT = "default"
"""Origin of a knob that no file of the chain names."""
SUFFIXES = (".yaml", ".yml")


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
        content = json.dumps([self.family.NAME, self.values()], sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:16]


class _File(BaseModel):
    """What a variant file holds."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)
    family: str = ""
    base: str | None = None
    source: str | list[str] = Field(default_factory=list)
    summary: str = Field("", max_length=200)
    rules: dict[str | int, Any] | None = None


def shipped_variants() -> dict[str, Path]:
    """The files of the variants that ship, by name, sorted."""
    files = shipped_folder("variants").glob("*/*.yaml")
    return {path.stem: path for path in sorted(files, key=lambda path: path.stem)}


def load_variant(name: str) -> Variant:
    """The variant of a shipped name or a YAML path; InputError with every fault found."""
    return _load(find_variant(name), ())


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


def _load(found: tuple[Path, str], loading: tuple[Path, ...]) -> Variant:
    path, shown_as = found
    source = read_yaml(path, shown_as)
    if not isinstance(source.data, dict):
        raise InputError(source.fault((), "must be a mapping with a name and a family or base"))
    file, faults = _read_file(source, source.data)
    try:
        base = _load_base(source, file, path, loading)
        family = _family(source, file, base)
    except InputError as error:
        raise InputError(*faults, *error.faults) from None
    written = _written_knobs(source, file.rules or {}, family, faults)
    return _resolve(source, file, family, base, written, faults)


def _read_file(source: Source, data: dict[Any, Any]) -> tuple[_File, list[Fault]]:
    """What the file holds apart from its faults, and those."""
    try:
        return _File.model_validate(data), []
    except ValidationError as error:
        details = error.errors()
    bad = {detail["loc"][0] for detail in details}
    sound = {key: value for key, value in data.items() if key not in bad and key in _File.model_fields}
    file = _File.model_validate({"name": "unnamed"} | sound)
    return file, [_file_fault(source, detail) for detail in details]


def _file_fault(source: Source, detail: Any) -> Fault:
    path = tuple(detail["loc"])[:1]
    if detail["type"] == "extra_forbidden":
        near = closest(str(path[-1]), _File.model_fields)
        return source.fault(path, "is not part of a variant file", near, at_key=True)
    if detail["type"] == "missing":
        return source.fault((), f"{path[-1]} is missing")
    if detail["type"] == "string_pattern_mismatch":
        return source.fault(
            path, f"must be lower-case words joined by hyphens, not {quoted(detail['input'])}"
        )
    return source.fault(path, _wording(detail))


def _load_base(source: Source, file: _File, path: Path, loading: tuple[Path, ...]) -> Variant | None:
    if file.base is None:
        return None
    chain = (*loading, path.resolve())
    try:
        found = find_variant(file.base)
    except InputError:
        near = closest(file.base, shipped_variants())
        fault = source.fault(("base",), f"no variant that ships is called {quoted(file.base)}", near)
        raise InputError(fault) from None
    if "/" in file.base or file.base.endswith(SUFFIXES):
        found = (path.parent / file.base, file.base)
    if found[0].resolve() in chain:
        raise InputError(source.fault(("base",), f"{quoted(file.base)} is based on this variant in turn"))
    return _load(found, chain)


def _family(source: Source, file: _File, base: Variant | None) -> Family:
    if not file.family:
        if base is None:
            raise InputError(source.fault((), "needs a family or a base"))
        return base.family
    if file.family not in FAMILIES:
        near = closest(file.family, FAMILIES)
        raise InputError(source.fault(("family",), f"no family is called {quoted(file.family)}", near))
    family = FAMILIES[file.family]
    if base is not None and base.family is not family:
        fault = source.fault(("family",), f"the base {quoted(base.name)} belongs to {base.family.NAME}")
        raise InputError(fault)
    return family


def _written_knobs(
    source: Source, rules: Mapping[str | int, Any], family: Family, faults: list[Fault]
) -> dict[str, NodePath]:
    """Where each knob is written, nested or dotted; notes the fault of each that is none."""
    known: dict[str, Knob] = {knob.path: knob for knob in knobs(family.RULES)}
    chapters = {path.split(".")[0] for path in known}
    written: dict[str, NodePath] = {}

    def note(path: str, node: NodePath) -> None:
        if path not in known:
            faults.append(
                source.fault(node, f"there is no knob {quoted(path)}", closest(path, known), at_key=True)
            )
        elif path in written:
            faults.append(source.fault(node, f"{path} is set twice", at_key=True))
        else:
            written[path] = node

    for key, value in rules.items():
        if str(key) in chapters:
            if isinstance(value, dict):
                for name in value:
                    note(f"{key}.{name}", ("rules", key, name))
            else:
                faults.append(
                    source.fault(("rules", key), f"must be a mapping of knobs, not {quoted(value)}")
                )
        elif "." in str(key):
            note(str(key), ("rules", key))
        else:
            near = closest(str(key), chapters)
            faults.append(source.fault(("rules", key), "is no chapter of the rules", near, at_key=True))
    return written


def _resolve(
    source: Source,
    file: _File,
    family: Family,
    base: Variant | None,
    written: dict[str, NodePath],
    faults: list[Fault],
) -> Variant:
    values: dict[str, Any] = {} if base is None else base.values()
    origins = {knob.path: BY_DEFAULT for knob in knobs(family.RULES)} | dict(base.origins if base else {})
    for path, node in written.items():
        values[path] = _at(source.data, node)
        origins[path] = file.name

    def place(path: str) -> NodePath:
        return written.get(path, ("rules",))

    try:
        rules = family.RULES.model_validate(_nested(values))
    except ValidationError as error:
        for detail in error.errors():
            chapter, name, *inside = detail["loc"]
            path = f"{chapter}.{name}"
            faults.append(source.fault((*place(path), *inside), _wording(detail), _suggestion(detail)))
            values.pop(path, None)
        rules = family.RULES.model_validate(_nested(values))  # what is sound may still contradict itself
    faults += [source.fault(place(path), why) for path, why in family.contradictions(rules)]
    if faults:
        raise InputError(*faults)
    return Variant(
        name=file.name,
        family=family,
        base=base.name if base else None,
        source=(file.source,) if isinstance(file.source, str) else tuple(file.source),
        summary=file.summary,
        file=source.file,
        rules=rules,
        origins=origins,
    )


def _nested(values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    nested: dict[str, dict[str, Any]] = {}
    for path, value in values.items():
        chapter, name = path.split(".")
        nested.setdefault(chapter, {})[name] = value
    return nested


def _at(data: Any, node: NodePath) -> Any:
    for part in node:
        data = data[part]
    return data


_KINDS = {
    "bool_type": "must be true or false",
    "int_type": "must be a whole number",
    "string_type": "must be text",
    "dict_type": "must be a mapping",
    "list_type": "must be a list",
}


def _wording(detail: Any) -> str:
    """A pydantic error in our words."""
    context = detail.get("ctx", {})
    if detail["type"] in ("greater_than_equal", "less_than_equal"):
        bound = f"at least {context['ge']}" if "ge" in context else f"at most {context['le']}"
        words = f"must be {bound}"
    else:
        words = _KINDS.get(detail["type"]) or detail["msg"][:1].lower() + detail["msg"][1:]
    return f"{words}, not {quoted(detail['input'])}"


def _suggestion(detail: Any) -> str:
    choices = detail.get("ctx", {}).get("choices", "true, false" if detail["type"] == "bool_type" else "")
    return closest(str(detail["input"]), choices.split(", ")) if choices else ""
