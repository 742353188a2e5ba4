"""What the rules answer to scenarios of games: the deal, who leads, turns, exchange and scores."""

from __future__ import annotations

from typing import Any

from shengsim.cards import parse_cards
from shengsim.games.winner import deal, exchange, finish, lead, play, score, session
from shengsim.games.winner.bomb import n_jokers
from shengsim.games.winner.game_outcome import SEATS
from shengsim.games.winner.record import name_at, names, planes_of
from shengsim.games.winner.rules import Rules
from shengsim.games.winner.scenario_play import Data, Findings, find
from shengsim.games.winner.situation import Situation
from shengsim.games.winner.state import UNKNOWN, Form, Phase, Reason
from shengsim.planes import n_cards, put, take
from shengsim.rng import deal_key


def answer_settle(rules: Rules, data: Data) -> Findings:
    """``scores``: what the cards left are worth; the winner is the seat that has none."""
    table = Situation(rules)
    names_left = {name: int(n) for name, n in data["left"].items()}
    seats = SEATS[: table.table.n_seats]
    winner = data.get("winner") or next(name for name in seats if not names_left.get(name))
    for name in seats:
        seat = table.seat(name)
        table.table.n_left[seat] = names_left.get(name, 0)
        table.table.n_plays[seat] = 0 if name in data.get("unplayed", ()) else 1
    score.count_hands(table.rules, table.state, table.seat(winner))
    for name, points in data["scores"].items():
        yield find(f"score of {name}", points, int(table.table.score[table.seat(name)]))


def answer_game(rules: Rules, data: Data) -> Findings:
    """Whose turn it is after some acts, who leads, who is out, and what it comes to."""
    table = Situation(rules)
    state = table.table
    table.hold(data["hands"])
    for seat in range(state.n_seats):
        if not state.n_left[seat]:
            finish.go_out(state, seat)  # a seat without a hand was out before
    state.dealer = table.seat(data.get("dealer", "A"))
    state.leader = state.turn = table.seat(data.get("leader", data["acts"][0].split()[0]))
    state.phase = Phase.PLAY
    refused = {int(number): reason for number, reason in data.get("refused", {}).items()}
    for number, text in enumerate(data["acts"], 1):
        yield find(text, refused.get(number, "legal"), table.act(text))
    is_over = state.phase == Phase.OVER
    got: dict[str, object] = {
        "turn": "" if is_over else SEATS[state.turn],
        "leads": not is_over and state.form == Form.NONE,
        "places": [SEATS[finish.seat_at_place(state, place)] for place in range(1, _placed(state) + 1)],
        "over": is_over,
        "now_reversed": bool(state.is_reversed),
    }
    if is_over:
        session.end_game(table.state.session, table.state.outcome)
        got["next_dealer"] = SEATS[table.state.session.dealer]
    yield from (find(key.replace("_", " "), data[key], got[key]) for key in got if key in data)
    for name, points in data.get("scores", {}).items():
        yield find(f"score of {name}", points, int(state.score[table.seat(name)]))


def _placed(table: Any) -> int:
    """How many seats have a place."""
    return sum(bool(table.place[seat]) for seat in range(table.n_seats))


def answer_first_lead(rules: Rules, data: Data) -> Findings:
    """``leads``: who leads a game's first trick."""
    table = Situation(rules)
    state = table.table
    state.starter, state.dealer = table.seat(data["starter"]), table.seat(data["dealer"])
    if "last_winner" in data:
        state.is_first, state.best_of_last = 0, table.seat(data["last_winner"])
    yield find("leads", data["leads"], SEATS[lead.first_leader(table.rules, state)])


def answer_exchange(rules: Rules, data: Data) -> Findings:
    """``exchanged``, ``gives``, ``hands_after`` and what may not be offered or taken."""
    table = Situation(rules)
    state = table.table
    table.hold(data["hands"])
    state.best_of_last, state.worst_of_last = table.seat(data["winner"]), table.seat(data["loser"])
    is_made = bool(exchange.is_made(table.rules))
    if "exchanged" in data:
        yield find("exchanged", data["exchanged"], is_made)
    if not is_made:
        return
    winner, loser = state.best_of_last, state.worst_of_last
    state.given = exchange.highest_card(take(table.state.hands, loser))
    if "gives" in data:
        yield find("gives", data["gives"], name_at(state.given))
    for text, reason in data.get("refused_offer", {}).items():
        why = exchange.why_illegal_offer(take(table.state.hands, winner), planes_of(parse_cards(text)))
        yield find(f"offer {text}", reason, Reason(int(why)).name.lower())
    if "offers" in data:
        put(state.offered, 0, planes_of(parse_cards(data["offers"])))
    for text, reason in data.get("refused_choice", {}).items():
        why = exchange.why_illegal_choice(state, planes_of(parse_cards(text)))
        yield find(f"take {text}", reason, Reason(int(why)).name.lower())
    if "takes" in data:
        play.choose(table.rules, table.state, planes_of(parse_cards(data["takes"])))
    for name, cards in data.get("hands_after", {}).items():
        got = names(table.state.hands[table.seat(name)])
        yield find(f"hand of {name}", names(planes_of(parse_cards(cards))), got)


def answer_game_facts(rules: Rules, data: Data) -> Findings:
    """Facts of a deal: numbers of cards, seats and games."""
    table = Situation(rules)
    n_seats, n_all = deal.n_seats(table.rules), deal.n_packed(table.rules)
    dealer = table.seat(data.get("dealer", "A"))
    play.begin(table.rules, table.state, deal_key(0, 0, 0), 0, dealer, UNKNOWN)
    turn = [dealer]
    while len(turn) < n_seats:
        turn.append(deal.next_seat(table.table, turn[-1]))
    sizes = {SEATS[seat]: n_cards(take(table.state.hands, seat)) for seat in range(n_seats)}
    dealt = [next(s for s in turn if _holds(table, s, int(table.state.deck[i]))) for i in (0, n_all - 1)]
    got: dict[str, object] = {
        "players": n_seats,
        "decks": deal.n_decks(table.rules),
        "cards": n_all,
        "jokers": n_jokers(table.rules),
        "cards_each": [sizes[SEATS[seat]] for seat in turn],
        "order_of_play": [SEATS[seat] for seat in turn],
        "first_dealt": SEATS[dealt[0]],
        "last_dealt": SEATS[dealt[1]],
        "games": session.n_games(table.rules),
    }
    yield from (find(key.replace("_", " "), data[key], got[key]) for key in got if key in data)


def _holds(table: Situation, seat: int, at: int) -> bool:
    """Whether a seat holds the card of a position."""
    return name_at(at) in names(table.state.hands[seat]).split()
