"""Addresses that nobody would type: each is answered with a sentence, as missing or unreadable."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from .conftest import RunningServer, Visit, running
from .services import DATABASES, database

ODD = ["%00", "a%00b", "%ff", "%ed%a0%80", "%0a", "%1b", "%7f", "%e2%80%ae", "%f0%9f%83%8f", "'", "%25", "x" * 5000]
"""Pieces of a path: NUL, bytes that are not text, control characters, unusual characters, overlong ones."""


@pytest_asyncio.fixture(params=DATABASES, scope="module", loop_scope="module")
async def anywhere(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[RunningServer]:
    """A server on each kind of database."""
    with database(request.param, tmp_path_factory.mktemp("odd")) as address:
        async with running(address) as server:
            yield server


@pytest.mark.parametrize("odd", ODD, ids=[odd[:12] for odd in ODD])
async def test_what_nothing_can_be_called_is_not_there(anywhere: RunningServer, visit: Visit, odd: str) -> None:
    http = visit(anywhere.address).http
    for path in (
        f"/table/{odd}",
        f"/table/{odd}/games/1",
        f"/table/{odd}/games/1/replay",
        *(f"/api/tables/{odd}/games/1/{what}" for what in ("record", "record/mine", "check", "review", "replay")),
        f"/rules/{odd}",
        f"/new?preset={odd}",
        f"/static/{odd}",
        f"/static/table/{odd}.js",
        f"/static/texts/{odd}",
        f"/{odd}",
    ):
        response = await http.get(path)
        assert (response.status_code, response.json()["error"]["code"]) == (404, "not_found"), path
        assert response.json()["error"]["message"]
    page = await http.get(f"/table/{odd}", headers={"accept": "text/html"})
    assert page.status_code == 404
    assert "<h1" in page.text
    nobody = (await http.get(f"/api/tables/{odd}/mail")).json()
    assert nobody["on"] is False
    assert (await http.delete(f"/api/tables/{odd}/mail")).status_code == 200
    assert (await http.post(f"/mail/stop/{odd}")).status_code == 200


@pytest.mark.parametrize("odd", ODD[:-1], ids=ODD[:-1])
async def test_the_websocket_of_no_table_says_so(anywhere: RunningServer, visit: Visit, odd: str) -> None:
    page = await visit(anywhere.address).open(odd)
    assert (await page.get())["code"] == "unknown_table"
    assert await page.closed() == 4004


@pytest.mark.parametrize(
    "number", ["%00", "1%00", "%ff", "1e3", "0x1", "9" * 5000, "%D9%A3", "1.0", "+1", "-1", "%201", "nan", "1_0"]
)
async def test_odd_numbers_are_refused(anywhere: RunningServer, visit: Visit, number: str) -> None:
    browser = visit(anywhere.address)
    table_id = await browser.table(preset="standard")
    for path in (f"/table/{table_id}/games/{number}", f"/api/tables/{table_id}/games/{number}/check"):
        response = await browser.http.get(path)
        assert (response.status_code, response.json()["error"]["code"]) == (404, "not_found"), path
    for query in (f"/new?preset=standard&players={number}", f"/new/form?preset=standard&players={number}"):
        response = await browser.http.get(query)
        assert response.status_code in (200, 400, 404), query


@pytest.mark.parametrize(
    "body", [b"\x00", b"\xff", b"{", b"[]", b'"', b'{"preset": "\\u0000"}', b'{"preset": "\\ud800"}', b"\xef\xbb\xbf{}"]
)
async def test_odd_bodies_are_refused(anywhere: RunningServer, visit: Visit, body: bytes) -> None:
    http = visit(anywhere.address).http
    for path in ("/api/tables", "/api/play", "/api/rules"):
        response = await http.post(path, content=body, headers={"content-type": "application/json"})
        assert response.status_code in (400, 422), (path, response.text)
        assert response.json()["error"]["message"]


async def test_odd_names_are_taken_as_far_as_they_can_be_shown(anywhere: RunningServer, visit: Visit) -> None:
    browser = visit(anywhere.address)
    table_id = await browser.table([{"kind": "person", "name": "A\x00d\x1ba"}, {"kind": "open"}], preset="standard")
    page = await browser.open(table_id)
    assert (await page.greet())["people"]["seats"][0]["name"] == "Ada"
    assert (await page.ask("sit", seat=0, name="\x00"))["type"] == "accepted"
    assert (await page.ask("configure", rules={"\x00": 1}))["code"] == "invalid_rules"
    assert (await page.ask("configure", preset="\x00"))["code"] == "invalid_rules"
    assert (await page.ask("seat", seat=1, kind="computer", player="\x00"))["code"] == "invalid_seat"
    assert (await page.ask("say", text="\x00"))["code"] == "malformed"
    assert (await page.greet())["people"]["seats"][0]["name"] == "Player 1"


@pytest.mark.parametrize("header", ["cookie", "authorization", "accept-language", "referer", "origin", "accept"])
@pytest.mark.parametrize(
    "value", ["\x7f", "é", "spite_player=%00", "Bearer \x01", ";;;=", "q" * 5000, "http://[", "http://[::1"]
)
async def test_odd_headers_do_no_harm(anywhere: RunningServer, visit: Visit, header: str, value: str) -> None:
    http = visit(anywhere.address).http
    for path in ("/games", "/api/tables", "/nowhere"):
        response = await http.get(path, headers={header.encode(): value.encode("latin-1")})
        assert response.status_code in (200, 400, 404), path
    language = await http.post("/language", data={"language": "de"}, headers={header.encode(): value.encode("latin-1")})
    assert language.status_code in (303, 400, 403)
