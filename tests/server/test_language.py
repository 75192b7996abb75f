"""The server's language for each person: pages, refusals, and each viewer of one table."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from spite_and_malice.server.http.static import static_digest
from spite_and_malice.texts import script_texts

from .conftest import Browser, Visit
from .play import discard, to_my_turn

GERMAN = {"accept-language": "de-DE,de;q=0.9,en;q=0.5"}


@pytest.mark.parametrize("path", ["/", "/new", "/new?preset=standard", "/games", "/rules/book", "/rules/klondike-3"])
async def test_pages_speak_what_the_browser_accepts(browser: Browser, path: str) -> None:
    english = (await browser.http.get(path)).text
    german = (await browser.http.get(path, headers=GERMAN)).text
    assert '<html lang="en"' in english
    assert '<html lang="de"' in german
    assert "Data protection" in english
    assert "Datenschutz" in german
    assert "Data protection" not in german


@pytest.mark.parametrize(
    ("accepted", "told"),
    [
        ("de-AT, en;q=0.5", "Auf Deutsch, wie dein Browser es möchte."),
        ("en-GB", "In English, as your browser wants it."),
        ("zu, xh;q=0.5", "Your browser asks for none of these languages, so this is English."),
    ],
)
async def test_the_foot_says_why_a_page_is_in_its_language_until_one_is_chosen(
    browser: Browser, accepted: str, told: str
) -> None:
    foot = (await browser.http.get("/rules", headers={"accept-language": accepted})).text.partition("site-foot")[2]
    assert told in foot
    await browser.http.post("/language", data={"language": "de"})
    foot = (await browser.http.get("/rules", headers={"accept-language": accepted})).text.partition("site-foot")[2]
    assert 'class="hint"' not in foot


async def test_a_chosen_language_stays(browser: Browser) -> None:
    address = str(browser.http.base_url)
    answer = await browser.http.post(
        "/language", data={"language": "de"}, headers={"referer": f"{address}/rules/quick?x=1"}
    )
    assert answer.status_code == 303
    assert answer.headers["location"] == "/rules/quick?x=1"
    assert "Datenschutz" in (await browser.http.get("/", headers={"accept-language": "en"})).text


@pytest.mark.parametrize(
    ("referer", "location"),
    [
        ("http://elsewhere.example/new", "/"),
        ("{address}//elsewhere.example/x", "/elsewhere.example/x"),
        ("{address}\\elsewhere.example", "/"),
        ("nonsense", "/"),
        ("http://[", "/"),
    ],
)
async def test_choosing_a_language_leads_nowhere_else(browser: Browser, referer: str, location: str) -> None:
    headers = {"referer": referer.format(address=browser.http.base_url)}
    answer = await browser.http.post("/language", data={"language": "de"}, headers=headers)
    assert (answer.status_code, answer.headers["location"]) == (303, location)


@pytest.mark.parametrize("body", [{}, {"language": "xx"}, {"language": "../en"}])
async def test_a_language_that_there_is_not_is_refused(browser: Browser, body: dict[str, str]) -> None:
    answer = await browser.http.post("/language", data=body, headers=GERMAN)
    assert answer.status_code == 400
    assert "Diese Sprache gibt es hier nicht" in answer.text
    assert "set-cookie" not in answer.headers


async def test_the_texts_of_scripts_are_kept_for_ever(browser: Browser) -> None:
    page = (await browser.http.get("/", headers=GERMAN)).text
    found = re.search(r'<script defer src="([^"]+/texts/[^"]+)"></script>', page)
    assert found is not None
    assert found[1] == f"/static/{static_digest()}/texts/de.js"
    assert found.start() < page.index('type="module"'), "scripts of both kinds run in the order in which they stand"
    answer = await browser.http.get(found[1])
    assert answer.headers["content-type"].startswith("text/javascript")
    texts = answer.text.removeprefix("globalThis.spiteTexts = ").removesuffix(";\n")
    assert json.loads(texts) == script_texts("de")
    assert "immutable" in answer.headers["cache-control"]
    assert "/texts/" not in (await browser.http.get("/")).text.replace("/texts.js", "")


@pytest.mark.parametrize("name", ["en.js", "xx.js", "..%2Fde.js", "de.json"])
async def test_texts_that_there_are_not_are_not_found(browser: Browser, name: str) -> None:
    assert (await browser.http.get(f"/static/texts/{name}")).status_code == 404


@pytest.mark.parametrize("path", ["/nowhere", "/table/nowhere", "/rules/nowhere", "/static/nowhere.js"])
async def test_what_is_missing_is_said_in_german(browser: Browser, path: str) -> None:
    answer = await browser.http.get(path, headers={**GERMAN, "accept": "text/html"})
    assert answer.status_code == 404
    assert '<html lang="de"' in answer.text
    assert "Diese Karte ist nicht im Spiel" in answer.text


async def test_rules_are_told_and_refused_in_german(browser: Browser) -> None:
    told = (await browser.http.post("/api/rules", json={"preset": "standard"}, headers=GERMAN)).json()
    assert told["words"][0] == "Zwei spielen gegeneinander."
    refused = await browser.http.post("/api/rules", json={"rules": {"side_filled": True, "pass": True}}, headers=GERMAN)
    assert refused.status_code == 422
    assert (
        refused.json()["error"]["message"]
        == "Leere Ablagestapel können nicht zuerst gefüllt werden, wo Passen erlaubt ist: Schalte eines von beiden aus."
    )
    presets = (await browser.http.get("/api/presets", headers=GERMAN)).json()
    assert presets[0]["name"] == "Katz & Maus"
    assert "Nach dem Regelblatt von Mattel." in (await browser.http.get("/rules/skip-bo", headers=GERMAN)).text


async def test_each_viewer_of_a_table_is_told_of_it_in_his_language(browser: Browser, visit: Visit) -> None:
    table_id = await browser.table(preset="standard")
    player = await browser.open(table_id, **GERMAN)
    state = await player.hello()
    watcher = await visit(browser.address).open(table_id)
    watched = await watcher.hello()
    assert state["table"]["rules_words"][0] == "Zwei spielen gegeneinander."
    assert state["table"]["name"] == "Katz & Maus"
    assert state["table"]["seats"][1]["name"] == "Gierhals"
    assert watched["table"]["rules_words"][0] == "Two players play against each other."
    assert watched["table"]["seats"][1]["name"] == "Greedy"


@pytest.mark.parametrize(
    ("cookies", "words"),
    [
        ({}, ("pay-off pile", "centre stack", "side stack", "pay-off card")),
        ({"spite_words": "own"}, ("stock pile", "building pile", "discard pile", "stock-pile card")),
        (
            {"spite_words": "own", "spite_language": "de"},
            ("Spielerstapel", "Ablegestapel", "Hilfsstapel", "Stapelkarte"),
        ),
    ],
)
async def test_all_that_is_said_at_a_table_is_in_the_words_of_its_version(
    browser: Browser, cookies: dict[str, str], words: tuple[str, str, str, str]
) -> None:
    pile, centre, side, card = words
    for name, value in cookies.items():
        browser.http.cookies.set(name, value)
    rules = {"side_order": "descending", "payoff": 5}
    table_id = await browser.table(preset="skip-bo", rules=rules)
    page = await browser.open(table_id)
    snapshot = await page.hello()
    state = await to_my_turn(page, snapshot)
    table = snapshot["table"]
    told = " ".join(table["rules_words"])
    assert all(word in told for word in (pile, centre, side))
    assert table["terms"] == {} if not cookies else table["terms"]["pay-off pile"] == pile
    assert card in (await page.ask("reach", game=1, ply=state["ply"]))["words"]
    hand = state["view"]["players"][0]["hand"]
    legal = state["view"]["legal"]
    illegal = next(text for c in hand if c != "*" for n in "1234" if (text := f"H{c}-C{n}") not in legal)
    refused = await page.move(state, illegal)
    assert centre in refused["message"].replace(centre.capitalize(), centre)
    answer = (await browser.http.post("/api/rules", json={"preset": "skip-bo", "rules": rules})).json()
    assert answer["words"] == table["rules_words"]
    shown = (await browser.http.get("/rules/skip-bo")).text
    assert pile in shown
    assert ("data-terms" in shown) == bool(cookies)


async def test_a_move_is_refused_in_the_language_of_the_page(browser: Browser, visit: Visit) -> None:
    table_id = await browser.table(preset="standard")
    player = await browser.open(table_id, **GERMAN)
    state = await to_my_turn(player, await player.hello())
    refused: dict[str, Any] = await player.move(state, "H9h-L1")
    assert (
        refused["message"].endswith("In diesen Regeln gibt es kein Aufladen.") or "auf der Hand" in refused["message"]
    )
    stale = await player.move({**state, "ply": state["ply"] + 7}, discard(state["view"]["legal"]))
    assert stale["message"] == "Am Tisch ist es weitergegangen: Schau noch einmal hin und wähle."
    watcher = await visit(browser.address).open(table_id)
    answer = await watcher.move(await watcher.hello(), "pass")
    assert answer["message"] == "You are watching: only the players at the table can move."
