"""One's own data: the settings that follow an account, everything to be taken along, and all of it erased."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
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

from ...archive.archive import Archive, Busy
from ...cluster import OperatorNews
from ...http.errors import ApiError
from ...http.guards import json_only
from ...http.identity import give_token, new_token
from ...protocol.outgoing import SettingsChanged
from ...store import Conflict, Store, StoredGame
from ...store.accounts import Identity
from ...tables.registry import Rooms
from ..replays import record_name
from .account import Empty, own_account

_LONGEST: Final = 16_000
_TRIES: Final = 30
"""How many seconds a record waits for others' before it is left out; the moves are in the JSON all the same."""


class SettingsAnswer(Struct):
    """What was chosen in a browser of the account, and how often it was changed."""

    settings: dict[str, str]
    revision: int


class SettingsRequest(Struct, forbid_unknown_fields=True):
    """What was chosen in this browser, upon what the account had at a revision."""

    settings: Annotated[dict[Annotated[str, Meta(max_length=40)], str], Meta(max_length=20)]
    revision: Annotated[int, Meta(ge=0, lt=2**31)]


class Erased(Struct):
    """How many tables went, or are other than before."""

    tables: int


@get("/api/me/settings")
async def settings(store: NamedDependency[Store], identity: NamedDependency[Identity]) -> SettingsAnswer:
    """Return what was chosen in another browser of the account."""
    account = await own_account(store, identity)
    return SettingsAnswer(json.loads(account.settings), account.settings_revision)


@put("/api/me/settings", guards=[json_only])
async def put_settings(
    data: Annotated[SettingsRequest, Body()],
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
    rooms: NamedDependency[Rooms],
) -> SettingsAnswer:
    """Keep what was chosen in this browser for the others, and tell them; mails are in its language too."""
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
    everything = await store.people.export(identity.person)
    headers = {"content-disposition": 'attachment; filename="spite-and-malice.zip"'}
    return Stream(_zipped(everything, store, archive, identity.person), media_type="application/zip", headers=headers)


@delete("/api/me", guards=[json_only], status_code=HTTP_200_OK)
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


class _Pipe:
    """What a zip is written into, and taken out of piece by piece."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, data: bytes) -> int:
        """Take bytes in."""
        self._written += data
        return len(data)

    def flush(self) -> None:
        """Nothing waits."""

    def take(self) -> bytes:
        """Return what was written since the last time."""
        taken = bytes(self._written)
        self._written.clear()
        return taken


async def _zipped(everything: dict[str, Any], store: Store, archive: Archive, person: str) -> AsyncIterator[bytes]:
    """Yield a zip while it is written: the records of many games take a while."""
    pipe = _Pipe()
    with ZipFile(pipe, "w", ZIP_DEFLATED) as packed:  # type: ignore[call-overload]
        packed.writestr("everything.json", json.dumps(everything, ensure_ascii=False, indent=2))
        yield pipe.take()
        for table in everything["tables"]:
            for game in table["games"]:
                stored = await store.tables.game(table["id"], game["number"]) if game["result"] is not None else None
                if stored is None:
                    continue
                record = await _record(archive, stored, person)
                if record is not None:
                    packed.writestr(f"records/{record_name(stored)}", record)
                    yield pipe.take()
    yield pipe.take()


async def _record(archive: Archive, stored: StoredGame, person: str) -> str | None:
    """Return the record of a game; None if it cannot be had."""
    for _attempt in range(_TRIES):
        try:
            return await archive.record(stored, None, person)
        except Busy:
            await asyncio.sleep(1.0)
        except RuntimeError:
            # A game of an older version, which this one does not play as it was played.
            break
    return None
