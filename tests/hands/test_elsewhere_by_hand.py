"""Other places played by hand: in Firefox, without a server, with a friend, at the deal of the day."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from spite_and_malice.play import parse, verify
from tests.web.hosting import Host
from tests.web.test_offline_home import BEGIN
from tests.web.test_offline_whole import host  # noqa: F401

from .patience import PatiencePlayer
from .player import DESK, Room
from .report import Report
from .spite import SpitePlayer
from .ways import ways_of

WEB: Final = "src/spite_and_malice/web/"
PATIENCES: Final = ("klondike-1", "freecell", "pyramid", "golf", "spider-1")
"""Five kinds of patience: with a stock, with cells, with pairs, to the waste, with runs."""

DEAL: Final = "form[data-deal] [type=submit]:enabled"
SEATS: Final = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "greedy"}]
_MOST: Final = 40


@pytest.mark.nightly(WEB, "tests/hands/")
@pytest.mark.parametrize("browser", ["firefox"], indirect=True)
def test_a_first_game_in_firefox(browser: Browser, site: str) -> None:
    """Begun from the home page."""
    report, room = Report(), Room(browser, site, DESK)
    room.hands.go_and_press(f"{site}/", "[data-play]:enabled")
    SpitePlayer(room, "standard", report).to_the_end()
    room.close()
    assert report.faults == []
    assert {game for game, _kind, _gesture in report.done} == {"standard"}


@pytest.mark.nightly(WEB, "tests/hands/")
@pytest.mark.parametrize("browser", ["firefox"], indirect=True)
@pytest.mark.parametrize("preset", PATIENCES)
def test_a_game_of_patience_in_firefox(browser: Browser, site: str, preset: str) -> None:
    report, room = Report(), Room(browser, site, DESK)
    room.hands.go_and_press(f"{site}/patience?preset={preset}&deal={ways_of(preset).whole.deal}", DEAL)
    PatiencePlayer(room, preset, report).to_the_end()
    room.close()
    assert report.faults == []
    assert {game for game, _kind, _gesture in report.done} == {preset}


@pytest.mark.nightly("src/spite_and_malice/web/", "src/spite_and_malice/offline/", "tests/hands/")
def test_both_games_without_a_server(browser: Browser, host: Host) -> None:  # noqa: F811
    report = Report()
    room = Room(browser, f"{host.address}deep/er/#", DESK)
    hands = room.hands
    hands.page.goto(f"{room.site}/")
    hands.wait_on("document.documentElement.dataset.ready === '' && location.pathname.endsWith('/at/')")
    body = {"preset": "standard", "target": 1, "seats": SEATS, "rules": {"players": 2, "payoff": 3}}
    hands.open(room.site + str(hands.inside.evaluate(BEGIN, body)["url"]))
    SpitePlayer(room, "standard", report).to_the_end()
    hands.go_and_press(f"{room.site}/patience?preset=klondike-1&deal={ways_of('klondike-1').whole.deal}", DEAL)
    PatiencePlayer(room, "klondike-1", report).to_the_end()
    room.close()
    assert report.faults == []
    assert {game for game, _kind, _gesture in report.done} == {"standard", "klondike-1"}


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/",
    "src/spite_and_malice/web/pages/lobby/",
    "src/spite_and_malice/server/games/",
    "tests/hands/",
)
def test_two_friends_play_a_game_and_its_record_is_replayed(rooms: list[Room], tmp_path: Path) -> None:
    report = Report()
    ada, ben = (SpitePlayer(room, "standard", report) for room in rooms)
    page, other = ada.hands.page, ben.hands.page
    page.goto(ada.room.site)
    page.locator("[data-invite]:enabled").click()
    page.wait_for_url("**/table/*")
    other.goto(page.url)
    other.get_by_label("Your name").fill("Ben")
    other.locator(".lobby-seat button").first.click()
    for one in (ada, ben):
        one.hands.arrive()
    while True:
        told = ada.hands.last(["snapshot", "event"])["view"]
        if not (ada if told["turn"] == told["seat"] else ben).turn():
            break
    assert report.faults == []
    page.locator("#finish").get_by_role("link", name="Look back at this game").click()
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download the record").click()
    coming.value.save_as(tmp_path / "record.txt")
    record = (tmp_path / "record.txt").read_text("utf-8")
    verify(record)
    assert len(parse(record).actions) == sum(report.done.values())


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/daily/",
    "src/spite_and_malice/web/patience/",
    "src/spite_and_malice/server/features/daily/",
    "tests/hands/",
)
def test_the_deals_of_the_day_are_played(rooms: list[Room]) -> None:
    report = Report()
    for room in rooms:
        page = room.hands.page
        page.goto(f"{room.site}/day")
        page.get_by_label("Your name").fill(f"Player {room.window[0]}")
        page.get_by_role("button", name="Play", exact=True).click()
        room.hands.arrive()
        SpitePlayer(room, "standard", report).to_the_end()
        room.hands.go_and_press(f"{room.site}/patience/day", ".day-deals [data-deal] button")
        PatiencePlayer(room, "klondike-1", report).wander(_MOST)
    assert report.faults == []
    assert sum(count for (game, _kind, _gesture), count in report.done.items() if game == "klondike-1") > _MOST
