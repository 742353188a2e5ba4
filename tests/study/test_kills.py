"""Kills at random moments, of runs and of their workers; ``make soak`` makes more of them."""

from __future__ import annotations

import pytest

from tests.study.kills import TABLES, kill_parents, kill_workers, small_chunks, small_study, whole


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("kill", [kill_parents, kill_workers])
def test_kills_change_no_byte(kill, kind, tmp_path):
    study = small_study(kind)
    (tmp_path / "whole").mkdir()
    with small_chunks():
        expected = whole(study, tmp_path / "whole")
        assert set(expected) == TABLES[kind]
        assert kill(study, 20 if kind == "run" else 10, 7, expected, tmp_path) > 0
