"""A game that was played without a server, taken in from its record, of whichever game of the house it is."""

from __future__ import annotations

from msgspec import Struct

from spite_and_malice.play.patience.record_text import FIRST_LINE as OF_PATIENCE

from ..games.patience.imported import brought as brought_patience
from ..games.spite.imported import NotTaken, brought
from ..store import BroughtGame


class Unpacked(Struct):
    """A game that can be taken in, or the sentence that says why not."""

    game: BroughtGame | None = None
    refused: str = ""


def unpack(record: str, owner: str) -> Unpacked:
    """Check the record of a game that ``owner`` has played."""
    take = brought_patience if record.lstrip().startswith(OF_PATIENCE) else brought
    try:
        return Unpacked(take(record, owner))
    except NotTaken as error:
        return Unpacked(refused=str(error))
