"""Which tables, packs and kitties go together, and what is told of those that do not."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from shengsim.errors import InputError
from shengsim.games.shengji.contradictions import contradictions
from shengsim.games.shengji.rules import LEAST_KITTY, Rules
from shengsim.variant.variant import load_variant

PLAYERS, PACKS, KITTIES = range(4, 13), range(1, 9), (None, *range(1, 61))


def refused(nested) -> set[str]:
    return {path for path, _ in contradictions(Rules.model_validate(nested))}


@pytest.mark.parametrize("players", PLAYERS)
def test_a_kitty_is_accepted_where_it_deals_out_evenly(players):
    for packs, kitty in product(PACKS, KITTIES):
        nested = {"table": {"players": players, "decks": packs}, "deal": {"kitty_size": kitty}}
        rules = Rules.model_validate(nested)
        is_even = (54 * packs - rules.n_kitty) % players == 0 and rules.n_kitty < 54 * packs
        expected = {"deal.kitty_size"} if not is_even else set()
        assert refused(nested) == expected | ({"table.players"} if players % 2 else set())
        if kitty is None:
            assert is_even
            assert LEAST_KITTY <= rules.n_kitty < LEAST_KITTY + players


def test_the_kitties_of_usual_tables_are_the_usual_ones():
    usual = {(4, 1): 6, (4, 2): 8, (4, 3): 6, (4, 4): 8, (6, 3): 6, (6, 4): 6, (8, 4): 8, (12, 8): 12}
    for (players, packs), kitty in usual.items():
        rules = Rules.model_validate({"table": {"players": players, "decks": packs}})
        assert rules.n_kitty == kitty


ALONE = "there are no two identical cards with one pack (table.decks)"
REFUSALS = {
    "table: {players: 7}": "20: rules.table.players: 7 players cannot sit alternately in two fixed sides",
    "deal: {kitty_size: 7}": "22: rules.deal.kitty_size: 54 cards (table.decks) less a kitty of 7 do "
    "not deal out evenly to 4 (table.players)",
    "bidding: {no_trump: joker_pair}": "23: rules.bidding.no_trump: there are no two identical jokers "
    "(table.decks, deck.jokers)",
    "dealer: {first: first_rank_pair}": f"19: rules.dealer.first: {ALONE}",
    "dealer: {first: first_joker_pair}": "19: rules.dealer.first: a pair of jokers can be exposed only with "
    "bidding.no_trump: joker_pair",
    "lead: {pairs: true}": f"17: rules.lead.pairs: {ALONE}",
    "lead: {tractor_width: 3}": "25: rules.lead.tractor_width: no card has 3 copies (table.decks)",
    "chao_dipi: {enabled: true}": f"24: rules.chao_dipi.enabled: {ALONE}",
    "deck: {short_packs: 2}": "23: rules.deck.short_packs: more than there are packs (1, table.decks)",
    "deck: {lowest_rank: 5}": "3: rules: no pack has a 2 (deck.lowest_rank, deck.short_packs)",
}
"""What a variant of one pack says more, and what it is told: column, path and why."""


@pytest.mark.parametrize("knob", REFUSALS)
def test_what_one_pack_cannot_do_is_refused_at_its_place(knob, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    head = "name: one\nbase: sishi-fen\nsource: [here]\nsummary: One pack.\nrules:\n"
    Path("one.yaml").write_text(f"{head}  {knob}\n", encoding="utf-8")
    with pytest.raises(InputError) as told:
        load_variant("one.yaml")
    assert str(told.value) == f"one.yaml:6:{REFUSALS[knob]}"
