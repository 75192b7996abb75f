"""A small picture of how a game of patience is laid out, drawn from its rules alone: the same code for all.

Cards that lie on others are drawn as the strips that stay in sight, so that no line of a card below shows through.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from spite_and_malice.patience import PRESETS, Preset, Rules
from spite_and_malice.patience.rules.likeness import games_like
from spite_and_malice.patience.tables import covers_of
from spite_and_malice.texts import N_, _, ngettext

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


DIFFICULTIES: Final = {"easy": N_("easy"), "medium": N_("medium"), "hard": N_("hard")}
"""How hard a game is on the whole, by `Preset.difficulty`; to be translated."""

_LIKE: Final = 4
_NEARLY_ALL: Final = 99.5


@dataclass(frozen=True, slots=True)
class Shown:
    """A game as the gallery shows it, in the language that is spoken."""

    id: str
    name: str
    summary: str
    picture: Picture
    difficulty: str
    facts: Sequence[str]


def gallery() -> list[Shown]:
    """Return every game in the order of the presets."""
    return [shown(preset) for preset in PRESETS.values()]


def shown(preset: Preset) -> Shown:
    """Return how a game is shown."""
    return Shown(preset.id, _(preset.name), _(preset.summary), _picture(preset.id), preset.difficulty, _facts(preset))


def like(preset: Preset) -> list[Shown]:
    """Return the games that are most like one."""
    return [shown(other) for other in games_like(preset.rules, _LIKE)]


@cache
def _picture(preset: str) -> Picture:
    return picture_of(PRESETS[preset].rules)


def _facts(preset: Preset) -> list[str]:
    """Return how long a game takes, how hard it is, and how many deals can be won where that is known."""
    minutes = ngettext("about {minutes} minute", "about {minutes} minutes", preset.minutes)
    facts = [minutes.format(minutes=preset.minutes), _(DIFFICULTIES[preset.difficulty])]
    if preset.winnable is not None:
        facts.append(winnable_words(preset.winnable.share))
    return facts


def winnable_words(share: float) -> str:
    """Return how many of a hundred deals can be won by somebody who sees every card."""
    if share >= _NEARLY_ALL:
        return _("nearly every deal can be won")
    return _("{share} of 100 deals can be won").format(share=round(share))
