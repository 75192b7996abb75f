"""A person's own data: the settings that follow an account, the export of everything, and its erasure."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Container, Sequence
from contextlib import suppress
from typing import Annotated, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from litestar import Request, delete, get, put
from litestar.di import NamedDependency
from litestar.params import Body
from litestar.response import Stream
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from spite_and_malice import texts
from spite_and_malice.texts import _

from ...archive.archive import Archive
from ...archive.seen import require_seen
from ...cluster import OperatorNews
from ...http.errors import ApiError, Busy
from ...http.guards import WHILE_READ_ONLY, json_only
from ...http.identity import give_token, new_token
from ...protocol.outgoing import SettingsChanged
from ...store import Conflict, Store, StoredGame
from ...store.accounts import Identity
from ...tables.registry import Rooms
from ..replays.replays import record_name
from .account import Empty, own_account

_LONGEST: Final = 16_000
_TRIES: Final = 30
"""How many seconds records wait for other people's before they are left out; the moves are in the JSON anyway."""
_AT_ONCE: Final = 25
"""How many games are in memory at a time."""


class SettingsAnswer(Struct):
    """The settings chosen in a browser of the account, and the number of changes."""

    settings: dict[str, str]
    revision: int


class SettingsRequest(Struct, forbid_unknown_fields=True):
    """The settings chosen in this browser, based on a revision of the account's settings."""

    settings: Annotated[dict[Annotated[str, Meta(max_length=40)], str], Meta(max_length=20)]
    revision: Annotated[int, Meta(ge=0, lt=2**31)]


class Erased(Struct):
    """How many tables were deleted or changed."""

    tables: int


@get("/api/me/settings")
async def settings(store: NamedDependency[Store], identity: NamedDependency[Identity]) -> SettingsAnswer:
    """Return the settings chosen in another browser of the account."""
    account = await own_account(store, identity)
    return SettingsAnswer(json.loads(account.settings), account.settings_revision)


@put("/api/me/settings", guards=[json_only], opt={WHILE_READ_ONLY: True})
async def put_settings(
    data: Annotated[SettingsRequest, Body()],
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
    rooms: NamedDependency[Rooms],
) -> SettingsAnswer:
    """Store this browser's settings for the account's other browsers, and notify them; mails use its language too."""
    account = await own_account(store, identity)
    text = json.dumps(data.settings)
    if len(text) > _LONGEST:
        raise ApiError(422, "too_long", _("These settings are too long to keep."))
    try:
        revision = await store.accounts.put_settings(account.person, text, data.revision)
    except Conflict:
        raise ApiError(409, "changed", _("The settings were changed in another browser meanwhile.")) from None
    if (language := data.settings.get("language")) in texts.languages():
        await store.accounts.change(account.person, language=language)
    rooms.send(identity.person, SettingsChanged())
    return SettingsAnswer(data.settings, revision)


@get("/api/me/export")
async def export(
    store: NamedDependency[Store], identity: NamedDependency[Identity], archive: NamedDependency[Archive]
) -> Stream:
    """Return everything that is stored about this person, as a zip: JSON, and a record of each finished game."""
    headers = {"content-disposition": 'attachment; filename="spite-and-malice.zip"'}
    pieces = _zipped(store, archive, identity.person)
    # What fails before anything was sent can still be said.
    first = await anext(pieces)
    return Stream(_begun(first, pieces), media_type="application/zip", headers=headers)


@delete("/api/me", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def erase(
    request: Request[Any, Any, Any],
    data: Annotated[Empty, Body()],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> Erased:
    """Erase everything that is stored about this person: in games with others they become "Somebody"."""
    changed = await store.people.erase(identity.person)
    give_token(request, new_token())
    await operators.look()
    return Erased(len(changed))


async def _begun(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield a piece that has been read already, and the rest."""
    yield first
    async for piece in rest:
        yield piece


class _Pipe:
    """A buffer for writing a zip and reading it piece by piece."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, data: bytes) -> int:
        """Append bytes."""
        self._written += data
        return len(data)

    def flush(self) -> None:
        """Nothing to flush."""

    def take(self) -> bytes:
        """Return what was written since the last time."""
        taken = bytes(self._written)
        self._written.clear()
        return taken


async def _zipped(store: Store, archive: Archive, person: str) -> AsyncIterator[bytes]:
    """Yield a zip while it is written, a few games at a time: there may be thousands."""
    pipe = _Pipe()
    games = await store.people.games_of(person)
    parts = [games[start : start + _AT_ONCE] for start in range(0, len(games), _AT_ONCE)]
    with ZipFile(pipe, "w", ZIP_DEFLATED) as packed:  # type: ignore[call-overload]
        with packed.open("everything.json", "w", force_zip64=True) as written:
            rest = await store.people.export_rest(person)
            await asyncio.to_thread(written.write, _opened(rest, "tables").encode())
            newest = ""
            for part in parts:
                tables = await store.people.export_tables(person, part)
                seen = {(stored.table.id, stored.game.number) for stored in await _seen(store, part, person)}
                text = await asyncio.to_thread(_tables_text, tables, seen, newest)
                await asyncio.to_thread(written.write, text.encode())
                newest = tables[-1]["id"] if tables else newest
                yield pipe.take()
            written.write(_CLOSED.encode() if newest else b"]\n}")
        for part in parts:
            some = await _seen(store, part, person)
            for stored, record in zip(some, await _records(archive, some, person), strict=True):
                if record is not None:
                    await asyncio.to_thread(packed.writestr, f"records/{record_name(stored)}", record)
            yield pipe.take()
    yield pipe.take()


async def _seen(store: Store, some: Sequence[tuple[str, int]], person: str) -> list[StoredGame]:
    """Return the games in which a person may see all cards."""
    seen = []
    for stored in await store.tables.some(some):
        with suppress(ApiError):
            await require_seen(store, stored, person)
            seen.append(stored)
    return seen


_CLOSED: Final = "\n      ]\n    }\n  ]\n}"
"""The closing brackets of the last table's games and of the whole."""


def _opened(value: dict[str, Any], name: str) -> str:
    """Return an object as JSON, up to the first item of its last member, a list called ``name``."""
    return json.dumps(value | {name: []}, ensure_ascii=False, indent=2).removesuffix("]\n}")


def _tables_text(tables: Sequence[dict[str, Any]], seen: Container[tuple[str, int]], newest: str) -> str:
    """Return tables as the continuation of a list; games of the first may follow on after the ``newest`` one."""
    texts = []
    for table in tables:
        games = []
        for game in table["games"]:
            if (table["id"], game["number"]) not in seen:
                _cover(game, [seat["you"] for seat in table["seats"]])
            games.append(_indented(json.dumps(game, ensure_ascii=False, indent=2), 4))
        if table["id"] == newest:
            texts.append("," + ",".join(games))
        else:
            texts.append("\n      ]\n    }," if newest else "")
            texts.append(_indented(_opened(table, "games"), 2) + ",".join(games))
        newest = table["id"]
    return "".join(texts)


def _indented(text: str, depth: int) -> str:
    """Return JSON on a line of its own, indented to its depth within other objects."""
    return ("\n" + text).replace("\n", "\n" + "  " * depth)


def _cover(game: dict[str, Any], at: Sequence[bool]) -> None:
    """Remove data that shows cards from a game for people who may not see all of them yet; their own moves stay."""
    own = {number for number, is_you in enumerate(at) if is_you}
    own |= {number for number, seat in enumerate(game["seats"]) if seat["you"]}
    game |= {"secret": None, "deal": None, "contributions": None}
    game["actions"] = [action for action in game["actions"] if action["seat"] in own]


async def _records(archive: Archive, some: Sequence[StoredGame], person: str) -> Sequence[str | None]:
    """Return the records of games, None for one that is unavailable."""
    for _attempt in range(_TRIES if some else 0):
        try:
            return await archive.records(some, person)
        except Busy:
            await asyncio.sleep(1.0)
        except (RuntimeError, ApiError):
            # One of them crashed the process, or others have just begun to play the same cards.
            break
    return [None] * len(some)
