"""Each knob is read by one kernel function, which says so and cites what it was declared with."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path
from typing import get_origin

import pytest

import shengsim
from shengsim.games import FAMILIES
from shengsim.knob import RuleEnum, chapters, knobs

PACKAGE = Path(shengsim.__file__).parent
FAMILY_KNOBS = [(family, knob) for family in FAMILIES.values() for knob in knobs(family.RULES)]
ENGINE_FOLDERS = ("games", "bots")


def readers(family) -> dict[str, set[tuple[str, str, str]]]:
    """By knob path: the functions of a family that read ``rules.<path>``: file, name, docstring."""
    found = defaultdict(set)
    paths = {knob.path for knob in knobs(family.RULES)}
    lists = {knob.path: knob.path for knob in knobs(family.RULES) if get_origin(knob.kind) in (tuple, dict)}
    for folder in ENGINE_FOLDERS:
        for path in sorted((PACKAGE / folder / family.NAME).rglob("*.py")):
            for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(function, ast.FunctionDef) or not function.decorator_list:
                    continue
                for node in ast.walk(function):
                    if (
                        isinstance(node, ast.Attribute)
                        and isinstance(node.value, ast.Attribute)
                        and isinstance(node.value.value, ast.Name)
                        and node.value.value.id == "rules"
                    ):
                        where = (path.name, function.name, ast.get_docstring(function) or "")
                        # A list-valued knob is read as tables named after it: score.table_rows.
                        path_read = f"{node.value.attr}.{node.attr}"
                        if path_read not in paths:
                            path_read = lists.get(path_read.split("_")[0], path_read)
                        found[path_read].add(where)
    return found


READERS = {name: readers(family) for name, family in FAMILIES.items()}


@pytest.mark.parametrize(("family", "knob"), FAMILY_KNOBS, ids=lambda part: getattr(part, "path", ""))
def test_a_knob_is_read_by_one_function(family, knob):
    assert len(READERS[family.NAME][knob.path]) == 1, READERS[family.NAME][knob.path]


@pytest.mark.parametrize(("family", "knob"), FAMILY_KNOBS, ids=lambda part: getattr(part, "path", ""))
def test_the_function_that_reads_a_knob_names_it(family, knob):
    [(_, _, docstring)] = READERS[family.NAME][knob.path]
    assert knob.path in docstring


@pytest.mark.parametrize(("family", "knob"), FAMILY_KNOBS, ids=lambda part: getattr(part, "path", ""))
def test_a_knob_is_documented(family, knob):
    assert knob.words.endswith(".")
    assert knob.ids
    assert family.RULES().__class__.model_fields
    if isinstance(knob.kind, type) and issubclass(knob.kind, RuleEnum):
        assert knob.default in knob.kind


def test_every_chapter_says_what_it_is():
    for family in FAMILIES.values():
        for chapter in chapters(family.RULES).values():
            assert chapter.__doc__
