"""For a site below a path every address in a response contains that path."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from .conftest import SECONDS, Browser, Visit
from .crowded import Size, crowded, every_route, largest
from .people import begin

BELOW = "/cards"
SMALL = Size(guests=4, rounds=2, members=4, friends=3, letters=2, games=4, entrants=4)


def addresses(value: Any, field: str = "") -> Iterator[tuple[str, str]]:
    """Yield every address of the site in an answer, with the field that holds it."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from addresses(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from addresses(each, field)
    elif isinstance(value, str) and re.match(r"/\w", value):
        yield field, value


async def test_every_address_in_json_holds_the_path(tmp_path: Path, visit: Visit) -> None:
    # The proxy strips the path, as some do.
    site = {"url": f"http://127.0.0.1{BELOW}"}
    async with crowded(tmp_path / "data.sqlite3", visit, SMALL, **site) as (server, browser):
        found: set[tuple[str, str, str]] = set()

        async def asked(person: Browser, method: str, path: str, body: dict[str, Any] | None) -> httpx.Response:
            answer = await person.http.request(method, path, json=body, headers={"accept": "application/json"})
            if answer.content and "json" in answer.headers.get("content-type", ""):
                found.update((f"{method} {path}", *each) for each in addresses(answer.json()))
            return answer

        host = visit(server.address)
        await host.http.get("/games")

        async def ask(method: str, path: str, body: dict[str, Any] | None = None) -> Any:
            answer = await asked(host, method, path, body)
            assert answer.is_success, (path, answer.text)
            return answer.json()

        made: dict[str, dict[str, Any]] = {
            "/api/evenings": {"name": "Evening"},
            "/api/clubs": {"club": "Club", "name": "Ada", "rules": {"preset": "standard"}},
            "/api/play": {"preset": "standard", "players": 2, "name": "Ada", "rated": False},
            "/api/day": {},
        }
        for path, body in made.items():
            await ask("POST", path, body)
        form: dict[str, Any]
        for system in ("swiss", "knock_out"):
            form = {"name": "Cup", "system": system, "preset": "standard", "payoff": 1, "player": "beginner", "fill": 3}
            cup = (await ask("POST", "/api/tournaments", form))["id"]
            await ask("POST", f"/api/tournaments/{cup}/join", {"name": "Ada"})
            await ask("POST", f"/api/tournaments/{cup}/start", {})
            async with asyncio.timeout(SECONDS):
                while (await ask("GET", f"/api/tournaments/{cup}/now"))["table"] is None:
                    await asyncio.sleep(0.05)
            await ask("GET", f"/api/tournaments/{cup}")
            await ask("GET", "/api/tournaments")
            # A person can have only one with computer players at a time.
            await ask("POST", f"/api/tournaments/{cup}/cancel", {})
        rules = {"preset": "quick", "players": 2}
        evening = (await ask("POST", "/api/evenings", {"name": "Us", "rules": rules, "computer": "beginner"}))["id"]
        await ask("PUT", f"/api/evenings/{evening}/me", {"name": "Ada"})
        await ask("PUT", f"/api/evenings/{evening}/me/state", {"state": "ready"})
        await ask("POST", f"/api/evenings/{evening}/rounds", {"round": 0, "now": True})
        await ask("GET", f"/api/evenings/{evening}")
        await ask("GET", "/api/tables")
        company = await begin(server, visit, settings={"clock": {"kind": "move", "seconds": 86_400}})
        for method, template, address in await every_route(server, browser):
            if not template.startswith(("/api/schema", "/docs")):
                answer = await asked(browser, method, address, None if method == "GET" else largest(template, SMALL))
                assert answer.status_code < 500, (address, answer.text)
        for page in company.pages:
            found.update(("page", *each) for text in page.texts for each in addresses(json.loads(text)))
        assert {each for each in found if not each[2].startswith(f"{BELOW}/")} == set()
        paths = {path for path, _field, _address in found}
        assert {"GET /api/tables", f"GET /api/evenings/{evening}", f"GET /api/tournaments/{cup}/now"} <= paths
        assert "table" in {field for _path, field, _address in found}
        table = await browser.table()
        assert (await browser.http.get(f"{BELOW}/table/{table}")).status_code == 200
