"""Where the server of a file of games is: beside the file it says its address, for as long as it runs.

So a terminal that plays on the same file joins the tables of that server instead of serving them again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_ENDING: Final = ".server"
_FAR_BEYOND: Final = 1 << 30
"""Windows locks a range of a file, which nobody else can then read: use one where nothing is written."""


@contextmanager
def advertise(address: str, games: Path | str) -> Iterator[None]:
    """Say for as long as the context lasts at which address the games of a file are served, if it is a file.

    If another server already does, or nothing can be written, do nothing.
    """
    file = _opened(games)
    if file is None:
        yield
        return
    with file:
        with suppress(OSError):
            file.truncate(0)
            file.write(address)
            file.flush()
        try:
            yield
        finally:
            _forget(file)


def _forget(file: IO[str]) -> None:
    """Delete the file; Windows does not delete open files."""
    if sys.platform == "win32":
        file.close()
    with suppress(OSError):
        Path(file.name).unlink()


def server_of(games: Path | str) -> str | None:
    """Return the address of the server that runs on a database file, None without one."""
    if not isinstance(games, Path):
        return None
    try:
        with _beside(games).open("r+", encoding="utf-8") as file:
            # A running server holds the lock: the file of a server that was killed is not believed.
            return None if _lock(file) else file.read().strip() or None
    except OSError:
        return None


def _opened(games: Path | str) -> IO[str] | None:
    """Return the file for the address, locked for this server; None if that is impossible."""
    if not isinstance(games, Path):
        return None
    try:
        _beside(games).touch(0o600)
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
    """Lock the file for this process; False if another one has it, or the file system has no locks."""
    try:
        if sys.platform == "win32":
            os.lseek(file.fileno(), _FAR_BEYOND, os.SEEK_SET)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            os.lseek(file.fileno(), 0, os.SEEK_SET)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
