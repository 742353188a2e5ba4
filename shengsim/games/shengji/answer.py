"""What answers decide with three packs or more: whether a follow is legal, what a play counts for."""

from __future__ import annotations

from typing import Any

from shengsim.games.shengji.order import levels
from shengsim.games.shengji.serve import GIVEN, OWED, WHOLE, serve
from shengsim.kernel import rare_kernel
from shengsim.planes import Planes, held, highest


@rare_kernel
def gives_what_is_owed(rules: Any, table: Any, of_suit: Planes, play: Planes) -> bool:
    """Whether a play gives as good an answer as the hand's cards of the suit owe.

    Sets that a hand need not break are not seen in the play either, so that a triple does not stand for a
    pair that is kept.
    """
    search = table.search
    serve(rules, table, of_suit, OWED)
    search.n_owed = search.n_best
    for i in range(search.n_best):
        search.owed[i] = search.best[i]
    serve(rules, table, play, GIVEN)
    for i in range(min(search.n_owed, search.n_best)):
        if search.best[i] != search.owed[i]:
            return search.best[i] > search.owed[i]
    return True


@rare_kernel
def top_of_largest(rules: Any, table: Any, play: Planes) -> int:
    """The highest level that the lead's largest component can have in a play that serves it; -1 if none."""
    if not serve(rules, table, play, WHOLE):
        return -1
    if table.lead.n_parts > 0:
        return table.search.low[0] + table.search.length[0] - 1
    return highest(levels(table, held(play, 2)))
