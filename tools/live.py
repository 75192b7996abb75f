"""A server and a browser for the scripts that examine the running game."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright
from websockets.sync.client import connect

from spite_and_malice.players import choose

CHROMIUM_FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
"""A device with passkeys for Chromium (WebAuthn.addVirtualAuthenticator), whose owner always agrees."""


@contextmanager
def server(data: Path) -> Iterator[str]:
    """Run `spite` in a separate process on a free port, with its games in ``data``; yields its address."""
    command = [sys.executable, "-m", "spite_and_malice", "--port", "0", "--no-browser", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            lines = (re.search(r"http://\S+?(?=/? )", line) for line in process.stdout)
            found = next(filter(None, lines), None)
            if found is None:
                raise RuntimeError("The server did not start.")
            yield found.group()
        finally:
            process.terminate()
            process.communicate()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the system's Chromium without a window; as root it runs without its sandbox, which refuses root."""
    path = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    if path is None:
        raise SystemExit("This needs Chromium; on Debian: apt install chromium.")
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        flags = [*CHROMIUM_FLAGS, *(["--no-sandbox"] if as_root else [])]
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        try:
            yield browser
        finally:
            browser.close()


def open_table(person: BrowserContext, address: str) -> str:
    """Open a standard table for one game against the club player; returns its path."""
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "club"}]
    table = {"preset": "standard", "rules": {}, "target": 1, "seats": seats}
    answer = person.request.post(f"{address}/api/tables", data=table)
    if not answer.ok:
        raise RuntimeError(f"The table was refused: {answer.text()}")
    return str(answer.json()["url"])


def open_patience(person: BrowserContext, address: str, preset: str = "") -> str:
    """Deal a game of patience, always the same one for a preset; returns its path."""
    data = {"deal": "258", **({"preset": preset} if preset else {})}
    answer = person.request.post(f"{address}/api/patience", data=data)
    if not answer.ok:
        raise RuntimeError(f"The deal was refused: {answer.text()}")
    return str(answer.json()["url"])


def cookies_of(person: BrowserContext) -> str:
    """Return a browser's cookies as a header value."""
    return "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in person.cookies())


def play_seat(cookies: str, table: str, player: str, turns: int | None = None) -> None:
    """Play a seat like a computer player until it has ended some turns and has a card that fits, or the game is over.

    Without ``turns`` the game is played to its end. Raises `RuntimeError` if the server refuses something.
    """
    with connect(f"ws{table.removeprefix('http')}/ws", additional_headers={"Cookie": cookies}) as socket:
        socket.send(json.dumps({"type": "hello", "version": None, "game": None}))
        log: list[str] = []
        rules: dict[str, object] = {}
        seat = None
        ended = 0
        for frame in socket:
            message = json.loads(frame)
            if message["type"] == "snapshot" and message["view"] is None:
                part = {"type": "contribute", "id": "part", "game": 1, "contribution": secrets.token_hex(32)}
                socket.send(json.dumps(part))
                continue
            if message["type"] == "snapshot":
                log, rules, seat = message["log"], message["view"]["rules"], message["table"]["you"]
            elif message["type"] == "event":
                log.append(f"{message['seat']} {message['move']}")
            elif message["type"] == "refused":
                raise RuntimeError(f"The server said: {frame!r}")
            else:
                continue
            view = {**message["view"], "rules": rules}
            fits = view["turn"] == seat and any("-C" in move for move in view["legal"])
            if view["result"] is not None or (turns is not None and ended >= turns and fits):
                return
            if view["turn"] == seat:
                move = choose(player, view, log, 1.0, 0)
                ended += "-S" in move
                played = {"type": "move", "id": f"{message['ply']}", "game": message["game"], "ply": message["ply"]}
                socket.send(json.dumps({**played, "move": move}))
