"""Put the frames of every kind of motion on one sheet each: ``.venv/bin/python -m tools.motion [FOLDER]``.

The browser films each motion at a quarter of its speed. Look at the sheets before a change of motion is called done: a
fault in one frame is felt, but not seen, at full speed. ``--help`` lists the options for other cards, other light, a
phone, or reduced motion.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page

from tools.live import chromium, open_patience, open_table, server

SIZE: Final = "960x640"
LOOKS: Final = ("deck", "surface", "back", "colours")
SPEEDS: Final = ("slow", "normal", "fast", "off")
SLOWER: Final = 0.25
"""The fraction of their speed at which animations run and waits pass, so that pictures can be taken of them."""

FRAMES: Final = 15
"""The most pictures on a sheet."""

LONG: Final = 6000
"""How long a motion is filmed, in milliseconds."""

READY: Final = ":is(.place[aria-pressed], .patience .place)"
"""Matches while the page waits for the player, at a table of either game."""

SLOW_DOWN: Final = """rate => {
  const plain = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const animation = plain.apply(this, given);
    animation.playbackRate = rate;
    return animation;
  };
  const wait = window.setTimeout;
  window.setTimeout = (act, milliseconds = 0, ...rest) => wait(act, milliseconds / rate, ...rest);
}"""

Act = Callable[[Page], None]
Point = tuple[float, float]


def main() -> None:
    """Make a sheet of every motion that occurs in a few turns."""
    asked = arguments().parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, server(Path(data) / "games.sqlite3") as address, chromium() as browser:
        person = come(browser, asked)
        page = person.new_page()

        def wanted(motions: Mapping[str, Any]) -> list[str]:
            return [name for name in motions if not asked.only or name in asked.only]

        def take(name: str, act: Act) -> None:
            take_sheet(browser, page, act, asked.folder / f"motion-{name}.png")

        for name in wanted(MOTIONS):
            page.goto(address + open_table(person, address))
            take(name, MOTIONS[name])
        for name in wanted(AFTERWARDS):
            page.goto(address + open_table(person, address))
            rest(page)
            discard(page)
            page.locator("#status [data-do=undo-turn]").wait_for()
            take(name, AFTERWARDS[name])
        for name in wanted(LESSONS):
            number, before = LESSONS[name]
            page.goto(address)
            page.evaluate("at => localStorage.setItem('spite.lessons', JSON.stringify({ at, done: [] }))", number)
            page.goto(f"{address}/learn")
            for _ in range(before):
                play_hint(page)
                rest(page)
            take(name, play_hint)
        for name in wanted(PATIENCE):
            page.goto(address + open_patience(person, address))
            take(name, PATIENCE[name])


def arguments() -> argparse.ArgumentParser:
    """Return the command line's options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0] + ".")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(tempfile.gettempdir()), help="where they are put")
    names = [*MOTIONS, *AFTERWARDS, *LESSONS, *PATIENCE]
    parser.add_argument("--only", nargs="+", choices=names, metavar="NAME", help=f"some of {', '.join(names)}")
    parser.add_argument("--size", default=SIZE, metavar="WIDTHxHEIGHT", help="of the window (%(default)s)")
    parser.add_argument("--touch", action="store_true", help="with a finger in place of the mouse")
    parser.add_argument("--light", choices=("dark", "light"), default="dark", help="evening or day (%(default)s)")
    for look in LOOKS:
        parser.add_argument(f"--{look}", metavar="NAME", help="as the settings have it")
    parser.add_argument("--speed", choices=SPEEDS, default="normal", help="as the settings have it (%(default)s)")
    parser.add_argument("--still", action="store_true", help="for a person whose system wants less motion")
    return parser


def come(browser: Browser, asked: argparse.Namespace) -> BrowserContext:
    """Return a person with the requested window, light and settings."""
    width, height = (int(each) for each in asked.size.split("x"))
    person = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=asked.light,
        has_touch=asked.touch,
        reduced_motion="reduce" if asked.still else "no-preference",
    )
    looks = {look: getattr(asked, look) for look in LOOKS if getattr(asked, look)}
    settings = json.dumps({"speed": asked.speed, **looks})
    person.add_init_script(f"localStorage.setItem('spite.settings', {json.dumps(settings)})")
    person.add_init_script(f"({SLOW_DOWN})({SLOWER})")
    return person


def take_sheet(browser: Browser, page: Page, act: Act, path: Path) -> None:
    """Photograph the motion that an act starts until it ends, and lay the pictures side by side."""
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
    in_a_row = 3 if page.evaluate("innerWidth > innerHeight") else 5
    grid = f"body{{margin:4px;display:grid;grid:auto/repeat({in_a_row},1fr);gap:4px}}img{{width:100%}}"
    sheet.set_content(f"<style>{grid}</style>{pictures}")
    sheet.screenshot(path=path, full_page=True)
    sheet.close()


def rest(page: Page) -> None:
    """Wait until nothing moves and the page waits for the player."""
    page.locator(READY).first.wait_for(state="attached")
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))")


def play_hint(page: Page) -> None:
    """Let the table play its own advice."""
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


def draw_and_undo(page: Page) -> None:
    """Draw at a table of patience, and take it back."""
    page.keyboard.press("d")
    rest(page)
    page.keyboard.press("u")


def point(page: Page, selector: str) -> Point:
    """Return a point on the visible part of a card or place."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 3, box["y"] + box["height"] * 0.7


def go(page: Page, start: Point, *points: Point) -> None:
    """Drag across the page with a finger if it has touch, else with the mouse; without a path it is a tap."""
    if page.evaluate("navigator.maxTouchPoints > 0"):
        session = page.context.new_cdp_session(page)
        for kind, at in [("touchStart", [start]), *(("touchMove", [each]) for each in points), ("touchEnd", [])]:
            touches = [{"x": x, "y": y} for x, y in at]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
        return
    page.mouse.move(*start)
    page.mouse.down()
    for x, y in points:
        page.mouse.move(x, y, steps=5)
    page.mouse.up()


def discard(page: Page) -> None:
    """Tap a card, then a side stack: the turn ends, the opponent plays."""
    go(page, point(page, ".place.hand"))
    go(page, point(page, ".place.target.side"))


def drop(page: Page) -> None:
    """Drop a card on a side stack."""
    goal = point(page, '.place.side[data-key^="side:0"]')
    window = page.viewport_size
    assert window is not None
    go(page, point(page, ".place.hand"), (window["width"] / 2, window["height"] * 0.6), (goal[0] + 12, goal[1] + 9))


def miss(page: Page) -> None:
    """Drop a card where it cannot lie: it goes back."""
    go(page, point(page, ".place.hand"), point(page, '.place[data-key="payoff:1:0"]'))


def take_back(page: Page) -> None:
    """Take back a turn that has just ended."""
    page.locator("#status [data-do=undo-turn]").click()


MOTIONS: Final[dict[str, Act]] = {"deal": deal, "discard": discard, "drop": drop, "refused": miss}

AFTERWARDS: Final[dict[str, Act]] = {"taken-back": take_back}
"""The same once a turn has been ended."""

LESSONS: Final = {"payoff": (1, 0), "wild": (3, 0), "sweep": (6, 0), "emptied": (7, 1), "last": (10, 4)}
"""The lessons to film: the number of each, and how many moves come before."""

PATIENCE: Final[dict[str, Act]] = {
    "patience-deal": deal_patience,
    "patience-draw": lambda page: page.keyboard.press("d"),
    "patience-undo": draw_and_undo,
}
"""The same for a table of patience."""

if __name__ == "__main__":
    main()
