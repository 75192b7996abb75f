"""Take the screenshots of docs/screenshots/ again: ``.venv/bin/python -m tools.screenshots [FOLDER]``."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, Page

from tools.company import photograph_company
from tools.live import chromium, cookies_of, open_patience, open_table, play_seat, server
from tools.moderators import photograph_moderators

SIZES = ((1280, 800), (1920, 1080), (768, 1024), (360, 640), (640, 360))
LAYOUTS = (
    "montana", "monte-carlo", "accordion", "grandfathers-clock", "clock", "sultan", "osmosis", "calculation",
)  # fmt: skip
"""The games of patience with layouts of their own."""

TURNS = 8
"""The least number of turns ended by the person; the picture is taken when a card of theirs fits."""

MOMENT = 40
"""The number of actions after which the finished game is shown."""

LONGEST = 120_000
"""How long a page may take to settle, in milliseconds: a game is reviewed on one of them."""

Act = Callable[[Page], None]


def main() -> None:
    """Play into a game and photograph the table at every size, then the pages around it."""
    parser = argparse.ArgumentParser(description="Take the screenshots of docs/screenshots/ anew.")
    here = Path(__file__).parents[1] / "docs" / "screenshots"
    parser.add_argument("folder", nargs="?", type=Path, default=here, help="where they are put instead")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, chromium() as browser:
        data = Path(place) / "games.sqlite3"
        with server(data) as address:
            photograph_all(browser, address, data, folder)


def photograph_all(browser: Browser, address: str, data: Path, folder: Path) -> None:
    """Photograph a server that has its games in ``data``."""
    person = browser.new_context(color_scheme="dark")
    table = address + open_table(person, address)
    play_some_turns(person, table)
    for size in SIZES:
        photograph(person, table, size, folder / f"table-{size[0]}x{size[1]}.jpg")
    patience = address + open_patience(person, address)
    for size in SIZES:
        photograph(person, patience, size, folder / f"patience-{size[0]}x{size[1]}.jpg")
    for preset in LAYOUTS:
        patience = address + open_patience(person, address, preset)
        for size in (SIZES[0], SIZES[-2]):
            photograph(person, patience, size, folder / f"{preset}-{size[0]}x{size[1]}.jpg")
    for state, act in STATES.items():
        for size in (SIZES[0], SIZES[-2]):
            photograph(person, table, size, folder / f"{state}-{size[0]}x{size[1]}.jpg", act)
    for name, path in PAGES.items():
        photograph(person, address + path, SIZES[0], folder / f"{name}-1280x800.jpg")
    day = browser.new_context(color_scheme="light", storage_state=person.storage_state())
    photograph(day, table, SIZES[0], folder / "day-1280x800.jpg")
    for name, (scheme, settings) in DRESSED.items():
        other = browser.new_context(color_scheme=scheme, storage_state=person.storage_state())
        other.add_init_script(f"localStorage.setItem('spite.settings', {json.dumps(json.dumps(settings))})")
        for size in (SIZES[0], SIZES[-2]):
            photograph(other, table, size, folder / f"{name}-{size[0]}x{size[1]}.jpg")
    photograph_company(browser, address, lambda *of: photograph_part(folder, *of))
    photograph_moderators(browser, address, data, lambda *of: photograph_part(folder, *of))
    german = browser.new_context(color_scheme="dark", locale="de", storage_state=person.storage_state())
    photograph(german, table, SIZES[0], folder / "german-1280x800.jpg", ask("h"))
    play_some_turns(person, table, turns=None)
    for size in (SIZES[0], SIZES[-2]):
        photograph(person, f"{table}/games/1/replay#{MOMENT}", size, folder / f"replay-{size[0]}x{size[1]}.jpg")
        photograph(person, f"{table}/games/1", size, folder / f"review-{size[0]}x{size[1]}.jpg", review)


def ask(key: str) -> Act:
    """Return a function that requests help with a key and waits for the answer."""

    def asked(page: Page) -> None:
        page.locator(".place[aria-pressed]").first.wait_for(state="attached")
        page.keyboard.press(key)
        page.locator("#status .offer").wait_for()

    return asked


def look_at_settings(page: Page) -> None:
    """Open the drawer with the settings."""
    page.locator("[data-panel=settings]").click()
    page.locator("#panel .segments").first.wait_for()


def count_cards(page: Page) -> None:
    """Open the card counter."""
    page.keyboard.press("c")
    page.locator("#panel .seen").wait_for()


def review(page: Page) -> None:
    """Look at the review, which the page requests automatically."""
    page.locator("[data-review] .chances").wait_for()
    page.evaluate("document.querySelector('[data-review]').scrollIntoView()")


STATES: dict[str, Act] = {"hint": ask("h"), "settings": look_at_settings, "cards-seen": count_cards}
"""The parts photographed at the table besides the table itself, on a desktop and on a phone."""

DRESSED: dict[str, tuple[Literal["dark", "light"], dict[str, str]]] = {
    "classic-walnut": ("dark", {"deck": "classic", "surface": "walnut", "back": "waves"}),
    "classic-felt-day": ("light", {"deck": "classic", "surface": "felt", "colours": "four", "back": "stars"}),
    "large-linen": ("dark", {"deck": "large", "surface": "linen", "back": "leaves"}),
    "large-walnut-day": ("light", {"deck": "large", "surface": "walnut", "back": "rays"}),
}
"""The table in other light, on other surfaces and with other cards (docs/look.md)."""

PAGES = {
    "home": "/",
    "set-up": "/new?preset=standard&players=2",
    "rules": "/rules/book",
    "learn": "/learn",
    "deal-of-the-day": "/day",
}


def play_some_turns(person: BrowserContext, table: str, turns: int | None = TURNS) -> None:
    """Play the person's seat like the planner until it has ended some turns and has a card that fits.

    Without ``turns`` the game is played to its end.
    """
    play_seat(cookies_of(person), table, "planner", turns)


def photograph(person: BrowserContext, url: str, size: tuple[int, int], file: Path, act: Act = lambda _: None) -> None:
    """Take a picture of a page after an action, when everything has settled."""
    page = person.new_page()
    page.set_default_timeout(LONGEST)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(url)
    page.wait_for_load_state("networkidle")
    act(page)
    page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    page.screenshot(path=file, type="jpeg", quality=86)
    page.close()


def photograph_part(folder: Path, person: BrowserContext, url: str, name: str, part: str) -> None:
    """Take pictures of a part of a page, on a desktop and on a phone."""
    for size in (SIZES[0], SIZES[-2]):
        file = folder / f"{name}-{size[0]}x{size[1]}.jpg"
        photograph(
            person, url, size, file, lambda page: page.locator(part).first.evaluate("one => one.scrollIntoView()")
        )


if __name__ == "__main__":
    main()
