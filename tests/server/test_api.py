"""The HTTP interface and the pages' routes (docs/protocol.md), through a real server."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

import spite_and_malice
from spite_and_malice.rules import PRESETS, Rules
from spite_and_malice.server.features.tables import table_answer
from spite_and_malice.server.store import ListedTable, SeatRow, Summary, TableRow

from .conftest import Browser, RunningServer, Visit
from .play import discard, to_my_turn
from .services import behind

ADA = {"kind": "person", "name": "Ada"}
GREEDY = {"kind": "computer", "player": "greedy"}


async def test_presets_are_listed_with_rules_and_words(browser: Browser) -> None:
    response = await browser.http.get("/api/presets")
    presets = response.json()
    assert [preset["id"] for preset in presets] == list(PRESETS)
    for preset in presets:
        assert preset["players"] == list(PRESETS[preset["id"]].players)
        assert preset["rules"]["players"] == preset["players"][0]
        assert preset["words"]
        assert bool(preset["differences"]) == (preset["id"] != "standard")


async def test_rules_are_completed_and_said_in_words(browser: Browser) -> None:
    response = await browser.http.post("/api/rules", json={"preset": "round", "players": 5, "rules": {"payoff": 13}})
    assert response.status_code == 200
    answer = response.json()
    assert (answer["rules"]["players"], answer["rules"]["payoff"], answer["rules"]["centre"]) == (5, 13, 6)
    assert [sentence for topic in answer["topics"] for sentence in topic["sentences"]] == answer["words"]
    assert answer["differences"]
    assert (await browser.http.post("/api/rules", json={})).json()["differences"] == []


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"rules": {"hand": 0}}, ["hand"]),
        ({"rules": {"hand": True}}, ["hand"]),
        ({"rules": {"partners": True}}, ["partners", "players"]),
        ({"rules": {"colour": "red"}}, []),
        ({"preset": "skip-bo", "players": 7}, ["players"]),
        ({"preset": "standard", "rules": {"payoff": "many"}}, ["payoff"]),
        ({"players": 3, "rules": {"players": 2}}, ["players"]),
    ],
)
async def test_rules_that_make_no_sense_are_refused_with_the_sentence(
    browser: Browser, body: dict[str, Any], fields: list[str]
) -> None:
    response = await browser.http.post("/api/rules", json=body)
    assert response.status_code == 422
    error = response.json()["error"]
    assert error["code"] == "invalid_rules"
    assert set(fields) <= set(error["fields"])
    assert error["message"].endswith(".")


@pytest.mark.parametrize(
    ("content", "headers", "status", "code"),
    [
        ("{", {}, 400, "malformed"),
        ("", {}, 400, "malformed"),
        ("[]", {}, 400, "malformed"),
        ('{"seats": "two"}', {}, 400, "malformed"),
        ('{"seats": [], "colour": "red"}', {}, 400, "malformed"),
        ('{"seats": [{"kind": "person"}]}', {}, 400, "malformed"),
        ('{"seats": [{"kind": "person", "secret": 1}, {"kind": "computer"}]}', {}, 400, "malformed"),
        ("[" * 50_000, {}, 400, "malformed"),
        (b'{"rules": "\xff"}', {}, 400, "malformed"),
        ("{" + " " * 70_000 + "}", {}, 413, "too_large"),
        ("{}", {"content-type": "text/plain"}, 415, "not_json"),
        ("{}", {"content-type": "application/x-www-form-urlencoded"}, 415, "not_json"),
        ("{}", {"origin": "http://elsewhere.example"}, 403, "not_allowed"),
        ("{}", {"origin": "null"}, 403, "not_allowed"),
        ("{}", {"host": "elsewhere.example"}, 403, "not_allowed"),
    ],
)
async def test_a_bad_request_is_refused(
    browser: Browser, content: str | bytes, headers: dict[str, str], status: int, code: str
) -> None:
    headers = {"content-type": "application/json", **headers}
    response = await browser.http.post("/api/tables", content=content, headers=headers)
    assert response.status_code == status
    error = response.json()["error"]
    assert error["code"] == code
    assert error["message"].endswith(".")
    assert (await browser.http.get("/api/tables")).json() == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"seats": [ADA, ADA]}, "one_person"),
        ({"seats": [ADA, {"kind": "computer", "player": "oracle"}]}, "invalid_seat"),
        ({"seats": [ADA, {"kind": "computer"}]}, "invalid_seat"),
        ({"seats": [{"kind": "dog"}, GREEDY]}, "invalid_seat"),
        ({"seats": [ADA | {"player": "greedy"}, GREEDY]}, "invalid_seat"),
        ({"seats": [ADA, GREEDY], "preset": "nothing"}, "invalid_rules"),
        ({"seats": [ADA, GREEDY, GREEDY], "preset": "partners"}, "invalid_rules"),
        ({"seats": [ADA, GREEDY], "rules": {"players": 3}}, "invalid_rules"),
        ({"seats": [ADA, GREEDY], "target": 0}, "invalid_rules"),
    ],
)
async def test_a_table_that_cannot_be_is_refused(browser: Browser, body: dict[str, Any], code: str) -> None:
    response = await browser.http.post("/api/tables", json=body)
    assert response.status_code == 422
    assert response.json()["error"]["code"] == code


@pytest.mark.parametrize(
    ("target", "scores", "of_game", "winners"),
    [
        (1, (11, 0), [0], [0]),
        # The stock is exhausted: the player with fewer cards gets points, and nobody wins.
        (1, (4, 0), [], []),
        (25, (27, 12), [1], [0]),
        (50, (27, 12), [0], []),
    ],
)
def test_a_list_says_who_won(target: int, scores: tuple[int, int], of_game: list[int], winners: list[int]) -> None:
    rules, result = Rules(target=target), {"reason": "stock", "winners": of_game, "scores": [0, 0]}
    table = TableRow("t", "o", "T", None, rules.to_json(), (SeatRow("person", "Ada"), SeatRow("person", "Ben")))
    summary = Summary(1, None, scores, max(scores) >= rules.target, cards_left=(7, 11))
    assert table_answer(ListedTable(table, summary, 0, 0, is_given_up=False, result=result), "o").winners == winners


async def test_a_new_table_is_listed_for_its_browser_alone(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    response = await browser.http.post("/api/tables", json={"seats": [ADA, GREEDY], "preset": "standard", "target": 25})
    assert response.status_code == 201
    made = response.json()
    assert response.headers["location"] == made["url"] == f"/table/{made['id']}"
    (listed,) = (await browser.http.get("/api/tables")).json()
    assert listed["id"] == made["id"]
    assert (listed["state"], listed["game"], listed["scores"], listed["target"]) == ("gathering", 0, [0, 0], 25)
    assert (listed["turn"], listed["your_turn"]) == (None, False)
    dealt = await (await browser.open(made["id"])).hello()
    assert dealt["table"]["commitment"] == made["commitment"]
    (listed,) = (await browser.http.get("/api/tables")).json()
    assert (listed["state"], listed["game"]) == ("running", 1)
    assert [(seat["name"], seat["you"]) for seat in listed["seats"]] == [("Ada", True), ("Greedy", False)]
    assert listed["your_turn"] == (listed["turn"] == 0)
    assert (await visit(server.address).http.get("/api/tables")).json() == []


async def test_the_letters_of_the_heading_are_fetched_first_where_people_gather(browser: Browser) -> None:
    for other, first in ((GREEDY, False), ({"kind": "open"}, True)):
        made = (await browser.http.post("/api/tables", json={"seats": [ADA, other], "preset": "standard"})).json()
        page = (await browser.http.get(made["url"])).text
        assert bool(re.search(r'rel="preload" [^>]*fraunces', page)) == first


async def test_a_game_alone_with_computers_can_be_given_up(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    made = (await browser.http.post("/api/tables", json={"seats": [ADA, GREEDY], "preset": "standard"})).json()
    page = await browser.open(made["id"])
    state = await to_my_turn(page, await page.hello())
    (listed,) = (await browser.http.get("/api/tables")).json()
    assert listed["alone"]
    assert len(listed["cards_left"]) == 2
    await page.move(state, discard(state["view"]["legal"]))
    stranger = await visit(server.address).http.post(f"/api/tables/{made['id']}/give-up", json={})
    assert (stranger.status_code, stranger.json()["error"]["code"]) == (403, "not_alone")
    assert (await browser.http.post(f"/api/tables/{made['id']}/give-up", json={})).status_code == 200
    assert (await browser.http.get("/api/tables")).json() == []
    counted = (await browser.http.get("/api/statistics")).json()["all"]
    assert (counted["games"], counted["won"], counted["given_up"]) == (1, 0, 0)


async def test_a_game_that_was_not_begun_is_given_up_without_being_counted(browser: Browser) -> None:
    made = (await browser.http.post("/api/tables", json={"seats": [ADA, GREEDY], "preset": "standard"})).json()
    await (await browser.open(made["id"])).hello()
    assert (await browser.http.post(f"/api/tables/{made['id']}/give-up", json={})).status_code == 200
    assert (await browser.http.get("/api/statistics")).json()["all"]["games"] == 0


async def test_a_game_with_other_people_cannot_be_given_up_for_them(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    made = (
        await browser.http.post("/api/tables", json={"seats": [ADA, {"kind": "open"}], "preset": "standard"})
    ).json()
    ben = await visit(server.address).open(made["id"])
    await ben.hello()
    await ben.ask("sit", seat=1, name="Ben")
    (listed,) = (await browser.http.get("/api/tables")).json()
    assert not listed["removable"]
    assert (await browser.http.post(f"/api/tables/{made['id']}/give-up", json={})).status_code == 403
    assert len((await browser.http.get("/api/tables")).json()) == 1


async def test_who_waits_alone_can_take_the_table_off_the_lists(browser: Browser) -> None:
    made = (await browser.http.post("/api/play", json={"preset": "standard", "name": "Ada"})).json()
    (listed,) = (await browser.http.get("/api/tables")).json()
    assert (listed["removable"], listed["alone"]) == (True, False)
    assert len((await browser.http.get("/api/tables/open")).json()) == 1
    assert (await browser.http.post(f"/api/tables/{made['id']}/give-up", json={})).status_code == 200
    assert (await browser.http.get("/api/tables")).json() == []
    assert (await browser.http.get("/api/tables/open")).json() == []


async def test_a_browser_keeps_its_token_out_of_reach_of_scripts(server: RunningServer, visit: Visit) -> None:
    browser = visit(server.address)
    response = await browser.http.get("/games")
    cookie = response.headers["set-cookie"].lower()
    name = f"spite_player_{server.store.instance}"
    assert cookie.startswith(f"{name}=")
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "set-cookie" not in (await browser.http.get("/games")).headers
    forged = await browser.http.get("/games", headers={"cookie": f"{name}=short"})
    assert "set-cookie" in forged.headers


@pytest.mark.parametrize("path", ["/", "/new", "/new?preset=skip-bo&players=3", "/games", "/rules/flinch?players=4"])
async def test_every_page_opens_and_loads_nothing_from_elsewhere(browser: Browser, path: str) -> None:
    # The very first response sets the cookie, and is cached nowhere.
    await browser.http.get("/games")
    response = await browser.http.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["content-security-policy"].startswith("default-src 'self'")
    assert response.headers["cache-control"] == "no-store"
    # The preview that messengers read names the page's whole address.
    told = re.findall(r'<meta property="og:[^>]*content="(http[^"]*)"', response.text)
    assert all(address.startswith(str(browser.http.base_url)) for address in told)
    page = re.sub(r'<meta property="og:[^>]*>', "", response.text)
    assert "http://" not in page.replace("http://www.w3.org/", "")
    assert "https://" not in page


async def test_a_table_has_a_page(browser: Browser) -> None:
    table_id = await browser.table(preset="standard")
    response = await browser.http.get(f"/table/{table_id}")
    assert response.status_code == 200
    assert table_id in response.text


@pytest.mark.parametrize(
    "path", ["/nowhere", "/table/none", "/rules/none", "/new?preset=none", "/static/none.css", "/static/../app.py"]
)
async def test_what_is_not_there_is_said(browser: Browser, path: str) -> None:
    page = await browser.http.get(path, headers={"accept": "text/html"})
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    program = await browser.http.get(path, headers={"accept": "application/json"})
    assert program.status_code == 404
    assert program.json()["error"]["code"] == "not_found"


async def test_a_query_of_the_wrong_type_is_refused(browser: Browser) -> None:
    response = await browser.http.get("/rules/flinch?players=many", headers={"accept": "application/json"})
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "malformed"
    page = await browser.http.get("/rules/flinch?players=many", headers={"accept": "text/html"})
    assert (page.status_code, page.headers["content-type"]) == (400, "text/html; charset=utf-8")


async def test_static_files_are_kept_for_ever_under_the_digest_of_all(browser: Browser) -> None:
    html = (await browser.http.get("/")).text
    address = next(part for part in html.split('"') if part.endswith("/base.css"))
    response = await browser.http.get(address)
    assert response.status_code == 200
    assert response.headers["content-encoding"] == "gzip"
    assert "immutable" in response.headers["cache-control"]
    assert "etag" not in response.headers, "it is never asked for again"
    changing = await browser.http.get("/static/base.css")
    assert changing.headers["cache-control"] == "no-cache"
    assert changing.headers["etag"]


async def test_the_interface_is_described_without_a_page_of_another_host(browser: Browser) -> None:
    schema = (await browser.http.get("/api/schema/openapi.json")).json()
    assert {"/api/presets", "/api/rules", "/api/tables"} <= set(schema["paths"])


async def test_a_websocket_by_another_name_is_refused(server: RunningServer) -> None:
    host, port = server.address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        b"GET /table/x/ws HTTP/1.1\r\nHost: elsewhere.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert (await reader.readline()).startswith(b"HTTP/1.1 403")
    writer.close()
    await writer.wait_closed()


@pytest.mark.parametrize("path", ["/", "/new", "/rules", "/rules/standard", "/health", "/static/base.css", "/nothing"])
async def test_the_head_of_a_page_is_that_of_the_page(browser: Browser, path: str) -> None:
    page, head = await browser.http.get(path), await browser.http.head(path)
    assert (head.status_code, head.content) == (page.status_code, b"")
    assert head.headers["content-type"] == page.headers["content-type"]


async def test_the_rules_of_every_version_can_be_found(browser: Browser) -> None:
    page = (await browser.http.get("/rules")).text
    for preset in PRESETS.values():
        assert f'href="/rules/{preset.id}"' in page


@pytest.mark.parametrize("path", ["/nothing", "/static/nothing.css", "/static/..%2f..%2fapp.py", "/table/nowhere"])
async def test_an_error_is_kept_by_no_cache_and_tells_nothing_of_the_machine(browser: Browser, path: str) -> None:
    answer = await browser.http.get(path)
    assert answer.status_code == 404
    assert answer.headers["cache-control"] == "no-store"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert str(Path(spite_and_malice.__file__).parent) not in answer.text
    assert "web/" not in answer.text


async def test_no_cache_keeps_who_somebody_is(browser: Browser) -> None:
    first = await browser.http.get("/")
    assert "spite_player" in first.headers["set-cookie"]
    assert first.headers["cache-control"] == "no-store"


async def test_games_that_are_over_are_listed_page_by_page(
    server: RunningServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spite_and_malice.server.features.home._OVER_AT_ONCE", 2)
    ids = [await browser.table() for _ in range(5)]
    with behind(f"sqlite:///{server.store.name}") as connection:
        listed = ", ".join(f"'{each}'" for each in ids[1:])
        connection.exec_driver_sql(f"UPDATE tables SET turn = NULL, match_over = 1 WHERE id IN ({listed})")
    seen, path = [], "/games"
    for _page in range(2):
        text = (await browser.http.get(path)).text
        seen.append({each for each in ids if f'href="/table/{each}"' in text})
        older = re.search(r'href="(/games\?before=[^"]+)"', text)
        path = older[1] if older else ""
    assert ids[0] in seen[0]
    assert [len(seen[0]), len(seen[1]), path] == [3, 2, ""]
    assert set.union(*seen) == set(ids)
    for odd in ("1", "x.t", f"{'9' * 16}.t", "1.%00"):
        assert (await browser.http.get(f"/games?before={odd}")).status_code == 404, odd
