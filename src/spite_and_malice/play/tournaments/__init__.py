"""Tournaments of games for two: pairings by five systems, and standings.

Nothing here plays a game. Entrants are numbers, in the order of their ranks before the first round; a pairing is one
game or a bye. The next round is paired from all earlier pairings, so that only these have to be kept.
"""

from spite_and_malice.play.tournaments.arena import arena_points, pair_arena
from spite_and_malice.play.tournaments.games import (
    PLAYED,
    Entrant,
    NoPairing,
    Outcome,
    Pairing,
    met,
    points,
    seated,
)
from spite_and_malice.play.tournaments.knock_out import bracket, pair_knock_out, winner_of
from spite_and_malice.play.tournaments.match import Order, pair_match
from spite_and_malice.play.tournaments.round_robin import pair_round_robin
from spite_and_malice.play.tournaments.standings import SYSTEMS, Standing, System, standings
from spite_and_malice.play.tournaments.swiss import pair_swiss, possible_swiss
from spite_and_malice.play.tournaments.teams import TeamStanding, team_standings

__all__ = [
    "PLAYED",
    "SYSTEMS",
    "Entrant",
    "NoPairing",
    "Order",
    "Outcome",
    "Pairing",
    "Standing",
    "System",
    "TeamStanding",
    "arena_points",
    "bracket",
    "met",
    "pair_arena",
    "pair_knock_out",
    "pair_match",
    "pair_round_robin",
    "pair_swiss",
    "points",
    "possible_swiss",
    "seated",
    "standings",
    "team_standings",
    "winner_of",
]
