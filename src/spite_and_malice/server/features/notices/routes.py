"""Choosing notices, and subscribing devices (docs/notices.md)."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any, Final

from litestar import delete, get, post, put
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from spite_and_malice.texts import _, current_language

from ...http.errors import ApiError
from ...http.guards import WHILE_READ_ONLY, json_only
from ...http.routes import Routes
from ...store import Choices, Conflict, NoticeDevice, Store
from ...store.accounts import Identity
from ..mail.addresses import refusal, require_address
from .delivery import MOST_ADDRESS, Deliveries, Forbidden
from .encryption import is_receiver, public_key
from .kinds import KINDS, TRIAL, Notice, is_wanted
from .mails import BY_MAIL, NewsMails
from .push import Push
from .rounds import is_unhurried, send_to

TRIAL_SECONDS: Final = 2.0
"""The least time for the answer about a trial notice that cannot be sent."""

MOST: Final = (1, 3, 5, 10, 20)
"""The most notices per day that somebody may choose."""

_Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]
_Zone = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_+/-]{1,64}$")]


class ChoicesRequest(Struct, forbid_unknown_fields=True):
    """Which kinds of notices are wanted, the quiet hours in minutes of the day in a zone, and how many per day."""

    kinds: Annotated[dict[Annotated[str, Meta(max_length=16)], bool], Meta(max_length=20)]
    quiet_from: _Minute | None
    quiet_until: _Minute | None
    zone: _Zone
    most: Annotated[int, Meta(ge=1, le=20)]


class NoticesAnswer(Struct):
    """A person's preferences; ``key`` is the server's public key for browsers, null if it sends no notices.

    ``devices`` is how many get notices; ``mail`` describes the mails, null if the server sends none.
    """

    key: str | None
    kinds: dict[str, bool]
    quiet_from: int | None
    quiet_until: int | None
    zone: str
    most: int
    devices: int
    mail: MailChoice | None


class MailChoice(Struct):
    """Whether mails about some ``kinds`` of news go to an address, once its owner said yes (``confirmed``).

    The address is shown to nobody.
    """

    on: bool
    confirmed: bool
    kinds: list[str]


class NewsMailRequest(Struct, forbid_unknown_fields=True):
    """Which kinds of news are mailed, and the address, null for the current one; ``zone`` is the zone for the hours."""

    address: Annotated[str, Meta(max_length=254)] | None
    kinds: Annotated[list[Annotated[str, Meta(max_length=16)]], Meta(min_length=1, max_length=20)]
    zone: _Zone


class DeviceRequest(Struct, forbid_unknown_fields=True):
    """A browser's address at its push service, and its keys ``p256dh`` and ``auth`` in URL-safe base64."""

    endpoint: Annotated[str, Meta(max_length=MOST_ADDRESS)]
    public: Annotated[str, Meta(max_length=100)]
    secret: Annotated[str, Meta(max_length=30)]
    key: Annotated[str, Meta(max_length=100)] | None = None


class EndpointRequest(Struct, forbid_unknown_fields=True):
    """A browser's address at its push service."""

    endpoint: Annotated[str, Meta(max_length=MOST_ADDRESS)]


class Devices(Struct):
    """How many devices get somebody's notices."""

    devices: int


class Tried(Struct):
    """The outcome of a notice that a person sent themselves: "sent", "gone" or "failed"."""

    outcome: str


class WaitingCount(Struct):
    """How many turns and letters wait for somebody."""

    count: int


async def _answer(store: Store, push: Push, mails: NewsMails | None, person: str) -> NoticesAnswer:
    chosen, devices, keys = await asyncio.gather(
        store.notices.choices(person), store.notices.devices_of(person), store.notices.keys()
    )
    choices = chosen or Choices()
    return NoticesAnswer(
        key=None if push.deliveries is None or keys.present is None else public_key(keys.present),
        kinds={kind.name: is_wanted(kind, choices) for kind in KINDS},
        quiet_from=choices.quiet_from,
        quiet_until=choices.quiet_until,
        zone=choices.zone if chosen is not None else "",
        most=choices.most,
        devices=len(devices),
        mail=None if mails is None else await _mail_choice(store, person),
    )


async def _mail_choice(store: Store, person: str) -> MailChoice:
    found = await store.news_mails.of_person(person)
    if found is None:
        return MailChoice(on=False, confirmed=False, kinds=[kind.name for kind in BY_MAIL])
    return MailChoice(on=True, confirmed=found.is_confirmed, kinds=list(found.kinds))


@get("/notices")
async def page(
    store: NamedDependency[Store],
    person: NamedDependency[str],
    push: NamedDependency[Push],
    news_mails: NamedDependency[NewsMails | None],
) -> Template:
    """Show the kinds of notices and which are chosen."""
    chosen = await _answer(store, push, news_mails, person)
    context: dict[str, Any] = {"page": "", "chosen": chosen, "kinds": KINDS, "most": MOST, "by_mail": BY_MAIL}
    context["names_somebody"] = push.names_somebody
    return Template("notices.html.j2", context=context)


@get("/api/notices")
async def choices(
    store: NamedDependency[Store],
    person: NamedDependency[str],
    push: NamedDependency[Push],
    news_mails: NamedDependency[NewsMails | None],
) -> NoticesAnswer:
    """Return the preferences of this browser's person."""
    return await _answer(store, push, news_mails, person)


@put("/api/notices", guards=[json_only])
async def choose(
    data: Annotated[ChoicesRequest, Body()],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    push: NamedDependency[Push],
    news_mails: NamedDependency[NewsMails | None],
) -> NoticesAnswer:
    """Choose which notices are sent, and when."""
    known = {kind.name for kind in KINDS}
    if not data.kinds.keys() <= known:
        message = _("There are no such notifications. Load the page again to see those there are.")
        raise ApiError(422, "no_such_kind", message)
    chosen = Choices(data.kinds, data.quiet_from, data.quiet_until, data.zone, data.most)
    await store.notices.choose(person, chosen)
    return await _answer(store, push, news_mails, person)


@put("/api/notices/mail", guards=[json_only])
async def put_mail(
    data: Annotated[NewsMailRequest, Body()],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    news_mails: NamedDependency[NewsMails | None],
) -> MailChoice:
    """Mail some kinds of news to this browser's person from now on; the mailbox is asked first."""
    if news_mails is None:
        raise NotFoundException(_("This server writes no mails."))
    if not {kind.name for kind in BY_MAIL}.issuperset(data.kinds):
        message = _("There are no such notifications. Load the page again to see those there are.")
        raise ApiError(422, "no_such_kind", message)
    if data.address is not None:
        require_address(data.address)
    try:
        await store.news_mails.put(person, data.address, current_language(), data.zone, data.kinds)
    except Conflict as conflict:
        raise refusal(conflict) from conflict
    return await _mail_choice(store, person)


@delete("/api/notices/mail", status_code=HTTP_200_OK)
async def remove_mail(store: NamedDependency[Store], person: NamedDependency[str]) -> MailChoice:
    """Mail no more news to this browser's person, and forget the address."""
    await store.news_mails.remove(person)
    return await _mail_choice(store, person)


@put("/api/notices/device", guards=[json_only])
async def put_device(
    data: Annotated[DeviceRequest, Body()],
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
    push: NamedDependency[Push],
) -> Devices:
    """Send this browser's person notices here from now on, or continue; in the language of the request."""
    deliveries = _require(push)
    try:
        deliveries.require_allowed(data.endpoint)
    except Forbidden:
        raise ApiError(422, "no_push_service", _("This server sends no notifications to such an address.")) from None
    if not is_receiver(data.public, data.secret):
        raise ApiError(422, "no_keys", _("These are not the keys of a browser."))
    device = NoticeDevice(identity.person, identity.device, data.endpoint, data.public, data.secret, current_language())
    await store.notices.put_device(device, await _signed_by(store, data.key))
    return Devices(len(await store.notices.devices_of(identity.person)))


@delete("/api/notices/device", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def remove_device(
    data: Annotated[EndpointRequest, Body()], store: NamedDependency[Store], person: NamedDependency[str]
) -> Devices:
    """Send no more notices to this browser."""
    await store.notices.remove_device(person, data.endpoint)
    return Devices(len(await store.notices.devices_of(person)))


@post("/api/notices/trial", guards=[json_only], status_code=HTTP_200_OK)
async def send_trial(
    data: Annotated[EndpointRequest, Body()],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    push: NamedDependency[Push],
) -> Tried:
    """Send a test notice to your own device."""
    deliveries = _require(push)
    devices = [each for each in await store.notices.devices_of(person) if each.endpoint == data.endpoint]
    if not devices:
        raise ApiError(404, "no_device", _("This device gets no notifications."))
    notice = Notice(person, TRIAL, TRIAL.name, "/notices", {})
    began = time.monotonic()
    ((device, outcome),) = await send_to(deliveries, devices, notice, await _count(store, person))
    if outcome == "failed":
        # The duration would reveal which names exist in the server's own network.
        await asyncio.sleep(max(0.0, TRIAL_SECONDS - (time.monotonic() - began)))
    if outcome == "gone":
        await store.notices.drop([device.endpoint])
    return Tried(outcome)


@get("/api/notices/waiting")
async def waiting(store: NamedDependency[Store], person: NamedDependency[str]) -> WaitingCount:
    """Return how many things wait for this browser's person, for the badge of the app."""
    return WaitingCount(await _count(store, person))


async def _signed_by(store: Store, key: str | None) -> str | None:
    """Return the earlier public key if a browser subscribed with that one, None for the present. Raises `ApiError`."""
    keys = await store.notices.keys()
    if key is None or (keys.present is not None and key == public_key(keys.present)):
        return None
    if keys.earlier is not None and key == public_key(keys.earlier):
        return key
    message = _("This server has another key by now. Switch the notifications off and on again.")
    raise ApiError(422, "other_key", message)


async def _count(store: Store, person: str) -> int:
    turns, letters = await asyncio.gather(store.notices.due_turns(person), store.notices.due_letters(person))
    return len(letters) + sum(is_unhurried(turn.settings) for turn in turns)


def _require(push: Push) -> Deliveries:
    """Return the sender of notices. Raises `NotFoundException` if there is none."""
    if push.deliveries is None:
        raise NotFoundException(_("This server sends no notifications."))
    return push.deliveries


notice_routes: Final = Routes(
    "/",
    route_handlers=[page, choices, choose, put_mail, remove_mail, put_device, remove_device, send_trial, waiting],
    cache_control=CacheControlHeader(no_store=True),
)
"""The routes for choosing notices (docs/notices.md)."""
