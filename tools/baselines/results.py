"""The results, stored as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tools.baselines.playing import Tally


@dataclass(frozen=True, slots=True)
class Stand:
    """Games of a known player against another."""

    game: str
    player: str
    known: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class Point:
    """Progress after some seconds and moves; with the exploitability if it can be computed."""

    seconds: float
    moves: int
    found: dict[str, Tally]
    exploitability: float | None


@dataclass(frozen=True, slots=True)
class Run:
    """A learner's progress in a game, from one seed."""

    game: str
    learner: str
    seed: int
    points: list[Point]


Measured = Stand | Run | dict[str, float]
"""One of the results; a dictionary has the exact ones."""


@dataclass(slots=True)
class Results:
    """All results."""

    machine: str = ""
    exact: dict[str, float] = field(default_factory=dict)
    stands: list[Stand] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)

    def has_stand(self, game: str, player: str, known: str) -> bool:
        """Whether it has been measured."""
        return any((each.game, each.player, each.known) == (game, player, known) for each in self.stands)

    def has_run(self, game: str, learner: str, seed: int) -> bool:
        """Whether it has been measured."""
        return any((each.game, each.learner, each.seed) == (game, learner, seed) for each in self.runs)

    def add(self, measured: Measured) -> None:
        """Add results."""
        if isinstance(measured, Stand):
            self.stands.append(measured)
        elif isinstance(measured, Run):
            self.runs.append(measured)
        else:
            self.exact = measured

    def save(self, file: Path) -> None:
        """Write the results."""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(self)), encoding="utf-8")

    @classmethod
    def load(cls, file: Path) -> Results:
        """Read the written results, or begin with none."""
        if not file.exists():
            return cls()
        kept = json.loads(file.read_text(encoding="utf-8"))
        stands = [Stand(each["game"], each["player"], each["known"], Tally(**each["tally"])) for each in kept["stands"]]
        runs = [
            Run(each["game"], each["learner"], each["seed"], [_point(point) for point in each["points"]])
            for each in kept["runs"]
        ]
        return cls(kept["machine"], kept["exact"], stands, runs)


def _point(kept: dict[str, object]) -> Point:
    found = kept["found"]
    assert isinstance(found, dict)
    return Point(
        float(str(kept["seconds"])),
        int(str(kept["moves"])),
        {known: Tally(**tally) for known, tally in found.items()},
        None if kept["exploitability"] is None else float(str(kept["exploitability"])),
    )
