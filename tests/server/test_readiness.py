"""The next game of people is dealt when all are ready for it, or after a countdown that each of them can stop."""

from __future__ import annotations

from typing import Any

import pytest

from spite_and_malice.server.games.spite import timing
from spite_and_malice.server.games.spite.timing import COUNTDOWN_SECONDS

from .conftest import Page, RunningServer, Visit
from .people import Company, begin, dealt
from .test_time import clock, ring  # noqa: F401  the fixture
from .wall_clock import Time

Snapshot = dict[str, Any]


@pytest.fixture(autouse=True)
def counted(clock: Time, monkeypatch: pytest.MonkeyPatch) -> Time:  # noqa: F811
    """The clock of the countdown."""
    monkeypatch.setattr(timing, "time", clock)
    return clock


async def over(server: RunningServer, visit: Visit, count: int = 2, **body: Any) -> Company:
    """Have a number of people play a game to its end."""
    company = await begin(server, visit, count, rules={"payoff": 1}, **body)
    await company.finish()
    return company


async def ready(page: Page, game: int = 1) -> dict[str, Any]:
    return await page.ask("next", game=game)


async def told(page: Page) -> tuple[list[bool], int | None]:
    """Return who is ready and when the next game is dealt, as sent to a page."""
    people = (await page.greet())["people"]
    return [seat["ready"] for seat in people["seats"]], people["deals_in"]


def has_dealt(message: dict[str, Any]) -> bool:
    return bool(message["type"] == "snapshot" and message["game"] == 2)


async def test_one_click_deals_for_nobody_else(server: RunningServer, visit: Visit, counted: Time) -> None:
    company = await over(server, visit)
    ada, ben = company.pages
    assert (await ready(ada))["type"] == "accepted"
    heard = await ben.people(lambda people: people["seats"][0]["ready"])
    assert 0 < heard["deals_in"] <= COUNTDOWN_SECONDS * 1000
    assert (await told(ben))[0] == [True, False]
    assert (await ben.greet())["game"] == 1
    counted.forward += 10
    assert ((await told(ada))[1] or 0) <= (COUNTDOWN_SECONDS - 10) * 1000
    # The last one triggers the deal.
    await ready(ben)
    for page in company.pages:
        snapshot = page.snapshot if page.snapshot and has_dealt(page.snapshot) else await page.get_until(has_dealt)
        assert ([seat["ready"] for seat in snapshot["people"]["seats"]], snapshot["people"]["deals_in"]) == (
            [False, False],
            None,
        )


async def test_the_countdown_deals_when_it_is_over(server: RunningServer, visit: Visit, counted: Time) -> None:
    company = await over(server, visit, 3)
    await ready(company.pages[2])
    counted.forward += COUNTDOWN_SECONDS - 1
    await ring(server, company)
    assert (await company.pages[0].greet())["game"] == 1
    counted.forward += 2
    await ring(server, company)
    for page in company.pages:
        assert (await page.greet())["game"] == 2


async def test_who_stops_the_countdown_is_waited_for(server: RunningServer, visit: Visit, counted: Time) -> None:
    company = await over(server, visit)
    ada, ben = company.pages
    await ready(ada)
    assert (await ben.ask("wait", game=1))["type"] == "accepted"
    assert await told(ada) == ([True, False], None)
    counted.forward += 10 * COUNTDOWN_SECONDS
    await ring(server, company)
    # Once stopped, it does not begin again.
    assert (await ada.ask("wait", game=1))["type"] == "accepted"
    assert await told(ben) == ([False, False], None)
    await ready(ada)
    counted.forward += 10 * COUNTDOWN_SECONDS
    await ring(server, company)
    assert await told(ben) == ([True, False], None)
    await ready(ben)
    assert (await ada.get_until(has_dealt))["game"] == 2
    assert (await ada.ask("wait", game=1))["code"] == "stale"
    assert (await ada.ask("wait", game=2))["code"] == "stale"


async def test_who_goes_away_after_stopping_holds_nobody_up(server: RunningServer, visit: Visit, counted: Time) -> None:
    company = await over(server, visit)
    ada, ben = company.pages
    await ready(ada)
    await ben.ask("wait", game=1)
    await ben.connection.close()
    await ada.people(lambda people: not people["seats"][1]["here"])
    counted.forward += COUNTDOWN_SECONDS / 2
    await ring(server, company)
    assert (await ada.greet())["game"] == 1
    counted.forward += COUNTDOWN_SECONDS
    await ring(server, company)
    assert (await ada.greet())["game"] == 2


async def test_who_has_left_is_not_waited_for(server: RunningServer, visit: Visit) -> None:
    company = await over(server, visit, 3)
    assert (await company.pages[1].ask("leave"))["type"] == "accepted"
    await ready(company.pages[0])
    await ready(company.pages[2])
    assert (await company.pages[0].get_until(has_dealt))["people"]["seats"][1]["stand_in"] == "left"


async def test_who_plays_against_computers_alone_waits_for_nobody(server: RunningServer, visit: Visit) -> None:
    company = await over(server, visit)
    await company.pages[1].ask("leave")
    await ready(company.pages[0])
    assert (await dealt(company.pages[0]))["game"] in (1, 2)
    assert (await company.pages[0].greet())["game"] == 2


async def test_who_watches_stops_nothing(server: RunningServer, visit: Visit) -> None:
    company = await over(server, visit)
    await ready(company.pages[0])
    watcher = await visit(server.address).open(company.table_id)
    seen = (await watcher.greet())["people"]
    assert seen["seats"][0]["ready"]
    assert seen["deals_in"] > 0
    assert (await watcher.ask("wait", game=1))["code"] == "not_seated"
    assert (await ready(watcher))["code"] == "not_seated"
