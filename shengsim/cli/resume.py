"""``shengsim resume``: finishes a run that was stopped."""

from __future__ import annotations

from pathlib import Path

import click

from shengsim.cli import options
from shengsim.cli.playing import play_into


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="DIR")
@options.workers
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON instead of tables.")
@options.quiet
def resume(folder: Path, workers: int | None, as_json: bool, quiet: bool) -> None:
    """Finish the run in folder DIR; what is done is not played again."""
    from shengsim.report.folder import study_of

    study = study_of(folder)
    options.check_all_bots(study)
    play_into(study, folder, workers, as_json, quiet)
