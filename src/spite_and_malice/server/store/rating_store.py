"""What `Store` keeps of ratings, read and written as it reads and writes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from . import ratings
from .access import Read, Write, can_be_stored
from .ratings import BoardRow, GameChange, Proof, Rating, RatingChange


class RatingStore:
    """Everything raises `StoreError` where the database cannot be used."""

    def __init__(self, read: Read, write: Write) -> None:
        self._read = read
        self._write = write

    async def of(self, people: Sequence[str], family: str | None = None) -> Sequence[Rating]:
        """Return the ratings of people, in one family of versions or in all. Raises `StoreError`."""
        return await self._read(partial(ratings.read, people=people, family=family))

    async def course(self, person: str, family: str, limit: int = 500) -> Sequence[RatingChange]:
        """Return somebody's rating after each of their latest games, oldest first. Raises `StoreError`."""
        return await self._read(partial(ratings.read_course, person=person, family=family, limit=limit))

    async def of_game(self, table_id: str, number: int) -> Sequence[GameChange]:
        """Return what a game made of ratings (`ratings.read_game`). Raises `StoreError`."""
        if not can_be_stored(table_id):
            return []
        return await self._read(partial(ratings.read_game, table_id=table_id, number=number))

    async def board(self, family: str, limit: int = 100) -> Sequence[BoardRow]:
        """Return the best of those with a name and a proven rating, the best first. Raises `StoreError`."""
        return await self._read(partial(ratings.read_board, family=family, limit=limit))

    async def proof(self, person: str, family: str) -> Proof:
        """Return what somebody's rating in a family of versions rests on. Raises `StoreError`."""
        return await self._read(partial(ratings.read_proof, person=person, family=family))
