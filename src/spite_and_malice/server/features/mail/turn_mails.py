"""Finding people who are due a mail, periodically, and sending it once."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.message import EmailMessage
from time import monotonic
from typing import Annotated, Final

from litestar import delete, get, post, put
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct

from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.games import GAMES
from spite_and_malice.server.http.errors import ApiError
from spite_and_malice.server.http.feature import Feature
from spite_and_malice.server.http.guards import json_only
from spite_and_malice.server.store import Ask, Conflict, DueMail, MailRow, Store, StoreError
from spite_and_malice.server.supervision import end, keep_doing
from spite_and_malice.texts import _, current_language

from ...http.guards import WHILE_READ_ONLY
from ...http.routes import Routes
from ..correspondence.deadlines import is_running_out
from ..kernel import Kernel
from ..notices.mails import BY_MAIL
from ..regularly import regularly
from .addresses import MailRequest, refusal, require_address
from .sending import LONGEST, UNCONFIRMED_MS, AccountMails, MailSettings, is_final, letter, question, rest_after, sent

_log = logging.getLogger(__name__)

MINUTES: Final = 5
"""How long it must have been somebody's turn, with them away, before they get a mail."""

_ROUND_SECONDS: Final = 30.0

IsHere = Callable[[str, str], Awaitable[bool]]
"""Says whether a person, by the SHA-256 of the browser's token, has a page open at a table."""


@dataclass(frozen=True, slots=True)
class _Refused:
    """A rejected mail: since when, how many tries, and when it is tried again."""

    since: float
    tries: int
    due: float


class TurnMails:
    """Writes to everybody whose turn it is, who left an address, and who has been away for some minutes."""

    def __init__(self, store: Store, settings: MailSettings, is_here: IsHere, seconds: float = MINUTES * 60) -> None:
        self._store = store
        self._settings = settings
        self._is_here = is_here
        self._seconds = seconds
        self._away_since: dict[tuple[str, str], float] = {}
        self._refused: dict[str, _Refused] = {}
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start looking for people to write to."""
        self._task = keep_doing("turn mails", self._work)

    async def close(self) -> None:
        """Stop; a mail being sent is still sent."""
        await end(self._task)

    async def round(self) -> None:
        """Write to everybody who is due a mail now. Raises `StoreError`."""
        await self._store.mails.forget_unconfirmed(now_ms() - UNCONFIRMED_MS)
        asks, found, at = await self._store.mails.asks(), await self._store.mails.due(), now_ms()
        due = [mail for mail in found if not mail.reminds or is_running_out(mail.settings, mail.deadline, at)]
        waiting = {*(ask.token for ask in asks), *map(_key, due)}
        self._refused = {key: refused for key, refused in self._refused.items() if key in waiting}
        for ask in asks:
            if self._may_be_tried(ask.token):
                await self._ask(ask)
        here = await asyncio.gather(*map(self._looks_on, due))
        now = monotonic()
        away = [mail for mail, looks_on in zip(due, here, strict=True) if not looks_on]
        self._away_since = {
            (mail.table_id, mail.person): self._away_since.get((mail.table_id, mail.person), now) for mail in away
        }
        latest = now_ms() - self._seconds * 1000
        for mail in away:
            if (
                self._may_be_tried(_key(mail))
                and mail.changed_at <= latest
                and now - self._away_since[mail.table_id, mail.person] >= self._seconds
            ):
                await self._write(mail)

    async def _looks_on(self, mail: DueMail) -> bool:
        """Say whether somebody has the table open, or that is unknown."""
        try:
            return await self._is_here(mail.table_id, mail.person)
        except (StoreError, ValueError):
            return True

    async def _work(self) -> None:
        await regularly("turn mails", _ROUND_SECONDS, self.round)

    async def _write(self, mail: DueMail) -> None:
        """Write to one person, unless another process does."""
        try:
            await self._store.mails.claim(mail)
        except Conflict:
            return
        if not await self._send(_key(mail), letter(mail, self._settings), mail.table_id):
            await self._store.mails.give_back(mail)

    async def _ask(self, ask: Ask) -> None:
        """Ask whether mails are wanted at an address, unless another process does."""
        try:
            await self._store.mails.claim_ask(ask)
        except Conflict:
            return
        if not await self._send(ask.token, question(ask, self._settings), None):
            await self._store.mails.return_ask(ask)

    async def _send(self, key: str, message: EmailMessage, table_id: str | None) -> bool:
        """Send a mail, about a table if there is one; return whether no retry is needed."""
        failed = await sent(message, self._settings, "a turn mail could not be sent", table_id)
        if failed is None or is_final(failed):
            self._refused.pop(key, None)
            return True
        now = monotonic()
        before = self._refused.get(key, _Refused(now, 0, now))
        rest = rest_after(before.tries + 1)
        if now + rest - before.since > LONGEST:
            _log.warning("a turn mail is given up: it was not taken for two days")
            self._refused.pop(key, None)
            return True
        self._refused[key] = _Refused(before.since, before.tries + 1, now + rest)
        return False

    def _may_be_tried(self, key: str) -> bool:
        return key not in self._refused or monotonic() >= self._refused[key].due


def _key(mail: DueMail) -> str:
    return f"{mail.table_id}/{mail.person}/{mail.turn}/{mail.reminds}"


class MailAnswer(Struct):
    """Whether this server writes mails, whether it will to this browser for this table, and after how many minutes.

    Only once the mailbox has ``confirmed`` that it wants them. The address is shown to nobody.
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
    """Return whether this browser gets mails for a table."""
    return MailAnswer(mails is not None, *await store.mails.state(table_id, person))


@put("/api/tables/{table_id:str}/mail", guards=[json_only])
async def leave_address(
    table_id: FromPath[str],
    data: Annotated[MailRequest, Body()],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    mails: NamedDependency[TurnMails | None],
) -> MailAnswer:
    """Write to an address from now on when it is this browser's turn; one address per person and table."""
    if mails is None:
        raise NotFoundException(_("This server writes no mails."))
    stored = await store.tables.get(table_id)
    if stored is None:
        raise NotFoundException(_("There is no table at this address."))
    if GAMES[stored.table.kind].is_solo:
        raise ApiError(403, "not_seated", _("Nobody waits for you in a game for one, so there are no mails about it."))
    if all(seat.person != person for seat in stored.table.seats):
        raise ApiError(403, "not_seated", _("You are watching: only the players at the table get mails."))
    require_address(data.address)
    row = MailRow(table_id, person, data.address, current_language(), secrets.token_urlsafe(32))
    try:
        await store.mails.put(row)
    except Conflict as conflict:
        raise refusal(conflict) from conflict
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


@get("/mail/stop/{token:str}")
async def stop_page(token: FromPath[str], store: NamedDependency[Store]) -> Template:
    """Show the page behind the link in a mail.

    Opening the address stops nothing, nor do the page's scripts: malware scanners do both. If the mails are already
    stopped, they can be allowed again.
    """
    return await _page(store, token, "stop")


@post("/mail/stop/{token:str}", status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def stop(token: FromPath[str], store: NamedDependency[Store]) -> Template:
    """Write no more mails to the recipient of the token; repeating the request does no harm."""
    await store.mails.stop(token)
    return await _page(store, token, "stopped")


@post("/mail/allow/{token:str}", status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def allow(token: FromPath[str], store: NamedDependency[Store]) -> Template:
    """Allow mails again to the mailbox whose mails the token stopped."""
    await store.mails.allow(token)
    return await _page(store, token, "allowed")


@get("/mail/confirm/{token:str}")
async def confirm_page(token: FromPath[str], store: NamedDependency[Store]) -> Template:
    """Show the page behind the link in the first mail, which asks."""
    return await _page(store, token, "ask")


@post("/mail/confirm/{token:str}", status_code=HTTP_200_OK)
async def confirm(token: FromPath[str], store: NamedDependency[Store]) -> Template:
    """Note that the owner of a mailbox said yes."""
    return await _page(store, token, "confirmed" if await store.mails.confirm(token) else "gone")


async def _page(store: Store, token: str, state: str) -> Template:
    """Return a page about mails; ``news`` are the subjects of the token's mails if these are not about turns."""
    found = await store.news_mails.of_token(token)
    if state == "stop" and (await store.mails.is_stopped(token) or (found is not None and not found.address)):
        state = "stopped"
    news = [] if found is None else [kind.label for kind in BY_MAIL if kind.name in found.kinds]
    return Template("mail.html.j2", context={"page": "", "token": token, "state": state, "news": news})


mail: Routes = Routes(
    "/",
    route_handlers=[mail_state, leave_address, take_address_back, stop_page, stop, allow, confirm_page, confirm],
    cache_control=CacheControlHeader(no_store=True),
)


def feature(kernel: Kernel) -> Feature:
    """Return the feature of mails about turns and accounts."""
    settings = kernel.configuration.mail
    if settings is None:
        return Feature([mail], {"account_mails": None, "mails": None})
    mails = TurnMails(kernel.store, settings, kernel.rooms.is_here)
    services = {"account_mails": AccountMails(settings), "mails": mails}
    return Feature([mail], services, start=mails.start, close=mails.close)
