"""Pictures of the table for other programs: the preview of a link in a chat, drawn from the public view."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from spite_and_malice.engine import View
from spite_and_malice.faces import BACK, HEIGHT, WIDTH, definitions, face
from spite_and_malice.rules import has_stars

try:
    from resvg_py import svg_to_bytes
except ImportError:  # pragma: no cover - there is no wheel of it for every machine
    svg_to_bytes = None  # type: ignore[assignment]

CAN_DRAW: Final = svg_to_bytes is not None
"""Whether pictures can be drawn on this machine; otherwise the one in web/static/ is used for all."""

SIZE: Final = (800, 420)
"""The size that chats show best, with no more bytes than necessary."""

_HIDDEN: Final = "hidden"
_TOP: Final = 56
"""The width of another seat's card, of those in the centre, and of the nearest seat's."""
_CENTRE: Final = 84
_NEAR: Final = 78
_STRIP: Final = 40
"""How much of a card shows over the one on it: its whole rank."""
_VARIABLE: Final = re.compile(r"var\(--[\w-]+,\s*([^)]*)\)")
_OKLCH: Final = re.compile(r"oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)")
_EMPTY: Final = 'fill="#fff" fill-opacity=".04" stroke="#b9d6d0" stroke-opacity=".5" stroke-dasharray="6 6"'
WASH: Final = (
    '<defs><radialGradient id="light" cx=".5" cy=".35" r=".75"><stop stop-color="#1f5560"/>'
    '<stop offset="1" stop-color="#0b232a"/></radialGradient></defs>'
    '<rect width="100%" height="100%" fill="url(#light)"/>'
)


class _Laid(NamedTuple):
    """A card, or None for an empty place, with its center, its width and its angle in degrees."""

    card: str | None
    x: float
    y: float
    width: float
    angle: float = 0.0


def table_picture(view: View) -> bytes:
    """Return a picture of the public view of a table, as PNG. Raises ValueError for the view of a seat."""
    if view.seat is not None:
        raise ValueError("a picture is for everybody: it shows what a spectator sees")
    return png(_drawn([*_far(view), *_centre(view), *_near(view)], has_stars(view.rules)))


def hero_picture() -> bytes:
    """Return a picture of a table in the middle of a game, as PNG, for links without a table."""
    fan = [("Kd", -12.0), ("Qh", -4.0), ("Ad", 4.0), ("8s", 12.0)]
    laid = [_Laid(_HIDDEN, 118, 200, 118, -7.0), _Laid(_HIDDEN, 124, 198, 118, -3.0)]
    laid += [
        _Laid(card, 300 + 125 * at, 150, 104, tilt)
        for at, (card, tilt) in enumerate((("6d", -3), ("Jc", 2), ("2h", -1)))
    ]
    laid += [
        _Laid(card, 400 + 76 * (at - 1.5), 330 + abs(tilt) * 1.5, 110, tilt) for at, (card, tilt) in enumerate(fan)
    ]
    return png(_drawn(laid))


def png(svg: str, width: int = SIZE[0]) -> bytes:
    """Return a drawing as PNG. Raises RuntimeError if it cannot be drawn."""
    if svg_to_bytes is None:
        raise RuntimeError("resvg-py is not installed")
    # The renderer supports neither variables nor the newest color syntax.
    plain = _OKLCH.sub(lambda found: _hexadecimal(*map(float, found.groups())), _VARIABLE.sub(r"\1", svg))
    return bytes(svg_to_bytes(svg_string=plain, width=width, skip_system_fonts=True))


def _far(view: View) -> Iterator[_Laid]:
    """All seats except the first, along the top."""
    others = view.players[1:]
    with_sides = len(others) <= 2
    step = _TOP + 8
    shown = [
        [pile.top or (_HIDDEN if pile.count else None) for pile in player.payoff[:3]]
        + ([stack[-1] if stack else None for stack in player.side] if with_sides else [])
        for player in others
    ]
    gap = 28
    x = (SIZE[0] - sum(len(cards) * step for cards in shown) - gap * (len(shown) - 1)) / 2 + step / 2
    for cards in shown:
        for card in cards:
            yield _Laid(card, x, 58, _TOP)
            x += step
        x += gap


def _centre(view: View) -> Iterator[_Laid]:
    stacks = view.centre_places[:6]
    step = _CENTRE + 16
    x = (SIZE[0] - step * (len(stacks) + 1) - 24) / 2 + step / 2
    yield _Laid(_HIDDEN if view.stock else None, x, 190, _CENTRE)
    for stack in stacks:
        x += step
        yield _Laid(stack[-1] if stack else None, x + 24, 190, _CENTRE)


def _near(view: View) -> Iterator[_Laid]:
    """The first seat, with its pay-off pile largest."""
    player = view.players[0]
    step = _NEAR + 12
    piles = [pile.top or (_HIDDEN if pile.count else None) for pile in player.payoff[:3]]
    x = (SIZE[0] - step * (len(player.side) + len(piles)) - 40) / 2 + step / 2
    for stack in player.side:
        shown = stack[-2:] or (None,)
        for depth, card in enumerate(shown):
            yield _Laid(card, x, 336 + _STRIP * (depth - (len(shown) - 1) / 2), _NEAR)
        x += step
    for card in piles:
        yield _Laid(card, x + 30, 336, _NEAR * 1.25)
        x += step * 1.2


def _drawn(laid: Sequence[_Laid], stars: bool = False) -> str:
    faces = {card.card: face(card.card, stars) for card in laid if card.card not in (None, _HIDDEN)}
    drawings = [each.drawing for each in faces.values()] + [f'<use href="#{BACK}"/>']
    cards: list[str] = []
    for card, x, y, width, angle in laid:
        place = f'transform="translate({x:.1f} {y:.1f}) rotate({angle}) scale({width / WIDTH:.4f}) translate(-50 -70)"'
        box = f'width="{WIDTH}" height="{HEIGHT}" rx="6"'
        if card is None:
            cards.append(f"<g {place}><rect {box} {_EMPTY}/></g>")
            continue
        shadow = f'<rect {box} y="4" x="1" fill="#000" fill-opacity=".3"/>'
        if card == _HIDDEN:
            inside = f'<use href="#{BACK}" width="{WIDTH}" height="{HEIGHT}"/>'
        else:
            drawing, style = faces[card].drawing, faces[card].style
            paper = f'<rect {box} fill="#fcfbf7" stroke="#1e1a10" stroke-opacity=".35"/>'
            inside = f'{paper}<svg {box} viewBox="0 0 {WIDTH} {HEIGHT}" style="{style}">{drawing}</svg>'
        cards.append(f"<g {place}>{shadow}{inside}</g>")
    width, height = SIZE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"{WASH}{definitions(drawings)}{''.join(cards)}</svg>"
    )


def _hexadecimal(light: float, strong: float, hue: float) -> str:
    """Return a colour of CSS's oklch() as hexadecimal digits."""
    a, b = strong * math.cos(math.radians(hue)), strong * math.sin(math.radians(hue))
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return "#" + "".join(f"{round(255 * _encoded(part)):02x}" for part in linear)


def _encoded(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
