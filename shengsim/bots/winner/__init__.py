"""The bots of the Winner family."""

from shengsim.bots.bot import Bots, Restricted
from shengsim.bots.winner import heuristic, random
from shengsim.bots.winner.heuristic import NO_BOMBS
from shengsim.planes import bit

BOTS: Bots = {"random": random, "heuristic": heuristic}

RESTRICTED: Restricted = {"heuristic-no-bombs": ("heuristic", bit(NO_BOMBS))}
