"""Passkeys: making one, with an account or for it, and signing in with one (WebAuthn)."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import urlsplit

import webauthn
from litestar import Request, delete, post
from litestar.di import NamedDependency
from litestar.params import Body, FromPath
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from spite_and_malice.texts import _

from ...clock import now_ms
from ...cluster import OperatorNews
from ...http.errors import ApiError
from ...http.guards import WHILE_READ_ONLY, json_only
from ...people import own_name
from ...store import Conflict, Store
from ...store.accounts import Identity, NewPasskey, Passkey
from ...store.database.repository import can_be_numbered
from .account import own_account
from .session import SignedIn, agent_of, digest, open_account, sign_in

T = TypeVar("T")

_CHALLENGE_MS: Final = 300_000
_LONGEST_ID: Final = 1023
"""The longest id of a passkey in bytes, according to WebAuthn."""

_SITE_NAME: Final = "Spite & Malice"


class MakeRequest(Struct, forbid_unknown_fields=True):
    """The passkey's name in the browser's list: the person's name at tables."""

    name: Annotated[str, Meta(max_length=40)] = ""


class CredentialRequest(Struct, forbid_unknown_fields=True):
    """The browser's answer: a PublicKeyCredential as written by its ``toJSON``."""

    credential: dict[str, Any]


class Options(Struct):
    """The options for ``PublicKeyCredential.parse…OptionsFromJSON`` in the browser."""

    options: dict[str, Any]


class PasskeyRemoved(Struct):
    """A passkey that is no longer valid: its id in the browser, and its site."""

    id: int
    credential: str
    site: str


@dataclass(frozen=True, slots=True)
class Site:
    """The host name under which a browser reaches this server: passkeys are made for it and work under no other."""

    id: str
    origin: str


def site_of(request: Request[Any, Any, Any]) -> Site:
    """Return the name by which a browser reaches this server, through a proxy too. Raises `ApiError` for a program.

    The guards ensure that the page comes from the requested host, and that the host is one of this server's own.
    """
    origin = request.headers.get("origin", "")
    host = urlsplit(origin).hostname
    if not host:
        raise ApiError(403, "no_passkey", _("Passkeys are for browsers."))
    return Site(host, origin)


@post("/api/me/passkeys/options", guards=[json_only], status_code=HTTP_200_OK)
async def make_options(
    request: Request[Any, Any, Any],
    data: Annotated[MakeRequest, Body()],
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
) -> Options:
    """Return the options with which the browser creates a passkey."""
    site = site_of(request)
    account = await store.accounts.account(identity.person) if identity.has_account else None
    known = await store.accounts.passkeys(identity.person) if identity.has_account else ()
    called = (account and account.name) or own_name(data.name) or _("Your games")
    options = webauthn.generate_registration_options(
        rp_id=site.id,
        rp_name=_SITE_NAME,
        user_id=bytes.fromhex(identity.person),
        user_name=called,
        challenge=await challenge(store, f"make {identity.device}"),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(base64url_to_bytes(each.credential)) for each in known if each.site == site.id
        ],
    )
    return Options(json.loads(webauthn.options_to_json(options)))


@post("/api/me/passkeys", guards=[json_only], status_code=HTTP_200_OK)
async def make(
    request: Request[Any, Any, Any],
    data: Annotated[CredentialRequest, Body()],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> SignedIn:
    """Store a new passkey; a stranger gets an account with it."""
    site = site_of(request)
    asked = await answered(store, data.credential, f"make {identity.device}")
    verified = checked(
        lambda: webauthn.verify_registration_response(
            credential=data.credential,
            expected_challenge=asked,
            expected_rp_id=site.id,
            expected_origin=site.origin,
        )
    )
    if len(verified.credential_id) > _LONGEST_ID:
        raise refused()
    passkey = NewPasskey(
        credential=bytes_to_base64url(verified.credential_id),
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        site=site.id,
        agent=agent_of(request),
    )
    if not identity.has_account:
        return await open_account(request, store, operators, identity, passkey)
    account = await own_account(store, identity)
    try:
        await store.accounts.add_passkey(account.person, passkey)
    except Conflict:
        raise ApiError(409, "too_many", _("This passkey is known already, or there are too many.")) from None
    return SignedIn(account.person)


@delete("/api/me/passkeys/{number:int}", status_code=HTTP_200_OK)
async def remove(
    number: FromPath[int], store: NamedDependency[Store], identity: NamedDependency[Identity]
) -> PasskeyRemoved:
    """Revoke a passkey."""
    account = await own_account(store, identity)
    removed = await store.accounts.remove_passkey(account.person, number) if can_be_numbered(number) else None
    if removed is None:
        raise ApiError(404, "unknown_passkey", _("This passkey is removed already."))
    return PasskeyRemoved(number, removed.credential, removed.site)


@post("/api/sign-in/passkey/options", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def sign_in_options(
    request: Request[Any, Any, Any],
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
) -> Options:
    """Return the options with which the browser signs in by passkey; the person chooses the passkey there."""
    options = webauthn.generate_authentication_options(
        rp_id=site_of(request).id,
        challenge=await challenge(store, f"sign in {identity.device}"),
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return Options(json.loads(webauthn.options_to_json(options)))


@post("/api/sign-in/passkey", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def by_passkey(
    request: Request[Any, Any, Any],
    data: Annotated[CredentialRequest, Body()],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> SignedIn:
    """Sign in with a passkey."""
    site = site_of(request)
    asked = await answered(store, data.credential, f"sign in {identity.device}")
    credential = data.credential.get("id")
    known = await store.accounts.passkey(credential) if isinstance(credential, str) and "\0" not in credential else None
    known = await used(store, site, asked, data.credential, known)
    return await sign_in(request, store, operators, identity, known.person)


async def used(
    store: Store,
    site: Site,
    asked: bytes,
    credential: dict[str, Any],
    known: Passkey | None,
    *,
    verifies_user: bool = False,
) -> Passkey:
    """Return the known passkey by which a browser has answered a challenge, and note its use. Raises `ApiError`.

    With ``verifies_user`` the device must have verified its user.
    """
    if known is None or known.site != site.id:
        raise refused()
    verified = checked(
        lambda: webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=asked,
            expected_rp_id=site.id,
            expected_origin=site.origin,
            credential_public_key=known.public_key,
            credential_current_sign_count=known.sign_count,
            require_user_verification=verifies_user,
        )
    )
    try:
        await store.accounts.note_passkey_use(known.credential, verified.new_sign_count)
    except Conflict:
        raise refused() from None
    return known


async def challenge(store: Store, purpose: str) -> bytes:
    """Draw a challenge that is valid once, for a limited time, for one purpose and device."""
    drawn = secrets.token_bytes(32)
    await store.accounts.put_ticket(
        digest(bytes_to_base64url(drawn)), "challenge", None, purpose, now_ms() + _CHALLENGE_MS
    )
    return drawn


async def answered(store: Store, credential: dict[str, Any], purpose: str) -> bytes:
    """Return the challenge that a browser has answered, and use it up. Raises `ApiError`."""
    asked = checked(
        lambda: parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"])).challenge
    )
    ticket = await store.accounts.take_ticket(digest(bytes_to_base64url(asked)), "challenge")
    if ticket is None or ticket.data != purpose:
        raise ApiError(403, "too_late", _("That took too long. Try again."))
    return asked


def checked(check: Callable[[], T]) -> T:
    """Return the result of a check. Raises `ApiError` if it fails."""
    try:
        return check()
    except Exception as error:
        # A malformed passkey answer can fail in any way; none of these failures is a fault of the server.
        raise refused() from error


def refused() -> ApiError:
    """Return the error for a passkey that is not accepted."""
    return ApiError(403, "passkey_refused", _("This passkey is not known here, or it could not be checked."))
