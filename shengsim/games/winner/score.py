"""Scores: what the cards left in hands cost, and when they are counted.

(001-26, 001-27, 001-28, B53, B54, B73)
"""

from __future__ import annotations

from typing import Any

from shengsim import fields
from shengsim.games.winner.choices import CountAt
from shengsim.games.winner.state import Outcome
from shengsim.kernel import kernel, rare_kernel

DOUBLE_FROM, DOUBLE_FROM_OF_THREE, TRIPLE_FROM_OF_THREE = 10, 11, 17
"""Cards left that count double and three times, where the variant says nothing (001-26, 001-28)."""
NEVER = 0


def fill_thresholds(rules: Any, record: Any) -> None:
    """Works out the thresholds that a variant leaves open, into the record's chapter."""
    three = rules.table.players == 3
    if rules.score.double_from is None:
        fields.put(record, "double_from", DOUBLE_FROM_OF_THREE if three else DOUBLE_FROM)
    if rules.score.triple_from is None:
        fields.put(record, "triple_from", TRIPLE_FROM_OF_THREE if three else NEVER)


@kernel
def are_kept(rules: Any) -> bool:
    """Whether scores are kept. Rule score.enabled (001-26)."""
    return rules.score.enabled == 1


@kernel
def are_counted_at_first_out(rules: Any) -> bool:
    """When hands are counted. Rule score.count_at (001-26, 001-27, B73)."""
    return rules.score.count_at == CountAt.FIRST_OUT


@kernel
def per_card(rules: Any) -> int:
    """Points a card. Rule score.per_card (001-26)."""
    return rules.score.per_card


@kernel
def counts_double(rules: Any, left: int) -> bool:
    """Whether so many cards count double. Rule score.double_from (001-26, 001-28, B53, B54)."""
    return rules.score.double_from != NEVER and left >= rules.score.double_from


@kernel
def counts_three_times(rules: Any, left: int) -> bool:
    """Whether so many cards count three times. Rule score.triple_from (001-28, B54)."""
    return rules.score.triple_from != NEVER and left >= rules.score.triple_from


@kernel
def times_if_unplayed(rules: Any) -> int:
    """How many times cards count of who played none. Rule score.unplayed (001-26, B54)."""
    return rules.score.unplayed


@kernel
def times(rules: Any, left: int, n_plays: int) -> int:
    """How many times the cards of a player count: the most that anything makes them."""
    n = 1
    if counts_double(rules, left):
        n = 2
    if counts_three_times(rules, left):
        n = 3
    return max(n, times_if_unplayed(rules)) if n_plays == 0 else n


@rare_kernel
def count_hands(rules: Any, state: Any, winner: int) -> None:
    """Counts the cards left and writes the scores: the winner gets what the others lose."""
    table = state.table
    for seat in range(table.n_seats):
        left = table.n_left[seat]
        table.left[seat] = left
        state.outcome[Outcome.CARDS_LEFT] += left
        state.outcome[Outcome.MOST_LEFT] = max(left, state.outcome[Outcome.MOST_LEFT])
        if left > 0:
            if table.n_plays[seat] == 0:
                state.outcome[Outcome.UNPLAYED] += 1
            if counts_three_times(rules, left):
                state.outcome[Outcome.TREBLED] += 1
            elif counts_double(rules, left):
                state.outcome[Outcome.DOUBLED] += 1
            if are_kept(rules):
                points = per_card(rules) * left * times(rules, left, table.n_plays[seat])
                table.score[seat] -= points
                table.score[winner] += points
