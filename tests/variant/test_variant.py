"""Variants: what differs from a base, resolved; and every fault of a file, with its place, all at once."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from shengsim.errors import InputError
from shengsim.games import FAMILIES
from shengsim.knob import Chapter, knob, knobs, yaml_value
from shengsim.variant.variant import (
    BY_DEFAULT,
    Variant,
    find_variant,
    load_variant,
    shipped_variants,
)

HEAD = "name: v\nfamily: shengji\n"
KNOBS = {each.path: each for each in knobs(FAMILIES["shengji"].RULES)}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, so that messages name files as the tests write them."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(text: str, name: str = "v.yaml") -> str:
    """A file in the working folder; its name."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return name


def load(text: str) -> Variant:
    """The variant that `text` is."""
    return load_variant(write(text))


def faults(text: str) -> list[str]:
    """The lines of the error that `text` gives."""
    return faults_of(write(text))


def faults_of(name: str) -> list[str]:
    """The lines of the error that loading `name` gives."""
    with pytest.raises(InputError) as caught:
        load_variant(name)
    return [str(fault) for fault in caught.value.faults]


def outcome(name: str) -> Variant | InputError:
    """What loading `name` gives; any other exception is a bug."""
    try:
        return load_variant(name)
    except InputError as error:
        return error


# What ships


def test_load_variant_that_ships_has_every_default() -> None:
    variant = load_variant("bashi-fen")
    assert (variant.name, variant.family.NAME, variant.base) == ("bashi-fen", "shengji", None)
    assert variant.values() == {path: yaml_value(each.default) for path, each in KNOBS.items()}
    assert variant.origins == dict.fromkeys(KNOBS, BY_DEFAULT)
    assert variant.file == "variants/shengji/bashi-fen.yaml"
    assert variant.source == ("002",)
    assert variant.summary


def test_shipped_variants_are_sorted_and_load() -> None:
    shipped = shipped_variants()
    assert list(shipped) == sorted(shipped)
    assert "bashi-fen" in shipped
    for name, path in shipped.items():
        variant = load_variant(name)
        assert variant.name == name == path.stem
        assert path.parent.name == variant.family.NAME
        assert load_variant(str(path)).key() == variant.key()


def test_find_variant_by_path_or_by_name() -> None:
    assert find_variant("x.yaml") == (Path("x.yaml"), "x.yaml")
    assert find_variant("x.yml") == (Path("x.yml"), "x.yml")
    assert find_variant("sub/x") == (Path("sub/x"), "sub/x")
    path, shown_as = find_variant("bashi-fen")
    assert path.is_file()
    assert shown_as == "variants/shengji/bashi-fen.yaml"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("bashi-fn", "'bashi-fn': no variant that ships has this name; did you mean 'bashi-fen'?"),
        ("Bashi_Fen", "'Bashi_Fen': no variant that ships has this name; did you mean 'bashi-fen'?"),
        ("bridge-club", "'bridge-club': no variant that ships has this name"),
        ("", "'': no variant that ships has this name"),
        ("gone.yaml", "gone.yaml: cannot be read: No such file or directory"),
        ("./", "./: cannot be read: Is a directory"),
        ("a\0.yaml", "a\\x00.yaml: cannot be read: embedded null byte"),
    ],
)
def test_load_variant_that_is_not_there(name: str, line: str) -> None:
    assert faults_of(name) == [line]


# Resolving


@pytest.mark.parametrize(
    "rules",
    [
        "rules:\n  lead:\n    pairs: false\n  levels: {start: 10}\n",
        "rules:\n  lead.pairs: false\n  levels.start: 10\n",
        "rules: {levels.start: '10', lead: {pairs: off}}\n",
        'rules: {"levels.start": 10, "lead.pairs": FALSE}\n',
    ],
)
def test_nested_and_dotted_spelling_are_the_same(rules: str) -> None:
    variant = load(HEAD + rules)
    assert variant.rules.lead.pairs is False
    assert variant.values()["levels.start"] == "10"
    changed = {path for path, origin in variant.origins.items() if origin != BY_DEFAULT}
    assert changed == {"lead.pairs", "levels.start"}
    same = load_variant(
        write("name: w\nbase: bashi-fen\nrules: {levels.start: 10, lead.pairs: false}", "w.yaml")
    )
    assert variant.rules == same.rules
    assert variant.key() == same.key()


def with_choice(path: str, choice: str) -> str:
    """A variant that makes a choice, and another where the choice would contradict the default."""
    companion = "bidding.no_trump: joker_pair, " if choice == "first_joker_pair" else ""
    companion += f"levels.start: {choice}, levels.end: A, " if path == "deck.lowest_rank" else ""
    return f"{HEAD}rules: {{{companion}{path}: {choice}}}"


def test_key_is_that_of_what_is_played() -> None:
    default = load_variant("bashi-fen").key()
    assert (
        load("name: other\nfamily: shengji\nsummary: Other words.\nrules: {throw.allowed: true}").key()
        == default
    )
    keys = {load(with_choice(path, choice)).key() for path, each in KNOBS.items() for choice in each.choices}
    assert default in keys
    n_other_choices = sum(
        len(each.choices) - (each.default is not None) for each in KNOBS.values() if each.choices
    )
    assert len(keys) == 1 + n_other_choices


def test_every_choice_of_every_knob_reads_back() -> None:
    for path, each in KNOBS.items():
        for choice in each.choices:
            values = load(with_choice(path, choice)).values()
            assert str(values[path]).lower() == choice.lower()


@pytest.mark.parametrize(
    "rules",
    [
        "{kitty: {multiplier: pow2_cards}, score.swap_at: 120, bidding.no_trump: joker_pair}",
        "{score.table: [{to: 35, declarers_gain: 1}, {from: 40, swap: true, opponents_gain: 2}]}",
    ],
)
def test_values_written_to_a_file_give_the_same_variant(rules: str) -> None:
    variant = load(f"{HEAD}rules: {rules}")
    assert variant.key() != load_variant("bashi-fen").key()
    text = yaml.safe_dump({"name": "w", "family": "shengji", "rules": variant.values()})
    assert load_variant(write(text, "w.yaml")).key() == variant.key()


def test_null_gives_back_what_is_worked_out() -> None:
    write(HEAD + "rules: {score.swap_at: 120}")
    variant = load_variant(write("name: w\nbase: v.yaml\nrules: {score.swap_at: null}", "w.yaml"))
    assert variant.values()["score.swap_at"] is None
    assert variant.key() == load_variant("bashi-fen").key()


@pytest.mark.parametrize("rules", ["", "rules:\n", "rules: {}\n", "rules: {lead: {}}\n"])
def test_no_rules_means_the_defaults(rules: str) -> None:
    assert load(HEAD + rules).key() == load_variant("bashi-fen").key()


@pytest.mark.parametrize(
    ("text", "source"), [("", ()), ("source: 002-93\n", ("002-93",)), ("source: [B1, B2]\n", ("B1", "B2"))]
)
def test_source_is_one_or_several(text: str, source: tuple[str, ...]) -> None:
    assert load(HEAD + text).source == source


def test_variant_does_not_change() -> None:
    variant = load(HEAD)
    with pytest.raises(AttributeError):
        variant.name = "w"  # type: ignore[misc]
    with pytest.raises(ValueError, match="frozen"):
        variant.rules.lead.pairs = False


# Bases


def test_base_chain_resolves_and_tells_origins() -> None:
    write(
        "name: grand\nbase: bashi-fen\nrules: {lead.pairs: false, levels.start: 3, levels.end: K}",
        "grand.yaml",
    )
    write("name: parent\nbase: grand.yaml\nrules: {levels: {start: 4}}", "parent.yaml")
    child = load(
        "name: child\nbase: parent.yaml\nsummary: A child.\nrules: {levels.start: 5, throw.allowed: false}"
    )
    assert child.base == "parent"
    assert {path: child.values()[path] for path in ("lead.pairs", "levels.start", "levels.end")} == {
        "lead.pairs": False,
        "levels.start": "5",
        "levels.end": "K",
    }
    assert {path: origin for path, origin in child.origins.items() if origin != BY_DEFAULT} == {
        "lead.pairs": "grand",
        "levels.start": "child",
        "levels.end": "grand",
        "throw.allowed": "child",
    }
    assert child.source == ()  # a base's source is not the variant's


def test_base_sets_a_knob_to_its_default_and_is_named_as_origin() -> None:
    variant = load(HEAD + "rules: {throw.allowed: true}")
    assert variant.origins["throw.allowed"] == "v"
    assert variant.key() == load_variant("bashi-fen").key()


def test_base_path_is_relative_to_the_file() -> None:
    write("name: base\nfamily: shengji\nrules: {lead.pairs: false}", "house/base.yaml")
    write("name: child\nbase: ../base.yaml", "house/sub/child.yaml")
    assert load_variant("house/sub/child.yaml").origins["lead.pairs"] == "base"


def test_base_with_the_family_repeated() -> None:
    assert load("name: v\nbase: bashi-fen\nfamily: shengji").base == "bashi-fen"


@pytest.mark.parametrize("base", ["v.yaml", "./v.yaml", "../{here}/v.yaml"])
def test_base_that_is_the_file_itself(base: str, here: Path) -> None:
    base = base.format(here=here.name)
    assert faults(f"name: v\nbase: {base}") == [
        f"v.yaml:2:7: base: '{base}' is based on this variant in turn"
    ]


def test_base_that_is_based_on_the_file() -> None:
    write("name: w\nfamily: shengji\nbase: v.yaml", "w.yaml")
    assert faults("name: v\nbase: w.yaml") == ["w.yaml:3:7: base: 'v.yaml' is based on this variant in turn"]


def test_base_in_a_circle_of_links() -> None:
    Path("loop.yaml").symlink_to("loop.yaml")
    (line,) = faults("name: v\nbase: loop.yaml")
    assert "loop.yaml" in line


def test_base_chain_of_any_length() -> None:
    n_files = 1500
    write("name: v0\nfamily: shengji", "v0.yaml")
    for n in range(1, n_files):
        write(f"name: v{n}\nbase: v{n - 1}.yaml", f"v{n}.yaml")
    result = outcome(f"v{n_files - 1}.yaml")
    assert isinstance(result, InputError) or result.base == f"v{n_files - 2}"


def test_base_that_ships_under_no_such_name() -> None:
    assert faults("name: v\nbase: bashi-fn") == [
        "v.yaml:2:7: base: no variant that ships is called 'bashi-fn'; did you mean 'bashi-fen'?"
    ]
    assert faults("name: v\nbase: ''") == ["v.yaml:2:7: base: no variant that ships is called ''"]


def test_base_that_cannot_be_read() -> None:
    assert faults("name: v\nbase: gone.yaml") == [
        "v.yaml:2:7: base: 'gone.yaml' cannot be read: No such file or directory"
    ]


def test_base_that_is_no_file_keeps_nobody_waiting() -> None:
    os.mkfifo("pipe.yaml")
    for name in ("pipe.yaml", "/dev/null", "./"):
        assert faults(f"name: v\nbase: {name}") == [f"v.yaml:2:7: base: '{name}' is no file"]


def test_fault_in_a_base_names_the_base() -> None:
    write("name: base\nfamily: shengji\nrules: {lead.pairs: maybe}", "base.yaml")
    assert faults("name: v\nbase: base.yaml") == [
        "base.yaml:3:21: rules.lead.pairs: must be true or false, not 'maybe'"
    ]


def test_fault_in_a_base_of_another_folder_names_a_path_that_exists() -> None:
    write("name: base\nfamily: shengji\nrules: {lead.pairs: maybe}", "house/base.yaml")
    write("name: child\nbase: base.yaml", "house/child.yaml")
    assert faults_of("house/child.yaml") == [
        "house/base.yaml:3:21: rules.lead.pairs: must be true or false, not 'maybe'"
    ]


def test_faults_of_a_file_and_its_base_together() -> None:
    write("name: Base\nfamily: shengji", "base.yaml")
    assert faults("name: V\nbase: base.yaml") == [
        "base.yaml:1:7: name: must be lower-case words joined by hyphens, not 'Base'",
        "v.yaml:1:7: name: must be lower-case words joined by hyphens, not 'V'",
    ]


class OtherChapter(Chapter):
    bombs: bool = knob(True, "Whether there are bombs.", "001-1")


class OtherRules(BaseModel):
    lead: OtherChapter = Field(default_factory=OtherChapter)


def test_base_of_another_family(monkeypatch: pytest.MonkeyPatch) -> None:
    other = SimpleNamespace(NAME="other", RULES=OtherRules, contradictions=lambda rules: [])
    monkeypatch.setitem(FAMILIES, "other", other)  # type: ignore[arg-type]
    assert load("name: v\nfamily: other\nrules: {lead.bombs: false}").rules.lead.bombs is False
    assert faults("name: v\nfamily: other\nbase: bashi-fen") == [
        "v.yaml:2:9: family: the base 'bashi-fen' belongs to shengji"
    ]
    write("name: w\nfamily: other", "w.yaml")
    assert load("name: v\nbase: w.yaml").family is other
    assert faults("name: v\nbase: w.yaml\nrules: {kitty.measure: all_cards}") == [
        "v.yaml:3:9: rules.kitty.measure: there is no knob 'kitty.measure'"
    ]


# Faults


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[]", "v.yaml:1:1: must be a mapping with a name and a family or base"),
        ("7", "v.yaml:1:1: must be a mapping with a name and a family or base"),
        ("null", "v.yaml:1:1: must be a mapping with a name and a family or base"),
        ("bashi-fen", "v.yaml:1:1: must be a mapping with a name and a family or base"),
        ("- name: v", "v.yaml:1:1: must be a mapping with a name and a family or base"),
        ("", "v.yaml:1:1: is empty"),
        ("# nothing", "v.yaml:1:1: is empty"),
        ("family: shengji", "v.yaml:1:1: name is missing"),
        ("name: v", "v.yaml:1:1: needs a family or a base"),
        ("name: v\nfamily: ''", "v.yaml:1:1: needs a family or a base"),
        ("name: v\nfamily: bridge", "v.yaml:2:9: family: no family is called 'bridge'"),
        (
            "name: v\nfamily: shenji\nbase: bashi-fen",
            "v.yaml:2:9: family: no family is called 'shenji'; did you mean 'shengji'?",
        ),
        ("family: shengji\nname: 7", "v.yaml:2:7: name: must be text, not 7"),
        ("family: shengji\nname:", "v.yaml:2:6: name: must be text, not null"),
        ("family: shengji\nname: [v]", "v.yaml:2:7: name: must be text, not a list"),
        (
            "family: shengji\nname: Red Fives",
            "v.yaml:2:7: name: must be lower-case words joined by hyphens, not 'Red Fives'",
        ),
        (
            "family: shengji\nname: v-",
            "v.yaml:2:7: name: must be lower-case words joined by hyphens, not 'v-'",
        ),
        (HEAD + "summary: [a]", "v.yaml:3:10: summary: must be text, not a list"),
        (HEAD + "rulez: {}", "v.yaml:3:1: rulez: is not part of a variant file; did you mean 'rules'?"),
        (HEAD + "deck: 2", "v.yaml:3:1: deck: is not part of a variant file"),
        (HEAD + "rules: []", "v.yaml:3:8: rules: must be a mapping, not a list"),
        (HEAD + "rules: lead.pairs", "v.yaml:3:8: rules: must be a mapping, not 'lead.pairs'"),
        (
            HEAD + "rules:\n  leed: {pairs: true}",
            "v.yaml:4:3: rules.leed: is no chapter of the rules; did you mean 'lead'?",
        ),
        (HEAD + "rules:\n  7: {}", "v.yaml:4:3: rules[7]: is no chapter of the rules"),
        (HEAD + "rules: {lead: }", "v.yaml:3:15: rules.lead: must be a mapping of knobs, not null"),
        (HEAD + "rules: {lead: [a]}", "v.yaml:3:15: rules.lead: must be a mapping of knobs, not a list"),
        (
            HEAD + "rules:\n  lead:\n    pears: true",
            "v.yaml:5:5: rules.lead.pears: there is no knob 'lead.pears'; did you mean 'lead.pairs'?",
        ),
        (
            HEAD + "rules:\n  lead.pears: true",
            "v.yaml:4:3: rules.lead.pears: there is no knob 'lead.pears'; did you mean 'lead.pairs'?",
        ),
        (
            HEAD + "rules: {lead.pairs: true, lead: {pairs: true}}",
            "v.yaml:3:34: rules.lead.pairs: lead.pairs is set twice",
        ),
        (
            HEAD + "rules: {lead.pairs: ture}",
            "v.yaml:3:21: rules.lead.pairs: must be true or false, not 'ture'; did you mean 'true'?",
        ),
        (HEAD + "rules: {lead.pairs: 1}", "v.yaml:3:21: rules.lead.pairs: must be true or false, not 1"),
        (
            HEAD + "rules: {throw: {failed: lowst}}",
            "v.yaml:3:25: rules.throw.failed: must be one of lowest, leader_choice, challenger_choice, "
            "first_in_turn, lose_round, not 'lowst'; did you mean 'lowest'?",
        ),
        (
            HEAD + "rules: {bidding.no_trump: true}",
            "v.yaml:3:27: rules.bidding.no_trump: must be one of off, joker_pair, not true",
        ),
        (
            HEAD + "rules: {follow.protect: [a, b]}",
            "v.yaml:3:25: rules.follow.protect: must be one of none, tractors, longer_tuples, both, "
            "not a list",
        ),
        (HEAD + "rules: {score.step: 4}", "v.yaml:3:21: rules.score.step: must be at least 5, not 4"),
        (
            HEAD + "rules: {score.swap_at: 2001}",
            "v.yaml:3:24: rules.score.swap_at: must be at most 2000, not 2001",
        ),
        (
            HEAD + "rules: {score.step: 7.5}",
            "v.yaml:3:21: rules.score.step: must be a whole number, not 7.5",
        ),
        (
            HEAD + "rules: {score.step: twenty}",
            "v.yaml:3:21: rules.score.step: must be a whole number, not 'twenty'",
        ),
        (
            HEAD + "rules: {deal.kitty_size: 9}",
            "v.yaml:3:26: rules.deal.kitty_size: 108 cards (table.decks) less a kitty of 9 do not deal out "
            "evenly to 4 (table.players)",
        ),
        (
            HEAD + "rules: {levels: {start: A, end: 10}}",
            "v.yaml:3:25: rules.levels.start: the first level lies above the last (10, levels.end)",
        ),
        (
            HEAD + "rules: {levels: {end: 2}, levels.start: 3}",
            "v.yaml:3:41: rules.levels.start: the first level lies above the last (2, levels.end)",
        ),
        ("name: v\nname: w\nfamily: shengji", "v.yaml:2:1: name: given twice; first at line 1"),
    ],
)
def test_one_fault(text: str, line: str) -> None:
    assert faults(text) == [line]


def test_contradiction_with_a_base_is_told_at_the_file() -> None:
    write("name: base\nfamily: shengji\nrules: {levels.start: 10}", "base.yaml")
    assert faults("name: v\nbase: base.yaml\nrules:\n  levels.end: 5") == [
        "v.yaml:4:3: rules: the first level lies above the last (5, levels.end)"
    ]


def test_all_faults_at_once() -> None:
    assert faults(
        """\
name: All Wrong
family: shengji
sumary: x
source: [B1]
rules:
  table:
    players: 13
  deal: {kitty_size: 9}
  levels.start: A
  levels.end: 10
  lead.pears: true
  lead: {pairs: ture}
  leed: {}
"""
    ) == [
        "v.yaml:1:7: name: must be lower-case words joined by hyphens, not 'All Wrong'",
        "v.yaml:3:1: sumary: is not part of a variant file; did you mean 'summary'?",
        "v.yaml:7:14: rules.table.players: must be at most 12, not 13",
        "v.yaml:8:22: rules.deal.kitty_size: 108 cards (table.decks) less a kitty of 9 do not deal out "
        "evenly to 4 (table.players)",
        "v.yaml:9:17: rules.levels.start: the first level lies above the last (10, levels.end)",
        "v.yaml:11:3: rules.lead.pears: there is no knob 'lead.pears'; did you mean 'lead.pairs'?",
        "v.yaml:12:17: rules.lead.pairs: must be true or false, not 'ture'; did you mean 'true'?",
        "v.yaml:13:3: rules.leed: is no chapter of the rules; did you mean 'lead'?",
    ]


def test_a_family_of_the_wrong_kind_is_one_fault() -> None:
    assert faults("name: v\nfamily: 7") == ["v.yaml:2:9: family: must be text, not 7"]
    assert faults("name: v\nbase: [bashi-fen]") == ["v.yaml:2:7: base: must be text, not a list"]


@pytest.mark.parametrize(
    ("source", "shown"), [("7", "7"), ("{a: b}", "a mapping"), ("[B1, 93]", "93"), ("[[B1]]", "a list")]
)
def test_a_source_of_the_wrong_kind_is_told_once(source: str, shown: str) -> None:
    (line,) = faults(f"{HEAD}source: {source}")
    assert line.startswith("v.yaml:3:")
    assert line.endswith(f"not {shown}")


def test_a_number_for_a_key_is_placed_at_the_key() -> None:
    assert faults(HEAD + "0: x") == ["v.yaml:3:1: [0]: is not part of a variant file"]


def test_knobs_are_checked_even_if_the_base_is_missing() -> None:
    # The family is given, so that nothing but the base itself is unknown.
    assert faults(HEAD + "base: bashi-fn\nrules: {lead.pears: true}") == [
        "v.yaml:3:7: base: no variant that ships is called 'bashi-fn'; did you mean 'bashi-fen'?",
        "v.yaml:4:9: rules.lead.pears: there is no knob 'lead.pears'; did you mean 'lead.pairs'?",
    ]


# Any file

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(list(KNOBS))
)
anything = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6) | st.integers(), inner, max_size=4)
    ),
    max_leaves=8,
)
words = st.sampled_from(sorted({choice for each in KNOBS.values() for choice in each.choices}))
chapter_names = st.sampled_from(sorted({path.split(".")[0] for path in KNOBS}))
knob_names = st.sampled_from(sorted({path.split(".")[1] for path in KNOBS}))
settings_of_knobs = words | st.integers(-3, 130) | anything
rules_like = st.dictionaries(
    st.sampled_from(list(KNOBS)) | chapter_names | scalars,
    settings_of_knobs | st.dictionaries(knob_names | scalars, settings_of_knobs, max_size=3),
    max_size=5,
)
variants_like = st.fixed_dictionaries(
    {},
    optional={
        "name": st.sampled_from(["v", "red-fives"]) | anything,
        "family": st.sampled_from(["shengji", "shengji", "shenji"]) | anything,
        "base": st.sampled_from(["bashi-fen", "v.yaml", "gone.yaml", "."]) | anything,
        "source": st.lists(st.text(max_size=5), max_size=3) | anything,
        "summary": st.text(max_size=300) | anything,
        "rules": rules_like | rules_like | anything,
        "extra": anything,
    },
)


def sound_rules(path: str) -> st.SearchStrategy[Any]:
    """Settings that a knob may have."""
    choices = KNOBS[path].choices
    return st.tuples(st.just(path), st.sampled_from(choices) if choices else st.integers(4, 20))


nearly_sound = st.lists(st.sampled_from(list(KNOBS)).flatmap(sound_rules), max_size=12).map(
    lambda pairs: {"name": "v", "family": "shengji", "rules": dict(pairs)}
)


@given(anything | variants_like | nearly_sound)
@settings(
    deadline=None,
    max_examples=300,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_load_variant_gives_a_variant_or_an_input_error(data: object) -> None:
    name = write(yaml.safe_dump(data, allow_unicode=False))
    result = outcome(name)
    if isinstance(result, InputError):
        assert result.faults
        assert all(str(fault).isprintable() for fault in result.faults)
        assert all(fault.file for fault in result.faults)
    else:
        assert set(result.origins) == set(result.values()) == set(KNOBS)
        assert not result.family.contradictions(result.rules)
        again = {"name": result.name, "family": result.family.NAME, "rules": result.values()}
        assert load_variant(write(yaml.safe_dump(again), "again.yaml")).key() == result.key()


# Start-up


def test_load_variant_imports_neither_numba_nor_pandas() -> None:
    code = (
        "import sys\n"
        "from shengsim.variant.variant import load_variant\n"
        "load_variant('bashi-fen').key()\n"
        "heavy = {'numba', 'llvmlite', 'numpy', 'pandas', 'scipy', 'tqdm', 'click'}\n"
        "print(*sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
