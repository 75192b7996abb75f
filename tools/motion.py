"""Put the frames of every kind of motion on one sheet each: ``.venv/bin/python -m tools.motion [FOLDER]``.

The browser films each motion at a quarter of its speed. Look at the sheets before a change of motion is called done:
what is wrong for one frame is felt, but not seen, at full speed.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page

from tools.live import chromium, open_patience, open_table, server

SIZE: Final = (960, 640)
SLOWER: Final = 0.25
"""The part of their speed at which animations run, so that pictures can be taken of them."""

FRAMES: Final = 15
"""How many pictures a sheet has at most."""

LONG: Final = 4000
"""How long a motion is filmed, in milliseconds."""

READY: Final = ":is(.place[aria-pressed], .patience .place)"
"""There while the page waits for the player, at a table of either game."""

SLOW_DOWN: Final = """rate => {
  const plain = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const animation = plain.apply(this, given);
    animation.playbackRate = rate;
    return animation;
  };
}"""

Act = Callable[[Page], None]


def main() -> None:
    """Take a sheet of every motion that a few turns bring."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.gettempdir())
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, server(Path(data) / "games.sqlite3") as address, chromium() as browser:
        person = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, color_scheme="dark")
        person.add_init_script(f"({SLOW_DOWN})({SLOWER})")
        page = person.new_page()
        for name, act in MOTIONS.items():
            page.goto(address + open_table(person, address))
            take_sheet(browser, page, act, folder / f"motion-{name}.png")
        page.goto(address + open_table(person, address))
        rest(page)
        discard(page)
        page.locator("#status [data-do=undo-turn]").wait_for()
        take_sheet(browser, page, take_back, folder / "motion-taken-back.png")
        for name, (number, before) in LESSONS.items():
            page.goto(address)
            page.evaluate("at => localStorage.setItem('spite.lessons', JSON.stringify({ at, done: [] }))", number)
            page.goto(f"{address}/learn")
            for _ in range(before):
                play_hint(page)
                rest(page)
            take_sheet(browser, page, play_hint, folder / f"motion-{name}.png")
        page.goto(address + open_patience(person, address))
        for name, act in PATIENCE.items():
            take_sheet(browser, page, act, folder / f"motion-patience-{name}.png")


def take_sheet(browser: Browser, page: Page, act: Act, path: Path) -> None:
    """Photograph what an act sets in motion until it rests, and lay the pictures side by side."""
    rest(page)
    taken: list[tuple[float, str]] = []
    session = page.context.new_cdp_session(page)

    def take(frame: dict[str, Any]) -> None:
        taken.append((frame["metadata"]["timestamp"], frame["data"]))
        session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    session.on("Page.screencastFrame", take)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": 80})
    act(page)
    page.wait_for_timeout(LONG)
    session.send("Page.stopScreencast")
    # They do not always come in the order in which they were taken.
    taken.sort()
    shots = [taken[round(at * (len(taken) - 1) / (FRAMES - 1))][1] for at in range(FRAMES)]
    pictures = "".join(f'<img src="data:image/jpeg;base64,{one}">' for one in shots)
    sheet = browser.new_page(viewport={"width": 1500, "height": 1000})
    sheet.set_content(
        f"<style>body{{margin:4px;display:grid;grid:auto/repeat(3,1fr);gap:4px}}img{{width:100%}}</style>{pictures}"
    )
    sheet.screenshot(path=path, full_page=True)
    sheet.close()


def rest(page: Page) -> None:
    """Wait until nothing moves and the page waits for the player."""
    page.locator(READY).first.wait_for(state="attached")
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))")


def play_hint(page: Page) -> None:
    """Let the table play what it would advise."""
    page.locator(READY).first.wait_for(state="attached")
    page.keyboard.press("h")
    page.locator("#status .offer").click()


def deal(page: Page) -> None:
    """Look at the deal of a game that begins."""
    address = page.url.partition("/table/")[0]
    page.goto(address + open_table(page.context, address))
    page.locator("#cards .card").first.wait_for(state="attached")


def deal_patience(page: Page) -> None:
    """The same at a table of patience."""
    page.reload()
    page.locator("#cards .card").first.wait_for(state="attached")


def point(page: Page, selector: str) -> tuple[float, float]:
    """Return a point on the visible part of a card or place."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 3, box["y"] + box["height"] * 0.7


def discard(page: Page) -> None:
    """Tap a card, then a side stack: the turn ends, the opponent plays."""
    page.mouse.click(*point(page, ".place.hand"))
    page.mouse.click(*point(page, ".place.target.side"))


def drop(page: Page) -> None:
    """Let a card go over a side stack."""
    page.mouse.move(*point(page, ".place.hand"))
    page.mouse.down()
    page.mouse.move(500, 400, steps=4)
    x, y = point(page, ".place.target.side")
    page.mouse.move(x + 30, y + 25, steps=6)
    page.mouse.up()


def miss(page: Page) -> None:
    """Let a card go where it cannot lie: it goes home."""
    page.mouse.move(*point(page, ".place.hand"))
    page.mouse.down()
    page.mouse.move(*point(page, '.place[data-key="payoff:1:0"]'), steps=6)
    page.mouse.up()


def take_back(page: Page) -> None:
    """Take a turn back that was just ended."""
    page.locator("#status [data-do=undo-turn]").click()


MOTIONS: Final[dict[str, Act]] = {"deal": deal, "discard": discard, "drop": drop, "refused": miss}

LESSONS: Final = {"payoff": (1, 0), "wild": (3, 0), "sweep": (6, 0), "emptied": (7, 1), "last": (10, 4)}
"""What the lessons show: which of them, and how many moves come before."""

PATIENCE: Final[dict[str, Act]] = {
    "deal": deal_patience,
    "draw": lambda page: page.keyboard.press("d"),
    "undo": lambda page: page.keyboard.press("u"),
}
"""The same for a table of patience, one after the other."""

if __name__ == "__main__":
    main()
