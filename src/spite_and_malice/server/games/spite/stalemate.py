"""The talk before a stalemate ends a game: a player whose pass would end it asks the others whether to break it.

The rules end the game at that pass (RULES.md section 5). So nothing is passed before all have agreed; a player who
breaks the stalemate takes their own pass back, and plays on from there.
"""

from __future__ import annotations

from typing import Final

from spite_and_malice.play.game import TAKEBACK
from spite_and_malice.texts import _

from ...protocol.clients import Client
from ...protocol.incoming import Stalemate
from ...protocol.outgoing import StalemateTalk
from ...store import StoreError
from ...tables.refusal import Refusal, stale, unsaved
from .refusals import refusal_of
from .room import Room
from .table import SeatAction, Table

PASS: Final = "pass"


async def talk(room: Room, client: Client, message: Stalemate) -> None:
    """Take what a player says about the stalemate: that the game may end so, or that it goes on."""
    table, seat = room.table, client.seat
    if (refusal := refusal_of(table, seat, message)) is not None or seat is None:
        room.refuse(client, message.id, refusal or stale())
        return
    if not table.game.pass_would_end:
        room.refuse(client, message.id, Refusal("no_stalemate", _("A pass would not end the game now.")))
        return
    asked = room.stalemate
    if asked is not None and (asked.ply != table.ply or not asked.agreed):
        asked = None
    asks = seat == table.game.turn
    if asked is None and not asks:
        room.refuse(client, message.id, stale())
        return
    try:
        if message.end:
            agreed = {seat} if asked is None else {seat, *asked.agreed}
            await _end_unless_broken(room, table, sorted(agreed))
        elif asks:
            room.tell_stalemate(StalemateTalk(table.ply, table.game.turn, (), None))
        else:
            await _break(room, seat)
    except StoreError as error:
        room.refuse(client, message.id, unsaved(error))
    else:
        room.accept(client, message.id)


async def _end_unless_broken(room: Room, table: Table, agreed: list[int]) -> None:
    """End the game if everybody has agreed, unless a computer player can go on. Raises `StoreError`."""
    turn = table.game.turn
    others = [seat for seat in range(table.rules.players) if seat != turn]
    for seat in others:
        # It would rather play on: an end loses points for it, or a game that it may still win.
        if table.program_at(seat) is not None and table.game.could_play(seat):
            await _break(room, seat)
            return
    if all(seat in agreed or table.program_at(seat) is not None or not room.is_seat_here(seat) for seat in others):
        await room.act(SeatAction(turn, PASS))
    else:
        room.tell_stalemate(StalemateTalk(table.ply, turn, tuple(agreed), None))


async def _break(room: Room, seat: int) -> None:
    """Let a player take their pass back and play on. Raises `StoreError`."""
    table = room.table
    await room.act(SeatAction(seat, TAKEBACK))
    room.tell_stalemate(StalemateTalk(table.ply, table.game.turn, (), seat))
