"""Deals of the engine told to the slow twin, which replays them by its own rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

from shengsim.bots.shengji import table as bots_table
from shengsim.games.shengji import outcome as engine
from shengsim.games.shengji.choices import OvercallLeader, OvercallOrder
from shengsim.games.shengji.match import first_level, next_dealer
from shengsim.games.shengji.play import begin
from shengsim.games.shengji.record import DealRecord, seat_names
from shengsim.games.shengji.rules import Rules
from shengsim.knob import knobs, value_at, yaml_value
from shengsim.rng import deal_key
from tests.naive import shengji as naive


def rules_of_twin(rules: Rules) -> dict[str, Any]:
    """A variant's knobs as the twin reads them."""
    values = {knob.path: yaml_value(value_at(rules, knob.path)) for knob in knobs(Rules)}
    values["bidding.jokers_extend"] = "on" if rules.bidding.jokers_extend else "off"
    for band in values["score.table"]:
        band.setdefault("swap", False)
    return {path: value for path, value in values.items() if path in naive.DEFAULTS and value is not None}


def play(rules: Rules, bots: str, seed: int, number: int, is_open: bool = False) -> DealRecord:
    """A deal in the plain lane, recorded; an open one is a match's first."""
    plain = engine.new_rules(rules, plain=True)
    state = engine.new_state(rules, plain=True)
    seats, memory = bots_table.seat_bots(bots, rules.table.players)
    if is_open:
        key = deal_key(seed, 1, number)
        begin(plain, state, key, number, first_level(plain), number % rules.table.players, 1)
    else:
        bots_table.begin_lone(plain, state, seed, number)
    return engine.record_deal(plain, state, lambda: bots_table.step(plain, state, memory, seats))


def deal_of_twin(rules: Rules, record: DealRecord) -> dict[str, Any]:
    """A record as the twin reads it: what was tried, and what a failed throw left."""
    names = tuple(record.hands)
    leads_last = rules.chao_dipi.leader == OvercallLeader.LAST_BURIER and record.overcalls
    first_leader = record.overcalls[-1].seat if leads_last else record.dealer
    plays: list[tuple[Any, ...]] = []
    for trick in record.tricks:
        for seat, cards in trick.plays.items():
            stays = tuple(cards.split())
            failed = tuple(trick.failed_throw.split()) if seat == trick.leader else ()
            plays.append((names.index(seat), failed, stays) if failed else (names.index(seat), stays))
    if record.lost_throw:
        leader = record.tricks[-1].winner if record.tricks else first_leader
        plays.append((names.index(leader), tuple(record.lost_throw.split())))
    return {
        "rank": record.rank,
        "dealer": None if record.by_lot else names.index(record.dealer),
        "random_dealer": names.index(record.by_lot) if record.by_lot else None,
        "first_drawer": names.index(record.first_drawer),
        "deck": record.deck.split(),
        "bids": [(bid.n_drawn, names.index(bid.seat), tuple(bid.cards.split())) for bid in record.bids],
        "buried": record.buried.split(),
        "overcalls": [
            (names.index(call.seat), call.cards.split(), call.buried.split()) for call in record.overcalls
        ],
        "plays": plays,
    }


def next_dealer_of(rules: Rules, record: DealRecord) -> str:
    """Who deals next by the engine's rules."""
    names = seat_names(rules.table.players)
    plain = engine.new_rules(rules, plain=True)
    return names[next_dealer(plain, names.index(record.dealer), bool(record.outcome["swap"]))]


def assert_twin_agrees(rules: Rules, record: DealRecord) -> None:
    """Replays a deal by the twin's rules, which refuse an illegal act, and compares all results."""
    twin_rules = rules_of_twin(rules)
    found = naive.replay(twin_rules, deal_of_twin(rules, record))
    outcome = record.outcome
    names = seat_names(rules.table.players)
    assert found["total"] == outcome["opponents_points"]
    assert names[found["dealer"]] == record.dealer
    assert names[found["next_dealer"]] == next_dealer_of(rules, record)
    assert found["swap"] == bool(outcome["swap"])
    assert "CDHS".find(found["trump"][1]) % 5 == outcome["trump"]
    declarers = found["dealer"] % 2
    assert found["burier"] % 2 == (declarers + outcome["opponents_buried"]) % 2
    assert len(record.overcalls) <= outcome["overcalls"]  # those of a deal that was thrown in count too
    if rules.chao_dipi.order == OvercallOrder.IN_TURN and not outcome["misdeals"]:
        assert len(record.overcalls) == outcome["overcalls"]
        assert found["overcalls_offered"] == outcome["overcalls_offered"]
    for side, name in ((declarers, "declarers"), (1 - declarers, "opponents")):
        assert len(found["fives_lost"][side]) == outcome[f"red_fives_lost_{name}"]
        levels = naive.price_of_fives(twin_rules, found["fives_lost"][side])[0]
        assert levels == outcome[f"red_five_levels_{name}"]
    assert found["five_points"] == outcome["red_five_points"]
    assert (found["hook_to"] is not None) == bool(outcome["hooks"])
    if found["hook_to"]:
        assert naive.RANKS.index(record.rank) - naive.RANKS.index(found["hook_to"]) == outcome["hook_levels"]
    assert (found["declarers_gain"] if not found["swap"] else -found["opponents_gain"]) == outcome[
        "level_change"
    ]
    assert found["kitty_points"] == outcome["kitty_points"]
    assert [names[trick["winner"]] for trick in found["tricks"]] == [trick.winner for trick in record.tricks]
    assert [trick["points"] for trick in found["tricks"]] == [trick.points for trick in record.tricks]
    assert_leads_are_counted(twin_rules, found, outcome)
    assert sum(found["throws_tried"]) == outcome["throws_tried"]
    assert sum(found["throws_failed"]) == outcome["throws_failed"]
    if not outcome["round_lost"]:
        assert found["multiplier"] == outcome["kitty_multiplier"]
        assert found["kitty_added"] == outcome["opponents_kitty_points"]
        assert found["penalty"] == outcome["penalty_points"]
        assert found["trick_points"] == outcome["opponents_trick_points"]


def assert_leads_are_counted(rules: dict[str, Any], found: dict[str, Any], outcome: dict[str, int]) -> None:
    """Compares how often each form was led, as it was tried, and how often one was ruffed, as it lay."""
    rules, trump = rules | {"throw.allowed": True}, found["trump"]
    counts: Counter[str] = Counter()
    for trick in found["tricks"]:
        kind, components = naive.read_lead(rules, trump, trick["attempt"])
        counts[f"{kind}s_led"] += 1
        counts["wide_tractors_led"] += kind == "tractor" and naive.shape_of(components[0])[0] > 2
        led, won = (
            trick["plays"][0],
            trick["plays"][(trick["winner"] - trick["leader"]) % len(trick["plays"])],
        )
        is_ruffed = naive.suit_of(led[0], trump) != naive.suit_of(won[0], trump)
        counts["ruffs"] += is_ruffed
        counts["throws_ruffed"] += is_ruffed and naive.read_lead(rules, trump, led)[0] == "throw"
    for name in ("singles_led", "doubles_led", "tractors_led", "tuples_led", "wide_tractors_led"):
        assert counts[name] == outcome[name], name
    assert counts["throws_led"] == outcome["throws_tried"] - outcome["round_lost"]
    assert (counts["ruffs"], counts["throws_ruffed"]) == (outcome["ruffs"], outcome["throws_ruffed"])
    assert len(found["tricks"]) == outcome["tricks"]
