"""What the rules answer to scenarios of the deal: bids, the kitty, scores, levels, dealers."""

from __future__ import annotations

from collections import Counter
from typing import Any

from shengsim.cards import (
    BLACK_JOKER,
    N_FACES,
    RANK_NAMES,
    cards_text,
    parse_card,
    parse_cards,
    parse_rank,
    points_of,
    trump_name,
)
from shengsim.games.shengji import bid as bidding
from shengsim.games.shengji import deal, kitty, match, misdeal, order, score
from shengsim.games.shengji.rules import Rules
from shengsim.games.shengji.scenario_play import Data, Findings, find, reason_name, sorted_cards
from shengsim.games.shengji.situation import Situation, side_name
from shengsim.games.shengji.state import UNKNOWN, Outcome, Reason, Side
from shengsim.planes import holds, take

SIDES = ("EW", "NS")
"""The sides of even and of odd seats."""


def bid_of_cards(rules: Any, rank: str, text: str) -> int:
    """The bid that shows these cards; UNKNOWN if they can be none. ``rules`` is a rules record."""
    cards = Counter(parse_cards(text))
    jokers = {card: n for card, n in cards.items() if card >= BLACK_JOKER}
    suited = {card: n for card, n in cards.items() if card < BLACK_JOKER}
    if not suited and len(jokers) == 1:
        [(joker, n)] = jokers.items()
        return bidding.bid_of(n, bidding.BLACK + joker - BLACK_JOKER) if n <= bidding.MAX_LENGTH else UNKNOWN
    if jokers and not bidding.may_extend(rules):
        return UNKNOWN
    if len(suited) != 1 or cards.total() > bidding.MAX_LENGTH:
        return UNKNOWN
    [card] = suited
    return bidding.bid_of(cards.total(), card // 13) if card % 13 == parse_rank(rank) else UNKNOWN


def hold_what_is_shown(table: Situation, data: Data) -> None:
    """Gives every bidder the most of each card that he shows, or the hand the scenario gives him."""
    shown: dict[str, Counter[int]] = {}
    for entry in data["bids"]:
        for name, cards in entry.items():
            most = shown.setdefault(name, Counter())
            most.update(
                {card: n - most[card] for card, n in Counter(parse_cards(cards)).items() if n > most[card]}
            )
    for name, held in shown.items():
        table.hold(table.seat(name), cards_text(list(held.elements())))
    for name, cards in data.get("hands", {}).items():
        table.hold(table.seat(name), cards)


def bid_on(table: Situation, data: Data) -> Findings:
    """Makes the bids of a scenario one after another; what was refused, and what stands after each."""
    hold_what_is_shown(table, data)
    refused = {int(index): reason for index, reason in data.get("refused", {}).items()}
    standing = data.get("standing", [])
    stands = "nobody"
    for index, entry in enumerate(data["bids"]):
        [(name, cards)] = entry.items()
        bidder, made = table.seat(name), bid_of_cards(table.rules, str(data["rank"]), cards)
        hand = take(table.state.hands, bidder)
        reason = bidding.why_illegal_bid(table.rules, table.table, hand, bidder, made)
        if not reason and not holds(hand, table.planes(cards)):
            reason = Reason.MUST_HOLD_CARDS  # a bid of some jokers, but not of these
        yield find(f"bid {index}, {name} {cards}", refused.get(index, "legal"), reason_name(reason))
        if not reason:
            bidding.make_bid(table.rules, table.table, hand, bidder, made)
            stands = f"{name} {sorted_cards(cards)}"
        if isinstance(standing, list) and index < len(standing):
            yield find(f"standing after bid {index}", _standing(standing[index]), stands)
    if isinstance(standing, dict):
        yield find("standing", _standing(standing), stands)


def _standing(entry: dict[str, str]) -> str:
    [(name, cards)] = entry.items()
    return f"{name} {sorted_cards(cards)}"


def opened(table: Situation, data: Data) -> None:
    """A match's first deal: who drew first and whom the lot names, before anybody bids."""
    drawer = table.seat(data["first_drawer"]) if "first_drawer" in data else 0
    by_lot = table.seat(data["dealer_by_lot"]) if "dealer_by_lot" in data else drawer
    table.table.dealer = match.dealer_if_nobody_exposes(table.rules, drawer, by_lot)
    deal.seat_sides(table.table)


def answer_bids(rules: Rules, data: Data) -> Findings:
    """``refused``, ``standing``, ``trump``, ``dealer``: what bids are worth."""
    table = Situation(rules, rank=data["rank"])
    opened(table, data)
    yield from bid_on(table, data)
    if "trump" in data:
        made = table.table.bid != UNKNOWN
        got = trump_name(table.table.rank, bidding.trump_of(table.table.bid)) if made else "none"
        yield find("trump", data["trump"], got)
    if "dealer" in data:
        yield find("dealer", data["dealer"], table.seat_name(match.opening_dealer(table.rules, table.table)))


def answer_flip(rules: Rules, data: Data) -> Findings:
    """``trump``: what the kitty makes trump when nobody bids."""
    table, cards = Situation(rules, rank=data["rank"]), parse_cards(data["kitty"])
    made = bidding.unclaimed_trump(table.rules, table.table.rank, cards, 0, len(cards))
    got = "reshuffle" if made == bidding.RESHUFFLE else trump_name(table.table.rank, made)
    yield find("trump", data["trump"], got)


def answer_bury(rules: Rules, data: Data) -> Findings:
    """``legal``, ``reason``: whether cards may be buried."""
    table = Situation(rules, data["trump"])
    hand, cards = table.planes(data["hand"]), table.planes(data["bury"])
    reason = kitty.why_illegal_burial(table.rules, table.table, hand, cards)
    yield find("legal", data["legal"], not reason)
    if "reason" in data:
        yield find("reason", data["reason"], reason_name(reason))


def answer_kitty(rules: Rules, data: Data) -> Findings:
    """``multiplier``, ``added``, ``added_to_declarers``: what the kitty is worth in the end."""
    table = Situation(rules, data["trump"])
    factor = kitty.multiplier(table.rules, table.read(str(data.get("lead", data["last_trick"]))))
    printed = order.points_of(table.table, table.planes(data["kitty"]))
    side = Side.OPPONENTS if data["won_by"] == "opponents" else Side.DECLARERS
    won = factor * printed if kitty.may_take_points(table.rules, side) else 0
    if "multiplier" in data:
        yield find("multiplier", data["multiplier"], factor)
    if "added" in data:
        yield find("added", data["added"], won if side == Side.OPPONENTS else 0)
    if "added_to_declarers" in data:
        yield find("added to declarers", data["added_to_declarers"], won if side == Side.DECLARERS else 0)


# Scores, levels, dealers


def answer_score(rules: Rules, data: Data) -> Findings:
    """``declarers_gain``, ``opponents_gain``, ``swap``, ``dealer_after``: what points are worth."""
    table, points = Situation(rules), data["opponents"]
    swap = bool(score.swaps(table.rules, points))
    gains = {
        "swap": swap,
        "declarers_gain": 0 if swap else score.declarers_gain(table.rules, points),
        "opponents_gain": score.opponents_gain(table.rules, points) if swap else 0,
    }
    yield from (find(key, data[key], got) for key, got in gains.items() if key in data)
    if "dealer_after" in data:
        yield find(
            "dealer after",
            data["dealer_after"],
            table.seat_name(match.next_dealer(table.rules, table.seat(data["dealer"]), swap)),
        )


def answer_levels(rules: Rules, data: Data) -> Findings:
    """``levels_after``, ``finished``, ``next_rank``: where results take both sides."""
    table = Situation(rules)
    record, now = table.rules, table.state.match
    match.begin_match(record, now, 0)
    for name, level in data.get("levels", {}).items():
        now.levels[SIDES.index(name)] = parse_rank(str(level))
    for result in data["results"]:
        write_result(table.state.outcome, result, now.levels)
        match.end_deal(record, now, table.state.outcome)
    last = match.last_level(record)
    for side, level in data.get("levels_after", {}).items():
        yield find(f"level of {side}", level, RANK_NAMES[min(now.levels[SIDES.index(side)], last)])
    if "finished" in data:
        yield find("finished", data["finished"], "false" if now.winner == UNKNOWN else SIDES[now.winner])
    if "next_rank" in data:
        yield find("next rank", data["next_rank"], RANK_NAMES[match.rank_of_next(now)])


def write_result(outcome: Any, result: Data, levels: Any) -> None:
    """Writes a result of a scenario as the outcome of a deal."""
    if ("gain" if result.get("swap") else "opponents_gain") in result:
        raise ValueError("opponents gain where there is a swap, declarers where there is none")
    dealer = SIDES.index(result["declarers"])
    lost = result.get("levels_lost", {})
    outcome[Outcome.DEALER] = dealer
    outcome[Outcome.SWAP] = bool(result.get("swap"))
    outcome[Outcome.LEVEL_CHANGE] = result.get("gain", 0) - result.get("opponents_gain", 0)
    back = result.get("hooked_to")
    outcome[Outcome.HOOK_LEVELS] = levels[dealer] - parse_rank(str(back)) if back else 0
    outcome[Outcome.RED_FIVE_LEVELS_DECLARERS] = lost.get(SIDES[dealer], 0)
    outcome[Outcome.RED_FIVE_LEVELS_OPPONENTS] = lost.get(SIDES[1 - dealer], 0)


def answer_misdeal(rules: Rules, data: Data) -> Findings:
    """``may_claim``: whether a hand may be thrown in."""
    table = Situation(rules, data["trump"])
    may = misdeal.may_claim(table.rules, table.table, table.planes(data["hand"]))
    yield find("may claim", data["may_claim"], bool(may))


def answer_redeal(rules: Rules, data: Data) -> Findings:
    """``dealer_after``, ``leads``, ``declarers``: who deals and leads after a misdeal."""
    table = Situation(rules, rank=data.get("rank", "2"))
    dealer = misdeal.dealer_after_misdeal(table.rules, table.seat(data["dealer"]))
    leads = table.table.dealer = dealer
    deal.seat_sides(table.table)
    if misdeal.is_open_after_misdeal(table.rules) and "bids" in data:
        list(bid_on(table, data))
        leads = match.opening_dealer(table.rules, table.table)
    got = {
        "dealer_after": table.seat_name(dealer),
        "leads": table.seat_name(leads),
        "declarers": side_name(leads),
    }
    yield from (find(key, data[key], got[key]) for key in got if key in data)


def answer_count_off(rules: Rules, data: Data) -> Findings:
    """``first_drawer``: who draws first, of the cards that the shuffler turns."""
    table = Situation(rules)
    turned = data["turned"] if isinstance(data["turned"], list) else [data["turned"]]
    suited = [parse_card(card) for card in turned if parse_card(card) < BLACK_JOKER]
    if not suited:
        raise ValueError("only jokers are turned: another card is turned then")
    shuffler = table.seat(data["shuffler"])
    dealer = table.seat(data.get("dealer", data["shuffler"]))
    drawer = deal.seat_that_draws(table.rules, shuffler, dealer, suited[0])
    yield find("first drawer", data["first_drawer"], table.seat_name(drawer))


def answer_deal_facts(rules: Rules, data: Data) -> Findings:
    """Facts of a deal: numbers of cards and points, seats and sides."""
    table = Situation(rules)
    n_all, n_kitty, n_seats = deal.n_packed(table.rules), deal.n_kitty(table.rules), deal.n_seats(table.rules)
    pack = [int(card) for card in table.state.deck[:n_all]]
    turn = [0]
    while len(turn) < n_seats:
        turn.append(deal.next_seat(table.table, turn[-1]))
    got: dict[str, object] = {
        "players": n_seats,
        "decks": n_all // N_FACES,
        "cards": n_all,
        "jokers": sum(card >= BLACK_JOKER for card in pack),
        "kitty_size": n_kitty,
        "cards_each": (n_all - n_kitty) // n_seats,
        "total_points": sum(map(points_of, pack)),
        "order_of_play": [table.seat_name(player) for player in turn],
        "sides": sorted({side_name(player) for player in turn}, reverse=True),
    }
    yield from (find(key, data[key], got[key]) for key in got if key in data)
    for rank, points in data.get("point_values", {}).items():
        yield find(f"points of {rank}", points, points_of(parse_card(f"{rank}H")))
    if "dealer" in data:
        dealer = table.seat(data["dealer"])
        table.table.dealer = dealer
        deal.seat_sides(table.table)
        declarers = [player for player in turn if table.table.side[player] == Side.DECLARERS]
        if "declarers" in data:
            yield find("declarers", data["declarers"], side_name(declarers[0]))
        if "leads" in data:
            yield find("leads", data["leads"], table.seat_name(dealer))
