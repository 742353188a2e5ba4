"""Sessions: the compiled driver against its games taken one by one, and what games and sessions must be."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from shengsim.bots.winner import table as bots_table
from shengsim.games.winner import outcome as engine
from shengsim.games.winner import session as sessions
from shengsim.games.winner import session_outcome
from shengsim.games.winner.rules import Rules
from shengsim.games.winner.state import Form, Outcome, SessionOutcome
from shengsim.kernel import compiled
from tests.games.winner.logged import play_logged
from tests.games.winner.random_rules import random_rules, rules_with

N_OWN = len(SessionOutcome)


def play(rules: Rules, n: int, seed: int = 3, plain: bool = False, first: int = 0, bots: str = "random"):
    outcomes = np.zeros((n, len(session_outcome.OUTCOME)), np.int64)
    driver = bots_table.play_matches if plain else compiled(bots_table.play_matches)
    seats, memory = bots_table.seat_bots(bots, rules.table.players)
    driver(
        engine.new_rules(rules, plain), engine.new_state(rules, plain), memory, seats, seed, first, outcomes
    )
    return outcomes


@pytest.mark.parametrize("number", range(4))
def test_plain_sessions_are_the_compiled_ones(number):
    rules = random_rules(number)
    assert (play(rules, 2, plain=True) == play(rules, 2)).all()


def test_a_session_does_not_depend_on_those_before_it():
    together = play(Rules(), 6)
    assert (together[3:] == play(Rules(), 3, first=3)).all()
    assert (together != play(Rules(), 6, seed=4)).any()


@pytest.mark.parametrize("number", range(6))
def test_a_session_is_the_sum_of_its_games(number):
    rules = random_rules(number)
    n = rules.session.games
    games = play_logged(rules, 5 * n, "random", seed=3)
    rows = play(rules, 5)
    assert (rows[:, N_OWN:] == games.outcomes.reshape(5, n, -1).sum(axis=1)).all()
    winners = games.outcomes[:, Outcome.WINNER].reshape(5, n)
    losers = games.outcomes[:, Outcome.LOSER].reshape(5, n)
    assert (rows[:, SessionOutcome.REPEAT_WINS] == (winners[:, 1:] == winners[:, :-1]).sum(axis=1)).all()
    assert (rows[:, SessionOutcome.REPEAT_LOSSES] == (losers[:, 1:] == losers[:, :-1]).sum(axis=1)).all()
    assert (rows[:, SessionOutcome.TURNS_OF_FORTUNE] == (winners[:, 1:] == losers[:, :-1]).sum(axis=1)).all()
    scores = games.outcomes[:, Outcome.SCORE_A : Outcome.SCORE_H + 1].reshape(5, n, -1).sum(axis=1)
    seated = scores[:, : rules.table.players]
    assert (rows[:, SessionOutcome.BEST_SCORE] == seated.max(axis=1)).all()
    assert (rows[:, SessionOutcome.WORST_SCORE] == seated.min(axis=1)).all()
    for row, won in zip(rows, winners.tolist(), strict=True):
        streak = longest = 1
        for one, other in pairwise(won):
            streak = streak + 1 if one == other else 1
            longest = max(longest, streak)
        assert row[SessionOutcome.LONGEST_STREAK] == longest
        assert row[SessionOutcome.MOST_WINS] == max(map(won.count, won))


def test_the_exchange_keeps_the_winner_winning():
    with_it = play(rules_with({"exchange.cards": "highest_for_one_of_two"}), 400, bots="heuristic")
    without = play(Rules(), 400, bots="heuristic")
    repeats = [rows[:, SessionOutcome.REPEAT_WINS].mean() for rows in (with_it, without)]
    assert repeats[0] > repeats[1] + 0.5
    exchanged = with_it[:, N_OWN + Outcome.EXCHANGED]
    assert (exchanged == 9).all()
    assert (without[:, N_OWN + Outcome.EXCHANGED] == 0).all()
    assert (with_it[:, N_OWN + Outcome.EXCHANGE_GAIN] > 0).all()


def outcomes(rules: Rules, n: int, bots: str = "heuristic"):
    rows = np.zeros((n, len(Outcome)), np.int64)
    seats, memory = bots_table.seat_bots(bots, rules.table.players)
    driver = compiled(bots_table.play_deals)
    driver(engine.new_rules(rules), engine.new_state(rules), memory, seats, 1, 0, rows)
    return rows


@pytest.mark.parametrize("number", range(12))
def test_what_is_counted_adds_up(number):
    rules = random_rules(number)
    rows = outcomes(rules, 200)
    n = rules.table.players
    seats = np.arange(200) % n
    assert (rows[:, Outcome.DEALER] == seats).all()
    assert (
        rows[:, Outcome.PLAYS_OF_FORM : Outcome.PLAYS_OF_FORM + len(Form)].sum(axis=1)
        == rows[:, Outcome.PLAYS]
    ).all()
    bombs = rows[:, Outcome.BOMBS_OF_JOKERS : Outcome.BOMBS_OF_8 + 1].sum(axis=1)
    assert (bombs == rows[:, Outcome.BOMBS]).all()
    for first, field in ((Outcome.FIRST_A, Outcome.WINNER), (Outcome.LAST_A, Outcome.LOSER)):
        by_seat = rows[:, first : first + 8]
        assert (by_seat.sum(axis=1) == 1).all()
        assert (by_seat.argmax(axis=1) == rows[:, field]).all()
    scores = rows[:, Outcome.SCORE_A : Outcome.SCORE_H + 1]
    assert (scores.sum(axis=1) == 0).all()
    assert (scores[:, n:] == 0).all()
    assert (scores[np.arange(200), rows[:, Outcome.WINNER]] == rows[:, Outcome.WINNER_SCORE]).all()
    assert (scores[np.arange(200), rows[:, Outcome.LOSER]] == rows[:, Outcome.LOSER_SCORE]).all()
    assert (rows[:, Outcome.REVERSED] == (rows[:, Outcome.REVOLUTIONS] % 2 == 1)).all()
    assert (rows[:, Outcome.WINNER] != rows[:, Outcome.LOSER]).all()


def test_statistics_are_of_the_seats_there_are():
    for players in (2, 3, 4, 8):
        rules = rules_with({"table.players": players})
        for in_sessions in (False, True):
            unit = engine.unit(rules, in_sessions)
            names = {row.name for row in unit.STATISTICS}
            assert {name for name in names if name.startswith("score_")} == {
                f"score_{c}" for c in "abcdefgh"[:players]
            }
            assert all(len(stratum.labels) == players for stratum in unit.STRATA)
            assert engine.unit(rules, in_sessions) is unit


def test_who_cut_the_lowest_card_deals_first_and_each_seat_as_often():
    rows = play(Rules(), 8)
    assert rows[:, SessionOutcome.FIRST_DEALER].tolist() == [0, 1, 2, 3, 0, 1, 2, 3]
    session = engine.new_state(Rules(), plain=True).session
    sessions.begin_session(session, 2)
    assert (session.dealer, session.winner, session.loser) == (2, -1, -1)
