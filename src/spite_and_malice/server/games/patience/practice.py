"""Practice: a finished game of patience goes on from some place in it, with the same cards. It counts for nothing."""

from __future__ import annotations

from dataclasses import replace

from spite_and_malice.patience import Rules
from spite_and_malice.play.patience.played import AWAY, Deal

from ...clock import now_ms
from ...store import StoredGame
from ...tables.game import NewTable, NoPractice, PracticeStart
from ..spite.practice import NAME
from .table import deal_of, new_table
from .table import replay as play_again


def practice_table(stored: StoredGame, start: PracticeStart, owner: str) -> NewTable:
    """Return a table with the moves that stood at a place in a game. Raises `NoPractice`. Nothing is stored yet."""
    ply, straight = start.ply, start.straight
    if not 0 <= ply <= len(stored.moves):
        raise NoPractice
    rules, deal = Rules.from_json(stored.table.rules), deal_of(stored.game)
    played = play_again(rules, stored.game, stored.moves if straight else stored.moves[:ply])
    moves = played.game.moves[:ply] if straight else played.game.moves
    table = new_table(owner, start.name, stored.table.preset, rules, Deal(deal.number, "same"))
    table.row = replace(table.row, name=NAME, practice=f"{stored.table.id}/{stored.game.number}/{ply}")
    now = now_ms()
    # Its player comes in a moment; until then the clock stands still.
    rows = [table.act(text, now, None)[0] for text in [*map(str, moves), AWAY][: len(moves) + bool(moves)]]
    if table.played.is_over:
        raise NoPractice
    return NewTable(table.row, table.seal, table.summary, table.game, table.commitment, rows)
