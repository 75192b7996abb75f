"""The games of an arena in a file: JSON lines, the plan first, then every game as it ends.

An interrupted run resumes where it stopped. A file belongs to one run at a time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import asdict, fields, replace
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final

from spite_and_malice.analysis.arena import ArenaError, GameRecord, Plan, Task, run
from spite_and_malice.analysis.pools import Pool
from spite_and_malice.texts import _

try:
    import fcntl
except ImportError:  # Windows has no such module; there a file is not locked.
    fcntl = None  # type: ignore[assignment]


def _are(kind: type) -> Callable[[Any], bool]:
    return lambda value: type(value) is list and all(type(each) is kind for each in value)


_FORMS: Final[dict[str, Callable[[Any], bool]]] = {
    "deal": lambda value: type(value) is int and value >= 0,
    "seats": _are(int),
    "reason": lambda value: type(value) is str,
    "winners": _are(int),
    "scores": _are(int),
    "log": _are(str),
    "times": lambda value: type(value) is dict and all(type(counts) is dict for counts in value.values()),
    "failed": lambda value: value is None or type(value) is int,
    "why": lambda value: type(value) is str,
}
_NEEDED: Final = set(_FORMS) - {"failed", "why"}


class GamesFile:
    """The file of a plan's games, open and locked: a context manager.

    `plan` is the plan to play, `known` the games already in the file, and `damaged` the sentences about skipped lines.
    A truncated last line is removed. Raises `ArenaError`, and leaves the file as it was, if it belongs to another plan
    or to a running arena, if it has a game twice, or if a line is damaged and not `skip_damaged`.
    """

    def __init__(self, plan: Plan, path: Path, *, skip_damaged: bool = False) -> None:
        self.plan: Plan = plan
        self.known: list[GameRecord] = []
        self.damaged: list[str] = []
        self._path = path
        self._file: IO[bytes] = path.open("a+b")
        try:
            self._lock()
            self._read(skip_damaged)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> GamesFile:
        return self

    def __exit__(self, *_error: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._file.close()

    def add(self, record: GameRecord) -> None:
        """Write a game and wait for the disk: written games survive a crash of this program."""
        self._write(asdict(record))

    def run(self, pool: Pool | None = None) -> Generator[GameRecord, None, None]:
        """Yield every game of the plan: first those already in the file, then the others as they end."""
        wanted = set(self.plan.games())
        yield from (record for record in self.known if record.task in wanted)
        with closing(run(self.plan, {record.task for record in self.known}, pool)) as played:
            for record in played:
                self.add(record)
                yield record

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            refusal = _("{file} belongs to a run that is still going on: wait for its end, or take another file.")
            raise ArenaError(refusal.format(file=self._path)) from None

    def _read(self, skip_damaged: bool) -> None:
        self._file.seek(0)
        text = self._file.read()
        lines = text.split(b"\n")
        if len(lines) == 1:
            if text and not text.startswith(b"{"):
                raise ArenaError(self._no_games(_("it has no line")))
            self._file.truncate(0)
            self._write(self.plan.to_json())
            return
        self._read_plan(lines[0])
        found: dict[Task, int] = {}
        for number, line in enumerate(lines[1:-1], start=2):
            try:
                record = _game(self.plan, line)
            except ValueError as error:
                self.damaged.append(_("Line {number} is damaged: {reason}.").format(number=number, reason=error))
                continue
            if record.task in found:
                again = _("Line {number} has the game of line {first} once more.")
                self.damaged.append(again.format(number=number, first=found[record.task]))
                continue
            found[record.task] = number
            self.known.append(record)
        if self.damaged and not skip_damaged:
            refusal = _(
                "{file}: {fault} With --skip-damaged the rest is used, and games that are missing are played again."
            )
            raise ArenaError(refusal.format(file=self._path, fault=self.damaged[0]))
        if lines[-1]:
            self._file.truncate(len(text) - len(lines[-1]))

    def _read_plan(self, line: bytes) -> None:
        try:
            first = json.loads(line)
        except ValueError as error:
            raise ArenaError(self._no_games(_("line 1 is no plan"))) from error
        older = replace(self.plan, contributed=False)
        if first == older.to_json():
            self.plan = older
        elif first != self.plan.to_json():
            refusal = _("{file} holds games of another plan: take another file, or the plan in its first line.")
            raise ArenaError(refusal.format(file=self._path))

    def _no_games(self, reason: str) -> str:
        refusal = _("{file} is no file of games: {reason}. Take another file.")
        return refusal.format(file=self._path, reason=reason)


def _game(plan: Plan, line: bytes) -> GameRecord:
    """Read a game. Raises ValueError, whose message is the end of a sentence."""
    try:
        obj = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError(_("it is no JSON")) from None
    if type(obj) is not dict or not _NEEDED <= obj.keys() <= {field.name for field in fields(GameRecord)}:
        raise ValueError(_("it is no game"))
    for name, value in obj.items():
        if not _FORMS[name](value):
            shown = json.dumps(value, ensure_ascii=False)[:40]
            raise ValueError(_("its {field} is {value}").format(field=repr(name), value=shown))
    seats, players = range(plan.rules.players), range(len(plan.players))
    if len(obj["seats"]) != len(seats) or not set(obj["seats"]) <= set(players):
        raise ValueError(_("its {field} is {value}").format(field="'seats'", value=obj["seats"]))
    if not set(obj["winners"]) <= set(seats) or len(obj["scores"]) != len(seats) or len(set(obj["seats"])) != 2:
        raise ValueError(_("its players, winners and scores do not fit the rules"))
    given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in obj.items()}
    return GameRecord(**given)
