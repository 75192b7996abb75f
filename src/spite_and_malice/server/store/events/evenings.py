"""Evenings: the guests, the rounds with their tables, and the results.

Every change is one transaction that locks the evening first, so that of two processes, or two presses of a button, one
comes first and the other sees its effect.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Row, and_, case, delete, func, insert, or_, select, update

from ...clock import DAY_MS, now_ms
from ..database.repository import Repository, can_be_stored, command, query
from ..database.schema_evenings import (
    club_members,
    clubs,
    evening_claims,
    evening_guests,
    evening_replies,
    evening_seats,
    evening_tables,
    evenings,
)
from ..games.lists import read_listed
from ..games.statements import add_table
from ..records import Conflict, ListedTable
from .evening_rows import (
    Claim,
    DrawnRound,
    Evening,
    Guest,
    GuestState,
    Invitee,
    PlacedGuest,
    Reply,
    RoundTable,
    StoredEvening,
)

_PER_DAY: Final = 20
"""How many evenings one person can begin in a day."""
_GUESTS: Final = 100
"""How many people can come to one evening."""
_ROUNDS: Final = 100
"""How many rounds one evening can have."""
_LISTED: Final = 200
"""How many evenings a list has."""
_UNUSED_MS: Final = 30 * DAY_MS
"""How long an evening without a round is kept."""
_REPLIES: Final = 300
"""How many people can answer whether they are coming to one evening: as many as a club has members."""


def read_evening(connection: Connection, evening_id: str) -> StoredEvening | None:
    """Return an evening with all its data, None if no evening has that id."""
    return read_evenings(connection, [evening_id]).get(evening_id) if can_be_stored(evening_id) else None


def read_evenings(connection: Connection, evening_ids: Sequence[str]) -> dict[str, StoredEvening]:
    """Return some evenings by id, each with all its data."""
    rows = connection.execute(select(evenings).where(evenings.c.id.in_(evening_ids))).all()
    guests = _rows(connection, evening_guests, evening_ids, "number")
    places = _rows(connection, evening_seats, evening_ids, "round", "number", "seat")
    tables = _rows(connection, evening_tables, evening_ids, "round", "number")
    claims = _rows(connection, evening_claims, evening_ids, "made_at", "person")
    replies = _rows(connection, evening_replies, evening_ids, "replied_at", "person")
    officers = _officers(connection, {row.club_id for row in rows if row.club_id is not None})
    found = {}
    for row in rows:
        seats: dict[tuple[int, int], list[PlacedGuest]] = {}
        for place in places.get(row.id, ()):
            at = PlacedGuest(place.seat, place.guest, place.points, place.won, place.stand_in)
            seats.setdefault((place.round, place.number), []).append(at)
        found[row.id] = StoredEvening(
            _evening(row),
            tuple(_guest(guest) for guest in guests.get(row.id, ())),
            tuple(
                RoundTable(each.round, each.number, each.table_id, each.ended_at, tuple(seats[each.round, each.number]))
                for each in tables.get(row.id, ())
            ),
            tuple(Claim(each.person, each.number) for each in claims.get(row.id, ())),
            officers=officers.get(row.club_id, {}),
            replies=tuple(
                Invitee(each.person, each.name, each.reply, each.starts_at) for each in replies.get(row.id, ())
            ),
        )
    return found


def _officers(connection: Connection, club_ids: Collection[str]) -> dict[str, dict[str, str]]:
    """Return the keeper and the officers of some clubs, with their names."""
    if not club_ids:
        return {}
    found: dict[str, dict[str, str]] = {}
    officers = (
        select(club_members.c.club_id, club_members.c.person, club_members.c.name)
        .join(clubs, clubs.c.id == club_members.c.club_id)
        .where(clubs.c.id.in_(club_ids))
        .where(or_(club_members.c.role == "officer", club_members.c.person == clubs.c.keeper))
    )
    for row in connection.execute(officers):
        found.setdefault(row.club_id, {})[row.person] = row.name
    return found


def _reply(connection: Connection, evening_id: str, person: str, reply: Reply | None, name: str = "") -> None:
    """Note under which name somebody comes to an evening or not; None takes it back, and they go if they are there.

    Raises `Conflict` if it is over, or too many have answered.
    """
    at = lock(connection, evening_id)
    before, guest = at.reply_of(person), at.guest_of(person)
    if reply is not None and before is None and len(at.replies) >= _REPLIES:
        raise Conflict("too many people have said so already")
    this = and_(evening_replies.c.evening_id == evening_id, evening_replies.c.person == person)
    if reply is None:
        connection.execute(delete(evening_replies).where(this))
        if guest is not None and guest.state != "out":
            _write_guest(connection, evening_id, guest.number, state="left")
    elif before is None:
        new = {"evening_id": evening_id, "person": person, "replied_at": now_ms()}
        values = {"reply": reply, "name": name, "starts_at": at.evening.starts_at}
        connection.execute(insert(evening_replies).values(**new, **values))
    else:
        values = {"reply": reply, "name": name or before.name, "starts_at": at.evening.starts_at}
        connection.execute(update(evening_replies).where(this).values(**values))
    touch(connection, evening_id)


def _open(connection: Connection, evening_id: str) -> None:
    """Start a planned evening now. Raises `Conflict` if it is over or has begun."""
    at = lock(connection, evening_id)
    if at.evening.starts_at is None or at.evening.starts_at <= now_ms():
        raise Conflict("it has begun already")
    now = now_ms()
    # People who planned to come at its start are coming now.
    of_hour = and_(evening_replies.c.evening_id == evening_id, evening_replies.c.starts_at == at.evening.starts_at)
    connection.execute(update(evening_replies).where(of_hour).values(starts_at=now))
    touch(connection, evening_id, starts_at=now)


def _unopened(connection: Connection, before: int) -> Sequence[StoredEvening]:
    """Return the evenings that were planned for a time ``before`` one and have had no round."""
    none_yet = and_(~evenings.c.is_over, evenings.c.round == 0, evenings.c.starts_at < before)
    ids = list(connection.execute(select(evenings.c.id).where(none_yet).order_by(evenings.c.id)).scalars())
    return list(read_evenings(connection, ids).values())


def _planned(connection: Connection, person: str) -> Sequence[StoredEvening]:
    """Return the evenings that are still to come or go on, and those of today that were called off, the next first.

    They are those of somebody's clubs, those that they host, and those that they have not declined.
    """
    clubs_of = select(club_members.c.club_id).where(club_members.c.person == person)
    coming = and_(evening_replies.c.person == person, evening_replies.c.reply != "no")
    replied = select(evening_replies.c.evening_id).where(coming)
    own = or_(evenings.c.club_id.in_(clubs_of), evenings.c.host == person, evenings.c.id.in_(replied))
    when = evenings.c.starts_at
    is_on = and_(~evenings.c.is_over, when > now_ms() - DAY_MS)
    soon = and_(own, or_(is_on, and_(evenings.c.is_cancelled, when >= now_ms() // DAY_MS * DAY_MS)))
    ids = list(connection.execute(select(evenings.c.id).where(soon).order_by(when, evenings.c.id).limit(10)).scalars())
    found = read_evenings(connection, ids)
    return [found[each] for each in ids]


def _rows(connection: Connection, table: Any, evening_ids: Sequence[str], *order: str) -> dict[str, list[Row[Any]]]:
    columns = [table.c.evening_id, *(table.c[name] for name in order)]
    rows = connection.execute(select(table).where(table.c.evening_id.in_(evening_ids)).order_by(*columns))
    found: dict[str, list[Row[Any]]] = {}
    for row in rows:
        found.setdefault(row.evening_id, []).append(row)
    return found


def _evening(row: Any) -> Evening:
    values = dict(row._mapping)
    return Evening(**values | {"rules": json.loads(row.rules)})


def _guest(row: Any) -> Guest:
    return Guest(row.number, row.person, row.name, row.head, row.team, row.state, row.joined_at, row.seen_at)


def lock(connection: Connection, evening_id: str) -> StoredEvening:
    """Return an evening, locked until the transaction ends. Raises `Conflict` without one."""
    if can_be_stored(evening_id):
        connection.execute(select(evenings.c.id).where(evenings.c.id == evening_id).with_for_update())
    found = read_evening(connection, evening_id)
    if found is None or found.evening.is_over:
        raise Conflict("this evening is over")
    return found


def touch(connection: Connection, evening_id: str, **values: Any) -> None:
    """Write fields of an evening, and the time of the change."""
    # Two changes never have the same time: pages use them to tell which of two responses is the later one.
    later = case((evenings.c.changed_at >= now_ms(), evenings.c.changed_at + 1), else_=now_ms())
    connection.execute(update(evenings).where(evenings.c.id == evening_id).values(changed_at=later, **values))


def _add(connection: Connection, new: Evening, name: str = "") -> None:
    """Write a new evening, with its host as a guest if they have a ``name``.

    Raises `Conflict` if its host has begun too many.
    """
    since = and_(evenings.c.host == new.host, evenings.c.created_at >= now_ms() - DAY_MS)
    if connection.execute(select(func.count()).select_from(evenings).where(since)).scalar_one() >= _PER_DAY:
        raise Conflict("too many evenings were begun already")
    now = now_ms()
    connection.execute(
        insert(evenings).values(
            id=new.id,
            host=new.host,
            created_at=now,
            changed_at=now,
            **_settings(new),
        )
    )
    if name:
        coming = {"evening_id": new.id, "person": new.host, "reply": "yes", "name": name}
        connection.execute(insert(evening_replies).values(**coming, replied_at=now, starts_at=new.starts_at))


def _settings(evening: Evening) -> dict[str, Any]:
    names = (
        "name",
        "club_id",
        "preset",
        "rules_name",
        "computer",
        "teams",
        "call",
        "starts_at",
        "minutes",
        "stand_ins",
    )
    return {name: getattr(evening, name) for name in names} | {"rules": json.dumps(evening.rules)}


def _change(connection: Connection, changed: Evening, by: str) -> None:
    """Write other settings of an evening; if it moves, everybody is asked again except the person who moved it.

    Raises `Conflict` if it is over.
    """
    before = lock(connection, changed.id).evening
    is_moved = before.round == 0 and None not in (before.starts_at, changed.starts_at)
    moved = {"moved_at": now_ms(), "called": False} if is_moved and before.starts_at != changed.starts_at else {}
    touch(connection, changed.id, **_settings(changed), **moved)
    own = and_(evening_replies.c.evening_id == changed.id, evening_replies.c.person == by)
    if moved:
        connection.execute(update(evening_replies).where(own).values(starts_at=changed.starts_at))


def _enter(connection: Connection, evening_id: str, person: str, name: str, head: str | None, team: str) -> int:
    """Let somebody in, or change their name; return their number. Somebody who had left is back, waiting.

    Raises `Conflict` if the evening is over or full, or they were asked to leave.
    """
    at = lock(connection, evening_id)
    values = {"name": name, "head": head, "team": team, "seen_at": now_ms()}
    own = at.guest_of(person)
    if own is not None:
        if own.state == "out":
            raise Conflict("they were asked to go")
        state = "waiting" if own.state == "left" else own.state
        _write_guest(connection, evening_id, own.number, **values, state=state)
        touch(connection, evening_id)
        return own.number
    if len(at.guests) >= _GUESTS:
        raise Conflict("too many people are there already")
    number = 1 + max((guest.number for guest in at.guests), default=0)
    new = {"evening_id": evening_id, "number": number, "person": person, "joined_at": now_ms(), "state": "waiting"}
    connection.execute(insert(evening_guests).values(**new, **values))
    touch(connection, evening_id)
    return number


def _write_guest(connection: Connection, evening_id: str, number: int, **values: Any) -> None:
    this = and_(evening_guests.c.evening_id == evening_id, evening_guests.c.number == number)
    connection.execute(update(evening_guests).where(this).values(**values))


def _set_state(connection: Connection, evening_id: str, number: int, state: GuestState) -> None:
    """Write a guest's state; a host who leaves hands the evening over. Raises `Conflict` if it is over."""
    at = lock(connection, evening_id)
    own = next((guest for guest in at.guests if guest.number == number), None)
    if own is None:
        raise Conflict("there is no such guest")
    _write_guest(connection, evening_id, number, state=state, seen_at=now_ms())
    values: dict[str, Any] = {}
    if state in ("left", "out") and own.person == at.evening.host:
        values["host"] = next_host(at, own.person) or at.evening.host
    touch(connection, evening_id, **values)


def next_host(at: StoredEvening, but: str) -> str | None:
    """Return the next host when somebody leaves: among those present, the one who came first."""
    there = (guest.person for guest in at.guests if guest.state not in ("left", "out"))
    return next((person for person in there if person not in (None, but)), None)


def _note_seen(connection: Connection, evening_id: str, person: str) -> None:
    """Record that somebody has the page of an evening open."""
    this = and_(evening_guests.c.evening_id == evening_id, evening_guests.c.person == person)
    connection.execute(update(evening_guests).where(this).values(seen_at=now_ms()))


def _call(connection: Connection, evening_id: str, round_number: int) -> None:
    """Ask everybody whether they are ready for the round after ``round_number``. Raises `Conflict` if that began."""
    at = lock(connection, evening_id)
    if at.evening.round != round_number:
        raise Conflict("another round has begun")
    if not at.evening.called:
        touch(connection, evening_id, called=True, called_at=now_ms())


def _draw(
    connection: Connection, evening_id: str, round_number: int, ready: Collection[int], drawn: DrawnRound
) -> bool:
    """Write the round after ``round_number``, with its tables; False if others are ``ready`` than it was drawn for.

    Raises `Conflict` if that round has been drawn already, or there were too many.
    """
    at = lock(connection, evening_id)
    if at.evening.round != round_number:
        raise Conflict("this round has been drawn already")
    if round_number >= _ROUNDS:
        raise Conflict("there were too many rounds")
    if {guest.number for guest in at.guests if guest.state == "ready"} != set(ready):
        return False
    number = round_number + 1
    for place, table in enumerate(drawn.tables, 1):
        add_table(connection, table.table, table.seal, table.summary)
        _add_table(connection, evening_id, number, place, table.table.id, table.guests)
    if drawn.resting:
        _add_table(connection, evening_id, number, 0, "", drawn.resting)
    were_ready = and_(evening_guests.c.evening_id == evening_id, evening_guests.c.state == "ready")
    connection.execute(update(evening_guests).where(were_ready).values(state="waiting"))
    touch(connection, evening_id, round=number, called=False)
    return True


def _add_table(
    connection: Connection, evening_id: str, number: int, place: int, table_id: str, guests: Sequence[int | None]
) -> None:
    of_round = {"evening_id": evening_id, "round": number, "number": place}
    connection.execute(
        insert(evening_tables).values(**of_round, table_id=table_id, ended_at=now_ms() if place == 0 else None)
    )
    places = [{**of_round, "seat": seat, "guest": guest} for seat, guest in enumerate(guests)]
    connection.execute(insert(evening_seats), places)


def _read_running(connection: Connection, evening_id: str) -> Mapping[int, tuple[RoundTable, ListedTable | None]]:
    """Return the tables whose result has not been recorded yet, each in its current state (None: it was deleted)."""
    at = read_evening(connection, evening_id)
    running = () if at is None else at.running()
    return {number: (table, read_listed(connection, table.table_id)) for number, table in enumerate(running)}


def _settle(connection: Connection, evening_id: str, table: RoundTable, result: Sequence[PlacedGuest] | None) -> None:
    """Record the result of a table, unless that is already done; None for a table without a finished game."""
    of_table = and_(
        evening_tables.c.evening_id == evening_id,
        evening_tables.c.round == table.round,
        evening_tables.c.number == table.number,
    )
    noted = update(evening_tables).where(of_table, evening_tables.c.ended_at.is_(None)).values(ended_at=now_ms())
    if connection.execute(noted).rowcount == 0:
        return
    for place in result or ():
        of_seat = and_(
            evening_seats.c.evening_id == evening_id,
            evening_seats.c.round == table.round,
            evening_seats.c.number == table.number,
            evening_seats.c.seat == place.seat,
        )
        values = {"points": place.points, "won": place.won, "stand_in": place.stand_in}
        connection.execute(update(evening_seats).where(of_seat).values(**values))
    touch(connection, evening_id)


def end(connection: Connection, evening_id: str, by: str | None = None) -> None:
    """Let an evening be over, or cancelled ``by`` somebody before its first round, empty where nobody came.

    The times when people were last there are deleted.
    """
    at = lock(connection, evening_id)
    of_evening = evening_guests.c.evening_id == evening_id
    connection.execute(update(evening_guests).where(of_evening).values(seen_at=0))
    is_cancelled = at.evening.round == 0
    values = {"is_cancelled": is_cancelled, "cancelled_by": by if is_cancelled else None}
    touch(connection, evening_id, is_over=True, called=False, **values)


def _hand_on(connection: Connection, evening_id: str, person: str) -> None:
    """Make somebody the host. Raises `Conflict` if the evening is over."""
    lock(connection, evening_id)
    touch(connection, evening_id, host=person)


def read_ids_of(connection: Connection, person: str) -> Sequence[str]:
    """Return the evenings that somebody attended, hosts or has answered, the latest first."""
    been = select(evening_guests.c.evening_id).where(evening_guests.c.person == person)
    said = select(evening_replies.c.evening_id).where(evening_replies.c.person == person)
    of_person = or_(evenings.c.host == person, evenings.c.id.in_(been), evenings.c.id.in_(said))
    latest = func.coalesce(evenings.c.starts_at, evenings.c.created_at).desc()
    rows = connection.execute(select(evenings.c.id).where(of_person).order_by(latest, evenings.c.id).limit(_LISTED))
    return list(rows.scalars())


def _read_of(connection: Connection, person: str) -> Sequence[StoredEvening]:
    """Return the evenings that somebody attended or hosts, the latest first."""
    ids = read_ids_of(connection, person)
    found = read_evenings(connection, ids)
    return [found[each] for each in ids]


def _of_table(connection: Connection, table_id: str) -> str | None:
    """Return the evening of a table, None if it has none."""
    if not can_be_stored(table_id):
        return None
    found = select(evening_tables.c.evening_id).where(evening_tables.c.table_id == table_id)
    evening_id: str | None = connection.execute(found).scalars().first()
    return evening_id


def _read_changed_at(connection: Connection, evening_id: str) -> int | None:
    """Return when an evening last changed, in UTC milliseconds; None if no evening has that id."""
    if not can_be_stored(evening_id):
        return None
    found = select(evenings.c.changed_at).where(evenings.c.id == evening_id)
    changed_at: int | None = connection.execute(found).scalar()
    return changed_at


def _sweep(connection: Connection, before: int | None) -> None:
    """Delete evenings without a round after a time, and the others that have not changed since ``before``."""
    unused = and_(
        evenings.c.round == 0,
        evenings.c.changed_at < now_ms() - _UNUSED_MS,
        func.coalesce(evenings.c.starts_at, 0) < now_ms() - _UNUSED_MS,
    )
    old = unused if before is None else or_(unused, evenings.c.changed_at < before)
    connection.execute(delete(evenings).where(old))


def read_all(connection: Connection) -> Sequence[StoredEvening]:
    """Return all evenings, the latest changed first."""
    order = select(evenings.c.id).order_by(evenings.c.changed_at.desc(), evenings.c.id)
    ids = list(connection.execute(order).scalars())
    found = read_evenings(connection, ids)
    return [found[each] for each in ids]


def remove(connection: Connection, evening_id: str) -> None:
    """Delete an evening; its tables stay."""
    connection.execute(delete(evenings).where(evenings.c.id == evening_id))


def new_evening_id() -> str:
    """Return an id for an evening or a club: their link."""
    return secrets.token_urlsafe(9).replace("-", "_")


class EveningRepository(Repository):
    """Evenings with their guests, rounds and results."""

    get = query(read_evening)
    of = query(_read_of)
    of_table = query(_of_table)
    changed_at = query(_read_changed_at)
    running = query(_read_running)
    add = command(_add)
    change = command(_change)
    enter = command(_enter)
    set_state = command(_set_state)
    note_seen = command(_note_seen)
    call = command(_call)
    draw = command(_draw)
    settle = command(_settle)
    end = command(end)
    hand_on = command(_hand_on)
    reply = command(_reply)
    open = command(_open)
    unopened = query(_unopened)
    planned = query(_planned)
    sweep = command(_sweep)
