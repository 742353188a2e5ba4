"""Rules in words: every knob answered, with the IDs of what is chosen and the numbers that are played."""

from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from shengsim.games import FAMILIES
from shengsim.knob import Chapter, RankKnob, RuleEnum, chapters, knob, knobs
from shengsim.variant.variant import BY_DEFAULT, Variant, load_variant, shipped_variants
from shengsim.variant.words import ChapterInWords, KnobInWords, rules_in_words, title, yaml_text


class Duty(RuleEnum):
    LADDER = 0, "The longest tractor, then pairs.", "002-35 002-48"
    OFF = 4, "Nothing.", ""


class Band(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    lowest: int | None = Field(None, alias="from")
    highest: int | None = Field(None, alias="to")
    swap: bool = False
    declarers_gain: int = 0


class Follow(Chapter):
    """What followers owe,
    and to whom.

    Not said in words.
    """

    duty: Duty = knob(Duty.LADDER, "What a follower owes.", "002-35 003-18")
    pairs: bool = knob(True, "Whether pairs are led.", "000-81")
    cards: int = knob(8, "Cards of the kitty.", "002-18")
    most: int | None = knob(None, "Most cards; 5 a pack if not given.", "B1")
    least: Duty | None = knob(None, "What is owed at least.", "B2")
    start: RankKnob = knob(RankKnob.TWO, "The first level.", "000-5")
    bands: tuple[Band, ...] = knob((), "The table.", "B38")
    levels: tuple[RankKnob, ...] = knob((), "Levels that must be played.", "B39")
    spare: tuple[RankKnob, ...] | None = knob(None, "Levels left out.", "B39")


class Other(Chapter):
    on: bool = knob(False, "Whether it is on.", "B3")


class Rules(BaseModel):
    follow: Follow = Field(default_factory=Follow)
    far_off: Other = Field(default_factory=Other)


RECORD = SimpleNamespace(follow=SimpleNamespace(most=10, least=4))


def variant(**follow: Any) -> Variant:
    """A variant of a family of two chapters."""
    engine = SimpleNamespace(new_rules=lambda rules, plain: RECORD)
    family: Any = SimpleNamespace(RULES=Rules, engine=lambda: engine)
    origins = {each.path: BY_DEFAULT for each in knobs(Rules)}
    origins |= {f"follow.{name}": "mine" for name in follow}
    rules = Rules(follow=Follow.model_validate(follow))
    return Variant("mine", family, None, (), "", "mine.yaml", rules, origins)


def said(name: str, **follow: Any) -> KnobInWords:
    """What a variant says of a knob of its first chapter."""
    found = {each.path: each for each in rules_in_words(variant(**follow))[0].knobs}
    return found[f"follow.{name}"]


def test_rules_in_words_has_every_chapter_and_knob_in_order() -> None:
    follow, far_off = rules_in_words(variant())
    assert (follow.name, follow.words) == ("follow", "What followers owe, and to whom.")
    assert far_off == ChapterInWords(
        "far_off",
        "",
        (
            KnobInWords(
                *("far_off.on", False, None, "Whether it is on.", ("no.",), ("B3",), False, BY_DEFAULT)
            ),
        ),
    )
    assert [each.path for each in (*follow.knobs, *far_off.knobs)] == [each.path for each in knobs(Rules)]


@pytest.mark.parametrize(
    ("name", "value", "written", "answer"),
    [
        ("duty", Duty.LADDER, "ladder", ("The longest tractor, then pairs.",)),
        ("duty", Duty.OFF, "off", ("Nothing.",)),
        ("pairs", True, True, ("yes.",)),
        ("pairs", False, False, ("no.",)),
        ("cards", 12, 12, ("12.",)),
        ("most", 7, 7, ("7.",)),
        ("start", RankKnob.TEN, "10", ("10.",)),
        ("levels", (), [], ("none.",)),
        ("levels", (RankKnob.FIVE,), ["5"], ("5.",)),
        ("levels", (RankKnob.FIVE, RankKnob.TEN, RankKnob.KING), ["5", "10", "K"], ("5, 10 and K.",)),
        ("bands", (), [], ("none.",)),
        ("bands", ({},), [{}], ("in every case.",)),
        (
            "bands",
            ({"to": 35, "declarers_gain": 2}, {"from": 40, "swap": True}),
            [{"to": 35, "declarers_gain": 2}, {"from": 40, "swap": True}],
            ("to 35, declarers gain 2.", "from 40, swap."),
        ),
    ],
)
def test_answer_of_each_kind(name: str, value: object, written: object, answer: tuple[str, ...]) -> None:
    found = said(name, **{name: value})
    assert (found.value, found.worked_out, found.answer) == (written, None, answer)


@pytest.mark.parametrize(
    ("name", "number", "answer"),
    [
        ("most", 10, "10, worked out from the other rules."),
        ("least", "off", "Nothing, worked out from the other rules."),
        ("spare", None, "not given."),
    ],
)
def test_answer_that_is_worked_out_says_what_is_played(name: str, number: object, answer: str) -> None:
    found = said(name)
    assert (found.value, found.worked_out, found.answer) == (None, number, (answer,))


def test_ids_are_those_of_the_choice_or_else_of_the_knob() -> None:
    assert said("duty").ids == ("002-35", "002-48")
    assert said("duty", duty=Duty.OFF).ids == ("002-35", "003-18")
    assert said("start").ids == ("000-5",)


def test_differs_is_from_the_default_and_origin_who_set_it() -> None:
    assert (said("cards").differs, said("cards").origin) == (False, BY_DEFAULT)
    assert (said("cards", cards=9).differs, said("cards", cards=9).origin) == (True, "mine")
    assert (said("cards", cards=8).differs, said("cards", cards=8).origin) == (False, "mine")


@pytest.mark.parametrize("name", shipped_variants())
def test_every_shipped_variant_in_words(name: str) -> None:
    loaded = load_variant(name)
    found = [each for chapter in rules_in_words(loaded) for each in chapter.knobs]
    assert {each.path: each.value for each in found} == loaded.values()
    for each in found:
        assert each.ids
        assert all(line.endswith(".") for line in each.answer)
        assert each.answer


def test_numbers_by_packs_are_those_of_the_engine() -> None:
    found = {
        each.path: each for chapter in rules_in_words(load_variant("bashi-fen")) for each in chapter.knobs
    }
    assert found["score.swap_at"].answer == ("80, worked out from the other rules.",)
    assert found["score.step"].worked_out == 40


def test_every_choice_of_every_family_says_something_of_its_own() -> None:
    for family in FAMILIES.values():
        assert all(chapter.__doc__ for chapter in chapters(family.RULES).values())
        for each in knobs(family.RULES):
            if isinstance(each.kind, type) and issubclass(each.kind, RuleEnum) and each.kind is not RankKnob:
                words = [choice.words for choice in each.kind]
                assert all(word.endswith(".") for word in words)
                assert len(set(words)) == len(words)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (80, "80"),
        ("off", "off"),
        (["5", "K"], "[5, K]"),
        ([], "[]"),
        ([{"from": 0, "swap": True}, {}], "[{from: 0, swap: true}, {}]"),
    ],
)
def test_yaml_text(value: object, text: str) -> None:
    assert yaml_text(value) == text


def test_title() -> None:
    assert title("chao_dipi") == "Chao dipi"
