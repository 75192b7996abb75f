"""The gallery of the games of patience: its entry for each, and which games are similar."""

from __future__ import annotations

import re
from dataclasses import astuple
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from spite_and_malice.patience import PRESETS, Rules, describe, preset_rules
from spite_and_malice.patience.decidable import can_decide
from spite_and_malice.patience.finding import share_words
from spite_and_malice.patience.rules import name_of
from spite_and_malice.patience.rules.likeness import games_like, unlikeness
from spite_and_malice.server.features.gallery import families, gallery, like, picture_of, shown
from spite_and_malice.server.store import today
from spite_and_malice.texts import _, in_language

from .conftest import Browser
from .test_patience import begin, table_id_of


def cards(path: str) -> int:
    return path.count("M")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_picture_shows_as_many_cards_as_are_dealt(preset: str) -> None:
    rules, picture = PRESETS[preset].rules, picture_of(PRESETS[preset].rules)
    ready = rules.begun
    # Only the tops of a reserve that is not spread are visible.
    spread = rules.face == "up" and max(rules.reserve, default=0) > 1
    above = (0 if spread else len(rules.reserve)) + rules.cells_dealt + ready
    first = int(rules.aim in ("waste", "clock") or rules.stock == "hand")
    stock = 1 if rules.stock_cards else 0
    below = sum(rules.piles) + (sum(rules.reserve) if spread else 0)
    if rules.aim == "clock":
        # The piles of a dial are squared.
        below = len(rules.piles)
    elif rules.aim == "rows":
        # The aces are taken out.
        below -= 4
    assert cards(picture.up) + cards(picture.down) == below
    for up, down in ((picture.above_up, picture.above_down), (picture.left_up, picture.left_down)):
        assert (cards(up), cards(down)) == (above + first, stock)
    assert picture.width <= 13 * 12
    assert picture.height > 0


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_card_says_of_a_game_takes_two_lines_on_a_phone(language: str) -> None:
    with in_language(language):
        assert [preset.id for preset in PRESETS.values() if len(_(preset.summary)) > 80] == []


@pytest.mark.parametrize("preset", PRESETS)
def test_the_picture_of_every_game_is_the_one_that_was_looked_at(preset: str) -> None:
    """Look at a picture that is to change in the gallery, and write its new digest into the file."""
    lines = Path(__file__).with_name("gallery_pictures.txt").read_text(encoding="utf-8").splitlines()
    drawn = repr(astuple(picture_of(PRESETS[preset].rules)))
    assert f"{preset} {sha256(drawn.encode()).hexdigest()[:12]}" in lines


def test_a_game_is_said_to_be_as_long_and_hard_as_was_measured() -> None:
    klondike, double, westcliff, lucie = map(
        shown, (PRESETS[each] for each in ("klondike-1", "double-klondike", "westcliff", "la-belle-lucie"))
    )
    assert klondike.facts == ["about 8 minutes", "medium", "90 of 100 deals can be won"]
    assert klondike.measured == (
        "How many deals can be won: Blake and Gent, arXiv 1906.12314. A way to win has about 239 moves."
    )
    assert double.measured == "Measured here: of 500 deals 483 can be won, 0 cannot, and 17 are undecided."
    assert westcliff.measured == (
        "Measured here: of 300 deals 300 can be won and 0 cannot. A way to win has about 118 moves."
    )
    assert lucie.measured == (
        "Measured here: of 200 deals 151 can be won, 2 cannot, and 47 are undecided."
        " That is with the later shuffles known, which no player knows. A way to win has about 64 moves."
    )
    assert [each.id for each in like(PRESETS["golf"])] == ["dead-king-golf", "black-hole", "worm-hole", "tri-peaks"]
    found = families()
    assert [games[0].id for _key, _name, games in found][:3] == ["klondike-1", "freecell", "spider-1"]
    assert sorted(each.id for _key, _name, games in found for each in games) == sorted(PRESETS)
    assert [each.id for each in gallery()] == list(PRESETS)


def test_places_of_peaks_stand_over_the_middle_of_what_lies_on_them() -> None:
    picture = picture_of(PRESETS["tri-peaks"].rules)
    xs = [float(x) for x, _y in re.findall(r"M([\d.]+) ([\d.]+)", picture.down)]
    # The tips of the three peaks.
    assert [x - xs[0] for x in xs[:3]] == [0, 36, 72]


def test_games_are_like_their_relatives() -> None:
    for preset, relative in (("freecell", "bakers-game"), ("spider-4", "spider-2"), ("golf", "dead-king-golf")):
        assert relative in [other.id for other in games_like(PRESETS[preset].rules, 2)]
    assert unlikeness(Rules(), Rules()) == 0
    assert all(preset.rules != PRESETS["golf"].rules for preset in games_like(PRESETS["golf"].rules, 45))


async def test_every_game_is_in_the_gallery_and_has_a_page_of_its_own(browser: Browser) -> None:
    page = (await browser.http.get("/patience")).text
    assert all(f'data-game="{preset}"' in page for preset in PRESETS)
    for preset in ("klondike-3", "spider-2", "pyramid"):
        own = (await browser.http.get("/patience", params={"preset": preset})).text
        assert f'value="{preset}"' in own
        assert ('value="winnable"' in own) == can_decide(PRESETS[preset].rules)
        rules = await browser.http.get(f"/rules/{preset}")
        assert f'href="/patience?preset={preset}"' in rules.text
    assert (await browser.http.get("/patience", params={"preset": "bridge"})).status_code == 404
    assert "90 of 100 deals can be won" in page, "figures that are known"


async def test_games_are_found_by_the_page_and_by_its_script_alike(browser: Browser) -> None:
    async def asked(path: str, **query: str) -> Any:
        return await browser.http.get(path, params=query)

    for query in (
        {"q": "klondyke"},
        {"q": "3 minutes", "difficulty": "easy"},
        {"packs": "2", "length": "long"},
        {"q": "xyzzy"},
    ):
        found = (await asked("/api/patience/games", **query)).json()["games"]
        page = (await asked("/patience", **query)).text
        results = page[page.index("data-results") : page.index("data-families")]
        assert re.findall(r'data-game="([^"]+)"', results) == found
        assert found or "Nothing found." in page
    assert (await asked("/api/patience/games", q="spider xyzzy")).json()["nearest"]
    # Invalid filters are ignored.
    assert len((await asked("/api/patience/games", packs="7", length="endless", played="?")).json()["games"]) == len(
        PRESETS
    )


async def test_a_game_at_random_is_one_of_those_asked_for(browser: Browser) -> None:
    async def led(**query: str) -> str:
        answer = await browser.http.get("/patience/random", params=query)
        assert answer.status_code == 303
        return str(answer.headers["location"]).partition("preset=")[2]

    assert {await led(q="spider", difficulty="medium", length="long") for _each in range(8)} == {"spider-2"}
    assert await led(q="xyzzy") in PRESETS
    for preset in ("golf", "dead-king-golf", "aces-up", "clock"):
        table = await begin(browser, preset=preset, deal="3")
        await table.ask("give_up")
    # The fifth game of three minutes or less has not been played.
    assert {await led(q="3 minutes", new="true") for _each in range(8)} == {"tri-peaks"}
    never = (await browser.http.get("/api/patience/games", params={"q": "3 minutes", "played": "no"})).json()["games"]
    before = (await browser.http.get("/api/patience/games", params={"q": "3 minutes", "played": "yes"})).json()["games"]
    assert (never, sorted(before)) == (["tri-peaks"], ["aces-up", "clock", "dead-king-golf", "golf"])


async def test_the_choice_comes_first_until_a_game_is_chosen(browser: Browser) -> None:
    def first(page: str) -> bool:
        return page.index("data-gallery-search") < page.index("data-deal")

    assert first((await browser.http.get("/patience")).text)
    assert first((await browser.http.get("/patience", params={"q": "golf"})).text)
    assert not first((await browser.http.get("/patience", params={"preset": "golf"})).text)
    assert not first((await browser.http.get("/patience", params={"deal": "17"})).text)


def test_pictures_have_foundations_and_stock_where_the_table_has_them() -> None:
    for preset in PRESETS.values():
        rules, picture = preset.rules, picture_of(preset.rules)
        if not rules.stock_cards:
            continue
        [stock], [mirrored] = places(picture.above_down), places(picture.left_down)
        others = [x for x in (*places(picture.above_slots), *places(picture.above_up)) if x is not stock]
        assert all(x < stock for x in others), preset.id
        assert mirrored == 0
    found = places(picture_of(PRESETS["klondike-1"].rules).above_slots)
    assert found == [0, 12, 24, 36, 60], "four foundations at the left, the waste before the stock"
    assert places(picture_of(PRESETS["klondike-1"].rules).left_slots) == [36, 48, 60, 72, 12]


def places(path: str) -> list[float]:
    """The distances of elements from the left."""
    return [float(x) for x in re.findall(r"M([\d.]+) ", path)]


@pytest.mark.parametrize("preset", PRESETS)
def test_how_many_deals_can_be_won_stands_at_every_game(preset: str) -> None:
    game = shown(PRESETS[preset])
    said = share_words(PRESETS[preset])
    assert re.search("can be won$|^people win|^hints alone win", said)
    assert game.facts[2] == said
    assert game.short.endswith(said)
    assert game.measured


async def test_the_page_of_a_shared_deal_is_that_of_its_game(browser: Browser) -> None:
    async def page_of(**wish: Any) -> str:
        table = await begin(browser, **wish)
        return (await browser.http.get("/patience", params={"deal": f"{table_id_of(table)}.1"})).text

    golf = await page_of(preset="golf", deal="3")
    assert "<title>Golf · Patience" in golf
    assert 'content="Golf · Patience"' in golf
    assert "<h2>Golf</h2>" in golf
    assert 'data-rules="golf"' in golf
    assert "klondike" not in golf[: golf.index('class="gallery"')].lower()
    own = await page_of(preset="freecell", rules={"cells": 2}, deal="3")
    assert f"<h2>{name_of(preset_rules('freecell', {'cells': 2}))}</h2>" in own
    assert all(sentence in own for sentence in describe(preset_rules("freecell", {"cells": 2})) if "cell" in sentence)
    microsoft = (await browser.http.get("/patience", params={"deal": "microsoft-33"})).text
    assert ("<h2>FreeCell</h2>" in microsoft, 'value="33"' in microsoft) == (True, True)
    assert (await browser.http.get("/patience", params={"deal": "nothing.1"})).status_code == 404


async def test_a_link_to_a_deal_is_called_by_its_number_or_day_and_has_one_address(browser: Browser) -> None:
    async def head(**asked: str) -> str:
        return (await browser.http.get("/patience", params=asked)).text.partition("</head>")[0]

    numbered = await head(preset="klondike-3", deal="258")
    assert "<title>Klondike, turn 3 · 258 · Patience" in numbered
    assert 'content="Klondike, turn 3 · 258 · Patience"' in numbered
    assert '/patience?preset=klondike-3&amp;deal=258"' in numbered
    microsoft = await head(deal="microsoft-33")
    assert "<title>FreeCell · Microsoft deal 33 · Patience" in microsoft
    assert '/patience?preset=freecell&amp;deal=microsoft-33"' in microsoft
    day = today().isoformat()
    table = await begin(browser, preset="klondike-1", deal="winnable", day=day)
    of_day = await head(deal=f"{table_id_of(table)}.1")
    assert f"<title>Klondike, turn 1 · {day} · Patience" in of_day
    assert f'/patience?deal={table_id_of(table)}.1"' in of_day
    assert "canonical" not in await head()
    assert "<title>Golf · Patience" in await head(preset="golf", deal="no number")


async def test_games_played_last_come_first_and_have_records(browser: Browser) -> None:
    assert "Played last" not in (await browser.http.get("/patience")).text
    for preset in ("golf", "yukon"):
        table = await begin(browser, preset=preset, deal="3")
    page = (await browser.http.get("/patience")).text
    last = page[page.index("Played last") : page.index("data-families")]
    assert re.findall(r'data-game="([^"]+)"', last) == ["yukon", "golf"]
    await table.play(table.told["view"]["legal"][0])
    await table.ask("give_up")
    records = (await browser.http.get("/api/patience/records", params={"preset": "yukon"})).json()
    assert (records["played"], records["given_up"]) == (1, 1)
    assert 'value="yukon"' in (await browser.http.get("/patience/records")).text


def corners(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"M([\d.]+) ([\d.]+)", path)]


def test_under_house_rules_what_is_above_stands_apart_over_a_narrow_tableau() -> None:
    picture = picture_of(preset_rules("freecell", {"piles": [18, 18, 16]}))
    # Four foundations, a gap and four cells, for the left hand the other way round; the piles are in the middle.
    assert corners(picture.above_slots) == [(x, 0) for x in (0, 12, 24, 36, 60, 72, 84, 96)]
    assert corners(picture.left_slots) == [(x, 0) for x in (60, 72, 84, 96, 36, 24, 12, 0)]
    assert (picture.width, picture.height) == (106, 18 + 17 * 3 + 14)
    assert {x for x, _y in corners(picture.up)} == {36, 48, 60}
    assert min(y for _x, y in corners(picture.up)) == 18
    without = picture_of(preset_rules("freecell", {"piles": [18, 18, 16], "cells": 0}))
    assert corners(without.above_slots) == [(x, 0) for x in (0, 12, 24, 36)]
    assert without.width == 46
