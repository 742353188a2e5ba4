"""The YAML reader: exact places, all faults at once, and a Source or an InputError whatever the input."""

import json
import os
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shengsim.errors import MAX_FAULTS, InputError
from shengsim.variant import source
from shengsim.variant.source import Source, dotted, parse_yaml, read_yaml

fuzzed = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

PARSERS = [yaml.SafeLoader] + ([yaml.CSafeLoader] if hasattr(yaml, "CSafeLoader") else [])

VARIANT = """\
# yaml-language-server: $schema=../schema/shengji.json
name: red-fives-hearts
family: shengji
source: [002-93, B41]
summary: >
  Bashi fen with the five of hearts
  as the highest trump.
rules:
  order: {red_fives: hearts, "jokers": 2}
  lead:
    pairs: true
    throw: no
    share: 0.25
bids:
- {N: 9H}
- E: 9C 9C
illegal: {JD QD: must_match_structure, 0: must_exceed}
nothing:
"""


@pytest.fixture(autouse=True, params=PARSERS, ids=lambda parser: parser.__name__)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs each test with the C and with the Python parser."""
    monkeypatch.setattr(source, "_LOADER", request.param)


def faults(text: bytes | str) -> list[str]:
    """The lines of the error that `text` gives."""
    with pytest.raises(InputError) as caught:
        parse_yaml(text, "x")
    return [str(fault) for fault in caught.value.faults]


def outcome(text: bytes | str, loader: type) -> Source | InputError:
    """What one parser makes of `text`; any other exception is a bug."""
    with patch.object(source, "_LOADER", loader):
        try:
            return parse_yaml(text, "x")
        except InputError as error:
            return error


def check_outcome(text: bytes | str) -> None:
    """Both parsers give the same data; either may refuse what the other lets pass, such as `[a?]` or `|#`."""
    outcomes = [outcome(text, loader) for loader in PARSERS]
    # As text, since 1, 1.0 and True are equal but not the same.
    assert len({repr(each.data) for each in outcomes if isinstance(each, Source)}) <= 1
    for fault in (fault for each in outcomes if isinstance(each, InputError) for fault in each.faults):
        assert fault.file == "x"
        assert fault.line >= 0
        assert fault.column >= 0
        assert str(fault).isprintable()


# Data


def test_parse_yaml_a_variant() -> None:
    assert parse_yaml(VARIANT, "x").data == {
        "name": "red-fives-hearts",
        "family": "shengji",
        "source": ["002-93", "B41"],
        "summary": "Bashi fen with the five of hearts as the highest trump.\n",
        "rules": {
            "order": {"red_fives": "hearts", "jokers": 2},
            "lead": {"pairs": True, "throw": "no", "share": 0.25},
        },
        "bids": [{"N": "9H"}, {"E": "9C 9C"}],
        "illegal": {"JD QD": "must_match_structure", 0: "must_exceed"},
        "nothing": None,
    }


@pytest.mark.parametrize("word", ["true", "True", "TRUE", "false", "False", "FALSE"])
def test_plain_bool(word: str) -> None:
    assert parse_yaml(word, "x").data is (word.lower() == "true")


@pytest.mark.parametrize("text", ["null", "~", "---", "a:\n", "a: # nothing", "- \n", "{a}", "{a: }"])
def test_plain_null(text: str) -> None:
    assert parse_yaml(text, "x").data in (None, {"a": None}, [None])


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("-0", 0),
        ("7", 7),
        ("-12", -12),
        ("1_000_000", 1_000_000),
        ("12_34", 1234),
        ("9" * 18, 10**18 - 1),
        ("-" + "9" * 18, 1 - 10**18),
        ("0.5", 0.5),
        ("-2.5", -2.5),
        ("1e6", 1e6),
        ("1E+6", 1e6),
        ("12.5e-3", 0.0125),
        ("0.0", 0.0),
        ("1e-999", 0.0),
    ],
)
def test_plain_number(text: str, number: float) -> None:
    data = parse_yaml(text, "x").data
    assert data == number
    assert type(data) is type(number)


@pytest.mark.parametrize(
    "text",
    [
        *["no", "yes", "on", "off", "No", "ON", "y", "n", "Null", "NULL", "none", "tRUE", "="],
        *["010", "00", "-01", "0x1F", "0o17", "0b1", "1:30", "1:30:00", "2024-01-01", "2024-01-01T00:00:00Z"],
        *[".nan", ".NaN", ".inf", "-.inf", "nan", "inf", "1e999", "-1e999", "+1", "--1", "-x"],
        *["1.", ".5", "-.5", "1e", "1e+", "1,5", "1%", "1_", "_1", "1__0", "0_1", "1_0.5", "1e1_0", "٣", "²"],
        *["7NT", "9H", "002-35", "RJ > BJ = 7C", "<<"],
    ],
)
def test_plain_text_stays_text(text: str) -> None:
    assert parse_yaml(f"a: {text}", "x").data == {"a": text}


@pytest.mark.parametrize("text", ["true", "null", "~", "", "7", "0.5", "no", "<<", "9" * 99])
@pytest.mark.parametrize("style", ["'{}'", '"{}"'])
def test_quoted_text_is_always_text(text: str, style: str) -> None:
    assert parse_yaml(style.format(text), "x").data == text


@pytest.mark.parametrize("style", ["|-", ">-"])
def test_block_text_is_always_text(style: str) -> None:
    assert parse_yaml(f"a: {style}\n  7\n", "x").data == {"a": "7"}


def test_card_keys() -> None:
    text = "{0: must_exceed, -3: a, 1_0: b, JD QD: must_match_structure, N: 9H, no: c, 010: d}"
    assert parse_yaml(text, "x").data == {
        **{0: "must_exceed", -3: "a", 10: "b"},
        **{"JD QD": "must_match_structure", "N": "9H", "no": "c", "010": "d"},
    }


def test_quoted_keys_are_always_text() -> None:
    text = """{"true": a, '': b, "1": c, 1: d, "<<": e}"""
    assert parse_yaml(text, "x").data == {"true": "a", "": "b", "1": "c", 1: "d", "<<": "e"}


@pytest.mark.parametrize("text", ["b: 1\na: 2\n", "b: 1\r\na: 2\r\n", "\ufeffb: 1\na: 2"])
def test_line_ends_and_byte_order_mark_do_not_matter(text: str) -> None:
    for form in (text, text.encode()):
        read = parse_yaml(form, "x")
        assert read.data == {"b": 1, "a": 2}
        assert list(read.key_marks.values()) == [(1, 1), (2, 1)]


# Places


def test_marks_of_a_variant() -> None:
    read = parse_yaml(VARIANT, "x")
    places = {
        (): (2, 1),
        ("name",): (2, 7),
        ("source",): (4, 9),
        ("source", 0): (4, 10),
        ("source", 1): (4, 18),
        ("summary",): (5, 10),
        ("rules",): (9, 3),
        ("rules", "order"): (9, 10),
        ("rules", "order", "red_fives"): (9, 22),
        ("rules", "order", "jokers"): (9, 40),
        ("rules", "lead"): (11, 5),
        ("rules", "lead", "pairs"): (11, 12),
        ("bids",): (15, 1),
        ("bids", 0): (15, 3),
        ("bids", 0, "N"): (15, 7),
        ("bids", 1): (16, 3),
        ("bids", 1, "E"): (16, 6),
        ("illegal", "JD QD"): (17, 18),
        ("illegal", 0): (17, 43),
        ("nothing",): (18, 9),
    }
    assert {path: read.marks[path] for path in places} == places
    key_places = {
        ("name",): (2, 1),
        ("rules", "order", "jokers"): (9, 30),
        ("bids", 0, "N"): (15, 4),
        ("illegal", 0): (17, 40),
    }
    assert {path: read.key_marks[path] for path in key_places} == key_places
    assert ("bids", 0) not in read.key_marks


def test_marks_count_characters_not_bytes() -> None:
    assert parse_yaml("{甩牌: 炒地皮, 𠀀: [1]}", "x").marks[("𠀀", 0)] == (1, 15)


@pytest.mark.parametrize(
    ("path", "at_key", "text"),
    [
        (("rules", "lead", "pairs"), False, "x:11:12: rules.lead.pairs: bad"),
        (("rules", "lead", "pairs"), True, "x:11:5: rules.lead.pairs: bad"),
        (("rules", "lead", "pears", 3), False, "x:11:5: rules.lead.pears[3]: bad"),
        (("rules", "lead", "pears"), True, "x:11:5: rules.lead.pears: bad"),
        (("bids", 1), True, "x:16:3: bids[1]: bad"),
        (("bids", 9, "N"), False, "x:15:1: bids[9].N: bad"),
        (("absent",), False, "x:2:1: absent: bad"),
        ((), False, "x:2:1: bad"),
        (("a\nb", "c" * 99), False, rf"x:2:1: a\nb.{'c' * 59}…: bad"),
    ],
)
def test_source_fault_at_the_nearest_place(path: source.NodePath, at_key: bool, text: str) -> None:
    assert str(parse_yaml(VARIANT, "x").fault(path, "bad", at_key=at_key)) == text


def test_source_fault_with_a_suggestion() -> None:
    fault = parse_yaml("a: tru", "x").fault(("a",), "bad", "true")
    assert str(fault) == "x:1:4: a: bad; did you mean 'true'?"


def test_source_fault_of_a_source_without_marks() -> None:
    assert str(Source("x", {}, {}, {}).fault(("a",), "bad")) == "x: a: bad"


@pytest.mark.parametrize(
    ("path", "text"), [((), ""), (("a",), "a"), ((2,), "[2]"), (("a", 2, "b", 0), "a[2].b[0]")]
)
def test_dotted(path: source.NodePath, text: str) -> None:
    assert dotted(path) == text


# What is refused


def test_all_faults_at_once() -> None:
    text = """\
name: &n x
name: y
rules:
  lead: *n
  lead: !!python/name:os.system z
  true: 1
  ~: 2
  1.5: {a: 1, a: 2}
  [a]: 3
  <<: {}
  big: 1234567890123456789
  {b: *m}: 4
  *n : 5
list: ["\\x07", !x 1, &y [*y]]
"""
    not_text = "a key must be text or a whole number"
    assert faults(text) == [
        "x:1:7: name: the anchor &n is not allowed; quote it if it is text",
        "x:2:1: name: given twice; first at line 1",
        "x:4:9: rules.lead: the alias *n is not allowed; quote it if it is text",
        "x:5:3: rules.lead: given twice; first at line 4",
        "x:5:9: rules.lead: the tag !!python/name:os.system is not allowed; quote it if it is text",
        f'x:6:3: rules: {not_text}; quote it: "true"',
        f'x:7:3: rules: {not_text}; quote it: "~"',
        f'x:8:3: rules: {not_text}; quote it: "1.5"',
        "x:8:15: rules.?.a: given twice; first at line 8",
        f"x:9:3: rules: {not_text}",
        "x:10:3: rules: the merge key << is not allowed; write the values out",
        "x:11:8: rules.big: a number of more than 18 digits; quote it if it is text",
        f"x:12:3: rules: {not_text}",
        "x:12:7: rules.?.b: the alias *m is not allowed; quote it if it is text",
        f"x:13:3: rules: {not_text}",
        "x:13:3: rules.?: the alias *n is not allowed; quote it if it is text",
        "x:14:8: list[0]: the invisible character U+0007 is not allowed",
        "x:14:16: list[1]: the tag !x is not allowed; quote it if it is text",
        "x:14:22: list[2]: the anchor &y is not allowed; quote it if it is text",
        "x:14:26: list[2][0]: the alias *y is not allowed; quote it if it is text",
    ]


@pytest.mark.parametrize(
    "text", ["a: 1\na: 1", '{a: 1, "a": 2}', "{1: 1, 1: 2}", "{10: 1, 1_0: 2}", "? a\n? a"]
)
def test_duplicate_keys(text: str) -> None:
    (fault,) = faults(text)
    assert "given twice; first at line 1" in fault


def test_duplicate_key_given_three_times_is_two_faults() -> None:
    assert faults("a: 1\na: 2\na: 3") == [
        "x:2:1: a: given twice; first at line 1",
        "x:3:1: a: given twice; first at line 1",
    ]


@pytest.mark.parametrize("key", ["true", "FALSE", "null", "~", "0.5", "1e6"])
def test_key_that_is_not_text_says_to_quote_it(key: str) -> None:
    assert faults(f"{key}: 1") == [f'x:1:1: a key must be text or a whole number; quote it: "{key}"']
    assert parse_yaml(f'"{key}": 1', "x").data == {key: 1}


def test_key_of_too_many_digits() -> None:
    assert faults("1234567890123456789: 1") == [
        "x:1:1: a number of more than 18 digits; quote it if it is text"
    ]


def test_a_non_specific_tag_is_a_tag() -> None:
    assert faults("a: ! b") == ["x:1:4: a: the tag ! is not allowed; quote it if it is text"]


@pytest.mark.parametrize("text", ["a: 1\n--- \nb: 2", "a: 1\n...\n---\nb: 2", "---\n---\n"])
def test_a_second_document(text: str) -> None:
    assert "a second document starts here" in faults(text)[-1]


@pytest.mark.parametrize("text", ["---\na: 1\n", "a: 1\n...\n", "# c\n--- {a: 1}\n...\n# end\n"])
def test_marks_of_the_only_document_are_allowed(text: str) -> None:
    assert parse_yaml(text, "x").data == {"a": 1}


@pytest.mark.parametrize("text", ["%YAML 1.2\n---\na: 1", "a: 1\n...\n%TAG ! b\n---\n", "# c\n%x"])
def test_directives(text: str) -> None:
    (fault,) = faults(text)
    assert fault.endswith("a line may not start with %")


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "\ufeff", b"", b"\xef\xbb\xbf"])
def test_an_empty_file(text: bytes | str) -> None:
    assert faults(text) == ["x:1:1: is empty"]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("a: b: c", "1:5", "a ':' is not expected here; check the lines above, or quote text with a ': '"),
        ("a:b\nc: d", "2:2", "a ':' is not expected here; check the lines above, or quote text with a ': '"),
        ("a: `x`", "1:4", "no value starts with this character; quote it if it is text"),
        ("a: @x", "1:4", "no value starts with this character; quote it if it is text"),
        ("b: 1\na: 'x\nb: 2", "3:5", "the quotes are never closed; it opens at line 2"),
        ("a: 'x\n---\n", "2:1", "the quotes are never closed; it opens at line 1"),
        ("a: [1\nb: 2", "2:2", "a ',' or the closing bracket is missing; it opens at line 1"),
        ("a: {b: 1]}", "1:9", "a ',' or the closing bracket is missing; it opens at line 1"),
        ("a:\n  b: 1\n c: 2", "3:2", "only a new key "),
        ("a: 1\n- b", "2:1", "only a new key "),
        ("- a\nb: 1", "2:1", "only a new "),
        ("a: 'x'y", "1:7", "only a new key "),
        ("[a]]", "1:4", "nothing may follow the end of the data"),
        ("a: ]", "1:4", "a value is missing here"),
        ("a: *", "1:5", "text that starts with * or & must be quoted"),
        ("a: |x\n b", "1:5", "not YAML: "),
        ("a: !e!x y", "1:4", "not YAML: found undefined tag handle"),
    ],
)
def test_syntax_fault(text: str, place: str, message: str) -> None:
    (fault,) = faults(text)
    assert fault.startswith(f"x:{place}: {message}")


def test_syntax_fault_of_an_unknown_escape() -> None:
    (fault,) = faults('a: "\\q"')
    assert fault.endswith(
        "unknown escape; write \\\\ for a backslash, or use single quotes; it opens at line 1"
    )


def test_syntax_fault_comes_with_the_faults_before_it() -> None:
    assert [fault.split(";")[0] for fault in faults("a: 1\na: &x 2\nb: ]")] == [
        "x:2:1: a: given twice",
        "x:2:4: a: the anchor &x is not allowed",
        "x:3:4: a value is missing here",
    ]


# Encodings and characters


@pytest.mark.parametrize(
    ("raw", "place", "byte"),
    [
        (b"\xff", "1:1", "ff"),
        (b"a: 1\nb: \xe9t\xe9", "2:4", "e9"),
        ("a: 1\n甩: ".encode() + b"\x80", "2:4", "80"),
        (b"\xef\xbb\xbfa: \xff", "1:4", "ff"),
        ("a: é".encode()[:-1], "1:4", "c3"),
        ("a: 1".encode("utf-16"), "1:1", "ff"),
        (b"a: \xed\xa0\x80", "1:4", "ed"),
        (b"a: \xc0\x80", "1:4", "c0"),
    ],
)
def test_bytes_that_are_not_utf8(raw: bytes, place: str, byte: str) -> None:
    assert faults(raw) == [f"x:{place}: byte 0x{byte} is not UTF-8 text; save the file as UTF-8"]


def test_a_str_with_a_lone_surrogate() -> None:
    (fault,) = faults("a: \ud800")
    assert fault.startswith("x:1:4: byte 0xed is not UTF-8 text")


@pytest.mark.parametrize("character", "\0\x01\x07\x08\x0b\x0c\x1b\x7f\x85\x9f\u2028\u2029\ufeff\ufffe\uffff")
@pytest.mark.parametrize("before", ["", "# ", "a: ", "a: '"])
def test_invisible_characters(character: str, before: str) -> None:
    (fault,) = faults(f"# 1\n{before}b{character}'")
    place = f"2:{len(before) + 2}"
    assert fault == f"x:{place}: the invisible character U+{ord(character):04X} is not allowed"


@pytest.mark.parametrize(
    ("text", "place"),
    [("a:\n\tb: 1", "2:1"), ("a: 1\t# one", "1:5"), ('a: "x\ty"', "1:6"), (r'"x\ty"', "1:1")],
)
def test_tabs(text: str, place: str) -> None:
    assert faults(text) == [f"x:{place}: a tab (use spaces) is not allowed"]


def test_a_lone_carriage_return() -> None:
    assert faults("a: 1\rb: 2") == ["x:1:5: the invisible character U+000D is not allowed"]


@pytest.mark.parametrize(
    "escape", [r"\0", r"\x1b", r"\u2028", r"\e", r"\N", r"\ud800", r"\U00110000", r"\UFFFFFFFF"]
)
def test_escapes_of_what_no_text_may_hold(escape: str) -> None:
    assert faults(f'a: "{escape}"')


def test_escapes_of_allowed_characters() -> None:
    assert parse_yaml(r'"\u7529\n\"\\\U00020000"', "x").data == '甩\n"\\𠀀'


# Limits


@pytest.mark.parametrize("text", ["x" * (source.MAX_BYTES + 1), b"\xff" * (source.MAX_BYTES + 1)])
def test_a_file_too_large(text: bytes | str) -> None:
    assert faults(text) == ["x:1:1: is larger than 1,048,576 bytes"]


def test_the_limit_counts_bytes() -> None:
    assert faults("甩" * (source.MAX_BYTES // 3 + 1)) == ["x:1:1: is larger than 1,048,576 bytes"]


@pytest.mark.parametrize(
    ("opening", "closing", "n"), [("[", "]", 20), ("{a: ", "}", 20), ("[{a: ", "}]", 10)]
)
def test_a_file_too_deep(opening: str, closing: str, n: int) -> None:
    deepest = opening * n + closing * n
    parse_yaml(deepest, "x")
    (fault,) = faults(f"[{deepest}]")
    assert fault.endswith(": more than 20 lists and mappings inside each other")


def test_a_file_with_too_many_values() -> None:
    items = "- \n" * (source.MAX_NODES - 1)
    assert len(parse_yaml(items, "x").data) == source.MAX_NODES - 1  # type: ignore[arg-type]
    assert faults(items + "- ") == ["x:50000:2: [49999]: more than 50,000 keys and values in one file"]


def test_a_file_with_too_many_faults() -> None:
    assert len(faults("- *a\n" * 2000)) == MAX_FAULTS


def test_a_fault_shows_hostile_text_shortened() -> None:
    long = "x" * 100_000
    for text in (
        f"? {long}\n? {long}\n",
        f"a: &{long} 1",
        f"a: *{long}",
        f"a: !{long} 1",
        f"? 1.{'0' * 100_000}",
    ):
        assert all(len(fault) < 200 for fault in faults(text))


def filled(unit: str, before: str = "", after: str = "") -> str:
    """A file of the largest size made of one unit."""
    return before + unit * ((source.MAX_BYTES - len(before + after)) // len(unit)) + after


UNITS = ["[", "{", "- ", "-\n", "? ", "? - ", "{? ", "a: ", "a: b\n", "&a ", "*a ", "--- a\n", "\n", ": "]
LAUGHS = "a: &a [lol]\n" + "".join(
    f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n" for a, b in pairwise("abcdefghi")
)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(LAUGHS, id="billion laughs"),
        pytest.param("&a [*a]", id="recursive list"),
        pytest.param("&a {*a : *a}", id="recursive key"),
        pytest.param(filled("k", "", ": 1"), id="huge key"),
        pytest.param(filled("a,", "[", "]"), id="flow list"),
        pytest.param(filled("a: b, ", "{", "}"), id="flow mapping"),
        pytest.param(filled("9"), id="digits"),
        pytest.param(filled("%TAG !a! b\n"), id="tag directives"),
        pytest.param(filled("%TAG !a! b\n", "a: 1\n...\n"), id="late tag directives"),
        *(pytest.param(filled(unit), id=repr(unit)) for unit in UNITS),
    ],
)
def test_bombs_are_refused(text: str) -> None:
    assert faults(text)


# Files


def test_read_yaml_names_the_file_as_the_user_did(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(VARIANT, encoding="utf-8")
    assert read_yaml(path) == parse_yaml(VARIANT, str(path))
    assert read_yaml(path, "my-variant").file == "my-variant"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("absent.yaml", "cannot be read: No such file or directory"),
        (".", "cannot be read: Is a directory"),
        ("x" * 999, "cannot be read: File name too long"),
        ("nul\0.yaml", "cannot be read: embedded null byte"),
        ("file/x.yaml", "cannot be read: Not a directory"),
    ],
)
def test_read_yaml_that_cannot(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError) as caught:
        read_yaml(tmp_path / name, "x")
    assert str(caught.value) == f"x: {message}"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads everything")
def test_read_yaml_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.touch(mode=0)
    with pytest.raises(InputError, match="x: cannot be read: Permission denied"):
        read_yaml(path, "x")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file")
def test_read_yaml_stops_reading_an_endless_file() -> None:
    with pytest.raises(InputError, match="is larger than"):
        read_yaml(Path("/dev/zero"))


# Any input at all

TOKENS = [
    *"[]{},:?-#|>&*!%@`'\"~\\ \t\n\r0_.e",
    *[
        "- ",
        ": ",
        "? ",
        "\n  ",
        "\n- ",
        "<<: ",
        "&a ",
        "*a ",
        "!!int ",
        "---\n",
        "...\n",
        "%TAG ",
        "true",
        "null",
    ],
    *[
        "0x1F",
        "1e6",
        "1.5",
        "007",
        '"\\x00"',
        "'x'",
        "|\n  ",
        "甩",
        "\ufeff",
        "\x85",
        "\u2028",
        "\0",
        "\ud800",
    ],
    *["a: 1\n", "rules:", "\\U00110000", "9" * 19, "{a: 1}", "[a]"],
]


@st.composite
def mutated_variants(draw: st.DrawFn) -> str:
    """VARIANT after a few edits: tokens put in, stretches deleted or repeated."""
    text = VARIANT
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 12))
        edit = draw(st.sampled_from(["", text[start:end] * 2, *TOKENS]))
        text = text[:start] + edit + text[end:]
    return text


ALLOWED = st.characters(
    codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"], exclude_characters="\ufeff\ufffe\uffff"
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(1 - 10**18, 10**18 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(ALLOWED)
)
DATA: st.SearchStrategy[object] = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(ALLOWED, max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


@fuzzed
@given(DATA)
def test_json_is_read_as_json(data: object) -> None:
    text = json.dumps(data, ensure_ascii=False)
    check_outcome(text)
    assert repr(parse_yaml(text, "x").data) == repr(data)


@fuzzed
@given(st.text())
def test_any_text(text: str) -> None:
    check_outcome(text)


@fuzzed
@given(st.binary())
def test_any_bytes(raw: bytes) -> None:
    check_outcome(raw)


@fuzzed
@given(st.lists(st.sampled_from(TOKENS), max_size=40).map("".join))
def test_any_tokens(text: str) -> None:
    check_outcome(text)


@fuzzed
@given(mutated_variants())
def test_any_edits_of_a_variant(text: str) -> None:
    check_outcome(text)
