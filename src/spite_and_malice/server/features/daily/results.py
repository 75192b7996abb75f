"""How the games of a deal of the day came out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal

from spite_and_malice.rules import preset_rules

from ...store import DayGame, Store
from ...tables.leaderboards import Boards

PRESET: Final = "standard"
_SCORE: Final = preset_rules(PRESET, 2).score

_UNCOUNTED: Final = 1_000_000
"""Turns: of games that are equally good those that are not counted yet come last."""

Outcome = Literal["won", "drawn", "lost"]
_ORDER: Final[Sequence[Outcome]] = ("won", "drawn", "lost")


@dataclass(frozen=True, slots=True)
class DayResult:
    """A line of the results of a day: ``margin`` is in pay-off cards, below 0 for who had more left.

    ``rank`` is None for who began on a later day, ``turns`` until the game is counted.
    """

    rank: int | None
    name: str
    outcome: Outcome
    margin: int
    turns: int | None
    owner: str
    table_id: str


DayBoards = Boards[str, DayGame, DayResult]
"""The boards of the deals of the day, by the day."""


def day_boards(store: Store) -> DayBoards:
    """Return the boards of the days in a store."""
    return Boards(
        lambda day: store.days.games(day),
        lambda day, owner: store.days.game(day, owner),
        lambda _day, games: results(games),
    )


def results(games: Sequence[DayGame]) -> list[DayResult]:
    """Return how the games of a day that are over came out, the best first; those that are equally good share a rank.

    Who won comes before who did not; then counts the margin in cards, then the fewer turns. A game in which a stand-in
    played for the person does not count; who began on a later day comes after all others, without a rank.
    """
    over = [game for game in games if game.result is not None and game.seat not in game.stand_ins]
    order = sorted(
        ((game.is_late, _goodness(game), game) for game in over), key=lambda each: (*each[:2], each[2].ended_at)
    )
    lines: list[DayResult] = []
    for place, (is_late, key, game) in enumerate(order, start=1):
        equal = place > 1 and order[place - 2][:2] == (is_late, key)
        rank = None if is_late else lines[-1].rank if equal else place
        lines.append(DayResult(rank, game.name, _ORDER[key[0]], -key[1], game.turns, game.owner, game.table_id))
    return lines


def streak(games: Sequence[DayGame], today: date) -> int:
    """Return on how many days in a row somebody has played the deal of the day to its end, up to today or yesterday."""
    done = {
        game.day for game in games if game.result is not None and not game.is_late and game.seat not in game.stand_ins
    }
    return days_in_a_row(done, today)


def days_in_a_row(done: Collection[str], today: date) -> int:
    """Return how many days in a row, up to today or yesterday, are among some, each as 2026-01-31."""
    day = today if today.isoformat() in done else today - timedelta(days=1)
    length = 0
    while day.isoformat() in done:
        length += 1
        day -= timedelta(days=1)
    return length


def _goodness(game: DayGame) -> tuple[int, int, int]:
    """Return what a game that is over is compared by, the best smallest."""
    result = game.result or {}
    winners: list[int] = result["winners"]
    scores = list(result["scores"])
    own = scores.pop(game.seat)
    # Who empties their pile gets points for that beside those for the cards that the other has left.
    won = int(game.seat in winners) if winners else None
    emptied = _SCORE.win if result["reason"] == "payoff" else 0
    margin = (own - sum(scores) - (emptied if won else -emptied)) // _SCORE.card
    outcome: Outcome = "drawn" if won is None else "won" if won else "lost"
    return _ORDER.index(outcome), -margin, _UNCOUNTED if game.turns is None else game.turns
