"""``shengsim verify``: checks documented examples against the rules."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--coverage", is_flag=True, help="List rules with and without an example.")
@click.option("--json", "as_json", is_flag=True, help="Print verdicts as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but failures.")
def verify(paths: tuple[Path, ...], coverage: bool, as_json: bool, quiet: bool) -> None:
    """Check scenarios (files or folders; all that ship if none is named).

    Exits with 0 if the rules answer every scenario as it says, 1 if not, 2 if one cannot be read.
    """
    from shengsim.verify.check import check_files
    from shengsim.verify.coverage import coverage_of, coverage_text
    from shengsim.verify.report import as_data, failure_text, file_line, total_line
    from shengsim.verify.scenario import scenario_files

    verdicts = []
    for file, found in check_files(scenario_files(paths)):
        verdicts += found
        if not (quiet or as_json):
            click.echo(file_line(file, found))
    failed = [verdict for verdict in verdicts if not verdict.passed]
    covered = coverage_of(verdicts) if coverage else None
    if as_json:
        click.echo(json.dumps(as_data(verdicts, covered), indent=2, ensure_ascii=False))
    else:
        for verdict in failed:
            click.echo("\n" + failure_text(verdict))
        if covered is not None:
            click.echo("\n" + coverage_text(covered))
        if not quiet:
            click.echo("\n" + total_line(verdicts))
    sys.exit(1 if failed else 0)
