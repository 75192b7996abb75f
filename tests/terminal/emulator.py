"""A terminal for tests: a program's output as the characters on the screen afterwards."""

from __future__ import annotations

import io
import re
import threading
from typing import Final

from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.utils import get_cwidth

_PART: Final = re.compile(
    r"\x1b\[([?>]?)([0-9;]*)([A-Za-z~])|\x1b\][^\x07]*\x07|\x1b[()=>78]?.?|\r|\n|\x08|[^\x1b\r\n\x08]"
)


class Emulator:
    """A screen of a given size, and a file that writes to it with xterm sequences."""

    def __init__(self, columns: int = 80, lines: int = 24) -> None:
        self.columns: int = columns
        self.lines: int = lines
        self.sequences: list[str] = []
        """The sequences that set colours, in order."""
        self._cells = [[" "] * columns for _line in range(lines)]
        self._x = self._y = 0
        self._lock = threading.Lock()

    def output(self) -> Vt100_Output:
        """Return the terminal as prompt_toolkit writes on it."""
        return Vt100_Output(_File(self), lambda: Size(rows=self.lines, columns=self.columns), term="xterm")

    def resize(self, columns: int, lines: int) -> None:
        """Change the size and clear the screen, like a terminal about to be redrawn."""
        with self._lock:
            self.columns, self.lines = columns, lines
            self._cells = [[" "] * columns for _line in range(lines)]
            self._x = self._y = 0

    def text(self) -> str:
        """Return the text on the screen, without the spaces at the ends of lines."""
        with self._lock:
            return "\n".join("".join(row).rstrip() for row in self._cells).rstrip("\n")

    def cursor(self) -> tuple[int, int]:
        """Return the line and the column of the cursor."""
        return self._y, self._x

    def write(self, text: str) -> None:
        """Process a program's output."""
        with self._lock:
            for part in _PART.finditer(text):
                self._take(part)

    def _take(self, part: re.Match[str]) -> None:
        if (end := part[3]) is not None:
            numbers = [int(each) for each in part[2].split(";") if each]
            if not part[1]:
                self._control(end, numbers, part[0])
        elif part[0] == "\r":
            self._x = 0
        elif part[0] == "\n":
            self._down()
        elif part[0] == "\x08":
            self._x = max(0, self._x - 1)
        elif part[0].isprintable():
            self._put(part[0])

    def _put(self, character: str) -> None:
        width = get_cwidth(character)
        if width and self._x + width > self.columns:
            self._x = 0
            self._down()
        if width:
            self._cells[self._y][self._x : self._x + width] = [character, *[""] * (width - 1)]
            self._x += width

    def _down(self) -> None:
        if self._y == self.lines - 1:
            self._cells = [*self._cells[1:], [" "] * self.columns]
        else:
            self._y += 1

    def _control(self, end: str, numbers: list[int], whole: str) -> None:
        count = max(1, numbers[0]) if numbers else 1
        if end == "m":
            self.sequences.append(whole)
        elif end in "AB":
            self._y = min(max(self._y + (count if end == "B" else -count), 0), self.lines - 1)
        elif end in "CD":
            self._x = min(max(self._x + (count if end == "C" else -count), 0), self.columns - 1)
        elif end == "G":
            self._x = count - 1
        elif end == "H":
            self._y, self._x = (count - 1, (numbers[1] if len(numbers) > 1 else 1) - 1)
        elif end == "K":
            self._cells[self._y][self._x :] = [" "] * (self.columns - self._x)
        elif end == "J":
            start = 0 if numbers[:1] == [2] else self._y + 1
            if start != 0:
                self._cells[self._y][self._x :] = [" "] * (self.columns - self._x)
            for line in range(start, self.lines):
                self._cells[line] = [" "] * self.columns


class _File(io.StringIO):
    """The file behind an emulator."""

    def __init__(self, emulator: Emulator) -> None:
        super().__init__()
        self._emulator = emulator

    def write(self, text: str) -> int:
        self._emulator.write(text)
        return len(text)
