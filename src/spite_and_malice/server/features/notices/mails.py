"""Mails about upcoming events and clubs, to people who agreed to them: asking for consent, and choosing recipients."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from email.message import EmailMessage
from typing import Final

from spite_and_malice.texts import _, in_language

from ...clock import now_ms
from ...store import Conflict, DueNews, NewsMail, Store
from ...store.people.notices import MAILED
from ...supervision import end, keep_doing
from ..correspondence.deadlines import day_of, when
from ..mail.sending import UNCONFIRMED_MS, MailSettings, is_final, mail_with_stop, sent
from ..regularly import regularly
from .kinds import CLUB, START, Kind, earlier_words

BY_MAIL: Final[tuple[Kind, ...]] = (START, CLUB)
"""The kinds that people can have by mail."""

_ROUND_SECONDS: Final = 30.0


class NewsMails:
    """Asks people who left an address, and writes to those who said yes."""

    def __init__(self, store: Store, settings: MailSettings) -> None:
        self._store = store
        self._settings = settings
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start looking for people to write to."""
        self._task = keep_doing("news mails", self._work)

    async def close(self) -> None:
        """Stop; a mail being sent is still sent."""
        await end(self._task)

    async def round(self, now: int | None = None) -> None:
        """Send everything that is due; ``now`` in UTC milliseconds. Raises `StoreError`."""
        now = now_ms() if now is None else now
        mails = self._store.news_mails
        await mails.forget_unconfirmed(now - UNCONFIRMED_MS)
        for ask in await mails.asks():
            await self._ask(ask)
        receivers = {each.person: each for each in await mails.receivers()}
        if not receivers:
            return
        before: defaultdict[str, dict[str, bool]] = defaultdict(dict)
        for one in await mails.sent():
            before[one.person][one.subject] = one.is_open
        for news in await self._store.notices.due_news():
            receiver = receivers.get(news.person)
            if receiver is None or news.kind not in receiver.kinds:
                continue
            subject = f"{MAILED}{news.kind}/{news.key}"
            if before[news.person].get(subject, True):
                await self._write(receiver, news, subject, now)

    async def _work(self) -> None:
        await regularly("news mails", _ROUND_SECONDS, self.round)

    async def _ask(self, ask: NewsMail) -> None:
        try:
            await self._store.news_mails.claim_ask(ask.token)
        except Conflict:
            return
        if not await self._send(question(ask, self._settings)):
            await self._store.news_mails.return_ask(ask.token)

    async def _write(self, receiver: NewsMail, news: DueNews, subject: str, now: int) -> None:
        """Write to one person, unless another process does; a rejected mail is retried after a while."""
        try:
            await self._store.notices.claim(receiver.person, subject)
        except Conflict:
            return
        if await self._send(news_letter(receiver, news, self._settings, now)):
            await self._store.notices.finish(receiver.person, subject, ())

    async def _send(self, message: EmailMessage) -> bool:
        """Send a mail; return whether no retry is needed."""
        failed = await sent(message, self._settings, "a news mail could not be sent")
        return failed is None or is_final(failed)


def question(ask: NewsMail, settings: MailSettings) -> EmailMessage:
    """Return the mail that asks whether mails about news are wanted; it contains nothing written by others."""
    stop = f"{settings.url}/mail/stop/{ask.token}"
    with in_language(ask.language):
        paragraphs = (
            _("Somebody has left this address at Spite and Malice, for mails about this:"),
            "\n".join(f"- {_(kind.label)}" for kind in BY_MAIL if kind.name in ask.kinds),
            _("Was it you, and do you want such mails? Say yes here:"),
            f"{settings.url}/mail/confirm/{ask.token}",
            _("If not, you need do nothing: no other mail will come. Nor can anybody ask again, if you say so here:"),
            stop,
        )
        return mail_with_stop(ask.address, _("Mails about evenings and tournaments?"), paragraphs, stop, settings)


def news_letter(receiver: NewsMail, news: DueNews, settings: MailSettings, now: int) -> EmailMessage:
    """Return the mail about something that is new, in the language and the zone of whom it is for.

    It uses names given by people, but of a message to all members it only says that there is one.
    """
    stop = f"{settings.url}/mail/stop/{receiver.token}"
    with in_language(receiver.language):
        subject, told = _words(receiver, news, now)
        paragraphs = (
            *told,
            f"{settings.url}{news.path}",
            _("You get this mail because you have asked for such mails, which you can choose here:"),
            f"{settings.url}/notices",
            _("No more mails about evenings, tournaments and clubs:"),
            stop,
        )
        return mail_with_stop(receiver.address, subject, paragraphs, stop, settings)


def _words(receiver: NewsMail, news: DueNews, now: int) -> tuple[str, tuple[str, ...]]:
    """Return the subject of a mail, and the text before its link."""
    about, zone = news.about, receiver.zone
    at = about.get("at")
    begins = (
        ""
        if at is None
        else _("It begins {when}, on {date} ({zone}).").format(
            when=when(at, now, zone),
            date=day_of(at, zone),
            zone=zone.replace("_", " "),
        )
    )
    if news.kind == "club" and "text" in about:
        text = _("Somebody has written to all members of the club. Read it here:")
        return _("{club}: a message to all members").format(club=about["club"]), (text,)
    if news.kind == "club":
        subject = f"{about['club']}: {about['name']}"
        if news.path.startswith("/evening"):
            asks = _("Say here whether you come:")
            return subject, (_("An evening of your club is planned."), begins, asks) if begins else (asks,)
        if "challenge" in about:
            told = (_("Another club challenges yours."), begins, _("Say here whether your club plays:"))
            return subject, tuple(line for line in told if line)
        told = (_("A tournament of your club gathers people."), begins, _("Take part here:"))
        return subject, tuple(line for line in told if line)
    name = about["name"]
    assert at is not None
    if "off" in about:
        text = _("It was planned for {date} ({zone}), and does not take place.")
        planned = text.format(date=day_of(at, zone), zone=zone.replace("_", " "))
        return _("{name} is called off").format(name=name), (planned,)
    if "moved" in about:
        told = (begins, earlier_words(), _("Say here whether you come:"))
        return _("{name} begins at another time").format(name=name), told
    if "round" in about:
        name = _("{cup}, round {number}").format(cup=name, number=about["round"])
    asked = (earlier_words(),) if about.get("before") else ()
    subject = _("{name} begins {when}").format(name=name, when=when(at, now, zone))
    return subject, (begins, *asked, _("You find it here:"))
