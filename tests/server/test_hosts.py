"""The server's host names, its cookies under them, and pages of other sites."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import httpx
import pytest

from spite_and_malice.server.clock import DAY_MS, now_ms
from spite_and_malice.server.http import identity
from spite_and_malice.server.http.hosts import Host, host_of
from spite_and_malice.server.store import Conflict, Store
from spite_and_malice.server.store.accounts import Agent, NewPasskey

from .conftest import Browser, RunningServer, Serve, Visit, running

ODD = ["name:x", "name:99999", "name:0", "a b", "[::1", "]", "a@b", "a/b", "ü.example", "\x7f", "", ":", "a:1:2", "%00"]
PATHS = ["/", "/games", "/me", "/table/none", "/nothing", "/api/me", "/api/tables", "/static/none.js", "/open", "/new"]


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("Cards.Example", Host("cards.example", None)),
        ("cards.example:8443", Host("cards.example", 8443)),
        ("[::1]:80", Host("[::1]", 80)),
        ("cards.example:", Host("cards.example", None)),
        *((odd, None) for odd in ODD if odd not in ("",)),
        ("", None),
    ],
)
def test_a_host_is_a_name_with_or_without_a_port(text: str, host: Host | None) -> None:
    assert host_of(text) == host


async def raw(address: str, head: bytes) -> tuple[int, str]:
    """Send a request head unchanged and return the status and the whole answer."""
    name, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(name, int(port), family=socket.AF_INET)
    writer.write(head)
    async with asyncio.timeout(20):
        answer = await reader.read()
    writer.close()
    return int(answer.split()[1]), answer.decode("latin-1")


@pytest.mark.parametrize("names", ["own", "any"])
async def test_a_page_of_an_error_is_one_whatever_the_host_header_says(
    tmp_path: Any, caplog: pytest.LogCaptureFixture, names: str
) -> None:
    options: dict[str, Any] = {"allowed_hosts": ["*"]} if names == "any" else {}
    async with running(tmp_path / "data.sqlite3", **options) as server:
        for path in PATHS:
            for odd in ODD:
                for hosts in ([odd], ["localhost", odd]):
                    lines = "".join(f"Host: {each}\r\n" for each in hosts)
                    head = f"GET {path} HTTP/1.1\r\n{lines}Accept: text/html\r\nConnection: close\r\n\r\n"
                    status, answer = await raw(server.address, head.encode("latin-1"))
                    assert status in (400, 403, 404), (path, odd, status)
                    if "/api/" not in path and "Invalid HTTP" not in answer:
                        assert "<h1" in answer, (path, odd)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_forwarded_port_leads_to_a_server_of_this_computer(browser: Browser) -> None:
    for host in ("localhost:9", "127.0.0.1:65535", "[::1]:8080", "LOCALHOST", "127.0.0.2:81"):
        page = await browser.http.get("/", headers={"host": host})
        assert page.status_code == 200, host
        asked = await browser.http.post("/api/tables", json={}, headers={"host": host, "origin": f"http://{host}"})
        assert asked.json()["error"]["code"] != "not_allowed", host
    for host in ("cards.example", "localhost.example", "192.0.2.1", "127.0.0.1.example:80"):
        assert (await browser.http.get("/", headers={"host": host})).status_code == 403, host


async def test_only_pages_of_the_same_scheme_name_and_port_may_write(server: RunningServer, visit: Visit) -> None:
    http, secure = visit(server.address).http, {"x-forwarded-proto": "https", "host": "localhost"}
    for headers, may in (
        ({"origin": "http://localhost", "host": "localhost"}, True),
        ({"origin": "http://localhost:80", "host": "localhost"}, True),
        ({"origin": "https://localhost", "host": "localhost"}, False),
        ({"origin": "http://localhost:81", "host": "localhost"}, False),
        (secure | {"origin": "https://localhost"}, True),
        (secure | {"origin": "https://localhost:443"}, True),
        (secure | {"origin": "http://localhost"}, False),
        (secure | {"origin": "null"}, False),
        (secure | {"origin": "https://localhost.example"}, False),
    ):
        # A client with a token is checked for its origin, and nothing else.
        answer = await http.post("/api/house-rules", json={}, headers=headers | {"cookie": f"spite_player={'t' * 43}"})
        assert (answer.status_code != 403) == may, headers


async def test_what_another_site_sends_uses_up_nobodys_tries(serve: Serve, visit: Visit) -> None:
    async with serve(sign_ins_a_minute=3) as server:
        browser = visit(server.address)
        for _ in range(10):
            for foreign in (
                {"origin": "http://evil.example"},
                {"host": "evil.example", "origin": "http://evil.example"},
            ):
                sent = await browser.http.post("/api/sign-in/code", json={"code": "x"}, headers=foreign)
                assert sent.status_code == 403
        tried = [(await browser.http.post("/api/sign-in/code", json={"code": "x"})).status_code for _ in range(4)]
        assert 429 not in tried[:3]
        assert tried[3] == 429


async def test_two_servers_at_one_host_know_their_visitor_apart(tmp_path: Any) -> None:
    async with (
        running(tmp_path / "one.sqlite3") as one,
        running(tmp_path / "two.sqlite3") as two,
        httpx.AsyncClient(headers={"accept": "text/html"}) as browser,
    ):
        for server in (one, two, one, two):
            await browser.get(f"http://{server.address}/games")
        jar = [cookie for cookie in browser.cookies.jar if not cookie.name.startswith("spite_since_")]
        names = {cookie.name: cookie.value for cookie in jar}
        assert sorted(names) == sorted(f"spite_player_{each.store.instance}" for each in (one, two))
        assert len(set(names.values())) == 2
        table = await browser.post(f"http://{one.address}/api/tables", json=TABLE)
        await browser.get(f"http://{two.address}/games")
        listed = await browser.get(f"http://{one.address}/api/tables")
        assert [each["id"] for each in listed.json()] == [table.json()["id"]]


TABLE = {"seats": [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "greedy"}]}


async def test_the_same_games_at_another_port_know_their_visitor(serve: Serve) -> None:
    async with httpx.AsyncClient(headers={"accept": "text/html"}) as browser:
        tables: list[str] = []
        for _ in range(2):
            async with serve() as server:
                if not tables:
                    tables.append((await browser.post(f"http://{server.address}/api/tables", json=TABLE)).json()["id"])
                listed = await browser.get(f"http://{server.address}/api/tables")
                assert [each["id"] for each in listed.json()] == tables


async def test_a_cookie_of_an_older_version_is_read_and_gets_the_new_name(server: RunningServer, visit: Visit) -> None:
    browser = visit(server.address)
    table = await browser.table()
    token = browser.token
    older = visit(server.address)
    older.http.cookies.set("spite_player", token)
    page = await older.http.get("/games", headers={"accept": "text/html"})
    assert f"/table/{table}" in page.text
    assert page.headers["set-cookie"].startswith(f"spite_player_{server.store.instance}={token};")
    older.http.cookies.delete("spite_player")
    assert f"/table/{table}" in (await older.http.get("/games")).text


def cookies_of(answer: httpx.Response) -> dict[str, str]:
    """Return the values of the cookies that an answer sets, by their names."""
    pairs = (each.partition(";")[0].partition("=") for each in answer.headers.get_list("set-cookie"))
    return {name: value for name, _is, value in pairs}


PAGE = {"accept": "text/html"}


@pytest.mark.parametrize("days", [40.01, 100, 399])
async def test_who_comes_now_and_then_is_never_a_stranger(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch, days: float
) -> None:
    browser, clock = visit(server.address), now_ms()
    first = await browser.http.get("/games", headers=PAGE)
    token = browser.token
    assert "max-age=34560000" in first.headers["set-cookie"].lower()
    monkeypatch.setattr(identity, "now_ms", lambda: clock + 39 * DAY_MS)
    assert "set-cookie" not in (await browser.http.get("/games", headers=PAGE)).headers
    monkeypatch.setattr(identity, "now_ms", lambda: clock + int(days * DAY_MS))
    # A request that shows no page renews nothing, nor does a program's request.
    assert "set-cookie" not in (await browser.http.get("/api/tables")).headers
    browser.http.cookies.set("spite_language", "de")
    again = await browser.http.get("/games", headers=PAGE)
    named = cookies_of(again)
    assert named[f"spite_player_{server.store.instance}"] == token
    assert named["spite_language"] == "de"
    assert again.headers["set-cookie"].lower().count("max-age=34560000") == 2
    assert "set-cookie" not in (await browser.http.get("/games", headers=PAGE)).headers
    # If the browser itself has dropped the smaller one, it is renewed as well.
    browser.http.cookies.delete(f"spite_since_{server.store.instance}")
    assert token in (await browser.http.get("/games", headers=PAGE)).headers["set-cookie"]


async def test_who_was_here_by_http_is_known_by_https(server: RunningServer, visit: Visit) -> None:
    browser = visit(server.address)
    table = await browser.table()
    token = browser.token
    secured = {**PAGE, "x-forwarded-proto": "https"}
    page = await browser.http.get("/games", headers=secured)
    assert f"/table/{table}" in page.text
    assert cookies_of(page)[f"__Host-spite_player_{server.store.instance}"] == token
    # A browser that already has one from https keeps it, whatever a page without TLS may have set.
    name = f"spite_player_{server.store.instance}"
    other = secured | {"cookie": f"__Host-{name}={'o' * 43}; {name}={token}"}
    page = await visit(server.address).http.get("/games", headers=other)
    assert f"/table/{table}" not in page.text
    assert token not in str(page.headers)


async def test_under_tls_no_other_host_can_set_the_cookie(server: RunningServer, visit: Visit) -> None:
    name = f"__Host-spite_player_{server.store.instance}"
    for host in ("localhost", "localhost:8443"):
        asked = await visit(server.address).http.get("/games", headers={"x-forwarded-proto": "https", "host": host})
        first, *attributes = asked.headers["set-cookie"].split("; ")
        assert first.startswith(f"{name}=")
        assert {"Secure", "Path=/", "HttpOnly"} <= set(attributes)
        assert not [each for each in attributes if each.lower().startswith("domain")]


async def test_browsers_are_to_come_by_https_where_they_have(tmp_path: Any, visit: Visit) -> None:
    async with running(tmp_path / "data.sqlite3", allowed_hosts=["*"]) as server:
        http = visit(server.address).http
        for headers, told in (
            ({"x-forwarded-proto": "https", "host": "cards.example"}, True),
            ({"x-forwarded-proto": "https", "host": "localhost"}, False),
            ({"host": "cards.example"}, False),
        ):
            page = await http.get("/", headers=headers)
            assert ("strict-transport-security" in page.headers) == told, headers


async def test_no_page_is_kept_for_who_comes_after_somebody_has_signed_out(browser: Browser) -> None:
    await browser.table()
    of_theirs = ["/", "/games", "/me", "/statistics", "/ladder", "/scrapbook", "/ratings", "/puzzles"]
    for path in [*of_theirs, "/patience/records"]:
        page = await browser.http.get(path, headers={"accept": "text/html"})
        assert (page.status_code, page.headers["cache-control"]) == (200, "no-store"), path


async def test_of_two_sign_ins_with_one_count_of_a_passkey_the_second_is_refused(store: Store) -> None:
    passkey = NewPasskey("credential", b"key", 5, "localhost", Agent("", ""))
    await store.accounts.open("a" * 64, "b" * 64, Agent("", ""), passkey)
    outcomes = await asyncio.gather(
        *(store.accounts.note_passkey_use("credential", 6) for _ in range(4)), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in outcomes) == ["Conflict"] * 3 + ["NoneType"]
    with pytest.raises(Conflict):
        await store.accounts.note_passkey_use("credential", 0)
    await store.accounts.note_passkey_use("credential", 7)


@pytest.mark.parametrize("path", ["/learn", "/puzzles", "/rules", "/read", "/settings", "/new"])
async def test_every_page_brings_the_cookie_that_a_first_write_needs(
    server: RunningServer, visit: Visit, path: str
) -> None:
    browser = visit(server.address)
    page = await browser.http.get(path, headers={"accept": "text/html"}, follow_redirects=True)
    assert page.status_code == 200
    wrote = await browser.http.post(
        "/api/puzzles/runs", json={"kind": "five"}, headers={"origin": f"http://{server.address}"}
    )
    assert wrote.status_code == 201, wrote.text
