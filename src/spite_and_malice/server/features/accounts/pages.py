"""The pages of one's own account, and of signing in."""

from __future__ import annotations

from litestar import get
from litestar.di import NamedDependency
from litestar.response import Template

from ...store import Store
from ...store.accounts import Identity
from ..mail.accounts import AccountMails
from .account import account_answer


@get("/me")
async def own_page(
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
    account_mails: NamedDependency[AccountMails | None],
) -> Template:
    """Show one's account, and what can be done about what is stored; to a stranger how to keep their games."""
    context = {
        "page": "me",
        "account": await account_answer(store, identity),
        "mails": account_mails is not None,
        "person": identity.person,
    }
    return Template("me.html.j2", context=context)


@get("/sign-in")
async def sign_in_page(
    identity: NamedDependency[Identity], account_mails: NamedDependency[AccountMails | None]
) -> Template:
    """Show the ways to sign in."""
    context = {"page": "", "has_account": identity.has_account, "mails": account_mails is not None}
    return Template("sign_in.html.j2", context=context)
