"""What can go wrong, as data: errors carry their place and cause, and build their own text.

Text from a user enters a message through `quoted` or `shortened`: no input can flood or drive a terminal.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import ClassVar, Self

MAX_SHOWN = 60  # characters of one user-supplied text
MAX_SHOWN_FAULTS = 100
MAX_FAULTS = 500  # of one file; then reading stops: the file is hopeless, or hostile
MAX_COMPARED = 40  # characters; difflib is quadratic and no name of ours is longer


@dataclass(frozen=True, order=True)
class Fault:
    """One thing wrong at one place of a file; lines and columns count from 1, line 0 is the whole file."""

    file: str
    line: int
    column: int
    where: str
    message: str
    suggestion: str = ""

    def __str__(self) -> str:
        """One line: `x.yaml:4:11: lead.pairs: must be true or false, not 'maybe'; did you mean 'true'?`."""
        place = (self.file, self.line, self.line and self.column)
        parts = (":".join(str(part) for part in place if part), self.where, self.message)
        hint = f"; did you mean {quoted(self.suggestion)}?" if self.suggestion else ""
        return _escaped(": ".join(part for part in parts if part) + hint)


class ShengsimError(Exception):
    """The base of every error a user may see; `exit_code` is what the command line then exits with."""

    exit_code: ClassVar[int] = 1


class InputError(ShengsimError):
    """What the user gave cannot be used: every fault found in it, sorted by place."""

    exit_code: ClassVar[int] = 2

    def __init__(self, fault: Fault, *more: Fault) -> None:
        self.faults: tuple[Fault, ...] = tuple(sorted((fault, *more)))
        super().__init__(*self.faults)  # as args, so that the error survives pickling between processes

    @classmethod
    def single(
        cls, file: str, message: str, *, line: int = 0, column: int = 0, where: str = "", suggestion: str = ""
    ) -> Self:
        """The error of one fault, by default of a whole file."""
        return cls(Fault(file, line, column, where, message, suggestion))

    def __str__(self) -> str:
        """One line a fault."""
        lines = [str(fault) for fault in self.faults[:MAX_SHOWN_FAULTS]]
        if hidden := len(self.faults) - len(lines):
            lines.append(f"and {hidden} more")
        return "\n".join(lines)


class Faults(list[Fault]):
    """The faults found so far in a file; InputError with all of them once there are MAX_FAULTS."""

    def append(self, fault: Fault) -> None:
        """Adds a fault."""
        super().append(fault)
        if len(self) >= MAX_FAULTS:
            raise InputError(*self)

    def __iadd__(self, faults: Iterable[Fault]) -> Self:  # type: ignore[override, misc]
        for fault in faults:
            self.append(fault)
        return self


def closest(word: str, choices: Iterable[str]) -> str:
    """The choice that `word` most likely meant, or "" if none is near; case and - or _ do not matter."""
    if len(word) > MAX_COMPARED:
        return ""
    # Sorted, so that of two choices that differ in case only the same one wins in every run.
    choice_of = {_comparable(choice): choice for choice in sorted(choices) if len(choice) <= MAX_COMPARED}
    matches = get_close_matches(_comparable(word), choice_of, n=1)
    return choice_of[matches[0]] if matches else ""


def quoted(value: object) -> str:
    """`value` as a message shows it: in quotes if text; a list or mapping by its kind only."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int() | float():
            return shortened(str(value))
        case list() | tuple():
            return "a list"
        case dict():
            return "a mapping"
        case _:
            return f"'{shortened(str(value))}'"


def shortened(text: str) -> str:
    """`text` on one line: invisible characters escaped, at most MAX_SHOWN characters."""
    shown = _escaped(text[: MAX_SHOWN + 1])
    return shown if len(shown) <= MAX_SHOWN else shown[: MAX_SHOWN - 1] + "…"


def _escaped(text: str) -> str:
    """`text` with each character that a terminal may obey or hide written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _comparable(name: str) -> str:
    return name.casefold().replace("-", "_")
