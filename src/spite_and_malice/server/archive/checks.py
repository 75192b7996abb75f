"""What the archive finds out about records: whether a stored game fits together, and whether one can be imported."""

from __future__ import annotations

from msgspec import Struct

from ..games import GAMES
from ..store import BroughtGame, StoredGame
from ..tables.game import NotImportable


class FaultAnswer(Struct):
    """What is wrong with a record, and the line of its text where it is."""

    line: int
    message: str


class CheckAnswer(Struct):
    """How the check of a record came out: ``actions`` were played again, ``faults`` is empty if all is right."""

    actions: int
    faults: list[FaultAnswer]


class Unpacked(Struct):
    """A game that can be imported, or the sentence that says why not."""

    game: BroughtGame | None = None
    refused: str = ""


def check(stored: StoredGame) -> CheckAnswer:
    """Play a stored game again from the text of its record and return what does not fit."""
    game = GAMES[stored.table.kind]
    faults = game.faults_of(game.record_text(stored, None))
    return CheckAnswer(len(stored.moves), [FaultAnswer(fault.line, fault.message) for fault in faults])


def unpack(record: str, owner: str) -> Unpacked:
    """Check the record of a game that ``owner`` has played; what is no record is refused by the first game."""
    game = next((game for game in GAMES.values() if game.reads(record)), next(iter(GAMES.values())))
    try:
        return Unpacked(game.import_game(record, owner))
    except NotImportable as error:
        return Unpacked(refused=str(error))
