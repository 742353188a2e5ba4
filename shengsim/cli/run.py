"""``shengsim run``: plays deals under variants and writes a run folder."""

from __future__ import annotations

from pathlib import Path

import click

from shengsim.cli import options
from shengsim.cli.playing import play_into


@click.command()
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
def run(
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
    """Play deals under each VARIANT (a name that ships, or a YAML file).

    Prints a table for each and writes summary.csv, the distributions and a manifest into a run
    folder.
    """
    from shengsim.study.study import load_study

    study = load_study(variants, bots, matches or deals, seed, in_matches=matches is not None)
    options.check_all_bots(study)

    if describe:
        from shengsim.report.describe import dictionary

        click.echo(dictionary(study))
        return

    from shengsim.report.folder import new_folder

    n_workers = 1 if executor == "serial" else workers
    play_into(study, new_folder(out, study), n_workers, as_json, quiet)
