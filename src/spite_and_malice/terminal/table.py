"""The table as the server last told it: where the game stands, and who sits there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from spite_and_malice.engine import Move, View

from .company import Company
from .picture import move_list
from .place import Message


@dataclass(slots=True)
class Table:
    """What is known. `view` is None before the first game.

    `log` has the moves that stood in the last snapshot, each with its seat, and `played` the cards of each.
    """

    info: Message = field(default_factory=dict)
    people: Message = field(default_factory=dict)
    rules: Message = field(default_factory=dict)
    view: View | None = None
    game: int = 0
    ply: int = 0
    log: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    may_undo: bool = False

    @property
    def you(self) -> int | None:
        """One's own seat, None for who watches."""
        return None if not self.people else self.people["you"]

    @property
    def company(self) -> Company:
        """Who sits at the table."""
        return Company.of(self.people["seats"], self.you)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.view is not None and self.view.is_over

    @property
    def is_my_turn(self) -> bool:
        """Whether one is to move."""
        return self.view is not None and not self.view.is_over and self.view.turn == self.you

    @property
    def pass_would_end(self) -> bool:
        """Whether a pass would complete a stalemate and end the game (RULES.md section 5)."""
        view = self.view
        if view is None or view.rules.stalemate != "end" or view.stage != "play" or view.moved:
            return False
        return view.passes + 1 >= view.rules.players

    @property
    def may_take_back(self) -> bool:
        """Whether one may take back a whole turn: a move of one's own stands, alone against computer players."""
        alone = all(
            seat["kind"] == "computer" for number, seat in enumerate(self.people["seats"]) if number != self.you
        )
        allowed = self.people["settings"].get("undo_turns", True) and alone and self.you is not None
        return allowed and not self.is_over and any(entry.startswith(f"{self.you} ") for entry in self.log)

    @property
    def moves(self) -> list[Move]:
        """The legal moves in the order of their numbers."""
        return [] if self.view is None else move_list(self.view)

    def seen(self, view: Message | None) -> View | None:
        """Read a view; only those of snapshots have the rules."""
        if view is None:
            return None
        self.rules = view.get("rules", self.rules)
        return View.from_json({**view, "rules": self.rules})

    def take(self, message: Message) -> None:
        """Take in a snapshot, an event or a refusal that has a view."""
        if message["type"] == "snapshot":
            self.info, self.log, self.played = message["table"], list(message["log"]), list(message["played"])
            self.people = message.get("people") or self.people
            self.game = message["game"]
        self.ply, self.may_undo = message["ply"], message["undo"]
        self.view = self.seen(message["view"])
        for name in ("match", "next_commitment"):
            if message.get(name) is not None:
                self.info[name] = message[name]

    def told(self) -> dict[str, Any]:
        """Return the game and the number of actions that a message is about."""
        return {"game": self.game, "ply": self.ply}
