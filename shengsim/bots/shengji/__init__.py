"""The bots of the Sheng ji family."""

from shengsim.bots.bot import Bots
from shengsim.bots.shengji import random

BOTS: Bots = {"random": random}
