"""``shengsim compare``: variants against another, on the same deals."""

from __future__ import annotations

from typing import Any

import click

from shengsim.cli import options
from shengsim.cli.playing import play_new


@click.command()
@click.argument("base", metavar="BASE")
@click.argument("variants", nargs=-1, required=True, metavar="VARIANT...")
@options.of_studies
def compare(base: str, variants: tuple[str, ...], **asked: Any) -> None:
    """Compare each VARIANT with BASE on the same deals (names that ship, or YAML files).

    Tells what changes, by how much, how sure that is and how often it happened, and writes compare.csv
    into a run folder. With --bots repeated, each comparison is made under each.
    """
    play_new((base, *variants), "compare", **asked)
