"""Finished games to watch again: a seat's view after every action, and who may see it (docs/protocol.md)."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from spite_and_malice.play import FairDeal, Game, Record, parse
from spite_and_malice.server.app import create_app
from spite_and_malice.server.games.spite.replay import replay_of
from spite_and_malice.server.store import GameRow, MoveRow, SeatRow, StoredGame, TableRow

from .conftest import Browser, RunningServer, Visit, configured
from .play import finish, to_my_turn

RECORDS = Path(__file__).parents[1] / "play" / "records"
JSON = {"accept": "application/json"}
HTML = {"accept": "text/html"}


async def played(browser: Browser, **body: Any) -> str:
    """Play a short game to its end, one turn of it twice, and return the path of its table."""
    while True:
        table_id = await browser.table(preset="standard", rules={"payoff": 1}, **body)
        page = await browser.open(table_id)
        state = await to_my_turn(page, await page.hello())
        if state["view"]["result"] is None:
            break  # With one card each, the computer player sometimes wins before the person has had a turn.
    state = await to_my_turn(page, await page.move(state, min(state["view"]["legal"])))
    if state["view"]["result"] is None:
        await page.ask("undo_turn", game=state["game"], ply=state["ply"])
        await finish(page, await to_my_turn(page, await page.hello()))
    return f"/{table_id}/games/1"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def game(server: RunningServer) -> AsyncIterator[tuple[Browser, str]]:
    """One game for all tests that only look at it, with the browser that played it."""
    browser = Browser(server.address)
    yield browser, await played(browser)
    await browser.close()


def stored(record: Record, actions: list[tuple[int, str]]) -> StoredGame:
    """Return a game as the store would return it."""
    assert record.secret is not None
    seats = tuple(SeatRow(seat.kind, seat.name, seat.player) for seat in record.seats)
    table = TableRow("t", "o", "Spite and Malice", record.preset, record.rules.to_json(), seats)
    game = GameRow(1, 1, record.dealer, record.secret, record.contributions, {"reason": "payoff"}, seats)
    moves = tuple(MoveRow(ply, seat, text) for ply, (seat, text) in enumerate(actions, 1))
    return StoredGame(table, game, 1, 0, moves, tuple(range(len(moves))))


def with_second_thoughts(record: Record) -> list[tuple[int, str]]:
    """Return the actions of a record, with undos and takebacks wherever possible, each replayed at once."""
    assert record.secret is not None
    game = Game.deal(record.rules, record.dealer, FairDeal(record.secret, record.contributions))
    for number, action in enumerate(record.actions):
        game.act(action.seat, action.text)
        if action.text not in ("undo", "takeback") and game.can_undo(action.seat):
            game.undo(action.seat)
            game.act(action.seat, action.text)
        if number % 50 == 10:
            before = list(game.log)
            game.take_back(action.seat)
            for entry in before[len(game.log) :]:
                seat, text = entry.split(" ")
                game.act(int(seat), text)
    assert game.is_over
    return [(action.seat, action.text) for action in game.actions]


@pytest.mark.parametrize("name", ["quick", "round", "partners", "book-four"])
def test_every_step_shows_what_the_seat_saw_then(name: str) -> None:
    record = parse((RECORDS / f"{name}.txt").read_bytes())
    actions = with_second_thoughts(record)
    assert {"undo", "takeback"} <= {text for _seat, text in actions}
    assert record.secret is not None
    seat = record.rules.players - 1
    answer = replay_of(stored(record, actions), seat, you=0)
    game = Game.deal(record.rules, record.dealer, FairDeal(record.secret, record.contributions))
    assert answer.start == game.view(seat).to_json()
    assert len(answer.steps) == len(actions)
    log: list[str] = []
    for (mover, text), step in zip(actions, answer.steps, strict=True):
        game.act(mover, text)
        view = json.loads(bytes(step.view))
        assert {**view, "rules": answer.start["rules"]} == game.view(seat).to_json()
        assert (step.seat, step.move or step.action) == (mover, text)
        assert step.action == (text if text in ("undo", "takeback") else "move")
        log = [*log, *([f"{step.seat} {step.move}"] if step.move else [])][: step.stands]
        assert log == game.log
        hands = [player["hand"] for player in view["players"]]
        assert [isinstance(hand, list) for hand in hands] == [number == seat for number in range(len(hands))]
    assert (answer.seat, answer.table.you) == (seat, 0)
    assert [who.name for who in answer.table.seats] == [who.name for who in record.seats]


async def test_a_finished_game_can_be_watched_by_everybody_from_every_seat(
    server: RunningServer, game: tuple[Browser, str], visit: Visit
) -> None:
    browser, path = game
    record = parse((await browser.http.get(f"/api/tables{path}/record")).content)
    own = (await browser.http.get(f"/api/tables{path}/replay")).json()
    assert (own["seat"], own["table"]["you"], own["game"]) == (0, 0, 1)
    assert [(step["seat"], step["move"] or step["action"]) for step in own["steps"]] == [
        (action.seat, action.text) for action in record.actions
    ]
    assert record.outcome is not None
    assert own["steps"][-1]["view"]["result"] == record.outcome.to_json()
    watching = visit(server.address).http
    other = (await watching.get(f"/api/tables{path}/replay?seat=1")).json()
    assert (other["seat"], other["table"]["you"], other["start"]["seat"]) == (1, None, 1)
    assert (await watching.get(f"/api/tables{path}/replay")).json()["seat"] == 0
    page = await watching.get(f"/table{path}/replay?seat=1", headers=HTML)
    assert page.status_code == 200
    assert f'data-replay="/api/tables{path}/replay"' in page.text
    assert '<option value="1" selected>Greedy</option>' in page.text
    over = (await watching.get(f"/table{path}")).text
    assert f'href="/table{path}/replay"' in over


async def test_a_replay_travels_compressed(game: tuple[Browser, str]) -> None:
    browser, path = game
    async with browser.http.stream("GET", f"/api/tables{path}/replay") as response:
        assert response.headers["content-encoding"] == "gzip"
        raw = b"".join([part async for part in response.aiter_raw()])
    assert len(raw) < len(gzip.decompress(raw)) / 2


async def test_a_running_game_is_not_shown(browser: Browser) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    await page.hello()
    refused = await browser.http.get(f"/api/tables/{table_id}/games/1/replay")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "game_running")
    shown = await browser.http.get(f"/table/{table_id}/games/1/replay", headers=HTML)
    assert shown.status_code == 409
    assert "until the game is over" in shown.text
    assert f"/table/{table_id}/games/1/replay" not in (await browser.http.get(f"/table/{table_id}/games/1")).text


async def test_a_game_that_nobody_may_watch_is_shown_to_its_players_alone(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    game = await played(browser, settings={"spectators": False})
    stranger = visit(server.address).http
    refused = await stranger.get(f"/api/tables{game}/replay")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "no_spectators")
    shown = await stranger.get(f"/table{game}/replay", headers=HTML)
    assert shown.status_code == 403
    assert "Ada" not in shown.text
    for path in (f"/api/tables{game}/replay", f"/table{game}/replay"):
        assert (await browser.http.get(path)).status_code == 200


async def test_what_there_is_not_is_said(game: tuple[Browser, str]) -> None:
    browser, played = game
    for path in (f"/api/tables{played}/replay", f"/table{played}/replay"):
        for seat, status, code in (("2", 404, "not_found"), ("-1", 404, "not_found"), ("x", 400, "malformed")):
            refused = await browser.http.get(path, params={"seat": seat}, headers=JSON)
            assert (refused.status_code, refused.json()["error"]["code"]) == (status, code), (path, seat)
        for number in ("0", "2", "-1", str(2**31), "one"):
            refused = await browser.http.get(path.replace("/1/", f"/{number}/"), headers=JSON)
            assert (refused.status_code, refused.json()["error"]["code"]) == (404, "not_found"), (path, number)


async def test_replays_count_among_the_games_played_again(server: RunningServer) -> None:
    app = create_app(server.store, configured(replays_a_minute=2))
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
        game = "/api/tables/nowhere/games/1"
        statuses = [(await http.get(f"{game}/{what}")).status_code for what in ("replay", "record", "replay?seat=1")]
        assert statuses == [404, 404, 429]
