"""The core against a hand-written C program for the standard game alone (reference.c)."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from spite_and_malice.engine import Position, deal
from spite_and_malice.engine.core import IS_NATIVE, random_playouts
from spite_and_malice.play import SeededChance
from spite_and_malice.rules import card_code, preset_rules

SOURCE = Path(__file__).with_name("reference.c")
DEALS = 4
ROUNDS = 3
MOST_MOVES = 20_000


@dataclass(frozen=True)
class Comparison:
    """Moves per second of both in the same games, the best of some rounds; no ``reference`` without a C compiler."""

    core: float
    reference: float | None


def measure() -> Comparison:
    """Play some deals many times with random eager play; raises RuntimeError if the two play different games.

    They alternate, so that other load on the machine affects both.
    """
    games = 20_000 if IS_NATIVE else 50
    positions = [deal(preset_rules("standard"), number % 2, SeededChance(number)) for number in range(DEALS)]
    compiler = shutil.which("cc")
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "reference"
        if compiler:
            subprocess.run([compiler, "-O3", "-o", program, SOURCE], check=True)
        for position in positions * ROUNDS:
            core = run_core(position, games)
            ours.append(core.moves / core.seconds)
            if compiler:
                reference = run_reference(program, position, games)
                theirs.append(reference.moves / reference.seconds)
                if (core.moves, core.won) != (reference.moves, reference.won):
                    raise RuntimeError("The core and reference.c no longer play the same games.")
    return Comparison(max(ours), max(theirs, default=None))


@dataclass(frozen=True)
class Played:
    """The outcome of a deal played many times."""

    moves: int
    won: int
    seconds: float


def run_core(position: Position, games: int) -> Played:
    """Play a deal that many times with the core."""
    started = process_time()
    report = random_playouts(position.core, games, 0, True, MOST_MOVES)
    seconds = process_time() - started
    return Played(report["moves"], report["ended"][1], seconds)


def run_reference(program: Path, position: Position, games: int) -> Played:
    """Play a deal that many times with reference.c."""
    done = subprocess.run([program, str(games)], input=as_numbers(position), capture_output=True, text=True, check=True)
    totals = json.loads(done.stdout)
    return Played(totals["moves"], totals["won"], totals["seconds"])


def as_numbers(position: Position) -> str:
    """Write a deal in the input format of reference.c."""
    laid = position.to_json()
    cards = [card for player in laid["players"] for card in player["payoff"][0]]
    cards += [card for player in laid["players"] for card in player["hand"]]
    cards += laid["stock"]
    return " ".join(str(number) for number in (1, laid["turn"], *map(card_code, cards)))
