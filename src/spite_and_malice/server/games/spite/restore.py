"""Restoring a table from the store: the match from its results, the newest game by replaying its actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spite_and_malice.play import Match
from spite_and_malice.rules import Rules

from ...protocol.settings import Settings
from ...store import (
    GameRow,
    MoveRow,
    StoredTable,
)
from .table import Table, deal, new_seal, practice_note


def restore(stored: StoredTable) -> Table:
    """Restore a stored table: the newest match from its results, the newest game by replaying its actions."""
    rules = Rules.from_json(stored.table.rules)
    settings = Settings.from_json(stored.table.settings)
    table = Table(
        stored.table, rules, settings, Match(rules, 0), [0] * rules.players, stored.seal, stored.earlier_moves
    )
    if not stored.games:
        return table
    newest = stored.games[-1]
    of_match = [game for game in stored.games if game.match == newest.match]
    table.match = Match(rules, of_match[0].dealer)
    for game_row in of_match[:-1]:
        if game_row.result is not None:
            table.count(game_row.result["scores"], game_row.stand_ins)
    table.dealt = deal(rules, settings, newest)
    for move in stored.moves:
        table.act(move.seat, move.text, move.message_id, move.note, made_at=move.made_at)
    table.clocks = stored.clocks
    return table


def at_ply(table: Table, ply: int) -> Table:
    """Return a table at ``ply`` actions of its newest game, before that game ended."""
    earlier = replace(table, dealt=deal(table.rules, table.settings, table.newest.row))
    for action in table.game.actions[:ply]:
        earlier.act(action.seat, action.text, None)
    return earlier


def going_on(table: Table, of: GameRow, log: Sequence[str]) -> tuple[Table, list[MoveRow]]:
    """Return a new table that continues another table's game: the same deal, and moves such as "0 H7h-C1".

    Its actions are returned in the form to be stored. They cannot be undone: practice begins after them. Later
    shuffles are also those of the other game. Raises what `Game.act` raises.
    """
    row = replace(of, number=1, match=1, result=None, seats=table.row.seats, stand_ins=())
    begun = replace(
        table,
        match=Match(table.rules, row.dealer),
        seal=new_seal(row.number + 1),
        dealt=deal(table.rules, table.settings, row),
    )
    moves = (entry.split(" ", 1) for entry in log)
    return begun, [begun.act(int(seat), text, None, practice_note(table.row)) for seat, text in moves]
