"""Coverage: which facts of the sources have an example that is checked, and which choices of knobs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shengsim.games import FAMILIES
from shengsim.knob import RankKnob, knobs, value_at, yaml_value
from shengsim.shipped import shipped_folder
from shengsim.variant.source import read_yaml
from shengsim.verify.check import Verdict


def source_facts() -> dict[str, list[str]]:
    """The IDs of every source's facts, in order, from ``scenarios/sources.yaml``."""
    source = read_yaml(shipped_folder("scenarios") / "sources.yaml", "scenarios/sources.yaml")
    assert isinstance(source.data, list)
    return {item["id"]: [f"{item['id']}-{n}" for n in range(1, item["facts"] + 1)] for item in source.data}


def coverage_of(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """By source: facts checked, only noted, and without an example; and the same for choices of knobs."""
    checked = {fact for verdict in verdicts if not verdict.noted for fact in verdict.scenario.ids}
    noted = {fact for verdict in verdicts if verdict.noted for fact in verdict.scenario.ids} - checked
    sources = {
        name: {
            "facts": len(facts),
            "checked": [fact for fact in facts if fact in checked],
            "noted": [fact for fact in facts if fact in noted],
            "without": [fact for fact in facts if fact not in checked | noted],
        }
        for name, facts in source_facts().items()
    }
    return {"sources": sources, "choices": _choices(verdicts)}


def _choices(verdicts: Iterable[Verdict]) -> dict[str, list[str]]:
    """Choices of knobs under which a scenario of the knob's own file is checked, and those without."""
    shown: set[tuple[str, str]] = set()
    for verdict in verdicts:
        path = verdict.scenario.file.rsplit("/", 1)[-1].removesuffix(".yaml")
        if not verdict.noted and any(knob.path == path for knob in knobs(verdict.scenario.family.RULES)):
            choice = _word(yaml_value(value_at(verdict.scenario.rules, path)))
            shown.add((verdict.scenario.family.NAME, f"{path}: {choice}"))
    all_choices = [
        (family.NAME, f"{knob.path}: {choice}")
        for family in FAMILIES.values()
        for knob in knobs(family.RULES)
        if knob.kind is not RankKnob
        for choice in knob.choices
    ]
    return {
        "shown": [choice for family, choice in all_choices if (family, choice) in shown],
        "without": [choice for family, choice in all_choices if (family, choice) not in shown],
    }


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def coverage_text(coverage: dict[str, Any]) -> str:
    """Coverage for reading."""
    lines = ["source   facts  checked  noted  without an example"]
    for name, found in coverage["sources"].items():
        without = " ".join(fact.split("-")[1] for fact in found["without"]) or "none"
        checked, noted = len(found["checked"]), len(found["noted"])
        lines.append(f"{name:8}{found['facts']:6}{checked:9}{noted:7}  {without}")
    choices = coverage["choices"]
    lines.append(f"choices of knobs with an example: {len(choices['shown'])}")
    lines += [f"  without: {choice}" for choice in choices["without"]]
    return "\n".join(lines)
