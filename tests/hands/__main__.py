"""Play by hand: ``python -m tests.hands --game canfield --gesture drag``; the table goes to build/hands/table.md.

All games in the browser and in the terminal take an hour or two: ``--minutes 9 --go-on`` plays a part of that, as often
as necessary, in two processes if one has ``--browser`` and the other ``--terminal``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Final

from playwright.sync_api import Error as BrowserError

from spite_and_malice.patience import PRESETS as PATIENCES
from spite_and_malice.rules import PRESETS as SPITES

from .browser import chromium
from .kept import BUILD, Played, forget, kept
from .page import Fault
from .patience import PatiencePlayer
from .player import DESK, PHONE, Room, quiet_site
from .report import Report
from .spite import SpitePlayer
from .terminal import TerminalPlayer

BROWSER: Final = "browser"
TERMINAL: Final = "terminal"

ALL: Final = "all"
KINDS: Final = "kinds"
WAYS: Final = "ways"
"""How a game is played: whole and with every kind of move, or only one of the two."""


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Play the requested games; return 1 if there is a gap, a fault, or an unplayed game."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.hands", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append", help="a preset, or several; all without it")
    parser.add_argument("--gesture", action="append", help="click, drag, Enter, keys, tap, touch drag; all without it")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--browser", action="store_true", help="play in the browser and not in the terminal")
    only.add_argument("--terminal", action="store_true", help="play in the terminal's full screen and in no browser")
    few = parser.add_mutually_exclusive_group()
    few.add_argument(
        "--kinds", action="store_const", dest="how", const=KINDS, default=ALL,
        help="make every kind of move, and play no game whole",
    )  # fmt: skip
    few.add_argument(
        "--ways", action="store_const", dest="how", const=WAYS, help="play games whole, and nothing beside them"
    )
    parser.add_argument("--go-on", action="store_true", help="leave out what has been played without holes or faults")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no game after so many")
    options = parser.parse_args()
    if not options.go_on:
        forget()
    where = [BROWSER] * (not options.terminal) + [TERMINAL] * (not options.browser and not options.gesture)
    games = [(game, there) for there in where for game in options.game or [*PATIENCES, *SPITES]]
    with players(options) as play:
        for game, there in games:
            if perf_counter() - play.since > 60 * options.minutes:
                break
            before = kept().get((game, there))
            if before is not None and before.how in (ALL, options.how) and not before.report.bad():
                continue
            played = play(game, there)
            played.keep()
            say(f"{game} ({there}): {played.seconds:.0f} s, {' '.join(played.report.bad()) or 'all well'}")
    return end(games)


class Players:
    """The players in the browser, which is started when it is first needed, and in the terminal."""

    def __init__(self, options: argparse.Namespace, stack: ExitStack) -> None:
        self.options = options
        self.since = perf_counter()
        self._stack = stack

    def __call__(self, game: str, where: str) -> Played:
        """Play a game."""
        report = Report()
        begun = perf_counter()
        try:
            (self._in_browser if where == BROWSER else self._in_terminal)(game, report)
        except (Fault, BrowserError, AssertionError) as error:
            report.faults.append(f"{game} ({where}): broken off: {error}")
        # In the terminal nothing takes long enough to be left out.
        how = self.options.how if where == BROWSER else ALL
        return Played(game, where, how, report, perf_counter() - begun)

    @cached_property
    def _rooms(self) -> list[Room]:
        site = self._stack.enter_context(quiet_site(Path(self._stack.enter_context(tempfile.TemporaryDirectory()))))
        browser = self._stack.enter_context(chromium())
        return [Room(browser, site, window) for window in (DESK, PHONE)]

    def _in_browser(self, game: str, report: Report) -> None:
        for room in self._rooms:
            player = (PatiencePlayer if game in PATIENCES else SpitePlayer)(room, game, report, self.options.gesture)
            if player.gestures:
                self._how(player)()

    def _how(self, player: PatiencePlayer | SpitePlayer) -> Callable[[], None]:
        if self.options.how == KINDS:
            return lambda: player.rehearse(None)
        return player.whole if self.options.how == WAYS else player.play

    def _in_terminal(self, game: str, report: Report) -> None:
        with tempfile.TemporaryDirectory() as folder:
            player = TerminalPlayer(report)
            (player.patience if game in PATIENCES else player.spite)(game, Path(folder))


@contextmanager
def players(options: argparse.Namespace) -> Iterator[Players]:
    """Have players until all is played."""
    with ExitStack() as stack:
        yield Players(options, stack)


def end(games: list[tuple[str, str]]) -> int:
    """Write the table of all stored results, and print it."""
    played = kept()
    report = Report()
    seconds = dict.fromkeys((BROWSER, TERMINAL), 0.0)
    for one in played.values():
        report.add(one.report)
        seconds[one.where] += one.seconds
    missing = [f"{game} ({where})" for game, where in games if (game, where) not in played]
    lines = [
        *report.lines(),
        "",
        f"{len(report.cells())} cells of {len({game for game, _where in played})} games, "
        + " and ".join(f"{time / 60:.0f} min in the {there}" for there, time in seconds.items()),
        f"{len(missing)} not played{': ' * bool(missing)}{', '.join(missing)}",
    ]
    text = "\n".join(lines)
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / "table.md").write_text(f"{text}\n", "utf-8")
    say(text)
    return 1 if report.bad() or missing else 0


if __name__ == "__main__":
    sys.exit(main())
