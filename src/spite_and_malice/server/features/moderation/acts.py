"""Moderators' actions: each is logged for operators, by the same function as the command of `spite admin`."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from litestar import delete, post
from litestar.di import NamedDependency
from litestar.params import Body, FromPath
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from spite_and_malice.texts import _

from ...clock import now_ms
from ...cluster import OperatorNews
from ...http.errors import ApiError
from ...http.guards import json_only
from ...people import alike, chosen_name, visible
from ...store import Conflict, Store
from ...store.accounts import Identity
from ...store.admin.deeds import LONGEST_ANNOUNCEMENT, name_of
from ...store.database.repository import can_be_numbered
from ...store.moderation import days_from_now
from ...store.people.finding import ID_DIGITS, may_begin_id
from ..accounts.account import Empty

Words = Annotated[str, Meta(max_length=200)]
Time = Annotated[int, Meta(ge=0, lt=2**53)]


class Done(Struct):
    """What was done."""

    done: str


class Note(Struct, forbid_unknown_fields=True):
    """The outcome of a report."""

    note: Words = ""


class Keeping(Struct, forbid_unknown_fields=True):
    """For how many days somebody is blocked or muted, and why."""

    days: Annotated[int, Meta(ge=1, le=365)]
    reason: Words = ""


class Renaming(Struct, forbid_unknown_fields=True):
    """Another name for somebody."""

    name: Annotated[str, Meta(max_length=40)]


class Announcing(Struct, forbid_unknown_fields=True):
    """An announcement that every page shows between two times, in UTC milliseconds."""

    text: Annotated[str, Meta(max_length=LONGEST_ANNOUNCEMENT)]
    until: Time
    since: Time = 0


async def _about(store: Store, person: str) -> str:
    """Return a person that moderators can act on. Raises `ApiError`."""
    if len(person) != ID_DIGITS or not may_begin_id(person):
        raise ApiError(404, "not_found", _("There is nobody of this id."))
    if await store.moderation.does_moderate(person):
        raise ApiError(403, "moderator", _("They moderate too: only an operator can do this, by a command."))
    return person


@post("/api/admin/reports/{number:int}/close", guards=[json_only], status_code=HTTP_200_OK)
async def close_report(
    data: Annotated[Note, Body()],
    number: FromPath[int],
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
) -> Done:
    """Mark a report as reviewed."""
    if not can_be_numbered(number) or not await store.moderation.close_report(
        name_of(identity.person), number, visible(data.note)
    ):
        raise ApiError(404, "not_found", _("This report is closed already."))
    return Done("report closed")


@post("/api/admin/people/{who:str}/{kind:str}", guards=[json_only], status_code=HTTP_200_OK)
async def keep(
    data: Annotated[Keeping, Body()],
    who: FromPath[str],
    kind: FromPath[Literal["person", "restriction"]],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> Done:
    """Block or mute somebody for some days: only operators can do so for good, by a command."""
    person, until = await _about(store, who), days_from_now(data.days)
    await store.moderation.block(name_of(identity.person), kind, person, visible(data.reason), until)
    await operators.look()
    return Done(kind)


@delete("/api/admin/blocks/{number:int}", guards=[json_only], status_code=HTTP_200_OK)
async def lift(
    data: Annotated[Empty, Body()],
    number: FromPath[int],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> Done:
    """Lift a block or a restriction."""
    if not can_be_numbered(number) or not await store.moderation.lift(name_of(identity.person), number):
        raise ApiError(404, "not_found", _("This holds no more."))
    await operators.look()
    return Done("lifted")


@post("/api/admin/people/{who:str}/name", guards=[json_only], status_code=HTTP_200_OK)
async def rename(
    data: Annotated[Renaming, Body()],
    who: FromPath[str],
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
) -> Done:
    """Give somebody with an account another name."""
    person, name = await _about(store, who), chosen_name(data.name)
    if not name:
        raise ApiError(422, "no_name", _("This cannot be a name. Choose another one."))
    try:
        await store.moderation.rename(name_of(identity.person), person, name, alike(name))
    except Conflict:
        raise ApiError(409, "name_taken", _("Somebody else has this name, or one that looks like it.")) from None
    return Done("renamed")


@post("/api/admin/people/{who:str}/sign-out", guards=[json_only], status_code=HTTP_200_OK)
async def sign_out(
    data: Annotated[Empty, Body()],
    who: FromPath[str],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> Done:
    """Sign somebody out on every device."""
    await store.moderation.sign_out(name_of(identity.person), await _about(store, who))
    await operators.look()
    return Done("signed out")


@post("/api/admin/people/{who:str}/erasure", guards=[json_only], status_code=HTTP_200_OK)
async def ask_to_erase(
    data: Annotated[Empty, Body()],
    who: FromPath[str],
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
) -> Done:
    """Ask the operators, by the log, to erase somebody: it cannot be undone, and so is done by a command."""
    await store.moderation.ask_to_erase(name_of(identity.person), await _about(store, who))
    return Done("erasure asked for")


@post("/api/admin/events/{kind:str}/{event_id:str}/end", guards=[json_only], status_code=HTTP_200_OK)
async def end(
    data: Annotated[Empty, Body()],
    kind: FromPath[Literal["evening", "tournament"]],
    event_id: FromPath[str],
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
) -> Done:
    """End an evening or a tournament as it stands; running games go on without it."""
    try:
        await store.moderation.end(name_of(identity.person), kind, event_id)
    except Conflict:
        raise ApiError(409, "over", _("It is over already.")) from None
    return Done("ended")


@post("/api/admin/announcements", guards=[json_only], status_code=HTTP_200_OK)
async def announce(
    data: Annotated[Announcing, Body()],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> Done:
    """Show a text at the top of every page from a time to another."""
    text, since = visible(data.text), max(data.since, now_ms())
    if not text:
        raise ApiError(422, "no_text", _("Write something first."))
    if data.until <= since:
        raise ApiError(422, "no_time", _("It would end before anybody sees it. Give a later end."))
    await store.moderation.announce(name_of(identity.person), text, since, data.until)
    await operators.look()
    return Done("announced")


@delete("/api/admin/announcements/{number:int}", guards=[json_only], status_code=HTTP_200_OK)
async def withdraw(
    data: Annotated[Empty, Body()],
    number: FromPath[int],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> Done:
    """Take an announcement off all pages."""
    if not can_be_numbered(number) or not await store.moderation.withdraw(name_of(identity.person), number):
        raise ApiError(404, "not_found", _("No page shows it any more."))
    await operators.look()
    return Done("withdrawn")


acts: Final = (close_report, keep, lift, rename, sign_out, ask_to_erase, end, announce, withdraw)
