"""``shengsim run``: plays deals under variants and writes a run folder."""

from __future__ import annotations

from typing import Any

import click

from shengsim.cli import options
from shengsim.cli.playing import play_new


@click.command()
@click.argument("variants", nargs=-1, required=True, metavar="VARIANT...")
@options.of_studies
def run(variants: tuple[str, ...], **asked: Any) -> None:
    """Play deals under each VARIANT (a name that ships, or a YAML file).

    Prints a table for each and writes summary.csv, the distributions and a manifest into a run
    folder.
    """
    play_new(variants, "run", **asked)
