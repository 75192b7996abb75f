"""The shareable picture of a day: its four suits, the week before it, and the streak of days. It shows no card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from spite_and_malice.faces import definitions

from .result_picture import GOLD, INK, number_at, whole

_SUITS: Final[Mapping[str, str]] = {
    "spades": (
        "M50 6C38 26 8 40 8 62 8 76 19 84 30 84c8 0 14-4 17-9-1 9-5 15-12 19h30c-7-4-11-10-12-19 3 5 9 9 17 9 11 0 22-8"
        " 22-22C92 40 62 26 50 6Z"
    ),
    "hearts": (
        "M50 92C20 68 8 52 8 34 8 19 18 10 30 10c9 0 16 5 20 14 4-9 11-14 20-14 12 0 22 9 22 24 0 18-12 34-42 58Z"
    ),
    "clubs": (
        "M50 8a20 20 0 0 1 16 32 20 20 0 1 1-12 34c1 9 4 16 11 20H35c7-4 10-11 11-20a20 20 0 1 1-12-34A20 20 0 0 1"
        " 50 8Z"
    ),
    "diamonds": "M50 4 86 50 50 96 14 50Z",
}
_INKS: Final[Mapping[str, str]] = {"spades": INK, "hearts": "#ff9d8f", "clubs": INK, "diamonds": "#ff9d8f"}
_TICK: Final = "M22 52 42 72 80 28"
_STEP, _SIZE, _TOP = 160, 120, 48
_SMALL: Final = 24
_WEEK_LEFT, _WEEK_TOP, _WEEK_STEP = 66, 286, 76
_ROW_X, _ROW_Y, _ROW_SIZE = 690, 326, 58


def day_picture(days: Sequence[Mapping[str, bool]], in_a_row: int) -> str:
    """Return a picture of a day, the last of several, as SVG; each day is given by its filled suits.

    ``in_a_row`` is the length of the streak of days up to it; fewer than two are not shown.
    """
    drawn = [
        _suit(suit, days[-1][suit], 400 + _STEP * (at - 1.5) - _SIZE / 2, _TOP, _SIZE) for at, suit in enumerate(_SUITS)
    ]
    drawn += [
        _box(
            _TICK,
            400 + _STEP * (at - 1.5) - 22,
            _TOP + _SIZE + 14,
            44,
            f'fill="none" stroke="{GOLD}" stroke-width="13"',
        )
        for at, suit in enumerate(_SUITS)
        if days[-1][suit]
    ]
    for number, day in enumerate(days):
        left = _WEEK_LEFT + _WEEK_STEP * number
        drawn += [
            _suit(suit, day[suit], left + (at % 2) * (_SMALL + 4), _WEEK_TOP + at // 2 * (_SMALL + 4), _SMALL)
            for at, suit in enumerate(_SUITS)
        ]
        if number == len(days) - 1:
            around = f'x="{left - 9}" y="{_WEEK_TOP - 9}" width="{2 * _SMALL + 22}" height="{2 * _SMALL + 22}" rx="8"'
            drawn.append(f'<rect {around} fill="none" stroke="{GOLD}" stroke-width="3"/>')
    if in_a_row > 1:
        drawn.append(
            f'<circle cx="{_ROW_X}" cy="{_ROW_Y}" r="{_ROW_SIZE}" fill="none" stroke="{GOLD}" stroke-width="5"/>'
        )
        drawn.append(number_at(in_a_row, _ROW_X, _ROW_Y - 17, GOLD))
    return whole(definitions(drawn), *drawn)


def _suit(suit: str, filled: bool, x: float, y: float, size: float) -> str:
    ink = _INKS[suit]
    if filled:
        return _box(_SUITS[suit], x, y, size, f'fill="{ink}"')
    return _box(_SUITS[suit], x, y, size, f'fill="none" stroke="{ink}" stroke-opacity=".45" stroke-width="5"')


def _box(path: str, x: float, y: float, size: float, look: str) -> str:
    round_ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<svg x="{x:.0f}" y="{y:.0f}" width="{size:.0f}" height="{size:.0f}" viewBox="-4 -4 108 108">'
        f'<path d="{path}" {look} {round_ends}/></svg>'
    )
