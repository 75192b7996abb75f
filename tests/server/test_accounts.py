"""One person on several devices: creating an account, signing in by codes and out again, and the data that moves."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select

from spite_and_malice.cli import main
from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.http.identity import hash_token
from spite_and_malice.server.people import alike
from spite_and_malice.server.store import Store
from spite_and_malice.server.store.accounts.joining import join
from spite_and_malice.server.store.database.schema import tables

from .conftest import Browser, RunningServer, Serve, Visit
from .people import begin
from .play import is_event

KICKED_BACK = 4006
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"


async def post(browser: Browser, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    """Send a request, check the status, and return the answer."""
    response = await browser.http.post(path, json=body)
    assert response.status_code == status, response.text
    answer: dict[str, Any] = response.json()
    return answer


async def me(browser: Browser) -> dict[str, Any]:
    answer: dict[str, Any] = (await browser.http.get("/api/me")).json()
    return answer


async def keep(browser: Browser) -> str:
    """Create an account and return its owner."""
    await browser.http.get("/api/me")
    person: str = (await post(browser, "/api/me", 201))["person"]
    return person


async def linked(signed_in: Browser, other: Browser) -> None:
    """Sign a browser in by a code of another."""
    await other.http.get("/api/me")
    await post(other, "/api/sign-in/code", code=(await post(signed_in, "/api/me/link"))["code"])


def error(answer: dict[str, Any]) -> str:
    code: str = answer["error"]["code"]
    return code


async def test_keeping_the_games_makes_an_account_of_the_stranger_with_another_token(
    server: RunningServer, visit: Visit
) -> None:
    browser = visit(server.address)
    before = await me(browser)
    assert before["account"] is None
    first, table = browser.token, await browser.table()
    assert await keep(browser) == before["person"] == hash_token(first)
    assert browser.token != first
    found = await me(browser)
    assert [device["this"] for device in found["account"]["devices"]] == [True]
    assert [each["id"] for each in (await browser.http.get("/api/tables")).json()] == [table]
    assert error(await post(browser, "/api/me", 409)) == "has_account"
    old = visit(server.address)
    old.token = first
    assert (await me(old))["person"] != before["person"]
    assert error(await post(old, "/api/me/sign-out", 401)) == "signed_out"


async def test_a_lost_answer_of_keeping_the_games_loses_nothing(server: RunningServer, visit: Visit) -> None:
    browser = visit(server.address)
    table, first = await browser.table(), browser.token
    person = await keep(browser)
    second = browser.token
    # The answer never arrived: the browser still has its first token, and is who it was.
    browser.token = first
    for _ in range(2):
        found = await me(browser)
        assert found["person"] == person
        assert [device["this"] for device in found["account"]["devices"]] == [True]
        assert [each["id"] for each in (await browser.http.get("/api/tables")).json()] == [table]
    # The new token is valid as well, and is the only one from its first use on.
    other = visit(server.address)
    other.token = second
    assert [device["this"] for device in (await me(other))["account"]["devices"]] == [True]
    assert (await me(browser))["account"] is None


@pytest.mark.parametrize("then", ["join", "change", "stranger"])
async def test_a_lost_answer_of_signing_in_leaves_a_way_on(server: RunningServer, visit: Visit, then: str) -> None:
    desk, phone = visit(server.address), visit(server.address)
    tables = [await desk.table(), await phone.table()]
    desks = await keep(desk)
    before = (await keep(phone)) if then != "stranger" else (await me(phone))["person"]
    await me(phone)
    token = phone.token
    code = (await post(desk, "/api/me/link"))["code"]
    if then == "stranger":
        await post(phone, "/api/sign-in/code", code=code)
    else:
        ticket = (await post(phone, "/api/sign-in/code", 409, code=code))["error"]["ticket"]
        await post(phone, "/api/sign-in/decide", ticket=ticket, then=then)
    phone.token = token
    assert (await me(phone))["person"] == (before if then == "change" else desks)
    assert tables[1] in {each["id"] for each in (await phone.http.get("/api/tables")).json()}


async def test_a_code_signs_another_device_in_once_and_its_games_come_along(
    server: RunningServer, visit: Visit
) -> None:
    desk, phone, third = visit(server.address), visit(server.address), visit(server.address)
    tables = {await desk.table(), await phone.table()}
    person = await keep(desk)
    phone.http.headers["user-agent"] = PHONE
    link = await post(desk, "/api/me/link")
    assert link["url"] == f"http://{server.address}/sign-in#{link['code']}"
    assert link["qr"].startswith("<?xml") or "<svg" in link["qr"]
    typed = link["code"].lower().replace("-", " ")
    assert (await post(phone, "/api/sign-in/code", code=typed))["person"] == person
    for browser in (desk, phone):
        assert {each["id"] for each in (await browser.http.get("/api/tables")).json()} == tables
    devices = (await me(phone))["account"]["devices"]
    assert {(each["browser"], each["system"], each["this"]) for each in devices} == {
        ("", "", False),
        ("Safari", "iPhone", True),
    }
    await third.http.get("/api/me")
    assert error(await post(third, "/api/sign-in/code", 403, code=link["code"])) == "wrong_code"


async def test_the_newest_code_alone_is_good_and_not_for_ever(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, phone = visit(server.address), visit(server.address)
    await keep(desk)
    codes = [(await post(desk, "/api/me/link"))["code"] for _ in range(2)]
    assert error(await post(phone, "/api/sign-in/code", 403, code=codes[0])) == "wrong_code"
    later = now_ms() + 600_001
    monkeypatch.setattr("spite_and_malice.server.store.accounts.people.now_ms", lambda: later)
    assert error(await post(phone, "/api/sign-in/code", 403, code=codes[1])) == "wrong_code"


@pytest.mark.parametrize("code", ["", "AAAA-AAAA", "A" * 20, "AAAA-AAAA-AAAA", "\0" * 8, "ÄÖÜß" * 5])
async def test_a_wrong_code_of_any_kind_says_the_same(server: RunningServer, visit: Visit, code: str) -> None:
    answer = await post(visit(server.address), "/api/sign-in/code", 403, code=code)
    assert error(answer) == "wrong_code"


async def test_a_recovery_code_is_stored_as_a_hash_and_the_newest_signs_in(server: RunningServer, visit: Visit) -> None:
    desk = visit(server.address)
    person = await keep(desk)
    assert not (await me(desk))["account"]["recovery"]
    old, new = [(await post(desk, "/api/me/recovery"))["code"] for _ in range(2)]
    assert (await me(desk))["account"]["recovery"]
    assert new not in str(await server.store.accounts.account(person))
    other = visit(server.address)
    assert error(await post(other, "/api/sign-in/code", 403, code=old)) == "wrong_code"
    assert (await post(other, "/api/sign-in/code", code=new))["person"] == person


async def test_signing_out_leaves_a_stranger_and_another_device_can_be_signed_out(
    server: RunningServer, visit: Visit
) -> None:
    desk, phone = visit(server.address), visit(server.address)
    person = await keep(desk)
    await desk.table()
    await linked(desk, phone)
    of_phone = next(each["id"] for each in (await me(desk))["account"]["devices"] if not each["this"])
    assert (await post(desk, "/api/me/sign-out", device=of_phone))["device"] == of_phone
    assert error(await post(desk, "/api/me/sign-out", 404, device=of_phone)) == "unknown_device"
    assert (await me(phone))["account"] is None
    assert (await phone.http.get("/api/tables")).json() == []
    await post(desk, "/api/me/sign-out")
    after = await me(desk)
    assert (after["account"], (await desk.http.get("/api/tables")).json()) == (None, [])
    assert after["person"] != person
    assert error(await post(desk, "/api/me/link", 403)) == "no_account"


async def test_pages_of_a_device_that_is_signed_out_are_sent_away_at_once(server: RunningServer, visit: Visit) -> None:
    desk, phone = visit(server.address), visit(server.address)
    table = await desk.table()
    await keep(desk)
    await linked(desk, phone)
    page = await phone.open(table)
    assert (await page.hello())["table"]["you"] == 0
    of_phone = next(each["id"] for each in (await me(desk))["account"]["devices"] if not each["this"])
    await post(desk, "/api/me/sign-out", device=of_phone)
    assert await page.closed() == KICKED_BACK
    again = await phone.open(table)
    assert (await again.get_any())["code"] == "signed_out"
    assert await again.closed() == KICKED_BACK


async def test_a_seat_becomes_the_accounts_while_the_game_goes_on(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    desk = visit(server.address)
    person = await keep(desk)
    await linked(desk, company.browsers[1])
    assert await company.pages[1].closed() == KICKED_BACK
    here = await desk.open(company.table_id)
    assert (await here.hello())["table"]["you"] == 1
    back = await company.browsers[1].open(company.table_id)
    snapshot = await back.hello()
    assert snapshot["table"]["you"] == 1
    company.pages[1], company.states = back, [company.pages[0].snapshot or {}, snapshot]
    company.states[0] = await company.pages[0].greet()
    await company.finish()
    finished = await server.store.figures.finished("spite", person)
    assert [seat.person for seat in finished[0].seats].index(person) == 1


async def test_two_devices_at_one_seat_are_as_two_pages(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    desk, phone = company.browsers[0], visit(server.address)
    await keep(desk)
    await me(desk)
    assert await company.pages[0].closed() == KICKED_BACK
    await linked(desk, phone)
    here, there = await desk.open(company.table_id), await phone.open(company.table_id)
    company.pages[0], company.states[0] = here, await here.hello()
    while company.turn != 0:
        await company.play()
    seen = await there.hello()
    assert (seen["table"]["you"], seen["ply"]) == (0, company.states[0]["ply"])
    # The phone continues as the same person, and the desktop sees it; also after it comes back.
    company.pages[0], company.states[0] = there, seen
    await company.play()
    assert (await here.get_until(is_event))["version"] == seen["version"] + 1
    back = await desk.open(company.table_id)
    again = await back.hello(version=seen["version"], game=1)
    assert (again["type"], again["version"]) == ("event", seen["version"] + 1)


async def test_both_at_one_table_keep_one_seat_and_the_game(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    host, guest = company.browsers
    person = await keep(host)
    await linked(host, guest)
    stored = await server.store.tables.get(company.table_id)
    assert stored is not None
    assert [(seat.person, seat.stand_in, seat.free) for seat in stored.table.seats] == [
        (person, None, False),
        (None, "left", True),
    ]


async def test_two_accounts_are_made_one_only_when_asked(server: RunningServer, visit: Visit) -> None:
    desk, phone = visit(server.address), visit(server.address)
    tables = [await desk.table(), await phone.table()]
    desks, phones = await keep(desk), await keep(phone)
    for browser, name in ((desk, "Dora"), (phone, "Phil")):
        assert (await browser.http.put("/api/me", json={"name": name})).status_code == 200

    async def asked() -> str:
        answer = await post(phone, "/api/sign-in/code", 409, code=(await post(desk, "/api/me/link"))["code"])
        found = answer["error"]
        assert (found["code"], found["here"], found["there"]) == ("two_accounts", "Phil", "Dora")
        ticket: str = found["ticket"]
        return ticket

    ticket = await asked()
    assert (await me(phone))["person"] == phones
    other = visit(server.address)
    assert error(await post(other, "/api/sign-in/decide", 403, ticket=ticket, then="join")) == "too_late"
    ticket = await asked()
    # The other way: both stay.
    assert (await post(phone, "/api/sign-in/decide", ticket=ticket, then="change"))["person"] == desks
    assert [each["id"] for each in (await phone.http.get("/api/tables")).json()] == tables[:1]
    assert await server.store.accounts.account(phones) is not None


async def test_joining_two_accounts_brings_everything_together(server: RunningServer, visit: Visit) -> None:
    desk, phone, tablet = visit(server.address), visit(server.address), visit(server.address)
    tables = {await desk.table(), await phone.table()}
    desks, phones = await keep(desk), await keep(phone)
    await linked(phone, tablet)
    code = (await post(desk, "/api/me/link"))["code"]
    ticket = (await post(phone, "/api/sign-in/code", 409, code=code))["error"]["ticket"]
    assert (await post(phone, "/api/sign-in/decide", ticket=ticket, then="join"))["person"] == desks
    for browser in (desk, phone, tablet):
        found = await me(browser)
        assert found["person"] == desks
        assert {each["id"] for each in (await browser.http.get("/api/tables")).json()} == tables
    assert len(found["account"]["devices"]) == 3
    assert await server.store.accounts.account(phones) is None


async def test_a_name_is_one_persons_however_it_is_written(server: RunningServer, visit: Visit) -> None:
    desk, phone = visit(server.address), visit(server.address)
    await keep(desk)
    await keep(phone)
    named = await desk.http.put("/api/me", json={"name": " Ilse  Lux "})
    assert named.json()["account"]["name"] == "Ilse Lux"
    for alike_one in ("ilse lux", "Il\u0455e Lux", "I1se Lux", "\uff29lse Lux"):
        refused = await phone.http.put("/api/me", json={"name": alike_one})
        assert (refused.status_code, error(refused.json())) == (409, "name_taken")
    assert error((await phone.http.put("/api/me", json={"name": "\u200b"})).json()) == "no_name"
    assert error((await phone.http.put("/api/me", json={"language": "xx"})).json()) == "no_language"
    await desk.http.put("/api/me", json={"name": None})
    assert (await phone.http.put("/api/me", json={"name": "ilse lux"})).status_code == 200


def test_alike_is_the_same_for_what_looks_the_same() -> None:
    for one, other in (("Ada", "\u0410d\u0430"), ("Bill", "BiII"), ("Nova", "N\u03bfva"), ("Olga", "0lga")):
        assert alike(one) == alike(other)
    assert alike("Ada") != alike("Adam")


async def test_a_program_owns_an_account_by_its_token(server: RunningServer) -> None:
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
        first = {"authorization": f"Bearer {'p' * 42}1"}
        made = await http.post("/api/me", json={}, headers=first)
        token = made.json()["token"]
        answer = await http.get("/api/me", headers={"authorization": f"Bearer {token}"})
        assert answer.json()["person"] == hash_token(f"{'p' * 42}1")
        refused = await http.get("/api/me", headers=first)
        assert (refused.status_code, error(refused.json())) == (401, "signed_out")


@pytest.mark.parametrize(("registration", "said"), [("closed", "no new accounts"), ("invitation", "by invitation")])
async def test_without_an_invitation_nobody_makes_an_account_where_there_are_none(
    serve: Serve, visit: Visit, registration: str, said: str
) -> None:
    async with serve(registration=registration) as server:
        desk = visit(server.address)
        page = (await desk.http.get("/me")).text
        assert said in page
        assert "data-keep" not in page
        refused = await desk.http.post("/api/me", json={})
        assert (refused.status_code, error(refused.json())) == (403, "no_new_accounts")
        assert said in refused.json()["error"]["message"]
        assert (await me(desk))["account"] is None

        variables = {"SPITE_DATABASE": f"sqlite:///{server.store.name}", "LANGUAGE": "en"}

        async def invite(name: str) -> Result:
            words = ["admin", "people", "invite", name, "--json"]
            return await asyncio.to_thread(CliRunner().invoke, main, words, env=variables)

        invited = json.loads((await invite("Greta")).stdout)
        assert "Somebody else has this name" in (await invite("greta")).stderr
        table = await desk.table()
        assert (await post(desk, "/api/sign-in/code", code=invited["code"]))["person"] == invited["id"]
        found = await me(desk)
        assert (found["person"], found["account"]["name"]) == (invited["id"], "Greta")
        # Their earlier data is theirs.
        assert [each["id"] for each in (await desk.http.get("/api/tables")).json()] == [table]
        assert "data-link" in (await desk.http.get("/me")).text


async def test_one_address_makes_accounts_and_changes_at_a_limited_rate(serve: Serve, visit: Visit) -> None:
    async with serve(accounts_a_minute=2, changes_a_minute=3) as server:
        visitors = [visit(server.address) for _ in range(3)]
        for visitor in visitors:
            await visitor.http.get("/api/me")
        made = [await visitor.http.post("/api/me", json={}) for visitor in visitors]
        assert [answer.status_code for answer in made] == [201, 201, 429]
        ada, ben, stranger = (visitor.http for visitor in visitors)
        rules = {"name": "Ours", "preset": "standard", "rules": {"payoff": 5}}
        asks = [
            ada.put("/api/me/settings", json={"settings": {}, "revision": 0}),
            ben.put("/api/me", json={"name": "Ben"}),
            stranger.post("/api/house-rules", json=rules),
            stranger.post("/api/house-rules", json=rules),
            ada.put("/api/me/settings", json={"settings": {}, "revision": 1}),
        ]
        assert [(await ask).status_code for ask in asks] == [200, 200, 201, 429, 429]
        assert (await ada.get("/api/me/settings")).status_code == 200


async def test_guesses_are_limited(serve: Serve, visit: Visit) -> None:
    async with serve(sign_ins_a_minute=3) as server:
        browser = visit(server.address)
        answers = [await browser.http.post("/api/sign-in/code", json={"code": "AAAA"}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [403, 403, 403, 429]


async def test_what_a_stranger_wrote_while_they_were_signed_in_is_brought_after(
    server: RunningServer, visit: Visit
) -> None:
    desk, phone = visit(server.address), visit(server.address)
    person = await keep(desk)
    stranger = (await me(phone))["person"]
    await linked(desk, phone)
    # A request that began before is written after.
    late = visit(server.address)
    table = await late.table()
    old = (await me(late))["person"]
    store: Store = server.store
    await store.accounts._write(lambda connection: _give(connection, old, stranger))
    assert await store.accounts.follow_late(0) == 1
    listed = await store.tables.listed(table)
    assert listed is not None
    assert listed.table.host == person
    assert await store.accounts.follow_late(0) == 0


def _give(connection: Any, old: str, new: str) -> None:
    found = list(connection.execute(select(tables.c.id).where(tables.c.host == old)).scalars())
    join(connection, old, new, found)


async def test_what_is_kept_twice_is_kept_once_or_beside(server: RunningServer, visit: Visit) -> None:
    desk, phone = visit(server.address), visit(server.address)
    await keep(desk)
    rules = {"name": "Ours", "preset": "standard"}
    await desk.http.post("/api/house-rules", json=rules | {"rules": {"payoff": 5}})
    await phone.http.post("/api/house-rules", json=rules | {"rules": {"payoff": 7}})
    await phone.http.post("/api/house-rules", json=rules | {"name": "Same", "rules": {"payoff": 9}})
    await desk.http.post("/api/house-rules", json=rules | {"name": "Same", "rules": {"payoff": 9}})
    for browser in (desk, phone):
        assert (await browser.http.post("/api/day", json={"name": "Ada"})).status_code == 201
    await linked(desk, phone)
    kept = (await desk.http.get("/api/house-rules")).json()
    assert [(each["name"], each["rules"]["payoff"]) for each in kept] == [("Ours", 5), ("Ours 2", 7), ("Same", 9)]
    listed = (await desk.http.get("/api/tables")).json()
    assert len(listed) == 2
    stored = [await server.store.tables.listed(each["id"]) for each in listed]
    assert sorted(each.table.day is not None for each in stored if each is not None) == [False, True]
    assert (await desk.http.post("/api/day", json={"name": "Ada"})).status_code == 200


async def test_who_is_erased_has_no_account_any_more(server: RunningServer, visit: Visit) -> None:
    browser = visit(server.address)
    person = await keep(browser)
    await browser.http.put("/api/me", json={"name": "Erika"})
    found = await server.store.people.export(person)
    assert found["account"]["name"] == "Erika"
    await server.store.people.erase(person)
    assert await server.store.accounts.account(person) is None
    assert await server.store.accounts.person_of_name(alike("Erika")) is None


async def test_two_devices_at_once_sign_in(server: RunningServer, visit: Visit) -> None:
    desk = visit(server.address)
    await keep(desk)
    code = (await post(desk, "/api/me/link"))["code"]
    others = [visit(server.address) for _ in range(5)]
    answers = await asyncio.gather(*(each.http.post("/api/sign-in/code", json={"code": code}) for each in others))
    assert sorted(answer.status_code for answer in answers) == [200, 403, 403, 403, 403]


async def test_another_server_of_the_same_games_hears_of_it(serve: Serve, visit: Visit) -> None:
    async with serve() as here, serve() as there:
        desk, phone, afar = visit(here.address), visit(here.address), visit(there.address)
        table = await phone.table()
        await keep(desk)
        await linked(desk, phone)
        # The phone talks to the other server, which has cached its identity.
        afar.token = phone.token
        page = await afar.open(table)
        assert (await page.hello())["table"]["you"] == 0
        of_phone = next(each["id"] for each in (await me(desk))["account"]["devices"] if not each["this"])
        await post(desk, "/api/me/sign-out", device=of_phone)
        assert await page.closed() == KICKED_BACK
        assert (await me(afar))["account"] is None
