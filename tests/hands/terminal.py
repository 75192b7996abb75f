"""The full screen in a terminal played by hand: moves typed, chosen with Tab and the arrows, and clicked."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from spite_and_malice.patience import preset_rules
from spite_and_malice.rules import preset_rules as spite_rules
from spite_and_malice.terminal.alone import Alone
from spite_and_malice.terminal.console import Output
from spite_and_malice.terminal.patience.game import KeptGame
from spite_and_malice.terminal.patience.session import Patience
from spite_and_malice.terminal.screen import patience, spite
from spite_and_malice.terminal.screen.app import Screen
from spite_and_malice.terminal.screen.scene import Step
from spite_and_malice.terminal.session import Session
from spite_and_malice.terminal.table import Table
from tests.waiting import SECONDS

from .kinds import patience_kind, spite_kind
from .page import Fault
from .report import Report
from .spots import can_be_short, spots_of
from .ways import Line, ways_of

COLUMNS: Final = 100
LINES: Final = 40
ANSWER: Final = 2 * SECONDS
"""Seconds within which every gesture is answered, even on a busy machine: only an unanswered one waits that long."""
GESTURES: Final = ("typed", "Tab", "arrows", "terminal mouse")
_LOOK: Final = 0.004
"""Seconds from one look to the next."""
_PLACES: Final = 40
_MOST: Final = 250
_SHORT: Final = 3
_OFTEN: Final = 2
"""How often each gesture makes each kind of move on the way."""


class Terminal(DummyOutput):
    """A terminal of a size."""

    def get_size(self) -> Size:
        """Return the size."""
        return Size(rows=LINES, columns=COLUMNS)


class Sitting(NamedTuple):
    """Somebody at a drawn table: the screen, and the keyboard input."""

    screen: Screen
    keys: PipeInput

    def press(self, keys: str) -> None:
        """Press keys."""
        self.keys.send_text(keys)

    def rows(self) -> list[list[tuple[str, str, str]]]:
        """Return the contents of each line: texts with their style and the place they belong to."""
        return list(self.screen.picture(COLUMNS, LINES - 2).rows())

    def click(self, place: str) -> None:
        """Click on the middle of a drawn place; raises `Fault` if there is nothing."""
        self.draw()
        spots = []
        for line, row in enumerate(self.rows(), start=1):
            column = 1
            for text, _style, there in row:
                if there == place:
                    spots.append((column + len(text) // 2, line))
                column += len(text)
        if not spots:
            raise Fault(f"{place} is not drawn")
        column, line = spots[len(spots) // 2]
        self.press(f"\x1b[<0;{column};{line}M\x1b[<0;{column};{line}m")

    def draw(self) -> None:
        """Wait until the screen shows the current state."""
        drawn = self.screen._app.render_counter
        self.screen.changed()
        if not wait(lambda: self.screen._app.render_counter > drawn):
            raise Fault("nothing is drawn")

    def says(self) -> str:
        """Return the last text of the log and the line below it."""
        return f"the table says: {' '.join(self.screen._log[-1:])}; the line has: {self.screen._line.text!r}"

    @property
    def focus(self) -> str:
        """Return the place that Enter acts on."""
        return self.screen._focus

    def steps(self) -> Sequence[Step]:
        """Return the drawn moves."""
        return self.screen._scene().steps

    def tab_to(self, place: str) -> None:
        """Bring the focus to a place with Tab; raises `Fault` if that fails."""
        self._go_to(place, lambda: "\t")

    def walk_to(self, place: str) -> None:
        """Bring the focus to a place with the arrows; raises `Fault` if that fails."""

        def key() -> str:
            row = next((row for row in self.screen._places if self.focus in row), [])
            return "\x1b[C" if place in row else "\x1b[B"

        self._go_to(place, key)

    def _go_to(self, place: str, key: Callable[[], str]) -> None:
        self.draw()
        for _each in range(_PLACES):
            before = self.focus
            if before == place:
                return
            self.press(key())
            if not wait(lambda: self.focus != before):  # noqa: B023
                break
        raise Fault(f"no key leads to {place}")


def wait(holds: Callable[[], object], seconds: float = ANSWER) -> bool:
    """Wait until something holds; give up after some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(_LOOK)
    return bool(holds())


@contextmanager
def sitting(play: Callable[[Screen], None]) -> Iterator[Sitting]:
    """Let somebody sit at a drawn table until they leave."""
    with create_pipe_input() as keys:
        screen = Screen(Output(io.StringIO(), width=79), source=keys, terminal=Terminal())
        thread = threading.Thread(target=lambda: screen.run(lambda: play(screen)))
        thread.start()
        try:
            yield Sitting(screen, keys)
        finally:
            screen.keyboard.end()
            thread.join(SECONDS)


class TerminalPlayer:
    """Somebody who plays in the terminal."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self._given_up: set[tuple[str, str, str]] = set()
        """Cells that have failed once."""

    def patience(self, preset: str, folder: Path) -> None:
        """Play the solutions of a preset by each gesture in turn, and besides every kind of move, taken back again."""
        for game, there, line in self._at_the_ways(preset, folder):
            for move in line.moves:
                self._beside(there, preset, game)
                kind = patience_kind(game.played.game.view().to_json(), move)
                able = [one for one in GESTURES if (preset, kind, one) not in self._given_up]
                # Each of them some times, and then the first one.
                gesture = min(able or ["typed"], key=lambda one: min(self.report.done[preset, kind, one], _OFTEN))
                if not self._make(there, preset, move, gesture, game, kind):
                    self._skip(there, game, [move])
            self._beside(there, preset, game)

    def rehearse_patience(self, preset: str, folder: Path, kinds: Collection[str]) -> None:
        """Go to positions of a preset's solutions in which these kinds of moves are legal, and make them there."""
        left = set(kinds)
        for game, there, line in self._at_the_ways(preset, folder):
            skipped: list[str] = []
            for position, move in line.views(preset):
                view = position.view().to_json()
                if left & {patience_kind(view, each) for each in view["legal"]}:
                    self._skip(there, game, skipped)
                    left -= self._beside(there, preset, game, left)
                    skipped = []
                if move is None or not left:
                    break
                skipped.append(move)

    def _skip(self, there: Sitting, game: KeptGame, moves: Sequence[str]) -> None:
        """Type moves in one go."""
        count = len(game.played.game.moves) + len(moves)
        there.press("".join(f"{move}\r" for move in moves))
        wait(lambda: len(game.played.game.moves) == count, SECONDS)

    def _at_the_ways(self, preset: str, folder: Path) -> Iterator[tuple[KeptGame, Sitting, Line]]:
        """Sit down at the deal of each of a preset's solutions."""
        ways = ways_of(preset)
        for number, line in enumerate((ways.whole, *ways.lines)):
            game = KeptGame.begin(folder / str(number), preset_rules(preset), line.deal)

            def play(screen: Screen, game: KeptGame = game) -> None:
                session = Patience(game, lambda: game, screen.keyboard, screen.output, way_back="")
                screen.show(lambda: patience.scene_of(session), [])
                session.run()

            with sitting(play) as there:
                wait(there.steps)
                yield game, there, line

    def _beside(self, there: Sitting, preset: str, game: KeptGame, kinds: Collection[str] | None = None) -> set[str]:
        """Make a move of each kind that is legal by each gesture that has not made one, and take it back.

        With ``kinds`` only of those. Returns the kinds that are legal.
        """
        view = game.played.game.view().to_json()
        stand = len(game.played.game.moves)
        first: dict[str, str] = {}
        for move in view["legal"]:
            first.setdefault(patience_kind(view, move), move)
        for kind, move in first.items():
            if kinds is not None and kind not in kinds:
                continue
            self.report.want(preset, kind, GESTURES)
            for gesture in GESTURES:
                if self.report.done[preset, kind, gesture] or (preset, kind, gesture) in self._given_up:
                    continue
                if self._make(there, preset, move, gesture, game, kind):
                    self._take_back(there, game, stand)
        return set(first)

    def _take_back(self, there: Sitting, game: KeptGame, stand: int) -> None:
        """Take the last move back; raises `Fault` if it stays, since later tries would prove nothing."""
        there.press("undo\r")
        if not wait(lambda: len(game.played.game.moves) == stand):
            raise Fault(f"nothing is taken back; {there.says()}")

    def _make(self, there: Sitting, preset: str, move: str, gesture: str, game: KeptGame, kind: str) -> bool:
        """Make a move; return whether only it was recorded."""

        def made() -> list[str]:
            return [str(each) for each in game.played.game.moves]

        before = made()
        try:
            MAKE[gesture](there, move)
            if not wait(lambda: len(made()) > len(before)):
                raise Fault(f"nothing is recorded; {there.says()}")
            if made() != [*before, move]:
                raise Fault(f"recorded: {' '.join(made()[len(before) :])}")
        except Fault as fault:
            self.report.faults.append(f"{preset} in the terminal: {move} by {gesture}: {fault}")
            self._given_up.add((preset, kind, gesture))
            there.press("\x1b")
            if len(made()) > len(before):
                self._take_back(there, game, len(before))
            return False
        self.report.done[preset, kind, gesture] += 1
        return True

    def spite(self, preset: str, folder: Path) -> None:
        """Make every kind of move by each gesture where it is legal, then play a game whole."""
        self.rehearse_spite(preset)
        self._whole(preset, folder)

    def rehearse_spite(self, preset: str, kinds: Collection[str] | None = None) -> None:
        """Make each kind of move, or these, by each gesture where it is legal; its result is a typed line."""
        lines: list[str] = []
        table = Table()

        def play(screen: Screen) -> None:
            screen.show(lambda: spite.scene_of(table), [])
            while (line := screen.keyboard.read()) is not None:
                lines.append(line)

        with sitting(play) as there:
            spots = {kind: spot for kind, spot in spots_of(preset).items() if kinds is None or kind in kinds}
            for kind, (game, move) in spots.items():
                self.report.want(preset, kind, GESTURES)
                seats = [{"name": f"Seat {seat}", "side": seat} for seat in range(len(game.view(game.turn).players))]
                with table.lock:
                    table.info = {"name": preset, "match": {"target": 1, "scores": []}}
                    table.people, table.view = {"you": game.turn, "seats": seats}, game.view(game.turn)
                for gesture in GESTURES:
                    lines.clear()
                    there.draw()
                    try:
                        MAKE[gesture](there, move)
                        if not wait(lambda: lines):
                            raise Fault(f"nothing comes of it; {there.says()}")
                        if lines != [move]:
                            raise Fault(f"typed: {' '.join(lines)}")
                        self.report.done[preset, kind, gesture] += 1
                    except Fault as fault:
                        self.report.faults.append(f"{preset} in the terminal: {move} ({kind}) by {gesture}: {fault}")
                        there.press("\x1b")

    def _whole(self, preset: str, folder: Path) -> None:
        """Play a game against computers to its end, each kind of move by each gesture in turn."""
        changes: dict[str, Any] = {"target": 1, **({"payoff": _SHORT} if can_be_short(preset) else {})}
        rules = spite_rules(preset, None, changes)
        table = Alone.begin(folder, preset, rules, "Ada", ["greedy"] * (rules.players - 1), lambda: b"a table")
        sessions: list[Session] = []

        def play(screen: Screen) -> None:
            session = Session(table, screen.keyboard, screen.output, name="Ada", way_back="")
            sessions.append(session)
            screen.show(lambda: spite.scene_of(session.table), [])
            session.run()

        with sitting(play) as there:
            wait(lambda: sessions)
            known = sessions[0].table
            failed = 0
            for _made in range(_MOST):
                if not wait(lambda: known.is_over or (known.is_my_turn and known.view and known.view.legal)):
                    self.report.faults.append(f"{preset} in the terminal: it never is the player's turn")
                    return
                if known.is_over or failed > 2:
                    return
                assert known.view is not None
                view = known.view.to_json()
                move = min(view["legal"], key=lambda each: (worth(spite_kind(view, each)), each))
                kind = spite_kind(view, move)
                gesture = min(GESTURES, key=lambda each: self.report.done[preset, kind, each])
                before = len(known.log)
                try:
                    MAKE[gesture](there, move)
                    if not wait(partial(_has, known, before, f"{view['seat']} {move}")):
                        raise Fault(f"recorded: {' '.join(known.log[before:]) or 'nothing'}; {there.says()}")
                    self.report.done[preset, kind, gesture] += 1
                except Fault as fault:
                    failed += 1
                    self.report.faults.append(f"{preset} in the terminal: {move} ({kind}) by {gesture}: {fault}")
                    there.press("\x1b")
            self.report.faults.append(f"{preset} in the terminal: the game has not ended after {_MOST} moves")


def _has(known: Table, before: int, entry: str) -> bool:
    return entry in known.log[before:]


def worth(kind: str) -> int:
    """Return the priority of a kind of move: the pay-off card first, then the centre."""
    order = ("P-C", "+P-C", "P-L", "S-C", "+S-C", "H-L", "H-C")
    plain = kind.split(" ")[-1].rstrip("0")
    return order.index(plain) if plain in order else len(order)


def typed(there: Sitting, move: str) -> None:
    """Type a move."""
    there.press(f"{move}\r")


def by_tab(there: Sitting, move: str) -> None:
    """Go to the card and to its target with Tab, and press Enter at both."""
    _go_and_press(there, move, there.tab_to)


def by_arrows(there: Sitting, move: str) -> None:
    """Go to the card and to its target with the arrows, and press Enter at both."""
    _go_and_press(there, move, there.walk_to)


def _go_and_press(there: Sitting, move: str, go_to: Callable[[str], None]) -> None:
    def press(place: str) -> None:
        go_to(place)
        there.press("\r")

    _press_all(there, move, press)


def by_mouse(there: Sitting, move: str) -> None:
    """Click on the card and on its target."""
    _press_all(there, move, there.click)


def _press_all(there: Sitting, move: str, press: Callable[[str], None]) -> None:
    """Press the card, its target, and the number of cards if that is asked."""
    step = _step(there, move)
    if not step.target:
        press(_button(there, step))
        return
    press(step.source)
    wait(lambda: there.screen._selected == step.source)
    alike = {each.text for each in there.steps() if (each.source, each.target) == (step.source, step.target)}
    press(step.target)
    if len(alike) > 1:
        wait(lambda: there.screen._choices)
        press(f"!{move}")


def _step(there: Sitting, move: str) -> Step:
    """Return a legal move between two places in its drawn form."""
    found = next((step for step in there.steps() if step.text == move), None)
    if found is None:
        raise Fault("it is not among the moves of the drawn table")
    return found


def _button(there: Sitting, step: Step) -> str:
    """Return the place of a move that is a button: its pile, or the button itself."""
    there_are = {place for row in there.rows() for _text, _style, place in row}
    return f"!{step.text}" if f"!{step.text}" in there_are else str(step.source)


MAKE: Final[Mapping[str, Callable[[Sitting, str], None]]] = {
    "typed": typed,
    "Tab": by_tab,
    "arrows": by_arrows,
    "terminal mouse": by_mouse,
}
