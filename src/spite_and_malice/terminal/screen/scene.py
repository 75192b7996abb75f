"""The look of a table before it has a size: rows of piles of cards, and the moves between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from spite_and_malice.terminal.replay.curve import Curve

Shape = Literal["piles", "fans", "peaks"]
"""The kind of a row: piles drawn by their top card, piles spread downwards, or single cards that cover others."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card to be drawn; one without a text stands for ``count`` face-down cards."""

    text: str = ""
    is_red: bool = False
    count: int = 1

    @classmethod
    def of(cls, card: str) -> Face:
        """Return the face of a card by its notation."""
        # The first picture, which shows no card, does not wait for the engine.
        from spite_and_malice.terminal.words import card_short

        return cls("★" if card == "*" else card_short(card), card[-1] in "hd")


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards from bottom to top at a place of the table; ``notes`` are shown beside it.

    A pile in "peaks" has a ``depth``, counted in rows, and a column ``x``, counted in cards.
    """

    place: str
    label: str
    cards: tuple[Face, ...] = ()
    notes: tuple[str, ...] = ()
    x: float = 0.0
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """Piles side by side, a title and ``notes`` left of them; a minor one may be drawn smaller than the others."""

    title: str
    piles: tuple[Pile, ...]
    notes: tuple[str, ...] = ()
    shape: Shape = "piles"
    is_minor: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A legal move between two places, and its notation; one without a target is a button, with its words.

    For a move with a target they say how many cards go, or which, if several moves lead from one place to another.
    """

    text: str
    source: str
    target: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole table: ``advised`` is the notation of a hint's move.

    ``curve`` are the chances of a finished game, drawn with a mark at ``curve_at``, a number of actions.
    """

    title: str
    status: str
    rows: tuple[Row, ...] = ()
    steps: tuple[Step, ...] = ()
    advised: str = ""
    curve: Curve | None = None
    curve_at: int = 0
