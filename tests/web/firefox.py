"""Firefox for the tests: Debian's `firefox-esr`, which Playwright drives by WebDriver BiDi.

Run as a program, this is a Firefox that answers Playwright's commands for new windows that an older Firefox does not
know, so that the windows still open.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from playwright.sync_api import Browser, Playwright
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

PROGRAM: Final = "firefox-esr"

UNKNOWN: Final = frozenset({"emulation.setMediaFeaturesOverride"})
"""Commands unknown to Firefox 153: a window's colours, contrast and motion settings are the machine's."""

MOUSE: Final = 0b110
"""In Firefox's words: the pointer is exact and can hover."""


@contextmanager
def firefox(playwright: Playwright, host: str, port: int) -> Iterator[Browser]:
    """Run Firefox without a window; it finds the host at a port of this machine. Skip where it is not installed."""
    if shutil.which(PROGRAM) is None:
        pytest.skip(f"no Firefox on this machine: apt-get install {PROGRAM}")
    preferences: dict[str, str | float | bool] = {
        "network.dns.localDomains": host,
        "network.socket.forcePort": f"80={port}",
        "ui.primaryPointerCapabilities": MOUSE,
        "ui.allPointerCapabilities": MOUSE,
    }
    with TemporaryDirectory() as folder:
        program = Path(folder) / PROGRAM
        program.write_text(f'#!/bin/sh\nexec {quote(sys.executable)} {quote(__file__)} "$@"\n')
        program.chmod(0o700)
        browser = playwright.firefox.launch(
            channel="moz-firefox", executable_path=program, firefox_user_prefs=preferences
        )
        yield browser
        browser.close()


async def _answer_for(words: list[str]) -> int:
    program = shutil.which(PROGRAM)
    assert program is not None
    firefox = await asyncio.create_subprocess_exec(program, *words, stderr=asyncio.subprocess.PIPE)
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def relay(client: ServerConnection) -> None:
        assert client.request is not None
        async with connect(await address + client.request.path, max_size=None) as behind:
            await asyncio.gather(_up(client, behind), _down(behind, client))

    async with serve(relay, "127.0.0.1", 0, max_size=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        assert firefox.stderr is not None
        async for line in firefox.stderr:
            said = line.decode()
            if (found := re.search(r"ws://127\.0\.0\.1:\d+", said)) is not None:
                address.set_result(found[0])
                said = said.replace(found[0], f"ws://127.0.0.1:{port}")
            sys.stderr.write(said)
            sys.stderr.flush()
    return await firefox.wait()


async def _up(client: ServerConnection, behind: ClientConnection) -> None:
    async for text in client:
        asked = json.loads(text)
        if asked["method"] in UNKNOWN:
            await client.send(json.dumps({"type": "success", "id": asked["id"], "result": {}}))
        else:
            await behind.send(text)
    await behind.close()


async def _down(behind: ClientConnection, client: ServerConnection) -> None:
    async for text in behind:
        await client.send(text)


if __name__ == "__main__":
    sys.exit(asyncio.run(_answer_for(sys.argv[1:])))
