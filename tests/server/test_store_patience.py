"""The deals of patience: each ready one taken once, those of a day, and everybody's games of them, in their order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Connection, update

from spite_and_malice.server.store import PlayedDeal, ReadyDeal, SeatRow
from spite_and_malice.server.store.database import schema
from spite_and_malice.server.store.games import patience
from spite_and_malice.server.store.games.statements import add_table

from .test_store import GAME, SEAL, START, TABLE
from .test_store_limits import ADA, BEN, NOW, clock, connection

__all__ = ["clock", "connection"]

DEAL: Final = {"number": 7, "level": "easy"}


def played(connection: Connection, name: str, host: str = ADA, ended_at: int | None = None, **row: Any) -> None:
    """Write a table of patience with one game, over if there is a time when it ended."""
    seats = (SeatRow("person", name.title(), person=host),)
    values = {"kind": "patience", "preset": "golf", "host": host, "seats": seats} | row
    game = replace(GAME, seats=seats, deal=DEAL)
    add_table(connection, replace(TABLE, id=name, **values), SEAL, replace(START, scores=(0,)), game)
    if ended_at is not None:
        at = schema.games.c.table_id == name
        connection.execute(update(schema.games).where(at).values(ended_at=ended_at, result='{"won": true}'))


def test_a_ready_deal_is_taken_once_the_lowest_number_first(connection: Connection) -> None:
    for preset, number, level in (("golf", 9, "hard"), ("golf", 5, "easy"), ("golf", 7, "easy"), ("yukon", 1, "easy")):
        patience._add_deal(connection, ReadyDeal(preset, number, level))
    assert patience._count_deals(connection) == {("golf", "hard"): 1, ("golf", "easy"): 2, ("yukon", "easy"): 1}
    assert patience._take_deal(connection, "golf", "hard") == ReadyDeal("golf", 9, "hard")
    assert patience._take_deal(connection, "golf", "hard") is None
    assert patience._take_deal(connection, "golf", None) == ReadyDeal("golf", 5, "easy")
    assert patience._count_deals(connection) == {("golf", "easy"): 1, ("yukon", "easy"): 1}
    assert patience._take_deal(connection, "golf", None) == ReadyDeal("golf", 7, "easy")
    assert patience._take_deal(connection, "golf", None) is None


def test_the_latest_days_are_listed_with_their_games(connection: Connection) -> None:
    for day, preset, number in (("2027-01-14", "golf", 1), ("2027-01-15", "yukon", 2), ("2027-01-15", "golf", 3)):
        patience._choose_day(connection, day, preset, number)
    assert patience._read_days(connection, 2) == {"2027-01-15": ["golf", "yukon"], "2027-01-14": ["golf"]}
    assert list(patience._read_days(connection, 1)) == ["2027-01-15"]
    assert sorted(patience._read_day_presets(connection, "2027-01-15")) == ["golf", "yukon"]
    assert patience._read_day_presets(connection, "2027-01-16") == []
    assert [patience._read_day(connection, "2027-01-15", preset) for preset in ("golf", "yukon", "other")] == [
        3,
        2,
        None,
    ]
    assert patience._read_day(connection, "2027-01-14", "yukon") is None


def test_the_games_of_a_day_are_the_first_ones_at_its_tables(connection: Connection) -> None:
    played(connection, "ada", ended_at=NOW + 5, day="2027-01-15")
    played(connection, "ben", BEN, day="2027-01-15")
    played(connection, "other", BEN, day="2027-01-15", preset="yukon")
    played(connection, "later", BEN, ended_at=NOW + 9, day="2027-01-16")
    played(connection, "own", BEN)
    later = schema.games.c.table_id == "later"
    row = dict(connection.execute(schema.games.select().where(later)).mappings().one())
    connection.execute(schema.games.insert().values(row | {"id": 999, "number": 2, "ended_at": NOW + 10}))

    def found(day: str, preset: str = "golf", person: str | None = None) -> set[str]:
        return {each.table_id for each in patience._read_day_games(connection, day, preset, person)}

    assert found("2027-01-15") == {"ada", "ben"}
    assert (found("2027-01-15", "yukon"), found("2027-01-15", person=BEN)) == ({"other"}, {"ben"})
    assert found("2027-01-17") == set()
    [of_ada] = patience._read_day_games(connection, "2027-01-15", "golf", ADA)
    assert of_ada == PlayedDeal("ada", 1, ADA, "Ada", "golf", DEAL, {"won": True}, NOW, NOW + 5)
    assert [(each.table_id, each.number) for each in patience._read_own_days(connection, ADA)] == [("ada", 1)]
    own = patience._read_own_days(connection, BEN)
    assert {(each.table_id, each.ended_at, each.again) for each in own} == {
        ("ben", 0, False),
        ("other", 0, False),
        # Its cards were dealt again as the next game of the table.
        ("later", NOW + 9, True),
    }
    assert patience._read_day_table(connection, "2027-01-15", "golf", BEN) == "ben"
    assert patience._read_day_table(connection, "2027-01-15", "golf", "x") is None


def test_records_are_of_finished_games_without_practice_the_latest_first(connection: Connection, clock: Any) -> None:
    kinds: list[tuple[str, int | None, dict[str, Any]]] = [
        ("a", NOW + 2, {}),
        ("b", NOW + 3, {}),
        ("going on", None, {}),
        ("practice", NOW + 1, {"practice": "t/1/2"}),
        ("other", NOW + 1, {"preset": "yukon"}),
        ("unfinished", None, {"preset": "freecell"}),
        ("house", NOW + 1, {"preset": None}),
        ("cards", NOW + 1, {"kind": "spite", "preset": "standard"}),
    ]
    for number, (name, ended_at, row) in enumerate(kinds):
        clock.now = NOW + number
        played(connection, name, ended_at=ended_at, **row)
    played(connection, "bens", BEN, ended_at=NOW + 1)
    assert [each.table_id for each in patience._read_records(connection, ADA, "golf")] == ["b", "a"]
    assert [each.table_id for each in patience._read_records(connection, ADA, "golf", 1)] == ["b"]
    presets = patience._read_presets
    assert presets(connection, ADA, "patience") == ["freecell", "yukon", "golf"]
    assert presets(connection, ADA, "patience", finished=True) == ["yukon", "golf"]
    assert presets(connection, BEN, "patience") == ["golf"]
