"""The bots of the Sheng ji family."""

from shengsim.bots.bot import Bots, Restricted
from shengsim.bots.shengji import greedy, heuristic, random
from shengsim.bots.shengji.heuristic_cards import NO_OVERCALLS, NO_RUFFS, NO_THROWS, NO_TRACTORS
from shengsim.planes import bit

BOTS: Bots = {"random": random, "heuristic": heuristic, "greedy": greedy}

RESTRICTED: Restricted = {
    "heuristic-no-throws": ("heuristic", bit(NO_THROWS)),
    "heuristic-no-tractors": ("heuristic", bit(NO_TRACTORS)),
    "heuristic-no-ruffs": ("heuristic", bit(NO_RUFFS)),
    "heuristic-no-overcalls": ("heuristic", bit(NO_OVERCALLS)),
}
