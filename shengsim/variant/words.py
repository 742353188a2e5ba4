"""The rules of a variant in words, with their source IDs: nothing but what the knobs declare.

A number that the variant leaves to its other knobs is asked of the family's engine, so that what is
said is what is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_origin

from pydantic import BaseModel

from shengsim.knob import Chapter, Knob, RuleEnum, chapters, knobs, value_at, yaml_value
from shengsim.variant.variant import Variant


@dataclass(frozen=True)
class KnobInWords:
    """A knob and what a variant answers it, a line for each row of a table.

    ``value`` is as a variant file writes it; where it is None, ``worked_out`` is what is played.
    ``ids`` are those of the choice, or of the knob if the choice has none. ``differs`` is from the
    family's default, and ``origin`` the variant that set it.
    """

    path: str
    value: Any
    worked_out: Any
    words: str
    answer: tuple[str, ...]
    ids: tuple[str, ...]
    differs: bool
    origin: str


@dataclass(frozen=True)
class ChapterInWords:
    """A chapter of the rules: what it is about, and its knobs."""

    name: str
    words: str
    knobs: tuple[KnobInWords, ...]


def rules_in_words(variant: Variant) -> list[ChapterInWords]:
    """All rules of a variant, chapter by chapter as they are declared."""
    found = [knob_in_words(variant, knob) for knob in knobs(variant.family.RULES)]
    return [
        ChapterInWords(
            name, chapter_words(chapter), tuple(knob for knob in found if knob.path.split(".")[0] == name)
        )
        for name, chapter in chapters(variant.family.RULES).items()
    ]


def knob_in_words(variant: Variant, knob: Knob) -> KnobInWords:
    """One knob of a variant."""
    value = value_at(variant.rules, knob.path)
    worked_out = _worked_out(variant, knob) if value is None else None
    said = _said(value if worked_out is None else worked_out)
    if worked_out is not None:
        said = (f"{said[0].removesuffix('.')}, worked out from the other rules.",)
    ids = value.ids if isinstance(value, RuleEnum) else ""
    return KnobInWords(
        path=knob.path,
        value=yaml_value(value),
        worked_out=yaml_value(worked_out),
        words=knob.words,
        answer=said,
        ids=tuple((ids or knob.ids).split()),
        differs=value != knob.default,
        origin=variant.origins[knob.path],
    )


def chapter_words(chapter: type[Chapter]) -> str:
    """What a chapter is about: the first paragraph of its docstring, on one line."""
    return " ".join((chapter.__doc__ or "").split("\n\n")[0].split())


def title(name: str) -> str:
    """A chapter's name as a heading."""
    return name.replace("_", " ").capitalize()


def yaml_text(value: Any) -> str:
    """A knob's value as a variant file writes it, on one line; what ``yaml_value`` gives comes in."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case list():
            return f"[{', '.join(yaml_text(part) for part in value)}]"
        case dict():
            return "{" + ", ".join(f"{key}: {yaml_text(part)}" for key, part in value.items()) + "}"
        case _:
            return str(value)


def _worked_out(variant: Variant, knob: Knob) -> Any:
    """What is played where a knob is left to the others; None if it is no single number or choice."""
    if get_origin(knob.kind) is not None:
        return None
    record = variant.family.engine().new_rules(variant.rules, plain=True)
    return knob.kind(int(value_at(record, knob.path)))


def _said(value: Any) -> tuple[str, ...]:
    match value:
        case None:
            return ("not given.",)
        case RuleEnum():
            return (value.words or f"{value.yaml}.",)
        case bool():
            return ("yes." if value else "no.",)
        case dict():
            rows = yaml_value(value).items()
            return (f"{_listed([f'{key} to {yaml_text(part)}' for key, part in rows])}.",)
        case list() | tuple() if any(isinstance(row, BaseModel) for row in value):
            return tuple(_row(row) for row in value)
        case list() | tuple():
            return (f"{_listed([yaml_text(yaml_value(item)) for item in value])}.",)
        case _:
            return (f"{value}.",)


def _row(row: BaseModel) -> str:
    """A row of a table: ``from 40, to 75, swap.``; what it leaves out is not said."""
    parts = []
    for name, value in yaml_value(row).items():
        shown = "" if value is True else f" {yaml_text(value)}"
        parts.append(name.replace("_", " ") + shown)
    return f"{', '.join(parts) or 'in every case'}."


def _listed(names: Sequence[str]) -> str:
    """``5, 10 and K``."""
    if len(names) < 2:
        return names[0] if names else "none"
    return f"{', '.join(names[:-1])} and {names[-1]}"
