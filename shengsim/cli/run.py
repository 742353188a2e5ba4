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
@options.bots
@options.seed
@options.workers
@options.executor
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the results (a new one by default).")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON instead of tables.")
@click.option("--describe", is_flag=True, help="Say what each statistic is, and play nothing.")
@options.quiet
def run(
    variants: tuple[str, ...],
    deals: int,
    matches: int | None,
    bots: str,
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
    for variant in study.variants:
        options.check_bots(variant, bots)

    if describe:
        from shengsim.report.describe import dictionary

        click.echo(dictionary(study))
        return

    from shengsim.report.folder import new_folder

    n_workers = 1 if executor == "serial" else workers
    play_into(study, new_folder(out, study), n_workers, as_json, quiet)
