"""What the player may see of a position, built by naming it, not by deleting from the whole (PATIENCE.md section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spite_and_malice.engine.errors import InvalidNotation
from spite_and_malice.engine.reading import read_list, read_number, read_object
from spite_and_malice.patience import position_json as reading
from spite_and_malice.patience.core import Layout, codes
from spite_and_malice.patience.moves import TEXTS
from spite_and_malice.patience.rules import Rules
from spite_and_malice.rules.cards import SUITS, card_texts


@dataclass(frozen=True, slots=True)
class ViewPile:
    """A pile of the tableau: the number of its face-down cards, and the face-up ones, bottom to top."""

    down: int
    up: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A position as the player sees it: numbers where cards lie face down, and the legal moves as sorted texts.

    Nothing in it depends on a face-down card. `pass_number` is ``"pass"`` in JSON.
    """

    rules: Rules
    stock: int
    waste: tuple[str, ...]
    foundations: Mapping[str, int]
    tableau: tuple[ViewPile, ...]
    pass_number: int
    result: str | None
    legal: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Write the view as PATIENCE.md section 6 has it."""
        return {
            "rules": self.rules.to_json(),
            "stock": self.stock,
            "waste": list(self.waste),
            "foundations": dict(self.foundations),
            "tableau": [{"down": pile.down, "up": list(pile.up)} for pile in self.tableau],
            "pass": self.pass_number,
            "result": self.result,
            "legal": list(self.legal),
        }

    @classmethod
    def from_json(cls, obj: object) -> View:
        """Read a view; `InvalidNotation` or `InvalidRules` says what is wrong with its form.

        Whether the legal moves and the result are right is not looked at.
        """
        data = read_object(obj, "The view", (*reading.KEYS, "legal"))
        rules = Rules.from_json(data["rules"])
        tableau = []
        for k, entry in enumerate(read_list(data["tableau"], "tableau", codes.PILES)):
            pile = read_object(entry, f"tableau[{k}]", ("down", "up"))
            up = reading.read_run(pile["up"], f"tableau[{k}].up")
            tableau.append(ViewPile(read_number(pile["down"], 0, k, f"tableau[{k}].down"), card_texts(up)))
        waste = reading.read_cards(data["waste"], "waste")
        legal = read_list(data["legal"], "legal")
        if data["result"] not in reading.RESULTS or not all(isinstance(move, str) for move in legal):
            raise InvalidNotation('result must be null, "won" or "stuck", and legal a list of texts.')
        return cls(
            rules=rules,
            stock=read_number(data["stock"], 0, codes.TALON, "stock"),
            waste=card_texts(waste),
            foundations=dict(zip(SUITS, reading.read_foundations(data["foundations"]), strict=True)),
            tableau=tuple(tableau),
            pass_number=reading.read_pass(rules, data["pass"]),
            result=data["result"],
            legal=tuple(legal),
        )


def view_of(rules: Rules, layout: Layout) -> View:
    """Build the view of a position."""
    return View(
        rules=rules,
        stock=layout.talon_count - layout.drawn,
        waste=card_texts(layout.waste()),
        foundations=dict(zip(SUITS, layout.foundations(), strict=True)),
        tableau=tuple(
            ViewPile(layout.face_down_count(pile), card_texts(layout.face_up(pile))) for pile in range(codes.PILES)
        ),
        pass_number=layout.pass_number,
        result=reading.RESULTS[layout.result()],
        legal=tuple(sorted(TEXTS[code] for code in layout.legal())),
    )
