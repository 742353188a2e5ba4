"""The unit of sessions: what a session adds to the statistics, and what its outcomes mean.

A session's row holds its own fields and then the sums of all its games' outcomes, so that what happens in
games is counted a session, where one session is one observation.
"""

from __future__ import annotations

from enum import IntEnum

from shengsim.games.family import Histogram, Statistic, Stratum
from shengsim.games.winner import game_outcome
from shengsim.games.winner.state import Outcome, SessionOutcome

UNIT, PLURAL = "session", "sessions"

OUTCOME = IntEnum(  # type: ignore[misc]
    "OUTCOME", [field.name for field in SessionOutcome] + [f"GAME_{field.name}" for field in Outcome], start=0
)

NO_SUMS = {"longest", "most_left"}
"""Statistics of games whose sum over a session says nothing."""

STATISTICS = (
    Statistic("games", SessionOutcome.GAMES, "mean", "games", "games played"),
    Statistic("repeat_wins", SessionOutcome.REPEAT_WINS, "mean", "events", "won by the last winner"),
    Statistic("repeat_losses", SessionOutcome.REPEAT_LOSSES, "mean", "events", "lost by the last loser"),
    Statistic("turns_of_fortune", SessionOutcome.TURNS_OF_FORTUNE, "mean", "events", "won by the last loser"),
    Statistic("longest_streak", SessionOutcome.LONGEST_STREAK, "mean", "games", "most wins in a row"),
    Statistic("most_wins", SessionOutcome.MOST_WINS, "mean", "games", "most wins of a seat"),
    Statistic("best_score", SessionOutcome.BEST_SCORE, "mean", "points", "the best total"),
    Statistic("worst_score", SessionOutcome.WORST_SCORE, "mean", "points", "the worst total"),
)  # fmt: skip


def statistics(n_seats: int) -> tuple[Statistic, ...]:
    """A session's own statistics, then those of its games, added up."""
    sums = (
        Statistic(
            row.name,
            len(SessionOutcome) + row.field,
            "mean",
            "events" if row.kind == "rate" else row.unit,
            row.words,
        )
        for row in (*game_outcome.STATISTICS, *game_outcome.by_seat(n_seats))
        if row.name not in NO_SUMS
    )
    return (*STATISTICS, *sums)


def strata(n_seats: int) -> tuple[Stratum, ...]:
    """By who deals first."""
    return (Stratum("first_dealer", SessionOutcome.FIRST_DEALER, 0, game_outcome.SEATS[:n_seats]),)


HISTOGRAMS = (
    Histogram("repeat_wins", SessionOutcome.REPEAT_WINS, 0, 1, 101, "events", "won by the last winner"),
    Histogram("longest_streak", SessionOutcome.LONGEST_STREAK, 0, 1, 64, "games", "most wins in a row"),
    Histogram("best_score", SessionOutcome.BEST_SCORE, 0, 5, 400, "points", "the best total"),
    Histogram("worst_score", SessionOutcome.WORST_SCORE, -2000, 5, 401, "points", "the worst total"),
)  # fmt: skip
