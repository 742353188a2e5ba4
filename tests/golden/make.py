"""Goldens: whole playthroughs of every shipped variant, as text. ``make golden`` writes them anew."""

from __future__ import annotations

from pathlib import Path

from shengsim.bots import TABLES
from shengsim.record.play import play_record
from shengsim.variant.variant import load_variant, shipped_variants

FOLDER = Path(__file__).parent
SEED = 7
NUMBERS = (0, 1)


def golden(name: str) -> str:
    """Two deals of a variant by each bot, decision by decision."""
    variant = load_variant(name)
    engine = variant.family.engine()
    parts = []
    for bots in TABLES[variant.family.NAME].BOTS:
        for number in NUMBERS:
            text = engine.as_text(play_record(variant, bots, SEED, number))
            parts.append(f"# {name}, bots {bots}, seed {SEED}\n{text}\n")
    return "\n".join(parts)


def golden_path(name: str) -> Path:
    """Where a variant's golden lies."""
    return FOLDER / f"{name}-{SEED}.txt"


def main() -> None:
    """Writes every golden, and removes those of variants that no longer ship."""
    wanted = {golden_path(name): name for name in shipped_variants()}
    for path, name in wanted.items():
        path.write_text(golden(name), encoding="utf-8")
    for path in FOLDER.glob("*.txt"):
        if path not in wanted:
            path.unlink()


if __name__ == "__main__":
    main()
