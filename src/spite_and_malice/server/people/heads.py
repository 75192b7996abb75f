"""The heads that people may choose."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from spite_and_malice.players import PLAYERS

_FOLDER: Final = Path(__file__).parents[2] / "web" / "heads"
HEADS: Final = frozenset(path.stem for path in _FOLDER.glob("*.svg")) - PLAYERS.keys()
"""Every drawing by its name, but the faces of the computer players."""

DEFAULTS: Final = ("crumb", "hoot", "russet", "tibble")
"""The heads of those who have chosen none (web/people/me.js)."""
