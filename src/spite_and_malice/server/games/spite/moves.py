"""A person's moves, and what they take back."""

from __future__ import annotations

from spite_and_malice.engine import IllegalMove, InvalidNotation
from spite_and_malice.play import NothingToUndo, NotYourTurn
from spite_and_malice.play.game import TAKEBACK, UNDO

from ...protocol.clients import Client
from ...protocol.incoming import Move, Undo, UndoTurn
from ...store import StoreError
from ...tables.refusal import Refusal, unsaved
from .refusals import refusal_of
from .room import Room
from .table import SeatAction


async def move(room: Room, client: Client, message: Move | Undo | UndoTurn) -> None:
    """Carry out a person's move, or take it or the whole turn back, or refuse it with the current view."""
    if _answers_again(room, client, message):
        return
    if (refusal := refusal_of(room.table, client.seat, message)) is not None:
        room.refuse(client, message.id, refusal)
        return
    assert client.seat is not None
    try:
        await room.act(SeatAction(client.seat, _text_of(message), message.id))
    except StoreError as error:
        # It may have been stored after all, and the database not have been able to say so.
        if not _answers_again(room, client, message):
            room.refuse(client, message.id, unsaved(error))
    except NotYourTurn as error:
        room.refuse(client, message.id, Refusal("not_your_turn", str(error)))
    except NothingToUndo as error:
        room.refuse(client, message.id, Refusal("nothing_to_undo", str(error)))
    except (IllegalMove, InvalidNotation) as error:
        room.refuse(client, message.id, Refusal("illegal_move", str(error)))
    else:
        if isinstance(message, UndoTurn):
            # Of a whole turn taken back no event tells.
            room.confirm(client, message.id)


def _answers_again(room: Room, client: Client, message: Move | Undo | UndoTurn) -> bool:
    """Answer an action that was carried out before under the same id; say whether it was."""
    table = room.table
    if client.seat is None or table.dealt is None or message.game != table.number:
        return False
    ply = table.dealt.carried_out.get((client.seat, message.id))
    if ply is None:
        return False
    room.confirm(client, message.id, ply)
    return True


def _text_of(message: Move | Undo | UndoTurn) -> str:
    """Return how an action that a page asks for is written."""
    match message:
        case Move():
            return message.move
        case Undo():
            return UNDO
        case UndoTurn():
            return TAKEBACK
