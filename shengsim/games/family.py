"""What a family of games must offer, in full.

A family is a folder of this package. Its ``__init__`` offers the first half, which costs nothing to
import; ``engine()`` brings the second, with the kernels. Everything outside the folder knows a
family only by this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Literal, Protocol

from pydantic import BaseModel, TypeAdapter

Estimator = Literal["mean", "rate"]
"""A mean of a number a deal, or the share of deals in which something holds (0 or 1 a deal)."""


@dataclass(frozen=True)
class Statistic:
    """A statistic as a row of data: which outcome field, what kind, in which unit, in words."""

    name: str
    field: int
    kind: Estimator
    unit: str
    words: str


@dataclass(frozen=True)
class Stratum:
    """A way to divide deals: the outcome field, its lowest value, and a label for each value."""

    name: str
    field: int
    lowest: int
    labels: tuple[str, ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Strata made of several of these: ``declarers=NS`` of the dealers N and S."""


@dataclass(frozen=True)
class Histogram:
    """A distribution that is kept whole: the outcome field and its bins; the end bins are open."""

    name: str
    field: int
    lowest: int
    width: int
    n_bins: int
    unit: str
    words: str
    labels: tuple[str, ...] = ()
    """Names of the bins, where they are no numbers."""


@dataclass(frozen=True)
class Finding:
    """One thing a scenario says: what, what it expects, what the rules answer."""

    what: str
    expected: str
    got: str


@dataclass(frozen=True)
class Kind:
    """A kind of scenario: the keys it needs and may have, and what the rules answer to it.

    ``by_keys``: whether a scenario that has the keys it needs is of this kind without saying so.
    ``shapes``: what its keys hold; a value of another shape is a fault at its place.
    """

    needs: frozenset[str]
    may_have: frozenset[str]
    answer: Callable[[Any, dict[str, Any]], Iterable[Finding]]
    by_keys: bool = True
    shapes: Mapping[str, TypeAdapter[Any]] = field(default_factory=dict)


class Scenarios(Protocol):
    """The family's side of scenarios."""

    @property
    def KINDS(self) -> Mapping[str, Kind]:  # noqa: N802
        """Kinds by name, in the order in which they are tried."""


class Unit(Protocol):
    """What is counted: deals, or matches. A row of outcomes each, and what is made of the rows."""

    @property
    def UNIT(self) -> str:  # noqa: N802
        """``deal`` or ``match``, or what the family calls them (``game``, ``session``)."""

    @property
    def PLURAL(self) -> str:  # noqa: N802
        """The word for many."""

    @property
    def OUTCOME(self) -> type[IntEnum]:  # noqa: N802
        """The fields of ``outcome[n_fields]``."""

    @property
    def STATISTICS(self) -> Sequence[Statistic]:  # noqa: N802
        """What is estimated from outcomes."""

    @property
    def STRATA(self) -> Sequence[Stratum]:  # noqa: N802
        """How deals are divided."""

    @property
    def HISTOGRAMS(self) -> Sequence[Histogram]:  # noqa: N802
        """Which distributions are kept whole."""


class Engine(Protocol):
    """A family's kernels and the records they work on."""

    @property
    def GAIN(self) -> str:  # noqa: N802
        """What duels are counted in: ``levels``, ``points``."""

    def unit(self, rules: Any, in_matches: bool) -> Unit:
        """What is counted under a variant's rules: the unit of deals, or of matches.

        Where the variant decides how many seats there are, so many seats have statistics.
        """

    def new_rules(self, rules: Any, plain: bool = False) -> Any:
        """The rules record that kernels read, or its plain twin."""

    def new_state(self, rules: Any, plain: bool = False) -> Any:
        """The state of a deal under a variant before it begins, or its plain twin."""

    def signed_gain(self, outcomes: Any) -> Any:
        """What each deal brought the bot named first in the first of ``duel_seatings``, net.

        ``outcomes`` int64[n_deals, n_fields] are of the unit of deals; the other seats' net is the opposite.
        """

    def record_deal(self, rules: Any, state: Any, take_decision: Callable[[], None]) -> Any:
        """The record (with ``as_data()``) of a deal that has begun in plain state and is now played."""

    def as_text(self, record: Any) -> str:
        """A record for reading."""


class Family(Protocol):
    """A family of games."""

    @property
    def NAME(self) -> str:  # noqa: N802
        """As variant files write it."""

    @property
    def TITLE(self) -> str:  # noqa: N802
        """As people say it."""

    @property
    def RULES(self) -> type[BaseModel]:  # noqa: N802
        """The model of its knobs; every family has ``table.players``."""

    @property
    def DEFAULT_VARIANT(self) -> str:  # noqa: N802
        """The variant that scenarios mean when they name none."""

    def contradictions(self, rules: Any) -> list[tuple[str, str]]:
        """What a variant's knobs contradict each other in: (path of the knob to blame, why)."""

    def pack(self, rules: Any) -> tuple[int, ...]:
        """What two variants must share so that one deal number deals them the same cards."""

    def engine(self) -> Engine:
        """The family's kernels; imports numba."""

    def scenarios(self) -> Scenarios:
        """What the family answers to scenarios; imports numba."""


Families = Mapping[str, Family]
