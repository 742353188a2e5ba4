"""``shengsim bots``: the bots, and duplicate matches between two of them."""

from __future__ import annotations

import json

import click

from shengsim.cli import options


@click.group()
def bots() -> None:
    """List bots, and set two against each other."""


@bots.command("list")
def list_bots() -> None:
    """The bots of every family, one a line."""
    from shengsim.bots import TABLES

    for family, table in TABLES.items():
        for name, bot in table.BOTS.items():
            words = (bot.__doc__ or "").strip().splitlines()[0].split(": ", 1)[-1]
            click.echo(f"{family}  {name:24} {words}")
        for name, (bot_name, _) in table.RESTRICTED.items():
            click.echo(f"{family}  {name:24} {bot_name}, barred from {name.removeprefix(bot_name + '-no-')}")


@bots.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--deals", type=options.Count(), default=20_000, show_default=True, help="Shuffles.")
@click.option("--variant", default="bashi-fen", show_default=True, help="What they play.")
@options.seed
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@options.quiet
def duel(first: str, second: str, deals: int, variant: str, seed: int, as_json: bool, quiet: bool) -> None:
    """Bot A against bot B, every shuffle played twice with the sides swapped.

    Tells by how many levels or points a deal A does better than B, with a 95 % interval over shuffles.
    """
    from shengsim.variant.variant import load_variant

    loaded = load_variant(variant)
    for name in (first, second):
        options.check_bots(loaded, name)

    from tqdm import tqdm

    from shengsim.study.duel import Duel, play_duel

    total = Duel(0, 0, 0)
    with tqdm(total=deals, unit=" shuffles", unit_scale=True, disable=True if quiet else None) as bar:
        for block in play_duel(loaded, first, second, deals, seed):
            total += block
            bar.update(block.n_shuffles)
    gain, error, low, high = total.gain_a_deal()
    engine = loaded.family.engine()
    unit = engine.unit(loaded.rules, in_matches=False).UNIT
    if as_json:
        facts = {"first": first, "second": second, "variant": loaded.name, "seed": seed, "shuffles": deals}
        estimate = {f"{engine.GAIN}_a_{unit}": gain, "std_error": error, "ci_low": low, "ci_high": high}
        click.echo(json.dumps(facts | estimate, indent=2))
    elif not quiet:
        click.echo(
            f"{first} against {second}, {loaded.name}, {deals:,} shuffles, each played twice:\n"
            f"{gain:+.4f} {engine.GAIN} a {unit} (95 % from {low:+.4f} to {high:+.4f})"
        )
