"""Codes that people read from one screen and type on another."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No letter that looks like another or like a figure."""
_SAME: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})

LINK_LETTERS: Final = 8
"""Of a code that is good once for ten minutes: 40 bits, with a few tries a minute."""
RECOVERY_LETTERS: Final = 20
"""Of a code that is good for good: 100 bits."""
_GROUP: Final = 4


def new_code(letters: int) -> str:
    """Return a new code, in groups."""
    drawn = "".join(secrets.choice(_LETTERS) for _ in range(letters))
    return "-".join(drawn[start : start + _GROUP] for start in range(0, letters, _GROUP))


def read_code(text: str) -> str:
    """Return a code as it was drawn, however somebody wrote it; an empty text if it cannot be one."""
    written = "".join(character for character in text.upper() if character.isalnum()).translate(_SAME)
    is_code = len(written) in (LINK_LETTERS, RECOVERY_LETTERS) and set(written) <= set(_LETTERS)
    return written if is_code else ""


def digest(secret: str) -> str:
    """Return what is stored of something secret; of a code, however it is written."""
    return hashlib.sha256((read_code(secret) or secret).encode()).hexdigest()
