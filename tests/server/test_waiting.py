"""The home page and /today say what happens to a live game when its player is away, and when."""

from __future__ import annotations

import asyncio
import html

from spite_and_malice.server.features.waiting import STATES, THEN, situation
from spite_and_malice.server.games.spite.setup import build_rules
from spite_and_malice.server.games.spite.table import new_table
from spite_and_malice.server.protocol.settings import ClockSettings, Settings
from spite_and_malice.server.store import ClocksRow, ListedTable, Origin, SeatRow, Summary
from spite_and_malice.texts import _, in_language, languages

from .conftest import Browser, RunningServer, Visit
from .people import gather
from .tournaments import act, make, wait_until


def dealt(turn: int | None, clock: ClockSettings | None = None, **changes: object) -> ListedTable:
    """Return a table of Ada and Ben with a dealt game; ``changes`` apply to its row."""
    seats = [SeatRow("person", name, None, name.lower()) for name in ("Ada", "Ben")]
    row = new_table("ada", "quick", build_rules("quick", 2, {}), seats, Settings(clock=clock)).row
    for name, value in changes.items():
        object.__setattr__(row, name, value)
    clocks = None if clock is None else ClocksRow((60_000, 60_000), 1_000)
    return ListedTable(row, Summary(1, turn, (0, 0), match_over=False), 0, 0, is_given_up=False, clocks=clocks)


def test_a_game_says_by_when_its_player_has_to_be_back() -> None:
    at_turn = situation(dealt(0, ClockSettings("player", 60)), "ada", 90_000)
    assert at_turn is not None
    assert (at_turn.state, at_turn.at, at_turn.then) == ("your_turn", 61_000, THEN["move"])
    # During the other player's turn only absence counts.
    away = situation(dealt(1, ClockSettings("player", 60)), "ada", 90_000)
    assert away is not None
    assert (away.state, away.at, away.then) == ("goes_on", 90_000, THEN["away"])
    lost = situation(dealt(1, origin=Origin("tournament", "t", 1, 1)), "ada", 90_000)
    assert lost is not None
    assert lost.then == THEN["away_lost"]
    # If nothing is lost, nothing is said.
    assert situation(dealt(0), "ada", None) is None
    assert situation(dealt(None, ClockSettings("player", 60)), "ada", None) is None


def test_every_state_has_its_sentence_in_every_language() -> None:
    for language in languages():
        with in_language(language):
            assert len({_(text) for text in (*STATES.values(), *THEN.values())}) == len(STATES) + len(THEN)


async def text_of(browser: Browser, path: str) -> str:
    """Return the text of a page, with single spaces."""
    answer = await browser.http.get(path)
    assert answer.status_code == 200
    return " ".join(html.unescape(answer.text).split())


async def test_home_and_today_call_to_a_game_of_a_tournament(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    cup = await make(ada, "swiss", grace=600)
    for browser, name in ((ada, "Ada"), (ben, "Ben")):
        await act(browser, cup, "join", name=name)
    await act(ada, cup, "start")
    told = await wait_until(ada, cup, lambda at: at["table"] is not None)
    at = told["situation"]["at"]
    for path in ("/", "/today"):
        page = await text_of(ada, path)
        assert (
            "Your game is ready, against Ben. If you are not at the table within this time, you lose the game:" in page
        )
        assert f'data-until="{at}"' in page
    assert "Your game waits for you" in await text_of(ada, "/today")
    table = await ben.open(told["table"].removeprefix("/table/"))
    await table.greet()
    # Somebody at the table needs no call.
    assert "Your game waits for you" not in await text_of(ben, "/today")


async def test_who_leaves_a_live_game_reads_from_when_a_stand_in_plays(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit, settings={"away_seconds": 120})
    await company.start()
    ada = company.browsers[0]
    assert "Your game waits for you" not in await text_of(ada, "/today")
    await company.pages[0].connection.close()
    async with asyncio.timeout(10):
        while "a stand-in plays for you:" not in (page := await text_of(ada, "/today")):
            await asyncio.sleep(0.05)
    assert "Your game waits for you" in page
    assert "a stand-in plays for you:" in await text_of(ada, "/")
