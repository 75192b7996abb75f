"""Puzzles in the terminal: typed text becomes moves, and their effects are described."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from spite_and_malice.analysis.puzzles.puzzle import Puzzle
from spite_and_malice.engine import IllegalMove, InvalidNotation, Move, PayoffPile, View
from spite_and_malice.players import LEVELS
from spite_and_malice.rules import PRESETS, describe
from spite_and_malice.server.features.puzzles.attempt import State, attempt, reasons, way_from, way_words
from spite_and_malice.terminal.backend import Message, NoAnswer
from spite_and_malice.terminal.commands import command_of, move_of
from spite_and_malice.terminal.console import Keyboard, Output, Sitting
from spite_and_malice.terminal.messages import what_differs
from spite_and_malice.terminal.table import Table, moves_in_words, moves_line, table_lines
from spite_and_malice.terminal.words import move_note, move_sentence
from spite_and_malice.texts import N_, _, ngettext

COMMANDS: Final = {
    "table": N_("table – the whole table"),
    "moves": N_("moves – what you may play, in words; play by its number or by its notation, such as H7h-C1"),
    "hint": N_("hint – the next move of a way; then it counts no more as solved at once"),
    "undo": N_("undo – take your last move back"),
    "again": N_("again – take all moves back"),
    "way": N_("way – give up, and read the way"),
    "next": N_("next – another puzzle"),
    "rules": N_("rules – the rules of this table"),
    "help": N_("help – these lines"),
    "quit": N_("quit – leave the terminal"),
}
"""The commands by their English words, as at the other tables (`terminal.commands`)."""

Finish = Callable[[str, dict[str, Any]], Message | None]
"""Stores the outcome of a puzzle, by its id, and returns the answer of docs/protocol.md; None if nothing stores it."""

Next = Callable[[], Puzzle]
"""Chooses another puzzle."""


class PuzzleSession(Sitting):
    """A puzzle, a keyboard, and an output."""

    def __init__(self, puzzle: Puzzle, choose_next: Next, finish: Finish, keyboard: Keyboard, output: Output) -> None:
        """``choose_next`` returns the next one, ``finish`` stores the outcome of each."""
        super().__init__(keyboard, output)
        self._choose_next = choose_next
        self._finish = finish
        self._pose(puzzle)

    def _pose(self, puzzle: Puzzle) -> None:
        self.puzzle: Puzzle = puzzle
        self._moves: list[str] = []
        self._taken_back = False
        self.is_over: bool = False
        """Whether it is solved, or its solution was shown."""
        self.table: Table = Table()
        """The current table, in the form of a session at a table."""
        self._see(puzzle.view.to_json())

    @property
    def moves(self) -> list[Move]:
        """The legal moves in the order of their numbers; none when it is over."""
        return [] if self.is_over else self.table.moves

    # --- what is typed ----------------------------------------------------------------------------------------------

    def _obey(self, text: str) -> None:
        try:
            self._carry_out(text)
        except NoAnswer as error:
            self._say(str(error))

    def _carry_out(self, text: str) -> None:
        if not text:
            self._show()
            return
        move = move_of(text, self.moves)
        found = None if move is not None else command_of(text, COMMANDS)
        if found is not None:
            self._acts[found[0]](self)
        elif move is not None:
            self._play(move)
        elif text.isdigit():
            self._say(_("There is no move of this number: “moves” lists what you may play."))
        else:
            self._say(_("“{text}” is neither a command nor a move: “help” lists the commands.").format(text=text[:40]))

    def _play(self, move: str) -> None:
        if self._is_said_over():
            return
        try:
            tried = attempt(self.puzzle, [*self._moves, move])
        except (IllegalMove, InvalidNotation) as error:
            self._say(str(error))
            return
        if tried.state == State.MISSED:
            self._taken_back = True
            self._say(tried.words)
            self._say(_("“undo” takes moves back, “again” all of them, “way” shows the way."))
            return
        before, table = self.table.view, self.table
        assert before is not None
        self._say(move_sentence(Move.parse(move), before.turn, before, table.company))
        self._moves.append(move)
        if tried.state == State.SOLVED:
            # The card that would now be revealed is unknown: the table stays unchanged.
            self._say(_("Solved!") if not self._taken_back else _("Solved, after some tries."))
            self._end(gave_up=False)
        else:
            self._see(tried.actions[-1].view)
            self._show()

    def _undo(self, count: int = 1) -> None:
        if self._is_said_over():
            return
        if not self._moves:
            self._say(_("There is no move to take back."))
            return
        self._taken_back = True
        del self._moves[-count:]
        tried = attempt(self.puzzle, self._moves)
        self._see(tried.actions[-1].view if tried.actions else self.puzzle.view.to_json())
        self._show()

    def _hint(self) -> None:
        if self._is_said_over():
            return
        self._taken_back = True
        proof, view = way_from(attempt(self.puzzle, self._moves)), self.table.view
        if proof is None or view is None:
            self._say(_("From here no way is left: “undo” takes moves back."))
            return
        move = self.table.advised = Move.parse(proof.way[0])
        self._say(f"{move}: {move_note(move, view.turn, view, self.table.company)}.")

    def _give_up(self) -> None:
        if not self._is_said_over():
            self._end(gave_up=True)

    def _is_said_over(self) -> bool:
        if self.is_over:
            self._say(_("This puzzle is over: “next” brings another one."))
        return self.is_over

    def _next(self) -> None:
        self._pose(self._choose_next())
        self._begin()

    def _show_moves(self) -> None:
        if self.table.view is not None and not self._is_said_over():
            self._output.say_all(moves_in_words(self.table.view, self.table.company))

    def _rules(self) -> None:
        self._output.say_all(describe(self.puzzle.view.rules))

    _acts: Final[dict[str, Callable[[PuzzleSession], None]]] = {
        "table": lambda self: self._show(),
        "moves": _show_moves,
        "hint": _hint,
        "undo": _undo,
        "again": lambda self: self._undo(len(self._moves) or 1),
        "way": _give_up,
        "next": _next,
        "rules": _rules,
        "help": lambda self: self._output.say_all(_(text) for text in COMMANDS.values()),
        "quit": lambda self: self._leave(),
    }

    # --- sentences --------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        puzzle, rules = self.puzzle, self.puzzle.view.rules
        self._say(_(PRESETS[puzzle.preset].name))
        self._output.say_all(what_differs(rules))
        self._say(_("Puzzle of grade {grade} of 5.").format(grade=puzzle.grade))
        self._say(_("“help” lists what you can type, “rules” says the rules of this table."))
        self._show()

    def _end(self, *, gave_up: bool) -> None:
        puzzle = self.puzzle
        self.is_over = True
        self._say(way_words(puzzle))
        self._output.say_all(reasons(puzzle, self._moves if gave_up else ()))
        data = {"moves": self._moves, "taken_back": self._taken_back, "gave_up": gave_up}
        if (kept := self._finish(puzzle.id, data)) is not None and kept["counted"]:
            points, change = kept["rating"]["points"], kept["change"]
            said = _("Your rating at puzzles: {points} ({change:+d}).")
            self._say(said.format(points=points, change=change).replace("-", "\N{MINUS SIGN}"))
        self._say(_("“next” brings another puzzle, “quit” ends."))

    def _see(self, view: Message) -> None:
        """Process the solver's view."""
        puzzle = self.puzzle
        rules, you = puzzle.view.rules, puzzle.view.turn
        if not self.table.people:
            names = [level.character.name for level in LEVELS if level.character is not None]
            seats = [
                {
                    "kind": "person" if seat == you else "computer",
                    "name": _("You") if seat == you else names[(seat - you) % rules.players],
                    "side": rules.side_of(seat),
                }
                for seat in range(rules.players)
            ]
            info = {"name": PRESETS[puzzle.preset].name, "match": {"scores": [], "target": 1}}
            people = {"seats": seats, "you": you, "settings": {}, "host": True}
            self.table.take(
                {
                    "type": "snapshot",
                    "table": info,
                    "people": people,
                    "log": [],
                    "played": [],
                    "game": 1,
                    "ply": 0,
                    "view": self._readable(view),
                }
            )
        else:
            self.table.take({"type": "event", "ply": len(self._moves), "view": self._readable(view)})
        seen = self.table.view
        assert seen is not None
        players = [
            replace(player, payoff=tuple(PayoffPile(pile["count"], pile["top"]) for pile in told["payoff"]))
            for player, told in zip(seen.players, view["players"], strict=True)
        ]
        self.table.view = replace(seen, players=tuple(players))

    def _readable(self, view: Message) -> Message:
        """A readable view: an unknown card revealed on the way is replaced by the one before it."""
        players = [
            {
                **player,
                "payoff": [
                    pile if pile["top"] or not pile["count"] else {**pile, "top": before.top}
                    for pile, before in zip(player["payoff"], known.payoff, strict=True)
                ],
            }
            for player, known in zip(view["players"], self.puzzle.view.players, strict=True)
        ]
        return {**view, "players": players}

    def _show(self) -> None:
        """Describe the whole table, the question, and the moves."""
        view, company = self.table.view, self.table.company
        assert isinstance(view, View)
        self._output.table(["", *table_lines(view, company)])
        if self.is_over:
            return
        self._output.table([self.puzzle.task])
        self._output.table([moves_line(view)])

    def progress(self) -> str:
        """Say how many moves have been played."""
        return ngettext("{n} move", "{n} moves", len(self._moves)).format(n=len(self._moves))
