"""What a day's deal reveals before the day is over, and who gets a rank in it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator, Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from spite_and_malice.server.features import daily
from spite_and_malice.server.features.daily import deal
from spite_and_malice.server.store import Store
from spite_and_malice.server.store.database.schema import games, tables

from .conftest import Browser, RunningServer, Visit
from .play import finish
from .test_patience import EASY, sit

Write = Callable[[date], None]


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Write:
    def on(day: date) -> None:
        for module in (daily.__name__, "spite_and_malice.server.store.events.days"):
            monkeypatch.setattr(f"{module}.today", lambda: day)

    return on


async def everything_told(browser: Browser, table_id: str, day: str) -> dict[str, str]:
    """Request everything about the first game of a table, and return the answers by address."""
    game = f"/api/tables/{table_id}/games/1"
    paths = [
        *(
            f"{game}/{what}"
            for what in ("record", "record/mine", "check", "replay", "review", "records", "achievements")
        ),
        *(f"/table/{table_id}{more}" for more in ("", "/games/1", "/games/1/replay", "/games/1/result.svg")),
        *("/api/tables", "/me", "/day", f"/day/{day}", "/today", f"/patience?deal={table_id}.1", "/patience/records"),
        *("/api/patience/records?preset=klondike-1", f"/api/patience/days/{day}", f"/api/day/{day}", "/api/patience"),
    ]
    told = {path: (await browser.http.get(path)).text for path in paths}
    with zipfile.ZipFile(io.BytesIO((await browser.http.get("/api/me/export")).content)) as packed:
        told |= {f"export: {name}": packed.read(name).decode() for name in packed.namelist()}
    start = {"ply": 0, "seat": 0, "name": "Ada"}
    told["practice"] = (await browser.http.post(f"{game}/practice", json=start)).text
    told["same deal"] = (await browser.http.post("/api/patience", json={"deal": f"{table_id}.1"})).text
    return told


async def test_a_days_deal_is_secret_until_the_day_is_over(
    server: RunningServer, visit: Visit, on: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = date(2099, 3, 1)
    on(day)
    monkeypatch.setattr(deal, "PAYOFF", 1)
    browser = visit(server.address)
    table_id = (await browser.http.post("/api/day", json={"name": "Ada"})).json()["id"]
    page = await browser.open(table_id)
    end = await finish(page, await page.hello())
    secret = (await server.store.days.secret(day.isoformat())).hex()
    assert end["secret"] is None
    told = await everything_told(browser, table_id, day.isoformat())
    assert [path for path, text in told.items() if secret in text] == []
    assert not any(secret in text for text in page.texts)
    for what in ("record", "check", "replay", "review"):
        assert "day_running" in told[f"/api/tables/{table_id}/games/1/{what}"], what
    assert "day_running" in told["practice"]
    assert "no server can tell" in told["/day"], "what cannot be prevented is said"
    on(day + timedelta(days=1))
    told = await everything_told(browser, table_id, day.isoformat())
    assert secret in told[f"/api/tables/{table_id}/games/1/record"]
    assert any(secret in text for path, text in told.items() if path.startswith("export"))


async def test_the_number_of_a_days_patience_is_secret_until_the_day_is_over(
    server: RunningServer, browser: Browser, visit: Visit, on: Write
) -> None:
    day = date(2099, 3, 2)
    on(day)
    number = EASY + 9_007_199_254
    text = day.isoformat()
    await server.store.patience.choose_day(text, "klondike-1", number)
    body = {"day": text, "preset": "klondike-1", "name": "Ada"}
    table_id = (await browser.http.post("/api/patience", json=body)).json()["id"]
    table = await sit(browser, table_id)
    view = table.told["view"]
    end = (await table.ask("give_up"))["end"]
    assert (end["number"], end["secret"], end["replay"]) == (None, None, None)
    assert end["rank"] == {"rank": None, "players": 0, "newcomer": True}
    refused = await table.ask("again")
    assert (refused["type"], refused["code"]) == ("refused", "day_running")
    told = await everything_told(browser, table_id, text)
    assert [path for path, words in told.items() if str(number) in words] == []
    assert not any(str(number) in words for words in table.page.texts)
    assert "day_running" in told["same deal"]
    other = await sit(browser, table_id)
    assert (other.told["table"]["deal"]["number"], other.told["table"]["deal"]["secret"]) == (None, None)
    assert other.told["table"]["share"] == f"/patience/day/{text}"
    on(day + timedelta(days=1))
    told = await everything_told(browser, table_id, text)
    told["table"] = str((await sit(browser, table_id)).told)
    for path in (f"/api/tables/{table_id}/games/1/record", f"/api/patience/days/{text}", "table"):
        assert str(number) in told[path], path
    assert (await browser.http.post("/api/patience", json={"deal": f"{table_id}.1"})).status_code == 201
    assert view["legal"]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    found = Store(tmp_path / "data.sqlite3")
    await found.days.secret("2026-01-01")
    yield found
    found.close()


def add_game(person: str, day: str, began: str, *, is_over: bool = True) -> Callable[[Any], None]:
    """Return a function that writes a game of a day's deal."""
    started_at = int(datetime.fromisoformat(began).replace(tzinfo=UTC).timestamp() * 1000)
    table_id = f"{person}{day}{began}"

    def write(connection: Any) -> None:
        row = {"id": table_id, "kind": f"game {began}", "name": "", "host": person, "day": day}
        needed = {
            column.key: "{}" if column.type.python_type is str else 0 for column in tables.c if not column.nullable
        }
        connection.execute(insert(tables).values(needed | row))
        result = "{}" if is_over else None
        of_game = {"table_id": table_id, "number": 1, "match": 1, "dealer": 0, "secret": b"", "contributions": "[]"}
        connection.execute(insert(games).values(of_game | {"started_at": started_at, "result": result}))

    return write


async def test_a_place_needs_three_days_on_each_of_which_a_deal_was_begun_and_finished(store: Store) -> None:
    written = [
        *(add_game("regular", f"2026-01-0{day}", f"2026-01-0{day}T12:00") for day in (1, 2, 4)),
        # Yesterday's deals, all on one day.
        *(add_game("late", f"2026-01-0{day}", "2026-01-04T12:00") for day in (1, 2, 3, 4)),
        # Several deals of one day.
        *(add_game("busy", "2026-01-04", f"2026-01-04T1{hour}:00") for hour in range(4)),
        *(add_game("idle", f"2026-01-0{day}", f"2026-01-0{day}T12:00", is_over=day < 3) for day in (1, 2, 4)),
    ]
    with store._database.engine.begin() as connection:
        for write in written:
            write(connection)
    people = ["regular", "late", "busy", "idle", "nobody", *(f"p{number}" for number in range(600))]
    assert await store.days.regulars(people, 3) == {"regular"}
    assert await store.days.regulars(people, 2) == {"regular", "idle"}
