"""Tables created by the server for named people: they begin when all are there, and are found again by their origin."""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import secrets
from collections.abc import Awaitable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import spite_and_malice.server
from spite_and_malice.play import verify
from spite_and_malice.rules import preset_rules
from spite_and_malice.server.archive.archive import Archive
from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.games.spite.made import SharedDeal, house_table, make
from spite_and_malice.server.games.spite.setup import computer_seat, person_seat
from spite_and_malice.server.http.errors import ApiError
from spite_and_malice.server.protocol.settings import ClockSettings, Settings
from spite_and_malice.server.store import Origin, SeatRow, Store, StoredGame

from .conftest import SECONDS, Browser, Page, RunningServer, Visit
from .play import finish

RULES = preset_rules("standard", 2, {"target": 1, "payoff": 2})
SETTINGS = Settings(away_seconds=60, chat="phrases", help=False, undo_turns=False)


async def person_of(server: RunningServer, browser: Browser) -> str:
    """Return the id under which a browser's person is stored."""
    table_id = await browser.table()
    stored = await server.store.tables.get(table_id)
    assert stored is not None
    return stored.table.host


async def company(server: RunningServer, visit: Visit) -> tuple[list[Browser], list[SeatRow]]:
    """Return two browsers, with the seats of their people."""
    browsers = [visit(server.address), visit(server.address)]
    seats: list[SeatRow] = []
    for number, browser in enumerate(browsers):
        seats.append(person_seat("Ada" if number == 0 else "Ben", number, seats, await person_of(server, browser)))
    return browsers, seats


def origin(board: int = 1, **more: Any) -> Origin:
    return Origin("test", secrets.token_hex(4), 1, board, **more)


async def made(server: RunningServer, seats: list[SeatRow], at: Origin, deal: SharedDeal | None = None) -> str:
    table = house_table("standard", RULES, seats, SETTINGS, at, deal)
    return await make(server.store, table)


async def come(page: Page) -> dict[str, Any]:
    """Do what a page does when it opens before the first deal."""
    state = await page.greet()
    await page.contribute(state)
    return state


async def test_the_game_begins_when_both_are_there_and_its_result_is_found_by_the_origin(
    server: RunningServer, visit: Visit
) -> None:
    browsers, seats = await company(server, visit)
    at = origin()
    table_id = await made(server, seats, at)
    pages = [await browser.open(table_id) for browser in browsers]
    state = await come(pages[0])
    assert state["people"]["you"] == 0
    (found,) = await server.store.tables.of_origin("test", at.id)
    assert (found.id, found.game, found.came) == (table_id, 0, frozenset([str(seats[0].person)]))
    refused = await pages[0].ask("start")
    assert (refused["type"], refused["code"]) == ("refused", "reserved")
    refused = await pages[0].ask("stand")
    assert (refused["type"], refused["code"]) == ("refused", "reserved")
    await come(pages[1])
    states = [await page.get_until(lambda message: message.get("view") is not None) for page in pages]
    await asyncio.gather(*map(finish, pages, states))
    (found,) = await server.store.tables.of_origin("test", at.id, [1])
    (game,) = found.ended
    assert found.is_over
    assert (len(game.winners), game.reason, game.stand_ins) == (1, "payoff", ())
    assert [seat.name for seat in game.seats] == ["Ada", "Ben"]
    # Nothing is played here any longer.
    refused = await pages[0].ask("next", game=1)
    assert (refused["type"], refused["code"]) == ("refused", "match_over")


async def test_a_second_table_of_the_same_origin_is_the_first(server: RunningServer, visit: Visit) -> None:
    _browsers, seats = await company(server, visit)
    at = origin()
    first = await made(server, seats, at)
    assert await made(server, seats, at) == first
    assert await server.store.tables.drop_undealt(first)
    assert await made(server, seats, at) != first


async def test_after_the_grace_time_the_game_begins_without_those_who_are_not_there(
    server: RunningServer, visit: Visit
) -> None:
    browsers, seats = await company(server, visit)
    table_id = await made(server, seats, origin(starts_at=now_ms() + 400))
    assert table_id in await server.store.tables.starting(now_ms() + 1000)
    page = await browsers[0].open(table_id)
    await come(page)
    state = await page.get_until(lambda message: message.get("view") is not None)
    assert state["game"] == 1
    assert await server.store.tables.starting(now_ms() + 1000) == []


async def test_computer_players_play_for_the_house_though_nobody_looks_on(server: RunningServer) -> None:
    seats = [computer_seat("beginner", [], free=False)]
    seats.append(computer_seat("beginner", seats, free=False))
    at = origin()
    ended = asyncio.Event()
    rooms, endings = server.app.state["rooms"], server.app.state["endings"]
    endings.listen("test", lambda subject_id: ended.set() if subject_id == at.id else None)
    await rooms.wake(await made(server, seats, at))
    await asyncio.wait_for(ended.wait(), SECONDS)
    (found,) = await server.store.tables.of_origin("test", at.id)
    assert found.is_over


async def test_a_shared_deal_gives_the_same_cards_and_stays_secret_until_all_are_done(
    server: RunningServer, visit: Visit
) -> None:
    subject, deal = secrets.token_hex(4), SharedDeal(secrets.token_bytes(32), "lot of the round")
    games = []
    for board in (1, 2):
        browsers, seats = await company(server, visit)
        table_id = await made(server, seats, Origin("test", subject, 1, board), deal)
        pages = [await browser.open(table_id) for browser in browsers]
        for page in pages:
            await come(page)
        states = [await page.get_until(lambda message: message.get("view") is not None) for page in pages]
        games.append((table_id, browsers, pages, states))
    (first, browsers, pages, states), (second, others, other_pages, other_states) = games
    assert [state["view"] for state in states] == [state["view"] for state in other_states]
    stranger = visit(server.address)
    watching = await stranger.open(second)
    await watching.send(type="hello", version=None, game=None)
    refused = await watching.get_until(lambda message: message["type"] == "refused")
    assert refused["code"] == "no_spectators"
    ended = await asyncio.gather(*map(finish, pages, states))
    assert ended[0]["secret"] is None
    path = f"/api/tables/{first}/games/1/record"
    assert (await browsers[0].http.get(path)).status_code == 409
    assert (await stranger.http.get(f"/table/{first}/games/1")).status_code == 409
    stored = await server.store.tables.game(first, 1)
    assert stored is not None
    own = await exported(browsers[0])
    # Neither the secret nor a card of the other hand: only the actions of your own seat.
    assert [name for name in own if name.startswith("records/")] == []
    assert deal.secret.hex() not in "".join(own.values())
    (game,) = [
        each
        for table in json.loads(own["everything.json"])["tables"]
        if table["id"] == first
        for each in table["games"]
    ]
    assert {action["seat"] for action in game["actions"]} == {0}
    person = stored.table.seats[0].person
    assert person is not None
    for asked in asking_archive(server.store, stored, person):
        with pytest.raises(ApiError):
            await asked
    await asyncio.gather(*map(finish, other_pages, other_states))
    texts = [(await stranger.http.get(f"/api/tables/{table}/games/1/record")).text for table in (first, second)]
    for text in texts:
        assert verify(text) == ()
        assert deal.secret.hex() in text
    assert (await others[0].http.get(f"/table/{second}/games/1")).status_code == 200
    own = await exported(browsers[0])
    assert deal.secret.hex() in own["everything.json"]
    assert deal.secret.hex() in own[f"records/spite-{first}-1.txt"]


async def exported(browser: Browser) -> dict[str, str]:
    """Return the files of somebody's export, by their names."""
    with ZipFile(BytesIO((await browser.http.get("/api/me/export")).content)) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def asking_archive(store: Store, stored: StoredGame, person: str) -> Iterator[Awaitable[Any]]:
    """Ask an archive every question that it answers about a game for somebody."""
    archive = Archive(store)
    values = {"stored": stored, "person": person, "viewer": None, "seat": 0, "you": 0}
    found = 0
    for name, method in inspect.getmembers(archive, inspect.iscoroutinefunction):
        wanted = inspect.signature(method).parameters
        if not name.startswith("_") and {"stored", "person"} <= wanted.keys():
            found += 1
            yield method(
                **{key: values[key] for key, each in wanted.items() if each.default is inspect.Parameter.empty}
            )
    assert found >= 4


def test_no_game_is_read_without_asking_whether_it_may_be_seen() -> None:
    """Every function of the server that reads a stored game asks, or is listed here with the reason why it need not."""
    free = {
        # Passes the game on to the archive's own check.
        ("archive/archive.py", "count_some"),
        # A page uses only the rules of the returned game (features/patience.py).
        ("games/patience/dealer.py", "named"),
        # A moderator sees as a spectator what a player there reported; nobody else finds the page.
        ("features/moderation/pages.py", "position"),
    }
    asks = {"require_seen", "require_over"}
    found: set[tuple[str, str]] = set()
    root = Path(str(spite_and_malice.server.__path__[0]))
    for path in sorted(root.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            called = [ast.unparse(each.func) for each in ast.walk(function) if isinstance(each, ast.Call)]
            if any(name.endswith("tables.game") for name in called) and not asks & {
                name.rpartition(".")[2] for name in called
            }:
                found.add((path.relative_to(root).as_posix(), function.name))
    assert found == free


@pytest.mark.nightly("src/spite_and_malice/server/games/spite/")
@pytest.mark.parametrize("kind", ["move", "player"])
async def test_a_game_to_which_nobody_comes_is_ended_by_its_clock(
    server: RunningServer, visit: Visit, kind: Any
) -> None:
    _browsers, seats = await company(server, visit)
    at = origin(starts_at=now_ms())
    settings = Settings(clock=ClockSettings(kind, 5), away_seconds=20)
    table = house_table("standard", RULES, seats, settings, at)
    await server.app.state["rooms"].wake(await make(server.store, table))
    async with asyncio.timeout(SECONDS):
        while not (found := (await server.store.tables.of_origin("test", at.id))[0]).is_over:
            await asyncio.sleep(0.2)
    assert found.ended[0].stand_ins
