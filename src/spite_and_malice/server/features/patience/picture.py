"""A small picture of how a game of patience is laid out, drawn from its rules alone: the same code for all.

Cards that lie on others are drawn as the strips that stay in sight, so that no line of a card below shows through.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from spite_and_malice.patience import Rules
from spite_and_malice.patience.tables import covers_of

_CARD: Final = (10.0, 14.0)
_GAP: Final = 2.0
_DOWN: Final = 1.5
_UP: Final = 3.0
"""What stays in sight of a card that another one lies on."""
_IN_A_ROW: Final = 13
"""More piles than these are laid out in two rows."""


@dataclass(slots=True)
class Picture:
    """The paths of empty places, of cards face down and of cards face up, and the size of the whole."""

    slots: str = ""
    down: str = ""
    up: str = ""
    width: float = 0.0
    height: float = 0.0

    def add(self, kind: str, x: float, y: float, height: float = _CARD[1]) -> None:
        """Draw a card, or the strip of one that is in sight; ``kind`` is ``slots``, ``down`` or ``up``."""
        path = f"M{x:g} {y:g}h{_CARD[0]:g}v{height:g}h-{_CARD[0]:g}z"
        setattr(self, kind, getattr(self, kind) + path)
        self.width, self.height = max(self.width, x + _CARD[0]), max(self.height, y + height)


def picture_of(rules: Rules) -> Picture:
    """Draw how a game begins: stock, cells and foundations above, the tableau, and the reserve below it."""
    picture = Picture()
    columns = _columns(rules)
    left, right = _above(rules)
    wide = max(columns, len(left) + len(right) + (1 if left and right else 0))
    for k, kind in enumerate(left):
        picture.add(kind, _x(k), 0)
    for k, kind in enumerate(right):
        picture.add(kind, _x(wide - len(right) + k), 0)
    top = _CARD[1] + 2 * _GAP if left or right else 0.0
    if rules.layout == "piles":
        _piles(picture, (wide - columns) / 2, top, rules.piles, rules.face_down, columns)
    else:
        _places(picture, rules, (wide - columns) / 2, top)
    if rules.reserve:
        down = [0 if rules.face == "up" else count - 1 for count in rules.reserve]
        first = (wide - len(rules.reserve)) / 2
        _piles(picture, first, picture.height + 2 * _GAP, rules.reserve, down, len(rules.reserve))
    return picture


def _x(column: float) -> float:
    return column * (_CARD[0] + _GAP)


def _columns(rules: Rules) -> int:
    if rules.layout != "piles":
        return rules.piles[-1]
    piles = len(rules.piles)
    return piles if piles <= _IN_A_ROW else -(-piles // 2)


def _above(rules: Rules) -> tuple[list[str], list[str]]:
    """Return what lies above the tableau at the left and at the right."""
    left: list[str] = []
    if rules.stock_cards:
        left.append("down")
    if rules.aim == "waste":
        left.append("up")
    elif rules.stock_cards and rules.stock == "waste":
        left.append("slots")
    left += ["up"] * rules.cells_dealt + ["slots"] * (rules.cells - rules.cells_dealt)
    if rules.aim == "build":
        dealt = 1 if rules.base == "dealt" else 0
        return left, ["up" if rules.ready or k < dealt else "slots" for k in range(4 * rules.packs)]
    return left, ["slots"] * (4 * rules.packs if rules.aim == "runs" else 0)


def _piles(picture: Picture, first: float, top: float, piles: Sequence[int], down: Sequence[int], columns: int) -> None:
    for begin in range(0, len(piles), columns):
        row = range(begin, min(begin + columns, len(piles)))
        for k in row:
            _pile(picture, _x(first + k - begin), top, piles[k], down[k])
        top = picture.height + _GAP


def _pile(picture: Picture, x: float, y: float, count: int, down: int) -> None:
    for k in range(count):
        kind, shown = ("down", _DOWN) if k < down else ("up", _UP)
        picture.add(kind, x, y, _CARD[1] if k == count - 1 else shown)
        y += shown


def _places(picture: Picture, rules: Rules, first: float, top: float) -> None:
    """Draw the places of a pyramid or of peaks, each over the middle of those that lie on it."""
    covers = covers_of(rules)
    bottom = [place for place, covering in enumerate(covers) if not covering]
    column = {place: float(k) for k, place in enumerate(bottom)}
    for place in reversed(range(len(covers) - len(bottom))):
        column[place] = _middle(column[covering] for covering in covers[place])
    place = 0
    for row, count in enumerate(rules.piles):
        y, is_last = top + row * _CARD[1] / 2, row == len(rules.piles) - 1
        for _each in range(count):
            kind = "up" if is_last or rules.face == "up" else "down"
            picture.add(kind, _x(first + column[place]), y, _CARD[1] if is_last else _CARD[1] / 2)
            place += 1


def _middle(columns: Iterable[float]) -> float:
    found = list(columns)
    return sum(found) / len(found)
