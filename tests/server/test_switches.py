"""Operators' switches for the whole server: no new games, who can create an account, hidden messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import click
import pytest
import pytest_asyncio

from spite_and_malice.cli import main
from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.http.guards import SAFE_METHODS, WHILE_READ_ONLY
from spite_and_malice.server.metrics import REFUSED
from spite_and_malice.server.store.admin import deeds

from .conftest import RunningServer, Visit
from .people import OPEN, PERSON, begin, gather
from .test_accounts import error, keep, post
from .test_admin import Admin, command, done, person, refusal


@pytest.fixture
def admin(server: RunningServer) -> Admin:
    """Run `spite admin` on the games of the server, in a separate thread."""

    async def run(*arguments: str) -> Any:
        return await asyncio.to_thread(command, f"sqlite:///{server.store.name}", arguments)

    return run


BANNER = "Nothing new can be begun here just now"


async def switched(server: RunningServer, admin: Admin, *arguments: str) -> Any:
    """Run a command, and make the server read it."""
    said = json.loads(done(await admin(*arguments, "--yes", "--json")))
    await server.app.state["operators"].look()
    return said


@pytest_asyncio.fixture(loop_scope="module")
async def read_only(server: RunningServer, admin: Admin) -> AsyncIterator[None]:
    """Forbid new games while a test runs."""
    await switched(server, admin, "read-only", "on")
    yield
    await switched(server, admin, "read-only", "off")


async def test_games_go_on_and_none_is_begun(server: RunningServer, visit: Visit, admin: Admin) -> None:
    rules: dict[str, Any] = {"rules": {"payoff": 1}, "target": 1000}
    company, waiting = await begin(server, visit, **rules), await gather(server, visit)
    said = await switched(server, admin, "read-only", "on")
    assert said["what"] == "read-only"
    try:
        since = json.loads(done(await admin("switches", "--json")))["read_only_since"]
        assert since > 0
        await switched(server, admin, "read-only", "on")
        assert json.loads(done(await admin("switches", "--json")))["read_only_since"] == since, "it is on already"
        assert BANNER in (await company.browsers[0].http.get("/new")).text
        before = REFUSED.labels("read-only")._value.get()
        refused = await company.browsers[0].http.post(
            "/api/tables", json={"preset": "standard", "seats": [PERSON, OPEN]}
        )
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "read_only")
        assert REFUSED.labels("read-only")._value.get() == before + 1
        assert int(refused.headers["retry-after"]) > 0
        for page in waiting.pages:
            await page.contribute({"game": 0})
        assert (await waiting.pages[0].ask("start"))["code"] == "read_only"
        await company.finish()
    finally:
        await switched(server, admin, "read-only", "off")
    assert BANNER not in (await company.browsers[0].http.get("/new")).text
    assert (await waiting.pages[0].ask("start"))["type"] == "accepted"


@pytest.mark.usefixtures("read_only")
async def test_everybody_can_still_leave(server: RunningServer, visit: Visit) -> None:
    browser = visit(server.address)
    await browser.http.get("/api/me")
    assert error(await post(browser, "/api/me", 503)) == "read_only"
    assert (await browser.http.request("DELETE", "/api/me", json={})).status_code == 200
    assert (await browser.http.post("/language", data={"language": "de"})).status_code == 303


async def test_what_begins_something_is_refused_unless_a_route_says_otherwise(server: RunningServer) -> None:
    kept = {
        f"{method} {route.path}"
        for route in server.app.routes
        for handler in getattr(route, "route_handlers", ())
        for method in handler.http_methods - SAFE_METHODS
        if handler.opt.get(WHILE_READ_ONLY)
    }
    # Nobody is held here against their will, and nobody is locked out.
    assert {"DELETE /api/me", "POST /api/me/sign-out", "POST /api/sign-in/passkey", "POST /api/sign-in/code"} <= kept
    assert not any(
        word in each for each in kept for word in ("/api/tables POST", "POST /api/me ", "POST /api/evenings ")
    )
    assert not {"POST /api/tables", "POST /api/me", "POST /api/evenings", "POST /api/clubs", "POST /api/play"} & kept


async def test_registration_is_switched_while_servers_run(server: RunningServer, visit: Visit, admin: Admin) -> None:
    await switched(server, admin, "registration", "invitation")
    stranger = visit(server.address)
    await stranger.http.get("/api/me")
    assert error(await post(stranger, "/api/me", 403)) == "no_new_accounts"
    assert "by invitation" in (await stranger.http.get("/me")).text
    assert json.loads(done(await admin("switches", "--json")))["registration"] == "invitation"
    await switched(server, admin, "registration", "as-set")
    await keep(stranger)


async def test_nothing_that_a_restricted_person_writes_is_passed_on(
    server: RunningServer,
    visit: Visit,
    admin: Admin,
) -> None:
    company = await begin(server, visit)
    ada, ben = company.pages
    who = person(company.browsers[1])
    await switched(server, admin, "people", "restrict", who, "--reason", "goats")
    assert "restricted" in done(await admin("blocks", "list"))
    assert (await ben.ask("say", text="Baa."))["code"] == "silenced"
    assert (await ben.ask("say", phrase="hello"))["type"] != "refused"
    await company.play()
    refused = await company.browsers[1].http.post("/api/evenings", json={"name": "Goats"})
    assert refused.json()["error"]["code"] == "silenced"
    # They play, and others chat.
    assert (await ada.ask("say", text="Good."))["text"] == "Good."
    await switched(server, admin, "people", "unrestrict", who)
    assert (await ben.ask("say", text="Sorry."))["text"] == "Sorry."
    assert "is not restricted" in refusal(await admin("people", "unrestrict", who, "--yes"))
    log = json.loads(done(await admin("log", "--json")))
    assert [each["what"] for each in log[:2]] == ["restriction lifted", "restricted"]
    assert log[1]["subject"] == f"{who[:12]} goats"


async def test_a_moderator_needs_an_account(server: RunningServer, visit: Visit, admin: Admin) -> None:
    browser = visit(server.address)
    await browser.table()
    assert "has no account" in refusal(await admin("moderators", "add", person(browser), "--yes"))
    who = await keep(browser)
    await switched(server, admin, "moderators", "add", who)
    assert [each["id"] for each in json.loads(done(await admin("moderators", "list", "--json")))] == [who]
    await switched(server, admin, "moderators", "remove", who)
    assert json.loads(done(await admin("moderators", "list", "--json"))) == []


async def test_an_erased_moderator_is_in_the_log_no_more(server: RunningServer, visit: Visit, admin: Admin) -> None:
    browser = visit(server.address)
    who = await keep(browser)
    await server.store.operators._write(lambda connection: deeds.ask_to_erase(connection, deeds.name_of(who), "a" * 64))
    assert who[:12] in done(await admin("log", "--json"))
    done(await admin("people", "erase", who, "--yes"))
    assert who[:12] not in done(await admin("log", "--json"))


async def test_the_log_is_kept_for_as_long_as_it_is_to_be(server: RunningServer, admin: Admin) -> None:
    await switched(server, admin, "registration", "open")
    await switched(server, admin, "registration", "as-set")
    before = json.loads(done(await admin("log", "--json")))
    await server.store.operators.prune_log(0)
    assert json.loads(done(await admin("log", "--json"))) == before
    await server.store.operators.prune_log(now_ms() + 60_000)
    # The newest stays because its number determines the next one, so that every process hears of it.
    assert json.loads(done(await admin("log", "--json"))) == before[:1]
    await switched(server, admin, "registration", "closed")
    assert server.store.operators.switches.registration == "closed"
    await switched(server, admin, "registration", "as-set")


def test_every_command_of_operators_speaks_json() -> None:
    def leaves(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
        if isinstance(command, click.Group):
            for each, under in command.commands.items():
                yield from leaves(under, f"{name} {each}".strip())
        else:
            yield name, command

    found = dict(leaves(main.commands["admin"], ""))
    assert len(found) > 40
    flags = {name: [option for each in command.params for option in each.opts] for name, command in found.items()}
    # A person's stored data is JSON in any case.
    assert {name for name, options in flags.items() if options.count("--json") != 1} == {"people export"}
