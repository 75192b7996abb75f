"""Handing a mail to a mail server, and trying again as long as it is of use; without a server."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage
from types import SimpleNamespace
from typing import Any

import pytest

from spite_and_malice.server.features.mail import sending
from spite_and_malice.server.features.mail.sending import AccountMails, MailSettings, send

VARIABLES = {
    "SPITE_SMTP_HOST": "mail.example",
    "SPITE_SMTP_FROM": "a@cards.example",
    "SPITE_URL": "https://cards.example",
}


def settings(**variables: str) -> MailSettings:
    found = MailSettings.read({**VARIABLES, **variables})
    assert found is not None
    return found


class Server:
    """A mail server's end of a connection: what it offers, its answers, and what was said to it."""

    def __init__(self, ways: str = "PLAIN LOGIN", answers: tuple[int, ...] = (235,), is_rude: bool = False) -> None:
        self.said: list[Any] = []
        self.esmtp_features = {"auth": ways}
        self.answers = list(answers)
        self.is_rude = is_rude

    def starttls(self, context: Any) -> None:
        self.said.append("starttls" if context is not None else "starttls of anybody")

    def login(self, user: str, password: str) -> None:
        self.said.append(("login", user, password))

    def ehlo_or_helo_if_needed(self) -> None:
        self.said.append("ehlo")

    def docmd(self, *words: str) -> tuple[int, bytes]:
        self.said.append(words)
        return self.answers.pop(0), b"said"

    def send_message(self, message: EmailMessage) -> None:
        self.said.append(message)
        if self.is_rude:
            raise smtplib.SMTPDataError(550, b"no")

    def quit(self) -> None:
        self.said.append("quit")
        if self.is_rude:
            raise smtplib.SMTPServerDisconnected

    def close(self) -> None:
        self.said.append("close")


def sent_to(server: Server, monkeypatch: pytest.MonkeyPatch, message: EmailMessage, **variables: str) -> list[Any]:
    """Send a mail; return how the server was reached, and what was said to it."""

    def reach(kind: str) -> Any:
        def opened(host: str, port: int, timeout: float, **more: Any) -> Server:
            server.said.append((kind, host, port, timeout, *more))
            return server

        return opened

    names = ("SMTPException", "SMTPAuthenticationError", "SMTPRecipientsRefused", "SMTPSenderRefused", "SMTPDataError")
    errors = {name: getattr(smtplib, name) for name in (*names, "SMTPNotSupportedError")}
    fake = SimpleNamespace(SMTP=reach("plain"), SMTP_SSL=reach("tls"), **errors)
    monkeypatch.setattr(sending, "smtplib", fake)
    send(message, settings(**variables))
    return server.said


@pytest.mark.parametrize(
    ("security", "reached"),
    [
        ("starttls", [("plain", "mail.example", 587, 30), "starttls"]),
        ("tls", [("tls", "mail.example", 465, 30, "context")]),
        ("none", [("plain", "mail.example", 25, 30)]),
    ],
)
def test_a_mail_server_is_reached_as_set_and_let_go(
    security: str, reached: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    message = EmailMessage()
    said = sent_to(Server(), monkeypatch, message, SPITE_SMTP_SECURITY=security)
    assert said == [*reached, message, "quit", "close"]


def test_a_mail_server_that_refuses_is_let_go_too(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(is_rude=True)
    with pytest.raises(smtplib.SMTPDataError):
        sent_to(server, monkeypatch, EmailMessage(), SPITE_SMTP_SECURITY="none")
    assert server.said[-2:] == ["quit", "close"]


@pytest.mark.parametrize(
    ("ways", "answers", "said"),
    [
        ("plain login", (235,), [("AUTH", "PLAIN AGFkYQBww6Rzcw==")]),
        ("PLAIN", (503,), [("AUTH", "PLAIN AGFkYQBww6Rzcw==")]),
        ("LOGIN", (334, 235), [("AUTH", "LOGIN YWRh"), ("cMOkc3M=",)]),
    ],
)
def test_any_letters_of_a_password_are_sent_as_the_server_takes_them(
    ways: str, answers: tuple[int, ...], said: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    account = {"SPITE_SMTP_SECURITY": "none", "SPITE_SMTP_USER": "ada", "SPITE_SMTP_PASSWORD": "päss"}
    found = sent_to(Server(ways, answers), monkeypatch, EmailMessage(), **account)
    assert found[1 : 2 + len(said)] == ["ehlo", *said]
    plain = sent_to(Server(), monkeypatch, EmailMessage(), **{**account, "SPITE_SMTP_PASSWORD": "pass"})
    assert plain[1] == ("login", "ada", "pass")


@pytest.mark.parametrize(
    ("ways", "answers"), [("PLAIN", (535,)), ("LOGIN", (334, 535)), ("LOGIN", (535,)), ("XOAUTH2", ())]
)
def test_a_login_that_is_refused_sends_nothing(
    ways: str, answers: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, message = Server(ways, answers), EmailMessage()
    account = {"SPITE_SMTP_SECURITY": "none", "SPITE_SMTP_USER": "ada", "SPITE_SMTP_PASSWORD": "päss"}
    with pytest.raises(smtplib.SMTPException):
        sent_to(server, monkeypatch, message, **account)
    assert message not in server.said


@pytest.mark.parametrize(
    ("kind", "answers", "tries", "rests"),
    [
        ("link", [None], 1, []),
        # As long as the link is good: after a quarter of an hour it is of no use.
        ("link", [OSError()] * 9, 4, [30, 60, 300]),
        ("link", [smtplib.SMTPDataError(550, b"")], 1, []),
        ("link", [smtplib.SMTPDataError(450, b""), None], 2, [30]),
        ("question", [OSError()] * 20, 13, [30, 60, 300, 900, 1800, 3600, 7200, *[14400] * 5]),
    ],
)
async def test_a_mail_about_an_account_is_tried_as_long_as_it_is_of_use(
    kind: str, answers: list[Exception | None], tries: int, rests: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(now=0.0)
    slept: list[float] = []
    texts: list[str] = []
    work: list[Any] = []

    async def sent(message: EmailMessage, *_about: Any) -> Exception | None:
        texts.append(message.get_content())
        return answers[len(texts) - 1]

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock.now += seconds

    monkeypatch.setattr(sending, "sent", sent)
    monkeypatch.setattr(sending, "asyncio", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(sending, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(AccountMails, "do", lambda _self, task: work.append(task))
    mails = AccountMails(settings())
    (mails.send_link if kind == "link" else mails.send_question)("b@example.org", "de", "token")
    await work[0]
    assert (len(texts), slept) == (tries, rests)
    assert f"https://cards.example/{'sign-in' if kind == 'link' else 'me'}#mail=token" in texts[0]
