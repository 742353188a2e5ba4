"""What users can ask for is documented, and what is documented exists."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

import shengsim
from shengsim.bots import TABLES
from shengsim.cli import main
from shengsim.games import FAMILIES

ROOT = Path(shengsim.__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = {
    (name, sub)
    for name, command in main.commands.items()
    for sub in (command.commands if isinstance(command, click.Group) else [""])
}


@pytest.mark.parametrize(("name", "sub"), sorted(COMMANDS))
def test_every_command_is_in_the_readme_and_has_help(name, sub):
    assert f"shengsim {name} {sub}".strip() in README
    command = main.commands[name]
    assert (command.commands[sub] if sub else command).help


def test_every_command_that_documents_name_exists():
    for document in ROOT.glob("*.md"):
        for name in re.findall(r"`shengsim ([a-z]+)[ `]", document.read_text(encoding="utf-8")):
            assert name in main.commands, f"{document.name}: shengsim {name}"


def test_every_option_has_help():
    for command in main.commands.values():
        for inner in command.commands.values() if isinstance(command, click.Group) else [command]:
            for option in inner.params:
                assert isinstance(option, click.Argument) or option.help, f"{inner.name} {option.name}"


def test_every_make_target_that_documents_name_exists():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for document in ROOT.glob("*.md"):
        for target in re.findall(r"`make ([a-z]+)`", document.read_text(encoding="utf-8")):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{document.name}: make {target}"


def test_every_path_that_architecture_names_exists():
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for path in re.findall(r"`((?:shengsim|tests|benchmarks|variants|scenarios)/[\w/.]+)`", text):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize("family", FAMILIES)
def test_every_bot_is_in_the_readme(family):
    assert all(f"`{name}`" in README for name in TABLES[family].BOTS)


def test_no_document_names_this_machine():
    for path in [*ROOT.glob("*.md"), *ROOT.glob("shengsim/**/*.py"), ROOT / "Makefile"]:
        assert str(ROOT) not in path.read_text(encoding="utf-8")
