"""A factorial: every combination of some knobs' choices, and the effects that it tells of.

An effect is of a choice against its knob's *reference*: the base's own choice if it is among those given,
else the first. The *main effect* of a choice is what it changes on average over all combinations of the
other knobs; the *interaction* of two choices is by how much the effect of one is another where the other
holds. Where combinations are missing, the average is over those blocks that are complete (the same
combination of the other knobs with both choices, or all four); without any there is no such effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any, Literal

Cell = tuple[int, ...]
"""A combination: the number of each knob's choice."""
What = Literal["combination", "main", "interaction"]
Variants = tuple[int, ...]
"""The numbers of a study's variants; the first is the base, the others are the combinations."""


@dataclass(frozen=True)
class SweptKnob:
    """A knob of a sweep: its path, its choices as variant files write them, and which is the reference."""

    path: str
    choices: tuple[str, ...]
    reference: int

    @property
    def others(self) -> tuple[int, ...]:
        """All choices but the reference."""
        return tuple(at for at in range(len(self.choices)) if at != self.reference)


@dataclass(frozen=True)
class Effect:
    """What some choices change: ``here`` less ``there``, each of variants that are added and taken away.

    ``choices`` holds the choice of each knob that the effect is of. It is the sum of ``n_blocks``
    differences, of ``n_possible`` that a whole factorial has.
    """

    what: What
    choices: dict[int, int]
    here: tuple[Variants, Variants]
    there: tuple[Variants, Variants]
    n_blocks: int = 1
    n_possible: int = 1

    @property
    def added(self) -> Variants:
        """The variants that count for it."""
        return self.here[0] + self.there[1]

    @property
    def taken(self) -> Variants:
        """The variants that count against it."""
        return self.here[1] + self.there[0]


@dataclass(frozen=True)
class Factorial:
    """The knobs of a sweep, and the combinations that are left out, each with the reason."""

    knobs: tuple[SweptKnob, ...]
    skipped: tuple[tuple[Cell, str], ...] = ()

    def as_data(self) -> dict[str, Any]:
        """As a manifest keeps it."""
        knobs = [
            {"knob": knob.path, "choices": list(knob.choices), "reference": knob.reference}
            for knob in self.knobs
        ]
        skipped = [{"cell": list(cell), "name": self.name(cell), "why": why} for cell, why in self.skipped]
        return {"knobs": knobs, "skipped": skipped}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Factorial:
        """The factorial that a manifest keeps; ValueError, KeyError or TypeError of what is none."""
        knobs = tuple(
            SweptKnob(str(item["knob"]), tuple(map(str, item["choices"])), int(item["reference"]))
            for item in data["knobs"]
        )
        skipped = tuple((tuple(map(int, item["cell"])), str(item["why"])) for item in data["skipped"])
        are_knobs = all(0 <= knob.reference < len(knob.choices) for knob in knobs)
        if not (knobs and are_knobs and {cell for cell, _ in skipped} < set(all_cells(knobs))):
            raise ValueError("a sweep's knobs or combinations are none")
        return cls(knobs, skipped)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The combinations that are played, in order: a study's variants after the first."""
        left_out = {cell for cell, _ in self.skipped}
        return tuple(cell for cell in all_cells(self.knobs) if cell not in left_out)

    def name(self, cell: Cell) -> str:
        """``kitty.multiplier=none throw.allowed=false``."""
        return " ".join(
            f"{knob.path}={knob.choices[choice]}" for knob, choice in zip(self.knobs, cell, strict=True)
        )

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """Every combination against the base, main effects, two-way interactions."""
        combined = [
            Effect("combination", dict(enumerate(cell)), ((variant,), ()), ((0,), ()))
            for variant, cell in enumerate(self.cells, 1)
        ]
        knobs = range(len(self.knobs))
        return (
            *combined,
            *(effect for knob in knobs for effect in self._main(knob)),
            *(effect for one, other in combinations(knobs, 2) for effect in self._interactions(one, other)),
        )

    @cached_property
    def _variant_of(self) -> dict[Cell, int]:
        return {cell: variant for variant, cell in enumerate(self.cells, 1)}

    def _main(self, knob: int) -> Iterator[Effect]:
        reference = self.knobs[knob].reference
        for choice in self.knobs[knob].others:
            found, n_possible = self._blocks([{knob: choice}, {knob: reference}])
            here, there = found
            yield Effect("main", {knob: choice}, (here, ()), (there, ()), len(here), n_possible)

    def _interactions(self, one: int, other: int) -> Iterator[Effect]:
        first, second = self.knobs[one], self.knobs[other]
        for a, b in product(first.others, second.others):
            corners = [
                {one: choice, other: beside}
                for beside in (b, second.reference)
                for choice in (a, first.reference)
            ]
            (both, alone, without, neither), n_possible = self._blocks(corners)
            choices = {one: a, other: b}
            yield Effect("interaction", choices, (both, alone), (without, neither), len(both), n_possible)

    def _blocks(self, corners: Sequence[dict[int, int]]) -> tuple[list[Variants], int]:
        """The variants at each corner, in the blocks that have all; how many blocks there could be."""
        rest = [
            range(1) if at in corners[0] else range(len(knob.choices)) for at, knob in enumerate(self.knobs)
        ]
        found: list[list[int]] = []
        n_possible = 0
        for block in product(*rest):
            cells = [tuple(corner.get(at, choice) for at, choice in enumerate(block)) for corner in corners]
            n_possible += 1
            if all(cell in self._variant_of for cell in cells):
                found.append([self._variant_of[cell] for cell in cells])
        return [tuple(block[at] for block in found) for at in range(len(corners))], n_possible


def all_cells(knobs: Sequence[SweptKnob]) -> Iterator[Cell]:
    """Every combination of the knobs' choices, the last knob fastest."""
    return product(*(range(len(knob.choices)) for knob in knobs))
