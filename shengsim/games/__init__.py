"""The families of games."""

from shengsim.games import shengji
from shengsim.games.family import Families

FAMILIES: Families = {shengji.NAME: shengji}
