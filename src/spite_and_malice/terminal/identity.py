"""A person's identity at each server: the tokens by which servers know them, and the name, in a separate file."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any, Final

_FILE: Final = "terminal.json"


class Identity:
    """What is remembered between one game and the next; a file that cannot be read is replaced.

    Each server has its own token: an untrusted one learns nothing that another would accept.
    """

    def __init__(self, folder: Path) -> None:
        """Keep it in a folder, which is created if missing."""
        self._file = folder / _FILE

    @property
    def name(self) -> str:
        """The last name used, an empty text for none."""
        return str(self._read().get("name", ""))

    @name.setter
    def name(self, name: str) -> None:
        self._write({**self._read(), "name": name})

    def token(self, server: str) -> str:
        """Return the token for a server, by its address or by where its games are; a new one where there is none.

        Raises `OSError` if it cannot be stored.
        """
        kept = self._read()
        tokens = dict(kept.get("tokens", {}))
        if server not in tokens:
            tokens[server] = secrets.token_urlsafe(32)
            self._write({**kept, "tokens": tokens})
        return str(tokens[server])

    def keep(self, server: str, token: str) -> None:
        """Use another token at a server. Raises `OSError` as `token` does."""
        kept = self._read()
        self._write({**kept, "tokens": {**kept.get("tokens", {}), server: token}})

    def forget(self, server: str) -> None:
        """Be somebody new at a server from now on. Raises `OSError` as `token` does."""
        kept = self._read()
        tokens = dict(kept.get("tokens", {}))
        tokens.pop(server, None)
        self._write({**kept, "tokens": tokens})

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) and isinstance(found.get("tokens", {}), dict) else {}

    def _write(self, kept: dict[str, Any]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Nobody else on this computer may read it, and a crash must not leave half of it.
        handle, name = tempfile.mkstemp(dir=self._file.parent, prefix=_FILE)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(kept, file, ensure_ascii=True, indent=2)
            Path(name).replace(self._file)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
