"""``shengsim variants``: what ships, one resolved, whether files are sound, what differs, a template."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from shengsim.cli.rules import wrapped
from shengsim.errors import Fault, InputError

if TYPE_CHECKING:
    from shengsim.variant.words import KnobInWords


@click.group()
def variants() -> None:
    """List, show, check, compare and begin variants."""


@variants.command("list")
@click.option("-q", "--quiet", is_flag=True, help="Names alone.")
def list_variants(quiet: bool) -> None:
    """The variants that ship, one a line."""
    from shengsim.variant.variant import load_variant, shipped_variants

    for name in shipped_variants():
        click.echo(name if quiet else f"{name:28} {load_variant(name).summary}".rstrip())


@variants.command()
@click.argument("variant", metavar="VARIANT")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def show(variant: str, as_json: bool) -> None:
    """Every knob of VARIANT with its value and where it was set."""
    from shengsim.knob import knobs
    from shengsim.variant.variant import load_variant

    loaded = load_variant(variant)
    values = loaded.values()
    if as_json:
        facts = {"name": loaded.name, "family": loaded.family.NAME, "base": loaded.base, "file": loaded.file}
        knob_facts = {
            path: {"value": value, "set_by": loaded.origins[path]} for path, value in values.items()
        }
        click.echo(json.dumps(facts | {"knobs": knob_facts}, indent=2, ensure_ascii=False))
        return
    click.echo(f"{loaded.name} ({loaded.family.TITLE}): {loaded.summary}")
    click.echo(f"source: {', '.join(loaded.source) or 'none given'}")
    for knob in knobs(loaded.family.RULES):
        click.echo(f"  {knob.path:27} {_text(values[knob.path]):28} {loaded.origins[knob.path]}")


@variants.command()
@click.argument("files", nargs=-1, required=True, metavar="VARIANT...")
def check(files: tuple[str, ...]) -> None:
    """Check variants; every fault of every file is told."""
    from shengsim.variant.variant import load_variant

    faults: list[Fault] = []
    for file in files:
        try:
            load_variant(file)
        except InputError as error:
            faults += error.faults
        else:
            click.echo(f"{file}: sound")
    if faults:
        raise InputError(*faults)


@variants.command("diff")
@click.argument("a")
@click.argument("b")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def diff_variants(a: str, b: str, as_json: bool) -> None:
    """What differs between the rules of the variants A and B."""
    from shengsim.knob import knobs
    from shengsim.variant.diff import diff
    from shengsim.variant.variant import load_variant
    from shengsim.variant.words import knob_in_words

    pair = load_variant(a), load_variant(b)
    found = diff(*pair)
    names = [variant.name for variant in pair]
    if names[0] == names[1]:
        names = [variant.file for variant in pair]
    known = {knob.path: knob for knob in knobs(pair[0].family.RULES)}
    said = {path: [knob_in_words(variant, known[path]) for variant in pair] for path, _, _ in found}
    if as_json:
        rows = [
            {"path": path, "words": known[path].words, "a": _as_data(side_a), "b": _as_data(side_b)}
            for path, (side_a, side_b) in said.items()
        ]
        facts = {"a": names[0], "b": names[1], "differences": rows}
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    if not found:
        click.echo(f"{names[0]} and {names[1]} have the same rules.")
    for path, sides in said.items():
        click.echo(wrapped(f"{path}: {known[path].words}", "", "  "))
        for name, side in zip(names, sides, strict=True):
            click.echo(_as_text(name, side))


@variants.command()
@click.argument("name")
@click.option("--base", metavar="VARIANT", help="What it differs from: a name that ships, or a YAML file.")
@click.option("--family", metavar="FAMILY", help="Its family of games, where it has no base.")
def new(name: str, base: str | None, family: str | None) -> None:
    """Print a file to begin the variant NAME with: every knob, commented out, with its choices.

    Without a base or a family it is a variant of Sheng ji. Keep it as NAME.yaml; a base given as a path
    is looked for beside it.
    """
    from shengsim.variant.template import template

    click.echo(template(name, base, family), nl=False)


def _as_data(said: KnobInWords) -> dict[str, Any]:
    return {"value": said.value, "worked_out": said.worked_out, "words": said.answer, "ids": said.ids}


def _as_text(name: str, said: KnobInWords) -> str:
    """What one of two variants says, with its words if they say more than the value."""
    from shengsim.variant.words import yaml_text

    value = yaml_text(said.value)
    lines = [wrapped(f"{name}: {value}", "  ", "    ")]
    if not isinstance(said.value, bool) and said.answer != (f"{value}.",):
        lines += [wrapped(answer, "      ", "        ") for answer in said.answer]
    return "\n".join(lines)


def _text(value: object) -> str:
    from shengsim.variant.words import yaml_text

    return "by the number of packs" if value is None else yaml_text(value)
