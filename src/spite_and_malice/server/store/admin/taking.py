"""Everything that is stored of a person, to be taken along: as plain values that JSON can say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, or_, select

from .. import puzzles, ratings
from ..schema import (
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
from .people import involved


def take(connection: Connection, owner: str) -> dict[str, Any]:
    """Return what is stored of a person; times in UTC milliseconds.

    Of a game that goes on it has their own moves alone, and no secret; of one that is over every move and the secret,
    from which the whole game can be played again.
    """
    return {
        "person": owner,
        "account": _account(connection, owner),
        "ratings": ratings.take(connection, owner),
        "house_rules": [
            {"name": row.name, "preset": row.preset, "rules": json.loads(row.rules), "changed_at": row.changed_at}
            for row in connection.execute(
                select(house_rules).where(house_rules.c.owner == owner).order_by(house_rules.c.name)
            )
        ],
        "tables": [_table(connection, owner, table_id) for table_id in involved(connection, owner)],
        "mail_addresses": [
            {"table": row.table_id, "address": row.address, "language": row.language}
            for row in connection.execute(select(mails).where(mails.c.owner == owner).order_by(mails.c.table_id))
        ],
        "mail_consents": [
            {"asked_at": row.asked_at, "confirmed_at": row.confirmed_at}
            for row in connection.execute(select(mail_consents).where(mail_consents.c.owner == owner))
        ],
        "puzzles": puzzles.take(connection, owner),
        "reports": [
            {
                "reported_at": row.reported_at,
                "table": row.table_id,
                "by_you": row.reporter == owner,
                "name": row.name,
                "line": row.line,
            }
            for row in connection.execute(
                select(reports)
                .where(or_(reports.c.person == owner, reports.c.reporter == owner))
                .order_by(reports.c.id)
            )
        ],
        "blocks": [
            {"blocked_at": row.blocked_at, "until": row.until, "reason": row.reason}
            for row in connection.execute(
                select(blocks).where(blocks.c.kind == "person", blocks.c.subject == owner).order_by(blocks.c.id)
            )
        ],
    }


def _account(connection: Connection, owner: str) -> dict[str, Any] | None:
    row = connection.execute(select(accounts).where(accounts.c.person == owner)).one_or_none()
    if row is None:
        return None
    signed_in = select(devices).where(
        devices.c.person == owner, devices.c.revoked_at.is_(None), devices.c.replaces.is_(None)
    )
    keys = select(passkeys).where(passkeys.c.person == owner).order_by(passkeys.c.id)
    return {
        "name": row.name,
        "language": row.language,
        "mail": row.mail,
        "has_recovery_code": row.recovery is not None,
        "settings": json.loads(row.settings),
        "made_at": row.made_at,
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


def _table(connection: Connection, owner: str, table_id: str) -> dict[str, Any]:
    row = connection.execute(select(tables).where(tables.c.id == table_id)).one()
    at = connection.execute(select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)).all()
    dealt = connection.execute(select(games).where(games.c.table_id == table_id).order_by(games.c.number)).all()
    return {
        "id": row.id,
        "name": row.name,
        "preset": row.preset,
        "made_by_you": row.owner == owner,
        "asked_to_leave": owner in json.loads(row.kicked),
        "created_at": row.created_at,
        "changed_at": row.changed_at,
        "given_up_at": row.given_up_at,
        "rules": json.loads(row.rules),
        "settings": json.loads(row.settings),
        "seats": [
            {"name": seat.name, "player": seat.player, "you": seat.owner == owner, "head": seat.head} for seat in at
        ],
        "games": [_game(connection, owner, game, at) for game in dealt],
    }


def _game(connection: Connection, owner: str, game: Row[Any], at: Sequence[Row[Any]]) -> dict[str, Any]:
    sat = json.loads(game.seats or "[]")
    own = {number for number, seat in enumerate(sat) if seat["owner"] == owner}
    own |= {seat.seat for seat in at if seat.owner == owner}
    is_over = game.ended_at is not None
    played = connection.execute(select(moves).where(moves.c.game_id == game.id).order_by(moves.c.ply))
    return {
        "number": game.number,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "dealer": game.dealer,
        "seats": [{"name": seat["name"], "you": seat["owner"] == owner} for seat in sat],
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
