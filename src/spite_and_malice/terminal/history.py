"""The lines typed at earlier tables, kept in a file."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from prompt_toolkit.history import History

_FILE: Final = "history"
_KEPT: Final = 500
"""The minimum number of lines kept."""


class KeptHistory(History):
    """Typed lines, one per line of the file; if it cannot be written, they are lost when the program ends."""

    def __init__(self, folder: Path | None) -> None:
        super().__init__()
        self._file = None if folder is None else folder / _FILE

    def load_history_strings(self) -> Iterable[str]:
        """Return the lines, the latest first."""
        if self._file is None:
            return []
        try:
            lines = self._file.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return []
        if len(lines) > 2 * _KEPT:
            lines = lines[-_KEPT:]
            with suppress(OSError):
                half = self._file.with_suffix(".new")
                half.touch(0o600)
                half.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
                half.replace(self._file)
        return reversed(lines)

    def store_string(self, string: str) -> None:
        """Keep a line."""
        if self._file is None or not string.strip():
            return
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Nobody else on this computer may read the typed lines.
            self._file.touch(0o600)
            with self._file.open("a", encoding="utf-8") as file:
                file.write(f"{string}\n")
