"""``shengsim deal``: one deal, trick by trick."""

from __future__ import annotations

import json

import click

from shengsim.cli import options


@click.command()
@click.argument("variant", metavar="VARIANT")
@click.option("--number", type=options.Count(lowest=0), default=0, show_default=True, help="Which deal.")
@options.seed
@options.bots
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to show it.",
)
def deal(variant: str, number: int, seed: int, bots: str, form: str) -> None:
    """Show one deal of VARIANT as a run with the same seed and bots plays it."""
    from shengsim.variant.variant import load_variant

    loaded = load_variant(variant)
    options.check_bots(loaded, bots)

    from shengsim.record.play import play_record

    record = play_record(loaded, bots, seed, number)
    if form == "json":
        click.echo(json.dumps({"variant": loaded.name, "seed": seed, **record.as_data()}, indent=2))
    else:
        click.echo(loaded.family.engine().as_text(record))
