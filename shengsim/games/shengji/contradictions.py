"""What the knobs of a variant contradict each other in."""

from __future__ import annotations

from itertools import pairwise

from shengsim.games.shengji.choices import CapturePenalty, FirstDealer, NoTrump, Penalty, RedFives
from shengsim.games.shengji.rules import POINTS_STEP, Rules


def contradictions(rules: Rules) -> list[tuple[str, str]]:
    """What the knobs of a variant contradict each other in: (path of the knob to blame, why)."""
    found = pack_contradictions(rules)
    if rules.dealer.first == FirstDealer.FIRST_JOKER_PAIR and rules.bidding.no_trump == NoTrump.OFF:
        found.append(
            ("dealer.first", "a pair of jokers can be exposed only with bidding.no_trump: joker_pair")
        )
    found += [("score.table", why) for why in band_faults(rules)]
    if rules.levels.start > rules.levels.end:
        found.append(
            ("levels.start", f"the first level lies above the last ({rules.levels.end.yaml}, levels.end)")
        )
    found += [
        ("hook.levels", f"{level.yaml} is to go back to {back.yaml}, which is not below it")
        for level, back in rules.hook.levels.items()
        if back >= level
    ]
    return found


def pack_contradictions(rules: Rules) -> list[tuple[str, str]]:
    """What players, packs and what is in them leave impossible."""
    found = []
    n_packs, deck = rules.table.decks, rules.deck
    if rules.table.players % 2:
        found.append(
            ("table.players", f"{rules.table.players} players cannot sit alternately in two fixed sides")
        )
    if deck.short_packs is not None and deck.short_packs > n_packs:
        found.append(("deck.short_packs", f"more than there are packs ({n_packs}, table.decks)"))
    elif (rules.n_cards - rules.n_kitty) % rules.table.players or rules.n_kitty >= rules.n_cards:
        found.append(
            (
                "deal.kitty_size",
                f"{rules.n_cards} cards (table.decks) less a kitty of {rules.n_kitty} do not deal "
                f"out evenly to {rules.table.players} (table.players)",
            )
        )
    n_whole = 0 if rules.has_whole_packs else n_packs - rules.n_short_packs
    if n_whole == 0 and rules.levels.start < deck.lowest_rank:
        found.append(
            ("levels.start", f"no pack has a {rules.levels.start.yaml} (deck.lowest_rank, deck.short_packs)")
        )
    n_with_jokers = n_packs if deck.jokers else n_whole
    if rules.bidding.no_trump == NoTrump.JOKER_PAIR and n_with_jokers < 2:
        found.append(("bidding.no_trump", "there are no two identical jokers (table.decks, deck.jokers)"))
    if n_packs == 1 and rules.lead.pairs:
        found.append(("lead.pairs", "there are no two identical cards with one pack (table.decks)"))
    if n_packs == 1 and rules.dealer.first == FirstDealer.FIRST_RANK_PAIR:
        found.append(("dealer.first", "there are no two identical cards with one pack (table.decks)"))
    if n_packs == 1 and rules.chao_dipi.enabled:
        found.append(("chao_dipi.enabled", "there are no two identical cards with one pack (table.decks)"))
    if rules.lead.tractor_width > max(2, n_packs):
        found.append(("lead.tractor_width", f"no card has {rules.lead.tractor_width} copies (table.decks)"))
    return found


def band_faults(rules: Rules) -> list[str]:
    """What a score table leaves out or says twice; points come in fives."""
    bands = sorted(rules.score.table, key=lambda band: (band.lowest is not None, band.lowest or 0))
    if not bands:
        return []
    found = []
    lowest = bands[0].lowest
    pays_points = rules.order.red_fives != RedFives.OFF and rules.red_fives.penalty == CapturePenalty.POINTS
    may_fall_below_zero = rules.throw.penalty != Penalty.NONE or pays_points
    if lowest is not None and (lowest > 0 or may_fall_below_zero):
        found.append(f"gap: nothing is said below {lowest} points")
    for band, above in pairwise(bands):
        if band.highest is None or above.lowest is None or above.lowest <= band.highest:
            found.append(
                f"overlap: two rows hold {above.lowest if above.lowest is not None else 'no'} points"
            )
        elif above.lowest > band.highest + POINTS_STEP:
            found.append(f"gap: nothing is said between {band.highest} and {above.lowest} points")
    if bands[-1].highest is not None:
        found.append(f"gap: nothing is said above {bands[-1].highest} points")
    for band in bands:
        if band.lowest is not None and band.highest is not None and band.lowest > band.highest:
            found.append(f"a row goes from {band.lowest} down to {band.highest}")
    return found
