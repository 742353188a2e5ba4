"""``heuristic``: bids, buries, leads and follows by rules of thumb, and counts cards.

* Bids the suit in which it is longest, rank cards and jokers counted with it, from three trumps among
  five cards drawn to seven among twenty-five; a pair counts one more. Against a standing bid its trumps
  must be more than there, against its partner's by three more; it reinforces its own whenever it can. No
  trump needs seven rank cards and jokers.
* Throws in a deal only if it has no trump.
* Buries low cards of its shortest plain suits, to be void; pairs before points, points before aces,
  trumps last. Strong in trumps it hides points among them, very strong it buries points first: from the
  first on where the kitty counts once, always where it counts for nobody. It remembers what it buried.
* Leads what nothing that is still out can beat, all such cards of a suit thrown at once; tractors, the
  highest in hand; a pair of trumps that cannot be beaten; other pairs; else a low card, rather of a suit
  that its partner is void in and of a long one. Suits that an opponent is known to ruff, or of which few
  cards are out, count for less.
* Follows: brings points to a partner whose cards cannot be beaten by what is out; last, wins by the
  cheapest or by points; before others, wins by cards that nothing out beats, or, with one to come, by
  the lowest above the trick; else gives its lowest, and breaks pairs late.
* Ruffs a trick that the other side holds with its lowest trump that takes it; last, only one with
  points; several cards at once only with the structure of the lead.
* Guards red fives that are the highest trumps: it gives none away, and counts none as points to bring.
* Overcalls, for the kitty, with the pair that gives it most trumps, if it loses no more than six by it, over
  its partner four; buries what it then needs least.
* Towards the end keeps its highest trump, if nothing out beats it, for the last trick and the kitty: not
  from ten points, nor from points that reach a level of the score. Where the last trick may hook the
  declarers it keeps it from any points; as an opponent rather a card of the rank that nothing out beats.

It knows no mandatory rank, nor hook.card, and does not try to capture red fives. Of kitty.multiplier it
asks only whether the kitty counts not at all, once or more; it ignores kitty.winner and kitty.measure,
throw.compare and throw.tractor_exempt beyond asking which play wins, and misdeal.claim's
hands without points. What is legal it asks of the rules.

Restricted, it leads no throws, no tractors, plays no trump to another suit while it has anything else, or
does not overcall.
"""

from __future__ import annotations

from typing import Any

from shengsim.bots.shengji.heuristic_cards import BURIED, bury_least_needed
from shengsim.bots.shengji.heuristic_follow import follow as follow
from shengsim.bots.shengji.heuristic_lead import lead as lead
from shengsim.bots.shengji.heuristic_overcall import overcall as overcall
from shengsim.games.shengji.bid import BLACK, face_of, legal_bids, length_of
from shengsim.games.shengji.order import BID_CARDS, FIELD
from shengsim.games.shengji.play import PASS
from shengsim.games.shengji.state import UNKNOWN
from shengsim.kernel import kernel, rare_kernel
from shengsim.planes import (
    NOTHING,
    Planes,
    bit,
    both,
    either,
    held,
    lowest,
    minus,
    n_cards,
    only,
    run_from,
)


@rare_kernel
def bid(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> int:
    """A bid or PASS."""
    seat = table.turn
    n_hand = n_cards(hand)
    n_honours = n_cards(only(hand, either(BID_CARDS, table.red_fives)))
    bids = legal_bids(rules, table, hand, seat)
    best = PASS
    best_score = 0
    standing = 0
    if table.bid != UNKNOWN:
        if face_of(table.bid) < BLACK:
            standing = 3 * (n_honours + n_cards(only(hand, run_from(FIELD * face_of(table.bid), FIELD))))
        else:
            standing = 20
        if table.side[table.bidder] == table.side[seat]:
            standing += 9
    while bids != NOTHING:
        made = lowest(bids)
        bids = minus(bids, bit(made))
        face = face_of(made)
        if face < BLACK:
            n_trumps = n_honours + n_cards(only(hand, run_from(FIELD * face, FIELD)))
            score = 3 * n_trumps + (4 if length_of(made) > 1 else 0)
            needed = 6 + n_hand // 2
            if made_by_self(table, seat):
                needed = 0
                standing = 0
        else:
            score = 6 * n_honours
            needed = 36
        if score > needed and score > standing + 2 and score > best_score:
            best_score = score
            best = made
    return best


@kernel
def made_by_self(table: Any, seat: int) -> bool:
    """Whether the standing bid is the seat's own."""
    return table.bid != UNKNOWN and table.bidder == seat


@rare_kernel
def bury(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> Planes:
    """Cards that it needs least."""
    buried = bury_least_needed(table, hand, rules)
    for k in range(len(hand)):
        memory[table.turn, BURIED + k] = buried[k]
    return buried


@kernel
def claim(table: Any, hand: Planes, memory: Any, rules: Any, rng: Any) -> int:
    """Throws in a deal if it has no trump."""
    return 1 if both(held(hand, 1), table.trumps) == NOTHING else 0
