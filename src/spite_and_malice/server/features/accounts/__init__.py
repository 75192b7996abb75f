"""Accounts over HTTP: creating one, signing in and out, its contents (docs/protocol.md), and their pages."""

from __future__ import annotations

from litestar.datastructures import CacheControlHeader
from litestar.types import ControllerRouterHandler

from ...http.feature import Feature
from ...http.routes import Routes
from ..kernel import Kernel
from . import account, own_data

__all__ = ["account_routes"]


def account_routes(*, alone: bool) -> Routes:
    """Return the routes of accounts; a person who plays ``alone`` gets only those for their own data."""
    routes: list[ControllerRouterHandler] = [
        *(account.me, own_data.settings, own_data.put_settings, own_data.export, own_data.erase)
    ]
    if not alone:
        # Passkeys need additional libraries.
        from . import passkeys, signing_in

        routes += [
            *(account.keep, account.change, account.sign_out, account.recovery, account.link),
            *(passkeys.make_options, passkeys.make, passkeys.remove, passkeys.sign_in_options, passkeys.by_passkey),
            *(signing_in.ask, signing_in.confirm, signing_in.forget, signing_in.send_link, signing_in.by_link),
            *(signing_in.by_code, signing_in.decide, signing_in.own_page, signing_in.sign_in_page),
        ]
    return Routes("/", route_handlers=routes, cache_control=CacheControlHeader(no_store=True))


def feature(kernel: Kernel) -> Feature:
    """Return the feature of accounts and a person's own data."""
    return Feature([account_routes(alone=kernel.alone)], {"registration": kernel.configuration.registration})
