"""The process that replays and checks games: a line in, a line out, until standard input ends.

Replaying a long game takes seconds, during which a thread of the server would block everybody else.
"""

from __future__ import annotations

import gzip
import os
import signal
import sys
from base64 import b64encode
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from spite_and_malice.texts import in_language, in_terms

from ..games import GAMES
from ..store import ImportedGame, StoredGame
from ..tables.game import NotImportable
from ..workers.loop import give_way, kind_of
from .pictures import table_picture


class FaultAnswer(Struct):
    """A fault in a record, and the line of its text."""

    line: int
    message: str


class CheckAnswer(Struct):
    """The result of checking a record: ``actions`` were replayed, ``faults`` is empty if the record is correct."""

    actions: int
    faults: list[FaultAnswer]


class Unpacked(Struct):
    """A game that can be imported, or the reason why not as a sentence."""

    game: ImportedGame | None = None
    refused: str = ""


def check(stored: StoredGame) -> CheckAnswer:
    """Replay a stored game from the text of its record and return the inconsistencies."""
    game = GAMES[stored.table.kind]
    faults = game.faults_of(game.record_text(stored, None))
    return CheckAnswer(len(stored.moves), [FaultAnswer(fault.line, fault.message) for fault in faults])


def unpack(record: str, person: str) -> Unpacked:
    """Check the record of a game that ``person`` has played; the first game rejects a text that is not a record."""
    game = next((game for game in GAMES.values() if game.reads(record)), next(iter(GAMES.values())))
    try:
        return Unpacked(game.import_game(record, person))
    except NotImportable as error:
        return Unpacked(refused=str(error))


_COMPRESSION: Final = 6


class Unpacking(Struct, tag_field="about", tag="sent", forbid_unknown_fields=True):
    """The record of a game that ``person`` has played without a server, to be checked."""

    record: str
    person: str
    language: str
    terms: dict[str, str]


class Task(Struct, tag_field="about", tag="stored", forbid_unknown_fields=True):
    """A task for a game; ``seat`` is the requested view, ``you`` the requesting person's seat.

    A replay may be ``straight``: without undone moves.
    """

    task: Literal["record", "check", "replay", "picture", "count"]
    game: StoredGame
    seat: int | None
    you: int | None
    straight: bool
    language: str
    terms: dict[str, str]


class Records(Struct, tag_field="about", tag="several", forbid_unknown_fields=True):
    """A request for the complete records of a few games."""

    games: list[StoredGame]
    language: str
    terms: dict[str, str]


def answer_to(task: Task | Unpacking | Records) -> dict[str, Any]:
    """Do a task; the result is plain data: compressed JSON for a replay, base64 for a picture."""
    with in_language(task.language), in_terms(task.terms):
        if isinstance(task, Unpacking):
            return {"unpacked": msgspec.to_builtins(unpack(task.record, task.person))}
        if isinstance(task, Records):
            return {"texts": [_text(stored) for stored in task.games]}
        game = GAMES[task.game.table.kind]
        match task.task:
            case "record":
                return {"text": game.record_text(task.game, task.seat)}
            case "check":
                return {"check": check(task.game)}
            case "replay":
                encoded = msgspec.json.encode(game.replay(task.game, task.seat or 0, task.you, task.straight))
                return {"replay": b64encode(gzip.compress(encoded, _COMPRESSION)).decode()}
            case "count":
                return {"figures": msgspec.to_builtins(game.figures(task.game))}
            case "picture":
                return {"picture": b64encode(table_picture(game.public_view(task.game))).decode()}


def _text(stored: StoredGame) -> str | None:
    """Return the record of a game; None if this version does not replay it as it was played."""
    try:
        return GAMES[stored.table.kind].record_text(stored, None)
    except Exception:
        return None


def answer(line: bytes) -> dict[str, Any]:
    """Return the result of a task given as a line, or ``{"error": which, and where}``."""
    try:
        return answer_to(msgspec.json.decode(line, type=Task | Unpacking | Records))
    except Exception as error:
        return {"error": kind_of(error)}


def main() -> None:
    """Answer each task with its result, or ``{"error": which, and where}``."""
    # Ctrl-C at the terminal reaches every process of its group; this one stops when the server closes its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # No move should wait for a finished game.
    give_way(10)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    for line in sys.stdin.buffer:
        try:
            answers.write(msgspec.json.encode(answer(line)) + b"\n")
            answers.flush()
        except BrokenPipeError:
            # The server is gone; Python's own last flush must not complain about it either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
            return


if __name__ == "__main__":
    main()
