"""A site below a path of its host, behind the proxies that docs/operations.md shows."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

WAIT = 30.0
SOURCE = Path(__file__).parents[2]


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        return int(listener.getsockname()[1])


def example(begins: str) -> str:
    """Return the document's code block with this beginning."""
    document = (SOURCE / "docs" / "operations.md").read_text(encoding="utf-8")
    found = re.search(rf"((?:^    {re.escape(begins)}.*\n)(?:^    .*\n)*)", document, re.MULTILINE)
    assert found is not None
    return found[1]


def nginx(folder: Path, port: int, behind: int) -> list[str]:
    """Write nginx's configuration; return its command."""
    upgrade = re.search(r"map \$http_upgrade.*?\n}\n", (SOURCE / "deploy" / "nginx.conf").read_text(), re.DOTALL)
    assert upgrade is not None
    places = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    site = example("location /cards/").replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/log; user root;\nevents {{}}\nhttp {{ access_log off;\n"
        f"{places}{upgrade[0]}server {{ listen 127.0.0.1:{port};\n{site}}} }}\n"
    )
    return ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "log")]


def caddy(folder: Path, port: int, behind: int) -> list[str]:
    """Write Caddy's configuration; return its command."""
    site = example("redir /cards").replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    (folder / "Caddyfile").write_text(f"{{\nadmin off\n}}\nhttp://localhost:{port} {{\n{site}}}\n")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


PROXIES = {"nginx": nginx, "caddy": caddy}


@contextmanager
def started(command: list[str], port: int, **variables: str) -> Iterator[None]:
    """Run a program, wait until it listens, and keep it running for the context."""
    with subprocess.Popen(
        command, env=os.environ | variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as it:
        end = time.monotonic() + WAIT
        try:
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    assert it.poll() is None, f"{command[0]} ended"
                    assert time.monotonic() < end
                    time.sleep(0.05)
            yield
        finally:
            it.terminate()


@pytest.fixture(params=PROXIES)
def below(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a site below a path."""
    if shutil.which(request.param) is None:
        pytest.skip(f"there is no {request.param} here")
    port, behind = free_port(), free_port()
    address = f"http://localhost:{port}/cards"
    command = [sys.executable, "-m", "spite_and_malice", "--port", str(behind), "--no-browser"]
    variables = {"SPITE_DATA": str(tmp_path / "data.sqlite3"), "SPITE_URL": address, "PYTHONPATH": str(SOURCE / "src")}
    with (
        started(command, behind, **variables),
        started(PROXIES[request.param](tmp_path, port, behind), port),
    ):
        yield address


@pytest.mark.nightly("deploy/", "src/spite_and_malice/server/http/hosts.py")
def test_the_whole_site_lies_below_a_path(below: str, browser: Browser) -> None:
    host = below.removesuffix("/cards")
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    failed: list[str] = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    page.goto(f"{below}/")
    page.get_by_role("link", name="Choose a game").click()
    page.wait_for_url(f"{below}/new")
    page.goto(f"{below}/new?preset=standard")
    page.locator("form button.primary").first.click()
    page.wait_for_url(f"{below}/table/*")
    expect(page.get_by_role("button", name=re.compile("hand, 1 of"))).to_be_visible(timeout=WAIT * 1000)
    table = urlsplit(page.url).path
    with urlopen(f"{page.url}", timeout=WAIT) as answer:
        assert f'<meta property="og:image" content="{below}/' in answer.read().decode()
    page.goto(f"{below}/games")
    assert page.locator(f'a[href="{table}"]').count() > 0
    for path in ("/patience", "/me", "/rules/standard", "/puzzles", "/day", "/statistics", "/ladder"):
        page.goto(below + path)
        page.wait_for_load_state("networkidle")
        wrong = page.locator('a[href^="/"]:not([href^="/cards/"]), form[action^="/"]:not([action^="/cards/"])')
        # Links made by scripts are corrected when pointed at.
        for link in wrong.all():
            link.dispatch_event("pointerover")
        assert wrong.count() == 0, path
    page.locator('form[action="/cards/language"] button:not([disabled])').last.click()
    page.wait_for_url(f"{below}/ladder")
    worker = page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)")
    assert worker == f"{below}/"
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
    assert manifest["scope"] == manifest["start_url"] == "/cards/"
    assert {each for each in asked if each.startswith(host) and not each.startswith(f"{below}/")} == set()
    assert failed == []
    page.close()
