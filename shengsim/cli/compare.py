"""``shengsim compare``: variants against another, on the same deals."""

from __future__ import annotations

from pathlib import Path

import click

from shengsim.cli import options
from shengsim.cli.playing import play_into


@click.command()
@click.argument("base", metavar="BASE")
@click.argument("variants", nargs=-1, required=True, metavar="VARIANT...")
@options.deals
@options.matches
@options.several_bots
@options.seed
@options.workers
@options.executor
@options.out
@options.as_json
@options.describe
@options.quiet
def compare(
    base: str,
    variants: tuple[str, ...],
    deals: int,
    matches: int | None,
    bots: tuple[str, ...],
    seed: int,
    workers: int | None,
    executor: str,
    out: Path | None,
    as_json: bool,
    describe: bool,
    quiet: bool,
) -> None:
    """Compare each VARIANT with BASE on the same deals (names that ship, or YAML files).

    Tells what changes, by how much, how sure that is and how often it happened, and writes compare.csv
    into a run folder. With --bots repeated, each comparison is made under each.
    """
    from shengsim.study.study import load_study

    study = load_study((base, *variants), bots, matches or deals, seed, matches is not None, "compare")
    options.check_all_bots(study)

    if describe:
        from shengsim.report.describe import dictionary

        click.echo(dictionary(study))
        return

    from shengsim.report.folder import new_folder

    n_workers = 1 if executor == "serial" else workers
    play_into(study, new_folder(out, study), n_workers, as_json, quiet)
