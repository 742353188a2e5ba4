"""``shengsim rules``: a variant in words."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from shengsim.variant.variant import Variant
    from shengsim.variant.words import KnobInWords

WIDTH = 80


@click.command()
@click.argument("variant", metavar="VARIANT")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def rules(variant: str, as_json: bool) -> None:
    """The rules of VARIANT in words, with the IDs of their sources.

    A * marks what differs from the family's defaults.
    """
    from dataclasses import asdict

    from shengsim.variant.variant import load_variant
    from shengsim.variant.words import rules_in_words, title

    loaded = load_variant(variant)
    chapters = rules_in_words(loaded)
    if as_json:
        facts = {
            "name": loaded.name,
            "family": loaded.family.NAME,
            "base": loaded.base,
            "file": loaded.file,
            "source": loaded.source,
            "summary": loaded.summary,
            "chapters": [asdict(chapter) for chapter in chapters],
        }
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    click.echo(_head(loaded))
    for chapter in chapters:
        heading = wrapped(f"{title(chapter.name).upper()}. {chapter.words}")
        click.echo(f"\n{heading}\n")
        for knob in chapter.knobs:
            click.echo(_entry(knob))


def wrapped(text: str, first: str = "", rest: str = "") -> str:
    """Text in lines of WIDTH behind these indents; IDs stay whole."""
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    )


def _head(variant: Variant) -> str:
    lines = [f"{variant.name} ({variant.family.TITLE}): {variant.summary}".rstrip(": ")]
    if variant.source:
        lines.append(f"Source: {', '.join(variant.source)}")
    lines.append(f"* differs from the defaults of {variant.family.TITLE}")
    return "\n".join(wrapped(line) for line in lines)


def _entry(knob: KnobInWords) -> str:
    """A rule, an answer to what the knob decides; then the knob and its IDs."""
    from shengsim.variant.variant import BY_DEFAULT
    from shengsim.variant.words import yaml_text

    mark = "* " if knob.differs else "  "
    question = knob.words.removesuffix(".") + ":"
    is_table = isinstance(knob.value, list) and any(isinstance(row, dict) for row in knob.value)
    if is_table:
        lines = [wrapped(question, mark, "  "), *(wrapped(row, "    - ", "      ") for row in knob.answer)]
        setting = knob.path
    else:
        lines = [wrapped(f"{question} {knob.answer[0]}", mark, "  ")]
        setting = f"{knob.path}: {yaml_text(knob.value)}"
    origin = "" if knob.origin == BY_DEFAULT else f"; set by {knob.origin}"
    return "\n".join([*lines, wrapped(f"{setting} ({' '.join(knob.ids)}{origin})", "      ", "        ")])
