"""What must come of any file whatever: never a traceback, never a second, every fault with its place."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner

from shengsim.cli import main
from tests.fuzz.mutants import huge, mutant, scenario_texts, study_texts, variant_texts

MOST_SECONDS = 1.0
FAULT = re.compile(r"[^:]+:[1-9]\d*:[1-9]\d*: \S.*|and \d+ more")
KINDS = {
    "variant": (["variants", "check"], variant_texts),
    "scenario": (["verify", "-q"], scenario_texts),
    "study": (["study", "--describe"], study_texts),
}


def outcome(kind: str, raw: bytes, folder: Path) -> int:
    """The exit code for a file of these bytes; AssertionError for what no file may do."""
    path = folder / f"{kind}.yaml"
    path.write_bytes(raw)
    begun = time.process_time()
    result = CliRunner().invoke(main, [*KINDS[kind][0], str(path)])
    seconds = time.process_time() - begun
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError("a traceback") from result.exception
    assert seconds < MOST_SECONDS, f"{seconds:.1f} s"
    assert result.exit_code in ((0, 1, 2) if kind == "scenario" else (0, 2)), f"exit code {result.exit_code}"
    lines = result.stderr.splitlines()
    assert bool(lines) == (result.exit_code == 2), f"exit code {result.exit_code} with {lines}"
    strange = [line for line in lines if not FAULT.fullmatch(line) or "Error" in line]
    assert not strange, f"not a fault with its place: {strange[0]}"
    return result.exit_code


def fuzz(kind: str, seed: int, n_broken: int, folder: Path, tell: Callable[[str], None]) -> Counter[int]:
    """Makes files until so many were refused; how many gave which exit code."""
    draw = random.Random(f"{kind} {seed}")
    texts = KINDS[kind][1]()
    found: Counter[int] = Counter()
    while found[2] < n_broken:
        raw = huge(draw, texts) if draw.random() < 0.003 else mutant(draw, texts)
        try:
            found[outcome(kind, raw, folder)] += 1
        except AssertionError as error:
            kept = folder / f"{kind}-{seed}-{found.total()}.yaml"
            kept.write_bytes(raw)
            tell(f"{kept}: {error} {error.__cause__!r}")
            found[-1] += 1
    return found
