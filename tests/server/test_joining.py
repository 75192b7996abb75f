"""Merging two people in the database: nothing is lost, on SQLite and PostgreSQL, from the oldest version on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select, update

from spite_and_malice.rules import preset_rules
from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.games.spite.setup import OPEN, computer_seat, person_seat
from spite_and_malice.server.games.spite.table import new_table
from spite_and_malice.server.protocol.settings import Settings
from spite_and_malice.server.store import Choices, Conflict, HouseRules, NewReport, NoticeDevice, Store
from spite_and_malice.server.store.accounts import Agent, Identity, NewPasskey, TwoAccounts
from spite_and_malice.server.store.accounts.people import UNUSED_MS
from spite_and_malice.server.store.database.schema import devices, mail_consents, mails, tables
from tests.older import write_old_games

from .services import behind

ADA, BEN, NEW = "a" * 64, "b" * 64, "c" * 64
AGENT = Agent("Firefox", "Linux")


async def sit(store: Store, person: str, others: tuple[str, ...] = (), day: str | None = None) -> str:
    """Store a table of somebody with others or a computer player; return its id."""
    rules = preset_rules("standard", 2 if not others else 1 + len(others), {})
    seats = [person_seat("Ada", 0, [], person)]
    seats += [person_seat(f"Other {n}", n + 1, seats, other) for n, other in enumerate(others)]
    seats += [] if others else [computer_seat("greedy", seats, free=False)]
    made = new_table(person, "standard", rules, seats, Settings())
    made = replace(made, row=replace(made.row, day=day))
    await store.tables.add(made.row, made.seal, made.summary)
    return made.row.id


async def join(store: Store, person_of: str = ADA, stranger: str = BEN, device: str = NEW) -> None:
    """Give Ada an account and sign Ben's browser in to it."""
    await store.accounts.open(person_of, "d" * 64, AGENT)
    await store.accounts.sign_in(person_of, Identity(stranger, stranger), device, AGENT)


async def use(store: Store, device: str) -> None:
    """Let a device use its token for the first time."""
    await store.accounts.replace_device((await store.accounts.identities([device]))[device])


async def test_of_two_tables_of_a_day_the_first_begun_stays_that_of_the_day(store: Store, address: str) -> None:
    first, second = await sit(store, BEN, day="2026-01-31"), await sit(store, ADA, day="2026-01-31")
    with behind(address) as connection:
        connection.execute(update(tables).where(tables.c.id == first).values(created_at=1))
    await join(store)
    assert await store.days.table("spite", "2026-01-31", ADA) == first
    assert {each.table.id for each in await store.tables.of(ADA)} == {first, second}


async def test_a_kick_follows_the_person_but_from_where_they_sit(store: Store, address: str) -> None:
    elsewhere, here = await sit(store, "e" * 64), await sit(store, ADA)
    with behind(address) as connection:
        connection.execute(update(tables).values(kicked=json.dumps([BEN, "f" * 64])))
    await join(store)
    for table_id, kicked in ((elsewhere, (ADA, "f" * 64)), (here, ("f" * 64,))):
        stored = await store.tables.get(table_id)
        assert stored is not None
        assert stored.table.kicked == kicked


async def test_mails_contributions_and_reports_come_along_once(store: Store, address: str) -> None:
    both, bens = await sit(store, ADA, (BEN,)), await sit(store, BEN)
    await store.tables.contribute(both, 1, ADA, "1")
    await store.tables.contribute(both, 1, BEN, "2")
    await store.tables.contribute(bens, 1, BEN, "3")
    with behind(address) as connection:
        _mail(connection, both, ADA)
        _mail(connection, both, BEN)
        _mail(connection, bens, BEN)
        for person, confirmed in ((ADA, None), (BEN, 5)):
            row = {"mailbox": "m" * 64, "person": person, "token": f"{person[:1]}t", "confirmed_at": confirmed}
            connection.execute(insert(mail_consents).values(row))
    await store.operators.report(NewReport(both, BEN, "f" * 64, "Rude"))
    await join(store)
    found = await store.tables.get(both)
    assert found is not None
    assert found.seal.contributions == {ADA: "1"}
    with behind(address) as connection:
        people = connection.execute(select(mails.c.table_id, mails.c.person).order_by(mails.c.table_id)).all()
        consents = connection.execute(select(mail_consents.c.person, mail_consents.c.confirmed_at)).all()
    assert sorted(map(tuple, people)) == sorted([(both, ADA), (bens, ADA)])
    assert list(map(tuple, consents)) == [(ADA, 5)]
    assert [each["by_you"] for each in (await store.people.export(ADA))["reports"]] == [True]
    assert (await store.people.export(BEN))["tables"] == []


def _mail(connection: Connection, table_id: str, person: str) -> None:
    row = {"table_id": table_id, "person": person, "address": "a@b.c", "language": "en", "mailbox": "m" * 64}
    connection.execute(insert(mails).values(**row, token=f"{table_id}{person}"[:20] + person[:1]))


async def test_an_open_seat_is_free_again_where_both_wait(store: Store) -> None:
    table_id = await sit(store, ADA, (BEN,))
    await join(store)
    stored = await store.tables.get(table_id)
    assert stored is not None
    assert stored.table.seats[1] == OPEN
    assert stored.table.revision == 1


async def test_house_rules_beyond_what_one_may_keep_are_kept_all_the_same(store: Store) -> None:
    for person in (ADA, BEN):
        for number in range(30):
            kept = HouseRules(f"{person[0]}{number}", f"{person[0]} {number}", "standard", {})
            await store.house_rules.keep(person, kept)
    await join(store)
    assert len(await store.house_rules.of(ADA)) == 60
    with pytest.raises(Conflict):
        await store.house_rules.keep(ADA, HouseRules("x", "One more", "standard", {}))


async def test_a_second_account_is_refused_and_joined_when_asked(store: Store) -> None:
    await store.accounts.open(ADA, "1" * 64, AGENT)
    with pytest.raises(Conflict):
        await store.accounts.open(ADA, "2" * 64, AGENT)
    passkey = NewPasskey("credential", b"key", 0, "cards.example", AGENT)
    await store.accounts.open(BEN, "3" * 64, AGENT, passkey)
    await store.accounts.change(BEN, name="Ben", name_key="ben")
    with pytest.raises(Conflict):
        await store.accounts.change(ADA, name="BEN", name_key="ben")
    ben = (await store.accounts.identities(["3" * 64]))["3" * 64]
    with pytest.raises(TwoAccounts):
        await store.accounts.sign_in(ADA, ben, "4" * 64, AGENT)
    await store.accounts.sign_in(ADA, ben, "4" * 64, AGENT, join=True)
    # The browser that asked for it keeps its old token until it has used the new one.
    assert (await store.accounts.identities(["3" * 64]))["3" * 64].revoked_at is None
    for device in ("1" * 64, "4" * 64):
        await use(store, device)
    known = await store.accounts.identities([ADA, BEN, "1" * 64, "3" * 64, "4" * 64, "9" * 64])
    assert {device[0]: (who.person[0], who.revoked_at is None) for device, who in known.items()} == {
        "a": ("a", False),
        "b": ("a", False),
        "1": ("a", True),
        "3": ("a", False),
        "4": ("a", True),
        "9": ("9", True),
    }
    assert [each.credential for each in await store.accounts.passkeys(ADA)] == ["credential"]
    await store.accounts.change(ADA, name="BEN", name_key="ben")


async def test_tokens_are_forgotten_after_a_time_but_for_the_first(store: Store, address: str) -> None:
    await join(store)
    for device in ("d" * 64, NEW):
        await use(store, device)
    with behind(address) as connection:
        connection.execute(update(devices).where(devices.c.revoked_at.is_not(None)).values(revoked_at=1))
    await store.accounts.sweep()
    known = await store.accounts.identities([ADA, BEN, NEW])
    assert known[ADA].revoked_at == 1
    assert known[BEN] == Identity(BEN, BEN)
    assert known[NEW].person == ADA
    with behind(address) as connection:
        connection.execute(update(devices).values(used_at=now_ms() - UNUSED_MS - 1))
    await store.accounts.sweep()
    assert await store.accounts.devices(ADA) == []


async def test_games_of_the_first_version_come_along(tmp_path: Path) -> None:
    write_old_games(tmp_path / "old.sqlite3")
    store = Store(tmp_path / "old.sqlite3")
    try:
        await join(store, BEN, ADA)
        listed = await store.tables.of(BEN)
        assert [each.table.id for each in listed] == ["t1"]
        assert listed[0].table.seats[0].person == BEN
        await store.people.erase(BEN)
        assert await store.tables.of(BEN) == []
    finally:
        store.close()


async def test_notices_go_where_the_browser_goes(store: Store) -> None:
    await store.notices.own_key("k" * 43)
    await store.notices.put_device(NoticeDevice(BEN, BEN, "https://push.example.net/ben", "p", "s", "en"))
    await store.notices.choose(BEN, Choices({"streak": True}, most=3))
    await store.notices.claim(BEN, "turn/t/1/2")
    await store.notices.choose(ADA, Choices({"turn": False}))
    await store.notices.claim(ADA, "turn/t/1/2")
    await store.notices.claim(BEN, "letter/1")
    await store.holidays.take(BEN, "2026-01", 1, [])
    await join(store)
    await use(store, NEW)
    (device,) = await store.notices.devices_of(ADA)
    assert (device.device, device.endpoint) == (NEW, "https://push.example.net/ben")
    assert await store.notices.devices_of(BEN) == []
    chosen = await store.notices.choices(ADA)
    assert chosen is not None
    assert chosen.kinds == {"turn": False}
    assert await store.holidays.taken_at(ADA, "2026-01") is not None
    assert {each.subject for each in await store.notices.sent()} == {"turn/t/1/2", "letter/1"}
    await store.accounts.sign_out(ADA, NEW)
    assert await store.notices.devices_of(ADA) == []
