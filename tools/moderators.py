"""Pictures of the page of moderators for docs/screenshots: its figures, and a report."""

from __future__ import annotations

import json
import secrets
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext
from websockets.sync.client import ClientConnection, connect

from tools.company import Pictured
from tools.live import AUTHENTICATOR, cookies_of

DAYS = 14
"""The number of days over which the games for the other pictures are spread."""
DAY_MS = 24 * 3600 * 1000


def photograph_moderators(browser: Browser, address: str, data: Path, pictured: Pictured) -> None:
    """Report a line of chat, name a moderator who has a passkey, and photograph what they see."""
    with closing(sqlite3.connect(data, isolation_level=None)) as connection:
        connection.execute(f"UPDATE games SET started_at = started_at - (id * id % {DAYS}) * {DAY_MS}")
    _report(browser, address)
    # Passkeys belong to a name.
    site = address.replace("127.0.0.1", "localhost")
    moderator = browser.new_context(color_scheme="dark")
    page = moderator.new_page()
    session = moderator.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    page.goto(f"{site}/me")
    page.get_by_role("button", name="Keep your games").click()
    page.locator("#passkeys").wait_for()
    person = moderator.request.get(f"{site}/api/me").json()["person"]
    moderator.request.put(f"{site}/api/me", data={"name": "Cleo"})
    _admin(data, "moderators", "add", person, "--yes")
    _admin(data, "announcements", "add", "The server is moved on Sunday at nine.", "--until", "2030-01-31 18:00")
    page.goto(f"{site}/admin")
    page.locator("[data-door] button").click()
    page.locator(".day-plots").wait_for()
    pictured(moderator, f"{site}/admin", "moderation", "h1")
    pictured(moderator, f"{site}/admin/reports", "reports", "h1")


def _admin(data: Path, *words: str) -> None:
    command = [sys.executable, "-m", "spite_and_malice", "admin", "--data", str(data), *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _report(browser: Browser, address: str) -> None:
    """Let somebody write a line at a table, and somebody else report it."""
    ada, ben = (browser.new_context() for _ in range(2))
    for person in (ada, ben):
        person.request.get(f"{address}/games")
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}]
    table = ada.request.post(f"{address}/api/tables", data={"preset": "standard", "seats": seats}).json()["url"]
    with _line(ada, address + table) as adas, _line(ben, address + table) as bens:
        _ask(bens, "sit", seat=1, name="Ben")
        for line in (adas, bens):
            _ask(line, "contribute", game=1, contribution=secrets.token_hex(32))
        _ask(adas, "start")
        _ask(bens, "say", text="You play like a goat in a hat.")
        adas.send(json.dumps({"type": "hello", "version": None, "game": None}))
        said = _until(adas, "snapshot")["chat"][-1]["number"]
        _ask(adas, "report", line=said)


def _line(person: BrowserContext, table: str) -> ClientConnection:
    line = connect(f"ws{table.removeprefix('http')}/ws", additional_headers={"Cookie": cookies_of(person)})
    line.send(json.dumps({"type": "hello", "version": None, "game": None}))
    return line


def _ask(line: ClientConnection, kind: str, /, **fields: Any) -> None:
    """Send a message and wait for its answer. Raises `RuntimeError` if it is refused."""
    line.send(json.dumps({"type": kind, "id": kind, **fields}))
    for frame in line:
        answer = json.loads(frame)
        if answer.get("id") == kind:
            if answer["type"] == "refused":
                raise RuntimeError(answer["message"])
            return


def _until(line: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a kind that has what was said."""
    for frame in line:
        message: dict[str, Any] = json.loads(frame)
        if message["type"] == kind and message["chat"]:
            return message
    raise RuntimeError("The line has ended.")
