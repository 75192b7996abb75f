"""Turn mails: people who are away when it is their turn get one mail, and can stop them with one click."""

from __future__ import annotations

import asyncio
import email
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest
import pytest_asyncio
from aiosmtpd.smtp import SMTP

from spite_and_malice.server.features.mail import MailSettings, MailSettingsError
from spite_and_malice.server.features.turn_mails import TurnMails

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
    """A mail server that keeps what it gets, or refuses it."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuses = False
        self.port = 0

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        if self.refuses:
            return "451 Come back later"
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
async def playing(serve: Serve, visit: Visit, postbox: Postbox) -> AsyncIterator[tuple[RunningServer, Company]]:
    """Two people play, and it is Ben's turn."""
    async with serve(**mail_options(postbox)) as server:
        company = await begin(server, visit)
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
    """Ben leaves an address, is asked, and says yes."""
    ben = company.browsers[1]
    await leave(ben, company.table_id)
    await mails.round()
    assert (await ben.http.post(link(postbox.mails.pop(), "confirm"))).status_code == 200


async def go_away(company: Company) -> None:
    """Close Ben's page and wait until the others are told."""
    await company.pages[1].connection.close()
    await company.pages[0].people(lambda people: not people["seats"][1]["here"])


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
        # Nothing that a player wrote, and no card.
        assert "Ada" not in mail.as_string()
        assert re.search(r"\b([2-9ATJQK]|10)[cdhs]\b", text) is None
        # They come back, play, and leave again: their next turn is another mail.
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
        assert "could not be sent" in caplog.text
        assert "ben@example.org" not in caplog.text
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
        # It stays so, whoever leaves the mailbox where and however it is written.
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
        # To look where the link leads says nothing yet.
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
            # What follows a plus leads to the same mailbox.
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
