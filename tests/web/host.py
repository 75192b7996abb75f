"""The host `table.test`: the page of a table, with all its files, for tests that play that table's server.

A separate server rather than Playwright's interception, which costs a page another 0.2 s of processor time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final, NamedTuple

from jinja2 import Environment, FileSystemLoader

from spite_and_malice.players import LEVELS
from spite_and_malice.server.http import files, modules
from spite_and_malice.server.http.files import FOLDERS, WEB
from spite_and_malice.server.http.language import install, script_of_texts
from spite_and_malice.texts import best_language, in_language

HOST: Final = "table.test"
HERE: Final = Path(__file__).resolve().parent
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}


class Answer(NamedTuple):
    """The response for an address."""

    body: bytes
    content_type: str = "text/html"
    status: int = 200


KNOWN: Final = (
    # Nobody at a test's table is known from before.
    ("/api/people/", Answer(b"[]", "application/json")),
    # Where a window is between two tests.
    ("/empty", Answer(b"")),
    # The part of the host's form for the choice of computer players.
    ("/new/form", Answer(b'<template><option value="club">Club player</option></template>')),
)
"""Responses other than files and pages, by the beginning of the address."""


@contextmanager
def hosting() -> Iterator[int]:
    """Run the host while the block lasts; yield its port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        server.daemon_threads = True
        thread = Thread(target=server.serve_forever, args=(0.05,), name=HOST)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def as_flag(port: int) -> str:
    """Return the flag that makes Chromium find the host at its port."""
    return f"--host-resolver-rules=MAP {HOST} 127.0.0.1:{port}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Otherwise head and body wait for each other's acknowledgement.
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        answer = answer_to(self.path.partition("?")[0], self.headers.get("Accept-Language", ""))
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.content_type)
        self.send_header("Content-Length", str(len(answer.body)))
        # Files stay the same while tests run; a window that is kept reads them once.
        if self.path.startswith(("/static/", "/tests/")):
            self.send_header("Cache-Control", "max-age=86400")
        self.end_headers()
        self.wfile.write(answer.body)

    def do_PUT(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path.startswith(tuple(beginning for beginning, _ in KNOWN)):
            self.do_GET()
        else:
            self.send_error(501)

    do_POST = do_DELETE = do_PUT

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Log nothing: reporting requests is the browser's task."""


@lru_cache(maxsize=512)
def answer_to(path: str, languages: str) -> Answer:
    """Answer a request from the files of web/ and of this folder, in the browser's language."""
    if path.startswith("/static/texts/"):
        return Answer(script_of_texts(Path(path).stem), "text/javascript")
    if path.startswith("/static/"):
        name = path.removeprefix("/static/")
        file = WEB / ("" if name.partition("/")[0] in FOLDERS else "static") / name
        return Answer(file.read_bytes(), TYPES[file.suffix]) if file.is_file() else Answer(b"", status=404)
    if path.startswith("/tests/"):
        return Answer((HERE / path.removeprefix("/tests/")).read_bytes(), "text/javascript")
    for beginning, answer in KNOWN:
        if path.startswith(beginning):
            return answer
    kind = "patience_table" if path.startswith("/patience/") else "table"
    with in_language(best_language(None, languages)):
        return Answer(_templates().get_template(f"{kind}.html.j2").render(table_id="t").encode())


@cache
def _templates() -> Environment:
    environment = Environment(loader=FileSystemLoader(WEB / "templates"), autoescape=True)
    install(environment)
    environment.globals["levels"] = LEVELS
    files.install(environment)
    modules.install(environment)
    return environment
