"""The order of the phases: deal, exchange, play until winner and loser are known. Decides nothing itself.

Each function below takes one decision, legal as the chapters define it, and goes on to the next:
the state can be copied, left and entered between any two of them.
"""

from __future__ import annotations

from typing import Any

from shengsim.games.winner import deal, exchange, finish, lead, order, score
from shengsim.games.winner.bomb import ULTRA
from shengsim.games.winner.combination import read
from shengsim.games.winner.state import UNKNOWN, Form, Outcome, Phase
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import NOTHING, Planes, held, less, no_cards, plus, put, take


@rare_kernel
def begin(rules: Any, state: Any, key: int, number: int, dealer: int, best_of_last: int) -> None:
    """Shuffles and deals up to the first decision of a game.

    ``key`` is what the game's random streams have in common, ``number`` its number, ``dealer`` a seat,
    ``best_of_last`` the seat that won the game before, or UNKNOWN; the dealer then lost that game.
    """
    table = state.table
    state.key = key
    table.is_first = 1 if best_of_last == UNKNOWN else 0
    table.best_of_last = best_of_last
    table.worst_of_last = UNKNOWN if best_of_last == UNKNOWN else dealer
    deal.shuffle_deck(rules, state)
    deal.deal_cards(rules, state, dealer)
    deal.clear_table(state, number)
    table.leader = lead.first_leader(rules, table)
    if table.is_first or not exchange.is_made(rules):
        begin_play(table)
        return
    table.given = exchange.highest_card(take(state.hands, table.worst_of_last))
    table.turn = table.best_of_last
    table.phase = Phase.OFFER


@kernel
def begin_play(table: Any) -> None:
    """The leader is to lead."""
    table.turn = table.leader
    table.phase = Phase.PLAY


@rare_kernel
def offer(rules: Any, state: Any, cards: Planes) -> None:
    """The winner of the game before offers two cards of his hand."""
    table = state.table
    put(table.offered, 0, cards)
    table.turn = table.worst_of_last
    table.phase = Phase.CHOOSE


@rare_kernel
def choose(rules: Any, state: Any, card: Planes) -> None:
    """The loser of the game before takes one of them and gives his highest card."""
    exchange.exchange(state, card)
    begin_play(state.table)


@kernel
def play(rules: Any, state: Any, cards: Planes) -> None:
    """The seat in turn plays a legal combination, or passes with no cards; the turn goes on."""
    table = state.table
    if held(cards, 1) == NOTHING:
        table.n_passes += 1
        state.outcome[Outcome.PASSES] += 1
    else:
        lay_down(rules, state, cards)
        if finish.is_decided(rules, table):
            settle(rules, state)
            return
    n_others = table.n_seats - table.n_out - (1 if table.place[table.last] == 0 else 0)
    if table.n_passes < n_others:
        table.turn = lead.next_in_play(table, table.turn)
    else:
        end_trick(rules, state)


@kernel
def lay_down(rules: Any, state: Any, cards: Planes) -> None:
    """Puts a play on the table, out of the hand in turn."""
    table = state.table
    seat = table.turn
    form, n, worth = read(rules, cards)
    table.beaten = table.last if table.form != Form.NONE else UNKNOWN
    table.form, table.n_cards, table.order = form, n, worth
    table.last = seat
    table.n_passes = 0
    put(table.play, 0, cards)
    put(table.seen, 0, plus(take(table.seen, 0), cards))
    put(state.hands, seat, less(take(state.hands, seat), cards))
    table.n_left[seat] -= n
    table.n_plays[seat] += 1
    count_play(state, form, n, worth)
    if form == Form.FOUR and order.may_revolt(rules):
        table.is_reversed = 1 - table.is_reversed
        state.outcome[Outcome.REVOLUTIONS] += 1
    if table.n_left[seat] == 0:
        finish.go_out(table, seat)
        if table.n_out == 1 and score.are_counted_at_first_out(rules):
            score.count_hands(rules, state, seat)


@kernel
def count_play(state: Any, form: int, n: int, worth: int) -> None:
    """Notes what was played."""
    state.outcome[Outcome.PLAYS] += 1
    state.outcome[Outcome.PLAYS_OF_FORM + form] += 1
    if n > state.outcome[Outcome.LONGEST]:
        state.outcome[Outcome.LONGEST] = n
    if form == Form.BOMB:
        size = Outcome.BOMBS_OF_JOKERS + 0 if worth >= ULTRA else Outcome.BOMBS_OF_3 + n - 3
        state.outcome[size] += 1


@kernel
def end_trick(rules: Any, state: Any) -> None:
    """All others have passed: the cards are put aside, and the last to play leads (001-21)."""
    table = state.table
    if table.place[table.last] != 0:
        state.outcome[Outcome.LEADS_AFTER_OUT] += 1
    table.turn = lead.next_leader(rules, table)
    table.form = Form.NONE
    table.n_passes = 0
    table.trick += 1
    put(table.play, 0, no_cards(take(table.play, 0)))


@rare_kernel
def settle(rules: Any, state: Any) -> None:
    """Winner and loser are known: the game is over, its places and scores are written down."""
    table, outcome = state.table, state.outcome
    finish.place_the_rest(table)
    winner, loser = finish.seat_at_place(table, 1), finish.seat_at_place(table, table.n_seats)
    if not score.are_counted_at_first_out(rules):
        score.count_hands(rules, state, winner)
    outcome[Outcome.DEALER] = table.dealer
    outcome[Outcome.LEADER] = table.leader
    outcome[Outcome.WINNER] = winner
    outcome[Outcome.LOSER] = loser
    outcome[Outcome.LEADER_FIRST] = 1 if winner == table.leader else 0
    outcome[Outcome.LEADER_LAST] = 1 if loser == table.leader else 0
    outcome[Outcome.LEADER_SCORE] = table.score[table.leader]
    outcome[Outcome.DEALER_FIRST] = 1 if winner == table.dealer else 0
    outcome[Outcome.DEALER_LAST] = 1 if loser == table.dealer else 0
    outcome[Outcome.WINNER_SCORE] = table.score[winner]
    outcome[Outcome.LOSER_SCORE] = table.score[loser]
    outcome[Outcome.TRICKS] = table.trick + 1
    outcome[Outcome.REVERSED] = table.is_reversed
    outcome[Outcome.FIRST_A + winner] = 1
    outcome[Outcome.LAST_A + loser] = 1
    for seat in range(table.n_seats):
        outcome[Outcome.SCORE_A + seat] = table.score[seat]
    table.phase = Phase.OVER
