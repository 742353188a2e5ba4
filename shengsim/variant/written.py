"""Knobs as a file writes them, nested or dotted, checked against a family's rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from shengsim.errors import Faults, closest, quoted
from shengsim.games.family import Family
from shengsim.knob import knobs
from shengsim.variant.source import NodePath, Source


@dataclass(frozen=True)
class Written:
    """Rules read from a file: the model, and where each knob that the file sets stands in it."""

    rules: Any
    places: Mapping[str, NodePath]


def read_rules(
    source: Source,
    at: NodePath,
    family: Family,
    base: Mapping[str, Any],
    faults: Faults,
    may_contradict: bool = False,
) -> Written:
    """The rules of the mapping that stands in a source, over the values of a base by knob path.

    Every fault is added to ``faults``; the rules are then those without what is faulty. Rules that
    contradict each other are a fault, unless they may.
    """
    content = at_path(source.data, at)
    places = _places(source, at, content if isinstance(content, dict) else {}, family, faults)
    values = dict(base) | {path: at_path(source.data, place) for path, place in places.items()}

    def place(path: str) -> NodePath:
        return places.get(path, at)

    try:
        rules = family.RULES.model_validate(nested(values))
    except ValidationError as error:
        for detail in error.errors():
            chapter, name, *inside = detail["loc"]
            path = f"{chapter}.{name}"
            faults.append(source.fault((*place(path), *inside), wording(detail), _suggestion(detail)))
            values.pop(path, None)
        rules = family.RULES.model_validate(nested(values))  # what is sound may still contradict itself
    if not may_contradict:
        faults += [source.fault(place(path), why) for path, why in family.contradictions(rules)]
    return Written(rules, places)


def _places(
    source: Source, at: NodePath, content: Mapping[str | int, Any], family: Family, faults: Faults
) -> dict[str, NodePath]:
    """Where each knob is written; notes the fault of each key that is none."""
    known = {knob.path for knob in knobs(family.RULES)}
    chapters = {path.split(".")[0] for path in known}
    places: dict[str, NodePath] = {}

    def note(path: str, place: NodePath) -> None:
        if path not in known:
            near = closest(path, known)
            faults.append(source.fault(place, f"there is no knob {quoted(path)}", near, at_key=True))
        elif path in places:
            faults.append(source.fault(place, f"{path} is set twice", at_key=True))
        else:
            places[path] = place

    for key, value in content.items():
        if str(key) in chapters:
            if isinstance(value, dict):
                for name in value:
                    note(f"{key}.{name}", (*at, key, name))
            else:
                message = f"must be a mapping of knobs, not {quoted(value)}"
                faults.append(source.fault((*at, key), message))
        elif "." in str(key):
            note(str(key), (*at, key))
        else:
            near = closest(str(key), chapters)
            faults.append(source.fault((*at, key), "is no chapter of the rules", near, at_key=True))
    return places


def at_path(data: Any, path: NodePath) -> Any:
    """What stands at a path of plain data; None if nothing does."""
    for part in path:
        if isinstance(data, dict):
            data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int) and part < len(data):
            data = data[part]
        else:
            return None
    return data


def nested(values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Values by knob path, by chapter and name."""
    found: dict[str, dict[str, Any]] = {}
    for path, value in values.items():
        chapter, name = path.split(".")
        found.setdefault(chapter, {})[name] = value
    return found


_KINDS = {
    "bool_type": "must be true or false",
    "int_type": "must be a whole number",
    "string_type": "must be text",
    "dict_type": "must be a mapping",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "model_type": "must be a mapping",
    "extra_forbidden": "is not known here",
    "too_short": "is shorter than may be",
    "too_long": "is longer than may be",
}


def wording(detail: Any) -> str:
    """A pydantic error in our words."""
    context = detail.get("ctx", {})
    if detail["type"] == "unreadable":  # our own words for it, complete
        return str(detail["msg"])
    if detail["type"] == "missing":
        return f"{detail['loc'][-1]} is missing"
    if detail["type"] in ("greater_than_equal", "less_than_equal"):
        bound = f"at least {context['ge']}" if "ge" in context else f"at most {context['le']}"
        words = f"must be {bound}"
    else:
        words = _KINDS.get(detail["type"]) or detail["msg"][:1].lower() + detail["msg"][1:]
    return f"{words}, not {quoted(detail['input'])}"


def _suggestion(detail: Any) -> str:
    choices = detail.get("ctx", {}).get("choices", "true, false" if detail["type"] == "bool_type" else "")
    return closest(str(detail["input"]), choices.split(", ")) if choices else ""
