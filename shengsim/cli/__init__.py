"""The command line: each command parses, calls one function, prints, and exits with a code.

Nothing but click is imported until a command runs.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import Any

import click

from shengsim import __version__
from shengsim.cli.bots import bots
from shengsim.cli.compare import compare
from shengsim.cli.deal import deal
from shengsim.cli.export import export
from shengsim.cli.playing import INTERRUPTED
from shengsim.cli.resume import resume
from shengsim.cli.rules import rules
from shengsim.cli.run import run
from shengsim.cli.study import study
from shengsim.cli.sweep import sweep
from shengsim.cli.variants import variants
from shengsim.cli.verify import verify
from shengsim.errors import ShengsimError


class Shengsim(click.Group):
    """The program: what users do wrong is told in a line, never as a traceback."""

    def invoke(self, context: click.Context) -> Any:
        """Runs a command; errors of ours become their exit code."""
        try:
            return super().invoke(context)
        except ShengsimError as error:
            click.echo(str(error), err=True)
            sys.exit(error.exit_code)
        except (KeyboardInterrupt, EOFError):
            click.echo("interrupted", err=True)
            sys.exit(INTERRUPTED)
        except OSError as error:
            if error.errno == errno.EPIPE:  # nobody reads on: click ends quietly
                raise
            click.echo(f"{error.filename or 'output'}: cannot be written: {error.strerror}", err=True)
            _forget_output()
            sys.exit(1)


def _forget_output() -> None:
    """What could not be written would be tried again when the process ends, and fail again."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=Shengsim, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="shengsim")
def main() -> None:
    """A rules laboratory for Chinese and Japanese card games.

    Declare house rules in YAML, let bots play millions of deals under them, and read what difference
    they make.
    """


for command in (run, compare, sweep, study, resume, deal, rules, variants, verify, bots, export):
    main.add_command(command)
