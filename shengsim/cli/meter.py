"""Progress on stderr: one bar on a terminal, else a line now and then, for people or for machines."""

from __future__ import annotations

import json
import sys
import time

import click

LINE_SECONDS = 30.0


class Meter:
    """How far a run is, in deals or matches; a context manager.

    On a terminal a bar with the rate and the time left. Elsewhere a line every LINE_SECONDS, which is a
    JSON object where ``as_json``: ``done``, ``total``, ``per_second``, ``seconds_left``. Nothing if
    ``quiet``. The first ``n_old`` were done by an earlier process: the rate does not count them.
    """

    def __init__(self, total: int, n_old: int, unit: str, as_json: bool, quiet: bool) -> None:
        from tqdm import tqdm

        tqdm.monitor_interval = 0  # workers are forked: no second thread
        self.total, self.unit, self.as_json, self.quiet = total, unit, as_json, quiet
        self.done, self.n_old = 0, n_old
        self.begun = self.told = time.monotonic()
        on_terminal = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._bar = (
            tqdm(total=total, initial=n_old, unit=f" {unit}", unit_scale=True) if on_terminal else None
        )

    def __enter__(self) -> Meter:
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def update(self, n: int) -> None:
        """Counts what is done."""
        self.done += n
        now = time.monotonic()
        if self.done <= self.n_old:
            self.begun = now
        elif self._bar is not None:
            self._bar.update(n)
        elif not self.quiet and now - self.told >= LINE_SECONDS:
            self.told = now
            click.echo(self.line(now - self.begun), err=True)

    def line(self, seconds: float) -> str:
        """What is told after so many seconds."""
        rate = (self.done - self.n_old) / seconds
        left = (self.total - self.done) / rate
        if self.as_json:
            facts = {"done": self.done, "total": self.total}
            return json.dumps(facts | {"per_second": round(rate, 1), "seconds_left": round(left)})
        return f"{self.done:,} of {self.total:,} {self.unit}, {rate:,.0f} a second, {_clock(left)} left"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
