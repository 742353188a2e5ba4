"""The unit of deals: what a deal adds to the statistics, and what its outcomes mean."""

from __future__ import annotations

from shengsim.cards import RANK_NAMES, SUIT_NAMES
from shengsim.games.family import Histogram, Statistic, Stratum
from shengsim.games.shengji.state import Form, Outcome

UNIT, PLURAL = "deal", "deals"
OUTCOME = Outcome

# Words have room for 22 characters where two variants stand side by side in the terminal's table.
STATISTICS = (
    Statistic("level_change", Outcome.LEVEL_CHANGE, "mean", "levels", "levels for declarers"),
    Statistic("held", Outcome.HELD, "rate", "deals", "the declarers hold"),
    Statistic("swap", Outcome.SWAP, "rate", "deals", "opponents take over"),
    Statistic("opponents_points", Outcome.OPPONENTS_POINTS, "mean", "points", "opponents' points"),
    Statistic("trick_points", Outcome.OPPONENTS_TRICK_POINTS, "mean", "points", "of these, in tricks"),
    Statistic("kitty_bonus", Outcome.OPPONENTS_KITTY_POINTS, "mean", "points", "of these, by the kitty"),
    Statistic("penalty_points", Outcome.PENALTY_POINTS, "mean", "points", "of these, in penalties"),
    Statistic("failed_throw_points", Outcome.FAILED_THROW_POINTS, "mean", "points", "for failed throws, all"),
    Statistic("kitty_points", Outcome.KITTY_POINTS, "mean", "points", "points in the kitty"),
    Statistic("kitty_multiplier", Outcome.KITTY_MULTIPLIER, "mean", "factor", "last trick's factor"),
    Statistic("last_trick_opponents", Outcome.LAST_TRICK_OPPONENTS, "rate", "deals", "opponents win the last"),
    Statistic("unclaimed", Outcome.UNCLAIMED, "rate", "deals", "nobody bids"),
    Statistic("bids", Outcome.BIDS, "mean", "events", "bids made"),
    Statistic("overrides", Outcome.OVERRIDES, "mean", "events", "over another's bid"),
    Statistic("reinforcements", Outcome.REINFORCEMENTS, "mean", "events", "bids made longer"),
    Statistic("joker_bids", Outcome.JOKER_BIDS, "mean", "events", "no trump, by jokers"),
    Statistic("extended_bids", Outcome.EXTENDED_BIDS, "mean", "events", "bids with jokers"),
    Statistic("redeals", Outcome.REDEALS, "mean", "events", "for a turned joker"),
    Statistic("misdeals", Outcome.MISDEALS, "mean", "events", "deals thrown in"),
    Statistic("tricks", Outcome.TRICKS, "mean", "tricks", "tricks played"),
    Statistic("singles_led", Outcome.SINGLES_LED, "mean", "events", "single cards led"),
    Statistic("doubles_led", Outcome.DOUBLES_LED, "mean", "events", "doubles led"),
    Statistic("tuples_led", Outcome.TUPLES_LED, "mean", "events", "triples and more led"),
    Statistic("tractors_led", Outcome.TRACTORS_LED, "mean", "events", "tractors led"),
    Statistic("wide_tractors_led", Outcome.WIDE_TRACTORS_LED, "mean", "events", "of these, of triples+"),
    Statistic("throws_tried", Outcome.THROWS_TRIED, "mean", "events", "throws tried"),
    Statistic("throws_failed", Outcome.THROWS_FAILED, "mean", "events", "throws that fail"),
    Statistic("throws_ruffed", Outcome.THROWS_RUFFED, "mean", "events", "throws ruffed"),
    Statistic("ruffs", Outcome.RUFFS, "mean", "events", "plain leads ruffed"),
    Statistic("overcalls_offered", Outcome.OVERCALLS_OFFERED, "mean", "events", "overcalls possible"),
    Statistic("overcalls", Outcome.OVERCALLS, "mean", "events", "overcalls made"),
    Statistic("trump_changes", Outcome.TRUMP_CHANGES, "mean", "events", "of these, other trump"),
    Statistic("opponents_buried", Outcome.OPPONENTS_BURIED, "rate", "deals", "an opponent buries"),
    Statistic("red_fives_lost_declarers", Outcome.RED_FIVES_LOST_DECLARERS, "mean", "events", "declarers' 5s lost"),
    Statistic("red_fives_lost_opponents", Outcome.RED_FIVES_LOST_OPPONENTS, "mean", "events", "opponents' 5s lost"),
    Statistic("red_five_levels_declarers", Outcome.RED_FIVE_LEVELS_DECLARERS, "mean", "levels", "declarers pay for 5s"),
    Statistic("red_five_levels_opponents", Outcome.RED_FIVE_LEVELS_OPPONENTS, "mean", "levels", "opponents pay for 5s"),
    Statistic("red_five_points", Outcome.RED_FIVE_POINTS, "mean", "points", "opponents get for 5s"),
    Statistic("hooks", Outcome.HOOKS, "rate", "deals", "hook throws back"),
    Statistic("hook_levels", Outcome.HOOK_LEVELS, "mean", "levels", "levels hooked away"),
    Statistic("rounds_lost", Outcome.ROUND_LOST, "rate", "deals", "lost by a failed throw"),
)  # fmt: skip

FORMS = tuple(form.name.lower() for form in Form)


def seats(n_seats: int) -> tuple[str, ...]:
    """The seats as statistics call them, in order of play."""
    return tuple(map(str, range(n_seats)))


def strata(n_seats: int) -> tuple[Stratum, ...]:
    """How the deals of a table with so many seats are divided."""
    names = seats(n_seats)
    sides = (("declarers=EW", names[0::2]), ("declarers=NS", names[1::2]))
    return (
        Stratum("rank", Outcome.RANK, 0, RANK_NAMES),
        Stratum("trump", Outcome.TRUMP, 0, SUIT_NAMES),
        Stratum("dealer", Outcome.DEALER, 0, names, sides),
    )


def histograms(n_packs: int) -> tuple[Histogram, ...]:
    """Which distributions are kept whole; with more packs there are more points."""
    return (
        Histogram("opponents_points", Outcome.OPPONENTS_POINTS, -200, 5, 1 + 100 * n_packs, "points", "points scored"),
        Histogram("level_change", Outcome.LEVEL_CHANGE, -20, 1, 41, "levels", "level change"),
        Histogram("kitty_multiplier", Outcome.KITTY_MULTIPLIER, 0, 1, 65, "factor", "multiplier"),
        Histogram("kitty_points", Outcome.KITTY_POINTS, 0, 5, 41 * n_packs, "points", "points in the kitty"),
        Histogram("trump", Outcome.TRUMP, 0, 1, len(SUIT_NAMES), "deals", "trump suit", SUIT_NAMES),
        Histogram("last_trick_form", Outcome.LAST_TRICK_FORM, 0, 1, len(FORMS), "deals", "lead of the last trick", FORMS),
    )  # fmt: skip


STRATA = strata(4)
HISTOGRAMS = histograms(2)
"""Those of the usual table."""
