"""Write web/heads/, one drawing per head: ``python -m tools.heads``; with a file's name, a sheet of all to look at."""

from __future__ import annotations

import sys
from base64 import b64encode
from pathlib import Path

from .cast import MOODS
from .draw import names, svg

FOLDER = Path(__file__).parents[2] / "src" / "spite_and_malice" / "web" / "heads"


def main() -> None:
    """Write all drawings, or a page that shows them large and small."""
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(_sheet(), encoding="utf-8")
        return
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.svg"):
        path.unlink()
    for name in names():
        (FOLDER / f"{name}.svg").write_text(svg(name), encoding="utf-8", newline="\n")


def _sheet() -> str:
    def figure(shown: str) -> str:
        name, _, mood = shown.partition("#")
        source = f"data:image/svg+xml;base64,{b64encode(svg(name).encode()).decode()}#{mood}"
        small = "".join(f'<img src="{source}" width="{size}" height="{size}">' for size in (40, 28))
        return f'<figure><img src="{source}" width="120" height="120"><div>{small}</div><figcaption>{shown}</figcaption></figure>'

    style = (
        "body{margin:8px;background:#17404a;color:#fff;font:12px system-ui;display:grid;grid-template-columns:repeat(9,1fr);gap:6px}"
        "figure{margin:0;text-align:center}img{border-radius:50%;margin:2px}"
    )
    moods = [f"{level}#{mood}" for level in MOODS for mood in MOODS[level]]
    return f"<!doctype html><style>{style}</style>{''.join(map(figure, [*names(), *moods]))}"


if __name__ == "__main__":
    main()
