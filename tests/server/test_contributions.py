"""People's contributions to the deals of a table (docs/fair-deals.md): requested after the commitment, and used."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from spite_and_malice.play import parse, verify
from tests.play import independent

from .conftest import Page, RunningServer, Serve, Visit
from .people import GREEDY, OPEN, PERSON, Company, begin, dealt, gather


async def record(company: Company, number: int = 1) -> bytes:
    path = f"/api/tables/{company.table_id}/games/{number}/record"
    return (await company.browsers[0].http.get(path)).content


async def give(page: Page, game: int, contribution: str) -> dict[str, Any]:
    return await page.ask("contribute", game=game, contribution=contribution)


async def test_the_deal_is_settled_by_the_committed_secret_and_what_everybody_gave(
    server: RunningServer, visit: Visit
) -> None:
    company = await gather(server, visit, rules={"payoff": 1})
    ada, ben = company.pages
    commitment = (await ada.greet())["table"]["next_commitment"]
    stored = await server.store.tables.get(company.table_id)
    assert stored is not None
    assert hashlib.sha256(stored.seal.secret).hexdigest() == commitment
    given = [secrets.token_hex(32), secrets.token_hex(32)]
    assert (await give(ada, 1, given[0]))["type"] == "accepted"
    told = await ben.people(lambda people: people["seats"][0]["contributed"])
    assert [seat["contributed"] for seat in told["seats"]] == [True, False]
    # A contribution is not revealed before the deal: others could choose theirs by it.
    assert not any(given[0] in text for text in ben.texts)
    assert (await give(ben, 1, given[1]))["type"] == "accepted"
    await ada.ask("start")
    company.states = [await dealt(page) for page in company.pages]
    for state in company.states:
        assert (state["table"]["commitment"], state["table"]["contributions"]) == (commitment, given)
        assert state["table"]["next_commitment"] != commitment
    await company.finish()
    text = await record(company)
    assert verify(text) == ()
    kept = parse(text)
    assert (kept.commitment, list(kept.contributions), kept.secret) == (commitment, given, stored.seal.secret)
    assert kept.dealer == independent.dealer(independent.key(stored.seal.secret, given), 2)


async def test_the_next_game_has_another_seal_and_takes_what_has_come(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, rules={"payoff": 1})
    ada, ben = company.pages
    sealed = company.states[0]["table"]["next_commitment"]
    await company.finish()
    assert [state["next_commitment"] for state in company.states] == [sealed, sealed]
    mine = secrets.token_hex(32)
    assert (await give(ben, 2, mine))["type"] == "accepted"
    assert (await give(ben, 1, mine))["code"] == "stale"
    assert (await give(ben, 2, secrets.token_hex(32)))["code"] == "already_contributed"
    assert (await give(ben, 2, mine))["type"] == "accepted"
    assert (await ben.ask("next", game=1))["type"] == "accepted"
    company.states[0] = await ada.next(company.states[0])
    company.states[1] = await ben.get_until(lambda message: message["type"] == "snapshot" and message["game"] == 2)
    assert company.states[0]["table"]["commitment"] == sealed
    assert company.states[0]["table"]["contributions"] == ["", mine]
    await company.finish()
    assert verify(await record(company, 2)) == ()


async def test_the_seal_and_what_was_given_outlive_the_server(serve: Serve, visit: Visit) -> None:
    given = secrets.token_hex(32)
    async with serve() as server:
        company = await gather(server, visit)
        commitment = (await company.pages[1].greet())["table"]["next_commitment"]
        await give(company.pages[1], 1, given)
    async with serve() as server:
        pages = []
        for browser in company.browsers:
            again = visit(server.address)
            again.http.cookies = browser.http.cookies
            pages.append(await again.open(company.table_id))
            assert (await pages[-1].greet())["table"]["next_commitment"] == commitment
        await give(pages[0], 1, "ab" * 32)
        await pages[0].ask("start")
        state = await dealt(pages[0])
        assert (state["table"]["commitment"], state["table"]["contributions"]) == (commitment, ["ab" * 32, given])


async def test_a_contribution_goes_with_its_person(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit, count=3)
    ada, ben, cleo = company.pages
    for page, given in ((ada, "aa"), (ben, "bb"), (cleo, "cc")):
        await give(page, 1, given * 32)
    await ben.ask("stand")
    await cleo.ask("sit", seat=1, name="Cleo")
    await ada.ask("seat", seat=2, kind="computer", player="greedy")
    await ada.ask("start")
    assert (await dealt(cleo))["table"]["contributions"] == ["aa" * 32, "cc" * 32, ""]


async def test_who_leaves_his_seat_takes_his_contribution_along(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit)
    ada, ben = company.pages
    await give(ada, 1, "aa" * 32)
    await give(ben, 1, "bb" * 32)
    await ben.ask("stand")
    await ben.ask("sit", seat=1, name="Ben")
    told = (await ben.greet())["people"]
    assert [seat["contributed"] for seat in told["seats"]] == [True, False]
    assert (await give(ben, 1, "cc" * 32))["type"] == "accepted"
    await ada.ask("start")
    assert (await dealt(ben))["table"]["contributions"] == ["aa" * 32, "cc" * 32]


async def test_a_table_for_one_waits_for_his_contribution_and_no_longer(server: RunningServer, visit: Visit) -> None:
    browser = visit(server.address)
    response = await browser.http.post("/api/tables", json={"seats": [PERSON, GREEDY], "preset": "standard"})
    page = await browser.open(response.json()["id"])
    waiting = await page.greet()
    assert (waiting["view"], waiting["table"]["next_commitment"]) == (None, response.json()["commitment"])
    await page.send(type="contribute", id="c", game=1, contribution="cd" * 32)
    assert (await page.get())["type"] == "accepted"
    first = await page.get()
    assert (first["type"], first["table"]["contributions"]) == ("snapshot", ["cd" * 32, ""])


async def test_a_table_that_starts_when_full_waits_for_everybody(server: RunningServer, visit: Visit) -> None:
    host = visit(server.address)
    page = await host.open(await host.table([PERSON, OPEN], preset="standard", settings={"start": "full"}))
    await page.greet()
    await give(page, 1, "ab" * 32)
    assert page.snapshot is not None
    ben = await visit(server.address).open(page.snapshot["table"]["id"])
    await ben.greet()
    await ben.ask("sit", seat=1, name="Ben")
    assert (await ben.greet())["people"]["state"] == "gathering"
    await give(ben, 1, "cd" * 32)
    assert (await dealt(page))["table"]["contributions"] == ["ab" * 32, "cd" * 32]


async def test_a_server_that_ended_before_the_deal_deals_when_somebody_comes(
    server: RunningServer, visit: Visit
) -> None:
    browser = visit(server.address)
    table_id = await browser.table(preset="standard")
    stored = await server.store.tables.get(table_id)
    assert stored is not None
    person = stored.table.seats[0].person
    assert person is not None
    await server.store.tables.contribute(table_id, 1, person, "ef" * 32)
    page = await browser.open(table_id)
    await page.send(type="hello")
    state = await page.get_until(lambda message: message["type"] == "snapshot" and message["view"] is not None)
    assert state["table"]["contributions"] == ["ef" * 32, ""]
