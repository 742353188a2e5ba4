"""Slow, obviously right Sheng ji: the independent oracle for any number of decks and fixed sides.

Nothing here is clever and nothing is shared with the engine: cards are names, hands are lists, every
question is answered by counting, sorting or trying all possibilities.

* A card is its name: rank then suit, ``2C`` .. ``10H``, ``JS``, ``AH``; jokers ``BJ`` (black, small) and
  ``RJ`` (red, big).  A seat is 0..3 in order of play (anticlockwise, the next seat is the one on the right);
  a side is ``seat % 2``.  Trump is ``(rank, suit)``, suit one of ``C D H S`` or ``NT``; with red fives
  that are always trumps, their names follow: ``(rank, suit, "5H", "5D")`` (see make_trump).
* ``rules`` is a flat dict, knob path to YAML value; a knob that is not named has its value of ``DEFAULTS``.
* A component is a list of cards: one card (single), equal cards (pair, triple, ...), or as many equal cards
  at each of several steps in a row (tractor).  Its *shape* is (width, length): how many equal cards, at how
  many steps; a single has (1, 1), a pair (2, 1), a tractor of three triples (3, 3).

IDs such as 002-67, B24, E12 are those of the rulebook, section "Sheng ji family".
Not covered: friends.
"""

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations, product
from math import comb

SUITS = ("C", "D", "H", "S")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKERS = ("BJ", "RJ")
PACK = [rank + suit for suit in SUITS for rank in RANKS] + list(JOKERS)

# The knobs with a closed list of choices that this twin understands; the first is the default.
CHOICES = {
    "table.players": (4, *range(5, 13)),
    "table.sides": ("fixed",),
    "table.decks": (2, 1, *range(3, 9)),
    "deck.jokers": (True, False),
    "deck.lowest_rank": RANKS,
    "deal.first_draw": ("shuffler", "count_off", "right_of_dealer"),
    "bidding.override": ("pair_over_single", "first_final"),
    "bidding.reinforce": ("outranks_pair", "before_override", "off"),
    "bidding.no_trump": ("off", "joker_pair"),
    "bidding.jokers_extend": ("off", "on"),
    "bidding.override_partner": (True, False),
    "bidding.pair_order": ("none", "suits"),
    "bidding.unclaimed": ("first_card", "until_rank_else_highest"),
    "bidding.unclaimed_joker": ("next_card", "no_trump", "reshuffle"),
    "dealer.first": ("first_exposed", "first_rank_pair", "first_joker_pair", "winning_bid"),
    "dealer.opening": ("drawer", "random"),
    "misdeal.claim": ("off", "no_trumps", "no_points", "either"),
    "misdeal.next_dealer": ("same", "leaders_partner"),
    "misdeal.next_leader": ("dealer", "trump_maker"),
    "order.tractor_chain": ("full", "plain_only", "jokers_only"),
    "order.red_fives": ("off", "hearts", "hearts_and_diamonds"),
    "red_fives.penalty": ("one_level", "two_one", "points", "none"),
    "lead.pairs": (True, False),
    "lead.tractor_tuples": ("full_only", "any", "plain_pair_is_throw"),  # two decks: no difference
    "lead.tractor_width": tuple(range(2, 9)),
    "lead.tractor_length": tuple(range(2, 13)),
    "follow.obligation": ("ladder", "tuples_only", "exact_length_only", "suit_only"),
    "follow.protect": ("none", "tractors", "longer_tuples", "both"),
    "throw.allowed": (True, False),
    "throw.tractor_exempt": (False, True),
    "throw.failed": ("lowest", "leader_choice", "challenger_choice", "first_in_turn", "lose_round"),
    "throw.penalty": ("none", "ten_per_card", "ten_per_attempt", "ten_per_beatable_card"),
    "throw.compare": ("largest_type", "all_components", "highest_card", "longest_first"),
    "kitty.multiplier": (
        "pow2_length_plus_1",
        "two_times_length_plus_1",
        "two_times_cards",
        "pow2_cards",
        "fixed_2",
        "fixed_1",
        "none",
    ),
    "kitty.singles_throw": (2, 3),
    "kitty.measure": ("by_system", "largest_component", "all_cards"),
    "kitty.winner": ("opponents_only", "last_trick_winner"),
    "kitty.points_allowed": (True, False),
    "score.below_zero": ("plus_one_per_step", "as_zero"),
    "score.above_top": ("plus_one_per_step", "capped"),
    "score.declarers_gain": ("table", "one"),
    "score.opponents_gain": ("table", "never"),
    "levels.start": RANKS,
    "levels.end": ("A", *RANKS),
    "levels.finish": ("pass_end_any", "pass_end_as_declarers", "reach_end"),
    "levels.after_end": ("stop", "wrap"),
    "levels.mandatory_mode": ("no_skip", "must_defend"),
    "hook.card": (
        "deciding",
        "any",
        "single",
        "on_suit_full_off_suit_half",
        "on_suit_full_off_suit_three",
    ),
    "hook.requires_swap": (False, True),
    "hook.then_gain": (False, True),
    "chao_dipi.enabled": (False, True),
    "chao_dipi.order": ("in_turn", "anyone"),
    "chao_dipi.over_partner": (True, False),
    "chao_dipi.after_unclaimed": (False, True),
    "chao_dipi.leader": ("dealer", "last_burier"),
}

# Knobs with any value, and knobs without effect while what they refine is off.
FREE = {
    "deal.kitty_size": None,  # the fewest from five on that deal out evenly
    "deck.short_packs": None,  # all
    "score.swap_at": None,  # 40 a deck
    "score.step": None,  # 20 a deck
    "score.table": None,
    "levels.mandatory": [],
    "red_fives.points": 20,
    "hook.levels": {},
    "friends.called": "by_players",
    "friends.copy": "first_played",
    "friends.allowed": "non_trump",
    "friends.lone": "double",
    "friends.levels": "individual",
}

DEFAULTS = {path: choices[0] for path, choices in CHOICES.items()} | FREE


def knob(rules, path):
    """Value of one knob: the variant's, else the default."""
    return rules.get(path, DEFAULTS[path])


def n_seats(rules):
    """Players (000-4, 002-8)."""
    return knob(rules, "table.players")


def n_decks(rules):
    """Packs (000-2, 002-8)."""
    return knob(rules, "table.decks")


def whole_deck(rules):
    """All cards in play; some packs may lack jokers and low ranks."""
    short = [
        card
        for card in PACK
        if (knob(rules, "deck.jokers") if is_joker(card) else True)
        and (is_joker(card) or RANKS.index(rank_of(card)) >= RANKS.index(knob(rules, "deck.lowest_rank")))
    ]
    n_short = knob(rules, "deck.short_packs")
    n_short = n_decks(rules) if n_short is None else n_short
    return Counter(PACK * (n_decks(rules) - n_short) + short * n_short)


def kitty_size(rules):
    """Cards of the kitty (000-81, 000-82, 002-87, 002-88)."""
    size = knob(rules, "deal.kitty_size")
    n_cards = sum(whole_deck(rules).values())
    return size if size is not None else min(n for n in range(5, 60) if (n_cards - n) % n_seats(rules) == 0)


def check_rules(rules):
    """Raise AssertionError where a knob is unknown or has a value that this twin does not cover."""
    for path, value in rules.items():
        assert path in DEFAULTS, f"unknown knob {path}"
        assert path not in CHOICES or value in CHOICES[path], f"{path}: {value!r} is not covered"


# ---------------------------------------------------------------------------------------------------- cards


def is_joker(card):
    """True for the four jokers (000-10)."""
    return card in JOKERS


def rank_of(card):
    """Printed rank; None for a joker."""
    return None if is_joker(card) else card[:-1]


def printed_suit(card):
    """Printed suit; None for a joker."""
    return None if is_joker(card) else card[-1]


def points_of(card):
    """Kings and tens 10, fives 5, the rest 0; 200 in two decks (000-16, 002-15)."""
    return {"K": 10, "10": 10, "5": 5}.get(rank_of(card), 0)


def points_in(cards):
    """Points in a list of cards (000-16)."""
    return sum(points_of(card) for card in cards)


def side_of(seat):
    """Partners sit opposite (000-4)."""
    return seat % 2


def suit_of(card, trump):
    """Effective suit, T for trumps: jokers, cards of the rank, cards of the trump suit.

    000-11, 000-12, 000-14, 002-10, 002-14 (no trump suit: jokers and the eight rank cards), 003-14.
    """
    rank, suit, *red_fives = trump
    if is_joker(card) or card in red_fives or rank_of(card) == rank or printed_suit(card) == suit:
        return "T"
    return printed_suit(card)


def make_trump(rules, rank, suit):
    """A trump with the red fives that are always its highest cards (rule order.red_fives, 002-93, B41)."""
    red_fives = {"off": (), "hearts": ("5H",), "hearts_and_diamonds": ("5H", "5D")}
    return (rank, suit, *red_fives[knob(rules, "order.red_fives")])


def is_honour(card, trump):
    """Jokers, red fives and cards of the rank: what stands above the suits."""
    rank, _, *red_fives = trump
    return is_joker(card) or card in red_fives or rank_of(card) == rank


def is_of_rank(card, trump):
    """A card of the dominant rank; a red five that stands above the jokers is none (B41)."""
    return rank_of(card) == trump[0] and card not in trump[2:]


def level(card, trump):
    """Height of a card within its effective suit; equal for cards of equal rank.

    000-11, 000-13, 000-14, 002-12..14, B11, B41.  Rank cards leave their suit, so 8 and 6 touch when 7 is
    the rank; red fives leave theirs, so 6 and 4 of hearts touch. The classes of the suit are listed from the
    lowest up, and those without a card left out: what stands side by side touches.
    """
    return _level(card, tuple(trump))


@cache
def _level(card, trump):
    rank, suit, *red_fives = trump
    own_suit = suit_of(card, trump)
    printed = suit if own_suit == "T" else own_suit
    classes = [
        [name]
        for name in (own + printed for own in RANKS if printed != "NT")
        if rank_of(name) != rank and name not in red_fives
    ]
    if own_suit == "T":
        of_rank = [rank + each for each in SUITS if rank + each not in red_fives]
        own = [name for name in of_rank if printed_suit(name) == suit]
        others = [name for name in of_rank if name not in own]
        classes += [others, own, ["BJ"], ["RJ"], *([five] for five in reversed(red_fives))]
    classes = [names for names in classes if names]
    return next(place for place, names in enumerate(classes) if card in names)


def order_key(card, trump):
    """Sorts cards of one effective suit high first; equal levels by printed suit C, D, H, S."""
    return (-level(card, trump), printed_suit(card) or "", card)


def chain_step(chain, card, trump):
    """Place of a card in the chain of tractors, None when it may not be in one.

    Rule order.tractor_chain (B16): full = every level; plain_only = neither rank cards nor jokers;
    jokers_only = of the trump top only RJRJ-BJBJ.  Red fives go with the rank cards (B41).
    """
    place = level(card, trump)
    if not is_honour(card, trump) or chain == "full":
        return place
    if chain == "jokers_only" and is_joker(card):
        return place
    return None


def tuples_in(cards, width):
    """Names of the cards held so many times or more: *identical* cards (000-39, 002-46, B15)."""
    return frozenset(card for card, count in Counter(cards).items() if count >= width)


def least_width(rules):
    """The fewest identical cards that are more than singles.

    Rule lead.pairs; rule lead.tractor_tuples plain_pair_is_throw (B22): only all copies of a card.
    """
    if not knob(rules, "lead.pairs"):
        return 99
    all_copies = knob(rules, "lead.tractor_tuples") == "plain_pair_is_throw"
    return max(2, n_decks(rules)) if all_copies else 2


def is_tractor(rules, width, length):
    """Whether so many steps of so many identical cards are a tractor (002-88, B16, B22)."""
    if length < max(2, knob(rules, "lead.tractor_length")) or width < knob(rules, "lead.tractor_width"):
        return False
    return width >= least_width(rules) and (
        knob(rules, "lead.tractor_tuples") == "any" or width == max(2, n_decks(rules))
    )


def runs(chain, trump, names, length):
    """Every row of ``length`` consecutive steps that these names contain, as tuples of names high to low.

    ``names`` are of one effective suit.  At the level of the off-suit rank cards any one of the names serves,
    never two (000-55, B16).  ``length`` 1 gives every name by itself.
    """
    if length == 1:
        return [(card,) for card in sorted(names)]
    at_step = {}
    for card in sorted(names):
        step = chain_step(chain, card, trump)
        if step is not None:
            at_step.setdefault(step, []).append(card)
    found = []
    for top in at_step:
        steps = range(top, top - length, -1)
        if all(step in at_step for step in steps):
            found.extend(product(*(at_step[step] for step in steps)))
    return found


def shape_of(component):
    """(width, length) of a component: how many identical cards, at how many steps."""
    return len(component) // len(set(component)), len(set(component))


def size_key(shape):
    """Shapes compare by cards; of equals a tractor is larger, then the wider (F8, E39)."""
    width, length = shape
    return (width * length, length > 1, width)


def pairs_worth(shape):
    """Consecutive pairs that a component counts for: a tuple one for each card beyond the first (B35)."""
    width, length = shape
    return (width - 1) * length


def top_level(component, trump):
    """Level of the highest card of a component."""
    return max(level(card, trump) for card in component)


# ----------------------------------------------------------------------------------------------------- lead


def decompose(rules, trump, cards):
    """Components of cards of one effective suit: the largest first, then the largest of what is left.

    000-43..57, 002-48..62, B16, F1..F18, E39.  Where several are as large, whichever leaves the larger rest;
    then the higher top, then C, D, H, S.  Rule lead.pairs: without pairs every card is a single (003-16).
    """
    chain = knob(rules, "order.tractor_chain")

    def largest(left):
        """All components of the largest shape among these cards."""
        found = {}
        for width in range(least_width(rules), n_decks(rules) + 1):
            names = tuples_in(left, width)
            for length in range(1, 17):
                if length > 1 and not is_tractor(rules, width, length):
                    continue
                for run in runs(chain, trump, names, length):
                    found.setdefault(size_key((width, length)), []).append(run * width)
        return found[max(found)] if found else []

    @cache
    def best(left):
        options = [in_order(option) for option in largest(list(left))]
        if not options:
            return [[card] for card in in_order(left)]
        options.sort(key=lambda names: [order_key(card, trump) for card in names])
        if len(set(options[0])) == 1:
            options = options[:1]  # tuples of one width do not stand in each other's way
        kept = None
        seen = set()
        for option in options:
            alike = tuple(sorted((level(card, trump), left.count(card)) for card in set(option)))
            if alike in seen:
                continue  # cards of one level with as many copies: the rest has the same shapes
            seen.add(alike)
            way = [option, *best(tuple(sorted((Counter(left) - Counter(option)).elements())))]
            if kept is None or key(way) > key(kept):
                kept = way
        return kept

    def in_order(names):
        return sorted(names, key=lambda card: order_key(card, trump))

    def key(way):
        return [size_key(shape_of(component)) for component in way]

    return best(tuple(sorted(cards)))


def why_illegal_lead(rules, trump, cards):
    """Reason against a lead: legal, must_play_cards, must_be_one_suit or must_not_throw.

    000-35, 000-52, 000-56, 000-57, 002-57, 002-61, 002-62; rule throw.allowed (000-58, 003-16).  A throw that
    can be beaten is a legal attempt: see failed_throw.
    """
    if not cards:
        return "must_play_cards"
    if len({suit_of(card, trump) for card in cards}) > 1:
        return "must_be_one_suit"
    if len(decompose(rules, trump, cards)) > 1 and not knob(rules, "throw.allowed"):
        return "must_not_throw"
    return "legal"


def read_lead(rules, trump, cards):
    """What a lead is: (single | double | tractor | throw | illegal, components largest first).

    000-37..57, 002-34, 002-48..62; the reason for "illegal" is why_illegal_lead's.
    """
    if why_illegal_lead(rules, trump, cards) != "legal":
        return "illegal", []
    components = decompose(rules, trump, cards)
    if len(components) > 1:
        return "throw", components
    kinds = {(1, 1): "single", (2, 1): "double"}
    shape = shape_of(components[0])
    return kinds.get(shape, "tractor" if shape[1] > 1 else "tuple"), components


# ---------------------------------------------------------------------------------------------------- throw


def can_beat(rules, trump, component, hand):
    """Can this hand beat one component of a throw in the led suit?

    B25 (only the led suit counts), B26 (equal does not beat), B27 (a card of a pair beats a single; a tractor
    is beaten only by a tractor at least as long, a longer one by a part of it).  Rule throw.tractor_exempt
    (000-60, B23): a tractor in a throw is then never beaten.
    """
    led = suit_of(component[0], trump)
    held = [card for card in hand if suit_of(card, trump) == led]
    top = top_level(component, trump)
    width, length = shape_of(component)
    if length >= 2 and width >= n_decks(rules) and knob(rules, "throw.tractor_exempt"):
        return False  # with N decks only tractors of N-tuples are safe (000-82)
    chain = knob(rules, "order.tractor_chain")
    return any(top_level(run, trump) > top for run in runs(chain, trump, tuples_in(held, width), length))


def beatable_components(rules, trump, components, hands_of_others):
    """The components that somebody can beat, in order, each with who beats it first in turn.

    List of (component, index into hands_of_others); the hands are those of the three others, partner
    included, in order of play (000-58, 000-59, 002-63, 002-64, 003-16, B25).
    """
    found = []
    for component in components:
        beaters = [i for i, hand in enumerate(hands_of_others) if can_beat(rules, trump, component, hand)]
        if beaters:
            found.append((component, beaters[0]))
    return found


def lowest_component(trump, components):
    """The component whose top card is lowest; tie: fewer cards (B24); still equal: the earlier in order."""
    return min(components, key=lambda component: (top_level(component, trump), len(component)))


def throw_options(rules, trump, components, hands_of_others):
    """The components that may be ordered when a throw fails; empty when it stands.

    Rule throw.failed (000-59, 002-64, B24): lowest; leader_choice: every beatable one; challenger_choice:
    every one that the first player in turn who can beat anything can beat himself (he sees only his own
    hand); first_in_turn: of those the one with fewest cards, then the lowest (as the public table has it).
    """
    beatable = beatable_components(rules, trump, components, hands_of_others)
    if not beatable or len(components) == 1:  # a pure single, pair or tractor is never challenged (B23, E27)
        return []
    failed = knob(rules, "throw.failed")
    everything = [component for component, _ in beatable]
    if failed in ("lowest", "lose_round"):
        return [lowest_component(trump, everything)]
    if failed == "leader_choice":
        return everything
    challenger = hands_of_others[min(first for _, first in beatable)]
    his = [component for component in everything if can_beat(rules, trump, component, challenger)]
    if failed == "challenger_choice":
        return his
    fewest = min(len(component) for component in his)
    return [lowest_component(trump, [component for component in his if len(component) == fewest])]


def failed_throw(rules, trump, components, hands_of_others, chooser=None):
    """None if the throw stands, else the component that must be played; "lose_round" where the round is lost.

    000-58, 000-59, 002-63, 002-64, 003-17, B24..B27, B34, B47.  ``chooser(options)`` picks where the rule
    lets somebody choose; without one the lowest option is taken.
    """
    options = throw_options(rules, trump, components, hands_of_others)
    if not options:
        return None
    if knob(rules, "throw.failed") == "lose_round":
        return "lose_round"
    if len(options) == 1 or chooser is None:
        return lowest_component(trump, options)
    chosen = chooser(options)
    wanted = [option for option in options if Counter(option) == Counter(chosen)]
    assert wanted, f"{chosen} may not be ordered, only {options}"
    return wanted[0]


def penalty(rules, trump, components, played, hands_of_others):
    """Points that a failed throw gives to the other side; the component ``played`` is left on the table.

    Rule throw.penalty (B28): ten for each card taken back, ten for the attempt, or ten for each card of the
    throw that belongs to a beatable component.  They may take the opponents below 0.
    """
    thrown = sum(len(component) for component in components)
    beatable = beatable_components(rules, trump, components, hands_of_others)
    return {
        "none": 0,
        "ten_per_card": 10 * (thrown - len(played)),
        "ten_per_attempt": 10,
        "ten_per_beatable_card": 10 * sum(len(component) for component, _ in beatable),
    }[knob(rules, "throw.penalty")]


# --------------------------------------------------------------------------------------------------- follow


def best_service(rules_of_service, trump, demand, cards, protected):
    """The best answer with which ``cards`` can serve ``demand``, as codes that compare; found by trying all.

    ``demand``: shapes of the led components of two cards and more, largest first.  Each is served in turn by
    pieces: the widest, at most as wide as the component, of that width the longest tractor, and then what the
    component still needs; a 0 closes a component that cannot be given more.  The ladder of B18 for three
    pairs is so: (2, 3); (2, 2) (2, 1); (2, 1) (2, 1) (2, 1); (2, 2) 0; ...  A piece of a narrower tuple that
    stands next to a wider one given for the same component beats one that does not, above it beats below it
    (section 10 of the house rules: [3,2]; [2,3]; 3+2).
    exact_length_only: a tractor only at the full shape of its component.  tuples_only: only tuples.
    ``protected`` names are not owed to a led tuple; they are owed to a led tractor.  longer_tuples: a name of
    which there are more copies is not seen.
    """
    rules = dict(rules_of_service)
    obligation = knob(rules, "follow.obligation")
    chain = knob(rules, "order.tractor_chain")
    keeps_longer = knob(rules, "follow.protect") in ("longer_tuples", "both")
    at_first = Counter(cards)

    def usable(place, width, left):
        found = set(tuples_in(left, width))
        if demand[place][1] == 1:
            found -= protected
        return {card for card in found if not keeps_longer or at_first[card] == width}

    def lengths(place, owed, width):
        room = owed // width
        if obligation == "ladder":
            longer = range(room, 1, -1)
        elif obligation == "exact_length_only" and demand[place] == (width, room):
            longer = [room]
        else:
            longer = []
        return [length for length in longer if is_tractor(rules, width, length)] + [1]

    def nearness(given, width, run):
        steps = [chain_step(chain, card, trump) for card in run]
        if obligation != "ladder" or not is_tractor(rules, width, 12) or None in steps:
            return 0
        wider = [piece for piece in given if piece[0] > width]
        if any(steps[-1] == top + 1 for _, top, _ in wider):
            return 2
        return 1 if any(steps[0] == low - 1 for _, _, low in wider) else 0

    @cache
    def serve(place, owed, given, left):
        if owed < 2:
            place += 1
            if place >= len(demand):
                return ()
            if all(shape == (2, 1) for shape in demand[place:]):  # only pairs: any will do
                counts = Counter(left)
                n = sum(1 if keeps_longer else counts[card] // 2 for card in usable(place, 2, left))
                return (min(n, len(demand) - place),)
            return serve(place, demand[place][0] * demand[place][1], (), left)
        for width in range(min(demand[place][0], owed), least_width(rules) - 1, -1):
            names = usable(place, width, left)
            for length in lengths(place, owed, width):
                found = runs(chain, trump, names, length)
                if not found:
                    continue
                near = max(nearness(given, width, run) for run in found)
                best = ()
                seen = set()
                for run in found:
                    if nearness(given, width, run) < near:
                        continue
                    counts = Counter(left)
                    alike = tuple((level(card, trump), counts[card], at_first[card]) for card in run)
                    if alike in seen:
                        continue  # cards of one level with as many copies leave the same
                    seen.add(alike)
                    steps = [chain_step(chain, card, trump) for card in run]
                    pieces = given if None in steps else tuple(sorted({*given, (width, steps[0], steps[-1])}))
                    rest = tuple(sorted((counts - Counter(run * width)).elements()))
                    best = max(best, serve(place, owed - width * length, pieces, rest))
                return ((width, length, near), *best)
        return ((0, 0, 0), *serve(place, 0, (), left))

    return serve(-1, 0, (), tuple(sorted(cards)))


SERVICE_KNOBS = (
    "table.decks",
    "follow.obligation",
    "follow.protect",
    "order.tractor_chain",
    "lead.pairs",
    "lead.tractor_tuples",
    "lead.tractor_width",
    "lead.tractor_length",
)
_best_service = lru_cache(maxsize=20_000)(best_service)  # the same hand is asked about many plays


def service(rules, trump, demand, cards, protected):
    """best_service, remembered."""
    knobs = tuple((path, knob(rules, path)) for path in SERVICE_KNOBS)
    return _best_service(knobs, trump, tuple(demand), tuple(sorted(cards)), frozenset(protected))


def cards_in_tractors(rules, trump, cards):
    """The names that lie in a tractor of these cards."""
    chain = knob(rules, "order.tractor_chain")
    return frozenset(
        card
        for width in range(2, n_decks(rules) + 1)
        for length in range(2, 17)
        if is_tractor(rules, width, length)
        for run in runs(chain, trump, tuples_in(cards, width), length)
        for card in run
    )


def why_illegal_follow(rules, trump, lead_components, hand, play):
    """Reason against a follow, or legal.

    must_hold_cards, must_match_number, must_follow_suit or must_match_structure, tested in this order.
    000-37, 000-40, 000-43, 002-35, 002-48, 003-18, B18, B19, B20, B21, B33.  ``lead_components`` as they
    lie on the table.  A hand with too few cards of the suit gives them all and is then free (002-35).  Else
    rule follow.obligation: the play must reach the best profile (see best_service) that the hand's cards of
    the suit can reach; suit_only: any cards of the suit.

    Rule follow.protect: tractors need only be given to a led tractor; to a led tuple what lies in a tractor
    of the hand, as it was before the play, is not owed (U9: a pair led, hand 2 3 QQ KK, play 2 3).  Shorter
    or longer, all pairs are owed to a led tractor.  Whoever gives a protected pair has given a pair.
    longer_tuples: a tuple of which there are more copies is not owed, and is not seen in a play either: a
    triple does not stand for a pair that is kept (L24, L32).
    """
    n_led = sum(len(component) for component in lead_components)
    led = suit_of(lead_components[0][0], trump)
    if Counter(play) - Counter(hand):
        return "must_hold_cards"
    if len(play) != n_led:
        return "must_match_number"
    held = [card for card in hand if suit_of(card, trump) == led]
    given = [card for card in play if suit_of(card, trump) == led]
    if len(given) < min(n_led, len(held)):
        return "must_follow_suit"
    obligation = knob(rules, "follow.obligation")
    if len(held) <= n_led or obligation == "suit_only":
        return "legal"
    demand = [shape_of(component) for component in lead_components if len(component) > 1]
    if not demand:
        return "legal"
    protected = frozenset()
    if knob(rules, "follow.protect") in ("tractors", "both"):
        protected = cards_in_tractors(rules, trump, held)
    owed = service(rules, trump, demand, held, protected)
    reached = service(rules, trump, demand, given, frozenset())
    return "legal" if reached >= owed else "must_match_structure"


def legal_follows(rules, trump, lead_components, hand, limit=200_000):
    """All legal follows, as a sorted list of sorted tuples: every distinct choice of cards is tried.

    Only choices with as many cards of the led suit as can be given are formed, the others cannot be legal.
    AssertionError if there would be more than ``limit``.
    """
    n_led = sum(len(component) for component in lead_components)
    led = suit_of(lead_components[0][0], trump)
    held = sorted(card for card in hand if suit_of(card, trump) == led)
    others = sorted(card for card in hand if suit_of(card, trump) != led)
    kept, pool = ([], held) if len(held) >= n_led else (held, others)
    n_free = n_led - len(kept)
    assert comb(len(pool), n_free) <= limit, "too many choices to try them all"
    plays = {tuple(sorted([*kept, *chosen])) for chosen in combinations(pool, n_free)}
    return sorted(
        play for play in plays if why_illegal_follow(rules, trump, lead_components, hand, play) == "legal"
    )


# ---------------------------------------------------------------------------------------------------- trick


def splits(chain, trump, shapes, cards):
    """Every way to split cards into components of these shapes (largest first), as lists of tuples.

    B30: extra structure is harmless, a tractor may serve as pairs, a pair as two singles (W14).
    """

    def serve(chosen, left):
        place = len(chosen)
        if place == len(shapes) or shapes[place] == (1, 1):
            yield chosen + [
                (card,) for card in sorted(left.elements(), key=lambda card: order_key(card, trump))
            ]
            return
        width, length = shapes[place]
        for run in runs(chain, trump, tuples_in(left.elements(), width), length):
            if place and shapes[place - 1] == shapes[place] and run < chosen[-1]:
                continue  # the same two runs in the other order
            yield from serve([*chosen, run], left - Counter(run * width))

    yield from serve([], Counter(cards))


def trick_winner(rules, trump, plays_in_turn_order):
    """Index of the winning play; the first is the lead as it lies on the table (see decide_trick)."""
    return decide_trick(rules, trump, plays_in_turn_order)[0]


def decide_trick(rules, trump, plays_in_turn_order):
    """The winning play's index, and the (is trump, level) of the highest card that decides for it.

    000-15, 000-38, 000-41, 000-42, 000-44, 000-61, 000-62, 002-36, 002-65, 002-66, 003-19, B3, B29, B30, B31.
    A play contends if it is all of the led suit or all trumps and can be split into the structure of the
    lead. A later play wins only if it is better than the best so far; equal ones go to the first played.

    Rule throw.compare: largest_type: the highest top that a component of the lead's largest type (its longest
    tractor, else pair, else single) can have in any split decides, nothing else breaks ties.
    highest_card: the highest card of the whole play.  all_components: a play beats the best so far if it
    has a split in which every component is strictly higher than its counterpart, both sorted by type, then
    level; the highest such split (compared in that order) is then what the next play has to beat.
    longest_first: in the same order, the first component that differs decides; single cards only count where
    nothing else was led (U2).
    """
    lead = plays_in_turn_order[0]
    led = suit_of(lead[0], trump)
    chain = knob(rules, "order.tractor_chain")
    compare = knob(rules, "throw.compare")
    shapes = [shape_of(component) for component in decompose(rules, trump, lead)]
    n_counted = sum(shape != (1, 1) for shape in shapes) or len(shapes)

    def height(component):
        return (suit_of(component[0], trump) == "T", top_level(component, trump))

    def sorted_heights(split):
        in_order = sorted(zip(map(size_key, shapes), map(height, split), strict=True), reverse=True)
        return tuple(component_height for _, component_height in in_order)

    def values(play):
        """What the play can count for, one value for each way to split it."""
        suits = {suit_of(card, trump) for card in play}
        if len(play) != len(lead) or len(suits) > 1 or not suits <= {led, "T"}:
            return []
        ways = list(splits(chain, trump, shapes, play))
        if compare == "largest_type":
            return [sorted_heights(split)[:1] for split in ways]
        if compare == "highest_card":
            return [(height(play),) for _ in ways]
        if compare == "longest_first":
            return [(sorted_heights(split)[:n_counted],) for split in ways]
        return [sorted_heights(split) for split in ways]

    winner, best = 0, max(values(lead))
    for i, play in enumerate(plays_in_turn_order[1:], start=1):
        better = [
            value for value in values(play) if all(new > old for new, old in zip(value, best, strict=True))
        ]
        if better:
            winner, best = i, max(better)
    return winner, best[0][0] if compare == "longest_first" else best[0]


# ---------------------------------------------------------------------------------------------------- kitty


def kitty_multiplier(rules, trump, winning_play, lead_components=None):
    """Factor for the points of the kitty when the opponents win the last trick; 0 without a kitty bonus.

    000-77, 000-86, 002-31, 002-80..84, 003-21, B35.  The winning play has the shape of the lead (B35) and is
    read in it: a pair that ruffs two led singles is two singles.  Without ``lead_components`` it is read as
    if it had been led.  The component with most cards counts (002-84).
    Rule kitty.multiplier: with length L = consecutive pairs (a single 0, a triple 2): 2^(L+1), 2(L+1); by
    number of cards: 2n, 2^n; fixed; none.  Rule kitty.measure: by_system = all cards for two_times_cards, the
    largest component otherwise; all_cards: n = all cards of the play, L = all pairs of its components.
    Rule kitty.singles_throw (002-83): a throw of singles only has this factor in the two systems by length.
    """
    components = lead_components or decompose(rules, trump, winning_play)
    system = knob(rules, "kitty.multiplier")
    if system == "none":
        return 0
    if system.startswith("fixed"):
        return 2 if system == "fixed_2" else 1
    by_length = system in ("pow2_length_plus_1", "two_times_length_plus_1")
    if by_length and len(components) > 1 and all(len(component) == 1 for component in components):
        return knob(rules, "kitty.singles_throw")
    measure = knob(rules, "kitty.measure")
    whole = measure == "all_cards" or (measure == "by_system" and system == "two_times_cards")
    counted = components if whole else [max(components, key=len)]
    length = sum(pairs_worth(shape_of(component)) for component in counted)
    n_cards = sum(len(component) for component in counted)
    return {
        "pow2_length_plus_1": 2 ** (length + 1),
        "two_times_length_plus_1": 2 * (length + 1),
        "two_times_cards": 2 * n_cards,
        "pow2_cards": 2**n_cards,
    }[system]


# -------------------------------------------------------------------------------------------------- bidding


def sort_bid(cards):
    """A bid in canonical order: rank cards, then BJ, then RJ."""
    return tuple(sorted(cards, key=lambda card: (is_joker(card), card)))


def bid_trump(rules, rank, cards):
    """Trump suit that these cards bid, NT for a joker pair, None if they are no bid.

    002-20, 002-21, B7: rank cards of one suit.  Rule bidding.no_trump (002-26, 000-32): two identical jokers
    or more, never a single one.  Rule bidding.jokers_extend (002-24, B8): rank cards of one suit and any
    jokers.  No bid has more than ten cards.
    """
    jokers = [card for card in cards if is_joker(card)]
    rank_cards = [card for card in cards if not is_joker(card)]
    if any(rank_of(card) != rank for card in rank_cards) or not cards or len(cards) > 10:
        return None
    if not rank_cards:
        is_pair = len(jokers) >= 2 and len(set(jokers)) == 1
        return "NT" if is_pair and knob(rules, "bidding.no_trump") == "joker_pair" else None
    if len(set(rank_cards)) > 1 or (jokers and knob(rules, "bidding.jokers_extend") == "off"):
        return None
    return printed_suit(rank_cards[0])


def bid_strength(rules, rank, seat, cards, earlier):
    """Place of a bid in the total order; a later bid must be strictly stronger (002-23).

    B6, B7, B8, compared in this order:
    1. number of cards: single < pair (< longer, only with bidding.jokers_extend; a joker pair counts two);
    2. a suit < BJ pair < RJ pair (002-22 "jokers outrank all suits");
    3. bidding.reinforce outranks_pair: fresh < built on the maker's own earlier bid (002-21, 002-22 row c);
    4. bidding.pair_order suits: D < C < H < S, between bids of two or more cards.
    """
    trump = bid_trump(rules, rank, cards)
    kind = {"BJ": 1, "RJ": 2}[cards[0]] if trump == "NT" else 0
    built_on_own = any(bidder == seat for bidder, _ in earlier)
    reinforced = built_on_own and knob(rules, "bidding.reinforce") == "outranks_pair"
    by_suit = knob(rules, "bidding.pair_order") == "suits" and len(cards) >= 2 and trump != "NT"
    return (len(cards), kind, reinforced, "DCHS".index(trump) if by_suit else 0)


def why_illegal_bid(rules, rank, seat, hand_so_far, bids, cards):
    """Reason against a bid, or legal.

    must_hold_cards, must_be_a_bid, must_exceed, must_only_reinforce, must_not_strengthen_partner or
    must_not_override_partner, tested in the order in which they stand below.
    ``bids``: the bids so far, (seat, cards); a reinforcement shows the new total.
    002-20..26, 000-26..29, 003-7, B6..B8, E47.  first_final: after one bid none is possible.  Whoever has bid
    may only add cards to that bid (002-25; reinforce off: not even that); before_override: only while it
    stands.  "Strengthening" a partner = bidding the trump of his standing bid (002-23).
    """
    if Counter(cards) - Counter(hand_so_far):
        return "must_hold_cards"
    trump = bid_trump(rules, rank, cards)
    if trump is None:
        return "must_be_a_bid"
    if not bids:
        return "legal"
    if knob(rules, "bidding.override") == "first_final":
        return "must_exceed"
    standing_seat, standing = bids[-1]
    reinforce = knob(rules, "bidding.reinforce")
    own = [shown for bidder, shown in bids if bidder == seat]
    over_partner = standing_seat != seat and side_of(standing_seat) == side_of(seat)
    if own:
        adds_cards = len(cards) > len(own[-1]) and not Counter(own[-1]) - Counter(cards)
        if not adds_cards or bid_trump(rules, rank, own[-1]) != trump or reinforce == "off":
            return "must_only_reinforce"
        if reinforce == "before_override" and standing_seat != seat:
            return "must_exceed"
    elif over_partner and bid_trump(rules, rank, standing) == trump:
        return "must_not_strengthen_partner"
    if over_partner and not knob(rules, "bidding.override_partner"):
        return "must_not_override_partner"
    new = bid_strength(rules, rank, seat, sort_bid(cards), bids)
    old = bid_strength(rules, rank, standing_seat, sort_bid(standing), bids[:-1])
    return "legal" if new > old else "must_exceed"


def legal_bids(rules, rank, seat, hand_so_far, bids):
    """All legal bids of a hand at this moment, sorted tuples in canonical order (see why_illegal_bid)."""
    showable = [card for card in hand_so_far if is_joker(card) or rank_of(card) == rank]
    candidates = {
        sort_bid(chosen) for size in range(1, len(showable) + 1) for chosen in combinations(showable, size)
    }
    return sorted(
        cards
        for cards in candidates
        if why_illegal_bid(rules, rank, seat, hand_so_far, bids, cards) == "legal"
    )


def trump_after_bidding(rules, rank, bids):
    """Trump suit or NT of the standing (last) bid; None if nobody has bid (000-26, 000-27)."""
    return bid_trump(rules, rank, bids[-1][1]) if bids else None


def flip(rules, rank, kitty_cards_in_order):
    """Trump from the kitty when nobody has bid: a suit, NT or "reshuffle".

    Rule bidding.unclaimed (000-30, 000-31, 002-27, 002-28, 003-8, B10): first_card = the suit of the first
    card of whatever rank, a joker by bidding.unclaimed_joker; until_rank_else_highest = the first rank
    card, else the highest printed rank (ace high, first turned among equals, jokers skipped); NT if there
    are only jokers.
    """
    through = knob(rules, "bidding.unclaimed") == "until_rank_else_highest"
    on_joker = knob(rules, "bidding.unclaimed_joker")
    if not through and is_joker(kitty_cards_in_order[0]) and on_joker != "next_card":
        return {"no_trump": "NT", "reshuffle": "reshuffle"}[on_joker]
    suited = [card for card in kitty_cards_in_order if not is_joker(card)]
    if not suited:
        return "NT"
    if not through:
        return printed_suit(suited[0])
    for card in suited:
        if rank_of(card) == rank:
            return printed_suit(card)
    highest = max(RANKS.index(rank_of(card)) for card in suited)
    return next(printed_suit(card) for card in suited if RANKS.index(rank_of(card)) == highest)


# ---------------------------------------------------------------------------------------- dealers, misdeals


def first_dealer(rules, bids, first_drawer, random_dealer=None):
    """Dealer of the first round.

    Rule dealer.first (000-22, 002-29, B9): who first exposed a rank card, a pair of identical rank cards, a
    pair of identical jokers (a bid of no trump), or who made the standing bid.  An override later
    does not matter.  Where nobody has exposed what is asked: rule dealer.opening, the first drawer or the
    random dealer.
    """
    rule = knob(rules, "dealer.first")
    if rule == "first_exposed":
        seats = [seat for seat, _ in bids]
    elif rule == "winning_bid":
        seats = [seat for seat, _ in bids[-1:]]
    else:
        wants_jokers = rule == "first_joker_pair"
        seats = [
            seat
            for seat, cards in bids
            if tuples_in(cards, 2)
            and (
                all(map(is_joker, cards))
                if wants_jokers
                else any(not is_joker(card) for card in tuples_in(cards, 2))
            )
        ]
    if seats:
        return seats[0]
    return first_drawer if knob(rules, "dealer.opening") == "drawer" else random_dealer


def next_dealer(rules, dealer, swap):
    """The dealer's partner when the declarers stay, the player on his right when the sides swap.

    000-23, 000-24, 002-30, 002-86, 003-22..26.
    """
    return (dealer + (1 if swap else 2)) % n_seats(rules)


def may_claim_misdeal(rules, trump, hand):
    """May this player have the deal thrown in?  Rule misdeal.claim (000-34, 002-32, 003-10, B12)."""
    no_trumps = all(suit_of(card, trump) != "T" for card in hand)
    no_points = points_in(hand) == 0
    return {
        "off": False,
        "no_trumps": no_trumps,
        "no_points": no_points,
        "either": no_trumps or no_points,
    }[knob(rules, "misdeal.claim")]


def dealer_after_misdeal(rules, dealer):
    """Who deals after a misdeal; scores stay.  Rule misdeal.next_dealer (003-10, B12)."""
    return dealer if knob(rules, "misdeal.next_dealer") == "same" else (dealer + 2) % n_seats(rules)


# ---------------------------------------------------------------------------------------- scores and levels


def swap_and_step(rules):
    """Points at which sides swap, and points a level: 40 and 20 a deck where not given (002-85, 002-88)."""
    swap_at, step = knob(rules, "score.swap_at"), knob(rules, "score.step")
    decks = n_decks(rules)
    return 40 * decks if swap_at is None else swap_at, 20 * decks if step is None else step


def score(rules, opponents_points):
    """What the opponents' points decide: {swap, declarers_gain, opponents_gain}.

    000-78, 000-79, 002-85, 003-22..26, B36..B38.  With swap_at 80 and step 40:
    -40 and less +5 and on; -5..-35 +4; 0 +3; 5..35 +2; 40..75 +1; 80..115 swap; 120 +1; 160 +2; 200 +3.
    Below the swap the bands are 0, up to half of it, up to it.  below_zero as_zero: as 0 points.
    above_top capped: at most +3.  declarers_gain one: +1 however they held; opponents_gain never: 0.
    Rule score.table: a list of bands {from, to, swap, declarers_gain, opponents_gain}, both ends included, an
    open end None or left out, a gain left out 0; it replaces the formula.
    """
    points = opponents_points
    if knob(rules, "score.below_zero") == "as_zero":
        points = max(points, 0)
    table = knob(rules, "score.table")
    if table:
        bands = [
            band
            for band in table
            if (band.get("from") is None or points >= band["from"])
            and (band.get("to") is None or points <= band["to"])
        ]
        assert len(bands) == 1, f"score.table: {len(bands)} bands for {points} points"
        swap = bands[0]["swap"]
        declarers, opponents = bands[0].get("declarers_gain", 0), bands[0].get("opponents_gain", 0)
    else:
        swap_at, step = swap_and_step(rules)
        swap = points >= swap_at
        declarers = opponents = 0
        if swap:
            opponents = (points - swap_at) // step
            if knob(rules, "score.above_top") == "capped":
                opponents = min(opponents, 3)
        elif points < 0:
            declarers = 4 + -points // step
        elif points == 0:
            declarers = 3
        else:
            declarers = 2 if 2 * points < swap_at else 1
    if not swap and knob(rules, "score.declarers_gain") == "one":
        declarers = 1
    if knob(rules, "score.opponents_gain") == "never":
        opponents = 0
    return {"swap": swap, "declarers_gain": declarers, "opponents_gain": opponents}


def most_points(rules):
    """What a lost round scores: the first points of the last printed row, +3 (003-17, B47)."""
    table = knob(rules, "score.table")
    if table:
        return max(band.get("from", 0) for band in table)
    swap_at, step = swap_and_step(rules)
    return swap_at + 3 * step


def next_levels(rules, levels, declarers_side, result):
    """Levels of both sides after a round, and whether the match is over: ([side 0, side 1], finished).

    000-7..9, 002-3, 002-6, 002-7, 003-27, B2.  ``result`` as score gives it.  Rule levels.finish:
    pass_end_any = over when a side goes beyond the end, by whatever step; pass_end_as_declarers = nobody goes
    beyond the end in one step from below it, the end is left only by the declarers, by one step, the
    surplus is lost; reach_end = over when a side gets to the end.  Who has finished is shown at the end.
    Rule levels.after_end wrap: it goes on instead, counting 2 as the level after the end; never finished.

    ``result`` may have hook_to, the level to which the hook throws the declarers back before they gain
    (B40), and levels_lost, those that declarers and opponents pay for red fives after all else: not below
    levels.start, and not by who has finished (B41).  Mandatory ranks: see mandatory_gain.
    """
    lost_by = result.get("levels_lost", (0, 0))
    end = RANKS.index(knob(rules, "levels.end"))
    finish = knob(rules, "levels.finish")
    wrap = knob(rules, "levels.after_end") == "wrap"
    after = list(levels)
    if result.get("hook_to"):
        after[declarers_side] = result["hook_to"]
    finished = False
    won = []
    for side in (0, 1):
        is_declarer = side == declarers_side
        gain = result["declarers_gain"] if is_declarer else result["opponents_gain"]
        if gain == 0:
            continue
        now = RANKS.index(after[side])
        place = now + mandatory_gain(rules, after[side], gain, is_declarer)
        if place == now:
            continue
        if finish == "pass_end_as_declarers" and place > end:
            place = end + 1 if now == end and is_declarer else end
        if wrap:
            after[side] = RANKS[place % (end + 1)]
            continue
        after[side] = RANKS[min(place, end)]
        if place > end or (finish == "reach_end" and place == end):
            finished = True
            won.append(side)
    start = RANKS.index(knob(rules, "levels.start"))
    for side, lost in ((declarers_side, lost_by[0]), (1 - declarers_side, lost_by[1])):
        place = RANKS.index(after[side])
        for _ in range(lost):
            if place > start and side not in won:
                place -= 1
        after[side] = RANKS[place]
    return after, finished


def mandatory_gain(rules, level_now, gain, is_declarer):
    """How far a side may climb: rules levels.mandatory and levels.mandatory_mode (002-90, B39).

    no_skip: the first mandatory rank on the way ends the move.  must_defend: as well, and whoever stands on
    one leaves it only as declarers.
    """
    mandatory = knob(rules, "levels.mandatory")
    if knob(rules, "levels.mandatory_mode") == "must_defend" and not is_declarer and level_now in mandatory:
        return 0
    played = RANKS[: RANKS.index(knob(rules, "levels.end")) + 1]
    on_the_way = played[played.index(level_now) + 1 :]
    if knob(rules, "levels.after_end") == "wrap":
        on_the_way += played * gain
    for step, rank in enumerate(on_the_way, start=1):
        if step <= gain and rank in mandatory:
            return step
    return gain


# ------------------------------------------------------------------------- chao dipi, hook, red fives


def overcall_height(cards, rank):
    """Place of a shown pair among overcalls, None of anything else (002-91, B43)."""
    order = [rank + suit for suit in "DCHS"] + ["BJ", "RJ"]
    if len(cards) != 2 or cards[0] != cards[1] or cards[0] not in order:
        return None
    return order.index(cards[0])


def why_illegal_overcall(rules, rank, seat, hand, bids, calls, burier, cards):
    """Reason against an overcall, or legal (B43).

    ``bids`` and ``calls``: (seat, cards) so far; ``burier``: whose burial the kitty is.  Without a bid the
    kitty made trump: rule chao_dipi.after_unclaimed.  A single bid lies below every pair; a bid of two cards
    or more counts as the pair of its suit, or of its jokers.  Rule chao_dipi.over_partner: the maker of the
    trump that stands may be overcalled by his partner or not.  In turn, neither he nor the burier may call.
    """
    if not knob(rules, "chao_dipi.enabled"):
        return "must_be_asked"
    if not bids and not knob(rules, "chao_dipi.after_unclaimed"):
        return "must_be_asked"
    new = overcall_height(cards, rank)
    if new is None:
        return "must_be_a_pair"
    if Counter(cards) - Counter(hand):
        return "must_hold_cards"
    maker, shown = (calls or bids or [(None, None)])[-1]
    if knob(rules, "chao_dipi.order") == "in_turn" and seat in (maker, burier):
        return "must_not_overcall_own"
    is_partners = maker is not None and maker != seat and side_of(maker) == side_of(seat)
    if is_partners and not knob(rules, "chao_dipi.over_partner"):
        return "must_not_override_partner"
    old = -1
    if shown is not None and len(shown) >= 2:
        old = overcall_height([shown[0]] * 2, rank)
    return "legal" if new > old else "must_exceed"


def n_offered(rules, rank, hands, bids, calls, burier, caller):
    """How many seats are asked, in turn from the burier's right, up to the one that calls (None: nobody)."""
    pairs = [[name, name] for name in [rank + suit for suit in SUITS] + list(JOKERS)]
    n = 0
    for step in range(1, n_seats(rules)):
        seat = (burier + step) % n_seats(rules)
        n += any(
            why_illegal_overcall(rules, rank, seat, hands[seat], bids, calls, burier, pair) == "legal"
            for pair in pairs
        )
        if seat == caller:
            break
    return n


def hook_to(rules, trump, declarers_won, swap, plays_of_last_trick):
    """The level to which the hook throws the declarers back, None if it does not hold (002-92, B40).

    ``plays_of_last_trick`` from the leader on.  Rule hook.card: deciding = the card by which the winning play
    won is of the rank; any = any of its cards; single = only a single card; on_suit_full_off_suit_half: half
    the way back for a rank card that is not of the trump suit, J to 6; on_suit_full_off_suit_three: three
    ranks for it, but nothing where the whole way is no longer (A to J).  Never below levels.start.
    """
    rank = trump[0]
    target = knob(rules, "hook.levels").get(rank)
    if target is None or declarers_won or (knob(rules, "hook.requires_swap") and not swap):
        return None
    now = RANKS.index(rank)
    way = max(0, now - max(RANKS.index(target), RANKS.index(knob(rules, "levels.start"))))
    won, (is_trump, height) = decide_trick(rules, trump, plays_of_last_trick)
    winning = plays_of_last_trick[won]
    rule = knob(rules, "hook.card")
    if rule == "any":
        return RANKS[now - way] if any(is_of_rank(card, trump) for card in winning) else None
    deciding = [
        card for card in winning if is_trump and is_of_rank(card, trump) and level(card, trump) == height
    ]
    if not deciding or (rule == "single" and len(winning) > 1):
        return None
    if not any(printed_suit(card) == trump[1] for card in deciding):
        if rule == "on_suit_full_off_suit_half":
            way = way - way // 2
        elif rule == "on_suit_full_off_suit_three":
            if way <= 3:
                return None
            way = 3
    return RANKS[now - way]


def captured_fives(trump, plays_by_seat, winner):
    """The red fives above the jokers that each side loses in a trick: [side 0's, side 1's] (B41)."""
    lost = [[], []]
    for seat, cards in plays_by_seat:
        if side_of(seat) != side_of(winner):
            lost[side_of(seat)] += [card for card in cards if card in trump[2:]]
    return lost


def price_of_fives(rules, fives):
    """What captured red fives cost their side: (levels, points to the others).  Rule red_fives.penalty."""
    kind = knob(rules, "red_fives.penalty")
    if kind == "points":
        return 0, knob(rules, "red_fives.points") * len(fives)
    each = {"one_level": {"5H": 1, "5D": 1}, "two_one": {"5H": 2, "5D": 1}, "none": {"5H": 0, "5D": 0}}[kind]
    return sum(each[five] for five in fives), 0


# ------------------------------------------------------------------------------------------- a whole deal


def take(hand, cards, what):
    """Remove cards from a hand, AssertionError if they are not all there."""
    missing = Counter(cards) - Counter(hand)
    assert not missing, f"{what}: must_hold_cards, missing {sorted(missing.elements())}"
    for card in cards:
        hand.remove(card)


def settle(rules, dealer, total):
    """Score and next dealer from the opponents' total."""
    result = score(rules, total)
    return {"total": total, **result, "next_dealer": next_dealer(rules, dealer, result["swap"])}


def replay(rules, deal):
    """Play a recorded deal again, check every act in it, and say what came of it.

    000-18, 000-33, 000-35, 000-76, 000-77, 002-18, 002-31, 002-33, 002-80, 003-4, 003-17, 003-21, B24, B35,
    B47. AssertionError with the reason on any illegal act.

    ``deal``
        rank; dealer, the seat that takes the kitty and leads (None in a first round: see first_dealer);
        first_drawer; deck, 108 names, drawn in turn from first_drawer, the last of them the kitty in order;
        bids, (n_drawn, seat, cards) with the number of cards drawn so far by all; buried;
        plays, (seat, cards) as attempted, for a failed throw with a choice (seat, cards, component chosen).
        Optional: overcalls, (seat, cards shown, cards buried) in the order made; misdeal, the
        seat that claims one before the first lead; random_dealer (dealer.opening).

    The result
        trump, dealer; tricks: leader, attempt, plays as they lie on the table from the leader on, winner,
        points; trick_points (of the opponents), penalty (net, to the opponents), kitty_points, multiplier
        (of the last trick, whoever won it), kitty_added, total; declarers_gain, opponents_gain, swap,
        next_dealer; last_trick_winner, last_trick_form (kind, lengths); throws_tried and throws_failed by
        seat; lost_round_by; burier; overcalls_offered, as they must be in turn; fives_lost by side;
        five_points (net, to the opponents); hook_to.

    A round lost by a false throw (003-17, B47) gives the opponents the points of the last printed row if a
    declarer erred, none if an opponent did.  Only {reshuffle: True} if the turned kitty asks for a new deal
    (002-27); only {misdeal: seat, next_dealer} after a claim.
    """
    check_rules(rules)
    rank, first_drawer, deck = deal["rank"], deal["first_drawer"], list(deal["deck"])
    assert Counter(deck) == whole_deck(rules), "the deck is not made of whole packs, as the rules have them"
    players = n_seats(rules)
    n_drawn_in_all = len(deck) - kitty_size(rules)
    assert n_drawn_in_all % players == 0, "the kitty does not deal out evenly"

    def hand_after(n_drawn, seat):
        return [deck[i] for i in range(n_drawn) if (first_drawer + i) % players == seat]

    bids = []
    last_n_drawn = 0
    for n_drawn, seat, cards in deal["bids"]:
        assert last_n_drawn <= n_drawn <= n_drawn_in_all, f"bid of seat {seat} at {n_drawn} out of order"
        reason = why_illegal_bid(rules, rank, seat, hand_after(n_drawn, seat), bids, cards)
        assert reason == "legal", f"bid of seat {seat} {cards}: {reason}"
        bids.append((seat, tuple(cards)))
        last_n_drawn = n_drawn

    kitty = deck[n_drawn_in_all:]
    trump_suit = trump_after_bidding(rules, rank, bids) or flip(rules, rank, kitty)
    if trump_suit == "reshuffle":
        return {"reshuffle": True}
    trump = make_trump(rules, rank, trump_suit)

    dealer = deal["dealer"]
    if dealer is None:
        dealer = first_dealer(rules, bids, first_drawer, deal.get("random_dealer"))
        assert dealer in range(players), "nobody has exposed, and the record names no random dealer"
    hands = [hand_after(n_drawn_in_all, seat) for seat in range(players)]
    hands[dealer] += kitty

    def bury(seat, cards):
        assert len(cards) == len(kitty), "must_match_number: as many cards are buried as were taken"
        take(hands[seat], cards, "bury")
        if not knob(rules, "kitty.points_allowed"):
            assert points_in(cards) == 0, "bury: no point card may be buried"
        return list(cards)

    buried = bury(dealer, deal["buried"])
    burier = dealer
    calls = []
    offered = 0
    for seat, cards, now_buried in deal.get("overcalls", []):
        reason = why_illegal_overcall(rules, rank, seat, hands[seat], bids, calls, burier, cards)
        assert reason == "legal", f"overcall of seat {seat} {cards}: {reason}"
        offered += n_offered(rules, rank, hands, bids, calls, burier, seat)
        hands[seat] += buried
        calls.append((seat, tuple(cards)))
        trump = make_trump(rules, rank, "NT" if is_joker(cards[0]) else printed_suit(cards[0]))
        buried = bury(seat, now_buried)
        burier = seat
    offered += n_offered(rules, rank, hands, bids, calls, burier, None)

    claimant = deal.get("misdeal")
    if claimant is not None:
        assert may_claim_misdeal(rules, trump, hands[claimant]), f"misdeal of seat {claimant}: no right to it"
        return {"misdeal": claimant, "next_dealer": dealer_after_misdeal(rules, dealer)}

    opponents = 1 - side_of(dealer)
    plays = list(deal["plays"])
    result = {
        "trump": trump,
        "dealer": dealer,
        "tricks": [],
        "trick_points": 0,
        "penalty": 0,
        "kitty_points": points_in(buried),
        "multiplier": 0,
        "kitty_added": 0,
        "last_trick_winner": None,
        "last_trick_form": None,
        "throws_tried": [0] * players,
        "throws_failed": [0] * players,
        "lost_round_by": None,
        "burier": burier,
        "overcalls_offered": offered,
        "fives_lost": [[], []],
        "five_points": 0,
        "hook_to": None,
    }
    leader = burier if calls and knob(rules, "chao_dipi.leader") == "last_burier" else dealer
    while any(hands):
        assert plays, "the record ends before the deal"
        seat, attempt, *choice = plays.pop(0)
        assert seat == leader, f"seat {seat} leads, but it is the turn of seat {leader}"
        assert not Counter(attempt) - Counter(hands[seat]), f"lead of seat {seat} {attempt}: must_hold_cards"
        reason = why_illegal_lead(rules, trump, attempt)
        assert reason == "legal", f"lead of seat {seat} {attempt}: {reason}"
        kind, components = read_lead(rules, trump, attempt)
        laid = list(attempt)
        if kind == "throw":
            result["throws_tried"][seat] += 1
            others = [hands[(seat + i) % players] for i in range(1, players)]
            chooser = (lambda options, choice=choice: choice[0]) if choice else None
            ordered = failed_throw(rules, trump, components, others, chooser)
            if ordered is not None:
                result["throws_failed"][seat] += 1
            if ordered == "lose_round":
                assert not plays, "the round is lost, but the record goes on"
                result["lost_round_by"] = seat
                return result | settle(rules, dealer, 0 if side_of(seat) == opponents else most_points(rules))
            if ordered is not None:
                points = penalty(rules, trump, components, ordered, others)
                result["penalty"] += -points if side_of(seat) == opponents else points
                laid = ordered
                kind, components = read_lead(rules, trump, laid)
        take(hands[seat], laid, f"lead of seat {seat}")
        on_table = [laid]
        for i in range(1, players):
            assert plays, "the record ends before the deal"
            seat, cards, *_ = plays.pop(0)
            assert seat == (leader + i) % players, f"seat {seat} plays out of turn"
            reason = why_illegal_follow(rules, trump, components, hands[seat], cards)
            assert reason == "legal", f"play of seat {seat} {cards} on {laid}: {reason}"
            take(hands[seat], cards, f"play of seat {seat}")
            on_table.append(list(cards))
        won = trick_winner(rules, trump, on_table)
        winner = (leader + won) % players
        points = sum(points_in(cards) for cards in on_table)
        result["tricks"].append(
            {"leader": leader, "attempt": attempt, "plays": on_table, "winner": winner, "points": points}
        )
        if side_of(winner) == opponents:
            result["trick_points"] += points
        seated = [((leader + i) % players, cards) for i, cards in enumerate(on_table)]
        for side, fives in enumerate(captured_fives(trump, seated, winner)):
            result["fives_lost"][side] += fives
            points = price_of_fives(rules, fives)[1]
            result["five_points"] += -points if side == opponents else points
        result["last_trick_winner"] = winner
        result["last_trick_form"] = (kind, [shape_of(component) for component in components])
        result["multiplier"] = kitty_multiplier(rules, trump, on_table[won], components)
        leader = winner
    assert not plays, "the deal is over, but the record goes on"
    # kitty.winner last_trick_winner: declarers who win the last trick keep the points; no score changes.
    if side_of(result["last_trick_winner"]) == opponents:
        result["kitty_added"] = result["kitty_points"] * result["multiplier"]
    total = result["trick_points"] + result["penalty"] + result["five_points"] + result["kitty_added"]
    result |= settle(rules, dealer, total)
    declarers_won = side_of(result["last_trick_winner"]) != opponents
    result["hook_to"] = hook_to(rules, trump, declarers_won, result["swap"], result["tricks"][-1]["plays"])
    if result["hook_to"] and not knob(rules, "hook.then_gain"):
        result["declarers_gain"] = 0
    return result
