"""What a player knows beyond what lies open: cards that they have seen and that lie face down again."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from spite_and_malice.engine.errors import InvalidNotation
from spite_and_malice.engine.reading import read_list, read_object
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.position_json import read_card
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import card_text

Cards = tuple[str | None, ...]
"""Cards that lie face down, in their order; None for one that the player has not seen."""


@dataclass(frozen=True, slots=True)
class Known:
    """The stock, the next card to turn first, and the face-down cards of each pile of the tableau, bottom to top."""

    stock: Cards
    tableau: tuple[Cards, ...]

    @property
    def is_all(self) -> bool:
        """Whether there is no card that they have not seen."""
        return all(None not in cards for cards in (self.stock, *self.tableau))

    def to_json(self) -> dict[str, Any]:
        """Write it as plain data."""
        return {"stock": list(self.stock), "tableau": [list(pile) for pile in self.tableau]}

    @classmethod
    def from_json(cls, obj: object) -> Known:
        """Read it; `InvalidNotation` says what is wrong with its form."""
        data = read_object(obj, "What is known", ("stock", "tableau"))
        piles = read_list(data["tableau"], "tableau")
        return cls(
            _read_cards(data["stock"], "stock"),
            tuple(_read_cards(pile, f"tableau[{k}]") for k, pile in enumerate(piles)),
        )

    def fits(self, view: View) -> bool:
        """Say whether it is about as many cards as lie face down."""
        return len(self.stock) == view.stock and [len(pile) for pile in self.tableau] == [
            pile.down for pile in view.tableau
        ]


def nothing_known(view: View) -> Known:
    """Return what somebody knows who has seen this view and none before."""
    return Known((None,) * view.stock, tuple((None,) * pile.down for pile in view.tableau))


def known_of(position: Position, seen: Collection[str]) -> Known:
    """Return what somebody knows of a position who has `seen` these cards; of the others nothing goes into it."""

    def told(cards: list[int]) -> Cards:
        texts = map(card_text, cards)
        return tuple(card if card in seen else None for card in texts)

    layout = position.layout
    return Known(told(layout.stock()), tuple(told(layout.face_down(pile)) for pile in range(position.rules.places)))


def _read_cards(obj: object, where: str) -> Cards:
    cards = read_list(obj, where)
    if not all(card is None or isinstance(card, str) for card in cards):
        raise InvalidNotation(f"{where} must be a list of cards and nulls.")
    return tuple(None if card is None else card_text(read_card(card, where)) for card in cards)
