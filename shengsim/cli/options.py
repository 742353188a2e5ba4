"""Options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from shengsim.study.study import Study
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


deals = click.option(
    "--deals", type=Count(), default=100_000, show_default=True, help="Deals (or games) a variant."
)
matches = click.option(
    "--matches",
    type=Count(highest=10**10),
    help="Whole matches (or sessions) a variant, instead of deals.",
)
seed = click.option(
    "--seed",
    type=Count(lowest=0, highest=2**62),
    default=0,
    show_default=True,
    help="The same seed, the same cards.",
)
bots = click.option(
    "--bots",
    default="heuristic",
    show_default=True,
    help="A bot for all seats, or by seat or side: NS=BOT,EW=BOT.",
)
several_bots = click.option(
    "--bots",
    multiple=True,
    default=("heuristic",),
    show_default=True,
    help="A bot for all seats, or by seat or side: NS=BOT,EW=BOT; again for other bots too.",
)
workers = click.option("--workers", type=Count(highest=1000), help="Processes that play (all processors).")
executor = click.option(
    "--executor",
    type=click.Choice(["serial", "processes"]),
    default="processes",
    show_default=True,
    help="Where deals are played.",
)
out = click.option(
    "--out", type=click.Path(path_type=Path), help="Folder for the results (a new one by default)."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print the main table as JSON instead.")
describe = click.option("--describe", is_flag=True, help="Say what each statistic is, and play nothing.")
quiet = click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")


def of_studies(command: Callable[..., None]) -> Callable[..., None]:
    """All that says how a study is played; ``playing.play_new`` takes it."""
    for option in reversed(
        (deals, matches, several_bots, seed, workers, executor, out, as_json, describe, quiet)
    ):
        command = option(command)
    return command


def check_bots(variant: Variant, text: str) -> None:
    """A usage error if bots cannot be seated at a variant's table as asked."""
    from shengsim.bots import TABLES

    try:
        TABLES[variant.family.NAME].seat_bots(text, variant.rules.table.players)
    except ValueError as error:
        raise click.BadParameter(f"{variant.family.NAME}: {error}", param_hint="--bots") from None


def check_all_bots(study: Study) -> None:
    """A usage error with all that is wrong with how a study's bots are to be seated."""
    faults: dict[str, None] = {}
    for arm in study.arms:
        try:
            check_bots(arm.variant, arm.bots)
        except click.BadParameter as fault:
            faults[fault.message] = None
    if faults:
        raise click.BadParameter("\n".join(faults), param_hint="--bots")
