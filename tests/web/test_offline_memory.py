"""Python's memory, stored in the browser: a start from it needs nothing else, and none continues the last one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from tests.waiting import wait_until

from . import in_worker
from .hosting import Host

WAIT_MS: Final = 120_000
MEMORY: Final = "memory-of-a-test"

# Values that would repeat if they were part of a snapshot.
DRAWN: Final = """
import json, os, random, secrets, sqlite3

random_blob = sqlite3.connect(":memory:").execute("select hex(randomblob(16))").fetchone()[0]
found = [random.random(), secrets.token_hex(16), os.urandom(16).hex(), random_blob]
with open("/given/found.json", "w") as file:
    file.write(json.dumps(found))
"""


class Kept:
    """A page whose server may store its memory, on a host that may lose its kit."""

    def __init__(self, page: Page, host: Host, folder: Path) -> None:
        self.page = page
        self._host = host
        self._kit = folder / "kit"
        self._away = folder / "away"

    def start(self, *, room: int = 10**9, with_kit: bool = True) -> None:
        """Start the server; without the kit only a memory can do that."""
        if with_kit != self._kit.exists():
            (self._away if with_kit else self._kit).rename(self._kit if with_kit else self._away)
        in_worker.start(self.page, f"{self._host.address}?memory={MEMORY}&room={room}")

    def has(self, name: str) -> bool:
        """Return whether anything of a snapshot is stored."""
        found: bool = self.page.evaluate(
            "async ([memory, name]) => Boolean(await caches.match(new URL(`offline/${name}`, location.href), "
            "{ cacheName: memory }))",
            [MEMORY, name],
        )
        return found

    def wait(self) -> None:
        """Wait until a snapshot is completely stored."""
        wait_until(
            lambda: self.has("note"),
            lambda: "no memory is kept",
            seconds=WAIT_MS / 1000,
            pause=lambda seconds: self.page.wait_for_timeout(1000 * seconds),
        )

    def change(self, work: str) -> None:
        """Do something to the cache with the memory; `at` makes the address of a name in it."""
        self.page.evaluate(
            f"""async (memory) => {{
                const cache = await caches.open(memory);
                const at = (name) => new URL(`offline/${{name}}`, location.href);
                await cache.{work};
            }}""",
            MEMORY,
        )

    def drawn(self) -> list[Any]:
        """Return Python's first random number."""
        found: list[Any] = json.loads(self.page.evaluate("(program) => asking.run(program, { none: '' })", DRAWN))
        return found

    def cards(self) -> Any:
        """Return the cards that a new game begins with."""
        table = self.page.evaluate("asking.table('standard', 'club')")
        return self.page.evaluate("(table) => asking.play(table, 0)", table)["view"]


@pytest.fixture(scope="module")
def kept(browser: Browser, built_kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    folder = tmp_path_factory.mktemp("host")
    host = in_worker.serve(built_kit, folder)
    context = browser.new_context()
    context.set_default_timeout(WAIT_MS)
    yield Kept(context.new_page(), host, folder)
    context.close()
    host.stop()


def test_two_starts_from_one_memory_draw_different_deals(kept: Kept) -> None:
    kept.start()
    kept.wait()
    found = []
    for _ in range(2):
        kept.start(with_kit=False)
        found.append((kept.drawn(), kept.cards()))
        kept.wait()
    (drawn, cards), (other_drawn, other_cards) = found
    assert not set(drawn) & set(other_drawn)
    assert cards != other_cards


def test_a_memory_that_is_not_whole_is_forgotten(kept: Kept) -> None:
    kept.start()
    kept.wait()
    for work in ("delete(at('library'))", "put(at('heap'), new Response('short'))"):
        kept.change(work)
        kept.start()
        assert kept.page.evaluate("asking.ask('GET', '/')")["status"] == 200
        kept.wait()
    kept.start(with_kit=False)


def test_nothing_is_kept_where_room_is_scarce(kept: Kept) -> None:
    kept.start()
    kept.page.evaluate("(memory) => caches.delete(memory)", MEMORY)
    kept.start(room=150_000_000)
    kept.page.wait_for_timeout(3000)
    assert not any(kept.has(name) for name in ("note", "heap", "machine"))
