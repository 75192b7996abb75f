"""Film a turn for README.md: ``.venv/bin/python -m tools.moving_picture [FILE]``.

It needs Pillow, unlike anything else here: ``pip --python .venv/bin/python install pillow``. The browser is filmed
at a quarter of its speed (tools/motion.py), so that no frame is lost, and the picture runs at the true one.
"""

from __future__ import annotations

import argparse
import base64
import io
import tempfile
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Page

from tools import motion
from tools.live import chromium, open_table, server
from tools.screenshots import play_some_turns

FILE: Final = Path(__file__).parents[1] / "docs" / "screenshots" / "turn.webp"
SIZE: Final = (960, 600)
SHOWN: Final = (800, 500)
"""The size of the picture; at the window's own size the file would be half as large again."""

TURNS: Final = 5
"""How many turns come before: by then the side stacks have cards."""

LONGEST: Final = 14.0
"""The longest duration of the picture in seconds."""

APART: Final = 0.08
"""The minimum of seconds between two frames."""

LAST: Final = 2.0
"""How long the last frame stays, in seconds."""

HEAVIEST: Final = 600_000
QUALITIES: Final = (70, 60, 50, 40, 30)
"""The first one that keeps the picture below the size limit is used."""

Frame = tuple[float, bytes]


def main() -> None:
    """Play until the side stacks are filled, then film a turn and the answer to it."""
    parser = argparse.ArgumentParser(description="Film a turn for README.md.")
    parser.add_argument("file", nargs="?", type=Path, default=FILE, help="where the picture is put instead")
    file: Path = parser.parse_args().file
    asked = motion.arguments().parse_args(["--size", "x".join(map(str, SIZE))])
    with tempfile.TemporaryDirectory() as data, server(Path(data) / "games.sqlite3") as address, chromium() as browser:
        person = motion.come(browser, asked)
        table = address + open_table(person, address)
        play_some_turns(person, table, TURNS)
        page = person.new_page()
        page.goto(table)
        file.write_bytes(encode(film(page)))
    print(f"{file}: {file.stat().st_size:,} bytes")


def film(page: Page) -> list[Frame]:
    """Play a turn as the table advises, to the end of the opponent's; return frames with the seconds of each."""
    motion.rest(page)
    taken: list[Frame] = []
    session = page.context.new_cdp_session(page)

    def take(frame: dict[str, Any]) -> None:
        taken.append((frame["metadata"]["timestamp"] * motion.SLOWER, base64.b64decode(frame["data"])))
        session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    session.on("Page.screencastFrame", take)
    session.send("Page.startScreencast", {"format": "png"})
    turn = page.locator("#status [data-do=undo-turn]")
    for _ in range(8):
        page.wait_for_timeout(1500)
        motion.play_hint(page)
        motion.rest(page)
        if turn.is_visible():
            break
    page.wait_for_timeout(4000)
    session.send("Page.stopScreencast")
    # They do not always come in the order in which they were taken.
    return sorted(taken)


def encode(taken: list[Frame]) -> bytes:
    """Return frames as an animated WebP picture, which loops. Raises ValueError if it is too heavy."""
    begin = taken[0][0]
    kept: list[Frame] = []
    for at, picture in taken:
        if at - begin <= LONGEST and (not kept or at - kept[-1][0] >= APART):
            kept.append((at, picture))
    ends = [at for at, _ in kept[1:]] + [kept[-1][0] + LAST]
    durations = [round((end - at) * 1000) for (at, _), end in zip(kept, ends, strict=True)]
    images = [
        Image.open(io.BytesIO(picture)).convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS) for _, picture in kept
    ]
    for quality in QUALITIES:
        made = io.BytesIO()
        images[0].save(
            made, "WEBP", save_all=True, append_images=images[1:], duration=durations, loop=0, quality=quality, method=6
        )
        if made.tell() <= HEAVIEST:
            print(f"{len(images)} frames, {sum(durations) / 1000:.1f} s, quality {quality}")
            return made.getvalue()
    raise ValueError(f"{len(images)} frames weigh {made.tell():,} bytes.")


if __name__ == "__main__":
    main()
