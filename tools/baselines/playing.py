"""Games of learned policies against known players, many side by side."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from spite_and_malice.interop.arrays import Flags, Masks, Numbers, Rows
from spite_and_malice.interop.batch import COMPILED, BatchEnv
from spite_and_malice.interop.chance_game import OVER, Setting
from spite_and_malice.interop.one_game import OneGame
from spite_and_malice.interop.small_games import SMALL_GAMES, small_game
from spite_and_malice.players import PLAYERS
from spite_and_malice.players.player import chosen
from spite_and_malice.rules import preset_rules

GAMES: Final = (*SMALL_GAMES, "standard", "skip-bo", "book")
KNOWN: Final = ("random", "eager", *COMPILED)
"""The players that play many games at once."""
THINKERS: Final = ("expert", "master")
"""Players that search, one game at a time."""

Chooser = Callable[[Rows, Masks], Numbers]
"""From rows of observations and masks to a legal move for each."""


def setting_of(game: str) -> Setting:
    """Return the setting of a small game or of a preset."""
    return small_game(game) if game in SMALL_GAMES else Setting(preset_rules(game))


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of games for one side."""

    won: int
    lost: int
    drawn: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.lost + self.drawn

    @property
    def points(self) -> float:
        """Points of a game: 1 for a win, a half for a draw."""
        return (self.won + self.drawn / 2) / self.games


def against(setting: Setting, players: str | Sequence[Chooser], known: str, games: int, seed: int) -> Tally:
    """Let one of `KNOWN`, or a chooser for each of two seats, play another of them, half of the games from each."""
    batch = BatchEnv(setting.rules, games, seed, max_moves=setting.max_moves, hold=True)
    own = np.arange(games) % 2
    over = np.zeros(games, np.bool_)
    points = np.zeros(games, np.float32)

    def note() -> None:
        ended = ~over & (batch.terminated | batch.truncated)
        points[ended] = batch.rewards[ended, own[ended]]
        over[ended] = True

    batch.play_on(known, own)
    note()
    while not over.all():
        batch.step(_moves(batch, players, own, ~over), opponent=known, seats=own)
        note()
    return Tally(int((points > 0).sum()), int((points < 0).sum()), int((points == 0).sum()))


def _moves(batch: BatchEnv, players: str | Sequence[Chooser], own: Numbers, playing: Flags) -> Numbers:
    if isinstance(players, str):
        if players in COMPILED:
            return batch.choose(players, rows=playing)
        return batch.sample(eager=players == "eager", rows=playing)
    moves: Numbers = np.full(batch.n, -1, np.int64)
    for seat, choose in enumerate(players):
        rows = np.flatnonzero(playing & (own == seat))
        if len(rows):
            moves[rows] = choose(batch.observations[rows], batch.masks[rows])
    return moves


def one_by_one(setting: Setting, player: str, known: str, games: int, seed: int, seconds: float) -> Tally:
    """The same for a level that searches, with `seconds` of a core's time per move, against one of `PLAYERS`."""
    points = []
    for number in range(games):
        game, own = OneGame(setting, seed + number), number % 2
        players = [PLAYERS[player if seat == own else known].make(seed + number, time.thread_time) for seat in range(2)]
        while game.turn != OVER:
            view = game.view(game.turn)
            move = chosen(players[game.turn], view, game.log, seconds)
            game.play(game.encoder.action(view, move))
        points.append(0.0 if game.is_cut_short else game.returns()[own])
    return Tally(sum(each > 0 for each in points), sum(each < 0 for each in points), sum(each == 0 for each in points))
