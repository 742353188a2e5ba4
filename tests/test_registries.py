"""What is registered is complete, and what exists is registered."""

from __future__ import annotations

from pathlib import Path

import pytest

import shengsim
from shengsim.bots import TABLES
from shengsim.games import FAMILIES
from shengsim.knob import knobs
from shengsim.variant.variant import load_variant, shipped_variants

PACKAGE = Path(shengsim.__file__).parent
ROOT = PACKAGE.parent
DECISIONS = ("bid", "bury", "overcall", "claim", "lead", "follow")


def test_every_folder_of_games_is_a_family():
    folders = {path.name for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").is_file()}
    assert folders == set(FAMILIES) == set(TABLES)
    assert all(name == family.NAME for name, family in FAMILIES.items())


@pytest.mark.parametrize("family", FAMILIES)
def test_every_module_of_bots_is_a_bot(family):
    files = {path.stem for path in (PACKAGE / "bots" / family).glob("*.py")} - {"__init__", "table"}
    bots = {module.__name__.split(".")[-1] for module in TABLES[family].BOTS.values()}
    chapters = {file for file in files if any(file.startswith(f"{bot}_") for bot in bots)}
    assert bots == files - chapters


@pytest.mark.parametrize("family", FAMILIES)
def test_every_bot_decides_everything_and_says_what_it_is(family):
    for bot in TABLES[family].BOTS.values():
        assert all(callable(getattr(bot, decision)) for decision in DECISIONS)
        assert bot.__doc__


@pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))
def test_a_family_has_variants_and_a_slow_twin(family):
    assert family.DEFAULT_VARIANT in shipped_variants()
    assert (ROOT / "tests" / "naive" / f"{family.NAME}.py").is_file()


@pytest.mark.parametrize("name", shipped_variants())
def test_a_shipped_variant_is_sound_and_says_what_it_is(name):
    variant = load_variant(name)
    assert variant.name == name
    assert variant.summary
    assert variant.source


@pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))
def test_the_default_variant_is_the_defaults(family):
    variant = load_variant(family.DEFAULT_VARIANT)
    assert variant.rules == family.RULES()
    assert set(variant.values()) == {knob.path for knob in knobs(family.RULES)}


@pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))
def test_statistics_are_named_once_and_point_at_outcomes(family):
    engine = family.engine()
    names = [statistic.name for statistic in engine.STATISTICS]
    assert len(names) == len(set(names))
    assert all(0 <= statistic.field < len(engine.OUTCOME) for statistic in engine.STATISTICS)
    assert list(engine.OUTCOME) == list(range(len(engine.OUTCOME)))
