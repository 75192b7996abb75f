"""The shareable picture of a finished game: its players, their cards left, and the course of the chances. No card."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from spite_and_malice.analysis.sharing import greatest_swing
from spite_and_malice.faces import definitions

from .pictures import SIZE, WASH

_HEADS: Final = Path(__file__).parents[2] / "web" / "heads"
_WALLS: Final = ("#8f4d13", "#2c4272", "#12544a", "#702439", "#3a5420", "#4c315f", "#1b5468", "#5a4915")
"""Background colours for players without a drawing, one per seat."""

GOLD: Final = "#e0a83e"
INK: Final = "#f3efe4"
_FACE: Final = 112
_FACES_AT: Final = 84
_LEFT_AT: Final = 152
_DIGIT: Final = 34
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 752, 222, 386

_ZERO: Final = '<path d="M30 8C44 8 53 25 53 50S44 92 30 92 7 75 7 50 16 8 30 8Z"/>'
"""No card has this rank."""


class Racer(NamedTuple):
    """A player: the name of a drawing in web/heads, if any, the pay-off cards left, and whether they won."""

    head: str | None
    left: int
    won: bool


def result_picture(racers: Sequence[Racer], chances: Sequence[float], won: bool | None) -> str:
    """Return a picture of a game's result and the course of one seat's chances, as SVG.

    `chances` are from 0 to 1; `won` is the result for that seat, None if nobody won.
    """
    step = min(190.0, (SIZE[0] - 40) / max(1, len(racers)))
    size = min(float(_FACE), step * 0.78)
    begin = (SIZE[0] - step * (len(racers) - 1)) / 2
    drawn = [_racer(racer, seat, begin + step * seat, size) for seat, racer in enumerate(racers)]
    return whole(definitions(drawn), *drawn, _course(chances, won))


def whole(*parts: str) -> str:
    """Return a picture of drawings on the background of the table."""
    width, height = SIZE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"{WASH}{''.join(parts)}</svg>"
    )


def _racer(racer: Racer, seat: int, x: float, size: float) -> str:
    ring = f'stroke="{GOLD}" stroke-width="7"' if racer.won else f'stroke="{INK}" stroke-opacity=".35" stroke-width="3"'
    box = f'x="{x - size / 2:.1f}" y="{_FACES_AT - size / 2:.1f}" width="{size:.1f}" height="{size:.1f}"'
    clip = f'<clipPath id="seat-{seat}"><circle cx="{x:.1f}" cy="{_FACES_AT}" r="{size / 2:.1f}"/></clipPath>'
    head = f'<image {box} href="{_head(racer.head)}"/>' if racer.head else _somebody(box, _WALLS[seat % len(_WALLS)])
    circle = f'<circle cx="{x:.1f}" cy="{_FACES_AT}" r="{size / 2:.1f}" fill="none" {ring}/>'
    colour = GOLD if racer.won else INK
    return f'{clip}<g clip-path="url(#seat-{seat})">{head}</g>{circle}{number_at(racer.left, x, _LEFT_AT, colour)}'


def _somebody(box: str, wall: str) -> str:
    """A player without a drawing."""
    return (
        f'<svg {box} viewBox="0 0 120 120"><path fill="{wall}" d="M0 0h120v120H0z"/>'
        f'<g fill="{INK}" fill-opacity=".85"><circle cx="60" cy="48" r="22"/>'
        '<path d="M16 124C18 92 38 80 60 80s42 12 44 44Z"/></g></svg>'
    )


@cache
def _head(name: str) -> str:
    """Return a drawing as a data URL, so that ids in one drawing do not clash with those in another."""
    drawing = (_HEADS / f"{name}.svg").read_bytes()
    return f"data:image/svg+xml;base64,{b64encode(drawing).decode()}"


def number_at(number: int, x: float, y: float, colour: str) -> str:
    """Return a number centered at a point, in the digits of the cards: pictures have no fonts."""
    digits = str(number)
    wide = _DIGIT * 0.72
    left = x - wide * len(digits) / 2
    drawn = "".join(
        f'<svg x="{left + wide * at:.1f}" y="{y}" width="{wide:.1f}" height="{_DIGIT}" viewBox="-6 0 72 100">'
        + (_ZERO if digit == "0" else f'<use href="#rank-{digit}" width="60" height="100"/>')
        + "</svg>"
        for at, digit in enumerate(digits)
    )
    stroke = f'fill="none" stroke="{colour}" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"'
    return f"<g {stroke}>{drawn}</g>"


def _course(chances: Sequence[float], won: bool | None) -> str:
    """The chances from choice to choice, with their greatest swing marked."""
    steps = [*chances, *([] if won is None else [float(won)])]
    grid = "".join(
        f'<path d="M{_LEFT} {_height(chance):.1f}H{_RIGHT}" stroke="{INK}" stroke-opacity=".22"'
        f"{' stroke-dasharray=' + repr('5 6') if chance == 0.5 else ''}/>"
        for chance in (0, 0.5, 1)
    )
    if len(steps) < 2:
        return grid
    points = [(_LEFT + (_RIGHT - _LEFT) * at / (len(steps) - 1), _height(step)) for at, step in enumerate(steps)]
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    shade = f'<path d="M{_LEFT} {_BOTTOM}L{line}V{_BOTTOM}Z" fill="{GOLD}" fill-opacity=".16"/>'
    course = f'<path d="M{line}" fill="none" stroke="{INK}" stroke-width="4" stroke-linejoin="round"/>'
    swing = None if won is None else greatest_swing(chances, won)
    if swing is None:
        return grid + shade + course
    (x, y), (after, lower) = points[swing.at : swing.at + 2]
    marked = (
        f'<path d="M{x:.1f} {y:.1f}L{after:.1f} {lower:.1f}" stroke="{GOLD}" stroke-width="7" stroke-linecap="round"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{GOLD}"/>'
    )
    return grid + shade + course + marked


def _height(chance: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * chance
