"""A screen of character cells: the character of each, its style, and the meaning of a click on it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from prompt_toolkit.utils import get_cwidth

from spite_and_malice.texts import JOINERS, printable

NARROWEST: Final = 8
"""The minimum width of paragraphs in columns."""

Cell = tuple[str, str, str]
"""A character, its style, and the place that a click on it means, an empty text for none.

A wide character is followed by a cell without one.
"""


class Canvas:
    """Cells of a screen, written from the top left corner; anything outside is cut off."""

    def __init__(self, width: int, height: int, style: str = "") -> None:
        self.width: int = width
        self.height: int = height
        self._rows: list[list[Cell]] = [[(" ", style, "")] * width for _row in range(height)]

    def put(self, x: int, y: int, text: str, style: str, place: str = "") -> None:
        """Write a text at a column and a line."""
        if not 0 <= y < self.height:
            return
        row = self._rows[y]
        for character in text:
            width = get_cwidth(character)
            if width < 1 or x < 0 or x + width > self.width:
                continue
            row[x : x + width] = [(character, style, place), *[("", style, place)] * (width - 1)]
            x += width

    def trail(self, source: str, target: str) -> None:
        """Draw dots from one place to another, wherever there is nothing else."""
        first, last = self._middle(source), self._middle(target)
        if first is None or last is None:
            return
        (x, y), (to_x, to_y) = first, last
        steps = max(abs(to_x - x), abs(to_y - y))
        for step in range(1, steps):
            at_x, at_y = x + round((to_x - x) * step / steps), y + round((to_y - y) * step / steps)
            character, style, place = self._rows[at_y][at_x]
            # Dots close to each other would look like a bar.
            if character == " " and place not in (source, target) and (step % 2 == 0 or to_y != y):
                self._rows[at_y][at_x] = ("•", f"{style} class:trail", place)

    def _middle(self, place: str) -> tuple[int, int] | None:
        """Return the column and the line of the middle of a place, None if it is not drawn."""
        cells = [(x, y) for y, row in enumerate(self._rows) for x, cell in enumerate(row) if cell[2] == place]
        if not cells:
            return None
        across, down = [x for x, _y in cells], [y for _x, y in cells]
        return (min(across) + max(across)) // 2, (min(down) + max(down)) // 2

    def rows(self) -> Iterator[list[tuple[str, str, str]]]:
        """Yield each line as runs of cells with the same style and place."""
        for row in self._rows:
            yield [
                ("".join(cell[0] for cell in cells), style, place)
                for (style, place), cells in groupby(row, key=lambda cell: cell[1:])
            ]

    def lines(self) -> list[str]:
        """Return the text of each line."""
        return ["".join(cell[0] for cell in row).rstrip() for row in self._rows]


def cut(text: str, width: int) -> str:
    """Return as much of a text as fits into a number of columns, with an ellipsis if it is cut."""
    text = clean(text)
    if get_cwidth(text) <= width:
        return text
    kept = ""
    for character in text:
        if get_cwidth(kept + character) >= width:
            break
        kept += character
    return f"{kept}…" if width > 0 else ""


def fitting(labels: Iterable[str], width: int) -> list[str]:
    """Return labels that fit beside each other, a space between them: the longest are cut first."""
    found = list(labels)
    while sum(get_cwidth(label) + 1 for label in found) > width + 1 and max(map(len, found)) > NARROWEST // 2:
        longest = max(range(len(found)), key=lambda each: get_cwidth(found[each]))
        found[longest] = found[longest][:-1]
    return found


def clean(text: str) -> str:
    """Return a text, which others may have written, without characters that move the cursor or have no width."""
    shown = (each for each in printable(text, kept="") if each not in JOINERS)
    return "".join(" " if unicodedata.category(each) == "Zs" else each for each in shown)


def wrapped(texts: Iterable[str], width: int) -> Iterator[str]:
    """Break paragraphs into lines of a number of columns; lines after the first are indented by two.

    Lines are never narrower than `NARROWEST`, since a word with its indentation needs room.
    """
    width = max(width, NARROWEST)
    for text in texts:
        line = ""
        for word in clean(text).split(" "):
            while get_cwidth(word) > width - 2:
                head = cut(word, width - 2).removesuffix("…")
                yield from filter(None, (line.rstrip(), head))
                line, word = "  ", word[len(head) :]
            if line.strip() and get_cwidth(line) + 1 + get_cwidth(word) > width:
                yield line
                line = f"  {word}"
            else:
                line = f"{line} {word}" if line.strip() else f"{line}{word}"
        yield line
