"""Puts a head together, from the wall behind it to the glasses on its nose."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from . import face, wear
from .animals import ANIMALS, animal
from .cast import HEADS, LEVELS, MOODS, Head, Mood
from .hair import Hair, hair
from .palette import CLOTH, HAIR, SKINS, WALLS

_CLOSE_HATS = {
    "flat cap",
    "beanie",
    "beret",
    "bowler",
    "straw",
    "fedora",
    "cap",
    "turban",
    "kerchief",
    "cloche",
    "chef",
}
"""Hats under which the hair does not stand up."""


def names() -> list[str]:
    """Every head drawn: those to choose, the animals, then the five levels."""
    return [*HEADS, *ANIMALS, *LEVELS]


def svg(name: str) -> str:
    """The drawing of a head as a file of its own; that of a level shows each mood as ``NAME.svg#MOOD``."""
    if name in ANIMALS:
        lit, wall, drawn = animal(name)
    else:
        head = HEADS.get(name) or LEVELS[name]
        lit, wall = WALLS[head.wall]
        drawn = _moods(head, MOODS[name]) if name in LEVELS else "".join(_head(head))
    room = (
        f'<defs><radialGradient id="l" cx=".4" cy=".12" r="1"><stop stop-color="{lit}"/><stop offset="1" stop-color="{wall}"/>'
        '</radialGradient></defs><path fill="url(#l)" d="M0 0h120v120H0z"/>'
    )
    if name in LEVELS:
        # Each mood is next to the last, in front of the same wall.
        room = f'<g id="w">{room}</g>' + "".join(_again("w", place) for place in _places(MOODS[name]))
    return _short(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120">{room}{drawn}</svg>\n')


def _moods(head: Head, moods: dict[str, Mood]) -> str:
    """A head, calm at the left, with each of its moods to the right."""
    behind, calm, before = _head(head)
    drawn = [f'<g id="b">{behind}</g>{calm}<g id="o">{before}</g>']
    for place, (mood, changed) in zip(_places(moods), moods.items(), strict=True):
        _, features, _ = _head(replace(head, **changed))
        drawn.append(f'<view id="{mood}" viewBox="{place} 0 120 120"/>')
        drawn.append(f'{_again("b", place)}<g transform="translate({place})">{features}</g>{_again("o", place)}')
    return "".join(drawn)


def _places(moods: Iterable[str]) -> list[int]:
    return [120 * place for place, _ in enumerate(moods, 1)]


def _again(what: str, place: int) -> str:
    return f'<use href="#{what}" x="{place}"/>'


def _head(head: Head) -> tuple[str, str, str]:
    """The parts behind the features that show a mood, these features, and the parts over them."""
    skin = SKINS[head.skin]
    tone = HAIR[head.hair[1]]
    style, tone_of_cloth = head.hair[0], CLOTH[head.clothes[1]]
    locks = hair(style, tone)
    hat_back = hat_front = ""
    if head.hat is not None:
        hat_back, hat_front = wear.hat(head.hat[0], CLOTH[head.hat[1]], CLOTH[head.hat[2]])
        if head.hat[0] in _CLOSE_HATS:
            locks = Hair(_under_hat(locks.back), _under_hat(locks.front))
    beard = ""
    if head.beard is not None:
        grown = HAIR[head.beard[1]]
        beard = face.beard(head.beard[0], grown.base, grown.shade, grown.light, head.shape)
    outline = face.outline(head.shape)
    over = hat_front if head.hat and head.hat[0] in _CLOSE_HATS else locks.front
    fallen = (
        f'<g transform="translate(1.500 4)" clip-path="url(#f)" opacity=".5">{_flat(over, skin.shade)}</g>'
        if over
        else ""
    )
    covered = head.hat is not None and head.hat[0] == "headscarf"
    mouth_over = beard if head.beard and head.beard[0] in {"handlebar", "walrus"} else ""
    behind = "".join(
        [
            f'<defs><clipPath id="f"><path d="{outline}"/></clipPath><linearGradient id="s" x1=".2" x2=".8" y2="1">'
            f'<stop stop-color="{skin.light}"/><stop offset=".55" stop-color="{skin.base}"/></linearGradient></defs>',
            hat_back,
            locks.back,
            f'<path d="M49 84H71V102Q60 112 49 102Z" fill="{skin.base}"/><path d="M49 88Q60 104 71 88V102Q60 108 49 96Z" fill="{skin.shade}"/>',
            wear.clothes(head.clothes[0], tone_of_cloth, CLOTH[head.clothes[2]]),
            "" if covered else face.ears(head.shape, skin),
            f'<path d="{outline}" fill="url(#s)"/>',
            f'<g clip-path="url(#f)">{face.shade(head.shape, skin)}</g>',
            "".join(face.mark(kind, skin) for kind in head.marks if kind != "stud"),
            fallen,
            "" if mouth_over else beard,
        ]
    )
    features = "".join(
        [
            face.mouth(head.mouth, skin, head.lips),
            mouth_over,
            face.nose(head.nose, skin),
            face.mark("stud", skin) if "stud" in head.marks else "",
            face.eyes(head.eyes, head.iris, head.glance, skin),
            face.brows(head.brows, head.brow_colour or tone.shade, head.brow_weight),
        ]
    )
    before = "".join(
        [
            locks.front,
            wear.glasses(*head.glasses) if head.glasses else "",
            hat_front,
            "".join(wear.jewel(*jewel) for jewel in head.jewels),
        ]
    )
    return behind, features, before


def _under_hat(drawn: str) -> str:
    """Hair cut off above the rim of a hat."""
    return f'<svg y="36" width="120" height="84" viewBox="0 36 120 84">{drawn}</svg>' if drawn else ""


def _flat(drawn: str, colour: str) -> str:
    """The outline of a drawing, in one color: its shadow."""
    shapes = re.sub(r'<path[^>]*fill="none"[^>]*/>', "", drawn)
    shapes = re.sub(r'(fill|stroke)="#[0-9a-f]+"', rf'\1="{colour}"', shapes)
    return re.sub(r' opacity="[^"]*"', "", shapes)


def _short(drawn: str) -> str:
    """Numbers with one decimal, without redundant characters."""
    drawn = re.sub(r"\d+\.\d{2,}", lambda match: f"{float(match[0]):.1f}", drawn)
    return re.sub(r"(\d)\.0(?=\D)", r"\1", drawn)
