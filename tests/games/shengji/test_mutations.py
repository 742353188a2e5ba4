"""The twin is worth something only if it notices: each of these wrong rules must make it fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TWIN = ("tests/games/shengji/test_twin.py",)
OPTIONAL = ("tests/games/shengji/test_optional_rules.py",)
LAST_TRICKS = (*OPTIONAL, "-k", "last_tricks")
BIDS, TRUMPS, LEVELS, LEADS = (
    ("tests/games/shengji/test_situations.py", "-k", which)
    for which in ("bids_are", "kitty_makes", "levels_climb", "leads_read")
)
READ, ANSWERED, RUFFED = (
    ("tests/games/shengji/test_splits.py", "-k", which) for which in ("leads", "answers", "ruffs")
)

# What is wrong: file, right, wrong, and the tests that are to notice it.
MUTATIONS = {
    "equal cards take": ("trick.py", "top <= table.winning_level", "top < table.winning_level", TWIN),
    "the lowest pair wins": ("trick.py", "else level(table, pairs)", "else 63 - level(table, pairs)", TWIN),
    "equal cards beat a throw": ("throw.py", "length - 1 > top_level", "length - 1 >= top_level", TWIN),
    "the highest component stays": (
        "throw.py",
        "rating = CARDS * top_level",
        "rating = -CARDS * top_level",
        TWIN,
    ),
    "no pair is owed": ("follow.py", "return min(table.lead.n_pairs, count(pairs))", "return 0", TWIN),
    "tractors need three pairs": (
        "lead.py",
        "while length >= shortest_tractor(rules):",
        "while length > shortest_tractor(rules):",
        TWIN,
    ),
    "a double counts as a single": ("kitty.py", "shifted_up(2, length)", "shifted_up(1, length)", TWIN),
    "the kitty counts for nobody": ("play.py", "state.outcome[won] = factor * printed", "pass", TWIN),
    "the losers get the points": ("play.py", "table.side[winner]] +=", "1 - table.side[winner]] +=", TWIN),
    "levels begin too low": ("score.py", "(points - swap_at(rules)) // step", "points // step", TWIN),
    "the standing bidder deals": ("match.py", "found = table.first_bidder", "found = table.bidder", TWIN),
    "black outranks red": ("bid.py", "_RED_CLASS = 8, 9, 10", "_RED_CLASS = 8, 10, 9", BIDS),
    "the last card turned decides": ("bid.py", "card % 13 > highest:", "card % 13 >= highest:", TRUMPS),
    "fours and sixes stay apart": ("order.py", "1 if own < cards.FIVE != rank", "0 if own < 13", LEADS),
    "a side captures its own": ("red_fives.py", "!= table.side[winner]", "== table.side[winner]", OPTIONAL),
    "diamonds cost two": ("red_fives.py", "bit(highest(table.red_fives))", "bit(58)", OPTIONAL),
    "black jokers above red": ("overcall.py", "1 + face - BLACK", "2 + BLACK - face", OPTIONAL),
    "partners are always overcalled": ("overcall.py", "is_partners and not", "False and not", OPTIONAL),
    "trump makers overcall themselves": ("overcall.py", "or seat == maker)", "or False)", OPTIONAL),
    "declarers hook themselves": ("hook.py", "== Side.DECLARERS or", "== Side.OPPONENTS or", LAST_TRICKS),
    "half the way is rounded up": ("hook.py", "(whole + 1) // 2", "whole // 2", LAST_TRICKS),
    "a mandatory rank is passed": (
        "match.py",
        "            return step",
        "            return gain",
        LEVELS,
    ),
    "the end is passed late": (
        "match.py",
        "and to > last_level",
        "and to > 1 + last_level",
        LEVELS,
    ),
    "of equal parts the set is read": ("lead.py", "length > 1 and best_length == 1", "False", READ),
    "sets are read before tractors": (
        "lead.py",
        "gain > 0 or (gain == 0",
        "best_width == 1 or (gain == 0",
        READ,
    ),
    "rows of equal cards break the larger set": (
        "lead.py",
        "for copies in range(len(cards), width, -1):",
        "for copies in range(0):",
        READ,
    ),
    "the first answer counts": (
        "serve.py",
        "        search.best[depth] = code\n",
        "        search.best[depth] = max(code, search.best[depth]) if search.n_best else code\n",
        ANSWERED,
    ),
    "a narrower piece is owed anywhere": ("serve.py", "starts, nearness = near, 2 - side", "pass", ANSWERED),
    "of equal cards only one is tried": (
        "serve.py",
        "search.equals[depth] = minus(search.equals[depth], alike)",
        "search.equals[depth] = NOTHING",
        ANSWERED,
    ),
    "the lowest split of a ruff counts": (
        "serve.py",
        "low = highest(search.starts[depth]) if aim >= WHOLE",
        "low = lowest(search.starts[depth]) if aim >= WHOLE",
        RUFFED,
    ),
    "the first split of a ruff must do": (
        "serve.py",
        "        while depth >= 0 and search.starts[depth] == NOTHING:\n",
        "        if aim >= WHOLE:\n            return False\n"
        "        while depth >= 0 and search.starts[depth] == NOTHING:\n",
        RUFFED,
    ),
    "with two packs the first cut of a ruff counts": (
        "trick.py",
        "    while starts != NOTHING:\n        low = highest(starts)\n        if table.lead.n_parts == 1",
        "    while starts != NOTHING:\n        low = lowest(starts)\n        if table.lead.n_parts == 1",
        RUFFED,
    ),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_rule_is_noticed(name, tmp_path):
    file, right, wrong, check = MUTATIONS[name]
    for folder in ("shengsim", "tests", "variants"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    chapter = tmp_path / "shengsim" / "games" / "shengji" / file
    text = chapter.read_text(encoding="utf-8")
    assert text.count(right) == 1
    chapter.write_text(text.replace(right, wrong), encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            *check,
        ],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path), "SHENGSIM_CACHE_DIR": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout[-2000:] + done.stderr[-2000:]
    assert "AssertionError" in done.stdout
