"""The browser's cards for pictures elsewhere, such as in a notebook: drawn from the files of web/look (docs/look.md).

Class names begin with `spite-` there, so that a picture's styles change nothing else on a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

WIDTH: Final = 100
HEIGHT: Final = 140
BACK: Final = "back"
"""The id of a card's back among the definitions."""

_WEB: Final = Path(__file__).parent / "web"
_SVG: Final = "http://www.w3.org/2000/svg"
_FILES: Final = ("parts", "decks/large")
_BACK_FILE: Final = "backs/lattice"
_LETTERS: Final = {"T": "10"}
_REFERENCE: Final = re.compile(r'(?:href="#|url\(#)([\w-]+)')


@dataclass(frozen=True, slots=True)
class Face:
    """A card's drawing in a box of `WIDTH` by `HEIGHT`, and the style that sets its inks."""

    drawing: str
    style: str


@dataclass(frozen=True, slots=True)
class _Drawings:
    """Everything that has an id in the files, as SVG; the styles; and the inks of cards.css."""

    by_id: dict[str, str]
    styles: str
    inks: dict[str, str]


def face(card: str, stars: bool = False) -> Face:
    """Return the face of a card such as ``"7h"``, ``"12"`` or ``"*"``, which is a star if stars are wild.

    Raises KeyError for an invalid text.
    """
    drawings = _drawings()
    inks = drawings.inks
    if card == "*":
        drawing = drawings.by_id["face-star" if stars else "face-joker"]
        return Face(_inside(drawing), f"color:{inks['star']};--second:{inks['with-dark']}")
    if card.isdigit():
        hue = round(25 + (int(card) - 1) * 310 / 14)
        colour = f"oklch({inks['field-light']} {inks['field-strong']} {hue})"
        return Face(_inside(drawings.by_id[f"face-n{card}"]), f"color:{colour}")
    suit = card[-1]
    label = _LETTERS.get(card[:-1], card[:-1])
    drawing = drawings.by_id.get(f"face-{label}{suit}") or drawings.by_id[f"face-{label}"]
    name, second = {
        "s": ("spade", "with-dark"),
        "h": ("heart", "with-red"),
        "d": ("diamond", "with-red"),
        "c": ("club", "with-dark"),
    }[suit]
    return Face(_inside(drawing).replace('"#suit"', f'"#suit-{suit}"'), f"color:{inks[name]};--second:{inks[second]}")


def definitions(drawn: Iterable[str]) -> str:
    """Return the styles and every drawing that these drawings, and those that they use, refer to."""
    drawings = _drawings()
    wanted: dict[str, str] = {}
    waiting = list(drawn)
    while waiting:
        for name in _REFERENCE.findall(waiting.pop()):
            if name not in wanted and name in drawings.by_id:
                wanted[name] = drawings.by_id[name]
                waiting.append(wanted[name])
    return f"<style>{drawings.styles}</style><defs>{''.join(wanted.values())}</defs>"


def _inside(drawing: str) -> str:
    """The contents of a group."""
    return drawing[drawing.index(">") + 1 : drawing.rindex("</")]


@cache
def _drawings() -> _Drawings:
    by_id: dict[str, str] = {}
    styles: list[str] = []
    for file in _FILES:
        root = _read(file)
        for style in root.iter(f"{{{_SVG}}}style"):
            styles.append(re.sub(r"\.(?=[a-z][\w.-]*\s*\{|[a-z][\w-]*\.)", ".spite-", style.text or ""))
        by_id |= {element.attrib["id"]: _text(element) for element in root.iter() if "id" in element.attrib}
    back = _read(_BACK_FILE)
    by_id |= {element.attrib["id"]: _text(element) for element in back.iter() if "id" in element.attrib}
    drawn = "".join(_text(element) for element in back if element.tag != f"{{{_SVG}}}defs")
    by_id[BACK] = f'<symbol id="{BACK}" viewBox="0 0 {WIDTH} {HEIGHT}">{drawn}</symbol>'
    css = (_WEB / "kernel" / "cards" / "cards.css").read_text(encoding="utf-8")
    inks = dict(re.findall(r"--([\w-]+):\s*([^;]+);", css[css.index(":root {") : css.index("}", css.index(":root {"))]))
    return _Drawings(by_id, "\n".join(styles), inks)


def _read(file: str) -> Element:
    from xml.etree import ElementTree

    return ElementTree.parse(_WEB / "look" / f"{file}.svg").getroot()


def _text(element: Element) -> str:
    """Write an element without namespaces: it goes into a drawing that has them."""
    from xml.etree import ElementTree

    text = ElementTree.tostring(element, encoding="unicode").strip()
    text = re.sub(r' xmlns:\w+="[^"]*"', "", re.sub(r"(</?)\w+:", r"\1", text))
    return re.sub(r'class="([^"]*)"', lambda found: f'class="{_classes(found[1])}"', text)


def _classes(names: str) -> str:
    return " ".join(f"spite-{name}" for name in names.split())
