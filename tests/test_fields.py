"""Records: the numpy record and its plain twin have the same paths and the same numbers."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from shengsim.fields import copy, get, n_numbers, new_record, numbers, put

INNER = np.dtype([("suit", np.int64), ("length", np.int64, (3,))])
DTYPE = np.dtype(
    [("rank", np.int64), ("lead", INNER), ("trial", INNER), ("hands", np.int64, (2, 2)), ("last", np.int64)]
)
N_NUMBERS = 1 + 4 + 4 + 4 + 1

both_kinds = pytest.mark.parametrize("plain", [False, True], ids=["numpy", "plain"])


def filled(plain: bool) -> Any:
    """A record with the numbers 0, 1, 2, ... in order."""
    record = new_record(DTYPE, plain)
    put(record, "rank", 0)
    for name, first in (("lead", 1), ("trial", 5)):
        put(get(record, name), "suit", first)
        put(get(record, name), "length", [first + 1, first + 2, first + 3])
    put(record, "hands", [[9, 10], [11, 12]])
    put(record, "last", 13)
    return record


@both_kinds
def test_new_record_is_zero(plain: bool) -> None:
    assert numbers(new_record(DTYPE, plain), DTYPE).tolist() == [0] * N_NUMBERS


def test_n_numbers_counts_every_int() -> None:
    assert n_numbers(DTYPE) == N_NUMBERS
    assert n_numbers(INNER) == 4


@both_kinds
def test_numbers_are_in_the_order_of_the_fields(plain: bool) -> None:
    found = numbers(filled(plain), DTYPE)
    assert found.tolist() == list(range(N_NUMBERS))
    assert found.dtype == np.int64


@both_kinds
def test_get_reads_nested_fields(plain: bool) -> None:
    record = filled(plain)
    assert get(get(record, "trial"), "suit") == 5
    assert get(get(record, "trial"), "length").tolist() == [6, 7, 8]
    assert get(record, "hands").shape == (2, 2)


@both_kinds
def test_put_broadcasts_into_an_array(plain: bool) -> None:
    record = filled(plain)
    put(record, "hands", -1)
    assert get(record, "hands").tolist() == [[-1, -1], [-1, -1]]
    put(record, "hands", [7, 8])
    assert get(record, "hands").tolist() == [[7, 8], [7, 8]]
    assert get(record, "last") == 13


@both_kinds
def test_put_keeps_an_array_the_same_array(plain: bool) -> None:
    record = new_record(DTYPE, plain)
    hands = get(record, "hands")
    put(record, "hands", 5)
    assert hands.tolist() == [[5, 5], [5, 5]]


@both_kinds
def test_put_refuses_what_does_not_fit(plain: bool) -> None:
    with pytest.raises(ValueError, match="broadcast"):
        put(new_record(DTYPE, plain), "hands", [1, 2, 3])


@both_kinds
@pytest.mark.parametrize("value", [-(2**63), 2**63 - 1, True, np.int64(7)])
def test_put_takes_every_int64(value: int, plain: bool) -> None:
    record = new_record(DTYPE, plain)
    put(record, "last", value)
    assert get(record, "last") == value


def test_plain_twin_has_plain_numbers() -> None:
    record = filled(plain=True)
    assert isinstance(record, SimpleNamespace)
    put(record, "last", np.int64(3))
    assert type(record.last) is int
    assert type(record.rank) is int
    assert record.lead.suit == 1


@pytest.mark.parametrize("target_plain", [False, True])
@pytest.mark.parametrize("source_plain", [False, True])
def test_copy_between_all_kinds(source_plain: bool, target_plain: bool) -> None:
    source, target = filled(source_plain), new_record(DTYPE, target_plain)
    copy(source, target, DTYPE)
    assert numbers(target, DTYPE).tolist() == list(range(N_NUMBERS))


@both_kinds
def test_copy_shares_nothing(plain: bool) -> None:
    source, target = filled(plain), new_record(DTYPE, plain)
    copy(source, target, DTYPE)
    put(source, "hands", 99)
    put(get(source, "lead"), "suit", 99)
    put(get(source, "lead"), "length", 99)
    assert numbers(target, DTYPE).tolist() == list(range(N_NUMBERS))


@both_kinds
def test_new_records_share_nothing(plain: bool) -> None:
    one, other = new_record(DTYPE, plain), new_record(DTYPE, plain)
    put(one, "hands", 1)
    put(get(one, "lead"), "length", 1)
    assert not numbers(other, DTYPE).any()
    assert not get(get(one, "trial"), "length").any()
