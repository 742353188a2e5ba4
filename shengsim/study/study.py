"""A study: what is to be played, and nothing about how or where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from shengsim.errors import Fault, InputError
from shengsim.games.family import Unit
from shengsim.stats.contrast import Contrast
from shengsim.study.factorial import Factorial, Variants
from shengsim.variant.variant import Variant, load_variant

Kind = Literal["run", "compare", "sweep"]
"""What a study is for: each variant by itself, each against the first, or what the knobs that differ do."""
KINDS = get_args(Kind)

Pairs = tuple[tuple[int, int], ...]
"""Arms whose differences are asked for: the one compared with, then the other."""


@dataclass(frozen=True)
class Arm:
    """What is played: a variant, by its bots."""

    variant: Variant
    bots: str

    def key(self) -> tuple[str, str]:
        """What decides how its deals go: two arms of one key play the same."""
        return self.variant.key(), self.bots

    def __hash__(self) -> int:
        return hash(self.key())


@dataclass(frozen=True)
class Study:
    """Variants to be played, by which bots, how often, from which seed.

    Variants with the same pack see the same shuffle for the same deal number.
    """

    variants: tuple[Variant, ...]
    bots: tuple[str, ...]
    n_deals: int
    seed: int
    in_matches: bool = False
    """Whether ``n_deals`` counts whole matches instead of deals."""
    kind: Kind = "run"
    factorial: Factorial | None = None
    """Of a sweep: the variants after the first are its combinations."""

    @property
    def title(self) -> str:
        """What a study may be called: its variants, or what they have in common."""
        if self.factorial is not None:
            return f"{self.variants[0].name}-sweep"
        return "+".join(variant.name for variant in self.variants)

    @property
    def arms(self) -> tuple[Arm, ...]:
        """Every variant under every bots, variants outermost."""
        return tuple(Arm(variant, bots) for variant in self.variants for bots in self.bots)

    def arm(self, variant: int, bots: int) -> int:
        """The number of an arm, from those of its variant and bots."""
        return variant * len(self.bots) + bots

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the arms that are played together, deal by deal, by the chunks of a group.

        Arms of the same pack stand together where they are compared, in a sweep under the same bots; else
        each for itself.
        """
        arms = self.arms
        if self.kind == "run":
            return tuple((index,) for index in range(len(arms)))
        found: dict[tuple[object, ...], list[int]] = {}
        for index, arm in enumerate(arms):
            pack = arm.variant.family.pack(arm.variant.rules)
            key = (*pack, arm.bots) if self.kind == "sweep" else pack
            found.setdefault(key, []).append(index)
        return tuple(tuple(group) for group in found.values())

    @property
    def comparisons(self) -> Pairs:
        """Arms that are compared: each variant with the first under the same bots."""
        return tuple(
            (self.arm(0, bots), self.arm(variant, bots))
            for variant in range(1, len(self.variants))
            for bots in range(len(self.bots))
        )

    @property
    def bot_comparisons(self) -> Pairs:
        """Arms that are compared: other bots with the first under the same variant."""
        return tuple(
            (self.arm(variant, 0), self.arm(variant, bots))
            for variant in range(len(self.variants))
            for bots in range(1, len(self.bots))
        )

    def pairs(self, group: int) -> Pairs:
        """The pairs of arms in a group whose products are kept, by place in the group."""
        members = self.groups[group]
        if self.kind != "compare":
            return ()
        asked = self.comparisons + self.bot_comparisons
        place = {arm: at for at, arm in enumerate(members)}
        return tuple((place[one], place[other]) for one, other in asked if one in place and other in place)

    def contrasts(self, group: int) -> dict[int, Contrast]:
        """A sweep's contrasts of the arms of a group, by the number of their effect."""
        if self.factorial is None:
            return {}
        members = self.groups[group]
        bots = self.bots.index(self.arms[members[0]].bots)
        place = {arm: at for at, arm in enumerate(members)}

        def inside(variants: Variants) -> tuple[int, ...]:
            arms = (self.arm(variant, bots) for variant in variants)
            return tuple(place[arm] for arm in arms if arm in place)

        found = {
            number: (inside(effect.added), inside(effect.taken))
            for number, effect in enumerate(self.factorial.effects)
        }
        return {number: sides for number, sides in found.items() if any(sides)}

    def unit_of(self, variant: Variant) -> Unit:
        """What is counted under a variant."""
        return variant.family.engine().unit(variant.rules, self.in_matches)


def load_study(
    names: tuple[str, ...],
    bots: str | tuple[str, ...],
    n_deals: int,
    seed: int,
    in_matches: bool = False,
    kind: Kind = "run",
) -> Study:
    """The study of variants by name or path; InputError with the faults of all of them."""
    variants: list[Variant] = []
    faults: list[Fault] = []
    for name in names:
        try:
            variants.append(load_variant(name))
        except InputError as error:
            faults += error.faults
    if not faults:
        faults += clashes(variants, kind)
    if faults:
        raise InputError(*faults)
    seatings = (bots,) if isinstance(bots, str) else tuple(dict.fromkeys(bots))
    return Study(tuple(variants), seatings, n_deals, seed, in_matches, kind)


def clashes(variants: list[Variant], kind: Kind) -> list[Fault]:
    """What variants that are sound by themselves cannot be in one study for."""
    faults: list[Fault] = []
    base, keys = variants[0], dict[str, str]()
    for variant in variants:
        if keys.setdefault(variant.name, variant.key()) != variant.key():
            why = f"another variant of this run is called {variant.name} too"
            faults += InputError.single(variant.file, why).faults
        if kind != "run" and variant.family is not base.family:
            why = (
                f"is of the family {variant.family.NAME}, and {base.name} of {base.family.NAME}: "
                "nothing to compare"
            )
            faults += InputError.single(variant.file, why).faults
    return faults
