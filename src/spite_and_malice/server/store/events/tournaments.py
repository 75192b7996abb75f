"""Tournaments: participants, pairings and results.

Every step is one transaction that is conditional on its initial state, so that of several processes, or one that was
killed and restarted, only one takes it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, and_, bindparam, delete, func, insert, or_, select, update

from ...clock import DAY_MS, now_ms
from ..database.repository import Repository, can_be_stored, command, query
from ..database.schema import tables
from ..database.schema_tournaments import (
    entrants,
    pairing_seats,
    pairings,
    tournament_kept_out,
    tournament_lines,
    tournament_teams,
    tournaments,
)
from ..records import Conflict
from .tournament_rows import (
    Answer,
    EntrantRow,
    Line,
    ListedTournament,
    PairingRow,
    State,
    TeamRow,
    Tournament,
    TournamentForm,
    TournamentRow,
)

MOST: Final = 1000
"""The most participants of a tournament."""
_OPEN: Final = 5
"""The most open tournaments that one person may have made."""

_OF_CLUB: Final = 50
_LINES: Final = 100
"""How many lines of a tournament's chat are kept."""
_PER_MINUTE: Final = 5
_MINUTE_MS: Final = 60_000
_UNBEGUN_MS: Final = 30 * DAY_MS


class TooFull(Conflict):
    """Somebody's earlier tournament with computer players is not over yet."""


_FORM: Final = msgspec.json.Decoder(TournamentForm)


def _row(row: Row[Any]) -> TournamentRow:
    return TournamentRow(
        row.id,
        row.host,
        row.name,
        _FORM.decode(row.form),
        row.secret,
        row.state,
        row.round,
        row.lot,
        row.created_at,
        row.started_at,
        row.ended_at,
        row.changes,
        row.club_id,
        row.starts_at,
        row.paused_at,
        row.said,
        row.host_seen_at,
    )


# There are thousands of them: they are read in the order of the fields.
_ENTRANT: Final = [entrants.c[name] for name in EntrantRow.__dataclass_fields__]
_PAIRING: Final = [pairings.c[name] for name in PairingRow.__dataclass_fields__]


def _entrant(row: Row[Any]) -> EntrantRow:
    return EntrantRow(*tuple(row))


def _pairing(row: Row[Any]) -> PairingRow:
    return PairingRow(*tuple(row))


def read(connection: Connection, tournament_id: str) -> Tournament | None:
    """Return a tournament, None if no tournament has that id."""
    if not can_be_stored(tournament_id):
        return None
    row = connection.execute(select(tournaments).where(tournaments.c.id == tournament_id)).one_or_none()
    if row is None:
        return None
    of_it, paired = entrants.c.tournament_id == tournament_id, pairings.c.tournament_id == tournament_id
    there = connection.execute(select(*_ENTRANT).where(of_it).order_by(entrants.c.number))
    played = connection.execute(
        select(*_PAIRING).where(paired).order_by(pairings.c.round, pairings.c.board, pairings.c.attempt)
    )
    return Tournament(
        _row(row), tuple(map(_entrant, there)), tuple(map(_pairing, played)), _read_teams(connection, tournament_id)
    )


def _read_teams(connection: Connection, tournament_id: str) -> tuple[TeamRow, ...]:
    of_it = tournament_teams.c.tournament_id == tournament_id
    rows = connection.execute(select(tournament_teams).where(of_it).order_by(tournament_teams.c.number))
    return tuple(TeamRow(row.number, row.club_id, row.name, row.answer) for row in rows)


def _read_changes(connection: Connection, tournament_id: str) -> int | None:
    """Return the number of writes to a tournament, None if it does not exist."""
    if not can_be_stored(tournament_id):
        return None
    found: int | None = connection.execute(
        select(tournaments.c.changes).where(tournaments.c.id == tournament_id)
    ).scalar_one_or_none()
    return found


def _read_list(connection: Connection, person: str, limit: int = 50) -> Sequence[ListedTournament]:
    """Return the tournaments that anybody may find, and those of a person, the latest first."""
    own = select(entrants.c.tournament_id).where(entrants.c.person == person)
    rows = connection.execute(
        select(tournaments).order_by(tournaments.c.created_at.desc(), tournaments.c.id).limit(20 * limit)
    ).all()
    mine = set(connection.execute(own).scalars())
    seen = [row for row in map(_row, rows) if row.form.listed or row.host == person or row.id in mine]
    seen = [row for row in seen if row.state != "cancelled"][:limit]
    return _counted(connection, seen)


def _counted(connection: Connection, rows: Sequence[TournamentRow]) -> Sequence[ListedTournament]:
    there = select(entrants.c.tournament_id, func.count().label("number")).group_by(entrants.c.tournament_id)
    counts = {each.tournament_id: each.number for each in connection.execute(there)}
    return [ListedTournament(row, counts.get(row.id, 0)) for row in rows]


def read_all(connection: Connection) -> Sequence[ListedTournament]:
    """Return every tournament, the latest first."""
    rows = connection.execute(select(tournaments).order_by(tournaments.c.created_at.desc(), tournaments.c.id))
    return _counted(connection, [_row(row) for row in rows])


def _read_running(connection: Connection) -> Sequence[str]:
    """Return the ids of the running tournaments."""
    return list(connection.execute(select(tournaments.c.id).where(tournaments.c.state == "running")).scalars())


def touch(connection: Connection, tournament_id: str, *where: Any, **values: Any) -> bool:
    """Write fields of a tournament, if it matches ``where``; say whether it did."""
    of_it = and_(tournaments.c.id == tournament_id, *where)
    changed = update(tournaments).where(of_it).values(changes=tournaments.c.changes + 1, **values)
    return connection.execute(changed).rowcount > 0


def _add(connection: Connection, row: TournamentRow, teams: Sequence[TeamRow] = ()) -> None:
    """Write a new tournament with its teams.

    Raises `Conflict` if its creator has too many unfinished ones, `TooFull` if computer players join one of them too.
    """
    going_on = and_(tournaments.c.host == row.host, tournaments.c.state.in_(("gathering", "running")))
    forms = [_FORM.decode(each) for each in connection.execute(select(tournaments.c.form).where(going_on)).scalars()]
    if row.form.fill and any(each.fill for each in forms):
        raise TooFull("computer players join another one")
    if len(forms) >= _OPEN:
        raise Conflict("they have made too many already")
    connection.execute(
        insert(tournaments).values(
            id=row.id,
            host=row.host,
            name=row.name,
            form=msgspec.json.encode(row.form).decode(),
            state=row.state,
            round=0,
            secret=row.secret,
            created_at=now_ms(),
            club_id=row.club_id,
            starts_at=row.starts_at,
            host_seen_at=now_ms(),
        )
    )
    for each in teams:
        values = {"number": each.number, "club_id": each.club_id, "name": each.name, "answer": each.answer}
        connection.execute(insert(tournament_teams).values(tournament_id=row.id, **values))


def _join(connection: Connection, tournament_id: str, entrant: EntrantRow) -> EntrantRow:
    """Let somebody take part, or again who has withdrawn; return them as they are now.

    Raises `Conflict` if that is not possible: it is over or full, the host has removed them, or their club has not
    accepted.
    """
    row = connection.execute(
        select(tournaments).where(tournaments.c.id == tournament_id).with_for_update()
    ).one_or_none()
    if row is None or row.state not in ("gathering", "running"):
        raise Conflict("it is over")
    is_running = row.state == "running"
    if is_running and _row(row).form.system not in ("swiss", "arena"):
        raise Conflict("nobody can join it any more")
    kept_out = and_(
        tournament_kept_out.c.tournament_id == tournament_id, tournament_kept_out.c.person == entrant.person
    )
    if connection.execute(select(tournament_kept_out.c.person).where(kept_out)).first() is not None:
        raise Conflict("the host has taken them out")
    of_it = entrants.c.tournament_id == tournament_id
    mine = select(*_ENTRANT).where(of_it, entrants.c.person == entrant.person)
    there = None if entrant.person is None else connection.execute(mine).one_or_none()
    if there is not None:
        before = _entrant(there)
        if before.until is None:
            return before
        set_entrant(connection, tournament_id, before.number, until=None)
        touch(connection, tournament_id)
        return replace(before, until=None)
    taking_part, last, lowest = connection.execute(
        select(func.count(), func.max(entrants.c.number), func.max(entrants.c.seed)).where(of_it)
    ).one()
    if taking_part >= (_row(row).form.most or MOST):
        raise Conflict("it is full")
    board = None
    if entrant.team is not None:
        teams = {each.number: each.answer for each in _read_teams(connection, tournament_id)}
        if teams.get(entrant.team) != "yes":
            raise Conflict("their club has not said yes")
        of_team = select(func.max(entrants.c.board)).where(of_it, entrants.c.team == entrant.team)
        board = (connection.execute(of_team).scalar() or 0) + 1
    number = (last or 0) + 1
    seed = (lowest or 0) + 1 if is_running else None
    since = row.round + 1 if is_running else 1
    entrant = replace(entrant, number=number, seed=seed, since=since, joined_at=now_ms(), board=board)
    _insert(connection, tournament_id, [entrant])
    touch(connection, tournament_id)
    return entrant


def _insert(connection: Connection, tournament_id: str, rows: Sequence[EntrantRow]) -> None:
    names = EntrantRow.__dataclass_fields__
    if rows:
        values = [{name: getattr(each, name) for name in names} | {"tournament_id": tournament_id} for each in rows]
        connection.execute(insert(entrants), values)


def set_entrant(connection: Connection, tournament_id: str, number: int, **values: Any) -> None:
    """Write some values of a participant."""
    of_it = and_(entrants.c.tournament_id == tournament_id, entrants.c.number == number)
    connection.execute(update(entrants).where(of_it).values(**values))


def _withdraw(connection: Connection, tournament_id: str, person: str) -> bool:
    """Withdraw somebody: before the start they are deleted, later no longer paired. Say whether they took part."""
    found = read(connection, tournament_id)
    entrant = None if found is None else found.entrant(person)
    if found is None or entrant is None or found.row.state not in ("gathering", "running"):
        return False
    if found.row.state == "gathering":
        of_it = and_(entrants.c.tournament_id == tournament_id, entrants.c.number == entrant.number)
        connection.execute(delete(entrants).where(of_it))
    elif entrant.until is None:
        set_entrant(connection, tournament_id, entrant.number, until=found.row.round)
    touch(connection, tournament_id)
    return True


def _take_out(connection: Connection, tournament_id: str, person: str) -> None:
    """Remove somebody for good; a game that has begun goes on."""
    _withdraw(connection, tournament_id, person)
    of_it = and_(tournament_kept_out.c.tournament_id == tournament_id, tournament_kept_out.c.person == person)
    connection.execute(delete(tournament_kept_out).where(of_it))
    connection.execute(insert(tournament_kept_out).values(tournament_id=tournament_id, person=person))


def _change(connection: Connection, changed: TournamentRow) -> bool:
    """Write another name, host, plan, pause or announcement; say whether it is still going on."""
    going_on = tournaments.c.state.in_(("gathering", "running"))
    names = ("name", "host", "starts_at", "paused_at", "said", "host_seen_at")
    return touch(connection, changed.id, going_on, **{name: getattr(changed, name) for name in names})


def _note_host(connection: Connection, tournament_id: str) -> None:
    """Record that the host of a tournament is present."""
    connection.execute(update(tournaments).where(tournaments.c.id == tournament_id).values(host_seen_at=now_ms()))


def follow_host(connection: Connection, tournament_id: str, host: str, before: int) -> bool:
    """Replace a ``host`` who has been away since a time with the first who joined; say whether there is somebody."""
    people = and_(entrants.c.tournament_id == tournament_id, entrants.c.person.is_not(None), entrants.c.person != host)
    following = connection.execute(select(entrants.c.person).where(people).order_by(entrants.c.number)).scalar()
    if following is None:
        return False
    gone = and_(tournaments.c.host == host, tournaments.c.host_seen_at < before, tournaments.c.state == "gathering")
    return touch(connection, tournament_id, gone, host=following, host_seen_at=now_ms())


def _read_gathering(connection: Connection) -> Sequence[TournamentRow]:
    """Return the gathering tournaments."""
    return [_row(row) for row in connection.execute(select(tournaments).where(tournaments.c.state == "gathering"))]


def _read_of_club(connection: Connection, club_id: str, *, with_cancelled: bool = False) -> Sequence[Tournament]:
    """Return the tournaments of a club and those in which it plays others, the latest first."""
    asked = and_(tournament_teams.c.club_id == club_id, tournament_teams.c.answer != "no")
    of_teams = tournaments.c.id.in_(select(tournament_teams.c.tournament_id).where(asked))
    own = or_(tournaments.c.club_id == club_id, of_teams)
    own = own if with_cancelled else and_(own, tournaments.c.state != "cancelled")
    order = (tournaments.c.created_at.desc(), tournaments.c.id)
    ids = list(connection.execute(select(tournaments.c.id).where(own).order_by(*order).limit(_OF_CLUB)).scalars())
    return [found for each in ids if (found := read(connection, each)) is not None]


def _answer(connection: Connection, tournament_id: str, club_id: str, answer: Answer) -> None:
    """Write whether a club that was asked plays; a match that it does not play is cancelled.

    Raises `Conflict` if it has answered, or the tournament no longer gathers people.
    """
    found = connection.execute(
        select(tournaments).where(tournaments.c.id == tournament_id).with_for_update()
    ).one_or_none()
    if found is None or found.state != "gathering":
        raise Conflict("it gathers nobody any more")
    of_it = and_(tournament_teams.c.tournament_id == tournament_id, tournament_teams.c.club_id == club_id)
    asked = and_(of_it, tournament_teams.c.answer == "asked")
    if not connection.execute(update(tournament_teams).where(asked).values(answer=answer)).rowcount:
        raise Conflict("the club has answered")
    touch(connection, tournament_id)
    if answer == "no" and _row(found).form.system == "match":
        finish(connection, tournament_id, "cancelled")


def _move_up(connection: Connection, tournament_id: str, number: int) -> None:
    """Swap somebody with the player one board higher in their team, while it gathers."""
    found = read(connection, tournament_id)
    moved = None if found is None else next((each for each in found.entrants if each.number == number), None)
    if found is None or moved is None or moved.board is None or found.row.state != "gathering":
        return
    ahead = [each for each in found.entrants if each.team == moved.team and (each.board or 0) < moved.board]
    if ahead:
        other = max(ahead, key=lambda each: each.board or 0)
        set_entrant(connection, tournament_id, other.number, board=moved.board)
        set_entrant(connection, tournament_id, number, board=other.board)
        touch(connection, tournament_id)


def _say(connection: Connection, tournament_id: str, person: str, name: str, text: str) -> None:
    """Say something to all. Raises `Conflict` if they have said a lot recently."""
    of_it, now = tournament_lines.c.tournament_id == tournament_id, now_ms()
    lately = and_(of_it, tournament_lines.c.person == person, tournament_lines.c.said_at > now - _MINUTE_MS)
    if connection.execute(select(func.count()).select_from(tournament_lines).where(lately)).scalar_one() >= _PER_MINUTE:
        raise Conflict("they have said much just now")
    new = {"id": secrets.token_hex(8), "tournament_id": tournament_id, "person": person, "name": name, "text": text}
    connection.execute(insert(tournament_lines).values(**new, said_at=now))
    old = select(tournament_lines.c.id).where(of_it).order_by(tournament_lines.c.said_at.desc()).offset(_LINES)
    connection.execute(delete(tournament_lines).where(tournament_lines.c.id.in_(list(connection.scalars(old)))))
    touch(connection, tournament_id)


def read_lines(connection: Connection, tournament_id: str) -> Sequence[Line]:
    """Return the latest messages, the oldest first."""
    if not can_be_stored(tournament_id):
        return []
    of_it = tournament_lines.c.tournament_id == tournament_id
    rows = connection.execute(select(tournament_lines).where(of_it).order_by(tournament_lines.c.said_at))
    return [Line(row.person, row.name, row.text, row.said_at) for row in rows]


def _wait(connection: Connection, tournament_id: str, person: str) -> None:
    """Record that somebody wants to be paired in an arena now."""
    of_it = and_(entrants.c.tournament_id == tournament_id, entrants.c.person == person)
    connection.execute(update(entrants).where(of_it).values(waits_at=now_ms()))


def _start(
    connection: Connection,
    tournament_id: str,
    fill: Sequence[EntrantRow],
    lot: str,
    seeds: Sequence[int],
    spare: Sequence[int] = (),
) -> None:
    """Begin a tournament: with computer players that join it, and a rank for each number except the ``spare`` ones.

    Raises `Conflict`.
    """
    if not touch(connection, tournament_id, tournaments.c.state == "gathering", state="running", lot=lot) or (
        sorted([*_numbers(connection, tournament_id), *(each.number for each in fill)]) != sorted([*seeds, *spare])
    ):
        raise Conflict("it has begun, or others take part by now")
    touch(connection, tournament_id, started_at=now_ms())
    _insert(connection, tournament_id, fill)
    of_it = and_(entrants.c.tournament_id == tournament_id, entrants.c.number == bindparam("its_number"))
    drawn = [{"its_number": number, "its_seed": seed} for seed, number in enumerate(seeds, 1)]
    connection.execute(update(entrants).where(of_it).values(seed=bindparam("its_seed")), drawn)


def _numbers(connection: Connection, tournament_id: str) -> Sequence[int]:
    found = select(entrants.c.number).where(entrants.c.tournament_id == tournament_id)
    return list(connection.execute(found).scalars())


def _pair(connection: Connection, tournament_id: str, rows: Sequence[PairingRow]) -> None:
    """Write the pairings of the next round, or another game after a draw in the newest.

    Raises `Conflict` if another process has done so, or somebody in them is paired in that round already.
    """
    number, is_next = rows[0].round, rows[0].attempt == 0
    before = and_(tournaments.c.round == number - is_next, tournaments.c.state == "running")
    if not touch(connection, tournament_id, before, round=number):
        raise Conflict("the round is paired already")
    now = now_ms()
    names = PairingRow.__dataclass_fields__
    paired = [
        {name: getattr(row, name) for name in names}
        | {"tournament_id": tournament_id, "made_at": now, "ended_at": None if row.outcome is None else now}
        for row in rows
    ]
    connection.execute(insert(pairings), paired)
    seated = [
        {"tournament_id": tournament_id, "round": number, "attempt": row.attempt, "seed": seed}
        for row in rows
        for seed in row.pairing.both
    ]
    connection.execute(insert(pairing_seats), seated)


def _at(tournament_id: str, row: PairingRow) -> Any:
    return and_(
        pairings.c.tournament_id == tournament_id,
        pairings.c.round == row.round,
        pairings.c.board == row.board,
        pairings.c.attempt == row.attempt,
    )


def _note_tables(connection: Connection, tournament_id: str, rows: Sequence[PairingRow]) -> None:
    """Store the tables of pairings."""
    for row in rows:
        connection.execute(update(pairings).where(_at(tournament_id, row)).values(table_id=row.table_id))
    touch(connection, tournament_id)


def _end(connection: Connection, tournament_id: str, rows: Sequence[PairingRow]) -> int:
    """Store the results of pairings, unless already stored; return how many were new."""
    ended = 0
    for row in rows:
        open_one = and_(_at(tournament_id, row), pairings.c.outcome.is_(None))
        values: dict[str, Any] = {
            "outcome": row.outcome,
            "margin": row.margin,
            "table_id": row.table_id,
            "ended_at": row.ended_at or now_ms(),
            "note": row.note,
        }
        ended += connection.execute(update(pairings).where(open_one).values(**values)).rowcount
    if ended:
        touch(connection, tournament_id)
    return ended


def _forfeit(connection: Connection, tournament_id: str, row: PairingRow) -> bool:
    """End a pairing that somebody did not come to, and delete its table; False if a game was dealt meanwhile."""
    undealt = and_(tables.c.id == row.table_id, tables.c.game == 0)
    if not connection.execute(delete(tables).where(undealt)).rowcount:
        return False
    return _end(connection, tournament_id, [replace(row, table_id=None)]) > 0


def _step_in(
    connection: Connection, tournament_id: str, row: PairingRow, swaps: Sequence[tuple[EntrantRow, EntrantRow]]
) -> bool:
    """Substitute players who did not come to a game, at another table; False if a game was dealt meanwhile."""
    undealt = and_(tables.c.id == row.table_id, tables.c.game == 0)
    if not connection.execute(delete(tables).where(undealt)).rowcount:
        return False
    connection.execute(update(pairings).where(_at(tournament_id, row)).values(table_id=None))
    for missing, other in swaps:
        set_entrant(connection, tournament_id, missing.number, seed=None, until=row.round, board=other.board)
        set_entrant(connection, tournament_id, other.number, seed=missing.seed, board=missing.board)
    touch(connection, tournament_id)
    return True


def finish(connection: Connection, tournament_id: str, state: State) -> bool:
    """End a tournament, as over or as cancelled; say whether it was still going on."""
    going_on = tournaments.c.state.in_(("gathering", "running"))
    return touch(connection, tournament_id, going_on, state=state, ended_at=now_ms())


def remove(connection: Connection, tournament_id: str) -> None:
    """Delete a tournament; its tables stay."""
    connection.execute(delete(tournaments).where(tournaments.c.id == tournament_id))


def _sweep(connection: Connection, before: int | None) -> None:
    """Delete the tournaments that ended before a time, if given, and those that did not begin within a month."""
    planned_for = func.coalesce(tournaments.c.starts_at, tournaments.c.created_at)
    never_began = and_(tournaments.c.started_at.is_(None), planned_for < now_ms() - _UNBEGUN_MS)
    connection.execute(delete(tournaments).where(never_began))
    if before is not None:
        connection.execute(delete(tournaments).where(tournaments.c.ended_at < before))


class TournamentRepository(Repository):
    """Tournaments, their participants and their pairings."""

    get = query(read)
    changes = query(_read_changes)
    listed = query(_read_list)
    all = query(read_all)
    running = query(_read_running)
    add = command(_add)
    join = command(_join)
    withdraw = command(_withdraw)
    take_out = command(_take_out)
    change = command(_change)
    note_host = command(_note_host)
    follow_host = command(follow_host)
    gathering = query(_read_gathering)
    of_club = query(_read_of_club)
    answer = command(_answer)
    move_up = command(_move_up)
    say = command(_say)
    lines = query(read_lines)
    wait = command(_wait)
    start = command(_start)
    pair = command(_pair)
    note_tables = command(_note_tables)
    end = command(_end)
    forfeit = command(_forfeit)
    step_in = command(_step_in)
    finish = command(finish)
    sweep = command(_sweep)
