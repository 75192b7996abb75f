"""A table of patience: its messages, its stored data, and its secrets."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import secrets
from dataclasses import asdict
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from spite_and_malice.patience import (
    Game,
    Hint,
    Known,
    Move,
    Position,
    Rules,
    Solution,
    View,
    deal_number,
    preset_rules,
    solve,
)
from spite_and_malice.patience.autoplay import automatic_move
from spite_and_malice.play.patience import Deal, parse, verify
from spite_and_malice.play.patience.record import FIGURES, Seal
from spite_and_malice.server.games.patience import room
from spite_and_malice.server.games.patience.dealer import PatienceWorkers
from spite_and_malice.server.workers import solver
from spite_and_malice.server.workers.pool import ThinkingFailed

from .conftest import SECONDS, Browser, Page, RunningServer, Serve, Visit
from .wall_clock import Time

LOST = "As the hidden cards lie this game is lost, which no hint can see: take "
EASY = 13
"""The number of a deal of turn 1 that can be won."""


class Solitaire:
    """A page at a table of patience, with the number that the next message needs."""

    def __init__(self, page: Page, snapshot: dict[str, Any]) -> None:
        self.page = page
        self.told = snapshot

    async def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """Send a message about the latest state of the table, and return the first answer."""
        # No page is faster for long; if it were, it would be disconnected.
        await asyncio.sleep(0.01)
        about = {"game": self.told["game"], "ply": self.told["ply"]}
        if kind in ("again", "next"):
            del about["ply"]
        await self.page.send(type=kind, **{"id": secrets.token_hex(8), **about, **more})
        return await self.next()

    async def next(self) -> dict[str, Any]:
        answer = await self.page.get()
        if answer["type"] in ("event", "snapshot"):
            self.told = answer
        return answer

    async def play(self, *moves: str) -> dict[str, Any]:
        for move in moves:
            answer = await self.ask("move", move=move)
            assert answer["type"] == "event", answer
        return self.told


async def set_up(browser: Browser, **body: Any) -> str:
    answer = await browser.http.post("/api/patience", json={"deal": str(EASY), **body})
    assert answer.status_code == 201, answer.text
    assert answer.headers["location"] == answer.json()["url"]
    table_id: str = answer.json()["id"]
    return table_id


async def sit(browser: Browser, table_id: str) -> Solitaire:
    page = await browser.open(table_id)
    return Solitaire(page, await page.greet())


async def begin(browser: Browser, **body: Any) -> Solitaire:
    return await sit(browser, await set_up(browser, **body))


def way(number: int = EASY, rules: Rules | None = None) -> list[str]:
    """Return the moves that win a deal."""
    solution = solve(deal_number(rules or Rules(), number), seconds=None)
    assert solution.verdict == "won"
    return [str(move) for move in solution.moves]


async def test_a_table_shows_the_deal_with_its_legal_moves(browser: Browser) -> None:
    table = await begin(browser)
    told = table.told
    assert told["view"] == Game(deal_number(Rules(), EASY)).view().to_json()
    assert (told["game"], told["ply"], told["version"], told["end"]) == (1, 0, 1, None)
    assert told["table"]["rules_words"]
    assert told["state"] == {
        "moves": 0,
        "undos": 0,
        "hints": 0,
        "answers": 0,
        "passes": 1,
        "elapsed": 0,
        "counts_on": 0,
        "running": False,
        "paused": None,
        "can_undo": False,
        "can_redo": False,
        "can_finish": False,
        "turned": 21,
        "verdict": None,
        "points": {"standard": 0, "vegas": -52},
    }


async def test_cards_go_home_on_their_own_after_a_move_and_back_with_it(browser: Browser) -> None:
    table = await begin(browser, preset="freecell", deal="5")
    game, followed = Game(deal_number(preset_rules("freecell"), 5)), None
    for move in way(5, game.rules):
        before = table.told["view"]
        answer = await table.ask("move", move=move, autoplay="all")
        assert (answer["type"], answer["moves"]) == ("event", [move])
        game.play(move)
        if automatic_move(game.position, "all"):
            followed = await table.next()
            break
    assert followed is not None
    assert followed["action"] == f"auto:{followed['moves'][0]}"
    assert followed["state"]["moves"] == answer["state"]["moves"] + 1
    # A page that has not seen it yet is not late.
    table.told = answer
    back = await table.ask("undo")
    assert (back["type"], back["view"]) == ("event", before)
    assert back["moves"][-1] == move


async def test_moves_are_undone_and_made_again_without_end(browser: Browser) -> None:
    table = await begin(browser)
    moves = way()[:6]
    after = await table.play(*moves)
    assert after["state"]["running"] is True
    assert after["moves"] == [moves[-1]]
    back = await table.ask("undo", count=4)
    assert (back["action"], back["moves"]) == ("undo:4", moves[5:1:-1])
    assert back["state"]["can_redo"] is True
    again = await table.ask("redo", count=9)
    assert (again["action"], again["moves"]) == ("redo:9", moves[2:])
    assert again["view"] == after["view"]
    assert (again["state"]["moves"], again["state"]["undos"]) == (6, 4)
    all_back = await table.ask("undo", count=100)
    assert all_back["view"] == Game(deal_number(Rules(), EASY)).view().to_json()
    assert (await table.ask("undo"))["code"] == "nothing_to_undo"
    await table.play("draw")
    assert (await table.ask("redo"))["code"] == "nothing_to_redo"


async def test_a_game_is_won_and_told_again(browser: Browser) -> None:
    table = await begin(browser)
    moves = way()
    end = None
    for move in moves:
        answer = await table.ask("move", move=move)
        if answer["state"]["can_finish"]:
            answer = await table.ask("finish")
            assert answer["moves"]
            end = answer["end"]
            break
        end = answer["end"]
    assert end is not None
    assert (end["result"], end["number"], end["played"], end["won"], end["streak"]) == ("won", EASY, 1, 1, 1)
    assert end["records"] == {"moves": True, "time": True, "passes": True}
    assert end["totals"] == {"vegas": 208} == {"vegas": table.told["state"]["points"]["vegas"]}
    assert table.told["view"]["result"] == "won"
    info = (await sit(browser, table_id_of(table))).told["table"]["deal"]
    assert hashlib.sha256(bytes.fromhex(info["secret"]) + str(EASY).encode()).hexdigest() == info["commitment"]
    assert (await table.ask("undo"))["code"] == "game_over"
    replay = (await browser.http.get(end["replay"].replace("/table/", "/api/tables/"))).json()
    assert replay["frames"][0]["view"]["stock"] == 24
    assert replay["frames"][-1]["view"]["result"] == "won"
    assert replay["frames"][0]["points"] == {"standard": 0, "vegas": -52}
    assert replay["frames"][-1]["points"] == table.told["state"]["points"]
    assert replay["result"]["reason"] == "won"
    assert (await browser.http.get(end["replay"])).status_code == 200
    game = f"/api/tables/{table_id_of(table)}/games/1"
    text = (await browser.http.get(f"{game}/record")).text
    record = parse(text)
    assert verify(text) == ()
    assert (record.table, record.number, record.deal, record.seal) == (
        table_id_of(table),
        1,
        Deal(EASY, "number"),
        Seal(info["commitment"], bytes.fromhex(info["secret"])),
    )
    assert asdict(record.result) == {"reason": "won"} | {name: end[name] for name in FIGURES}
    assert (await browser.http.get(f"{game}/check")).json() == {"actions": table.told["ply"], "faults": []}
    packed = ZipFile(BytesIO((await browser.http.get("/api/me/export")).content))
    assert packed.read(f"records/patience-{table_id_of(table)}-1.txt").decode() == text
    records = (await browser.http.get("/api/patience/records")).json()
    assert (records["played"], records["won"], records["share"], records["streak"]) == (1, 1, 1.0, 1)
    assert records["best"]["moves"]["moves"] == end["moves"]
    assert records["games"][0]["choice"] == "number"
    told = {line["id"]: (line["name"], line["most"]["points"][line["id"]], line["total"]) for line in records["points"]}
    standard = table.told["state"]["points"]["standard"]
    assert told == {"standard": ("Standard scoring", standard, None), "vegas": ("Vegas scoring", 208, 208)}


def table_id_of(table: Solitaire) -> str:
    assert table.page.snapshot is not None
    found: str = table.page.snapshot["table"]["id"]
    return found


async def test_a_move_that_is_none_is_refused_and_changes_nothing(browser: Browser) -> None:
    table = await begin(browser)
    for move in ("T1-T1", "undo", "finish", "hint", "give_up", "rescue:3", "", "W-F", "T2:99-T3", "drawdraw"):
        answer = await table.ask("move", move=move)
        assert (answer["type"], answer["code"]) == ("refused", "illegal_move"), move
        assert (answer["ply"], answer["view"]) == (0, table.told["view"])
    assert (await table.ask("finish"))["code"] == "cannot_finish"
    for message in ({"type": "undo", "count": 0}, {"type": "undo", "count": "2"}, {"type": "redo", "count": 2**40}):
        await table.page.send(**{"id": "bad", "game": 1, "ply": 0, **message})
        assert (await table.page.get())["code"] == "malformed"
    await table.page.send(type="sit", id="s", seat=0, name="Ada")
    assert (await table.page.get())["code"] == "unknown_type"
    assert (await table.ask("move", move="draw", ply=7))["code"] == "stale"
    assert (await table.ask("move", move="draw", game=2))["code"] == "stale"
    assert (await table.play("draw"))["ply"] == 1


async def test_what_was_carried_out_is_not_done_again(browser: Browser) -> None:
    table = await begin(browser)
    await table.page.send(type="move", id="once", game=1, ply=0, move="draw")
    assert (await table.next())["ply"] == 1
    await table.page.send(type="move", id="once", game=1, ply=0, move="draw")
    assert await table.page.get() == {"type": "accepted", "id": "once", "version": 2, "ply": 1}


async def test_all_pages_of_the_player_see_the_same_and_nobody_elses(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    first = await begin(browser)
    table_id = table_id_of(first)
    second = await sit(browser, table_id)
    await first.play("draw")
    assert (await second.next())["action"] == "draw"
    await second.play("draw")
    assert (await first.next())["ply"] == 2
    other = await visit(server.address).open(table_id)
    await other.send(type="hello")
    assert (await other.get())["code"] == "not_yours"


async def test_the_clock_stops_for_a_pause_and_while_nobody_looks(browser: Browser) -> None:
    table = await begin(browser)
    await table.play("draw")
    paused = await table.ask("pause")
    assert (paused["state"]["running"], paused["state"]["paused"]) == (False, "pause")
    assert (await table.ask("resume"))["state"]["running"] is True
    await table.ask("pause")
    assert (await table.play("draw"))["state"]["running"] is True
    table_id = table_id_of(table)
    await table.page.connection.close()
    again = await sit(browser, table_id)
    assert again.told["state"]["running"] is True
    assert again.told["ply"] in (5, 7)  # the closed page may have been noticed only after the new one came


async def test_the_clock_stands_still_while_no_page_is_in_sight(browser: Browser) -> None:
    table = await begin(browser)
    await table.play("draw")
    table_id = table_id_of(table)
    phone = await sit(browser, table_id)

    async def look(page: Solitaire, shown: bool) -> dict[str, Any]:
        """Report whether a page is visible, and return what it receives about the clock."""
        await page.page.send(type="look", id=secrets.token_hex(8), shown=shown)
        await page.page.get_until(lambda message: message["type"] == "accepted")
        state: dict[str, Any] = (await page.page.greet())["state"]
        return state

    assert (await look(table, False))["running"] is True
    hidden = await look(phone, False)
    assert (hidden["running"], hidden["paused"]) == (False, "away")
    seen = await look(table, True)
    assert (seen["running"], seen["paused"]) == (True, None)
    # Messages sent just before the clock resumed are carried out.
    ply = (await table.page.greet())["ply"]
    await look(table, False)
    await table.page.send(type="look", id="back", shown=True)
    await table.page.send(type="move", id="early", game=1, ply=ply, move="draw")
    played = await table.page.get_until(lambda message: message.get("id") == "early")
    assert (played["type"], played["action"]) == ("event", "draw")
    # A pause remains a pause.
    table.told = played
    await table.ask("pause")
    await look(table, False)
    assert (await look(table, True))["paused"] == "pause"


async def test_time_without_a_server_is_not_counted(
    serve: Serve, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Time()
    monkeypatch.setattr(room, "time", clock)
    monkeypatch.setattr(room, "now_ms", clock.now_ms)
    async with serve() as server:
        browser = visit(server.address)
        table = await begin(browser)
        await table.play("draw")
        clock.forward += 20
        await table.play("draw")
        table_id = table_id_of(table)
        # As with a closing browser that is its own server, nothing records its leaving.
        monkeypatch.setattr(room.PatienceRoom, "leave", lambda self, client: client.drop())
    clock.forward += 200
    async with serve() as server:
        again = visit(server.address)
        again.token = browser.token
        state = (await sit(again, table_id)).told["state"]
        assert 20_000 <= state["elapsed"] < 22_000
        assert state["running"]


async def test_the_same_deal_again_and_another_one(browser: Browser) -> None:
    table = await begin(browser)
    first = table.told["view"]
    assert (await table.ask("again"))["type"] == "snapshot"
    assert (table.told["game"], table.told["view"]) == (2, first)
    assert (await table.page.get())["type"] == "accepted"
    await table.play("draw")
    given_up = await table.ask("next", deal="17")
    assert (given_up["action"], given_up["end"]["result"]) == ("give_up", "given_up")
    assert (await table.next())["game"] == 3
    assert table.told["view"] == Game(deal_number(Rules(), 17)).view().to_json()
    assert (await table.page.get())["type"] == "accepted"
    # The first game, in which nothing was played, does not count.
    records = (await browser.http.get("/api/patience/records")).json()
    assert (records["played"], records["given_up"], records["streak"]) == (1, 1, 0)
    assert (await table.ask("next", deal="18", level="easy"))["code"] == "invalid_deal"
    assert (await table.ask("next", deal="x.1"))["code"] == "invalid_deal"
    assert (await table.ask("again", game=2))["type"] == "accepted"
    assert (await table.ask("again", game=1))["code"] == "stale"


async def test_records_are_offered_of_games_that_were_finished(browser: Browser) -> None:
    await set_up(browser, preset="tri-peaks")
    table = await begin(browser, preset="freecell")
    played = table.told["view"]["legal"][0]
    page = (await browser.http.get("/patience/records")).text
    assert 'value="tri-peaks"' not in page
    assert 'value="freecell"' not in page
    await table.play(played)
    await table.ask("next", deal="17")
    page = (await browser.http.get("/patience/records")).text
    assert 'value="tri-peaks"' not in page
    assert 'value="freecell"' in page


async def test_starting_a_deal_again_that_can_be_won_keeps_the_streak(browser: Browser) -> None:
    records = "/api/patience/records"
    table = await begin(browser)
    await table.play(*way())
    assert (await browser.http.get(records)).json()["streak"] == 1
    await table.ask("next", deal="winnable")
    await table.page.get()
    await table.play(table.told["view"]["legal"][0])
    await table.ask("again")
    # The game is given up first; the restart is known with the next one.
    assert (await table.next())["game"] == 3
    await table.page.get()
    assert (await browser.http.get(records)).json()["streak"] == 1
    await table.play(table.told["view"]["legal"][0])
    await table.ask("next", deal="17")
    assert (await browser.http.get(records)).json()["streak"] == 0


async def test_a_deal_given_up_stays_so(browser: Browser) -> None:
    table = await begin(browser)
    over = await table.ask("give_up")
    assert over["end"]["result"] == "given_up"
    assert (await table.ask("move", move="draw"))["code"] == "game_over"


async def test_a_deal_whose_number_was_chosen_is_shared_at_once(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    for preset, deal in (("freecell", "microsoft-617"), ("klondike-1", "4711")):
        table = await begin(browser, preset=preset, deal=deal)
        theirs = await begin(visit(server.address), deal=table.told["table"]["share"].split("=")[1])
        assert theirs.told["view"] == table.told["view"]


async def test_a_friend_gets_the_same_deal_under_the_same_rules(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    table = await begin(browser, preset="klondike-3", deal="any", rules={"passes": 3})
    info = table.told["table"]
    assert (info["preset"], info["deal"]["number"], info["deal"]["choice"]) == (None, None, "any")
    friend, shared = visit(server.address), info["share"].split("=")[1]
    view = table.told["view"]
    # Until the game is over a copy would show its cards, even to the player.
    for browser_ in (friend, browser):
        answer = await browser_.http.post("/api/patience", json={"deal": shared})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "game_running")
    other = await begin(browser, preset="klondike-3", deal="any", rules={"passes": 3})
    assert (await other.ask("next", deal=shared))["code"] == "game_running"
    await table.ask("give_up")
    theirs = await begin(friend, deal=shared)
    assert theirs.told["view"] == view
    assert theirs.told["table"]["deal"]["number"] is None
    assert theirs.told["table"]["deal"]["choice"] == "same"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"deal": "-1"}, 422, "invalid_deal"),
        ({"deal": "9007199254740992"}, 422, "invalid_deal"),
        ({"deal": "٣"}, 422, "invalid_deal"),
        ({"deal": "nothing.1"}, 422, "invalid_deal"),
        ({"deal": "some thing"}, 422, "invalid_deal"),
        ({"deal": ""}, 400, "malformed"),
        ({"deal": 17}, 400, "malformed"),
        ({"deal": "17", "level": "easy"}, 422, "invalid_deal"),
        ({"level": "fiendish"}, 422, "invalid_deal"),
        ({"preset": "standard"}, 422, "invalid_rules"),
        ({"rules": {"draw": 2}}, 422, "invalid_rules"),
        ({"rules": {"draw": True}}, 422, "invalid_rules"),
        ({"day": "2999-01-01"}, 404, "not_found"),
        ({"day": "2001-01-01"}, 404, "not_found"),
        ({"day": "today"}, 404, "not_found"),
        ({"day": "2026-01-31", "rules": {"passes": 1}}, 422, "invalid_deal"),
        ({"what": 1}, 400, "malformed"),
    ],
)
async def test_a_deal_that_is_none_is_refused_with_a_sentence(
    browser: Browser, body: dict[str, Any], status: int, code: str
) -> None:
    answer = await browser.http.post("/api/patience", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["error"]["message"]


async def test_a_game_of_the_other_kind_has_no_deal_of_patience(browser: Browser) -> None:
    spite = await browser.table()
    answer = await browser.http.post("/api/patience", json={"deal": f"{spite}.1"})
    assert answer.json()["error"]["code"] == "invalid_deal"
    patience = await set_up(browser)
    for part in ("record/mine", "review"):
        assert (await browser.http.get(f"/api/tables/{patience}/games/1/{part}")).status_code == 404
    for part in ("record", "check", "replay"):
        assert (await browser.http.get(f"/api/tables/{patience}/games/1/{part}")).status_code == 409
    assert (await browser.http.get(f"/table/{patience}/games/1/replay")).status_code == 409


async def test_a_hint_is_counted_and_answered(browser: Browser) -> None:
    table = await begin(browser)
    event = await table.ask("hint")
    assert (event["action"], event["state"]["hints"]) == ("hint", 1)
    answer = await table.page.get()
    assert answer["type"] == "hint"
    assert answer["move"] in table.told["view"]["legal"]
    assert answer["reason"]
    assert 0 <= answer["winnable"] <= 1


async def nobody_knows(*_arguments: Any) -> str:
    return "unknown"


@pytest.mark.parametrize("preset", ["forty-thieves", "osmosis", "calculation", "clock"])
async def test_a_hint_is_given_in_games_that_nothing_can_prove(browser: Browser, preset: str) -> None:
    table = await begin(browser, preset=preset)
    assert (await table.ask("solve"))["code"] == "no_answer"
    assert (await table.ask("hint"))["action"] == "hint"
    answer = await table.page.get()
    assert answer["type"] == "hint"
    assert answer["move"] in table.told["view"]["legal"]


async def test_a_hint_in_a_lost_game_shows_no_move(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Move.parse("draw")

    async def hint(_self: PatienceWorkers, view: View, known: Known, _owner: str) -> Hint:
        return Hint(draw, 0.0, (draw,), is_lost=True)

    monkeypatch.setattr(PatienceWorkers, "hint", hint)
    monkeypatch.setattr(PatienceWorkers, "solve", nobody_knows)
    table = await begin(browser)
    await table.ask("hint")
    answer = await table.page.get()
    assert (answer["move"], answer["back"], answer["winnable"]) == (None, 0, 0.0)
    assert "no way to win" in answer["reason"]


async def test_a_hint_leads_to_no_place_where_its_player_was_but_by_taking_back(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, back = map(Move.parse, ("T5-T4", "T4-T5"))

    async def hint(_self: PatienceWorkers, view: View, known: Known, _owner: str) -> Hint:
        return Hint(there, 0.5, (there,))

    monkeypatch.setattr(PatienceWorkers, "hint", hint)
    table = await begin(browser, deal="57")
    await table.play(str(there), str(back))
    await table.ask("hint")
    answer = await table.page.get()
    assert (answer["move"], answer["back"]) == (None, 1)
    assert "take a move back" in answer["reason"]


async def test_the_solver_says_yes_or_no_and_finds_the_way_back(browser: Browser) -> None:
    table = await begin(browser)
    assert (await table.ask("solve"))["action"] == "solve:won"
    assert (await table.page.get())["answer"] == "yes"
    rescued = await table.ask("rescue")
    assert (rescued["action"], rescued["moves"]) == ("rescue:0", [])
    assert rescued["state"]["answers"] == 2


async def test_back_to_where_it_could_be_won(browser: Browser) -> None:
    # Without worrying back and with only one pass, a deal is soon lost, by drawing everything.
    rules = {"passes": 1, "worry_back": False}
    number = next(n for n in range(100, 400) if solve(deal_number(Rules(**rules), n)).verdict == "won")  # type: ignore[arg-type]
    table = await begin(browser, rules=rules, deal=str(number))
    await table.play(*["draw"] * 24)
    assert (await table.ask("solve"))["action"] == "solve:lost"
    assert (await table.page.get())["answer"] == "no"
    rescued = await table.ask("rescue")
    kept = rescued["state"]["moves"]
    assert rescued["action"] == f"rescue:{24 - kept}"
    assert rescued["state"]["can_redo"] is True
    await table.ask("solve")
    assert (await table.page.get())["answer"] == "yes"


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        ("lost", "This deal cannot be won."),
        ("unknown", "No place was found from which the game can surely be won."),
    ],
)
async def test_where_no_place_is_found_to_go_back_to_that_is_said(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, verdict: str, said: str
) -> None:
    async def rescue(_self: PatienceWorkers, _rules: Rules, _deal: Deal, _moves: list[str], _person: str) -> None:
        return None

    async def solve_it(_self: PatienceWorkers, _rules: Rules, _deal: Deal, moves: list[str], _person: str) -> str:
        return "unknown" if moves else verdict

    monkeypatch.setattr(PatienceWorkers, "rescue", rescue)
    monkeypatch.setattr(PatienceWorkers, "solve", solve_it)
    table = await begin(browser)
    await table.play("draw")
    answer = await table.ask("rescue")
    assert (answer["code"], answer["message"]) == ("no_rescue", said)


async def test_a_hint_in_a_game_that_is_known_to_be_lost_says_so(browser: Browser) -> None:
    rules = {"passes": 1, "worry_back": False}
    number = next(n for n in range(100, 400) if solve(deal_number(Rules(**rules), n)).verdict == "won")  # type: ignore[arg-type]
    table = await begin(browser, rules=rules, deal=str(number))
    await table.play(*["draw"] * 24)
    await table.ask("solve")
    assert (await table.page.get())["answer"] == "no"
    await table.ask("hint")
    answer = await table.page.get()
    assert answer["move"] is None
    assert answer["reason"].startswith(LOST)
    told = re.search(r"take (\d+) moves? back, to before .+, where there was a way", answer["reason"])
    assert told is not None, answer["reason"]
    rescued = await table.ask("rescue")
    assert rescued["state"]["moves"] < 24
    assert rescued["action"] == f"rescue:{told[1]}"
    assert answer["back"] == int(told[1])
    await table.ask("hint")
    assert not (await table.page.get())["reason"].startswith(LOST)


async def test_a_game_of_which_no_try_was_won_is_not_called_lost(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hint(_self: PatienceWorkers, view: View, known: Known, _owner: str) -> Hint:
        return Hint(Move.parse("draw"), 0.0, (Move.parse("draw"),))

    async def lost(*_arguments: Any) -> str:
        return "lost"

    monkeypatch.setattr(PatienceWorkers, "hint", hint)
    for verdict, is_lost in ((nobody_knows, False), (lost, True)):
        monkeypatch.setattr(PatienceWorkers, "solve", verdict)
        table = await begin(browser, preset="golf")
        await table.ask("hint")
        assert ((await table.page.get())["winnable"] == 0) is is_lost


async def test_a_hint_does_not_call_a_game_lost_that_was_said_to_be_winnable(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hint(_self: PatienceWorkers, view: View, known: Known, _owner: str) -> Hint:
        return Hint(None, 0.0, (), is_lost=True)

    monkeypatch.setattr(PatienceWorkers, "hint", hint)
    table = await begin(browser)
    await table.ask("hint")
    # There was no move to take back.
    assert "take" not in (await table.page.get())["reason"]
    await table.ask("solve")
    assert (await table.page.get())["answer"] == "yes"
    await table.ask("hint")
    answer = await table.page.get()
    assert "lost" not in answer["reason"]
    assert "take" not in answer["reason"]


def test_the_work_of_every_verdict_is_limited_and_not_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[tuple[float | None, int]] = []

    def looked(position: Position, seconds: float | None, positions: int) -> Solution:
        limits.append((seconds, positions))
        return Solution("won" if len(position.view().waste) <= 3 else "lost", (), positions)

    monkeypatch.setattr(solver, "solve", looked)
    most: list[int] = []
    for is_native in (True, False):
        monkeypatch.setattr(solver, "IS_NATIVE", is_native)
        question = {"rules": Rules().to_json(), "number": 5, "numbers": "own", "moves": ["draw"] * 20}
        assert solver.answer(json.dumps({"task": "solve", **question})) == {"verdict": "lost"}
        assert solver.answer(json.dumps({"task": "rescue", **question})) == {"keep": 3}
        assert len(limits) > 4
        assert {seconds for seconds, _positions in limits} == {None}
        (positions,) = {positions for _seconds, positions in limits}
        most.append(positions)
        limits.clear()
    assert most[1] < most[0]


async def test_a_verdict_stays_until_the_next_move_and_when_the_server_comes_back(serve: Serve, visit: Visit) -> None:
    rules = {"passes": 1, "worry_back": False}
    number = next(n for n in range(100, 400) if solve(deal_number(Rules(**rules), n)).verdict == "won")  # type: ignore[arg-type]
    async with serve() as server:
        browser = visit(server.address)
        table = await begin(browser, rules=rules, deal=str(number))
        assert (await table.ask("solve"))["state"]["verdict"] == "won"
        assert (await table.page.get())["answer"] == "yes"
        assert (await table.play("draw"))["state"]["verdict"] is None
        await table.play(*["draw"] * 23)
        assert (await table.ask("solve"))["state"]["verdict"] == "lost"
        assert (await sit(browser, table_id_of(table))).told["state"]["verdict"] == "lost"
    async with serve() as server:
        again = visit(server.address)
        again.http.cookies = browser.http.cookies
        there = await sit(again, table_id_of(table))
        assert there.told["state"]["verdict"] == "lost"
        assert (await there.ask("undo"))["state"]["verdict"] is None


async def test_a_hint_asked_before_the_verdict_does_not_contradict_it(browser: Browser) -> None:
    rules = {"passes": 1, "worry_back": False}
    number = next(n for n in range(100, 400) if solve(deal_number(Rules(**rules), n)).verdict == "won")  # type: ignore[arg-type]
    table = await begin(browser, rules=rules, deal=str(number))
    hints, answers = [], []
    for _ in range(24):
        await table.play("draw")
        await table.ask("hint")
        hints.append((await table.page.get())["move"])
        await table.ask("solve")
        answers.append((await table.page.get())["answer"])
        if answers[-1] == "no":
            break
    assert answers[-1] == "no"
    assert [move is None for move in hints] == [answer == "no" for answer in answers]


@pytest.mark.parametrize("seconds", [3600.0, 40.0, -40.0, -3600.0])
async def test_a_clock_on_the_wall_that_is_set_changes_no_time_played(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    clock = Time()
    monkeypatch.setattr(room, "time", clock)
    monkeypatch.setattr(room, "now_ms", clock.now_ms)
    table = await begin(browser)
    await table.play("draw")
    clock.forward += 10
    clock.set_by += seconds
    assert 10_000 <= (await table.ask("hint"))["state"]["elapsed"] < 12_000
    await table.page.get()
    clock.set_by -= seconds / 2
    clock.forward += 10
    assert 20_000 <= (await sit(browser, table_id_of(table))).told["state"]["elapsed"] < 23_000
    clock.forward += 10
    clock.set_by += seconds
    assert 30_000 <= (await table.ask("pause"))["state"]["elapsed"] < 34_000
    clock.forward += 500
    assert 30_000 <= (await table.ask("resume"))["state"]["elapsed"] < 34_000
    clock.forward += 10
    assert 40_000 <= (await table.play("draw"))["state"]["elapsed"] < 45_000


async def test_a_question_that_nobody_answers_is_refused(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_arguments: Any) -> None:
        raise ThinkingFailed("no answer")

    monkeypatch.setattr(PatienceWorkers, "solve", fail)
    table = await begin(browser)
    assert (await table.ask("solve"))["code"] == "no_answer"
    assert (await table.play("draw"))["ply"] == 1


async def test_lists_have_patience_beside_the_other_game(browser: Browser) -> None:
    await browser.table()
    patience = await set_up(browser)
    listed = {table["id"]: table for table in (await browser.http.get("/api/tables")).json()}
    assert sorted(table["kind"] for table in listed.values()) == ["patience", "spite"]
    assert (listed[patience]["state"], listed[patience]["scores"], listed[patience]["your_turn"]) == (
        "running",
        [0],
        True,
    )
    for page in ("/", "/games", "/patience", "/patience/records", "/patience/day", f"/table/{patience}"):
        assert (await browser.http.get(page)).status_code == 200, page
    assert (await browser.http.post(f"/api/tables/{patience}/give-up")).status_code == 200
    assert [table["kind"] for table in (await browser.http.get("/api/tables")).json()] == ["spite"]
    # No card was moved, so it was no game.
    assert (await browser.http.get("/api/patience/records")).json()["played"] == 0


async def test_at_home_a_game_at_which_one_is_awaited_is_not_pushed_out_by_patience(browser: Browser) -> None:
    page = await browser.open(spite := await browser.table())
    await page.hello()
    async with asyncio.timeout(SECONDS):
        while not (await browser.http.get("/api/tables")).json()[0]["your_turn"]:
            await asyncio.sleep(0.01)
    patiences = []
    for _ in range(5):
        table = await begin(browser)
        await table.play("draw")
        patiences.append(table_id_of(table))
    home = (await browser.http.get("/")).text
    places = [home.find(f"/table/{each}") for each in (spite, *reversed(patiences))]
    assert places[:4] == sorted(places[:4])
    assert places[0] > 0
    assert places[4:] == [-1, -1]


async def test_patience_and_friends_say_nothing_of_whom_one_plays_against(browser: Browser) -> None:
    async def offered() -> set[str]:
        pages = [(await browser.http.get(page)).text for page in ("/", "/new?preset=partners&players=4")]
        found = re.search(r'name="opponent" value="(\w+)"[^>]* checked', pages[0])
        seats = re.search(r'data-opponent="(\w+)"', pages[1])
        assert found is not None
        assert seats is not None
        return {found[1], seats[1]}

    await set_up(browser)
    await browser.table([{"kind": "person", "name": "Ada"}, {"kind": "open"}])
    assert await offered() == {"beginner"}
    await browser.table()
    assert await offered() == {"club"}


async def test_who_comes_back_is_shown_the_table_before_anything_else(server: RunningServer, browser: Browser) -> None:
    table = await begin(browser)
    await table.play("draw")
    table_id = table_id_of(table)
    await table.page.connection.close()
    async with asyncio.timeout(SECONDS):
        while (stored := await server.store.tables.get(table_id)) is None or stored.moves[-1].text != "away":
            await asyncio.sleep(0.01)
    page = await browser.open(table_id)
    await page.send(type="hello", version=None, game=None)
    first = await page.get()
    assert (first["type"], first["ply"], first["state"]["running"]) == ("snapshot", 3, True)


async def test_a_finished_game_goes_on_as_practice_that_counts_for_nothing(browser: Browser) -> None:
    table_id = await set_up(browser)
    table = await sit(browser, table_id)
    await table.play("draw", "draw")
    await table.ask("undo")
    told = await table.play("draw", "draw")
    await table.ask("give_up")
    counted = (await browser.http.get("/api/patience/records")).json()["played"]

    async def practise(**wish: Any) -> Solitaire:
        answer = await browser.http.post(f"/api/tables/{table_id}/games/1/practice", json=wish)
        assert answer.status_code == 201, answer.text
        return await sit(browser, answer.json()["id"])

    # The third of the six actions took a move back.
    there = await practise(ply=3)
    assert (there.told["moves"], there.told["state"]["undos"]) == (["draw"], 0)
    assert there.told["state"]["running"]
    last = await practise(ply=3, straight=True)
    assert last.told["view"] == told["view"]
    ended = (await last.ask("give_up"))["end"]
    assert (ended["played"], ended["records"]["moves"]) == (counted, False)
    assert (await browser.http.get("/api/patience/records")).json()["played"] == counted
    for wrong in (-1, 7):
        refused = await browser.http.post(f"/api/tables/{table_id}/games/1/practice", json={"ply": wrong})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "no_practice")
    running = await set_up(browser)
    early = await browser.http.post(f"/api/tables/{running}/games/1/practice", json={"ply": 0})
    assert (early.status_code, early.json()["error"]["code"]) == (409, "game_running")


@pytest.mark.parametrize(("preset", "said"), [("klondike-1", "one at a time"), ("klondike-3", "three at a time")])
async def test_the_rules_stand_on_a_page_of_their_own(browser: Browser, preset: str, said: str) -> None:
    page = (await browser.http.get(f"/rules/{preset}")).text
    assert said in page
    assert f'href="/patience?preset={preset}"' in page
    assert f'href="/rules/{preset}"' in (await browser.http.get("/rules")).text


async def test_no_mail_is_written_about_a_game_for_one(serve: Serve, visit: Visit) -> None:
    mails = {"smtp_port": "9", "smtp_security": "none", "smtp_from": "spite@example.org"}
    async with serve(smtp_host="127.0.0.1", url="http://cards.example", **mails) as server:
        browser = visit(server.address)
        table_id = await set_up(browser)
        answer = await browser.http.put(f"/api/tables/{table_id}/mail", json={"address": "ada@example.org"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_seated")
