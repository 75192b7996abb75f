"""A person's data in evenings and clubs: exported, erased, and moved to another id of theirs."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Connection, Table, and_, delete, select, update

from ..database.schema_evenings import (
    club_kept_out,
    club_members,
    club_messages,
    club_requests,
    clubs,
    evening_claims,
    evening_guests,
    evening_replies,
    evening_seats,
    evenings,
)
from ..records import SOMEBODY


def take(connection: Connection, person: str) -> dict[str, Any]:
    """Return the stored data about a person at evenings and in clubs, and none about others."""
    been = connection.execute(
        select(evenings.c.id, evenings.c.name.label("evening"), *_but(evening_guests, "evening_id", "person"))
        .join(evening_guests, evening_guests.c.evening_id == evenings.c.id)
        .where(evening_guests.c.person == person)
        .order_by(evenings.c.created_at, evenings.c.id)
    )
    hosted = select(evenings).where(evenings.c.host == person).order_by(evenings.c.created_at)
    member = connection.execute(
        select(clubs.c.id, clubs.c.keeper, clubs.c.name.label("club"), *_but(club_members, "club_id", "person"))
        .join(club_members, club_members.c.club_id == clubs.c.id)
        .where(club_members.c.person == person)
        .order_by(club_members.c.joined_at)
    )
    return {
        "evenings": [
            {"id": row.id, "evening": row.evening, "name": row.name, "head": row.head, "team": row.team}
            | {"state": row.state, "joined_at": row.joined_at, "seen_at": row.seen_at}
            | {"games": _games(connection, row.id, row.number)}
            for row in been.all()
        ],
        "claims": [
            {"evening": row.evening_id, "guest": row.number, "at": row.made_at}
            for row in connection.execute(select(evening_claims).where(evening_claims.c.person == person))
        ],
        "called_off": [
            row.id for row in connection.execute(select(evenings.c.id).where(evenings.c.cancelled_by == person))
        ],
        "hosted": [
            {"id": row.id, "evening": row.name, "call": row.call, "starts_at": row.starts_at, "over": row.is_over}
            for row in connection.execute(hosted)
        ],
        "clubs": [
            {"id": row.id, "club": row.club, "name": row.name, "head": row.head}
            | {"joined_at": row.joined_at, "kept_by_you": row.keeper == person, "role": row.role}
            | {"wants_messages": row.messages, "calendar": row.calendar}
            for row in member
        ],
        "asked_to_join": _rows(connection, club_requests, person),
        "kept_out_of": _rows(connection, club_kept_out, person),
        "replies": _rows(connection, evening_replies, person),
        "written_to_clubs": _rows(connection, club_messages, person),
    }


def _rows(connection: Connection, table: Table, person: str) -> list[dict[str, Any]]:
    """Return the rows of a person without their id."""
    rows = connection.execute(select(*_but(table, "person")).where(table.c.person == person))
    return [dict(row._mapping) for row in rows]


def _but(table: Table, *names: str) -> list[Any]:
    """Return the columns of a table except some."""
    return [column for column in table.columns if column.name not in names]


def _games(connection: Connection, evening_id: str, guest: int) -> list[dict[str, Any]]:
    of_guest = and_(evening_seats.c.evening_id == evening_id, evening_seats.c.guest == guest)
    rows = connection.execute(select(evening_seats).where(of_guest).order_by(evening_seats.c.round))
    return [
        {"round": row.round, "table": row.number, "points": row.points, "won": row.won, "stand_in": row.stand_in}
        for row in rows
    ]


def forget(connection: Connection, person: str) -> None:
    """Erase somebody: others keep their evenings' results; things they hosted or kept go to others, or are deleted."""
    for table in (evening_claims, evening_replies, club_requests, club_kept_out, club_messages):
        connection.execute(delete(table).where(table.c.person == person))
    connection.execute(
        update(evening_guests)
        .where(evening_guests.c.person == person)
        .values(person=None, name=SOMEBODY, head=None, team="", state="left", seen_at=0)
    )
    for club in connection.execute(select(club_members.c.club_id).where(club_members.c.person == person)).all():
        leave_club(connection, club.club_id, person)
    connection.execute(update(evenings).where(evenings.c.cancelled_by == person).values(cancelled_by=None))
    for row in connection.execute(select(evenings.c.id, evenings.c.club_id).where(evenings.c.host == person)).all():
        of_evening = and_(evening_guests.c.evening_id == row.id, evening_guests.c.person.is_not(None))
        order = evening_guests.c.number
        following = connection.execute(select(evening_guests.c.person).where(of_evening).order_by(order)).scalar()
        if following is None:
            coming = and_(evening_replies.c.evening_id == row.id, evening_replies.c.reply == "yes")
            first = select(evening_replies.c.person).where(coming).order_by(evening_replies.c.replied_at)
            following = connection.execute(first).scalar()
        if following is None and row.club_id is not None:
            following = connection.execute(select(clubs.c.keeper).where(clubs.c.id == row.club_id)).scalar()
        this = evenings.c.id == row.id
        if following is None:
            connection.execute(delete(evenings).where(this))
        else:
            connection.execute(update(evenings).where(this).values(host=following))


def leave_club(connection: Connection, club_id: str, person: str) -> None:
    """Remove somebody from a club; if they kept it, it goes to the eldest officer, else to the longest-standing member.

    A club without members is deleted.
    """
    own = and_(club_members.c.club_id == club_id, club_members.c.person == person)
    connection.execute(delete(club_members).where(own))
    of_club = club_members.c.club_id == club_id
    order = (club_members.c.role != "officer", club_members.c.joined_at, club_members.c.person)
    following = connection.execute(select(club_members.c.person).where(of_club).order_by(*order)).scalar()
    if following is None:
        connection.execute(delete(clubs).where(clubs.c.id == club_id))
    else:
        kept = and_(clubs.c.id == club_id, clubs.c.keeper == person)
        connection.execute(update(clubs).where(kept).values(keeper=following))


def join(connection: Connection, old: str, new: str) -> None:
    """Give somebody the evenings and clubs of another id of theirs; two guests at one evening become one."""
    for of in (evening_claims, evening_replies):
        _follow(connection, of.c.evening_id, old, new)
    for row in connection.execute(select(evening_guests).where(evening_guests.c.person == old)).all():
        of_evening = evening_guests.c.evening_id == row.evening_id
        this = and_(of_evening, evening_guests.c.number == row.number)
        same = select(evening_guests.c.number).where(of_evening, evening_guests.c.person == new)
        number = connection.execute(same).scalar()
        if number is None:
            connection.execute(update(evening_guests).where(this).values(person=new))
            continue
        played = and_(evening_seats.c.evening_id == row.evening_id, evening_seats.c.guest == row.number)
        connection.execute(update(evening_seats).where(played).values(guest=number))
        connection.execute(delete(evening_guests).where(this))
    for own in (evenings.c.host, evenings.c.cancelled_by):
        connection.execute(update(evenings).where(own == old).values({own: new}))
    for of in (club_members, club_requests, club_kept_out):
        _follow(connection, of.c.club_id, old, new)
    connection.execute(update(club_messages).where(club_messages.c.person == old).values(person=new))
    connection.execute(update(clubs).where(clubs.c.keeper == old).values(keeper=new))


def _follow(connection: Connection, of: Column[Any], old: str, new: str) -> None:
    """Give somebody the rows of another id of theirs; for the same subject keep their own."""
    table = of.table
    theirs = select(of).where(table.c.person == new)
    known = list(connection.execute(theirs).scalars())
    connection.execute(delete(table).where(table.c.person == old, of.in_(known)))
    connection.execute(update(table).where(table.c.person == old).values(person=new))
