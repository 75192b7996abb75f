"""A game of patience of this computer's only person: each is a record file in a folder (docs/records.md)."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from spite_and_malice.patience import Hint, Position, Rules, Solution, deal_number, hint, solve
from spite_and_malice.patience.autoplay import Autoplay
from spite_and_malice.patience.decidable import can_decide
from spite_and_malice.patience.hints import COUNTED
from spite_and_malice.patience.microsoft import Numbers
from spite_and_malice.patience.rules import preset_of
from spite_and_malice.patience.solving import last_winnable
from spite_and_malice.play import InvalidRecord, SeededChance
from spite_and_malice.play.patience.played import AWAY, HINT, RESCUE, SOLVE, Deal, Played
from spite_and_malice.play.patience.record import PatienceRecord, Replay
from spite_and_malice.play.patience.record_text import parse, write
from spite_and_malice.terminal.kept import keep

_HIGHEST: Final = 999_999_999
"""The highest number dealt at random: one that a person can still type."""
_TRIES: Final = 40
_SECONDS_A_DEAL: Final = 0.5
_HINT_SECONDS: Final = 2.0
_SOLVE_SECONDS: Final = 10.0
_RESCUE_SECONDS: Final = 1.0
"""How long each of about eight positions of a game is searched."""

Clock = Callable[[], int]
"""Tells the time in UTC milliseconds."""


def clock_now() -> int:
    """Return the time in UTC milliseconds."""
    return time.time_ns() // 1_000_000


class KeptGame:
    """A game and the file in which every action is stored before anything of it is shown."""

    def __init__(
        self, path: Path, rules: Rules, deal: Deal, player: str | None = None, *, started: int, clock: Clock = clock_now
    ) -> None:
        """The file is written with the first action."""
        self._replay = Replay(rules, deal)
        self.played: Played = self._replay.played
        self.rules: Rules = rules
        self._path = path
        self._player = player
        self._started = started
        self._clock = clock
        self.autoplay: Autoplay = "off"
        """Which cards go home automatically after a move."""

    @classmethod
    def begin(
        cls,
        folder: Path,
        rules: Rules,
        number: int | None = None,
        player: str | None = None,
        clock: Clock = clock_now,
        *,
        numbers: Numbers = "own",
    ) -> KeptGame:
        """Deal a number, or one that can be won where the search finds such a deal in some seconds.

        Raises ValueError for an invalid number.
        """
        deal = _found(rules) if number is None else Deal(number, "number", numbers=numbers)
        return cls(folder / f"{secrets.token_hex(6)}.txt", rules, deal, player, started=clock(), clock=clock)

    @classmethod
    def going_on(cls, folder: Path, rules: Rules, clock: Clock = clock_now) -> KeptGame | None:
        """Return the last unfinished game by these rules in a folder, None if there is none."""
        for path, record in _records(folder, rules):
            if record.result.reason == "unfinished" and record.actions:
                game = cls(path, rules, record.deal, record.player, started=record.started or clock(), clock=clock)
                for action in record.actions:
                    game._replay.act(action.text, action.time)
                return game
        return None

    def act(self, text: str) -> tuple[str, ...]:
        """Carry out an action of `Played` and keep it; return the moves that it made or took back.

        Raises what `Played.act` raises, with nothing changed, and `NoAnswer` if it is done but could not be stored:
        then it is stored with the next one that can be.
        """
        moves = self._do(text)
        if moves == (text,):
            while follows := self.played.automatic(self.autoplay):
                moves += self._do(follows)
        keep(self._path, write(self.record()))
        return moves

    def hint(self) -> Hint:
        """Return the advice from the player's knowledge; it counts as a hint."""
        played = self.played
        chance = SeededChance(secrets.randbits(64))
        given = played.advised or hint(played.game.view(), chance, known=played.known, seconds=_HINT_SECONDS)
        self.act(HINT)
        if given.move is None or (given.is_lost and self.rules.aim not in COUNTED):
            keep, deal = self._keeps_winnable(), (*played.game.past, played.game.position)[0]
            is_hopeless = keep is None and solve(deal, _RESCUE_SECONDS).verdict == "lost"
            played.could_be_won(keep, is_hopeless=is_hopeless)
            if (before := played.view_to_ask) is not None:
                played.was_better(hint(before, chance, seconds=_HINT_SECONDS))
        # A player who follows the advice is guided along the same line.
        played.advised = given
        return given

    def solve(self) -> Solution:
        """Say whether the game can still be won, all cards known; it counts as an answer."""
        found = solve(self.played.game.position, _SOLVE_SECONDS)
        self.act(f"{SOLVE}:{found.verdict}")
        return found

    def rescue(self) -> int | None:
        """Go back to where the game can surely be won, and return over how many moves; None if that was not found."""
        keep = self._keeps_winnable()
        if keep is None:
            return None
        steps = self.played.steps_back(keep)
        if steps:
            self.act(f"{RESCUE}:{steps}")
        return steps

    def _keeps_winnable(self) -> int | None:
        """Return after how many moves the game can surely be won, the most that are found; None if none is."""
        game = self.played.game

        def can_be_won(position: Position) -> bool:
            return position.is_won or solve(position, _RESCUE_SECONDS).verdict == "won"

        return last_winnable((*game.past, game.position), can_be_won)

    def leave(self) -> None:
        """Stop the clock of a running game."""
        if self.played.is_timed and not self.played.is_over:
            self.act(AWAY)

    def record(self) -> PatienceRecord:
        """Return the record of the game so far."""
        preset = preset_of(self.rules)
        return self._replay.record(
            player=self._player,
            preset=None if preset is None else preset.id,
            started=self._started,
        )

    def elapsed(self) -> int:
        """Return how long it has been played, in milliseconds."""
        return self.played.elapsed(self._clock())

    def finished(self) -> list[PatienceRecord]:
        """Return the finished games by the same rules in its folder."""
        return list(finished_games(self._path.parent, self.rules))

    def _do(self, text: str) -> tuple[str, ...]:
        self._replay.act(text, self._clock())
        return self._replay.moves


def finished_games(folder: Path, rules: Rules) -> Iterator[PatienceRecord]:
    """Yield the finished games by these rules in a folder, the latest first."""
    for _path, record in _records(folder, rules):
        if record.result.reason != "unfinished":
            yield record


def _found(rules: Rules) -> Deal:
    tries = _TRIES if can_decide(rules) else 0
    for _each in range(tries):
        number = 1 + secrets.randbelow(_HIGHEST)
        position: Position = deal_number(rules, number)
        if solve(position, _SECONDS_A_DEAL).verdict == "won":
            return Deal(number, "winnable")
    return Deal(1 + secrets.randbelow(_HIGHEST), "any")


def _records(folder: Path, rules: Rules) -> Iterator[tuple[Path, PatienceRecord]]:
    """Yield the records of games by these rules, the latest first; files of other kinds are skipped."""
    for path in sorted(folder.glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            record = parse(path.read_bytes())
        except (OSError, InvalidRecord):
            continue
        if record.rules == rules:
            yield path, record
