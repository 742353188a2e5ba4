"""Options that several commands share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from shengsim.variant.variant import Variant

MAX_DIGITS = 30
NUMBER = re.compile(r"\d{1,3}([_,]?\d{3})*|\d{1,15}|\d{1,6}(\.\d{1,6})?[eE]\+?\d{1,2}")


class Count(click.ParamType["int"]):
    """A whole number, written plainly, as 1_000_000, or as 1e6."""

    name = "number"

    def __init__(self, lowest: int = 1, highest: int = 10**12) -> None:
        self.lowest, self.highest = lowest, highest

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; a usage error for anything else."""
        if isinstance(value, int):
            return value
        if len(value) > MAX_DIGITS or not value.isascii() or not NUMBER.fullmatch(value):
            self.fail(f"{value[:40]!r} is not a whole number (200000, 200_000 or 2e5)", param, ctx)
        plain = value.replace("_", "").replace(",", "")
        number = float(plain) if "e" in plain.lower() else int(plain)
        if number != int(number):
            self.fail(f"{value[:40]!r} is not a whole number", param, ctx)
        if not self.lowest <= number <= self.highest:
            self.fail(f"must be from {self.lowest:,} to {self.highest:,}", param, ctx)
        return int(number)


deals = click.option("--deals", type=Count(), default=100_000, show_default=True, help="Deals a variant.")
matches = click.option(
    "--matches", type=Count(highest=10**10), help="Whole matches a variant, instead of deals."
)
seed = click.option(
    "--seed",
    type=Count(lowest=0, highest=2**62),
    default=0,
    show_default=True,
    help="The same seed, the same cards.",
)
bots = click.option(
    "--bots", default="heuristic", show_default=True, help="A bot for all seats, or NS=BOT,EW=BOT."
)
workers = click.option("--workers", type=Count(highest=1000), help="Processes that play (all processors).")
executor = click.option(
    "--executor",
    type=click.Choice(["serial", "processes"]),
    default="processes",
    show_default=True,
    help="Where deals are played.",
)
quiet = click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")


def check_bots(variant: Variant, text: str) -> None:
    """A usage error if bots cannot be seated at a variant's table as asked."""
    from shengsim.bots import TABLES

    try:
        TABLES[variant.family.NAME].seat_bots(text, variant.rules.table.players)
    except ValueError as error:
        raise click.BadParameter(f"{variant.family.NAME}: {error}", param_hint="--bots") from None
