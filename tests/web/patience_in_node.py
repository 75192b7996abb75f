"""A table of patience in Node.js, with a stand-in page, whose server is the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from spite_and_malice.patience import Position
from tests.web.modules import Modules
from tests.web.page_in_node import PageInNode
from tests.web.patience import PatienceServer

TURN: Final = "(table) => table.turn()"


class TableInNode(PageInNode, PatienceServer):
    """A table with its page in Node.js and the test as its server."""

    script = "patience-table.js"

    def __init__(self, modules: Modules, position: Position | None, preset: str, how: dict[str, Any]) -> None:
        super().__init__(position, preset)
        self.trembled: list[list[int]] = []
        self.begin(modules, how)

    def open(self) -> dict[str, Any]:
        """Send the current state, and return the display."""
        self.send(**self._snapshot())
        return self.do()

    def event(self, action: str, moves: list[str], **about: Any) -> None:
        """Send an event that this page did not request."""
        self._event("", action, moves)
        self._waiting[-1].update(about)

    def _go(self, act: str, milliseconds: int) -> dict[str, Any]:
        shown = super()._go(act, milliseconds)
        self.trembled += shown["trembled"]
        for message in shown["said"]:
            if message["type"] not in ("forget", "restart"):
                self.hear(message)
        if act != "null" and self._waiting:
            return {**self._go("null", 0), "result": shown["result"]}
        return shown

    def play(self, move: str) -> dict[str, Any]:
        """Make a move like the hands."""
        return self.do(f'async (table) => table.play(table.moves.find(({{ text }}) => text === "{move}"), null)')

    def told_elsewhere(self, move: str, action: str = "", **about: Any) -> None:
        """Play a move that this page did not request, as another page of the same player does."""
        self.moves.append(move)
        self.event(action or move, [move], **about)

    @property
    def asked(self) -> list[str]:
        """The page's requests, in short."""
        return [message["type"] for message in self.told]


Open = Callable[..., TableInNode]


@pytest.fixture(name="open_table")
def tables(modules: Modules) -> Iterator[Open]:
    """Return a function that opens a table."""

    def opened(
        position: Position | None = None,
        preset: str = "klondike-1",
        speed: str = "off",
        about: Any = None,
        **settings: Any,
    ) -> TableInNode:
        how = {"settings": {"speed": speed, **settings}, "about": about or {}}
        return TableInNode(modules, position, preset, how)

    yield opened
    modules.evaluate('async () => (await import("/tests/patience-table.js")).end()')
