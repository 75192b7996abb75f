"""Counts of a person's finished games: won and lost, by opponents, by rules, and over time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from itertools import groupby
from typing import Final, Literal

from msgspec import Struct

from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS, InvalidRules, preset_rules
from spite_and_malice.texts import _, listed, ngettext

from ...games.spite.played import HOUSE, MIXED, PEOPLE, Played
from ...games.spite.replay import rules_key
from ...games.spite.table import shown_name
from ...store import GameFigures

Step = Literal["week", "month"]

_MOST_PERIODS: Final = 53


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
    """The results of a week, from its Monday, or of a month; ``start`` is its first day."""

    start: str
    games: int
    won: int
    share: float | None
    means: Means


class Line(Struct):
    """A finished game in a list: its name, opponents, result, and figures.

    ``number`` is its place among the games of its table, ``day`` the day of its deal; ``moves`` and ``time``, in
    milliseconds, are null if not counted. ``ended_at`` is in UTC milliseconds. A game given up has no ``url``.
    ``counts`` is false for a game in which a stand-in played for the person.
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
    counts: bool


def line_of(game: Played) -> Line:
    """Return a finished game as a line of a list."""
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
        counts=not game.stood_in,
    )


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
    """Count games by a property, the most frequent first."""
    groups: dict[str, list[Played]] = {}
    for game in games:
        groups.setdefault(key(game), []).append(game)
    found = [totals(some, of, name(of)) for of, some in groups.items()]
    return sorted(found, key=lambda each: -each.games)


def periods(games: Sequence[Played], step: Step, days: tuple[date, date], zone: tzinfo) -> list[Period]:
    """Return the results of the weeks or months from one day to another, including those without a game."""
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
    """Return the days of the first and the last game, given latest first; there must be one."""
    return _day(games[-1], zone), _day(games[0], zone)


def start_of(day: date, step: Step) -> date:
    """Return the first day of the week or month of a day."""
    return day - timedelta(days=day.weekday()) if step == "week" else day.replace(day=1)


def runs(games: Sequence[Played]) -> tuple[int, int]:
    """Return the current and the longest winning streak in games given latest first."""
    results = [(won, len(list(some))) for won, some in groupby(games, lambda game: game.won)]
    longest = max((length for won, length in results if won), default=0)
    return results[0][1] if results and results[0][0] else 0, longest


def opponents_name(of: str) -> str:
    """Return the name of a kind of opponents, in the current language."""
    if of == PEOPLE:
        return _("People")
    if of == MIXED:
        return _("Several computer players")
    if of not in PLAYERS:
        return of
    character = PLAYERS[of].character
    return _(PLAYERS[of].name) if character is None else character.name


def version_name(of: str) -> str:
    """Return the name of a version, in the current language."""
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


_LISTED: Final = 12
_TOLD_AFTER: Final = 2
"""How many games by the same rules must have been played before a game can beat a record."""


class RecordGame(Struct):
    """A record: its value, and the page of the game's replay; ``at`` in UTC milliseconds."""

    value: int
    url: str
    at: int


class RulesRecords(Struct):
    """The records by the same rules; each is None until set. ``time`` is in milliseconds."""

    name: str
    games: int
    time: RecordGame | None
    turns: RecordGame | None
    margin: RecordGame | None
    most_payoff: RecordGame | None


class BeatenRecord(Struct):
    """A record that a game has beaten: which one, its new value, and its old one."""

    measure: str
    value: int
    before: int


@dataclass(frozen=True, slots=True)
class _Measure:
    """The value of a counted game for a record, None if it cannot set it, and whether less is better."""

    of: Callable[[Played], int | None]
    least: bool = False

    def best(self, games: Sequence[Played]) -> RecordGame | None:
        """Return the best game, given latest first; among equals the earliest."""
        found: RecordGame | None = None
        for game in reversed(games):
            value = None if game.is_helped or game.stood_in or game.game.offline else self.of(game)
            if value is not None and (found is None or self.is_better(value, found.value)):
                found = RecordGame(value, game.replay, game.game.ended_at)
        return found

    def is_better(self, value: int, other: int) -> bool:
        """Say whether a value beats another."""
        return value < other if self.least else value > other


_MEASURES: Final = {
    "time": _Measure(lambda game: game.figures.time if game.is_won_by_cards and game.figures else None, least=True),
    "turns": _Measure(lambda game: game.counted.turns if game.is_won_by_cards and game.counted else None, least=True),
    "margin": _Measure(lambda game: (game.margin or None) if game.is_won_by_cards else None),
    # A missing value is no record to beat.
    "most_payoff": _Measure(lambda game: (game.counted.most_payoff or None) if game.counted else None),
}


def records_by_rules(games: Sequence[Played]) -> list[RulesRecords]:
    """Return the records of games, given latest first, by their rules; the most played rules first."""
    by_rules: dict[tuple[str, str], list[Played]] = {}
    for game in games:
        if game.figures is not None:
            by_rules.setdefault((game.version, game.figures.rules), []).append(game)
    groups = sorted(by_rules.values(), key=lambda some: -len(some))[:_LISTED]
    return [
        RulesRecords(_name(some[0]), len(some), **{name: measure.best(some) for name, measure in _MEASURES.items()})
        for some in groups
    ]


def beaten(games: Sequence[Played], table_id: str, number: int) -> list[BeatenRecord]:
    """Return the records that a game has beaten, among a person's own games, given latest first."""
    at = next((at for at, one in enumerate(games) if (one.game.table_id, one.game.number) == (table_id, number)), None)
    if at is None:
        return []
    new = games[at]
    before = [game for game in games[at + 1 :] if _play_alike(game, new)]
    if len(before) < _TOLD_AFTER:
        return []
    found = []
    for name, measure in _MEASURES.items():
        reached, standing = measure.best([new]), measure.best(before)
        if reached is not None and standing is not None and measure.is_better(reached.value, standing.value):
            found.append(BeatenRecord(name, reached.value, standing.value))
    return found


def _play_alike(one: Played, other: Played) -> bool:
    """Say whether two games were played by the same rules, as far as known."""
    if one.figures is None or other.figures is None:
        return False
    return (one.version, one.figures.rules) == (other.version, other.figures.rules)


def _name(game: Played) -> str:
    """Say by what rules a game was played, as "Standard, 2 players, 20 cards"."""
    figures = game.figures
    assert figures is not None
    players = ngettext("{n} player", "{n} players", game.players).format(n=game.players)
    cards = ngettext("{n} card", "{n} cards", figures.payoff).format(n=figures.payoff)
    changed = [] if game.version == HOUSE or _are_usual(game.version, game.players, figures) else [_("changed")]
    return ", ".join([version_name(game.version), players, cards, *changed])


def _are_usual(version: str, players: int, figures: GameFigures) -> bool:
    """Say whether the rules of a game are the version's own, except for the number of pay-off cards."""
    try:
        usual = preset_rules(version, players)
        if usual.payoff * usual.payoff_piles != figures.payoff:
            usual = preset_rules(version, players, {"payoff": figures.payoff // usual.payoff_piles})
    except InvalidRules:
        return False
    return rules_key(usual) == figures.rules
