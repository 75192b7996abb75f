"""How much the store takes from one person, and how long it keeps things: each at its exact bound."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final

import pytest
from sqlalchemy import Connection, Table, func, insert, select, update

from spite_and_malice.server.store import EntrantRow, Store, TournamentForm, TournamentRow
from spite_and_malice.server.store import operators as stored_operators
from spite_and_malice.server.store.accounts import people as stored_accounts
from spite_and_malice.server.store.accounts.people import Agent, NewPasskey
from spite_and_malice.server.store.database import schema
from spite_and_malice.server.store.database.schema_evenings import (
    club_kept_out,
    club_members,
    club_messages,
    evening_guests,
    evening_replies,
    evenings,
)
from spite_and_malice.server.store.database.schema_tournaments import tournament_lines, tournaments
from spite_and_malice.server.store.events import clubs as stored_clubs
from spite_and_malice.server.store.events import evenings as stored_evenings
from spite_and_malice.server.store.events import tournaments as stored_tournaments
from spite_and_malice.server.store.events.clubs import Club
from spite_and_malice.server.store.events.evenings import Evening
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


def test_a_person_keeps_ten_clubs(connection: Connection) -> None:
    def found(number: int) -> None:
        stored_clubs._found(connection, replace(CLUB, id=f"c{number}", name=f"Club {10 - number:02}"), "Ada", None)

    refused_from(10, found)
    assert [each.club.id for each in stored_clubs._read_of(connection, ADA)] == [f"c{n}" for n in reversed(range(10))]
    assert stored_clubs._read_named(connection, "CLUB 03") == ["c7"]


def test_a_club_has_three_hundred_members_and_a_hundred_requests(connection: Connection) -> None:
    stored_clubs._found(connection, CLUB, "Ada", None)
    rows = [
        {"club_id": "c", "person": somebody(number), "name": f"{number}", "head": None, "joined_at": NOW}
        for number in range(298)
    ]
    connection.execute(insert(club_members), rows)
    stored_clubs._join(connection, "c", BEN, "Ben", None)
    with pytest.raises(Conflict):
        stored_clubs._join(connection, "c", somebody(300), "One more", None)
    # A member may still change their name.
    stored_clubs._join(connection, "c", BEN, "Benjamin", None)
    refused_from(100, lambda number: stored_clubs._ask(connection, "c", somebody(1000 + number), "Eve", None))


def test_a_club_hears_five_messages_a_day_and_keeps_twenty(connection: Connection, clock: SimpleNamespace) -> None:
    stored_clubs._found(connection, CLUB, "Ada", None)
    for day in range(5):
        clock.now = NOW + day * DAY + day
        for number in range(5):
            clock.now += 1
            stored_clubs._write(connection, "c", ADA, "Ada", f"{day}/{number}")
        with pytest.raises(Conflict):
            stored_clubs._write(connection, "c", ADA, "Ada", "more")
    at = stored_clubs.read_club(connection, "c")
    assert at is not None
    newest = [f"{day}/{number}" for day in (4, 3, 2, 1) for number in (4, 3, 2, 1, 0)]
    assert [each.text for each in at.messages] == newest
    assert count(connection, club_messages) == 20


def test_a_club_keeps_three_hundred_out_and_then_forgets_the_first(
    connection: Connection, clock: SimpleNamespace
) -> None:
    stored_clubs._found(connection, CLUB, "Ada", None)
    rows = [
        {"club_id": "c", "person": somebody(number), "name": "Eve", "head": None, "since": NOW + number}
        for number in range(299)
    ]
    connection.execute(insert(club_kept_out), rows)
    clock.now = NOW + 1000
    before = stored_clubs.read_club(connection, "c")
    for number in (500, 501):
        stored_clubs._join(connection, "c", somebody(number), "Eve", None)
        stored_clubs._take_out(connection, "c", somebody(number))
        clock.now += 1
    at = stored_clubs.read_club(connection, "c")
    assert before is not None
    assert at is not None
    assert [each.person for each in at.kept_out] == [somebody(number) for number in (*range(1, 299), 500, 501)]
    assert at.club.code != before.club.code
    stored_clubs._pardon(connection, "c", somebody(501))
    stored_clubs._join(connection, "c", somebody(501), "Eve", None)


def test_a_person_begins_twenty_evenings_a_day(connection: Connection, clock: SimpleNamespace) -> None:
    def add(number: int) -> None:
        stored_evenings._add(connection, replace(EVENING, id=f"e{number}"))

    refused_from(20, add)
    clock.now += DAY
    with pytest.raises(Conflict):
        add(20)
    clock.now += 1
    add(20)


def test_an_evening_has_a_hundred_guests_and_three_hundred_answers(connection: Connection) -> None:
    stored_evenings._add(connection, EVENING)
    refused_from(100, lambda number: stored_evenings._enter(connection, "e", somebody(number), f"{number}", None, ""))
    assert stored_evenings._enter(connection, "e", somebody(41), "Ada", None, "") == 42
    rows = [
        {"evening_id": "e", "person": somebody(number), "reply": "yes", "name": "", "replied_at": NOW}
        for number in range(299)
    ]
    connection.execute(insert(evening_replies), rows)
    stored_evenings._reply(connection, "e", BEN, "perhaps", "Ben")
    with pytest.raises(Conflict):
        stored_evenings._reply(connection, "e", ADA, "yes", "Ada")
    stored_evenings._reply(connection, "e", BEN, "no")
    at = stored_evenings.read_evening(connection, "e")
    assert at is not None
    own = at.reply_of(BEN)
    assert (own and own.reply, own and own.name) == ("no", "Ben")


def test_two_changes_of_an_evening_never_have_the_same_time(connection: Connection, clock: SimpleNamespace) -> None:
    stored_evenings._add(connection, EVENING)
    stored_evenings.touch(connection, "e")
    assert stored_evenings._read_changed_at(connection, "e") == NOW + 1
    stored_evenings.touch(connection, "e")
    assert stored_evenings._read_changed_at(connection, "e") == NOW + 2
    clock.now += 10
    stored_evenings.touch(connection, "e")
    assert stored_evenings._read_changed_at(connection, "e") == NOW + 10


def test_an_evening_without_a_round_goes_after_thirty_days(connection: Connection, clock: SimpleNamespace) -> None:
    planned = {"planned": NOW + DAY, "unplanned": None, "played": None}
    for name, starts_at in planned.items():
        stored_evenings._add(connection, replace(EVENING, id=name, starts_at=starts_at))
    connection.execute(update(evenings).where(evenings.c.id == "played").values(round=1))

    def left(before: int | None = None) -> set[str]:
        stored_evenings._sweep(connection, before)
        return set(connection.execute(select(evenings.c.id)).scalars())

    clock.now = NOW + 30 * DAY
    assert left() == set(planned)
    clock.now += 1
    assert left() == {"planned", "played"}
    clock.now = NOW + 31 * DAY
    assert left() == {"planned", "played"}
    clock.now += 1
    assert left() == {"played"}
    assert left(NOW) == {"played"}
    assert left(NOW + 1) == set()


def test_ten_planned_evenings_are_listed_the_next_first(connection: Connection, clock: SimpleNamespace) -> None:
    for number in range(12):
        stored_evenings._add(connection, replace(EVENING, id=f"e{number:02}", starts_at=NOW + (12 - number) * HOUR))
    assert [each.evening.id for each in stored_evenings._planned(connection, ADA)] == [
        f"e{number:02}" for number in reversed(range(2, 12))
    ]
    # One that began a day ago is over, and one that was called off is seen until the day ends.
    clock.now = NOW + DAY + 3 * HOUR
    assert next(each.evening.id for each in stored_evenings._planned(connection, ADA)) == "e08"
    stored_evenings._reply(connection, "e08", BEN, "no", "Ben")
    stored_evenings._reply(connection, "e07", BEN, "perhaps", "Ben")
    assert [each.evening.id for each in stored_evenings._planned(connection, BEN)] == ["e07"]


def test_two_hundred_evenings_of_a_person_are_listed_the_latest_first(connection: Connection) -> None:
    stored_evenings._add(connection, EVENING)
    connection.execute(update(evenings).values(created_at=NOW + 300))
    [row] = connection.execute(select(evenings)).mappings()
    connection.execute(
        insert(evenings),
        [{**row, "id": f"e{number:03}", "created_at": NOW + number} for number in range(200)],
    )
    assert stored_evenings.read_ids_of(connection, ADA) == [
        "e",
        *(f"e{number:03}" for number in reversed(range(1, 200))),
    ]


def cup(number: int, fill: int = 0) -> TournamentRow:
    form = TournamentForm("swiss", "standard", rounds=5, fill=fill)
    return TournamentRow(f"t{number}", ADA, f"Cup {number}", form, b"0" * 32)


def test_a_person_has_five_open_tournaments_and_one_with_computer_players(connection: Connection) -> None:
    stored_tournaments._add(connection, cup(0, fill=4))
    with pytest.raises(stored_tournaments.TooFull):
        stored_tournaments._add(connection, cup(1, fill=4))
    refused_from(5, lambda number: stored_tournaments._add(connection, cup(number)), start=1)
    stored_tournaments.finish(connection, "t0", "cancelled")
    stored_tournaments._add(connection, cup(6, fill=4))
    listed = stored_tournaments._read_list(connection, BEN, 3)
    assert [each.row.id for each in listed] == ["t1", "t2", "t3"]


def test_a_thousand_take_part_unless_fewer_may(connection: Connection) -> None:
    stored_tournaments._add(connection, cup(0))
    stored_tournaments._insert(
        connection, "t0", [EntrantRow(number, f"{number}", somebody(number)) for number in range(1, 1000)]
    )
    assert stored_tournaments._join(connection, "t0", EntrantRow(0, "Ada", ADA)).number == 1000
    with pytest.raises(Conflict):
        stored_tournaments._join(connection, "t0", EntrantRow(0, "Ben", BEN))
    # Who takes part already is who they are.
    assert stored_tournaments._join(connection, "t0", EntrantRow(0, "Ada", ADA)).number == 1000


def test_five_lines_a_minute_are_said_at_a_tournament_and_a_hundred_kept(
    connection: Connection, clock: SimpleNamespace
) -> None:
    stored_tournaments._add(connection, cup(0))

    def say(number: int) -> None:
        clock.now += 1
        stored_tournaments._say(connection, "t0", ADA, "Ada", f"{number}")

    refused_from(5, say)
    stored_tournaments._say(connection, "t0", BEN, "Ben", "hello")
    clock.now = NOW + 1 + MINUTE - 1
    with pytest.raises(Conflict):
        stored_tournaments._say(connection, "t0", ADA, "Ada", "more")
    clock.now = NOW + 1 + MINUTE
    stored_tournaments._say(connection, "t0", ADA, "Ada", "more")
    for number in range(100):
        clock.now += MINUTE
        stored_tournaments._say(connection, "t0", ADA, "Ada", f"{number}")
    assert [each.text for each in stored_tournaments._read_lines(connection, "t0")] == [f"{n}" for n in range(100)]
    assert count(connection, tournament_lines) == 100


def test_a_tournament_that_did_not_begin_goes_after_thirty_days(connection: Connection, clock: SimpleNamespace) -> None:
    for number in range(3):
        stored_tournaments._add(connection, replace(cup(number), starts_at=NOW + DAY if number == 1 else None))
    connection.execute(
        update(tournaments).where(tournaments.c.id == "t2").values(started_at=NOW, state="over", ended_at=NOW)
    )

    def left(before: int | None = None) -> set[str]:
        stored_tournaments._sweep(connection, before)
        return set(connection.execute(select(tournaments.c.id)).scalars())

    clock.now = NOW + 30 * DAY
    assert left(NOW) == {"t0", "t1", "t2"}
    clock.now += 1
    assert left() == {"t1", "t2"}
    clock.now += DAY
    assert left(NOW + 1) == set()


def test_the_host_who_is_away_is_followed_by_the_first_who_joined(
    connection: Connection, clock: SimpleNamespace
) -> None:
    stored_tournaments._add(connection, cup(0))
    clock.now += 10
    assert not stored_tournaments._follow_host(connection, "t0", ADA, clock.now)
    for person in (ADA, BEN, somebody(1)):
        stored_tournaments._join(connection, "t0", EntrantRow(0, "Somebody", person))
    assert not stored_tournaments._follow_host(connection, "t0", ADA, NOW)
    assert not stored_tournaments._follow_host(connection, "t0", BEN, clock.now)
    assert stored_tournaments._follow_host(connection, "t0", ADA, clock.now)
    assert [each.host for each in stored_tournaments._read_gathering(connection)] == [BEN]


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


def test_a_season_begins_once_and_the_one_before_is_kept(connection: Connection, clock: SimpleNamespace) -> None:
    stored_clubs._found(connection, CLUB, "Ada", None)
    clock.now += DAY
    for _ in range(2):
        stored_clubs._begin_season(connection, "c", 1)
    at = stored_clubs.read_club(connection, "c")
    assert at is not None
    assert [(each.number, each.since, each.until) for each in at.seasons] == [(2, NOW + DAY, None), (1, NOW, NOW + DAY)]


def test_who_left_an_evening_comes_back_and_who_was_asked_to_go_does_not(connection: Connection) -> None:
    stored_evenings._add(connection, EVENING)
    assert stored_evenings._enter(connection, "e", BEN, "Ben", None, "") == 1

    def state() -> str:
        found: Any = connection.execute(select(evening_guests.c.state)).scalar_one()
        return str(found)

    for before, after in (("left", "waiting"), ("paused", "paused"), ("ready", "ready")):
        stored_evenings._write_guest(connection, "e", 1, state=before)
        assert stored_evenings._enter(connection, "e", BEN, "Benjamin", None, "Reds") == 1
        assert state() == after
    stored_evenings._write_guest(connection, "e", 1, state="out")
    with pytest.raises(Conflict):
        stored_evenings._enter(connection, "e", BEN, "Ben", None, "")
