"""The families of games."""

from shengsim.games import shengji, winner
from shengsim.games.family import Families

FAMILIES: Families = {family.NAME: family for family in (shengji, winner)}
