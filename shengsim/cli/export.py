"""``shengsim export``: a table of run folders as CSV or Parquet."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command()
@click.argument(
    "folders", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, file_okay=False)
)
@click.option(
    "--table",
    default="summary",
    show_default=True,
    help="summary, distributions or spreads; of comparisons compare, verdicts or bots; of sweeps sweep.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["csv", "parquet"]),
    default="csv",
    show_default=True,
    help="What to write.",
)
@click.option("--out", default="-", show_default=True, help="The file to write; - for stdout.")
def export(folders: tuple[Path, ...], table: str, form: str, out: str) -> None:
    """Write one table of run FOLDERS; several become one tidy table."""
    from shengsim.report.export import as_bytes, read_table
    from shengsim.report.write import write_bytes

    content = as_bytes(read_table(folders, table), form)
    if out == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        write_bytes(content, Path(out))
