"""What the values of a scenario look like: cards, seats, ranks, and lists and mappings of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Union

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter
from pydantic_core import PydanticCustomError

from shengsim.cards import SUIT_NAMES, parse_card, parse_cards, parse_rank, parse_trump
from shengsim.games.shengji.record import seat_names
from shengsim.games.shengji.situation import seat
from shengsim.games.shengji.state import MAX_SEATS

MAX_CARDS = 108
"""All cards there are: a longer list is a mistake."""


def _read_by(parse: Callable[[str], Any]) -> AfterValidator:
    """Text that a parser can read; what it says otherwise becomes the fault."""

    def check(text: str) -> str:
        try:
            parse(text)
        except ValueError as error:
            raise PydanticCustomError("unreadable", "{why}", {"why": str(error)}) from None
        return text

    return AfterValidator(check)


def _cards(text: str) -> None:
    n = len(parse_cards(text))
    if not 0 < n <= MAX_CARDS:
        raise ValueError(f"{n} cards; one to {MAX_CARDS} are expected here")


def _seat(text: str) -> None:
    if text not in seat_names(MAX_SEATS):  # of a table with other than four seats
        seat(text)


def _cards_or_pass(text: str) -> None:
    if text != "pass":
        _cards(text)


def _groups(text: str) -> None:
    for card in text.replace("=", " ").replace(">", " ").split():
        parse_card(card)


def _one_of(*words: str) -> AfterValidator:
    def check(text: str) -> str:
        if text not in words:
            raise PydanticCustomError("unreadable", "must be one of {words}", {"words": ", ".join(words)})
        return text

    return AfterValidator(check)


def _either(one: Any, other: Any) -> Any:
    return Union[one, other]  # noqa: UP007  # the sign for it is a bit operator's


# A rank may be a bare number, a level reached too.
_as_text = BeforeValidator(lambda value: str(value) if type(value) is int else value)
Text = Annotated[str, Field(strict=True)]
Cards = Annotated[Text, _read_by(_cards)]
Card = Annotated[Text, _read_by(parse_card)]
Seat = Annotated[Text, _read_by(_seat)]
Side = Annotated[Text, _one_of("NS", "EW")]
Rank = Annotated[Text, _as_text, _read_by(parse_rank)]
Trump = Annotated[Text, _read_by(parse_trump)]
Number = Annotated[int, Field(strict=True, ge=-100_000, le=100_000)]
Gain = Annotated[int, Field(strict=True, ge=0, le=100)]
YesOrNo = Annotated[bool, Field(strict=True)]
CardsOfSeats = Annotated[dict[Seat, Cards], Field(min_length=1)]
OneBid = Annotated[dict[Seat, Cards], Field(min_length=1, max_length=1)]
OneCall = Annotated[dict[Seat, Annotated[Text, _read_by(_cards_or_pass)]], Field(min_length=1, max_length=1)]


class Result(BaseModel):
    """What a deal of a match came to."""

    model_config = ConfigDict(extra="forbid")

    declarers: Side
    gain: Gain = 0
    opponents_gain: Gain = 0
    swap: YesOrNo = False
    hooked_to: Rank | None = None
    levels_lost: dict[Side, Number] = {}


def _list(kind: Any) -> Any:
    return Annotated[list[kind], Field(max_length=MAX_CARDS)]


_TYPES: dict[Any, str] = {
    Trump: "trump trump_after",
    Rank: "rank next_rank level_after",
    Cards: "lead hand bury kitty last_trick chooses plays",
    Annotated[Text, _read_by(_groups)]: "order",
    Annotated[Text, _one_of("trump", *SUIT_NAMES[:4])]: "suit",
    Seat: "leader winner dealer dealer_after leads first_drawer dealer_by_lot shuffler claimed_by kitty_of",
    Side: "declarers",
    Annotated[Text, _one_of("declarers", "opponents")]: "won_by",
    Text: "reads_as reason",
    YesOrNo: "swap stands may_claim loses_round hooked",
    Number: "points opponents declarers_gain opponents_gain multiplier added added_to_declarers all_legal "
    "opponents_points penalty players decks cards jokers kitty_size cards_each total_points",
    CardsOfSeats: "hands last_plays",
    _list(Cards): "legal components",
    dict[Cards, Text]: "illegal",
    _list(OneBid): "bids",
    _list(OneCall): "calls",
    OneBid: "bid",
    dict[Annotated[int, Field(ge=0)], Text]: "refused",
    _either(OneBid, _list(OneBid)): "standing",
    _list(Result): "results",
    dict[Side, Rank]: "levels levels_after",
    dict[Side, Number]: "captured levels_lost",
    _either(Side, YesOrNo): "finished",
    _either(Card, _list(Card)): "turned",
    dict[Rank, Number]: "point_values",
    _list(Seat): "order_of_play",
    _list(Side): "sides",
}
SHAPES = {key: TypeAdapter(kind) for kind, keys in _TYPES.items() for key in keys.split()}
"""What each key holds, where its kind of scenario says nothing else."""
