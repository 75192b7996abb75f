"""The gallery of the games of patience: what it shows of each, and what is like what."""

from __future__ import annotations

import re

import pytest

from spite_and_malice.patience import PRESETS, Rules
from spite_and_malice.patience.decidable import can_decide
from spite_and_malice.patience.rules.likeness import games_like, unlikeness
from spite_and_malice.server.features.gallery import picture_of
from spite_and_malice.texts import _, in_language

from .conftest import Browser
from .test_patience import begin


def cards(path: str) -> int:
    return path.count("M")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_picture_shows_as_many_cards_as_are_dealt(preset: str) -> None:
    rules, picture = PRESETS[preset].rules, picture_of(PRESETS[preset].rules)
    ready = 4 * rules.packs if rules.ready else 0
    dealt = sum(rules.piles) + sum(rules.reserve) + rules.cells_dealt + ready
    first = 1 if rules.base == "dealt" or rules.aim == "waste" else 0
    stock = 1 if rules.stock_cards else 0
    assert cards(picture.up) + cards(picture.down) == dealt + first + stock
    assert picture.width <= 13 * 12
    assert picture.height > 0


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_card_says_of_a_game_takes_two_lines_on_a_phone(language: str) -> None:
    with in_language(language):
        assert [preset.id for preset in PRESETS.values() if len(_(preset.summary)) > 80] == []


def test_places_of_peaks_stand_over_the_middle_of_what_lies_on_them() -> None:
    picture = picture_of(PRESETS["tri-peaks"].rules)
    xs = [float(x) for x, _y in re.findall(r"M([\d.]+) ([\d.]+)", picture.down)]
    # The stock, then the tips of the three peaks.
    assert [x - xs[1] for x in xs[1:4]] == [0, 36, 72]


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


async def test_games_played_last_come_first_and_have_records(browser: Browser) -> None:
    assert "Played last" not in (await browser.http.get("/patience")).text
    for preset in ("golf", "yukon"):
        table = await begin(browser, preset=preset, deal="3")
    page = (await browser.http.get("/patience")).text
    last = page[page.index("Played last") : page.index('class="gallery"')]
    assert re.findall(r'data-game="([^"]+)"', last) == ["yukon", "golf"]
    await table.play(table.told["view"]["legal"][0])
    await table.ask("give_up")
    records = (await browser.http.get("/api/patience/records", params={"preset": "yukon"})).json()
    assert (records["played"], records["given_up"]) == (1, 1)
    assert 'value="yukon"' in (await browser.http.get("/patience/records")).text
