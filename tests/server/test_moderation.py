"""The moderators' pages: nobody else finds them, nothing is done without their passkey, and everything is logged."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.features.moderation import gate, moderation_routes
from spite_and_malice.server.store.admin import deeds
from spite_and_malice.server.store.database.schema import devices

from .authenticator import Authenticator
from .conftest import Browser, RunningServer, Visit
from .people import begin
from .test_accounts import keep, me, post
from .test_admin import command, done, person
from .test_passkeys import made
from .tournaments import make

VALUES = {"who": "a" * 64, "kind": "restriction", "number": "1", "event_id": "x"}
"""The values of the parameters in addresses."""

ROUTES = sorted(
    (method, handler_path)
    for route in moderation_routes.routes
    for handler in route.route_handlers  # type: ignore[union-attr]
    for method in handler.http_methods - {"OPTIONS", "HEAD"}
    for handler_path in [re.sub(r"\{(\w+):\w+\}", lambda found: VALUES[found[1]], route.path)]
)
"""Every route of the moderators' pages: a new one is tried too."""


async def moderator(server: RunningServer, visit: Visit) -> tuple[Browser, Authenticator]:
    """Return a moderator with a passkey that has not been used for moderating yet."""
    browser = visit(server.address)
    authenticator = await made(browser)
    who = (await me(browser))["person"]
    await asyncio.to_thread(
        lambda: done(command(f"sqlite:///{server.store.name}", ("moderators", "add", who, "--yes")))
    )
    return browser, authenticator


async def proven(server: RunningServer, visit: Visit) -> Browser:
    """Return a moderator who has just used the passkey for moderating."""
    browser, authenticator = await moderator(server, visit)
    await prove(browser, authenticator)
    return browser


async def prove(browser: Browser, authenticator: Authenticator) -> dict[str, Any]:
    options = (await post(browser, "/api/admin/passkey/options"))["options"]
    assert options["userVerification"] == "required"
    answer: dict[str, Any] = await post(browser, "/api/admin/passkey", credential=authenticator.sign(options))
    return answer


async def asked(browser: Browser, method: str, path: str, body: Any = None) -> httpx.Response:
    headers = {"accept": "application/json" if path.startswith("/api/") else "text/html"}
    sent = None if method == "GET" else {} if body is None else body
    return await browser.http.request(method, path, json=sent, headers=headers)


async def did(browser: Browser, path: str, method: str = "POST", **body: Any) -> dict[str, Any]:
    answer = await asked(browser, method, path, body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def log(server: RunningServer) -> list[dict[str, Any]]:
    said = await asyncio.to_thread(command, f"sqlite:///{server.store.name}", ("log", "--json"))
    found: list[dict[str, Any]] = json.loads(done(said))
    return [each for each in found if each["who"] != "server"]


def test_all_routes_are_tried() -> None:
    assert ("GET", "/admin") in ROUTES
    assert len(ROUTES) >= 16


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_strangers_and_members_find_nothing(server: RunningServer, visit: Visit, method: str, path: str) -> None:
    stranger, member = visit(server.address), visit(server.address)
    await stranger.http.get("/api/me")
    # A passkey alone makes no moderator.
    await made(member)
    before = await log(server)
    for browser in (stranger, member):
        assert (await asked(browser, method, path)).status_code == 404
    assert await log(server) == before


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_a_moderator_needs_their_passkey(server: RunningServer, visit: Visit, method: str, path: str) -> None:
    browser, authenticator = await moderator(server, visit)
    answer = await asked(browser, method, path)
    if path.startswith("/api/admin/passkey"):
        assert answer.status_code in (200, 400)
        return
    assert answer.status_code == 403
    shown = answer.text if method == "GET" else answer.json()["error"]["code"]
    assert ("data-door" in shown) if method == "GET" else (shown == "passkey_needed")
    await prove(browser, authenticator)
    answer = await asked(browser, method, path)
    # Whether there is anything to act on is checked separately.
    assert answer.status_code in (200, 400, 404, 409, 422), answer.text


async def test_a_proof_wears_out_sooner_for_deeds_than_for_looks(server: RunningServer, visit: Visit) -> None:
    browser = await proven(server, visit)

    async def proven_before(milliseconds: int) -> None:
        long_ago = now_ms() - milliseconds
        await server.store.moderation._write(
            lambda connection: connection.execute(sa.update(devices).values(proven_at=long_ago))
        )

    await proven_before(gate.DOING_MS + 1000)
    assert (await asked(browser, "GET", "/admin")).status_code == 200
    assert (await asked(browser, "POST", "/api/admin/announcements")).json()["error"]["code"] == "passkey_needed"
    await proven_before(gate.LOOKING_MS + 1000)
    assert "data-door" in (await asked(browser, "GET", "/admin")).text


async def test_no_other_passkey_opens_the_door(server: RunningServer, visit: Visit) -> None:
    browser, _own = await moderator(server, visit)
    other = await made(visit(server.address))
    options = (await post(browser, "/api/admin/passkey/options"))["options"]
    refused = await post(browser, "/api/admin/passkey", 403, credential=other.sign(options))
    assert refused["error"]["code"] == "passkey_refused"
    assert (await asked(browser, "GET", "/admin")).status_code == 403


async def test_a_passkey_that_did_not_ask_who_it_is_opens_nothing(server: RunningServer, visit: Visit) -> None:
    browser, authenticator = await moderator(server, visit)
    authenticator.verifies = False
    options = (await post(browser, "/api/admin/passkey/options"))["options"]
    refused = await post(browser, "/api/admin/passkey", 403, credential=authenticator.sign(options))
    assert refused["error"]["code"] == "passkey_refused"


async def test_who_is_dismissed_finds_nothing_any_more(server: RunningServer, visit: Visit) -> None:
    browser = await proven(server, visit)
    who = (await me(browser))["person"]
    await asyncio.to_thread(command, f"sqlite:///{server.store.name}", ("moderators", "remove", who, "--yes"))
    assert (await asked(browser, "GET", "/admin")).status_code == 404


async def test_a_page_of_another_site_does_nothing(server: RunningServer, visit: Visit) -> None:
    browser = await proven(server, visit)
    body = {"text": "Closed for good", "until": now_ms() + 60_000}
    elsewhere = await browser.http.post(
        "/api/admin/announcements", json=body, headers={"origin": "https://evil.example"}
    )
    assert elsewhere.status_code == 403
    form = await browser.http.post("/api/admin/announcements", data={"text": "Closed"})
    assert form.status_code == 415


async def test_a_report_is_read_with_its_words_and_its_table(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    number = (await company.pages[1].ask("say", text="You play like a goat."))["number"]
    await company.play()
    await company.pages[0].ask("report", line=number)
    held = [state["view"]["players"][seat]["hand"] for seat, state in enumerate(company.states)]
    browser = await proven(server, visit)
    page = (await asked(browser, "GET", "/admin/reports")).text
    assert "You play like a goat." in page
    (report,) = [each for each in await server.store.moderation.reports() if each.table_id == company.table_id]
    picture = await asked(browser, "GET", f"/admin/reports/{report.number}/table.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    # As everybody saw it: every card of every hand and the stock lie face down.
    assert picture.text.count('<use href="#back"') == sum(map(len, held)) + 1
    await company.play()
    assert (await asked(browser, "GET", f"/admin/reports/{report.number}/table.svg")).text == picture.text
    who = person(company.browsers[1])
    await did(browser, f"/api/admin/people/{who}/restriction", days=3, reason="goats")
    assert (await company.pages[1].ask("say", text="Baa."))["code"] == "silenced"
    await did(browser, f"/api/admin/reports/{report.number}/close", note="spoken to")
    assert "spoken to" in (await asked(browser, "GET", "/admin/reports")).text
    again = await asked(browser, "POST", f"/api/admin/reports/{report.number}/close", {"note": ""})
    assert again.status_code == 404
    moderator_name = deeds.name_of((await me(browser))["person"])
    latest = await log(server)
    assert [(each["who"], each["what"], each["subject"]) for each in latest[:2]] == [
        (moderator_name, "report closed", f"{report.number} spoken to"),
        (moderator_name, "restricted", f"{who[:12]} goats"),
    ]
    assert "report closed" in (await asked(browser, "GET", "/admin")).text


async def test_people_are_found_kept_out_renamed_and_signed_out(server: RunningServer, visit: Visit) -> None:
    browser, other = await proven(server, visit), visit(server.address)
    who = await keep(other)
    await other.http.put("/api/me", json={"name": "Gregorius"})
    page = (await asked(browser, "GET", "/admin/people?q=gregori")).text
    assert "Gregorius" in page
    assert f"/api/admin/people/{who}/name" in page
    await did(browser, f"/api/admin/people/{who}/name", name="Greg")
    assert (await me(other))["account"]["name"] == "Greg"
    await did(browser, f"/api/admin/people/{who}/person", days=1)
    assert (await other.http.get("/api/me")).status_code == 403
    (block,) = [each for each in await server.store.operators.blocks() if each.subject == who]
    assert block.until is not None
    await did(browser, f"/api/admin/blocks/{block.number}", "DELETE")
    assert (await other.http.get("/api/me")).status_code == 200
    await did(browser, f"/api/admin/people/{who}/sign-out")
    assert (await me(other))["account"] is None
    await did(browser, f"/api/admin/people/{who}/erasure")
    assert [each["what"] for each in (await log(server))[:5]] == [
        "erasure asked for",
        "signed out",
        "block lifted",
        "blocked",
        "person renamed",
    ]


async def test_nothing_is_done_to_moderators_here(server: RunningServer, visit: Visit) -> None:
    browser, (other, _key) = await proven(server, visit), await moderator(server, visit)
    who = (await me(other))["person"]
    for part, body in (("person", {"days": 1}), ("restriction", {"days": 1}), ("sign-out", {}), ("erasure", {})):
        answer = await asked(browser, "POST", f"/api/admin/people/{who}/{part}", body)
        assert answer.json()["error"]["code"] == "moderator"


async def test_an_announcement_is_on_every_page_from_then_on(server: RunningServer, visit: Visit) -> None:
    browser, reader = await proven(server, visit), visit(server.address)
    await did(browser, "/api/admin/announcements", text="We move on Sunday", until=now_ms() + 60_000)
    assert "We move on Sunday" in (await reader.http.get("/rules")).text
    (found,) = await server.store.moderation.announcements()
    await did(browser, f"/api/admin/announcements/{found.number}", "DELETE")
    assert "We move on Sunday" not in (await reader.http.get("/rules")).text
    late = await asked(browser, "POST", "/api/admin/announcements", {"text": "Late", "until": 1})
    assert late.json()["error"]["code"] == "no_time"


async def test_an_evening_is_ended(server: RunningServer, visit: Visit) -> None:
    browser, host = await proven(server, visit), visit(server.address)
    await host.http.get("/api/me")
    evening = (await host.http.post("/api/evenings", json={"name": "Goats at night"})).json()
    assert "Goats at night" in (await asked(browser, "GET", "/admin/events")).text
    await did(browser, f"/api/admin/events/evening/{evening['id']}/end")
    assert "Goats at night" not in (await asked(browser, "GET", "/admin/events")).text
    again = await asked(browser, "POST", f"/api/admin/events/evening/{evening['id']}/end")
    assert again.status_code == 409


async def test_every_event_is_reached_from_the_list(server: RunningServer, visit: Visit) -> None:
    browser, host = await proven(server, visit), visit(server.address)
    await make(host)
    await host.http.post("/api/evenings", json={"name": "Goats at night"})
    page = (await asked(browser, "GET", "/admin/events")).text
    links = re.findall(r'<b><a href="(/[^"]+)">', page)
    assert {link.split("/")[1] for link in links} == {"evening", "tournaments"}
    for link in links:
        assert (await asked(browser, "GET", link)).status_code == 200
