"""Completion of a line at the table, drawn or in plain lines: legal moves in notation, and commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document


class LineCompleter(Completer):
    """Completes a whole line, whatever the case of its letters."""

    def __init__(self, lines: Callable[[], Iterable[str]]) -> None:
        """``lines`` returns the possible lines now."""
        self._lines = lines

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield the lines that begin with the typed text."""
        typed = document.text_before_cursor.lstrip()
        for line in dict.fromkeys(self._lines()):
            if line.casefold().startswith(typed.casefold()):
                yield Completion(line, start_position=-len(typed))


def ways_to_type(moves: Iterable[str]) -> list[str]:
    """Return how moves can be typed: in notation, and those from the hand without its letter."""
    written = list(moves)
    return [*written, *(move[1:] for move in written if move.startswith("H"))]
