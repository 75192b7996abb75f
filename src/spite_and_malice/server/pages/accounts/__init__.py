"""Accounts over HTTP: making one, signing in and out, what belongs to it (docs/protocol.md), and their pages."""

from __future__ import annotations

from litestar import Router
from litestar.datastructures import CacheControlHeader

from . import account, mail, own_data, own_page, passkeys, signing_in

__all__ = ["account_routes"]

account_routes = Router(
    "/",
    route_handlers=[
        *(account.me, account.keep, account.change, account.sign_out, account.recovery, account.link),
        *(own_data.settings, own_data.put_settings, own_data.export, own_data.erase),
        *(passkeys.make_options, passkeys.make, passkeys.remove, passkeys.sign_in_options, passkeys.by_passkey),
        *(mail.ask, mail.confirm, mail.forget, mail.send_link, mail.by_link),
        *(signing_in.by_code, signing_in.decide),
        *(own_page.own_page, own_page.sign_in_page),
    ],
    cache_control=CacheControlHeader(no_store=True),
)
