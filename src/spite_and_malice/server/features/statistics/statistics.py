"""A person's finished games counted: won and lost, against whom, by what rules, and over time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from itertools import groupby
from typing import Final, Literal

from msgspec import Struct

from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS
from spite_and_malice.texts import _, listed

from ...games.spite.table import shown_name
from ...store import FinishedGame, GameFigures, SeatCounted

HOUSE: Final = "house"
"""The version that stands for all house rules."""
PEOPLE: Final = "people"
MIXED: Final = "mixed"

Step = Literal["week", "month"]

_MOST_PERIODS: Final = 53


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
        """What was counted; None where nothing was, or can be."""
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
    def replay(self) -> str:
        """The path of the page on which it is watched again."""
        return f"/table/{self.game.table_id}/games/{self.game.number}/replay"


class Means(Struct):
    """Averages of counted games; ``time`` in milliseconds. None without any."""

    margin: float | None
    moves: float | None
    turns: float | None
    time: float | None
    help: float | None


class Totals(Struct):
    """How many games were won, lost, drawn (ended without a winner) and given up, and the averages."""

    id: str
    name: str
    games: int
    won: int
    lost: int
    drawn: int
    given_up: int
    share: float | None
    means: Means


class Period(Struct):
    """What a week, from its Monday, or a month came to; ``start`` is its first day."""

    start: str
    games: int
    won: int
    share: float | None
    means: Means


class Line(Struct):
    """A finished game in a list: what it was called, against whom, how it ended, and what was counted of it.

    ``number`` is its place among the games of its table, ``day`` that whose deal it was; ``moves`` and ``time``,
    in milliseconds, are null where nobody counted. ``ended_at`` is in UTC milliseconds. A game given up has no ``url``.
    """

    name: str
    against: str
    result: Literal["won", "lost", "drawn", "given_up"]
    number: int
    day: str | None
    moves: int | None
    time: int | None
    ended_at: int
    offline: bool
    url: str | None


def line_of(game: Played) -> Line:
    """Return a finished game as a list shows it."""
    over: Literal["won", "lost", "drawn"] = "drawn" if game.won is None else "won" if game.won else "lost"
    return Line(
        name=version_name(game.version),
        against=listed([shown_name(who) for seat, who in enumerate(game.game.seats) if seat != game.seat]),
        result="given_up" if game.game.given_up else over,
        number=game.game.number,
        day=game.game.day,
        moves=None if game.counted is None else game.counted.moves,
        time=None if game.figures is None else game.figures.time,
        ended_at=game.game.ended_at,
        offline=game.game.offline,
        url=None if game.game.given_up else game.replay,
    )


def played_by(person: str, finished: Iterable[FinishedGame]) -> list[Played]:
    """Return the games among these in which ``person`` (a token's SHA-256) sat at the deal, in the same order."""
    found = []
    for game in finished:
        seat = next((number for number, who in enumerate(game.seats) if who.owner == person), None)
        if seat is None:
            continue
        players = {who.player for number, who in enumerate(game.seats) if number != seat}
        opponents = PEOPLE if None in players else MIXED if len(players) > 1 else str(next(iter(players), PEOPLE))
        won = seat in game.winners if game.winners else None
        found.append(Played(game, seat, game.preset or HOUSE, opponents, won, seat in game.stand_ins))
    return found


def totals(games: Sequence[Played], of: str = "", name: str = "") -> Totals:
    """Count games, all of them of one person."""
    over = [game for game in games if not game.game.given_up]
    won, lost = sum(game.won is True for game in over), sum(game.won is False for game in over)
    return Totals(
        id=of,
        name=name,
        games=len(games),
        won=won,
        lost=lost,
        drawn=len(over) - won - lost,
        given_up=len(games) - len(over),
        share=won / (won + lost) if won + lost else None,
        means=_means(games),
    )


def totals_by(games: Sequence[Played], key: Callable[[Played], str], name: Callable[[str], str]) -> list[Totals]:
    """Count games by something they differ in, the most played first."""
    groups: dict[str, list[Played]] = {}
    for game in games:
        groups.setdefault(key(game), []).append(game)
    found = [totals(some, of, name(of)) for of, some in groups.items()]
    return sorted(found, key=lambda each: -each.games)


def periods(games: Sequence[Played], step: Step, days: tuple[date, date], zone: tzinfo) -> list[Period]:
    """Return what the weeks or months from that of a day to that of another came to, also those without a game."""
    by_start: dict[date, list[Played]] = {}
    for game in games:
        by_start.setdefault(start_of(_day(game, zone), step), []).append(game)
    found = []
    start, end = (start_of(day, step) for day in days)
    while start <= end:
        some = totals(by_start.get(start, []))
        found.append(Period(start.isoformat(), some.games, some.won, some.share, some.means))
        start = start_of(start + timedelta(days=7 if step == "week" else 31), step)
    return found[-_MOST_PERIODS:]


def span(games: Sequence[Played], zone: tzinfo) -> tuple[date, date]:
    """Return the days of the first and the last of games, given with the latest first; there must be one."""
    return _day(games[-1], zone), _day(games[0], zone)


def start_of(day: date, step: Step) -> date:
    """Return the first day of the week or month of a day."""
    return day - timedelta(days=day.weekday()) if step == "week" else day.replace(day=1)


def runs(games: Sequence[Played]) -> tuple[int, int]:
    """Return how many of games, given with the latest first, were won in a row up to the latest, and at most."""
    results = [(won, len(list(some))) for won, some in groupby(games, lambda game: game.won)]
    longest = max((length for won, length in results if won), default=0)
    return results[0][1] if results and results[0][0] else 0, longest


def opponents_name(of: str) -> str:
    """Return what a kind of opponents is called, in the current language."""
    if of == PEOPLE:
        return _("People")
    if of == MIXED:
        return _("Several computer players")
    if of not in PLAYERS:
        return of
    character = PLAYERS[of].character
    return _(PLAYERS[of].name) if character is None else character.name


def version_name(of: str) -> str:
    """Return what a version is called, in the current language."""
    return _(PRESETS[of].name) if of in PRESETS else _("House rules")


def _day(game: Played, zone: tzinfo) -> date:
    return datetime.fromtimestamp(game.game.ended_at / 1000, zone).date()


def _means(games: Sequence[Played]) -> Means:
    counted = [(game, game.figures, game.counted) for game in games if not game.game.given_up]
    known = [(game, figures, own) for game, figures, own in counted if figures is not None and own is not None]
    return Means(
        margin=_mean([game.margin for game, _figures, _own in known]),
        moves=_mean([own.moves for _game, _figures, own in known]),
        turns=_mean([own.turns for _game, _figures, own in known]),
        time=_mean([figures.time for _game, figures, _own in known]),
        help=_mean([(own.hints or 0) + own.takebacks for _game, _figures, own in known]),
    )


def _mean(values: Iterable[int | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
