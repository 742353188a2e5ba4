"""Scenarios: documented examples of rules as data, read and placed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from shengsim.errors import Fault, Faults, InputError, closest, quoted
from shengsim.games import FAMILIES
from shengsim.games.family import Family, Kind
from shengsim.shipped import shipped_folder
from shengsim.variant.source import NodePath, Source, read_yaml
from shengsim.variant.variant import Variant, load_named_variant
from shengsim.variant.written import read_rules, wording

COMMON_KEYS = {"name", "source", "variant", "rules", "kind", "note"}
NOTE = "note"
"""The kind of a fact that nothing can test: cited, not checked."""
LOAD = "load"
"""The kind of rules that contradict themselves: refused when they are loaded."""


@dataclass(frozen=True)
class Scenario:
    """One example: the rules it is played by, what is on the table, and what must come of it."""

    name: str
    file: str
    line: int
    ids: tuple[str, ...]
    family: Family
    rules: Any
    kind: str
    content: dict[str, Any]
    source: Source
    at: NodePath

    @property
    def place(self) -> str:
        """``file:line``."""
        return f"{self.file}:{self.line}"

    def fault(self, path: NodePath, message: str, suggestion: str = "", *, at_key: bool = False) -> Fault:
        """A fault of this scenario's content."""
        return self.source.fault((*self.at, *path), message, suggestion, at_key=at_key)


def scenario_files(paths: Iterable[Path] = ()) -> list[tuple[Path, str]]:
    """The scenario files of these files and folders, or all that ship, with what to call them."""
    found: list[tuple[Path, str]] = []
    for path in paths:
        if path.is_dir():
            found += [(file, str(file)) for file in sorted(path.rglob("*.yaml"))]
        else:
            found.append((path, str(path)))
    if not found:
        folder = shipped_folder("scenarios")
        files = sorted(folder.glob("*/**/*.yaml"))
        found = [(file, f"scenarios/{file.relative_to(folder).as_posix()}") for file in files]
    return found


MAX_SCENARIOS = 500
"""Of one file: what is wrong with the last of them is told within a second."""


def load_scenarios(path: Path, shown_as: str) -> list[Scenario]:
    """The scenarios of a file; InputError with every fault found.

    A file belongs to the family whose folder it lies in; elsewhere, to that of its first variant.
    """
    source = read_yaml(path, shown_as)
    if not isinstance(source.data, list):
        raise InputError(source.fault((), "must be a list of scenarios"))
    if len(source.data) > MAX_SCENARIOS:
        raise InputError(source.fault((MAX_SCENARIOS,), f"more than {MAX_SCENARIOS} scenarios in one file"))
    folder_family = FAMILIES.get(path.resolve().parent.name) or next(iter(FAMILIES.values()))
    faults = Faults()
    load = cache(load_named_variant)  # most scenarios of a file are of one variant
    scenarios = [_load(source, index, folder_family, load, faults) for index in range(len(source.data))]
    names: dict[str, int] = {}
    for scenario in scenarios:
        if scenario is not None and names.setdefault(scenario.name, scenario.line) != scenario.line:
            faults.append(scenario.fault(("name",), f"{quoted(scenario.name)} is the name of another too"))
    if faults:
        raise InputError(*faults)
    return [scenario for scenario in scenarios if scenario is not None]


def _load(
    source: Source, index: int, family: Family, load: Callable[[str], Variant], faults: Faults
) -> Scenario | None:
    at: NodePath = (index,)
    item = source.data[index] if isinstance(source.data, list) else None
    if not isinstance(item, dict):
        faults.append(source.fault(at, f"must be a mapping with name and source, not {quoted(item)}"))
        return None
    before = len(faults)
    name = item.get("name")
    if not isinstance(name, str) or not name:
        faults.append(source.fault((*at, "name"), "needs a name: a sentence a player would say"))
    ids = _ids(source, (*at, "source"), item.get("source"), faults)
    named = str(item.get("variant", family.DEFAULT_VARIANT))
    try:
        variant = load(named)
    except InputError as error:
        message = f"the variant {quoted(named)} cannot be used: {error.faults[0].message}"
        faults.append(source.fault((*at, "variant"), message))
        return None
    load_faults = Faults()
    rules = read_rules(source, (*at, "rules"), variant.family, variant.values(), load_faults).rules
    content = {key: value for key, value in item.items() if key not in COMMON_KEYS}
    kinds = variant.family.scenarios().KINDS
    kind = item.get("kind") or _kind_of(content, kinds)
    if not isinstance(kind, str | None):
        faults.append(source.fault((*at, "kind"), f"must be the name of a kind, not {quoted(kind)}"))
        return None
    if kind == LOAD:
        if not isinstance(content.get("refused"), str):
            faults.append(source.fault(at, "a scenario of kind load says in `refused` what is told"))
        content["told"] = "; ".join(f"{fault.where}: {fault.message}" for fault in load_faults)
    else:
        faults += load_faults
    if kind == NOTE and not item.get("note"):
        faults.append(source.fault(at, "a note says in `note` why nothing can test it"))
    if kind not in (NOTE, LOAD):
        faults += _content_faults(source, at, kind, content, kinds)
    if len(faults) > before:
        return None
    line = source.marks[at][0]
    return Scenario(str(name), source.file, line, ids, variant.family, rules, str(kind), content, source, at)


def _content_faults(
    source: Source, at: NodePath, kind: object, content: dict[str, Any], kinds: Mapping[str, Kind]
) -> list[Fault]:
    """What is wrong with the keys of a scenario of a family's kind."""
    if kind not in kinds:
        if kind:
            return [
                source.fault((*at, "kind"), f"no kind is called {quoted(kind)}", closest(str(kind), kinds))
            ]
        return [source.fault(at, f"its keys are of no kind ({', '.join(kinds)})")]
    needs = kinds[str(kind)].needs
    known = needs | kinds[str(kind)].may_have
    unknown = [
        source.fault(
            (*at, key), f"is no key of a scenario of kind {kind}", closest(str(key), known), at_key=True
        )
        for key in content
        if key not in known
    ]
    missing = sorted(needs - set(content))
    found = unknown + [source.fault(at, f"a scenario of kind {kind} needs {key}") for key in missing]
    for key, shape in kinds[str(kind)].shapes.items():
        if key in content:
            found += _shape_faults(source, (*at, key), content[key], shape)
    return found


def _shape_faults(source: Source, at: NodePath, value: object, shape: TypeAdapter[Any]) -> list[Fault]:
    """What is wrong with a value, at the place of each wrong part."""
    try:
        shape.validate_python(value)
    except ValidationError as error:
        details = {_path_of(value, detail["loc"]): detail for detail in reversed(error.errors())}
        # Of several shapes that a value may have, what is said of its parts says more.
        outer = {path[:length] for path in details for length in range(len(path))}
        return [
            source.fault((*at, *path), wording(details[path]), at_key=details[path]["loc"][-1:] == ("[key]",))
            for path in details
            if path not in outer
        ]
    return []


def _path_of(value: object, loc: tuple[int | str, ...]) -> NodePath:
    """The part of a value that pydantic blames, without its names of choices."""
    path: list[int | str] = []
    for part in loc:
        if isinstance(value, dict):
            names = [key for key in value if key == part or str(key) == part]
            if names:
                path.append(names[0])
                value = value[names[0]]
        elif isinstance(value, list) and isinstance(part, int):
            path.append(part)
            value = value[part]
    return tuple(path)


def _kind_of(content: dict[str, Any], kinds: Mapping[str, Kind]) -> str | None:
    """The first kind, told by its keys, whose needs are all there."""
    for name, kind in kinds.items():
        if kind.by_keys and kind.needs <= set(content):
            return name
    return None


def _ids(source: Source, path: NodePath, given: object, faults: Faults) -> tuple[str, ...]:
    ids = given if isinstance(given, list) else [given]
    if not ids or not all(isinstance(part, str) and part for part in ids):
        faults.append(source.fault(path, "needs the rulebook IDs, or an address, that it shows"))
        return ()
    return tuple(ids)
