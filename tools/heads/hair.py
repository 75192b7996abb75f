"""Hair: the part behind the head, and the part on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .palette import Tone


class Hair(NamedTuple):
    """A hairdo: drawn behind the shoulders and the face, and over the face."""

    back: str
    front: str


def _line(colour: str, width: float = 1.6) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"'


def _curls(spots: Sequence[tuple[float, float, float]], colour: str) -> str:
    circles = "".join(f'<circle cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in spots)
    return f'<g fill="{colour}">{circles}</g>'


_CAP: Final = "M31 60C26 32 40 15 60 15S94 32 89 60"
"""The outline of hair close to the skull, from ear to ear."""


def hair(style: str, tone: Tone) -> Hair:
    """A hairdo in a colour."""
    base, dark, light = tone
    shine = f'<path d="M42 29Q50 20 62 20.500" {_line(light, 3)} opacity=".75"/>'
    match style:
        case "none":
            return Hair("", f'<path d="M44 34Q48 28 55 27" {_line("#fff", 3.5)} opacity=".35"/>')
        case "crop":
            return Hair("", f'<path d="{_CAP}Q86 46 81 39 70 43 60 41 47 40 40 38 34 46 31 60Z" fill="{base}"/>{shine}')
        case "buzz":
            return Hair(
                "", f'<path d="{_CAP}Q87 48 83 41 72 33.500 60 33.500T37 41Q33 48 31 60Z" fill="{base}" opacity=".88"/>'
            )
        case "side part":
            return Hair(
                "",
                f'<path d="M31 60C25 32 38 13 62 14 84 14 95 34 89 60 87 50 85 46 82 43 68 43 54 38 47 28 46 38 39 44 34 47 32 52 32 56 31 60Z" fill="{base}"/>'
                f'<path d="M47 28Q56 38 80 42" {_line(dark)} opacity=".6"/><path d="M56 20Q70 18 80 30" {_line(light, 3)} opacity=".6"/>',
            )
        case "quiff":
            return Hair(
                "",
                f'<path d="M31 60C27 44 33 34 36 31 30 18 46 6 63 9 78 5 92 16 87 31 90 38 91 48 89 60 87 50 86 46 83 42 76 36 66 41 56 37 48 35 42 37 37 42 33 48 32 54 31 60Z" fill="{base}"/>'
                f'<path d="M40 28Q48 14 66 15M50 31Q58 20 76 20" {_line(light, 2.6)} opacity=".7"/><path d="M37 42Q44 34 56 37T83 42" {_line(dark)} opacity=".5"/>',
            )
        case "slick":
            return Hair(
                "",
                f'<path d="{_CAP}Q87 46 82 39 78 30 60 29.500 42 30 38 39 33 46 31 60Z" fill="{base}"/>'
                f'<path d="M45 32Q47 22 52 18M55 30.500Q56 22 60 17M65 30.500Q65 22 68 17.500M75 33Q75 25 76 21" {_line(light, 1.8)} opacity=".7"/>',
            )
        case "widow":
            return Hair(
                "",
                f'<path d="{_CAP}Q88 44 82 35 70 28 60 37 50 28 38 35 32 44 31 60Z" fill="{base}"/>'
                f'<path d="M47 29Q50 20 56 17.500M73 29Q70 21 66 18" {_line(light, 2)} opacity=".6"/>',
            )
        case "receding":
            return Hair(
                "",
                f'<path d="M31 62C27 46 30 34 38 28 36 36 38 42 35 50ZM89 62C93 46 90 34 82 28 84 36 82 42 85 50Z" fill="{base}"/>'
                f'<path d="M40 27Q48 19 60 19T80 27Q70 23 60 23.500T40 27Z" fill="{base}" opacity=".75"/>',
            )
        case "tufts":
            return Hair(
                f'<path d="M34 38C22 36 18 48 24 54 18 60 24 72 33 70ZM86 38C98 36 102 48 96 54 102 60 96 72 87 70Z" fill="{base}"/>',
                f'<path d="M32 62Q29 48 34 40 36 52 35.500 62ZM88 62Q91 48 86 40 84 52 84.500 62Z" fill="{dark}" opacity=".6"/>'
                f'<path d="M46 34Q50 28 57 27" {_line("#fff", 3.5)} opacity=".4"/>',
            )
        case "bob":
            return Hair(
                f'<path d="M26 86C20 60 20 14 60 13S100 60 94 86Q88 92 78 88V60H42V88Q32 92 26 86Z" fill="{dark}"/>',
                f'<path d="M26 86C18 58 20 13 60 13S102 58 94 86Q90 90 85 86 88 64 83 44 60 50 37 44 32 64 35 86 30 90 26 86Z" fill="{base}"/>'
                f'<path d="M38 34Q46 21 64 21" {_line(light, 3.4)} opacity=".6"/><path d="M37 44Q60 50 83 44" {_line(dark, 1.8)} opacity=".6"/>',
            )
        case "sharp bob":
            return Hair(
                f'<path d="M27 84C22 54 24 13 60 13S98 54 93 84L80 90V60H40V90Z" fill="{dark}"/>',
                f'<path d="M27 84C18 50 28 12 62 13 92 13 100 52 93 84L84 80Q90 58 80 42 60 40 47 27 46 38 36 46 34 62 36 80Z" fill="{base}"/>'
                f'<path d="M58 19Q76 20 84 36" {_line(light, 3.2)} opacity=".6"/>',
            )
        case "long":
            return Hair(
                f'<path d="M24 118C16 90 18 12 60 12S104 90 96 118Q84 122 78 112V60H42V112Q36 122 24 118Z" fill="{dark}"/>',
                f'<path d="M24 112C18 84 20 13 60 13S102 84 96 112Q88 112 86 100 90 62 80 46 66 42 60 27 54 42 40 46 30 62 34 100 32 112 24 112Z" fill="{base}"/>'
                f'<path d="M60 27V16" {_line(dark)} opacity=".6"/><path d="M37 40Q40 26 52 20M66 19Q80 24 84 40" {_line(light, 3)} opacity=".55"/>',
            )
        case "waves":
            return Hair(
                f'<path d="M30 108C14 108 24 92 19 82 12 68 22 62 22 48 22 24 38 11 60 11S98 24 98 48C98 62 108 68 101 82 96 92 106 108 90 108L78 62H42Z" fill="{dark}"/>',
                f'<path d="M31 102C20 98 28 86 24 76 18 62 26 56 26 46 28 24 42 13 64 14 86 15 95 30 94 46 94 56 102 62 96 76 92 86 100 98 89 102 84 92 92 82 86 70 90 58 84 48 80 43 64 42 54 36 50 27 48 38 42 43 37 47 34 58 30 66 34 74 28 82 36 92 31 102Z" fill="{base}"/>'
                f'<path d="M58 20Q76 20 84 34M29 68Q26 74 29 80M91 68Q94 74 91 80" {_line(light, 2.8)} opacity=".6"/>',
            )
        case "curls":
            back = [(32, 40, 15), (88, 40, 15), (26, 60, 13), (94, 60, 13), (30, 80, 12), (90, 80, 12), (60, 26, 20)]
            front = [
                (40, 32, 11),
                (52, 25, 12),
                (66, 24, 12),
                (79, 31, 11),
                (32, 46, 9),
                (88, 46, 9),
                (31, 60, 7.5),
                (89, 60, 7.5),
            ]
            lights = [(38, 29, 3.4), (51, 21, 3.8), (65, 20, 3.4), (77, 27, 3), (29, 44, 2.6)]
            return Hair(_curls(back, dark), _curls(front, base) + f'<g opacity=".55">{_curls(lights, light)}</g>')
        case "afro":
            back = [(60, 38, 37), (32, 46, 19), (88, 46, 19), (40, 24, 17), (80, 24, 17), (60, 16, 15)]
            lights = [(38, 22, 3), (48, 13, 3.4), (60, 10, 3), (30, 36, 3), (72, 14, 3), (84, 24, 2.6)]
            return Hair(
                _curls(back, base) + f'<g opacity=".5">{_curls(lights, light)}</g>',
                f'<path d="M31 58C30 38 42 30 60 30S90 38 89 58Q86 44 78 39 60 34 42 39 34 44 31 58Z" fill="{base}"/>',
            )
        case "bun":
            return Hair(
                f'<circle cx="60" cy="14" r="13" fill="{base}"/><path d="M52 10Q58 4 66 7M50 16Q58 20 69 15" {_line(dark, 1.8)} opacity=".6"/>',
                f'<path d="{_CAP}Q87 44 78 37 66 33 60 27 54 33 42 37 33 44 31 60Z" fill="{base}"/>'
                f'<path d="M60 27V18M47 33Q50 24 55 20M73 33Q70 24 65 20" {_line(light, 2)} opacity=".6"/>',
            )
        case "low bun":
            return Hair(
                f'<circle cx="87" cy="82" r="13" fill="{dark}"/><circle cx="86" cy="81" r="10" fill="{base}"/>',
                f'<path d="M31 64C24 32 38 14 60 14S96 32 89 64Q88 50 83 44 68 40 58 27 50 42 37 44 32 52 31 64Z" fill="{base}"/>'
                f'<path d="M58 27Q60 20 64 16" {_line(dark)} opacity=".6"/><path d="M66 20Q80 24 85 38M38 36Q42 25 51 20" {_line(light, 2.8)} opacity=".65"/>',
            )
        case "space buns":
            return Hair(
                f'<circle cx="30" cy="22" r="13" fill="{base}"/><circle cx="90" cy="22" r="13" fill="{base}"/>'
                f'<path d="M22 20Q29 13 37 19M25 27q6 4 11-1M98 20Q91 13 83 19M95 27q-6 4-11-1" {_line(dark, 1.8)} opacity=".6"/>',
                f'<path d="{_CAP}Q88 48 82 42 72 44 60 37 48 44 38 42 32 48 31 60Z" fill="{base}"/>'
                f'<path d="M60 37V17" {_line(dark)} opacity=".6"/><path d="M41 33Q45 24 54 20M79 33Q75 24 66 20" {_line(light, 2.4)} opacity=".6"/>',
            )
        case "ponytail":
            return Hair(
                f'<path d="M84 26C108 20 112 52 103 68 108 80 100 94 94 92 98 76 92 70 94 56 92 44 84 42 80 36Z" fill="{base}"/>'
                f'<path d="M90 32Q104 40 99 66" {_line(dark, 1.8)} opacity=".6"/>',
                f'<path d="{_CAP}Q87 46 82 40 64 44 48 31 44 40 37 43 33 48 31 60Z" fill="{base}"/>'
                f'<path d="M54 20Q70 18 80 30" {_line(light, 2.8)} opacity=".6"/>',
            )
        case "braids":
            rope = "".join(
                f'<ellipse cx="{x + (1 if i % 2 else -1)}" cy="{72 + 8.5 * i}" rx="6.500" ry="5.600" fill="{base if i % 2 else dark}"/>'
                for x in (27, 93)
                for i in range(5)
            )
            return Hair(
                rope,
                f'<path d="M30 68C22 32 38 14 60 14S98 32 90 68Q88 52 80 44 66 42 60 27 54 42 40 44 32 52 30 68Z" fill="{base}"/>'
                f'<path d="M60 27V16" {_line(dark)} opacity=".6"/><path d="M39 36Q43 24 53 20M67 20Q78 24 82 36" {_line(light, 2.6)} opacity=".6"/>',
            )
        case "locs":
            ropes = "".join(
                f'<path d="M{x0} 34Q{x1} 60 {x2} {y}" fill="none" stroke="{base if i % 2 else dark}" stroke-width="8" stroke-linecap="round"/>'
                for i, (x0, x1, x2, y) in enumerate(
                    [
                        (36, 24, 24, 92),
                        (33, 16, 18, 74),
                        (42, 30, 33, 100),
                        (84, 96, 96, 92),
                        (87, 104, 102, 74),
                        (78, 90, 87, 100),
                    ]
                )
            )
            top = "".join(
                f'<path d="M{x} 17Q{x + d} 26 {x + 2 * d} 37" fill="none" stroke="{base if i % 2 else dark}" stroke-width="8.500" stroke-linecap="round"/>'
                for i, (x, d) in enumerate([(46, -4), (74, 4), (52, -2), (68, 2), (60, 0)])
            )
            return Hair(
                ropes,
                f'<path d="M31 56C27 32 40 14 60 14S93 32 89 56Q85 44 78 38 60 33 42 38 35 44 31 56Z" fill="{dark}"/>'
                + top
                + f'<path d="M50 21l-1.500 5M60 20v6M70 21l1.500 5" {_line(light, 1.8)} opacity=".6"/>',
            )
        case "cornrows":
            rows = "".join(
                f'<path d="M{60 + 5.4 * i} 35Q{60 + 6.6 * i} 24 {60 + 4 * i} 15" {_line(light, 1.6)} opacity=".55"/>'
                for i in range(-4, 5)
            )
            return Hair(
                f'<path d="M48 10Q60-4 72 10L70 20H50Z" fill="{dark}"/><circle cx="60" cy="9" r="10" fill="{base}"/>',
                f'<path d="{_CAP}Q87 46 82 39 71 34 60 34T38 39Q33 46 31 60Z" fill="{base}"/>{rows}',
            )
        case "pixie":
            return Hair(
                "",
                f'<path d="M31 66C24 34 36 12 62 13 88 13 97 36 89 66 88 58 87 52 84 48 78 47 74 43 70 38 68 44 60 46 54 39 50 45 44 47 38 45 34 50 33 58 31 66Z" fill="{base}"/>'
                f'<path d="M48 24Q58 17 70 21M40 32Q43 27 47 25" {_line(light, 3)} opacity=".65"/><path d="M54 39Q52 32 56 26M70 38Q68 32 70 28" {_line(dark)} opacity=".6"/>',
            )
        case "mohawk":
            return Hair(
                "",
                f'<path d="M33 58C29 38 38 27 47 24L50 34Q37 40 33 58ZM87 58C91 38 82 27 73 24L70 34Q83 40 87 58Z" fill="{dark}" opacity=".5"/>'
                f'<path d="M46 36C42 22 46 8 52 1L55 9 60-1 65 9 68 1C74 8 78 22 74 36Q60 30 46 36Z" fill="{base}"/>'
                f'<path d="M53 30Q51 18 54 11M60 29V9M67 30Q69 18 66 11" {_line(light, 2)} opacity=".7"/>',
            )
        case "bowl":
            return Hair(
                "",
                f'<path d="M29 62C22 30 36 12 60 12S98 30 91 62L86 58V48Q60 52 34 48V58Z" fill="{base}"/>'
                f'<path d="M38 34Q44 21 60 20" {_line(light, 3.4)} opacity=".65"/><path d="M34 48Q60 52 86 48" {_line(dark, 1.8)} opacity=".6"/>',
            )
        case "shag":
            return Hair(
                f'<path d="M28 92L22 80 26 78 20 64 26 60C22 30 38 11 60 11S98 30 94 60L100 64 94 78 98 80 92 92 80 88V60H40V88Z" fill="{dark}"/>',
                f'<path d="M27 88L24 74 29 74 25 62 30 58C24 30 38 13 60 13S96 30 90 58L95 62 91 74 96 74 93 88Q86 76 87 60L81 44 76 49 69 42 62 49 55 42 48 49 42 43 33 60Q34 76 27 88Z" fill="{base}"/>'
                f'<path d="M44 26Q52 19 64 20M36 40Q37 33 40 30" {_line(light, 3)} opacity=".6"/>',
            )
        case "set":
            spots = [
                (36, 36, 12),
                (47, 25, 12),
                (60, 21, 12.5),
                (73, 25, 12),
                (84, 36, 12),
                (30, 50, 10),
                (90, 50, 10),
                (31, 63, 8),
                (89, 63, 8),
            ]
            swirls = "".join(
                f'<path d="M{x - r * 0.5} {y + 1}a{r * 0.5} {r * 0.5} 0 1 1 {r * 0.6} {r * 0.45}" {_line(dark, 1.7)} opacity=".55"/>'
                for x, y, r in spots
            )
            return Hair(_curls([(60, 38, 32)], dark), _curls(spots, base) + swirls)
        case "crown braid":
            beads = "".join(
                f'<ellipse cx="{60 + 30 * dx}" cy="{21 + 17 * dx * dx}" rx="7" ry="5.600" transform="rotate({34 * dx} {60 + 30 * dx} {21 + 17 * dx * dx})" fill="{base}" stroke="{dark}" stroke-width="1.400"/>'
                for dx in (-0.95, -0.64, -0.32, 0, 0.32, 0.64, 0.95)
            )
            return Hair(
                "",
                f'<path d="M31 60C25 32 40 17 60 17S95 32 89 60Q87 46 78 41 66 38 58 30 50 40 40 42 33 48 31 60Z" fill="{base}"/>'
                f'<path d="M58 30Q70 36 79 41M58 30Q50 38 41 41" {_line(dark)} opacity=".4"/>{beads}',
            )
        case "undercut":
            return Hair(
                "",
                f'<path d="M32 60Q30 46 34 38L40 40Q35 48 34.500 60ZM88 60Q90 46 86 38L80 40Q85 48 85.500 60Z" fill="{dark}" opacity=".55"/>'
                f'<path d="M35 40C28 20 46 8 66 12 84 12 92 26 86 40 84 46 88 56 80 62 80 52 78 46 74 41 62 42 52 38 46 33 42 36 38 38 35 40Z" fill="{base}"/>'
                f'<path d="M50 20Q64 14 78 24M54 28Q68 28 78 38" {_line(light, 2.6)} opacity=".65"/>',
            )
    raise ValueError(f"no hair {style!r}")
