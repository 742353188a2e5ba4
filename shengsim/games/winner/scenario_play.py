"""What the rules answer to scenarios of plays: order, readings, what beats what, all legal plays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from shengsim.cards import cards_text, parse_cards
from shengsim.games.family import Finding
from shengsim.games.winner import combination, order
from shengsim.games.winner.bomb import n_jokers
from shengsim.games.winner.holding import each_of_row
from shengsim.games.winner.order import JOKER, TWO
from shengsim.games.winner.record import planes_of, position_of
from shengsim.games.winner.rules import Rules
from shengsim.games.winner.situation import Situation
from shengsim.games.winner.state import Form
from shengsim.nibbles import has_rank, rank_at

Data = dict[str, Any]
Findings = Iterator[Finding]
Cards = tuple[int, ...]
N_RANKS_IN_ROW = TWO + 1


def find(what: str, expected: object, got: object) -> Finding:
    """A finding, both sides as a scenario writes them."""
    return Finding(what, _text(expected), _text(got))


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _table(rules: Rules, data: Data) -> Situation:
    """The table of a scenario: what lies on it, and whether low is high."""
    table = Situation(rules)
    table.table.is_reversed = 1 if data.get("reversed") else 0
    if "on_table" in data:
        table.lay(data["on_table"])
    return table


def answer_beats(rules: Rules, data: Data) -> Findings:
    """``beats``, ``reads_as``, ``reason``: whether a play beats the one on the table, and what it is."""
    table = _table(rules, data)
    cards = planes_of(parse_cards(data["play"]))
    verdict = table.verdict(cards, cards)
    yield find("beats", data["beats"], verdict == "legal")
    if "reads_as" in data:
        yield find("reads as", data["reads_as"], table.reads_as(data["play"]))
    if "reason" in data:
        yield find("reason", data["reason"], verdict)


def answer_reads(rules: Rules, data: Data) -> Findings:
    """``reads_as``: the form of cards that are led, or illegal."""
    yield find("reads as", data["reads_as"], Situation(rules).reads_as(data["play"]))


def answer_order(rules: Rules, data: Data) -> Findings:
    """``order``: single cards, highest first, equals joined by =."""
    table = _table(rules, data)
    of_worth: dict[int, list[str]] = {}
    named = parse_cards(" ".join(word for word in data["order"].split() if word not in "=>"))
    for card in named:
        form, _, rank = combination.read(table.rules, planes_of([card]))
        worth = int(order.worth(table.rules, table.table, form, rank))
        of_worth.setdefault(worth, []).append(cards_text([card]))
    got = [" = ".join(sorted(of_worth[worth])) for worth in sorted(of_worth, reverse=True)]
    expected = [" = ".join(sorted(group.replace("=", " ").split())) for group in data["order"].split(">")]
    yield find("order", " > ".join(expected), " > ".join(got))


def answer_plays(rules: Rules, data: Data) -> Findings:
    """``legal``, ``illegal`` with reasons, ``all_legal``: what may be played from a hand."""
    table = _table(rules, data)
    hand = planes_of(parse_cards(data["hand"]))
    for play in data.get("legal", []):
        yield find(play, "legal", table.verdict(hand, planes_of(parse_cards(play))))
    for play, reason in data.get("illegal", {}).items():
        yield find(play, reason, table.verdict(hand, planes_of(parse_cards(play))))
    if "all_legal" in data:
        yield find("legal plays", data["all_legal"], len(legal_plays(table, parse_cards(data["hand"]))))


def legal_plays(table: Situation, hand: list[int]) -> set[Cards]:
    """Every set of cards of a hand that may be played now; passing is none.

    Built up form by form, rank by rank, and then asked of the rules.
    """
    held = planes_of(hand)
    found = {tuple(sorted(cards)) for cards in _shapes(table, sorted(hand))}
    return {cards for cards in found if table.verdict(held, planes_of(list(cards))) == "legal"}


def _shapes(table: Situation, hand: list[int]) -> Iterator[Cards]:
    """Cards that look like a combination: equal, a triple with others, a row, all jokers."""
    by_rank: dict[int, list[int]] = {}
    for card in hand:
        by_rank.setdefault(rank_at(position_of(card)), []).append(card)
    for cards in by_rank.values():
        for n in range(1, len(cards) + 1):
            yield from combinations(cards, n)
    for rank, cards in by_rank.items():
        others = [other for other in by_rank if other != rank]
        for triple, other, n in product(combinations(cards, 3), others, (1, 2)):
            yield from (triple + more for more in combinations(by_rank[other], n))
    for form in (Form.STRAIGHT, Form.PAIRS, Form.TRIPLES):
        for length in range(2, N_RANKS_IN_ROW + 1):
            for start in range(combination.LAST_PLACE):
                ranks = _row(start, length)
                enough = all(len(by_rank.get(rank, ())) >= each_of_row(form) for rank in ranks)
                if enough and ranks:
                    yield from _row_cards(by_rank, ranks, each_of_row(form))
    jokers = [card for card in hand if rank_at(position_of(card)) >= JOKER]
    if jokers and len(jokers) == n_jokers(table.rules):
        yield tuple(jokers)


def _row(start: int, length: int) -> list[int]:
    """The ranks of a row from a place on; none where it would go beyond the last place."""
    if start + length - 1 > combination.LAST_PLACE:
        return []
    ranks = combination.ranks_in_row(start, length)
    return [rank for rank in range(N_RANKS_IN_ROW) if has_rank(ranks, rank)]


def _row_cards(by_rank: dict[int, list[int]], ranks: list[int], each: int) -> Iterator[Cards]:
    """Every choice of so many cards of each rank."""
    choices = [sorted(set(combinations(by_rank[rank], each))) for rank in ranks]
    for chosen in product(*choices):
        yield tuple(card for part in chosen for card in part)
