"""What ``run``, ``compare`` and ``resume`` share: playing a study into its folder, and telling of it."""

from __future__ import annotations

import json
import os
import shlex
import sys
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click

from shengsim.cli import options
from shengsim.errors import ShengsimError

if TYPE_CHECKING:
    from shengsim.report.results import Tables
    from shengsim.stats.paired import PairedTally
    from shengsim.study.progress import Results
    from shengsim.study.store import Store
    from shengsim.study.study import Kind, Study

INTERRUPTED = 130
WHAT = {"run": "statistic", "compare": "difference", "sweep": "effect"}


class StoppedError(ShengsimError):
    """A run that ended before its end, and how to go on."""

    def __init__(self, folder: Path, why: ShengsimError | None) -> None:
        super().__init__(folder, why)
        self.folder, self.why = folder, why
        self.exit_code = INTERRUPTED if why is None else why.exit_code  # type: ignore[misc]

    def __str__(self) -> str:
        from shengsim.report.folder import MANIFEST
        from shengsim.study.executors import WorkerError

        said = "interrupted" if self.why is None else str(self.why)
        if not (self.folder / MANIFEST).exists():
            return said
        command = f"shengsim resume {shlex.quote(str(self.folder))}"
        if isinstance(self.why, WorkerError):
            return f"{said}\nto play it in one process, where its fault can be seen: {command} --workers 1"
        return f"{said}\nwhat is done is kept; to go on: {command}"


def play_new(
    names: tuple[str, ...],
    kind: Kind,
    *,
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
    settings: tuple[str, ...] = (),
) -> None:
    """Plays what is asked for into a new folder, or only describes it."""
    from shengsim.study.study import load_study
    from shengsim.study.sweep import load_sweep

    played = (bots, matches or deals, seed, matches is not None)
    study = load_sweep(names[0], settings, *played) if kind == "sweep" else load_study(names, *played, kind)
    options.check_all_bots(study)
    if describe:
        from shengsim.report.describe import dictionary

        click.echo(dictionary(study))
        return

    from shengsim.report.folder import new_folder

    n_workers = 1 if executor == "serial" else workers
    play_into(study, new_folder(out, study), n_workers, as_json, quiet)


def play_into(
    study: Study, folder: Path, n_workers: int | None, as_json: bool, quiet: bool
) -> tuple[Tables, str]:
    """Plays a study, or what is left of it; writes its tables and prints them, and gives both."""
    from shengsim.report.folder import write_manifest, write_tables
    from shengsim.report.results import MAIN, tables_of, text_of
    from shengsim.study.executors import n_processors
    from shengsim.study.store import Store

    with Store(folder, study) as store:
        try:
            write_manifest(study, folder, "unfinished", store.plan())
            _compile(study, folder, quiet)
            results = _play(study, store, n_workers or n_processors(), as_json, quiet)
            tables = tables_of(study, results)
            write_tables(tables, folder)
            write_manifest(study, folder, "finished", store.plan())
        except KeyboardInterrupt:
            raise StoppedError(folder, None) from None
        except ShengsimError as error:
            raise StoppedError(folder, error) from None
    main, text = MAIN[study.kind], text_of(study, results, tables)
    if as_json:
        click.echo(json.dumps(json.loads(tables[main].to_json(orient="records")), indent=2))
    elif not quiet:
        click.echo(text + "\n")
        also = "" if study.kind == "sweep" else f", also {by_strata(study)}"
        click.echo(f"Every {WHAT[study.kind]}{also}: {folder / main}.csv")
    return tables, text


def by_strata(study: Study) -> str:
    """``by rank, trump and dealer``: how the deals of a study are divided."""
    strata = [stratum.name for variant in study.variants for stratum in study.unit_of(variant).STRATA]
    *names, last = dict.fromkeys(name.replace("_", " ") for name in strata)
    return f"by {', '.join(names)} and {last}" if names else f"by {last}"


def _compile(study: Study, folder: Path, quiet: bool) -> None:
    """Compiles what is not compiled yet, before there are workers, and says so; loads the rest."""
    from shengsim.kernel import cache_folder
    from shengsim.study.run import is_prepared, prepare

    if not quiet and not is_prepared(study):
        click.echo("The rules are compiled, which takes half a minute ...", err=True)
        if cache_folder() is None:
            click.echo("and cannot be kept: no folder is writable; SHENGSIM_CACHE_DIR may name one", err=True)
    failed: list[BaseException] = []

    def compile_it() -> None:
        try:
            prepare(study)
        except BaseException as error:
            failed.append(error)

    # On a thread, since the compiler hears no Ctrl-C for seconds at a time, and its callbacks swallow one.
    thread = Thread(target=compile_it, daemon=True)
    thread.start()
    try:
        thread.join()
    except KeyboardInterrupt:
        click.echo(str(StoppedError(folder, None)), err=True)
        sys.stderr.flush()
        os._exit(INTERRUPTED)
    if failed:
        raise failed[0]


def _play(study: Study, store: Store, n_workers: int, as_json: bool, quiet: bool) -> Results:
    """Plays and tells how far it is."""
    from shengsim.cli.meter import Meter
    from shengsim.study.progress import gather, play_study

    by_group: dict[int, PairedTally] = {}
    unit = study.unit_of(study.variants[0]).PLURAL
    total = study.n_deals * len(study.arms)
    with (
        Meter(total, store.n_kept(), unit, as_json, quiet) as meter,
        closing(play_study(study, store, n_workers)) as played,
    ):
        for chunk, tally in played:
            group = chunk.group
            by_group[group] = by_group[group] + tally if group in by_group else tally
            meter.update(chunk.n_deals * len(study.groups[group]))
    return gather(study, by_group)
