"""Twin and examples are worth something only if they notice: each of these wrong rules must make them fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

# What is wrong: file, right, wrong. Bots play nothing that does not beat, so that what they may not do is
# noticed by examples of single plays alone.
BY_EXAMPLES = {
    "equal plays beat",
    "a longer straight beats",
    "bombs go by rank first",
    "the highest suit does not decide",
}
MUTATIONS = {
    "equal plays beat": ("combination.py", "<= worth(rules, table, form, table.order)", "< worth(rules, table, form, table.order)"),
    "a longer straight beats": ("combination.py", "n != table.n_cards", "n < table.n_cards"),
    "bombs go by rank first": ("bomb.py", "BOMB_STEP = 64", "BOMB_STEP = 1"),
    "two to six is the highest": ("combination.py", "rank_bit(LAST_PLACE + 1))", "rank_bit(LAST_PLACE - 1))"),
    "rows of pairs go up to two": ("combination.py", "first, last = 0, LAST_PLACE - 1", "first, last = 0, LAST_PLACE"),
    "a pass ends the trick": ("play.py", "if table.n_passes < n_others:", "if table.n_passes < n_others - 1:"),
    "the leader is the next in turn": ("lead.py", "        return table.last\n", "        return next_in_play(table, table.last)\n"),
    "a revolution never ends": ("play.py", "table.is_reversed = 1 - table.is_reversed", "table.is_reversed = 1"),
    "jokers are turned over": ("order.py", "return ABOVE_ALL + order", "return TOP - order"),
    "ten cards count once": ("score.py", "left >= rules.score.double_from", "left > rules.score.double_from"),
    "hands are counted late": ("play.py", "if table.n_out == 1 and", "if table.n_out == 2 and"),
    "the winner deals": ("session.py", "session.dealer = loser", "session.dealer = winner"),
    "the loser gives his lowest card": ("exchange.py", "return highest(held(hand, 1))", "return highest(held(hand, 1) & -held(hand, 1))"),
    "the dealer leads": ("lead.py", "return table.starter if start_card_leads_first(rules) else table.dealer", "return table.dealer"),
    "the highest suit does not decide": ("combination.py", "return highest(both(held(cards, 1), all_of(rank_bit(rank))))\n    return position(rank, 0)", "return position(rank, 0)\n    return position(rank, 0)"),
    "a straight flush is a straight": ("combination.py", "return read_as(Form.STRAIGHT_FLUSH, n, order)", "return read_as(Form.STRAIGHT, n, order)"),
}  # fmt: skip


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_rule_is_noticed(name, tmp_path):
    file, right, wrong = MUTATIONS[name]
    shutil.copytree(ROOT / "shengsim", tmp_path / "shengsim", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("tests", "variants", "scenarios"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    chapter = tmp_path / "shengsim" / "games" / "winner" / file
    text = chapter.read_text(encoding="utf-8")
    assert text.count(right) == 1
    chapter.write_text(text.replace(right, wrong), encoding="utf-8")
    command = ["-m", "tests.games.winner.soak", "--games", "2000", "--games-a-variant", "5"]
    if name in BY_EXAMPLES:
        command = ["-m", "shengsim", "verify", "-q", "scenarios/winner"]
    done = subprocess.run(
        [sys.executable, *command],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path), "SHENGSIM_CACHE_DIR": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    told = done.stdout + done.stderr
    assert done.returncode in (1, 2), told[-2000:]
    assert any(words in told for words in ("disagree", "rules say", "cannot be read")), told[-2000:]
