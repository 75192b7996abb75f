"""A claim about a move or a line, with its sentence."""

from __future__ import annotations

from dataclasses import dataclass

from spite_and_malice.analysis.kinds import Kind


@dataclass(frozen=True, slots=True)
class Reason:
    """A claim and its sentence; `line` is the line of moves that it mentions, beginning with the move, if any.

    `brief` is the sentence for readers who already see that line; `about` names its card or cards, and `top` the
    pay-off card of an opponent that the card is kept from.
    """

    kind: Kind
    words: str
    line: tuple[str, ...] = ()
    brief: str = ""
    about: str = ""
    top: str = ""
