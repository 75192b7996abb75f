"""The kit in a page's worker: the server running there, and programs for the same Python."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from .conftest import HERE, WEB
from .hosting import Host

STAND_IN = "boot.js"
"""It is replaced by `offline-boot.js`, which also accepts programs; the worker and everything else are a site's."""


def serve(kit: Path, folder: Path) -> Host:
    """Serve a kit, the worker and a page that queries it, as a plain web server does, from a folder of links."""
    (folder / "offline").mkdir()
    for path in (WEB / "offline").iterdir():
        (folder / "offline" / ("real-boot.js" if path.name == STAND_IN else path.name)).symlink_to(path)
    (folder / "offline" / STAND_IN).symlink_to(HERE / "offline-boot.js")
    (folder / "kit").symlink_to(kit)
    (folder / "page.js").symlink_to(HERE / "offline-asking.js")
    (folder / "index.html").write_text('<!doctype html><title>.</title><script type="module" src="page.js"></script>')
    return Host(folder)


def start(page: Page, address: str) -> None:
    """Load the page again and wait until its server answers."""
    page.goto(address)
    page.wait_for_function("window.asking !== undefined")
    page.evaluate("asking.ready")


def run(page: Page, program: Path, files: dict[str, str]) -> str:
    """Run a program in the worker's Python and return the `found.json` that it writes.

    Its only argument is the folder `/given`, which contains `files`.
    """
    found: str = page.evaluate(
        "([program, files]) => asking.run(program, files)", [program.read_text(encoding="utf-8"), files]
    )
    return found
