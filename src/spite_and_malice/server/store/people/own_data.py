"""Everything stored about a person: exported, and erased in parts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Row, or_, select

from ..database.repository import Repository, command, query
from ..database.schema import (
    accounts,
    blocks,
    devices,
    games,
    house_rules,
    mail_consents,
    mails,
    moves,
    passkeys,
    reports,
    seats,
    tables,
)
from ..events import evening_people, tournament_people
from ..games import conditionals as laid_down
from ..games import puzzles, ratings
from . import friends, holidays, news_mails, notices
from .erasing import CHUNK, erase_rest, forget_at_tables
from .finding import involved


def read_everything(connection: Connection, person: str) -> dict[str, Any]:
    """Return a person's stored data; times in UTC milliseconds.

    For a running game it has only their own moves, and no secret; for a finished one every move and the secret, from
    which the whole game can be replayed.
    """
    games_of_all = read_games_of(connection, person)
    return read_rest(connection, person) | {"tables": read_tables(connection, person, games_of_all)}


def read_games_of(connection: Connection, person: str) -> list[tuple[str, int]]:
    """Return each game that `read_everything` says something of: its table and its number, 0 for a table without one.

    The games of a table come together.
    """
    found: list[tuple[str, int]] = []
    for table_id in involved(connection, person):
        numbers = select(games.c.number).where(games.c.table_id == table_id).order_by(games.c.number)
        found += [(table_id, number) for number in connection.scalars(numbers).all() or [0]]
    return found


def read_tables(connection: Connection, person: str, some: Sequence[tuple[str, int]]) -> list[dict[str, Any]]:
    """Return the tables of some games (`read_games_of`), each with those of its games that are named.

    Anything deleted since the games were read is left out.
    """
    found = []
    for table_id, of_table in groupby(some, itemgetter(0)):
        row = connection.execute(select(tables).where(tables.c.id == table_id)).one_or_none()
        if row is not None:
            found.append(_table(connection, person, row, [number for _table_id, number in of_table]))
    return found


def read_rest(connection: Connection, person: str) -> dict[str, Any]:
    """Return a person's stored data apart from their tables."""
    return {
        "person": person,
        "account": _account(connection, person),
        "ratings": ratings.take(connection, person),
        "house_rules": [
            {"name": row.name, "preset": row.preset, "rules": json.loads(row.rules), "changed_at": row.changed_at}
            for row in connection.execute(
                select(house_rules).where(house_rules.c.person == person).order_by(house_rules.c.name)
            )
        ],
        "mail_addresses": [
            {"table": row.table_id, "address": row.address, "language": row.language}
            for row in connection.execute(select(mails).where(mails.c.person == person).order_by(mails.c.table_id))
        ],
        "mail_consents": [
            {"asked_at": row.asked_at, "confirmed_at": row.confirmed_at}
            for row in connection.execute(select(mail_consents).where(mail_consents.c.person == person))
        ],
        "news_mails": news_mails.take(connection, person),
        "puzzles": puzzles.take(connection, person),
        "people": friends.take(connection, person),
        "company": evening_people.take(connection, person),
        "notices": notices.take(connection, person),
        "holidays": holidays.take_along(connection, person),
        "conditionals": laid_down.take_along(connection, person),
        "tournaments": tournament_people.take(connection, person),
        "reports": [
            {
                "reported_at": row.reported_at,
                "table": row.table_id,
                "by_you": row.reporter == person,
                "name": row.name,
                "line": row.line,
            }
            for row in connection.execute(
                select(reports)
                .where(or_(reports.c.person == person, reports.c.reporter == person))
                .order_by(reports.c.id)
            )
        ],
        "blocks": [
            {"kind": row.kind, "blocked_at": row.blocked_at, "until": row.until, "reason": row.reason}
            for row in connection.execute(
                select(blocks).where(blocks.c.kind != "address", blocks.c.subject == person).order_by(blocks.c.id)
            )
        ],
    }


def _account(connection: Connection, person: str) -> dict[str, Any] | None:
    row = connection.execute(select(accounts).where(accounts.c.person == person)).one_or_none()
    if row is None:
        return None
    signed_in = select(devices).where(
        devices.c.person == person, devices.c.revoked_at.is_(None), devices.c.replaces.is_(None)
    )
    keys = select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.id)
    return {
        "name": row.name,
        "language": row.language,
        "mail": row.mail,
        "has_recovery_code": row.recovery is not None,
        "settings": json.loads(row.settings),
        "made_at": row.made_at,
        "moderates_since": row.moderates_since,
        "devices": [
            {"browser": each.browser, "system": each.system, "made_at": each.made_at, "used_at": each.used_at}
            for each in connection.execute(signed_in.order_by(devices.c.made_at))
        ],
        "passkeys": [
            {"site": each.site, "browser": each.browser, "system": each.system}
            | {"made_at": each.made_at, "used_at": each.used_at}
            for each in connection.execute(keys)
        ],
    }


def _table(connection: Connection, person: str, row: Row[Any], numbers: Sequence[int]) -> dict[str, Any]:
    at = connection.execute(select(seats).where(seats.c.table_id == row.id).order_by(seats.c.seat)).all()
    named = select(games).where(games.c.table_id == row.id, games.c.number.in_(numbers)).order_by(games.c.number)
    dealt = connection.execute(named).all()
    return {
        "id": row.id,
        "name": row.name,
        "preset": row.preset,
        "made_by_you": row.host == person,
        "asked_to_leave": person in json.loads(row.kicked),
        "created_at": row.created_at,
        "changed_at": row.changed_at,
        "given_up_at": row.given_up_at,
        "rules": json.loads(row.rules),
        "settings": json.loads(row.settings),
        "seats": [
            {"name": seat.name, "player": seat.player, "you": seat.person == person, "head": seat.head} for seat in at
        ],
        "games": [_game(connection, person, game, at) for game in dealt],
    }


def _game(connection: Connection, person: str, game: Row[Any], at: Sequence[Row[Any]]) -> dict[str, Any]:
    sat = json.loads(game.seats or "[]")
    own = {number for number, seat in enumerate(sat) if seat["owner"] == person}
    own |= {seat.seat for seat in at if seat.person == person}
    is_over = game.ended_at is not None
    played = connection.execute(select(moves).where(moves.c.game_id == game.id).order_by(moves.c.ply))
    return {
        "number": game.number,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "dealer": game.dealer,
        "seats": [{"name": seat["name"], "you": seat["owner"] == person} for seat in sat],
        "result": None if game.result is None else json.loads(game.result),
        "figures": None if game.figures is None else json.loads(game.figures),
        "secret": game.secret.hex() if is_over else None,
        "deal": json.loads(game.deal) if is_over and game.deal is not None else None,
        "contributions": json.loads(game.contributions) if is_over else None,
        "actions": [
            {"ply": move.ply, "seat": move.seat, "action": move.text, "note": move.note, "made_at": move.made_at}
            for move in played
            if is_over or move.seat in own
        ],
    }


class PersonRepository(Repository):
    """Everything stored about a person."""

    export = query(read_everything)
    export_rest = query(read_rest)
    export_tables = query(read_tables)
    games_of = query(read_games_of)
    _involved = query(involved)
    _forget = command(forget_at_tables)
    _erase = command(erase_rest)

    async def erase(self, person: str) -> list[str]:
        """Erase a person's stored data; return the tables that changed, or are deleted.

        Raises `StoreError`; anything erased before stays erased.
        """
        changed = await self.forget(person, await self._involved(person))
        await self._erase(person, changed)
        return changed

    async def forget(self, person: str, table_ids: Sequence[str]) -> list[str]:
        """Remove a person from some tables; return those that changed, or are deleted."""
        changed: list[str] = []
        for start in range(0, len(table_ids), CHUNK):
            changed += await self._forget(person, table_ids[start : start + CHUNK])
        return changed
