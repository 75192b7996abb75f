"""What evenings and clubs say of a person: taken along, erased, and given to another id of theirs."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, and_, delete, select, update

from .records import SOMEBODY
from .schema_evenings import club_members, clubs, evening_guests, evening_seats, evenings


def take(connection: Connection, person: str) -> dict[str, Any]:
    """Return what is stored of somebody at evenings and in clubs; of others nothing."""
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
        "hosted": [
            {"id": row.id, "evening": row.name, "call": row.call, "starts_at": row.starts_at, "over": row.is_over}
            for row in connection.execute(hosted)
        ],
        "clubs": [
            {"id": row.id, "club": row.club, "name": row.name, "head": row.head}
            | {"joined_at": row.joined_at, "kept_by_you": row.keeper == person}
            for row in member
        ],
    }


def _but(table: Table, *names: str) -> list[Any]:
    """Return the columns of a table but for some."""
    return [column for column in table.columns if column.name not in names]


def _games(connection: Connection, evening_id: str, guest: int) -> list[dict[str, Any]]:
    of_guest = and_(evening_seats.c.evening_id == evening_id, evening_seats.c.guest == guest)
    rows = connection.execute(select(evening_seats).where(of_guest).order_by(evening_seats.c.round))
    return [{"round": row.round, "table": row.number, "points": row.points, "won": row.won} for row in rows]


def forget(connection: Connection, person: str) -> None:
    """Erase somebody: others keep the results of their evenings; what they hosted or kept goes to the next, or goes."""
    connection.execute(
        update(evening_guests)
        .where(evening_guests.c.person == person)
        .values(person=None, name=SOMEBODY, head=None, team="", state="left", seen_at=0)
    )
    for row in connection.execute(select(evenings.c.id).where(evenings.c.host == person)).all():
        of_evening = and_(evening_guests.c.evening_id == row.id, evening_guests.c.person.is_not(None))
        order = evening_guests.c.number
        following = connection.execute(select(evening_guests.c.person).where(of_evening).order_by(order)).scalar()
        this = evenings.c.id == row.id
        if following is None:
            connection.execute(delete(evenings).where(this))
        else:
            connection.execute(update(evenings).where(this).values(host=following))
    for club in connection.execute(select(club_members.c.club_id).where(club_members.c.person == person)).all():
        leave_club(connection, club.club_id, person)


def leave_club(connection: Connection, club_id: str, person: str) -> None:
    """Take somebody out of a club; what they kept goes to the longest member, and a club without members goes."""
    own = and_(club_members.c.club_id == club_id, club_members.c.person == person)
    connection.execute(delete(club_members).where(own))
    of_club = club_members.c.club_id == club_id
    order = (club_members.c.joined_at, club_members.c.person)
    following = connection.execute(select(club_members.c.person).where(of_club).order_by(*order)).scalar()
    if following is None:
        connection.execute(delete(clubs).where(clubs.c.id == club_id))
    else:
        kept = and_(clubs.c.id == club_id, clubs.c.keeper == person)
        connection.execute(update(clubs).where(kept).values(keeper=following))


def join(connection: Connection, old: str, new: str) -> None:
    """Give somebody the evenings and clubs of another id of theirs; of two guests at one evening one is left."""
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
    connection.execute(update(evenings).where(evenings.c.host == old).values(host=new))
    for row in connection.execute(select(club_members).where(club_members.c.person == old)).all():
        this = and_(club_members.c.club_id == row.club_id, club_members.c.person == old)
        same = select(club_members.c.person).where(club_members.c.club_id == row.club_id, club_members.c.person == new)
        if connection.execute(same).first() is None:
            connection.execute(update(club_members).where(this).values(person=new))
        else:
            connection.execute(delete(club_members).where(this))
    connection.execute(update(clubs).where(clubs.c.keeper == old).values(keeper=new))
