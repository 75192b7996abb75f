"""The page about a computer player's knowledge shows the truth."""

from __future__ import annotations

import html
import json
import re

from spite_and_malice.server.features.about import example

from .conftest import Browser
from .play import finish, to_my_turn


def test_other_hidden_cards_change_nothing_of_what_is_given() -> None:
    shown = example()
    trials = shown["trials"]
    assert len({trial.hand for trial in trials}) > 1
    assert len({trial.given for trial in trials}) == 1
    assert len({trial.move for trial in trials}) == 1
    view = shown["view"]
    assert view["turn"] == view["seat"] == 1
    assert isinstance(view["players"][0]["hand"], int)
    assert json.loads(shown["given"])["view"] == view


async def test_the_page_shows_it_and_leads_to_the_check_of_ones_latest_game(browser: Browser) -> None:
    home = (await browser.http.get("/")).text
    assert 'href="/honest"' in home
    page = html.unescape((await browser.http.get("/honest")).text)
    fingerprints = re.findall(r"<code>(\w{16})…</code>", page)
    assert len(fingerprints) == 6
    assert len(set(fingerprints)) == 1
    assert "#check" not in page
    table_id = await browser.table(preset="standard", rules={"payoff": 3}, target=1)
    live = await browser.open(table_id)
    await finish(live, await to_my_turn(live, await live.hello()))
    assert f"/table/{table_id}/games/1#check" in (await browser.http.get("/honest")).text
