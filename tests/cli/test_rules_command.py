"""``rules``, ``variants diff`` and ``variants new``: what they print, and how they fail."""

import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pydantic import BaseModel, Field

from shengsim.cli import main
from shengsim.cli.rules import WIDTH, wrapped
from shengsim.games import FAMILIES
from shengsim.knob import Chapter, chapters, knob, knobs
from shengsim.variant.variant import load_variant, shipped_variants

MINE = """\
name: mine
base: bashi-fen
source: [B41, "000-86"]
summary: Each card of the last trick's winning play counts two for the kitty, and nobody may throw at all.
rules:
  kitty: {multiplier: two_times_cards}
  throw.allowed: off
  kitty.points_allowed: true
  score.step: 20
  score.table: [{to: 75, declarers_gain: 1}, {from: 80, swap: true}]
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder with a variant in it."""
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text(MINE)


def call(*arguments: str) -> Result:
    """What the program does; errors that no user should see fail the test."""
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    return result


def output(*arguments: str) -> str:
    """What it prints when all is well."""
    result = call(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


class OtherChapter(Chapter):
    """What may be led."""

    bombs: bool = knob(True, "Whether there are bombs.", "001-1")


class OtherRules(BaseModel):
    lead: OtherChapter = Field(default_factory=OtherChapter)


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another family, and a variant of it."""
    family: Any = SimpleNamespace(
        NAME="other", TITLE="Other game", RULES=OtherRules, contradictions=lambda rules: []
    )
    monkeypatch.setitem(FAMILIES, "other", family)
    Path("other.yaml").write_text("name: other\nfamily: other\n")


@pytest.mark.parametrize(
    "arguments", [["rules", "-h"], ["variants", "diff", "-h"], ["variants", "new", "-h"]]
)
def test_help_imports_click_alone(arguments: list[str]) -> None:
    code = (
        "import sys\n"
        "from shengsim.cli import main\n"
        "try:\n"
        f"    main({arguments!r})\n"
        "except SystemExit as end:\n"
        "    assert end.code == 0\n"
        "heavy = {'numba', 'llvmlite', 'numpy', 'pandas', 'pydantic', 'scipy', 'yaml', 'tqdm'}\n"
        "print('imported:', *sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].strip() == "imported:"


# Rules


@pytest.mark.parametrize("name", [*shipped_variants(), "mine.yaml"])
def test_rules_has_every_chapter_and_knob_in_80_columns(name: str) -> None:
    text = output("rules", name)
    rules = load_variant(name).family.RULES
    assert max(map(len, text.splitlines())) <= WIDTH
    headings = re.findall(r"^([A-Z ]+)\. ", text, re.MULTILINE)
    assert headings == [chapter.upper().replace("_", " ") for chapter in chapters(rules)]
    shown = re.findall(r"^      ([a-z_0-9]+\.[a-z_0-9]+)(?=:| \()", text, re.MULTILINE)
    assert shown == [each.path for each in knobs(rules)]


def test_rules_says_rules_choices_and_ids() -> None:
    lines = output("rules", "bashi-fen").splitlines()
    at = lines.index("  Whether jokers may bid no trump: There are no bids for no trump.")
    assert lines[at + 1] == "      bidding.no_trump: off (B7)"
    at = lines.index("  Whether several components may be led at once: yes.")
    assert lines[at + 1] == "      throw.allowed: true (000-58 002-63 003-16)"
    assert "  The last level: A." in lines
    assert "80," in lines[lines.index("      score.swap_at: null (002-88)") - 2]
    assert not [line for line in lines if line.startswith("*") and "differs" not in line]


def test_rules_marks_what_differs_and_who_set_it() -> None:
    lines = output("rules", "mine.yaml").splitlines()
    assert lines[0].startswith("mine (Sheng ji): Each card of the last trick's")
    assert "Source: B41, 000-86" in lines
    assert [line for line in lines if line.startswith("* ")] == [
        "* differs from the defaults of Sheng ji",
        "* Whether several components may be led at once: no.",
        "* What the last trick multiplies the kitty's points by: 2 for each card.",
        "* Points a level; 20 a pack if not given: 20.",
        "* A table of its own, instead of one by swap and step:",
    ]
    assert "      kitty.multiplier: two_times_cards (000-86 B35; set by mine)" in lines
    assert "      kitty.points_allowed: true (002-31; set by mine)" in lines
    at = lines.index("* A table of its own, instead of one by swap and step:")
    assert lines[at + 1 : at + 3] == ["    - to 75, declarers gain 1.", "    - from 80, swap."]


def test_rules_json() -> None:
    shown = json.loads(output("rules", "mine.yaml", "--json"))
    assert (shown["name"], shown["family"], shown["base"]) == ("mine", "shengji", "bashi-fen")
    assert shown["source"] == ["B41", "000-86"]
    found = {each["path"]: each for chapter in shown["chapters"] for each in chapter["knobs"]}
    assert {path: each["value"] for path, each in found.items()} == load_variant("mine.yaml").values()
    assert found["kitty.multiplier"] == {
        "path": "kitty.multiplier",
        "value": "two_times_cards",
        "worked_out": None,
        "words": "What the last trick multiplies the kitty's points by.",
        "answer": ["2 for each card."],
        "ids": ["000-86", "B35"],
        "differs": True,
        "origin": "mine",
    }
    assert found["score.swap_at"]["worked_out"] == 80


def test_rules_of_another_family(other: None) -> None:
    assert output("rules", "other.yaml").splitlines() == [
        "other (Other game)",
        "* differs from the defaults of Other game",
        "",
        "LEAD. What may be led.",
        "",
        "  Whether there are bombs: yes.",
        "      lead.bombs: true (001-1)",
    ]


@pytest.mark.parametrize(
    "arguments", [["rules"], ["variants", "diff", "bashi-fen"], ["variants", "new", "v", "--base"]]
)
def test_unknown_variant_exits_2(arguments: list[str]) -> None:
    result = call(*arguments, "bashi-fn")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "'bashi-fn': no variant that ships has this name; did you mean 'bashi-fen'?\n"


def test_wrapped_keeps_ids_whole() -> None:
    text = wrapped(" ".join(["002-35"] * 30), "  ", "    ")
    assert set(text.split()) == {"002-35"}
    assert max(map(len, text.splitlines())) <= WIDTH
    assert wrapped("x" * 100) == "x" * 100


# Diff


def test_variants_diff_has_paths_values_and_words() -> None:
    assert output("variants", "diff", "bashi-fen", "mine.yaml").splitlines() == [
        "throw.allowed: Whether several components may be led at once.",
        "  bashi-fen: true",
        "  mine: false",
        "kitty.multiplier: What the last trick multiplies the kitty's points by.",
        "  bashi-fen: pow2_length_plus_1",
        "      2 to the power of L + 1; for a single 2.",
        "  mine: two_times_cards",
        "      2 for each card.",
        "score.step: Points a level; 20 a pack if not given.",
        "  bashi-fen: null",
        "      40, worked out from the other rules.",
        "  mine: 20",
        "score.table: A table of its own, instead of one by swap and step.",
        "  bashi-fen: []",
        "      none.",
        "  mine: [{to: 75, declarers_gain: 1}, {from: 80, swap: true}]",
        "      to 75, declarers gain 1.",
        "      from 80, swap.",
    ]


def test_variants_diff_json() -> None:
    shown = json.loads(output("variants", "diff", "mine.yaml", "bashi-fen", "--json"))
    assert (shown["a"], shown["b"]) == ("mine", "bashi-fen")
    assert [each["path"] for each in shown["differences"]] == [
        *("throw.allowed", "kitty.multiplier", "score.step", "score.table"),
    ]
    kitty, step = shown["differences"][1:3]
    assert kitty["words"] == "What the last trick multiplies the kitty's points by."
    assert kitty["a"] == {
        "value": "two_times_cards",
        "worked_out": None,
        "words": ["2 for each card."],
        "ids": ["000-86", "B35"],
    }
    assert (step["a"]["value"], step["b"]["value"], step["b"]["worked_out"]) == (20, None, 40)


def test_variants_diff_says_so_when_nothing_differs() -> None:
    Path("same.yaml").write_text("name: same\nbase: mine.yaml\n")
    assert output("variants", "diff", "mine.yaml", "same.yaml") == "mine and same have the same rules.\n"
    assert json.loads(output("variants", "diff", "mine.yaml", "mine.yaml", "--json"))["differences"] == []


def test_variants_diff_of_one_name_shows_the_files() -> None:
    Path("theirs.yaml").write_text("name: mine\nfamily: shengji\nrules: {kitty.points_allowed: off}")
    text = output("variants", "diff", "mine.yaml", "theirs.yaml")
    assert "  mine.yaml: true\n  theirs.yaml: false\n" in text


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_variants_diff_of_two_families_exits_2(other: None, more: list[str]) -> None:
    result = call("variants", "diff", "mine.yaml", "other.yaml", *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "other.yaml: is of the family other, and mine of shengji: no knob in common\n"


def test_variants_diff_tells_nothing_of_sound_files_beside_broken() -> None:
    Path("broken.yaml").write_text("name: broken\nfamily: shengji\nrules: {lead.pears: true}")
    result = call("variants", "diff", "mine.yaml", "broken.yaml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "lead.pears" in result.stderr


# New


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ([], "family: shengji"),
        (["--family", "shengji"], "family: shengji"),
        (["--base", "bashi-fen"], "base: bashi-fen"),
        (["--base", "mine.yaml", "--family", "shengji"], "base: mine.yaml"),
    ],
)
def test_variants_new_prints_a_file_that_is_sound(arguments: list[str], line: str) -> None:
    text = output("variants", "new", "our-table", *arguments)
    assert text.splitlines()[:3] == [
        "# yaml-language-server: $schema=../schema/shengji.json",
        "name: our-table",
        line,
    ]
    Path("our-table.yaml").write_text(text)
    assert output("variants", "check", "our-table.yaml") == "our-table.yaml: sound\n"
    assert (
        load_variant("our-table.yaml").key()
        == load_variant(line.split(": ")[1].replace("shengji", "bashi-fen")).key()
    )


def test_variants_new_of_another_family(other: None) -> None:
    text = output("variants", "new", "v", "--family", "other")
    assert "schema/other.json\nname: v\nfamily: other\n" in text
    assert "\n  #lead.bombs: true\n" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Our Table"], "'Our Table': a variant's name must be lower-case words joined by hyphens"),
        (["v", "--family", "shenji"], "'shenji': no family is called so; did you mean 'shengji'?"),
        (["v", "--base", "mine.yaml", "--family", "other"], "mine.yaml: is of the family shengji, not other"),
    ],
)
def test_variants_new_of_what_is_none_exits_2(other: None, arguments: list[str], message: str) -> None:
    result = call("variants", "new", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(message)


def test_variants_show_writes_lists_as_yaml() -> None:
    assert "[{to: 75, declarers_gain: 1}, {from: 80, swap: true}] mine" in output(
        "variants", "show", "mine.yaml"
    )
