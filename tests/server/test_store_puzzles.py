"""Results with puzzles and runs through them: what is stored once, what is counted, and who is ranked where."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from sqlalchemy import Connection, insert, select

from spite_and_malice.server.rating import Skill
from spite_and_malice.server.store.database import schema
from spite_and_malice.server.store.games import puzzles
from spite_and_malice.server.store.games.puzzles import DayCount, PuzzleResult, PuzzleRun, RunRank
from spite_and_malice.server.store.records import Conflict

from .test_store_limits import ADA, BEN, DAY, NOW, clock, connection, somebody

__all__ = ["clock", "connection"]

CLEO: Final = somebody(3)
BEGINS: Final = Skill(25.0, 3.0)


def run(name: str, person: str = ADA, **more: object) -> PuzzleRun:
    return replace(PuzzleRun(name, person, "clock", 7, NOW), **more)  # type: ignore[arg-type]


def ended(connection: Connection, name: str, person: str, solved: int, started_at: int = NOW, **more: object) -> None:
    values = {"id": name, "person": person, "kind": "clock", "seed": 1, "started_at": started_at, "solved": solved}
    connection.execute(insert(schema.puzzle_runs).values(**values | {"missed": 0, "ended_at": NOW + 9} | more))


def test_the_first_result_with_a_puzzle_is_the_one_that_counts(connection: Connection) -> None:
    first = PuzzleResult("p1", puzzles.MISSED, NOW, "2027-01-15")
    stored = puzzles._add_result(connection, ADA, first, BEGINS)
    assert stored.skill is not None
    assert stored == replace(first, skill=stored.skill)
    again = puzzles._add_result(connection, ADA, PuzzleResult("p1", puzzles.SOLVED, NOW + 1), BEGINS)
    assert again == stored == puzzles._read_result(connection, ADA, "p1")
    assert puzzles._read_skill(connection, ADA) == stored.skill
    # An unrated one changes no rating.
    unrated = puzzles._add_result(connection, ADA, PuzzleResult("d1", puzzles.SOLVED, NOW + 2), None)
    assert unrated.skill is None
    assert puzzles._read_skill(connection, ADA) == stored.skill
    assert [each.puzzle for each in puzzles._read_results(connection, ADA)] == ["d1", "p1"]
    assert [each.puzzle for each in puzzles._read_results(connection, ADA, 1)] == ["d1"]
    assert puzzles._read_outcomes(connection, ADA, ["p1", "p9"]) == {"p1": puzzles.MISSED}
    assert puzzles._read_days(connection, ADA) == {"2027-01-15"}
    assert puzzles._read_result(connection, BEN, "p1") is None
    assert (puzzles._read_skill(connection, BEN), puzzles._read_days(connection, BEN)) == (None, set())


def test_results_on_three_days_prove_a_person_and_move_a_puzzle(connection: Connection) -> None:
    for number, at in enumerate((NOW, NOW + 1, NOW + DAY, NOW + 2 * DAY)):
        result = PuzzleResult(f"p{number}", puzzles.SOLVED, at, "2027-01-15" if number == 3 else None)
        puzzles._add_result(connection, ADA, result, BEGINS)
        assert puzzles._read_tried(connection, f"p{number}") == DayCount(0, 0)
        assert puzzles._read_rating(connection, f"p{number}") is None
    assert puzzles._count_day(connection, "2027-01-15") == DayCount(0, 0)
    for puzzle, outcome, counted in (
        ("p8", puzzles.SOLVED_LATER, DayCount(1, 1)),
        ("p9", puzzles.MISSED, DayCount(1, 0)),
    ):
        puzzles._add_result(connection, ADA, PuzzleResult(puzzle, outcome, NOW + 3 * DAY, "2027-01-18"), BEGINS)
        assert puzzles._read_tried(connection, puzzle) == counted
    assert puzzles._count_day(connection, "2027-01-18") == DayCount(2, 1)
    moved = puzzles._read_moved(connection)
    assert set(moved) == {"p8", "p9"}
    # A puzzle that was missed is harder than one that was solved in the end.
    assert moved["p9"] > BEGINS.mu
    assert puzzles._read_rating(connection, "p9") == moved["p9"]
    for number in range(4):
        puzzles._add_result(connection, BEN, PuzzleResult(f"b{number}", puzzles.SOLVED, NOW + number * DAY), BEGINS)
    puzzles._add_result(connection, BEN, PuzzleResult("p9", puzzles.SOLVED, NOW + 4 * DAY), BEGINS)
    assert puzzles._read_tried(connection, "p9") == DayCount(2, 1)
    tried = select(schema.puzzle_people.c.tried).order_by(schema.puzzle_people.c.person)
    assert list(connection.execute(tried).scalars()) == [6, 5]


def test_a_run_goes_on_from_where_it_was_and_only_once(connection: Connection) -> None:
    ended(connection, "over", ADA, 3)
    ended(connection, "bens", BEN, 0, ended_at=None)
    for name in ("left", "new"):
        puzzles._begin_run(connection, run(name, puzzle=f"p of {name}"))
    assert [puzzles._read_run(connection, name) is not None for name in ("over", "bens", "left", "new")] == [
        *(True, True, False, True)
    ]
    before = puzzles._read_run(connection, "new")
    assert before == run("new", puzzle="p of new")
    after = replace(before, solved=1, puzzle="p2")
    puzzles._go_on(connection, before, after)
    assert puzzles._read_run(connection, "new") == after
    for stale in (before, replace(after, missed=1), replace(after, solved=2), replace(after, id="none")):
        with pytest.raises(Conflict):
            puzzles._go_on(connection, stale, replace(after, solved=5))
    puzzles._go_on(connection, after, replace(after, missed=1, ended_at=NOW + 5, puzzle=None))
    with pytest.raises(Conflict):
        puzzles._go_on(connection, replace(after, missed=1), replace(after, solved=5))
    # What was met in a run, or has a result, does not come again.
    puzzles._add_result(connection, ADA, PuzzleResult("p7", puzzles.SOLVED, NOW), None)
    connection.execute(insert(schema.puzzle_withdrawals).values(puzzle="p8", at=NOW))
    assert puzzles._read_done(connection, ADA) == {"p of left", "p of new", "p2", "p7", "p8"}
    assert puzzles._read_done(connection, BEN) == {"p8"}


def test_a_puzzle_is_in_a_run_that_began_since_a_time(connection: Connection) -> None:
    puzzles._begin_run(connection, run("one", puzzle="p1"))
    assert puzzles._is_in_a_run(connection, "p1", NOW)
    assert not puzzles._is_in_a_run(connection, "p1", NOW + 1)
    assert not puzzles._is_in_a_run(connection, "p2", NOW)


def test_runs_are_ranked_by_the_best_of_everybody_since_a_time(connection: Connection) -> None:
    ended(connection, "a1", ADA, 5)
    ended(connection, "a2", ADA, 9, started_at=NOW - 1)
    ended(connection, "b1", BEN, 7)
    ended(connection, "b2", BEN, 6)
    ended(connection, "b3", BEN, 20, kind="five")
    ended(connection, "c1", CLEO, 30, ended_at=None)
    assert [puzzles._rank_run(connection, "clock", NOW, solved) for solved in (8, 7, 5)] == [
        *(RunRank(1, 2), RunRank(1, 2), RunRank(2, 2))
    ]
    assert puzzles._rank_run(connection, "clock", NOW - 1, 8) == RunRank(2, 2)
    assert puzzles._rank_run(connection, "five", NOW + 1, 8) == RunRank(1, 0)
    assert puzzles._best_of(connection, "clock", NOW, [ADA, BEN, CLEO]) == {ADA: 5, BEN: 7}
    assert puzzles._best_of(connection, "clock", NOW - 1, [ADA]) == {ADA: 9}
    assert puzzles._best_runs(connection, BEN) == {"clock": 7, "five": 20}
    assert puzzles._best_runs(connection, CLEO) == {}


def test_of_two_people_who_become_one_the_earlier_results_and_the_longer_rating_stay(connection: Connection) -> None:
    for person, puzzle, at in ((ADA, "p1", 5), (BEN, "p1", 4), (ADA, "p2", 5), (BEN, "p2", 6), (BEN, "p3", 1)):
        outcome = puzzles.SOLVED if person == ADA else puzzles.MISSED
        puzzles._add_result(connection, person, PuzzleResult(puzzle, outcome, at), None)
    for person, tried in ((ADA, 3), (BEN, 9)):
        connection.execute(insert(schema.puzzle_people).values(person=person, mu=float(tried), sigma=5.0, tried=tried))
    for person, puzzle in ((ADA, "m1"), (BEN, "m1"), (BEN, "m2")):
        connection.execute(insert(schema.puzzle_meetings).values(person=person, puzzle=puzzle))
    ended(connection, "b1", BEN, 7)
    puzzles.join(connection, BEN, ADA)
    results = {each.puzzle: (each.outcome, each.at) for each in puzzles._read_results(connection, ADA)}
    assert results == {"p1": (puzzles.MISSED, 4), "p2": (puzzles.SOLVED, 5), "p3": (puzzles.MISSED, 1)}
    assert puzzles._read_skill(connection, ADA) == Skill(9.0, 5.0)
    assert puzzles._read_done(connection, ADA) == {"p1", "p2", "p3", "m1", "m2"}
    assert puzzles._best_runs(connection, ADA) == {"clock": 7}
    assert puzzles._read_results(connection, BEN) == []
    assert puzzles._read_done(connection, BEN) == set()
    taken = puzzles.take(connection, ADA)
    assert taken["met_in_runs"] == ["m1", "m2"]
    puzzles.forget(connection, ADA)
    assert puzzles._read_results(connection, ADA) == []
    assert (puzzles._best_runs(connection, ADA), puzzles._read_skill(connection, ADA)) == ({}, None)
