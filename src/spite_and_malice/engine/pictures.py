"""Draw a view: as text for a terminal, and as SVG with the browser's card faces for notebooks."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from spite_and_malice.arguments import InvalidArgument, seat_number, shown, whole
from spite_and_malice.engine.moves import Move
from spite_and_malice.faces import BACK, HEIGHT, WIDTH, definitions, face
from spite_and_malice.rules import card_code, has_stars

if TYPE_CHECKING:
    from spite_and_malice.engine.view import View
    from spite_and_malice.rules import Rules

_NONE: Final = "--"
_WIDE: Final = 7
"""The width of a place, including the gap after it."""


def summary(view: View) -> str:
    """Summarize the game in one line: ``"2 players, seat 1 to move (play), pay-off cards 20–18, stock 58"``."""
    left = "–".join(str(sum(pile.count for pile in player.payoff)) for player in view.players)
    now = str(view.outcome) if view.outcome else f"seat {view.turn} to move ({view.stage})"
    return f"{view.rules.players} players, {now}, pay-off cards {left}, stock {view.stock}"


def draw_text(view: View) -> str:
    """Draw the table: the centre, then each seat's pay-off piles, side stacks and hand. The seat to move is marked.

    Each top card has its place above it, with the number of cards if there is more than one. A wild card on a centre
    stack shows the rank it stands for.
    """
    aside = f", aside {len(view.aside)}" if view.aside else ""
    places = [_centre(view.rules, place, stack) for place, stack in enumerate(view.centre_places, start=1)]
    lines = _block("centre", places, ("", f"stock {view.stock}{aside}"))
    for seat, player in enumerate(view.players):
        names = ["P"] if len(player.payoff) == 1 else [f"P{number}" for number in range(1, len(player.payoff) + 1)]
        piles = [(f"{name} {pile.count}", pile.top or _NONE) for name, pile in zip(names, player.payoff, strict=True)]
        piles += [(_counted(f"S{n}", len(stack)), _top(stack)) for n, stack in enumerate(player.side, start=1)]
        held = player.hand if isinstance(player.hand, int) else sorted(player.hand, key=card_code)
        hand = f"{held} cards" if isinstance(held, int) else " ".join(held) or _NONE
        moves = view.outcome is None and seat == view.turn
        lines += _block(f"{'>' if moves else ' '} seat {seat}", piles, ("hand", hand))
    if view.outcome:
        lines.append(str(view.outcome))
    elif view.stage != "play":
        lines.append(f"stage {view.stage}" + ("" if view.cover is None else f" of C{view.cover + 1}"))
    return "\n".join(line.rstrip() for line in lines)


def _block(name: str, places: list[tuple[str, str]], last: tuple[str, str]) -> list[str]:
    """Return two lines: the names of the places, and below them their cards."""
    above = "".join(f"{title:<{_WIDE}}" for title, _ in places)
    below = "".join(f"{card:<{_WIDE}}" for _, card in places)
    return [f"{'':<10}{above}{last[0]}", f"{name:<10}{below}{last[1]}"]


def _centre(rules: Rules, place: int, stack: tuple[str, ...]) -> tuple[str, str]:
    stands_for = f"={len(stack)}" if stack and rules.is_wild(stack[-1]) else ""
    return f"C{place}", _top(stack) + stands_for


def _top(stack: tuple[str, ...]) -> str:
    return stack[-1] if stack else _NONE


def _counted(name: str, count: int) -> str:
    return f"{name} {count}" if count > 1 else name


_CARD: Final = 60
"""The width of a card."""
_TALL: Final = _CARD * HEIGHT // WIDTH
_STEP: Final = _CARD + 10
_MARGIN: Final = 16
_LINE: Final = 18
_ROW: Final = _LINE + _TALL + 14
_HIDDEN: Final = "hidden"
_FIELD: Final = "#17404a"
_LIGHT: Final = "#e9efe8"
_MARK: Final = "#f2b84b"
_HEAD: Final = 20
"""The length of an arrowhead."""
_BOW: Final = 0.22
"""How far an arrow bends, as a fraction of its length."""
_LOGGED: Final = re.compile(r"([0-7]) (.+)")


class _Cell(NamedTuple):
    """A place in a row: its caption, its card (None if empty) and the rank a wild card stands for.

    `place` is its name in moves; for a card in hand this includes the card.
    """

    label: str
    card: str | None
    stands_for: int = 0
    step: int = _STEP
    place: str = ""


def draw_svg(
    view: View,
    arrows: Sequence[Move | str] = (),
    *,
    width: int | None = None,
    seats: Sequence[int] | None = None,
) -> str:
    """Draw the table as `draw_text` does, with cards: the centre and the stock, then a row for each seat.

    `arrows` are moves, each drawn from the card to its target: of the seat to move, or of another seat in log form
    (``"1 P-C2"``). `width` is the width of the picture in pixels; by default a card is 60 wide. `seats` are the seats
    to show, in this order; by default all of them. Raises `InvalidArgument` for an unknown seat, a width below 1 and a
    move between places that are not in the picture, and `InvalidNotation` for a text that is not a move.
    """
    rows = _rows(view, _seats_of(view, seats))
    left = _MARGIN + 64
    wide = max(left + sum(cell.step for cell in cells[:-1]) + _CARD for _, _, cells in rows) + _MARGIN
    height = _MARGIN + _ROW * len(rows) + (_LINE if view.outcome else 0)
    drawn: list[str] = []
    middles: dict[tuple[int | None, str], tuple[int, int]] = {}
    stars = has_stars(view.rules)
    for number, (row, moves, cells) in enumerate(rows):
        top = _MARGIN + number * _ROW
        marked = f' fill="{_MARK}" font-weight="bold"' if moves else ""
        name = "centre" if row is None else f"seat {row}"
        drawn.append(f'<text x="{_MARGIN}" y="{top + _LINE + _TALL // 2}"{marked}>{"▸ " if moves else ""}{name}</text>')
        x = left
        for cell in cells:
            drawn.append(_draw(cell, x, top, stars))
            middles.setdefault((row, cell.place), (x + _CARD // 2, top + _LINE + _TALL // 2))
            x += cell.step
    pointed = [_arrow(view, arrow, middles) for arrow in arrows]
    if view.outcome:
        drawn.append(f'<text x="{_MARGIN}" y="{height - 12}" fill="{_MARK}">{escape(str(view.outcome))}</text>')
    shown_at = wide if width is None else whole(width, "width", 1, 1_000_000)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {height}" '
        f'width="{shown_at}" height="{round(height * shown_at / wide)}" role="img" font-family="system-ui, sans-serif" '
        f'font-size="13" fill="{_LIGHT}"><title>{escape(summary(view))}</title>{definitions(drawn)}'
        f'<rect width="{wide}" height="{height}" rx="10" fill="{_FIELD}"/>{"".join(drawn)}{"".join(pointed)}</svg>'
    )


def _rows(view: View, seats: Sequence[int]) -> list[tuple[int | None, bool, list[_Cell]]]:
    """Return the rows of the picture: the seat, None for the centre, whether it is to move, and its cells."""
    rules = view.rules
    centre = [
        _Cell(
            f"C{n}",
            stack[-1] if stack else None,
            len(stack) if stack and rules.is_wild(stack[-1]) else 0,
            place=f"C{n}",
        )
        for n, stack in enumerate(view.centre_places, start=1)
    ]
    stock = _Cell(f"stock {view.stock}", _HIDDEN if view.stock else None)
    aside = [_Cell(f"aside {len(view.aside)}", view.aside[-1])] if view.aside else []
    rows: list[tuple[int | None, bool, list[_Cell]]] = [(None, False, [*centre, _Cell("", ""), stock, *aside])]
    for seat in seats:
        player = view.players[seat]
        names = ["P"] if len(player.payoff) == 1 else [f"P{n}" for n in range(1, len(player.payoff) + 1)]
        piles = [
            _Cell(f"{name} · {pile.count}", pile.top, place=name)
            for name, pile in zip(names, player.payoff, strict=True)
        ]
        stacks = [
            _Cell(f"S{n}" + (f" · {len(stack)}" if len(stack) > 1 else ""), stack[-1] if stack else None, place=f"S{n}")
            for n, stack in enumerate(player.side, start=1)
        ]
        moves = view.outcome is None and seat == view.turn
        cells = [*piles, _Cell("", "", step=20), *stacks, _Cell("", "", step=20), *_hand(player.hand)]
        rows.append((seat, moves, cells))
    return rows


def _seats_of(view: View, seats: Sequence[int] | None) -> Sequence[int]:
    count = len(view.players)
    return range(count) if seats is None else [seat_number(seat, count) for seat in seats]


def _arrow(view: View, arrow: Move | str, middles: Mapping[tuple[int | None, str], tuple[int, int]]) -> str:
    """Draw a move from the middle of its card to the middle of its target; nothing for a pass."""
    if not isinstance(arrow, Move | str):
        raise InvalidArgument(f"an arrow is a move, not {shown(arrow)}")
    seat, text = view.turn, str(arrow)
    if (logged := _LOGGED.fullmatch(text)) is not None:
        seat, text = int(logged[1]), logged[2]
    move = Move.parse(text)
    if move.is_pass:
        return ""
    # "+" means the partner's pile.
    whose = view.rules.partner(seat) if move.source.startswith("+") else seat
    source = move.source.lstrip("+")
    held = middles.get((seat, f"H{move.cards[0]}"), middles.get((seat, "H"))) if move.cards else None
    begin = held or middles.get((whose, source))
    if move.is_load:
        loaded, _dot, pile = move.target[1:].partition(".")
        end = middles.get((int(loaded), f"P{pile}"))
    else:
        end = middles.get((None if move.plays_to_centre else seat, move.target))
    if begin is None or end is None:
        raise InvalidArgument(f"{shown(str(arrow))} goes between places of which one is not in the picture")
    return _line(*begin, *end)


def _line(x: int, y: int, to_x: int, to_y: int) -> str:
    """Draw a curved arrow over the places in between; its head ends in the middle of the target."""
    far = math.hypot(to_x - x, to_y - y) or 1.0
    bow = -_BOW if to_x > x else _BOW
    over_x, over_y = (x + to_x) / 2 - bow * (to_y - y), (y + to_y) / 2 - abs(bow * (to_x - x))
    last = math.hypot(to_x - over_x, to_y - over_y) or far
    along, across = (to_x - over_x) / last, (to_y - over_y) / last
    neck_x, neck_y = to_x - _HEAD * along, to_y - _HEAD * across
    corners = (
        (to_x, to_y),
        (neck_x - _HEAD * across / 2, neck_y + _HEAD * along / 2),
        (neck_x + _HEAD * across / 2, neck_y - _HEAD * along / 2),
    )
    head = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
    return (
        f'<g class="arrow" opacity=".85"><path d="M{x} {y}Q{over_x:.1f} {over_y:.1f} {neck_x:.1f} {neck_y:.1f}" '
        f'fill="none" stroke="{_MARK}" stroke-width="6" stroke-linecap="round"/>'
        f'<polygon points="{head}" fill="{_MARK}"/></g>'
    )


def parts(view: View) -> dict[str, tuple[int, int, int, int]]:
    """Return x, y, width and height of each part of the table in the drawing of a view, for seat 0.

    The parts are the centre, the stock, the pay-off pile, the side stacks and the hand. There is one
    pay-off pile.
    """
    rules, left, gap, room = view.rules, _MARGIN + 64, 20, 4
    below = _MARGIN + _ROW
    side = left + _STEP + gap
    hand = side + rules.side * _STEP + gap
    held = view.players[0].hand
    cards = held if isinstance(held, int) else len(held)
    wide = _CARD + 2 * room
    places = {
        "centre": (left, _MARGIN, len(view.centre_places) * _STEP),
        "stock": (left + (len(view.centre_places) + 1) * _STEP, _MARGIN, _STEP),
        "pay-off pile": (left, below, _STEP),
        "side stacks": (side, below, rules.side * _STEP),
        "hand": (hand, below, max(cards, 1) * (_CARD + 4)),
    }
    return {
        name: (x - room, y, max(width, wide) + room, _LINE + _TALL + room) for name, (x, y, width) in places.items()
    }


def _hand(hand: tuple[str, ...] | int) -> list[_Cell]:
    if isinstance(hand, int):
        cells = [_Cell("", _HIDDEN, step=18, place="H") for _ in range(hand)]
    else:
        cells = [_Cell("", card, step=_CARD + 4, place=f"H{card}") for card in sorted(hand, key=card_code)]
    return [cells[0]._replace(label="hand"), *cells[1:]] if cells else [_Cell("hand", None)]


def _draw(cell: _Cell, x: int, y: int, stars: bool) -> str:
    label = f'<text x="{x}" y="{y + 12}">{cell.label}</text>' if cell.label else ""
    if cell.card == "":
        return label
    y += _LINE
    box = f'x="{x}" y="{y}" width="{_CARD}" height="{_TALL}"'
    if cell.card is None:
        return f'{label}<rect {box} rx="4" fill="none" stroke="{_LIGHT}" stroke-opacity=".4" stroke-dasharray="4 4"/>'
    if cell.card == _HIDDEN:
        return f'{label}<use href="#{BACK}" {box}/><rect {box} rx="3" fill="none" stroke="#0003"/>'
    shown = face(cell.card, stars)
    # Only the crown of a court figure would be visible.
    drawing = re.sub(r'<use [^>]*"#court[^>]*>', "", shown.drawing) if cell.stands_for else shown.drawing
    stands = (
        f'<path d="M0 81H100V140H0Z" fill="{_MARK}"/><g color="#2a1c00">'
        f'<use class="spite-rank" href="#rank-{cell.stands_for}" x="0" y="90" width="100" height="42"/></g>'
        if cell.stands_for
        else ""
    )
    return (
        f'{label}<svg {box} viewBox="0 0 {WIDTH} {HEIGHT}" style="{shown.style}"><title>{cell.card}</title>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#fcfbf7"/>{drawing}{stands}</svg>'
    )
