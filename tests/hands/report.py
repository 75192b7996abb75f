"""The findings of the player by hand: a table of kinds of moves, gestures and games, and faults in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass
class Report:
    """How often each gesture carried out each kind of move of each game, its expected effect, and the failures."""

    done: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By game, kind of move and gesture."""
    wanted: set[tuple[str, str, str]] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    def want(self, game: str, kind: str, gestures: Iterable[str]) -> None:
        """Record that a kind of move was legal in a game, so each of the gestures should make it."""
        self.wanted |= {(game, kind, gesture) for gesture in gestures}

    def add(self, other: Report) -> None:
        """Add the findings of another report."""
        self.done += other.done
        self.wanted |= other.wanted
        self.faults += other.faults

    def cells(self) -> set[tuple[str, str, str]]:
        """Return the cells that should be or were reached."""
        return self.wanted | set(self.done)

    def holes(self) -> list[tuple[str, str, str]]:
        """Return the cells that were not reached."""
        return sorted(self.wanted - set(self.done))

    def bad(self) -> list[str]:
        """Return everything missing and all faults, in words."""
        return [*self.faults, *(f"{game}: nothing makes {kind} by {gesture}" for game, kind, gesture in self.holes())]

    def lines(self) -> list[str]:
        """Return the table as Markdown: a row for each game and kind of move, a column for each gesture."""
        cells = self.cells()
        gestures = sorted({gesture for _game, _kind, gesture in cells})
        rows = [_row(["game", "kind of move", *gestures]), _row(["---"] * (2 + len(gestures)))]
        for game, kind in sorted({(game, kind) for game, kind, _gesture in cells}):
            rows.append(_row([game, kind, *(self._cell(game, kind, gesture) for gesture in gestures)]))
        sums = [
            str(sum(count for (_g, _k, each), count in self.done.items() if each == gesture)) for gesture in gestures
        ]
        rows.append(_row(["all", f"{sum(self.done.values())} moves", *sums]))
        holes = [f"- {game}: {kind} by {gesture}" for game, kind, gesture in self.holes()]
        return [
            *rows,
            "",
            f"{len(holes)} holes",
            *holes,
            "",
            f"{len(self.faults)} faults",
            *(f"- {one}" for one in self.faults),
        ]

    def _cell(self, game: str, kind: str, gesture: str) -> str:
        count = self.done[game, kind, gesture]
        return str(count) if count else "**hole**" if (game, kind, gesture) in self.wanted else ""


def _row(words: Sequence[str]) -> str:
    return f"| {' | '.join(words)} |"
