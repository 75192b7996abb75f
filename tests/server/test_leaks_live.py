"""Random games with random house rules on the wire: several people, spectators, reconnects and errors of every kind.

No byte that any page received contains a card that it may not see. SPITE_LEAK_GAMES says how many games are played.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest

from spite_and_malice.server.games.spite.restore import restore
from tests.strategies import house_rules

from .conftest import Browser, Page, RunningServer, Visit
from .people import GREEDY, OPEN, PERSON
from .test_leaks import check, positions_by_ply

GAMES = int(os.environ.get("SPITE_LEAK_GAMES", "8"))
PLIES = 40


class Watched:
    """A page, reconnected now and then, with everything that it has received."""

    def __init__(self, browser: Browser, table_id: str) -> None:
        self.browser = browser
        self.table_id = table_id
        self.texts: list[str] = []
        self.page: Page

    async def connect(self, version: int | None = None) -> None:
        """Open the page, or reopen it; with ``version`` like a page that has seen something."""
        self.page = await self.browser.open(self.table_id)
        self.page.texts = self.texts
        await self.page.send(type="hello", version=version, game=None if version is None else 1)

    async def settle(self) -> None:
        """Receive everything that has been sent so far."""
        await self.page.send(type="ping")
        await self.page.get_until(lambda message: message["type"] == "pong")

    def newest(self) -> dict[str, Any]:
        """Return the newest view received, with its game and ply."""
        for text in reversed(self.texts):
            message: dict[str, Any] = json.loads(text)
            if message.get("view") is not None:
                return message
        raise AssertionError("no view has come")


async def disturb(watched: Watched, chance: random.Random) -> None:
    """Do something forbidden or unnecessary."""
    page, state = watched.page, watched.newest()
    ply, legal = state["ply"], state["view"]["legal"]
    place = {"id": f"d{chance.getrandbits(64)}", "game": 1}
    match chance.randrange(9):
        case 0:
            await page.send(type="move", move="H7h-C1", ply=ply, **place)
        case 1:
            await page.send(type="move", move=chance.choice(legal or ["pass"]), ply=max(0, ply - 1), **place)
        case 2:
            await page.connection.send(chance.choice(["{", "[]", '{"type":"move"}', '{"type":"peek","id":"x"}']))
        case 3:
            await page.send(type="undo", ply=ply, **place)
        case 4:
            # A correct one would be obeyed once the game is over; this test covers one game.
            await page.send(type="next", **place | {"game": 2})
        case 5:
            await page.connection.close()
            await watched.connect(chance.choice([None, state.get("version"), 1]))
        case 6:
            await watched.connect(state.get("version"))
        case 7:
            await page.send(type="say", id=place["id"], phrase="ouch")
        case 8:
            await page.send(type=chance.choice(["hint", "reach", "undo_turn"]), ply=ply, **place)
    await watched.settle()


async def random_game(server: RunningServer, visit: Visit, number: int) -> int:
    """Play a game and check everything that was sent; return the number of messages."""
    chance = random.Random(f"leak {number}")
    rules = house_rules(chance)
    people = chance.randint(1, min(3, rules.players))
    settings = {"delay": chance.choice([0, 0, 1, 5]), "start": "host", "help": chance.random() < 0.5}
    seats = [PERSON, *[OPEN] * (people - 1), *[GREEDY] * (rules.players - people)]
    host = visit(server.address)
    table_id = await host.table(seats, rules=rules.to_json(), settings=settings)
    players = [Watched(host if seat == 0 else visit(server.address), table_id) for seat in range(people)]
    watchers = [Watched(visit(server.address), table_id) for _ in range(2)]
    for seat, watched in enumerate((*players, *watchers)):
        await watched.connect()
        await watched.settle()
        if 0 < seat < people:
            await watched.page.ask("sit", seat=seat, name=f"P{seat}")
        if seat < people:
            await watched.page.contribute({"game": 0})
    await players[0].page.ask("start")
    for watched in (*players, *watchers):
        await watched.settle()
    for _ in range(PLIES):
        if chance.random() < 0.3:
            await disturb(chance.choice([*players, *watchers]), chance)
        await players[0].settle()
        state = players[0].newest()
        if state["view"]["result"] is not None:
            break
        turn = state["view"]["turn"]
        if turn < people:
            mover = players[turn]
            await mover.settle()
            legal = mover.newest()["view"]["legal"]
            to_centre = [text for text in legal if "-C" in text]
            if legal:
                text = chance.choice(to_centre if to_centre and chance.random() < 0.8 else legal)
                place = {"game": 1, "ply": mover.newest()["ply"]}
                await mover.page.send(type="move", id=f"m{chance.getrandbits(64)}", move=text, **place)
    for watched in (*players, *watchers):
        await watched.settle()

    stored = await server.store.tables.get(table_id)
    assert stored is not None
    table = restore(stored)
    positions = positions_by_ply(table)
    secret = stored.games[0].secret.hex()
    for seat, watched in enumerate((*players, *watchers)):
        viewer = seat if seat < people else None
        for text in watched.texts:
            message = json.loads(text)
            over = (message.get("view") or {}).get("result") is not None
            check(text, positions[message.get("ply") or 0], viewer)
            assert (secret in text) == (over and message["type"] != "refused")
            assert stored.seal.secret.hex() not in text
    return sum(len(watched.texts) for watched in (*players, *watchers))


@pytest.mark.parametrize("batch", range(0, GAMES, 4))
async def test_no_byte_of_random_games_holds_a_card_that_its_reader_may_not_see(
    server: RunningServer, visit: Visit, batch: int
) -> None:
    messages = sum([await random_game(server, visit, number) for number in range(batch, min(GAMES, batch + 4))])
    assert messages > 100
