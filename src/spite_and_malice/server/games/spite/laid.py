"""Plays what people laid down for their next turn (`conditionals`) at one table, as soon as that turn comes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from spite_and_malice.play.game import Game

from ...store import ConditionalsRow, StoreError
from . import conditionals
from .conditionals import Laid
from .table import SeatAction, Table

if TYPE_CHECKING:
    from .room import Room

_RETRY_SECONDS: Final = 1.0
"""When lines that could not be read or stored are tried again."""

_PASS: Final = "pass"


class LaidDown:
    """Looks at the beginning of each person's turn for what they laid down for it.

    A move that is played so has a message id made of the lines' id, the number of the line and that of the move: a
    process that takes over in the middle of a turn goes on after it.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self._looked: tuple[int, int] | None = None

    def wake(self) -> None:
        """Look for lines, once in each turn, and first of all when the table is loaded."""
        table = self._room.table
        if not _may_be_laid(table):
            return
        at = table.number, _begun_at(table.game)
        if at != self._looked:
            self._looked = at
            self._room.spawn(self._room.quietly(self._play, "what was laid down could not be played"), "laid down")

    async def _play(self) -> None:
        try:
            await self._play_lines()
        except StoreError:
            self._looked = None
            asyncio.get_running_loop().call_later(_RETRY_SECONDS, self._room.wake)
            raise

    async def _play_lines(self) -> None:
        room, table = self._room, self._room.table
        turn = table.turn
        if turn is None or not _may_be_laid(table):
            return
        person = table.row.seats[turn].person
        assert person is not None
        row = await room.store.conditionals.of(table.row.id, person)
        if row is None or not row.lines or row.game != table.number:
            return
        told = await self._carry_out(read(row), turn)
        await room.store.conditionals.end(table.row.id, person, row.id, told)

    async def _carry_out(self, laid: Laid, seat: int) -> str:
        """Play the first line that fits, and return what became of it (`conditionals.TOLD`). Raises `StoreError`."""
        room, table = self._room, self._room.table
        view = table.game.view(seat)
        done = _done(table, seat, laid.id)
        if done is None:
            if table.game.log and table.game.log[-1].startswith(f"{seat} "):
                # They have begun their turn themselves.
                return ""
            found = (number for number, line in enumerate(laid.lines) if conditionals.fits(view, line))
            number = next(found, -1) if conditionals.is_known(view, laid) else -1
            if number < 0:
                return "none"
            first = 0
        else:
            number, first = done
        moves = laid.lines[number].moves
        for at in range(first, len(moves)):
            game = room.table.game
            if room.table.turn != seat:
                break
            view = game.view(seat)
            if conditionals.is_held_back(view, laid, moves[:at]):
                return "stopped" if at else "drawn"
            if moves[at] not in view.legal or (moves[at] == _PASS and game.pass_would_end):
                return "stopped" if at else "none"
            await room.act(SeatAction(seat, moves[at], f"{laid.id}.{number}.{at}"))
        return "played"


def read(row: ConditionalsRow) -> Laid:
    """Return what somebody has laid down, as it was stored."""
    return Laid(row.id, row.game, row.hand, conditionals.read_lines(row.lines), row.told)


def _may_be_laid(table: Table) -> bool:
    """Return whether a person is to move who may have laid something down."""
    turn = table.turn
    if turn is None or not table.settings.is_by_correspondence:
        return False
    return table.program_at(turn) is None and table.row.seats[turn].person is not None


def _begun_at(game: Game) -> int:
    """Return how many moves stood before this turn."""
    turn, log = f"{game.turn} ", game.log
    before = len(log)
    while before and log[before - 1].startswith(turn):
        before -= 1
    return before


def _done(table: Table, seat: int, laid_id: str) -> tuple[int, int] | None:
    """Return the line of which moves were played already, and the number of the next; None if none was."""
    found = None
    for of, message_id in table.newest.carried_out:
        if of == seat and message_id.startswith(f"{laid_id}."):
            _id, number, at = message_id.split(".")
            found = int(number), int(at) + 1
    return found
