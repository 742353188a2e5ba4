"""The schema: current, draft 7, and of one mind with loading on what a knob may be."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shengsim.errors import InputError
from shengsim.games import FAMILIES
from shengsim.games.family import Family
from shengsim.knob import Chapter, RankKnob, RuleEnum, chapters, knob, knobs, yaml_value
from shengsim.shipped import shipped_folder
from shengsim.variant.schema import schema, schema_path, schema_text, write_schemas
from shengsim.variant.source import parse_yaml, read_yaml
from shengsim.variant.variant import load_variant, shipped_variants

# What draft 7 does not know.
TOO_NEW = {"$defs", "$anchor", "$dynamicRef", "prefixItems", "dependentSchemas", "dependentRequired"}
TOO_NEW |= {"unevaluatedProperties", "unevaluatedItems", "minContains", "maxContains", "discriminator"}
KNOBS = [(family, each) for family in FAMILIES.values() for each in knobs(family.RULES)]
each_family = pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))
each_knob = pytest.mark.parametrize(("family", "each"), KNOBS, ids=lambda part: getattr(part, "path", ""))
SCHEMAS = {name: schema(family) for name, family in FAMILIES.items()}
VALIDATORS = {name: Draft7Validator(content) for name, content in SCHEMAS.items()}


def validates(text: str, family: str = "shengji") -> bool:
    """Whether a variant file agrees with the schema."""
    return VALIDATORS[family].is_valid(parse_yaml(text, "v.yaml").data)


def loads(text: str, folder: Path) -> bool:
    """Whether it loads."""
    path = folder / "v.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        load_variant(str(path))
    except InputError:
        return False
    return True


def takes(family: Family, path: str, value: object) -> bool:
    """Whether loading takes this value of a knob."""
    chapter, name = path.split(".")
    try:
        chapters(family.RULES)[chapter].model_validate({name: value})
    except ValidationError:
        return False
    return True


def nodes(node: Any) -> Iterator[dict[str, Any]]:
    """Every mapping within a schema."""
    if isinstance(node, dict):
        yield node
    for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from nodes(part)


# The file


@each_family
def test_schema_file_is_current(family: Family) -> None:
    assert schema_path(family).read_text(encoding="utf-8") == schema_text(family), "run `make schema`"


def test_schema_files_are_those_of_the_families() -> None:
    files = (shipped_folder("variants") / "schema").iterdir()
    assert {path.name for path in files} == {f"{name}.json" for name in FAMILIES}


def test_write_schemas_writes_these_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shengsim.variant.schema.shipped_folder", lambda name: tmp_path / name)
    write_schemas()
    for family in FAMILIES.values():
        written = (tmp_path / "variants" / "schema" / f"{family.NAME}.json").read_bytes()
        assert written == schema_text(family).encode()


@each_family
def test_schema_is_draft_7_and_complete(family: Family) -> None:
    content = SCHEMAS[family.NAME]
    Draft7Validator.check_schema(content)
    assert json.loads(json.dumps(content)) == content
    for node in nodes(content):
        assert not TOO_NEW & set(node)
        if "$ref" in node:
            assert set(node) == {"$ref"}  # draft 7 sees nothing beside it
            assert node["$ref"].removeprefix("#/definitions/") in content["definitions"]


@each_knob
def test_schema_of_a_knob_has_words_ids_and_default(family: Family, each: Any) -> None:
    definition = SCHEMAS[family.NAME]["definitions"][each.path]
    assert definition["description"].startswith(f"{each.words} ({each.ids})")
    assert definition["default"] == yaml_value(each.default)
    assert Draft7Validator(definition).is_valid(definition["default"])
    for choice in each.kind if isinstance(each.kind, type) and issubclass(each.kind, RuleEnum) else ():
        assert choice.yaml in definition["enum"]
        assert choice.words in definition["description"]
    rules = SCHEMAS[family.NAME]["properties"]["rules"]["properties"]
    chapter, name = each.path.split(".")
    assert rules[each.path] == rules[chapter]["properties"][name] == {"$ref": f"#/definitions/{each.path}"}


# Files of variants


@pytest.mark.parametrize("name", shipped_variants())
def test_a_shipped_variant_validates(name: str) -> None:
    path = shipped_variants()[name]
    errors = VALIDATORS[load_variant(name).family.NAME].iter_errors(read_yaml(path).data)
    assert [error.message for error in errors] == []


SOUND = [
    "name: v\nfamily: shengji",
    "name: v\nbase: bashi-fen",
    "name: v\nbase: bashi-fen\nfamily: shengji",
    "name: v\nfamily: shengji\nbase: null",
    "name: v\nfamily: shengji\nsource: B41\nsummary: Words.",
    "name: v\nfamily: shengji\nsource: [002-93, B41]",
    "name: v\nfamily: shengji\nsource: []\nrules:",
    "name: v\nfamily: shengji\nrules: {}",
    "name: v\nfamily: shengji\nrules: {lead: {}}",
    "name: v\nfamily: shengji\nrules: {lead: {pairs: off}}",
    "name: v\nfamily: shengji\nrules: {lead.pairs: off, throw: {allowed: false}}",
    "name: v\nfamily: shengji\nrules: {bidding: {no_trump: false, reinforce: off}}",
    "name: v\nfamily: shengji\nrules: {levels.start: 10, levels.end: K}",
    "name: v\nfamily: shengji\nrules: {levels: {start: '10', end: J}}",
    "name: v\nfamily: shengji\nrules: {score.swap_at: null, score.step: 40}",
    "name: v\nfamily: shengji\nrules: {score.table: [{to: 75}, {from: 80, swap: true, opponents_gain: 1}]}",
]
BROKEN = [
    "[]",
    "bashi-fen",
    "family: shengji",
    "name: v",
    "name: v\nbase: null",
    "name: 7\nfamily: shengji",
    "name: Red Fives\nfamily: shengji",
    "name: v-\nfamily: shengji",
    f"name: {'v' * 61}\nfamily: shengji",
    "name: v\nfamily: bridge",
    "name: v\nbase: [bashi-fen]",
    "name: v\nfamily: shengji\nsummary: [a]",
    f"name: v\nfamily: shengji\nsummary: {'a' * 201}",
    "name: v\nfamily: shengji\nsource: 93",
    "name: v\nfamily: shengji\nsource: [B1, 93]",
    "name: v\nfamily: shengji\nrulez: {}",
    "name: v\nfamily: shengji\nrules: []",
    "name: v\nfamily: shengji\nrules: {leed: {pairs: true}}",
    "name: v\nfamily: shengji\nrules: {lead: }",
    "name: v\nfamily: shengji\nrules: {lead: {pears: true}}",
    "name: v\nfamily: shengji\nrules: {lead.pears: true}",
    "name: v\nfamily: shengji\nrules: {lead.pairs: maybe}",
    "name: v\nfamily: shengji\nrules: {lead.pairs: 1}",
    "name: v\nfamily: shengji\nrules: {bidding.no_trump: true}",
    "name: v\nfamily: shengji\nrules: {throw: {failed: lowst}}",
    "name: v\nfamily: shengji\nrules: {score.step: 4}",
    "name: v\nfamily: shengji\nrules: {score.swap_at: 2001}",
    "name: v\nfamily: shengji\nrules: {score.step: 7.5}",
    "name: v\nfamily: shengji\nrules: {kitty.singles_throw: null}",
    "name: v\nfamily: shengji\nrules: {levels.start: 1}",
    "name: v\nfamily: shengji\nrules: {score.table: {to: 75}}",
    "name: v\nfamily: shengji\nrules: {score.table: [75]}",
    "name: v\nfamily: shengji\nrules: {score.table: [{till: 75}]}",
    "name: v\nfamily: shengji\nrules: {score.table: [{swap: maybe}]}",
]


@pytest.mark.parametrize("text", SOUND)
def test_a_sound_file_validates_and_loads(text: str, tmp_path: Path) -> None:
    assert (validates(text), loads(text, tmp_path)) == (True, True)


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_file_neither_validates_nor_loads(text: str, tmp_path: Path) -> None:
    assert (validates(text), loads(text, tmp_path)) == (False, False)


@pytest.mark.parametrize(
    ("rules", "in_schema", "in_loading"),
    [
        ("lead.pairs: true, lead: {pairs: true}", True, False),  # set twice
        ("levels: {start: A, end: 10}", True, False),  # a contradiction
        ("score.step: 40.0", True, False),  # JSON knows one kind of number
        ("follow.obligation: Suit-Only", False, True),  # another spelling
        ("lead.pairs: 'true'", False, True),
    ],
)
def test_where_schema_and_loading_differ(
    rules: str, in_schema: bool, in_loading: bool, tmp_path: Path
) -> None:
    text = f"name: v\nfamily: shengji\nrules: {{{rules}}}"
    assert (validates(text), loads(text, tmp_path)) == (in_schema, in_loading)


# What a knob may be

WORDS = {word for _, each in KNOBS for word in each.choices} - {"true", "false"}
VALUES: list[Any] = [*sorted(WORDS), True, False, None, "on", "", "maybe", "1", "11", 0.5, -7.25]
VALUES += [*range(-3, 42), 79, 80, 99, 100, 108, 1999, 2000, 2001, 10**6, -(10**6)]
VALUES += [[], {}, ["5"], [[]], [None], [{}] * 32, [{}] * 33, {"from": 0}]
VALUES += [
    [{field: value}]
    for field in ("from", "to", "swap", "declarers_gain", "opponents_gain", "odd")
    for value in (None, True, False, "on", "x", 0, -1, 40, 100, 101, 100_001, -100_001, 0.5, [], {})
]


def may_be_judged(each: Any, value: object) -> bool:
    """Not null for a choice called none: loading takes one for the other."""
    return value is not None or "none" not in each.choices


@each_knob
def test_schema_and_loading_take_the_same_values(family: Family, each: Any) -> None:
    validator = Draft7Validator(SCHEMAS[family.NAME]["definitions"][each.path])
    values = [value for value in VALUES if may_be_judged(each, value)]
    assert [value for value in values if validator.is_valid(value) != takes(family, each.path, value)] == []


def valid_values(definition: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a schema of ours allows."""
    if "enum" in definition:
        return st.sampled_from(definition["enum"])
    if "anyOf" in definition:
        return st.one_of([valid_values(part) for part in definition["anyOf"]])
    match definition["type"]:
        case "integer":
            numbers = st.integers(definition.get("minimum"), definition.get("maximum"))
            return numbers.map(lambda n: n - n % definition.get("multipleOf", 1))
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "array":
            return st.lists(valid_values(definition["items"]), max_size=min(definition.get("maxItems", 5), 5))
    assert definition["type"] == "object"
    if "propertyNames" in definition:
        names, parts = (valid_values(definition[key]) for key in ("propertyNames", "additionalProperties"))
        return st.dictionaries(names, parts, max_size=5)
    fields = {name: valid_values(part) for name, part in definition["properties"].items()}
    return st.fixed_dictionaries({}, optional=fields)


def random_rules(family: Family) -> st.SearchStrategy[dict[str, Any]]:
    """Rules with any knobs at any values, dotted."""
    found = SCHEMAS[family.NAME]["definitions"].items()
    return st.fixed_dictionaries({}, optional={path: valid_values(part) for path, part in found})


def nested(rules: dict[str, Any]) -> dict[str, Any]:
    """The same in chapters."""
    found: dict[str, Any] = {}
    for path, value in rules.items():
        chapter, name = path.split(".")
        found.setdefault(chapter, {})[name] = value
    return found


@each_family
@given(st.data())
@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_a_random_variant_validates_loads_and_validates_as_resolved(family: Family, data: Any) -> None:
    validator = VALIDATORS[family.NAME]
    dotted = data.draw(random_rules(family))
    head = {"name": "v", "family": family.NAME}
    for rules in (dotted, nested(dotted)):
        assert [error.message for error in validator.iter_errors(head | {"rules": rules})] == []
    resolved = family.RULES.model_validate(nested(dotted))
    values = {
        f"{chapter}.{name}": yaml_value(value)
        for chapter in chapters(family.RULES)
        for name, value in getattr(resolved, chapter)
    }
    assert [error.message for error in validator.iter_errors(head | {"rules": values})] == []
    assert family.RULES.model_validate(nested(values)) == resolved


@each_family
@given(st.data())
@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_any_value_of_any_knob_is_judged_alike(family: Family, data: Any) -> None:
    anything = st.recursive(
        st.none() | st.booleans() | st.integers(-10, 3000) | st.sampled_from(sorted(WORDS)),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["from", "to"]), inner),
        max_leaves=4,
    )
    each = data.draw(st.sampled_from(list(knobs(family.RULES))))
    value = data.draw(anything.filter(lambda value: may_be_judged(each, value)))
    validator = Draft7Validator(SCHEMAS[family.NAME]["definitions"][each.path])
    assert validator.is_valid(value) == takes(family, each.path, value)


# Kinds that only some family has


class Duty(RuleEnum):
    ON = 3, "They count.", "B2"
    OFF = 5, "They do not.", "B2"


class Row(BaseModel):
    """A row."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    low: int = Field(alias="from", ge=0)
    duty: Duty = Duty.OFF


class Follow(Chapter):
    """What followers owe."""

    duty: Duty = knob(Duty.ON, "Whether they count.", "B2")
    least: Duty | None = knob(None, "Whether they count at least.", "B2")
    rows: tuple[Row, ...] | None = knob(None, "The rows.", "B38")
    levels: tuple[RankKnob, ...] = knob((RankKnob.FIVE,), "Levels that must be played.", "B39", max_length=3)
    back: dict[RankKnob, RankKnob] = knob({}, "Levels to go back to.", "B40")


class Rules(BaseModel):
    follow: Follow = Field(default_factory=Follow)


@pytest.mark.parametrize(
    ("path", "valid", "invalid"),
    [
        ("duty", ["on", "off", True, False], [None, "true", "ON", 0, 1, 3]),
        ("least", ["on", False, None], ["maybe", 0]),
        (
            "rows",
            [None, [], [{"from": 0}], [{"from": 5, "duty": False}]],
            [[{}], [{"from": -1}], [{"low": 1}]],
        ),
        ("levels", [[], ["5", 10, "K"], [2]], [None, "5", ["1"], [1], ["2", "3", "4", "5"], [True]]),
        (
            "back",
            [{}, {"J": "2", 10: 5}, "off", False],
            [None, [], "on", True, {"J": "1"}, {"1": "J"}, {"J": None}],
        ),
    ],
)
def test_schema_of_other_kinds(path: str, valid: list[Any], invalid: list[Any]) -> None:
    family: Any = SimpleNamespace(NAME="toy", TITLE="Toy", RULES=Rules)
    content = schema(family)
    Draft7Validator.check_schema(content)
    validator = Draft7Validator(content)
    for values, is_valid in ((valid, True), (invalid, False)):
        for value in values:
            for rules in ({f"follow.{path}": value}, {"follow": {path: value}}):
                assert validator.is_valid({"name": "v", "family": "toy", "rules": rules}) is is_valid, value
    assert content["definitions"]["follow.levels"]["default"] == ["5"]
