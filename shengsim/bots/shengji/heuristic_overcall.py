"""When the heuristic bot overcalls."""

from __future__ import annotations

from typing import Any

from shengsim.bots.bot import is_barred
from shengsim.bots.shengji.heuristic_cards import NO_OVERCALLS
from shengsim.cards import NO_TRUMP
from shengsim.games.shengji.order import BID_CARDS, FIELD, laid_out_word
from shengsim.games.shengji.overcall import legal_overcalls, trump_maker
from shengsim.games.shengji.play import PASS
from shengsim.games.shengji.state import UNKNOWN
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import NOTHING, Planes, Word, bit, either, lowest, minus, n_cards, only, run_from

FEWER_TRUMPS = 6
"""How many trumps less an overcall may leave: the kitty is worth that (found by duels)."""
OVER_PARTNER = 2
"""How many of these are not to be lost over the partner's trump."""
WITHOUT_SUIT = 4
"""What a hand without a trump suit is worth beside its trumps: there are so few."""


@rare_kernel
def overcall(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> int:
    """The overcall that gives it most trumps, of several the highest; or PASS."""
    seat = table.turn
    if is_barred(memory, seat, NO_OVERCALLS):
        return PASS
    faces = legal_overcalls(rules, table, hand, seat)
    maker = trump_maker(table)
    needed = worth(table, hand, table.trump) - FEWER_TRUMPS
    if maker != UNKNOWN and maker != seat and table.side[maker] == table.side[seat]:
        needed += OVER_PARTNER
    best = PASS
    while faces != NOTHING:
        face = lowest(faces)
        faces = minus(faces, bit(face))
        found = worth(table, hand, min(face, NO_TRUMP))
        if found >= needed:
            best = face
            needed = found
    return best


@kernel
def worth(table: Any, hand: Planes, trump: int) -> int:
    """How much a hand is worth with a trump: its trumps."""
    n = n_cards(only(hand, trumps_of(table, trump)))
    return n + WITHOUT_SUIT if trump == NO_TRUMP else n


@rare_kernel
def trumps_of(table: Any, trump: int) -> Word:
    """The cards, as they lie now, that another trump would make trumps."""
    word = either(BID_CARDS, table.red_fives)
    if trump < NO_TRUMP:
        word = either(word, run_from(FIELD * trump, FIELD))
    return laid_out_word(table.trump, table.n_promoted, word)
