"""Games stored as files of this computer's only person."""

from __future__ import annotations

from pathlib import Path

from spite_and_malice.terminal.backend import NoAnswer
from spite_and_malice.texts import _


def keep(path: Path, text: str) -> None:
    """Write a file atomically, creating its folder if missing. Raises `NoAnswer` if that fails."""
    half = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # It reveals all cards: nobody else on this computer may read it.
        half.touch(0o600)
        half.write_text(text, encoding="utf-8")
        half.replace(path)
    except OSError as error:
        said = _("The game could not be kept in {file}: {reason}.")
        raise NoAnswer(said.format(file=path, reason=error.strerror or error)) from error
