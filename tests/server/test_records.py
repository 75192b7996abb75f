"""Records over HTTP, and the secret: not a byte of it before the end, all of it afterwards (docs/records.md)."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from typing import Any

import pytest

from spite_and_malice.play import parse, read, verify
from spite_and_malice.server.games.spite.replay import record_of
from spite_and_malice.server.store import MoveRow, SeatRow, StoredGame, TableRow
from tests.server.test_store import GAME

from .conftest import Browser, Page, RunningServer, Visit
from .people import begin
from .play import finish, is_event, to_my_turn

JSON = {"accept": "application/json"}


async def begun(browser: Browser, payoff: int = 3, **body: Any) -> tuple[str, Page, dict[str, Any]]:
    """Set up a short game and play to your own first turn."""
    table_id = await browser.table(preset="standard", rules={"payoff": payoff}, **body)
    page = await browser.open(table_id)
    return table_id, page, await to_my_turn(page, await page.hello())


async def test_the_record_of_a_finished_game_is_whole_right_and_for_everybody(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    table_id, page, state = await begun(browser)
    commitment = (await page.hello())["table"]["commitment"]
    final = await finish(page, state)
    response = await visit(server.address).http.get(f"/api/tables/{table_id}/games/1/record")
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert f'filename="spite-{table_id}-1.txt"' in response.headers["content-disposition"]
    assert verify(response.content) == ()
    record = parse(response.content)
    assert record.commitment == commitment
    assert record.secret is not None
    assert hashlib.sha256(record.secret).hexdigest() == commitment
    assert record.secret.hex() == final["secret"]
    assert (record.table, record.number, record.preset) == (table_id, 1, "standard")
    assert [seat.name for seat in record.seats] == ["Ada", "Greedy"]
    assert len(record.actions) == final["ply"]
    assert record.outcome is not None
    assert record.outcome.to_json() == final["view"]["result"]
    times = [action.time or 0 for action in record.actions]
    assert record.started is not None
    assert [record.started, *times] == sorted([record.started, *times])


async def test_the_secret_stays_with_the_server_until_the_game_is_over(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    # Long enough that nobody wins within a few turns.
    table_id, page, state = await begun(browser, payoff=8)
    stored = await server.store.tables.game(table_id, 1)
    assert stored is not None
    secret = stored.game.secret
    shapes = [secret, secret.hex().encode(), base64.b64encode(secret), base64.urlsafe_b64encode(secret)]
    watcher = await visit(server.address).open(table_id)
    await watcher.hello()
    answers: list[bytes] = []
    while state["view"]["result"] is None:
        for path in ("record", "record/mine", "check", "replay"):
            for http in (browser.http, visit(server.address).http):
                answers.append((await http.get(f"/api/tables/{table_id}/games/1/{path}")).content)
        answers.append((await browser.http.get(f"/table/{table_id}/games/1")).content)
        answers.append((await browser.http.get(f"/table/{table_id}")).content)
        answers.append((await browser.http.get("/api/tables")).content)
        await page.move(state, "no move at all")
        if len(page.texts) > 12:
            break
        moves = sorted(state["view"]["legal"], key=lambda text: "-S" not in text)
        state = await to_my_turn(page, await page.move(state, moves[0]))
    assert state["view"]["result"] is None
    running = [*answers, *(text.encode() for text in (*page.texts, *watcher.texts))]
    assert len(running) > 30
    for answer in running:
        for shape in shapes:
            assert shape not in answer
    assert all('"secret":null' in text for text in page.texts if '"type":"event"' in text)

    final = await finish(page, state)
    assert final["secret"] == secret.hex()
    assert (await page.hello())["table"]["secret"] == secret.hex()
    told = await watcher.get_until(lambda message: is_event(message) and message["view"]["result"] is not None)
    assert told["secret"] == secret.hex()


async def test_while_a_game_runs_a_player_has_the_record_of_what_he_saw(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    table_id, page, state = await begun(browser)
    whole = await browser.http.get(f"/api/tables/{table_id}/games/1/record")
    assert whole.status_code == 409
    assert whole.json()["error"]["code"] == "game_running"
    assert (await browser.http.get(f"/api/tables/{table_id}/games/1/check")).status_code == 409

    mine = await browser.http.get(f"/api/tables/{table_id}/games/1/record/mine")
    assert mine.status_code == 200
    record = parse(mine.content)
    assert (record.viewer, record.secret, record.outcome) == (0, None, None)
    assert [action.seat for action in record.actions] == [int(line.split()[0]) for line in await log_of(page)]
    hand = [fact.value for fact in all_facts(record) if fact.label == "hand 0"][-1]
    assert sorted(hand.split()) == sorted(state["view"]["players"][0]["hand"])
    assert {fact.value for fact in all_facts(record) if fact.label == "hand 1"} <= {f"{n} cards" for n in range(9)}

    other = await visit(server.address).http.get(f"/api/tables/{table_id}/games/1/record/mine")
    assert other.status_code == 403
    assert other.json()["error"]["code"] == "not_seated"

    await finish(page, state)
    after = parse((await browser.http.get(f"/api/tables/{table_id}/games/1/record/mine")).content)
    assert after.actions[: len(record.actions)] == record.actions
    assert after == parse((await browser.http.get(f"/api/tables/{table_id}/games/1/record")).content).seen_by(0)


async def log_of(page: Page) -> list[str]:
    log: list[str] = (await page.hello())["log"]
    return log


def all_facts(record: Any) -> list[Any]:
    return [*record.facts, *(fact for action in record.actions for fact in action.facts)]


async def test_the_server_checks_a_finished_game(browser: Browser) -> None:
    table_id, page, state = await begun(browser)
    final = await finish(page, state)
    answer = (await browser.http.get(f"/api/tables/{table_id}/games/1/check")).json()
    assert answer == {"actions": final["ply"], "faults": []}


async def test_every_game_of_a_table_has_its_record(browser: Browser) -> None:
    table_id, page, state = await begun(browser)
    first = await finish(page, state)
    dealt = await page.next(first)
    assert dealt["table"]["secret"] is None
    assert dealt["table"]["commitment"] != hashlib.sha256(bytes.fromhex(first["secret"])).hexdigest()
    assert (await browser.http.get(f"/api/tables/{table_id}/games/1/record")).status_code == 200
    assert (await browser.http.get(f"/api/tables/{table_id}/games/2/record")).status_code == 409
    assert (await browser.http.get(f"/api/tables/{table_id}/games/2/record/mine")).status_code == 200
    assert f'href="/table/{table_id}/games/2" rel="next"' in (await browser.http.get(f"/table/{table_id}/games/1")).text
    assert f'href="/table/{table_id}/games/1" rel="prev"' in (await browser.http.get(f"/table/{table_id}/games/2")).text
    assert f'href="/table/{table_id}/games/1"' in (await browser.http.get("/games")).text


@pytest.mark.parametrize("game", ["0", "2", "-1", str(2**31), str(10**30), "one"])
@pytest.mark.parametrize("path", ["/api/tables/{}/games/{}/record", "/table/{}/games/{}"])
async def test_a_game_that_is_not_there_is_not_found(browser: Browser, path: str, game: str) -> None:
    table_id = await browser.table(preset="standard")
    response = await browser.http.get(path.format(table_id, game), headers=JSON)
    assert response.status_code == 404
    assert response.json()["error"]["code"] == "not_found"


async def test_the_page_of_a_game_offers_what_there_is(server: RunningServer, browser: Browser, visit: Visit) -> None:
    table_id, page, state = await begun(browser)
    address = f"/api/tables/{table_id}/games/1"
    running = (await browser.http.get(f"/table/{table_id}/games/1")).text
    assert f'"{address}/record"' not in running
    assert f'"{address}/record/mine"' in running
    await finish(page, state)
    over = (await browser.http.get(f"/table/{table_id}/games/1")).text
    assert f'"{address}/record"' in over
    watching = (await visit(server.address).http.get(f"/table/{table_id}/games/1")).text
    assert f'"{address}/record"' in watching
    assert "record/mine" not in watching


async def test_a_game_that_nobody_may_watch_is_told_to_its_players_alone(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    table_id, page, state = await begun(browser, settings={"spectators": False})
    await finish(page, state)
    stranger = visit(server.address).http
    games = f"/api/tables/{table_id}/games/1"
    for path in (f"{games}/record", f"{games}/record/mine", f"{games}/check", f"{games}/review"):
        refused = await stranger.get(path)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "no_spectators")
        assert (await browser.http.get(path)).status_code == 200
    refused = await stranger.get(f"/table/{table_id}/games/1", headers={"accept": "text/html"})
    assert refused.status_code == 403
    assert "by themselves" in refused.text
    assert "Ada" not in refused.text
    assert (await browser.http.get(f"/table/{table_id}/games/1")).status_code == 200


async def test_who_played_keeps_a_game_that_nobody_may_watch_though_his_seat_is_taken_over(
    server: RunningServer, visit: Visit
) -> None:
    company = await begin(server, visit, rules={"payoff": 1}, settings={"spectators": False})
    await company.finish()
    ben = company.browsers[1]
    assert (await company.pages[1].ask("leave"))["type"] == "accepted"
    cleo = await visit(server.address).open(company.table_id)
    await cleo.greet()
    assert (await cleo.ask("take", seat=1, name="Cleo"))["type"] == "accepted"
    assert (await ben.http.get(f"/api/tables/{company.table_id}/games/1/record")).status_code == 200


async def test_your_games_lead_to_the_records(browser: Browser) -> None:
    table_id, page, state = await begun(browser)
    link = f'href="/table/{table_id}/games/1"'
    assert link not in (await browser.http.get("/games")).text
    await finish(page, state)
    assert link in (await browser.http.get("/games")).text


def test_a_move_made_for_a_computer_player_says_so_in_the_record() -> None:
    rules = {"players": 2, "payoff": 3}
    table = TableRow("t", "o", "T", None, rules, (SeatRow("person", "Ada"), SeatRow("computer", "G", player="greedy")))
    bare = StoredGame(table, GAME, 1, 0, (), ())
    turn = int(next(fact.value for fact in record_of(bare).facts if fact.label == "first"))
    hand = next(fact.value for fact in record_of(bare).facts if fact.label == f"hand {turn}").split()
    move = MoveRow(1, turn, f"H{hand[0]}-S1", note="the computer player gave no legal move")
    record = record_of(StoredGame(table, GAME, 1, 0, (move,), (1500,)))
    assert record.actions[0].note == "the computer player gave no legal move"
    assert record.actions[0].time == 1500


async def test_records_travel_compressed(browser: Browser) -> None:
    table_id, page, state = await begun(browser)
    await finish(page, state)
    async with browser.http.stream("GET", f"/api/tables/{table_id}/games/1/record") as response:
        assert response.headers["content-encoding"] == "gzip"
        raw = b"".join([part async for part in response.aiter_raw()])
    text = gzip.decompress(raw)
    assert len(raw) < len(text) / 2
    assert read(text).record is not None
    assert re.match(rb"spite record 1\n", text)
