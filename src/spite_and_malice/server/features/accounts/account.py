"""The person's own account: its name, its devices, and the codes that sign in another device."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from typing import Annotated, Any, Final

from litestar import Request, get, post, put
from litestar.di import NamedDependency
from litestar.params import Body
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from msgspec import UNSET, Meta, Struct, UnsetType

from spite_and_malice import texts
from spite_and_malice.texts import _

from ...clock import now_ms
from ...cluster import OperatorNews
from ...http.errors import ApiError
from ...http.guards import SPEAKS, WHILE_READ_ONLY, json_only
from ...http.hosts import own_address
from ...http.identity import give_token, new_token
from ...people import alike, chosen_name
from ...store import Conflict, Store
from ...store.accounts import Account, Agent, Identity
from .session import LINK_LETTERS, RECOVERY_LETTERS, SignedIn, SignedOut, digest, new_code, open_account

_LINK_MS: Final = 600_000


class DeviceAnswer(Struct):
    """A device that is signed in; ``used_at`` is to the minute, both times in UTC milliseconds.

    ``number`` counts devices with the same browser and system, from 1 in the order they were signed in.
    """

    id: str
    browser: str
    system: str
    made_at: int
    used_at: int
    this: bool
    number: int


class PasskeyAnswer(Struct):
    """A passkey: the host name and the browser for which it was made; times in UTC milliseconds."""

    id: int
    site: str
    browser: str
    system: str
    made_at: int
    used_at: int | None


class AccountAnswer(Struct):
    """The contents of the account; ``recovery`` says whether there is a recovery code."""

    name: str | None
    language: str | None
    mail: str | None
    recovery: bool
    made_at: int
    devices: list[DeviceAnswer]
    passkeys: list[PasskeyAnswer]


class MeAnswer(Struct):
    """The person who asks; ``account`` is null for a stranger."""

    person: str
    account: AccountAnswer | None


class Empty(Struct, forbid_unknown_fields=True):
    """An answer without content."""


class Changes(Struct, forbid_unknown_fields=True):
    """The changed fields; null means no name, or the language of the device."""

    name: Annotated[str, Meta(max_length=40)] | UnsetType | None = UNSET
    language: Annotated[str, Meta(max_length=16)] | UnsetType | None = UNSET


class SignOutRequest(Struct, forbid_unknown_fields=True):
    """The device to sign out; null for the one that asks."""

    device: Annotated[str, Meta(max_length=64)] | None = None


class CodeAnswer(Struct):
    """A code to keep; it is shown once."""

    code: str


class LinkAnswer(Struct):
    """A one-time way to sign in another device: a code, a link with it, the link's QR code as SVG, and its expiry."""

    code: str
    url: str
    qr: str
    expires_at: int


async def own_account(store: Store, who: Identity) -> Account:
    """Return the account of the person who asks. Raises `ApiError` without one."""
    account = await store.accounts.account(who.person) if who.has_account else None
    if account is None:
        raise ApiError(403, "no_account", _("You have no account yet. Keep your games first."))
    return account


async def account_answer(store: Store, who: Identity) -> AccountAnswer | None:
    """Return the contents of the account of the person who asks, None without one."""
    account = await store.accounts.account(who.person) if who.has_account else None
    if account is None:
        return None
    devices = await store.accounts.devices(account.person)
    alike: Counter[Agent] = Counter()
    numbers: dict[str, int] = {}
    for device in sorted(devices, key=lambda device: (device.made_at, device.id)):
        alike[device.agent] += 1
        numbers[device.id] = alike[device.agent]
    return AccountAnswer(
        name=account.name,
        language=account.language,
        mail=account.mail,
        recovery=account.has_recovery,
        made_at=account.made_at,
        devices=[
            DeviceAnswer(
                id=device.id,
                browser=device.agent.browser,
                system=device.agent.system,
                made_at=device.made_at,
                used_at=device.used_at,
                this=device.id == who.device,
                number=numbers[device.id],
            )
            for device in sorted(devices, key=lambda device: device.id != who.device)
        ],
        passkeys=[
            PasskeyAnswer(
                id=passkey.id,
                site=passkey.site,
                browser=passkey.agent.browser,
                system=passkey.agent.system,
                made_at=passkey.made_at,
                used_at=passkey.used_at,
            )
            for passkey in await store.accounts.passkeys(account.person)
        ],
    )


@get("/api/me")
async def me(store: NamedDependency[Store], identity: NamedDependency[Identity]) -> MeAnswer:
    """Return the person who asks."""
    return MeAnswer(identity.person, await account_answer(store, identity))


@post("/api/me", guards=[json_only], status_code=HTTP_201_CREATED)
async def keep(
    request: Request[Any, Any, Any],
    data: Annotated[Empty, Body()],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> SignedIn:
    """Create an account that includes everything done before."""
    return await open_account(request, store, operators, identity)


@put("/api/me", guards=[json_only], opt={SPEAKS: True})
async def change(
    data: Annotated[Changes, Body()],
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
) -> MeAnswer:
    """Change the name or the language."""
    account = await own_account(store, identity)
    values: dict[str, str | None] = {}
    if data.name is not UNSET:
        name = None if data.name is None else chosen_name(data.name)
        if name == "":
            raise ApiError(422, "no_name", _("This cannot be a name. Choose another one."))
        values |= {"name": name, "name_key": None if name is None else alike(name)}
    if data.language is not UNSET:
        if data.language is not None and data.language not in texts.languages():
            raise ApiError(422, "no_language", _("There is no such language here."))
        values["language"] = data.language
    try:
        await store.accounts.change(account.person, **values)
    except Conflict:
        raise ApiError(409, "name_taken", _("Somebody else has this name, or one that looks like it.")) from None
    return MeAnswer(identity.person, await account_answer(store, identity))


@post("/api/me/sign-out", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def sign_out(
    request: Request[Any, Any, Any],
    data: Annotated[SignOutRequest, Body()],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> SignedOut:
    """Sign a device out; the one that asks is a new stranger from then on."""
    account = await own_account(store, identity)
    device = data.device or identity.device
    if not await store.accounts.sign_out(account.person, device):
        raise ApiError(404, "unknown_device", _("This device is signed out already."))
    if device == identity.device:
        give_token(request, new_token())
    await operators.look()
    return SignedOut(device)


@post("/api/me/recovery", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def recovery(
    data: Annotated[Empty, Body()], store: NamedDependency[Store], identity: NamedDependency[Identity]
) -> CodeAnswer:
    """Make a recovery code, replacing any other; it is shown only once."""
    account = await own_account(store, identity)
    code = new_code(RECOVERY_LETTERS)
    await store.accounts.change(account.person, recovery=digest(code))
    return CodeAnswer(code)


@post("/api/me/link", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def link(
    request: Request[Any, Any, Any],
    data: Annotated[Empty, Body()],
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
) -> LinkAnswer:
    """Make a code that signs in one other device within ten minutes; it replaces any earlier one."""
    account = await own_account(store, identity)
    code, until = new_code(LINK_LETTERS), now_ms() + _LINK_MS
    await store.accounts.put_ticket(digest(code), "link", account.person, "", until)
    # The fragment after the # is never sent to a server, and appears in no log.
    url = f"{own_address(request)}/sign-in#{code}"
    drawn = BytesIO()
    # Few processes ever draw one.
    import segno

    segno.make(url, error="m", micro=False).save(drawn, kind="svg", scale=8, border=4, light="#fff", dark="#05171c")
    return LinkAnswer(code, url, drawn.getvalue().decode(), until)
