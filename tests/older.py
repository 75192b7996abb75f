"""Games as older versions have written them."""

from __future__ import annotations

import json

import sqlalchemy as sa

from spite_and_malice.rules import preset_rules


def old_table(connection: sa.Connection) -> None:
    """Write a table with its first game, dealt but not begun, into a database of revision 0001."""
    rules = json.dumps(preset_rules("standard", 2, {"payoff": 2}).to_json())
    connection.execute(
        sa.text(
            "INSERT INTO tables (id, owner, name, preset, rules, created_at, changed_at, game, turn, scores,"
            " match_over) VALUES ('t1', :owner, 'Standard', 'standard', :rules, 1000, 2000, 1, 0, '[0, 0]', :no)"
        ),
        {"owner": "a" * 64, "rules": rules, "no": False},
    )
    seat = sa.text(
        "INSERT INTO seats (table_id, seat, kind, name, player, owner)"
        " VALUES ('t1', :seat, :kind, :name, :player, :owner)"
    )
    connection.execute(seat, {"seat": 0, "kind": "person", "name": "Ada", "player": None, "owner": "a" * 64})
    connection.execute(seat, {"seat": 1, "kind": "computer", "name": "Greedy", "player": "greedy", "owner": None})
    connection.execute(
        sa.text(
            "INSERT INTO games (table_id, number, match, dealer, secret, contributions, started_at)"
            """ VALUES ('t1', 1, 1, 1, :secret, '["x", "y"]', 1000)"""
        ),
        {"secret": bytes(range(32))},
    )
