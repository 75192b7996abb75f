"""The rules of a table as one value (RULES.md section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import fields as attributes_of
from types import MappingProxyType
from typing import Any, Final, Literal

from spite_and_malice.arguments import plain
from spite_and_malice.rules.cards import card_rank
from spite_and_malice.rules.combinations import check_combinations
from spite_and_malice.rules.deck import Deck
from spite_and_malice.rules.errors import InvalidRules, no_field
from spite_and_malice.rules.fields import GROUPS, Field, Score, check_value, read_value
from spite_and_malice.texts import _

Wild = Literal["K", "*"]
Completed = Literal["shuffle", "aside"]
SideOrder = Literal["any", "descending"]
EmptyHand = Literal["refill", "end"]
Place = Literal["hand", "payoff", "side"]
First = Literal["highest", "dealer", "left"]
StockOut = Literal["draw", "fewest", "renew"]
Stalemate = Literal["end", "low", "redeal"]

_TWO_PACKS: Final = Deck(packs=2)
_USUAL_SCORE: Final = Score()


@dataclass(frozen=True, slots=True)
class Rules:
    """One attribute for each field of RULES.md section 7, with its default; `pass` is spelt `pass_` here.

    Everything else about a field stands in its entry in `fields`.

    Checked on construction: a `Rules` that exists can be played. Raises `InvalidRules` otherwise.
    """

    players: int = 2
    partners: bool = False
    deck: Deck = _TWO_PACKS
    payoff_deck: Deck | None = None
    wilds: tuple[Wild, ...] = ("K",)
    build_to: int = 12
    wild_never: tuple[int, ...] = ()
    wild_covered: bool = False
    hand: int = 5
    payoff: int = 20
    payoff_piles: int = 1
    centre: int | None = 3
    completed: Completed = "shuffle"
    side: int = 4
    side_order: SideOrder = "any"
    side_dealt: bool = False
    side_filled: bool = False
    no_discard: tuple[int, ...] = ()
    pairs: bool = False
    pass_: bool = False
    loading: bool = False
    empty_hand: EmptyHand = "refill"
    forced: tuple[int, ...] = ()
    forced_from: tuple[Place, ...] = ()
    first: First = "highest"
    stock_out: StockOut = "draw"
    stalemate: Stalemate = "end"
    score: Score = _USUAL_SCORE
    target: int = 50

    def __post_init__(self) -> None:
        for field in FIELDS.values():
            object.__setattr__(self, field.attribute, plain(getattr(self, field.attribute)))
        check_value(FIELDS["build_to"], self.build_to, self.build_to)
        for field in FIELDS.values():
            check_value(field, getattr(self, field.attribute), self.build_to)
        check_combinations(self)

    @classmethod
    def from_json(cls, obj: object) -> Rules:
        """Read the rules from an object with the field names of RULES.md section 7; what is left out is the default.

        Raises `InvalidRules` with a sentence that names the fields.
        """
        if not isinstance(obj, Mapping):
            raise InvalidRules(_("Rules must be an object with the fields of the rules as its keys."))
        for key in obj:
            if not isinstance(key, str) or key not in FIELDS:
                raise no_field(key, FIELDS)
        return cls(**{FIELDS[name].attribute: read_value(FIELDS[name], value) for name, value in obj.items()})  # type: ignore[arg-type]

    def to_json(self) -> dict[str, Any]:
        """Every field as JSON, in the order of the table in RULES.md section 7."""
        return {name: _json(getattr(self, field.attribute)) for name, field in FIELDS.items()}

    @property
    def side_count(self) -> int:
        """The number of sides: pairs of partners, or else players."""
        return self.players // 2 if self.partners else self.players

    def side_of(self, seat: int) -> int:
        """Return the side that `seat` plays for, from 0."""
        return seat % self.side_count

    def partner(self, seat: int) -> int | None:
        """Return the seat of the partner of `seat`, or None where everybody plays alone."""
        return (seat + self.players // 2) % self.players if self.partners else None

    def is_wild(self, card: str) -> bool:
        """Return whether a card is wild; an empty text, for no card, is not."""
        return card[:1] in self.wilds

    def natural_rank(self, card: str) -> int:
        """Return the rank of a natural card, 0 for a wild one and for an empty text; `InvalidCard` for no card's."""
        return 0 if not card or self.is_wild(card) else card_rank(card)


def _json(value: object) -> object:
    if isinstance(value, Deck | Score):
        return value.to_json()
    return list(value) if isinstance(value, tuple) else value


def _in_order() -> dict[str, Field]:
    entries = {field.attribute: field for group in GROUPS for field in group.fields}
    return {(field := entries[attribute.name]).name: field for attribute in attributes_of(Rules)}


FIELDS: Final = MappingProxyType(_in_order())
"""Every field by its JSON name, in the order of the table in RULES.md section 7."""
