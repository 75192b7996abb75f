"""Tournaments for tests: made, joined and begun over the API."""

from __future__ import annotations

import asyncio
import csv
from io import StringIO
from typing import Any

from tests.play.independent_standings import Line

from .conftest import Browser

QUICK = {"preset": "standard", "payoff": 1, "player": "beginner"}


async def make(browser: Browser, system: str = "swiss", **more: Any) -> str:
    """Make a tournament of short games; return its id."""
    await browser.http.get("/games")
    body = {"name": "Spring cup", "system": system, **QUICK, **more}
    response = await browser.http.post("/api/tournaments", json=body)
    assert response.status_code == 201, response.text
    tournament_id: str = response.json()["id"]
    return tournament_id


async def act(browser: Browser, tournament_id: str, what: str, **body: Any) -> Any:
    """Send a request about a tournament; return the answer."""
    await browser.http.get("/games")
    response = await browser.http.post(f"/api/tournaments/{tournament_id}/{what}", json=body)
    assert response.status_code == 200, response.text
    return response.json()


async def look(browser: Browser, tournament_id: str) -> Any:
    """Return a tournament from the API."""
    response = await browser.http.get(f"/api/tournaments/{tournament_id}")
    assert response.status_code == 200, response.text
    return response.json()


async def wait_until(browser: Browser, tournament_id: str, wanted: Any, seconds: float = 60.0) -> Any:
    """Poll a tournament until it satisfies a condition."""
    async with asyncio.timeout(seconds):
        while not wanted(found := await look(browser, tournament_id)):
            await asyncio.sleep(0.05)
    return found


def read_lines(text: str) -> list[Line]:
    """Return the CSV lines of a tournament's results."""
    return [
        Line(
            int(row["round"]),
            int(row["board"]),
            int(row["first"]),
            int(row["second"]) if row["second"] else None,
            row["outcome"],
        )
        for row in csv.DictReader(StringIO(text))
    ]
