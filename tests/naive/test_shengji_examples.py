"""The slow Sheng ji rules against the rulebook.

Every printed table, the worked situations in scope, and whole random deals that check the rules against
themselves.
Test parameters are named by the rulebook's IDs.
"""

import importlib.util
import random
from collections import Counter
from itertools import combinations, permutations
from pathlib import Path

import pytest

# By path, so that it works whether or not the test folders are packages.
_spec = importlib.util.spec_from_file_location("naive_shengji", Path(__file__).with_name("shengji.py"))
naive = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(naive)

CLUBS_7 = ("7", "C")
NO_TRUMP_7 = ("7", "NT")
CLASSIC = {  # what bashi-fen-classic (source 000) changes, as far as these tests need it
    "bidding.reinforce": "before_override",
    "throw.tractor_exempt": True,
    "kitty.multiplier": "fixed_2",
    "score.below_zero": "as_zero",
    "score.above_top": "capped",
    "levels.finish": "reach_end",
}
DA_BAI_FEN_TABLE = [
    {"from": 0, "to": 0, "swap": False, "declarers_gain": 2},
    {"from": 5, "to": 35, "swap": False, "declarers_gain": 1},
    {"from": 40, "to": 75, "swap": True},
    {"from": 80, "to": 95, "swap": True, "opponents_gain": 1},
    {"from": 100, "to": None, "swap": True, "opponents_gain": 2},
]
DA_BAI_FEN = {  # what two decks can show of source 003
    "bidding.override": "first_final",
    "bidding.reinforce": "off",
    "bidding.unclaimed": "until_rank_else_highest",
    "lead.pairs": False,
    "follow.obligation": "suit_only",
    "throw.failed": "lose_round",
    "throw.compare": "highest_card",
    "kitty.multiplier": "fixed_2",
    "kitty.winner": "last_trick_winner",
    "score.table": DA_BAI_FEN_TABLE,
}


def cards(text):
    """Card names from a text: blanks separate, 7C7C stands for two cards."""
    found = []
    for word in text.split():
        while word:
            size = 3 if word.startswith("10") else 2
            found.append(word[:size])
            word = word[size:]
    return found


def lead(text, trump=CLUBS_7, **rules):
    """Components of a lead."""
    return naive.read_lead(rules, trump, cards(text))[1]


def follow(led, hand, play, trump=CLUBS_7, rules=None):
    """Reason against a follow."""
    rules = rules or {}
    components = naive.read_lead(rules, trump, cards(led))[1]
    return naive.why_illegal_follow(rules, trump, components, cards(hand), cards(play))


def winner(plays, trump=CLUBS_7, rules=None):
    """Index of the winning play of a trick written with slashes."""
    return naive.trick_winner(rules or {}, trump, [cards(play) for play in plays.split("/")])


def thrown(led, hands, trump=CLUBS_7, rules=None, chooser=None):
    """What stays on the table of a throw: None, or the cards ordered."""
    rules = rules or {}
    components = naive.read_lead(rules, trump, cards(led))[1]
    others = [cards(hand) for hand in hands.split("/")]
    return naive.failed_throw(rules, trump, components, others, chooser)


# ---------------------------------------------------------------------------------------------------- cards


def test_pack_has_two_hundred_points():  # 000-10 000-16 002-8 002-15
    pack = list(naive.whole_deck({}).elements())
    assert len(pack) == 108
    assert naive.points_in(pack) == 200
    assert [naive.points_in([k] * 8) for k in ("KH", "10H", "5H", "AH", "RJ")] == [80, 80, 40, 0, 0]


ORDERS = {
    "000-13 002-12 002-13": (
        CLUBS_7,
        "T",
        "RJ > BJ > 7C > 7D = 7H = 7S > AC > KC > QC > JC > 10C > 9C > 8C > 6C > 5C > 4C > 3C > 2C",
    ),
    "002-13 other suits": (CLUBS_7, "D", "AD > KD > QD > JD > 10D > 9D > 8D > 6D > 5D > 4D > 3D > 2D"),
    "002-14": (NO_TRUMP_7, "T", "RJ > BJ > 7C = 7D = 7H = 7S"),
    "002-14 suits": (NO_TRUMP_7, "C", "AC > KC > QC > JC > 10C > 9C > 8C > 6C > 5C > 4C > 3C > 2C"),
    "003-12": (("A", "S"), "T", "RJ > BJ > AS > AC = AD = AH > KS > QS > JS > 10S > 9S > 8S > 7S > 2S"),
}


@pytest.mark.parametrize(("trump", "suit", "order"), ORDERS.values(), ids=ORDERS.keys())
def test_level_order(trump, suit, order):
    levels = []
    for group in order.split(" > "):
        names = group.split(" = ")
        assert {naive.suit_of(name, trump) for name in names} == {suit}
        assert len({naive.level(name, trump) for name in names}) == 1
        levels.append(naive.level(names[0], trump))
    assert levels == sorted(set(levels), reverse=True)


def test_level_equal_copies_are_not_of_the_printed_suit():  # 000-12 000-14 003-14
    assert naive.suit_of("7H", CLUBS_7) == "T"
    assert naive.suit_of("8H", CLUBS_7) == "H"


# ----------------------------------------------------------------------------------------------------- lead

LEADS = {
    # the table of tractors, 000-45..56 and 002-50..61
    "000-45 002-50": (CLUBS_7, "5H5H4H4H", "tractor"),
    "000-46 002-51": (CLUBS_7, "JSJS10S10S9S9S8S8S", "tractor"),
    "000-47 002-52": (CLUBS_7, "5C5C4C4C3C3C", "tractor"),
    "000-48 002-53": (CLUBS_7, "8D8D6D6D", "tractor"),
    "000-49 002-54": (CLUBS_7, "7C7C7D7DACAC", "tractor"),
    "000-50 002-55": (CLUBS_7, "RJRJBJBJ7C7C", "tractor"),
    "000-51 000-57 002-56 002-62": (CLUBS_7, "10H10H8H8H", "throw"),
    "000-52 002-57": (CLUBS_7, "9S9S8D8D", "illegal"),
    "000-53 002-58": (CLUBS_7, "7H7H6H6H", "illegal"),
    "000-54 002-59 B32": (CLUBS_7, "7C7C6C6C", "throw"),
    "000-55 002-60": (CLUBS_7, "7S7S7D7D", "throw"),
    "000-56 002-61": (CLUBS_7, "2C2CASAS", "illegal"),
    # 002-34
    "002-34 single": (("8", "S"), "9H", "single"),
    "002-34 double": (("8", "S"), "9H9H", "double"),
    "002-34 tractor": (("8", "S"), "9H9H10H10H", "tractor"),
    "002-34 throw": (("8", "S"), "9H7H7H", "throw"),
    # 000-39 002-46
    "000-39 7S-7H": (CLUBS_7, "7S7H", "throw"),
    "000-39 QS-QD": (CLUBS_7, "QSQD", "illegal"),
    "000-39 RJ-BJ": (CLUBS_7, "RJBJ", "throw"),
    "E1": (("9", "S"), "JHJH10H10H8H8H", "tractor"),
    "E2": (("2", "S"), "3H3HAHAH", "throw"),
    "E4 A-7c": (CLUBS_7, "ACAC7C7C", "throw"),
    "E4 7d-7c": (CLUBS_7, "7D7D7C7C", "tractor"),
    "E4 7d-BJ": (CLUBS_7, "7D7DBJBJ", "throw"),
    "E4 7c-BJ": (CLUBS_7, "7C7CBJBJ", "tractor"),
    "E5 7d-BJ": (NO_TRUMP_7, "7D7DBJBJ", "tractor"),
    "E5 7d-7s": (NO_TRUMP_7, "7D7D7S7S", "throw"),
    "E5 A-7": (NO_TRUMP_7, "AHAH7H7H", "illegal"),
    "F1": (("4", "S"), "2H3H7H", "throw"),
    "F5": (("4", "S"), "2H2H3H3H5H5H", "tractor"),
    "F10": (("4", "S"), "4H4H4S4S", "tractor"),
    "F11": (("4", "S"), "4H4HASAS", "tractor"),
    "O5 K-off-suit ace": (("A", "S"), "KSKSAHAH", "tractor"),
    "O5 KH has none": (("A", "S"), "KHKHAHAH", "illegal"),
}


@pytest.mark.parametrize(("trump", "played", "kind"), LEADS.values(), ids=LEADS.keys())
def test_read_lead(trump, played, kind):
    assert naive.read_lead({}, trump, cards(played))[0] == kind


def test_read_lead_components_largest_first():  # 002-84
    played = "AH10H10H8H8H5H5H4H4H3H3H"
    assert lead(played, ("9", "S")) == [cards("5H5H4H4H3H3H"), cards("10H10H8H8H"), ["AH"]]
    assert lead("2H KH 3H QH QH", ("9", "S")) == [["QH", "QH"], ["KH"], ["3H"], ["2H"]]
    # One off-suit rank pair is in the tractor, the other stays a pair: the first of C D H S goes in.
    assert lead("7S7S7D7D7C7CACAC") == [cards("7C7C7D7DACAC"), ["7S", "7S"]]


def test_why_illegal_lead_reasons():
    assert naive.why_illegal_lead({}, CLUBS_7, []) == "must_play_cards"
    assert naive.why_illegal_lead({}, CLUBS_7, cards("9S9S8D8D")) == "must_be_one_suit"
    no_throws = {"throw.allowed": False}
    assert naive.why_illegal_lead(no_throws, CLUBS_7, cards("AHKH")) == "must_not_throw"
    assert naive.why_illegal_lead(no_throws, CLUBS_7, cards("5H5H4H4H")) == "legal"


def test_read_lead_tractor_chain():  # B16
    def kind(chain, played, trump=CLUBS_7):
        return naive.read_lead({"order.tractor_chain": chain}, trump, cards(played))[0]

    top = ["ACAC7D7D", "7D7D7C7C", "7C7CBJBJ", "BJBJRJRJ", "ACACKCKC", "8D8D6D6D"]
    assert [kind("full", pairs) == "tractor" for pairs in top] == [True] * 6
    assert [kind("plain_only", pairs) == "tractor" for pairs in top] == [False] * 4 + [True] * 2
    assert [kind("jokers_only", pairs) == "tractor" for pairs in top] == [False] * 3 + [True] * 3
    assert kind("jokers_only", "7D7DBJBJ", NO_TRUMP_7) == "throw"


def test_read_lead_without_pairs():  # 003-16
    rules = {"lead.pairs": False}
    assert naive.read_lead(rules, CLUBS_7, ["KH", "KH"]) == ("throw", [["KH"], ["KH"]])
    assert naive.read_lead(rules, CLUBS_7, ["KH"]) == ("single", [["KH"]])


# ---------------------------------------------------------------------------------------------------- throw

THROWS = {
    # W throws, then S / E / N
    "000-63 002-67": (CLUBS_7, "KDQD", "JD JD 2C / 10D 9D / KC AC 7D", None),
    "000-63 other K": (CLUBS_7, "KDQD", "JD JD / KD 9D / 10D", "QD"),
    "000-64 002-68": (CLUBS_7, "KDQD", "KD 3C / 2D / 3D", "QD"),
    "000-65 002-69": (CLUBS_7, "KDQD", "3D 4D / 2D / AD 3C", "QD"),
    "000-67 002-71": (CLUBS_7, "KDQDQD10D10D", "KD JD 9D9D / JD 2D / 8D8D6D6D 7D7D", None),
    "000-68 002-72": (CLUBS_7, "KDQDQD10D10D", "AD 2D 3D 4D 5D / 8D / 9D", "KD"),
    "B24 AA": (CLUBS_7, "KDQDQD10D10D", "AD AD 3D 4D 5D / 8D / 9D", "10D10D"),
    "000-69 002-73": (CLUBS_7, "KDQDQD10D10D", "2D / JDJD 3D / 9D", "10D10D"),
    "000-70 002-74": (CLUBS_7, "KDQDQD10D10D", "8C8C5C5CJC / 10C10C / 6C6C", None),
    "000-75 002-79": (CLUBS_7, "KSQSQSJSJS", "KS 9S9S / 8S / 10S10S", None),
    "000-54 002-59 B32": (CLUBS_7, "7C7C6C6C", "8C8C / 2C2C / 9C", "6C6C"),
    "E21": (CLUBS_7, "AHAHQH", "2H / KH / 3H", "QH"),
    "E23": (CLUBS_7, "KHKHQHQH9H", "AHAH / 2H / 10H", "9H"),
    "E24 002": (CLUBS_7, "5H5H4H4HAH", "2H / 3H / 10H10H9H9H", "5H5H4H4H"),
    "E25": (CLUBS_7, "AHQHQH", "2H / KHKH / 3H", "QHQH"),
    "E27": (CLUBS_7, "8D8D6D6D", "JDJD10D10D / 2D / 3D", None),
    "B26": (CLUBS_7, "7D7H", "7S / 2C / 3C", None),
    "B27 longer": (CLUBS_7, "5H5H4H4HAH", "2H / 10H10H9H9H8H8H / 3H", "5H5H4H4H"),
    "B27 shorter": (CLUBS_7, "5H5H4H4H3H3HAH", "2H / 10H10H9H9H / 2H", None),
    "W8": (("4", "S"), "QSQSKSKSAS", "ASAS / 2S / 3S", None),
    "W12": (("4", "S"), "4H4S", "4D2S / 3S3S / 3S3S", None),
}


@pytest.mark.parametrize(("trump", "led", "hands", "ordered"), THROWS.values(), ids=THROWS.keys())
def test_failed_throw(trump, led, hands, ordered):
    assert thrown(led, hands, trump) == (cards(ordered) if ordered else None)


def test_failed_throw_tractor_exempt():  # 000-60 B23 E24
    assert thrown("5H5H4H4HAH", "2H / 3H / 10H10H9H9H", rules=CLASSIC) is None
    assert thrown("5H5H4H4HKH", "2H / AH / 10H10H9H9H", rules=CLASSIC) == ["KH"]


def test_failed_throw_choices():  # B24
    # S beats the king only, E beats everything, N nothing.
    led, hands = "KDQDQD10D10D", "AD 2D / AD AD JD / 9D"
    components = lead(led)
    others = [cards(hand) for hand in hands.split("/")]
    assert naive.beatable_components({}, CLUBS_7, components, others) == [
        (["QD", "QD"], 1),
        (["10D", "10D"], 1),
        (["KD"], 0),
    ]
    options = {
        "lowest": ["10D10D"],
        "leader_choice": ["QDQD", "10D10D", "KD"],
        "challenger_choice": ["KD"],
        "first_in_turn": ["KD"],
    }
    for choice, expected in options.items():
        rules = {"throw.failed": choice}
        found = naive.throw_options(rules, CLUBS_7, components, others)
        assert found == [cards(option) for option in expected]
    assert thrown(led, hands, rules={"throw.failed": "lose_round"}) == "lose_round"
    rules = {"throw.failed": "leader_choice"}
    assert thrown(led, hands, rules=rules, chooser=lambda options: options[0]) == ["QD", "QD"]
    assert thrown(led, hands, rules=rules) == ["10D", "10D"]
    with pytest.raises(AssertionError):
        thrown(led, hands, rules=rules, chooser=lambda options: ["2D"])


def test_failed_throw_first_in_turn_takes_the_smallest():
    rules = {"throw.failed": "first_in_turn"}
    assert thrown("KDQDQD10D10D", "AD AD / 2D / 3D", rules=rules) == ["KD"]


def test_failed_throw_tie_goes_to_fewer_cards():  # B24
    # 7D and the pair of 7H are equal in height; 7C 7C beats both.
    assert thrown("7H7H7D", "7C7C / 2C / 3C") == ["7D"]


@pytest.mark.parametrize(
    ("choice", "points"),
    [("none", 0), ("ten_per_card", 30), ("ten_per_attempt", 10), ("ten_per_beatable_card", 50)],
)
def test_penalty(choice, points):  # B28
    others = [cards("AD AD JD"), [], []]
    components = lead("KDQDQD10D10D")
    assert naive.penalty({"throw.penalty": choice}, CLUBS_7, components, ["10D", "10D"], others) == points


# --------------------------------------------------------------------------------------------------- follow

RANK_4 = ("4", "S")
SUIT_ONLY = {"follow.obligation": "suit_only"}
TUPLES_ONLY = {"follow.obligation": "tuples_only"}
EXACT = {"follow.obligation": "exact_length_only"}
PROTECT = {"follow.protect": "tractors"}
S, N, H, OK = "must_match_structure", "must_match_number", "must_hold_cards", "legal"
SUIT = "must_follow_suit"

FOLLOWS = [
    # (id, trump, led, hand, play, rules, reason)
    ("002-39", CLUBS_7, "8D8D", "9D9DJDQD4S", "9D9D", {}, OK),
    ("000-40", CLUBS_7, "8D8D", "9D9DJDQD4S", "JDQD", {}, S),
    ("002-40", CLUBS_7, "8D8D", "JDQD10D4S", "JDQD", {}, OK),
    ("002-41", CLUBS_7, "8D8D", "JCQC5C5C4S", "JCQC", {}, OK),
    ("002-42", CLUBS_7, "8D8D", "JCQC5C5C4S", "5C5C", {}, OK),
    ("002-43", CLUBS_7, "8D8D", "10D2S3S", "10D2S", {}, OK),
    ("002-43 must follow", CLUBS_7, "8D8D", "10D2S3S", "2S3S", {}, SUIT),
    ("002-44", CLUBS_7, "8D8D", "2H2S5C5C", "2H2S", {}, OK),
    ("000-38", CLUBS_7, "8D", "10D2S", "2S", {}, SUIT),
    ("002-37", CLUBS_7, "8D", "2S3C", "3C", {}, OK),
    ("number", CLUBS_7, "8D8D", "10D2S", "10D", {}, N),
    ("hold", CLUBS_7, "8D8D", "10D2S", "10D10D", {}, H),
    ("E10", CLUBS_7, "3C", "7H2H3D", "2H", {}, SUIT),
    ("E10 7h", CLUBS_7, "3C", "7H2H3D", "7H", {}, OK),
    ("E11 ruff", CLUBS_7, "5H", "7H2D3D", "7H", {}, OK),
    ("E11 discard", CLUBS_7, "5H", "7H2D3D", "2D", {}, OK),
    ("E12", CLUBS_7, "QHQHJHJH", "AHAH9H9H8H8H3H", "9H9H8H8H", {}, OK),
    ("E12 no", CLUBS_7, "QHQHJHJH", "AHAH9H9H8H8H3H", "AHAH9H9H", {}, S),
    ("E12 tuples_only", CLUBS_7, "QHQHJHJH", "AHAH9H9H8H8H3H", "AHAH9H9H", TUPLES_ONLY, OK),
    ("E12 tuples_only 2", CLUBS_7, "QHQHJHJH", "AHAH9H9H8H8H3H2H", "AHAH9H3H", TUPLES_ONLY, S),
    ("E12 exact", CLUBS_7, "QHQHJHJH", "AHAH9H9H8H8H3H", "AHAH9H9H", EXACT, S),
    ("E13 aces", CLUBS_7, "JHJH10H10H9H9H", "6H6H5H5HAHAH3H3H", "6H6H5H5HAHAH", {}, OK),
    ("E13 threes", CLUBS_7, "JHJH10H10H9H9H", "6H6H5H5HAHAH3H3H", "6H6H5H5H3H3H", {}, OK),
    ("E13 no", CLUBS_7, "JHJH10H10H9H9H", "6H6H5H5HAHAH3H3H", "AHAH3H3H6H6H", {}, S),
    ("E13 exact", CLUBS_7, "JHJH10H10H9H9H", "6H6H5H5HAHAH3H3H", "AHAH3H3H6H6H", EXACT, OK),
    ("E13 exact pairs", CLUBS_7, "JHJH10H10H9H9H", "6H6H5H5HAHAH3H3H", "AHAH3H3H6H5H", EXACT, S),
    ("E15", CLUBS_7, "4H4H", "9H9H8H8H2H", "9H9H", {}, OK),
    ("E15 8", CLUBS_7, "4H4H", "9H9H8H8H2H", "8H8H", {}, OK),
    ("E15 no", CLUBS_7, "4H4H", "9H9H8H8H2H", "9H2H", {}, S),
    ("E15 protect", CLUBS_7, "4H4H", "9H9H8H8H2H", "9H2H", PROTECT, OK),
    ("E15 protect pair", CLUBS_7, "4H4H", "9H9H8H8H2H", "9H9H", PROTECT, OK),
    ("protect other pair", CLUBS_7, "4H4H", "9H9H8H8H2H2HAH", "9HAH", PROTECT, S),
    ("protect tractor led", CLUBS_7, "4H4H3H3H", "9H9H8H8H2H2HAH", "2H2H9HAH", PROTECT, S),
    ("E16", CLUBS_7, "4H4H3H3H", "9H9H8HRJ2S", "9H9H8HRJ", {}, OK),
    ("E16 no", CLUBS_7, "4H4H3H3H", "9H9H8HRJ2S", "9H9H2SRJ", {}, SUIT),
    ("E18", CLUBS_7, "ADKDKD", "9D9D4D3D", "9D9D4D", {}, OK),
    ("E18 3", CLUBS_7, "ADKDKD", "9D9D4D3D", "9D9D3D", {}, OK),
    ("E18 no", CLUBS_7, "ADKDKD", "9D9D4D3D", "9D4D3D", {}, S),
    ("E19", CLUBS_7, "KDQD", "3DRJ2S", "3DRJ", {}, OK),
    ("E19 no", CLUBS_7, "KDQD", "3DRJ2S", "RJ2S", {}, SUIT),
    ("L1", RANK_4, "3S3S", "2S2S3S3S5S5S", "2S2S", {}, OK),
    ("L2", RANK_4, "3S3S", "2S2S3S3S5S5S", "2S3S", {}, S),
    ("L2 NFD", RANK_4, "3S3S", "2S2S3S3S5S5S", "2S3S", SUIT_ONLY, OK),
    ("L3", RANK_4, "3S3S", "2S2S3S3S5S5S", "2S3S3S", {}, N),
    ("L25", ("K", "S"), "7S7S8S8S9S9S", "4S10SASKHKDKCKSKS", "4S10SASKHKDKC", {}, S),
    ("L25 ODT", ("K", "S"), "7S7S8S8S9S9S", "4S10SASKHKDKCKSKS", "4S10SASKHKDKC", PROTECT, S),
    ("L25 NFD", ("K", "S"), "7S7S8S8S9S9S", "4S10SASKHKDKCKSKS", "4S10SASKHKDKC", SUIT_ONLY, OK),
    ("L27", ("K", "S"), "7S7S8S8S9S9S", "2S6SJSQSKHKC10CBJ", "2S6SJSQSKHKC", {}, OK),
    ("U4", ("2", "S"), "9H9H", "4H5H7H7H5S", "4H5H", {}, S),
    ("U4 NFD", ("2", "S"), "9H9H", "4H5H7H7H5S", "4H5H", SUIT_ONLY, OK),
    ("U9 NP", ("5", "S"), "9H9H", "2H3HQHQHKHKH", "2H3H", {}, S),
    ("U9 ODT", ("5", "S"), "9H9H", "2H3HQHQHKHKH", "2H3H", PROTECT, OK),
    ("U9 both", ("5", "S"), "9H9H", "2H3HQHQHKHKH", "2H3H", {"follow.protect": "both"}, OK),
    ("U9 LTP", ("5", "S"), "9H9H", "2H3HQHQHKHKH", "2H3H", {"follow.protect": "longer_tuples"}, S),
    # A run of four met by two led tractors must be cut in the middle: 9988 and 6655, never 8866 alone.
    ("two tractors", CLUBS_7, "AHAHKHKHJHJH10H10H", "9H9H8H8H6H6H5H5H3H", "9H9H8H8H6H6H5H5H", {}, OK),
    ("two tractors cut", CLUBS_7, "AHAHKHKHJHJH10H10H", "9H9H8H8H6H6H5H5H3H3H", "9H9H8H8H6H6H3H3H", {}, S),
]


@pytest.mark.parametrize(
    ("trump", "led", "hand", "play", "rules", "reason"),
    [row[1:] for row in FOLLOWS],
    ids=[row[0] for row in FOLLOWS],
)
def test_why_illegal_follow(trump, led, hand, play, rules, reason):
    assert follow(led, hand, play, trump, rules) == reason


# B18: what has to be given to a led tractor of three pairs, rung by rung, with the hand that is on that rung.
LADDER = {
    "tractor of 3": ("AHAH6H6H5H5H4H4H2H2H", {"6H6H5H5H4H4H"}),
    "tractor of 2, pair": ("AHAH6H6H5H5H9H9H", {"6H6H5H5HAHAH", "6H6H5H5H9H9H"}),
    "3 pairs": ("AHAH6H6H4H4HQHJH", {"AHAH6H6H4H4H"}),
    "tractor of 2": ("6H6H5H5HAHQHJH", {"6H6H5H5HAHQH", "6H6H5H5HAHJH", "6H6H5H5HQHJH"}),
    "2 pairs": ("6H6H4H4HAHQHJH", {"6H6H4H4HAHQH", "6H6H4H4HAHJH", "6H6H4H4HQHJH"}),
    "1 pair": (
        "6H6HKHQHJH9H2H",
        {"6H6HKHQHJH9H", "6H6HKHQHJH2H", "6H6HKHQH9H2H", "6H6HKHJH9H2H", "6H6HQHJH9H2H"},
    ),
    "short of suit": ("6H6HKHQH2C2C3S", {"6H6HKHQH2C2C", "6H6HKHQH2C3S"}),
}


@pytest.mark.parametrize(("hand", "legal"), LADDER.values(), ids=LADDER.keys())
def test_legal_follows_ladder(hand, legal):
    expected = sorted(tuple(sorted(cards(play))) for play in legal)
    components = [cards("10H10H9H9H8H8H")]
    assert naive.legal_follows({}, CLUBS_7, components, cards(hand)) == expected


def supplies(pieces, pairs, trump):
    """Can these pairs give disjoint tractors and pairs of these lengths?  Written apart from best_service."""
    if not pieces:
        return True
    for chosen in combinations(sorted(pairs), pieces[0]):
        heights = sorted(naive.level(card, trump) for card in chosen)
        is_run = heights == list(range(heights[0], heights[0] + len(heights)))
        if is_run and supplies(pieces[1:], pairs - set(chosen), trump):
            return True
    return False


PAIRS_ONLY = [[1] * n for n in range(5, -1, -1)]
RUNGS = {  # by lengths of the led tractors and pairs: what is owed, best first; the rest are singles
    (1,): PAIRS_ONLY[-2:],
    (1, 1): PAIRS_ONLY[-3:],
    (2,): [[2], *PAIRS_ONLY[-3:]],
    (2, 1): [[2, 1], [2], *PAIRS_ONLY[-4:]],
    (2, 2): [[2, 2], [2, 1, 1], [2, 1], [2], *PAIRS_ONLY[-5:]],
    (3,): [[3], [2, 1], [1, 1, 1], [2], *PAIRS_ONLY[-3:]],
    (3, 2): [[3, 2], [3, 1, 1], [3, 1], [3], [2, 1, 2], [2, 1, 1, 1], [2, 1, 1], [2, 1], [2], *PAIRS_ONLY],
    (4,): [[4], [3, 1], [2, 2], [2, 1, 1], [3], [2, 1], [2], *PAIRS_ONLY[-5:]],
}


def random_suit_hand(rng, trump, n_cards, suit):
    """Some cards of one effective suit, rich in pairs."""
    names = sorted(card for card in naive.PACK if naive.suit_of(card, trump) == suit)
    pool = [card for card in rng.sample(names, min(len(names), n_cards)) for _ in range(2)]
    return rng.sample(pool, n_cards)


@pytest.mark.parametrize("lengths", RUNGS, ids=str)
@pytest.mark.parametrize("seed", range(10))
def test_ladder_agrees_with_rungs(lengths, seed):  # B18 B33
    rng = random.Random(f"{lengths} {seed}")
    trump = rng.choice([CLUBS_7, NO_TRUMP_7, ("A", "S"), ("2", "H")])
    suit = rng.choice(["T", "D"]) if trump[1] != "NT" or max(lengths) < 4 else "D"
    names = [card for card in naive.PACK if naive.suit_of(card, trump) == suit]
    components = [
        [card for card in rng.choice(naive.runs("full", trump, names, length)) for _ in range(2)]
        for length in lengths
    ]
    n_led = 2 * sum(lengths)
    hand = random_suit_hand(rng, trump, rng.randint(n_led + 1, min(n_led + 5, 12)), suit)

    def rung(held):
        pairs = naive.tuples_in(held, 2)
        return next(i for i, pieces in enumerate(RUNGS[lengths]) if supplies(pieces, pairs, trump))

    owed = rung(hand)
    for play in {tuple(sorted(play)) for play in combinations(hand, n_led)}:
        reason = naive.why_illegal_follow({}, trump, components, hand, play)
        assert reason == ("legal" if rung(play) == owed else S), (play, hand)


@pytest.mark.parametrize("seed", range(20))
def test_legal_follows_are_all_there_are(seed):
    rng = random.Random(seed)
    trump = rng.choice([CLUBS_7, NO_TRUMP_7, ("2", "H")])
    deck = list(naive.whole_deck({}).elements())
    led = rng.choice(["AS", "KSKS", "5S5S4S4S", "ASKSKS", "ASAS9S9S"])
    rules = {
        "follow.obligation": rng.choice(naive.CHOICES["follow.obligation"]),
        "follow.protect": rng.choice(naive.CHOICES["follow.protect"]),
    }
    components = naive.read_lead({}, trump, cards(led))[1]
    hand = rng.sample(deck, 5) + random_suit_hand(rng, trump, rng.randint(1, 6), "S")
    tried = {tuple(sorted(play)) for play in combinations(hand, len(cards(led)))}
    legal = [
        play for play in tried if naive.why_illegal_follow(rules, trump, components, hand, play) == "legal"
    ]
    assert naive.legal_follows(rules, trump, components, hand) == sorted(legal)
    assert legal


# ---------------------------------------------------------------------------------------------------- trick

TRICKS = {
    # (trump, plays from the leader on, index of the winner)
    "000-15 000-38": (CLUBS_7, "9D / KD / KD / 2C", 3),
    "000-15 tie": (CLUBS_7, "9D / KD / KD / 2S", 1),
    # 002-38..47: the table of a led double
    "002-38 002-39": (CLUBS_7, "8D8D / 9D9D / JCQC / 10D2S", 1),
    "002-40 002-41 002-43": (CLUBS_7, "8D8D / JDQD / JCQC / 10D2S", 0),
    "002-42": (CLUBS_7, "8D8D / 9D9D / 5C5C / 2H2S", 2),
    "002-44": (CLUBS_7, "8D8D / JDQD / JCQC / 2H2S", 0),
    "002-45": (CLUBS_7, "8D8D / 9D9D / 5C5C / 10C10C", 3),
    "000-42 002-47 singles": (CLUBS_7, "9D9D / JDQD / JCQC / 2S3S", 0),
    "002-47 not 5C5C": (CLUBS_7, "9D9D / JDQD / JCQC / 5C5C", 3),
    "000-44": (CLUBS_7, "5D5D4D4D / 8D8D6D6D / JDJD9D9D / 2C3C4C5C", 1),
    # 000-66..74, 002-70..78: the table of throws, W S E N
    "000-66 002-70": (CLUBS_7, "KDQD / 5C5C / 10C3C / 2D3D", 2),
    "000-67 002-71": (CLUBS_7, "KDQDQD10D10D / 9D9D8D8D2D / 6D6D5D5D3D / AS2S3S4S5S", 0),
    "000-70 002-74": (CLUBS_7, "KDQDQD10D10D / 8C8C5C5CJC / 9D9D8D8D2D / AS2S3S4S5S", 1),
    "000-71 002-75": (CLUBS_7, "KDQDQD10D10D / 8C8C5C5CJH / 9D9D8D8D2D / AS2S3S4S5S", 0),
    "000-72 002-76": (CLUBS_7, "KDQDQD10D10D / 8C8C5C5CJC / 10C10C2C2C4C / 9D9D8D8D2D", 2),
    "000-73 002-77": (CLUBS_7, "KDQDQD10D10D / 8C8C5C5CJC / 6C6C3C3CAC / 9D9D8D8D2D", 1),
    "000-74 002-78": (CLUBS_7, "ADKDKD / 7H7H9C / 7S7SAC / 2D3D4D", 1),
    "E8": (CLUBS_7, "7H / 7D / AC / 7S", 0),
    "E8 7C": (CLUBS_7, "7H / 7D / AC / 7C", 3),
    "E9": (CLUBS_7, "QDQD / 2D3D / KDKD / 2C2C", 3),
    "E9 singles": (CLUBS_7, "QDQD / 2D3D / KDAD / 2C3C", 0),
    "E10": (CLUBS_7, "3C / 7H / 4C / 2S", 1),
    "E16": (CLUBS_7, "4H4H3H3H / 9H9H8HRJ / 2H2H5H6H / 2C2C4C4C", 0),
    "E19": (CLUBS_7, "KDQD / 3DRJ / 2D4D / 5D6D", 0),
    "E27": (CLUBS_7, "8D8D6D6D / JDJD10D10D / 2D2D3D3D / 4C4C5C5S", 1),
    "E28": (CLUBS_7, "8H8H6H6H / 9C9C6C6C / 2H3H4H5H / 2S3S4S5S", 0),
    "E28 E": (CLUBS_7, "8H8H6H6H / 9C9C6C6C / 4C4C3C3C / 2S3S4S5S", 2),
    "E28 N": (CLUBS_7, "8H8H6H6H / 9C9C6C6C / 4C4C3C3C / ACAC7D7D", 3),
    "E31": (CLUBS_7, "AHKHKH / RJBJAC / 2H3H4H / 2S3S4S", 0),
    "E31 E": (CLUBS_7, "AHKHKH / RJBJAC / 2C2C3C / 2S3S4S", 2),
    "E32": (CLUBS_7, "AHKHQH / 9C6C6C / 8C8C4C / 2S3S4S", 1),
    "E34": (CLUBS_7, "KDKD / 7S7S / 7H7H / 2D2D", 1),
    "E34 N": (CLUBS_7, "KDKD / 7S7S / 7H7H / 7C7C", 3),
    "B30 998872 on AK5544": (("3", "S"), "AHKH5H5H4H4H / 9S9S8S8S7S2S / 2C4C5C6C7C8C", 1),
    "B30 998872 on AA5544": (("3", "S"), "AHAH5H5H4H4H / 9S9S8S8S7S2S / 2C4C5C6C7C8C", 0),
    "B30 977 on 544": (("3", "S"), "5H4H4H / 9S7S7S / 8S8S4S", 2),
    "B30 977 on 567": (("3", "S"), "5H6H7H / 9S7S7S / 8S8S4S", 1),
    "B30 tractor as pairs": (CLUBS_7, "AHAHQHQH / 3C3C2C2C / 5D5D4D4D", 1),
    "W1": (RANK_4, "2S / 5S / 3S / 5S", 1),
    "W2": (RANK_4, "2S / 4S / 3S / 5S", 1),
    "W3": (RANK_4, "2S2S / 3S4S / 5S5S / 3S5S", 2),
    "W14": (("2", "C"), "8D8DJDQD / 5C5CAC2S / 3S3S7C8C / 6C6C2C2C", 3),
    "U2 longest first": (("2", "S"), "AHKHKH / 5S5SAS / 6S6S3S", 2),
}


@pytest.mark.parametrize(("trump", "plays", "index"), TRICKS.values(), ids=TRICKS.keys())
def test_trick_winner(trump, plays, index):
    assert winner(plays, trump) == index


@pytest.mark.parametrize("shape", [[1, 0, 0], [1, 1, 0], [2, 0, 0], [2, 1], [1, 1, 1], [3]], ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_splits_agree_with_permutations(shape, seed):  # B30
    rng = random.Random(f"{shape} {seed}")
    trump = rng.choice([CLUBS_7, NO_TRUMP_7, ("A", "S")])
    sizes = [max(1, 2 * length) for length in shape]
    names = [card for card in naive.PACK if naive.suit_of(card, trump) == "T"][-7:]
    play = rng.sample([card for card in names for _ in range(2)], sum(sizes))

    def tops(components):
        return tuple(sorted((len(c), naive.top_level(c, trump)) for c in components))

    expected = set()
    for order in permutations(play):
        rest, components = list(order), []
        for size in sizes:
            components.append(rest[:size])
            rest = rest[size:]
        wanted = ["single" if size == 1 else "double" if size == 2 else "tractor" for size in sizes]
        if [naive.read_lead({}, trump, component)[0] for component in components] == wanted:
            expected.add(tops(components))
    found = {
        tops(
            [
                [card for card in part for _ in range(2 if length else 1)]
                for part, length in zip(split, shape, strict=True)
            ]
        )
        for split in naive.splits("full", trump, [(2 if n else 1, max(n, 1)) for n in shape], play)
    }
    assert found == expected


COMPARES = {
    # (trump, plays, winner under largest_type, all_components, highest_card)
    "U1": (("6", "S"), "AHKH / 2S4S / 3S5S", 2, 2, 2),
    "U2": (("2", "S"), "AHKHKH / 5S5SAS / 6S6S3S", 2, 1, 1),
    "W6": (("8", "H"), "ACACQCQC10C10C / 8S8S9H9H3H3H / 8H8HKHKH10H10H / BJBJ8H8HKHKH", 3, 3, 3),
    "W10": (("K", "S"), "4C6C / 2S3S / 3S4S / 2SRJ", 3, 2, 3),
    "W14": (("2", "C"), "8D8DJDQD / 5C5CAC2S / 3S3S7C8C / 6C6C2C2C", 3, 3, 3),
    "000-72": (CLUBS_7, "KDQDQD10D10D / 8C8C5C5CJC / 10C10C2C2C4C", 2, 1, 1),
    "000-73": (CLUBS_7, "KDQDQD10D10D / 8C8C5C5CJC / 6C6C3C3CAC", 1, 1, 2),
    "000-74": (CLUBS_7, "ADKDKD / 7H7H9C / 7S7SAC", 1, 1, 1),
}


@pytest.mark.parametrize("name", COMPARES)
def test_trick_winner_compare(name):  # B29
    trump, plays, *expected = COMPARES[name]
    choices = ["largest_type", "all_components", "highest_card"]
    assert [winner(plays, trump, {"throw.compare": choice}) for choice in choices] == expected


def test_trick_winner_group_of_singles():  # 003-19: a whole group of trumps, highest card first
    rules = {"lead.pairs": False, "throw.compare": "highest_card"}
    assert winner("KDKD / 5C4C / JC2C / AS2C", CLUBS_7, rules) == 2


# ---------------------------------------------------------------------------------------------------- kitty

PLAYS = {
    "single": "3H",
    "double": "3H3H",
    "tractor of 2": "4H4H3H3H",
    "tractor of 3": "5H5H4H4H3H3H",
    "tractor of 4": "6H6H5H5H4H4H3H3H",
    "two singles": "AHKH",
    "pair and single": "AHKHKH",
    "002-84": "AH10H10H8H8H5H5H4H4H3H3H",
}
MULTIPLIERS = {
    # 002-81 002-82 002-83 002-84 000-77 000-86 B35, in the order of PLAYS
    "pow2_length_plus_1": [2, 4, 8, 16, 32, 2, 4, 16],
    "two_times_length_plus_1": [2, 4, 6, 8, 10, 2, 4, 8],
    "two_times_cards": [2, 4, 8, 12, 16, 4, 6, 22],
    "pow2_cards": [2, 4, 16, 64, 256, 2, 4, 64],
    "fixed_2": [2] * 8,
    "fixed_1": [1] * 8,
    "none": [0] * 8,
}


@pytest.mark.parametrize("system", MULTIPLIERS)
def test_kitty_multiplier(system):
    rules = {"kitty.multiplier": system}
    trump = ("9", "S")
    found = [naive.kitty_multiplier(rules, trump, cards(play)) for play in PLAYS.values()]
    assert found == MULTIPLIERS[system]


def test_kitty_multiplier_singles_throw():  # 002-83
    rules = {"kitty.singles_throw": 3}
    assert naive.kitty_multiplier(rules, CLUBS_7, ["AH", "KH"]) == 3
    assert naive.kitty_multiplier(rules, CLUBS_7, ["AH"]) == 2
    assert naive.kitty_multiplier(rules, CLUBS_7, cards("AHKHKH")) == 4
    assert naive.kitty_multiplier(rules | {"kitty.multiplier": "fixed_2"}, CLUBS_7, ["AH", "KH"]) == 2


def test_kitty_multiplier_measure():  # B35
    play = cards("AH10H10H8H8H5H5H4H4H3H3H")

    def factor(system, measure):
        rules = {"kitty.multiplier": system, "kitty.measure": measure}
        return naive.kitty_multiplier(rules, ("9", "S"), play)

    assert factor("two_times_cards", "largest_component") == 12
    assert factor("two_times_cards", "all_cards") == 22
    assert factor("pow2_cards", "all_cards") == 2048
    assert factor("two_times_length_plus_1", "largest_component") == 8
    assert factor("two_times_length_plus_1", "all_cards") == 12


def test_kitty_multiplier_ruff_has_the_shape_of_the_lead():  # B35
    assert naive.kitty_multiplier({}, CLUBS_7, cards("5C5C"), lead("KDQD")) == 2
    assert naive.kitty_multiplier({}, CLUBS_7, cards("3C3C2C2C"), lead("AHAHQHQH")) == 4
    assert naive.kitty_multiplier({}, CLUBS_7, cards("3C3C2C2C"), lead("5H5H4H4H")) == 8


# -------------------------------------------------------------------------------------------------- bidding

EAST, NORTH, WEST, SOUTH = range(4)
TABLE_HANDS = {
    NORTH: cards("9H9H2C"),
    EAST: cards("9C9C3C"),
    SOUTH: cards("BJBJ9D9D"),
    WEST: cards("RJRJ9S9S"),
}
# 002-22: rows a to d
PRINTED = [(NORTH, ("9H",)), (EAST, ("9C", "9C")), (NORTH, ("9H", "9H")), (SOUTH, ("BJ", "BJ"))]


def bid_reason(rules, bids, bid, hand=None):
    """Reason against one more bid at rank 9."""
    seat, shown = bid
    return naive.why_illegal_bid(rules, "9", seat, hand or TABLE_HANDS[seat], bids, shown)


def test_printed_bidding_table():  # 002-20 002-21 002-22 000-27 000-28 B7
    rules = {"bidding.no_trump": "joker_pair"}
    for i, (bid, trump) in enumerate(zip(PRINTED, ["H", "C", "H", "NT"], strict=True)):
        assert bid_reason(rules, PRINTED[:i], bid) == "legal"
        assert naive.trump_after_bidding(rules, "9", PRINTED[: i + 1]) == trump
    assert bid_reason({}, PRINTED[:3], PRINTED[3]) == "must_be_a_bid"
    refuse_partner = rules | {"bidding.override_partner": False}
    assert bid_reason(refuse_partner, PRINTED[:3], PRINTED[3]) == "must_not_override_partner"
    assert bid_reason(rules, PRINTED, (WEST, ("RJ", "RJ"))) == "legal"
    assert bid_reason(rules, PRINTED, (WEST, ("9S", "9S"))) == "must_exceed"


def test_reinforce_before_override():  # 000-29 B6
    rules = {"bidding.reinforce": "before_override"}
    assert bid_reason(rules, PRINTED[:2], PRINTED[2]) == "must_exceed"
    reinforced = [PRINTED[0], PRINTED[2]]
    assert bid_reason(rules, PRINTED[:1], PRINTED[2]) == "legal"
    assert bid_reason(rules, reinforced, PRINTED[1]) == "must_exceed"
    assert bid_reason({"bidding.reinforce": "off"}, PRINTED[:1], PRINTED[2]) == "must_only_reinforce"


def test_why_illegal_bid_reasons():  # 002-23 002-25 002-26 003-7
    after_n = PRINTED[:1]
    assert bid_reason({}, [], (NORTH, ("9S",))) == "must_hold_cards"
    assert bid_reason({}, [], (NORTH, ("2C",))) == "must_be_a_bid"
    assert bid_reason({}, [], (SOUTH, ("BJ", "BJ"))) == "must_be_a_bid"
    joker_pair = {"bidding.no_trump": "joker_pair"}
    assert bid_reason(joker_pair, [], (SOUTH, ("BJ",))) == "must_be_a_bid"
    assert bid_reason(joker_pair, [], (SOUTH, ("BJ", "RJ")), ["BJ", "RJ"]) == "must_be_a_bid"
    assert bid_reason({}, [], (NORTH, ("9H", "9S")), ["9H", "9S"]) == "must_be_a_bid"
    assert bid_reason({}, after_n, (EAST, ("9C",))) == "must_exceed"  # E47: single v. single
    assert bid_reason({}, after_n, (NORTH, ("9D", "9D")), cards("9H9D9D")) == "must_only_reinforce"
    assert bid_reason({}, after_n, (NORTH, ("9H",))) == "must_only_reinforce"
    assert bid_reason({}, PRINTED[1:2], (WEST, ("9S", "9S"))) == "must_exceed"
    assert bid_reason({"bidding.override": "first_final"}, after_n, (EAST, ("9C", "9C"))) == "must_exceed"


def test_e47_partner():  # B6 B7
    after_n = PRINTED[:1]
    assert bid_reason({}, after_n, (SOUTH, ("9H",)), cards("9H9D9D")) == "must_not_strengthen_partner"
    assert bid_reason({}, after_n, (SOUTH, ("9D", "9D"))) == "legal"
    refuse = {"bidding.override_partner": False}
    assert bid_reason(refuse, after_n, (SOUTH, ("9D", "9D"))) == "must_not_override_partner"
    overridden = [*after_n, (SOUTH, ("9D", "9D"))]
    back = (NORTH, ("9H", "9H"))
    assert bid_reason({"bidding.reinforce": "before_override"}, overridden, back) == "must_exceed"
    assert bid_reason({}, overridden, back) == "legal"


def test_pair_order_suits():  # B7
    rules = {"bidding.pair_order": "suits"}
    assert bid_reason(rules, PRINTED[1:2], (WEST, ("9S", "9S"))) == "legal"
    assert bid_reason(rules, PRINTED[1:2], (SOUTH, ("9D", "9D"))) == "must_exceed"
    assert bid_reason(rules, [(EAST, ("9C",))], (SOUTH, ("9S",)), ["9S"]) == "must_exceed"
    # A pair built on the maker's own single stands above every fresh pair (outranks_pair).
    assert bid_reason(rules, [PRINTED[0], PRINTED[2]], (WEST, ("9S", "9S"))) == "must_exceed"
    before = rules | {"bidding.reinforce": "before_override"}
    assert bid_reason(before, [PRINTED[0], PRINTED[2]], (WEST, ("9S", "9S"))) == "legal"


def test_jokers_extend():  # 002-24 B8
    rules = {"bidding.jokers_extend": "on", "bidding.no_trump": "joker_pair"}
    hand = cards("9H9HBJRJ")
    after_e = PRINTED[1:2]
    assert bid_reason({}, [], (NORTH, ("9H", "BJ")), hand) == "must_be_a_bid"
    assert bid_reason(rules, after_e, (NORTH, ("9H", "BJ")), hand) == "must_exceed"
    assert bid_reason(rules, after_e, (NORTH, ("9H", "BJ", "RJ")), hand) == "legal"
    long_bid = [(NORTH, ("9H", "BJ", "RJ"))]
    assert bid_reason(rules, long_bid, (WEST, ("RJ", "RJ"))) == "must_exceed"  # a joker pair counts two
    assert bid_reason(rules, after_e, (WEST, ("RJ", "RJ"))) == "legal"
    assert bid_reason(rules, long_bid, (SOUTH, ("9H", "BJ", "BJ", "RJ")), cards("9HBJBJRJ")) == (
        "must_not_strengthen_partner"
    )
    assert naive.trump_after_bidding(rules, "9", long_bid) == "H"


def test_legal_bids():  # D-table of the cases, two decks
    hand = cards("2C2C2S2SBJBJRJRJ4H")
    rules = {"bidding.no_trump": "joker_pair"}
    assert naive.legal_bids({}, "2", 0, hand, []) == [("2C",), ("2C", "2C"), ("2S",), ("2S", "2S")]
    assert naive.legal_bids(rules, "2", 0, hand, [(0, ("2C",))]) == [("2C", "2C")]  # D2
    assert naive.legal_bids(rules, "2", 0, hand, [(1, ("2H", "2H"))]) == [("BJ", "BJ"), ("RJ", "RJ")]
    assert naive.legal_bids(rules, "2", 0, hand, [(1, ("BJ", "BJ"))]) == [("RJ", "RJ")]
    extended = rules | {"bidding.jokers_extend": "on"}
    longest = ("2C", "2C", "BJ", "BJ", "RJ", "RJ")
    assert longest in naive.legal_bids(extended, "2", 0, hand, [])


FLIPS = {
    # (rules, rank, kitty, trump)
    "000-30 002-27": ({}, "7", "3H RJ 7C", "H"),
    "002-27 next": ({}, "7", "RJ BJ 3S 7C", "S"),
    "002-27 NT": ({"bidding.unclaimed_joker": "no_trump"}, "7", "RJ 3S 7C", "NT"),
    "002-27 reshuffle": ({"bidding.unclaimed_joker": "reshuffle"}, "7", "RJ 3S 7C", "reshuffle"),
    "002-27 no joker first": ({"bidding.unclaimed_joker": "reshuffle"}, "7", "3S RJ 7C", "S"),
    "000-31 002-28": ({"bidding.unclaimed": "until_rank_else_highest"}, "7", "AH RJ 7C 7D", "C"),
    "002-28 largest": ({"bidding.unclaimed": "until_rank_else_highest"}, "7", "3H RJ KC KD 2S", "C"),
    "B10 jokers": ({"bidding.unclaimed": "until_rank_else_highest"}, "7", "RJ BJ RJ BJ", "NT"),
    "003-8": (DA_BAI_FEN, "2", "3H 4C AS AD 5H 5S", "S"),
}


@pytest.mark.parametrize(("rules", "rank", "kitty", "trump"), FLIPS.values(), ids=FLIPS.keys())
def test_flip(rules, rank, kitty, trump):
    assert naive.flip(rules, rank, cards(kitty)) == trump


# ------------------------------------------------------------------------------- dealers, misdeals, scores


def test_first_dealer():  # 000-22 002-29 B9
    bids = PRINTED
    expected = {
        "first_exposed": NORTH,
        "first_rank_pair": EAST,
        "first_joker_pair": SOUTH,
        "winning_bid": SOUTH,
    }
    for choice, seat in expected.items():
        assert naive.first_dealer({"dealer.first": choice}, bids, WEST) == seat
        assert naive.first_dealer({"dealer.first": choice}, [], WEST) == WEST
    assert naive.first_dealer({"dealer.first": "first_rank_pair"}, [(NORTH, ("9H",))], WEST) == WEST
    assert naive.first_dealer({"dealer.opening": "random"}, [], WEST, SOUTH) == SOUTH


def test_next_dealer():  # 000-23 000-24 002-86, order of play E N W S
    assert naive.next_dealer({}, WEST, swap=False) == EAST
    assert naive.next_dealer({}, WEST, swap=True) == SOUTH
    assert naive.next_dealer({}, SOUTH, swap=True) == EAST


def test_may_claim_misdeal():  # 000-34 002-32 003-10
    no_trumps, no_points, neither = cards("KH10D8S"), cards("3C7DRJ"), cards("3CKH")
    claims = {
        "off": [False, False, False],
        "no_trumps": [True, False, False],
        "no_points": [False, True, False],
        "either": [True, True, False],
    }
    for choice, expected in claims.items():
        rules = {"misdeal.claim": choice}
        hands = [no_trumps, no_points, neither]
        assert [naive.may_claim_misdeal(rules, CLUBS_7, hand) for hand in hands] == expected
    assert naive.dealer_after_misdeal({}, WEST) == WEST
    assert naive.dealer_after_misdeal({"misdeal.next_dealer": "leaders_partner"}, WEST) == EAST


def bands(*rows):
    """(points, swap, declarers_gain, opponents_gain) for the ends of every band, in steps of five."""
    return [
        (points, swap, declarers, opponents)
        for low, high, swap, declarers, opponents in rows
        for points in range(low, high + 1, 5)
    ]


MIDDLE = [
    (0, 0, False, 3, 0),
    (5, 35, False, 2, 0),
    (40, 75, False, 1, 0),
    (80, 115, True, 0, 0),
    (120, 155, True, 0, 1),
    (160, 195, True, 0, 2),
]
SCORES = {
    "000-79": (CLASSIC, bands(*MIDDLE, (200, 400, True, 0, 3), (-80, 0, False, 3, 0))),
    "002-85": (
        {},
        bands(
            *MIDDLE,
            (200, 235, True, 0, 3),
            (240, 275, True, 0, 4),
            (280, 315, True, 0, 5),
            (-35, -5, False, 4, 0),
            (-75, -40, False, 5, 0),
            (-115, -80, False, 6, 0),
        ),
    ),
    "002-4 002-5 B38": (
        {"score.declarers_gain": "one", "score.opponents_gain": "never"},
        bands((-80, 75, False, 1, 0), (80, 300, True, 0, 0)),
    ),
    "003-22..26 B45": (
        DA_BAI_FEN,
        bands(
            (0, 0, False, 2, 0),
            (5, 35, False, 1, 0),
            (40, 75, True, 0, 0),
            (80, 95, True, 0, 1),
            (100, 200, True, 0, 2),
        ),
    ),
}


@pytest.mark.parametrize(("rules", "rows"), SCORES.values(), ids=SCORES.keys())
def test_score(rules, rows):
    for points, swap, declarers, opponents in rows:
        assert naive.score(rules, points) == {
            "swap": swap,
            "declarers_gain": declarers,
            "opponents_gain": opponents,
        }, points


def test_score_e40():
    kitty = naive.points_in(cards("KH5H"))
    double = cards("3H3H")
    assert 70 + kitty * naive.kitty_multiplier({"kitty.multiplier": "fixed_2"}, CLUBS_7, double) == 100
    for system in ("pow2_length_plus_1", "two_times_length_plus_1", "two_times_cards"):
        total = 70 + kitty * naive.kitty_multiplier({"kitty.multiplier": system}, CLUBS_7, double)
        assert total == 130
        assert naive.score({}, total)["opponents_gain"] == 1


def test_score_e42():
    assert naive.score({}, -10)["declarers_gain"] == 4
    assert naive.score(CLASSIC, -10)["declarers_gain"] == 3
    assert naive.score({}, -40)["declarers_gain"] == 5
    assert naive.score({}, 240)["opponents_gain"] == 4
    assert naive.score({}, 235)["opponents_gain"] == 3


def test_score_table_refuses_gaps():
    with pytest.raises(AssertionError):
        naive.score({"score.table": [{"from": 0, "to": 40, "swap": False}]}, 45)


def gain(declarers=0, opponents=0):
    """A result as score gives it."""
    return {"swap": bool(opponents), "declarers_gain": declarers, "opponents_gain": opponents}


def test_next_levels():  # 000-5 000-7 002-6 002-7 003-27 B2
    end_as_declarers = {"levels.finish": "pass_end_as_declarers"}
    wrap = {"levels.after_end": "wrap"}
    rows = [
        # (rules, levels, result, levels after, finished); the declarers are side 0
        ({}, ["2", "2"], gain(3), ["5", "2"], False),
        ({}, ["9", "2"], gain(2), ["J", "2"], False),
        ({}, ["9", "2"], gain(0, 3), ["9", "5"], False),
        ({}, ["K", "2"], gain(1), ["A", "2"], False),
        ({}, ["Q", "2"], gain(3), ["A", "2"], True),
        ({}, ["2", "A"], gain(0, 1), ["2", "A"], True),
        ({"levels.finish": "reach_end"}, ["K", "2"], gain(1), ["A", "2"], True),
        ({"levels.end": "10"}, ["9", "2"], gain(2), ["10", "2"], True),
        (end_as_declarers, ["Q", "2"], gain(3), ["A", "2"], False),
        (end_as_declarers, ["2", "A"], gain(0, 2), ["2", "A"], False),
        (end_as_declarers, ["A", "2"], gain(1), ["A", "2"], True),
        (wrap, ["A", "2"], gain(1), ["2", "2"], False),
        (wrap, ["A", "2"], gain(2), ["3", "2"], False),
        (wrap, ["Q", "2"], gain(3), ["2", "2"], False),
        (wrap | end_as_declarers, ["A", "2"], gain(3), ["2", "2"], False),
    ]
    for rules, levels, result, after, finished in rows:
        assert naive.next_levels(rules, levels, 0, result) == (after, finished), (rules, levels)


def test_next_levels_sequences():  # A2 A4 A7 of the cases
    level, seen = "2", []
    for _ in range(13):
        (level, _), _ = naive.next_levels({"levels.after_end": "wrap"}, [level, "2"], 0, gain(1))
        seen.append(level)
    assert seen == [*naive.RANKS[1:], "2"]


# ------------------------------------------------------------------------------------------- a whole deal

VARIANTS = {
    "002": {},
    "002 no trump": {"bidding.no_trump": "joker_pair", "bidding.jokers_extend": "on"},
    "000": CLASSIC,
    "003": DA_BAI_FEN,
    "penalties": {"throw.penalty": "ten_per_beatable_card", "throw.compare": "all_components"},
    "choices": {"throw.failed": "leader_choice", "follow.obligation": "exact_length_only"},
    "first in turn": {"throw.failed": "first_in_turn", "follow.protect": "both"},
    "challenger": {"throw.failed": "challenger_choice", "throw.penalty": "ten_per_card"},
    "plain chain": {"order.tractor_chain": "plain_only", "follow.obligation": "tuples_only"},
    "reshuffle": {"bidding.unclaimed_joker": "reshuffle", "kitty.points_allowed": False},
    "kitty of 12": {"deal.kitty_size": 12, "throw.penalty": "ten_per_attempt"},
}


def random_lead(rng, rules, trump, hand):
    """A single, a component or a throw."""
    suit = naive.suit_of(rng.choice(hand), trump)
    held = [card for card in hand if naive.suit_of(card, trump) == suit]
    components = naive.decompose(rules, trump, held)
    wish = rng.random()
    if wish < 0.5:
        return components[0]
    if wish < 0.7:
        return [card for component in components[: rng.randint(1, 4)] for card in component]
    if wish < 0.75:
        return rng.sample(held, rng.randint(1, len(held)))
    return rng.choice(components)


def random_follow(rng, rules, trump, components, hand):
    """A legal follow: guesses first, then the complete list."""
    n_led = sum(len(component) for component in components)
    led = naive.suit_of(components[0][0], trump)
    held = [card for card in hand if naive.suit_of(card, trump) == led]
    others = [card for card in hand if naive.suit_of(card, trump) != led]
    if len(held) < n_led:
        return held + rng.sample(others, n_led - len(held))
    for _ in range(30):
        play = rng.sample(held, n_led)
        if naive.why_illegal_follow(rules, trump, components, hand, play) == "legal":
            return play
    # The follower's own components, largest first, are a good guess at a legal play.
    own = [card for component in naive.decompose(rules, trump, held) for card in component][:n_led]
    if naive.why_illegal_follow(rules, trump, components, hand, own) == "legal":
        return own
    return list(rng.choice(naive.legal_follows(rules, trump, components, hand)))


def record_random_deal(rules, seed):
    """A whole deal played at random, as replay wants it."""
    rng = random.Random(seed)
    deck = list(naive.whole_deck({}).elements())
    rng.shuffle(deck)
    rank = rng.choice(naive.RANKS)
    first_drawer = rng.randrange(4)
    n_drawn = 108 - naive.kitty_size(rules)
    hands = [[], [], [], []]
    bids = []
    for i in range(n_drawn):
        seat = (first_drawer + i) % 4
        hands[seat].append(deck[i])
        bidder = rng.randrange(4)
        legal = naive.legal_bids(rules, rank, bidder, hands[bidder], [bid[1:] for bid in bids])
        if legal and rng.random() < 0.05:
            bids.append((i + 1, bidder, rng.choice(legal)))
    standing = [bid[1:] for bid in bids]
    suit = naive.trump_after_bidding(rules, rank, standing) or naive.flip(rules, rank, deck[n_drawn:])
    trump = (rank, suit)
    dealer = rng.choice([None, 0, 1, 2, 3])
    deal = {
        "rank": rank,
        "dealer": dealer,
        "first_drawer": first_drawer,
        "deck": deck,
        "bids": bids,
        "buried": [],
        "plays": [],
    }
    if suit == "reshuffle":
        return deal
    leader = naive.first_dealer(rules, standing, first_drawer) if dealer is None else dealer
    hands[leader] += deck[n_drawn:]
    buriable = sorted(hands[leader], key=lambda card: (naive.points_of(card) > 0, rng.random()))
    deal["buried"] = buriable[: 108 - n_drawn]
    for card in deal["buried"]:
        hands[leader].remove(card)
    while any(hands):
        attempt = random_lead(rng, rules, trump, hands[leader])
        kind, components = naive.read_lead(rules, trump, attempt)
        play = [leader, attempt]
        laid = attempt
        if kind == "throw":
            others = [hands[(leader + i) % 4] for i in (1, 2, 3)]
            options = naive.throw_options(rules, trump, components, others)
            if options and naive.knob(rules, "throw.failed") == "lose_round":
                deal["plays"].append(play)
                return deal
            if options:
                laid = rng.choice(options)
                play.append(laid)
        deal["plays"].append(tuple(play))
        components = naive.read_lead(rules, trump, laid)[1]
        on_table = [laid]
        for card in laid:
            hands[leader].remove(card)
        for i in (1, 2, 3):
            seat = (leader + i) % 4
            on_table.append(random_follow(rng, rules, trump, components, hands[seat]))
            deal["plays"].append((seat, on_table[-1]))
            for card in on_table[-1]:
                hands[seat].remove(card)
        leader = (leader + naive.trick_winner(rules, trump, on_table)) % 4
    return deal


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(4))
def test_replay_random_deal(variant, seed):
    rules = VARIANTS[variant]
    deal = record_random_deal(rules, f"{variant} {seed}")
    result = naive.replay(rules, deal)
    if result.get("reshuffle"):
        return
    if result["lost_round_by"] is not None:
        declarer_erred = result["lost_round_by"] % 2 == result["dealer"] % 2
        assert result["total"] == (naive.most_points(rules) if declarer_erred else 0)
        return
    played = Counter(card for trick in result["tricks"] for play in trick["plays"] for card in play)
    assert played + Counter(deal["buried"]) == naive.whole_deck({})
    opponents = 1 - result["dealer"] % 2
    won = [0, 0]
    for trick in result["tricks"]:
        won[trick["winner"] % 2] += trick["points"]
    assert sum(won) + result["kitty_points"] == 200
    assert won[opponents] == result["trick_points"]
    last = result["tricks"][-1]
    assert result["last_trick_winner"] == last["winner"]
    taken = result["kitty_points"] * result["multiplier"] if last["winner"] % 2 == opponents else 0
    assert result["total"] == won[opponents] + result["penalty"] + taken
    assert result["next_dealer"] % 2 == (opponents if result["swap"] else 1 - opponents)
    assert result["swap"] == naive.score(rules, result["total"])["swap"]


def test_replay_refuses_illegal_acts():
    deal = record_random_deal({}, "spoil")
    naive.replay({}, deal)
    plays = deal["plays"]
    seat, cards_played, *_ = plays[1]
    other_deck = [*deal["deck"][:-1], "2C" if deal["deck"][-1] != "2C" else "3C"]
    spoilt = {
        "whole packs": deal | {"deck": other_deck},
        "must_hold_cards": deal | {"buried": ["RJ"] * 8},
        "as many cards": deal | {"buried": deal["buried"][:-1]},
        "out of turn": deal | {"plays": [plays[0], ((seat + 1) % 4, cards_played), *plays[2:]]},
        "must_match_number": deal | {"plays": [plays[0], (seat, []), *plays[2:]]},
        "it is the turn of": deal | {"plays": plays[1:]},
        "the record ends": deal | {"plays": plays[:-1]},
        "the record goes on": deal | {"plays": [*plays, plays[0]]},
        "must_be_a_bid": deal | {"bids": [(1, deal["first_drawer"], deal["deck"][:1])]},
        "no right to it": deal | {"misdeal": 0},
        "out of order": deal | {"bids": [(101, 0, ("2C",))]},
    }
    for reason, broken in spoilt.items():
        with pytest.raises(AssertionError, match=reason):
            naive.replay({}, broken)
    with pytest.raises(AssertionError, match="not covered"):
        naive.replay({"table.decks": 9}, deal)
    with pytest.raises(AssertionError, match="unknown knob"):
        naive.replay({"throw.faild": "lowest"}, deal)
