"""Accounts over HTTP: making one, signing in and out, and what belongs to it (docs/protocol.md)."""

from __future__ import annotations

from litestar import Router
from litestar.datastructures import CacheControlHeader

from . import account, mail, own_data, passkeys, signing_in

__all__ = ["account_routes"]

account_routes = Router(
    "/",
    route_handlers=[
        *(account.me, account.keep, account.change, account.sign_out, account.recovery, account.link),
        *(own_data.settings, own_data.put_settings, own_data.export, own_data.erase),
        *(passkeys.make_options, passkeys.make, passkeys.remove, passkeys.sign_in_options, passkeys.by_passkey),
        *(mail.ask, mail.confirm, mail.forget, mail.send_link, mail.by_link),
        *(signing_in.by_code, signing_in.decide),
    ],
    cache_control=CacheControlHeader(no_store=True),
)
