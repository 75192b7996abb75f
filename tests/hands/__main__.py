"""Play by hand: ``python -m tests.hands --game canfield --gesture drag``; the table goes to build/hands/table.md."""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Error as BrowserError

from spite_and_malice.patience import PRESETS as PATIENCES
from spite_and_malice.rules import PRESETS as SPITES

from .browser import chromium
from .page import Fault
from .patience import PatiencePlayer
from .player import DESK, PHONE, Room, quiet_site
from .report import Report
from .spite import SpitePlayer
from .terminal import TerminalPlayer

OUT: Final = Path(__file__).resolve().parents[2] / "build" / "hands"


def say(text: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Play what is asked for; returns 1 if there is a hole or a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.hands", description=__doc__)
    parser.add_argument("--game", action="append", help="a preset, or several; all without it")
    parser.add_argument("--gesture", action="append", help="click, drag, Enter, keys, tap, touch drag; all without it")
    parser.add_argument("--terminal", action="store_true", help="play in the terminal's full screen instead")
    few = parser.add_mutually_exclusive_group()
    few.add_argument("--kinds", action="store_true", help="make every kind of move, and play no game whole")
    few.add_argument("--ways", action="store_true", help="play games whole, and nothing beside them")
    options = parser.parse_args()
    games = options.game or [*PATIENCES, *SPITES]
    report = Report()
    if options.terminal:
        for game in games:
            with tempfile.TemporaryDirectory() as folder:
                player = TerminalPlayer(report)
                (player.patience if game in PATIENCES else player.spite)(game, Path(folder))
            tell(game, report)
        return end(report)
    with tempfile.TemporaryDirectory() as folder, quiet_site(Path(folder)) as site, chromium() as browser:
        rooms = [Room(browser, site, window) for window in (DESK, PHONE)]
        for game in games:
            for room in rooms:
                play(room, game, report, options)
            tell(game, report)
    return end(report)


def tell(game: str, report: Report) -> None:
    """Say how it stands after a game, and write the table so far."""
    say(f"{game}: {len(report.holes())} holes, {len(report.faults)} faults so far")
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "table.md").write_text("\n".join(report.lines()) + "\n", "utf-8")


def end(report: Report) -> int:
    """Say what was found, and what it took."""
    for who, name in ((resource.RUSAGE_SELF, "the player"), (resource.RUSAGE_CHILDREN, "browser and server")):
        used = resource.getrusage(who)
        say(f"{name}: {used.ru_utime + used.ru_stime:.0f} s of processor")
    say("\n".join(report.lines()))
    return 1 if report.holes() or report.faults else 0


def play(room: Room, game: str, report: Report, options: argparse.Namespace) -> None:
    """Play a game in a window, or what the options ask for of it."""
    player = (PatiencePlayer if game in PATIENCES else SpitePlayer)(room, game, report, options.gesture)
    if not player.gestures:
        return
    try:
        if options.kinds:
            player.rehearse(None)
        elif options.ways:
            player.whole()
        else:
            player.play()
    except (Fault, BrowserError, AssertionError) as error:
        player.fault(f"broken off: {error}")


if __name__ == "__main__":
    sys.exit(main())
