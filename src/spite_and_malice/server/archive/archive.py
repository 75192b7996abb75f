"""Replays stored games in a separate process: a few at a time for each person, with a limit on the total."""

from __future__ import annotations

import asyncio
import logging
import sys
from base64 import b64decode
from collections import Counter, OrderedDict
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from spite_and_malice.texts import N_, _, current_language, current_terms

from ..games import GAMES
from ..games.spite.game import SPITE
from ..http.errors import ApiError, Busy
from ..logs import of_table
from ..store import GameFigures, Store, StoredGame, StoreError
from ..workers.pool import Asker, ThinkingFailed, TookTooLong, Urgency, WorkerDied, Workers, why
from .seen import require_seen
from .worker import CheckAnswer, FaultAnswer, Unpacked

_log = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-m", "spite_and_malice.server.archive.worker")

_PICTURES: Final = 40
"""How many pictures are cached, about 100 kB each: several chats fetch a link at once."""

_SECONDS: Final = 60.0
"""The most seconds that one game may take."""
_WAITING: Final = 24
_WAITING_EACH: Final = 4
"""How many tasks may wait, in total and per person."""

_FIRST_SECONDS: Final = 5.0
"""A server that has just started has other things to do."""
_EVERY_SECONDS: Final = 3600.0
"""Then again at this interval: a process of an older version may still end games."""
_AT_ONCE: Final = 50
_BUSY_SECONDS: Final = 1.0

NOT_SEATED: Final = N_("You watched this game: only the players have a record of their own.")

_NOT_TOLD: Final = GameFigures("", 0, 0, [])
"""The figures of a game that can no longer be replayed."""


class Archive:
    """Replays games, one person at a time; every method may raise `TookTooLong` and `WorkerDied`.

    Cards are shown only to people who may see them: requests by others raise `ApiError`.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.workers: Workers = Workers(1, COMMAND, "archive")
        self._waiting: Counter[str] = Counter()
        self._pictures: OrderedDict[tuple[str, int, int], bytes] = OrderedDict()

    async def close(self) -> None:
        """Stop the process."""
        await self.workers.close()

    async def record(self, stored: StoredGame, viewer: int | None, person: str) -> str:
        """Return a record as text: complete, or from the view of seat ``viewer``, where this person sits.

        Raises `Busy`.
        """
        if viewer is None:
            await require_seen(self._store, stored, person)
        elif stored.table.seats[viewer].person != person:
            raise ApiError(403, "not_seated", _(NOT_SEATED))
        text: str = (await self._ask("record", stored, person, seat=viewer))["text"]
        return text

    async def records(self, some: Sequence[StoredGame], person: str) -> list[str | None]:
        """Return the complete records of a few games, None for one that cannot be replayed. Raises `Busy`."""
        for stored in some:
            await require_seen(self._store, stored, person)
        texts: list[str | None] = (await self._put({"about": "several", "games": some}, person))["texts"]
        return texts

    async def check(self, stored: StoredGame, person: str) -> CheckAnswer:
        """Return the result of checking a record. Raises `Busy`."""
        await require_seen(self._store, stored, person)
        found = (await self._ask("check", stored, person))["check"]
        return CheckAnswer(found["actions"], [FaultAnswer(**fault) for fault in found["faults"]])

    async def replay(
        self, stored: StoredGame, seat: int, you: int | None, person: str, *, straight: bool = False
    ) -> bytes:
        """Return a replay, as JSON compressed with gzip. Raises `Busy`."""
        await require_seen(self._store, stored, person)
        return b64decode((await self._ask("replay", stored, person, seat=seat, you=you, straight=straight))["replay"])

    async def picture(self, stored: StoredGame, person: str) -> bytes:
        """Return a picture of the public view of a game, as PNG. Raises `Busy`."""
        if stored.table.shares_deal or GAMES[stored.table.kind].is_solo:
            await require_seen(self._store, stored, person)
        key = (stored.table.id, stored.game.number, len(stored.moves))
        if key not in self._pictures:
            self._pictures[key] = b64decode((await self._ask("picture", stored, person))["picture"])
            while len(self._pictures) > _PICTURES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return self._pictures[key]

    async def count(self, stored: StoredGame) -> GameFigures:
        """Return the outcome of a finished game. Raises `Busy`, and RuntimeError if it cannot be replayed."""
        return msgspec.convert((await self._ask("count", stored, ""))["figures"], GameFigures)

    async def unpack(self, record: str, person: str) -> Unpacked:
        """Check the record of a game played without a server. Raises `Busy`."""
        question = {"about": "sent", "record": record, "person": person}
        return msgspec.convert((await self._put(question, person))["unpacked"], Unpacked)

    async def _ask(
        self,
        task: str,
        stored: StoredGame,
        person: str,
        seat: int | None = None,
        you: int | None = None,
        straight: bool = False,
    ) -> dict[str, Any]:
        asked = {"about": "stored", "task": task, "game": stored, "seat": seat, "you": you, "straight": straight}
        return await self._put(asked, person)

    async def _put(self, question: dict[str, Any], person: str) -> dict[str, Any]:
        if self._waiting.total() >= _WAITING or self._waiting[person] >= _WAITING_EACH:
            raise Busy
        self._waiting[person] += 1
        try:
            spoken = {"language": current_language(), "terms": dict(current_terms())}
            return await self.workers.ask(question | spoken, _SECONDS, Asker(person, Urgency.LEISURE))
        except (TookTooLong, WorkerDied):
            raise
        except ThinkingFailed as failure:
            raise RuntimeError(f"a game could not be replayed: {failure}") from failure
        finally:
            self._waiting[person] -= 1
            if not self._waiting[person]:
                del self._waiting[person]


async def counting_loop(store: Store, archive: Archive) -> None:
    """Compute game figures until cancelled."""
    await asyncio.sleep(_FIRST_SECONDS)
    while True:
        try:
            while await count_some(store, archive):
                pass
        except (StoreError, ThinkingFailed) as error:
            _log.warning("finished games could not be counted: %s", why(error))
        await asyncio.sleep(_EVERY_SECONDS)


async def count_some(store: Store, archive: Archive) -> int:
    """Compute the figures of some finished games and return how many were processed. Raises `StoreError`."""
    found = await store.figures.uncounted(SPITE.kind, _AT_ONCE)
    for table_id, number in found:
        stored = await store.tables.game(table_id, number)
        if stored is None:
            continue
        try:
            figures = await archive.count(stored)
        except Busy:
            await asyncio.sleep(_BUSY_SECONDS)
            continue
        except RuntimeError:
            _log.warning("game %d cannot be played again", number, extra=of_table(table_id))
            figures = _NOT_TOLD
        await store.figures.keep(table_id, number, figures)
    return len(found)
