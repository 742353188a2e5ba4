"""Templates: they load as printed, with any knob set and with all, and then say what the base says."""

import re
from pathlib import Path

import pytest

from shengsim.errors import InputError
from shengsim.games import FAMILIES
from shengsim.knob import RuleEnum, knobs
from shengsim.variant.template import WIDTH, template
from shengsim.variant.variant import Variant, load_variant, shipped_variants

KNOB_LINE = re.compile(r"^  #([a-z_0-9]+\.[a-z_0-9]+): .+$")
BASE = """\
name: house
base: bashi-fen
rules:
  score.table: [{to: 35, declarers_gain: 1}, {from: 40, swap: true}]
  score.swap_at: 100
  bidding: {no_trump: joker_pair, jokers_extend: true}
  levels: {start: 10, end: Q}
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder with a variant to begin from."""
    monkeypatch.chdir(tmp_path)
    Path("house.yaml").write_text(BASE)


def load(text: str) -> Variant:
    """The variant that `text` is."""
    Path("mine.yaml").write_text(text)
    return load_variant("mine.yaml")


def knob_lines(lines: list[str]) -> dict[str, int]:
    """Where each knob stands commented out."""
    found = [(KNOB_LINE.match(line), number) for number, line in enumerate(lines)]
    return {match[1]: number for match, number in found if match}


def set_lines(lines: list[str], numbers: set[int]) -> str:
    """The file with the knobs of these lines set."""
    return "\n".join(
        line.replace("#", "", 1) if number in numbers else line for number, line in enumerate(lines)
    )


BASES = [None, "house.yaml", *shipped_variants()]


@pytest.mark.parametrize("base", BASES)
def test_template_loads_as_it_stands_and_changes_nothing(base: str | None) -> None:
    variant = load(template("mine", base))
    same = load_variant(base or "bashi-fen")
    assert (variant.name, variant.source, variant.summary) == ("mine", (), "")
    assert variant.base == (None if base is None else same.name)
    assert variant.key() == same.key()
    assert "mine" not in variant.origins.values()


@pytest.mark.parametrize("base", [None, "house.yaml"])
def test_template_has_every_knob_and_each_may_be_set_alone(base: str | None) -> None:
    lines = template("mine", base).splitlines()
    where = knob_lines(lines)
    same = load_variant(base or "bashi-fen")
    assert list(where) == [knob.path for knob in knobs(same.family.RULES)]
    for path, number in where.items():
        variant = load(set_lines(lines, {number}))
        assert {each for each, origin in variant.origins.items() if origin == "mine"} == {path}
        assert variant.key() == same.key()


@pytest.mark.parametrize("base", BASES)
def test_template_with_every_knob_set(base: str | None) -> None:
    lines = template("mine", base).splitlines()
    variant = load(set_lines(lines, set(knob_lines(lines).values())))
    assert set(variant.origins.values()) == {"mine"}
    assert variant.key() == load_variant(base or "bashi-fen").key()


@pytest.mark.parametrize("family", FAMILIES)
def test_template_shows_words_ids_and_choices(family: str) -> None:
    text = template("mine", family=family)
    assert text.startswith(f"# yaml-language-server: $schema=../schema/{family}.json\nname: mine\n")
    comments = " ".join(re.sub(r"^ *# ?", "", line).strip() for line in text.splitlines())
    for knob in knobs(FAMILIES[family].RULES):
        assert f"{knob.words} ({knob.ids})" in comments
        if isinstance(knob.kind, type) and issubclass(knob.kind, RuleEnum):
            assert all(choice.yaml in comments and choice.words in comments for choice in knob.kind)


def test_template_shows_limits_and_fields() -> None:
    lines = template("mine").splitlines()
    where = knob_lines(lines)
    assert lines[where["kitty.singles_throw"] - 1] == "  #   a whole number from 2 to 3"
    assert lines[where["score.step"] - 1] == "  #   a whole number from 5 to 2000, or null"
    assert lines[where["lead.pairs"] - 1] == "  #   true or false"
    assert lines[where["levels.end"] - 1] == "  #   2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A"
    assert "[{from, to, swap, declarers_gain, opponents_gain}, ...]" in "\n".join(lines)


def test_template_of_a_base_has_its_values() -> None:
    lines = template("mine", "house.yaml").splitlines()
    assert "base: house.yaml" in lines
    assert "  #levels.start: 10" in lines
    assert "  #score.table: [{to: 35, declarers_gain: 1}, {from: 40, swap: true}]" in lines


def test_template_is_narrow() -> None:
    assert max(map(len, template("mine").splitlines())) <= WIDTH


@pytest.mark.parametrize("name", ["true", "null", "7", "1e6", "007", "no", "a" * 60])
def test_template_of_a_name_that_yaml_takes_for_something_else(name: str) -> None:
    assert load(template(name)).name == name


@pytest.mark.parametrize("base", ["a b.yaml", "a #b.yaml", "- a.yaml", "[a].yaml", "甩: 牌.yaml", 'a"b.yaml'])
def test_template_of_a_base_whose_name_must_be_quoted(base: str) -> None:
    Path(base).write_text("name: odd\nfamily: shengji\n")
    assert load(template("mine", base)).base == "odd"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("Mine",), "'Mine': a variant's name must be lower-case words joined by hyphens"),
        (("",), "'': a variant's name must be"),
        (("a" * 61,), "a variant's name must be"),
        (("a\nb: c",), "'a\\nb: c': a variant's name must be"),
        (("mine", "bashi-fn"), "'bashi-fn': no variant that ships has this name; did you mean 'bashi-fen'?"),
        (("mine", None, "shenji"), "'shenji': no family is called so; did you mean 'shengji'?"),
    ],
)
def test_template_of_what_is_none(arguments: tuple[str, ...], line: str) -> None:
    with pytest.raises(InputError) as caught:
        template(*arguments)
    assert line in str(caught.value)


def test_template_of_a_base_and_another_family(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other:
        NAME = "other"

    monkeypatch.setitem(FAMILIES, "other", Other)  # type: ignore[arg-type]
    assert template("mine", "bashi-fen", "shengji") == template("mine", "bashi-fen")
    with pytest.raises(InputError, match=r"house\.yaml: is of the family shengji, not other"):
        template("mine", "house.yaml", "other")
