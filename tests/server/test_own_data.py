"""Personal data: settings that follow the person, mails, names, the export, and erasure."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from io import BytesIO
from zipfile import ZipFile

import pytest

from spite_and_malice.server.archive.archive import Archive
from spite_and_malice.server.features.accounts import own_data
from spite_and_malice.server.store import StoredGame
from spite_and_malice.server.store.accounts import Account

from .conftest import RunningServer, Serve, Visit
from .people import GREEDY, OPEN, PERSON, begin, gather
from .play import finish
from .test_accounts import KICKED_BACK, error, keep, linked, me, post
from .test_imported import bring, record
from .test_mail import Postbox, mail_options, postbox

__all__ = ["postbox"]


async def test_settings_follow_the_account_and_nothing_is_overwritten_unseen(
    server: RunningServer, visit: Visit
) -> None:
    desk, phone = visit(server.address), visit(server.address)
    assert error((await phone.http.get("/api/me/settings")).json()) == "no_account"
    person = await keep(desk)
    await linked(desk, phone)
    chosen = {"spite.settings": '{"deck": "large"}', "language": "de"}
    for status in (200, 409):
        put = await desk.http.put("/api/me/settings", json={"settings": chosen, "revision": 0})
        assert put.status_code == status
    assert (await phone.http.get("/api/me/settings")).json() == {"settings": chosen, "revision": 1}
    account = await server.store.accounts.account(person)
    assert account is not None
    assert account.language == "de"
    long = {"settings": {"a": "x" * 20_000}, "revision": 1}
    assert error((await desk.http.put("/api/me/settings", json=long)).json()) == "too_long"


async def test_nobody_is_called_at_others_tables_what_somebody_with_an_account_is(
    server: RunningServer, visit: Visit
) -> None:
    ada, other = visit(server.address), visit(server.address)
    await keep(ada)
    assert (await ada.http.put("/api/me", json={"name": "Adele"})).status_code == 200
    table = await ada.table([PERSON | {"name": "Adele"}, OPEN])
    page = await other.open(table)
    await page.greet()
    assert (await page.ask("sit", seat=1, name="\u0430dele"))["code"] == "name_taken"
    assert (await page.ask("sit", seat=1, name="Adam"))["type"] == "accepted"
    assert (await page.ask("wear", head=None, name="ADELE"))["code"] == "name_taken"
    body = {"seats": [PERSON | {"name": "Adele"}, OPEN]}
    for path, asked in (
        ("/api/tables", body),
        ("/api/day", {"name": "Adele"}),
        ("/api/play", {"preset": "standard", "name": "Adele"}),
    ):
        assert error(await post(other, path, 409, **asked)) == "name_taken"
    # Alone with programs, people may have any name.
    await other.table([PERSON | {"name": "Adele"}, GREEDY])
    assert (await ada.http.post("/api/day", json={"name": "Adele"})).status_code == 201


async def test_a_link_signs_in_by_mail_once(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with serve(**mail_options(postbox)) as server:
        desk, phone = visit(server.address), visit(server.address)
        person = await keep(desk)
        asked = await desk.http.put("/api/me/mail", json={"address": "Ada@example.org"})
        assert asked.status_code == 202
        token = await mailed(postbox, "me")
        # Before the yes nothing is sent there.
        await post(phone, "/api/sign-in/mail", 202, address="ada@example.org")
        assert error(await post(phone, "/api/me/mail/confirm", 403, token=token)) == "no_account"
        confirmed = await post(desk, "/api/me/mail/confirm", token=token)
        assert confirmed["account"]["mail"] == "Ada@example.org"
        assert error(await post(desk, "/api/me/mail/confirm", 403, token=token)) == "too_late"
        known = await post(phone, "/api/sign-in/mail", 202, address="ada+x@example.org")
        unknown = await post(phone, "/api/sign-in/mail", 202, address="eve@example.org")
        assert known.keys() == unknown.keys()
        token = await mailed(postbox, "sign-in")
        assert str(postbox.mails[-1]["To"]) == "Ada@example.org"
        assert (await post(phone, "/api/sign-in/mail/link", token=token))["person"] == person
        assert error(await post(phone, "/api/sign-in/mail/link", 403, token=token)) == "too_late"
        assert len(postbox.mails) == 2
        assert (await desk.http.delete("/api/me/mail")).json()["account"]["mail"] is None


async def test_the_answer_to_a_wish_for_a_link_comes_before_anybody_has_looked(
    serve: Serve, visit: Visit, postbox: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serve(**mail_options(postbox)) as server:
        desk, phone = visit(server.address), visit(server.address)
        await keep(desk)
        await desk.http.put("/api/me/mail", json={"address": "ada@example.org"})
        await post(desk, "/api/me/mail/confirm", token=await mailed(postbox, "me"))
        look, may_look = server.store.accounts.of_mailbox, asyncio.Event()

        async def wait_and_look(box: str) -> Account | None:
            await may_look.wait()
            return await look(box)

        monkeypatch.setattr(server.store.accounts, "of_mailbox", wait_and_look)
        for address in ("ada@example.org", "eve@example.org"):
            await post(phone, "/api/sign-in/mail", 202, address=address)
        assert len(postbox.mails) == 1
        may_look.set()
        assert await mailed(postbox, "sign-in")


async def mailed(postbox: Postbox, page: str) -> str:
    """Return the token from the link in the newest mail."""
    found = None
    async with asyncio.timeout(30):
        while found is None:
            await asyncio.sleep(0.01)
            texts = [mail.get_content() for mail in postbox.mails]
            found = re.search(rf"https://cards\.example/{page}#mail=(\S+)", "\n".join(texts))
    return found[1]


async def test_a_mailbox_is_asked_so_often_and_is_one_accounts(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with serve(**mail_options(postbox)) as server:
        browsers = [visit(server.address) for _ in range(4)]
        answers = []
        for browser in browsers:
            await keep(browser)
            answers.append(await browser.http.put("/api/me/mail", json={"address": "ada@example.org"}))
        assert [answer.status_code for answer in answers] == [202, 202, 202, 422]
        wrong = await browsers[0].http.put("/api/me/mail", json={"address": "ada"})
        assert error(wrong.json()) == "invalid_address"


async def test_without_mails_there_are_no_links(server: RunningServer, visit: Visit) -> None:
    browser = visit(server.address)
    await post(browser, "/api/sign-in/mail", 404, address="ada@example.org")


async def test_everything_is_taken_along_by_a_stranger_too(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    await company.finish()
    browser = company.browsers[0]
    answer = await browser.http.get("/api/me/export")
    assert answer.headers["content-type"] == "application/zip"
    packed = ZipFile(BytesIO(answer.content))
    assert packed.testzip() is None
    everything = json.loads(packed.read("everything.json"))
    assert everything["person"] == (await me(browser))["person"]
    assert everything["account"] is None
    assert packed.namelist() == ["everything.json", f"records/spite-{company.table_id}-1.txt"]
    whole = (await browser.http.get(f"/api/tables/{company.table_id}/games/1/record")).text
    assert packed.read(packed.namelist()[1]).decode() == whole


@pytest.mark.parametrize("at_once", [1, 2, 25])
async def test_many_games_are_taken_along_a_few_at_a_time(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    browser = visit(server.address)
    await browser.http.get("/games")
    for _game in range(3):
        assert (await bring(browser, record())).status_code == 201
    played = await browser.table([PERSON, GREEDY], preset="goal-13", rules={"payoff": 1, "target": 50})
    page = await browser.open(played)
    state = await page.hello()
    for _game in range(2):
        state = await page.next(await finish(page, state))
    await browser.table()
    await browser.table([PERSON | {"name": 'Adelheid \u2192 "x"'}, OPEN])
    monkeypatch.setattr(own_data, "_AT_ONCE", at_once)
    asked: list[int] = []
    records = Archive.records

    async def noted(archive: Archive, some: Sequence[StoredGame], person: str) -> list[str | None]:
        asked.append(len(some))
        return await records(archive, some, person)

    monkeypatch.setattr(Archive, "records", noted)
    packed = ZipFile(BytesIO((await browser.http.get("/api/me/export")).content))
    assert packed.testzip() is None
    everything = json.loads(packed.read("everything.json"))
    assert everything == await server.store.people.export(everything["person"])
    assert [len(table["games"]) for table in everything["tables"] if table["id"] == played] == [3]
    assert max(asked) <= at_once
    # The game in progress can end immediately: then it is among them.
    assert len(packed.namelist()) == 1 + sum(asked) >= 1 + 3 + 2
    for name in packed.namelist()[1:]:
        table_id, number = name.removesuffix(".txt").split("-")[1:]
        whole = await browser.http.get(f"/api/tables/{table_id}/games/{number}/record")
        assert packed.read(name).decode() == whole.text


async def test_who_deletes_themselves_is_somebody_at_others_tables_and_a_stranger(
    server: RunningServer, visit: Visit
) -> None:
    company = await begin(server, visit)
    leaver = company.browsers[1]
    person = await keep(leaver)
    page = await leaver.open(company.table_id)
    await page.hello()
    alone = await leaver.table()
    erased = await leaver.http.request("DELETE", "/api/me", json={})
    assert erased.json() == {"tables": 2}
    assert await page.closed() == KICKED_BACK
    assert (await me(leaver))["account"] is None
    assert (await me(leaver))["person"] != person
    assert await server.store.tables.get(alone) is None
    stored = await server.store.tables.get(company.table_id)
    assert stored is not None
    assert [(seat.name, seat.person is None) for seat in stored.table.seats] == [("Ada", False), ("Somebody", True)]
    assert (await server.store.people.export(person))["tables"] == []


async def test_a_guest_who_signs_in_while_they_gather_keeps_their_seat(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit)
    desk = visit(server.address)
    person = await keep(desk)
    await linked(desk, company.browsers[1])
    stored = await server.store.tables.get(company.table_id)
    assert stored is not None
    assert stored.table.seats[1].person == person
