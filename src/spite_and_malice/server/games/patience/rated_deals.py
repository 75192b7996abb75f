"""Deals whose difficulty is known beforehand (`tools.rated_deals`), for who plays alone in a browser.

Nothing is looked for ahead of time there, and to look for one takes seconds. At a server they are not dealt: who knows
that a deal is one of these few could find out the cards that lie face down.
"""

from __future__ import annotations

import json
import secrets
from functools import cache
from importlib.resources import files
from typing import Final

from ...store import ReadyDeal

FILE: Final = "rated.json"
LETTERS: Final = {"e": "easy", "m": "medium", "h": "hard"}
"""How hard a deal is; any other letter stands for one that is not proved winnable."""


def rated_deal(preset: str, level: str | None) -> ReadyDeal | None:
    """Return one at random of a preset that can be won, of a level if that is wanted; None if there is none."""
    rated = [(number, LETTERS[letter]) for number, letter in enumerate(_letters()[preset]) if letter in LETTERS]
    found = [ReadyDeal(preset, number, known) for number, known in rated if level in (None, known)]
    return secrets.choice(found) if found else None


@cache
def _letters() -> dict[str, str]:
    """Return for each preset a letter for every deal from number 0 on."""
    letters: dict[str, str] = json.loads((files(__package__) / FILE).read_text(encoding="utf-8"))
    return letters
