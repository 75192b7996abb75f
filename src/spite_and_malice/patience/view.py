"""The player's view of a position, built by naming its parts, not by deleting from the whole (PATIENCE.md, 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from spite_and_malice.engine.notation import InvalidNotation, read_list, read_number, read_object
from spite_and_malice.patience import position_json as reading
from spite_and_malice.patience.core import Layout, codes
from spite_and_malice.patience.moves import text_with
from spite_and_malice.patience.rules import Rules
from spite_and_malice.patience.tables import lowest_rank
from spite_and_malice.rules.cards import SUITS, card_text, card_texts

OWN_VIEW: Final = "game.view() is that of a game"
"""The hint for an argument that should have been a view."""


@dataclass(frozen=True, slots=True)
class ViewPile:
    """A pile of the tableau: the number of its face-down cards, and the face-up ones, bottom to top."""

    down: int
    up: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Write it for JSON."""
        return {"down": self.down, "up": list(self.up)}


@dataclass(frozen=True, slots=True)
class View:
    """A position as the player sees it: numbers where cards lie face down, and the legal moves as sorted texts.

    Nothing in it depends on a face-down card. `pass_number` is ``"pass"`` in JSON. `second_foundations` are the lower
    foundations where each suit has two, else empty; `cells` has None for an empty one, and `base` is None unless the
    rank that foundations begin with comes with the deal. `homes` are the cards of foundations that are piles of their
    own, bottom to top; `later` is how often the tableau can still be shuffled, and `merci` how many cards may still be
    drawn from under others.
    """

    rules: Rules
    stock: int
    waste: tuple[str, ...]
    foundations: Mapping[str, int]
    tableau: tuple[ViewPile, ...]
    pass_number: int
    result: str | None
    legal: tuple[str, ...]
    second_foundations: Mapping[str, int] = field(default_factory=dict)
    cells: tuple[str | None, ...] = ()
    reserve: tuple[ViewPile, ...] = ()
    base: int | None = None
    homes: tuple[tuple[str, ...], ...] = ()
    pocket: tuple[str, ...] = ()
    later: int = 0
    merci: int = 0

    @property
    def lowest(self) -> int:
        """The rank that all others are counted from: that of the foundations' first card, else the ace."""
        return self.base or lowest_rank(self.rules)

    def to_json(self) -> dict[str, Any]:
        """Write the view in the format of PATIENCE.md section 6."""
        second = self.second_foundations
        found = {suit: [high, second[suit]] if second else high for suit, high in self.foundations.items()}
        written: dict[str, Any] = {
            "rules": self.rules.to_json(),
            "stock": self.stock,
            "waste": list(self.waste),
            "foundations": [list(cards) for cards in self.homes] if self.homes else found,
            "tableau": [pile.to_json() for pile in self.tableau],
            "pass": self.pass_number,
            "result": self.result,
        }
        if self.cells:
            written["cells"] = list(self.cells)
        if self.reserve:
            written["reserve"] = [pile.to_json() for pile in self.reserve]
        if self.base is not None:
            written["base"] = self.base
        if self.rules.gather == "shuffle":
            written["later"] = self.later
        if self.rules.merci:
            written["merci"] = self.merci
        if self.rules.pocket:
            written["pocket"] = list(self.pocket)
        return {**written, "legal": list(self.legal)}

    @classmethod
    def from_json(cls, obj: object) -> View:
        """Read a view; `InvalidNotation` or `InvalidRules` says what is wrong with its form.

        The legal moves and the result are not verified.
        """
        rules = Rules.from_json(obj.get("rules")) if isinstance(obj, Mapping) and "rules" in obj else Rules()
        data = read_object(obj, "The view", (*reading.keys_of(rules), "legal"))
        legal = read_list(data["legal"], "legal")
        if data["result"] not in reading.RESULTS or not all(isinstance(move, str) for move in legal):
            raise InvalidNotation('result must be null, "won" or "stuck", and legal a list of texts.')
        waste = card_texts(reading.read_cards(data["waste"], "waste"))
        stock = read_number(data["stock"], 0, codes.PACK * rules.packs, "stock")
        reading.check_talon(rules, len(waste))
        reserve = read_list(data["reserve"], "reserve", len(rules.reserve)) if rules.reserve else []
        base = read_number(data["base"], 1, codes.KING, "base") if rules.has_base else None
        first = base or lowest_rank(rules)
        homes = reading.read_homes(rules, first, data["foundations"])
        found = [(0, 0)] * codes.SUITS if homes else reading.read_foundations(rules, data["foundations"])
        pass_number = reading.read_pass(rules, data["pass"])
        later = rules.packs_dealt - pass_number if rules.gather == "shuffle" else 0
        return cls(
            rules=rules,
            stock=stock,
            waste=waste,
            foundations={suit: pair[0] for suit, pair in zip(SUITS, found, strict=True)},
            tableau=tuple(
                _read_pile(rules, first, entry, f"tableau[{place}]")
                for place, entry in enumerate(read_list(data["tableau"], "tableau", rules.places))
            ),
            pass_number=pass_number,
            result=data["result"],
            legal=tuple(legal),
            second_foundations=dict(zip(SUITS, (pair[1] for pair in found), strict=True))
            if rules.has_two_foundations
            else {},
            cells=tuple(card_text(code) if code else None for code in reading.read_cells(rules, data.get("cells"))),
            reserve=tuple(_read_pile(None, first, entry, f"reserve[{number}]") for number, entry in enumerate(reserve)),
            base=base,
            homes=tuple(map(card_texts, homes)),
            pocket=card_texts(reading.read_cards(data["pocket"], "pocket")) if rules.pocket else (),
            later=read_number(data["later"], later, later, "later") if "later" in data else 0,
            merci=reading.read_merci(rules, data.get("merci")),
        )


def _read_pile(rules: Rules | None, base: int, entry: object, where: str) -> ViewPile:
    pile = read_object(entry, where, ("down", "up"))
    up = reading.read_cards(pile["up"], f"{where}.up")
    if rules is not None:
        reading.check_up(rules, base, up, where)
    return ViewPile(read_number(pile["down"], 0, codes.MOST_CARDS, f"{where}.down"), card_texts(up))


def view_of(rules: Rules, layout: Layout) -> View:
    """Build the view of a position."""
    cells = [layout.face_up(codes.CELL + number) for number in range(rules.cells)]
    return View(
        rules=rules,
        stock=layout.talon_count - layout.drawn,
        waste=card_texts(layout.waste()),
        foundations=dict(zip(SUITS, layout.foundations(), strict=True)),
        tableau=tuple(_pile(layout, place) for place in range(rules.places)),
        pass_number=layout.pass_number,
        result=reading.RESULTS[layout.result()],
        legal=tuple(sorted(text_with(code) for code in layout.legal())),
        second_foundations=dict(zip(SUITS, layout.second_foundations(), strict=True))
        if rules.has_two_foundations
        else {},
        cells=tuple(card_text(cell[0]) if cell else None for cell in cells),
        reserve=tuple(_pile(layout, place) for place in reading.reserve_places(rules)),
        base=layout.rules.base if rules.has_base else None,
        homes=tuple(card_texts(cards) for cards in layout.homes()),
        pocket=card_texts(layout.pocket()),
        later=len(layout.later_packs()),
        merci=layout.merci,
    )


def _pile(layout: Layout, place: int) -> ViewPile:
    return ViewPile(layout.face_down_count(place), card_texts(layout.face_up(place)))
