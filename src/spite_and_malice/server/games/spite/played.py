"""The finished games of one person, as everything is counted from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ...store import FinishedGame, GameFigures, SeatCounted

HOUSE: Final = "house"
"""The version that stands for all house rules."""
PEOPLE: Final = "people"
MIXED: Final = "mixed"


@dataclass(frozen=True, slots=True)
class Played:
    """A game in which somebody sat at ``seat``; ``won`` is None where nobody won.

    ``opponents`` is the computer player against whom it was, `PEOPLE` or `MIXED`; of ``stood_in`` games a stand-in
    played a part.
    """

    game: FinishedGame
    seat: int
    version: str
    opponents: str
    won: bool | None
    stood_in: bool

    @property
    def players(self) -> int:
        """How many played."""
        return len(self.game.seats)

    @property
    def figures(self) -> GameFigures | None:
        """The figures; None where nothing was counted, or can be."""
        return self.game.figures if self.game.figures is not None and self.game.figures.seats else None

    @property
    def counted(self) -> SeatCounted | None:
        """What was counted for the seat."""
        return None if self.figures is None else self.figures.seats[self.seat]

    @property
    def margin(self) -> int | None:
        """By how many pay-off cards the seat was ahead of the best of the others; below 0 behind them."""
        if self.figures is None:
            return None
        own = self.figures.seats[self.seat]
        others = [other.left for other in self.figures.seats if other.side != own.side]
        return min(others) - own.left if others else None

    @property
    def is_helped(self) -> bool:
        """Whether there were hints, or whole turns taken back."""
        return self.counted is not None and bool(self.counted.hints or self.counted.takebacks)

    @property
    def had_hints(self) -> bool:
        """Whether there were hints."""
        return self.counted is not None and bool(self.counted.hints)

    @property
    def replay(self) -> str:
        """The path of the page on which it is watched again."""
        return f"/table/{self.game.table_id}/games/{self.game.number}/replay"


def played_by(person: str, finished: Iterable[FinishedGame]) -> list[Played]:
    """Return the games among these in which ``person`` (a token's SHA-256) sat at the deal, in the same order."""
    found = []
    for game in finished:
        seat = next((number for number, who in enumerate(game.seats) if who.person == person), None)
        if seat is None:
            continue
        players = {who.player for number, who in enumerate(game.seats) if number != seat}
        opponents = PEOPLE if None in players else MIXED if len(players) > 1 else str(next(iter(players), PEOPLE))
        won = seat in game.winners if game.winners else None
        found.append(Played(game, seat, game.preset or HOUSE, opponents, won, seat in game.stand_ins))
    return found


def played_here(person: str, finished: Iterable[FinishedGame]) -> list[Played]:
    """Return those of them that this server dealt itself: only they bring stars, and the signs that others see.

    Of a game that was imported a record says who played it, and anybody can write one. A scrapbook, which its owner
    alone sees, takes it as it is.
    """
    return played_by(person, [game for game in finished if not game.offline])
