"""The parts of a face: its shape, eyes, brows, nose, mouth, and the marks of age and weather.

Every function draws into a box of 120 by 120 with the face in the middle, the eyes at 61 from the top.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .palette import INK, Skin

_SHAPES: Final = {
    "round": (28, 20, 82, 94),
    "oval": (26, 15, 79, 96),
    "square": (27, 25, 88, 95),
    "heart": (27.5, 9, 75, 95),
    "long": (24.5, 17, 86, 99),
    "full": (30, 25, 86, 96),
    "small": (25.5, 14, 80, 92),
}
"""Half the width at the temples, the width of the jaw, the end of the cheeks, and the chin."""


def outline(shape: str) -> str:
    """The path of a face."""
    w, jaw, cheek, chin = _SHAPES[shape]
    return (
        f"M{60 - w} 56C{60 - w} 34 {60 - w * 0.6} 24 60 24S{60 + w} 34 {60 + w} 56"
        f"C{60 + w} {cheek} {60 + jaw} {chin} 60 {chin}S{60 - w} {cheek} {60 - w} 56Z"
    )


def ears(shape: str, skin: Skin) -> str:
    """Both ears, the far one in the shade."""
    w = _SHAPES[shape][0]
    left, right = 60 - w - 0.5, 60 + w + 0.5
    return (
        f'<ellipse cx="{left}" cy="63" rx="5" ry="7.5" fill="{skin.base}"/>'
        f'<ellipse cx="{right}" cy="63" rx="5" ry="7.5" fill="{skin.shade}"/>'
        f'<path d="M{left - 2} 60q3-1 3.500 3t-2 4" {_stroke(skin.line, 1.3)} opacity=".7"/>'
        f'<path d="M{right + 2} 60q-3-1-3.500 3t2 4" {_stroke(skin.line, 1.3)} opacity=".7"/>'
    )


def shade(shape: str, skin: Skin) -> str:
    """The side of the face that the lamp does not reach."""
    w, jaw, cheek, chin = _SHAPES[shape]
    return (
        f'<path d="M{60 + w * 0.62} 24C{60 + w * 0.98} 50 {60 + w * 0.86} {cheek - 6} {60 + jaw * 0.2} {chin + 1}'
        f'L100 100V20Z" fill="{skin.shade}" opacity=".55"/>'
    )


def _stroke(colour: str, width: float) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'


def _mirrored(draw: Callable[[float, int], str]) -> str:
    return draw(48.5, -1) + draw(71.5, 1)


def eyes(kind: str, iris: str, glance: float, skin: Skin) -> str:
    """Both eyes; `glance` moves the irises to the side."""

    def open_eye(x: float, out: int, rx: float, ry: float, r: float, lid: float) -> str:
        y = 61
        white = f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="#fffaf2"/>'
        ball = (
            f'<circle cx="{x + glance}" cy="{y + 0.4}" r="{r}" fill="{iris}"/>'
            f'<circle cx="{x + glance}" cy="{y + 0.4}" r="{r * 0.58}" fill="#160d0b"/>'
            f'<circle cx="{x + glance - 1.4}" cy="{y - 1.3}" r="1.35" fill="#fff"/>'
        )
        top = y - ry * lid
        line = f'<path d="M{x - rx - 0.6} {top + 3.2}Q{x} {top - 3.4} {x + rx + 0.6} {top + 3.2}" {_stroke(INK, 2.3)}/>'
        return white + ball + line

    def lash(x: float, out: int) -> str:
        return f'<path d="M{x + out * 5.6} 58.500l{out * 3.2}-2.400M{x + out * 5.9} 60.800l{out * 3}-.8" {_stroke(INK, 1.7)}/>'

    match kind:
        case "bright":
            return _mirrored(lambda x, out: open_eye(x, out, 5.6, 5.6, 4.3, 1))
        case "wide":
            return _mirrored(lambda x, out: open_eye(x, out, 6.4, 6.6, 4.2, 1))
        case "soft":
            return _mirrored(lambda x, out: open_eye(x, out, 5.8, 4.4, 3.9, 1))
        case "lashes":
            return _mirrored(lambda x, out: open_eye(x, out, 5.7, 5.3, 4.3, 1) + lash(x, out))
        case "narrow":
            return _mirrored(lambda x, out: open_eye(x, out, 6, 3.5, 3.3, 0.95))
        case "almond":
            return _mirrored(
                lambda x, out: (
                    f'<path d="M{x - out * 6} 62.500Q{x - out} 55.500 {x + out * 6.8} 59.400Q{x + out * 3} 66.500 {x - out * 6} 62.500Z" fill="#fffaf2"/>'
                    f'<circle cx="{x + glance}" cy="61" r="3.700" fill="{iris}"/><circle cx="{x + glance}" cy="61" r="2.100" fill="#160d0b"/>'
                    f'<circle cx="{x + glance - 1.2}" cy="59.600" r="1.200" fill="#fff"/>'
                    f'<path d="M{x - out * 6.2} 62.600Q{x - out} 55 {x + out * 7.6} 58.600" {_stroke(INK, 2.3)}/>'
                )
            )
        case "heavy":
            return _mirrored(
                lambda x, out: (
                    open_eye(x, out, 5.8, 5, 4, 0.35)
                    + f'<path d="M{x - 6.4} 60.200Q{x} 51.500 {x + 6.4} 60.200Z" fill="{skin.base}"/>'
                    + f'<path d="M{x - 6.6} 60.400H{x + 6.6}" {_stroke(INK, 2.3)}/>'
                )
            )
        case "smiling":
            return _mirrored(lambda x, out: f'<path d="M{x - 6} 62.500Q{x} 55 {x + 6} 62.500" {_stroke(INK, 2.8)}/>')
        case "closed":
            return _mirrored(lambda x, out: f'<path d="M{x - 6} 60Q{x} 65.500 {x + 6} 60" {_stroke(INK, 2.6)}/>')
        case "dots":
            return _mirrored(
                lambda x, out: (
                    f'<ellipse cx="{x + glance * 0.5}" cy="61" rx="3.700" ry="4.600" fill="{INK}"/>'
                    f'<circle cx="{x + glance * 0.5 - 1.1}" cy="59.200" r="1.300" fill="#fff"/>'
                )
            )
        case "wink":
            return (
                open_eye(48.5, -1, 5.6, 5.6, 4.3, 1)
                + f'<path d="M65.500 61.500Q72 57.500 78 62.500" {_stroke(INK, 2.8)}/>'
            )
    raise ValueError(f"no eyes {kind!r}")


def brows(kind: str, colour: str, weight: float) -> str:
    """Both brows: they carry most of a face's meaning."""

    def both(left: str, right: str) -> str:
        return f'<path d="{left}{right}" {_stroke(colour, weight)}/>'

    match kind:
        case "calm":
            return both("M41 51.500Q48 47.500 54.500 50.500", "M79 51.500Q72 47.500 65.500 50.500")
        case "raised":
            return both("M41 49Q47 43.500 54 46.500", "M79 49Q73 43.500 66 46.500")
        case "straight":
            return both("M41.500 50.500L54.500 50", "M78.500 50.500L65.500 50")
        case "stern":
            return both("M41.500 48.500Q48 48.500 55 52.500", "M78.500 48.500Q72 48.500 65 52.500")
        case "worried":
            return both("M41.500 52Q47 50 54.500 46.500", "M78.500 52Q73 50 65.500 46.500")
        case "sly":
            return both("M41.500 51.500Q48 49.500 54.500 51.500", "M79 47.500Q72 42.500 65.500 47.500")
        case "arched":
            return both("M40.500 51Q47.500 42.500 55 49", "M79.500 51Q72.500 42.500 65 49")
    raise ValueError(f"no brows {kind!r}")


def nose(kind: str, skin: Skin) -> str:
    """A nose, by its shadow."""
    line = _stroke(skin.line, 2)
    match kind:
        case "button":
            return f'<ellipse cx="60" cy="70.500" rx="4.200" ry="3.200" fill="{skin.blush}" opacity=".55"/><path d="M57 72q3 2 6 0" {line}/>'
        case "small":
            return f'<path d="M57.500 71.500q2.500 2 5 0" {line}/>'
        case "straight":
            return f'<path d="M60.500 60q3 6 3.400 9.500 0 3-4.900 2.800" {line}/>'
        case "broad":
            return f'<path d="M54.500 70q-1 3.500 2.500 3 3-.8 6 0 3.500.5 2.500-3" {line}/>'
        case "long":
            return f'<path d="M60 58q4.500 8.500 5 12.800.2 3.600-6.500 3.100" {line}/>'
        case "hooked":
            return f'<path d="M59.500 57q6.500 4.500 6.300 12-.4 4.600-7.300 4" {line}/>'
        case "big":
            return (
                f'<ellipse cx="60.500" cy="70" rx="6.600" ry="5.400" fill="{skin.blush}" opacity=".7"/>'
                f'<ellipse cx="58.800" cy="68.200" rx="2" ry="1.400" fill="{skin.light}" opacity=".8"/>'
                f'<path d="M54.500 72.500q6 4.600 12 0" {line}/>'
            )
    raise ValueError(f"no nose {kind!r}")


def mouth(kind: str, skin: Skin, lips: str = "") -> str:
    """A mouth; `lips` paints them."""
    ink = lips or "#7a2f2a"
    line = _stroke(lips if lips else skin.line, 2.6)
    match kind:
        case "smile":
            return f'<path d="M49.500 79.500Q60 88.500 70.500 79.500" {line}/>'
        case "small smile":
            return f'<path d="M53 81Q60 86.500 67 81" {line}/>'
        case "grin":
            return (
                f'<path d="M47.500 78Q60 80.500 72.500 78 71.500 90 60 90T47.500 78Z" fill="{ink}"/>'
                '<path d="M49 79Q60 81.500 71 79 70.500 83.400 60 83.600T49 79Z" fill="#fffaf2"/>'
            )
        case "gap":
            return (
                f'<path d="M47.500 78Q60 80.500 72.500 78 71.500 90 60 90T47.500 78Z" fill="{ink}"/>'
                '<path d="M49 79Q60 81.500 71 79 70.500 83.400 60 83.600T49 79Z" fill="#fffaf2"/>'
                f'<path d="M58.800 80h2.600v4h-2.600z" fill="{ink}"/>'
                '<path d="M54 88.200q6-4 12 0-6 3-12 0" fill="#d9705f"/>'
            )
        case "laugh":
            return (
                '<path d="M48 77.500H72Q72 92 60 92T48 77.500Z" fill="#6b2420"/>'
                '<path d="M49 77.500H71V81Q60 83 49 81Z" fill="#fffaf2"/>'
                '<path d="M52 88.500q8-6 16 0-3 3.500-8 3.500T52 88.500Z" fill="#d9705f"/>'
            )
        case "smirk":
            return f'<path d="M51 82.500Q61 85 70.500 78.500" {line}/>'
        case "flat":
            return f'<path d="M53 82H67" {line}/>'
        case "pout":
            return f'<path d="M54.500 83.500Q60 79.500 65.500 83.500" {line}/>'
        case "lips":
            return (
                f'<path d="M50.500 80.500Q56 76.500 60 79 64 76.500 69.500 80.500 60 82.500 50.500 80.500Z" fill="{ink}"/>'
                f'<path d="M50.500 80.500Q60 83 69.500 80.500 66 87.500 60 87.500T50.500 80.500Z" fill="{ink}" opacity=".82"/>'
                '<path d="M56 84.200q4 1.300 8 0" fill="none" stroke="#fff" stroke-width="1.200" stroke-linecap="round" opacity=".4"/>'
            )
        case "o":
            return f'<ellipse cx="60" cy="82.500" rx="4" ry="4.600" fill="{ink}"/>'
    raise ValueError(f"no mouth {kind!r}")


def mark(kind: str, skin: Skin) -> str:
    """The individual marks of a face: freckles, lines, a mole, paler patches."""
    line = _stroke(skin.line, 1.5)
    match kind:
        case "blush":
            return f'<g fill="{skin.blush}" opacity=".42"><ellipse cx="41.500" cy="72" rx="6.500" ry="4.500"/><ellipse cx="78.500" cy="72" rx="6.500" ry="4.500"/></g>'
        case "freckles":
            spots = [(40, 69), (44, 71.5), (39.5, 73.5), (48, 69.5), (80, 69), (76, 71.5), (80.5, 73.5), (72, 69.5)]
            dots = "".join(f'<circle cx="{x}" cy="{y}" r="1.200"/>' for x, y in spots)
            return f'<g fill="{skin.line}" opacity=".65">{dots}</g>'
        case "mole":
            return f'<circle cx="72.500" cy="76.500" r="1.700" fill="{INK}"/>'
        case "crow":
            return f'<path d="M36 59l-3-2M36 62h-3.500M84 59l3-2M84 62h3.500" {line} opacity=".7"/>'
        case "lines":
            return f'<path d="M47 75Q43.500 79 44.500 84M73 75Q76.500 79 75.500 84" {line} opacity=".65"/>'
        case "forehead":
            return f'<path d="M50 39.500q10-2.500 20 0M52 43.500q8-2 16 0" {line} opacity=".5"/>'
        case "bags":
            return f'<path d="M44 68.500q4.500 2.500 9 .3M67 68.800q4.500 2.200 9-.3" {line} opacity=".55"/>'
        case "pale":
            return '<g fill="#f3cfae" opacity=".9"><path d="M64 54q10-4 15 2t0 13-11 1-4-16z"/><path d="M52 86q6-6 12-3t-1 10-11-7z"/></g>'
        case "scar":
            return f'<path d="M77 44l-5 9M73.500 66l-1.500 4" {_stroke(skin.light, 2)}/>'
        case "stud":
            return '<circle cx="64.800" cy="71" r="1.500" fill="#ffe08a"/>'
        case "bindi":
            return '<circle cx="60" cy="46" r="2.300" fill="#b3202c"/>'
        case "cleft":
            return f'<path d="M60 89.500v3.500" {line} opacity=".6"/>'
    raise ValueError(f"no mark {kind!r}")


def beard(kind: str, base: str, dark: str, light: str, shape: str) -> str:
    """Facial hair; it is drawn over the area around the mouth and under the mouth."""
    w, jaw, cheek, chin = _SHAPES[shape]
    match kind:
        case "full":
            return (
                f'<path d="M{60 - w - 0.5} 60Q{60 - w + 3.5} 72 45 74Q52 71 60 75 68 71 75 74 {60 + w - 3.5} 72 {60 + w + 0.5} 60'
                f'C{60 + w + 1} {cheek + 8} {60 + jaw + 3} {chin + 9} 60 {chin + 9}S{60 - w - 1} {cheek + 8} {60 - w - 0.5} 60Z" fill="{base}"/>'
                f'<path d="M44 98Q60 110 78 96 70 104 60 104T44 98Z" fill="{dark}" opacity=".6"/>'
                f'<path d="M47.500 78.500Q60 74.500 72.500 78.500 71 89 60 89T47.500 78.500Z" fill="{dark}" opacity=".5"/>'
            )
        case "long":
            return (
                f'<path d="M{60 - w - 0.5} 60Q{60 - w + 3.5} 73 45 75 52 71 60 75 68 71 75 75 {60 + w - 3.5} 73 {60 + w + 0.5} 60'
                f'C{60 + w + 2} 92 82 104 74 118Q66 128 60 118 54 128 46 118C38 104 {60 - w - 2} 92 {60 - w - 0.5} 60Z" fill="{base}"/>'
                f'<path d="M50 92q-1 14 4 24M70 92q1 14-4 24M60 96v18M41 84q0 12 6 24M79 84q0 12-6 24" {_stroke(dark, 1.8)} opacity=".6"/>'
                f'<path d="M47.500 78.500Q60 74.500 72.500 78.500 71 89 60 89T47.500 78.500Z" fill="{dark}" opacity=".45"/>'
            )
        case "goatee":
            return (
                f'<path d="M49 77Q54.500 72.500 60 75.500 65.500 72.500 71 77 73 92 66 {chin + 3} 60 {chin + 6} 54 {chin + 3} 47 92 49 77Z" fill="{base}"/>'
                f'<path d="M52 79Q60 76.500 68 79 67 87 60 87T52 79Z" fill="{dark}" opacity=".5"/>'
            )
        case "stubble":
            return (
                f'<path d="M{60 - w} 62Q{60 - w + 5} 74 46 75 53 72.500 60 75.500 67 72.500 74 75 {60 + w - 5} 74 {60 + w} 62'
                f'C{60 + w} {cheek} {60 + jaw} {chin} 60 {chin}S{60 - w} {cheek} {60 - w} 62Z" fill="{base}" opacity=".24"/>'
            )
        case "handlebar":
            return (
                f'<path d="M60 74.500C54 71.500 49 75 45 79 41 82.500 37 80 37.500 76 32.500 82 38 89 46 86.500 53 84.500 56 80 60 79.500'
                f' 64 80 67 84.500 74 86.500 82 89 87.500 82 82.500 76 83 80 79 82.500 75 79 71 75 66 71.500 60 74.500Z" fill="{base}"/>'
                f'<path d="M60 74.500V79.500" {_stroke(dark, 1.4)}/><path d="M56 75.500q-5 .5-9 5M64 75.500q5 .5 9 5" {_stroke(light, 1.4)} opacity=".8"/>'
            )
        case "walrus":
            return (
                f'<path d="M60 73.500C52 71 44 76 43 87 49 85 55 88.500 60 85.500 65 88.500 71 85 77 87 76 76 68 71 60 73.500Z" fill="{base}"/>'
                f'<path d="M50 78l-2 6M55 77l-1 7M65 77l1 7M70 78l2 6" {_stroke(dark, 1.3)} opacity=".6"/>'
            )
        case "pencil":
            return (
                f'<path d="M50.500 78Q55 74.500 59.200 76.200M69.500 78Q65 74.500 60.800 76.200" {_stroke(base, 2.6)}/>'
            )
        case "sides":
            return f'<path d="M{60 - w - 0.5} 54q1 16 7.500 24 1-10-1.500-24zM{60 + w + 0.5} 54q-1 16-7.500 24-1-10 1.500-24z" fill="{base}"/>'
        case "chin curtain":
            return (
                f'<path d="M{60 - w - 0.5} 58Q{60 - w + 4} 86 60 90 {60 + w - 4} 86 {60 + w + 0.5} 58'
                f'C{60 + w + 2} {cheek + 10} {60 + jaw + 4} {chin + 11} 60 {chin + 11}S{60 - w - 2} {cheek + 10} {60 - w - 0.5} 58Z" fill="{base}"/>'
                f'<path d="M42 90q8 12 18 13t18-13" {_stroke(dark, 1.8)} opacity=".5"/>'
            )
    raise ValueError(f"no beard {kind!r}")
