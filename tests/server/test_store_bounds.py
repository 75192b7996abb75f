"""Counts, ends and sweeps of the store at their exact bounds."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final

import pytest
from sqlalchemy import Connection, insert, select, update

from spite_and_malice.server.store import EntrantRow, PairingRow, Store, TournamentForm, TournamentRow
from spite_and_malice.server.store.accounts import people
from spite_and_malice.server.store.admin.tables import Tally, read_figures
from spite_and_malice.server.store.database.schema import accounts, devices, games, tickets
from spite_and_malice.server.store.database.schema_tournaments import tournaments
from spite_and_malice.server.store.database.writer import _REST, Writer
from spite_and_malice.server.store.events import tournaments as stored_tournaments

from .test_store import GAME, SEAL, START, TABLE

NOW: Final = 1_800_000_000_000
DAY: Final = 86_400_000
ADA, BEN = "a" * 64, "b" * 64


def device(name: str, used: int, revoked: int | None = None) -> dict[str, Any]:
    about = {"browser": "", "system": "", "made_at": 0, "used_at": used, "revoked_at": revoked}
    return {"id": name, "person": ADA, **about}


async def test_devices_and_tickets_stay_exactly_as_long_as_they_may_be_of_use(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "now_ms", lambda: NOW)
    kept = {
        "used": device("used", NOW - people.UNUSED_MS),
        "out": device("out", NOW, NOW - people.KEPT_MS),
        # It is the person's id too.
        ADA: device(ADA, 0, 1),
    }
    swept = [device("unused", NOW - people.UNUSED_MS - 1), device("gone", NOW, NOW - people.KEPT_MS - 1)]
    with store._database.engine.begin() as connection:
        connection.execute(insert(accounts).values(person=ADA, made_at=0))
        connection.execute(insert(devices), [*kept.values(), *swept])
        expiring = [{"id": name, "kind": "code", "expires_at": at} for name, at in [("now", NOW), ("before", NOW - 1)]]
        connection.execute(insert(tickets), expiring)
    await store.accounts.sweep()
    with store._database.engine.connect() as connection:
        assert set(connection.execute(select(devices.c.id)).scalars()) == set(kept)
        assert list(connection.execute(select(tickets.c.id)).scalars()) == ["now"]


async def test_games_are_counted_by_day_and_version_with_the_people_who_were_dealt_in(store: Store) -> None:
    for name, preset in [("t1", "standard"), ("t2", None), ("t3", "standard")]:
        await store.tables.add(replace(TABLE, id=name, preset=preset), SEAL, START, GAME)
    seats = [{"owner": ADA}, {"owner": None}, {"owner": BEN}]
    with store._database.engine.begin() as connection:
        for table, started, ended, shown in [
            ("t1", NOW, NOW + 1, seats),
            ("t2", NOW + DAY, None, seats[:2]),
            # A game from before the dealt players were recorded.
            ("t3", NOW + DAY, NOW + DAY, None),
        ]:
            values = {"started_at": started, "ended_at": ended, "seats": None if shown is None else json.dumps(shown)}
            connection.execute(update(games).where(games.c.table_id == table).values(**values))
        of_all = read_figures(connection, NOW)
        later = read_figures(connection, NOW + 1)
    assert (of_all.tables, of_all.games, of_all.people) == (3, 3, 1)
    assert of_all.since == Tally(3, 2, {ADA, BEN})
    assert list(of_all.days.values()) == [Tally(1, 1, {ADA, BEN}), Tally(2, 1, {ADA})]
    assert of_all.presets == {"standard": Tally(2, 2, {ADA, BEN}), None: Tally(1, 0, {ADA})}
    assert later.since == Tally(2, 1, {ADA})


async def test_a_tournament_has_changed_only_where_a_game_was_not_over_already(store: Store) -> None:
    form = TournamentForm("swiss", "standard", rounds=5, player="club")
    await store.tournaments.add(TournamentRow("cup", ADA, "Cup", form, b"0" * 32))
    entrants = [EntrantRow(number, f"Somebody {number}", f"{number:064x}") for number in (1, 2, 3, 4)]
    with store._database.engine.begin() as connection:
        stored_tournaments._insert(connection, "cup", entrants)
    await store.tournaments.start("cup", [], "lot", [1, 2, 3, 4])
    await store.tournaments.pair("cup", [PairingRow(1, 1, 1, 2), PairingRow(1, 2, 3, 4)])

    def changes() -> int:
        with store._database.engine.connect() as connection:
            return int(connection.execute(select(tournaments.c.changes)).scalar_one())

    before = changes()
    won = [PairingRow(1, 1, 1, 2, outcome="first", margin=3), PairingRow(1, 2, 3, 4, outcome="draw")]
    assert await store.tournaments.end("cup", won[:1]) == 1
    assert changes() == before + 1
    assert await store.tournaments.end("cup", won) == 1
    assert changes() == before + 2
    assert await store.tournaments.end("cup", won) == 0
    assert await store.tournaments.end("cup", []) == 0
    assert changes() == before + 2


def test_a_connection_is_kept_from_one_change_to_the_next_but_not_after_a_rest_or_an_error(store: Store) -> None:
    writer = Writer(store._database.engine, lambda: True, has_thread=False)

    def used() -> Connection:
        with writer._transaction() as connection:
            assert connection.execute(select(devices.c.id)).all() == []
        return connection

    first = used()
    assert used() is first
    writer._used_at -= _REST + 1
    second = used()
    assert second is not first
    assert first.closed
    with pytest.raises(ZeroDivisionError), writer._transaction():
        raise ZeroDivisionError
    assert second.closed
    third = used()
    assert third is not second
    writer.close()
    assert third.closed
