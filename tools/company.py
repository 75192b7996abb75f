"""Pictures of social features for docs/screenshots: a bracket, standings, the sheet of an evening, and a club."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from tools.live import cookies_of, play_seat

NAMES = ("Ada", "Ben", "Cleo", "Dan")
LONGEST = 180.0
"""How many seconds the games of a tournament, or the results of a round, may take."""

Pictured = Callable[[BrowserContext, str, str, str], None]
"""Takes the pictures of a page: the person, its address, the name of the files, and the part to be visible."""


def photograph_company(browser: Browser, address: str, pictured: Pictured) -> None:
    """Play two tournaments of computer players and an evening of a club, and photograph the results."""
    people = [browser.new_context(color_scheme="dark") for _ in NAMES]
    for person in people:
        person.request.get(address)
    ada = people[0]
    quick = {"preset": "standard", "payoff": 1, "player": "beginner", "fill": 8}
    for system, name, part in (("knock_out", "bracket", "#bracket"), ("swiss", "standings", "#standings")):
        cup = _ask(ada, "post", f"{address}/api/tournaments", name="Spring cup", system=system, **quick)
        _ask(ada, "post", f"{address}/api/tournaments/{cup['id']}/start")
        _until(partial(_is_over, ada, f"{address}/api/tournaments/{cup['id']}"))
        pictured(ada, f"{address}/tournaments/{cup['id']}", name, part)
    club = _ask(ada, "post", f"{address}/api/clubs", club="The Aces", name="Ada", joining="open")
    rules = _ask(ada, "post", f"{address}/api/rules", preset="quick")["rules"]
    house = _ask(
        ada, "post", f"{address}/api/house-rules", name="Two cards", preset="quick", rules=rules | {"payoff": 2}
    )
    for person, name in zip(people[1:], NAMES[1:], strict=True):
        _ask(person, "put", f"{address}/api/clubs/{club['id']}/me", name=name)
    chosen = {"name": "Thursday", "rules": {"house": house["id"]}, "club": club["id"]}
    path = f"{address}/api/evenings/{_ask(ada, 'post', f'{address}/api/evenings', **chosen)['id']}"
    for person, name in zip(people, NAMES, strict=True):
        _ask(person, "put", f"{path}/me", name=name)
        _ask(person, "put", f"{path}/me/state", state="ready")
    _ask(ada, "post", f"{path}/rounds", round=0, now=True)
    tables = [(cookies_of(each), address + _ask(each, "get", path)["table"]) for each in people]
    with ThreadPoolExecutor(len(people)) as at_once:
        list(at_once.map(lambda each: play_seat(each[0], each[1], "greedy"), tables))
    _until(lambda: all(table["over"] for table in _ask(ada, "get", path)["rounds"][0]["tables"]))
    pictured(ada, path.replace("/api/evenings/", "/evening/"), "evening", "[data-sheet-place]")
    starts = int(time.time() + 3 * 86_400) * 1000
    _ask(ada, "post", f"{address}/api/evenings", name="Friday", club=club["id"], starts_at=starts)
    pictured(people[1], f"{address}/club/{club['id']}", "club", "h1")


def _ask(person: BrowserContext, method: str, url: str, **body: Any) -> Any:
    """Return the answer to a request. Raises `RuntimeError` if it is refused."""
    answer = person.request.fetch(url, method=method, data=None if method == "get" else body)
    if not answer.ok:
        raise RuntimeError(f"{url}: {answer.text()}")
    return answer.json()


def _is_over(person: BrowserContext, cup: str) -> bool:
    return bool(_ask(person, "get", cup)["state"] == "over")


def _until(holds: Callable[[], bool]) -> None:
    ends = time.monotonic() + LONGEST
    while not holds():
        if time.monotonic() > ends:
            raise RuntimeError("It has not come to its end.")
        time.sleep(0.5)
