"""The state of a deal and its outcome: flat records whose shape and meaning stand side by side.

``State`` is all there is: copy it, and either copy can be played on from any decision. ``Table`` is
the part that everybody at the table sees; bots get it, their own hand and nothing else.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from shengsim.cards import N_RANKS
from shengsim.rng import N_STREAMS

MAX_SEATS = 12
LEAST_PLANES = 2
"""Planes of a hand with one or two packs; with more packs there is a plane a pack."""
PARTS_A_PLANE = 6
"""Parts of three cards or more that one lead can hold, a plane: a suit has at most eighteen faces."""
PIECES_A_PLANE = 16
"""Pieces that an answer to a lead can be cut into, a plane: see serve.py."""
UNKNOWN = -1


class Phase(IntEnum):
    """Whose turn it is to do what."""

    BID = 0
    BURY = 1
    CLAIM = 2
    LEAD = 3
    FOLLOW = 4
    OVER = 5
    OVERCALL = 6


class Form(IntEnum):
    """What a lead is (000-37, 002-34)."""

    SINGLE = 0
    DOUBLE = 1
    TRACTOR = 2
    THROW = 3
    TUPLE = 4  # three or more identical cards


class Reason(IntEnum):
    """Why an act is illegal; LEGAL if it is not."""

    LEGAL = 0
    MUST_HOLD_CARDS = 1
    MUST_MATCH_NUMBER = 2
    MUST_FOLLOW_SUIT = 3
    MUST_MATCH_STRUCTURE = 4
    MUST_BE_ONE_SUIT = 5
    MUST_NOT_THROW = 6
    MUST_NOT_BURY_POINTS = 7
    MUST_BE_A_BID = 8
    MUST_EXCEED = 9
    MUST_ONLY_REINFORCE = 10
    MUST_NOT_STRENGTHEN_PARTNER = 11
    MUST_NOT_OVERRIDE_PARTNER = 12
    MUST_BE_A_PAIR = 13
    MUST_NOT_OVERCALL_OWN = 14
    MUST_BE_ASKED = 15


class Side(IntEnum):
    """The two sides of a deal (000-6)."""

    DECLARERS = 0
    OPPONENTS = 1


def _record(*fields: tuple[str, object] | tuple[str, object, object]) -> np.dtype:
    return np.dtype(list(fields))


I8 = np.int64


def lead_dtype(n_planes: int) -> np.dtype:
    """A lead as read (000-57, 002-62): its *parts*, of three cards or more, then pairs, then singles.

    A part is a tractor, or with three packs or more a set of identical cards. It is so many cards wide at
    each of so many levels in a row.
    """
    n_parts = PARTS_A_PLANE * n_planes
    return _record(
        ("suit", I8),  # effective suit: 0 to 3 by field of the layout, order.TRUMPS for trumps
        ("positions", I8),  # word: all positions of the suit
        ("form", I8),  # Form
        ("n_cards", I8),
        ("n_pairs", I8),  # all pairs, those in tractors of pairs too
        ("n_parts", I8),
        ("width", I8, (n_parts,)),  # identical cards at each level of a part, the largest part first
        ("length", I8, (n_parts,)),  # levels of each part
        ("low", I8, (n_parts,)),  # lowest level of each part
    )


def search_dtype(n_planes: int) -> np.dtype:
    """Room for serve.py to try how cards answer a lead, with three packs or more; a row a piece."""
    n = PIECES_A_PLANE * n_planes
    return _record(
        ("cards", I8, (n, n_planes)),  # what is left before the piece is cut
        ("usable", I8, (n,)),  # word: cards that the piece may be cut from
        ("starts", I8, (n,)),  # word of levels: where it may still be cut, its lowest
        ("equals", I8, (n,)),  # word: the equal rank cards still to be tried at the level in hand
        ("component", I8, (n,)),  # component of the lead that it serves
        ("need", I8, (n,)),  # cards that this is still owed
        ("width", I8, (n,)),
        ("length", I8, (n,)),
        ("low", I8, (n,)),
        ("code", I8, (n,)),
        ("best", I8, (n,)),  # codes of the best answer so far
        ("n_best", I8),
        ("is_new", I8),  # 1 if the answer in hand is better than those before it
        ("owed", I8, (n,)),  # codes of what a hand owes
        ("n_owed", I8),
        ("standing", I8),  # word: cards that stand in a tractor and are protected
        ("left", I8, (1, n_planes)),  # what the best answer leaves
    )


class Outcome(IntEnum):
    """What a deal adds to the statistics: the columns of ``outcome[n_fields]``, filled once a deal."""

    RANK = 0  # dominant rank
    TRUMP = 1  # suit 0 to 3, or cards.NO_TRUMP
    DEALER = 2  # seat
    LEVEL_CHANGE = 3  # declarers' gain, or minus the opponents' gain
    SWAP = 4  # 1 if the opponents become declarers
    OPPONENTS_POINTS = 5  # what is scored
    OPPONENTS_TRICK_POINTS = 6
    PENALTY_POINTS = 7  # given to the opponents by failed throws, less those taken from them
    KITTY_POINTS = 8  # printed on the buried cards
    KITTY_MULTIPLIER = 9  # of the last trick, whoever won it
    OPPONENTS_KITTY_POINTS = 10  # added to the opponents' points
    DECLARERS_KITTY_POINTS = 11
    LAST_TRICK_OPPONENTS = 12  # 1 if the opponents won it
    LAST_TRICK_FORM = 13  # Form of its lead
    BIDS = 14
    OVERRIDES = 15
    REINFORCEMENTS = 16
    UNCLAIMED = 17  # 1 if nobody bid
    REDEALS = 18  # after a kitty that asks for one
    TRICKS = 19
    SINGLES_LED = 20
    DOUBLES_LED = 21
    TRACTORS_LED = 22
    THROWS_TRIED = 23
    THROWS_FAILED = 24
    RUFFS = 25  # tricks led in a plain suit and won by trumps
    THROWS_RUFFED = 26
    ROUND_LOST = 27  # 1 if a failed throw ended the deal
    MISDEALS = 28  # deals thrown in
    HELD = 29  # 1 if the declarers hold
    JOKER_BIDS = 30  # bids of no trump by a pair of jokers
    EXTENDED_BIDS = 31  # bids lengthened by jokers
    FAILED_THROW_POINTS = 32  # points given to either side for failed throws
    OVERCALLS_OFFERED = 33  # times a player with a pair high enough was asked
    OVERCALLS = 34
    TRUMP_CHANGES = 35  # overcalls that made another trump
    OPPONENTS_BURIED = 36  # 1 if the kitty at the end was buried by an opponent
    RED_FIVES_LOST_DECLARERS = 37  # red fives of the declarers in tricks that the opponents won
    RED_FIVES_LOST_OPPONENTS = 38
    RED_FIVE_LEVELS_DECLARERS = 39  # levels that the declarers pay for them, before the floor
    RED_FIVE_LEVELS_OPPONENTS = 40
    RED_FIVE_POINTS = 41  # given to the opponents for red fives, less those taken from them
    HOOKS = 42  # 1 if the hook threw the declarers back
    HOOK_LEVELS = 43  # levels it took
    TUPLES_LED = 44  # three or more identical cards
    WIDE_TRACTORS_LED = 45  # of TRACTORS_LED, those of three or more identical cards


class MatchOutcome(IntEnum):
    """What a match adds to the statistics, before the sums of its deals' outcomes."""

    DEALS = 0
    FINISHED = 1  # 0 if it was broken off after match.MAX_DEALS deals
    FIRST_DEALER = 2  # seat that dealt first
    FIRST_DEALER_WINS = 3  # 1 if its side won
    EW_WINS = 4  # 1 if the side of seats 0 and 2 won
    LOSER_LEVEL = 5  # levels above the first
    LEAD_CHANGES = 6  # times the side that is ahead in levels is another than the last that was
    WINNER_BEHIND = 7  # most levels that the winners were behind at the end of a deal
    COMEBACK = 8  # 1 if that was match.COMEBACK or more
    RED_FIVE_LEVELS = 9  # levels paid for red fives by both sides, after the floor
    STOPS = 10  # moves that ended at a mandatory rank which they would have gone over
    BLOCKS = 11  # gains lost because a mandatory rank must be left as declarers
    STOPPED_AT_2 = 12  # of these, at each rank
    STOPPED_AT_3 = 13
    STOPPED_AT_4 = 14
    STOPPED_AT_5 = 15
    STOPPED_AT_6 = 16
    STOPPED_AT_7 = 17
    STOPPED_AT_8 = 18
    STOPPED_AT_9 = 19
    STOPPED_AT_10 = 20
    STOPPED_AT_J = 21
    STOPPED_AT_Q = 22
    STOPPED_AT_K = 23
    STOPPED_AT_A = 24


MATCH = _record(
    ("levels", I8, (2,)),  # of the sides of even and of odd seats
    ("dealer", I8),  # seat; of the first deal, a player by lot
    ("n_deals", I8),
    ("winner", I8),  # side of even (0) or odd (1) seats, or UNKNOWN
    ("ahead", I8),  # side that was last ahead, or UNKNOWN
    ("lead_changes", I8),
    ("behind", I8, (2,)),  # most levels each side was behind
    ("red_five_levels", I8),  # paid by both sides
    ("stopped_at", I8, (N_RANKS,)),  # moves that ended at a mandatory rank which they would have gone over
    ("blocks", I8),  # gains lost because a mandatory rank must be left as declarers
)
"""A match between two deals."""


def table_dtype(n_planes: int) -> np.dtype:
    """What everybody at the table knows."""
    lead = lead_dtype(n_planes)
    search = [("search", search_dtype(n_planes))] if n_planes > LEAST_PLANES else []
    return _record(
        ("n_seats", I8),
        ("deal", I8),  # number of the deal
        ("attempt", I8),  # redeals so far
        ("rank", I8),  # dominant rank
        ("dealer", I8),  # seat; of an open deal, the one who deals if nobody exposes what is asked
        ("is_open", I8),  # 1 if bidding finds the dealer, as in a match's first deal
        ("by_lot", I8),  # seat drawn by lot for an open deal
        ("n_asked", I8),  # seats asked whether they throw in the deal
        ("first_drawer", I8),  # seat
        ("drawer", I8),  # seat that draws next; after the draw, that is asked next for a last bid
        ("side", I8, (MAX_SEATS,)),  # Side of each seat
        ("phase", I8),  # Phase
        ("turn", I8),  # seat to decide
        ("n_dealt", I8),  # cards drawn by all together when the draw is over
        ("n_drawn", I8),
        ("n_passes", I8),  # seats in a row that let the last chance to bid go by
        ("n_to_bid", I8),  # copies of a card that a bid takes now, at the least
        ("bid", I8),  # the standing bid (see bid.py), or UNKNOWN
        ("bidder", I8),  # seat, or UNKNOWN
        ("first_bidder", I8),  # seat, or UNKNOWN
        ("first_rank_pair", I8),  # seat that first exposed a pair of the rank, or UNKNOWN
        ("first_joker_pair", I8),  # seat that first exposed a pair of jokers, or UNKNOWN
        ("is_reinforced", I8),  # 1 if the standing bid was reinforced by its maker
        ("bid_of_seat", I8, (MAX_SEATS,)),  # each seat's own last bid, or UNKNOWN
        ("overcaller", I8),  # seat that overcalled last, or UNKNOWN
        ("overcall", I8),  # what it showed (see overcall.py), or UNKNOWN
        ("burier", I8),  # seat that buried last
        ("asked", I8),  # word of the seats asked, since the last burial, whether they overcall
        ("red_fives", I8),  # word: the fives that are always trumps
        ("n_promoted", I8),  # how many of them would be cards of the rank
        ("trump", I8),  # suit 0 to 3, cards.NO_TRUMP, or UNKNOWN until it is made
        ("trumps", I8),  # word: all trumps
        ("equal_level", I8),  # level shared by the equal rank cards
        ("faces", I8),  # word: one of each card
        ("chain", I8),  # word of levels that may stand in a tractor
        ("fives", I8),  # word: cards worth five
        ("tens", I8),  # word: cards worth ten
        ("leader", I8),  # seat
        ("trick", I8),  # tricks finished
        ("n_played", I8),  # plays in this trick
        ("lead", lead),
        ("trial", lead),  # room to read cards that are only being considered
        ("tried", I8, (1, n_planes)),  # what the leader put down, a throw that then failed included
        ("plays", I8, (MAX_SEATS, n_planes)),  # what each seat played to this trick
        ("winning", I8),  # seat that holds the trick so far
        ("winning_level", I8),  # what a play must exceed
        ("best_tops", I8, (54 * n_planes,)),  # levels of the winning play's components (throw.compare)
        ("floors", I8, (54 * n_planes,)),  # levels that components of a play must exceed
        ("tops", I8, (54 * n_planes,)),  # levels of the components of a play, split in its best way
        ("pack", I8, (1, n_planes)),  # all cards, once trump is made
        ("seen", I8, (1, n_planes)),  # all cards played and laid on the table
        ("voids", I8, (MAX_SEATS,)),  # word: suits that each seat has failed to follow
        ("trick_points", I8),  # points that lie in this trick
        ("n_left", I8, (MAX_SEATS,)),  # cards in each hand once the draw and the burial are over
        ("points", I8, (2,)),  # points in tricks taken by each Side
        *search,
    )


def state_dtype(n_planes: int) -> np.dtype:
    """A whole deal between two decisions, for packs with so many copies of a card.

    The number of planes is part of the type: kernels compile for each, from the same source.
    """
    return _record(
        ("table", table_dtype(n_planes)),
        ("hands", I8, (MAX_SEATS, n_planes)),  # a row a seat; cards by the layout of order.py
        ("kitty", I8, (1, n_planes)),
        ("deck", I8, (54 * n_planes,)),  # faces in the order drawn; the kitty comes last
        ("key", I8),  # what all random streams of this deal have in common
        ("streams", I8, (N_STREAMS,)),
        ("outcome", I8, (len(Outcome),)),
        ("match", MATCH),
    )


def n_planes_of(n_packs: int) -> int:
    """Planes of a hand with so many packs."""
    return max(LEAST_PLANES, n_packs)
