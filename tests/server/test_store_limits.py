"""How much the store takes from one person, and how long it keeps things: each at its exact bound."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Final

import pytest
from sqlalchemy import Connection, Table, func, insert, select, update

from spite_and_malice.server import store as stored
from spite_and_malice.server.store import Store, StoreError, TournamentForm, TournamentRow
from spite_and_malice.server.store import operators as stored_operators
from spite_and_malice.server.store.accounts import people as stored_accounts
from spite_and_malice.server.store.accounts.people import Agent, NewPasskey
from spite_and_malice.server.store.database import schema
from spite_and_malice.server.store.events import evenings as stored_evenings
from spite_and_malice.server.store.events.clubs import Club
from spite_and_malice.server.store.events.evening_rows import Evening
from spite_and_malice.server.store.games import house_rules, objections
from spite_and_malice.server.store.games.house_rules import HouseRules
from spite_and_malice.server.store.games.objections import Objection
from spite_and_malice.server.store.operators import NewReport
from spite_and_malice.server.store.people import friends, letters, mails, news_mails, notices
from spite_and_malice.server.store.people.letters import Full
from spite_and_malice.server.store.people.mails import Stopped
from spite_and_malice.server.store.records import Conflict

NOW: Final = 1_800_000_000_000
MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
ADA, BEN = "a" * 64, "b" * 64
AGENT: Final = Agent("Firefox", "Linux")
EVENING: Final = Evening("e", "Us", ADA, None, "standard", {}, None, False, "", None, 120)
CLUB: Final = Club("c", "Ours", ADA, "standard", {})


def somebody(number: int) -> str:
    """Return the id of one of many people."""
    return f"{number:064x}"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time of the whole store, to be set."""
    clock = SimpleNamespace(now=NOW)
    for name, module in list(sys.modules.items()):
        if name.startswith("spite_and_malice.server.store.") and hasattr(module, "now_ms"):
            monkeypatch.setattr(module, "now_ms", lambda: clock.now)
    return clock


@pytest.fixture
def connection(store: Store, clock: SimpleNamespace) -> Iterator[Connection]:
    with store._database.engine.begin() as connection:
        yield connection


def count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def refused_from(limit: int, act: Callable[[int], object], start: int = 0) -> None:
    """Do something as often as it may be done, and once more."""
    for number in range(start, limit):
        act(number)
    with pytest.raises(Conflict):
        act(limit)


def test_a_person_has_forty_house_rules(connection: Connection) -> None:
    def put(number: int) -> None:
        house_rules._put(connection, ADA, HouseRules(f"r{number}", f"Rules {number}", "standard", {"payoff": number}))

    refused_from(40, put)
    assert len(house_rules._read(connection, ADA)) == 40
    # The same name in other letters replaces.
    house_rules._put(connection, ADA, HouseRules("new", "RULES 7", "standard", {}))
    assert [each.id for each in house_rules._read(connection, ADA) if each.name.lower() == "rules 7"] == ["new"]
    house_rules._put(connection, BEN, HouseRules("r0", "Rules 7", "standard", {}))


def test_a_person_has_twenty_objections_and_fifty_reports_open(connection: Connection) -> None:
    def object_to(number: int) -> int:
        return objections.add(connection, Objection(ADA, f"p{number}", {}, ["P-C1"], "win", "missed"))

    refused_from(20, object_to)
    # The same turn is objected to once, and one that is settled makes room.
    assert object_to(3) == object_to(3)
    table = schema.puzzle_objections
    connection.execute(update(table).where(table.c.puzzle == "p3").values(resolved_at=NOW))
    object_to(20)

    def report(number: int) -> None:
        stored_operators.add_report(connection, NewReport("t1", ADA, BEN, f"{number}"))

    refused_from(50, report)
    report(7)
    found = stored_operators.read_reports(connection)
    assert len(found) == 50
    assert [each.number for each in found] == sorted(each.number for each in found)
    stored_operators.add_report(connection, NewReport("t1", BEN, ADA, "x" * 80, "y" * 500))
    long = stored_operators.read_reports(connection)[-1]
    assert (len(long.name), len(long.line or "")) == (60, 400)


def test_letters_of_one_person_and_of_all_are_limited(connection: Connection, clock: SimpleNamespace) -> None:
    for number in range(3):
        letters._send(connection, BEN, ADA, text=f"{number}")
    with pytest.raises(Conflict, match="wait already"):
        letters._send(connection, BEN, ADA, text="3")
    for number in range(7):
        letters._send(connection, somebody(number), ADA)
    with pytest.raises(Full):
        letters._send(connection, somebody(8), ADA)
    # Friends have room of their own: fifty letters.
    for number in range(100, 151):
        friends._befriend(connection, ADA, somebody(number))
        friends._befriend(connection, somebody(number), ADA)
    for number in range(100, 150):
        letters._send(connection, somebody(number), ADA)
    with pytest.raises(Full):
        letters._send(connection, somebody(150), ADA)
    assert len(letters.read_waiting(connection, ADA)) == 60


def test_twenty_letters_are_sent_in_an_hour(connection: Connection, clock: SimpleNamespace) -> None:
    refused_from(20, lambda number: letters._send(connection, ADA, somebody(number)))
    clock.now += HOUR
    with pytest.raises(Conflict):
        letters._send(connection, ADA, BEN)
    clock.now += 1
    letters._send(connection, ADA, BEN)


def test_letters_wait_for_thirty_days_the_latest_first(connection: Connection, clock: SimpleNamespace) -> None:
    for text in ("old", "new"):
        letters._send(connection, BEN, ADA, text=text)
        clock.now += 1
    assert [each.text for each in letters.read_waiting(connection, ADA)] == ["new", "old"]
    clock.now = NOW + 30 * DAY
    assert len(letters.read_waiting(connection, ADA)) == 2
    letters._sweep(connection)
    assert count(connection, schema.letters) == 2
    clock.now += 1
    assert [each.text for each in letters.read_waiting(connection, ADA)] == ["new"]
    letters._sweep(connection)
    assert count(connection, schema.letters) == 1


def test_nobody_is_invited_to_an_evening_twice(connection: Connection) -> None:
    stored_evenings._add(connection, EVENING)
    for sender in (BEN, BEN, somebody(1)):
        letters._send(connection, sender, ADA, evening_id="e")
    assert sorted(each.sender for each in letters.read_waiting(connection, ADA)) == sorted([BEN, somebody(1)])


def test_a_person_has_two_hundred_friends_and_avoids_as_many(connection: Connection) -> None:
    rows = [{"person": ADA, "other": somebody(number), "offered_at": NOW} for number in range(199)]
    connection.execute(insert(schema.friendships), rows)
    assert friends._befriend(connection, ADA, BEN) == "offered"
    for one, other in ((ADA, somebody(300)), (somebody(300), ADA)):
        with pytest.raises(Conflict):
            friends._befriend(connection, one, other)
    # Whoever was asked can still say yes.
    assert friends._befriend(connection, BEN, ADA) == "friend"
    refused_from(200, lambda number: friends._avoid(connection, ADA, somebody(number), "mute"), start=0)
    friends._avoid(connection, ADA, somebody(5), "block")
    assert friends._kept_apart(connection, ADA) == {somebody(5)}


def test_twenty_replaced_links_are_known_as_such(connection: Connection) -> None:
    friends._put_profile(connection, ADA, "Ada", None, "link 0", "all")
    for number in range(1, 23):
        friends._renew_link(connection, ADA, f"link {number}")
    known = [friends._read_link(connection, f"link {number}") for number in range(23)]
    assert known == [""] * 20 + [None, None, ADA]


def test_presence_is_noted_once_a_minute_and_lasts_for_ninety_seconds(
    connection: Connection, clock: SimpleNamespace
) -> None:
    for person, presence in ((ADA, "friends"), (BEN, "nobody")):
        friends._put_profile(connection, person, "Somebody", None, person[:8], presence)  # type: ignore[arg-type]
    friends._befriend(connection, ADA, BEN)
    friends._befriend(connection, BEN, ADA)

    def seen() -> list[int]:
        table = schema.profiles
        return list(connection.execute(select(table.c.seen_at).order_by(table.c.person)).scalars())

    friends._note_all_seen(connection, [ADA, BEN])
    assert seen() == [NOW, 0]
    clock.now += MINUTE
    friends._note_all_seen(connection, [ADA, BEN])
    assert seen() == [NOW, 0]
    clock.now += 1
    friends._note_all_seen(connection, [ADA, BEN])
    assert seen() == [NOW + MINUTE + 1, 0]
    clock.now += 90_000 - 1
    [known] = friends.read_known(connection, BEN)
    assert (known.person, known.is_here) == (ADA, True)
    clock.now += 1
    [known] = friends.read_known(connection, BEN)
    assert not known.is_here
    friends.note_seen(connection, ADA)
    friends._put_profile(connection, ADA, "Ada", None, "", "nobody")
    assert seen() == [0, 0]


def cup(number: int, fill: int = 0) -> TournamentRow:
    form = TournamentForm("swiss", "standard", rounds=5, fill=fill)
    return TournamentRow(f"t{number}", ADA, f"Cup {number}", form, b"0" * 32)


def test_an_account_has_fifty_devices_and_twenty_passkeys(connection: Connection, clock: SimpleNamespace) -> None:
    stored_accounts.open_account(connection, ADA, "d0", AGENT)
    with pytest.raises(Conflict):
        stored_accounts.open_account(connection, ADA, "d1", AGENT)
    for number in range(1, 49):
        clock.now += MINUTE
        stored_accounts.add_device(connection, ADA, f"d{number:02}", AGENT)

    def signed_in() -> set[str]:
        table = schema.devices
        return set(connection.execute(select(table.c.id).where(table.c.revoked_at.is_(None))).scalars())

    assert len(signed_in()) == 50
    first = signed_in()
    clock.now += MINUTE
    stored_accounts.add_device(connection, ADA, "new", AGENT)
    # The device that was used the longest time ago is signed out.
    assert len(signed_in()) == 50
    assert first - signed_in() <= {ADA, "d0"}

    def add(number: int) -> None:
        stored_accounts.add_passkey(connection, ADA, NewPasskey(f"k{number}", b"key", 0, "here", AGENT))

    refused_from(20, add)
    assert [each.id for each in stored_accounts.read_passkeys(connection, ADA)] == sorted(
        each.id for each in stored_accounts.read_passkeys(connection, ADA)
    )


def test_three_tickets_are_mailed_to_one_mailbox(connection: Connection, clock: SimpleNamespace) -> None:
    stored_accounts.open_account(connection, ADA, "d0", AGENT)

    def mail(number: int) -> None:
        stored_accounts.put_mail(connection, f"m{number}", "mail", ADA, "box", "ada@example.org", NOW + HOUR)

    refused_from(3, mail)
    # Those that are no longer valid do not count.
    clock.now = NOW + HOUR
    with pytest.raises(Conflict):
        mail(4)
    clock.now += 1
    assert stored_accounts.take_ticket(connection, "m0", "mail") is None
    mail(4)


def test_a_ticket_is_valid_up_to_its_time_and_once(connection: Connection, clock: SimpleNamespace) -> None:
    stored_accounts.open_account(connection, ADA, "d0", AGENT)
    for name in ("old", "new"):
        stored_accounts.put_ticket(connection, name, "link", ADA, name, NOW)
    assert stored_accounts.take_ticket(connection, "old", "link") is None
    assert stored_accounts.take_ticket(connection, "new", "mail") is None
    found = stored_accounts.take_ticket(connection, "new", "link")
    assert (found and found.person, found and found.data) == (ADA, "new")
    assert stored_accounts.take_ticket(connection, "new", "link") is None


def test_a_mailbox_is_asked_for_three_people_and_three_times_for_each(
    connection: Connection, clock: SimpleNamespace
) -> None:
    box = mails.mailbox("Ada+cards@Example.org")
    assert box == mails.mailbox("ada@example.org") != mails.mailbox("ada@example.com")
    refused_from(3, lambda number: mails.ask_for(connection, box, somebody(number)))
    table = schema.mail_consents
    theirs = table.c.person == somebody(0)

    def asked_at() -> int | None:
        found: int | None = connection.execute(select(table.c.asked_at).where(theirs)).scalar_one()
        return found

    for asked, later, is_asked in ((1, DAY, False), (1, DAY + 1, True), (2, DAY + 1, True), (3, DAY + 1, False)):
        connection.execute(update(table).where(theirs).values(asked=asked, asked_at=NOW))
        clock.now = NOW + later
        mails.ask_for(connection, box, somebody(0))
        assert (asked_at() is None) is is_asked
    # One who said yes makes room for another.
    connection.execute(update(table).where(theirs).values(confirmed_at=NOW))
    mails.ask_for(connection, box, BEN)


def test_an_address_for_news_is_asked_as_often(connection: Connection, clock: SimpleNamespace) -> None:
    def put(person: str) -> None:
        news_mails._put(connection, person, "ada@example.org", "en", "UTC", ["round"])

    for number in range(3):
        put(somebody(number))
        # Whoever has not been asked does not count.
        put(somebody(number))
    table = schema.news_mails
    connection.execute(update(table).values(asked=1, asked_at=NOW))
    with pytest.raises(Conflict):
        put(BEN)
    for asked, later, is_asked in ((1, DAY, False), (1, DAY + 1, True), (2, DAY + 1, True), (3, DAY + 1, False)):
        connection.execute(update(table).values(asked=asked, asked_at=NOW))
        clock.now = NOW + later
        put(somebody(0))
        assert bool(news_mails._asks(connection)) is is_asked
    connection.execute(
        insert(schema.mail_stops).values(mailbox=mails.mailbox("ada@example.org"), token="t", stopped_at=0)
    )
    with pytest.raises(Stopped):
        put(somebody(0))


def device(number: int) -> notices.Device:
    return notices.Device(ADA, f"d{number}", f"https://push.example/{number}", "public", "secret", "en")


def test_a_person_gets_notices_on_ten_devices_renewed_within_half_a_year(
    connection: Connection, clock: SimpleNamespace
) -> None:
    notices.own_key(connection, "key")
    for number in range(11):
        clock.now = NOW + number
        notices._put_device(connection, device(number))
    assert sorted(each.device for each in notices.devices_of(connection, ADA)) == sorted(f"d{n}" for n in range(1, 11))
    clock.now = NOW + 1 + 180 * DAY
    notices._sweep(connection)
    assert len(notices.devices_of(connection, ADA)) == 10
    clock.now += 1
    notices._put_device(connection, device(10))
    notices._sweep(connection)
    assert sorted(each.device for each in notices.devices_of(connection, ADA)) == sorted(f"d{n}" for n in range(2, 11))


def test_a_notice_is_tried_three_times_ten_minutes_apart_and_remembered_for_three_weeks(
    connection: Connection, clock: SimpleNamespace
) -> None:
    notices._put_device(connection, device(0))

    def is_open() -> bool:
        [sent] = notices._sent(connection)
        return sent.is_open

    for number in range(3):
        clock.now = NOW + number * (10 * MINUTE + 1)
        notices._claim(connection, ADA, "turn/1")
        with pytest.raises(Conflict):
            notices._claim(connection, ADA, "turn/1")
        clock.now += 10 * MINUTE
        assert not is_open()
        with pytest.raises(Conflict):
            notices._claim(connection, ADA, "turn/1")
        clock.now += 1
        assert is_open() is (number < 2)
    last = clock.now - 10 * MINUTE - 1
    with pytest.raises(Conflict):
        notices._claim(connection, ADA, "turn/1")
    clock.now = last + 21 * DAY
    notices._sweep(connection)
    assert count(connection, schema.notices) == 1
    clock.now += 1
    notices._sweep(connection)
    assert count(connection, schema.notices) == 0


def test_an_earlier_key_signs_up_to_its_time(connection: Connection, clock: SimpleNamespace) -> None:
    assert notices.own_key(connection, "first") == "first"
    assert notices.own_key(connection, "other") == "first"
    notices._put_device(connection, device(0))
    assert notices.rotate_key(connection, "second", "public half", NOW + DAY) == 1
    clock.now = NOW + DAY - 1
    assert notices.push_keys(connection) == notices.PushKeys("second", "first")
    assert [each.key for each in notices.devices_of(connection, ADA)] == ["first"]
    clock.now += 1
    assert notices.push_keys(connection) == notices.PushKeys("second", None)
    assert notices.devices_of(connection, ADA) == []
    notices._sweep(connection)
    assert count(connection, schema.push_subscriptions) == 1
    clock.now += 1
    notices._sweep(connection)
    assert count(connection, schema.push_subscriptions) == 0


def test_a_person_who_chose_nothing_gets_five_notices_a_day_and_none_by_night(connection: Connection) -> None:
    notices._put_device(connection, device(0))
    assert notices._people(connection) == {ADA: notices.Choices({}, 22 * 60, 8 * 60, "UTC", 5)}
    chosen = notices.Choices({"turn": False}, None, None, "Europe/Berlin", 20)
    for _ in range(2):
        notices._choose(connection, ADA, chosen)
    assert notices._choices(connection, ADA) == chosen == notices._people(connection)[ADA]
    assert notices._choices(connection, BEN) is None


async def test_a_thousand_queries_wait_and_no_more(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "_MOST_READING", 2)
    go_on = threading.Event()
    waiting = [asyncio.create_task(store._read(lambda _connection: go_on.wait())) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(StoreError, match="too many wait"):
        await store._read(lambda _connection: None)
    go_on.set()
    await asyncio.gather(*waiting)
    for _ in range(3):
        await store._read(lambda _connection: None)


def test_a_device_is_noted_to_the_minute_and_kept_for_its_time(connection: Connection, clock: SimpleNamespace) -> None:
    clock.now = NOW + 59_999
    stored_accounts.open_account(connection, ADA, "phone", AGENT)
    stored_accounts.add_device(connection, ADA, "pad", AGENT)
    used = select(schema.devices.c.used_at).where(schema.devices.c.id == "phone")
    assert connection.execute(used).scalar_one() == NOW
    stored_accounts.sign_out(connection, ADA, "pad")

    def left() -> set[str]:
        stored_accounts.sweep(connection)
        return set(connection.execute(select(schema.devices.c.id)).scalars()) - {ADA}

    clock.now += 30 * DAY
    assert left() == {"phone", "pad"}
    clock.now += 1
    assert left() == {"phone"}
    clock.now = NOW + 730 * DAY
    assert left() == {"phone"}
    clock.now += 1
    assert left() == set()
