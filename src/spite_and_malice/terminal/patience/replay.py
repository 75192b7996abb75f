"""Replaying a game of patience from its record, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from spite_and_malice.patience import View
from spite_and_malice.patience.rules import name_of
from spite_and_malice.play.patience.played import AUTO, FINISH, REDO, Played
from spite_and_malice.play.patience.record import PatienceRecord
from spite_and_malice.terminal.console import Keyboard, Output
from spite_and_malice.terminal.patience.table import table_lines
from spite_and_malice.terminal.replay.walk import Walk
from spite_and_malice.terminal.words import clock_text
from spite_and_malice.texts import N_, _, ngettext

_ENDS: Final = {
    "won": N_("The game was won."),
    "given_up": N_("The game was given up."),
    "unfinished": N_("The record ends here: the game goes on."),
}


class PatienceReplay(Walk):
    """A recorded game, a keyboard, and an output; a step is a move, or moves undone or redone."""

    def __init__(self, record: PatienceRecord, keyboard: Keyboard, output: Output) -> None:
        self.record: PatienceRecord = record
        played = Played(record.rules, record.deal)
        self._steps: list[tuple[str, View]] = [("", played.game.view()), *_steps(played, record)]
        name = _(name_of(record.rules))
        super().__init__(name, len(self._steps) - 1, keyboard, output)

    @property
    def words(self) -> str:
        """The last step; nothing at the deal."""
        return self._steps[self.at][0]

    @property
    def view(self) -> View:
        """The player's view after it."""
        return self._steps[self.at][1]

    def ending(self) -> str:
        """Say how the game ended, if this is the end."""
        result = self.record.result
        if self.at < self.count:
            return ""
        moves = ngettext("{n} move", "{n} moves", result.moves).format(n=result.moves)
        time = "" if result.time is None else f", {clock_text(result.time)}"
        return f"{_(_ENDS[result.reason])} {moves}{time}."

    def _show(self) -> None:
        said = self.progress() + (f": {self.words}" if self.words else "")
        self._output.table(["", said, *table_lines(self.view).values()])
        if ending := self.ending():
            self._say(ending)


def _steps(played: Played, record: PatienceRecord) -> Iterator[tuple[str, View]]:
    """Yield the actions on the cards, and the player's view after each."""
    for action in record.actions:
        moves = played.act(action.text, action.time or 0)
        if action.text == FINISH:
            # The automatic moves at the end are shown one by one.
            for _move in moves:
                played.game.undo()
            for move in moves:
                played.game.redo()
                yield move, played.game.view()
        elif moves:
            said = _("Played: {moves}") if action.text.startswith(REDO) else _("Taken back: {moves}")
            text = action.text.removeprefix(AUTO)
            yield text if moves == (text,) else said.format(moves="  ".join(moves)), played.game.view()
