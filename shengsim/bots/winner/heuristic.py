"""``heuristic``: plays out weak cards in long combinations, keeps bombs and top cards.

* Leads its weakest card, in the longest row or with the triple it can stand with; the whole hand where it is
  one combination; where somebody has one card left, no single but the strongest.
* Follows with the weakest that beats, rather with cards that stand alone than out of a pair or triple, and
  not out of a bomb. Twos and jokers (3 and 4 after a revolution) only when somebody has few cards left,
  or it has itself.
* Plays a bomb to stop somebody who is about to go out, or when few cards are left to it then.
* Offers its two weakest cards, takes the stronger of two.

It goes by the rules in all this but for ``score``, ``lead``, ``play`` and ``session``, which it ignores: it
plays to go out. It notes down nothing.
"""

from __future__ import annotations

from typing import Any

from shengsim.bots.bot import is_barred
from shengsim.bots.winner.heuristic_hand import (
    bomb_ranks,
    fewest_left,
    smallest_bomb,
    strong_ranks,
    weakest,
)
from shengsim.bots.winner.heuristic_lead import lead
from shengsim.games.winner.bomb import has_bombs
from shengsim.games.winner.choices import StraightFlush
from shengsim.games.winner.combination import straight_flush_is, why_illegal_play
from shengsim.games.winner.holding import (
    each_of_row,
    flush_at,
    flushes_at,
    held_at,
    over,
    row_at,
    suit_may_decide,
    with_highest,
    without_rank,
)
from shengsim.games.winner.order import ABOVE_ALL
from shengsim.games.winner.state import Form, Reason
from shengsim.kernel import kernel, rare_kernel
from shengsim.nibbles import (
    Counts,
    Ranks,
    all_of,
    counts_of,
    n_of_each,
    rank_at,
    rank_bit,
    ranks_with,
)
from shengsim.planes import (
    NOTHING,
    Planes,
    bit,
    both,
    copies_of,
    held,
    highest,
    lowest,
    minus,
    n_cards,
    no_cards,
    plus,
    take,
)

NO_BOMBS = 0
"""What the bot may be barred from: a position in the word of its memory's column BARRED."""

FEW_LEFT = 5
"""Cards of another player from which on top cards are spent."""
FEW_OWN = 7
"""Own cards from which on they are."""
BOMB_LEFT, BOMB_OWN = 3, 6
"""Cards of another player, and own cards after it, from which on bombs are."""


@kernel
def play(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """A lead, or what beats the play on the table, or a pass."""
    uses_bombs = has_bombs(rules) and not is_barred(memory, table.turn, NO_BOMBS)
    if table.form == Form.NONE:
        return lead(table, hand, rules, uses_bombs)
    counts = counts_of(hand)
    fewest, own = fewest_left(table), table.n_left[table.turn]
    bombs = bomb_ranks(rules, counts) if uses_bombs else NOTHING
    if table.form != Form.BOMB:
        free = minus(counts, all_of(bombs))
        options = both(held_at(rules, free, table.form, table.n_cards), over(rules, table))
        spends = fewest <= FEW_LEFT or own <= FEW_OWN
        if options != NOTHING and table.form != Form.STRAIGHT_FLUSH:
            cards = choose_option(table, hand, rules, free, options, spends)
            if held(cards, 1) != NOTHING:
                return cards
        if straight_flush_is(rules) != StraightFlush.OFF and spends and table.form >= Form.STRAIGHT:
            cards = flush_over(table, hand, rules)
            if held(cards, 1) != NOTHING:
                return cards
    if uses_bombs and (fewest <= BOMB_LEFT or own <= BOMB_OWN + 4):
        return bomb(table, hand, rules, fewest, own)
    return no_cards(hand)


@kernel
def choose_option(table: Any, hand: Planes, rules: Any, free: Counts, options: Ranks, spends: bool) -> Planes:
    """The weakest of some plays that beat, or no cards: by indices, of cards that are not in bombs."""
    form, n = table.form, table.n_cards
    if form <= Form.PAIR and not spends:
        options = minus(options, strong_ranks(rules, table))
    checks = suit_may_decide(rules, form) or (
        form == Form.STRAIGHT and straight_flush_is(rules) != StraightFlush.OFF
    )
    while options != NOTHING:
        alone = minus(options, ranks_with(free, n + 1)) if form <= Form.TRIPLE else options
        index = weakest(rules, table, alone if alone != NOTHING else options)
        cards = cards_at(table, hand, rules, free, index)
        if not checks or why_illegal_play(rules, table, hand, cards) == Reason.LEGAL:
            return cards
        cards = improved(table, hand, rules, cards, index)
        if why_illegal_play(rules, table, hand, cards) == Reason.LEGAL:
            return cards
        options = without_rank(options, index)
    return no_cards(hand)


@kernel
def cards_at(table: Any, hand: Planes, rules: Any, free: Counts, index: int) -> Planes:
    """The cards of a play like that on the table, at an index; with a triple the weakest that go with it."""
    form, n = table.form, table.n_cards
    if form <= Form.FOUR:
        return n_of_each(hand, rank_bit(index), n)
    if form <= Form.TRIPLES or form >= Form.STRAIGHT:
        return row_at(rules, hand, form, n, index)
    others = without_rank(ranks_with(free, n - 3), index)
    alone = minus(others, ranks_with(free, n - 2))
    with_it = weakest(rules, table, alone if alone != NOTHING else others)
    return plus(n_of_each(hand, rank_bit(index), 3), n_of_each(hand, rank_bit(with_it), n - 3))


@rare_kernel
def improved(table: Any, hand: Planes, rules: Any, cards: Planes, index: int) -> Planes:
    """A play with the highest suit where suits decide."""
    form = table.form
    if form <= Form.FOUR:
        return with_highest(hand, cards, index, table.n_cards)
    if form == Form.TRIPLE_WITH_SINGLE or form == Form.FULL_HOUSE:
        return with_highest(hand, cards, index, 3)
    return with_highest(hand, cards, rank_at(highest(held(cards, 1))), each_of_row(form))


@rare_kernel
def flush_over(table: Any, hand: Planes, rules: Any) -> Planes:
    """A straight of one suit that beats a straight, or another of one suit; or no cards."""
    for suit in range(4):
        keys = flushes_at(rules, hand, suit, table.n_cards)
        if table.form == Form.STRAIGHT_FLUSH or table.order >= ABOVE_ALL:
            keys = both(keys, over(rules, table))
        while keys != NOTHING:
            key = weakest(rules, table, keys)
            cards = flush_at(rules, hand, suit, table.n_cards, key)
            if why_illegal_play(rules, table, hand, cards) == Reason.LEGAL:
                return cards
            keys = without_rank(keys, key)
    return no_cards(hand)


@rare_kernel
def bomb(table: Any, hand: Planes, rules: Any, fewest: int, own: int) -> Planes:
    """The smallest bomb that beats, if somebody is about to go out or few cards are left then; or a pass."""
    cards = smallest_bomb(rules, table, hand)
    if fewest <= BOMB_LEFT or own - n_cards(cards) <= BOMB_OWN:
        return cards
    return no_cards(hand)


@rare_kernel
def offer(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """The two weakest cards."""
    first = copies_of(hand, bit(lowest(held(hand, 1))), 1)
    others = minus(held(hand, 1), held(first, 1))
    return plus(first, copies_of(hand, bit(lowest(others)), 1))


@rare_kernel
def choose(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """The stronger of the two cards offered."""
    offered = take(table.offered, 0)
    return copies_of(offered, bit(highest(held(offered, 1))), 1)
