"""What differs between two variants."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel, Field

from shengsim.errors import InputError
from shengsim.games import FAMILIES
from shengsim.knob import Chapter, knob
from shengsim.variant.diff import diff
from shengsim.variant.variant import Variant, load_variant, shipped_variants


def load(folder: Path, text: str, name: str = "v") -> Variant:
    """The variant of a file."""
    path = folder / f"{name}.yaml"
    path.write_text(f"name: {name}\n{text}")
    return load_variant(str(path))


def test_diff_has_both_values_in_the_order_of_the_rules(tmp_path: Path) -> None:
    a = load(tmp_path, "base: bashi-fen\nrules: {levels.end: K, lead.pairs: off}", "a")
    b = load(
        tmp_path, "base: bashi-fen\nrules: {score.swap_at: 100, lead: {pairs: on}, levels.start: 10}", "b"
    )
    assert diff(a, b) == [
        ("lead.pairs", False, True),
        ("score.swap_at", None, 100),
        ("levels.start", "2", "10"),
        ("levels.end", "K", "A"),
    ]
    assert diff(b, a) == [(path, value_b, value_a) for path, value_a, value_b in diff(a, b)]


def test_diff_names_its_parts(tmp_path: Path) -> None:
    (difference,) = diff(load_variant("bashi-fen"), load(tmp_path, "base: bashi-fen\nrules: {levels.end: K}"))
    assert (difference.path, difference.a, difference.b) == ("levels.end", "A", "K")


def test_diff_is_of_rules_not_of_files(tmp_path: Path) -> None:
    other = load(tmp_path, "family: shengji\nsummary: Other words.\nrules: {throw.allowed: true}")
    assert diff(load_variant("bashi-fen"), other) == []


def test_diff_of_tables(tmp_path: Path) -> None:
    other = load(tmp_path, "family: shengji\nrules: {score.table: [{to: 75}, {from: 80, swap: true}]}")
    assert diff(load_variant("bashi-fen"), other) == [
        ("score.table", [], [{"to": 75}, {"from": 80, "swap": True}])
    ]


@pytest.mark.parametrize("name", shipped_variants())
def test_diff_from_the_family_default_is_what_was_set(name: str) -> None:
    variant = load_variant(name)
    defaults = load_variant(variant.family.DEFAULT_VARIANT)
    assert diff(variant, variant) == []
    changed = {path for path, _, _ in diff(defaults, variant)}
    assert changed <= {path for path, origin in variant.origins.items() if origin != "default"}


class OtherChapter(Chapter):
    bombs: bool = knob(True, "Whether there are bombs.", "001-1")


class OtherRules(BaseModel):
    lead: OtherChapter = Field(default_factory=OtherChapter)


def test_diff_of_two_families_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other: Any = SimpleNamespace(NAME="other", RULES=OtherRules, contradictions=lambda rules: [])
    monkeypatch.setitem(FAMILIES, "other", other)  # type: ignore[arg-type]
    with pytest.raises(InputError) as caught:
        diff(load_variant("bashi-fen"), load(tmp_path, "family: other"))
    assert str(caught.value).endswith(
        "v.yaml: is of the family other, and bashi-fen of shengji: no knob in common"
    )
