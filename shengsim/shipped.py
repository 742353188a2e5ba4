"""Where the data that ships lies: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent


def shipped_folder(name: str) -> Path:
    """The folder ``variants`` or ``scenarios`` that came with this program."""
    inside = PACKAGE / "shipped" / name
    return inside if inside.is_dir() else PACKAGE.parent / name
