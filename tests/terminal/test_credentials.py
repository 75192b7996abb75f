"""A token is sent only to its own server, wherever that redirects."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from spite_and_malice.terminal.server import Server


@contextmanager
def listening(code: int = 200, location: str = "") -> Iterator[tuple[str, list[dict[str, str]]]]:
    """Run a server that records request headers and may redirect elsewhere."""
    heard: list[dict[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append({name.lower(): value for name, value in self.headers.items()})
            there = location if self.path == "/away" else ""
            self.send_response(code if there else 200)
            if there:
                self.send_header("location", there)
            self.send_header("content-length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", heard
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_a_token_follows_no_redirect_to_another_origin(code: int) -> None:
    with listening() as (other, heard), listening(code, f"{other}/here") as (own, asked):
        assert Server(own, "secret-token").ask("/away") == {}
        assert asked[0]["authorization"] == "Bearer secret-token"
        assert len(heard) == 1
        assert [name for name, value in heard[0].items() if "secret-token" in value] == []


def test_a_token_stays_with_its_own_server() -> None:
    with listening(302, "/here") as (own, asked):
        assert Server(own, "secret-token").ask("/away") == {}
        assert [each.get("authorization") for each in asked] == ["Bearer secret-token"] * 2
