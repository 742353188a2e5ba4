"""Broken variants, scenarios and studies.

Files that ship, changed by the grammar of YAML and rules, or byte by byte.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache

import yaml

from shengsim.shipped import shipped_folder
from shengsim.variant.template import template

# Ever so many lines to a list would hide what they are.
# fmt: off
NUMBERS = [
    "no", "1:30", "010", ".nan", "NaN", "-.inf", "1e999", "9" * 25, "-" + "9" * 18, "-1", "0", "1e308",
    "0x1F", "0b1", "4.5", "1_000", "5000000000", "2024-01-01", "٣", "1e-9", "-0", "1.", "7", "2", "100000",
]
TEXTS = [
    "", "~", "null", "true", "off", "''", '""', "x" * 5000, "=", "<<", "%", "@", "`", "é", "\U0001f0cf", "'",
    "a: b", "a #b", "- a", "? a", '"\\0"', '"\\ud800"', '"\\x1b[31m"', "\t", "|\n x", ">\n", "\u202ex",
]
TAGS = [
    "&a x", "*a", "&a [*a]", "!!python/object/apply:os.system [id]", "!!binary aGk=", "!x y", "!!set {a}",
    "&a {a: *a}", "{<<: {a: 1}}", "!", "! x", "&", "*", "!!float 7", "!!str", "[*a, *a]",
]
SHAPES = [
    "[]", "{}", "[x]", "[1, 2]", "{a: 1, a: 2}", "{E: 9H}", "[[]]", "{1: 2}", "{true: 1}", "{[]: 1}", "[{}]",
    "[" * 30 + "]" * 30, "[" * 30, "{a: " * 25 + "1" + "}" * 25, "{? [a]: b}", "[null]", "{null: null}",
]
CARDS = [
    "9H", "E", "W", "NS", "RJ", "9Hx99", "RJx8 BJx8", "2H 2H 2H", "1H", "AS " * 60, "7NT", "3C", "10D 10D",
    "2Cx2 3Cx2 4Cx2 5Cx2 6Cx2 7Cx2 8Cx2 9Cx2 10Cx2 JCx2 QCx2 KCx2 ACx2", "trump", "RJ > BJ", "[9H, 9H]",
    "2Cx8 3Dx8 4Hx8 5Sx8 6Cx8", "{E: 9H, N: 8H, W: 7H, S: 6H}", "{N: AS}", "[{E: 9H}]", "clubs", "East",
]
PARTS = [
    "  lead.pears: 1\n", "  lead: {pears: 7}\n", "  ? x\n", "- x\n", "a: b\n", "- {name: a}\n", "- [a]\n",
    "  kNUMBER: 1\n", "  lead.kNUMBER: 1\n", "  lead.pairs: NUMBER\n", "NUMBER: NUMBER\n", "&a ", "[", "{a: ",
    "keyNUMBER: NUMBER\n", "x", " ", "# x\n", "\n", "'", "%TAG ! x\n", "---\n", "9H ", "- name: NUMBER\n",
    "- {name: nNUMBER, source: s, trump: 7C, lead: 9H, reads_as: single}\n", "AS, ", '"', "- ",
    "- {name: nNUMBER, source: s, rules: {lead.pears: 1}, trump: 7C, lead: 9H, reads_as: pair}\n",
    "- {name: nNUMBER, source: s, variant: vNUMBER, kind: nothing, keyNUMBER: 1}\n",
    "- {name: nNUMBER, source: s, trump: NUMBER, lead: NUMBER, hand: NUMBER}\n",
]
# fmt: on
VALUES = [NUMBERS, TEXTS, TAGS, SHAPES, CARDS]

Draw = random.Random


STUDIES = [
    "question: q\nbase: winner\nvariants: [winner-revolution, winner-two-decks]\nmatches: 1\nbots: random\n",
    "question: q\nvariants: [bashi-fen, winner]\ndeals: 1\nseed: 3\nreading: |\n  A line.\n  Another.\n",
    "question: q\nbase: bashi-fen\nsweep: {hook.levels: [{}, {J: 2}], lead.pairs: [on, off]}\ndeals: 1\n",
]


@cache
def study_texts() -> list[str]:
    """Studies of every sort; those of the reports name so many variants that each would take a while."""
    return STUDIES


@cache
def variant_texts() -> list[str]:
    """Every variant that ships, and files that set every knob."""
    texts = [path.read_text() for path in sorted(shipped_folder("variants").glob("*/*.yaml"))]
    names = [re.search("^name: (.*)$", text, re.MULTILINE)[1] for text in texts]
    every = [template("mine", name, None) for name in names]
    return texts + [re.sub(r"^(\s*)# ?(\w+: \S+.*)$", r"\1\2", text, flags=re.MULTILINE) for text in every]


@cache
def scenario_texts() -> list[str]:
    """Every scenario that ships, as a file of its own."""
    texts: list[str] = []
    for path in sorted(shipped_folder("scenarios").glob("*/*.yaml")):
        texts += re.split(r"^(?=- )", path.read_text(), flags=re.MULTILINE)[1:]
    return texts


def nodes_of(text: str) -> list[yaml.Node]:
    """Every key, value, list and mapping of a text; none where it cannot be parsed."""
    found: list[yaml.Node] = []

    def visit(node: yaml.Node) -> None:
        found.append(node)
        children = node.value if isinstance(node, yaml.CollectionNode) else []
        for child in children:
            for each in child if isinstance(child, tuple) else (child,):
                visit(each)

    try:
        root = yaml.compose(text, yaml.CSafeLoader)
        if root is not None:
            visit(root)
    except (yaml.YAMLError, ValueError, RecursionError, AttributeError):
        return []
    return found


def _spliced(text: str, node: yaml.Node, new: str) -> str:
    return text[: node.start_mark.index] + new + text[node.end_mark.index :]


def replace_node(draw: Draw, text: str) -> str:
    """Something else where a key or value stands."""
    nodes = nodes_of(text)
    return _spliced(text, draw.choice(nodes), draw.choice(draw.choice(VALUES))) if nodes else text


def swap_nodes(draw: Draw, text: str) -> str:
    """What stands in one place of the file also in another."""
    nodes = nodes_of(text)
    if not nodes:
        return text
    one, other = draw.choice(nodes), draw.choice(nodes)
    return _spliced(text, one, text[other.start_mark.index : other.end_mark.index])


def misspell(draw: Draw, text: str) -> str:
    """A letter more, less or other in a word."""
    words = list(re.finditer(r"\w+", text))
    if not words:
        return text
    at = draw.randrange(*draw.choice(words).span())
    return text[:at] + draw.choice(["", "x", "Z", "0", "-", ":", " "]) + text[at + draw.randrange(2) :]


def change_lines(draw: Draw, text: str) -> str:
    """A line lost, twice, elsewhere, or indented otherwise."""
    lines = text.splitlines(keepends=True) or [""]
    at, to = draw.randrange(len(lines)), draw.randrange(len(lines))
    match draw.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(to, lines[at])
        case 2:
            lines[at] = " " * draw.randrange(1, 4) + lines[at]
        case 3:
            lines[at] = lines[at].lstrip()
        case 4:
            lines[at] = lines[at].rstrip("\n") + draw.choice(["", " ", ":", ",", "]", "}", " x", "\r", ": 1"])
    return "".join(lines)


def other_base(draw: Draw, text: str) -> str:
    """Another base or variant than there was."""
    names = ["bashi-fen", "kitty-none", "nobody", "./", "/dev/null", "x.yaml", "../..", "/proc/self/mem", ""]
    return re.sub(r"(base|variant): .*", lambda found: f"{found[1]}: {draw.choice(names)}", text)


GRAMMAR: list[Callable[[Draw, str], str]] = [replace_node] * 4 + [
    swap_nodes,
    misspell,
    change_lines,
    other_base,
]


def change_bytes(draw: Draw, raw: bytes) -> bytes:
    """Bits flipped, bytes lost, repeated or put in; a file cut off or in another encoding."""
    at = draw.randrange(len(raw) + 1)
    end = min(len(raw), at + draw.randrange(1, 40))
    match draw.randrange(7):
        case 0:
            content = bytearray(raw)
            for _ in range(draw.randrange(1, 6)):
                content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
            return bytes(content)
        case 1:
            return raw[:at] + raw[end:]
        case 2:
            return raw[:at] + raw[at:end] * draw.randrange(2, 50) + raw[end:]
        case 3:
            return raw[:at] + draw.randbytes(draw.randrange(1, 9)) + raw[at:]
        case 4:
            return raw[:at]
        case 5:
            codec = draw.choice(["utf-16", "utf-16-le", "utf-32", "utf-8-sig", "utf-7", "cp037", "latin-1"])
            return raw.decode(errors="replace").encode(codec, errors="replace")
        case _:
            return (
                raw[:at]
                + draw.choice([b"\0", b"\r", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xe2\x80\xa8"])
                + raw[at:]
            )


def mutant(draw: Draw, texts: list[str]) -> bytes:
    """A text changed in one to three places by grammar, or by bytes, or both."""
    text = draw.choice(texts)
    way = draw.random()
    if way < 0.8:
        for _ in range(draw.choice([1, 1, 1, 2, 3])):
            text = draw.choice(GRAMMAR)(draw, text)
    raw = text.encode(errors="surrogatepass")
    if way > 0.7 and raw:
        raw = change_bytes(draw, raw)
    return raw


def huge(draw: Draw, texts: list[str]) -> bytes:
    """A large file, up to what may be read and beyond: one part of it again and again."""
    head = draw.choice(["", "name: huge\nfamily: shengji\nrules:\n"])
    part = draw.choice([*PARTS, *texts])
    size = int(10 ** draw.uniform(4, 6.1))
    made = head + "".join(part.replace("NUMBER", str(number)) for number in range(size // len(part)))
    return made.encode(errors="surrogatepass")
