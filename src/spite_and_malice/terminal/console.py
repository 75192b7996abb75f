"""Writing and reading lines: as wide as the terminal, in characters that it has, without colours or a cursor."""

from __future__ import annotations

import io
import locale
import os
import queue
import shutil
import sys
import textwrap
import threading
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import TextIOWrapper
from typing import Final, TextIO

from spite_and_malice.texts import _, printable

TOGETHER: Final = "\N{NO-BREAK SPACE}"
"""A space at which no line ends."""

_NARROWEST: Final = 20
_WIDEST: Final = 80

_SPELLED: Final = {
    **dict(zip("♠♥♦♣–—·×", "shdc---x", strict=True)),
    **dict(zip("„“”\N{RIGHT SINGLE QUOTATION MARK}", '"""\'', strict=True)),
    **dict(zip("äöüÄÖÜß", ("ae", "oe", "ue", "Ae", "Oe", "Ue", "ss"), strict=True)),
    **dict(zip("▁▂▃▄▅▆▇█", "..::++##", strict=True)),
    "…": "...",
}
"""Replacements for characters that the terminal lacks; the suits as in the notation of moves."""


def spelled(text: str, encoding: str) -> str:
    """Return a text in characters that an encoding has."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return "".join(_letter(character, encoding) for character in text)
    return text


def _letter(character: str, encoding: str) -> str:
    if character.isascii() or character == TOGETHER:
        return character
    try:
        character.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
        return _SPELLED.get(character) or plain or "?"
    return character


def terminal_encoding() -> str:
    """Return the encoding of the terminal from the locale; Python itself would write UTF-8 even in the C locale."""
    # Windows has another encoding for the console than the locale's.
    if sys.platform == "win32" or os.environ.get("PYTHONUTF8") == "1" or "PYTHONIOENCODING" in os.environ:
        return sys.stdout.encoding
    return locale.getencoding()


class Output:
    """Lines, one after another."""

    def __init__(self, out: TextIO, encoding: str = "utf-8", width: int | None = None) -> None:
        """Without a ``width`` the lines are as wide as the terminal, but at most 80 columns."""
        self._out = out
        self._encoding = encoding
        self._width = width
        self._is_prompting = False

    @property
    def width(self) -> int:
        """The columns of a line."""
        if self._width is not None:
            return self._width
        # The last column stays empty: some terminals begin a new line when it is written to.
        return max(_NARROWEST, min(shutil.get_terminal_size().columns - 1, _WIDEST))

    def say(self, text: str = "") -> None:
        """Write a paragraph; lines after the first are indented by two."""
        if self._is_prompting:
            self._is_prompting = False
            self._out.write("\n")
        for line in self._lines(text):
            self._out.write(line.replace(TOGETHER, " ") + "\n")
        self._out.flush()

    def say_all(self, texts: Iterable[str]) -> None:
        """Write a paragraph for each text."""
        for text in texts:
            self.say(text)

    def copy(self, text: str) -> None:
        """Write a text unchanged, except for characters that the terminal lacks."""
        self._out.write(spelled(text, self._encoding))
        self._out.flush()

    def table(self, texts: Iterable[str]) -> None:
        """Write a table, or a part of it; nothing if it is drawn."""
        self.say_all(texts)

    def drawing(self, lines: Iterable[str]) -> None:
        """Write lines of block characters unchanged, if the terminal has them."""
        drawn = list(lines)
        if all(spelled(line, self._encoding) == line and len(line) <= self.width for line in drawn):
            self.copy("".join(f"{line}\n" for line in drawn))

    def curve(self, title: str, lines: Callable[[int], Iterable[str]]) -> None:
        """Write a curve of a number of columns below its title; nothing if it is drawn."""
        self.say(title)
        self.copy("".join(f"  {line}\n" for line in lines(self.width - 4)))

    def close(self) -> None:
        """Write nothing but a farewell from now on: a drawn table makes room for it."""

    def changed(self) -> None:
        """Redraw the table, if it is drawn."""

    def prompt(self) -> None:
        """Ask for a line."""
        if not self._is_prompting:
            self._out.write("> ")
            self._out.flush()
            self._is_prompting = True

    def answered(self, echo: str | None = None) -> None:
        """Continue after a line was typed; ``echo`` is the line, if the terminal did not show it."""
        if echo is not None:
            was_prompting, self._is_prompting = self._is_prompting, False
            shown = io.StringIO()
            out, self._out = self._out, shown
            self.say(f"> {echo}")
            self._out = out
            # The prompt is already there if somebody was asked.
            out.write(shown.getvalue()[2 if was_prompting else 0 :])
            out.flush()
        self._is_prompting = False

    def _lines(self, text: str) -> list[str]:
        clean = printable(text, kept="")
        options = {"subsequent_indent": "  ", "break_on_hyphens": False}
        return textwrap.wrap(spelled(clean, self._encoding), self.width, **options) or [""]  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Typed:
    """A line that was typed."""

    text: str


@dataclass(frozen=True, slots=True)
class NothingMore:
    """There is no more input."""


class Keyboard:
    """The source of typed lines; a terminal shows them as they are typed, and they are accepted at any time."""

    def __init__(self, source: TextIO, is_terminal: bool) -> None:
        self.is_terminal: bool = is_terminal
        self._source = source
        if isinstance(source, TextIOWrapper):
            # Bytes that are invalid in the encoding do not end the program.
            source.reconfigure(errors="replace")

    def read(self) -> str | None:
        """Wait for a line and return it, None if there are no more."""
        try:
            line = self._source.readline()
        except (OSError, ValueError):
            return None
        return line.rstrip("\r\n") if line else None


class TypedKeyboard(Keyboard):
    """The input of a person at a terminal that the program draws on, typed, clicked or pressed, as lines."""

    def __init__(self) -> None:
        self.is_terminal = True
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def typed(self, line: str) -> None:
        """Add a line."""
        self._lines.put(line)

    def end(self) -> None:
        """Accept no more lines: the person is leaving."""
        self._lines.put(None)

    def read(self) -> str | None:
        """Wait for a line and return it, None if there are no more."""
        return self._lines.get()


class Sitting:
    """A person alone at a keyboard: lines are read and carried out, one after the other, until they leave."""

    def __init__(self, keyboard: Keyboard, output: Output) -> None:
        self._keyboard = keyboard
        self._output = output
        self._is_left = False

    def run(self) -> None:
        """Begin, and carry out lines until the person leaves or the input ends; Ctrl-C means leaving."""
        try:
            self._begin()
            for text in _asked_lines(self._keyboard, self._output):
                self._obey(text.strip())
                self._output.changed()
                if self._is_left:
                    return
        except KeyboardInterrupt:
            self._say()
        self._leave()

    def _begin(self) -> None:
        """Print the initial state."""

    def _obey(self, text: str) -> None:
        """Carry out a line."""

    def _leave(self) -> None:
        """Leave, with a farewell."""
        self._is_left = True
        self._output.close()
        self._say(_("Goodbye!"))

    def _say(self, text: str = "") -> None:
        self._output.say(text)


def _asked_lines(keyboard: Keyboard, output: Output) -> Iterator[str]:
    """Ask for lines and yield them until the input ends; if the keyboard is not a terminal, also echo them."""
    while True:
        output.prompt()
        text = keyboard.read()
        if text is None:
            return
        output.answered(None if keyboard.is_terminal else text)
        yield text


def read_lines(keyboard: Keyboard, tell: Callable[[Typed | NothingMore], None]) -> None:
    """Read in a separate thread, which ends with the program."""

    def read() -> None:
        while (line := keyboard.read()) is not None:
            tell(Typed(line))
        tell(NothingMore())

    threading.Thread(target=read, name="typing", daemon=True).start()
