"""``shengsim run``: plays deals under variants and writes a run folder."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shengsim.cli import options

if TYPE_CHECKING:
    from shengsim.stats.tally import Tally
    from shengsim.study.study import Study


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
        options.check_bots(variant.family.NAME, bots)

    if describe:
        from shengsim.report.describe import dictionary

        click.echo(dictionary(study))
        return

    from shengsim.report.folder import new_folder, write_results
    from shengsim.report.tables import terminal_table
    from shengsim.study.executors import n_processors
    from shengsim.study.run import prepare

    folder = new_folder(out, study)
    if not quiet and sys.stderr.isatty():
        click.echo("Preparing the rules (compiled once, then kept) ...", err=True)
    prepare(study)
    n_workers = 1 if executor == "serial" else workers or n_processors()
    tallies = _play(study, n_workers, quiet)
    frame = write_results(study, tallies, folder)
    if as_json:
        click.echo(json.dumps(json.loads(frame.to_json(orient="records")), indent=2))
    elif not quiet:
        for index, variant in enumerate(study.variants):
            click.echo(terminal_table(study.unit_of(variant), variant.name, tallies[index]) + "\n")
        click.echo(f"Every statistic, also by rank, trump and dealer: {folder / 'summary.csv'}")


def _play(study: Study, workers: int, quiet: bool) -> dict[int, Tally]:
    """Plays all chunks with one progress bar on stderr; tallies by variant."""
    from tqdm import tqdm

    from shengsim.study.chunks import plan_chunks
    from shengsim.study.executors import run_processes, run_serial

    tallies: dict[int, Tally] = {}
    chunks = plan_chunks(study)
    total = sum(chunk.n_deals for chunk in chunks)
    with tqdm(
        total=total,
        unit=" matches" if study.in_matches else " deals",
        unit_scale=True,
        disable=True if quiet else None,
    ) as bar:
        results = run_serial(study, chunks) if workers == 1 else run_processes(study, chunks, workers)
        for chunk, tally in results:
            known = tallies.get(chunk.variant)
            tallies[chunk.variant] = tally if known is None else known + tally
            bar.update(chunk.n_deals)
    return tallies
