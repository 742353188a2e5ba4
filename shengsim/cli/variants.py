"""``shengsim variants``: what ships, one fully resolved, and whether files are sound."""

from __future__ import annotations

import json

import click

from shengsim.errors import Fault, InputError


@click.group()
def variants() -> None:
    """List, show and check variants."""


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


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "by the number of packs" if value is None else str(value)
