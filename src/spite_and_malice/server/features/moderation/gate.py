"""Access control: only moderators, on a device that recently authenticated with their passkey.

For everybody else these addresses do not exist.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Final

import webauthn
from litestar import MediaType, Request, Response, post
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.params import Body
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct
from webauthn.helpers import base64url_to_bytes
from webauthn.helpers.structs import PublicKeyCredentialDescriptor, UserVerificationRequirement

from spite_and_malice.texts import _

from ...clock import now_ms
from ...http.errors import ApiError, error_body
from ...http.guards import SAFE_METHODS, json_only
from ...http.identity import identity_of
from ...store import Store
from ...store.accounts import Identity
from ..accounts.account import Empty
from ..accounts.passkeys import CredentialRequest, Options, answered, challenge, site_of, used

UNPROVEN: Final = "unproven"
"""The option of a handler by which a device proves itself."""

LOOKING_MS: Final = 12 * 3_600_000
DOING_MS: Final = 15 * 60_000
"""How long after a device has proven itself pages are shown on it, and actions are accepted from it."""


class PasskeyNeeded(Exception):
    """A moderator's device has not authenticated itself recently."""


def answer_unproven(request: Request[Any, Any, Any], _error: PasskeyNeeded) -> Response[Any]:
    """Ask for the passkey: on a page, or by a code for the page's script."""
    sentence = _("Confirm with your passkey that it is you.")
    if request.method in SAFE_METHODS:
        return Template("moderation_door.html.j2", status_code=403, context={"page": "admin"})
    return Response(error_body("passkey_needed", sentence), status_code=403, media_type=MediaType.JSON)


async def moderators_only(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse everybody but a moderator whose device has proven itself. Raises `PasskeyNeeded`."""
    who = identity_of(connection)
    if who is None or not who.has_account or who.revoked_at is not None:
        raise NotFoundException
    store: Store = connection.app.state["store"]
    proven_at = await store.moderation.proven_at(who.device)
    if proven_at is None:
        raise NotFoundException
    holds = LOOKING_MS if connection.scope.get("method") in SAFE_METHODS else DOING_MS
    if not handler.opt.get(UNPROVEN) and now_ms() - proven_at > holds:
        raise PasskeyNeeded


class Proven(Struct):
    """Until when this device can act, in UTC milliseconds."""

    until: int


@post("/api/admin/passkey/options", guards=[json_only], status_code=HTTP_200_OK, opt={UNPROVEN: True})
async def prove_options(
    request: Request[Any, Any, Any],
    data: Annotated[Empty, Body()],
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
) -> Options:
    """Return the options with which the device authenticates: one of the moderator's own passkeys."""
    site = site_of(request)
    known = [each for each in await store.accounts.passkeys(identity.person) if each.site == site.id]
    if not known:
        raise ApiError(403, "no_passkey", _("You need a passkey for this. Add one on your own page."))
    options = webauthn.generate_authentication_options(
        rp_id=site.id,
        challenge=await challenge(store, f"moderate {identity.device}"),
        allow_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(each.credential)) for each in known],
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return Options(json.loads(webauthn.options_to_json(options)))


@post("/api/admin/passkey", guards=[json_only], status_code=HTTP_200_OK, opt={UNPROVEN: True})
async def prove(
    request: Request[Any, Any, Any],
    data: Annotated[CredentialRequest, Body()],
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
) -> Proven:
    """Accept a passkey's answer: it has to be the moderator's own, with user verification."""
    site = site_of(request)
    asked = await answered(store, data.credential, f"moderate {identity.device}")
    credential = data.credential.get("id")
    own = (each for each in await store.accounts.passkeys(identity.person) if each.credential == credential)
    await used(store, site, asked, data.credential, next(own, None), verifies_user=True)
    await store.moderation.prove(identity.device)
    return Proven(now_ms() + DOING_MS)
