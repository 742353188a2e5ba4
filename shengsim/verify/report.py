"""Verdicts as text and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shengsim.verify.check import Verdict


def file_line(file: str, verdicts: Sequence[Verdict]) -> str:
    """A file as a test runner shows it: one mark a scenario (F fails, n is a note)."""
    marks = "".join("n" if verdict.noted else "." if verdict.passed else "F" for verdict in verdicts)
    return f"{file} {marks}"


def failure_text(verdict: Verdict) -> str:
    """A failure: what was expected, what the rules say, which IDs, and what would make it hold."""
    scenario = verdict.scenario
    lines = [f"{scenario.place}: {scenario.name}", f"  source    {', '.join(scenario.ids)}"]
    for finding in verdict.wrong:
        lines += [f"  {finding.what}", f"    expected  {finding.expected}", f"    rules say {finding.got}"]
    if others := verdict.would_hold_with:
        lines.append(f"  would hold with {' or '.join(others)}")
    return "\n".join(lines)


def total_line(verdicts: Sequence[Verdict]) -> str:
    """``N passed, M failed``, notes among the passed."""
    failed = sum(not verdict.passed for verdict in verdicts)
    return f"{len(verdicts) - failed} passed, {failed} failed"


def as_data(verdicts: Sequence[Verdict], coverage: Any = None) -> dict[str, Any]:
    """Verdicts as plain data."""
    data: dict[str, Any] = {
        "passed": sum(verdict.passed for verdict in verdicts),
        "failed": sum(not verdict.passed for verdict in verdicts),
        "scenarios": [
            {
                "name": verdict.scenario.name,
                "file": verdict.scenario.file,
                "line": verdict.scenario.line,
                "source": list(verdict.scenario.ids),
                "kind": verdict.scenario.kind,
                "passed": verdict.passed,
                "checked": verdict.n_checked,
                "wrong": [vars(finding) for finding in verdict.wrong],
                "would_hold_with": list(verdict.would_hold_with),
            }
            for verdict in verdicts
        ],
    }
    return data if coverage is None else data | {"coverage": coverage}
