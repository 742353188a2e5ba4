"""Imports point left; what is heavy or private to one module stays there; modules stay small."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import shengsim

PACKAGE = Path(shengsim.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

# The line: a module imports nothing that stands in a later row.
LINE = [
    ["errors", "cards", "shipped", "cache"],
    ["kernel", "fields"],
    ["planes", "rng", "knob"],
    ["nibbles"],  # words of counts a rank, for families whose cards have no plain suits to follow
    ["games"],
    ["bots"],
    ["variant"],
    ["stats", "record"],
    ["study", "verify"],
    ["report"],
    ["cli", "__main__"],
]
ROW = {name: row for row, names in enumerate(LINE) for name in names}
SMELLS = {"utils", "helpers", "common", "core", "base", "manager", "misc"}
MAX_LINES = 400
BIT_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift, ast.Invert)


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def place_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module or ""
            if node.module == "shengsim":
                yield from (f"shengsim.{alias.name}" for alias in node.names)


@pytest.fixture(params=MODULES, ids=name_of)
def module(request) -> Path:
    return request.param


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_every_module_has_its_place_in_the_line():
    assert {place_of(path) for path in MODULES} - {"__init__"} <= set(ROW)


def test_imports_point_left(module):
    place = place_of(module)
    if place == "__init__":
        return
    for imported in imports(tree_of(module)):
        parts = imported.split(".")
        if parts[0] == "shengsim" and len(parts) > 1 and parts[1] in ROW:
            assert ROW[parts[1]] <= ROW[place], f"{name_of(module)} imports {imported}"


def test_the_package_itself_imports_nothing():
    assert list(imports(tree_of(PACKAGE / "__init__.py"))) == []


@pytest.mark.parametrize(
    ("library", "allowed"),
    [
        ("numba", {"kernel.py"}),
        ("llvmlite", {"kernel.py"}),
        ("pandas", {"report/"}),
        ("scipy", set()),
        ("tqdm", {"cli/"}),
        ("click", {"cli/"}),
        ("yaml", {"variant/source.py"}),
        ("random", set()),
        ("time", {"study/executors.py", "study/run.py", "cli/"}),  # work a chunk, hung workers, progress
    ],
)
def test_libraries_are_fenced_in(library, allowed):
    users = {
        name_of(path)
        for path in MODULES
        if library in {name.split(".")[0] for name in imports(tree_of(path))}
    }
    assert {user for user in users if not any(user.startswith(place) for place in allowed)} == set()


def test_no_float_before_the_estimates(module):
    if (
        place_of(module) in ("planes", "nibbles", "rng", "fields", "games", "bots")
        or module.name == "tally.py"
    ):
        for node in ast.walk(tree_of(module)):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
            assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))


def bit_operations(tree: ast.Module) -> list[int]:
    annotations = {
        id(part)
        for node in ast.walk(tree)
        for part in ast.walk(
            getattr(node, "annotation", None) or getattr(node, "returns", None) or ast.Pass()
        )
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp | ast.UnaryOp)
        and isinstance(node.op, BIT_OPERATORS)
        and id(node) not in annotations
    ]


def test_bit_operators_stay_with_the_planes():
    places = [path for path in MODULES if place_of(path) in ("games", "bots", "stats")]
    assert {name_of(path): lines for path in places if (lines := bit_operations(tree_of(path)))} == {}


def test_modules_are_small_and_well_named(module):
    assert len(module.read_text(encoding="utf-8").splitlines()) <= MAX_LINES
    assert module.stem not in SMELLS


def test_functions_have_few_arguments():
    long = {
        f"{name_of(path)}:{node.name}": len(node.args.args)
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef) and len(node.args.args) > 7 and place_of(path) != "cli"
    }
    assert long == {}
