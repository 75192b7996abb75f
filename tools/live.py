"""A server and a browser for the scripts that look at the running game."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright

CHROMIUM_FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def server(data: Path) -> Iterator[str]:
    """Run `spite` in a process of its own on a free port, with its games in ``data``; yields its address."""
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
    """Deal a game of patience, of a preset always the same one; returns its path."""
    data = {"deal": "258", **({"preset": preset} if preset else {})}
    answer = person.request.post(f"{address}/api/patience", data=data)
    if not answer.ok:
        raise RuntimeError(f"The deal was refused: {answer.text()}")
    return str(answer.json()["url"])
