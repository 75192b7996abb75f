"""The invitation to a table: its link, and a code in half blocks that a phone reads from the screen."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

_HALVES: Final = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
"""Two stacked modules, by whether each is dark: light ones are drawn, since most terminals are dark."""


def code_lines(link: str) -> list[str]:
    """Return a link as a QR code with a light edge, two rows per line; nothing without the library that draws it."""
    if find_spec("segno") is None:
        return []
    import segno

    code = segno.make(link, error="l", micro=False, boost_error=False)
    rows = [[bool(each) for each in row] for row in code.matrix_iter(scale=1, border=1)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    return [
        "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
