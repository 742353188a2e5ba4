"""``shengsim study``: a study that a YAML file declares, its results beside it."""

from __future__ import annotations

from pathlib import Path

import click

from shengsim.cli import options
from shengsim.cli.playing import play_into


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--number", type=options.Count(), help="Play so many deals or matches instead, to try it.")
@options.workers
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder for the results (beside FILE by default)."
)
@options.describe
@options.quiet
def study(
    file: Path, number: int | None, workers: int | None, out: Path | None, describe: bool, quiet: bool
) -> None:
    """Play the study that FILE declares; its tables and a README.md are written beside it.

    FILE has a question, a base and variants to compare with it or knobs to sweep, deals or matches, bots,
    a seed, and perhaps the reading of what came of it. With --number the results go to a new folder.
    """
    from shengsim.study.declared import read_study

    declared = read_study(file).of_size(number)
    if describe:
        from shengsim.report.describe import dictionary

        click.echo(dictionary(declared.study))
        return

    from shengsim.report.declared import write_readme
    from shengsim.report.folder import new_folder
    from shengsim.study.store import forget

    beside = out is None and number is None
    folder = new_folder(file.parent if beside else out, declared.study)
    write_readme(declared, folder, *play_into(declared.study, folder, workers, False, quiet))
    if beside:
        forget(folder)  # so that it is made anew, and not taken from what was played before
