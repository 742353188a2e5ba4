"""Matches: who deals, which levels are played, and when a side has won.

(000-5, 000-7, 000-8, 000-9, 000-22, 000-23, 000-24, 002-3, 002-6, 002-7, 002-29, 002-30,
002-86, 003-3, 003-6, 003-10, 000-84, 002-90, B2, B4, B9, B12, B39, B41, B46)
"""

from __future__ import annotations

from typing import Any

from shengsim import fields
from shengsim.cards import N_RANKS
from shengsim.games.shengji.choices import (
    AfterEnd,
    Finish,
    FirstDealer,
    MandatoryMode,
    Opening,
)
from shengsim.games.shengji.deal import n_seats
from shengsim.games.shengji.state import UNKNOWN, MatchOutcome, Outcome
from shengsim.kernel import kernel, rare_kernel
from shengsim.rng import SETUP, below

MAX_DEALS = 400
"""Deals after which a match is broken off: where it goes on beyond the last level, it has no end."""
COMEBACK = 4
"""Levels behind from which a win is a comeback."""

TABLES = {"levels": {"mandatory_ranks": (N_RANKS,)}}
"""1 for each level that must be played."""


def fill_tables(rules: Any, record: Any) -> None:
    """Fills the table of a rules record's levels chapter."""
    for level in rules.levels.mandatory:
        fields.get(record, "mandatory_ranks")[level] = 1


@kernel
def first_level(rules: Any) -> int:
    """The level both sides begin at. Rule levels.start (000-5, 000-9, 002-3, 002-7)."""
    return rules.levels.start


@kernel
def last_level(rules: Any) -> int:
    """The level that ends a match. Rule levels.end (000-9, 002-6, 002-7)."""
    return rules.levels.end


@kernel
def draw_rank(rules: Any, rng: Any) -> int:
    """The dominant rank of a deal that belongs to no match: any level of one, each as likely."""
    return first_level(rules) + below(rng, SETUP, last_level(rules) - first_level(rules) + 1)


@kernel
def next_dealer(rules: Any, dealer: int, swap: bool) -> int:
    """The dealer's partner where the declarers stay, the player on his right where they do not."""
    return (dealer + (1 if swap else 2)) % n_seats(rules)


@rare_kernel
def opening_dealer(rules: Any, table: Any) -> int:
    """Who deals a match's first deal, once trump is made. Rule dealer.first (000-22, 002-29, B9)."""
    found = table.first_bidder
    if rules.dealer.first == FirstDealer.FIRST_RANK_PAIR:
        found = table.first_rank_pair
    elif rules.dealer.first == FirstDealer.FIRST_JOKER_PAIR:
        found = table.first_joker_pair
    elif rules.dealer.first == FirstDealer.WINNING_BID:
        found = table.bidder
    return table.dealer if found == UNKNOWN else found


@kernel
def dealer_if_nobody_exposes(rules: Any, drawer: int, by_lot: int) -> int:
    """Rule dealer.opening (003-3, 003-8, B9, B46)."""
    return by_lot if rules.dealer.opening == Opening.RANDOM else drawer


@kernel
def level_after(rules: Any, level: int, gain: int, as_declarers: bool) -> int:
    """The level a side comes to; beyond last_level if it has passed it. Rule levels.finish (B2)."""
    allowed = allowed_gain(rules, level, gain, as_declarers)
    to = level + allowed
    if rules.levels.finish == Finish.PASS_END_AS_DECLARERS and to > last_level(rules):
        holds_end = as_declarers and level == last_level(rules)
        return last_level(rules) + (1 if holds_end else 0)
    if (
        rules.levels.finish == Finish.REACH_END
        and to == last_level(rules)
        and allowed > 0
        and not goes_on(rules)
    ):
        return to + 1
    return to


@rare_kernel
def allowed_gain(rules: Any, level: int, gain: int, as_declarers: bool) -> int:
    """How much of a gain mandatory ranks leave to a side.

    Rule levels.mandatory_mode (000-84, 002-90, B39).
    """
    must_defend = rules.levels.mandatory_mode == MandatoryMode.MUST_DEFEND
    if must_defend and not as_declarers and is_mandatory(rules, level):
        return 0
    for step in range(1, gain):
        if level + step > last_level(rules) and not goes_on(rules):
            break
        if is_mandatory(rules, wrapped(rules, level + step)):
            return step
    return gain


@kernel
def is_mandatory(rules: Any, level: int) -> bool:
    """Whether a level must be played. Rule levels.mandatory (000-84, 002-90, B39)."""
    return rules.levels.mandatory_ranks[level] != 0


@kernel
def goes_on(rules: Any) -> bool:
    """Whether a match goes on beyond the last level. Rule levels.after_end (000-9, 002-7)."""
    return rules.levels.after_end == AfterEnd.WRAP


@kernel
def wrapped(rules: Any, level: int) -> int:
    """A level beyond the last, where the match goes on: 2 comes after the last."""
    return level % (last_level(rules) + 1)


@rare_kernel
def begin_match(rules: Any, match: Any, by_lot: int) -> None:
    """Both sides at the first level; a player by lot shuffles."""
    match.dealer = by_lot
    match.n_deals = 0
    match.winner = UNKNOWN
    match.ahead = UNKNOWN
    match.lead_changes = 0
    match.red_five_levels = 0
    match.blocks = 0
    for rank in range(N_RANKS):
        match.stopped_at[rank] = 0
    for side in range(2):
        match.levels[side] = first_level(rules)
        match.behind[side] = 0


@kernel
def is_over(match: Any) -> bool:
    """Whether a side has won, or the match is broken off."""
    return match.winner != UNKNOWN or match.n_deals >= MAX_DEALS


@kernel
def rank_of_next(match: Any) -> int:
    """The dominant rank of the next deal: the declarers' level (000-25, 002-19)."""
    return match.levels[match.dealer % 2]


@rare_kernel
def end_deal(rules: Any, match: Any, outcome: Any) -> None:
    """Moves levels and dealer on by what came of a deal (000-23, 000-24, 002-30, 002-86)."""
    dealer = outcome[Outcome.DEALER]
    swap = outcome[Outcome.SWAP] != 0
    change = outcome[Outcome.LEVEL_CHANGE]
    match.levels[dealer % 2] -= outcome[Outcome.HOOK_LEVELS]
    if change != 0:
        climb(rules, match, (dealer + 1) % 2 if swap else dealer % 2, abs(change), not swap)
    pay_for_red_fives(rules, match, dealer % 2, outcome[Outcome.RED_FIVE_LEVELS_DECLARERS])
    pay_for_red_fives(rules, match, 1 - dealer % 2, outcome[Outcome.RED_FIVE_LEVELS_OPPONENTS])
    match.dealer = next_dealer(rules, dealer, swap)
    match.n_deals += 1
    note_lead(match)


@rare_kernel
def climb(rules: Any, match: Any, side: int, gain: int, as_declarers: bool) -> None:
    """A side gains levels, as far as it may, and wins if that takes it past the last."""
    allowed = allowed_gain(rules, match.levels[side], gain, as_declarers)
    if allowed == 0:
        match.blocks += 1
    elif allowed < gain:
        match.stopped_at[wrapped(rules, match.levels[side] + allowed)] += 1
    level = level_after(rules, match.levels[side], gain, as_declarers)
    if level > last_level(rules):
        if goes_on(rules):
            level = wrapped(rules, level)
        else:
            match.winner = side
    match.levels[side] = level


@kernel
def pay_for_red_fives(rules: Any, match: Any, side: int, n_levels: int) -> None:
    """A side loses levels, not below the first; one that has won loses none (B41)."""
    if n_levels > 0 and match.winner != side:
        before = match.levels[side]
        match.levels[side] = max(before - n_levels, min(before, first_level(rules)))
        match.red_five_levels += before - match.levels[side]


@kernel
def note_lead(match: Any) -> None:
    """Notes which side is ahead, and how far the other is behind."""
    gap = match.levels[0] - match.levels[1]
    match.behind[0] = max(match.behind[0], -gap)
    match.behind[1] = max(match.behind[1], gap)
    if gap != 0:
        ahead = 0 if gap > 0 else 1
        if match.ahead != UNKNOWN and match.ahead != ahead:
            match.lead_changes += 1
        match.ahead = ahead


@rare_kernel
def write_outcome(rules: Any, match: Any, first_dealer: int, row: Any) -> None:
    """Writes a match that is over into the first fields of int64[n_fields]."""
    winner = match.winner
    row[MatchOutcome.DEALS] = match.n_deals
    row[MatchOutcome.FIRST_DEALER] = first_dealer
    row[MatchOutcome.LEAD_CHANGES] = match.lead_changes
    row[MatchOutcome.RED_FIVE_LEVELS] = match.red_five_levels
    row[MatchOutcome.BLOCKS] = match.blocks
    for rank in range(N_RANKS):
        row[MatchOutcome.STOPPED_AT_2 + rank] = match.stopped_at[rank]
        row[MatchOutcome.STOPS] += match.stopped_at[rank]
    if winner != UNKNOWN:
        row[MatchOutcome.FINISHED] = 1
        row[MatchOutcome.FIRST_DEALER_WINS] = 1 if first_dealer % 2 == winner else 0
        row[MatchOutcome.EW_WINS] = 1 - winner
        row[MatchOutcome.LOSER_LEVEL] = match.levels[1 - winner] - first_level(rules)
        row[MatchOutcome.WINNER_BEHIND] = match.behind[winner]
        row[MatchOutcome.COMEBACK] = 1 if match.behind[winner] >= COMEBACK else 0
