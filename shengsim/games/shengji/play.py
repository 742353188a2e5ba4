"""The order of the phases: draw and bid, bury, overcall, play tricks, score. Decides nothing itself.

Each function below takes one decision, legal as the chapters define it, and goes on to the next:
the state can be copied, left and entered between any two of them.
"""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji import bid as bidding
from shengsim.games.shengji import (
    deal,
    hook,
    kitty,
    match,
    misdeal,
    order,
    overcall,
    red_fives,
    score,
    throw,
    trick,
)
from shengsim.games.shengji.lead import read
from shengsim.games.shengji.state import UNKNOWN, Form, Outcome, Phase, Side
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import NOTHING, Planes, both, either, held, less, minus, n_cards, plus, put, take

PASS = -1
"""Stands where a bid is made and there is none."""


@rare_kernel
def begin(rules: Any, state: Any, key: int, number: int, rank: int, dealer: int, is_open: int) -> None:
    """Shuffles and draws up to the first decision of a deal.

    ``key`` is what the deal's random streams have in common, ``number`` its number, ``rank`` the
    dominant rank, ``dealer`` a seat. In an open deal, a match's first, ``dealer`` is a player by lot,
    and the bidding finds who deals.
    """
    state.key = key
    state.table.deal = number
    state.table.rank = rank
    state.table.attempt = -1
    for field in range(state.outcome.shape[0]):
        state.outcome[field] = 0
    deal_again(rules, state, dealer, is_open)
    draw_on(rules, state)


@rare_kernel
def deal_again(rules: Any, state: Any, dealer: int, is_open: int) -> None:
    """Shuffles for the next attempt at this deal."""
    table = state.table
    table.attempt += 1
    table.dealer = dealer
    table.is_open = is_open
    table.by_lot = dealer
    deal.shuffle_deck(rules, state)
    deal.clear_table(rules, state)
    if is_open:
        table.dealer = match.dealer_if_nobody_exposes(rules, table.first_drawer, dealer)


@kernel
def draw_on(rules: Any, state: Any) -> None:
    """Draws until somebody may bid; when the draw is over, each seat gets a last chance in turn."""
    table = state.table
    while True:
        while table.n_drawn < table.n_dealt:
            seat = deal.draw_until(rules, state, table.n_to_bid)
            if may_bid(rules, state, seat):
                return
        while table.n_passes < table.n_seats:
            seat = table.drawer
            table.drawer = deal.next_seat(table, seat)
            table.n_passes += 1
            if may_bid(rules, state, seat):
                return
        if make_trump(rules, state):
            return
        state.outcome[Outcome.REDEALS] += 1
        deal_again(rules, state, table.by_lot, table.is_open)


@kernel
def may_bid(rules: Any, state: Any, seat: int) -> bool:
    """Asks a seat for a bid, if it has one."""
    if bidding.legal_bids(rules, state.table, take(state.hands, seat), seat) == NOTHING:
        return False
    state.table.phase = Phase.BID
    state.table.turn = seat
    return True


@kernel
def bid(rules: Any, state: Any, made: int) -> None:
    """The seat in turn makes a legal bid, or PASS; the draw goes on."""
    table = state.table
    if made != PASS:
        seat = table.turn
        state.outcome[Outcome.BIDS] += 1
        if bidding.face_of(made) >= bidding.BLACK:
            state.outcome[Outcome.JOKER_BIDS] += 1
        elif bidding.n_of_rank(take(state.hands, seat), made) < bidding.length_of(made):
            state.outcome[Outcome.EXTENDED_BIDS] += 1
        if table.bid_of_seat[seat] != UNKNOWN:
            state.outcome[Outcome.REINFORCEMENTS] += 1
        elif table.bid != UNKNOWN:
            state.outcome[Outcome.OVERRIDES] += 1
        bidding.make_bid(rules, table, take(state.hands, seat), seat, made)
        if table.n_passes > 0:
            table.n_passes = 0  # after the draw, everybody may answer
    draw_on(rules, state)


@rare_kernel
def make_trump(rules: Any, state: Any) -> bool:
    """Trump by the standing bid or from the kitty; the dealer takes the kitty. False: deal again."""
    table = state.table
    if table.bid != UNKNOWN:
        trump = bidding.trump_of(table.bid)
    else:
        trump = bidding.unclaimed_trump(rules, table.rank, state.deck, table.n_dealt, deal.n_kitty(rules))
        if trump == bidding.RESHUFFLE:
            return False
        state.outcome[Outcome.UNCLAIMED] = 1
    if table.is_open:
        table.dealer = match.opening_dealer(rules, table)
        deal.seat_sides(table)
    deal.draw_kitty(rules, state)
    deal.lay_out_for_trump(rules, state, trump)
    put(state.hands, table.dealer, plus(take(state.hands, table.dealer), take(state.kitty, 0)))
    table.turn = table.dealer
    table.phase = Phase.BURY
    return True


@rare_kernel
def bury(rules: Any, state: Any, cards: Planes) -> None:
    """The seat in turn, the dealer or one that has overcalled, buries a legal kitty (000-35, 002-33)."""
    table = state.table
    put(state.kitty, 0, cards)
    put(state.hands, table.turn, less(take(state.hands, table.turn), cards))
    overcall.note_burial(table, table.turn)
    if overcall.is_on(rules) and overcall.may_begin(rules, table):
        ask_for_overcalls(rules, state)
    else:
        ask_for_claims(rules, state)


@rare_kernel
def ask_for_overcalls(rules: Any, state: Any) -> None:
    """Asks the next seat that has an overcall; when none is left, goes on to claims."""
    table = state.table
    seat = overcall.next_to_ask(rules, state)
    while seat != UNKNOWN:
        if overcall.legal_overcalls(rules, table, take(state.hands, seat), seat) != NOTHING:
            state.outcome[Outcome.OVERCALLS_OFFERED] += 1
            table.turn = seat
            table.phase = Phase.OVERCALL
            return
        seat = overcall.next_to_ask(rules, state)
    ask_for_claims(rules, state)


@rare_kernel
def make_overcall(rules: Any, state: Any, made: int) -> None:
    """The seat in turn makes a legal overcall and takes the kitty, or lets it be (PASS)."""
    if made == PASS:
        ask_for_overcalls(rules, state)
        return
    table = state.table
    seat = table.turn
    trump = overcall.make_overcall(table, seat, made)
    put(state.hands, seat, plus(take(state.hands, seat), take(state.kitty, 0)))
    state.outcome[Outcome.OVERCALLS] += 1
    if trump != table.trump:
        state.outcome[Outcome.TRUMP_CHANGES] += 1
        deal.take_up_for_trump(state)
        deal.lay_out_for_trump(rules, state, trump)
    table.phase = Phase.BURY


@rare_kernel
def ask_for_claims(rules: Any, state: Any) -> None:
    """Asks every seat that may throw in the deal, the dealer first; then one is to lead."""
    table = state.table
    while table.n_asked < table.n_seats:
        seat = (table.dealer + table.n_asked) % table.n_seats
        table.n_asked += 1
        if misdeal.may_claim(rules, table, take(state.hands, seat)):
            table.turn = seat
            table.phase = Phase.CLAIM
            return
    table.leader = overcall.first_leader(rules, table)
    table.turn = table.leader
    table.phase = Phase.LEAD


@rare_kernel
def claim(rules: Any, state: Any, claims: int) -> None:
    """The seat in turn throws in the deal, or does not (0)."""
    if not claims:
        ask_for_claims(rules, state)
        return
    state.outcome[Outcome.MISDEALS] += 1
    dealer = misdeal.dealer_after_misdeal(rules, state.table.dealer)
    deal_again(rules, state, dealer, 1 if misdeal.is_open_after_misdeal(rules) else 0)
    draw_on(rules, state)


@kernel
def lead(rules: Any, state: Any, cards: Planes) -> None:
    """The seat in turn leads legal cards; a throw that fails is reduced to what must stay."""
    table = state.table
    put(table.tried, 0, cards)
    read(rules, table, cards, table.lead)
    if table.lead.form == Form.THROW:
        state.outcome[Outcome.THROWS_TRIED] += 1
        stays = throw.what_stays(rules, state, table.turn, cards, table.lead)
        if n_cards(stays) < n_cards(cards):
            state.outcome[Outcome.THROWS_FAILED] += 1
            if throw.loses_round(rules):
                lose_round(rules, state)
                return
            points = throw.penalty(rules, state, table.turn, cards, stays, table.lead)
            state.outcome[Outcome.FAILED_THROW_POINTS] += points
            is_declarer = table.side[table.turn] == Side.DECLARERS
            state.outcome[Outcome.PENALTY_POINTS] += points if is_declarer else -points
            cards = stays
            read(rules, table, cards, table.lead)
    elif table.lead.form == Form.SINGLE:
        state.outcome[Outcome.SINGLES_LED] += 1
    elif table.lead.form == Form.DOUBLE:
        state.outcome[Outcome.DOUBLES_LED] += 1
    elif table.lead.form == Form.TRACTOR:
        state.outcome[Outcome.TRACTORS_LED] += 1
        if table.lead.width[0] > 2:
            state.outcome[Outcome.WIDE_TRACTORS_LED] += 1
    else:
        state.outcome[Outcome.TUPLES_LED] += 1
    table.leader = table.turn
    table.winning = table.turn
    trick.hold(rules, table, cards)
    table.phase = Phase.FOLLOW
    lay_down(state, cards)


@kernel
def follow(rules: Any, state: Any, cards: Planes) -> None:
    """The seat in turn follows with legal cards; the last to follow ends the trick."""
    table = state.table
    if trick.takes(rules, table, cards):
        table.winning = table.turn
    if minus(held(cards, 1), table.lead.positions) != NOTHING:
        table.voids[table.turn] = either(table.voids[table.turn], table.lead.positions)
    lay_down(state, cards)
    if table.n_played == table.n_seats:
        end_trick(rules, state)


@kernel
def lay_down(state: Any, cards: Planes) -> None:
    """Moves cards from the hand in turn to the table; the turn passes to the right."""
    table = state.table
    seat = table.turn
    put(state.hands, seat, less(take(state.hands, seat), cards))
    put(table.plays, seat, cards)
    put(table.seen, 0, plus(take(table.seen, 0), cards))
    table.trick_points += order.points_of(table, cards)
    table.n_left[seat] -= n_cards(cards)
    table.n_played += 1
    table.turn = deal.next_seat(table, seat)


@kernel
def end_trick(rules: Any, state: Any) -> None:
    """The winner takes the points and leads, or the deal is over."""
    table = state.table
    winner = table.winning
    table.points[table.side[winner]] += table.trick_points
    table.trick_points = 0
    if table.red_fives != NOTHING:
        red_fives.note_captured(rules, state, winner)
    count_trick(state)
    table.trick += 1
    table.n_played = 0
    table.turn = winner
    table.phase = Phase.LEAD
    if table.n_left[winner] == 0:
        settle(rules, state)


@kernel
def count_trick(state: Any) -> None:
    """Notes whether the trick was ruffed."""
    table = state.table
    won_by_trumps = both(held(take(table.plays, table.winning), 1), table.trumps) != NOTHING
    if table.lead.suit != order.TRUMPS and won_by_trumps:
        state.outcome[Outcome.RUFFS] += 1
        if table.lead.form == Form.THROW:
            state.outcome[Outcome.THROWS_RUFFED] += 1


@rare_kernel
def settle(rules: Any, state: Any) -> None:
    """The last trick is over: the kitty is turned up and the deal scored (000-76, 000-77, 002-80)."""
    table = state.table
    side = table.side[table.winning]
    printed = order.points_of(table, take(state.kitty, 0))
    factor = kitty.multiplier(rules, table.lead)
    state.outcome[Outcome.KITTY_MULTIPLIER] = factor
    state.outcome[Outcome.LAST_TRICK_OPPONENTS] = 1 if side == Side.OPPONENTS else 0
    state.outcome[Outcome.LAST_TRICK_FORM] = table.lead.form
    if kitty.may_take_points(rules, side):
        won = Outcome.OPPONENTS_KITTY_POINTS if side == Side.OPPONENTS else Outcome.DECLARERS_KITTY_POINTS
        state.outcome[won] = factor * printed
    points = (
        table.points[Side.OPPONENTS]
        + state.outcome[Outcome.PENALTY_POINTS]
        + state.outcome[Outcome.RED_FIVE_POINTS]
        + state.outcome[Outcome.OPPONENTS_KITTY_POINTS]
    )
    close(rules, state, points, printed)
    if hook.level_back(rules, table.rank) != hook.NO_HOOK:
        hook_declarers(rules, state)


@rare_kernel
def hook_declarers(rules: Any, state: Any) -> None:
    """Throws the declarers back if the last trick does (000-87, 002-92)."""
    taken = hook.levels_taken(rules, state.table, state.outcome[Outcome.SWAP] != 0)
    if taken == hook.NO_HOOK:
        return
    state.outcome[Outcome.HOOKS] = 1
    state.outcome[Outcome.HOOK_LEVELS] = taken
    if state.outcome[Outcome.HELD] and not hook.gains_follow(rules):
        state.outcome[Outcome.LEVEL_CHANGE] = 0


@rare_kernel
def lose_round(rules: Any, state: Any) -> None:
    """A failed throw has lost the round (003-17, B47)."""
    table = state.table
    state.outcome[Outcome.ROUND_LOST] = 1
    points = score.points_of_lost_round(rules, table.side[table.turn] == Side.DECLARERS)
    close(rules, state, points, order.points_of(table, take(state.kitty, 0)))


@rare_kernel
def close(rules: Any, state: Any, points: int, kitty_points: int) -> None:
    """Writes the score into the outcome; the deal is over."""
    table = state.table
    state.outcome[Outcome.RANK] = table.rank
    state.outcome[Outcome.TRUMP] = table.trump
    state.outcome[Outcome.DEALER] = table.dealer
    state.outcome[Outcome.LEVEL_CHANGE] = score.level_change(rules, points)
    state.outcome[Outcome.SWAP] = 1 if score.swaps(rules, points) else 0
    state.outcome[Outcome.HELD] = 1 - state.outcome[Outcome.SWAP]
    state.outcome[Outcome.OPPONENTS_POINTS] = points
    state.outcome[Outcome.OPPONENTS_TRICK_POINTS] = table.points[Side.OPPONENTS]
    state.outcome[Outcome.KITTY_POINTS] = kitty_points
    state.outcome[Outcome.TRICKS] = table.trick
    state.outcome[Outcome.OPPONENTS_BURIED] = table.side[table.burier]
    table.phase = Phase.OVER
