"""A game that was played without a server, taken in from its record, of whichever game of the house it is."""

from __future__ import annotations

from msgspec import Struct

from spite_and_malice.play.patience.record_text import FIRST_LINE as OF_PATIENCE

from ..games.patience.imported import import_game as import_patience
from ..games.spite.imported import NotImportable
from ..games.spite.imported import import_game as import_spite
from ..store import BroughtGame


class Unpacked(Struct):
    """A game that can be taken in, or the sentence that says why not."""

    game: BroughtGame | None = None
    refused: str = ""


def unpack(record: str, owner: str) -> Unpacked:
    """Check the record of a game that ``owner`` has played."""
    take = import_patience if record.lstrip().startswith(OF_PATIENCE) else import_spite
    try:
        return Unpacked(take(record, owner))
    except NotImportable as error:
        return Unpacked(refused=str(error))
