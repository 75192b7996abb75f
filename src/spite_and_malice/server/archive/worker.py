"""The process in which games are replayed: a line in, a line out, until standard input ends.

To play a long game again takes seconds, in which a thread of the server would keep everybody else waiting.
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
from ..store import StoredGame
from ..workers.loop import give_way, kind_of
from .checks import check, unpack
from .pictures import table_picture

_COMPRESSION: Final = 6


class Unpacking(Struct, tag_field="about", tag="sent", forbid_unknown_fields=True):
    """The record of a game that ``owner`` has played without a server, to be checked."""

    record: str
    owner: str
    language: str
    terms: dict[str, str]


class Task(Struct, tag_field="about", tag="stored", forbid_unknown_fields=True):
    """What is to be done with a game; ``seat`` is whose view of it is wanted, ``you`` the seat of who asks.

    A replay may be ``straight``: without the moves that were taken back.
    """

    task: Literal["record", "check", "replay", "picture", "count"]
    game: StoredGame
    seat: int | None
    you: int | None
    straight: bool
    language: str
    terms: dict[str, str]


def answer_to(task: Task | Unpacking) -> dict[str, Any]:
    """Do a task; the answer is plain data, a replay the JSON of its answer, compressed, and a picture, in base64."""
    with in_language(task.language), in_terms(task.terms):
        if isinstance(task, Unpacking):
            return {"unpacked": msgspec.to_builtins(unpack(task.record, task.owner))}
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


def answer(line: bytes) -> dict[str, Any]:
    """Return the answer to a task that is written in a line, or ``{"error": which, and where}``."""
    try:
        return answer_to(msgspec.json.decode(line, type=Task | Unpacking))
    except Exception as error:
        return {"error": kind_of(error)}


def main() -> None:
    """Answer each task, or ``{"error": which, and where}``."""
    # Ctrl-C at the terminal reaches every process of its group; this one ends when the server closes its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Nobody's move should wait for a game that is over.
    give_way(10)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    for line in sys.stdin.buffer:
        try:
            answers.write(msgspec.json.encode(answer(line)) + b"\n")
            answers.flush()
        except BrokenPipeError:
            # The server has gone; Python's own last flush must not complain of it either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
            return


if __name__ == "__main__":
    main()
