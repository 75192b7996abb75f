"""A table of Spite and Malice in Node.js, with a stand-in page, whose server is the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from spite_and_malice.play import Game, new_game
from tests.web.conftest import snapshot_of
from tests.web.modules import Modules
from tests.web.page_in_node import PageInNode

ME: Final = 0
"""The seat of the page."""


class SpiteInNode(PageInNode):
    """A game of two with its page in Node.js: it plays by the rules and sends what the real server would."""

    script = "spite-table.js"

    def __init__(self, modules: Modules, game: Game, how: dict[str, Any]) -> None:
        self.game = game
        self.version = 1
        self.number = 1
        self.answers = True
        self.occasions: list[str] = []
        self.begin(modules, how)

    def open(self, **more: Any) -> dict[str, Any]:
        """Send the current state, and return the display."""
        found = snapshot_of(self.game.view(ME).to_json(), list(self.game.log))
        found["table"]["you"] = ME
        found |= {
            "version": self.version, "game": self.number, "ply": len(self.game.log), "undo": self.game.can_undo(ME),
        }  # fmt: skip
        self.send(**(found | more))
        return self.do()

    def event(self, move: str, asked: str | None = None, **more: Any) -> None:
        """Play a move, and tell the page."""
        seat = self.game.turn
        self.game.play(move)
        self._tell(seat, "move", move, asked, **more)

    def _tell(self, seat: int, action: str, move: str | None, asked: str | None, **more: Any) -> None:
        self.version += 1
        view = {name: value for name, value in self.game.view(ME).to_json().items() if name != "rules"}
        event = {
            "type": "event", "version": self.version, "game": self.number, "ply": len(self.game.log), "seat": seat,
            "action": action, "move": move, "id": asked, "view": view, "undo": self.game.can_undo(ME), "pause": 0,
            "worlds": 0, "match": None, "standing": None,
        }  # fmt: skip
        self.send(**(event | more))

    def refuse(self, asked: str, text: str) -> None:
        """Refuse a request, and tell the page how the game stands."""
        view = {name: value for name, value in self.game.view(ME).to_json().items() if name != "rules"}
        about = {"version": self.version, "game": self.number, "ply": len(self.game.log), "undo": False}
        self.send(type="refused", id=asked, code="illegal_move", message=text, view=view, **about)

    def _hear(self, message: dict[str, Any]) -> None:
        if not self.answers:
            return
        if message["type"] == "move":
            self.event(message["move"], message["id"])
        elif message["type"] == "undo":
            self.game.undo(ME)
            self._tell(ME, "undo", None, message["id"])

    def _go(self, act: str, milliseconds: int) -> dict[str, Any]:
        shown = super()._go(act, milliseconds)
        self.occasions += shown["occasions"]
        for message in shown["said"]:
            self._hear(message)
        return shown

    def play(self, move: str) -> dict[str, Any]:
        """Make a move like the hands."""
        return self.do(f'(table) => table.play(table.moves.find(({{ text }}) => text === "{move}"))')

    @property
    def asked(self) -> list[str]:
        """The page's requests, in short."""
        return [message["type"] for message in self.told]


OpenSpite = Callable[..., SpiteInNode]


def begun(fits: Callable[[Game], bool] = lambda game: True) -> Game:
    """Return a new game of two that the page's seat begins, and that fits."""
    seed = 1
    while not ((game := new_game("standard", 2, seed=seed)).turn == ME and fits(game)):
        seed += 1
    return game


@pytest.fixture(name="open_spite")
def spite_tables(modules: Modules) -> Iterator[OpenSpite]:
    """Return a function that opens a table."""

    def opened(
        game: Game | None = None, speed: str = "off", about: Any = None, how: Any = None, **settings: Any
    ) -> SpiteInNode:
        told = {"settings": {"speed": speed, **settings}, "about": about or {}, **(how or {})}
        return SpiteInNode(modules, game or begun(), told)

    yield opened
    modules.evaluate('async () => (await import("/tests/spite-table.js")).end()')
