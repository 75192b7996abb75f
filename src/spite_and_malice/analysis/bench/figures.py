"""The speed of the core and of its interfaces from Python, in processor time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random
from time import process_time
from timeit import Timer
from typing import Any, Final, TypeVar

from spite_and_malice.analysis.bench import hand_written
from spite_and_malice.engine import UNSHUFFLED, Position, deal
from spite_and_malice.engine.core import IS_NATIVE, apply_at, generate, random_playouts
from spite_and_malice.play import SeededChance
from spite_and_malice.rules import PRESETS, Rules, preset_rules

_T = TypeVar("_T")

_MOST_MOVES: Final = 20_000
_ROUNDS: Final = 3
_CLONES: Final = 100_000
_PURE: Final = (
    "from spite_and_malice.analysis.bench.figures import eager_speed;"
    "from spite_and_malice.rules import preset_rules;"
    "print(eager_speed(preset_rules('standard')))"
)


@dataclass(frozen=True)
class SpeedReport:
    """Figures of one run; all speeds are moves per second of one processor.

    `standard` is eager play of whole `standard` games inside the core, `c_program` the same games by the hand-written
    program (None without a C compiler), `uncompiled` by the core's uncompiled source. `by_number` and `by_move` are
    games played move by move from Python, at integer level and with `Position` and `Move`. `clone` is a new position
    made from Python, and `copy` one copied over another inside the core, as before each of many playouts; both in
    nanoseconds. `presets` has eager play of each preset, with its fewest players.
    """

    compiled: bool
    standard: float
    c_program: float | None
    uncompiled: float
    by_number: float
    by_move: float
    clone: float
    copy: float
    presets: dict[str, float]

    @property
    def share_of_c(self) -> float | None:
        """How much of the hand-written program's speed the core reaches."""
        return self.standard / self.c_program if self.c_program else None

    @property
    def slowest(self) -> str:
        """The preset with the slowest moves."""
        return min(self.presets, key=self.presets.__getitem__)

    def to_json(self) -> dict[str, Any]:
        """All figures, with the shares."""
        return {
            **asdict(self),
            "share_of_c": self.share_of_c,
            "slowest": self.slowest,
            "slowest_share_of_standard": self.presets[self.slowest] / self.presets["standard"],
        }


STEPS: Final = 6 + len(PRESETS)
"""How many figures are measured."""


def measure(measured: Callable[[], None] = lambda: None) -> SpeedReport:
    """Measure everything; takes about half a minute. Raises RuntimeError if the C program plays other games.

    `measured` is called after each of `STEPS` figures.
    """

    def done(figure: _T) -> _T:
        measured()
        return figure

    compared = done(hand_written.measure())
    standard = preset_rules("standard")
    return SpeedReport(
        compiled=IS_NATIVE,
        standard=compared.core,
        c_program=compared.reference,
        uncompiled=done(_uncompiled_speed() if IS_NATIVE else compared.core),
        by_number=done(_best(lambda: _speed_by_number(standard))),
        by_move=done(_best(lambda: _speed_by_move(standard))),
        clone=done(_clone_nanoseconds(standard)),
        copy=done(_copy_nanoseconds(standard)),
        presets={preset_id: done(eager_speed(preset_rules(preset_id))) for preset_id in PRESETS},
    )


def eager_speed(rules: Rules) -> float:
    """Moves per second of eager play inside the core, over some deals."""
    games = 2000 if IS_NATIVE else 20
    positions = [_dealt(rules, number) for number in range(4)]

    def play() -> float:
        started = process_time()
        moves: int = sum(random_playouts(position.core, games, 0, True, _MOST_MOVES)["moves"] for position in positions)
        return moves / (process_time() - started)

    return _best(play)


def _uncompiled_speed() -> float:
    environment = {**os.environ, "SPITE_PURE": "1"}
    command = [sys.executable, "-c", _PURE]
    return float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)


def _speed_by_number(rules: Rules) -> float:
    random = Random(1).random
    moves, seconds = 0, 0.0
    for number in range(500 if IS_NATIVE else 20):
        core = _dealt(rules, number).core
        started = process_time()
        while count := generate(core):
            apply_at(core, int(random() * count))
            moves += 1
        seconds += process_time() - started
    return moves / seconds


def _speed_by_move(rules: Rules) -> float:
    random = Random(1).random
    moves, seconds = 0, 0.0
    for number in range(100 if IS_NATIVE else 10):
        position = _dealt(rules, number)
        started = process_time()
        while legal := position.legal_moves:
            position.play(legal[int(random() * len(legal))], UNSHUFFLED)
            moves += 1
        seconds += process_time() - started
    return moves / seconds


def _clone_nanoseconds(rules: Rules) -> float:
    names = {"core": _dealt(rules, 0).core}
    rounds = Timer("core.clone()", timer=process_time, globals=names).repeat(_ROUNDS, _CLONES)
    return min(rounds) / _CLONES * 1e9


def _copy_nanoseconds(rules: Rules) -> float:
    core = _dealt(rules, 0).core
    # A batch of playouts without moves: copies, each with its seed.
    rounds = Timer(lambda: random_playouts(core, _CLONES, 0, True, 0), timer=process_time).repeat(_ROUNDS, 1)
    return min(rounds) / _CLONES * 1e9


def _dealt(rules: Rules, number: int) -> Position:
    position = deal(rules, 0, SeededChance(number))
    position.core.use_seed(number)
    return position


def _best(figure: Callable[[], float]) -> float:
    """The best of some rounds: other load on the machine can only slow one down."""
    return max(figure() for _ in range(_ROUNDS))
