"""Whether a terminal can show the full-screen table."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Final

from spite_and_malice.terminal.console import terminal_encoding

_SMALLEST: Final = os.terminal_size((60, 20))
_SIGNS: Final = "╭═┃▒◆▸●★♥→"


def is_full_screen() -> bool:
    """Say whether the input and output are a terminal that is large enough and has the signs that are drawn."""
    size = shutil.get_terminal_size()
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    fits = size.columns >= _SMALLEST.columns and size.lines >= _SMALLEST.lines
    return is_terminal and fits and _has_signs(terminal_encoding())


def _has_signs(encoding: str) -> bool:
    try:
        _SIGNS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
