"""Where the terminal game is shown: at a table drawn on the whole terminal, or in plain lines."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from spite_and_malice.cli.common import CommandFailed
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.analysis.puzzles.puzzle import Puzzle
    from spite_and_malice.play.patience.record import PatienceRecord
    from spite_and_malice.terminal.backend import Backend, Message
    from spite_and_malice.terminal.console import Keyboard, Output
    from spite_and_malice.terminal.editing import EditedLines
    from spite_and_malice.terminal.patience.game import KeptGame
    from spite_and_malice.terminal.patience.session import Next
    from spite_and_malice.terminal.puzzle.session import Finish
    from spite_and_malice.terminal.puzzle.session import Next as NextPuzzle
    from spite_and_malice.terminal.screen.app import Screen


def _readable(_context: click.Context, _parameter: click.Parameter, name: str | None) -> str | None:
    """Refuse a name with undecodable bytes."""
    if name is not None and any("\ud800" <= letter <= "\udfff" for letter in name):
        raise CommandFailed(_("This name is not written in UTF-8: set your terminal and its language to UTF-8."))
    return name


name_option = click.option(
    "--name", metavar="NAME", callback=_readable, help="What you are called at the table; remembered for the next time."
)


plain_option = click.option(
    "--plain", is_flag=True, help="Write plain lines, as for a screen reader, where a whole table could be drawn."
)


class Place:
    """Where the game is shown: at a table drawn on the whole terminal if it fits, else in plain lines."""

    def __init__(self, plain: bool) -> None:
        from spite_and_malice.terminal.console import Keyboard, Output, terminal_encoding
        from spite_and_malice.terminal.fits import is_edited, is_full_screen

        self._screen: Screen | None = None
        self._lines: EditedLines | None = None
        self.output: Output = Output(sys.stdout, terminal_encoding())
        self.keyboard: Keyboard = Keyboard(sys.stdin, sys.stdin.isatty())
        if not plain and is_full_screen():
            from spite_and_malice.terminal.screen.app import Screen

            self._screen = Screen(self.output)
            self.output, self.keyboard = self._screen.output, self._screen.keyboard
        elif is_edited():
            from spite_and_malice.terminal.editing import EditedLines
            from spite_and_malice.terminal.state import state_folder

            self._lines = EditedLines(terminal_encoding(), state_folder())
            self.output, self.keyboard = self._lines.output, self._lines.keyboard

    def run(self, play: Callable[[], None]) -> None:
        """Run the session played here."""
        if self._screen is not None:
            self._screen.run(play)
        elif self._lines is not None:
            self._lines.run(play)
        else:
            play()

    def sit_down(self, backend: Backend, name: str, way_back: str, *, sits: bool = True) -> None:
        """Play at a table of Spite and Malice, or watch there."""
        from spite_and_malice.terminal.commands import COMMANDS, words_of
        from spite_and_malice.terminal.session import Session

        session = Session(backend, self.keyboard, self.output, name=name, way_back=way_back, sits=sits)
        words = words_of(COMMANDS)
        if self._screen is not None:
            from spite_and_malice.terminal.screen.spite import scene_of

            self._screen.show(lambda: scene_of(session.table), words)
        elif self._lines is not None:
            from spite_and_malice.terminal.completion import ways_to_type

            table = session.table
            self._lines.complete(lambda: [*ways_to_type(map(str, table.moves) if table.is_my_turn else ()), *words])
        session.run()

    def show_invitation(self, link: str, *, is_here: bool) -> None:
        """Show the link to a table, and its QR code if somebody sees the screen."""
        from spite_and_malice.terminal.invitation import code_lines

        self.output.say(_("Anybody who opens this link takes a free seat; in a terminal `spite join` does:"))
        self.output.say(link)
        if is_here:
            self.output.say(_("Only this computer reaches it; `--at` names a server that others reach too."))
        if self._screen is not None or self._lines is not None:
            self.output.drawing(code_lines(link))

    def play_patience(self, game: KeptGame, deal_next: Next, way_back: str) -> None:
        """Play patience."""
        from spite_and_malice.terminal.commands import words_of
        from spite_and_malice.terminal.patience.session import COMMANDS, Patience

        patience = Patience(game, deal_next, self.keyboard, self.output, way_back=way_back)
        words = words_of(COMMANDS)
        if self._screen is not None:
            from spite_and_malice.terminal.screen.patience import scene_of

            self._screen.show(lambda: scene_of(patience), words)
        elif self._lines is not None:
            self._lines.complete(lambda: [*map(str, patience.game.played.game.legal_moves), *words])
        patience.run()

    def solve(self, puzzle: Puzzle, choose_next: NextPuzzle, finish: Finish) -> None:
        """Solve puzzles."""
        from spite_and_malice.terminal.commands import words_of
        from spite_and_malice.terminal.completion import ways_to_type
        from spite_and_malice.terminal.puzzle.session import COMMANDS, PuzzleSession

        session = PuzzleSession(puzzle, choose_next, finish, self.keyboard, self.output)
        words = words_of(COMMANDS)
        if self._screen is not None:
            from spite_and_malice.terminal.screen.puzzle import scene_of

            self._screen.show(lambda: scene_of(session), words)
        elif self._lines is not None:
            self._lines.complete(lambda: [*ways_to_type(map(str, session.moves)), *words])
        session.run()

    def replay_patience(self, record: PatienceRecord) -> None:
        """Replay a recorded game of patience."""
        from spite_and_malice.terminal.commands import words_of
        from spite_and_malice.terminal.patience.replay import PatienceReplay
        from spite_and_malice.terminal.replay.walk import ARROWS, COMMANDS, KEYS

        session = PatienceReplay(record, self.keyboard, self.output)
        words = words_of(COMMANDS)
        if self._screen is not None:
            from spite_and_malice.terminal.screen.patience import replay_scene

            self._screen.show(lambda: replay_scene(session), words, KEYS, ARROWS)
        elif self._lines is not None:
            self._lines.complete(lambda: words)
        session.run()

    def replay(self, backend: Backend, game: int, told: Message) -> None:
        """Replay a finished game."""
        from spite_and_malice.terminal.commands import words_of
        from spite_and_malice.terminal.replay.session import COMMANDS, KEYS, ReplaySession
        from spite_and_malice.terminal.replay.walk import ARROWS

        session = ReplaySession(backend, game, told, self.keyboard, self.output)
        words = words_of(COMMANDS)
        if self._screen is not None:
            from spite_and_malice.terminal.screen.replay import scene_of

            self._screen.show(lambda: scene_of(session), words, KEYS, ARROWS)
        elif self._lines is not None:
            self._lines.complete(lambda: words)
        session.run()
