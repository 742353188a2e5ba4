"""The unit of games: what a game adds to the statistics, and what its outcomes mean."""

from __future__ import annotations

from shengsim.games.family import Histogram, Statistic, Stratum
from shengsim.games.winner.state import MAX_SEATS, Outcome

UNIT, PLURAL = "game", "games"
OUTCOME = Outcome

SEATS = ("A", "B", "C", "D", "E", "F", "G", "H")
"""Names of seats in order of play, clockwise."""
assert len(SEATS) == MAX_SEATS

# Words have room for 22 characters where two variants stand side by side in the terminal's table.
STATISTICS = (
    Statistic("leader_first", Outcome.LEADER_FIRST, "rate", "games", "the leader wins"),
    Statistic("leader_last", Outcome.LEADER_LAST, "rate", "games", "the leader loses"),
    Statistic("leader_score", Outcome.LEADER_SCORE, "mean", "points", "the leader's score"),
    Statistic("dealer_first", Outcome.DEALER_FIRST, "rate", "games", "the dealer wins"),
    Statistic("dealer_last", Outcome.DEALER_LAST, "rate", "games", "the dealer loses"),
    Statistic("winner_score", Outcome.WINNER_SCORE, "mean", "points", "the winner's score"),
    Statistic("loser_score", Outcome.LOSER_SCORE, "mean", "points", "the loser's score"),
    Statistic("cards_left", Outcome.CARDS_LEFT, "mean", "cards", "cards left, counted"),
    Statistic("most_left", Outcome.MOST_LEFT, "mean", "cards", "most of one player"),
    Statistic("doubled", Outcome.DOUBLED, "mean", "events", "hands counted double"),
    Statistic("trebled", Outcome.TREBLED, "mean", "events", "three times, by number"),
    Statistic("unplayed", Outcome.UNPLAYED, "mean", "events", "players who played none"),
    Statistic("tricks", Outcome.TRICKS, "mean", "tricks", "tricks played"),
    Statistic("plays", Outcome.PLAYS, "mean", "plays", "plays made"),
    Statistic("passes", Outcome.PASSES, "mean", "passes", "passes"),
    Statistic("leads_after_out", Outcome.LEADS_AFTER_OUT, "mean", "events", "leads inherited"),
    Statistic("longest", Outcome.LONGEST, "mean", "cards", "cards of longest play"),
    Statistic("singles", Outcome.SINGLES, "mean", "events", "singles played"),
    Statistic("pairs", Outcome.PAIRS, "mean", "events", "pairs"),
    Statistic("triples", Outcome.TRIPLES, "mean", "events", "triples"),
    Statistic("fours", Outcome.FOURS, "mean", "events", "fours, no bombs"),
    Statistic("pair_rows", Outcome.PAIR_ROWS, "mean", "events", "pairs in a row"),
    Statistic("triple_rows", Outcome.TRIPLE_ROWS, "mean", "events", "triples in a row"),
    Statistic("triples_with_single", Outcome.TRIPLES_WITH_SINGLE, "mean", "events", "triples with a single"),
    Statistic("full_houses", Outcome.FULL_HOUSES, "mean", "events", "full houses"),
    Statistic("straights", Outcome.STRAIGHTS, "mean", "events", "straights"),
    Statistic("straight_flushes", Outcome.STRAIGHT_FLUSHES, "mean", "events", "straight flushes"),
    Statistic("bombs", Outcome.BOMBS, "mean", "events", "bombs"),
    Statistic("bombs_of_3", Outcome.BOMBS_OF_3, "mean", "events", "of these, of 3 cards"),
    Statistic("bombs_of_4", Outcome.BOMBS_OF_4, "mean", "events", "of 4 cards"),
    Statistic("bombs_of_5", Outcome.BOMBS_OF_5, "mean", "events", "of 5 cards"),
    Statistic("bombs_of_6", Outcome.BOMBS_OF_6, "mean", "events", "of 6 cards"),
    Statistic("bombs_of_7", Outcome.BOMBS_OF_7, "mean", "events", "of 7 cards"),
    Statistic("bombs_of_8", Outcome.BOMBS_OF_8, "mean", "events", "of 8 cards"),
    Statistic("bombs_of_jokers", Outcome.BOMBS_OF_JOKERS, "mean", "events", "of all jokers"),
    Statistic("revolutions", Outcome.REVOLUTIONS, "mean", "events", "revolutions"),
    Statistic("reversed", Outcome.REVERSED, "rate", "games", "low is high at the end"),
    Statistic("exchanged", Outcome.EXCHANGED, "rate", "games", "cards were exchanged"),
    Statistic("exchange_gain", Outcome.EXCHANGE_GAIN, "mean", "ranks", "ranks the winner gains"),
)  # fmt: skip


def by_seat(n_seats: int) -> tuple[Statistic, ...]:
    """How often each seat wins and loses, and its score."""
    rows = []
    for seat, name in enumerate(SEATS[:n_seats]):
        low = name.lower()
        rows += [
            Statistic(f"first_{low}", Outcome.FIRST_A + seat, "rate", "games", f"{name} wins"),
            Statistic(f"last_{low}", Outcome.LAST_A + seat, "rate", "games", f"{name} loses"),
            Statistic(f"score_{low}", Outcome.SCORE_A + seat, "mean", "points", f"{name}'s score"),
        ]
    return tuple(sorted(rows, key=lambda row: row.name.split("_")[0]))


def strata(n_seats: int) -> tuple[Stratum, ...]:
    """By who deals, and by who leads: in a session's first game, who holds the start card."""
    seats = SEATS[:n_seats]
    return (Stratum("dealer", Outcome.DEALER, 0, seats), Stratum("leader", Outcome.LEADER, 0, seats))


def histograms(n_seats: int) -> tuple[Histogram, ...]:
    """Distributions."""
    seats = SEATS[:n_seats]
    return (
        Histogram("winner", Outcome.WINNER, 0, 1, n_seats, "games", "seat that wins", seats),
        Histogram("loser", Outcome.LOSER, 0, 1, n_seats, "games", "seat that loses", seats),
        Histogram("winner_score", Outcome.WINNER_SCORE, 0, 1, 256, "points", "the winner's score"),
        Histogram("loser_score", Outcome.LOSER_SCORE, -128, 1, 129, "points", "the loser's score"),
        Histogram("leader_score", Outcome.LEADER_SCORE, -128, 1, 384, "points", "the leader's score"),
        Histogram("cards_left", Outcome.CARDS_LEFT, 0, 1, 109, "cards", "cards left, counted"),
        Histogram("most_left", Outcome.MOST_LEFT, 0, 1, 55, "cards", "most of one player"),
        Histogram("tricks", Outcome.TRICKS, 0, 1, 64, "tricks", "tricks played"),
        Histogram("plays", Outcome.PLAYS, 0, 1, 128, "plays", "plays made"),
        Histogram("passes", Outcome.PASSES, 0, 1, 256, "passes", "passes"),
        Histogram("longest", Outcome.LONGEST, 0, 1, 28, "cards", "cards of longest play"),
        Histogram("bombs", Outcome.BOMBS, 0, 1, 16, "events", "bombs"),
    )
