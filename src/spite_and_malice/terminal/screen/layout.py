"""Drawing a table: the positions of its piles depend only on the scene and the size of the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from prompt_toolkit.utils import get_cwidth

from spite_and_malice.terminal.screen.canvas import Canvas, cut
from spite_and_malice.terminal.screen.scene import Face, Pile, Row, Scene

_MARGIN: Final = 9
"""The columns left of the piles, for the titles of rows."""


@dataclass(frozen=True, slots=True)
class Cards:
    """The frames of cards by their state, distinguishable even without colours.

    Clockwise from the upper left corner, the walls left before right; ``edge`` is the style of the frame.
    """

    borders: Mapping[str, str]
    edge: str


CARDS: Final = {
    "lines": Cards({"": "╭─╮││╰─╯", "target": "╔═╗║║╚═╝", "taken": "┏━┓┃┃┗━┛", "hint": "╒═╕││╘═╛"}, "frame"),
    "blocks": Cards({"": "▗▄▖▐▌▝▀▘", "target": "▛▀▜▌▐▙▄▟", "taken": "█▀████▄█", "hint": "▞▀▚▌▐▚▄▞"}, "edge"),
}
"""The styles of cards by name: framed by lines, or cut out in half blocks."""


@dataclass(frozen=True, slots=True)
class _Size:
    """The columns and lines of a card; one of a single line has no frame."""

    width: int
    height: int


_LOWEST: Final = _Size(5, 3)
_LINE: Final = _Size(3, 1)
_SMALL: Final = 4
"""The number of lines above which cards grow only if none of the others stays less than half as high."""


def _sizes() -> Iterator[_Size]:
    """Yield the sizes of cards, the largest first, those of many lines in two widths."""
    for height in range(14, _LOWEST.height, -1):
        width = 3 + height * 8 // 7
        yield _Size(width, height)
        if height > _SMALL:
            yield _Size(width - 2, height)
    yield _LOWEST
    yield _LINE


_PAIRS: Final = tuple(
    (major, minor)
    for major, minor in product(_sizes(), repeat=2)
    if minor.height <= major.height and minor.width <= major.width
    if major.height <= _SMALL or 2 * minor.height >= major.height
)
"""The sizes of the cards of major and minor rows: the first that fit are used."""

Marks = Mapping[str, str]
"""The states of places: "target", "taken" or "hint"."""


def draw(
    scene: Scene,
    canvas: Canvas,
    top: int,
    width: int,
    height: int,
    marks: Marks,
    focus: str,
    cards: Cards = CARDS["lines"],
) -> list[list[str]]:
    """Draw the rows of a table below a line; return the places as they lie, row by row.

    The largest cards with which everything fits are used. ``focus`` is the place under the keyboard's cursor.
    """
    placed = _fitting(scene.rows, width, height)
    places: list[list[str]] = []
    for row, lines, size, y in placed:
        if row.title:
            canvas.put(1, top + y, cut(row.title, _MARGIN - 2), "class:name")
            for line, note in enumerate(row.notes[: size.height - 1], start=1):
                canvas.put(1, top + y + line, cut(note, _MARGIN - 2), "class:note")
        for piles in lines:
            places.append([each.pile.place for each in piles])
            for each in piles:
                pile = each.pile
                mark = marks.get(pile.place, "")
                style = "".join(f" class:{each}" for each in (mark, "focus" if pile.place == focus else "") if each)
                _draw_pile(canvas, each, row, size, top, mark, style, cards)
    return places


@dataclass(frozen=True, slots=True)
class _PlacedPile:
    pile: Pile
    x: int
    y: int
    has_notes: bool = False


_Line = list[_PlacedPile]
_Placed = tuple[Row, list[_Line], _Size, int]


@lru_cache(maxsize=16)
def _fitting(rows: Sequence[Row], width: int, height: int) -> list[_Placed]:
    """Lay out the rows with the largest cards that fit, each row on one line if possible."""
    broken: list[_Placed] | None = None
    for major, minor in _PAIRS:
        placed = list(_placed(rows, major, minor, width))
        if _height(placed) <= height and _width(placed) <= width:
            if all(map(_is_unbroken, placed)):
                return placed
            broken = broken or placed
    return broken or list(_placed(rows, _LINE, _LINE, width))


def _is_unbroken(placed: _Placed) -> bool:
    row, lines, *_rest = placed
    return len(lines) == 1 or row.shape == "peaks"


def _height(placed: Sequence[_Placed]) -> int:
    bottoms = [
        each.y + _pile_height(each.pile, row, size)
        for row, lines, size, _top in placed
        for line in lines
        for each in line
    ]
    return max(bottoms, default=0)


def _width(placed: Sequence[_Placed]) -> int:
    edges = [each.x + size.width for _row, lines, size, _top in placed for line in lines for each in line]
    return max(edges, default=0)


def _placed(rows: Sequence[Row], major: _Size, minor: _Size, width: int) -> Iterator[_Placed]:
    y = 0
    for row in rows:
        size = minor if row.is_minor else major
        lines = list(_peaks(row, size, y, width) if row.shape == "peaks" else _lines(row, size, y, width))
        yield row, lines, size, y
        y = max(y + 1, _height([(row, lines, size, y)]))


def _lines(row: Row, size: _Size, y: int, width: int) -> Iterator[_Line]:
    """Lay out piles side by side, on more than one line if they do not fit on one."""
    left = _MARGIN if row.title else 1
    widths = [_slot(pile, row, size, with_notes=True) for pile in row.piles]
    has_notes = left + sum(widths) <= width + 1
    if not has_notes:
        widths = [_slot(pile, row, size, with_notes=False) for pile in row.piles]
    if row.shape == "fans" and size is _LINE:
        widths = [max(widths)] * len(widths)
    line: _Line = []
    x, bottom = left, y
    for pile, slot in zip(row.piles, widths, strict=True):
        if line and x + slot > width + 1:
            yield line
            line, x, y = [], left, bottom
        line.append(_PlacedPile(pile, x, y, has_notes))
        bottom = max(bottom, y + _pile_height(pile, row, size))
        x += slot
    yield line


def _peaks(row: Row, size: _Size, y: int, width: int) -> Iterator[_Line]:
    """Lay cards on those that they cover, a little further down each time."""
    across, down = size.width + 1, max(1, size.height - 1)
    if size is _LINE:
        # Before each card is room for a mark, and also a gap if all of them fit with it.
        furthest = max((pile.x for pile in row.piles), default=0.0)
        across += 2 + round(furthest * (across + 1)) + size.width <= width
    for depth in dict.fromkeys(pile.depth for pile in row.piles):
        yield [
            _PlacedPile(pile, 1 + round(pile.x * across), y + depth * down) for pile in row.piles if pile.depth == depth
        ]


def _slot(pile: Pile, row: Row, size: _Size, *, with_notes: bool) -> int:
    """Return the columns that a pile takes up, including the gap after it."""
    if size is _LINE:
        if row.shape == "fans":
            return len(pile.label) + 2 + sum(len(_written(card)) + 1 for card in pile.cards)
        first = pile.notes[:1] if with_notes else ()
        return len(pile.label) + 1 + size.width + 1 + sum(len(note) + 1 for note in first)
    if not with_notes or not pile.notes or row.shape != "piles":
        return size.width + 1
    return size.width + 2 + max(len(note) for note in pile.notes)


def _pile_height(pile: Pile, row: Row, size: _Size) -> int:
    return 1 if size is _LINE else size.height + (max(0, len(pile.cards) - 1) if row.shape == "fans" else 0)


def _written(card: Face) -> str:
    return card.text or (f"▒{card.count}" if card.count > 1 else "▒")


def _draw_pile(
    canvas: Canvas, placed: _PlacedPile, row: Row, size: _Size, top_line: int, mark: str, style: str, cards: Cards
) -> None:
    pile, x, y = placed.pile, placed.x, top_line + placed.y
    if size is _LINE:
        _draw_line(canvas, placed, row, y, mark, style)
        return
    left_top, flat_top, right_top, left_wall, right_wall, left_low, flat_low, right_low = tuple(cards.borders[mark])
    inside = size.width - 2
    frame, edge = (f"class:{each if pile.cards else 'empty'}{style}" for each in ("frame", cards.edge))
    label = cut(f"{'◆' if mark == 'hint' else ''}{pile.label}", inside)
    canvas.put(x, y, f"{left_top}{label}{flat_top * (inside - get_cwidth(label))}{right_top}", edge, pile.place)
    top = pile.cards[-1] if pile.cards else Face(" ")
    fan = pile.cards[:-1] if row.shape == "fans" else ()
    # The index of the top card is in two corners if there is room.
    body = [top, *[top if not top.text else Face(" ")] * (size.height - 3)]
    if size.height > _LOWEST.height + 1:
        body[-1] = top
    for line, card in enumerate([*fan, *body], start=1):
        text = "▒" * inside if not card.text and (card.count == 1 or line > len(fan) + 1) else _written(card)
        is_low = line > len(fan) + 1
        text = f"{text:>{inside}}" if is_low else text + " " * (inside - get_cwidth(text))
        canvas.put(x, y + line, left_wall, edge, pile.place)
        canvas.put(x + 1, y + line, text, _ink(card, frame), pile.place)
        canvas.put(x + 1 + inside, y + line, right_wall, edge, pile.place)
    canvas.put(x, y + len(fan) + size.height - 1, f"{left_low}{flat_low * inside}{right_low}", edge, pile.place)
    if row.shape == "piles" and placed.has_notes:
        for line, note in enumerate(pile.notes[: size.height]):
            canvas.put(x + size.width, y + line, note, "class:note", pile.place)


def _ink(face: Face, frame: str) -> str:
    ink = "back" if not face.text else "red" if face.is_red else "black"
    # The suit keeps its colour under the cursor.
    return f"{frame.removesuffix(' class:focus')} class:{ink}"


def _draw_line(canvas: Canvas, placed: _PlacedPile, row: Row, y: int, mark: str, style: str) -> None:
    """Draw a pile in a single line: its place, then its top card, or all of a spread one."""
    pile, x = placed.pile, placed.x
    sign = {"": " ", "target": "▸", "taken": "●", "hint": "◆"}[mark]
    label = "" if row.shape == "peaks" else pile.label
    canvas.put(x, y, f"{label}{sign}", f"class:label{style}", pile.place)
    x += len(label) + 1
    for card in pile.cards if row.shape == "fans" else pile.cards[-1:]:
        text = _written(card)
        canvas.put(x, y, text, _ink(card, f"class:frame{style}"), pile.place)
        x += get_cwidth(text) + (row.shape == "fans")
    if not pile.cards:
        canvas.put(x, y, "–", "class:note", pile.place)
        x += 1
    if pile.notes and row.shape == "piles" and placed.has_notes:
        canvas.put(x + 1, y, pile.notes[0], "class:note", pile.place)
