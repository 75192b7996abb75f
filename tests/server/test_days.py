"""The deal of the day: the same cards for everybody, once for each browser, and the results."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import html
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import event

from benchmarks.capacity import begin, fill
from spite_and_malice.analysis.tries import TRIES
from spite_and_malice.play import verify
from spite_and_malice.players import Thought
from spite_and_malice.server.features import daily
from spite_and_malice.server.features.daily import deal
from spite_and_malice.server.features.daily.deal import day_rules, day_table, results
from spite_and_malice.server.features.daily.streak import done, streak
from spite_and_malice.server.games.patience.results import games_of_day
from spite_and_malice.server.games.spite.computers import Computers
from spite_and_malice.server.games.spite.restore import at_ply, restore
from spite_and_malice.server.store import DayGame, Store
from spite_and_malice.server.tables import leaderboards as boards
from spite_and_malice.server.workers.pool import Request, Workers

from .conftest import Browser, RunningServer, Visit, running
from .play import choose, finish, to_my_turn
from .services import DATABASES, behind, database

DAY = datetime.date(2099, 11, 20)


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Set the current day."""

    def on(day: datetime.date) -> None:
        monkeypatch.setattr(daily, "today", lambda: day)
        monkeypatch.setattr("spite_and_malice.server.store.events.days.today", lambda: day)

    return on


@pytest.fixture
def everybody_has_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make one day enough for a rank."""
    monkeypatch.setattr(boards, "REGULAR_DAYS", 1)


async def play(browser: Browser, name: str = "Ada") -> dict[str, Any]:
    """Sit down at the deal of the day."""
    response = await browser.http.post("/api/day", json={"name": name})
    assert response.status_code in (200, 201), response.text
    answer: dict[str, Any] = response.json()
    assert response.headers["location"] == answer["url"] == f"/table/{answer['id']}"
    return answer


async def read(browser: Browser, path: str = "/day") -> str:
    """Return the text of a page, each line of its list of results in one line."""
    response = await browser.http.get(path)
    assert response.status_code == 200, response.text
    text = re.sub(r"<[^>]+>", " ", response.text.replace("\n", " ").replace("</tr>", "\v"))
    return "\n".join(" ".join(line.split()) for line in html.unescape(text).split("\v"))


async def test_everybody_gets_the_same_deal_and_each_browser_one_table(
    server: RunningServer, visit: Visit, on: Any
) -> None:
    on(DAY)
    ada, ben = visit(server.address), visit(server.address)
    of_ada, of_ben = await play(ada), await play(ben, "Ben")
    assert of_ada["id"] != of_ben["id"]
    assert of_ada["commitment"] == of_ben["commitment"]
    assert of_ada["commitment"] in await read(visit(server.address))
    assert await play(ada, "Somebody else") == of_ada
    stored = [await server.store.tables.get(of["id"]) for of in (of_ada, of_ben)]
    tables = [at_ply(restore(one), 0) for one in stored if one is not None]
    assert tables[0].game.position.to_json() == tables[1].game.position.to_json()
    assert [table.newest.row.contributions for table in tables] == [("2099-11-20", "")] * 2
    assert tables[0].newest.row.dealer == tables[1].newest.row.dealer
    assert [seat.name for seat in tables[1].row.seats] == ["Ben", "Hugo"]
    assert [table.row.day for table in tables] == ["2099-11-20"] * 2


async def test_the_next_day_brings_another_deal_and_another_table(
    server: RunningServer, browser: Browser, on: Any
) -> None:
    on(DAY)
    first = await play(browser)
    on(DAY + datetime.timedelta(days=1))
    second = await play(browser)
    assert (second["id"], second["commitment"]) != (first["id"], first["commitment"])
    assert first["commitment"] not in await read(browser)
    assert first["commitment"] in await read(browser, "/day/2099-11-20")


async def test_requests_at_once_make_one_table_and_one_secret(server: RunningServer, visit: Visit, on: Any) -> None:
    on(DAY + datetime.timedelta(days=2))
    ada, ben = visit(server.address), visit(server.address)
    for browser in (ada, ben):
        await browser.http.get("/games")
    answers = await asyncio.gather(*(play(browser) for browser in (ada, ada, ben, ada)))
    assert answers[0] == answers[1] == answers[3] != answers[2]
    assert len({answer["commitment"] for answer in answers}) == 1


@pytest.mark.parametrize("kind", DATABASES)
async def test_processes_that_ask_at_once_for_a_day_get_one_secret(kind: str, tmp_path: Path) -> None:
    with database(kind, tmp_path) as address:
        stores = [Store(address) for _ in range(3)]
        try:
            drawn = await asyncio.gather(*(store.days.secret("2099-11-20") for store in stores for _ in range(3)))
            assert len(set(drawn)) == 1
            assert len(drawn[0]) == 32
            assert await stores[0].days.secret("2099-11-21") != drawn[0]
        finally:
            for store in stores:
                store.close()


@pytest.mark.parametrize("kind", DATABASES)
@pytest.mark.usefixtures("everybody_has_a_place")
async def test_a_game_is_played_counted_and_checked(
    kind: str, tmp_path: Path, visit: Visit, monkeypatch: pytest.MonkeyPatch, on: Any
) -> None:
    on(DAY)
    monkeypatch.setattr(deal, "PAYOFF", 2)
    with database(kind, tmp_path) as address:
        async with running(address) as server:
            ada, ben = visit(server.address), visit(server.address)
            table = await play(ada)
            page = await ada.open(table["id"])
            state = await page.hello()
            running_page = await read(ada)
            assert "Go on with your game" in running_page
            assert "1 game is not finished." in running_page
            assert state["table"]["commitment"] == table["commitment"]
            assert (state["people"]["settings"]["help"], state["people"]["settings"]["undo_turns"]) == (False, False)
            state = await finish(page, state)
            assert state["secret"] is None
            games = await server.store.days.games("spite", "2099-11-20")
            (line,) = results(games, {games[0].person})
            stored = await server.store.tables.game(table["id"], 1)
            assert stored is not None
            movers = [move.seat for move in stored.moves]
            assert line.turns == [mover for mover, _moves in groupby(movers)].count(0)
            verdict = {"won": "Won by", "lost": "Lost by", "drawn": "Drawn"}[line.outcome]
            assert re.search(rf"1 Ada you {verdict}[^\n]* {line.turns}\n", await read(ada))
            seen = await read(ben)
            assert "1 Ada " + verdict in seen
            assert "Ada you" not in seen
            # The game holds every card: nobody is led to it while others play them.
            for browser in (ada, ben):
                assert f'/table/{table["id"]}/games/1"' not in (await browser.http.get("/day")).text
            # The person's next game at the table is a game like any other.
            if state["match"]["over"]:
                await page.next(state)
                games = await server.store.days.games("spite", "2099-11-20")
                assert results(games, {games[0].person}) == [line]
            on(DAY + datetime.timedelta(days=1))
            assert "Best yesterday: Ada . " + verdict in await read(ben)
            assert "Look back at your game" in await read(ada, "/day/2099-11-20")
            record = await ada.http.get(f"/api/tables/{table['id']}/games/1/record")
            assert verify(record.text) == ()
            check = (await ada.http.get(f"/api/tables/{table['id']}/games/1/check")).json()
            assert check["faults"] == []
            secret = (await server.store.days.secret("2099-11-20")).hex()
            assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == table["commitment"]
            assert secret in record.text
            with behind(address) as connection:
                # Opening the page settles nothing.
                assert connection.exec_driver_sql("SELECT count(*) FROM days").scalar_one() == 1


@pytest.mark.usefixtures("everybody_has_a_place")
async def test_the_results_are_worked_out_once_for_all_who_look(
    tmp_path: Path, visit: Visit, on: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 3,000 tables of the day the page was made fourteen times a second."""
    on(DAY)
    monkeypatch.setattr(deal, "PAYOFF", 2)
    async with running(tmp_path / "data.sqlite3") as server:
        browser = visit(server.address)
        played = await play(browser)
        read: list[str] = []
        day_games = server.store.days.games

        async def reading(kind: str, day: str, *person: str) -> Any:
            if not person:
                read.append(day)
            return await day_games(kind, day, *person)

        monkeypatch.setattr(server.store.days, "games", reading)
        monkeypatch.setattr(boards, "_SECONDS", 3600.0)
        for _ in range(3):
            await asyncio.gather(*(browser.http.get("/day") for _ in range(10)))
        assert sorted(read) == ["2099-11-19", "2099-11-20"]
        page = await browser.open(played["id"])
        await finish(page, await page.hello())
        # A person's own result is there at once, however old the results of the others are.
        for _ in range(3):
            assert (await browser.http.get("/api/day/2099-11-20")).json()["rank"] == 1
        assert sorted(read) == ["2099-11-19", "2099-11-20", "2099-11-20"]
        monkeypatch.setattr(boards, "_SECONDS", 0.0)
        for _ in range(3):
            assert "Ada" in (await browser.http.get("/day")).text
        assert len(read) > 3


@pytest.mark.usefixtures("everybody_has_a_place")
async def test_the_places_of_friends_are_shown_once_one_has_played(
    server: RunningServer, visit: Visit, on: Any
) -> None:
    on(DAY + datetime.timedelta(days=40))
    ada, ben = visit(server.address), visit(server.address)
    url = (await ada.http.put("/api/people/me", json={"name": "Ada"})).json()["url"]
    await ben.http.post(f"/api/people/with-{url.removeprefix('/with/')}/friend", json={"name": "Ben"})
    (known,) = (await ada.http.get("/api/people")).json()
    await ada.http.post(f"/api/people/{known['who']}/friend", json={})
    for browser, name in ((ben, "Ben"), (ada, "Ada")):
        assert "Among friends" not in await read(ada, "/today")
        page = await browser.open((await play(browser, name))["id"])
        await finish(page, await page.hello())
    shown = await read(ada, "/today")
    assert "Among friends" in shown
    assert re.search(r"Ben (won|lost|drawn) · place \d of all", shown)
    assert "Among friends" not in await read(visit(server.address), "/today")


async def test_the_results_are_found_among_however_many_games(tmp_path: Path) -> None:
    """Among a million stored tables it took eight seconds: SQLite went through all games."""
    path = tmp_path / "data.sqlite3"
    await begin(path)
    fill(path, 5000, "a" * 64)
    store = Store(path)
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_more: Any) -> None:
        asked.append((statement, values))

    event.listen(store._database.engine, "before_cursor_execute", note)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    assert len(await store.days.games("spite", today)) == 3001
    store.close()
    reads = [(statement, values) for statement, values in asked if statement.startswith("SELECT")]
    assert reads
    with closing(sqlite3.connect(path)) as connection:
        for statement, values in reads:
            plan = [row[-1] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
            assert [step for step in plan if step.startswith("SCAN")] == [], statement


async def test_the_opponent_plays_alike_at_every_table(server: RunningServer, visit: Visit, on: Any) -> None:
    on(DAY)
    logs = []
    for _ in range(2):
        browser = visit(server.address)
        page = await browser.open((await play(browser))["id"])
        state = await page.hello()
        for _turn in range(12):
            state = await to_my_turn(page, state)
            if state["view"]["result"] is not None:
                break
            state = await page.move(state, choose(state["view"]["legal"]))
        stored = await server.store.tables.get((await play(browser))["id"])
        assert stored is not None
        logs.append([(move.seat, move.text) for move in stored.moves])
    shorter = min(map(len, logs))
    assert shorter > 12
    assert logs[0][:shorter] == logs[1][:shorter]
    assert any(seat == 1 for seat, _text in logs[0][:shorter])


class Listening(Workers):
    """Workers that record their seeds and play the first legal move."""

    def __init__(self) -> None:
        super().__init__(1)
        self.seeds: list[int] = []

    async def choose(self, request: Request, timeout: float, *_how: object, **_more: object) -> Thought:
        self.seeds.append(request.seed)
        return Thought(str(request.view["legal"][0]), 0)


async def test_the_opponents_luck_is_that_of_the_day_whatever_was_taken_back() -> None:
    listening = Listening()
    secret = bytes([1]) * 32
    tables = [
        day_table(person * 64, "Ada", f"2026-11-{day}", secret) for person, day in (("a", 20), ("b", 20), ("a", 21))
    ]
    for text in ("HAc-C1", "undo"):
        tables[1].act(tables[1].game.turn, text, None)
    for table in tables:
        await Computers(listening).choose("club", table)
    assert listening.seeds[0] == listening.seeds[1] != listening.seeds[2]


async def test_there_is_no_help_and_nobody_else_sits_down(server: RunningServer, visit: Visit, on: Any) -> None:
    on(DAY)
    ada, ben = visit(server.address), visit(server.address)
    table_id = (await play(ada))["id"]
    page, other = await ada.open(table_id), await ben.open(table_id)
    state, _seen = await page.hello(), await other.hello()
    while state["view"]["turn"] != 0:
        state = await page.get_until(lambda message: message["type"] == "event")
    for kind in ("hint", "reach", "undo_turn"):
        answer = await page.ask(kind, game=1, ply=state["ply"])
        assert answer["code"] == "no_help", kind
    assert (await page.ask("leave"))["type"] == "accepted"
    assert (await other.ask("take", seat=0, name="Ben"))["code"] == "seat_taken"
    assert (await other.ask("take", seat=1, name="Ben"))["code"] == "seat_taken"
    for seat in (0, 1):
        assert (await page.ask("seat", seat=seat, kind="computer", player="master"))["code"] == "seat_taken"
    assert (await page.ask("back"))["type"] == "accepted"


ODD = [
    *("2026-13-99", "2026-02-30", "20261120", "2026-W47-5", "2099-11-20T00:00", "%202099-11-20", "x"),
    *("2999-01-01", "9999-12-31", "2020-01-01", "0001-01-01", "%D9%A2%D9%A0%D9%A2%D9%A6-11-20"),
    *("%00", "a%00b", "%ff", "%ed%a0%80", "'", "%25", "9" * 5000),
]


@pytest.mark.parametrize("day", ODD, ids=[day[:16] for day in ODD])
async def test_odd_days_are_not_there(browser: Browser, day: str) -> None:
    response = await browser.http.get(f"/day/{day}")
    assert (response.status_code, response.json()["error"]["code"]) == (404, "not_found")
    assert response.json()["error"]["message"]
    page = await browser.http.get(f"/day/{day}", headers={"accept": "text/html"})
    assert page.status_code == 404
    assert "<h1" in page.text


@pytest.mark.parametrize("body", [b"\x00", b"[]", b'{"name": 7}', b'{"name": "\\ud800"}', b'{"day": 7}'])
async def test_odd_requests_are_refused(browser: Browser, body: bytes) -> None:
    response = await browser.http.post("/api/day", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 400
    assert (await browser.http.post("/api/day", data={"name": "Ada"})).status_code == 415
    too_long = await browser.http.post("/api/day", json={"name": "x" * 41})
    assert too_long.status_code == 400


async def test_new_tables_of_the_day_are_counted_with_the_others(tmp_path: Path, visit: Visit) -> None:
    async with running(tmp_path / "data.sqlite3", tables_a_minute=2) as server:
        http = visit(server.address).http
        statuses = [(await http.post("/api/day", json={})).status_code for _ in range(3)]
        assert statuses == [201, 200, 429]


async def test_the_secret_is_nowhere_before_the_end(server: RunningServer, browser: Browser, on: Any) -> None:
    on(DAY)
    table_id = (await play(browser))["id"]
    secret = await server.store.days.secret("2099-11-20")
    page = await browser.open(table_id)
    await page.hello()
    answers = [
        (await browser.http.get(path)).text for path in ("/day", "/day/2099-11-20", f"/table/{table_id}/games/1")
    ]
    answers.append((await browser.http.get(f"/api/tables/{table_id}/games/1/record/mine")).text)
    for text in (*answers, *page.texts):
        assert secret.hex() not in text
    assert "nobody could choose them alone" not in answers[2]


async def test_a_name_is_only_text(server: RunningServer, visit: Visit, on: Any) -> None:
    on(DAY + datetime.timedelta(days=3))
    browser = visit(server.address)
    table_id = (await play(browser, "<b>x</b>"))["id"]
    page = await browser.open(table_id)
    await finish(page, await page.hello())
    text = (await visit(server.address).http.get("/day")).text
    assert "&lt;b&gt;x&lt;/b&gt;" in text
    assert "<b>x</b>" not in text


WIN, CARD = day_rules().score.win, day_rules().score.card


def game(name: str, outcome: str, margin: int, turns: int, ended_at: int, **more: Any) -> DayGame:
    """Return a finished game as the rules count it."""
    points = abs(margin) * CARD + (WIN if outcome != "drawn" else 0)
    scores = [points, 0] if margin > 0 else [0, points]
    winners = {"won": [0], "lost": [1], "drawn": []}[outcome]
    result = {"reason": "stock" if outcome == "drawn" else "payoff", "winners": winners, "scores": scores}
    return DayGame(name, name, name, 0, result, more.get("stand_ins", ()), turns, ended_at)


def test_who_won_comes_first_then_the_margin_then_the_fewer_turns() -> None:
    games = [
        game("lost", "lost", -1, 10, 1),
        game("worse lost", "lost", -2, 9, 1),
        game("drawn", "drawn", 4, 30, 1),
        game("drawn level", "drawn", 0, 30, 1),
        game("drawn behind", "drawn", -3, 20, 1),
        game("later", "won", 3, 12, 7),
        game("earlier", "won", 3, 12, 5),
        game("slow", "won", 3, 13, 1),
        game("best", "won", 9, 40, 9),
        game("left", "won", 9, 2, 1, stand_ins=(0,)),
        DayGame("playing", "playing", "playing", 0),
    ]
    everybody = {game.person for game in games}
    found = results(games, everybody)
    assert [(line.rank, line.name) for line in found] == [
        (1, "best"),
        (2, "earlier"),
        (2, "later"),
        (4, "slow"),
        (5, "drawn"),
        (6, "drawn level"),
        (7, "drawn behind"),
        (8, "lost"),
        (9, "worse lost"),
    ]
    assert [line.margin for line in found] == [9, 3, 3, 3, 4, 0, -3, -1, -2]
    assert results(list(reversed(games)), everybody) == found


async def test_a_past_day_is_played_later_without_a_place(server: RunningServer, visit: Visit, on: Any) -> None:
    on(datetime.date(2026, 1, 2))
    early, late = visit(server.address), visit(server.address)
    table = await play(early)
    on(datetime.date(2026, 1, 3))
    assert (await late.http.post("/api/day", json={"day": "2025-12-31"})).status_code == 404
    later = (await late.http.post("/api/day", json={"name": "Lea", "day": "2026-01-02"})).json()
    assert later["commitment"] == table["commitment"]
    assert (await late.http.post("/api/day", json={"day": "2026-01-02"})).json()["id"] == later["id"]
    page = await late.open(later["id"])
    await finish(page, await page.hello())
    found = (await late.http.get("/api/day/2026-01-02")).json()
    assert (found["rank"], found["played"], found["streak"]) == (None, 1, 0)
    assert found["outcome"] in ("won", "drawn", "lost")
    assert "late Lea you" in await read(late, "/day/2026-01-02")
    marks = {one["day"]: one["mark"] for one in (await late.http.get("/api/days")).json()}
    assert marks["2026-01-02"] == found["outcome"]
    assert {one["day"]: one["mark"] for one in (await early.http.get("/api/days")).json()}["2026-01-02"] == "running"


def test_who_comes_late_has_no_place_and_takes_nobodys() -> None:
    late = replace(game("Lea", "won", 9, 5, 1), day="2026-01-02", started_at=1_767_484_800_000)
    lines = results([game("Ada", "won", 3, 9, 3), late, game("Ben", "lost", 3, 9, 2)], {"Ada", "Ben", "Lea"})
    assert [(line.name, line.rank) for line in lines] == [("Ada", 1), ("Ben", 2), ("Lea", None)]


def test_a_day_is_kept_by_a_deal_played_on_it_and_to_its_end() -> None:
    def on_day(day: int, **changes: Any) -> DayGame:
        started = int(datetime.datetime(2026, 1, day, 12, tzinfo=datetime.UTC).timestamp()) * 1000
        return replace(game("Ada", "won", 1, 1, 1), day=f"2026-01-{day:02}", started_at=started, **changes)

    games = [on_day(day) for day in (5, 6, 7)]
    assert done(games) == {"2026-01-05", "2026-01-06", "2026-01-07"}
    for hole in (replace(games[1], result=None), replace(games[1], day="2026-01-05"), on_day(6, stand_ins=(0,))):
        assert done([games[0], hole, games[2]]) == {"2026-01-05", "2026-01-07"}


@pytest.mark.parametrize(
    ("kept", "until", "length"),
    [
        ((), 8, 0),
        ((5, 6, 7, 8), 8, 4),
        ((5, 6, 7, 8), 9, 4),  # The day itself may still be kept,
        ((5, 6, 7, 8), 10, 4),  # and the one before it is forgiven,
        ((5, 6, 7, 8), 11, 0),  # but not two.
        ((5, 6, 8, 9), 9, 4),
        ((5, 6, 9, 10), 10, 2),
        ((1, 3, 4, 5, 6, 7, 8, 10), 10, 8),  # The 9th and, a week before it, the 2nd.
        ((3, 5, 6, 7, 8, 9, 11), 11, 6),
        ((1, 2, 3, 5, 6, 7, 9, 10), 10, 5),
    ],
)
def test_of_days_in_a_row_one_a_week_may_be_missed(kept: Sequence[int], until: int, length: int) -> None:
    days = {f"2026-01-{day:02}" for day in kept}
    assert streak(days, datetime.date(2026, 1, until)) == length


@pytest.mark.parametrize("days_on", [1, 2])
async def test_a_page_of_yesterday_is_asked_which_day_it_is_to_be(
    server: RunningServer, visit: Visit, on: Any, days_on: int
) -> None:
    on(datetime.date(2026, 1, 2))
    begun = visit(server.address)
    table = await play(begun)
    on(datetime.date(2026, 1, 2 + days_on))
    stale = {"name": "Lea", "day": "2026-01-02", "as_today": True}
    browser = visit(server.address)
    refused = await browser.http.post("/api/day", json=stale)
    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == "new_day"
    assert refused.json()["error"]["today"] == f"2026-01-0{2 + days_on}"
    assert (await browser.http.get("/api/tables")).json() == []
    preset = {"preset": games_of_day(datetime.date(2026, 1, 2))[0], "day": "2026-01-02", "as_today": True}
    assert (await browser.http.post("/api/patience", json=preset)).json()["error"]["code"] == "new_day"
    # A person who has begun it continues; one who still wants it says so; otherwise today's is meant.
    assert (await begun.http.post("/api/day", json=stale)).json()["id"] == table["id"]
    assert (await browser.http.post("/api/day", json={**stale, "as_today": False})).status_code == 201
    today = {**stale, "day": refused.json()["error"]["today"]}
    assert (await browser.http.post("/api/day", json=today)).status_code == 201


@pytest.mark.parametrize("path", ["/", "/today", "/day", "/patience/day", "/puzzles"])
async def test_every_page_of_the_day_knows_when_it_ends(
    server: RunningServer, visit: Visit, on: Any, path: str
) -> None:
    on(datetime.date(2026, 1, 2))
    end = int(datetime.datetime(2026, 1, 3, tzinfo=datetime.UTC).timestamp()) * 1000
    browser = visit(server.address)
    # A person who has played nothing yet sees no day on the first page.
    await play(browser)
    assert f'<meta name="day-ends" content="{end}">' in (await browser.http.get(path)).text
    for old in ("/day/2026-01-01", "/patience/day/2026-01-01"):
        assert "day-ends" not in (await browser.http.get(old)).text


@pytest.mark.parametrize(
    ("person", "own"),
    [
        ("ada", {"rank": 1, "newcomer": False, "outcome": "won", "margin": 5, "turns": 20}),
        ("ben", {"rank": None, "newcomer": True, "outcome": "lost", "margin": -3, "turns": None}),
        ("eve", {"rank": None, "newcomer": False, "outcome": None, "margin": None, "turns": None}),
    ],
)
@pytest.mark.parametrize(("tried", "tries"), [(None, None), (TRIES - 1, None), (TRIES, TRIES)])
async def test_an_own_result_is_that_of_the_board_among_those_who_have_a_rank(
    monkeypatch: pytest.MonkeyPatch, person: str, own: dict[str, Any], tried: int | None, tries: int | None
) -> None:
    lines = [
        deal.DayResult(1, "Ada", "won", 5, 20, "ada", "t1", False),
        deal.DayResult(2, "Cleo", "won", 4, 21, "cleo", "t2", False),
        deal.DayResult(None, "Ben", "lost", -3, None, "ben", "t3", True),
    ]

    async def board(_day: str, _person: str) -> boards.Board[Any, deal.DayResult]:
        return boards.Board(lines, 0)

    async def tested(_day: str) -> Any:
        return None if tried is None else SimpleNamespace(tries=tried, won=7)

    async def streaks(_store: Any, name: str) -> int:
        return len(name)

    monkeypatch.setattr(deal, "days_in_a_row", streaks)
    of = SimpleNamespace(
        boards=SimpleNamespace(board=board), _store=SimpleNamespace(days=SimpleNamespace(tries=tested))
    )
    found = await deal.DealOfTheDay.own_result(cast("Any", of), "2026-03-05", person)
    answer = None if tries is None else deal.TriesAnswer(tries, 7)
    assert found == deal.OwnResult(**own, ranked=2, played=3, streak=3, tries=answer)
