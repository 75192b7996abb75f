"""Practice: a finished game played once more from some place in it, by one person against computer players.

The cards are those of that game, hidden ones too, and so are the shuffles to come: what is asked is what another move
would have led to, and the one secret still explains every card (docs/fair-deals.md). As anybody could have looked at
them in that game's record, practice counts for nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from spite_and_malice.play import Game
from spite_and_malice.rules import Rules
from spite_and_malice.texts import N_

from ...protocol.settings import Settings
from ...store import SeatRow, StoredGame
from ...tables.game import NewTable, NoPractice, PracticeStart
from .setup import computer_seat, person_seat
from .table import STAND_IN_PLAYER, fair_deal, going_on, new_table

NAME: Final = N_("Practice")


def practice_table(stored: StoredGame, start: PracticeStart, owner: str) -> NewTable:
    """Return a table at which a person has a place in a game, with the actions before it.

    The others are the computer players that they were; for people one of a middling strength plays. Raises
    `NoPractice`. Nothing is stored yet.
    """
    ply = start.ply
    rules = Rules.from_json(stored.table.rules | {"target": 1})
    game = Game.deal(rules, stored.game.dealer, fair_deal(stored.game))
    if not 0 <= ply <= len(stored.moves):
        raise NoPractice
    for move in stored.moves[:ply]:
        game.act(move.seat, move.text)
    if game.is_over:
        raise NoPractice
    seats: list[SeatRow] = []
    for number, who in enumerate(stored.seats):
        if number == start.seat:
            seats.append(person_seat(start.name or (who.name if who.owner == owner else ""), number, seats, owner))
        else:
            seats.append(computer_seat(who.player or STAND_IN_PLAYER, seats, free=False))
    table = new_table(owner, stored.table.preset, rules, seats, Settings())
    origin = f"{stored.table.id}/{stored.game.number}/{ply}"
    table = replace(table, row=replace(table.row, name=NAME, practice=origin))
    table, moves = going_on(table, stored.game, game.log)
    commitment = fair_deal(stored.game).commitment
    return NewTable(table.row, table.seal, table.summary, table.newest.row, commitment, moves)
