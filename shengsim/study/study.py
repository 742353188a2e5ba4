"""A study: what is to be played, and nothing about how or where."""

from __future__ import annotations

from dataclasses import dataclass

from shengsim.errors import Fault, InputError
from shengsim.games.family import Unit
from shengsim.variant.variant import Variant, load_variant


@dataclass(frozen=True)
class Study:
    """Variants to be played, by which bots, how often, from which seed.

    Variants with the same pack see the same shuffle for the same deal number.
    """

    variants: tuple[Variant, ...]
    bots: str
    n_deals: int
    seed: int
    in_matches: bool = False
    """Whether ``n_deals`` counts whole matches instead of deals."""

    def unit_of(self, variant: Variant) -> Unit:
        """What is counted under a variant."""
        return variant.family.engine().unit(variant.rules, self.in_matches)


def load_study(names: tuple[str, ...], bots: str, n_deals: int, seed: int, in_matches: bool = False) -> Study:
    """The study of variants by name or path; InputError with the faults of all of them."""
    variants: list[Variant] = []
    faults: list[Fault] = []
    for name in names:
        try:
            variants.append(load_variant(name))
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    keys: dict[str, str] = {}
    for variant in variants:
        if keys.setdefault(variant.name, variant.key()) != variant.key():
            raise InputError.single(variant.file, f"another variant of this run is called {variant.name} too")
    return Study(tuple(variants), bots, n_deals, seed, in_matches)
