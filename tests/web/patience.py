"""A patience table with the test as its server: it plays by the rules and sends the real one's messages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from playwright.sync_api import WebSocketRoute

from spite_and_malice.patience import Move, Position, Rules, deal_number, describe, preset_rules, solve
from spite_and_malice.patience.finishing import finishing
from spite_and_malice.patience.refusal import why_not
from spite_and_malice.patience.rules.presets import PRESETS
from spite_and_malice.rules.naming import card_name
from tests.web.conftest import Window, page_in, wait_on

TIME: Final = 125_000
"""The playing time of every game, in milliseconds."""

WAY: Final = solve(deal_number(preset_rules("klondike-1"), 258), seconds=None).moves
"""The solution of the tests' deal."""


def after(moves: int) -> Position:
    """Return the position of the tests' deal after a number of moves of the solution."""
    position = deal_number(preset_rules("klondike-1"), 258)
    for move in WAY[:moves]:
        position.play(move)
    return position


class PatienceServer:
    """One game at a table of patience; subclasses define how its messages are sent (`send`)."""

    def __init__(self, position: Position | None = None, preset: str = "klondike-1") -> None:
        self.sent: list[dict[str, Any]] = []
        self.preset = preset
        self.start = position or deal_number(preset_rules(preset), 258)
        self.game = 1
        self.version = 1
        self.answers = True
        self.tells_early = False
        self.running = False
        self.counts_on = 300_000
        self.hint: dict[str, Any] = {}
        self.solved = "yes"
        self.verdict: str | None = None
        self.told_at: list[str] = []
        self.points: dict[str, int] = {}
        self.number: int | None = None
        self._held: list[dict[str, Any]] = []
        self._begin()

    def _begin(self) -> None:
        self.moves: list[str] = []
        self.undone: list[str] = []
        self.ply = 0
        self.undos = 0
        self.paused: str | None = None
        self.over: str | None = None

    @property
    def position(self) -> Position:
        """The position after the moves not taken back."""
        position = Position.from_json(self.start.to_json())
        for move in self.moves:
            position.play(move)
        return position

    def send(self, **message: Any) -> None:
        """Send a message to the page."""
        raise NotImplementedError

    def hold(self) -> None:
        """Answer nothing until `let_go`."""
        self.answers = False

    def let_go(self) -> None:
        """Answer all requests since then."""
        self.answers = True
        held, self._held = self._held, []
        for message in held:
            self._answer(message)

    def forget(self) -> list[dict[str, Any]]:
        """Return the requests since `hold`, and never answer them."""
        held, self._held = self._held, []
        return held

    def hear(self, message: dict[str, Any]) -> None:
        """Handle the page's message."""
        self.sent.append(message)
        if message["type"] == "hello":
            if self.tells_early:
                self._event("", "resume", [])
            self.send(**self._snapshot())
        elif message["type"] == "ping":
            self.send(type="pong")
        elif message["type"] == "look":
            self.send(type="accepted", id=message["id"], version=self.version, ply=self.ply)
        elif self.answers:
            self._answer(message)
        else:
            self._held.append(message)

    def _answer(self, message: dict[str, Any]) -> None:
        kind, asked = message["type"], message["id"]
        if kind in ("again", "next"):
            self.game += 1
            self.version += 1
            if kind == "next":
                self.start = deal_number(preset_rules(self.preset), 258 + self.game)
            self._begin()
            self.send(**self._snapshot())
            self.send(type="accepted", id=asked, version=self.version, ply=self.ply)
        elif message["ply"] != self.ply:
            self._refuse(asked, "stale", "The table has changed.")
        elif kind == "move":
            if message["move"] not in self.position.view().legal:
                why = why_not(self.position.view(), Move.parse(message["move"]), card_name)
                self._refuse(asked, "illegal_move", why)
                return
            self.moves.append(message["move"])
            self.undone = []
            self._event(asked, message["move"], [message["move"]])
        elif kind == "undo":
            count = min(message.get("count", 1), len(self.moves))
            taken = [self.moves.pop() for _ in range(count)]
            self.undone += taken
            self.undos += 1
            self._event(asked, f"undo:{count}" if count > 1 else "undo", taken)
        elif kind == "redo":
            made = self.undone.pop()
            self.moves.append(made)
            self._event(asked, "redo", [made])
        elif kind == "finish":
            turned: list[str] = []
            made_all = [str(move) for move in finishing(self.position)]
            for move in made_all:
                before = self.position.view().stock
                self.moves.append(move)
                view = self.position.view()
                turned += view.waste[view.stock - before :] if move == "draw" else []
            self._event(asked, "finish", made_all, turned)
        elif kind in ("pause", "resume", "give_up"):
            self.paused = "pause" if kind == "pause" else None
            self.over = "given_up" if kind == "give_up" else None
            self._event(asked, kind, [])
        elif kind == "hint":
            self._event(asked, "hint", [])
            self.send(type="hint", id=asked, game=self.game, ply=self.ply, **{"back": 0, **self.hint})
        elif kind == "solve":
            self.verdict = {"yes": "won", "no": "lost"}.get(self.solved, self.solved)
            self.told_at = list(self.moves)
            self._event(asked, f"solve:{self.verdict}", [])
            self.send(type="solved", id=asked, game=self.game, ply=self.ply, answer=self.solved)
        elif kind == "rescue":
            self._event(asked, "rescue:0", [])

    def _event(self, asked: str, action: str, moves: list[str], turned: Sequence[str] = ()) -> None:
        self.version += 1
        self.ply += 1
        told = self._told()
        about = {"version": self.version, "game": self.game, "id": asked, "action": action}
        self.send(type="event", **about, moves=moves, turned=turned, **told)

    def _refuse(self, asked: str, code: str, text: str) -> None:
        told = {key: value for key, value in self._told().items() if key != "end"}
        self.send(type="refused", id=asked, code=code, message=text, version=self.version, game=self.game, **told)

    def _snapshot(self) -> dict[str, Any]:
        rules: Rules = self.start.rules
        deal = {
            "choice": "winnable", "level": None, "day": None, "number": self.number, "numbers": "own",
            "commitment": "0" * 64, "secret": None,
        }  # fmt: skip
        table = {
            "id": "t", "kind": "patience", "name": PRESETS[self.preset].name, "preset": self.preset,
            "rules": self.start.to_json()["rules"], "rules_words": list(describe(rules)), "deal": deal,
            "share": f"/patience?deal=t.{self.game}",
        }  # fmt: skip
        return {
            "type": "snapshot", "version": self.version, "game": self.game, "table": table, "moves": self.moves,
            **self._told(),
        }  # fmt: skip

    def _told(self) -> dict[str, Any]:
        position = self.position
        view = position.view().to_json()
        won = position.result == "won"
        turned = sum(pile["down"] for pile in view["tableau"])
        state = {
            "moves": len(self.moves), "undos": self.undos, "hints": 0, "answers": 0, "passes": view["pass"],
            "elapsed": TIME, "counts_on": self.counts_on if self.running else 0,
            "running": self.running, "paused": self.paused, "can_undo": bool(self.moves) and not won,
            "can_redo": bool(self.undone), "can_finish": bool(finishing(position)), "turned": turned,
            "verdict": self.verdict if self.told_at == self.moves else None, "points": self.points,
        }  # fmt: skip
        end = None
        if won or self.over:
            end = {
                "result": "won" if won else "given_up", "moves": len(self.moves), "time": TIME, "passes": view["pass"],
                "undos": self.undos, "hints": 0, "answers": 0, "number": 13, "secret": "0" * 64,
                "replay": "/table/t/games/1/replay", "records": {"moves": True, "time": False, "passes": True},
                "streak": 2, "won": 3, "played": 4, "totals": {}, "rank": None,
            }  # fmt: skip
        return {"ply": self.ply, "view": view, "state": state, "end": end}


class FakePatience(PatienceServer):
    """Such a game with its page in a browser."""

    def __init__(self, window: Window, position: Position | None = None, preset: str = "klondike-1") -> None:
        super().__init__(position, preset)
        self._socket: WebSocketRoute | None = None
        self.page, self.problems = page_in(window, self._connected)
        self.page.goto("http://table.test/patience/t")
        self.page.wait_for_selector("#cards .card")

    def send(self, **message: Any) -> None:
        """Send a message to the page."""
        assert self._socket is not None
        self._socket.send(json.dumps(message))

    def hang_up(self) -> None:
        """Cut the connection."""
        assert self._socket is not None
        self._socket.close(code=1011)

    def wait_for(self, count: int) -> None:
        """Wait until a number of moves are played."""
        wait_on(
            self.page,
            lambda: len(self.moves) == count,
            lambda: f"{len(self.moves)} moves stand instead of {count}",
        )

    def _connected(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda text: self.hear(json.loads(text)))
