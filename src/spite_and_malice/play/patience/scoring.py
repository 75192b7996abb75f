"""Scorings of patience, one entry each, computed from the moves not taken back and the time.

They follow the published descriptions of the programs that made them popular: Windows' Solitaire (standard and Vegas)
and Spider. Taking a move back takes its points back; Spider also counts it as a move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from spite_and_malice.patience import Move, Position, Rules
from spite_and_malice.play.patience.along import Along
from spite_and_malice.play.patience.played import Played
from spite_and_malice.play.patience.record import PatienceRecord, Replay
from spite_and_malice.texts import N_, _, ngettext

_FREE_PASSES: Final = {1: 1, 3: 4}
"""The number of free passes in the standard scoring, by the number of cards turned at a time."""
_REDEAL: Final = {1: -100, 3: -20}
_BONUS: Final = 700_000
_QUICKEST: Final = 30
"""Seconds below which a win gets no bonus."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """A way to count points: `name` is a text to be translated.

    A game begins with `start` points; `of_move` gives the points of a move, from the positions before and after it,
    `of_time` those of a game of that many seconds, won or not, and `undo` the cost of each move taken back. If there is
    a `least`, points never fall below it. Points that are `summed` are carried over from game to game.
    """

    id: str
    name: str
    fits: Callable[[Rules], bool]
    of_move: Callable[[Position, Move, Position], int]
    of_time: Callable[[int, bool], int] = lambda _seconds, _won: 0
    start: int = 0
    undo: int = 0
    least: int | None = None
    summed: bool = False

    def points_of(self, played: Played, milliseconds: int | None) -> int:
        """Return the points of a game so far; without a time none are counted for it."""
        return Tally(self).points_of(played, milliseconds)

    def points_of_record(self, record: PatienceRecord) -> int:
        """Return the points of a recorded game. Raises what `Played.act` raises for an impossible action."""
        replay = Replay(record.rules, record.deal)
        for action in record.actions:
            replay.act(action.text, action.time)
        return self.points_of(replay.played, replay.result.time)

    def above_least(self, points: int) -> int:
        """Return these points, or the minimum if they are fewer."""
        return points if self.least is None else max(points, self.least)


class Tally:
    """The points of a game in progress: moves already counted and not taken back are not counted again."""

    def __init__(self, scoring: Scoring) -> None:
        self.scoring = scoring
        self._counted = Along(scoring.start, self._after)

    def points_of(self, played: Played, milliseconds: int | None) -> int:
        """Return the points of the game so far; without a time none are counted for it."""
        scoring = self.scoring
        points = self._counted.of(played.game) + scoring.undo * played.undos
        if milliseconds is not None:
            points += scoring.of_time(milliseconds // 1000, played.game.is_won)
        return scoring.above_least(points)

    def _after(self, points: int, before: Position, move: Move, after: Position) -> int:
        return self.scoring.above_least(points + self.scoring.of_move(before, move, after))


def scorings_for(rules: Rules) -> list[Scoring]:
    """Return the scorings for games by these rules, besides moves and time."""
    return [scoring for scoring in SCORINGS.values() if scoring.fits(rules)]


def points_of_all(played: Played, milliseconds: int | None) -> dict[str, int]:
    """Return the points of a game so far by every scoring that fits, keyed by its id."""
    return {scoring.id: scoring.points_of(played, milliseconds) for scoring in scorings_for(played.game.rules)}


def points_text(scoring: Scoring, points: int) -> str:
    """Return points in words, in the current language: "Vegas scoring: −12 points."."""
    said = ngettext("{name}: {n} point.", "{name}: {n} points.", abs(points))
    return said.format(name=_(scoring.name), n=str(points).replace("-", "\N{MINUS SIGN}"))


def _standard(before: Position, move: Move, after: Position) -> int:
    if move.is_redeal:
        draw = before.rules.draw
        return _REDEAL[draw] if after.layout.pass_number > _FREE_PASSES[draw] else 0
    points = 5 * (_face_down(before, move.source) - _face_down(after, move.source))
    if move.target == "F":
        return points + 10
    if move.source == "W":
        return points + 5
    return points - 15 if move.source.startswith("F") else points


def _standard_time(seconds: int, won: bool) -> int:
    bonus = _BONUS // seconds if won and seconds >= _QUICKEST else 0
    return bonus - 2 * (seconds // 10)


def _vegas(_before: Position, move: Move, _after: Position) -> int:
    if move.target == "F":
        return 5
    return -5 if move.source.startswith("F") else 0


def _spider(before: Position, _move: Move, after: Position) -> int:
    return 100 * (sum(after.layout.foundations()) - sum(before.layout.foundations())) - 1


def _face_down(position: Position, place: str) -> int:
    """Return the number of face-down cards at a move's source: in Klondike only that pile can turn one up."""
    return position.layout.face_down_count(int(place[1:]) - 1) if place.startswith("T") else 0


def _is_klondike(rules: Rules) -> bool:
    return rules.is_klondike


def _is_spider(rules: Rules) -> bool:
    return rules.aim == "runs"


SCORINGS: Final = {
    scoring.id: scoring
    for scoring in (
        Scoring("standard", N_("Standard scoring"), _is_klondike, _standard, _standard_time, least=0),
        Scoring("vegas", N_("Vegas scoring"), _is_klondike, _vegas, start=-52, summed=True),
        Scoring("spider", N_("Spider scoring"), _is_spider, _spider, start=500, undo=-1),
    )
}
"""Every scoring by its id; a new one is one entry here."""
