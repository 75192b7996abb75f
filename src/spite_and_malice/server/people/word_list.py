"""The words that an operator wants in no name and no line of chat: a list of their own, empty without it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

_LOOK_ALIKES: Final = str.maketrans("013457@$!", "oieastasi")
"""Signs that stand for letters where a word is to pass."""

_forbidden: re.Pattern[str] | None = None


def forbid(lines: Iterable[str]) -> None:
    """Let no word of a list pass from now on in this process: one a line, ``*`` for any letters, ``#`` for a comment.

    Capital letters, accents and digits that look like letters make no difference.
    """
    global _forbidden
    words = [_plain(line) for line in (line.strip() for line in lines) if line and not line.startswith("#")]
    parts = [r"\s+".join(re.escape(part) for part in word.split()).replace(r"\*", r"\w*") for word in words]
    _forbidden = re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)") if parts else None


def is_forbidden(text: str) -> bool:
    """Say whether a text has a word of the list in it."""
    if _forbidden is None:
        return False
    plain = _plain(text)
    return any(_forbidden.search(each) for each in (plain, plain.translate(_LOOK_ALIKES)))


def _plain(text: str) -> str:
    """Return a text as it is compared: without accents, in small letters."""
    spread = unicodedata.normalize("NFKD", text)
    return "".join(character for character in spread if not unicodedata.combining(character)).casefold()
