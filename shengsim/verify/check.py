"""Checking: what the rules answer to a scenario, against what it says they must."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shengsim.errors import Fault, InputError
from shengsim.games.family import Finding
from shengsim.knob import knobs, value_at, yaml_value
from shengsim.verify.scenario import LOAD, NOTE, Scenario, load_scenarios


@dataclass(frozen=True)
class Verdict:
    """What came of a scenario: nothing wrong, or what differs and what would have to be otherwise."""

    scenario: Scenario
    wrong: tuple[Finding, ...]
    n_checked: int

    @property
    def passed(self) -> bool:
        """Whether the rules answer as the scenario says."""
        return not self.wrong

    @property
    def would_hold_with(self) -> tuple[str, ...]:
        """The settings of single knobs under which nothing would be wrong."""
        return () if self.passed or self.scenario.kind == LOAD else tuple(_would_hold_with(self.scenario))

    @property
    def noted(self) -> bool:
        """Whether there was nothing to check."""
        return self.scenario.kind == NOTE


def check_scenario(scenario: Scenario) -> Verdict:
    """The verdict on one scenario; InputError where its cards or seats cannot be read."""
    if scenario.kind == NOTE:
        return Verdict(scenario, (), 0)
    if scenario.kind == LOAD:
        return _check_load(scenario)
    findings = _findings(scenario, scenario.rules)
    wrong = tuple(finding for finding in findings if finding.expected != finding.got)
    if not findings:
        raise InputError(scenario.fault((), "says nothing that could be checked"))
    return Verdict(scenario, wrong, len(findings))


def _check_load(scenario: Scenario) -> Verdict:
    refused, told = scenario.content["refused"], scenario.content["told"]
    finding = Finding("refused with", refused, refused if refused in told else told or "nothing: it loads")
    return Verdict(scenario, () if finding.expected == finding.got else (finding,), 1)


def _findings(scenario: Scenario, rules: Any) -> list[Finding]:
    kind = scenario.family.scenarios().KINDS[scenario.kind]
    try:
        return list(kind.answer(rules, scenario.content))
    except KeyError as error:
        raise InputError(scenario.fault((), f"says too little: {error.args[0]} is missing")) from None
    except (ValueError, TypeError, AttributeError, IndexError) as error:
        raise InputError(scenario.fault((), f"cannot be read: {error}")) from None


def _would_hold_with(scenario: Scenario) -> Iterator[str]:
    """Which single knob, set otherwise, would make the rules answer as the scenario says."""
    for knob in knobs(scenario.family.RULES):
        now = yaml_value(value_at(scenario.rules, knob.path))
        for choice in knob.choices:
            value: Any = choice == "true" if knob.kind is bool else choice
            if value != now and _holds(scenario, knob.path, value):
                yield f"{knob.path}: {choice}"


def _holds(scenario: Scenario, path: str, value: Any) -> bool:
    chapter, name = path.split(".")
    old = getattr(scenario.rules, chapter)
    try:
        changed = type(old).model_validate(dict(old) | {name: value})
        rules = scenario.rules.model_copy(update={chapter: changed})
        return all(finding.expected == finding.got for finding in _findings(scenario, rules))
    except (InputError, ValueError):
        return False


def check_files(files: Iterable[tuple[Path, str]]) -> Iterator[tuple[str, list[Verdict]]]:
    """Every file with the verdicts on its scenarios; InputError with what cannot be read."""
    faults: list[Fault] = []
    for path, shown_as in files:
        verdicts = []
        try:
            for scenario in load_scenarios(path, shown_as):
                try:
                    verdicts.append(check_scenario(scenario))
                except InputError as error:
                    faults += error.faults
        except InputError as error:
            faults += error.faults
            continue
        yield shown_as, verdicts
    if faults:
        raise InputError(*faults)
