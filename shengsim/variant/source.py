"""YAML in, plain data with line marks out: the only reader of YAML here.

The YAML is restricted so that a file means what it seems to say: no anchors, aliases, tags, directives, merge
keys, repeated keys or second documents; and only what looks like a decimal number, true, false or null is one
(`010`, `1:30` and `no` are text). All faults of a file are reported at once, each with its line and column.
"""

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, TypeAlias

import yaml  # type: ignore[import-untyped, unused-ignore]

from shengsim.errors import Fault, Faults, InputError, shortened

NodePath: TypeAlias = tuple[str | int, ...]  # keys and list indices, from the root
Mark: TypeAlias = tuple[int, int]  # line and column, from 1

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 20  # lists and mappings inside each other
MAX_NODES = 50_000
MAX_DIGITS = 18  # what fits an int64

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # only its parser runs; the C one is ten times faster

_CONSTANTS: dict[str, bool | None] = {"": None, "~": None, "null": None}
_CONSTANTS |= {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = re.compile(r"-?(0|[1-9][0-9]*(_[0-9]+)*)")
_FLOAT = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
# Tabs, which parsers take differently; other control characters; and what only some take for a line break.
_BAD = re.compile(r"[\0-\t\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]|\r(?!\n)")
_DIRECTIVE = re.compile("^%", re.MULTILINE)

_IN_WORDS = {  # a part of the parser's message (C or Python) -> what a person would say; the first that fits
    "mapping values are not": "a ':' is not expected here; check the lines above, or quote text with a ': '",
    "cannot start any token": "no value starts with this character; quote it if it is text",
    "find expected ':'": "a ':' is missing after this key",
    "unexpected end of stream": "the quotes are never closed",
    "unexpected document": "the quotes are never closed",
    "expected ','": "a ',' or the closing bracket is missing",
    "node content": "a value is missing here",
    "alphabetic or numeric": "text that starts with * or & must be quoted",
    "unknown escape": "unknown escape; write \\\\ for a backslash, or use single quotes",
    "<document start>": "nothing may follow the end of the data",
    "expected '-'": "only a new list item may stand here; check the indentation, brackets and quotes",
    "expected key": "only a new key may stand here; check the indentation, brackets and quotes",
    "<block end>": "only a new key or list item may stand here; check the indentation, brackets and quotes",
}


@dataclass(frozen=True)
class Source:
    """The data of one file, and where each part of it stands."""

    file: str  # as the user named it
    data: object  # only dict, list, str, int, float, bool and None
    marks: Mapping[NodePath, Mark]  # of every value
    key_marks: Mapping[NodePath, Mark]  # of the keys of those values that have one

    def fault(self, path: NodePath, message: str, suggestion: str = "", *, at_key: bool = False) -> Fault:
        """A fault of the value at `path`, or of its key; if there is none, at the nearest value around."""
        mark = self.key_marks.get(path) if at_key else None
        for length in range(len(path), -1, -1):
            mark = mark or self.marks.get(path[:length])
        return Fault(self.file, *(mark or (0, 0)), dotted(path), message, suggestion)


def dotted(path: NodePath) -> str:
    """`path` as messages show it: `rules.lead.pairs`, `bids[2].N`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{shortened(step)}" for step in path)
    return "".join(steps).removeprefix(".")


def read_yaml(path: Path, shown_as: str | None = None) -> Source:
    """The file at `path`, called `shown_as` in messages; raises InputError with all its faults."""
    file = shown_as or str(path)
    try:
        with path.open("rb") as stream:
            text = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or error
        raise InputError.single(file, f"cannot be read: {reason}") from None
    return parse_yaml(text, file)


def parse_yaml(text: bytes | str, file: str) -> Source:
    """The data in `text`, called `file` in messages; raises InputError with all its faults."""
    raw = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    if len(raw) > MAX_BYTES:
        raise InputError.single(file, f"is larger than {MAX_BYTES:,} bytes", line=1, column=1)
    raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        plain = raw.decode()
    except UnicodeDecodeError as error:
        before, message = raw[: error.start].decode(), f"byte 0x{raw[error.start]:02x} is not UTF-8 text"
        raise _fault_after(before, file, f"{message}; save the file as UTF-8") from None
    if bad := _BAD.search(plain):
        raise _fault_after(plain[: bad.start()], file, _not_allowed(bad))
    # Before parsing, as the C parser takes quadratic time over %TAG lines.
    if directive := _DIRECTIVE.search(plain):
        raise _fault_after(plain[: directive.start()], file, "a line may not start with %")
    return _Builder(plain, file).build()


class _Builder:
    """Builds data from the parser's events: PyYAML's own constructors are not safe from hostile files."""

    def __init__(self, text: str, file: str) -> None:
        self.events: Iterator[Any] = yaml.parse(text, Loader=_LOADER)
        self.file = file
        self.n_nodes = 0
        self.faults = Faults()
        self.marks: dict[NodePath, Mark] = {}
        self.key_marks: dict[NodePath, Mark] = {}

    def build(self) -> Source:
        try:
            data = self.document()
        except (yaml.YAMLError, ValueError, OverflowError) as error:  # the last two: see _syntax_fault
            raise InputError(*self.faults, _syntax_fault(error, self.file)) from None
        if self.faults:
            raise InputError(*self.faults)
        return Source(self.file, data, self.marks, self.key_marks)

    def document(self) -> object:
        next(self.events)  # the stream's start
        if isinstance(next(self.events), yaml.StreamEndEvent):
            raise InputError.single(self.file, "is empty", line=1, column=1)
        data = self.node(next(self.events), ())
        next(self.events)  # the document's end
        if not isinstance(second := next(self.events), yaml.StreamEndEvent):
            self.fault(second, (), "a second document starts here; only one is allowed")
        return data

    def node(self, event: Any, path: NodePath) -> object:
        """The value that begins with `event`."""
        self.check(event, path)
        self.marks[path] = _mark(event.start_mark)
        match event:
            case yaml.ScalarEvent():
                return self.scalar(event, path)
            case yaml.SequenceStartEvent():
                return self.sequence(path)
            case yaml.MappingStartEvent():
                return self.mapping(path)
        return None  # an alias: already refused

    def sequence(self, path: NodePath) -> list[object]:
        items: list[object] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self.node(event, (*path, len(items))))
        return items

    def mapping(self, path: NodePath) -> dict[str | int, object]:
        items: dict[str | int, object] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.key(event, path)
            place = (*path, "?" if key is None else key)
            if key is not None and key in items:
                self.fault(event, place, f"given twice; first at line {self.key_marks[place][0]}")
            else:
                self.key_marks[place] = _mark(event.start_mark)
            value = self.node(next(self.events), place)
            if key is not None:
                items.setdefault(key, value)
        return items

    def key(self, event: Any, path: NodePath) -> str | int | None:
        """The key that begins with `event`, or None after a fault."""
        if not isinstance(event, yaml.ScalarEvent):
            self.fault(event, path, "a key must be text or a whole number")
            self.node(event, (*path, "?"))
            return None
        self.check(event, path)
        key = self.scalar(event, path)
        if key == "<<" and not event.style:
            self.fault(event, path, "the merge key << is not allowed; write the values out")
        elif key is None or isinstance(key, bool | float):
            text = shortened(event.value)
            self.fault(event, path, f'a key must be text or a whole number; quote it: "{text}"')
        else:
            return key
        return None

    def scalar(self, event: Any, path: NodePath) -> str | int | float | bool | None:
        text: str = event.value
        if event.style:  # in quotes, or a block
            if bad := _BAD.search(text):  # written as an escape
                self.fault(event, path, _not_allowed(bad))
            return text
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        if _INT.fullmatch(text):
            if len(text.lstrip("-").replace("_", "")) <= MAX_DIGITS:
                return int(text)
            self.fault(event, path, f"a number of more than {MAX_DIGITS} digits; quote it if it is text")
        elif _FLOAT.fullmatch(text) and isfinite(number := float(text)):
            return number
        return text

    def check(self, event: Any, path: NodePath) -> None:
        """Refuses what no key or value may have, and stops at a file too long or too deep."""
        self.n_nodes += 1
        if self.n_nodes > MAX_NODES:
            self.fault(event, path, f"more than {MAX_NODES:,} keys and values in one file", stop=True)
        if isinstance(event, yaml.CollectionStartEvent) and len(path) >= MAX_DEPTH:
            self.fault(event, path, f"more than {MAX_DEPTH} lists and mappings inside each other", stop=True)
        if event.anchor:
            name = ("alias *" if isinstance(event, yaml.AliasEvent) else "anchor &") + shortened(event.anchor)
            self.fault(event, path, f"the {name} is not allowed; quote it if it is text")
        if tag := getattr(event, "tag", None):  # an alias has none
            tag = shortened(tag.replace("tag:yaml.org,2002:", "!!"))
            self.fault(event, path, f"the tag {tag} is not allowed; quote it if it is text")

    def fault(self, event: Any, path: NodePath, message: str, *, stop: bool = False) -> None:
        self.faults.append(Fault(self.file, *_mark(event.start_mark), dotted(path), message))
        if stop:
            raise InputError(*self.faults)


def _mark(mark: Any) -> Mark:
    return mark.line + 1, mark.column + 1


def _fault_after(before: str, file: str, message: str) -> InputError:
    """The error of the character that follows the text `before`."""
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return InputError.single(file, message, line=line, column=column)


def _not_allowed(bad: re.Match[str]) -> str:
    name = "a tab (use spaces)" if bad[0] == "\t" else f"the invisible character U+{ord(bad[0]):04X}"
    return f"{name} is not allowed"


def _syntax_fault(error: Any, file: str) -> Fault:
    """What the parser stumbled over, in words."""
    if not isinstance(error, yaml.MarkedYAMLError):  # "\UFFFFFFFF" in the Python parser
        return Fault(file, 1, 1, "", f"not YAML: {shortened(str(error))}")
    problem = shortened(str(error.problem))
    message = next((words for part, words in _IN_WORDS.items() if part in problem), f"not YAML: {problem}")
    if error.context_mark and re.search("quoted|flow", str(error.context)):
        message += f"; it opens at line {error.context_mark.line + 1}"
    return Fault(file, *_mark(error.problem_mark), "", message)
