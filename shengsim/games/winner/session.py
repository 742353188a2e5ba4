"""Sessions: games one after another; the loser deals the next, scores add up.

(001-24, B57, B76)
"""

from __future__ import annotations

from typing import Any

from shengsim.games.winner.state import UNKNOWN, Outcome, SessionOutcome
from shengsim.kernel import kernel, rare_kernel


@kernel
def n_games(rules: Any) -> int:
    """Games of a session. Rule session.games (001-24)."""
    return rules.session.games


@rare_kernel
def begin_session(session: Any, dealer: int) -> None:
    """Nobody has won; who deals first is drawn by cutting cards (001-18, B76)."""
    session.n_games = 0
    session.dealer = dealer
    session.winner = UNKNOWN
    session.loser = UNKNOWN
    session.streak = 0
    session.longest_streak = 0
    session.repeat_wins = 0
    session.repeat_losses = 0
    session.turns_of_fortune = 0
    for seat in range(session.scores.shape[0]):
        session.scores[seat] = 0
        session.wins[seat] = 0


@kernel
def is_over(rules: Any, session: Any) -> bool:
    """Whether all games are played."""
    return session.n_games >= n_games(rules)


@rare_kernel
def end_game(session: Any, outcome: Any) -> None:
    """Notes who won and lost a game and with what scores; the loser deals the next (001-24)."""
    winner, loser = outcome[Outcome.WINNER], outcome[Outcome.LOSER]
    session.streak = session.streak + 1 if winner == session.winner else 1
    session.longest_streak = max(session.streak, session.longest_streak)
    if winner == session.winner:
        session.repeat_wins += 1
    if loser == session.loser:
        session.repeat_losses += 1
    if winner == session.loser:
        session.turns_of_fortune += 1
    for seat in range(session.scores.shape[0]):
        session.scores[seat] += outcome[Outcome.SCORE_A + seat]
    session.wins[winner] += 1
    session.winner = winner
    session.loser = loser
    session.dealer = loser
    session.n_games += 1


@rare_kernel
def write_outcome(session: Any, n_seats: int, first_dealer: int, row: Any) -> None:
    """Writes a session that is over into a row int64[n_fields], over its own fields."""
    best, worst, most_wins = session.scores[0], session.scores[0], 0
    for seat in range(n_seats):
        best = max(best, session.scores[seat])
        worst = min(worst, session.scores[seat])
        most_wins = max(most_wins, session.wins[seat])
    row[SessionOutcome.GAMES] = session.n_games
    row[SessionOutcome.FIRST_DEALER] = first_dealer
    row[SessionOutcome.REPEAT_WINS] = session.repeat_wins
    row[SessionOutcome.REPEAT_LOSSES] = session.repeat_losses
    row[SessionOutcome.TURNS_OF_FORTUNE] = session.turns_of_fortune
    row[SessionOutcome.LONGEST_STREAK] = session.longest_streak
    row[SessionOutcome.BEST_SCORE] = best
    row[SessionOutcome.WORST_SCORE] = worst
    row[SessionOutcome.MOST_WINS] = most_wins
