"""When the heuristic bot overcalls."""

from __future__ import annotations

from typing import Any

from shengsim.cards import NO_TRUMP
from shengsim.games.shengji.order import BID_CARDS, FIELD, laid_out_word
from shengsim.games.shengji.overcall import legal_overcalls
from shengsim.games.shengji.play import PASS
from shengsim.kernel import rare_kernel
from shengsim.planes import NOTHING, Planes, Word, bit, either, lowest, minus, n_cards, only, run_from

MORE_TRUMPS = 2
"""Trumps more than now from which the kitty is worth an overcall."""
TRUMPS_WITHOUT_SUIT = 6
"""Trumps from which no trump suit is worth one."""


@rare_kernel
def overcall(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> int:
    """The overcall that gives it most trumps, or PASS."""
    faces = legal_overcalls(rules, table, hand, table.turn)
    best = PASS
    most = n_cards(only(hand, table.trumps)) + MORE_TRUMPS - 1
    while faces != NOTHING:
        face = lowest(faces)
        faces = minus(faces, bit(face))
        n = n_cards(only(hand, trumps_of(table, min(face, NO_TRUMP))))
        if n > most or (face >= NO_TRUMP and n >= TRUMPS_WITHOUT_SUIT):
            best = face
            most = n
    return best


@rare_kernel
def trumps_of(table: Any, trump: int) -> Word:
    """The cards, as they lie now, that another trump would make trumps."""
    word = either(BID_CARDS, table.red_fives)
    if trump < NO_TRUMP:
        word = either(word, run_from(FIELD * trump, FIELD))
    return laid_out_word(table.trump, table.n_promoted, word)
