"""Every route that writes has a limit, however its path is written, and expensive ones have a tighter limit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from spite_and_malice.server.app import create_app
from spite_and_malice.server.configuration import Configuration
from spite_and_malice.server.http.limits import LIMITS, READING
from spite_and_malice.server.store import Store

from .conftest import configured

WIDEST = "writes"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    store = Store(tmp_path_factory.mktemp("limits") / "data.sqlite3")
    yield store
    store.close()


def writing_routes(app: Litestar) -> list[tuple[str, str]]:
    """Return the method and path of every route that may write."""
    found = [
        (method, route.path_format)
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in sorted({*map(str, route.route_handler_map)} - READING)
    ]
    assert len(found) > 70
    return found


def asking(app: Litestar) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=app, client=("192.0.2.7", 1))  # type: ignore[arg-type]
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")


def filled(path: str) -> str:
    """Return a path with something for each parameter."""
    return re.sub(r"\{[^}]*\}", "1", path)


def names_of(method: str, path: str) -> set[str]:
    return {each.name for each in LIMITS if each.counts(method, path)}


async def test_every_route_that_writes_is_refused_beyond_a_limit(kept: Store) -> None:
    app = create_app(kept, configured(writes_a_minute=1))
    async with asking(app) as http:
        assert (await http.post("/language", data={"language": "de"})).status_code < 400
        for method, path in writing_routes(app):
            for spelled in (filled(path), f"{filled(path)}/", filled(path).replace("/", "//")):
                refused = await http.request(method, f"http://127.0.0.1{spelled}", json={})
                # Paths unknown to the server need not be counted.
                assert refused.status_code in ((429,) if "//" not in spelled else (429, 404, 405)), (method, spelled)
        assert (await http.get("/games")).status_code == 200


def test_what_costs_more_has_a_limit_of_its_own(kept: Store) -> None:
    app = create_app(kept, configured())
    counted = {(method, path): names_of(method, path) for method, path in writing_routes(app)}
    assert all(WIDEST in names for names in counted.values())
    narrow = {route for route, names in counted.items() if names > {WIDEST}}
    assert {"POST"} == {method for method, path in narrow if path.startswith("/api/tournaments")}
    for subject in ("tournaments", "clubs", "evenings", "people", "notices", "tables", "patience", "sign-in", "me"):
        assert [path for _method, path in narrow if path.startswith(f"/api/{subject}")], subject
    # Creating a table counts as one; starting something for others is a change.
    for path in ("/api/tournaments/{id}/start", "/api/evenings/{id}/rounds", "/api/people/{who}/invite"):
        assert "tables" in names_of("POST", path), path
    for path in ("/api/tournaments", "/api/evenings", "/api/clubs", "/api/people/{who}/message"):
        assert "changes" in names_of("POST", path), path


def test_every_limit_is_on_for_others_and_off_at_home() -> None:
    for host, is_on in (("0.0.0.0", True), ("127.0.0.1", False)):
        found = Configuration.read({"SPITE_HOST": host})
        assert [found.limit(each.setting) is not None for each in LIMITS] == [is_on] * len(LIMITS)


@pytest.mark.parametrize("spelled", ["/api/tables/x/games/1/record", "/api/tables//x///games/1/record/"])
async def test_no_spelling_gets_around_a_limit(kept: Store, spelled: str) -> None:
    async with asking(create_app(kept, configured(replays_a_minute=2))) as http:
        assert [(await http.get(spelled)).status_code for _ in range(3)] == [404, 404, 429]


async def test_tournaments_are_made_and_begun_so_often_an_hour(kept: Store) -> None:
    cup: dict[str, Any] = {"name": "Cup", "system": "swiss", "preset": "standard", "fill": 64}
    app = create_app(kept, configured(tournaments_an_hour=2))
    async with asking(app) as http:
        made = [(await http.post("/api/tournaments", json=cup)).status_code for _ in range(3)]
        # The second one is refused because the first one is pending.
        assert made == [201, 409, 429]
        refused = await http.post("/api/tournaments/x/start", json={})
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "3600")
        # Another browser at the same address makes no difference.
        http.cookies.clear()
        assert (await http.post("/api/tournaments", json=cup)).status_code == 429


async def test_a_host_fills_one_tournament_at_a_time(kept: Store, tmp_path: Path) -> None:
    cup: dict[str, Any] = {"name": "Cup", "system": "swiss", "preset": "standard"}
    async with asking(create_app(kept, configured())) as http:
        assert (await http.post("/api/tournaments", json={**cup, "fill": 65})).status_code == 400
        first = await http.post("/api/tournaments", json={**cup, "fill": 4})
        refused = await http.post("/api/tournaments", json={**cup, "fill": 4})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "too_many")
        assert (await http.post("/api/tournaments", json=cup)).status_code == 201
        assert (await http.post(f"/api/tournaments/{first.json()['id']}/cancel", json={})).status_code == 200
        assert (await http.post("/api/tournaments", json={**cup, "fill": 4})).status_code == 201
