"""Clients behind a proxy: only proxies are trusted, in every notation that they use."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from spite_and_malice.server.configuration import proxies_of
from spite_and_malice.server.http.forwarded import Forwarded

PROXIES = "127.0.0.1, 10.0.0.0/8, fd00::/8"


def served(headers: list[tuple[str, str]], client: str | None = "127.0.0.1", kind: str = "http") -> tuple[str, Any]:
    """Return the scheme and the client that an application sees."""
    seen: list[Any] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.append(scope)

    scope: Any = {
        "type": kind,
        "scheme": "http" if kind == "http" else "ws",
        "client": None if client is None else (client, 5),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
    }
    unused: Any = None
    asyncio.run(Forwarded(app, proxies_of(PROXIES))(scope, unused, unused))
    return seen[0]["scheme"], seen[0]["client"]


@pytest.mark.parametrize(
    ("said", "scheme"),
    [
        (["https"], "https"),
        (["https, https"], "https"),
        (["https,http"], "https"),
        (["HTTPS"], "https"),
        (["WSS"], "https"),
        (["wss"], "https"),
        ([" Https ,http , http"], "https"),
        (['"https"'], "https"),
        (["https", "http"], "https"),
        ([",https"], "https"),
        (["http"], "http"),
        (["http,https"], "http"),
        (["WS"], "http"),
        (["httpsx"], "http"),
        (["http\xdf"], "http"),
        ([""], "http"),
        ([], "http"),
    ],
)
def test_the_protocol_of_the_browser_is_understood(said: list[str], scheme: str) -> None:
    headers = [("x-forwarded-proto", value) for value in said]
    assert served(headers)[0] == scheme
    assert served(headers, kind="websocket")[0] == {"http": "ws", "https": "wss"}[scheme]
    assert served(headers, client="::ffff:10.1.2.3")[0] == scheme
    # Nobody else is trusted.
    for stranger in ("192.0.2.7", "11.0.0.1", "2001:db8::1", "", "unix:", None):
        assert served(headers, client=stranger)[0] == "http"


@pytest.mark.parametrize(
    ("said", "client"),
    [
        (["192.0.2.1"], ("192.0.2.1", 0)),
        (["192.0.2.1:4711"], ("192.0.2.1", 4711)),
        (["[2001:db8::1]:4711"], ("2001:db8::1", 4711)),
        (["2001:db8::1"], ("2001:db8::1", 0)),
        # A client's own entries come before those added by the proxies.
        (["198.51.100.9, 192.0.2.1, 10.0.0.7"], ("192.0.2.1", 0)),
        (["198.51.100.9", "192.0.2.1", "10.0.0.7,10.0.0.8"], ("192.0.2.1", 0)),
        (["10.0.0.7, 10.0.0.8"], ("10.0.0.7", 0)),
        (["192.0.2.1, ::ffff:10.0.0.7"], ("192.0.2.1", 0)),
        (["198.51.100.9, unknown"], ("127.0.0.1", 5)),
        (["198.51.100.9, 192.0.2.1:99999999"], ("192.0.2.1", 0)),
        (["<script>"], ("127.0.0.1", 5)),
        ([" , "], ("127.0.0.1", 5)),
        ([], ("127.0.0.1", 5)),
    ],
)
def test_the_last_address_that_is_no_proxys_counts(said: list[str], client: tuple[str, int]) -> None:
    headers = [("x-forwarded-for", value) for value in said]
    assert served(headers)[1] == client
    assert served(headers, client="192.0.2.7")[1] == ("192.0.2.7", 5)


def test_what_is_no_connection_of_a_browser_passes() -> None:
    seen: list[Any] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.append(scope)

    unused: Any = None
    lifespan: Any = {"type": "lifespan"}
    asyncio.run(Forwarded(app, [])(lifespan, unused, unused))
    assert seen == [{"type": "lifespan"}]
