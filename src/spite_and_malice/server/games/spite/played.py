"""The finished games of one person, as the basis of all statistics."""

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
    """A finished game from the point of view of ``seat``.

    ``won`` is None if nobody won. ``opponents`` is the opposing computer player, `PEOPLE` or `MIXED`; ``stood_in``
    means that a stand-in played part of the game.
    """

    game: FinishedGame
    seat: int
    version: str
    opponents: str
    won: bool | None
    stood_in: bool

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.game.seats)

    @property
    def figures(self) -> GameFigures | None:
        """The figures; None if they were not or cannot be counted."""
        return self.game.figures if self.game.figures is not None and self.game.figures.seats else None

    @property
    def counted(self) -> SeatCounted | None:
        """The figures for the seat."""
        return None if self.figures is None else self.figures.seats[self.seat]

    @property
    def margin(self) -> int | None:
        """The seat's lead in pay-off cards over the best of the others; negative if it is behind."""
        if self.figures is None:
            return None
        own = self.figures.seats[self.seat]
        others = [other.left for other in self.figures.seats if other.side != own.side]
        return min(others) - own.left if others else None

    @property
    def is_won_by_cards(self) -> bool:
        """Whether the seat's side played its last pay-off card: nobody gave up, stayed away or ran out of cards."""
        return bool(self.won) and self.counted is not None and self.counted.left == 0

    @property
    def is_helped(self) -> bool:
        """Whether there were hints, or undone turns."""
        return self.counted is not None and bool(self.counted.hints or self.counted.takebacks)

    @property
    def had_hints(self) -> bool:
        """Whether there were hints."""
        return self.counted is not None and bool(self.counted.hints)

    @property
    def replay(self) -> str:
        """The path of the replay page."""
        return f"/table/{self.game.table_id}/games/{self.game.number}/replay"


def played_by(person: str, finished: Iterable[FinishedGame]) -> list[Played]:
    """Return the games among these in which ``person`` (a token's SHA-256) was dealt a seat, in order."""
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
    """Return only the games dealt by this server: only they earn stars and signs, which others see.

    The players of an imported game are known only from its record, which anybody can write. A scrapbook, visible only
    to its owner, accepts it as it is.
    """
    return played_by(person, [game for game in finished if not game.offline])
