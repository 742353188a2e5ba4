"""Playthroughs stay as they are until `make golden` changes them on purpose."""

from __future__ import annotations

import pytest

from shengsim.variant.variant import shipped_variants
from tests.golden.make import FOLDER, golden, golden_path


@pytest.mark.parametrize("name", shipped_variants())
def test_a_playthrough_is_the_golden_one(name):
    assert golden(name) == golden_path(name).read_text(encoding="utf-8")


def test_every_golden_is_of_a_variant_that_ships():
    assert set(FOLDER.glob("*.txt")) == {golden_path(name) for name in shipped_variants()}
