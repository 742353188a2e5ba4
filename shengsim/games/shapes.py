"""What the values of scenarios look like in any family: text, numbers, cards; and how a kind is declared.

A family adds its own shapes (seats, trumps) and says which of its keys holds what.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field, TypeAdapter
from pydantic_core import PydanticCustomError

from shengsim.cards import parse_card, parse_cards
from shengsim.games.family import Kind

MAX_CARDS = 108
"""All cards there are: a longer list is a mistake."""


def read_by(parse: Callable[[str], Any]) -> AfterValidator:
    """Text that a parser can read; what it says otherwise becomes the fault."""

    def check(text: str) -> str:
        try:
            parse(text)
        except ValueError as error:
            raise PydanticCustomError("unreadable", "{why}", {"why": str(error)}) from None
        return text

    return AfterValidator(check)


def one_of(*words: str) -> AfterValidator:
    """One of some words."""

    def check(text: str) -> str:
        if text not in words:
            raise PydanticCustomError("unreadable", "must be one of {words}", {"words": ", ".join(words)})
        return text

    return AfterValidator(check)


def read_cards(text: str) -> list[int]:
    """Cards by name; ValueError of none, or more than there are."""
    cards = parse_cards(text)
    if not 0 < len(cards) <= MAX_CARDS:
        raise ValueError(f"{len(cards)} cards; one to {MAX_CARDS} are expected here")
    return cards


def _groups(text: str) -> None:
    for card in text.replace("=", " ").replace(">", " ").split():
        parse_card(card)


def a_list(kind: Any) -> Any:
    """A list that is not too long."""
    return Annotated[list[kind], Field(max_length=MAX_CARDS)]


Text = Annotated[str, Field(strict=True)]
Cards = Annotated[Text, read_by(read_cards)]
Card = Annotated[Text, read_by(parse_card)]
CardOrder = Annotated[Text, read_by(_groups)]
"""Cards from the highest to the lowest: ``AS > KS = KH``."""
Number = Annotated[int, Field(strict=True, ge=-100_000, le=100_000)]
YesOrNo = Annotated[bool, Field(strict=True)]
Refused = dict[Annotated[int, Field(ge=0)], Text]
"""Reasons by the number of what is refused."""

Shapes = Mapping[str, TypeAdapter[Any]]


def shapes(types: Mapping[Any, str]) -> Shapes:
    """What each key holds, of the keys of each type."""
    return {key: TypeAdapter(kind) for kind, keys in types.items() for key in keys.split()}


def kind_with(known: Shapes) -> Callable[..., Kind]:
    """How a family whose keys hold this declares a kind."""

    def kind(answer: Any, needs: str, may_have: str = "", by_keys: bool = True, **own: Any) -> Kind:
        """A kind, its keys as words, and the shapes of those that hold something else than usual."""
        keys = frozenset(needs.split()), frozenset(may_have.split())
        different = {key: TypeAdapter(shape) for key, shape in own.items()}
        shape_of = {key: different.get(key) or known[key] for key in keys[0].union(keys[1])}
        return Kind(*keys, answer, by_keys, shape_of)

    return kind
