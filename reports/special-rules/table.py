"""Prints the tables of README.md from the summary.csv files of two runs: matches, then deals."""

from __future__ import annotations

import sys

import pandas as pd

BASE = "bashi-fen"
MATCH = ["deals", "loser_level", "lead_changes", "winner_behind", "comeback", "first_dealer_wins"]
DEAL = ["level_change", "swap", "opponents_points", "last_trick_opponents"]
EVENTS = [
    "overcalls_offered", "overcalls", "trump_changes", "opponents_buried", "red_fives_lost_declarers",
    "red_fives_lost_opponents", "red_five_levels", "hooks", "hook_levels", "stops", "stopped_at_5",
    "stopped_at_10", "stopped_at_k",
]  # fmt: skip


def table(path: str, effects: list[str]) -> None:
    """Each variant less the base, with a 95 % interval, and how often its events happened in all."""
    rows = pd.read_csv(path)
    rows = rows[rows["stratum"] == "all"].set_index(["variant", "statistic"])
    names = [name for name in rows.index.unique("variant") if name != BASE]
    n = int(rows["n"].max())
    print(f"| less `{BASE}` | " + " | ".join(effects) + " |")
    print("|---|" + "---|" * len(effects))
    print(f"| `{BASE}` itself | " + " | ".join(f"{rows.loc[(BASE, s), 'estimate']:.4f}" for s in effects) + " |")
    for name in names:
        cells = []
        for statistic in effects:
            own, base = rows.loc[(name, statistic)], rows.loc[(BASE, statistic)]
            error = 1.96 * (own["std_error"] ** 2 + base["std_error"] ** 2) ** 0.5
            cells.append(f"{own['estimate'] - base['estimate']:+.4f} ± {error:.4f}")
        print(f"| `{name}` | " + " | ".join(cells) + " |")
    print()
    for name in names:
        counts = [
            f"{statistic} {round(rows.loc[(name, statistic), 'estimate'] * n):,}"
            for statistic in EVENTS
            if (name, statistic) in rows.index and rows.loc[(name, statistic), "estimate"] > 0
            and rows.loc[(name, statistic), "estimate"] != rows.loc[(BASE, statistic), "estimate"]
        ]
        print(f"* `{name}`: {', '.join(counts)}")


if __name__ == "__main__":
    table(sys.argv[1], MATCH)
    print()
    table(sys.argv[2], DEAL)
