"""The state of a game and its outcome: flat records whose shape and meaning stand side by side.

``State`` is all there is: copy it, and either copy can be played on from any decision. ``Table`` is
the part that everybody at the table sees; bots get it, their own hand and nothing else.

A card's position is four times its rank (3 lowest, up to the ace, 2, black and red joker) and its
suit (diamonds, clubs, hearts, spades): nibbles.py.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from shengsim.rng import N_STREAMS

MAX_SEATS = 8
N_PLANES = 2
"""Planes of a hand: enough for one and two packs."""
MAX_CARDS = 108
UNKNOWN = -1


class Phase(IntEnum):
    """Whose turn it is to do what."""

    OFFER = 0  # the winner of the game before offers two cards
    CHOOSE = 1  # its loser takes one of them
    PLAY = 2
    OVER = 3


class Form(IntEnum):
    """The types of combinations (001-6, 001-7, 001-8, 001-9, 001-10, 001-11, 001-12, 001-13, 001-16)."""

    NONE = 0
    SINGLE = 1
    PAIR = 2
    TRIPLE = 3
    FOUR = 4
    PAIRS = 5  # two or more pairs in a row
    TRIPLES = 6  # two or more triples in a row
    TRIPLE_WITH_SINGLE = 7
    FULL_HOUSE = 8
    STRAIGHT = 9
    STRAIGHT_FLUSH = 10
    BOMB = 11


class Reason(IntEnum):
    """Why an act is illegal; LEGAL if it is not."""

    LEGAL = 0
    MUST_HOLD_CARDS = 1
    MUST_LEAD = 2
    MUST_BE_A_COMBINATION = 3
    MUST_MATCH_TYPE = 4
    MUST_MATCH_NUMBER = 5
    MUST_EXCEED = 6
    MUST_OFFER_TWO = 7
    MUST_TAKE_ONE_OFFERED = 8


def _record(*fields: tuple[str, object] | tuple[str, object, object]) -> np.dtype:
    return np.dtype(list(fields))


I8 = np.int64


class Outcome(IntEnum):
    """What a game adds to the statistics: the columns of ``outcome[n_fields]``, filled once a game."""

    DEALER = 0  # seat
    LEADER = 1  # seat that led the first trick
    WINNER = 2  # seat that was out first
    LOSER = 3  # seat
    LEADER_FIRST = 4  # 1 if the leader was out first
    LEADER_LAST = 5  # 1 if the leader lost
    LEADER_SCORE = 6
    DEALER_FIRST = 7
    DEALER_LAST = 8
    WINNER_SCORE = 9
    LOSER_SCORE = 10
    CARDS_LEFT = 11  # of all together, when they were counted
    MOST_LEFT = 12  # of one player
    UNPLAYED = 13  # players whose cards counted as of one who played none
    DOUBLED = 14  # players whose cards counted double
    TREBLED = 15  # players whose cards counted three times, by their number
    TRICKS = 16
    PLAYS = 17
    PASSES = 18
    LEADS_AFTER_OUT = 19  # tricks led because nobody beat the last cards of a player
    REVOLUTIONS = 20
    REVERSED = 21  # 1 if the order was reversed at the end
    PLAYS_OF_FORM = 22  # the first of as many fields as there are types; NONE stays 0
    SINGLES = 23
    PAIRS = 24
    TRIPLES = 25
    FOURS = 26
    PAIR_ROWS = 27
    TRIPLE_ROWS = 28
    TRIPLES_WITH_SINGLE = 29
    FULL_HOUSES = 30
    STRAIGHTS = 31
    STRAIGHT_FLUSHES = 32
    BOMBS = 33
    BOMBS_OF_JOKERS = 34
    BOMBS_OF_3 = 35  # the first of those by size
    BOMBS_OF_4 = 36
    BOMBS_OF_5 = 37
    BOMBS_OF_6 = 38
    BOMBS_OF_7 = 39
    BOMBS_OF_8 = 40
    LONGEST = 41  # cards of the longest play
    EXCHANGED = 42  # 1 if loser and winner exchanged cards
    EXCHANGE_GAIN = 43  # ranks that the winner gained by it
    # A field a seat: whether it was out first, whether it lost, its score.
    FIRST_A, FIRST_B, FIRST_C, FIRST_D, FIRST_E, FIRST_F, FIRST_G, FIRST_H = range(44, 52)
    LAST_A, LAST_B, LAST_C, LAST_D, LAST_E, LAST_F, LAST_G, LAST_H = range(52, 60)
    SCORE_A, SCORE_B, SCORE_C, SCORE_D, SCORE_E, SCORE_F, SCORE_G, SCORE_H = range(60, 68)


class SessionOutcome(IntEnum):
    """What a session adds to the statistics, before the sums of its games' outcomes."""

    GAMES = 0
    FIRST_DEALER = 1  # seat
    REPEAT_WINS = 2  # games won by the winner of the game before
    REPEAT_LOSSES = 3  # games lost by the loser of the game before
    TURNS_OF_FORTUNE = 4  # games won by the loser of the game before
    LONGEST_STREAK = 5  # games in a row won by one seat
    BEST_SCORE = 6  # of a seat, over all games
    WORST_SCORE = 7
    MOST_WINS = 8  # games won by the seat that won most


SESSION = _record(
    ("n_games", I8),  # games finished
    ("dealer", I8),  # seat of the next game
    ("winner", I8),  # seat that won the last game, or UNKNOWN
    ("loser", I8),  # seat that lost it, or UNKNOWN
    ("streak", I8),  # games in a row that winner has won
    ("longest_streak", I8),
    ("repeat_wins", I8),
    ("repeat_losses", I8),
    ("turns_of_fortune", I8),
    ("scores", I8, (MAX_SEATS,)),
    ("wins", I8, (MAX_SEATS,)),
)
"""A session between two games."""

TABLE = _record(
    ("n_seats", I8),
    ("game", I8),  # number of the game
    ("is_first", I8),  # 1 in a session's first game, and in a game of no session
    ("dealer", I8),  # seat
    ("start_card", I8),  # position of the card that lay face up in the pack
    ("starter", I8),  # seat that was dealt it
    ("phase", I8),  # Phase
    ("turn", I8),  # seat to decide
    ("best_of_last", I8),  # seat that won the game before, or UNKNOWN
    ("worst_of_last", I8),  # seat that lost it, or UNKNOWN
    ("given", I8),  # position of the card that the loser of the game before gave, or UNKNOWN
    ("taken", I8),  # position of the card that he took, or UNKNOWN
    ("offered", I8, (1, N_PLANES)),  # the two cards offered to him, until he takes one
    ("leader", I8),  # seat that led the game's first trick
    ("trick", I8),  # tricks finished
    ("form", I8),  # Form of the play to beat; NONE where the seat in turn leads
    ("n_cards", I8),  # its number of cards
    ("order", I8),  # its worth among plays of its form and number, in a game without revolution
    ("play", I8, (1, N_PLANES)),  # its cards
    ("last", I8),  # seat that made it
    ("beaten", I8),  # seat whose play it beat, or UNKNOWN
    ("n_passes", I8),  # passes in a row since
    ("is_reversed", I8),  # 1 while low is high
    ("seen", I8, (1, N_PLANES)),  # all cards played
    ("n_left", I8, (MAX_SEATS,)),  # cards in each hand
    ("n_plays", I8, (MAX_SEATS,)),  # plays that each seat has made
    ("place", I8, (MAX_SEATS,)),  # 1 for the seat that was out first, and so on; 0 while in play
    ("n_out", I8),  # seats that are out
    ("left", I8, (MAX_SEATS,)),  # cards in each hand when they were counted
    ("score", I8, (MAX_SEATS,)),
)
"""What everybody at the table knows."""

STATE = _record(
    ("table", TABLE),
    ("hands", I8, (MAX_SEATS, N_PLANES)),  # a row a seat
    ("deck", I8, (MAX_CARDS,)),  # positions in the order dealt
    ("key", I8),  # what all random streams of this game have in common
    ("streams", I8, (N_STREAMS,)),
    ("outcome", I8, (len(Outcome),)),
    ("session", SESSION),
)
"""A whole game between two decisions."""
