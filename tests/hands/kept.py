"""Stored results of games played by hand, so that all of them can be played in parts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .report import Report

BUILD: Final = Path(__file__).resolve().parents[2] / "build" / "hands"
KEPT: Final = BUILD / "played.jsonl"


@dataclass(frozen=True)
class Played:
    """The findings of a game in the browser or in the terminal, its mode of play, and its duration in seconds."""

    game: str
    where: str
    how: str
    report: Report
    seconds: float

    def keep(self) -> None:
        """Append it to the stored results."""
        found = self.report
        data = {
            "game": self.game, "where": self.where, "how": self.how, "seconds": round(self.seconds, 1),
            "done": [[*cell, count] for cell, count in sorted(found.done.items())],
            "wanted": sorted(found.wanted), "faults": found.faults,
        }  # fmt: skip
        KEPT.parent.mkdir(parents=True, exist_ok=True)
        with KEPT.open("a", encoding="utf-8") as file:
            file.write(json.dumps(data) + "\n")


def forget() -> None:
    """Delete the stored results."""
    KEPT.unlink(missing_ok=True)


def kept() -> dict[tuple[str, str], Played]:
    """Return the stored results, by game and place; for a game played again, the last."""
    return {(played.game, played.where): played for played in _read()}


def _read() -> Iterator[Played]:
    for line in KEPT.read_text("utf-8").splitlines() if KEPT.exists() else ():
        data: dict[str, Any] = json.loads(line)
        report = Report()
        report.done.update({(game, kind, gesture): count for game, kind, gesture, count in data["done"]})
        report.wanted |= {(game, kind, gesture) for game, kind, gesture in data["wanted"]}
        report.faults += data["faults"]
        yield Played(data["game"], data["where"], data["how"], report, data["seconds"])
