"""The bots of each family, and the tables they sit at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shengsim.bots.shengji import table as shengji
from shengsim.bots.winner import table as winner

TABLES: Mapping[str, Any] = {"shengji": shengji, "winner": winner}
"""By family: its ``BOTS`` and the functions of its table; see bots/shengji/table.py."""
