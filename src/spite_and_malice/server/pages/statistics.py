"""What somebody's finished games come to: won, lost and drawn, against whom, and how many won in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from spite_and_malice.players import PLAYERS
from spite_and_malice.texts import _

from ..store import FinishedGame, SeatRow


@dataclass(slots=True)
class Tally:
    """How many games were won, lost, drawn (ended without a winner) and given up."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    given_up: int = 0

    @property
    def played(self) -> int:
        """All games."""
        return self.won + self.lost + self.drawn + self.given_up

    @property
    def share(self) -> float | None:
        """The share won of the decided games, from 0 to 1; None if there are none."""
        decided = self.won + self.lost
        return self.won / decided if decided else None

    def count(self, won: bool | None, given_up: bool = False) -> None:
        """Add a game: won, lost or, with None, drawn; or one that was given up, whatever it would have come to."""
        if given_up:
            self.given_up += 1
            return
        self.won += won is True
        self.lost += won is False
        self.drawn += won is None


@dataclass(slots=True)
class Statistics:
    """All games, those against each kind of opponent, the most played first, and the games won in a row.

    ``running`` are those won in a row up to the latest game, ``longest`` the most there have ever been.
    """

    overall: Tally = field(default_factory=Tally)
    against: list[tuple[str, Tally]] = field(default_factory=list)
    running: int = 0
    longest: int = 0


def statistics_of(owner: str, finished: Sequence[FinishedGame]) -> Statistics:
    """Count the games in which ``owner`` (a token's SHA-256) sat, given with the latest first.

    A game that a stand-in played for them is not theirs.
    """
    found = Statistics()
    against: dict[str, Tally] = {}
    results: list[bool | None] = []
    for game in finished:
        seat = next((number for number, who in enumerate(game.seats) if who.owner == owner), None)
        if seat is None or seat in game.stand_ins:
            continue
        won = seat in game.winners if game.winners else None
        results.append(won)
        found.overall.count(won, game.given_up)
        others = [who for number, who in enumerate(game.seats) if number != seat]
        against.setdefault(_kind(others), Tally()).count(won, game.given_up)
    found.against = sorted(against.items(), key=lambda each: -each[1].played)
    runs = [(won, len(list(games))) for won, games in groupby(results)]
    found.longest = max((length for won, length in runs if won), default=0)
    found.running = runs[0][1] if runs and runs[0][0] else 0
    return found


def _kind(others: Sequence[SeatRow]) -> str:
    """Say what kind of company it was, in the current language."""
    players = {who.player for who in others}
    if None in players:
        return _("People")
    if len(players) > 1:
        return _("Several computer players")
    (player,) = players
    return _(PLAYERS[player].name) if player in PLAYERS else str(player)
