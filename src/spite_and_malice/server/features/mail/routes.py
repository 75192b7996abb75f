"""Leaving an address at a table, and stopping the mails."""

from __future__ import annotations

import re
import secrets
from typing import Annotated, Final

from litestar import Router, delete, get, post, put
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from spite_and_malice.server.games import GAMES
from spite_and_malice.server.http.errors import ApiError
from spite_and_malice.server.http.guards import json_only
from spite_and_malice.server.store import Conflict, MailRow, Stopped, Store
from spite_and_malice.texts import _, current_language

from .turns import MINUTES, TurnMails

ADDRESS: Final = r"\A[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+\Z"
"""As browsers check a field for a mail address, but with a domain of at least two parts."""


class MailRequest(Struct, forbid_unknown_fields=True):
    """An address to write to."""

    address: Annotated[str, Meta(max_length=254)]


class MailAnswer(Struct):
    """Whether this server writes mails, whether it will to this browser for this table, and after how many minutes.

    Only when it is ``confirmed`` that the mailbox wants them. The address is shown to nobody.
    """

    available: bool
    on: bool
    confirmed: bool = False
    minutes: int = MINUTES


@get("/api/tables/{table_id:str}/mail")
async def mail_state(
    table_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    mails: NamedDependency[TurnMails | None],
) -> MailAnswer:
    """Say whether this browser gets mails for a table."""
    return MailAnswer(mails is not None, *await store.mails.state(table_id, person))


@put("/api/tables/{table_id:str}/mail", guards=[json_only])
async def leave_address(
    table_id: FromPath[str],
    data: Annotated[MailRequest, Body()],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    mails: NamedDependency[TurnMails | None],
) -> MailAnswer:
    """Write to an address from now on when it is this browser's turn; one address a person and table."""
    if mails is None:
        raise NotFoundException(_("This server writes no mails."))
    stored = await store.tables.get(table_id)
    if stored is None:
        raise NotFoundException(_("There is no table at this address."))
    if GAMES[stored.table.kind].is_solo:
        raise ApiError(403, "not_seated", _("Nobody waits for you in a game for one, so there are no mails about it."))
    if all(seat.owner != person for seat in stored.table.seats):
        raise ApiError(403, "not_seated", _("You are watching: only the players at the table get mails."))
    if re.fullmatch(ADDRESS, data.address) is None:
        raise ApiError(422, "invalid_address", _("This is no mail address. Write it as name@example.org."))
    row = MailRow(table_id, person, data.address, current_language(), secrets.token_urlsafe(32))
    try:
        await store.mails.put(row)
    except Stopped as stopped:
        message = _(
            "The owner of this address wants no mails from here. A link in the last mail they got can change that."
        )
        raise ApiError(422, "stopped", message) from stopped
    except Conflict as conflict:
        message = _("This address has been given too often.")
        raise ApiError(422, "invalid_address", message) from conflict
    return MailAnswer(True, *await store.mails.state(table_id, person))


@delete("/api/tables/{table_id:str}/mail", status_code=HTTP_200_OK)
async def take_address_back(
    table_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    mails: NamedDependency[TurnMails | None],
) -> MailAnswer:
    """Write no more mails to this browser's person for a table, and forget the address."""
    await store.mails.remove(table_id, person)
    return MailAnswer(mails is not None, on=False)


@get("/mail/stop/{token:str}", sync_to_thread=False)
def stop_page(token: FromPath[str]) -> Template:
    """Show the page behind the link in a mail; it stops the mails automatically.

    Opening the address alone stops nothing: mail programs open links to look for malice.
    """
    return _page(token, "stop")


@post("/mail/stop/{token:str}", status_code=HTTP_200_OK)
async def stop(token: FromPath[str], store: NamedDependency[Store]) -> Template:
    """Write no more mails to whom the token was mailed; to say so twice does no harm."""
    await store.mails.stop(token)
    return _page(token, "stopped")


@post("/mail/allow/{token:str}", status_code=HTTP_200_OK)
async def allow(token: FromPath[str], store: NamedDependency[Store]) -> Template:
    """Let the mailbox be asked again whose mails the token stopped."""
    await store.mails.allow(token)
    return _page(token, "allowed")


@get("/mail/confirm/{token:str}", sync_to_thread=False)
def confirm_page(token: FromPath[str]) -> Template:
    """Show the page behind the link in the first mail, which asks."""
    return _page(token, "ask")


@post("/mail/confirm/{token:str}", status_code=HTTP_200_OK)
async def confirm(token: FromPath[str], store: NamedDependency[Store]) -> Template:
    """Take note that who has a mailbox said yes."""
    return _page(token, "confirmed" if await store.mails.confirm(token) else "gone")


def _page(token: str, state: str) -> Template:
    return Template("mail.html.j2", context={"page": "", "token": token, "state": state})


mail: Router = Router(
    "/",
    route_handlers=[mail_state, leave_address, take_address_back, stop_page, stop, allow, confirm_page, confirm],
    cache_control=CacheControlHeader(no_store=True),
)
