"""What ``run`` and ``resume`` have in common: playing a study into its folder, and telling of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from shengsim.stats.tally import Tally
    from shengsim.study.store import Store
    from shengsim.study.study import Study


def play_into(study: Study, folder: Path, n_workers: int | None, as_json: bool, quiet: bool) -> None:
    """Plays a study, or what is left of it; writes its tables and prints them."""
    from shengsim.report.folder import write_manifest, write_results
    from shengsim.report.tables import terminal_text
    from shengsim.study.executors import n_processors
    from shengsim.study.run import prepare
    from shengsim.study.store import Store

    with Store(folder, study) as store:
        write_manifest(study, folder, "unfinished")
        if not quiet and sys.stderr.isatty():
            click.echo("Preparing the rules (compiled once, then kept) ...", err=True)
        try:
            prepare(study)
            tallies = _tallies(study, store, n_workers or n_processors(), quiet)
        except KeyboardInterrupt:
            click.echo(f"stopped; what is done is kept: shengsim resume {folder}", err=True)
            raise
        frame = write_results(study, tallies, folder)
        write_manifest(study, folder, "finished")
    if as_json:
        click.echo(json.dumps(json.loads(frame.to_json(orient="records")), indent=2))
    elif not quiet:
        click.echo(terminal_text(study, tallies) + "\n")
        click.echo(f"Every statistic, also {by_strata(study)}: {folder / 'summary.csv'}")


def by_strata(study: Study) -> str:
    """``by rank, trump and dealer``: how the deals of a study are divided."""
    strata = [stratum.name for variant in study.variants for stratum in study.unit_of(variant).STRATA]
    *names, last = dict.fromkeys(name.replace("_", " ") for name in strata)
    return f"by {', '.join(names)} and {last}" if names else f"by {last}"


def _tallies(study: Study, store: Store, n_workers: int, quiet: bool) -> dict[int, Tally]:
    """Plays with one progress bar on stderr; tallies by variant."""
    from tqdm import tqdm

    from shengsim.study.progress import play_study

    tallies: dict[int, Tally] = {}
    words = f" {study.unit_of(study.variants[0]).PLURAL}"
    total = study.n_deals * len(study.variants)
    with tqdm(total=total, unit=words, unit_scale=True, disable=True if quiet else None) as bar:
        for variant, n, tally in play_study(study, store, n_workers):
            tallies[variant] = tallies[variant] + tally if variant in tallies else tally
            bar.update(n)
    return tallies
