"""What the rules answer to scenarios of play: order, leads, follows, throws and tricks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any

from shengsim.cards import (
    N_FACES,
    SUIT_NAMES,
    card_name,
    cards_text,
    parse_cards,
)
from shengsim.games.family import Finding
from shengsim.games.shengji import follow, lead, order, throw, trick
from shengsim.games.shengji.record import planes_of
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.situation import Situation
from shengsim.games.shengji.state import Form, Reason
from shengsim.planes import less, n_cards, put

MAX_PLAYS = 5_000
"""Plays that are tried one by one to count the legal ones."""

Data = dict[str, Any]
Findings = Iterator[Finding]


def find(what: str, expected: object, got: object) -> Finding:
    """A finding, both sides as a scenario writes them."""
    return Finding(what, _text(expected), _text(got))


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def sorted_cards(text: str) -> str:
    """Cards in one order, so that plays compare whatever order they are written in."""
    return cards_text(sorted(parse_cards(text), reverse=True))


def reason_name(reason: int) -> str:
    """``legal``, or the reason as a scenario writes it."""
    return Reason(int(reason)).name.lower()


def answer_order(rules: Rules, data: Data) -> Findings:
    """``order``: every card of an effective suit, highest first, equals joined by =."""
    table = Situation(rules, data["trump"])
    suit = data.get("suit", "trump")
    of_suit: dict[int, list[int]] = {}
    for card in range(N_FACES):
        word = table.planes(card_name(card))[0]
        found = order.suit_of(table.table, word)
        name = "trump" if found == order.TRUMPS else SUIT_NAMES[card // 13]
        if name == suit:
            of_suit.setdefault(order.level(table.table, word), []).append(card)
    got = [" = ".join(sorted(map(card_name, of_suit[level]))) for level in sorted(of_suit, reverse=True)]
    expected = [" = ".join(sorted(group.replace("=", " ").split())) for group in data["order"].split(">")]
    yield find("order", " > ".join(expected), " > ".join(got))


def components_of(table: Situation, text: str) -> list[str]:
    """What a lead is read as: its components, largest first, each highest card first."""
    reading, left = table.read(text), table.planes(text)
    parts = []
    while n_cards(left):
        part = throw.next_component(table.rules, table.table, left, reading)
        left = less(left, part)
        parts.append((n_cards(part), throw.top_level(table.table, part), table.names(part)))
    return [name for _, _, name in sorted(parts, key=lambda part: part[:2], reverse=True)]


def answer_lead(rules: Rules, data: Data) -> Findings:
    """``reads_as``: how a lead is read, or that it is illegal and why."""
    table = Situation(rules, data["trump"])
    cards = table.planes(data["lead"])
    reason = lead.why_illegal_lead(table.rules, table.table, cards, cards)
    got = "illegal" if reason else Form(int(table.table.trial.form)).name.lower()
    yield find("reads as", data["reads_as"], got)
    if "reason" in data:
        yield find("reason", data["reason"], reason_name(reason))
    if "components" in data:
        expected = [sorted_cards(part) for part in data["components"]]
        found = [sorted_cards(part) for part in components_of(table, data["lead"])]
        yield find("components", ", ".join(expected), ", ".join(found))


def answer_follow(rules: Rules, data: Data) -> Findings:
    """``legal``, ``illegal`` with reasons, ``all_legal``: what may follow a lead from a hand."""
    table = Situation(rules, data["trump"])
    table.read(data["lead"])
    hand = table.planes(data["hand"])

    def verdict(cards: list[int]) -> str:
        play = planes_of(table.table, cards)
        return reason_name(follow.why_illegal_follow(table.rules, table.table, hand, play))

    for play in data.get("legal", []):
        yield find(play, "legal", verdict(parse_cards(play)))
    for play, reason in data.get("illegal", {}).items():
        yield find(play, reason, verdict(parse_cards(play)))
    if "all_legal" in data:
        if comb(len(parse_cards(data["hand"])), len(parse_cards(data["lead"]))) > MAX_PLAYS:
            raise ValueError(
                f"all_legal: more than {MAX_PLAYS:,} plays to try; a smaller hand shows the same"
            )
        plays = set(combinations(sorted(parse_cards(data["hand"])), len(parse_cards(data["lead"]))))
        legal = sum(verdict(list(play)) == "legal" for play in plays)
        yield find("legal plays", data["all_legal"], legal)


def answer_throw(rules: Rules, data: Data) -> Findings:
    """``plays``, ``stands``, ``penalty``, ``loses_round``: what of a throw stays on the table."""
    table = Situation(rules, data["trump"])
    leader, lead_text = table.seat(data.get("leader", "W")), data["lead"]
    for name, cards in data["hands"].items():
        table.hold(table.seat(name), cards)
    table.hold(leader, lead_text)
    reading, cards = table.read(lead_text), table.planes(lead_text)
    stays = throw.what_stays(table.rules, table.state, leader, cards, reading)
    fails = n_cards(stays) < n_cards(cards)
    if "chooses" in data and fails:
        chosen = table.planes(data["chooses"])
        by = throw.whose_cards_count(table.rules, table.state, leader, cards, reading)
        may = throw.is_beatable(table.rules, table.state, leader, chosen, reading.positions, by)
        may &= sorted_cards(data["chooses"]) in map(sorted_cards, components_of(table, lead_text))
        yield find(f"{data['chooses']} may be chosen", True, bool(may) and throw.is_chosen(table.rules))
        stays = chosen
    loses = fails and bool(throw.loses_round(table.rules))
    if "stands" in data:
        yield find("stands", data["stands"], not fails)
    if "plays" in data:
        yield find("plays", sorted_cards(data["plays"]), sorted_cards(table.names(stays)))
    if "loses_round" in data:
        yield find("loses the round", data["loses_round"], loses)
    if "penalty" in data:
        points = throw.penalty(table.rules, table.state, leader, cards, stays, reading) if fails else 0
        yield find("penalty", data["penalty"], points)


def play_trick(table: Situation, data: Data) -> int:
    """Lays the plays of a trick on the table; the seat that wins it."""
    plays = [(table.seat(name), cards) for name, cards in data["plays"].items()]
    if "leader" in data and table.seat(data["leader"]) != plays[0][0]:
        raise ValueError(f"{data['leader']} leads, but plays begin with {table.seat_name(plays[0][0])}")
    winner, led = plays[0]
    table.read(led)
    trick.hold(table.rules, table.table, table.planes(led))
    for player, cards in plays:
        put(table.table.plays, player, table.planes(cards))
        if len(parse_cards(cards)) != len(parse_cards(led)):
            raise ValueError(f"{table.seat_name(player)} plays {cards}: not as many cards as were led")
        if player != plays[0][0] and trick.takes(table.rules, table.table, table.planes(cards)):
            winner = player
    return winner


def answer_trick(rules: Rules, data: Data) -> Findings:
    """``winner``, ``points``: who takes a trick, and with how many points."""
    table = Situation(rules, data["trump"])
    yield find("winner", data["winner"], table.seat_name(play_trick(table, data)))
    if "points" in data:
        points = sum(order.points_of(table.table, table.planes(cards)) for cards in data["plays"].values())
        yield find("points", data["points"], points)
