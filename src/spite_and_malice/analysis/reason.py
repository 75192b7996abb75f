"""A claim about a move or a line, with its sentence."""

from __future__ import annotations

from dataclasses import dataclass

from spite_and_malice.analysis.kinds import Kind


@dataclass(frozen=True, slots=True)
class Reason:
    """A claim and its sentence; `line` is the line of moves it speaks of, beginning with the move, if it does.

    `brief` is the sentence for who sees that line already; `about` is the card, or the cards, that it names.
    """

    kind: Kind
    words: str
    line: tuple[str, ...] = ()
    brief: str = ""
    about: str = ""
