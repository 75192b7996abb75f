"""Draw the icons of the app and the preview picture of links: ``python -m tools.icons`` rewrites web/static/icons."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from spite_and_malice.server.archive.pictures import hero_picture, png

STATIC: Final = Path(__file__).parents[1] / "src" / "spite_and_malice" / "web" / "static"
FOLDER: Final = STATIC / "icons"
_ROUND: Final = 'rx="14" fill'
_SQUARE: Final = "fill"


def icons() -> dict[str, bytes]:
    """Return every picture by file name."""
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    square = drawing.replace(_ROUND, _SQUARE)
    # A system may cut away up to a fifth of a maskable icon on each side.
    inside = square.replace(
        ">", ' ><rect width="64" height="64" fill="#0f2b33"/><g transform="translate(9.6 9.6) scale(.7)">', 1
    )
    return {
        "any-192.png": png(drawing, 192),
        "any-512.png": png(drawing, 512),
        "maskable-512.png": png(inside.replace("</svg>", "</g></svg>"), 512),
        "touch-180.png": png(square, 180),
        "table.png": hero_picture(),
    }


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in icons().items():
        (FOLDER / name).write_bytes(picture)


if __name__ == "__main__":
    main()
