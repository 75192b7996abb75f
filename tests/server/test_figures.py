"""The figures of a finished game: counted once, at its end, whatever happened on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from msgspec.structs import replace

from spite_and_malice.play import new_game
from spite_and_malice.play.figures import LONGEST_MS
from spite_and_malice.rules import preset_rules
from spite_and_malice.server.archive.archive import Archive, count_some
from spite_and_malice.server.games.spite.replay import count, counted, rules_key
from spite_and_malice.server.store import FinishedGame, Store

from .conftest import Browser, Page, RunningServer, Serve, Visit
from .play import discard, finish, is_event, to_my_turn
from .services import behind

QUICK: dict[str, Any] = {"preset": "standard", "rules": {"payoff": 3}}


async def games_of(store: Store, browser: Browser) -> Sequence[FinishedGame]:
    """Return the finished games of a browser."""
    (table, *_) = (await browser.http.get("/api/tables")).json()
    stored = await store.tables.get(table["id"])
    assert stored is not None
    return await store.figures.finished("spite", stored.table.host)


async def hint(page: Page, state: dict[str, Any]) -> None:
    answer = await page.ask("hint", game=state["game"], ply=state["ply"])
    assert answer["type"] == "hint", answer


async def turn_back(page: Page, state: dict[str, Any]) -> dict[str, Any]:
    """Discard, let the other seat play, and take everything back."""
    await page.move(state, discard(state["view"]["legal"]))
    state = await to_my_turn(page, await page.get_until(is_event))
    await page.send(type="undo_turn", id="back", game=state["game"], ply=state["ply"])
    return await page.get_until(lambda message: message["type"] == "snapshot")


async def test_a_game_is_counted_at_its_end_across_a_restart(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        browser = visit(server.address)
        # Enough cards that nobody plays them all in the turn that is taken back.
        table_id = await browser.table(preset="standard", rules={"payoff": 10})
        page = await browser.open(table_id)
        state = await to_my_turn(page, await page.hello())
        await hint(page, state)
        state = await turn_back(page, state)
        cookies = browser.http.cookies
    async with serve() as server:
        browser = visit(server.address)
        browser.http.cookies = cookies
        page = await browser.open(table_id)
        state = await to_my_turn(page, await page.hello())
        await hint(page, state)
        await finish(page, state)
        (game,) = await games_of(server.store, browser)
        stored = await server.store.tables.game(table_id, 1)
        assert stored is not None
        assert game.figures is not None
        you = game.figures.seats[0]
        assert (you.takebacks, you.hints, game.figures.seats[1].hints) == (1, 2, 0)
        again = counted(stored)
        assert (again.time, again.rules) == (game.figures.time, game.figures.rules)
        assert [replace(seat, hints=None) for seat in game.figures.seats] == again.seats
        assert 0 < game.figures.time <= stored.times[-1] - stored.times[0]


async def test_games_that_nobody_counted_are_counted_later(server: RunningServer, browser: Browser) -> None:
    table_id = await browser.table(**QUICK)
    page = await browser.open(table_id)
    await finish(page, await page.hello())
    (before,) = await games_of(server.store, browser)
    with behind(f"sqlite:///{server.store.name}") as connection:
        connection.execute(sa.text("UPDATE games SET figures = NULL WHERE table_id = :id"), {"id": table_id})
    (uncounted,) = await games_of(server.store, browser)
    assert uncounted.figures is None
    archive = Archive(server.store)
    try:
        assert await count_some(server.store, archive) == 1
        assert await count_some(server.store, archive) == 0
    finally:
        await archive.close()
    (after,) = await games_of(server.store, browser)
    assert before.figures is not None
    assert after.figures is not None
    assert after.figures.time == before.figures.time
    # The number of hints asked for is no longer known.
    assert [seat.hints for seat in after.figures.seats] == [None, None]
    assert after.figures.seats == [replace(seat, hints=None) for seat in before.figures.seats]


async def test_a_game_that_cannot_be_played_again_is_left_out(server: RunningServer, browser: Browser) -> None:
    table_id = await browser.table(**QUICK)
    page = await browser.open(table_id)
    await finish(page, await page.hello())
    with behind(f"sqlite:///{server.store.name}") as connection:
        connection.execute(
            sa.text('UPDATE games SET figures = NULL, contributions = \'["x", "y"]\' WHERE table_id = :id'),
            {"id": table_id},
        )
    archive = Archive(server.store)
    try:
        await count_some(server.store, archive)
        assert await count_some(server.store, archive) == 0
    finally:
        await archive.close()
    (game,) = await games_of(server.store, browser)
    assert game.figures is not None
    assert game.figures.seats == []


async def test_hints_that_two_processes_count_at_once_all_count(serve: Serve, visit: Visit, tmp_path: Path) -> None:
    async with serve() as one:
        browser = visit(one.address)
        table_id = await browser.table(**QUICK)
        page = await browser.open(table_id)
        state = await to_my_turn(page, await page.hello())
        other = Store(tmp_path / "data.sqlite3")
        await asyncio.gather(
            *(store.figures.add_hint(table_id, 1, 0) for store in (one.store, other) for _ in range(3))
        )
        other.close()
        await finish(page, state)
        (game,) = await games_of(one.store, browser)
        assert game.figures is not None
        assert game.figures.seats[0].hints == 6


def test_nobody_is_at_the_cards_for_hours() -> None:
    game = new_game("standard", seed=3)
    hour = 3_600_000
    assert count(game, [0, 1000, hour], []).time == 1000 + LONGEST_MS
    # The clocks of two machines may differ.
    assert count(game, [5000, 4000, 6000], []).time == 2000


def test_rules_that_play_alike_have_the_same_key() -> None:
    key = rules_key(preset_rules("standard", 2))
    assert rules_key(preset_rules("standard", 2, {"target": 500})) == key
    assert rules_key(preset_rules("standard", 2, {"payoff": 19})) != key
    assert rules_key(preset_rules("round", 3)) != key
