"""Players that are external programs: a line of JSON to each, a line back (docs/players.md has the protocol)."""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

from spite_and_malice.engine import Move, View
from spite_and_malice.rules import Rules

COMMAND: Final = "cmd:"
"""The prefix of a program among the names of players; the rest is its command line."""
START_SECONDS: Final = 20.0
"""How long a program may take from its start to its answer to ``new``."""
GRACE_SECONDS: Final = 0.5
"""How much later than its clock an answer may come, to allow for transport."""
_END_SECONDS: Final = 2.0
_LONGEST_ANSWER: Final = 100_000


class PlayerFailed(Exception):
    """A program was late, died or answered nonsense; the message says which, as a sentence."""


_running: Final[set[subprocess.Popen[bytes]]] = set()
"""The programs that this process has started and not ended."""


def kill_programs() -> None:
    """Kill every program of this process, for a process that has to exit at once."""
    for process in tuple(_running):
        process.kill()


def words_of(command: str, *, windows: bool = sys.platform == "win32") -> list[str]:
    """Return the words of a command line. Raises ValueError for a quote that is not closed."""
    if not windows:
        return shlex.split(command)
    words = shlex.split(command, posix=False)
    return [word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word for word in words]


class ExternalPlayer:
    """A program that plays one seat of one game at a time. Use it as a context manager: it ends the program.

    `command` is a command line, split as a POSIX shell splits words (on Windows a backslash is a part of a path), run
    without a shell. It shares the standard error of this process. It has its own session, so that a Ctrl-C for this
    process does not reach it. Raises `PlayerFailed` if the program cannot be started.
    """

    def __init__(self, command: str) -> None:
        self.stays: bool = False
        """Whether the program said that it plays further games after this one."""
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(
                words_of(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as error:
            raise PlayerFailed(f"The program {command!r} cannot be started: {error}.") from error
        _running.add(self._process)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def __enter__(self) -> ExternalPlayer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, rules: Rules, seat: int, seed: int) -> None:
        """Begin a game. Raises `PlayerFailed` if the program does not answer to ``new``."""
        answer = self._ask({"type": "new", "rules": rules.to_json(), "seat": seat, "seed": seed}, START_SECONDS)
        if answer.get("ok") is not True:
            raise PlayerFailed('The program did not answer "new" with {"ok": true}.')
        self.stays = answer.get("stays") is True

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        """Return the program's move, one of ``view.legal``. Raises `PlayerFailed`."""
        request = {
            "type": "choose", "view": view.to_json(), "log": list(log), "legal": list(view.legal), "seconds": clock,
        }  # fmt: skip
        stays, self.stays = self.stays, False
        text = self._ask(request, clock + GRACE_SECONDS).get("move")
        if not isinstance(text, str) or text not in view.legal:
            raise PlayerFailed(f"The program's answer names no legal move: {str(text)[:60]!r}.")
        # Only a program that has worked without errors is reused.
        self.stays = stays
        return Move.parse(text)

    def close(self) -> None:
        """Tell the program to end, and end it if it does not."""
        with suppress(PlayerFailed):
            self._send({"type": "end"})
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join(_END_SECONDS)
        _running.discard(self._process)

    def _ask(self, request: Mapping[str, Any], seconds: float) -> Mapping[str, Any]:
        self._send(request)
        try:
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise PlayerFailed(f"The program was late: no answer within {seconds:g} seconds.") from None
        if not line:
            raise PlayerFailed("The program ended in the middle of the game.")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            shown = line[:60].decode(errors="replace").strip()
            raise PlayerFailed(f"The program's answer is no JSON object on one line: {shown!r}.")
        return answer

    def _send(self, request: Mapping[str, Any]) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
        except (OSError, ValueError) as error:
            raise PlayerFailed("The program ended in the middle of the game.") from error

    def _listen(self) -> None:
        """Put each line that the program writes into the queue, and an empty one when it ends."""
        stdout = self._process.stdout
        assert stdout is not None
        with stdout:
            pending = b""
            while chunk := stdout.read(65536):
                *lines, pending = (pending + chunk).split(b"\n")
                for line in lines:
                    self._answers.put(line + b"\n")
                if len(pending) > _LONGEST_ANSWER:
                    break
        self._answers.put(b"")


class Programs:
    """The programs that play in this process; those that stay alive are reused. A context manager."""

    def __init__(self) -> None:
        self._idle: dict[str, list[ExternalPlayer]] = {}

    def __enter__(self) -> Programs:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def playing(self, command: str, rules: Rules, seat: int, seed: int) -> Iterator[ExternalPlayer]:
        """A program for one game, reused if possible. Raises `PlayerFailed`."""
        idle = self._idle.setdefault(command, [])
        program = idle.pop() if idle else ExternalPlayer(command)
        keep = False
        try:
            program.begin(rules, seat, seed)
            yield program
            keep = program.stays
        finally:
            if keep:
                idle.append(program)
            else:
                program.close()

    def close(self) -> None:
        """End all kept programs."""
        while self._idle:
            _, kept = self._idle.popitem()
            for program in kept:
                program.close()
