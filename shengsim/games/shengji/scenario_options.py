"""What the rules answer to scenarios of the optional rules: red fives, chao dipi, hook and needle."""

from __future__ import annotations

from typing import Any

from shengsim.cards import BLACK_JOKER, RANK_NAMES, parse_cards, trump_name
from shengsim.games.shengji import bid as bidding
from shengsim.games.shengji import deal, match, overcall, play, red_fives
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.scenario_deal import SIDES, bid_of_cards, hold_what_is_shown
from shengsim.games.shengji.scenario_play import Data, Findings, find, play_trick, reason_name
from shengsim.games.shengji.situation import Situation, side_name
from shengsim.games.shengji.state import UNKNOWN, Outcome, Reason, Side
from shengsim.planes import take

PASS = "pass"


def declared(rules: Rules, data: Data) -> Situation:
    """A table with a trump, whose declarers are those of the scenario, EW if it names none."""
    table = Situation(rules, data["trump"])
    table.table.dealer = SIDES.index(data.get("declarers", "EW"))
    deal.seat_sides(table.table)
    return table


def answer_captured(rules: Rules, data: Data) -> Findings:
    """``captured``, ``levels_lost``, ``opponents_points``: red fives that a trick takes from its sides."""
    table = declared(rules, data)
    winner = play_trick(table, data)
    red_fives.note_captured(table.rules, table.state, winner)
    outcome = table.state.outcome
    for key, first in (
        ("captured", Outcome.RED_FIVES_LOST_DECLARERS),
        ("levels_lost", Outcome.RED_FIVE_LEVELS_DECLARERS),
    ):
        for name, of_side in data.get(key, {}).items():
            got = outcome[first + table.table.side[SIDES.index(name)]]
            yield find(f"{key} of {name}", of_side, got)
    if "winner" in data:
        yield find("winner", data["winner"], table.seat_name(winner))
    if "opponents_points" in data:
        yield find("points to the opponents", data["opponents_points"], outcome[Outcome.RED_FIVE_POINTS])


def answer_hook(rules: Rules, data: Data) -> Findings:
    """``hooked``, ``level_after``: whether a last trick throws the declarers back, and how far."""
    table = declared(rules, data)
    table.table.burier = table.table.dealer
    table.table.winning = play_trick(table, {**data, "plays": data["last_plays"]})
    table.table.points[Side.OPPONENTS] = data["opponents"]
    play.settle(table.rules, table.state)
    outcome, declarers = table.state.outcome, table.table.dealer % 2
    match.begin_match(table.rules, table.state.match, 0)
    table.state.match.levels[declarers] = table.table.rank
    match.end_deal(table.rules, table.state.match, outcome)
    if "hooked" in data:
        yield find("hooked", data["hooked"], bool(outcome[Outcome.HOOKS]))
    got = RANK_NAMES[min(table.state.match.levels[declarers], match.last_level(table.rules))]
    yield find("level after", data["level_after"], got)


def face_of_pair(rank: int, text: str) -> int:
    """The overcall that shows these cards; UNKNOWN if they are no pair of the rank or of jokers."""
    cards = parse_cards(text)
    if len(cards) != 2 or cards[0] != cards[1]:
        return UNKNOWN
    if cards[0] >= BLACK_JOKER:
        return bidding.BLACK + cards[0] - BLACK_JOKER
    return cards[0] // 13 if cards[0] % 13 == rank else UNKNOWN


def why_no_overcall(table: Situation, caller: int, text: str) -> int:
    """Why a seat may not overcall now; the seats before it pass."""
    rules, now = table.rules, table.table
    if not (overcall.is_on(rules) and overcall.may_begin(rules, now)):
        return Reason.MUST_BE_ASKED
    hand = take(table.state.hands, caller)
    reason = overcall.why_illegal_overcall(rules, now, hand, caller, face_of_pair(now.rank, text))
    if reason or overcall.goes_by_lot(rules):
        return reason
    return Reason.LEGAL if passes_until(table, caller) else Reason.MUST_BE_ASKED


def passes_until(table: Situation, caller: int) -> bool:
    """Asks seat after seat until it is this one's turn; False if it was asked already."""
    asked = overcall.next_to_ask(table.rules, table.state)
    while asked not in (caller, UNKNOWN):
        asked = overcall.next_to_ask(table.rules, table.state)
    return bool(asked == caller)


def answer_overcall(rules: Rules, data: Data) -> Findings:
    """``refused``, ``trump_after``, ``kitty_of``, ``leads``: what overcalls are worth, in the order made."""
    table = Situation(rules, data["trump"])
    now = table.table
    now.dealer = table.seat(data["dealer"]) if "dealer" in data else 0
    deal.seat_sides(now)
    for name, cards in data.get("bid", {}).items():
        now.bidder = table.seat(name)
        now.bid = bid_of_cards(table.rules, RANK_NAMES[now.rank], cards)
    calls = [call for call in data["calls"] if PASS not in call.values()]
    hold_what_is_shown(table, {"bids": calls, "hands": data.get("hands", {})})
    overcall.note_burial(now, now.dealer)
    refused = {int(index): reason for index, reason in data.get("refused", {}).items()}
    for index, call in enumerate(data["calls"]):
        [(name, cards)] = call.items()
        caller = table.seat(name)
        if cards == PASS:
            reason = int(Reason.LEGAL if passes_until(table, caller) else Reason.MUST_BE_ASKED)
        else:
            reason = why_no_overcall(table, caller, cards)
        yield find(f"call {index}, {name} {cards}", refused.get(index, "legal"), reason_name(reason))
        if cards != PASS and not reason:
            now.turn = caller
            play.make_overcall(table.rules, table.state, face_of_pair(now.rank, cards))
            overcall.note_burial(now, caller)
    got: dict[str, Any] = {
        "trump_after": trump_name(now.rank, now.trump),
        "kitty_of": table.seat_name(now.burier),
        "leads": table.seat_name(overcall.first_leader(table.rules, now)),
        "declarers": side_name(now.dealer),
    }
    yield from (find(key.replace("_", " "), data[key], got[key]) for key in got if key in data)
