"""A person's moves, undo, the agreement before a stalemate, and the refusal of messages.

The rules end the game at the pass that makes a stalemate (RULES.md section 5). So that pass is made only once all have
agreed; a player who breaks the stalemate takes their own pass back, and plays on.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, assert_never

from spite_and_malice.engine import IllegalMove, InvalidNotation
from spite_and_malice.play import NothingToUndo, NotYourTurn
from spite_and_malice.play.game import FORFEIT, NO_MOVES, RESIGN, TAKEBACK, UNDO
from spite_and_malice.texts import _

from ...protocol.clients import Client
from ...protocol.incoming import Claim, Hint, Move, Reach, Resign, Stalemate, Undo, UndoTurn
from ...protocol.outgoing import StalemateTalk
from ...store import StoreError
from ...tables.game import Refusal, not_started, stale, unsaved
from . import absence
from .correspondence import is_claimable
from .room import Room
from .table import SeatAction, Table

OfPlayers = Move | Stalemate | Resign | Claim | Undo | UndoTurn | Hint | Reach
"""Requests that only a player at the table may make, about the current game."""

OfActions = Move | Undo | UndoTurn | Resign
"""The requests that become an action of the game."""


def refusal_of(table: Table, seat: int | None, message: OfPlayers, here: Collection[int] = ()) -> Refusal | None:
    """Return why the page of a seat may not request this in the table's current state, None if it may.

    ``here`` lists the seats whose people have a page open, which matters only for claiming the win. The game itself
    decides whether a move is legal or there is anything to undo.
    """
    if seat is None:
        return _watching(message)
    if (
        not isinstance(message, Move | Stalemate | Resign | Claim)
        and (refusal := _forbidden(table, message)) is not None
    ):
        return refusal
    dealt = table.dealt
    if dealt is None:
        return not_started()
    if message.game != dealt.row.number:
        return stale()
    if dealt.game.is_over:
        return _over(message)
    if message.ply != len(dealt.game.actions):
        return stale()
    if table.row.seats[seat].stand_in is not None:
        return Refusal("stand_in", _("A stand-in plays for you. Take your seat back first."))
    if isinstance(message, Move) and message.move in NO_MOVES:
        return Refusal("illegal_move", _("To take a move back, or to resign, send the message for it."))
    if isinstance(message, Resign) and not table.may_resign(seat):
        return Refusal("not_alone", _("Others would lose or win by it. You can leave instead: a stand-in plays on."))
    if isinstance(message, Claim) and not may_claim(table, seat, message.seat, here):
        return Refusal(
            "no_claim",
            _("You can claim the win only at a table for two, while the other one is away and a stand-in plays."),
        )
    if isinstance(message, Hint | Reach) and dealt.game.turn != seat:
        return _no_turn()
    return None


def may_claim(table: Table, seat: int, late: int, here: Collection[int]) -> bool:
    """Return whether a seat can claim the game from another seat that a stand-in plays for."""
    if not table.settings.is_by_correspondence:
        return absence.may_claim(table, seat, late, here)
    if late == seat or late >= len(table.row.seats):
        return False
    return is_claimable(table.row, table.row.seats[late])


def plays_alone(table: Table) -> bool:
    """Return whether one person plays only against computers."""
    kinds = [seat.kind for seat in table.row.seats]
    return kinds.count("person") == 1 and kinds.count("computer") == len(kinds) - 1


def _watching(message: OfPlayers) -> Refusal:
    if isinstance(message, Move | Undo):
        return Refusal("not_seated", _("You are watching: only the players at the table can move."))
    return Refusal("not_seated", _("You are watching: only the players at the table can do this."))


def _forbidden(table: Table, message: Undo | UndoTurn | Hint | Reach) -> Refusal | None:
    """Return the refusal of help that the table does not offer."""
    match message:
        case Undo():
            return None
        case UndoTurn():
            if table.settings.rated:
                return _rated()
            if table.settings.undo_turns and plays_alone(table):
                return None
            return Refusal(
                "no_help", _("Whole turns can be taken back only against computer players, at tables set up so.")
            )
        case Hint() | Reach():
            if table.settings.rated:
                return _rated()
            if table.settings.help or (plays_alone(table) and table.row.day is None):
                return None
            return Refusal("no_help", _("This table is played without hints."))
        case _:
            assert_never(message)


def _rated() -> Refusal:
    return Refusal("no_help", _("This game is rated: there are no hints, and no turn is taken back."))


def _over(message: OfPlayers) -> Refusal:
    if isinstance(message, Hint | Reach):
        return _no_turn()
    return Refusal("game_over", _("This game is over. Deal the next one to play on."))


def _no_turn() -> Refusal:
    return Refusal("not_your_turn", _("Hints come when it is your turn."))


async def move(room: Room, client: Client, message: OfActions) -> None:
    """Carry out a person's move, undo, turn undo or resignation.

    A message without effect is refused with the current view.
    """
    if _answers_again(room, client, message):
        return
    if (refusal := refusal_of(room.table, client.seat, message)) is not None:
        room.refuse(client, message.id, refusal)
        return
    assert client.seat is not None
    try:
        await room.act(SeatAction(client.seat, _text_of(message), message.id))
    except StoreError as error:
        # The action may have been stored although the database failed to confirm it.
        if not _answers_again(room, client, message):
            room.refuse(client, message.id, unsaved(error))
    except NotYourTurn as error:
        room.refuse(client, message.id, Refusal("not_your_turn", str(error)))
    except NothingToUndo as error:
        room.refuse(client, message.id, Refusal("nothing_to_undo", str(error)))
    except (IllegalMove, InvalidNotation) as error:
        room.refuse(client, message.id, Refusal("illegal_move", str(error)))
    else:
        if isinstance(message, UndoTurn | Resign):
            # No event describes the undo of a whole turn, nor an end without a move.
            room.confirm(client, message.id)


async def claim(room: Room, client: Client, message: Claim) -> None:
    """End the game as a win against somebody whose time ran out; the record shows that it was claimed."""
    if (refusal := refusal_of(room.table, client.seat, message, room.timing.presence.here)) is not None:
        room.refuse(client, message.id, refusal)
        return
    try:
        await room.act(SeatAction(message.seat, FORFEIT, note=f"claimed by seat {client.seat}"))
    except StoreError as error:
        room.refuse(client, message.id, unsaved(error))
    except NotYourTurn as error:
        room.refuse(client, message.id, Refusal("game_over", str(error)))
    else:
        room.confirm(client, message.id)


def _answers_again(room: Room, client: Client, message: OfActions) -> bool:
    """Reply to an action that was already carried out under the same id; return whether it was."""
    table = room.table
    if client.seat is None or table.dealt is None or message.game != table.number:
        return False
    ply = table.dealt.carried_out.get((client.seat, message.id))
    if ply is None:
        return False
    room.confirm(client, message.id, ply)
    return True


def _text_of(message: OfActions) -> str:
    """Return the notation of an action requested by a page."""
    match message:
        case Move():
            return message.move
        case Undo():
            return UNDO
        case UndoTurn():
            return TAKEBACK
        case Resign():
            return RESIGN


PASS: Final = "pass"


async def talk(room: Room, client: Client, message: Stalemate) -> None:
    """Handle a player's answer about the stalemate: let the game end, or play on."""
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
        # It would rather play on: ending costs it points, or it may still win.
        if table.program_at(seat) is not None and table.game.could_play(seat):
            await _break(room, seat)
            return
    if all(seat in agreed or table.program_at(seat) is not None or not room.is_seat_here(seat) for seat in others):
        await room.act(SeatAction(turn, PASS))
    else:
        room.tell_stalemate(StalemateTalk(table.ply, turn, tuple(agreed), None))


async def _break(room: Room, seat: int) -> None:
    """Let a player undo their pass and play on. Raises `StoreError`."""
    table = room.table
    await room.act(SeatAction(seat, TAKEBACK))
    room.tell_stalemate(StalemateTalk(table.ply, table.game.turn, (), seat))
