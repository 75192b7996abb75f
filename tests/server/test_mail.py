"""Turn mails: people who are away when it is their turn get one mail, and can stop them with one click."""

from __future__ import annotations

import asyncio
import email
import json
import re
import smtplib
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from click.testing import CliRunner, Result
from sqlalchemy import select, update

from spite_and_malice.cli import main
from spite_and_malice.server.features.mail import sending, turn_mails
from spite_and_malice.server.features.mail.sending import (
    MailSettings,
    MailSettingsError,
    is_final,
    letter,
    letter_of,
    send,
    sent,
)
from spite_and_malice.server.features.mail.turn_mails import TurnMails
from spite_and_malice.server.store import DueMail
from spite_and_malice.server.store.database.schema import tables
from spite_and_malice.texts import _, in_language

from .conftest import Browser, RunningServer, Serve, Visit
from .people import Company, begin
from .play import discard
from .services import behind

VARIABLES = {
    "SPITE_SMTP_HOST": "127.0.0.1",
    "SPITE_SMTP_SECURITY": "none",
    "SPITE_SMTP_FROM": "table@cards.example",
    "SPITE_URL": "https://cards.example/",
}


class Postbox:
    """A mail server that stores or refuses its mails."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.refuses = False
        self.says: dict[str, str] = {}
        """The replies to RCPT and DATA instead."""
        self.tries = 0
        self.port = 0

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:
        self.tries += 1
        if "RCPT" not in self.says:
            envelope.rcpt_tos.append(address)
        return self.says.get("RCPT", "250 OK")

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        if self.refuses or "DATA" in self.says:
            return self.says.get("DATA", "451 Come back later")
        self.raw.append(envelope.content)
        message = email.message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        assert [str(message["To"])] == envelope.rcpt_tos
        self.mails.append(message)
        return "250 OK"


@pytest_asyncio.fixture(loop_scope="module")
async def postbox() -> AsyncIterator[Postbox]:
    postbox = Postbox()
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(postbox), "127.0.0.1", 0)
    postbox.port = server.sockets[0].getsockname()[1]
    yield postbox
    server.close()
    await server.wait_closed()


def mail_options(postbox: Postbox) -> dict[str, str]:
    """Return the settings of a server whose mails go to a postbox."""
    variables = {**VARIABLES, "SPITE_SMTP_PORT": str(postbox.port)}
    return {name.removeprefix("SPITE_").lower(): value for name, value in variables.items()}


def settings(postbox: Postbox) -> MailSettings:
    read = MailSettings.read({**VARIABLES, "SPITE_SMTP_PORT": str(postbox.port)})
    assert read is not None
    return read


@asynccontextmanager
async def playing(
    serve: Serve, visit: Visit, postbox: Postbox, **body: Any
) -> AsyncIterator[tuple[RunningServer, Company]]:
    """Two people play, and it is Ben's turn."""
    async with serve(**mail_options(postbox)) as server:
        company = await begin(server, visit, **body)
        while company.turn != 1:
            await company.play(discard(company.states[company.turn]["view"]["legal"]))
        yield server, company


def mailer(server: RunningServer, postbox: Postbox, seconds: float = 0.0) -> TurnMails:
    return TurnMails(server.store, settings(postbox), server.app.state.rooms.is_here, seconds)


async def leave(browser: Browser, table_id: str, address: str = "ben@example.org") -> None:
    answer = await browser.http.put(f"/api/tables/{table_id}/mail", json={"address": address})
    assert answer.status_code == 200, answer.text
    assert answer.json()["on"]


def link(mail: EmailMessage, to: str) -> str:
    """Return the path of a link in a mail."""
    found = re.search(rf"https://cards\.example(/mail/{to}/\S+)", mail.get_content())
    assert found is not None
    return found[1]


async def agree(company: Company, mails: TurnMails, postbox: Postbox) -> None:
    """Ben gives an address, is asked, and says yes."""
    ben = company.browsers[1]
    await leave(ben, company.table_id)
    await mails.round()
    assert (await ben.http.post(link(postbox.mails.pop(), "confirm"))).status_code == 200


async def go_away(company: Company) -> None:
    """Close Ben's page and wait until the others are notified."""
    await company.pages[1].connection.close()
    await company.pages[0].people(lambda people: not people["seats"][1]["here"])


async def test_an_operator_sends_a_trial_and_reads_what_the_mail_server_says(
    server: RunningServer, postbox: Postbox
) -> None:
    variables = {**VARIABLES, "SPITE_SMTP_PORT": str(postbox.port), "LANGUAGE": "en"}
    variables["SPITE_DATABASE"] = f"sqlite:///{server.store.name}"

    async def run(*arguments: str, **others: str) -> Result:
        words = ["admin", *arguments]
        return await asyncio.to_thread(CliRunner().invoke, main, words, env=variables | others)

    done = await run("trial", "mail", "me@example.org")
    assert (done.exit_code, done.stdout) == (0, f"127.0.0.1:{postbox.port} has taken the mail.\n")
    (mail,) = postbox.mails
    assert (mail["To"], "https://cards.example" in mail.get_content()) == ("me@example.org", True)
    postbox.says = {"RCPT": "550 Nobody of this name"}
    refused = await run("trial", "mail", "me@example.org")
    assert refused.exit_code == 2
    assert "Nobody of this name" in refused.stderr
    assert "is no mail address" in (await run("trial", "mail", "me")).stderr
    assert "No mail server is set" in (await run("trial", "mail", "me@example.org", SPITE_SMTP_HOST="")).stderr
    logged = json.loads((await run("log", "--json")).stdout)
    assert [each["subject"] for each in logged if each["what"] == "trial mail"] == ["failed", "sent"]


async def test_who_is_away_gets_one_mail_a_turn(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with playing(serve, visit, postbox) as (server, company):
        mails = mailer(server, postbox)
        await agree(company, mails, postbox)
        await mails.round()
        assert postbox.mails == []
        await go_away(company)
        await mails.round()
        await mails.round()
        (mail,) = postbox.mails
        assert (mail["To"], mail["Auto-Submitted"]) == ("ben@example.org", "auto-generated")
        text = mail.get_content().replace("\r\n", "\n")
        assert f"https://cards.example/table/{company.table_id}\n" in text
        # Nothing written by a player, and no card.
        assert "Ada" not in mail.as_string()
        assert re.search(r"\b([2-9ATJQK]|10)[cdhs]\b", text) is None
        # They come back, play, and leave again: their next turn sends another mail.
        page = company.pages[1] = await company.browsers[1].open(company.table_id)
        company.states[1] = await page.greet()
        await mails.round()
        while company.turn == 1:
            await company.play(discard(company.states[1]["view"]["legal"]))
        while company.turn == 0:
            await company.play(discard(company.states[0]["view"]["legal"]))
        await go_away(company)
        await mails.round()
        assert len(postbox.mails) == 2


async def test_who_lets_their_time_run_out_is_reminded_once(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with playing(serve, visit, postbox, settings={"clock": {"kind": "move", "seconds": 86_400}}) as setting:
        server, company = setting
        mails = mailer(server, postbox)
        await agree(company, mails, postbox)
        await go_away(company)
        for hours, sent in ((0, 1), (17, 1), (2, 2), (1, 2)):
            with behind(f"sqlite:///{server.store.name}") as connection:
                this = tables.c.id == company.table_id
                since = connection.execute(select(tables.c.clocks_since).where(this)).scalar_one()
                connection.execute(update(tables).where(this).values(clocks_since=since - hours * 3_600_000))
            await mails.round()
            await mails.round()
            assert len(postbox.mails) == sent, hours
        first, second = postbox.mails
        assert first["Subject"].startswith("Your turn: ")
        assert second["Subject"].startswith("Your time runs out: ")
        assert "Your time for this move ends " in second.get_content()


async def test_nobody_gets_a_mail_at_once(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with playing(serve, visit, postbox) as (server, company):
        mails = mailer(server, postbox, seconds=3600)
        await agree(company, mails, postbox)
        await go_away(company)
        await mails.round()
        await mails.round()
        assert postbox.mails == []


async def test_several_processes_send_one_mail(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with playing(serve, visit, postbox) as (server, company):
        await agree(company, mailer(server, postbox), postbox)
        await go_away(company)
        for mails in [mailer(server, postbox) for _ in range(3)]:
            await mails.round()
        assert len(postbox.mails) == 1


async def test_a_mail_that_is_not_taken_is_sent_later(
    serve: Serve, visit: Visit, postbox: Postbox, caplog: pytest.LogCaptureFixture
) -> None:
    async with playing(serve, visit, postbox) as (server, company):
        mails = mailer(server, postbox)
        await agree(company, mails, postbox)
        await go_away(company)
        postbox.refuses = True
        await mails.round()
        assert postbox.mails == []
        # The postbox of the test has a log of its own.
        logged = [each.getMessage() for each in caplog.records if each.name.startswith("spite_and_malice")]
        assert any("could not be sent" in line for line in logged)
        assert not any("ben@example.org" in line for line in logged)
        postbox.refuses = False
        await mails.round()
        assert len(postbox.mails) == 1


async def test_one_click_stops_the_mails_and_looking_at_the_link_does_not(
    serve: Serve, visit: Visit, postbox: Postbox
) -> None:
    async with playing(serve, visit, postbox) as (server, company):
        ben = company.browsers[1]
        mails = mailer(server, postbox)
        await agree(company, mails, postbox)
        await go_away(company)
        await mails.round()
        stop = link(postbox.mails[0], "stop")
        assert postbox.mails[0]["List-Unsubscribe"].strip() == f"<https://cards.example{stop}>"
        assert postbox.mails[0]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        somebody = visit(server.address)
        looked = await somebody.http.get(stop)
        assert looked.status_code == 200
        assert f'action="{stop}"' in looked.text
        state = f"/api/tables/{company.table_id}/mail"
        assert (await ben.http.get(state)).json()["on"] is True
        for _ in range(2):
            # As a mail program does it (RFC 8058).
            stopped = await somebody.http.post(stop, data={"List-Unsubscribe": "One-Click"})
            assert stopped.status_code == 200
            assert "No more mails" in stopped.text
        assert (await ben.http.get(state)).json()["on"] is False
        # It stays so, whoever enters the mailbox, wherever and however it is written.
        ada = company.browsers[0]
        for browser, address in ((ben, "ben@example.org"), (ada, "Ben+spite@Example.org")):
            refused = await browser.http.put(state, json={"address": address})
            assert (refused.status_code, refused.json()["error"]["code"]) == (422, "stopped")
        assert "allowed again" in (await somebody.http.post(stop.replace("stop", "allow"))).text
        postbox.mails.clear()
        await leave(ben, company.table_id)
        await mails.round()
        (asked,) = postbox.mails
        assert "/mail/confirm/" in asked.get_content()


async def test_an_address_is_written_to_only_after_its_owner_said_yes(
    serve: Serve, visit: Visit, postbox: Postbox
) -> None:
    async with playing(serve, visit, postbox) as (server, company):
        ben, state = company.browsers[1], f"/api/tables/{company.table_id}/mail"
        await leave(ben, company.table_id)
        await go_away(company)
        mails = mailer(server, postbox)
        for _ in range(3):
            await leave(ben, company.table_id)
            await mails.round()
        (asked,) = postbox.mails
        assert (await ben.http.get(state)).json() == {
            "available": True,
            "on": True,
            "confirmed": False,
            "minutes": 5,
        }
        # Opening the link does not answer yet.
        confirm = link(asked, "confirm")
        assert f'action="{confirm}"' in (await ben.http.get(confirm)).text
        await mails.round()
        assert len(postbox.mails) == 1
        assert (await ben.http.post(confirm)).status_code == 200
        assert (await ben.http.get(state)).json()["confirmed"] is True
        await mails.round()
        assert len(postbox.mails) == 2
        assert company.table_id in postbox.mails[1].get_content()
        # Once is enough: at another table they are not asked again.
        await leave(ben, await ben.table(preset="standard"), "ben+cards@example.org")
        await mails.round()
        assert len(postbox.mails) == 2


async def test_who_is_asked_may_say_never(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with playing(serve, visit, postbox) as (server, company):
        await leave(company.browsers[1], company.table_id, "victim+1@example.org")
        mails = mailer(server, postbox)
        await mails.round()
        assert (await visit(server.address).http.post(link(postbox.mails[0], "stop"))).status_code == 200
        for number in range(3):
            browser = visit(server.address)
            path = f"/api/tables/{await browser.table(preset='standard')}/mail"
            refused = await browser.http.put(path, json={"address": f"victim+{number}@example.org"})
            assert refused.json()["error"]["code"] == "stopped"
        await mails.round()
        assert len(postbox.mails) == 1
        assert (
            "This link no longer works"
            in (await visit(server.address).http.post(link(postbox.mails[0], "confirm"))).text
        )


async def test_many_people_cannot_have_one_mailbox_asked_without_end(
    serve: Serve, visit: Visit, postbox: Postbox
) -> None:
    async with serve(**mail_options(postbox)) as server:
        mails = mailer(server, postbox)
        codes = []
        for number in range(5):
            browser = visit(server.address)
            path = f"/api/tables/{await browser.table(preset='standard')}/mail"
            answer = await browser.http.put(path, json={"address": f"victim+{number}@example.org"})
            codes.append(answer.status_code)
            await mails.round()
        assert codes == [200] * 3 + [422] * 2
        assert len(postbox.mails) == 3


async def test_an_address_without_an_answer_is_forgotten(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with serve(**mail_options(postbox)) as server:
        browser = visit(server.address)
        table_id = await browser.table(preset="standard")
        await leave(browser, table_id)
        await mailer(server, postbox).round()
        with behind(f"sqlite:///{server.store.name}") as connection:
            connection.exec_driver_sql("UPDATE mail_consents SET asked_at = 1000")
        await mailer(server, postbox).round()
        assert (await browser.http.get(f"/api/tables/{table_id}/mail")).json()["on"] is False


async def test_an_address_is_left_by_the_players_alone_and_told_to_nobody(
    serve: Serve, visit: Visit, postbox: Postbox
) -> None:
    async with playing(serve, visit, postbox) as (server, company):
        path = f"/api/tables/{company.table_id}/mail"
        stranger = visit(server.address)
        refused = await stranger.http.put(path, json={"address": "eve@example.org"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_seated")
        await leave(company.browsers[1], company.table_id)
        for browser in (*company.browsers, stranger):
            for told in (path, "/api/tables", f"/table/{company.table_id}", "/games"):
                assert "example.org" not in (await browser.http.get(told)).text
        assert all("example.org" not in text for page in company.pages for text in page.texts)
        assert (await company.browsers[1].http.delete(path)).json()["on"] is False


@pytest.mark.parametrize(
    "address", ["", "ben", "ben@localhost", "a@b.c, d@e.f", "Ben <ben@example.org>", "ben@example.org\nBcc: x@y.z"]
)
async def test_what_is_no_address_is_refused(serve: Serve, visit: Visit, postbox: Postbox, address: str) -> None:
    async with serve(**mail_options(postbox)) as server:
        browser = visit(server.address)
        table_id = await browser.table(preset="standard")
        refused = await browser.http.put(f"/api/tables/{table_id}/mail", json={"address": address})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "invalid_address")


async def test_an_address_can_be_left_at_so_many_tables_only(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with serve(**mail_options(postbox)) as server:
        browser = visit(server.address)
        codes = []
        for number in range(21):
            table_id = await browser.table(preset="standard")
            # An address with a plus part belongs to the same mailbox.
            address = f"Ada+{number}@example.org" if number % 2 else "ada@Example.org"
            answer = await browser.http.put(f"/api/tables/{table_id}/mail", json={"address": address})
            codes.append(answer.status_code)
        assert codes == [200] * 20 + [422]


async def test_addresses_are_not_left_without_end(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with serve(mail_addresses_a_minute=10, **mail_options(postbox)) as server:
        browser = visit(server.address)
        path = f"/api/tables/{await browser.table(preset='standard')}/mail"
        codes = [(await browser.http.put(path, json={"address": "ada@example.org"})).status_code for _ in range(11)]
        assert codes == [200] * 10 + [429]


async def test_a_server_without_a_mail_server_offers_no_mails(server: RunningServer, browser: Browser) -> None:
    path = f"/api/tables/{await browser.table(preset='standard')}/mail"
    assert (await browser.http.get(path)).json()["available"] is False
    assert (await browser.http.put(path, json={"address": "ada@example.org"})).status_code == 404


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"SPITE_URL": ""}, "SPITE_URL"),
        ({"SPITE_URL": "cards.example"}, "SPITE_URL"),
        ({"SPITE_SMTP_FROM": ""}, "SPITE_SMTP_FROM"),
        ({"SPITE_SMTP_FROM": "table"}, "SPITE_SMTP_FROM"),
        ({"SPITE_SMTP_PORT": "smtp"}, "SPITE_SMTP_PORT"),
        ({"SPITE_SMTP_SECURITY": "ssl"}, "starttls, tls or none"),
    ],
)
def test_variables_that_do_not_suffice_are_told(changes: dict[str, str], said: str) -> None:
    with pytest.raises(MailSettingsError, match=said):
        MailSettings.read(VARIABLES | changes)


def test_the_usual_port_follows_the_security() -> None:
    read = [MailSettings.read({**VARIABLES, "SPITE_SMTP_SECURITY": kind}) for kind in ("starttls", "tls", "none")]
    assert [found.port for found in read if found is not None] == [587, 465, 25]
    assert MailSettings.read({}) is None


HOUR = 3600.0


@pytest.mark.parametrize(("where", "code"), [("RCPT", 450)])
async def test_a_mail_that_is_not_taken_now_is_tried_for_two_days(
    serve: Serve, visit: Visit, postbox: Postbox, monkeypatch: pytest.MonkeyPatch, where: str, code: int
) -> None:
    async with playing(serve, visit, postbox) as (server, company):
        mails = mailer(server, postbox)
        await agree(company, mails, postbox)
        await go_away(company)
        postbox.says, postbox.tries = {where: f"{code} try again later"}, 0
        real, forward = time.monotonic, 0.0
        monkeypatch.setattr(turn_mails, "monotonic", lambda: real() + forward)
        tried: list[float] = []
        while forward < 60 * HOUR:
            before = postbox.tries
            await mails.round()
            if postbox.tries > before:
                tried.append(forward)
            forward += 120.0 if forward < HOUR else 1800.0
        # Soon at first, then every few hours, and not at all after two days.
        assert sum(at < HOUR for at in tried) in range(4, 8)
        assert 3 * HOUR < tried[-1] - tried[-2] < 5 * HOUR
        assert 43 * HOUR < tried[-1] <= 48 * HOUR
        assert postbox.mails == []


@pytest.mark.parametrize("code", [421, 450, 451, 452, 500, 550, 551, 552, 553, 554])
def test_what_is_final_is_said_with_five_hundred_and_more(code: int) -> None:
    refusals = (
        smtplib.SMTPRecipientsRefused({"ben@example.org": (code, b"")}),
        smtplib.SMTPSenderRefused(code, b"", "table@cards.example"),
        smtplib.SMTPDataError(code, b""),
    )
    assert [is_final(refusal) for refusal in refusals] == [code >= 500] * 3
    # A refused login says nothing about the mail.
    assert not is_final(smtplib.SMTPAuthenticationError(code, b""))
    assert not is_final(TimeoutError())


async def test_a_mail_is_taken_after_a_night(
    serve: Serve, visit: Visit, postbox: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(serve, visit, postbox) as (server, company):
        mails = mailer(server, postbox)
        await agree(company, mails, postbox)
        await go_away(company)
        postbox.says = {"RCPT": "450 greylisted"}
        for _ in range(3):
            await mails.round()
        assert postbox.tries == 3
        postbox.says = {}
        real = time.monotonic
        monkeypatch.setattr(turn_mails, "monotonic", lambda: real() + 12 * HOUR)
        await mails.round()
        assert len(postbox.mails) == 1


@pytest.mark.parametrize(("where", "code"), [("RCPT", 550), ("DATA", 554)])
async def test_a_refusal_for_good_is_final(
    serve: Serve, visit: Visit, postbox: Postbox, monkeypatch: pytest.MonkeyPatch, where: str, code: int
) -> None:
    async with playing(serve, visit, postbox) as (server, company):
        mails = mailer(server, postbox)
        await agree(company, mails, postbox)
        await go_away(company)
        postbox.says, postbox.tries = {where: f"{code} no"}, 0
        await mails.round()
        postbox.says = {}
        real = time.monotonic
        monkeypatch.setattr(turn_mails, "monotonic", lambda: real() + 12 * HOUR)
        await mails.round()
        assert (postbox.tries, postbox.mails) == (1, [])


async def test_what_was_stopped_is_seen_and_begun_again_behind_the_same_link(
    serve: Serve, visit: Visit, postbox: Postbox
) -> None:
    async with playing(serve, visit, postbox) as (server, company):
        mails = mailer(server, postbox)
        await agree(company, mails, postbox)
        await go_away(company)
        await mails.round()
        stop, owner = link(postbox.mails[0], "stop"), visit(server.address)
        assert "<script" not in re.sub(r"<script[^>]* src=[^>]*></script>", "", (await owner.http.get(stop)).text)
        await owner.http.post(stop)
        # Whenever they come back to it.
        page = (await owner.http.get(stop)).text
        allow = stop.replace("stop", "allow")
        assert f'action="{allow}"' in page
        assert f'action="{stop}"' not in page
        await owner.http.post(allow)
        assert f'action="{stop}"' in (await owner.http.get(stop)).text
        await leave(company.browsers[1], company.table_id)


@pytest.mark.parametrize("password", ["plain", "Schlüssel", "10€", "密码"])
@pytest.mark.parametrize("ways", ["PLAIN", "LOGIN", "PLAIN LOGIN"])
async def test_who_logs_in_has_any_letters_in_the_password(postbox: Postbox, password: str, ways: str) -> None:
    known: list[tuple[bytes, bytes]] = []

    def authenticate(_server: Any, _session: Any, _envelope: Any, _mechanism: str, given: LoginPassword) -> AuthResult:
        known.append((given.login, given.password))
        return AuthResult(success=True)

    left_out = [way for way in ("PLAIN", "LOGIN") if way not in ways.split()]
    options: dict[str, Any] = {
        "authenticator": authenticate,
        "auth_require_tls": False,
        "auth_exclude_mechanism": left_out,
    }
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(postbox, **options), "127.0.0.1", 0)
    logged_in = replace(settings(postbox), port=server.sockets[0].getsockname()[1], user="jürgen", password=password)
    message = letter_of("ben@example.org", "Hello", ["Words"], logged_in)
    await asyncio.to_thread(send, message, logged_in)
    assert known == [("jürgen".encode(), password.encode())]
    assert len(postbox.mails) == 1
    server.close()


async def test_a_mail_that_was_taken_is_not_sent_again_for_a_bad_farewell(postbox: Postbox) -> None:
    class Rude(SMTP):
        async def smtp_QUIT(self, _words: str) -> None:
            await self.push("502 no")

    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Rude(postbox), "127.0.0.1", 0)
    rude = replace(settings(postbox), port=server.sockets[0].getsockname()[1])
    assert await sent(letter_of("ben@example.org", "Hello", ["Words"], rude), rude, "not sent") is None
    server.close()


LONG = "a-sender-with-a-rather-long-name.that-nobody-would-choose-but-some-do"


@pytest.mark.parametrize("sender", ["t@c.example", f"{LONG}@{'cards.' * 20}example", "tisch@kärten.example"])
@pytest.mark.parametrize(
    "url", ["https://c.example", f"https://{'long.' * 30}example/below/a/path", "https://kärten.example/ü"]
)
@pytest.mark.parametrize("language", ["en", "de"])
async def test_mails_are_what_was_meant_byte_for_byte(postbox: Postbox, sender: str, url: str, language: str) -> None:
    read = MailSettings.read(
        {**VARIABLES, "SPITE_SMTP_PORT": str(postbox.port), "SPITE_SMTP_FROM": sender, "SPITE_URL": url}
    )
    assert read is not None
    token = "t" * 43
    names = ("Spite & Malice", "Größe und Übermut – ♠ ein langer Name, der gefaltet wird, weil er so lang ist")
    for name in names:
        due = DueMail("kX3vJ0bqTn2y", "p", "b" * 60 + "@example.org", language, token, name, 1, 1, 1)
        await asyncio.to_thread(send, letter(due, read), read)
        raw = postbox.raw.pop()
        # Only ASCII, no line too long, and translated words in no header except the subject.
        assert raw.isascii()
        assert max(map(len, raw.splitlines())) <= 998
        head, _empty, _body = raw.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        assert f"List-Unsubscribe: <{read.url}/mail/stop/{token}>" in lines
        assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in lines
        assert f"From: Spite and Malice <{read.sender}>" in lines
        assert f"To: {due.address}" in lines
        assert all(line.startswith(("Subject:", " ")) for line in lines if "=?" in line)
        with in_language(language):
            subject = _("Your turn: {table}").format(table=_(name))
        # The output of git, which has its own mail parser.
        found = _read_by_git(raw)
        assert found["Subject"] == subject
        assert found["Email"] == read.sender
        assert f"{read.url}/mail/stop/{token}" in found["body"].splitlines()
        assert subject.partition(": ")[2] in found["body"]


@pytest.mark.parametrize(
    ("zone", "told"),
    [("UTC", "tomorrow at 02:30 (UTC)."), ("Asia/Tokyo", "today at 11:30."), ("Europe/Berlin", "tomorrow at 03:30.")],
)
def test_a_mail_says_when_the_time_for_the_move_ends(zone: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = int(datetime(2026, 3, 3, 18, 30, tzinfo=UTC).timestamp() * 1000)
    monkeypatch.setattr(sending, "now_ms", lambda: now)
    read = MailSettings.read({**VARIABLES, "SPITE_SMTP_PORT": "25"})
    assert read is not None
    due = DueMail("table", "p", "a@example.org", "en", "t" * 43, "Spite & Malice", 1, 1, 1, now + 8 * 3_600_000, zone)
    assert f"Your time for this move ends {told}" in letter(due, read).get_content()
    assert "Your time" not in letter(replace(due, deadline=None), read).get_content()


def _read_by_git(raw: bytes) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        command = ["git", "mailinfo", "--encoding=UTF-8", "-k", f"{folder}/body", f"{folder}/patch"]
        told = subprocess.run(command, input=raw.replace(b"\r\n", b"\n"), capture_output=True, check=True)
        found = dict(line.split(": ", 1) for line in told.stdout.decode().splitlines() if ": " in line)
        return found | {"body": Path(f"{folder}/body").read_text() + Path(f"{folder}/patch").read_text()}
