"""The kinds of scenarios of this family: their keys, and the functions that answer them.

Every answer comes from the chapters' own functions, in the plain lane.
"""

from __future__ import annotations

from shengsim.games.shapes import Text, YesOrNo, kind_with
from shengsim.games.shengji.scenario_deal import (
    answer_bids,
    answer_bury,
    answer_count_off,
    answer_deal_facts,
    answer_flip,
    answer_kitty,
    answer_levels,
    answer_misdeal,
    answer_redeal,
    answer_score,
)
from shengsim.games.shengji.scenario_options import answer_captured, answer_hook, answer_overcall
from shengsim.games.shengji.scenario_play import (
    answer_follow,
    answer_lead,
    answer_order,
    answer_throw,
    answer_trick,
)
from shengsim.games.shengji.scenario_shapes import SHAPES, CardsOfSeats

kind = kind_with(SHAPES)

KINDS = {
    "order": kind(answer_order, "trump order", "suit"),
    "lead": kind(answer_lead, "trump lead reads_as", "components reason"),
    "follow": kind(answer_follow, "trump lead hand", "legal illegal all_legal"),
    "throw": kind(answer_throw, "trump lead hands", "leader plays stands penalty chooses loses_round"),
    "captured": kind(
        answer_captured,
        "trump plays captured",
        "leader winner declarers levels_lost opponents_points",
        plays=CardsOfSeats,
    ),
    "trick": kind(answer_trick, "trump plays winner", "leader points", plays=CardsOfSeats),
    "bids": kind(
        answer_bids, "rank bids", "standing refused trump dealer hands first_drawer dealer_by_lot", trump=Text
    ),
    "flip": kind(answer_flip, "rank kitty trump", trump=Text),
    "kitty": kind(answer_kitty, "trump last_trick won_by kitty", "multiplier added added_to_declarers lead"),
    "overcall": kind(
        answer_overcall, "trump calls", "dealer bid hands refused trump_after kitty_of leads declarers"
    ),
    "hook": kind(answer_hook, "trump last_plays opponents level_after", "leader declarers hooked"),
    "score": kind(answer_score, "opponents", "declarers_gain opponents_gain swap dealer dealer_after"),
    "levels": kind(answer_levels, "results", "levels levels_after finished next_rank"),
    "misdeal": kind(answer_misdeal, "trump hand may_claim"),
    "bury": kind(answer_bury, "trump hand bury legal", "reason", by_keys=False, legal=YesOrNo),
    "redeal": kind(
        answer_redeal, "dealer claimed_by", "rank bids dealer_after leads declarers", by_keys=False
    ),
    "count_off": kind(answer_count_off, "shuffler turned first_drawer", "dealer", by_keys=False),
    "deal_facts": kind(
        answer_deal_facts,
        "",
        "players decks cards jokers kitty_size cards_each total_points order_of_play sides point_values "
        "dealer declarers leads",
        by_keys=False,
    ),
}
