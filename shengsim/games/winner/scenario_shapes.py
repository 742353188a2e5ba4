"""What the values of a scenario look like: cards, seats, and lists and mappings of them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

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
from shengsim.games.winner.game_outcome import SEATS
from shengsim.games.winner.record import PASS, planes_of

Seat = Annotated[Text, one_of(*SEATS)]
Held = Annotated[Cards, read_by(lambda text: planes_of(read_cards(text)))]
"""Cards of two packs at most."""


def _act(text: str) -> None:
    name, *words = text.split() or [""]
    if name not in SEATS or not words:
        raise ValueError(f"{text[:20]!r}: an act is a seat and cards, or a seat and {PASS}")
    if words != [PASS]:
        planes_of(read_cards(" ".join(words)))


Act = Annotated[Text, read_by(_act)]
"""``A 3D 3C`` or ``A pass``."""

_TYPES: dict[Any, str] = {
    Held: "on_table play hand offers",
    Card: "gives takes",
    CardOrder: "order",
    Text: "reads_as reason",
    YesOrNo: "beats reversed over now_reversed exchanged",
    Number: "all_legal players decks cards jokers games",
    Seat: "winner loser leader dealer turn starter last_winner next_dealer first_dealt last_dealt",
    Annotated[dict[Seat, Held], Field(min_length=1)]: "hands hands_after",
    dict[Seat, Annotated[int, Field(strict=True, ge=0, le=108)]]: "left",
    dict[Seat, Number]: "scores",
    a_list(Seat): "unplayed places order_of_play",
    a_list(Held): "legal",
    a_list(Number): "cards_each",
    dict[Held, Text]: "illegal refused_offer refused_choice",
    Annotated[list[Act], Field(min_length=1, max_length=1_000)]: "acts",
    Refused: "refused",
}
SHAPES = shapes(_TYPES)
"""What each key holds, where its kind of scenario says nothing else."""
