"""The bots of the Sheng ji family."""

from shengsim.bots.bot import Bots, Restricted
from shengsim.bots.shengji import random

BOTS: Bots = {"random": random}

RESTRICTED: Restricted = {}
