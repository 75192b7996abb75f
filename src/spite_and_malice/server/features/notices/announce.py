"""The feature of notices."""

from __future__ import annotations

from ...http.feature import Feature
from ..kernel import Kernel
from ..people.invitations import Messenger
from .mails import NewsMails
from .push import Push, subject_of
from .routes import notice_routes


def feature(kernel: Kernel) -> Feature:
    """Return the notices to a person's devices while no page is open, and the mails to them."""
    settings = kernel.configuration
    push = Push(kernel.store, kernel.rooms, settings.push, subject_of(settings.contact, settings.url))
    kernel.service("messenger", Messenger).on_call(push.hurry)
    mails = None if settings.mail is None else NewsMails(kernel.store, settings.mail)

    async def start() -> None:
        await push.start()
        if mails is not None:
            await mails.start()

    async def close() -> None:
        if mails is not None:
            await mails.close()
        await push.close()

    return Feature([notice_routes], {"push": push, "news_mails": mails}, start=start, close=close)
