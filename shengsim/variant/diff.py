"""What differs between the rules of two variants."""

from __future__ import annotations

from typing import Any, NamedTuple

from shengsim.errors import InputError
from shengsim.variant.variant import Variant


class Difference(NamedTuple):
    """A knob that two variants set differently: both values, as variant files write them."""

    path: str
    a: Any
    b: Any


def diff(a: Variant, b: Variant) -> list[Difference]:
    """Every knob in which two variants differ, in the order of the rules; InputError if none are shared."""
    if a.family is not b.family:
        raise InputError.single(
            b.file, f"is of the family {b.family.NAME}, and {a.name} of {a.family.NAME}: no knob in common"
        )
    other = b.values()
    return [
        Difference(path, value, other[path]) for path, value in a.values().items() if value != other[path]
    ]
