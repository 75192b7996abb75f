"""Results of patience games: records, the games of the day with their goals, and everybody's results in them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import takewhile
from typing import Any, Final
from zlib import crc32

from msgspec import Struct

from spite_and_malice.patience import PRESETS, Preset
from spite_and_malice.patience.decidable import can_decide
from spite_and_malice.play.patience import SCORINGS, Scoring
from spite_and_malice.texts import _, ngettext

from ...store import PlayedDeal, Store, is_day_running
from ...tables.leaderboards import Boards, Ranked, began_late, rank

_GROUPS: Final = (("klondike-1",), ("klondike-3",), ("spider-1", "spider-2"), ("freecell",), ("pyramid", "tri-peaks"))
"""Each day has one game from each of these groups, in turn, and one from all the others."""

_MINUTE_MS: Final = 60_000


def games_of_day(day: date) -> list[str]:
    """Return the presets of a day, limited to those whose deals can be proved winnable here."""
    number = day.toordinal()
    found = [group[number % len(group)] for group in _GROUPS]
    grouped = {preset for group in _GROUPS for preset in group}
    there = [preset for preset in PRESETS.values() if preset.id not in grouped and preset.since <= day.isoformat()]
    rest = [preset.id for preset in there if can_decide(preset.rules)]
    found += [rest[number % len(rest)]] if rest else []
    return [preset for preset in found if can_decide(PRESETS[preset].rules)]


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal beyond winning the day's game: at most ``most`` of a named counter."""

    counted: tuple[str, ...]
    most: int
    words: str

    def is_reached(self, result: Mapping[str, Any]) -> bool:
        """Return whether a finished game was won and met the goal."""
        return result["reason"] == "won" and sum(int(result[name]) for name in self.counted) <= self.most


def goal_of(day: date, preset: Preset) -> Goal:
    """Return the goal of a day's game, in the current language."""
    minutes = preset.minutes
    in_time = ngettext("Win within {minutes} minute.", "Win within {minutes} minutes.", minutes)
    goals = (
        Goal(("undos",), 0, _("Win without taking a move back.")),
        Goal(("time",), minutes * _MINUTE_MS, in_time.format(minutes=minutes)),
        Goal(("hints", "answers"), 0, _("Win without hints and answers.")),
    )
    # Chosen by name: adding a game to the list does not change the goals of the others.
    return goals[(day.toordinal() + crc32(preset.id.encode())) % len(goals)]


MEASURES: Final = ("moves", "time", "passes")
"""The measures of a record: the fewer the better."""

_PLOTTED: Final = 500


class GameLine(Struct):
    """A finished game, perhaps played without a server; times in milliseconds, `ended_at` in UTC.

    Until the day of a day's game is over, ``number`` is null and ``url`` leads to the table.
    """

    table: str
    game: int
    url: str
    result: str
    moves: int
    time: int
    passes: int
    undos: int
    hints: int
    answers: int
    choice: str
    level: str | None
    day: str | None
    number: int | None
    numbers: str
    ended_at: int
    offline: bool
    points: dict[str, int]


class Points(Struct):
    """Points by one scoring: the highest, and the total if points carry over from game to game."""

    id: str
    name: str
    most: GameLine | None
    total: int | None


class PublishedShare(Struct):
    """How many deals in a hundred can be won with all cards visible, and the source of the figure."""

    share: float
    margin: float
    source: str


class Records(Struct):
    """A person's records under the rules of a preset; averages cover won games only.

    ``published`` is shown beside their own share, if such a figure exists.
    """

    preset: str
    without_help: bool
    played: int
    won: int
    share: float | None
    published: PublishedShare | None
    streak: int
    longest_streak: int
    given_up: int
    best: dict[str, GameLine | None]
    average: dict[str, float | None]
    points: list[Points]
    games: list[GameLine]


class DayLine(Struct):
    """A person's result with the deal of a day.

    ``late`` means that they began on a later day, ``newcomer`` that they have played on too few days for a rank.
    """

    rank: int | None
    name: str
    you: bool
    result: str
    moves: int
    time: int
    passes: int
    undos: int
    hints: int
    answers: int
    late: bool
    newcomer: bool


DayOf = tuple[str, str]
"""A day and the preset of one of its deals."""


DayResult = Ranked[PlayedDeal]
"""Somebody's game of a day's deal among all others."""

DayBoards = Boards[DayOf, PlayedDeal, DayResult]
"""The boards of the days' deals."""


def replay_url(table_id: str, number: int) -> str:
    """Return the path of a game's replay page."""
    return f"/table/{table_id}/games/{number}/replay"


def game_line(game: PlayedDeal) -> GameLine:
    """Return a finished game as a line of the records."""
    result, deal = _counted(game), game.deal
    is_told = not is_day_running(deal["day"])
    return GameLine(
        table=game.table_id,
        game=game.number,
        url=replay_url(game.table_id, game.number) if is_told else f"/table/{game.table_id}",
        **result,
        choice=deal["choice"],
        level=deal["level"],
        day=deal["day"],
        number=deal["number"] if is_told else None,
        numbers=deal.get("numbers", "own"),
        ended_at=game.ended_at,
        offline=game.offline,
        points=(game.result or {}).get("points", {}),
    )


def records_of(preset: str, games: Sequence[PlayedDeal], without_help: bool = False) -> Records:
    """Count a person's finished games, given latest first; optionally only those without any help.

    A game given up before the first move does not count as played. Restarting a winnable deal does not end a winning
    streak.
    """
    played = [(line, game) for game in games if (line := game_line(game)).moves or line.undos]
    if without_help:
        played = [(line, game) for line, game in played if not (line.undos or line.hints or line.answers)]
    lines = [line for line, _game in played]
    won = [line for line in lines if line.result == "won"]
    wins = [line.result == "won" for line, game in played if not _is_started_again(game)]
    return Records(
        preset=preset,
        without_help=without_help,
        played=len(lines),
        won=len(won),
        share=len(won) / len(lines) if lines else None,
        published=_published(preset),
        streak=sum(1 for _win in takewhile(bool, wins)),
        longest_streak=_longest_run(wins),
        given_up=len(lines) - len(won),
        best={name: _best(won, name) if name != "passes" or _has_passes(preset) else None for name in MEASURES},
        average={name: _average(won, name) for name in MEASURES},
        points=[found for scoring in SCORINGS.values() if (found := _points(scoring, lines))],
        games=lines[:_PLOTTED],
    )


def _has_passes(preset: str) -> bool:
    """Return whether the stock can be gone through, or dealt out, more than once; house rules may allow it."""
    if preset not in PRESETS:
        return True
    rules = PRESETS[preset].rules
    if rules.gather != "none":
        return True
    return rules.stock_cards > 0 and rules.stock == "waste" and rules.aim != "waste" and rules.passes != 1


def day_results(day: DayOf, games: Sequence[PlayedDeal], regulars: Collection[str]) -> list[DayResult]:
    """Return the results of a day's finished games, the best first.

    A win comes before a game given up, and a win without help before one with it; then the fewer moves count, then the
    shorter time. Equals share a rank, and the first rank is for a win without help. A game that was given up, begun on
    a later day, or played by somebody outside the ``regulars`` has no rank.
    """
    over = [game for game in games if game.result is not None]

    def is_late(game: PlayedDeal) -> bool:
        return began_late(day[0], game)

    ranked = (game for game in over if game.person in regulars and not is_late(game))
    is_first_free = not any(map(_is_won_alone, ranked))
    return rank(over, is_late, _goodness, regulars, lambda game: _counted(game)["result"] == "won", 1 + is_first_free)


def days_won(games: Sequence[PlayedDeal]) -> set[str]:
    """Return the days whose game the person has won, each on the day itself."""
    won = (game for game in games if game.result is not None and _counted(game)["result"] == "won")
    return {game.deal["day"] for game in won if not began_late(game.deal["day"], game)}


def day_boards(store: Store) -> DayBoards:
    """Return the day boards of a store."""

    async def read_own(day: DayOf, person: str) -> PlayedDeal | None:
        own = await store.patience.day_games(*day, person)
        return own[0] if own else None

    return Boards(lambda day: store.patience.day_games(*day), read_own, day_results, store.days.regulars)


def day_line(result: DayResult, person: str) -> DayLine:
    """Return a result as a line for a viewer."""
    game = result.game
    return DayLine(
        rank=result.rank,
        name=game.name,
        you=game.person == person,
        **_counted(game),
        late=result.late,
        newcomer=result.newcomer,
    )


def _counted(game: PlayedDeal) -> dict[str, Any]:
    """Return the counters of a finished game."""
    result = game.result or {}
    counted = {name: result[name] for name in ("moves", "time", "passes", "undos", "hints", "answers")}
    return {"result": result["reason"], **counted}


def _is_started_again(game: PlayedDeal) -> bool:
    """Return whether a winnable deal was given up only to be dealt again."""
    can_be_won = game.deal["level"] is not None or game.deal["day"] is not None
    return game.again and can_be_won and _counted(game)["result"] != "won"


def _goodness(game: PlayedDeal) -> tuple[bool, bool, int, int]:
    """Return the sort key of finished games, the best first."""
    result = game.result or {}
    return result["reason"] != "won", not _is_won_alone(game), result["moves"], result["time"]


def _is_won_alone(game: PlayedDeal) -> bool:
    """Return whether a finished game was won without undo or help."""
    counted = _counted(game)
    return counted["result"] == "won" and not (counted["undos"] or counted["hints"] or counted["answers"])


def _best(won: Sequence[GameLine], name: str) -> GameLine | None:
    """Return the game with the smallest value of a measure, the first among equals.

    Games played without a server do not count.
    """
    served = (line for line in reversed(won) if not line.offline)
    return min(served, key=lambda line: int(getattr(line, name)), default=None)


def _published(preset: str) -> PublishedShare | None:
    found = PRESETS[preset].winnable if preset in PRESETS else None
    return None if found is None else PublishedShare(found.share, found.margin, _(found.source))


def _points(scoring: Scoring, lines: Sequence[GameLine]) -> Points | None:
    """Return the points of games by one scoring, None if it counted in none of them."""
    counted = [line for line in reversed(lines) if scoring.id in line.points]
    if not counted:
        return None
    served = [line for line in counted if not line.offline]
    most = max(served, key=lambda line: line.points[scoring.id], default=None)
    total = sum(line.points[scoring.id] for line in counted) if scoring.summed else None
    return Points(scoring.id, _(scoring.name), most, total)


def _average(won: Sequence[GameLine], name: str) -> float | None:
    return sum(getattr(line, name) for line in won) / len(won) if won else None


def _longest_run(wins: Sequence[bool]) -> int:
    longest = run = 0
    for win in wins:
        run = run + 1 if win else 0
        longest = max(longest, run)
    return longest
