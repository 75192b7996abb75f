"""What a player knows beyond the open cards: cards that they have seen and that lie face down again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spite_and_malice.arguments import InvalidArgument, of_type
from spite_and_malice.engine.notation import InvalidNotation, read_list, read_object
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.position_json import cards_off, read_card, reserve_places
from spite_and_malice.patience.view import OWN_VIEW, View
from spite_and_malice.rules.cards import card_text, card_texts

Cards = tuple[str | None, ...]
"""Face-down cards, in order; None for one that the player has not seen."""


@dataclass(frozen=True, slots=True)
class Known:
    """The stock, the next card to turn first, and each pile's face-down cards, bottom to top.

    `gone` are the cards that have left the table in pairs, which no view shows any more.
    """

    stock: Cards
    tableau: tuple[Cards, ...]
    reserve: tuple[Cards, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def is_all(self) -> bool:
        """Whether they have seen every card."""
        return all(None not in cards for cards in (self.stock, *self.tableau, *self.reserve))

    def to_json(self) -> dict[str, Any]:
        """Write it as plain data."""
        written: dict[str, Any] = {"stock": list(self.stock), "tableau": [list(pile) for pile in self.tableau]}
        if self.reserve:
            written["reserve"] = [list(pile) for pile in self.reserve]
        return {**written, "gone": list(self.gone)} if self.gone else written

    @classmethod
    def from_json(cls, obj: object) -> Known:
        """Read it; raises `InvalidNotation` with a description of the error."""
        more = [key for key in ("reserve", "gone") if isinstance(obj, Mapping) and key in obj]
        data = read_object(obj, "What is known", ("stock", "tableau", *more))
        return cls(
            _read_cards(data["stock"], "stock"),
            _read_piles(data["tableau"], "tableau"),
            _read_piles(data.get("reserve", []), "reserve"),
            tuple(card for card in _read_cards(data.get("gone", []), "gone") if card is not None),
        )

    def fits(self, view: View) -> bool:
        """Say whether it covers exactly the cards that lie face down; `InvalidArgument` for anything but a view."""
        of_type(view, View, "view", OWN_VIEW)
        piles = zip((self.tableau, self.reserve), (view.tableau, view.reserve), strict=True)
        return len(self.stock) == view.stock and all(
            [len(cards) for cards in known] == [pile.down for pile in shown] for known, shown in piles
        )


@dataclass(frozen=True, slots=True)
class Seen:
    """How deep a player has seen into the face-down cards: deeper ones they have not seen.

    Face-down cards never change places, and the stock comes round in a fixed order: so the fewest cards that ever lay
    face down in the stock (on its first pass) and in each pile of the tableau and the reserve are enough. Where two
    cards are equal, the place of each says which it is.
    """

    stock: int
    tableau: tuple[int, ...]
    reserve: tuple[int, ...]

    @classmethod
    def at(cls, view: View) -> Seen:
        """The knowledge of a player who has seen only this view; `InvalidArgument` if it is invalid."""
        of_type(view, View, "view", OWN_VIEW)
        stock = view.stock if view.pass_number == 1 else 0
        return cls(stock, tuple(pile.down for pile in view.tableau), tuple(pile.down for pile in view.reserve))

    def and_at(self, view: View) -> Seen:
        """Their knowledge after seeing this view too; the same unless it has a new card."""
        now = Seen.at(view)
        return Seen(min(self.stock, now.stock), _least(self.tableau, now.tableau), _least(self.reserve, now.reserve))


def _least(piles: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(min, piles, others))


def nothing_known(view: View) -> Known:
    """Return the knowledge of a player who has seen only this view; `InvalidArgument` if it is invalid."""
    of_type(view, View, "view", OWN_VIEW)
    return Known(
        (None,) * view.stock,
        tuple((None,) * pile.down for pile in view.tableau),
        tuple((None,) * pile.down for pile in view.reserve),
    )


def known_of(position: Position, seen: Seen) -> Known:
    """Return what a player who has seen this much knows of a position; nothing of the other cards enters it.

    Raises `InvalidArgument` for arguments of other types, and for knowledge of another game.
    """
    layout = of_type(position, Position, "position", "game.position is that of a game").layout
    if len(of_type(seen, Seen, "seen", "Seen.at says it of a view").reserve) != len(reserve_places(position.rules)):
        raise InvalidArgument("seen must be of the same game: it has other piles")
    stock = layout.stock()
    shown = max(0, len(stock) - seen.stock)
    return Known(
        (*card_texts(stock[:shown]), *[None] * (len(stock) - shown)),
        tuple(_known_pile(layout.face_down(pile), least) for pile, least in enumerate(seen.tableau)),
        tuple(
            _known_pile(layout.face_down(pile), least)
            for pile, least in zip(reserve_places(position.rules), seen.reserve, strict=True)
        ),
        card_texts(cards_off(position.rules, layout)),
    )


def _known_pile(cards: list[int], least: int) -> Cards:
    return (*[None] * min(least, len(cards)), *card_texts(cards[least:]))


def _read_piles(obj: object, where: str) -> tuple[Cards, ...]:
    return tuple(_read_cards(pile, f"{where}[{k}]") for k, pile in enumerate(read_list(obj, where)))


def _read_cards(obj: object, where: str) -> Cards:
    cards = read_list(obj, where)
    if not all(card is None or isinstance(card, str) for card in cards):
        raise InvalidNotation(f"{where} must be a list of cards and nulls.")
    return tuple(None if card is None else card_text(read_card(card, where)) for card in cards)
