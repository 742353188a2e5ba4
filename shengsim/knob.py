"""How a rule is declared: a chapter is a model, a knob a field of it, a choice an enum member.

Words and rulebook IDs are data beside each knob and choice; the record that kernels read, the
schema that editors read and the rules in words all come from this one declaration.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from shengsim.cards import RANK_NAMES

YES_WORDS = {"true": True, "on": True, "false": False, "off": False}
YES_NAMES = {True: "on", False: "off"}


class RuleEnum(IntEnum):
    """The choices of a knob: value, the rule in words, rulebook IDs. UPPER here, lower_snake in YAML."""

    words: str
    ids: str

    def __new__(cls, value: int, words: str = "", ids: str = "") -> RuleEnum:
        """A choice; the enum calls this with what stands behind the ``=``."""
        member = int.__new__(cls, value)
        member._value_ = value
        member.words = words
        member.ids = ids
        return member

    @property
    def yaml(self) -> str:
        """The choice as a variant file writes it."""
        return self.name.lower()


class RankKnob(RuleEnum):
    """A rank as a choice, written 2 to 10, J, Q, K, A."""

    TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)

    @property
    def yaml(self) -> str:
        """The rank's name."""
        return RANK_NAMES[self]


def knob(default: Any, words: str, ids: str, **limits: Any) -> Any:
    """Declares a knob: its default, what it decides, its rulebook IDs, and limits such as ``ge``."""
    return Field(default, description=words, json_schema_extra={"ids": ids}, **limits)


class Chapter(BaseModel):
    """The knobs of one chapter of a rulebook."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @field_validator("*", mode="before")
    @classmethod
    def _read_choice(cls, value: object, info: ValidationInfo) -> object:
        kind = _kind(cls.model_fields[info.field_name or ""])
        if isinstance(kind, type) and issubclass(kind, RuleEnum):
            return _choice(kind, value)
        if get_origin(kind) is tuple and isinstance(value, list):
            item = get_args(kind)[0]
            is_choice = isinstance(item, type) and issubclass(item, RuleEnum)
            return tuple(_choice(item, part) if is_choice else part for part in value)
        if get_origin(kind) is dict:
            return _choices_by_choice(get_args(kind)[0], get_args(kind)[1], value)
        if kind is bool and isinstance(value, str):
            return YES_WORDS.get(value.lower(), value)
        return value


def _choice(kind: type[RuleEnum], value: object) -> RuleEnum:
    if isinstance(value, kind):
        return value
    # `false` and `off`, `true` and `on` mean the same in a variant, and a rank may be a bare number.
    word = YES_NAMES[value] if isinstance(value, bool) else "" if value is None else str(value)
    for member in kind:
        if member.yaml.lower() == word.lower().replace("-", "_"):
            return member
    choices = ", ".join(member.yaml for member in kind)
    raise PydanticCustomError("choice", "must be one of {choices}", {"choices": choices})


def _choices_by_choice(key: type[RuleEnum], choice: type[RuleEnum], value: object) -> object:
    """A mapping of choices to choices; ``off`` is the empty one."""
    if value is False or (isinstance(value, str) and YES_WORDS.get(value.lower()) is False):
        return {}
    if not isinstance(value, dict):
        return value
    return {_choice(key, name): _choice(choice, part) for name, part in value.items()}


@dataclass(frozen=True)
class Knob:
    """A declared knob: its path (``follow.obligation``), kind, default, words and IDs."""

    path: str
    kind: Any
    default: Any
    words: str
    ids: str

    @property
    def choices(self) -> tuple[str, ...]:
        """The words a variant file may use, where they are few; empty for numbers and lists."""
        if isinstance(self.kind, type) and issubclass(self.kind, RuleEnum):
            return tuple(member.yaml for member in self.kind)
        return ("true", "false") if self.kind is bool else ()


def chapters(rules: type[BaseModel]) -> dict[str, type[Chapter]]:
    """The chapters of a family's rules, in the order they are declared."""
    return {
        name: field.annotation
        for name, field in rules.model_fields.items()
        if isinstance(field.annotation, type) and issubclass(field.annotation, Chapter)
    }


@cache
def knobs(rules: type[BaseModel]) -> tuple[Knob, ...]:
    """Every knob of a family's rules, in the order they are declared."""
    return tuple(
        Knob(f"{name}.{knob_name}", _kind(field), field.default, field.description or "", _ids(field))
        for name, chapter in chapters(rules).items()
        for knob_name, field in chapter.model_fields.items()
    )


def _kind(field: FieldInfo) -> Any:
    """The type of a knob's value; of ``T | None`` the T, since None means: worked out from others."""
    parts = [part for part in get_args(field.annotation) if part is not type(None)]
    is_optional = type(None) in get_args(field.annotation)
    return parts[0] if is_optional and len(parts) == 1 else field.annotation


def _ids(field: FieldInfo) -> str:
    extra = field.json_schema_extra
    return str(extra.get("ids", "")) if isinstance(extra, dict) else ""


def yaml_value(value: Any) -> Any:
    """A knob's value as a variant file writes it."""
    if isinstance(value, RuleEnum):
        return value.yaml
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        return {
            fields[name].alias or name: yaml_value(part)
            for name, part in value
            if part != fields[name].default
        }
    if isinstance(value, dict):
        return {yaml_value(key): yaml_value(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [yaml_value(part) for part in value]
    return value


def value_at(rules: BaseModel, path: str) -> Any:
    """A knob's value by its path."""
    chapter, name = path.split(".")
    return getattr(getattr(rules, chapter), name)


Tables = Mapping[str, Mapping[str, tuple[int, ...]]]
"""``{chapter: {table: shape}}``: what a family works out from its knobs when a variant is loaded."""


def rules_dtype(rules: type[BaseModel], tables: Tables) -> Any:
    """The numpy dtype of the record that kernels read: ``rules.chapter.knob``, an int64 each.

    A list-valued knob has no field of its own: a family turns it into one of its tables.
    """
    import numpy as np

    def fields(name: str, chapter: type[Chapter]) -> list[Any]:
        singles = [name for name, field in chapter.model_fields.items() if get_origin(_kind(field)) is None]
        shapes = tables.get(name, {})
        return [(single, np.int64) for single in singles] + [
            (n, np.int64, shape) for n, shape in shapes.items()
        ]

    return np.dtype([(name, np.dtype(fields(name, chapter))) for name, chapter in chapters(rules).items()])


def write_knobs(rules: BaseModel, record: Any) -> None:
    """Writes every knob with one whole number into a rules record; tables are left to the family."""
    from shengsim import fields

    for name in chapters(type(rules)):
        for knob_name, value in getattr(rules, name):
            if isinstance(value, int):
                fields.put(fields.get(record, name), knob_name, int(value))
