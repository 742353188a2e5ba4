"""Knobs: one declaration gives the choices, the YAML words, the errors and the record that kernels read."""

from typing import Any

import numpy as np
import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shengsim import fields
from shengsim.knob import (
    Chapter,
    RankKnob,
    RuleEnum,
    chapters,
    knob,
    knobs,
    rules_dtype,
    value_at,
    write_knobs,
    yaml_value,
)


class Duty(RuleEnum):
    LADDER = 0, "The longest tractor, then pairs.", "002-35 002-48"
    SUIT_ONLY = 1, "Any cards of the suit.", "003-18"
    OFF = 4, "Nothing.", "B1"


class Jokers(RuleEnum):
    ON = 3, "They count.", "B2"
    OFF = 5, "They do not.", "B2"


class Band(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    low: int
    high: int | None = None
    duty: Duty = Duty.LADDER


class Follow(Chapter):
    duty: Duty = knob(Duty.LADDER, "What a follower owes.", "002-35 003-18")
    jokers: Jokers = knob(Jokers.ON, "Whether jokers count.", "B2")
    pairs: bool = knob(True, "Whether pairs are led.", "000-81")


class Score(Chapter):
    swap_at: int | None = knob(None, "When sides swap.", "002-88", ge=5, le=2000)
    step: int = knob(20, "Points a level.", "002-85", ge=1)
    start: RankKnob = knob(RankKnob.TWO, "The first level.", "000-5")
    bands: list[Band] = knob([], "The table.", "B38")
    levels: list[RankKnob] | None = knob(None, "Levels that must be played.", "B39")
    played: tuple[RankKnob, ...] = knob((), "Levels that must be played.", "B39")
    back: dict[RankKnob, RankKnob] = knob({}, "Levels to go back to.", "B40")


class Rules(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    follow: Follow = Field(default_factory=Follow)
    score: Score = Field(default_factory=Score)
    note: str = ""


def read(**choices: Any) -> Follow:
    """The chapter with these choices."""
    return Follow.model_validate(choices)


def message(model: type[BaseModel], **choices: Any) -> str:
    """The one error of these choices."""
    with pytest.raises(ValidationError) as caught:
        model.model_validate(choices)
    (detail,) = caught.value.errors()
    return f"{'.'.join(map(str, detail['loc']))}: {detail['msg']}"


# Choices


def test_rule_enum_members_carry_words_and_ids() -> None:
    assert (Duty.SUIT_ONLY, Duty.SUIT_ONLY.words, Duty.SUIT_ONLY.ids) == (
        1,
        "Any cards of the suit.",
        "003-18",
    )
    assert Duty(4) is Duty.OFF
    assert Duty.LADDER.yaml == "ladder"


@pytest.mark.parametrize("word", ["suit_only", "SUIT_ONLY", "Suit-Only", "suit-only"])
def test_choice_by_its_word(word: str) -> None:
    assert read(duty=word).duty is Duty.SUIT_ONLY


def test_choice_by_its_member() -> None:
    assert read(duty=Duty.SUIT_ONLY).duty is Duty.SUIT_ONLY


@pytest.mark.parametrize("word", ["off", "OFF", False])
def test_choice_off_and_false_are_the_same(word: object) -> None:
    assert read(duty=word, jokers=word) == read(duty=Duty.OFF, jokers=Jokers.OFF)


@pytest.mark.parametrize("word", ["on", "On", True])
def test_choice_on_and_true_are_the_same(word: object) -> None:
    assert read(jokers=word).jokers is Jokers.ON


def test_choice_true_where_there_is_no_on() -> None:
    assert message(Follow, duty=True) == "duty: must be one of ladder, suit_only, off"


@pytest.mark.parametrize("value", ["", "ladder ", "0", 0, 1, 1.0, None, [], ["ladder"], {"ladder": 1}, "no"])
def test_choice_of_anything_else_is_an_error(value: object) -> None:
    assert message(Follow, duty=value) == "duty: must be one of ladder, suit_only, off"


def test_lists_of_choices_and_mappings_of_choices() -> None:
    score = Score.model_validate({"played": ["5", 10, "k"], "back": {"J": 2, 10: "5"}})
    assert score.played == (RankKnob.FIVE, RankKnob.TEN, RankKnob.KING)
    assert score.back == {RankKnob.JACK: RankKnob.TWO, RankKnob.TEN: RankKnob.FIVE}
    assert yaml_value(score.played) == ["5", "10", "K"]
    assert yaml_value(score.back) == {"J": "2", "10": "5"}
    assert Score.model_validate({"back": yaml_value(score.back)}).back == score.back


@pytest.mark.parametrize("word", [False, "off", "OFF", "false", {}])
def test_a_mapping_that_is_off_is_empty(word: object) -> None:
    assert Score.model_validate({"back": word}).back == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("played", ["1"]),
        ("played", [None]),
        ("back", {"J": "1"}),
        ("back", {"1": "J"}),
        ("back", {None: "J"}),
    ],
)
def test_a_choice_in_a_list_or_mapping_that_is_none_is_an_error(name: str, value: object) -> None:
    assert "must be one of 2, 3, 4" in message(Score, **{name: value})


@pytest.mark.parametrize("value", [True, "on", 5, None, ["J"]])
def test_what_is_no_mapping_is_an_error(value: object) -> None:
    assert message(Score, back=value).startswith("back: ")


def test_choice_of_another_enum_with_the_same_number_is_an_error() -> None:
    assert message(Follow, jokers=Duty.LADDER).startswith("jokers: must be one of")


@pytest.mark.parametrize(
    ("value", "pairs"),
    [(True, True), (False, False), ("on", True), ("off", False), ("true", True), ("FALSE", False)],
)
def test_bool_by_its_words(value: object, pairs: bool) -> None:
    assert read(pairs=value).pairs is pairs


@pytest.mark.parametrize("value", [0, 1, "yes", "no", "", None, 1.0, []])
def test_bool_of_anything_else_is_an_error(value: object) -> None:
    assert message(Follow, pairs=value).startswith("pairs: Input should be a valid boolean")


@pytest.mark.parametrize(
    ("value", "rank"), [(2, RankKnob.TWO), (10, RankKnob.TEN), ("10", RankKnob.TEN), ("J", RankKnob.JACK)]
)
def test_rank_by_its_number_or_letter(value: object, rank: RankKnob) -> None:
    assert Score.model_validate({"start": value}).start is rank


def test_rank_words_are_the_names_of_ranks() -> None:
    assert [rank.yaml for rank in RankKnob] == [
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
        "10",
        "J",
        "Q",
        "K",
        "A",
    ]
    assert [int(rank) for rank in RankKnob] == list(range(13))


@pytest.mark.parametrize("value", [0, 1, 11, "ace", "jack", True, 2.0])
def test_rank_of_anything_else_is_an_error(value: object) -> None:
    assert message(Score, start=value).startswith("start: must be one of 2, 3, 4")


@pytest.mark.parametrize("value", ["20", 20.0, True, None])
def test_number_of_anything_else_is_an_error(value: object) -> None:
    assert message(Score, step=value).startswith("step: ")


def test_number_beyond_its_limits_is_an_error() -> None:
    assert message(Score, swap_at=4) == "swap_at: Input should be greater than or equal to 5"
    assert message(Score, swap_at=2001) == "swap_at: Input should be less than or equal to 2000"
    assert Score.model_validate({"swap_at": 5}).swap_at == 5


def test_chapter_refuses_unknown_knobs_and_change() -> None:
    assert message(Follow, duties="ladder") == "duties: Extra inputs are not permitted"
    with pytest.raises(ValidationError, match="frozen"):
        read().duty = Duty.OFF  # type: ignore[misc]


# What is declared


def test_chapters_are_the_models_in_order() -> None:
    assert chapters(Rules) == {"follow": Follow, "score": Score}


def test_knobs_in_order_with_their_paths() -> None:
    assert [each.path for each in knobs(Rules)] == [
        *("follow.duty", "follow.jokers", "follow.pairs"),
        *("score.swap_at", "score.step", "score.start", "score.bands", "score.levels"),
        *("score.played", "score.back"),
    ]


def test_knobs_carry_kind_default_words_and_ids() -> None:
    known = {each.path: each for each in knobs(Rules)}
    duty, swap_at = known["follow.duty"], known["score.swap_at"]
    assert (duty.kind, duty.default, duty.words, duty.ids) == (
        *(Duty, Duty.LADDER, "What a follower owes.", "002-35 003-18"),
    )
    assert (swap_at.kind, swap_at.default) == (int, None)
    assert known["score.levels"].kind == list[RankKnob]


def test_knob_choices_where_they_are_few() -> None:
    choices = {each.path: each.choices for each in knobs(Rules)}
    assert choices["follow.duty"] == ("ladder", "suit_only", "off")
    assert choices["follow.pairs"] == ("true", "false")
    assert choices["score.start"][-2:] == ("K", "A")
    assert choices["score.step"] == choices["score.swap_at"] == choices["score.bands"] == ()


def test_value_at_a_path() -> None:
    rules = Rules.model_validate({"follow": {"duty": "off"}})
    assert value_at(rules, "follow.duty") is Duty.OFF
    assert value_at(rules, "score.step") == 20


# As YAML


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Duty.SUIT_ONLY, "suit_only"),
        (RankKnob.TEN, "10"),
        (True, True),
        (7, 7),
        (None, None),
        ((RankKnob.TWO, RankKnob.ACE), ["2", "A"]),
        ([], []),
        (Band(low=5), {"low": 5}),
        ([Band(low=0, high=9, duty=Duty.OFF)], [{"low": 0, "high": 9, "duty": "off"}]),
        (Band(low=0, high=None, duty=Duty.LADDER), {"low": 0}),
    ],
)
def test_yaml_value(value: object, written: object) -> None:
    assert yaml_value(value) == written
    assert type(yaml_value(value)) is type(written)


def test_yaml_value_reads_back_for_every_choice() -> None:
    for duty in Duty:
        assert read(duty=yaml_value(duty)).duty is duty
    for rank in RankKnob:
        assert Score.model_validate({"start": yaml_value(rank)}).start is rank
    for pairs in (True, False):
        assert read(pairs=yaml_value(pairs)).pairs is pairs


# As a record


def test_rules_dtype_has_an_int64_for_each_single_knob_and_the_tables() -> None:
    dtype = rules_dtype(Rules, {"score": {"band_low": (16,), "bands_by_side": (2, 4)}})
    assert dtype.names == ("follow", "score")
    assert dtype["follow"].names == ("duty", "jokers", "pairs")
    assert dtype["score"].names == ("swap_at", "step", "start", "band_low", "bands_by_side")
    assert dtype["score"]["band_low"].shape == (16,)
    assert dtype["score"]["bands_by_side"].shape == (2, 4)
    assert dtype.itemsize == 8 * (3 + 3 + 16 + 8)


@pytest.mark.parametrize("plain", [False, True], ids=["numpy", "plain"])
def test_write_knobs_writes_numbers_and_leaves_the_rest(plain: bool) -> None:
    dtype = rules_dtype(Rules, {"score": {"band_low": (2,)}})
    record = fields.new_record(dtype, plain)
    rules = Rules.model_validate(
        {
            "follow": {"duty": "off", "pairs": False},
            "score": {"step": 30, "start": "A", "bands": [{"low": 5}]},
        }
    )
    write_knobs(rules, record)
    assert fields.numbers(record, dtype).tolist() == [4, 3, 0, 0, 30, 12, 0, 0]
    write_knobs(Rules.model_validate({"score": {"swap_at": 80}}), record)
    assert fields.numbers(record, dtype).tolist() == [0, 3, 1, 80, 20, 0, 0, 0]
    assert fields.numbers(record, dtype).dtype == np.int64
