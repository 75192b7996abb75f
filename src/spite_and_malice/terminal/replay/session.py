"""Replaying a finished game, move by move, with its review."""

from __future__ import annotations

from typing import Final

from spite_and_malice.engine import Move
from spite_and_malice.terminal.backend import Backend, Message, NoAnswer
from spite_and_malice.terminal.console import Keyboard, Output
from spite_and_malice.terminal.messages import missed_words, reviewed
from spite_and_malice.terminal.replay import walk
from spite_and_malice.terminal.replay.curve import Curve
from spite_and_malice.terminal.table import Table, table_lines
from spite_and_malice.terminal.words import concession_sentence, move_sentence, result_words, undo_sentence
from spite_and_malice.texts import N_, _

COMMANDS: Final = {
    **walk.COMMANDS,
    "missed": N_("missed – to the next move that could have been better"),
    "review": N_("review – what was missed, and how the chances went"),
}
"""The commands by their English words, as at the other tables (`terminal.commands`)."""

KEYS: Final = (
    walk.KEYS[0],
    ("f2", "review", N_("Review")),
    *walk.KEYS[1:3],
    ("f5", "missed", N_("Missed")),
    *walk.KEYS[3:],
)
"""The keys of a drawn table, the command that each types, and its words."""


class ReplaySession(walk.Walk):
    """A finished game, a keyboard, and an output."""

    commands = COMMANDS

    def __init__(self, backend: Backend, game: int, told: Message, keyboard: Keyboard, output: Output) -> None:
        """``told`` is the game as a seat saw it, in the form of docs/protocol.md."""
        name = told["table"]["name"]
        super().__init__(_(name), len(told["steps"]), keyboard, output)
        self._backend = backend
        self._game = game
        self._steps: list[Message] = told["steps"]
        self._start: Message = told["start"]
        self._seat: int = told["seat"]
        self._review: Message | None = None
        self.words: str = ""
        """The last of them."""
        self.table: Table = Table()
        """The table at that moment."""
        people = {"seats": told["table"]["seats"], "you": self._seat, "settings": {}, "host": False}
        info = {**told["table"], "match": {"scores": [], "target": 1}}
        self._take({"type": "snapshot", "table": info, "people": people, "log": [], "played": [], "game": game})

    @property
    def curve(self) -> Curve | None:
        """The chances of the seat, once the game has been reviewed."""
        if self._review is None or not self._review.get("chances"):
            return None
        return Curve(tuple((each["ply"], each["chance"]) for each in self._review["chances"]), self.count)

    def _carry_out(self, command: str) -> None:
        if command == "missed":
            self._missed()
        elif command == "review":
            self._show_review()
        else:
            super()._carry_out(command)

    def _see(self, number: int) -> None:
        self._stand_at(number - 1 if number else 0)
        self.words = ""
        if number:
            step, before, company = self._steps[number - 1], self.table.view, self.table.company
            assert before is not None
            is_move = step["action"] == "move" and step["move"] is not None
            seat = step["seat"]
            sentence = move_sentence(Move.parse(step["move"]), seat, before, company) if is_move else ""
            self.words = sentence or concession_sentence(step["action"], seat, company) or undo_sentence(seat, company)
            self._stand_at(number)

    def _stand_at(self, number: int) -> None:
        self.at = number
        self._take({"type": "event"})

    def _take(self, message: Message) -> None:
        view = self._steps[self.at - 1]["view"] if self.at else self._start
        self.table.take({**message, "ply": self.at, "undo": False, "view": {**view, "legal": []}})

    def _missed(self) -> None:
        if not self._is_reviewed():
            return
        assert self._review is not None
        all_missed = [each["ply"] + 1 for each in self._review["missed"]]
        if all_missed:
            # After the last of them comes the first again.
            self._go(next((at for at in all_missed if at > self.at), all_missed[0]))
        else:
            self._say(_("Nothing was missed in this game."))

    def _show_review(self) -> None:
        if not self._is_reviewed():
            return
        assert self._review is not None
        self._output.say_all(reviewed(self._review))
        if (curve := self.curve) is not None:
            self._output.curve(_("Chances from the deal to the end:"), lambda width: curve.lines(min(60, width), 4))

    def _is_reviewed(self) -> bool:
        if self._review is None:
            self._say(_("Looking through the game: this takes a moment…"))
            try:
                self._review = self._backend.review(self._game, self._seat)
            except NoAnswer as error:
                self._say(str(error))
        return self._review is not None

    def progress(self) -> str:
        """Say the position in the game, and the chances there."""
        said = super().progress()
        chance = None if self.curve is None else self.curve.at(self.at)
        if chance is None:
            return said
        chances = _("Chances: {percent}%").format(percent=round(chance * 100))
        return f"{said} · {chances}"

    def judged(self) -> str:
        """Show a better move than the last one, nothing if it was good or unknown."""
        missed = self._review["missed"] if self._review is not None else ()
        found = next((each for each in missed if each["ply"] + 1 == self.at), None)
        return "" if found is None else missed_words(found)

    def ending(self) -> str:
        """Say how the game ended, if this is the end."""
        view = self.table.view
        return result_words(view, self.table.company) if view is not None and view.is_over else ""

    def _show(self) -> None:
        view, company = self.table.view, self.table.company
        assert view is not None
        self._output.table(
            ["", self.progress() + (f": {self.words}" if self.words else ""), *table_lines(view, company)]
        )
        for said in filter(None, (self.judged(), self.ending())):
            self._say(said)
