"""Reviews of finished games over HTTP."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any, cast

import pytest
import pytest_asyncio

from spite_and_malice.analysis.sharing import WIDEST
from spite_and_malice.play import FairDeal, Game, parse
from spite_and_malice.server.archive.result_picture import Racer, result_picture
from spite_and_malice.server.features.replays import reviews
from spite_and_malice.server.features.replays.reviews import where_luck_turned
from spite_and_malice.server.metrics import WORKERS

from .conftest import Browser, RunningServer, Visit
from .play import finish, to_my_turn


@pytest_asyncio.fixture(loop_scope="module")
async def game(browser: Browser) -> str:
    """Play a short game and return its review's address."""
    table_id = await browser.table(preset="standard", rules={"payoff": 3})
    page = await browser.open(table_id)
    await finish(page, await to_my_turn(page, await page.hello()))
    return f"/api/tables/{table_id}/games/1/review"


async def test_a_finished_game_is_reviewed_for_ones_own_seat(browser: Browser, game: str) -> None:
    response = await browser.http.get(game)
    assert response.status_code == 200, response.text
    review = response.json()
    assert review["seat"] == 0
    assert review["choices"] > 0
    assert len(review["missed"]) <= review["choices"]
    for missed in review["missed"]:
        assert 0 <= missed["cost"] <= missed["chance"] <= 1
        assert missed["played"] != missed["best"]
        assert missed["words"].endswith(".")
    assert [missed["number"] for missed in review["missed"]] == sorted(missed["number"] for missed in review["missed"])
    assert (await browser.http.get(game)).json() == review
    assert [missed["cost"] for missed in review["missed"]] == [round(missed["cost"], 2) for missed in review["missed"]]
    assert len(review["chances"]) == review["choices"]
    assert all(0 <= chance["chance"] <= 1 for chance in review["chances"])
    assert review["turned"] is None or review["turned"]["ply"] in {chance["ply"] for chance in review["chances"]}
    assert {missed["ply"] for missed in review["missed"]} <= {chance["ply"] for chance in review["chances"]}
    assert review["won"] in (True, False, None)
    assert review["hints"] == 0
    record = parse((await browser.http.get(game.replace("review", "record"))).content)
    known = Game.deal(record.rules, record.dealer, FairDeal(record.secret or b"", record.contributions))
    seen = []
    for action in record.actions:
        seen.append(known.view(0).to_json())
        known.act(action.seat, action.text)
    assert review["moves"] == len(known.log)
    # Its duration matches the statistics, and its page says when it ended.
    times = [action.time or 0 for action in record.actions]
    mean = (await browser.http.get("/api/statistics")).json()["all"]["means"]["time"]
    assert review["seconds"] == (times[-1] - times[0]) // 1000 == int(mean) // 1000
    page = (await browser.http.get(game.replace("/api/tables", "/table").removesuffix("/review"))).text
    assert f' data-time="{times[-1]}">' in page
    for missed in review["missed"]:
        # The picture shows the seat's view, and no more.
        assert missed["view"] == {name: seen[missed["ply"]][name] for name in missed["view"]}
        assert isinstance(missed["view"]["players"][1]["hand"], int)
        action = record.actions[missed["ply"]]
        assert (action.seat, action.text) == (0, missed["played"][0])


async def test_a_review_has_lines_to_share_that_name_no_card(browser: Browser, game: str) -> None:
    review = (await browser.http.get(game)).json()
    if review["won"] is None or not review["choices"]:
        # One game in hundreds.
        assert review["shared"] == ""
        return
    first, *others = review["shared"].splitlines()
    assert len(first) == min(WIDEST, review["choices"] + 1)
    assert first[-1] == ("█" if review["won"] else "▁")
    assert all(re.fullmatch(r"The greatest swing: \d+ → \d+ %", line) for line in others)
    left = {seat: side["left"] for side in review["standing"] for seat in side["seats"]}
    assert [seat for seat in left if left[seat] == 0] == ([0] if review["won"] else [1])


async def test_a_result_is_a_picture_for_each_seat(
    browser: Browser, server: RunningServer, visit: Visit, game: str
) -> None:
    path = game.replace("/api/tables", "/table").replace("/review", "/result.svg")
    answer = await browser.http.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert len(answer.content) < 200_000
    own, other = [await browser.http.get(path, params={"seat": seat}) for seat in (0, 1)]
    assert own.content == answer.content != other.content
    assert (await visit(server.address).http.get(path)).content == answer.content
    assert (await browser.http.get(path, params={"seat": 2})).status_code == 404


async def test_a_running_game_has_no_picture_of_its_result(browser: Browser) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    await page.hello()
    answer = await browser.http.get(f"/table/{table_id}/games/1/result.svg")
    assert answer.status_code == 409


def test_the_picture_shows_who_won_what_is_left_and_how_the_chances_went() -> None:
    racers = [Racer(None, 7, won=False), Racer("club", 0, won=True)]
    drawn = result_picture(racers, [0.5, 0.3], won=False)
    assert drawn == result_picture(racers, [0.5, 0.3], won=False)
    others = [
        result_picture(racers, [0.5, 0.7], won=False),
        result_picture([racers[0]._replace(left=8), racers[1]], [0.5, 0.3], won=False),
        result_picture([racers[0]._replace(head="mei"), racers[1]], [0.5, 0.3], won=False),
        result_picture([racers[0], racers[1]._replace(won=False)], [0.5, 0.3], won=False),
        result_picture(racers, [], won=None),
    ]
    assert len({drawn, *others}) == 6
    assert result_picture([racers[0]] * 8, [0.5], won=True).startswith("<svg ")


async def test_one_hears_how_far_a_review_is(browser: Browser, game: str) -> None:
    making = asyncio.create_task(browser.http.get(game, headers={"accept-language": "de"}))
    heard = []
    while not making.done():
        heard.append((await browser.http.get(f"{game}/progress", params={"seat": 0})).json())
        await asyncio.sleep(0.005)
    choices = making.result().json()["choices"]
    told = [(one["done"], one["choices"]) for one in heard if one["choices"]]
    assert told == sorted(told)
    assert {of for _done, of in told} == {choices}
    assert (await browser.http.get(f"{game}/progress", params={"seat": 0})).json() == {"choices": 0, "done": 0}


async def test_a_review_is_made_where_no_computer_player_thinks(browser: Browser, game: str) -> None:
    await browser.http.get(game)
    [sample] = next(iter(WORKERS.labels("reviewing").collect())).samples
    assert sample.value == 1


async def test_another_seat_can_be_reviewed_and_by_everybody(
    browser: Browser, server: RunningServer, visit: Visit, game: str
) -> None:
    other, watcher = await asyncio.gather(
        browser.http.get(game, params={"seat": 1}), visit(server.address).http.get(game)
    )
    assert other.json()["seat"] == 1
    assert watcher.json()["seat"] == 0


async def test_what_cannot_be_reviewed(browser: Browser, game: str) -> None:
    async def code(url: str, **params: Any) -> tuple[int, str]:
        response = await browser.http.get(url, params=params)
        return response.status_code, response.json()["error"]["code"]

    assert await code(game, seat=2) == (404, "not_found")
    assert await code(game, seat=-1) == (404, "not_found")
    assert await code(game.replace("/1/", "/2/")) == (404, "not_found")
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    await page.hello()
    assert await code(f"/api/tables/{table_id}/games/1/review") == (409, "game_running")


@pytest.mark.parametrize(
    ("won", "turned"),
    [(True, (3, 0.4, 0.8)), (False, (5, 0.75, 0.0)), (None, None)],
)
def test_luck_turned_where_the_chances_changed_most_by_themselves(
    won: bool | None, turned: tuple[int, float, float] | None
) -> None:
    chances = [(1, 0.5, 0.0), (3, 0.85, 0.45), (5, 0.8, 0.05)]
    verdicts = [
        {"number": number, "chance": chance, "cost": cost, "played": ["H7h-S1"], "played_words": "7♥", "best": []}
        for number, chance, cost in chances
    ]
    found = where_luck_turned(verdicts, won, is_played=True)
    assert (found and (found["number"], found["chance"], found["after"])) == (turned or {})


def test_luck_that_changed_little_has_not_turned() -> None:
    verdict = {"number": 1, "chance": 0.95, "cost": 0.0, "played": ["H7h-S1"], "played_words": "7♥", "best": []}
    assert where_luck_turned([verdict], True, is_played=True) == {}
    assert where_luck_turned([], False, is_played=True) == {}


@pytest.mark.parametrize(("won", "chance"), [(True, 0.5), (False, 0.5)])
def test_a_game_that_was_given_up_did_not_turn_by_luck(won: bool, chance: float) -> None:
    one = {"chance": chance, "cost": 0.0, "played": ["H7h-S1"], "played_words": "7♥", "best": []}
    verdicts = [{"number": 1, **one}, {"number": 2, **one}]
    assert where_luck_turned(verdicts, won, is_played=True)["number"] == 2
    assert where_luck_turned(verdicts, won, is_played=False) == {}


@pytest.mark.parametrize(
    ("winners", "costs", "turned", "said"),
    [
        ((1,), (0.05, 0.1), {}, (1, "2 of 1")),
        ((1,), (0.3, 0.1), {"number": 7}, (1, "1 of 1")),
        ((1,), (0.05, 0.09), {"number": 7}, (1, "On move 7 luck turned my way.")),
        ((1,), (), {"number": 7}, (1, "On move 7 luck turned my way.")),
        ((1,), (0.09,), {}, None),
        ((0, 2), (0.5,), {"number": 7}, (2, "1 of 2")),
        ((0,), (0.5,), {"number": 7}, None),
        ((), (0.5,), {"number": 7}, None),
    ],
)
def test_a_computer_player_that_won_speaks_of_the_dearest_mistake_else_of_luck(
    monkeypatch: pytest.MonkeyPatch,
    winners: tuple[int, ...],
    costs: tuple[float, ...],
    turned: dict[str, Any],
    said: tuple[int, str] | None,
) -> None:
    monkeypatch.setattr(
        reviews, "told_by_winner", lambda _view, _played, _best, number, speaker: f"{number} of {speaker}"
    )
    seats = [SimpleNamespace(kind=kind) for kind in ("person", "computer", "computer")]
    missed = [SimpleNamespace(number=n, cost=cost, played=[], best=[]) for n, cost in enumerate(costs, 1)]
    views: Any = dict.fromkeys(range(1, 9))
    found = reviews._said(cast("Any", SimpleNamespace(seats=seats)), winners, cast("Any", missed), views, turned)
    assert (None if found is None else (found.seat, found.words)) == said
