"""JSON Schema of variant files, from which editors complete and check: ``python -m shengsim.variant.schema``.

Draft 7, since the YAML language server knows no later one. It says of each knob what loading it says,
except that it knows one spelling a word (loading takes ``Suit-Only`` too), and no contradictions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_origin

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from shengsim.games import FAMILIES
from shengsim.games.family import Family
from shengsim.knob import YES_NAMES, Chapter, Knob, RuleEnum, chapters, knobs, yaml_value
from shengsim.shipped import shipped_folder
from shengsim.variant.variant import VariantFile
from shengsim.variant.words import chapter_words

_FILE_WORDS = {
    "name": "Lower-case words joined by hyphens; the file is called so too.",
    "family": "The family of games. Not needed beside a base.",
    "base": "The variant from which this one differs: a name that ships, or a path from this file.",
    "source": "Rulebook IDs, or an address, of the rules.",
    "summary": "One sentence on what is special.",
    "rules": "What differs from the base, or from the family's defaults: chapters of knobs, or chapter.knob.",
}


def schema(family: Family) -> dict[str, Any]:
    """The schema of a family's variant files; rules nested and dotted."""
    known = list(knobs(family.RULES))
    properties = _properties(VariantFile)
    for name, words in _FILE_WORDS.items():
        properties[name]["description"] = words
    properties["family"] = {"description": _FILE_WORDS["family"], "enum": [family.NAME]}
    properties["rules"] = {
        "description": _FILE_WORDS["rules"],
        "type": ["object", "null"],
        "properties": _chapters(family, known) | {knob.path: _ref(knob) for knob in known},
        "additionalProperties": False,
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"A variant of {family.TITLE}",
        "type": "object",
        "properties": properties,
        "required": ["name"],
        "anyOf": [
            {"required": ["family"]},
            {"required": ["base"], "properties": {"base": {"type": "string"}}},
        ],
        "additionalProperties": False,
        "definitions": _definitions(family, known),
    }


def schema_path(family: Family) -> Path:
    """The file that ships a family's schema."""
    return shipped_folder("variants") / "schema" / f"{family.NAME}.json"


def schema_text(family: Family) -> str:
    """The content of that file."""
    return json.dumps(schema(family), indent=1, ensure_ascii=False) + "\n"


def _chapters(family: Family, known: list[Knob]) -> dict[str, Any]:
    return {
        name: {
            "description": chapter_words(chapter),
            "type": "object",
            "properties": {
                knob.path.split(".")[1]: _ref(knob) for knob in known if knob.path.split(".")[0] == name
            },
            "additionalProperties": False,
        }
        for name, chapter in chapters(family.RULES).items()
    }


def _ref(knob: Knob) -> dict[str, str]:
    return {"$ref": f"#/definitions/{knob.path}"}


def _definitions(family: Family, known: list[Knob]) -> dict[str, Any]:
    """The schema of each knob's value by its path."""
    found = {
        f"{name}.{knob}": definition
        for name, chapter in chapters(family.RULES).items()
        for knob, definition in _properties(chapter).items()
    }
    for knob in known:
        definition = found[knob.path]
        if knob.kind is bool:  # a knob may be on or off, a field of a table's row not
            may_be_null = [None] if definition.pop("anyOf", None) else []
            definition.pop("type", None)
            definition["enum"] = [True, False, *YES_NAMES.values(), *may_be_null]
        if get_origin(knob.kind) is dict:  # an empty mapping may be written off
            words = {key: definition.pop(key) for key in ("default", "description")}
            definition = words | {"anyOf": [definition, {"enum": [False, YES_NAMES[False]]}]}
        found[knob.path] = definition | {"description": _description(knob)}
    return found


def _description(knob: Knob) -> str:
    """The words and IDs of a knob and of each of its choices."""
    choices: list[RuleEnum] = []
    if isinstance(knob.kind, type) and issubclass(knob.kind, RuleEnum):
        choices = [choice for choice in knob.kind if choice.words]
    lines = [f"{choice.yaml}: {choice.words} ({choice.ids})" for choice in choices]
    return "\n\n".join([f"{knob.words} ({knob.ids})", *lines])


class _Generator(GenerateJsonSchema):
    """Writes choices and defaults as variant files do."""

    def enum_schema(self, schema: Any) -> JsonSchemaValue:
        kind: type[RuleEnum] = schema["cls"]
        words = [choice.yaml for choice in kind]
        numbers: list[Any] = [int(word) for word in words if word.isdigit()]
        bools: list[Any] = [value for value, word in YES_NAMES.items() if word in words]
        return {"enum": words + numbers + bools}

    def encode_default(self, dft: Any) -> Any:
        return yaml_value(dft)

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def _properties(model: type[Chapter] | type[VariantFile]) -> dict[str, dict[str, Any]]:
    """The schemas of a model's fields, each complete in itself."""
    whole = model.model_json_schema(schema_generator=_Generator)
    parts = {f"#/$defs/{name}": part for name, part in whole.get("$defs", {}).items()}
    return {name: _inlined(part, parts) for name, part in whole["properties"].items()}


def _inlined(node: Any, parts: Mapping[str, Any]) -> Any:
    """``node`` with what it refers to in its place: draft 7 sees nothing that stands beside a $ref."""
    if isinstance(node, list):
        return [_inlined(part, parts) for part in node]
    if not isinstance(node, dict):
        return node
    node = parts.get(node.get("$ref", ""), {}) | {key: part for key, part in node.items() if key != "$ref"}
    # Names of Python classes and the IDs, which the description has, mean nothing to an editor.
    return {
        key: _inlined(part, parts)
        for key, part in node.items()
        if not (key in ("title", "ids") and isinstance(part, str))
    }


def write_schemas() -> None:
    """Writes every family's schema to the file that ships it."""
    for family in FAMILIES.values():
        path = schema_path(family)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(schema_text(family), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_schemas()
