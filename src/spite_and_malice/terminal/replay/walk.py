"""Stepping through a finished game of any kind: forward and back, to a number, to either end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from spite_and_malice.terminal.commands import command_of
from spite_and_malice.terminal.console import Keyboard, Output, Sitting
from spite_and_malice.texts import N_, _

COMMANDS: Final = {
    "next": N_("next – one move on; so does an empty line"),
    "back": N_("back – one move back"),
    "first": N_("first – to the deal"),
    "last": N_("last – to the end; a number leads to the move of that number"),
    "table": N_("table – the whole table"),
    "help": N_("help – these lines"),
    "quit": N_("quit – leave the terminal"),
}
"""The commands by their English words, as at the other tables (`terminal.commands`)."""

KEYS: Final = (
    ("f1", "help", N_("Help")),
    ("f3", "back", N_("Back")),
    ("f4", "next", N_("Next")),
    ("f6", "first", N_("First")),
    ("f7", "last", N_("To the end")),
    ("f8", ":cards", N_("Cards")),
    ("f9", ":colours", N_("Colours")),
    ("f10", "quit", N_("Quit")),
)
"""The keys of a drawn table, the command that each types, and its words."""

ARROWS: Final = {"left": "back", "right": "next", "home": "first", "end": "last"}
"""More keys for the same."""


class Walk(Sitting):
    """A finished game of ``count`` steps, of which ``at`` have been made."""

    commands: Mapping[str, str] = COMMANDS

    def __init__(self, name: str, count: int, keyboard: Keyboard, output: Output) -> None:
        super().__init__(keyboard, output)
        self._name = name
        self.count: int = count
        self.at: int = 0
        """How many steps have been made."""

    def _begin(self) -> None:
        self._say(self._name)
        self._say(_("Move by move: an empty line goes on, “back” goes back, “help” lists the rest."))
        self._show()

    def _obey(self, text: str) -> None:
        if text.isascii() and text.isdigit():
            self._go(int(text))
        elif not text:
            self._go(self.at + 1)
        elif (found := command_of(text, self.commands)) is not None:
            self._carry_out(found[0])
        else:
            self._say(_("“{text}” is no command: “help” lists the commands.").format(text=text[:40]))

    def _carry_out(self, command: str) -> None:
        match command:
            case "next":
                self._go(self.at + 1)
            case "back":
                self._go(self.at - 1)
            case "first":
                self._go(0)
            case "last":
                self._go(self.count)
            case "table":
                self._show()
            case "help":
                self._output.say_all(_(text) for text in self.commands.values())
            case "quit":
                self._leave()

    def _go(self, number: int) -> None:
        """Go to the position after a number of steps."""
        number = max(0, min(number, self.count))
        if number == self.at and 0 < number < self.count:
            self._show()
        elif number == self.at:
            self._say(_("This is the deal.") if number == 0 else _("This is the end of the game."))
        else:
            self._see(number)
            self._show()

    def _see(self, number: int) -> None:
        """Set the state of the game after a number of steps."""
        self.at = number

    def _show(self) -> None:
        """Say the whole table."""

    def progress(self) -> str:
        """Say the position in the game."""
        return _("Move {number} of {count}").format(number=self.at, count=self.count)
