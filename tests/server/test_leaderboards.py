"""Leaderboards of a day: who is shown, how old the data may be, and who is ranked."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from spite_and_malice.server.tables.leaderboards import Board, Boards, began_late, rank
from spite_and_malice.server.tables.room import Answered

NOON = 1_700_000_000_000
"""On 14 November 2023, in UTC milliseconds."""


@dataclass(frozen=True)
class Played:
    person: str
    result: dict[str, Any] | None = None
    started_at: int = NOON
    ended_at: int = NOON

    @property
    def table_id(self) -> str:
        return f"table of {self.person}"


def turns(game: Played) -> int:
    assert game.result is not None
    found: int = game.result["turns"]
    return found


def late_h(game: Played) -> bool:
    return game.person == "h"


class Day:
    """A day's games, the number of times they were read, and a clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.games: dict[str, Played] = {}
        self.reads: list[str] = []
        self.looked_up: list[list[str]] = []
        self.least: list[int] = []
        self.regulars: set[str] = set()
        self.now = 100.0
        clock = SimpleNamespace(monotonic=lambda: self.now)
        monkeypatch.setattr("spite_and_malice.server.tables.leaderboards.time", clock)
        self.boards: Boards[str, Played, Played] = Boards(self._all, self._own, self._results, self._regulars)

    def play(self, person: str, turns: int | None = None) -> None:
        self.games[person] = Played(person, None if turns is None else {"turns": turns})

    async def shown(self, person: str | None = None, day: str = "today") -> tuple[list[str], int]:
        board = await self.boards.board(day, person)
        return [line.person for line in board.lines], board.unfinished

    async def _all(self, day: str) -> Sequence[Played]:
        self.reads.append(day)
        return list(self.games.values())

    async def _own(self, _day: str, person: str) -> Played | None:
        return self.games.get(person)

    async def _regulars(self, persons: Collection[str], least: int) -> Collection[str]:
        self.least.append(least)
        self.looked_up.append(sorted(persons))
        return [person for person in persons if person != "newcomer"]

    def _results(self, _day: str, games: Sequence[Played], regulars: Collection[str]) -> Sequence[Played]:
        self.regulars = set(regulars)
        return sorted((game for game in games if game.result is not None), key=turns)


async def test_results_of_others_are_at_most_two_seconds_old(monkeypatch: pytest.MonkeyPatch) -> None:
    day = Day(monkeypatch)
    day.play("ada", 20)
    assert await day.shown() == (["ada"], 0)
    day.play("ben", 10)
    day.play("cleo")
    day.now += 1.9
    assert await day.shown() == (["ada"], 0)
    day.now += 0.2
    assert await day.shown() == (["ben", "ada"], 1)
    assert day.reads == ["today"] * 2


async def test_your_own_result_is_there_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    day = Day(monkeypatch)
    day.play("ada", 20)
    day.play("ben")
    assert await day.shown("ben") == (["ada"], 1)
    day.play("ben", 10)
    assert await day.shown("ben") == (["ben", "ada"], 0)
    # And nothing is read again for people who have seen themselves.
    assert await day.shown("ada") == (["ben", "ada"], 0)
    assert day.reads == ["today"] * 2


async def test_the_boards_of_eight_days_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    day = Day(monkeypatch)
    for number in [*range(9), 8, 1, 0]:
        await day.shown(day=f"day {number}")
    assert day.reads == [f"day {number}" for number in [*range(9), 0]]


async def test_the_board_that_was_computed_longest_ago_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    day = Day(monkeypatch)
    for number in range(8):
        await day.shown(day=f"day {number}")
    day.now += 3
    for number in (0, 8, 0, 1):
        await day.shown(day=f"day {number}")
    assert day.reads == [f"day {number}" for number in (*range(8), 0, 8, 1)]


async def test_all_who_ask_at_once_get_the_board_that_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    day = Day(monkeypatch)
    day.play("ada", 20)
    found = await asyncio.gather(*(day.shown() for _ in range(3)))
    assert found == [(["ada"], 0)] * 3
    assert day.reads == ["today"]
    assert day.least == [3]


def test_a_board_is_empty_where_nobody_has_played() -> None:
    boards: list[Board[Played, Played]] = [Board([], 0), Board([Played("ada")], 0), Board([], 1)]
    assert [board.is_empty for board in boards] == [True, False, False]


@pytest.mark.parametrize(("place", "count"), [(0, 100), (99, 100), (100, 101), (149, 101)])
def test_a_hundred_lines_are_shown_and_your_own(place: int, count: int) -> None:
    lines = [Played(f"person {number}") for number in range(150)]
    board: Board[Played, Played] = Board(lines, 0)
    shown = board.shown(f"person {place}")
    assert len(shown) == count
    assert shown[:100] == lines[:100]
    assert lines[place] in shown


async def test_who_has_a_place_is_looked_up_once_and_newcomers_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    day = Day(monkeypatch)
    for person in ("ada", "newcomer"):
        day.play(person, 20)
    for _time in range(2):
        await day.shown()
        assert day.regulars == {"ada"}
        day.now += 3
    assert day.looked_up == [["ada", "newcomer"], ["newcomer"]]


def test_newcomers_stand_apart_and_take_nobodys_place() -> None:
    games = [Played(name, {"turns": turns}) for name, turns in (("a", 5), ("new", 1), ("b", 3), ("late", 1))]
    ranked = rank(games, lambda game: game.person == "late", turns, {"a", "b"})
    assert [(line.person, line.rank, line.newcomer) for line in ranked] == [
        ("b", 1, False), ("a", 2, False), ("new", None, True), ("late", None, False)
    ]  # fmt: skip


def test_equals_share_a_rank_and_late_ones_have_none() -> None:
    games = [Played(name, {"turns": turns}) for name, turns in (("a", 5), ("b", 3), ("c", 5), ("d", 9), ("e", 1))]
    ranked = rank(games, lambda game: game.person == "e", turns, "abcde")
    assert [(line.person, line.rank, line.late) for line in ranked] == [
        ("b", 1, False), ("a", 2, False), ("c", 2, False), ("d", 4, False), ("e", None, True)
    ]  # fmt: skip
    # Of equals the first to finish is first, and whoever is late is late, whether or not they are a newcomer too.
    later = [Played("f", {"turns": 1}, ended_at=NOON + 1), Played("g", {"turns": 1}), Played("h", {"turns": 1})]
    assert [(line.person, line.rank, line.late, line.newcomer) for line in rank(later, late_h, turns, "fg")] == [
        ("g", 1, False, False), ("f", 1, False, False), ("h", None, True, False)
    ]  # fmt: skip
    second = rank(games, lambda _: False, turns, "abcde", lambda game: game.person != "b", first=11)
    assert [(line.person, line.rank) for line in second] == [("e", 11), ("b", None), ("a", 13), ("c", 13), ("d", 15)]


@pytest.mark.parametrize(
    ("day", "late"), [("2023-11-13", True), ("2023-11-14", False), ("2023-11-15", False), ("", False)]
)
def test_a_deal_is_begun_late_on_a_later_day(day: str, late: bool) -> None:
    assert began_late(day, Played("ada")) is late


def test_a_table_knows_the_newest_messages_that_it_answered() -> None:
    answered = Answered()
    for number in range(300):
        answered.add("ada", f"m{number}")
    known = [number for number in range(300) if ("ada", f"m{number}") in answered]
    assert known == list(range(44, 300))
    assert ("ben", "m299") not in answered
    answered.add(None, "m299")
    assert (None, "m299") in answered
