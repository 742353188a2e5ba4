"""``shengsim sweep``: every combination of some knobs' choices, on the same deals."""

from __future__ import annotations

from typing import Any

import click

from shengsim.cli import options
from shengsim.cli.playing import play_new


@click.command()
@click.argument("variant", metavar="VARIANT")
@click.option(
    "--set",
    "settings",
    multiple=True,
    required=True,
    metavar="KNOB=A,B",
    help="A knob and its choices, as a variant file writes them; again for other knobs.",
)
@options.of_studies
def sweep(variant: str, settings: tuple[str, ...], **asked: Any) -> None:
    """Play every combination of the choices of some knobs of VARIANT, on the same deals.

    Tells what each choice changes on average over those of the other knobs, what two choices change
    together beyond that, and what each combination differs by from VARIANT; writes sweep.csv into a run
    folder. Choices are measured against VARIANT's own, or where that is not among them the first.
    """
    play_new((variant,), "sweep", settings=settings, **asked)
