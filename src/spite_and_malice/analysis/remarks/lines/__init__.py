"""The characters' lines: one file for each language, written for it and not translated (docs/languages.md)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from spite_and_malice.analysis.remarks.occasions import Occasion
from spite_and_malice.texts import ENGLISH

Lines = Mapping[str, Mapping[Occasion, tuple[str, ...]]]
"""The lines of each player that has a character, by occasion."""

FOLDER: Final = Path(__file__).parent


@cache
def lines_of(language: str) -> Lines:
    """Return the lines in a language; the English ones if it has none of its own.

    Raises ValueError for invalid ones.
    """
    file = FOLDER / f"{language}.toml"
    if not file.exists():
        return lines_of(ENGLISH)
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        player: {Occasion(occasion): tuple(lines) for occasion, lines in by_occasion.items()}
        for player, by_occasion in read.items()
    }
