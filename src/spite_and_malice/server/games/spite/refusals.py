"""Why a message of a page can have no effect: asked before anything is tried, and nothing here has an effect."""

from __future__ import annotations

from typing import assert_never

from spite_and_malice.play.game import TAKEBACK, UNDO
from spite_and_malice.texts import _

from ...protocol.incoming import Hint, Move, Reach, Stalemate, Undo, UndoTurn
from ...tables.refusal import Refusal, not_started, stale
from .table import Table

OfPlayers = Move | Stalemate | Undo | UndoTurn | Hint | Reach
"""What only somebody who plays at the table may ask, about the game as it stands."""


def refusal_of(table: Table, seat: int | None, message: OfPlayers) -> Refusal | None:
    """Return why the page of a seat may not ask for this as the table stands, None if nothing is to be said against it.

    Whether a move is legal, or anything is there to be taken back, the game decides when it is tried.
    """
    if seat is None:
        return _watching(message)
    if not isinstance(message, Move | Stalemate) and (refusal := _forbidden(table, message)) is not None:
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
    if isinstance(message, Move) and message.move in (UNDO, TAKEBACK):
        return Refusal("illegal_move", _("To take a move back, send an undo message."))
    if isinstance(message, Hint | Reach) and dealt.game.turn != seat:
        return _no_turn()
    return None


def plays_alone(table: Table) -> bool:
    """Say whether one person plays against computers alone."""
    kinds = [seat.kind for seat in table.row.seats]
    return kinds.count("person") == 1 and kinds.count("computer") == len(kinds) - 1


def _watching(message: OfPlayers) -> Refusal:
    if isinstance(message, Move | Undo):
        return Refusal("not_seated", _("You are watching: only the players at the table can move."))
    return Refusal("not_seated", _("You are watching: only the players at the table can do this."))


def _forbidden(table: Table, message: Undo | UndoTurn | Hint | Reach) -> Refusal | None:
    """Return the refusal of help that is not given at a table."""
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
