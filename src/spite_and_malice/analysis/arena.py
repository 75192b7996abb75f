"""Players against players: every deal from every seat, in parallel processes, each game a record that can be checked.

The games can be kept in a file and resumed (`spite_and_malice.analysis.arena_file`).
"""

from __future__ import annotations

import hashlib
import time
from atexit import register
from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations, count
from typing import Any, Final

from spite_and_malice.analysis.pools import Here, Pool
from spite_and_malice.analysis.times import bucket_of
from spite_and_malice.play import FairDeal, Game
from spite_and_malice.play.record import Record, RecordedAction, RecordedSeat, record_game
from spite_and_malice.players import PLAYERS, Player
from spite_and_malice.players.external import COMMAND, ExternalPlayer, PlayerFailed, Programs
from spite_and_malice.players.player import Clock
from spite_and_malice.players.roster import no_player
from spite_and_malice.rules import Rules
from spite_and_malice.texts import _, listed

MOST_MOVES: Final = 4000
"""A longer game counts as undecided."""
PROGRAM: Final = "program"
"""The kind of player of a program in a record; its name there is its command line."""
FORFEIT: Final = "forfeit"
UNDECIDED: Final = "undecided"


CLOCKS: Final[dict[str, Clock]] = {"wall": time.perf_counter, "cpu": time.thread_time}
"""How the seconds of a move are measured: wall time, or processor time, which does not shrink on a busy machine."""


class ArenaError(ValueError):
    """A plan that cannot be played, or a file that belongs to another plan; the message says what to do."""


def _named(player: str) -> tuple[str, str]:
    """Split a player of a plan into its name and the player itself: ``bob`` and ``cmd:PROGRAM``."""
    name, equals, rest = player.partition("=")
    return (name, rest) if equals and not player.startswith(COMMAND) else (player, player)


@dataclass(frozen=True, slots=True)
class Plan:
    """The games to play: every pair of `players`, `deals` deals each, every deal once from every seat.

    A player is a name of `PLAYERS` or ``cmd:PROGRAM ARGS``, with ``NAME=`` before it to name it in results; one listed
    twice plays against itself. `seconds` is the time for a move by `clock`, one of `CLOCKS`; for a program it is always
    wall time. `contributed` says whether games are dealt with contributions, as at a table: those of older files were
    not, and have no records. Raises `ArenaError`.
    """

    rules: Rules
    players: tuple[str, ...]
    deals: int
    seed: int
    seconds: float
    clock: str = "wall"
    contributed: bool = True

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise ArenaError(_("An arena needs two players or more; name them one after the other, or one twice."))
        if self.clock not in CLOCKS:
            refusal = _("There is no clock {name}; take {names}.")
            raise ArenaError(refusal.format(name=repr(self.clock), names=listed([*CLOCKS], either=True)))
        for name, player in map(_named, self.players):
            if player not in PLAYERS and not (player.startswith(COMMAND) and player.removeprefix(COMMAND).strip()):
                raise ArenaError(no_player(player, _("cmd:PROGRAM ARGUMENTS")))
            if not name.strip() or not name.isprintable():
                refusal = _("{name} is no name for a player: it needs a letter, and takes no line breaks.")
                raise ArenaError(refusal.format(name=repr(name)))

    @property
    def names(self) -> list[str]:
        """The players' names in results, all different."""
        found: list[str] = []
        for name, _player in map(_named, self.players):
            ways = chain([name], (f"{name} ({number})" for number in count(2)))
            found.append(next(way for way in ways if way not in found))
        return found

    def player(self, number: int) -> str:
        """Return a player without its name, if it has one."""
        return _named(self.players[number])[1]

    def deal(self, number: int) -> tuple[int, FairDeal]:
        """The dealer and the fair deal, shared by all games of a deal."""
        digest = hashlib.sha256(f"{self.seed}:{number}".encode()).digest()
        seats = range(self.rules.players if self.contributed else 0)
        contributions = [hashlib.sha256(f"{self.seed}:{number}:{seat}".encode()).hexdigest() for seat in seats]
        return number % self.rules.players, FairDeal(digest, tuple(contributions))

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
        """Every game, deal by deal, so that an interrupted run has played all pairs about equally often."""
        for deal in range(self.deals):
            for pair in combinations(range(len(self.players)), 2):
                for seating in self.seatings:
                    yield Task(deal, tuple(pair[which] for which in seating))

    def to_json(self) -> dict[str, Any]:
        """The plan as the first line of the file; the number of deals is not part of it and may grow."""
        written = {
            "rules": self.rules.to_json(),
            "players": list(self.players),
            "seed": self.seed,
            "seconds": self.seconds,
            "clock": self.clock,
        }
        return {**written, "contributed": True} if self.contributed else written


@dataclass(frozen=True, slots=True)
class Task:
    """One game: the number of its deal, and for each seat the number of its player."""

    deal: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game.

    `reason` is why it ended: as in `Outcome`, or ``"undecided"``, or ``"forfeit"`` with the sentence `why` and the seat
    that `failed`. `winners` are seats. `times` holds, for each player of the plan by its number, a histogram of its
    thinking times (`spite_and_malice.analysis.times`).
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

    @property
    def task(self) -> Task:
        """The game's place in the plan."""
        return Task(self.deal, self.seats)

    @property
    def began(self) -> int | None:
        """The seat that played first; None if nobody moved."""
        return int(self.log[0].partition(" ")[0]) if self.log else None


def run(plan: Plan, done: Collection[Task] = (), pool: Pool | None = None) -> Generator[GameRecord, None, None]:
    """Play the games of the plan except those already done, yielding each as it ends.

    They are played in `pool` (default: one after the other, here).
    """
    left = (task for task in plan.games() if task not in done)
    yield from (pool or Here()).map(partial(play_game, plan), left)


def check_records(plan: Plan) -> None:
    """Raise `ArenaError` for the plan of an older file, whose games have no records."""
    if not plan.contributed:
        raise ArenaError(_("The games of an older file have no records: take another file, or leave out --records."))


def record_of(plan: Plan, played: GameRecord) -> Record:
    """The record of a game (docs/records.md). Raises `ArenaError` for a game of an older file, which has none."""
    check_records(plan)
    dealer, fair_deal = plan.deal(played.deal)
    seats = []
    for number in played.seats:
        player = plan.player(number)
        seats.append(RecordedSeat("computer", plan.names[number], PROGRAM if player.startswith(COMMAND) else player))
    actions = []
    for entry in played.log:
        seat, move = entry.split(" ")
        actions.append(RecordedAction(int(seat), move))
    return record_game(plan.rules, seats, dealer, fair_deal, actions, number=played.deal + 1)


def record_name(played: GameRecord | Task) -> str:
    """The name of the file for a game's record: its deal, and the player at each seat, all counted from 1."""
    return f"deal-{played.deal + 1:05}-seats-{'-'.join(str(number + 1) for number in played.seats)}.txt"


def play_game(plan: Plan, task: Task) -> GameRecord:
    """Play one game.

    The same plan and task give the same game unless a clock decides. Programs that keep running are reused for the next
    game of this process.
    """
    game = Game.deal(plan.rules, *plan.deal(task.deal))
    times: dict[int, Counter[int]] = {number: Counter() for number in sorted(set(task.seats))}
    with ExitStack() as stack:
        players: list[Player] = []
        try:
            for seat, number in enumerate(task.seats):
                players.append(_player(plan, number, seat, _seed(plan, task, seat), stack))
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


_SEED_BYTES: Final = 6
"""Bits of a player's seed: not every JSON reader keeps larger integers exactly."""


def _seed(plan: Plan, task: Task, seat: int) -> int:
    """The seed of a player; a player that plays against itself has one for each side."""
    if not plan.contributed:
        text = f"{plan.seed}:{task.deal}:player at {seat}"
    else:
        text = f"{plan.seed}:{task.deal}:{seat}:player {task.seats[seat]}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:_SEED_BYTES])


_programs: Final = Programs()
"""Programs of this process. They end when it does, since their input ends."""
register(_programs.close)


def _player(plan: Plan, number: int, seat: int, seed: int, stack: ExitStack) -> Player:
    name = plan.player(number)
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
    """The games by pair of players."""
    met: dict[tuple[int, int], list[GameRecord]] = {}
    for record in records:
        first, second = sorted(set(record.seats))
        met.setdefault((first, second), []).append(record)
    return dict(sorted(met.items()))
