"""The unit of matches: what a match adds to the statistics, and what its outcomes mean.

A match's row holds its own fields and then the sums of all its deals' outcomes, so that what happens in
deals is counted a match, where one match is one observation.
"""

from __future__ import annotations

from enum import IntEnum

from shengsim.cards import RANK_NAMES
from shengsim.games.family import Histogram, Statistic, Stratum
from shengsim.games.shengji import deal_outcome
from shengsim.games.shengji.state import MatchOutcome, Outcome

UNIT, PLURAL = "match", "matches"

OUTCOME = IntEnum(  # type: ignore[misc]
    "OUTCOME", [field.name for field in MatchOutcome] + [f"DEAL_{field.name}" for field in Outcome], start=0
)

STATISTICS = (
    Statistic("deals", MatchOutcome.DEALS, "mean", "deals", "deals played"),
    Statistic("finished", MatchOutcome.FINISHED, "rate", "matches", "a side passes the last level"),
    Statistic("first_dealer_wins", MatchOutcome.FIRST_DEALER_WINS, "rate", "matches", "first dealer's side wins"),
    Statistic("ew_wins", MatchOutcome.EW_WINS, "rate", "matches", "East and West win"),
    Statistic("loser_level", MatchOutcome.LOSER_LEVEL, "mean", "levels", "levels the losers have climbed"),
    Statistic("lead_changes", MatchOutcome.LEAD_CHANGES, "mean", "events", "times the side ahead changes"),
    Statistic("comeback", MatchOutcome.COMEBACK, "rate", "matches", "winners were 4 levels behind"),
    Statistic("winner_behind", MatchOutcome.WINNER_BEHIND, "mean", "levels", "most the winners were behind"),
    Statistic("red_five_levels", MatchOutcome.RED_FIVE_LEVELS, "mean", "levels", "paid for red fives"),
    Statistic("blocks", MatchOutcome.BLOCKS, "mean", "events", "gains lost at such ranks"),
    Statistic("stops", MatchOutcome.STOPS, "mean", "events", "stops at set ranks"),
    *(
        Statistic(f"stopped_at_{rank.lower()}", MatchOutcome.STOPPED_AT_2 + number, "mean", "events", f"of these, at {rank}")
        for number, rank in enumerate(RANK_NAMES)
    ),
    *(
        Statistic(
            statistic.name,
            len(MatchOutcome) + statistic.field,
            "mean",
            "events" if statistic.kind == "rate" else statistic.unit,
            statistic.words,
        )
        for statistic in deal_outcome.STATISTICS
        if statistic.unit != "factor"
    ),
)  # fmt: skip


def strata(n_seats: int) -> tuple[Stratum, ...]:
    """How the matches of a table with so many seats are divided."""
    return (Stratum("first_dealer", MatchOutcome.FIRST_DEALER, 0, deal_outcome.seats(n_seats)),)


STRATA = strata(4)

HISTOGRAMS = (
    Histogram("deals", MatchOutcome.DEALS, 0, 1, 402, "deals", "deals of a match"),
    Histogram("lead_changes", MatchOutcome.LEAD_CHANGES, 0, 1, 60, "events", "times the side ahead changes"),
    Histogram("loser_level", MatchOutcome.LOSER_LEVEL, 0, 1, 40, "levels", "levels of the losers"),
    Histogram("winner_behind", MatchOutcome.WINNER_BEHIND, 0, 1, 40, "levels", "most behind, of the winners"),
)  # fmt: skip
