"""Where the server of a file of games is: beside the file it says its address, for as long as it runs.

So what plays on the same file in a terminal sits down at the tables of that server instead of serving them once more.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

if sys.platform != "win32":
    import fcntl

_ENDING: Final = ".server"


@contextmanager
def said_to_be_at(address: str, games: Path | str) -> Iterator[None]:
    """Say for as long as the context lasts at which address the games of a file are served, if it is a file.

    Where another server has said so already, or nothing can be written, nothing is said.
    """
    file = _opened(games)
    if file is None:
        yield
        return
    with file:
        file.truncate(0)
        file.write(address)
        file.flush()
        try:
            yield
        finally:
            Path(file.name).unlink(missing_ok=True)


def server_of(games: Path | str) -> str | None:
    """Return the address of the server that runs on a file of games, None if there is none."""
    if not isinstance(games, Path):
        return None
    try:
        with _beside(games).open("r+", encoding="utf-8") as file:
            # Whoever serves has it locked: what a server left that was killed is not believed.
            return None if _lock(file) else file.read().strip() or None
    except OSError:
        return None


def _opened(games: Path | str) -> IO[str] | None:
    """Return the file that says it, locked for this server; None where that cannot be."""
    if not isinstance(games, Path):
        return None
    try:
        file = _beside(games).open("a+", encoding="utf-8")
    except OSError:
        return None
    if _lock(file):
        return file
    file.close()
    return None


def _beside(games: Path) -> Path:
    return games.with_name(games.name + _ENDING)


def _lock(file: IO[str]) -> bool:
    """Lock the file for this process; False where another one has it, and on Windows, where nobody can tell."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
