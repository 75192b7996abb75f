"""News of tournaments, clubs, evenings, friendships and puzzles for people who get notices or mails."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import Connection, and_, exists, func, or_, select

from ...clock import DAY_MS, late_at, now_ms
from ..database.schema import (
    accounts,
    avoidances,
    contributions,
    friendships,
    news_mails,
    profiles,
    push_subscriptions,
    puzzle_objections,
    tables,
)
from ..database.schema_evenings import (
    club_members,
    club_messages,
    clubs,
    evening_guests,
    evening_replies,
    evening_seats,
    evening_tables,
    evenings,
)
from ..database.schema_tournaments import entrants, pairings, tournament_teams, tournaments

_NEWS_MS: Final = 2 * DAY_MS
_MINUTE_MS: Final = 60_000
_HOUR_MS: Final = 3_600_000
_AWAY_MS: Final = 20_000
"""After this long without a request for an evening, somebody counts as not having its page open."""

_TOLD: Final = select(push_subscriptions.c.person).union(
    select(news_mails.c.person).where(news_mails.c.confirmed_at.is_not(None))
)
"""The people who get notices on a device, or mails about news."""


@dataclass(frozen=True, slots=True)
class DueNews:
    """A piece of news of a ``kind`` for somebody, to be sent once; ``about`` has the names and times for its text."""

    person: str
    kind: Literal["game", "round", "start", "club", "friendship", "right"]
    key: str
    path: str
    about: Mapping[str, Any]


def read_due_news(connection: Connection) -> Sequence[DueNews]:
    """Return the news for everybody who gets notices, or mails about news."""
    now = now_ms()
    return [
        *_games(connection),
        *_byes(connection, now),
        *_ended(connection, now),
        *_rounds(connection, now),
        *_evenings(connection, now),
        *_starts(connection, now),
        *_plans(connection, now),
        *_of_clubs(connection, now),
        *_friendships(connection, now),
        *_upheld(connection, now),
    ]


def _games(connection: Connection) -> Iterator[DueNews]:
    """Yield the tournament games that people are awaited for."""
    own, other = entrants.alias(), entrants.alias()
    came = exists().where(
        contributions.c.table_id == pairings.c.table_id,
        contributions.c.number == 1,
        contributions.c.person == own.c.person,
    )
    for mine, theirs in ((pairings.c.first, pairings.c.second), (pairings.c.second, pairings.c.first)):
        rows = connection.execute(
            select(own.c.person, other.c.name, tables.c.id, tables.c.created_at)
            .add_columns(tournaments.c.name.label("cup"), tournaments.c.form)
            .select_from(pairings)
            .join(tournaments, tournaments.c.id == pairings.c.tournament_id)
            .join(own, and_(own.c.tournament_id == tournaments.c.id, own.c.seed == mine))
            .join(other, and_(other.c.tournament_id == tournaments.c.id, other.c.seed == theirs))
            .join(tables, and_(tables.c.id == pairings.c.table_id, tables.c.game == 0))
            .where(tournaments.c.state == "running", pairings.c.outcome.is_(None))
            .where(own.c.person.in_(_TOLD), ~came)
        )
        for row in rows:
            grace = json.loads(row.form).get("grace", 180)
            about = {"cup": row.cup, "name": row.name, "at": late_at(row.created_at, grace)}
            yield DueNews(row.person, "game", row.id, f"/table/{row.id}", about)


def _byes(connection: Connection, now: int) -> Iterator[DueNews]:
    """Yield the rounds of tournaments that have just begun for those who have no opponent in them."""
    newest = and_(pairings.c.round == tournaments.c.round, pairings.c.made_at > now - _HOUR_MS)
    rows = connection.execute(
        select(entrants.c.person, tournaments.c.id, tournaments.c.name, tournaments.c.round)
        .select_from(tournaments)
        .join(pairings, and_(pairings.c.tournament_id == tournaments.c.id, newest, pairings.c.second.is_(None)))
        .join(entrants, and_(entrants.c.tournament_id == tournaments.c.id, entrants.c.seed == pairings.c.first))
        .where(tournaments.c.state == "running", entrants.c.person.in_(_TOLD))
    )
    for row in rows:
        about = {"cup": row.name, "round": row.round}
        yield DueNews(row.person, "game", f"{row.id}/{row.round}/bye", f"/tournaments/{row.id}", about)


def _evenings(connection: Connection, now: int) -> Iterator[DueNews]:
    """Yield the evening tables that somebody has not come to, and the calls for a next round they may not see."""
    of_evening = select(evening_guests.c.person, evenings.c.id, evenings.c.name, evenings.c.round).join(
        evenings, evenings.c.id == evening_guests.c.evening_id
    )
    going_on = and_(~evenings.c.is_over, evening_guests.c.person.in_(_TOLD))
    came = exists().where(
        contributions.c.table_id == tables.c.id,
        contributions.c.number == 1,
        contributions.c.person == evening_guests.c.person,
    )
    of_round = and_(evening_seats.c.evening_id == evenings.c.id, evening_seats.c.round == evenings.c.round)
    rows = connection.execute(
        of_evening.add_columns(tables.c.id.label("table_id"), tables.c.starts_at)
        .join(evening_seats, and_(of_round, evening_seats.c.guest == evening_guests.c.number))
        .join(
            evening_tables,
            and_(
                evening_tables.c.evening_id == evenings.c.id,
                evening_tables.c.round == evenings.c.round,
                evening_tables.c.number == evening_seats.c.number,
            ),
        )
        .join(tables, tables.c.id == evening_tables.c.table_id)
        .where(going_on, evening_tables.c.number > 0, tables.c.game == 0, tables.c.starts_at > now, ~came)
    )
    for row in rows:
        about = {"evening": row.name, "at": row.starts_at}
        yield DueNews(row.person, "game", row.table_id, f"/table/{row.table_id}", about)
    away = evening_guests.c.seen_at.between(now - _HOUR_MS, now - _AWAY_MS)
    called = of_evening.where(going_on, evenings.c.called, evening_guests.c.state == "waiting", away)
    for row in connection.execute(called):
        about = {"evening": row.name, "at": None}
        yield DueNews(row.person, "game", f"{row.id}/{row.round}/called", f"/evening/{row.id}", about)


def _ended(connection: Connection, now: int) -> Iterator[DueNews]:
    rows = connection.execute(
        select(entrants.c.person, tournaments.c.id, tournaments.c.name, tournaments.c.state, tournaments.c.form)
        .join(tournaments, tournaments.c.id == entrants.c.tournament_id)
        .where(tournaments.c.ended_at > now - _HOUR_MS, entrants.c.person.in_(_TOLD))
    )
    for row in rows:
        about = {"cup": row.name, "state": row.state, "match": json.loads(row.form)["system"] == "match"}
        yield DueNews(row.person, "game", f"{row.id}/over", f"/tournaments/{row.id}", about)


def _rounds(connection: Connection, now: int) -> Iterator[DueNews]:
    """Yield the finished rounds of tournaments, for all who play in the next one, and when that begins."""
    again = pairings.alias()
    replayed = exists().where(
        again.c.tournament_id == pairings.c.tournament_id,
        again.c.round == pairings.c.round,
        again.c.board == pairings.c.board,
        again.c.attempt > pairings.c.attempt,
    )
    over = (
        select(pairings.c.tournament_id, pairings.c.round, func.max(pairings.c.ended_at).label("ended_at"))
        .join(tournaments, tournaments.c.id == pairings.c.tournament_id)
        .where(tournaments.c.state == "running", pairings.c.round >= tournaments.c.round - 1)
        .group_by(pairings.c.tournament_id, pairings.c.round)
        .having(func.count().filter(pairings.c.outcome.is_(None)) == 0)
        .subquery()
    )
    rows = connection.execute(
        select(tournaments.c.id, tournaments.c.name, tournaments.c.form, tournaments.c.round.label("newest"))
        .add_columns(over.c.round, over.c.ended_at, entrants.c.person, entrants.c.seed)
        .add_columns(pairings.c.first, pairings.c.outcome)
        .join(over, over.c.tournament_id == tournaments.c.id)
        .join(entrants, and_(entrants.c.tournament_id == tournaments.c.id, entrants.c.until.is_(None)))
        .outerjoin(
            pairings,
            and_(
                pairings.c.tournament_id == tournaments.c.id,
                pairings.c.round == over.c.round,
                or_(pairings.c.first == entrants.c.seed, pairings.c.second == entrants.c.seed),
                ~replayed,
            ),
        )
        .where(tournaments.c.state == "running", tournaments.c.paused_at.is_(None))
        .where(entrants.c.person.in_(_TOLD))
    )
    for row in rows:
        form = json.loads(row.form)
        rest = form.get("rest", 0) * _MINUTE_MS
        is_last = row.round == row.newest
        # The next round is paired, or the tournament ended, a moment after the last game of one without a rest.
        due = row.ended_at + _MINUTE_MS < now if is_last and rest else not is_last and row.ended_at > now - _HOUR_MS
        side = "first" if row.first == row.seed else "second"
        is_out = form["system"] == "knock_out" and row.outcome not in (side, f"{side}_forfeit", "bye")
        if form["system"] == "arena" or is_out or not due:
            continue
        begins = row.ended_at + rest if is_last else None
        about = {"cup": row.name, "round": row.round, "at": begins}
        yield DueNews(row.person, "round", f"{row.id}/{row.round}", f"/tournaments/{row.id}", about)
        if begins is not None and now < begins <= now + DAY_MS:
            part = "hour" if begins <= now + _HOUR_MS else "day"
            about = {"name": row.name, "round": row.round + 1, "at": begins}
            yield DueNews(row.person, "start", f"{row.id}/{row.round}/{part}", f"/tournaments/{row.id}", about)


def _starts(connection: Connection, now: int) -> Iterator[DueNews]:
    """Yield the events that begin within a day, for participants of tournaments and people who said they are coming."""
    soon = now + DAY_MS
    cups = connection.execute(
        select(entrants.c.person, tournaments.c.id, tournaments.c.name, tournaments.c.starts_at)
        .join(tournaments, tournaments.c.id == entrants.c.tournament_id)
        .where(tournaments.c.state == "gathering", tournaments.c.starts_at.between(now, soon))
        .where(entrants.c.person.in_(_TOLD))
    )
    rooms = connection.execute(_COMING.where(~evenings.c.is_over, evenings.c.starts_at.between(now, soon)))
    for path, rows in (("/tournaments", cups), ("/evening", rooms)):
        for row in rows:
            part = "hour" if row.starts_at <= now + _HOUR_MS else "day"
            about = {"name": row.name, "at": row.starts_at, "before": path == "/evening" and row.is_before}
            # A postponed event begins at another time, and is another reason for a notice.
            yield DueNews(row.person, "start", f"{row.id}/{row.starts_at}/{part}", f"{path}/{row.id}", about)


_BEFORE: Final = evening_replies.c.starts_at.is_distinct_from(evenings.c.starts_at)
"""Whether somebody has answered for an hour other than the current one of an evening."""

_COMING: Final = (
    select(evening_replies.c.person, evenings.c.id, evenings.c.name, evenings.c.starts_at, _BEFORE.label("is_before"))
    .join(evenings, evenings.c.id == evening_replies.c.evening_id)
    .where(evening_replies.c.reply != "no", evening_replies.c.person.in_(_TOLD))
)
"""The people who have not declined an evening, and get notices or mails."""


def _plans(connection: Connection, now: int) -> Iterator[DueNews]:
    """Yield the evenings that have begun without somebody who is coming, were postponed, or were called off."""
    been = exists().where(
        evening_guests.c.evening_id == evenings.c.id,
        evening_guests.c.person == evening_replies.c.person,
        evening_guests.c.seen_at >= evenings.c.starts_at,
    )
    has_begun = and_(~evenings.c.is_over, evenings.c.starts_at.between(now - _HOUR_MS, now), ~been)
    for row in connection.execute(_COMING.where(has_begun)):
        about = {"evening": row.name, "open": True}
        yield DueNews(row.person, "game", f"{row.id}/{row.starts_at}/open", f"/evening/{row.id}", about)
    put_off = and_(~evenings.c.is_over, evenings.c.moved_at > now - _NEWS_MS, evenings.c.starts_at > now)
    for row in connection.execute(_COMING.where(put_off, _BEFORE)):
        about = {"name": row.name, "at": row.starts_at, "moved": True}
        yield DueNews(row.person, "start", f"{row.id}/{row.starts_at}/moved", f"/evening/{row.id}", about)
    called_off = and_(evenings.c.is_cancelled, evenings.c.changed_at > now - _NEWS_MS)
    by_others = evenings.c.cancelled_by.is_distinct_from(evening_replies.c.person)
    for row in connection.execute(_COMING.where(called_off, by_others, evenings.c.starts_at.is_not(None))):
        about = {"name": row.name, "at": row.starts_at, "off": True}
        yield DueNews(row.person, "start", f"{row.id}/off", f"/evening/{row.id}", about)


def _of_clubs(connection: Connection, now: int) -> Iterator[DueNews]:
    """Yield the news of people's clubs: a planned evening or tournament, and messages to all members."""
    avoided = exists().where(avoidances.c.person == club_members.c.person, avoidances.c.other == club_messages.c.person)
    is_told = club_members.c.person.in_(_TOLD)
    of_club = select(club_members.c.person, clubs.c.name.label("club")).select_from(club_members).join(clubs)
    playing = (
        of_club.add_columns(tournaments.c.id, tournaments.c.name, tournaments.c.starts_at, tournament_teams.c.answer)
        .add_columns(or_(clubs.c.keeper == club_members.c.person, club_members.c.role == "officer").label("leads"))
        .join(tournament_teams, tournament_teams.c.club_id == clubs.c.id)
        .join(tournaments, tournaments.c.id == tournament_teams.c.tournament_id)
        .where(is_told, tournaments.c.state == "gathering", tournaments.c.created_at > now - _NEWS_MS)
        .where(tournaments.c.host != club_members.c.person)
    )
    for row in connection.execute(playing):
        about = {"club": row.club, "name": row.name, "at": row.starts_at}
        if row.answer == "yes":
            yield DueNews(row.person, "club", row.id, f"/tournaments/{row.id}", about)
        elif row.answer == "asked" and row.leads:
            challenge = {**about, "challenge": True}
            yield DueNews(row.person, "club", f"{row.id}/challenge", f"/tournaments/{row.id}", challenge)
    for path, table, is_planned in (
        ("/evening", evenings, and_(~evenings.c.is_over, evenings.c.starts_at > now)),
        ("/tournaments", tournaments, tournaments.c.state == "gathering"),
    ):
        rows = connection.execute(
            of_club.add_columns(table.c.id, table.c.name, table.c.starts_at)
            .join(table, table.c.club_id == clubs.c.id)
            .where(is_told, is_planned, table.c.created_at > now - _NEWS_MS, table.c.host != club_members.c.person)
        )
        for row in rows:
            about = {"club": row.club, "name": row.name, "at": row.starts_at}
            yield DueNews(row.person, "club", row.id, f"{path}/{row.id}", about)
    written = connection.execute(
        of_club.add_columns(clubs.c.id.label("club_id"), club_messages.c.id, club_messages.c.text)
        .join(club_messages, club_messages.c.club_id == clubs.c.id)
        .where(is_told, club_members.c.messages, club_messages.c.sent_at > now - _NEWS_MS, ~avoided)
        .where(club_messages.c.person != club_members.c.person)
    )
    for row in written:
        yield DueNews(row.person, "club", row.id, f"/club/{row.club_id}", {"club": row.club, "text": row.text})


def _friendships(connection: Connection, now: int) -> Iterator[DueNews]:
    avoided = or_(
        and_(avoidances.c.person == friendships.c.other, avoidances.c.other == friendships.c.person),
        and_(avoidances.c.person == friendships.c.person, avoidances.c.other == friendships.c.other),
    )
    rows = connection.execute(
        select(friendships.c.other, friendships.c.person, friendships.c.offered_at)
        .add_columns(func.coalesce(accounts.c.name, profiles.c.name, "").label("name"))
        .outerjoin(profiles, profiles.c.person == friendships.c.person)
        .outerjoin(accounts, accounts.c.person == friendships.c.person)
        .where(friendships.c.accepted_at.is_(None), friendships.c.offered_at > now - _NEWS_MS)
        .where(friendships.c.other.in_(_TOLD), ~exists().where(avoided))
    )
    for row in rows:
        yield DueNews(row.other, "friendship", str(row.offered_at), "/people", {"name": row.name})


def _upheld(connection: Connection, now: int) -> Iterator[DueNews]:
    """Yield the turns at puzzles that were judged as missed and were right after all."""
    upheld = and_(puzzle_objections.c.upheld, puzzle_objections.c.resolved_at > now - _NEWS_MS)
    is_told = puzzle_objections.c.person.in_(_TOLD)
    for row in connection.execute(select(puzzle_objections).where(upheld, is_told)):
        yield DueNews(row.person, "right", str(row.id), "/puzzles", {"points": row.points})
