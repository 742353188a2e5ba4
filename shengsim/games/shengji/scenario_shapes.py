"""What the values of a scenario look like: cards, seats, ranks, and lists and mappings of them."""

from __future__ import annotations

from typing import Annotated, Any, Union

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from shengsim.cards import SUIT_NAMES, parse_rank, parse_trump
from shengsim.games.shapes import (
    Card,
    CardOrder,
    Cards,
    Number,
    Refused,
    Text,
    YesOrNo,
    a_list,
    one_of,
    read_by,
    read_cards,
    shapes,
)
from shengsim.games.shengji.record import seat_names
from shengsim.games.shengji.situation import seat
from shengsim.games.shengji.state import MAX_SEATS


def _seat(text: str) -> None:
    if text not in seat_names(MAX_SEATS):  # of a table with other than four seats
        seat(text)


def _cards_or_pass(text: str) -> None:
    if text != "pass":
        read_cards(text)


def _either(one: Any, other: Any) -> Any:
    return Union[one, other]  # noqa: UP007  # the sign for it is a bit operator's


# A rank may be a bare number, a level reached too.
_as_text = BeforeValidator(lambda value: str(value) if type(value) is int else value)
Seat = Annotated[Text, read_by(_seat)]
Side = Annotated[Text, one_of("NS", "EW")]
Rank = Annotated[Text, _as_text, read_by(parse_rank)]
Trump = Annotated[Text, read_by(parse_trump)]
Gain = Annotated[int, Field(strict=True, ge=0, le=100)]
CardsOfSeats = Annotated[dict[Seat, Cards], Field(min_length=1)]
OneBid = Annotated[dict[Seat, Cards], Field(min_length=1, max_length=1)]
OneCall = Annotated[dict[Seat, Annotated[Text, read_by(_cards_or_pass)]], Field(min_length=1, max_length=1)]


class Result(BaseModel):
    """What a deal of a match came to."""

    model_config = ConfigDict(extra="forbid")

    declarers: Side
    gain: Gain = 0
    opponents_gain: Gain = 0
    swap: YesOrNo = False
    hooked_to: Rank | None = None
    levels_lost: dict[Side, Number] = {}


_TYPES: dict[Any, str] = {
    Trump: "trump trump_after",
    Rank: "rank next_rank level_after",
    Cards: "lead hand bury kitty last_trick chooses plays",
    CardOrder: "order",
    Annotated[Text, one_of("trump", *SUIT_NAMES[:4])]: "suit",
    Seat: "leader winner dealer dealer_after leads first_drawer dealer_by_lot shuffler claimed_by kitty_of",
    Side: "declarers",
    Annotated[Text, one_of("declarers", "opponents")]: "won_by",
    Text: "reads_as reason",
    YesOrNo: "swap stands may_claim loses_round hooked",
    Number: "points opponents declarers_gain opponents_gain multiplier added added_to_declarers all_legal "
    "opponents_points penalty players decks cards jokers kitty_size cards_each total_points",
    CardsOfSeats: "hands last_plays",
    a_list(Cards): "legal components",
    dict[Cards, Text]: "illegal",
    a_list(OneBid): "bids",
    a_list(OneCall): "calls",
    OneBid: "bid",
    Refused: "refused",
    _either(OneBid, a_list(OneBid)): "standing",
    a_list(Result): "results",
    dict[Side, Rank]: "levels levels_after",
    dict[Side, Number]: "captured levels_lost",
    _either(Side, YesOrNo): "finished",
    _either(Card, a_list(Card)): "turned",
    dict[Rank, Number]: "point_values",
    a_list(Seat): "order_of_play",
    a_list(Side): "sides",
}
SHAPES = shapes(_TYPES)
"""What each key holds, where its kind of scenario says nothing else."""
