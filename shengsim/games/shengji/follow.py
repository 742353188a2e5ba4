"""Following: what a player owes to the lead.

As many cards as were led; those of the led suit first; and of these the structure of the lead as
far as the hand has it. (000-37, 000-38, 000-40, 000-43, 002-35, 002-48, B18, B19, B20, B21, B33)

The *profile* of some cards is what of the lead's tractors they supply: for each tractor, longest
first, the longest tractor they have up to its length, the rest of it again, and so on. A play must
have the profile of the whole hand. It is found by cutting each piece from the shortest run that has
room, after trying every place for the first piece where several tractors were led; with the cards
of two packs this reaches the best that any cutting can (held against exhaustive search in tests).
With more packs serve.py answers.
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.answer import gives_what_is_owed
from shengsim.games.shengji.lead import in_tractors, neighbours, pairs_in, shortest_tractor
from shengsim.games.shengji.obligation import (
    answers_only_whole,
    must_answer_tractors,
    must_give_pairs,
    protects_tractors,
)
from shengsim.games.shengji.order import at_levels
from shengsim.games.shengji.state import Reason
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    Word,
    below_position,
    bit,
    both,
    count,
    either,
    held,
    highest,
    holds,
    longest_run,
    lowest,
    lowest_bit,
    minus,
    n_cards,
    only,
    run_from,
    runs,
    shifted_down,
    shifted_up,
)

DIGIT = 4
"""Bits of a profile that hold the length of one piece."""
FIRST_DIGIT = 56


@kernel
def why_illegal_follow(rules: Any, table: Any, hand: Planes, play: Planes) -> int:
    """Why these cards may not follow the lead from this hand; Reason.LEGAL if they may."""
    lead = table.lead
    if not holds(hand, play):
        return Reason.MUST_HOLD_CARDS
    if n_cards(play) != lead.n_cards:
        return Reason.MUST_MATCH_NUMBER
    suit = lead.positions
    of_suit = only(hand, suit)
    n_of_suit = n_cards(of_suit)
    if n_cards(only(play, suit)) < min(n_of_suit, lead.n_cards):
        return Reason.MUST_FOLLOW_SUIT
    owes = n_of_suit > lead.n_cards and (lead.n_pairs > 0 or lead.n_parts > 0) and must_give_pairs(rules)
    if owes and not has_structure(rules, table, of_suit, play):
        return Reason.MUST_MATCH_STRUCTURE
    return Reason.LEGAL


@rare_kernel
def has_structure(rules: Any, table: Any, of_suit: Planes, play: Planes) -> bool:
    """Whether a play, all of the led suit, gives the structure that the hand's cards of it owe."""
    if len(play) > 2:
        return gives_what_is_owed(rules, table, of_suit, play)
    mine = pairs_in(rules, of_suit)
    given = pairs_in(rules, play)
    answers = table.lead.n_parts > 0 and must_answer_tractors(rules)
    if answers and profile(rules, table, given) != profile(rules, table, mine):
        return False
    return count(given) >= n_pairs_owed(rules, table, mine)


@kernel
def piece_owed(rules: Any, longest: int, needed: int) -> int:
    """Length of the tractor owed where this many pairs are needed (B18)."""
    length = min(longest, needed)
    if length < shortest_tractor(rules) or (length < needed and answers_only_whole(rules)):
        return 0
    return length


@rare_kernel
def n_pairs_owed(rules: Any, table: Any, pairs: Word) -> int:
    """How many of these pairs the hand owes to the lead, those in tractors included.

    Where tractors are protected (B19), a led tractor is owed any pairs, a led pair only those that stand in
    no tractor of the hand; a pair that does goes to the led tractor first.
    """
    if not must_give_pairs(rules):
        return 0
    if not protects_tractors(rules):
        return min(table.lead.n_pairs, count(pairs))
    n_led_in_tractors = pairs_in_profile(whole_profile(table.lead))
    n_to_tractors = min(n_led_in_tractors, count(pairs))
    n_free = count(pairs) - max(n_to_tractors, count(in_tractors(rules, table, pairs)))
    return n_to_tractors + min(table.lead.n_pairs - n_led_in_tractors, n_free)


@kernel
def profile(rules: Any, table: Any, pairs: Word) -> int:
    """What these pairs supply of the lead's tractors, as digits that compare; see above."""
    return cut_best(rules, table, pairs)[0]


@rare_kernel
def cut_best(rules: Any, table: Any, pairs: Word) -> tuple[int, Word]:
    """Cuts what is owed to the lead's tractors from these pairs: the profile, and the pairs left."""
    word = neighbours(table, pairs)
    first = piece_owed(rules, longest_run(word), table.lead.length[0])
    if table.lead.n_parts == 1 or first < 2:
        return cut(rules, table, pairs, NOTHING)
    best, left = 0, pairs
    starts = runs(word, first)
    while starts != NOTHING:
        digits, rest = cut(rules, table, pairs, lowest_bit(starts))
        if digits > best:
            best, left = digits, rest
        starts = minus(starts, lowest_bit(starts))
    return best, left


@rare_kernel
def cut(rules: Any, table: Any, pairs: Word, start: Word) -> tuple[int, Word]:
    """Cuts with the first piece at a start (NOTHING: where it fits best): profile and pairs left."""
    digits = NOTHING
    at = FIRST_DIGIT
    for i in range(table.lead.n_parts):
        needed = table.lead.length[i]
        while needed >= 2:
            word = neighbours(table, pairs)
            length = piece_owed(rules, longest_run(word), needed)
            if length < 2:
                break
            low = best_fit(word, length) if start == NOTHING else lowest(start)
            start = NOTHING
            pairs = minus(pairs, at_levels(table, pairs, run_from(low, length)))
            digits = either(digits, shifted_up(length, at))
            at -= DIGIT
            needed -= length
        at -= DIGIT
    return digits, pairs


@kernel
def whole_profile(lead: Any) -> int:
    """The profile of cards that supply all the lead's tractors."""
    digits = NOTHING
    at = FIRST_DIGIT
    for i in range(lead.n_parts):
        digits = either(digits, shifted_up(lead.length[i], at))
        at -= 2 * DIGIT
    return digits


@kernel
def best_fit(word: Word, length: int) -> int:
    """Where the shortest run with room for this length begins; there is one."""
    best = 0
    best_length = 64
    left = runs(word, length)
    while left != NOTHING:
        low = lowest(left)
        room = length
        while both(word, bit(low + room)) != NOTHING:
            room += 1
        if room < best_length:
            best = low
            best_length = room
        left = minus(left, run_from(low, room))
    return best


@kernel
def first_piece(digits: int) -> int:
    """The length of the first piece of a profile that is not empty."""
    return both(shifted_down(digits, highest(digits) // DIGIT * DIGIT), 15)


@kernel
def after_first_piece(digits: int) -> int:
    """A profile without its first piece."""
    return both(digits, below_position(highest(digits) // DIGIT * DIGIT))


@kernel
def pairs_in_profile(digits: int) -> int:
    """How many pairs the pieces of a profile have together."""
    n = 0
    at = FIRST_DIGIT
    while at >= 0:
        n += both(shifted_down(digits, at), 15)
        at -= DIGIT
    return n


@kernel
def is_void(table: Any, hand: Planes) -> bool:
    """Whether the hand has no card of the led suit, and so may ruff (002-35, B20)."""
    return both(held(hand, 1), table.lead.positions) == NOTHING
