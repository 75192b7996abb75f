"""Whether a terminal can show the full-screen table."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Final

from spite_and_malice.terminal.console import terminal_encoding

_SMALLEST: Final = os.terminal_size((60, 20))
_READERS: Final = ("SPITE_NO_EDIT", "ACCESSIBILITY_ENABLED", "GNOME_ACCESSIBILITY", "EMACSPEAK_DIR")
"""The environment variables that indicate a screen reader, the first one set by hand."""
_SIGNS: Final = "╭═┃▒◆▸●★♥→•"


def is_full_screen() -> bool:
    """Say whether the input and output are a terminal that is large enough and has the characters used for drawing."""
    size = shutil.get_terminal_size()
    fits = size.columns >= _SMALLEST.columns and size.lines >= _SMALLEST.lines
    return _is_terminal() and fits and _has_signs(terminal_encoding())


def is_edited() -> bool:
    """Say whether lines can be edited as they are typed: at a terminal with a cursor, if no screen reader is known of.

    A screen reader follows the output, and does not expect any of it to be rewritten.
    """
    return _is_terminal() and not any(os.environ.get(name, "0") not in ("", "0") for name in _READERS)


def _is_terminal() -> bool:
    # Windows has a cursor and no such variable.
    kind = os.environ.get("TERM", "" if sys.platform == "win32" else "dumb")
    return sys.stdin.isatty() and sys.stdout.isatty() and kind != "dumb"


def _has_signs(encoding: str) -> bool:
    try:
        _SIGNS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
