"""The exchange between loser and winner of a game, before the next.

(001-25, B56)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.winner.choices import ExchangeCards
from shengsim.games.winner.state import Outcome, Reason
from shengsim.kernel import kernel, rare_kernel
from shengsim.nibbles import rank_at
from shengsim.planes import Planes, bit, copies_of, held, highest, holds, less, n_cards, plus, put, take

N_OFFERED = 2


@kernel
def is_made(rules: Any) -> bool:
    """Whether cards are exchanged. Rule exchange.cards (001-25, B56)."""
    return rules.exchange.cards == ExchangeCards.HIGHEST_FOR_ONE_OF_TWO


@kernel
def highest_card(hand: Planes) -> int:
    """The position of a hand's highest card; of equal ranks the one of the highest suit."""
    return highest(held(hand, 1))


@kernel
def why_illegal_offer(hand: Planes, cards: Planes) -> int:
    """Why a winner may not offer cards, or LEGAL: any two of the hand he was dealt."""
    if n_cards(cards) != N_OFFERED:
        return Reason.MUST_OFFER_TWO + 0
    return Reason.LEGAL + 0 if holds(hand, cards) else Reason.MUST_HOLD_CARDS + 0


@kernel
def why_illegal_choice(table: Any, cards: Planes) -> int:
    """Why a loser may not take cards, or LEGAL: one of the two offered."""
    is_one = n_cards(cards) == 1 and holds(take(table.offered, 0), cards)
    return Reason.LEGAL + 0 if is_one else Reason.MUST_TAKE_ONE_OFFERED + 0


@rare_kernel
def exchange(state: Any, taken: Planes) -> None:
    """The loser's highest card goes to the winner, the one he takes to the loser; both are seen."""
    table = state.table
    winner, loser = table.best_of_last, table.worst_of_last
    given = copies_of(taken, bit(table.given), 1)
    table.taken = highest(held(taken, 1))
    put(state.hands, winner, plus(less(take(state.hands, winner), taken), given))
    put(state.hands, loser, plus(less(take(state.hands, loser), given), taken))
    put(table.offered, 0, less(taken, taken))
    state.outcome[Outcome.EXCHANGED] = 1
    state.outcome[Outcome.EXCHANGE_GAIN] = rank_at(table.given) - rank_at(table.taken)
