"""Looking at a finished game once more, move by move, with the review of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from spite_and_malice.engine import Move
from spite_and_malice.terminal.backend import Backend, Message, NoAnswer
from spite_and_malice.terminal.commands import command_of
from spite_and_malice.terminal.console import Keyboard, Output, asked_lines
from spite_and_malice.terminal.messages import missed_words, reviewed
from spite_and_malice.terminal.replay.curve import Curve
from spite_and_malice.terminal.table import Table, table_lines
from spite_and_malice.terminal.words import move_sentence, result_words, undo_sentence
from spite_and_malice.texts import N_, _

COMMANDS: Final = {
    "next": N_("next – one move on; so does an empty line"),
    "back": N_("back – one move back"),
    "first": N_("first – to the deal"),
    "last": N_("last – to the end; a number leads to the move of that number"),
    "missed": N_("missed – to the next move that could have been better"),
    "review": N_("review – what was missed, and how the chances went"),
    "table": N_("table – the whole table"),
    "help": N_("help – these lines"),
    "quit": N_("quit – leave the terminal"),
}
"""The commands by their English words, as at the other tables (`terminal.commands`)."""

KEYS: Final = (
    ("f1", "help", N_("Help")),
    ("f2", "review", N_("Review")),
    ("f3", "back", N_("Back")),
    ("f4", "next", N_("Next")),
    ("f5", "missed", N_("Missed")),
    ("f6", "first", N_("First")),
    ("f7", "last", N_("To the end")),
    ("f9", "", N_("Colours")),
    ("f10", "quit", N_("Quit")),
)
"""The keys of a drawn table, the command that each types, and its words."""

ARROWS: Final = {"left": "back", "right": "next", "home": "first", "end": "last"}
"""More keys for the same."""


class ReplaySession:
    """A finished game, a keyboard, and output to write on."""

    def __init__(self, backend: Backend, game: int, told: Message, keyboard: Keyboard, output: Output) -> None:
        """``told`` is the game as a seat saw it, as docs/protocol.md has it."""
        self._backend = backend
        self._game = game
        self._steps: list[Message] = told["steps"]
        self._start: Message = told["start"]
        self._seat: int = told["seat"]
        self._keyboard = keyboard
        self._output = output
        self._review: Message | None = None
        self._is_left = False
        self.at: int = 0
        """How many actions have been made."""
        self.words: str = ""
        """What the last of them was."""
        self.table: Table = Table()
        """The table as it stands then."""
        people = {"seats": told["table"]["seats"], "you": self._seat, "settings": {}, "host": False}
        info = {**told["table"], "match": {"scores": [], "target": 1}}
        self._take({"type": "snapshot", "table": info, "people": people, "log": [], "played": [], "game": game})

    @property
    def count(self) -> int:
        """How many actions the game has."""
        return len(self._steps)

    @property
    def curve(self) -> Curve | None:
        """The chances of the seat, once the game has been reviewed."""
        if self._review is None or not self._review.get("chances"):
            return None
        return Curve(tuple((each["ply"], each["chance"]) for each in self._review["chances"]), self.count)

    def run(self) -> None:
        """Show the game until the person leaves or the input ends; Ctrl-C is leaving."""
        self._say(_(self.table.info["name"]))
        self._say(_("Move by move: an empty line goes on, “back” goes back, “help” lists the rest."))
        self._show()
        try:
            for text in asked_lines(self._keyboard, self._output):
                self._obey(text.strip())
                self._output.changed()
                if self._is_left:
                    return
        except KeyboardInterrupt:
            self._say()
        self._leave()

    def _obey(self, text: str) -> None:
        if text.isascii() and text.isdigit():
            self._go(int(text))
        elif not text:
            self._go(self.at + 1)
        elif (found := command_of(text, COMMANDS)) is not None:
            self._acts[found[0]](self)
        else:
            self._say(_("“{text}” is no command: “help” lists the commands.").format(text=text[:40]))

    def _go(self, number: int) -> None:
        """Go to where a number of actions have been made."""
        number = max(0, min(number, self.count))
        if number == self.at and 0 < number < self.count:
            self._show()
            return
        if number == self.at:
            self._say(_("This is the deal.") if number == 0 else _("This is the end of the game."))
            return
        self._see(number - 1 if number else 0)
        if number:
            step, before, company = self._steps[number - 1], self.table.view, self.table.company
            assert before is not None
            is_move = step["action"] == "move" and step["move"] is not None
            seat = step["seat"]
            sentence = move_sentence(Move.parse(step["move"]), seat, before, company) if is_move else ""
            self.words = sentence or undo_sentence(seat, company)
            self._see(number)
        else:
            self.words = ""
        self._show()

    def _see(self, number: int) -> None:
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

    def _leave(self) -> None:
        self._is_left = True
        self._output.close()
        self._say(_("Goodbye!"))

    _acts: Final[dict[str, Callable[[ReplaySession], None]]] = {
        "next": lambda self: self._go(self.at + 1),
        "back": lambda self: self._go(self.at - 1),
        "first": lambda self: self._go(0),
        "last": lambda self: self._go(self.count),
        "missed": _missed,
        "review": _show_review,
        "table": lambda self: self._show(),
        "help": lambda self: self._output.say_all(_(text) for text in COMMANDS.values()),
        "quit": _leave,
    }

    def progress(self) -> str:
        """Say how far one is, and how the chances stand there."""
        said = _("Move {number} of {count}").format(number=self.at, count=self.count)
        chance = None if self.curve is None else self.curve.at(self.at)
        if chance is None:
            return said
        return f"{said} · {_('Chances: {percent}%').format(percent=round(chance * 100))}"

    def judged(self) -> str:
        """Say what would have been better than the last move, nothing where it was good or nobody knows."""
        missed = self._review["missed"] if self._review is not None else ()
        found = next((each for each in missed if each["ply"] + 1 == self.at), None)
        return "" if found is None else missed_words(found)

    def ending(self) -> str:
        """Say how the game ended, where that is."""
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

    def _say(self, text: str = "") -> None:
        self._output.say(text)
