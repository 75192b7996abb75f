"""Tables for several people, each with a browser and a page of their own."""

from __future__ import annotations

from typing import Any

from spite_and_malice.server.features.people.who import handle

from .conftest import Browser, Page, RunningServer, Visit
from .play import choose, is_event

PERSON = {"kind": "person", "name": "Ada"}
OPEN = {"kind": "open"}
GREEDY = {"kind": "computer", "player": "greedy"}


class Company:
    """People around one table: `pages` and `browsers` by seat, `states` the last state of each."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        self.browsers: list[Browser] = []
        self.pages: list[Page] = []
        self.states: list[dict[str, Any]] = []

    @property
    def turn(self) -> int:
        """The seat to move."""
        turn: int = self.states[0]["view"]["turn"]
        return turn

    @property
    def is_over(self) -> bool:
        return self.states[0]["view"]["result"] is not None

    async def start(self) -> None:
        """Have everybody contribute and the host start, and receive the first views."""
        for page in self.pages:
            await page.contribute({"game": 0})
        assert (await self.pages[0].ask("start"))["type"] == "accepted"
        self.states = [await dealt(page) for page in self.pages]

    async def play(self, text: str | None = None) -> dict[str, Any]:
        """Make a move for the seat whose turn it is, see it on every page, and return the mover's event."""
        mover, state = self.pages[self.turn], self.states[self.turn]
        move = text or choose(state["view"]["legal"])
        event = await mover.ask("move", game=state["game"], ply=state["ply"], move=move)
        assert event["type"] == "event", event
        turn = self.turn
        self.states = [
            event if seat == turn else await page.get_until(is_event) for seat, page in enumerate(self.pages)
        ]
        return event

    async def finish(self) -> None:
        """Play to the end of the game."""
        while not self.is_over:
            await self.play()


async def dealt(page: Page) -> dict[str, Any]:
    """Return the snapshot of a game that has been dealt."""
    if page.snapshot is not None and page.snapshot["view"] is not None:
        return page.snapshot
    return await page.get_until(lambda message: message["type"] == "snapshot" and message["view"] is not None)


async def gather(server: RunningServer, visit: Visit, count: int = 2, **body: Any) -> Company:
    """Set a table up for a number of people and seat them all; nothing is dealt."""
    host = visit(server.address)
    body = {"preset": "standard" if count == 2 else "round"} | body
    company = Company(await host.table([PERSON, *[OPEN] * (count - 1)], **body))
    for seat in range(count):
        browser = host if seat == 0 else visit(server.address)
        page = await browser.open(company.table_id)
        await page.greet()
        if seat > 0:
            answer = await page.ask("sit", seat=seat, name=("Ben", "Cleo", "Dan")[seat - 1])
            assert answer["type"] == "accepted", answer
        company.browsers.append(browser)
        company.pages.append(page)
    return company


async def begin(server: RunningServer, visit: Visit, count: int = 2, **body: Any) -> Company:
    """Set a table up for a number of people and deal the first game."""
    company = await gather(server, visit, count, **body)
    await company.start()
    return company


async def person_of(browser: Browser) -> str:
    """Return the id of a browser's person."""
    return str((await browser.http.get("/api/me")).json()["person"])


async def handle_between(one: Browser, other: Browser) -> str:
    """Return the handle by which a person names another in requests."""
    return handle(await person_of(one), await person_of(other))


async def take_name(browser: Browser, name: str) -> None:
    """Make an account with a name, which nobody else can have from then on."""
    await browser.http.get("/games")
    assert (await browser.http.post("/api/me", json={})).status_code == 201
    assert (await browser.http.put("/api/me", json={"name": name})).status_code == 200
