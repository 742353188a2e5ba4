"""The kinds of scenarios of this family: their keys, and the functions that answer them.

Every answer comes from the chapters' own functions, in the plain lane.
"""

from __future__ import annotations

from shengsim.games.shapes import YesOrNo, kind_with
from shengsim.games.winner.scenario_game import (
    answer_exchange,
    answer_first_lead,
    answer_game,
    answer_game_facts,
    answer_settle,
)
from shengsim.games.winner.scenario_play import answer_beats, answer_order, answer_plays, answer_reads
from shengsim.games.winner.scenario_shapes import SHAPES, Seat

kind = kind_with(SHAPES)

KINDS = {
    "beats": kind(answer_beats, "on_table play beats", "reads_as reversed reason"),
    "reads": kind(answer_reads, "play reads_as"),
    "plays": kind(answer_plays, "hand", "on_table reversed legal illegal all_legal"),
    "order": kind(answer_order, "order", "reversed"),
    "settle": kind(answer_settle, "left scores", "unplayed winner"),
    "game": kind(
        answer_game,
        "hands acts",
        "leader dealer refused turn leads places over scores now_reversed next_dealer",
        leads=YesOrNo,
    ),
    "first_lead": kind(answer_first_lead, "starter dealer leads", "last_winner", leads=Seat),
    "exchange": kind(
        answer_exchange,
        "hands winner loser",
        "gives offers takes refused_offer refused_choice hands_after exchanged",
    ),
    "game_facts": kind(
        answer_game_facts,
        "",
        "players decks cards jokers cards_each order_of_play dealer first_dealt games last_dealt",
        by_keys=False,
    ),
}
