"""A variant file to begin with: every knob commented out, with its choices in words.

Words stand behind ``# `` and knobs behind ``#`` alone, so that a knob is set by taking its ``#`` away.
"""

from __future__ import annotations

import json
import textwrap
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from shengsim.errors import InputError, closest, quoted
from shengsim.games import FAMILIES
from shengsim.games.family import Family
from shengsim.knob import RuleEnum, chapters, knobs, yaml_value
from shengsim.variant.schema import schema
from shengsim.variant.source import parse_yaml
from shengsim.variant.variant import VariantFile, load_variant
from shengsim.variant.words import chapter_words, title, yaml_text

WIDTH = 90


def template(name: str, base: str | None = None, family: str | None = None) -> str:
    """The text of a variant file that says nothing yet; of the first family if neither is given.

    Each knob stands there with the base's value, or the family's default. InputError if the name can
    be no variant's, or the base or the family is none.
    """
    _check_name(name)
    kind = _family(family or next(iter(FAMILIES)))
    if base is None:
        values = {knob.path: yaml_value(knob.default) for knob in knobs(kind.RULES)}
        start, has = f"family: {kind.NAME}", "has its default"
    else:
        variant = load_variant(base)
        if family is not None and variant.family is not kind:
            raise InputError.single(variant.file, f"is of the family {variant.family.NAME}, not {kind.NAME}")
        kind, values = variant.family, variant.values()
        start, has = f"base: {_text(base)}", f"is as {_text(base)} has it"
    return "\n".join(
        [
            f"# yaml-language-server: $schema=../schema/{kind.NAME}.json",
            f"name: {_text(name)}",
            start,
            "source: []  # rulebook IDs, or an address",
            'summary: ""  # one sentence',
            "",
            f"# Each knob {has}. Take away the # before those that differ.",
            "rules:",
            *_chapters(kind, values),
            "",
        ]
    )


def _check_name(name: str) -> None:
    try:
        VariantFile.model_validate({"name": name})
    except ValidationError:
        message = "a variant's name must be lower-case words joined by hyphens, 60 characters at most"
        raise InputError.single(quoted(name), message) from None


def _family(name: str) -> Family:
    if name not in FAMILIES:
        raise InputError.single(quoted(name), "no family is called so", suggestion=closest(name, FAMILIES))
    return FAMILIES[name]


def _text(text: str) -> str:
    """``text`` in YAML, quoted where it would mean something else."""
    try:
        is_plain = parse_yaml(f"[{text}]", "").data == [text]
    except InputError:
        is_plain = False
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def _chapters(family: Family, values: dict[str, Any]) -> list[str]:
    definitions = schema(family)["definitions"]
    lines = []
    for name, chapter in chapters(family.RULES).items():
        lines += [*_comment(f"{title(name).upper()}. {chapter_words(chapter)}"), ""]
        for knob in knobs(family.RULES):
            if knob.path.split(".")[0] == name:
                lines += _comment(f"{knob.words} ({knob.ids})")
                for choice in _choices(knob.kind, definitions[knob.path]):
                    lines += _comment(choice, "  ")
                lines += [f"  #{knob.path}: {yaml_text(values[knob.path])}", ""]
    return lines[:-1]


def _comment(text: str, indent: str = "") -> list[str]:
    start = f"  # {indent}"
    return textwrap.wrap(
        text, WIDTH, initial_indent=start, subsequent_indent=start + "  ", break_on_hyphens=False
    )


def _choices(kind: Any, definition: dict[str, Any]) -> list[str]:
    """What a knob may be set to, a line each; numbers by the limits that its schema has."""
    if get_origin(kind) in (list, tuple):
        item = get_args(kind)[0]
        if isinstance(item, type) and issubclass(item, BaseModel):
            names = ", ".join(field.alias or name for name, field in item.model_fields.items())
            return [f"[{{{names}}}, ...]: {' '.join((item.__doc__ or '').split())}"]
        return [f"[...] of {line}" for line in _choices(item, definition.get("items", {}))]
    if get_origin(kind) is dict:
        return [f"{{...: ...}} of {line}, or off" for line in _choices(get_args(kind)[0], {})]
    if isinstance(kind, type) and issubclass(kind, RuleEnum):
        if any(choice.words for choice in kind):
            return [f"{choice.yaml}: {choice.words} ({choice.ids})" for choice in kind]
        return [", ".join(choice.yaml for choice in kind)]
    if kind is bool:
        return ["true or false"]
    return [_number(definition)] if kind is int else []


def _number(definition: dict[str, Any]) -> str:
    number: dict[str, Any] = definition.get("anyOf", [definition])[0]
    lowest, highest = number.get("minimum"), number.get("maximum")
    if lowest is not None and lowest == highest:
        return f"only {lowest}"
    words = "a whole number"
    words += f" from {lowest}" if lowest is not None else ""
    words += f" to {highest}" if highest is not None else ""
    return words + (", or null" if number is not definition else "")
