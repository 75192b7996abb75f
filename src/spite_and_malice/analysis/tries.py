"""Trying out the deal of the day: whether strong players win it from the seat that people will play.

Nothing depends on a clock or on chance: the same deal and try number give the same game everywhere.
"""

from __future__ import annotations

import hashlib
from typing import Final

from spite_and_malice.play import FairDeal, Game
from spite_and_malice.players import PLAYERS, Player
from spite_and_malice.players.monte_carlo import Effort, MonteCarlo
from spite_and_malice.rules import Rules

TRIES: Final = 10
"""How often a deal is tried."""

SEAT: Final = 0
"""The seat of the people who will play the deal; their opponent has the other one."""

_BRIEF: Final = Effort(rounds=((1.0, 30), (1 / 2, 60), (1 / 4, 120), (1 / 8, 240)))
"""The effort of the master in a try: some seconds per game."""
_NO_CLOCK: Final = 1e9


def player_of_try(number: int) -> str:
    """Return who plays a try, counted from 0: first the expert, who plays a deal always the same, then the master."""
    return "expert" if number == 0 else "master"


def try_deal(rules: Rules, fair_deal: FairDeal, day: str, opponent: str, number: int) -> Game:
    """Return a finished game of a day's deal: the numbered try against a computer player.

    The opponent plays as at the tables of that day.
    """
    game = Game.deal(rules, fair_deal.dealer(rules.players), fair_deal)
    while not game.is_over:
        view, moves = game.view(game.turn), len(game.log)
        if len(view.legal) == 1:
            game.play(view.legal[0])
        elif game.turn == SEAT:
            game.play(_player(number, seed_at(f"{day} {number} {moves}")).choose(view, game.log, _NO_CLOCK))
        else:
            seed = seed_at(day_place(day, 1, moves))
            game.play(PLAYERS[opponent].make(seed).choose(view, game.log, _NO_CLOCK))
    return game


def day_place(day: str, game: int, moves: int, attempt: int = 0) -> str:
    """Return the place in a day's deal that decides the opponent's luck after a number of moves."""
    return f"{day}:{game}:{moves}:{attempt}"


def seed_at(place: str) -> int:
    """Return the seed of a computer player at a place in a game."""
    return int.from_bytes(hashlib.sha256(place.encode()).digest()[:6])


def _player(number: int, seed: int) -> Player:
    if player_of_try(number) == "expert":
        return PLAYERS["expert"].make(seed)
    return MonteCarlo(seed, _BRIEF)
