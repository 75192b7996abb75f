"""A link's preview, its picture and its QR code, and the metadata that makes the pages an app."""

from __future__ import annotations

import re
import struct
from html import unescape
from typing import Any

import pytest

from spite_and_malice.engine import Position
from spite_and_malice.play import FairDeal, Game
from spite_and_malice.rules import preset_rules
from spite_and_malice.server.archive.pictures import CAN_DRAW, SIZE, table_picture
from spite_and_malice.server.http.files import WEB
from tools.icons import FOLDER, icons

from .conftest import Browser, RunningServer, Visit
from .play import finish, to_my_turn

needs_drawing = pytest.mark.skipif(not CAN_DRAW, reason="resvg-py is not installed")

OPEN = [{"kind": "person", "name": 'Ada "<b>"'}, {"kind": "open"}, {"kind": "open"}]


async def tags(browser: Browser, path: str) -> dict[str, str]:
    """Return the tags of a page for other programs."""
    page = (await browser.http.get(path)).text
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', page)
    return {name: unescape(text) for name, text in found}


async def test_a_link_to_a_table_says_who_invites_to_what(browser: Browser, server: RunningServer) -> None:
    table_id = await browser.table(OPEN, preset="goal-13")
    found = await tags(browser, f"/table/{table_id}")
    assert found["og:title"].startswith('Ada "<b>" invites you to ')
    assert found["og:description"].startswith("2 seats are free.")
    assert found["twitter:card"] == "summary_large_image"
    picture = found["og:image"]
    assert picture.startswith(f"http://{server.address}/static/")
    answer = await browser.http.get(picture)
    assert size_of(answer.content) == SIZE


def size_of(png: bytes) -> tuple[int, int]:
    """Return width and height of a PNG."""
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@needs_drawing
async def test_a_game_has_a_picture_that_shows_what_everybody_sees(
    browser: Browser, server: RunningServer, visit: Visit
) -> None:
    table_id = await browser.table(preset="standard", rules={"payoff": 3})
    page = await browser.open(table_id)
    state = await to_my_turn(page, await page.hello())
    found = await tags(browser, f"/table/{table_id}")
    assert found["og:image"] == f"http://{server.address}/table/{table_id}/games/1/picture.png"
    stranger = visit(server.address)
    answer = await stranger.http.get(found["og:image"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert size_of(answer.content) == SIZE
    assert len(answer.content) < 200_000
    await finish(page, state)
    assert (await stranger.http.get(found["og:image"])).content != answer.content
    assert "won." in (await tags(browser, f"/table/{table_id}/games/1"))["og:description"]


@needs_drawing
def test_no_hidden_card_changes_the_picture() -> None:
    game = Game.deal(preset_rules("standard", 2, {"payoff": 5}), 0, FairDeal(b"hidden", ("a", "b")))
    dealt: dict[str, Any] = game.position.to_json()
    before = table_picture(game.view(None))
    first, second = dealt["players"]
    first["hand"], second["hand"] = second["hand"], first["hand"]
    dealt["stock"].reverse()
    for player in dealt["players"]:
        player["payoff"][0][:-1] = reversed(player["payoff"][0][:-1])
    assert table_picture(Position.from_json(dealt).view(None)) == before
    first["payoff"][0][-1], second["payoff"][0][-1] = second["payoff"][0][-1], first["payoff"][0][-1]
    assert table_picture(Position.from_json(dealt).view(None)) != before
    with pytest.raises(ValueError, match="spectator"):
        table_picture(game.view(0))


@pytest.mark.parametrize("settings", [{"spectators": False}, {"delay": 5}])
async def test_where_not_everybody_may_look_the_picture_is_the_one_of_the_site(
    browser: Browser, server: RunningServer, visit: Visit, settings: dict[str, Any]
) -> None:
    table_id = await browser.table(preset="standard", settings=settings)
    page = await browser.open(table_id)
    await page.hello()
    found = await tags(browser, f"/table/{table_id}")
    assert "/static/" in found["og:image"]
    assert "Ada" not in found["og:title"]
    answer = await visit(server.address).http.get(f"/table/{table_id}/games/1/picture.png")
    assert answer.status_code in (403, 404)


async def test_every_page_says_what_it_is(browser: Browser) -> None:
    german = {"accept-language": "de"}
    page = (await browser.http.get("/rules/standard", headers=german)).text
    assert '<meta property="og:site_name" content="Katz &amp; Maus">' in page
    assert (await tags(browser, "/day"))["og:title"] == "The deal of the day"


async def test_the_link_is_a_code(browser: Browser) -> None:
    table_id = await browser.table(OPEN[:2], preset="standard")
    answer = await browser.http.get(f"/table/{table_id}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<?xml")
    other = await browser.http.get(f"/table/{await browser.table(OPEN[:2], preset='standard')}/qr.svg")
    assert other.text != answer.text
    assert (await browser.http.get("/table/nothing/qr.svg")).status_code == 404


@needs_drawing
def test_the_icons_are_those_that_are_drawn() -> None:
    drawn = icons()
    assert {path.name for path in FOLDER.iterdir()} == set(drawn)
    for name, picture in drawn.items():
        assert (FOLDER / name).read_bytes() == picture, "run python -m tools.icons"


async def test_the_pages_can_be_installed_in_ones_language(browser: Browser) -> None:
    answer = await browser.http.get("/manifest.webmanifest", headers={"accept-language": "de"})
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert (manifest["lang"], manifest["name"]) == ("de", "Katz & Maus")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = await browser.http.get(icon["src"])
        assert "{}x{}".format(*size_of(picture.content)) == icon["sizes"]
    for shortcut in manifest["shortcuts"]:
        assert (await browser.http.get(shortcut["url"])).status_code == 200


async def test_the_worker_keeps_files_of_this_version_alone(browser: Browser) -> None:
    worker = await browser.http.get("/worker.js")
    assert worker.headers["cache-control"] == "no-cache"
    version = re.search(r'const VERSION = "(\w+)"', worker.text)
    assert version is not None
    assert f"/static/{version[1]}/base.css" in (await browser.http.get("/")).text
    files = re.findall(r'"(/static/[^"]+)"', worker.text.splitlines()[1])
    assert len(files) == len(set(files)) > 5
    for file in files:
        assert file.startswith(f"/static/{version[1]}/")
        assert (await browser.http.get(file)).status_code == 200
    assert (await browser.http.get("/no-line")).headers["spite-version"] == version[1]


async def test_the_page_for_want_of_a_line_has_ones_games(
    browser: Browser, server: RunningServer, visit: Visit
) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    await page.hello()
    assert f"/table/{table_id}" in (await browser.http.get("/no-line")).text
    assert f"/table/{table_id}" not in (await visit(server.address).http.get("/no-line")).text


@pytest.mark.parametrize("path", ["/", "/patience", "/rules/book", "/puzzles", "/today", "/read"])
async def test_what_searches_find_of_a_page(browser: Browser, path: str) -> None:
    page = (await browser.http.get(path)).text
    described = re.findall(r'<meta name="description" content="([^"]+)">', page)
    assert len(described) == 1
    assert unescape(described[0]) == (await tags(browser, path))["og:description"]


async def test_every_time_on_a_page_is_one_for_programs_too(browser: Browser, server: RunningServer) -> None:
    await browser.table(OPEN)
    for path in ("/", "/games", "/day", "/today"):
        page = (await browser.http.get(path)).text
        times = re.findall(r"<time[^>]*>", page)
        assert times, path
        for each in times:
            assert re.search(r' datetime="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"', each), each


def test_a_template_gives_every_time_a_date() -> None:
    for path in sorted((WEB / "templates").glob("*.j2")):
        times = re.findall(r"<time\b[^>]*", path.read_text())
        assert all("datetime=" in each for each in times), path.name
