"""A person's data in tournaments: exported, erased, and moved to another id of theirs."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, and_, delete, or_, select, update

from ...clock import now_ms
from ..database.schema_tournaments import entrants, tournament_kept_out, tournament_lines, tournaments
from ..records import SOMEBODY
from .tournament_rows import PairingRow
from .tournaments import follow_host, read, read_lines, set_entrant, touch


def _taken(row: PairingRow, seed: int | None) -> dict[str, Any]:
    values = {"round": row.round, "board": row.board, "sat_first": row.first == seed, "outcome": row.outcome}
    return {**values, "table": row.table_id, "ended_at": row.ended_at}


def take(connection: Connection, person: str) -> list[dict[str, Any]]:
    """Return the stored data about a person in tournaments: those they made, and those in which they took part."""
    of_person = (entrants, tournament_kept_out, tournament_lines)
    own = [tournaments.c.id.in_(select(each.c.tournament_id).where(each.c.person == person)) for each in of_person]
    mine = or_(tournaments.c.host == person, *own)
    out = select(tournament_kept_out.c.tournament_id).where(tournament_kept_out.c.person == person)
    taken_out = set(connection.execute(out).scalars())
    found = []
    for row in connection.execute(select(tournaments.c.id).where(mine).order_by(tournaments.c.created_at)).scalars():
        tournament = read(connection, row)
        if tournament is None:
            continue
        entrant = tournament.entrant(person)
        seed = None if entrant is None else entrant.seed
        played = [each for each in tournament.pairings if seed is not None and seed in each.pairing.both]
        found.append(
            {
                "id": row,
                "name": tournament.row.name,
                "made_by_you": tournament.row.host == person,
                "state": tournament.row.state,
                "created_at": tournament.row.created_at,
                "you": None
                if entrant is None
                else {
                    "name": entrant.name,
                    "head": entrant.head,
                    "joined_at": entrant.joined_at,
                    "place": entrant.place,
                    "contribution": entrant.contribution,
                    "until": entrant.until,
                    "team": next((each.name for each in tournament.teams if each.number == entrant.team), None),
                    "board": entrant.board,
                    "waited_at": entrant.waits_at,
                },
                "games": [_taken(each, seed) for each in played],
                "taken_out": row in taken_out,
                "said": [
                    {"text": each.text, "at": each.said_at}
                    for each in read_lines(connection, row)
                    if each.person == person
                ],
            }
        )
    return found


def forget(connection: Connection, person: str) -> None:
    """Remove somebody from all tournaments: their name becomes "Somebody", their tournaments have no maker."""
    # The host of a gathering tournament is replaced by the first who joined.
    for row in connection.execute(select(tournaments.c.id).where(tournaments.c.host == person)).all():
        follow_host(connection, row.id, person, now_ms() + 1)
    connection.execute(update(tournaments).where(tournaments.c.host == person).values(host=""))
    connection.execute(delete(tournament_kept_out).where(tournament_kept_out.c.person == person))
    own_lines = update(tournament_lines).where(tournament_lines.c.person == person)
    connection.execute(own_lines.values(person=None, name=SOMEBODY))
    rows = connection.execute(
        select(entrants.c.tournament_id, entrants.c.number, entrants.c.until, tournaments.c.round, tournaments.c.state)
        .join(tournaments)
        .where(entrants.c.person == person)
    ).all()
    gone: dict[str, Any] = {"person": None, "name": SOMEBODY, "head": None, "contribution": "", "place": ""}
    for row in rows:
        until = row.round if row.until is None else row.until
        set_entrant(connection, row.tournament_id, row.number, **gone, until=until)
        if row.state == "gathering":
            of_it = and_(entrants.c.tournament_id == row.tournament_id, entrants.c.number == row.number)
            connection.execute(delete(entrants).where(of_it))
        touch(connection, row.tournament_id)


def join_people(connection: Connection, old: str, new: str) -> None:
    """Give somebody the places of another in tournaments; if both take part, the other one does not continue."""
    connection.execute(update(tournaments).where(tournaments.c.host == old).values(host=new))
    connection.execute(update(tournament_lines).where(tournament_lines.c.person == old).values(person=new))
    kept = tournament_kept_out.c
    known = list(connection.execute(select(kept.tournament_id).where(kept.person == new)).scalars())
    connection.execute(delete(tournament_kept_out).where(kept.person == old, kept.tournament_id.in_(known)))
    connection.execute(update(tournament_kept_out).where(kept.person == old).values(person=new))
    own = set(connection.execute(select(entrants.c.tournament_id).where(entrants.c.person == new)).scalars())
    for row in connection.execute(
        select(entrants.c.tournament_id, entrants.c.number, tournaments.c.round)
        .join(tournaments)
        .where(entrants.c.person == old)
    ).all():
        values: dict[str, Any] = {"person": new}
        if row.tournament_id in own:
            values = {"person": None, "until": row.round}
        set_entrant(connection, row.tournament_id, row.number, **values)
        touch(connection, row.tournament_id)
