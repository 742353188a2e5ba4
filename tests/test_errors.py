"""Errors carry their data, and their text is safe to print whatever the user wrote."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shengsim.errors import (
    MAX_SHOWN,
    MAX_SHOWN_FAULTS,
    Fault,
    InputError,
    ShengsimError,
    closest,
    quoted,
    shortened,
)

MAYBE = Fault("variants/x.yaml", 4, 11, "lead.pairs", "must be true or false, not 'maybe'", "true")


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (
            MAYBE,
            "variants/x.yaml:4:11: lead.pairs: must be true or false, not 'maybe'; did you mean 'true'?",
        ),
        (Fault("x.yaml", 4, 11, "lead", "is wrong"), "x.yaml:4:11: lead: is wrong"),
        (Fault("x.yaml", 4, 11, "", "is wrong"), "x.yaml:4:11: is wrong"),
        (Fault("x.yaml", 4, 0, "", "is wrong"), "x.yaml:4: is wrong"),
        (Fault("x.yaml", 0, 0, "", "is empty"), "x.yaml: is empty"),
        (Fault("x.yaml", 0, 7, "", "is empty"), "x.yaml: is empty"),
        (Fault("", 0, 0, "--set", "is wrong", "lead"), "--set: is wrong; did you mean 'lead'?"),
        (Fault("", 0, 0, "", "is wrong"), "is wrong"),
    ],
)
def test_fault_text_leaves_out_what_is_empty(fault: Fault, text: str) -> None:
    assert str(fault) == text


def test_fault_text_escapes_every_part() -> None:
    fault = Fault("a\nb.yaml", 1, 1, "k\x1b[2J", "not '\r\u202e'", "\x00")
    assert str(fault) == r"a\nb.yaml:1:1: k\x1b[2J: not '\r\u202e'; did you mean '\x00'?"


@given(st.builds(Fault, st.text(), st.integers(0), st.integers(0), st.text(), st.text(), st.text()))
def test_fault_text_is_one_printable_line(fault: Fault) -> None:
    assert str(fault).isprintable()
    str(fault).encode()


def test_input_error_sorts_its_faults_by_place() -> None:
    faults = [Fault("x", 10, 1, "", "c"), Fault("x", 9, 2, "", "b"), Fault("x", 9, 1, "", "a")]
    error = InputError(*faults)
    assert error.faults == tuple(reversed(faults))
    assert str(error) == "x:9:1: a\nx:9:2: b\nx:10:1: c"


def test_input_error_of_a_single_fault() -> None:
    assert InputError.single("x.yaml", "is empty").faults == (Fault("x.yaml", 0, 0, "", "is empty"),)
    error = InputError.single("x.yaml", "is wrong", line=2, column=3, where="lead", suggestion="led")
    assert error.faults == (Fault("x.yaml", 2, 3, "lead", "is wrong", "led"),)


def test_input_error_needs_a_fault() -> None:
    with pytest.raises(TypeError):
        InputError()  # type: ignore[call-arg]


def test_input_error_with_very_many_faults_has_a_short_text() -> None:
    error = InputError(*(Fault("x", line, 1, "", "wrong") for line in range(1, 5001)))
    lines = str(error).splitlines()
    assert len(error.faults) == 5000
    assert len(lines) == MAX_SHOWN_FAULTS + 1
    assert lines[-1] == "and 4900 more"


def test_input_error_survives_pickling() -> None:
    error = InputError(MAYBE, Fault("a", 1, 1, "", "wrong"))
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is InputError
    assert copy.faults == error.faults
    assert str(copy) == str(error)


def test_exit_codes_tell_bad_input_from_other_failures() -> None:
    assert ShengsimError.exit_code == 1
    assert InputError.exit_code == 2
    assert issubclass(InputError, ShengsimError)


@pytest.mark.parametrize(
    ("word", "nearest"),
    [
        ("pars", "pairs"),
        ("PAIRS", "pairs"),
        ("must-match", "must_match"),
        ("must_mach", "must_match"),
        ("bashi_fen", "bashi-fen"),
        ("nothing like it", ""),
        ("", ""),
        ("pairs" * 1000, ""),
    ],
)
def test_closest(word: str, nearest: str) -> None:
    assert closest(word, ["pairs", "must_match", "bashi-fen"]) == nearest


def test_closest_without_choices() -> None:
    assert closest("pairs", []) == ""


def test_closest_skips_hostile_choices() -> None:
    assert closest("pairs", ["pairs" * 100_000]) == ""


def test_closest_does_not_depend_on_the_order_of_choices() -> None:
    assert closest("A_B", ["a-b", "a_b", "A-B"]) == closest("A_B", ["A-B", "a_b", "a-b"])


@given(st.text(), st.lists(st.text()))
def test_closest_gives_a_choice_or_nothing(word: str, choices: list[str]) -> None:
    assert closest(word, choices) in {"", *choices}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("maybe", "'maybe'"),
        ("", "''"),
        ("甩牌", "'甩牌'"),
        ("a\nb\x1b\u202e", r"'a\nb\x1b\u202e'"),
        ("\ud800", r"'\ud800'"),
        (True, "true"),
        (None, "null"),
        (7, "7"),
        (0.5, "0.5"),
        ([1, 2], "a list"),
        ((), "a list"),
        ({"a": 1}, "a mapping"),
    ],
)
def test_quoted(value: object, text: str) -> None:
    assert quoted(value) == text


@pytest.mark.parametrize("length", [MAX_SHOWN - 1, MAX_SHOWN, MAX_SHOWN + 1, 1_000_000])
def test_shortened_keeps_to_its_length(length: int) -> None:
    text = shortened("x" * length)
    assert len(text) == min(length, MAX_SHOWN)
    assert text.endswith("…") == (length > MAX_SHOWN)


@given(st.text())
def test_shortened_is_short_and_printable(text: str) -> None:
    assert len(shortened(text)) <= MAX_SHOWN
    assert shortened(text).isprintable()
