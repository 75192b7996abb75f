"""Below a path of its host every address in an answer holds that path."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio

from .conftest import Browser, RunningServer, Visit, running
from .people import begin
from .test_admin import finished

BELOW = "/cards"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningServer]:
    """Run a server whose proxy takes the path off, as some do."""
    async with running(tmp_path_factory.mktemp("below") / "data.sqlite3", url=f"http://127.0.0.1{BELOW}") as server:
        yield server


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


async def told(browser: Browser, method: str, path: str, **body: Any) -> Any:
    answer = await browser.http.request(method, path, json=body or None, headers={"accept": "application/json"})
    assert answer.status_code < 500, answer.text
    return answer.json() if "json" in answer.headers.get("content-type", "") else None


async def test_every_address_in_json_holds_the_path(server: RunningServer, visit: Visit) -> None:
    browser = visit(server.address)
    table = await finished(browser)
    company = await begin(server, visit)
    await browser.http.put("/api/people/me", json={"name": "Ada"})
    made: dict[str, dict[str, Any]] = {
        "/api/tables": {"preset": "standard", "seats": [{"kind": "person", "name": "Ada"}, {"kind": "open"}]},
        "/api/evenings": {"name": "Evening"},
        "/api/clubs": {"club": "Club", "name": "Ada", "rules": {"preset": "standard"}},
        "/api/patience": {"preset": "klondike"},
        "/api/day": {},
        "/api/play": {"preset": "standard", "players": 2, "name": "Ada", "rated": False},
        f"/api/tables/{table}/games/1/practice": {"ply": 0, "seat": 0},
    }
    answers = {path: await told(browser, "POST", path, **body) for path, body in made.items()}
    values = {
        "table_id": table,
        "number": "1",
        "game": "1",
        "evening_id": (answers["/api/evenings"] or {}).get("id", ""),
    }
    for route in server.app.routes:
        if route.path.startswith(("/api/schema", "/static", "/docs")) or "GET" not in getattr(route, "methods", ()):
            continue
        path = re.sub(r"\{(\w+):\w+\}", lambda found: values.get(found[1], "none"), route.path)
        answers[f"GET {path}"] = await told(browser, "GET", path)
    answers["other"] = await told(company.browsers[1], "GET", "/api/tables")
    found = {(path, *each) for path, answer in answers.items() for each in addresses(answer)}
    assert {each for each in found if not each[2].startswith(f"{BELOW}/")} == set()
    assert {path for path, _field, _address in found} >= {"/api/tables", "/api/evenings", "GET /api/tables", "other"}
    assert (await browser.http.get(answers["/api/tables"]["url"])).status_code == 200
