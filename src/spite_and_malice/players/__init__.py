"""The computer players. Each sees a `View` and the public log, never a position."""

from spite_and_malice.players.by_hand.greedy import Greedy
from spite_and_malice.players.by_hand.planner import Planner
from spite_and_malice.players.player import Player
from spite_and_malice.players.roster import LEVELS, PLAYERS, Character, PlayerInfo, Thought, choose, think

__all__ = ["LEVELS", "PLAYERS", "Character", "Greedy", "Planner", "Player", "PlayerInfo", "Thought", "choose", "think"]
