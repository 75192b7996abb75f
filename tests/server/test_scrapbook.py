"""The scrapbook: achievements of finished games are stored with them, shown, exported and erased with the person."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import count
from typing import Any
from zipfile import ZipFile

import pytest

from spite_and_malice.analysis.achievements import Story, achieved_in
from spite_and_malice.play import FairDeal, Game, Record, RecordedAction, RecordedSeat, record_game, write
from spite_and_malice.rules import preset_rules
from spite_and_malice.server.features.scrapbook import scrapbook
from spite_and_malice.server.games.spite.achieved import achieved_by
from spite_and_malice.server.games.spite.played import Played
from spite_and_malice.server.store import FinishedGame, GameFigures, SeatCounted, SeatRow

from .conftest import Browser, RunningServer, Visit
from .people import PERSON
from .play import choose, finish, to_my_turn
from .test_accounts import keep, linked
from .test_imported import bring

BEGAN = 1_750_000_000_000
ADA = SeatRow("person", "Ada", person="a" * 64)
HUGO = SeatRow("computer", "Hugo", player="club")


def played_game(number: int, undo: bool = False) -> Game:
    """Play a short game, always the same for a number; with `undo` each play is taken back once and repeated."""
    game = Game.deal(preset_rules("standard", changes={"payoff": 5}), 1, FairDeal(bytes([number]) * 32, ("", "")))
    while not game.is_over:
        move = choose([str(move) for move in game.legal_moves])
        seat = game.turn
        game.act(seat, move)
        if undo and game.can_undo(seat):
            game.act(seat, "undo")
            game.act(seat, move)
    return game


def recorded(game: Game, began: int = BEGAN) -> Record:
    """Return the record of a game between Ada and Hugo."""
    assert game.fair_deal is not None
    actions = [RecordedAction(each.seat, each.text, began + 1000 * at) for at, each in enumerate(game.actions, 1)]
    who = [RecordedSeat("person", "Ada"), RecordedSeat("computer", "Hugo", "club")]
    return record_game(game.rules, who, 1, game.fair_deal, actions, preset="standard", number=1, started=began)


@cache
def achieved(number: int) -> list[str]:
    """Return Ada's achievements in the game of a number, found only from its record."""
    return list(achieved_in(Story.of(recorded(played_game(number))), 0))


@cache
def won(place: int) -> int:
    """Return the number of a game that Ada wins: each test uses its own, because a game belongs to one person."""
    return next(number for number in count(won(place - 1) + 1 if place else 1) if "win" in achieved(number))


def other_than(number: int, among: range) -> int:
    """Return a game with other achievements."""
    return next(other for other in among if set(achieved(other)) - set(achieved(number)))


async def brought(browser: Browser, number: int, began: int = BEGAN) -> str:
    """Import the game of a number and return its table."""
    answer = await bring(browser, write(recorded(played_game(number), began)))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["url"].split("/")[2])


async def told(browser: Browser, table_id: str) -> list[dict[str, Any]]:
    """Return the scrapbook entries from the first game of a table."""
    found: list[dict[str, Any]] = (await browser.http.get(f"/api/tables/{table_id}/games/1/achievements")).json()[
        "achieved"
    ]
    return found


def test_moves_taken_back_are_counted_as_actions() -> None:
    plain, undone = (achieved_by(played_game(won(0), undo), [ADA, HUGO]) for undo in (False, True))
    assert plain[0].keys() == undone[0].keys() == set(achieved(won(0)))
    assert plain[1] == undone[1] == {}
    game = played_game(won(0), undo=True)
    assert game.fair_deal is not None
    for key, (since, at) in undone[0].items():
        again = Game.deal(game.rules, 1, game.fair_deal)
        logs = [list(again.log)]
        for seat, text in game.actions:
            again.act(seat, text)
            logs.append(list(again.log))
        assert (len(logs[since]), len(logs[at])) == plain[0][key]


async def test_a_game_that_ends_is_kept_with_what_it_shows_and_told_once(
    server: RunningServer, browser: Browser
) -> None:
    empty = (await browser.http.get("/scrapbook")).text
    assert "Still empty" in empty
    assert "data-moment" not in empty
    for _game in range(40):
        table_id = await browser.table(
            [PERSON, {"kind": "computer", "player": "beginner"}], preset="standard", rules={"payoff": 1, "target": 1}
        )
        page = await browser.open(table_id)
        state = await finish(page, await to_my_turn(page, await page.hello()))
        if 0 in state["view"]["result"]["winners"]:
            break
    else:
        pytest.fail("forty games were lost")
    stored = await server.store.tables.game(table_id, 1)
    assert stored is not None
    assert stored.figures is not None
    assert "win" in stored.figures.seats[0].achieved
    assert stored.figures.seats[1].achieved == {}
    assert "win" in {each["key"] for each in await told(browser, table_id)}
    shown = (await browser.http.get("/scrapbook")).text
    since, at = stored.figures.seats[0].achieved["win"]
    assert f"/table/{table_id}/games/1/replay?seat=0#{since}" in shown
    moment = (await browser.http.get(f"/api/tables/{table_id}/games/1/moment?since={since}&at={at}")).json()
    assert (moment["view"]["seat"], moment["view"]["turn"]) == (0, 0)
    assert moment["moves"] == [move.text for move in stored.moves[since:at]]
    last = (await browser.http.get(f"/api/tables/{table_id}/games/1/moment")).json()
    assert last == moment


async def test_only_the_first_game_that_shows_something_brings_it(browser: Browser) -> None:
    number = won(1)
    other = other_than(number, range(60, 120))
    first = await brought(browser, number)
    assert {each["key"] for each in await told(browser, first)} >= set(achieved(number))
    later = await brought(browser, other, BEGAN + 10_000_000)
    new = {each["key"] for each in await told(browser, later)}
    assert set(achieved(other)) - set(achieved(number)) <= new
    assert not new & set(achieved(number))


async def test_of_two_devices_that_become_one_both_scrapbooks_are_kept(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    numbers = won(2), other_than(won(2), range(120, 180))
    other = visit(server.address)
    tables = [await brought(browser, numbers[0]), await brought(other, numbers[1], BEGAN + 10_000_000)]
    await keep(browser)
    await linked(browser, other)
    for device in (browser, other):
        page = (await device.http.get("/scrapbook")).text
        for key in {key for number in numbers for key in achieved(number)}:
            assert f'class="scrap" id="{key}"' in page
        assert all(f"/table/{table}/" in page for table in tables)


async def test_it_is_taken_along_and_erased_with_the_person(browser: Browser) -> None:
    await brought(browser, won(3))
    packed = ZipFile(BytesIO((await browser.http.get("/api/me/export")).content))
    everything = json.loads(packed.read("everything.json"))
    (table,) = everything["tables"]
    assert "win" in table["games"][0]["figures"]["seats"][0]["achieved"]
    await browser.http.request("DELETE", "/api/me", json={})
    assert "data-moment" not in (await browser.http.get("/scrapbook")).text


async def test_what_a_review_shows_is_kept_in_place_of_what_was_known(server: RunningServer, browser: Browser) -> None:
    table_id = await brought(browser, won(4))
    await server.store.figures.achieve(table_id, 1, 0, {"against_odds": (3, 9)})
    await server.store.figures.achieve(table_id, 1, 7, {"win": (3, 9)})
    await server.store.figures.achieve("none", 1, 0, {"win": (3, 9)})
    assert "against_odds" in {each["key"] for each in await told(browser, table_id)}
    assert "win" not in {each["key"] for each in await told(browser, table_id)}


def finished(number: int, **changes: Any) -> Played:
    """Return a game that Ada won against Hugo; larger numbers are later games."""
    counted = SeatCounted(0, 1, 1, 1, 1, 0, 0, 0, 0, {"win": (number, number + 1)})
    figures = GameFigures("", 5, 0, [counted, replace_side(counted)])
    game = FinishedGame((ADA, HUGO), (0,), (), table_id="t", number=number, ended_at=number, figures=figures)
    return replace(Played(game, 0, "standard", "club", True, False), **changes)


def replace_side(counted: SeatCounted) -> SeatCounted:
    return SeatCounted(1, 1, 1, 1, 1, counted.left, 0, 0, 0)


def test_games_with_a_stand_in_and_given_up_ones_do_not_count() -> None:
    given_up = finished(1, game=replace(finished(1).game, given_up=True))
    games = [finished(4), finished(3), finished(2, stood_in=True), given_up]
    found = {scrap.key: scrap for scrap in scrapbook(games) if scrap.game}
    assert found["win"].moves == (3, 4)
    assert found.keys() == {"win"}


def test_what_takes_several_games_is_reached_with_the_last_of_them() -> None:
    found = {scrap.key: scrap.game for scrap in scrapbook([finished(number) for number in range(7, 0, -1)])}
    row = found["five_in_a_row"]
    assert row is not None
    assert row.game.number == 5
    assert found["ten_in_a_row"] is None
