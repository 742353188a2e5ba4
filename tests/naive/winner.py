"""Slow, obviously right Winner (Zheng Shangyou): the independent oracle, for one pack and two.

Nothing here is clever and nothing is shared with the engine: cards are names, hands are lists, rows are
written out from the lowest to the highest, and legal plays are found by trying every subset of a hand.

* A card is its name: rank then suit, ``3D`` .. ``10H``, ``AS``, ``2C``; jokers ``BJ`` and ``RJ``. A seat is
  0, 1, ... clockwise.
* ``rules`` is a flat dict, knob path to YAML value; a knob that is not named has its value of ``DEFAULTS``.
* A play is read as ``(type, number of cards, kind, strength)``; ``kind`` is 1 for what a revolution does not
  turn over (a straight flush among straights), else 0.

IDs such as 001-13, B49, E50 are those of the rulebook, section "Winner".
"""

from collections import Counter
from itertools import combinations

SUITS = ("D", "C", "H", "S")  # 001-2
RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "BJ", "RJ")  # 001-3, 001-4
JOKERS = ("BJ", "RJ")
SUITED = RANKS[:13]

DEFAULTS = {
    "table.players": 4,
    "table.decks": 1,
    "deck.jokers": True,
    "order.suits": "off",
    "combinations.triple_with_single": False,
    "combinations.straight_flush": "off",
    "combinations.straight_min": 5,
    "combinations.straight_order": "ace_five_top",
    "combinations.straight_tie": "none",
    "combinations.sequence_ranks": "three_to_ace",
    "bombs.enabled": True,
    "bombs.min_size": 4,
    "bombs.jokers": True,
    "revolution.enabled": False,
    "revolution.jokers": "reversed",
    "lead.first": "start_card",
    "lead.next_game": "winner",
    "lead.after_out": "next_active",
    "exchange.cards": "off",
    "score.enabled": True,
    "score.count_at": "first_out",
    "score.per_card": 1,
    "score.double_from": None,
    "score.triple_from": None,
    "score.unplayed": 3,
    "play.until": "loser_known",
    "session.games": 10,
}


def knob(rules, path):
    """What a variant says of a knob."""
    return rules.get(path, DEFAULTS[path])


def rank_of(card):
    """The rank of a card; a joker is its own."""
    return card if card in JOKERS else card[:-1]


def strength_of(rules, cards):
    """How high equal cards are: their rank, then the best suit among them where suits rank (B55)."""
    rank = RANKS.index(rank_of(cards[0]))
    if knob(rules, "order.suits") == "off" or cards[0] in JOKERS:
        return (rank, 0)
    return (rank, max(SUITS.index(card[-1]) for card in cards))


def pack(rules):
    """All cards, in no order that matters (001-1, 001-29)."""
    cards = [rank + suit for rank in SUITED for suit in SUITS]
    cards += list(JOKERS) if knob(rules, "deck.jokers") else []
    return cards * knob(rules, "table.decks")


# Rows


def straight_rows(rules, n):
    """The ranks of every straight of n cards, lowest first (001-13, B49)."""
    from_three = [list(SUITED[i : i + n]) for i in range(13) if i + n <= 12]  # up to the ace
    low_first = ["2", *SUITED[:11], "A"]
    from_two = [low_first[:n]]
    from_ace = [["A", *low_first[:-1]][:n]]
    if knob(rules, "combinations.straight_order") == "ace_five_top":
        return from_three + from_two + from_ace
    return from_ace + from_two + from_three


def sequence_rows(rules, n):
    """The ranks of every n pairs or triples in a row, lowest first (001-8, 001-10, B74)."""
    allowed = knob(rules, "combinations.sequence_ranks")
    if allowed == "as_straight":
        return straight_rows(rules, n)
    top = 12 if allowed == "three_to_ace" else 13
    return [list(SUITED[i : i + n]) for i in range(top) if i + n <= top]


def row_of(rows, ranks):
    """The highest place in the list of rows of one that has just these ranks; None if there is none."""
    places = [place for place, row in enumerate(rows) if sorted(row) == sorted(ranks)]
    return places[-1] if places else None


def highest_suit_of_row(rules, cards, row):
    """The suit of a row's highest card; of several of that rank, the best.

    Where the straight from the ace is the highest, 2 is the highest card, as among single cards; where
    straights go by their upper end, the card there is.
    """
    if knob(rules, "combinations.straight_order") == "ace_five_top":
        rank = max(row, key=RANKS.index)
    else:
        rank = row[-1]
    return max(SUITS.index(card[-1]) for card in cards if rank_of(card) == rank)


# Reading


def read(rules, cards):
    """What cards are: (type, number, kind, strength), or None if they are no combination."""
    cards = list(cards)
    n = len(cards)
    of_rank = Counter(map(rank_of, cards))
    shape = sorted(of_rank.values())
    bombs = knob(rules, "bombs.enabled")
    if len(of_rank) == 1:
        strength = strength_of(rules, cards)
        if bombs and n >= knob(rules, "bombs.min_size"):  # 001-16, 001-9
            return ("bomb", n, 0, (n, *strength))
        names = {1: "single", 2: "pair", 3: "triple", 4: "four"}  # 001-6, 001-7, 001-9, B75
        return (names[n], n, 0, strength) if n in names else None
    if bombs and knob(rules, "bombs.jokers"):  # 001-17
        jokers = list(JOKERS) * knob(rules, "table.decks") if knob(rules, "deck.jokers") else ()
        if sorted(cards) == sorted(jokers):
            return ("bomb", n, 0, (99, 0, 0))
    if shape == [1, 3] and knob(rules, "combinations.triple_with_single"):  # 001-11
        return ("triple_with_single", n, 0, triple_strength(rules, cards, of_rank))
    if shape == [2, 3]:  # 001-12
        return ("full_house", n, 0, triple_strength(rules, cards, of_rank))
    if any(rank in JOKERS for rank in of_rank):
        return None
    if set(shape) == {2} or set(shape) == {3}:  # 001-8, 001-10
        rows = sequence_rows(rules, len(of_rank))
        place = row_of(rows, of_rank)
        if place is None:
            return None
        suit = 0
        if knob(rules, "order.suits") != "off":
            suit = highest_suit_of_row(rules, cards, rows[place])
        return ("pairs" if shape[0] == 2 else "triples", n, 0, (place, suit))
    if set(shape) == {1} and n >= knob(rules, "combinations.straight_min"):  # 001-13
        return read_straight(rules, cards, of_rank)
    return None


def triple_strength(rules, cards, of_rank):
    """How high the triple among cards is (001-11, 001-12)."""
    return strength_of(rules, [card for card in cards if of_rank[rank_of(card)] == 3])


def read_straight(rules, cards, ranks):
    """What cards of different ranks are, if they are in a row (001-13, 001-15, 001-30, B59)."""
    rows = straight_rows(rules, len(cards))
    place = row_of(rows, ranks)
    if place is None:
        return None
    suit = highest_suit_of_row(rules, cards, rows[place])
    strength = {
        "none": (place, 0),
        "top_card_suit": (place, suit),
        "suit_replaces_rank": (0, suit),
    }[knob(rules, "combinations.straight_tie")]
    flush = knob(rules, "combinations.straight_flush")
    is_flush = len({card[-1] for card in cards}) == 1
    if is_flush and flush == "own_type":
        return ("straight_flush", len(cards), 0, strength)
    kind = 1 if is_flush and flush == "beats_straight" else 0
    return ("straight", len(cards), kind, strength)


def beats(rules, is_reversed, play, table):
    """Whether a play beats the one on the table, both as read (001-5, 001-14, 001-16, 001-20, 001-32)."""
    if play[0] == "bomb":
        return table[0] != "bomb" or play[3] > table[3]
    if play[:2] != table[:2]:
        return False
    if play[2] != table[2]:
        return play[2] > table[2]
    mine, other = play[3], table[3]
    if not is_reversed:
        return mine > other
    if play[0] in ("single", "pair") and knob(rules, "revolution.jokers") == "stay_top":  # B60
        is_joker = [rank >= RANKS.index("BJ") for rank in (mine[0], other[0])]
        if any(is_joker):
            return mine > other
    return mine < other


def may_play(rules, hand, cards, table, is_reversed):
    """Whether cards of a hand may be played on a table: another play as read, or None for a lead."""
    if Counter(cards) - Counter(hand):
        return False
    found = read(rules, cards)
    return found is not None and (table is None or beats(rules, is_reversed, found, table))


def legal_plays(rules, hand, table=None, is_reversed=False):
    """Every set of cards that may be played, each once: all subsets of the hand are tried."""
    tried = {subset for n in range(1, len(hand) + 1) for subset in combinations(sorted(hand), n)}
    return {subset for subset in tried if may_play(rules, hand, subset, table, is_reversed)}


# A game


def points_of(rules, left, played):
    """What cards left cost (001-26, 001-28, B53, B54, E55)."""
    three = knob(rules, "table.players") == 3
    double, triple = knob(rules, "score.double_from"), knob(rules, "score.triple_from")
    if double is None:
        double = 11 if three else 10
    if triple is None:
        triple = 17 if three else 0
    times = [1]
    if double and left >= double:
        times.append(2)
    if triple and left >= triple:
        times.append(3)
    if not played:
        times.append(knob(rules, "score.unplayed"))
    return max(times) * left * knob(rules, "score.per_card")


def scores_of(rules, left, played, winner):
    """The score of each seat, of the cards left in each hand and whether it has played (001-26, 001-27)."""
    n = len(left)
    if not knob(rules, "score.enabled"):
        return [0] * n
    scores = [-points_of(rules, left[seat], played[seat]) for seat in range(n)]
    scores[winner] = -sum(scores[seat] for seat in range(n) if seat != winner)
    return scores


def dealt(rules, deck, dealer):
    """The hands: one card at a time, clockwise, the dealer first, the whole pack (001-18)."""
    n = knob(rules, "table.players")
    assert sorted(deck) == sorted(pack(rules)), "not the pack"
    hands = [[] for _ in range(n)]
    for i, card in enumerate(deck):
        hands[(dealer + i) % n].append(card)
    return hands


def replay(rules, game):
    """Replays a game; AssertionError at the first thing that the rules do not allow.

    ``game``: ``deck`` in the order dealt, ``turned`` (place of the card that lies face up in it), ``dealer``,
    ``last_winner`` and ``last_loser`` (None in a session's first game), ``offered`` and ``taken`` if there is
    an exchange, ``acts``: (seat, cards), no cards for a pass.
    """
    n = knob(rules, "table.players")
    hands = dealt(rules, game["deck"], game["dealer"])
    starter = (game["dealer"] + game["turned"]) % n
    is_first = game["last_winner"] is None
    given = None
    if not is_first and knob(rules, "exchange.cards") != "off":  # 001-25, B56
        given = exchange(hands, game)
    if is_first:  # 001-19, B57
        turn = starter if knob(rules, "lead.first") == "start_card" else game["dealer"]
    else:
        turn = game["last_winner"] if knob(rules, "lead.next_game") == "winner" else starter
    leader = turn
    played = [False] * n
    out, tricks, is_reversed = [], 1, False
    table, owner, owner_before, passed = None, None, None, []
    counted = None
    for seat, cards in game["acts"]:
        assert seat == turn, f"{seat} acts in the turn of {turn}"
        assert not is_over(rules, out), "the game is over"
        if cards:
            assert may_play(rules, hands[seat], cards, table, is_reversed), (hands[seat], cards, table)
            for card in cards:
                hands[seat].remove(card)
            owner_before = owner if table is not None else None
            table, owner, passed = read(rules, cards), seat, []
            played[seat] = True
            if table[0] == "four" and knob(rules, "revolution.enabled"):
                is_reversed = not is_reversed
            if not hands[seat]:
                out.append(seat)
                if len(out) == 1:
                    counted = ([len(hand) for hand in hands], list(played))
        else:
            assert table is not None, "who leads must play"
            passed.append(seat)
        others = [other for other in range(n) if hands[other] and other != owner]
        if passed and set(others) <= set(passed):  # 001-21
            turn = owner
            if not hands[owner]:  # B58
                turn = next_with_cards(hands, owner)
                asks_beaten = knob(rules, "lead.after_out") == "last_beaten"
                if asks_beaten and owner_before is not None and hands[owner_before]:
                    turn = owner_before
            table, passed, tricks = None, [], tricks + 1
        elif not is_over(rules, out):
            turn = next_with_cards(hands, seat)
    assert is_over(rules, out), "the game is not over"
    places = out + rest_of(hands, out[0])
    if knob(rules, "score.count_at") == "end":
        counted = ([len(hand) for hand in hands], played)
    left, had_played = counted
    return {
        "starter": starter,
        "leader": leader,
        "places": places,
        "left": left,
        "scores": scores_of(rules, left, had_played, places[0]),
        "tricks": tricks,
        "is_reversed": is_reversed,
        "given": given,
        "next_dealer": places[-1],  # 001-24
    }


def exchange(hands, game):
    """The loser's highest card for one of two that the winner offers of his dealt hand (001-25, B56)."""
    winner, loser = hands[game["last_winner"]], hands[game["last_loser"]]
    given = max(loser, key=lambda card: (RANKS.index(rank_of(card)), "DCHS".find(card[-1])))
    assert len(game["offered"]) == 2
    assert not Counter(game["offered"]) - Counter(winner)
    assert game["taken"] in game["offered"]
    loser.remove(given)
    winner.remove(game["taken"])
    loser.append(game["taken"])
    winner.append(given)
    return given


def is_over(rules, out):
    """Whether winner and loser are known (001-23), or the first is out where that is enough."""
    enough = 1 if knob(rules, "play.until") == "first_out" else knob(rules, "table.players") - 1
    return len(out) >= enough


def next_with_cards(hands, seat):
    """The next seat clockwise that holds cards."""
    n = len(hands)
    return next(other for step in range(1, n + 1) if hands[other := (seat + step) % n])


def rest_of(hands, winner):
    """Those who hold cards, fewest first; of equals, the next after the winner comes last."""
    n = len(hands)
    after = [(winner + step) % n for step in range(1, n)]
    still = [seat for seat in after if hands[seat]]
    return sorted(still, key=lambda seat: (len(hands[seat]), -after.index(seat)))
