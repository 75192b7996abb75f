"""Players against players: every deal from every seat, in parallel processes, kept in a file that can be gone on with.

The file holds JSON lines: the plan first, then every game as it ends (`GameRecord`). So a lost game can be looked at,
and a run that was broken off goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import time
from atexit import register
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from spite_and_malice.analysis.pools import Here, Pool
from spite_and_malice.analysis.times import bucket_of
from spite_and_malice.play import FairDeal, Game
from spite_and_malice.players import PLAYERS, Player
from spite_and_malice.players.external import ExternalPlayer, PlayerFailed, Programs
from spite_and_malice.players.player import Clock
from spite_and_malice.rules import Rules
from spite_and_malice.texts import _, listed

MOST_MOVES: Final = 4000
"""A game that is longer counts as undecided."""
COMMAND: Final = "cmd:"
FORFEIT: Final = "forfeit"
UNDECIDED: Final = "undecided"


CLOCKS: Final[dict[str, Clock]] = {"wall": time.perf_counter, "cpu": time.thread_time}
"""What a second of a move is: one on the wall, or one of a core's own, which a busy machine makes no shorter."""


class ArenaError(ValueError):
    """A plan that cannot be played, or a file that belongs to another plan; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: every pair of `players`, `deals` deals each, every deal once from every seat.

    A player is a name of `PLAYERS` or ``cmd:PROGRAM ARGS``. `seconds` is the time for a move by `clock`, one of
    `CLOCKS`; for a program it is always that of the wall. Raises `ArenaError`.
    """

    rules: Rules
    players: tuple[str, ...]
    deals: int
    seed: int
    seconds: float
    clock: str = "wall"

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise ArenaError(_("An arena needs two players or more; name them one after the other."))
        if len(set(self.players)) < len(self.players):
            raise ArenaError(_("Each player can be named only once."))
        if self.clock not in CLOCKS:
            refusal = _("There is no clock {name}; take {names}.")
            raise ArenaError(refusal.format(name=repr(self.clock), names=listed([*CLOCKS], either=True)))
        for player in self.players:
            if player not in PLAYERS and not (player.startswith(COMMAND) and player.removeprefix(COMMAND).strip()):
                refusal = _("There is no player {name}; take {names}.")
                names = listed([*PLAYERS, _("cmd:PROGRAM ARGUMENTS")], either=True)
                raise ArenaError(refusal.format(name=repr(player), names=names))

    @property
    def seatings(self) -> list[tuple[int, ...]]:
        """For each game of a deal, which of a pair (0 or 1) plays which seat. Partners are the same player.

        Sides take turns around the table; an odd number of sides needs every rotation to be fair.
        """
        sides = self.rules.side_count
        patterns = [tuple((start + side) % 2 for side in range(sides)) for start in range(2)]
        turned = [pattern[by:] + pattern[:by] for by in range(sides if sides % 2 else 1) for pattern in patterns]
        return [
            tuple(pattern[self.rules.side_of(seat)] for seat in range(self.rules.players))
            for pattern in dict.fromkeys(turned)
        ]

    def games(self) -> Iterator[Task]:
        """Every game, deal by deal, so that a run that is broken off has met all pairs alike."""
        for deal in range(self.deals):
            for pair in combinations(range(len(self.players)), 2):
                for seating in self.seatings:
                    yield Task(deal, tuple(pair[which] for which in seating))

    def to_json(self) -> dict[str, Any]:
        """The plan as the first line of the file; the number of deals is not part of it and may grow."""
        return {
            "rules": self.rules.to_json(),
            "players": list(self.players),
            "seed": self.seed,
            "seconds": self.seconds,
            "clock": self.clock,
        }


@dataclass(frozen=True, slots=True)
class Task:
    """One game: the number of its deal, and for each seat the number of its player."""

    deal: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game that was played.

    `reason` is why it ended: as in `Outcome`, or ``"undecided"``, or ``"forfeit"`` with the sentence `why` and the seat
    that `failed`. `winners` are seats. `times` has, for each player of the plan by its number, how many of its moves
    took how long (`spite_and_malice.analysis.times`).
    """

    deal: int
    seats: tuple[int, ...]
    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    log: tuple[str, ...]
    times: dict[str, dict[str, int]]
    failed: int | None = None
    why: str = ""

    @classmethod
    def from_json(cls, obj: dict[str, Any]) -> GameRecord:
        """Read what `asdict` wrote."""
        fields: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in obj.items()
        }
        return cls(**fields)


def run(plan: Plan, file: Path | None = None, pool: Pool | None = None) -> Iterator[GameRecord]:
    """Play the plan, yielding every game: those that `file` has already, then the others as they end.

    Games are appended to `file` as they end; without one they are kept nowhere. They are played in `pool` (default:
    one after the other, here). Raises `ArenaError` if the file belongs to another plan.
    """
    known = _read(plan, file) if file is not None else []
    wanted = set(plan.games())
    done = {Task(record.deal, record.seats) for record in known}
    yield from (record for record in known if Task(record.deal, record.seats) in wanted)
    left = (task for task in plan.games() if task not in done)
    with ExitStack() as stack:
        out = stack.enter_context(file.open("a", encoding="utf-8")) if file is not None else None
        if out is not None and not known and out.tell() == 0:
            out.write(json.dumps(plan.to_json()) + "\n")
        for record in (pool or Here()).map(partial(play_game, plan), left):
            if out is not None:
                out.write(json.dumps(asdict(record)) + "\n")
                out.flush()
            yield record


def _read(plan: Plan, file: Path) -> list[GameRecord]:
    """The games in the file; a last line that was broken off is taken away."""
    if not file.exists():
        return []
    text = file.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if len(whole) < len(text):
        file.write_bytes(whole)
    if not whole:
        return []
    try:
        first, *games = map(json.loads, whole.splitlines())
        if first != plan.to_json():
            refusal = _("{file} holds games of another plan: take another file, or the plan in its first line.")
            raise ArenaError(refusal.format(file=file))
        return [GameRecord.from_json(game) for game in games]
    except (TypeError, json.JSONDecodeError) as error:
        refusal = _("{file} is no file of games: {reason}. Take another file.")
        raise ArenaError(refusal.format(file=file, reason=error)) from error


def play_game(plan: Plan, task: Task) -> GameRecord:
    """Play one game. The same plan and task give the same game where no clock decides.

    Programs that stay are kept for the next game that this process plays.
    """
    secret = hashlib.sha256(f"{plan.seed}:{task.deal}".encode()).digest()
    game = Game.deal(plan.rules, task.deal % plan.rules.players, FairDeal(secret, ()))
    times: dict[int, Counter[int]] = {number: Counter() for number in sorted(set(task.seats))}
    with ExitStack() as stack:
        players: list[Player] = []
        try:
            for seat, number in enumerate(task.seats):
                players.append(_player(plan, number, seat, int.from_bytes(secret[:4]) + seat, stack))
        except PlayerFailed as failure:
            return _record(task, game, times, failed=len(players), why=str(failure))
        while not game.is_over and len(game.log) < MOST_MOVES:
            seat = game.turn
            view = game.view(seat)
            now = time.perf_counter if isinstance(players[seat], ExternalPlayer) else CLOCKS[plan.clock]
            started = now()
            try:
                move = str(players[seat].choose(view, game.log, plan.seconds))
            except PlayerFailed as failure:
                return _record(task, game, times, failed=seat, why=str(failure))
            times[task.seats[seat]][bucket_of(now() - started)] += 1
            game.play(move, seat)
    return _record(task, game, times)


_programs: Final = Programs()
"""Of this process. They end by themselves when it does: their input ends."""
register(_programs.close)


def _player(plan: Plan, number: int, seat: int, seed: int, stack: ExitStack) -> Player:
    name = plan.players[number]
    if name.startswith(COMMAND):
        return stack.enter_context(_programs.playing(name.removeprefix(COMMAND), plan.rules, seat, seed))
    return PLAYERS[name].make(seed, CLOCKS[plan.clock])


def _record(
    task: Task, game: Game, times: dict[int, Counter[int]], failed: int | None = None, why: str = ""
) -> GameRecord:
    if failed is not None:
        winners = tuple(seat for seat, number in enumerate(task.seats) if number != task.seats[failed])
        reason, scores = FORFEIT, (0,) * len(task.seats)
    elif (outcome := game.outcome) is not None:
        reason, winners, scores = outcome.reason.value, outcome.winners, outcome.scores
    else:
        reason, winners, scores = UNDECIDED, (), (0,) * len(task.seats)
    counted = {
        str(number): {str(key): count for key, count in sorted(counts.items())} for number, counts in times.items()
    }
    return GameRecord(task.deal, task.seats, reason, winners, scores, tuple(game.log), counted, failed, why)


def of_pairs(records: Iterable[GameRecord]) -> dict[tuple[int, int], list[GameRecord]]:
    """The games by the two players that met in them."""
    met: dict[tuple[int, int], list[GameRecord]] = {}
    for record in records:
        first, second = sorted(set(record.seats))
        met.setdefault((first, second), []).append(record)
    return dict(sorted(met.items()))
