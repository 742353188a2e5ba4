"""Planes and words against sets and Counters; and compiled as they are plain, for any number of planes."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shengsim import fields, planes
from shengsim.kernel import compiled
from shengsim.planes import (
    NOTHING,
    Planes,
    below_position,
    bit,
    both,
    copies_of,
    count,
    either,
    exactly,
    except_for,
    has,
    held,
    highest,
    holds,
    less,
    longest_run,
    lowest,
    lowest_bit,
    lowest_bits,
    minus,
    moved_back,
    moved_last,
    n_cards,
    no_cards,
    nth_bit,
    nth_card,
    only,
    plus,
    put,
    put_one,
    run_from,
    runs,
    shifted_down,
    shifted_up,
    take,
    with_plane,
    within,
)

N_POSITIONS = 62
EVERY_SIZE = pytest.mark.parametrize("n_planes", [2, 3, 4, 8])

quick = settings(deadline=None, max_examples=60)
positions = st.integers(0, N_POSITIONS - 1)
sets = st.sets(positions, max_size=20) | st.sets(positions, min_size=40)


def word_of(members: Any) -> int:
    """The word of a set of positions."""
    return sum(2**position for position in members)


def set_of(word: int) -> set[int]:
    """The set of positions of a word."""
    return {position for position, digit in enumerate(reversed(f"{word:b}")) if digit == "1"}


def planes_of(cards: Counter[int], n_planes: int) -> Planes:
    """The planes of a multiset of positions."""
    return tuple(word_of(p for p, copies in cards.items() if copies > k) for k in range(n_planes))


def counter_of(cards: Planes) -> Counter[int]:
    """The multiset of planes; each plane must lie within the one before."""
    for k in range(1, len(cards)):
        assert set_of(cards[k]) <= set_of(cards[k - 1])
    return Counter(position for word in cards for position in set_of(word))


def multisets(n_planes: int) -> st.SearchStrategy[Counter[int]]:
    """Multisets of up to n_planes copies of each position."""
    copies = st.dictionaries(positions, st.integers(1, n_planes), max_size=14)
    crowded = st.dictionaries(st.integers(0, 3), st.integers(1, n_planes), max_size=4)
    return (copies | crowded).map(Counter)


# Words


@given(positions)
def test_bit_is_the_set_of_one(position: int) -> None:
    assert set_of(bit(position)) == {position}


@given(st.integers(0, N_POSITIONS))
def test_below_position_is_every_lower_one(position: int) -> None:
    assert set_of(below_position(position)) == set(range(position))


@given(sets, sets)
@quick
def test_both_either_minus_and_within_are_those_of_sets(a: set[int], b: set[int]) -> None:
    assert set_of(both(word_of(a), word_of(b))) == a & b
    assert set_of(either(word_of(a), word_of(b))) == a | b
    assert set_of(minus(word_of(a), word_of(b))) == a - b
    assert within(word_of(a), word_of(b)) == (a <= b)
    assert within(word_of(a & b), word_of(b))


@given(sets, positions)
@quick
def test_has_and_count(members: set[int], position: int) -> None:
    assert has(word_of(members), position) == (position in members)
    assert count(word_of(members)) == len(members)


@given(sets)
@quick
def test_lowest_and_highest_of_a_word(members: set[int]) -> None:
    assume(members)
    word = word_of(members)
    assert lowest(word) == min(members)
    assert highest(word) == max(members)
    assert set_of(lowest_bit(word)) == {min(members)}


def test_lowest_bit_and_highest_of_nothing() -> None:
    assert lowest_bit(NOTHING) == NOTHING
    assert highest(NOTHING) == -1


@given(sets, st.integers(0, N_POSITIONS))
@quick
def test_lowest_bits_are_so_many_or_all(members: set[int], n: int) -> None:
    assert set_of(lowest_bits(word_of(members), n)) == set(sorted(members)[:n])


@given(sets, st.integers(0, N_POSITIONS))
@quick
def test_nth_bit_counts_from_the_lowest(members: set[int], n: int) -> None:
    expected = sorted(members)[n : n + 1]
    assert set_of(nth_bit(word_of(members), n)) == set(expected)


@given(sets, st.integers(0, N_POSITIONS - 1))
@quick
def test_shifted_down_and_up_move_every_position(members: set[int], places: int) -> None:
    assert set_of(shifted_down(word_of(members), places)) == {p - places for p in members if p >= places}
    kept = {p for p in members if p + places < N_POSITIONS}
    assert set_of(shifted_up(word_of(kept), places)) == {p + places for p in kept}


@given(st.data())
@quick
def test_run_from_goes_up(data: st.DataObject) -> None:
    position = data.draw(positions)
    length = data.draw(st.integers(0, N_POSITIONS - position))
    assert set_of(run_from(position, length)) == set(range(position, position + length))


@given(sets, st.integers(1, 8))
@quick
def test_runs_begin_where_all_neighbours_are_there(members: set[int], length: int) -> None:
    expected = {p for p in members if all(p + k in members for k in range(length))}
    assert set_of(runs(word_of(members), length)) == expected


@given(sets)
@quick
def test_longest_run_is_the_last_length_that_has_runs(members: set[int]) -> None:
    length = longest_run(word_of(members))
    for size in range(1, N_POSITIONS + 1):
        assert (runs(word_of(members), size) != NOTHING) == (size <= length)


@pytest.mark.parametrize(
    ("members", "length"), [(set(), 0), ({5}, 1), ({0, 2, 4}, 1), ({0, 1, 3, 4, 5}, 3), (range(62), 62)]
)
def test_longest_run_of_examples(members: Any, length: int) -> None:
    assert longest_run(word_of(members)) == length


@st.composite
def layouts(draw: st.DrawFn) -> tuple[int, int, int, int]:
    """low, width, n_fields, field: fields that lie within a word."""
    width = draw(st.integers(1, 20))
    n_fields = draw(st.integers(1, min(8, N_POSITIONS // width)))
    low = draw(st.integers(0, N_POSITIONS - width * n_fields))
    return low, width, n_fields, draw(st.integers(0, n_fields - 1))


def moved(position: int, layout: tuple[int, int, int, int]) -> int:
    """Where moved_last takes a position."""
    low, width, n_fields, field = layout
    place, inside = divmod(position - low, width)
    if not 0 <= place < n_fields:
        return position
    order = [other for other in range(n_fields) if other != field] + [field]
    return low + order.index(place) * width + inside


@given(sets, layouts())
@settings(deadline=None)
def test_moved_last_moves_one_field_behind_the_others(
    members: set[int], layout: tuple[int, int, int, int]
) -> None:
    assert set_of(moved_last(word_of(members), *layout)) == {moved(p, layout) for p in members}


@given(sets, layouts())
@settings(deadline=None)
def test_moved_back_undoes_moved_last(members: set[int], layout: tuple[int, int, int, int]) -> None:
    word = word_of(members)
    assert moved_back(moved_last(word, *layout), *layout) == word
    assert moved_last(moved_back(word, *layout), *layout) == word


def test_moved_last_of_four_fields_of_thirteen() -> None:
    word = word_of([0, 13, 14, 26, 39, 51, 52, 60])  # the second field goes last, the jokers above stay
    assert set_of(moved_last(word, 0, 13, 4, 1)) == {0, 39, 40, 13, 26, 38, 52, 60}


# Planes


@EVERY_SIZE
@given(data=st.data())
@quick
def test_plus_adds_copies(n_planes: int, data: st.DataObject) -> None:
    total = data.draw(multisets(n_planes))
    part = Counter({p: data.draw(st.integers(0, copies)) for p, copies in total.items()})
    a, b = planes_of(part, n_planes), planes_of(total - part, n_planes)
    assert counter_of(plus(a, b)) == total
    assert plus(b, a) == plus(a, b)
    assert len(plus(a, b)) == n_planes


@EVERY_SIZE
@given(data=st.data())
@quick
def test_less_takes_copies_away_and_ignores_what_is_not_there(n_planes: int, data: st.DataObject) -> None:
    a, b = data.draw(multisets(n_planes)), data.draw(multisets(n_planes))
    left = less(planes_of(a, n_planes), planes_of(b, n_planes))
    assert counter_of(left) == a - b
    assert len(left) == n_planes


@EVERY_SIZE
@given(data=st.data())
@quick
def test_less_undoes_plus(n_planes: int, data: st.DataObject) -> None:
    total = data.draw(multisets(n_planes))
    part = Counter({p: data.draw(st.integers(0, copies)) for p, copies in total.items()})
    whole, taken = planes_of(total, n_planes), planes_of(part, n_planes)
    assert plus(less(whole, taken), taken) == whole


@EVERY_SIZE
@given(data=st.data())
@quick
def test_holds_copy_by_copy(n_planes: int, data: st.DataObject) -> None:
    a, b = data.draw(multisets(n_planes)), data.draw(multisets(n_planes))
    assert bool(holds(planes_of(a, n_planes), planes_of(b, n_planes))) == (b <= a)
    assert holds(planes_of(a, n_planes), planes_of(a & b, n_planes))
    assert holds(planes_of(a | b, n_planes), planes_of(b, n_planes))


@EVERY_SIZE
@given(data=st.data())
@quick
def test_only_and_except_for_part_the_cards(n_planes: int, data: st.DataObject) -> None:
    cards, where = data.draw(multisets(n_planes)), data.draw(sets)
    all_planes = planes_of(cards, n_planes)
    inside, outside = only(all_planes, word_of(where)), except_for(all_planes, word_of(where))
    assert counter_of(inside) == Counter({p: n for p, n in cards.items() if p in where})
    assert counter_of(outside) == Counter({p: n for p, n in cards.items() if p not in where})
    assert plus(inside, outside) == all_planes


@EVERY_SIZE
@given(data=st.data())
@quick
def test_copies_of_a_word(n_planes: int, data: st.DataObject) -> None:
    like, where = planes_of(data.draw(multisets(n_planes)), n_planes), data.draw(sets)
    copies = data.draw(st.integers(1, n_planes))
    assert copies_of(like, word_of(where), copies) == planes_of(
        Counter(dict.fromkeys(where, copies)), n_planes
    )


@EVERY_SIZE
@given(data=st.data())
@quick
def test_no_cards_is_empty_and_as_long(n_planes: int, data: st.DataObject) -> None:
    assert no_cards(planes_of(data.draw(multisets(n_planes)), n_planes)) == (0,) * n_planes


@EVERY_SIZE
@given(data=st.data())
@quick
def test_held_and_exactly(n_planes: int, data: st.DataObject) -> None:
    cards = data.draw(multisets(n_planes))
    for n in range(1, n_planes + 1):
        assert set_of(held(planes_of(cards, n_planes), n)) == {p for p in cards if cards[p] >= n}
        assert set_of(exactly(planes_of(cards, n_planes), n)) == {p for p in cards if cards[p] == n}


@EVERY_SIZE
@given(data=st.data())
@quick
def test_nth_card_visits_every_copy_once(n_planes: int, data: st.DataObject) -> None:
    cards = data.draw(multisets(n_planes))
    all_planes = planes_of(cards, n_planes)
    n = n_cards(all_planes)
    assert n == cards.total()
    visited = Counter()
    for k in range(n):
        (position,) = set_of(nth_card(all_planes, k))
        visited[position] += 1
    assert visited == cards
    assert nth_card(all_planes, n) == NOTHING


@EVERY_SIZE
@given(data=st.data())
@quick
def test_with_plane_replaces_one(n_planes: int, data: st.DataObject) -> None:
    before = planes_of(data.draw(multisets(n_planes)), n_planes)
    k, word = data.draw(st.integers(0, n_planes - 1)), word_of(data.draw(sets))
    after = with_plane(before, k, word)
    assert list(after) == [word if other == k else before[other] for other in range(n_planes)]


@EVERY_SIZE
@given(data=st.data())
@quick
def test_put_then_take_gives_the_planes_back(n_planes: int, data: st.DataObject) -> None:
    cards = planes_of(data.draw(multisets(n_planes)), n_planes)
    rows = np.full((3, n_planes), 7, np.int64)
    put(rows, 1, cards)
    assert take(rows, 1) == cards
    assert take(rows, 0) == take(rows, 2) == (7,) * n_planes


@EVERY_SIZE
@given(data=st.data())
@quick
def test_put_one_adds_one_copy_of_each(n_planes: int, data: st.DataObject) -> None:
    cards = data.draw(multisets(n_planes))
    where = {p for p in data.draw(sets) if cards[p] < n_planes}
    rows = np.zeros((2, n_planes), np.int64)
    put(rows, 1, planes_of(cards, n_planes))
    put_one(rows, 1, word_of(where))
    assert counter_of(take(rows, 1)) == cards + Counter(where)
    assert take(rows, 0) == (0,) * n_planes


# Two planes, written out, are the general loop


@given(a=multisets(2), b=multisets(2), where=sets, n=st.integers(1, 2))
@settings(deadline=None)
def test_two_planes_are_three_with_an_empty_one(
    a: Counter[int], b: Counter[int], where: set[int], n: int
) -> None:
    two, three, word = planes_of(a, 2), planes_of(a, 3), word_of(where)
    other, other_three = planes_of(b, 2), planes_of(b, 3)
    assert three == (*two, 0)
    assert (*no_cards(two), 0) == no_cards(three)
    assert (*copies_of(two, word, n), 0) == copies_of(three, word, n)
    assert (*only(two, word), 0) == only(three, word)
    assert (*except_for(two, word), 0) == except_for(three, word)
    assert (*less(two, other), 0) == less(three, other_three)
    assert holds(two, other) == holds(three, other_three)
    assert n_cards(two) == n_cards(three)
    assert exactly(two, n) == exactly(three, n)
    left = less(planes_of(Counter(dict.fromkeys(a | b, 2)), 2), two)  # so that the sum has room
    assert (*plus(two, left), 0) == plus(three, (*left, 0))


# Both lanes

N_PLANE_RESULTS = 9
N_WORD_RESULTS = 27


def call_all(hands: Any, words: Any, numbers: Any, planes_out: Any, words_out: Any) -> None:
    """Calls every function on each row. A driver.

    ``hands`` a record of a and b int64[n, n_planes], ``words`` int64[n, 2], ``numbers`` int64[n, 8].
    """
    for i in range(words.shape[0]):
        a = take(hands.a, i)
        b = take(hands.b, i)
        word = words[i, 0]
        other = words[i, 1]
        position = numbers[i, 0]
        n = numbers[i, 1]
        k = numbers[i, 2]
        row = i * N_PLANE_RESULTS
        put(planes_out, row, plus(a, b))
        put(planes_out, row + 1, less(a, b))
        put(planes_out, row + 2, only(a, word))
        put(planes_out, row + 3, except_for(a, word))
        put(planes_out, row + 4, copies_of(a, word, n))
        put(planes_out, row + 5, no_cards(a))
        put(planes_out, row + 6, with_plane(a, n - 1, word))
        put(planes_out, row + 7, a)
        put_one(planes_out, row + 7, word)
        put(planes_out, row + 8, take(hands.a, i))
        words_out[i, 0] = holds(a, b)
        words_out[i, 1] = holds(a, less(a, b))
        words_out[i, 2] = held(a, n)
        words_out[i, 3] = exactly(a, n)
        words_out[i, 4] = n_cards(a)
        words_out[i, 5] = nth_card(a, k)
        words_out[i, 6] = bit(position)
        words_out[i, 7] = below_position(position)
        words_out[i, 8] = both(word, other)
        words_out[i, 9] = either(word, other)
        words_out[i, 10] = minus(word, other)
        words_out[i, 11] = within(word, other)
        words_out[i, 12] = within(both(word, other), other)
        words_out[i, 13] = has(word, position)
        words_out[i, 14] = count(word)
        words_out[i, 15] = lowest(word)
        words_out[i, 16] = highest(word)
        words_out[i, 17] = lowest_bit(word)
        words_out[i, 18] = nth_bit(word, k)
        words_out[i, 19] = shifted_down(word, position)
        words_out[i, 20] = shifted_up(both(word, below_position(8)), numbers[i, 3])
        words_out[i, 21] = run_from(position, numbers[i, 3] % (62 - position))
        words_out[i, 22] = runs(word, n)
        words_out[i, 23] = longest_run(word)
        words_out[i, 24] = moved_last(word, numbers[i, 4], numbers[i, 5], numbers[i, 6], numbers[i, 7])
        words_out[i, 25] = moved_back(word, numbers[i, 4], numbers[i, 5], numbers[i, 6], numbers[i, 7])
        words_out[i, 26] = lowest_bits(word, k)


def inputs(n_planes: int, n_rows: int = 150) -> tuple[np.ndarray, ...]:
    """Rows for call_all: empty, full, then random of any density."""
    random = np.random.default_rng(n_planes)
    a_rows, b_rows = np.zeros((2, n_rows, n_planes), np.int64)
    words = np.zeros((n_rows, 2), np.int64)
    numbers = np.zeros((n_rows, 8), np.int64)
    for i in range(n_rows):
        density = (0.0, 1.0, random.random())[min(i, 2)]
        for rows in (a_rows, b_rows):
            copies = random.integers(1, n_planes + 1, N_POSITIONS) * (random.random(N_POSITIONS) < density)
            rows[i] = planes_of(Counter({p: int(copies[p]) for p in range(N_POSITIONS)}), n_planes)
        for column in range(2):
            words[i, column] = word_of(np.flatnonzero(random.random(N_POSITIONS) < density).tolist())
        width, n_fields = random.integers(1, 15), random.integers(1, 5)
        numbers[i] = (
            *(random.integers(0, 62), random.integers(1, n_planes + 1), random.integers(0, 62)),
            *(random.integers(0, 54), random.integers(0, 63 - width * n_fields)),
            *(width, n_fields, random.integers(0, n_fields)),
        )
    return a_rows, b_rows, words, numbers


@pytest.mark.parametrize("n_planes", [2, 3, 8])
def test_every_function_compiled_gives_what_it_gives_plain(n_planes: int) -> None:
    a_rows, b_rows, words, numbers = inputs(n_planes)
    n_rows = len(words)
    dtype = np.dtype([("a", np.int64, a_rows.shape), ("b", np.int64, b_rows.shape)])
    results = []
    for plain, driver in ((True, call_all), (False, compiled(call_all))):
        hands = fields.new_record(dtype, plain)
        fields.put(hands, "a", a_rows)
        fields.put(hands, "b", b_rows)
        planes_out = np.full((n_rows * N_PLANE_RESULTS, n_planes), -1, np.int64)
        words_out = np.full((n_rows, N_WORD_RESULTS), -9, np.int64)
        driver(hands, words, numbers, planes_out, words_out)
        results.append((planes_out, words_out))
    (plain_planes, plain_words), (compiled_planes, compiled_words) = results
    assert (plain_words == compiled_words).all(axis=0).tolist() == [True] * N_WORD_RESULTS
    same = (plain_planes == compiled_planes).reshape(n_rows, N_PLANE_RESULTS, n_planes)
    assert same.all(axis=(0, 2)).tolist() == [True] * N_PLANE_RESULTS
    assert (compiled_words != -9).all()


def test_call_all_leaves_no_kernel_out() -> None:
    kernels = {
        name
        for name, value in vars(planes).items()
        if callable(value)
        and not name.startswith("_")
        and getattr(value, "__module__", "") == planes.__name__
    }
    assert len(kernels) > 30
    assert kernels <= set(call_all.__code__.co_names)
