"""A small picture of how a game of patience is laid out, drawn from its rules alone: the same code for all.

Covered cards are drawn as the strips that stay visible, so that no line of a card below shows through.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin
from typing import Final

from spite_and_malice.patience import PRESETS, Preset, Rules
from spite_and_malice.patience.finding import DIFFICULTIES, brief, share_words
from spite_and_malice.patience.rules.chances import BY_HINTS, MEASURED
from spite_and_malice.patience.rules.families import FAMILIES, family_of
from spite_and_malice.patience.rules.likeness import games_like
from spite_and_malice.patience.tables import covers_of
from spite_and_malice.texts import _, ngettext

_CARD: Final = (10.0, 14.0)
_GAP: Final = 2.0
_DOWN: Final = 1.5
_UP: Final = 3.0
"""The part of a card that stays visible beneath another."""
_ACROSS: Final = 2.85
_DOWNWARD: Final = 2.95
"""How far the hours of a dial are from its middle, in card widths (web/patience/layout/figure.js)."""
_BESIDE: Final = 1.42
"""And the distance of the card in hand from its middle."""
_GAPS: Final = (3, 18, 30, 46)
"""Where the gaps left by the aces in rows are drawn: their places differ in each deal."""
_IN_A_ROW: Final = 13
"""More piles than these are laid out in two rows."""


@dataclass(slots=True)
class Picture:
    """The paths of empty places, of cards face down and of cards face up, and the size of the whole.

    The parts above the tableau have paths of their own, and again (`left_…`) as at a left-handed table.
    """

    slots: str = ""
    down: str = ""
    up: str = ""
    left_slots: str = ""
    left_down: str = ""
    left_up: str = ""
    above_slots: str = ""
    above_down: str = ""
    above_up: str = ""
    width: float = 0.0
    height: float = 0.0

    def add(self, kind: str, x: float, y: float, height: float = _CARD[1]) -> None:
        """Draw a card, or its visible strip; ``kind`` ends in ``slots``, ``down`` or ``up``."""
        path = f"M{x:g} {y:g}h{_CARD[0]:g}v{height:g}h-{_CARD[0]:g}z"
        setattr(self, kind, getattr(self, kind) + path)
        self.width, self.height = max(self.width, x + _CARD[0]), max(self.height, y + height)


def picture_of(rules: Rules) -> Picture:
    """Draw the start of a game, each pile on its side of the table (web/patience/layout/frame.js).

    Foundations at the left, cells, reserve, waste and stock at the right, the stock outermost; at a left-handed table
    the other way round, except for the order of the foundations. A spread reserve is below. Foundations arranged in a
    figure have the rest below them.
    """
    picture = Picture()
    if rules.aim == "clock":
        _hours(picture, rules)
        return picture
    if rules.home == "clock":
        _dial(picture, rules)
        return picture
    if rules.home == "sultan":
        _court(picture, rules)
        return picture
    columns = _columns(rules)
    left, right = _above(rules)
    wide = max(columns, len(left) + len(right) + (1 if left and right else 0))
    for k, kind in enumerate(left):
        picture.add(f"above_{kind}", _x(k), 0)
        picture.add(f"left_{kind}", _x(wide - len(left) + k), 0)
    for k, kind in enumerate(right):
        picture.add(f"above_{kind}", _x(wide - len(right) + k), 0)
        picture.add(f"left_{kind}", _x(len(right) - 1 - k), 0)
    top = _CARD[1] + 2 * _GAP if left or right else 0.0
    if rules.layout == "piles":
        _piles(picture, (wide - columns) / 2, top, rules.piles, rules.face_down, columns)
    elif rules.layout == "grid":
        for place in range(rules.places):
            kind = "slots" if rules.aim == "rows" and place in _GAPS else "up"
            row, column = divmod(place, columns)
            picture.add(kind, _x((wide - columns) / 2 + column), top + row * (_CARD[1] + _GAP))
    else:
        _places(picture, rules, (wide - columns) / 2, top)
    if _is_spread(rules):
        first = (wide - len(rules.reserve)) / 2
        _piles(picture, first, picture.height + 2 * _GAP, rules.reserve, [0] * len(rules.reserve), len(rules.reserve))
    return picture


def _always(picture: Picture, kind: str, x: float, y: float) -> None:
    """Draw a card outside the tableau that has the same place for either hand."""
    picture.add(f"above_{kind}", x, y)
    picture.add(f"left_{kind}", x, y)


def _dial(picture: Picture, rules: Rules) -> None:
    """Draw foundations as the hours of a clock, over the piles."""
    columns = _columns(rules)
    across = (2 * _ACROSS + 1) * _CARD[0]
    wide = max(across, _x(columns) - _GAP)
    for x, y in _on_dial(rules.foundations):
        _always(picture, "up", round((wide - across) / 2 + x, 1), y)
    first = (wide - _x(columns) + _GAP) / 2 / _x(1)
    _piles(picture, first, picture.height + 2 * _GAP, rules.piles, rules.face_down, columns)


def _hours(picture: Picture, rules: Rules) -> None:
    """Draw the piles as the hours of a clock, the last one in the middle, and beside it the card in hand."""
    *hours, last = rules.piles
    middle = _CARD[0] * _ACROSS, _CARD[0] * _DOWNWARD
    for count, (x, y) in zip((*hours, last), (*_on_dial(len(hours)), middle), strict=True):
        _pile(picture, x, y, min(count, 1), 1)
    picture.add("above_up", middle[0] + _CARD[0] * _BESIDE, middle[1])
    picture.add("left_up", middle[0] - _CARD[0] * _BESIDE, middle[1])


def _on_dial(hours: int) -> Iterator[tuple[float, float]]:
    """Yield the positions of the hours of a clock."""
    for hour in range(1, hours + 1):
        angle = 2 * pi * hour / hours
        yield round(_CARD[0] * _ACROSS * (1 + sin(angle)), 1), round(_CARD[0] * _DOWNWARD * (1 - cos(angle)), 1)


def _court(picture: Picture, rules: Rules) -> None:
    """Draw the sultan among the other foundations, the piles at both sides, waste and stock below."""
    share = -(-len(rules.piles) // 2)
    high = _CARD[1] + _GAP
    for k in range(rules.foundations):
        _always(picture, "up", _x(1.4 + k % 3), k // 3 * high)
    for k, count in enumerate(rules.piles):
        _pile(picture, 0 if k < share else _x(4.8), k % share * high, count, rules.face_down[k])
    top, right = picture.height + 2 * _GAP, picture.width - _CARD[0]
    for kind, away in (("down", 0.0), ("slots", _x(1))):
        picture.add(f"above_{kind}", right - away, top)
        picture.add(f"left_{kind}", away, top)


def _is_spread(rules: Rules) -> bool:
    """Say whether all cards of the reserve are visible."""
    return rules.face == "up" and max(rules.reserve, default=0) > 1


def _x(column: float) -> float:
    return column * (_CARD[0] + _GAP)


def _columns(rules: Rules) -> int:
    if rules.layout != "piles":
        return rules.piles[-1]
    piles = len(rules.piles)
    return piles if piles <= _IN_A_ROW else -(-piles // 2)


def _above(rules: Rules) -> tuple[list[str], list[str]]:
    """Return the parts above the tableau at the left and at the right."""
    left: list[str] = []
    if rules.aim == "build":
        left = ["up" if k < rules.begun else "slots" for k in range(rules.foundations or 4 * rules.packs)]
    elif rules.aim in ("runs", "pairs", "aces"):
        left = ["slots"]
    right = ["up"] * rules.cells_dealt + ["slots"] * (rules.cells - rules.cells_dealt)
    if not _is_spread(rules):
        right += ["up"] * len(rules.reserve)
    if rules.aim == "waste":
        right.append("up")
    elif rules.stock_cards and rules.stock in ("waste", "hand"):
        right.append("slots" if rules.stock == "waste" else "up")
    if rules.stock_cards:
        right.append("down")
    elif rules.gather != "none":
        right.append("slots")
    return left, right


def _piles(picture: Picture, first: float, top: float, piles: Sequence[int], down: Sequence[int], columns: int) -> None:
    for begin in range(0, len(piles), max(1, columns)):
        row = range(begin, min(begin + columns, len(piles)))
        for k in row:
            _pile(picture, _x(first + k - begin), top, piles[k], down[k])
        top = picture.height + _GAP


def _pile(picture: Picture, x: float, y: float, count: int, down: int) -> None:
    if not count:
        picture.add("slots", x, y)
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


_LIKE: Final = 4
_WANDERING: Final = 300
"""A longer way says less about the game than about the search that found it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A game as the gallery shows it, in the current language; `short` is the shortest description."""

    id: str
    name: str
    summary: str
    picture: Picture
    difficulty: str
    facts: Sequence[str]
    short: str
    measured: str


def gallery() -> list[Shown]:
    """Return every game in the order of the presets."""
    return [shown(preset) for preset in PRESETS.values()]


def families() -> list[tuple[str, str, list[Shown]]]:
    """Return all games by family: the key, the name and the games of each."""
    found: dict[str, list[Shown]] = {family: [] for family in FAMILIES}
    for preset in PRESETS.values():
        found[family_of(preset.rules)].append(shown(preset))
    return [(family, _(FAMILIES[family]), games) for family, games in found.items() if games]


def shown(preset: Preset) -> Shown:
    """Return how a game is shown."""
    return Shown(
        preset.id,
        _(preset.name),
        _(preset.summary),
        _picture(preset.id),
        preset.difficulty,
        _facts(preset),
        brief(preset),
        _measured(preset),
    )


def like(preset: Preset) -> list[Shown]:
    """Return the games most like a given one."""
    return [shown(other) for other in games_like(preset.rules, _LIKE)]


@cache
def _picture(preset: str) -> Picture:
    return picture_of(PRESETS[preset].rules)


def _facts(preset: Preset) -> list[str]:
    """Return how long a game takes, how hard it is, and how many deals can be won, if known."""
    minutes = ngettext("about {minutes} minute", "about {minutes} minutes", preset.minutes)
    facts = [minutes.format(minutes=preset.minutes), _(DIFFICULTIES[preset.difficulty])]
    if preset.chance is not None:
        facts.append(share_words(preset))
    return facts


def _measured(preset: Preset) -> str:
    """Return the source of the share of winnable deals, and how long a win takes."""
    found, said = MEASURED.get(preset.id), []
    if preset.winnable is not None:
        said.append(_("How many deals can be won: {source}.").format(source=_(preset.winnable.source)))
    elif found is not None:
        words = {"deals": found.deals, "won": found.won, "lost": found.lost}
        undecided = found.deals - found.won - found.lost
        if not undecided:
            text = _("Measured here: of {deals} deals {won} can be won and {lost} cannot.")
        else:
            text = _("Measured here: of {deals} deals {won} can be won, {lost} cannot, and {open} are undecided.")
        said.append(text.format(**words, open=undecided))
        if preset.id in BY_HINTS:
            said.append(_("That is with the later shuffles known, which no player knows."))
    if found is not None and 0 < found.moves < _WANDERING:
        said.append(_("A way to win has about {moves} moves.").format(moves=found.moves))
    return " ".join(said)
