"""How the heuristic bot follows a lead."""

from __future__ import annotations

from typing import Any

from shengsim.bots.bot import is_barred
from shengsim.bots.shengji.heuristic_cards import (
    ACES,
    FEED,
    KEEP,
    NO_RUFFS,
    from_level,
    least_needed,
    lowest_to_score,
    points_in,
    unseen,
)
from shengsim.bots.shengji.heuristic_red_fives import red_five_to_play
from shengsim.bots.shengji.heuristic_wide import CHEAP, HIGH, LOW, wide_answer
from shengsim.games.shengji import follow as following
from shengsim.games.shengji import trick
from shengsim.games.shengji.deal import next_seat
from shengsim.games.shengji.hook import NO_HOOK, level_back
from shengsim.games.shengji.lead import neighbours, pairs_in, places
from shengsim.games.shengji.obligation import must_answer_tractors
from shengsim.games.shengji.order import RANK_CARDS, TRUMPS, at_levels, level, levels
from shengsim.games.shengji.score import level_change
from shengsim.games.shengji.state import Side
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    Word,
    below_position,
    bit,
    both,
    copies_of,
    count,
    either,
    exactly,
    held,
    highest,
    less,
    lowest,
    lowest_bit,
    minus,
    n_cards,
    only,
    plus,
    run_from,
    runs,
)

TOWARDS_END = 9
"""Cards in hand from which on the highest trump is kept for the last trick."""
POINTS_WORTH_IT = 10
"""Points in a trick for which it is spent all the same."""


@kernel
def follow(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """Cards that may follow."""
    seat = table.turn
    lead = table.lead
    cards = only(hand, lead.positions)
    if n_cards(cards) == lead.n_cards or table.n_left[seat] == lead.n_cards:
        return cards if n_cards(cards) == lead.n_cards else hand
    is_last = table.n_played + 1 == table.n_seats
    is_ours = table.side[table.winning] == table.side[seat]
    needs_out = not is_last or table.n_left[seat] <= TOWARDS_END
    out = unseen(table, hand, memory, rules) if needs_out else hand
    is_safe = is_ours and (is_last or not is_in_danger(rules, table, out))
    if lead.n_cards > 1:
        return follow_many(table, hand, memory, rules, is_safe)
    faces = held(cards, 1)
    if both(held(hand, 1), table.red_fives) != NOTHING and may_trump(table, memory, faces):
        card = red_five_to_play(rules, table, hand, out, is_safe)
        if card != NOTHING:
            return copies_of(hand, card, 1)
    kept = NOTHING
    if not is_safe and (faces == NOTHING or lead.suit == TRUMPS):
        kept = kept_for_last(rules, table, hand, out)
    if faces != NOTHING:
        faces = minus(faces, kept) if faces != kept else faces
        if is_safe:
            card = lowest_to_score(table, faces) if both(faces, points_in(table)) != NOTHING else NOTHING
        else:
            card = card_that_takes(rules, table, faces, out)
        return copies_of(hand, card if card != NOTHING else lowest_to_lose(table, hand, faces), 1)
    if not is_safe and lead.suit != TRUMPS and not is_barred(memory, seat, NO_RUFFS):
        card = ruff(rules, table, hand, minus(both(held(hand, 1), table.trumps), kept))
        if card != NOTHING:
            return copies_of(hand, card, 1)
    return discard(table, hand, memory, 1, FEED if is_safe else KEEP)


@kernel
def may_trump(table: Any, memory: Any, faces: Word) -> bool:
    """Whether trumps may be played to the lead, of which suit it has these faces."""
    if table.lead.suit == TRUMPS:
        return True
    return faces == NOTHING and not is_barred(memory, table.turn, NO_RUFFS)


@kernel
def card_that_takes(rules: Any, table: Any, faces: Word, out: Planes) -> Word:
    """The card of the suit led to take a trick with; NOTHING to let it go."""
    lead = table.lead
    winners = from_level(table, faces, trick.deciding_level(rules, table) + 1)
    if winners == NOTHING:
        return NOTHING
    n_after = table.n_seats - table.n_played - 1
    if n_after == 0:
        card = lowest_to_score(table, winners)
        is_worth_it = lead.suit != TRUMPS or card < below_position(RANK_CARDS) or table.trick_points > 0
        return card if is_worth_it else NOTHING
    bosses = from_level(table, winners, level(table, both(held(out, 1), lead.positions)))
    if bosses != NOTHING and (lead.suit != TRUMPS or table.trick_points > 0):
        return lowest_bit(bosses)
    if n_after == 1 and table.side[table.winning] != table.side[table.turn]:
        return lowest_bit(minus(winners, points_in(table)))
    return NOTHING


@kernel
def lowest_to_lose(table: Any, hand: Planes, faces: Word) -> Word:
    """The lowest card, no red five, point card or ace and of no pair if there is another."""
    spare = minus(faces, table.red_fives)
    faces = spare if spare != NOTHING else faces
    worthless = minus(faces, points_in(table))
    low = minus(worthless, ACES)
    if both(low, exactly(hand, 1)) != NOTHING:
        low = both(low, exactly(hand, 1))
    elif low == NOTHING:
        low = worthless
        if low == NOTHING:
            low = both(faces, table.fives)
        if low == NOTHING:
            low = faces
    return lowest_bit(low)


@kernel
def ruff(rules: Any, table: Any, hand: Planes, trumps: Word) -> Word:
    """The trump to take a trick of another suit with; NOTHING to let it go."""
    winners = from_level(table, trumps, trick.deciding_level(rules, table) + 1)
    if winners == NOTHING:
        return NOTHING
    if table.n_played + 1 == table.n_seats:
        card = lowest_to_score(table, winners)
        return card if both(card, points_in(table)) != NOTHING or table.trick_points > 0 else NOTHING
    if table.side[table.winning] == table.side[table.turn]:
        return NOTHING
    low = minus(winners, points_in(table))
    single = both(low, exactly(hand, 1))
    return lowest_bit(single if single != NOTHING else low)


@kernel
def kept_for_last(rules: Any, table: Any, hand: Planes, out: Planes) -> Word:
    """The trump that is kept for the last trick: the highest, towards the end, if nothing out beats it.

    Not from a trick with POINTS_WORTH_IT, nor from one whose points reach a level of the score; but from
    any where the last trick may hook.
    """
    trumps = both(held(hand, 1), table.trumps)
    if table.n_left[table.turn] > TOWARDS_END or trumps == NOTHING:
        return NOTHING
    if level_back(rules, table.rank) != NO_HOOK:
        return kept_for_hook(table, trumps, out)
    if table.trick_points >= POINTS_WORTH_IT:
        return NOTHING
    kept = bit(highest(trumps))
    if level(table, kept) < level(table, both(held(out, 1), table.trumps)):
        return NOTHING
    points = table.points[Side.OPPONENTS]
    if level_change(rules, points) != level_change(rules, points + table.trick_points):
        return NOTHING
    return kept


@rare_kernel
def kept_for_hook(table: Any, trumps: Word, out: Planes) -> Word:
    """The trump kept for a last trick that may hook: of those that nothing out beats, the highest.

    An opponent rather keeps a card of the rank.
    """
    bosses = from_level(table, trumps, level(table, both(held(out, 1), table.trumps)))
    of_rank = both(bosses, run_from(RANK_CARDS, 4))
    if table.side[table.turn] == Side.OPPONENTS and of_rank != NOTHING:
        bosses = of_rank
    return bit(highest(bosses)) if bosses != NOTHING else NOTHING


@rare_kernel
def wins(rules: Any, table: Any, play: Planes) -> bool:
    """Whether a play would take the trick."""
    return trick.beats(rules, table, play)


@rare_kernel
def is_in_danger(rules: Any, table: Any, out: Planes) -> bool:
    """Whether cards that are out could take the trick from the partner."""
    seat = table.turn
    lead = table.lead
    in_suit = only(out, lead.positions)
    if lead.n_parts > 0:
        length = lead.length[0]
        top = highest(places(table, held(in_suit, lead.width[0]), length)) + length - 1
    else:
        top = level(table, held(in_suit, 2) if lead.n_pairs > 0 else held(in_suit, 1))
    if top > trick.deciding_level(rules, table):
        return True
    if lead.suit == TRUMPS or both(held(out, 1), table.trumps) == NOTHING:
        return False
    voids = table.voids[next_seat(table, seat)]
    if both(voids, lead.positions) != NOTHING:
        return both(voids, table.trumps) == NOTHING
    return n_cards(in_suit) < lead.n_cards


@kernel
def discard(table: Any, hand: Planes, memory: Any, n: int, aim: int) -> Planes:
    """Cards of other suits than the led one; where ruffs are barred, trumps only if there is nothing else."""
    if is_barred(memory, table.turn, NO_RUFFS):
        plain = only(hand, minus(held(hand, 1), table.trumps))
        n_plain = n_cards(plain)
        if n_plain < n:
            return plus(plain, least_needed(table, less(hand, plain), n - n_plain, aim))
        return least_needed(table, plain, n, aim)
    return least_needed(table, hand, n, aim)


@rare_kernel
def follow_many(table: Any, hand: Planes, memory: Any, rules: Any, is_safe: bool) -> Planes:
    """Several cards that may follow."""
    n = table.lead.n_cards
    cards = only(hand, table.lead.positions)
    n_of_suit = n_cards(cards)
    aim = FEED if is_safe else KEEP
    if n_of_suit > 0 and n_of_suit <= n:
        return plus(cards, discard(table, less(hand, cards), memory, n - n_of_suit, aim))
    is_last = table.n_played + 1 == table.n_seats
    tries = not is_safe
    if n_of_suit == 0:
        cards = only(hand, table.trumps)
        tries = (
            tries
            and n_cards(cards) >= n
            and table.lead.suit != TRUMPS
            and (n > 2 or table.trick_points > 0)
            and not is_barred(memory, table.turn, NO_RUFFS)
        )
    if tries:
        sort = CHEAP if is_last or n_of_suit == 0 else HIGH
        play = answer(rules, table, cards, sort, FEED if is_last else KEEP)
        if wins(rules, table, play):
            return play
    if n_of_suit == 0:
        return discard(table, hand, memory, n, aim)
    return answer(rules, table, cards, LOW, aim)


@rare_kernel
def answer(rules: Any, table: Any, cards: Planes, sort: int, aim: int) -> Planes:
    """As many cards as were led, of more in one suit, with as much of the lead's structure as there is."""
    if len(cards) > 2:
        return wide_answer(rules, table, cards, sort, aim)
    lead = table.lead
    pairs = pairs_in(rules, cards)
    points = points_in(table)
    chosen = NOTHING
    top = NOTHING
    if lead.n_pairs == 0:
        if sort != LOW:
            top = from_level(table, held(cards, 1), trick.deciding_level(rules, table) + 1)
            if top != NOTHING:
                top = bit(highest(top)) if sort == HIGH else lowest_bit(top)
    elif pairs != NOTHING:
        n_owed = following.n_pairs_owed(rules, table, pairs)
        if sort != LOW and lead.n_parts <= 1:
            length = lead.length[0] if lead.n_parts == 1 else 1
            starts = runs(neighbours(table, pairs), length) if length > 1 else levels(table, pairs)
            if sort == CHEAP:
                starts = minus(
                    starts, below_position(max(0, trick.deciding_level(rules, table) + 2 - length))
                )
            if starts != NOTHING:
                low = lowest(starts) if sort == CHEAP else highest(starts)
                chosen = at_levels(table, pairs, run_from(low, length))
                n_owed = lead.n_pairs
        if chosen == NOTHING and lead.n_parts > 0 and must_answer_tractors(rules):
            chosen = minus(pairs, following.cut_best(rules, table, pairs)[1])
        left = minus(pairs, chosen)
        n_more = n_owed - count(chosen)
        while n_more > 0 and left != NOTHING:
            some = both(left, points) if aim == FEED else minus(left, points)
            pair = lowest_bit(some if some != NOTHING else left)
            chosen = either(chosen, pair)
            left = minus(left, pair)
            n_more -= 1
    play = plus(copies_of(cards, chosen, 2), copies_of(cards, top, 1))
    return plus(play, least_needed(table, less(cards, play), lead.n_cards - n_cards(play), aim))
