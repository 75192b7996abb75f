"""Every game of patience at a table: played, taken back, refused, restored, replayed, recorded and imported."""

from __future__ import annotations

import random
from typing import Any

import httpx
import pytest

from spite_and_malice.patience import PRESETS, deal_microsoft, deal_number, describe, new_game, preset_rules, solve
from spite_and_malice.patience.decidable import can_decide
from spite_and_malice.play.patience import parse, verify
from spite_and_malice.server.games.patience import dealer
from spite_and_malice.server.games.patience.replay import import_game
from spite_and_malice.server.games.patience.table import restore
from tests.patience.new_game import NEW_GAME

from .conftest import SECONDS, Browser, RunningServer
from .test_patience import Solitaire, begin, set_up, sit, table_id_of

NUMBER = 7
MOVES = 12


@pytest.mark.nightly("src/spite_and_malice/server/games/patience/", "src/spite_and_malice/patience/")
@pytest.mark.parametrize("part", range(4))
async def test_every_preset_is_played_undone_restored_told_again_and_recorded(
    server: RunningServer, browser: Browser, part: int
) -> None:
    for preset in list(PRESETS)[part::4]:
        table = await sit(browser, await set_up(browser, preset=preset, deal=str(NUMBER)))
        position = deal_number(PRESETS[preset].rules, NUMBER)
        assert table.told["view"] == position.view().to_json(), preset
        assert (table.told["table"]["preset"], table.told["table"]["deal"]["number"]) == (preset, NUMBER)
        moves = await play_on(table, random.Random(preset))
        for move in moves:
            position.play(move)
        assert table.told["view"] == position.view().to_json(), preset
        await takes_back_and_makes_again(table, moves)
        refused = await table.ask("move", move="T1-T1" if "T1-T1" in table.told["view"]["legal"] else "T9:99-T1")
        assert (refused["type"], refused["code"], refused["view"]) == (
            "refused",
            "illegal_move",
            position.view().to_json(),
        )
        stored = await server.store.tables.get(table_id_of(table))
        assert stored is not None
        assert restore(stored).played.game.position == position, preset
        if table.told["end"] is None:
            await table.ask("give_up")
        await is_told_again(browser.http, table, moves)


async def play_on(table: Solitaire, chance: random.Random) -> list[str]:
    """Play some moves at random, and return them."""
    moves: list[str] = []
    while len(moves) < MOVES and (legal := table.told["view"]["legal"]):
        moves.append(chance.choice(legal))
        assert (await table.play(moves[-1]))["moves"] == [moves[-1]]
    return moves


async def takes_back_and_makes_again(table: Solitaire, moves: list[str]) -> None:
    if not moves or table.told["end"] is not None:
        return
    view = table.told["view"]
    assert (await table.ask("undo", count=len(moves)))["moves"] == moves[::-1]
    assert table.told["state"]["moves"] == 0
    assert (await table.ask("redo", count=len(moves)))["view"] == view


async def is_told_again(http: httpx.AsyncClient, table: Solitaire, moves: list[str]) -> None:
    """Check that the replay, the record, its import and the lists agree with the game played."""
    game = table.told["end"]["replay"].replace("/table/", "/api/tables/")
    told = (await http.get(game, params={"straight": "true"})).json()
    assert [frame["action"] for frame in told["frames"]] == [None, *moves]
    assert told["frames"][-1]["view"] == table.told["view"]
    text = (await http.get(game.replace("/replay", "/record"))).text
    assert verify(text) == ()
    record = parse(text)
    assert [action.text for action in record.actions if "-" in action.text or action.text in moves] == moves
    imported = import_game(text, "f" * 64)
    assert (imported.table.preset, len(imported.moves)) == (record.preset, len(record.actions))


async def test_house_rules_of_any_game_are_played(browser: Browser) -> None:
    table = await sit(browser, await set_up(browser, preset="freecell", rules={"cells": 2}, deal="3"))
    assert (table.told["table"]["preset"], table.told["table"]["name"]) == (None, "Patience with house rules")
    assert table.told["view"] == deal_number(preset_rules("freecell", {"cells": 2}), 3).view().to_json()
    wrong = await browser.http.post(
        "/api/patience", json={"preset": "freecell", "rules": {"stock": "piles"}, "deal": "3"}
    )
    assert wrong.status_code == 422
    assert "stock" in wrong.json()["error"]["message"]


async def test_a_hint_without_a_first_move_tells_nobody_to_take_moves_back(browser: Browser) -> None:
    table = await sit(browser, await set_up(browser, preset="black-hole", deal="30"))
    assert table.told["view"]["legal"] == []
    assert (await table.ask("hint"))["message"] == "These cards allow no move at all."


async def test_where_no_deal_can_be_proved_any_is_dealt_and_only_hints_are_given(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dealer.Dealer, "can_prove", staticmethod(lambda _rules: False))
    refused = await browser.http.post("/api/patience", json={"preset": "alaska"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "no_deal")
    table = await sit(browser, await set_up(browser, preset="alaska", deal="5"))
    for question in ("solve", "rescue"):
        assert (await table.ask(question))["code"] == "no_answer"
    assert (await table.ask("hint"))["action"] == "hint"
    assert (await table.page.get())["type"] == "hint"
    following = await table.ask("next")
    assert (following["type"], following["table"]["deal"]["choice"]) == ("snapshot", "any")


@pytest.mark.nightly("src/spite_and_malice/server/games/patience/", "src/spite_and_malice/patience/")
@pytest.mark.parametrize("preset", ["freecell", "yukon", "canfield"])
async def test_deals_of_other_games_are_proved_winnable_and_hints_lead_on(
    browser: Browser, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dealer, "_SEARCHING_SECONDS", SECONDS)
    if not can_decide(PRESETS[preset].rules):
        pytest.skip("no search plays this game yet")
    table = await sit(browser, await set_up(browser, preset=preset, deal="winnable"))
    assert table.told["table"]["deal"]["choice"] == "winnable"
    hint = await table.ask("hint")
    while hint["type"] != "hint":
        hint = await table.next()
    assert hint["move"] in table.told["view"]["legal"]
    assert hint["reason"].endswith(".")


async def test_freecell_is_dealt_by_microsofts_numbers(browser: Browser) -> None:
    table = await begin(browser, preset="freecell", deal="microsoft-11982")
    dealt = deal_microsoft(PRESETS["freecell"].rules, 11982)
    assert table.told["view"] == dealt.view().to_json()
    deal = table.told["table"]["deal"]
    assert (deal["choice"], deal["number"], deal["numbers"]) == ("number", 11982, "microsoft")
    # The only one of the first 32,000 deals that cannot be won.
    assert (await table.ask("solve"))["action"] == "solve:lost"
    assert (await table.page.get())["answer"] == "no"
    await table.play(*table.told["view"]["legal"][:1])
    assert (await table.ask("give_up"))["end"]["number"] == 11982
    game = f"/api/tables/{table_id_of(table)}/games/1"
    text = (await browser.http.get(f"{game}/record")).text
    assert (parse(text).deal.numbers, verify(text)) == ("microsoft", ())
    assert (await browser.http.get(f"{game}/check")).json()["faults"] == []
    assert (await browser.http.get(f"{game}/replay")).json()["frames"][0]["view"] == dealt.view().to_json()
    assert [line["numbers"] for line in await lines(browser, "freecell")] == ["microsoft"]
    assert "Microsoft deal 11982" in (await browser.http.get("/games")).text
    again = await sit(browser, await set_up(browser, deal=f"{table_id_of(table)}.1"))
    assert again.told["view"] == dealt.view().to_json()


async def lines(browser: Browser, preset: str) -> list[dict[str, Any]]:
    """Return the games in the records."""
    answer = await browser.http.get("/api/patience/records", params={"preset": preset})
    found: list[dict[str, Any]] = answer.json()["games"]
    return found


@pytest.mark.parametrize(
    ("preset", "deal", "said"),
    [
        ("freecell", "microsoft-0", "Microsoft's deals are numbered from 1 to 1000000."),
        ("freecell", "microsoft-1000001", "Microsoft's deals are numbered from 1 to 1000000."),
        ("bakers-game", "microsoft-12b", "Microsoft's deals are numbered from 1 to 1000000."),
        ("klondike-1", "microsoft-5", "Only FreeCell and its kin are dealt by Microsoft's numbers."),
    ],
)
async def test_numbers_that_microsoft_has_not_are_refused(browser: Browser, preset: str, deal: str, said: str) -> None:
    answer = await browser.http.post("/api/patience", json={"preset": preset, "deal": deal})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["message"]) == (422, "invalid_deal", said)


async def test_a_game_is_added_by_one_entry(
    server: RunningServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRESETS, NEW_GAME.id, NEW_GAME)
    monkeypatch.setattr(dealer, "_SEARCHING_SECONDS", SECONDS)
    assert new_game(NEW_GAME.id, deal=5).rules == NEW_GAME.rules
    assert any("Any card" in sentence or "any card" in sentence for sentence in describe(NEW_GAME.rules))
    assert solve(deal_number(NEW_GAME.rules, 5), None).verdict == "won"
    gallery = (await browser.http.get("/patience")).text
    assert f'data-game="{NEW_GAME.id}"' in gallery
    assert NEW_GAME.summary in gallery
    words = await browser.http.get(f"/rules/{NEW_GAME.id}")
    assert (words.status_code, NEW_GAME.name in words.text) == (200, True)
    table = await sit(browser, await set_up(browser, preset=NEW_GAME.id, deal="winnable"))
    told = table.told["table"]
    assert (told["preset"], told["name"], told["deal"]["choice"]) == (NEW_GAME.id, NEW_GAME.name, "winnable")
    hint = await table.ask("hint")
    while hint["type"] != "hint":
        hint = await table.next()
    await table.play(hint["move"])
    await table.ask("give_up")
    records = (await browser.http.get("/api/patience/records", params={"preset": NEW_GAME.id})).json()
    assert (records["played"], records["given_up"]) == (1, 1)
