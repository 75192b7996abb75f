"""Moves laid down for the next turn: played if they fit, held back by hidden cards, seen by nobody else."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from spite_and_malice.engine import View
from spite_and_malice.play import new_game
from spite_and_malice.server.games.spite import conditionals
from spite_and_malice.server.games.spite.conditionals import Laid, Line, Unplayable
from spite_and_malice.server.games.spite.restore import restore
from spite_and_malice.server.store import NewMove, StoreError
from spite_and_malice.texts import in_language

from .conftest import Browser, RunningServer, Serve, Visit
from .people import Company, begin, person_of
from .play import discard
from .test_correspondence import slow, until_turn

ANY = {"centre": [None, None, None], "tops": [None, None]}


def view_of(seat: int, **hands: tuple[str, ...]) -> View:
    """Return the view of a waiting seat, at a table where the centre needs 5, A and A."""
    game = new_game("standard", seed=1, dealer=seat)
    position = game.position.to_json()
    position["turn"] = 1 - seat
    position["centre"] = [["As", "2s", "3s", "4s"], [], []]
    position["players"][seat]["hand"] = list(hands.get("hand", ("5h", "9d", "Qc", "Qd")))
    position["players"][seat]["side"] = [["7c", "6c"], ["8d"], [], []]
    position["players"][seat]["payoff"] = [["2h", "7h"]]
    return type(game.position).from_json(position).view(seat)


def line(*moves: str, centre: tuple[int | None, ...] = (4, 0, 0), tops: Any = (None, None)) -> Line:
    return Line(centre, tops, moves)


def laid(*moves: str, hand: tuple[str, ...] = ("5h", "9d", "Qc", "Qd")) -> Laid:
    return Laid("x", 1, hand, (line(*moves),))


def test_a_line_goes_on_until_a_card_would_come_to_light() -> None:
    view = view_of(0)
    begins = conditionals.ahead(view, line())
    assert "H5h-C1" in begins.legal
    assert "P-C1" not in begins.legal
    played = conditionals.ahead(view, line("H5h-C1", "S1-C1"))
    assert {"P-C1", "S1-C1", "HQc-S3"} <= set(played.legal)
    assert not played.is_done
    # The pay-off pile turns a card up, and the discard ends the turn.
    for last in ("P-C1", "HQc-S3"):
        ended = conditionals.ahead(view, line("H5h-C1", "S1-C1", last))
        assert (ended.legal, ended.is_done) == ((), True)
        with pytest.raises(Unplayable):
            conditionals.ahead(view, line("H5h-C1", "S1-C1", last, "HQd-S3"))


def test_a_stack_that_is_only_supposed_is_played_to_as_if_it_were_so() -> None:
    view = view_of(0)
    assert "P-C1" in conditionals.ahead(view, line(centre=(6, 0, 0))).legal
    # If any height will do, nothing can be played there beforehand.
    assert not any(move.endswith("-C1") for move in conditionals.ahead(view, line(centre=(None, 0, 0))).legal)
    for wrong in (line(centre=(12, 0, 0)), line(centre=(4, 0)), line(tops=(None, ("Ks",))), line("resign")):
        with pytest.raises(Unplayable):
            conditionals.ahead(view, wrong)


def test_whoever_plays_every_known_card_still_has_those_that_they_draw() -> None:
    view = view_of(0, hand=("5h",))
    # One known card and four to be drawn: the hand is not empty, so no new hand is drawn.
    assert not conditionals.ahead(view, line("H5h-C1")).is_done


def test_a_condition_is_about_what_lies_open() -> None:
    view = view_of(0)
    top = tuple(pile.top for pile in view.payoff(1))
    assert conditionals.fits(view, line(tops=(None, top)))
    assert conditionals.fits(view, line(centre=(None, None, None)))
    assert not conditionals.fits(view, line(centre=(5, 0, 0)))
    assert not conditionals.fits(view, line(tops=(None, ("9s" if top != ("9s",) else "8s",))))


@pytest.mark.parametrize(
    ("drawn", "held"),
    [("5d", True), ("Kh", True), ("As", True), ("9c", False), ("5h", False), ("Qs", False)],
)
def test_a_card_that_was_drawn_and_can_be_played_holds_a_line_back(drawn: str, held: bool) -> None:
    waiting = view_of(0)
    mine = view_of(0, hand=("5h", "9d", "Qc", "Qd", drawn))
    game = type(new_game("standard", seed=1).position).from_view(mine)
    assert game.turn == 1
    begun = _begun(mine)
    assert conditionals.is_held_back(begun, laid("HQc-S3"), ()) is held
    assert waiting.hand(0) == laid().hand


def test_a_line_that_played_one_of_two_equal_cards_knows_the_other_no_more() -> None:
    after = _begun(view_of(0, hand=("5h", "9d", "Qc", "Qd")))
    # The known 5 has been played: the one in the hand was drawn.
    assert conditionals.is_held_back(after, laid("H5h-C2", "HQc-S3"), ("H5h-C2",))
    assert not conditionals.is_held_back(after, laid("HQc-S3"), ())


def _begun(view: View) -> View:
    """Return the same table in the turn of its viewer."""
    supposed = conditionals.supposed(view, line(centre=(None, None, None)))
    position = type(new_game("standard", seed=1).position).from_view(supposed)
    return position.view(view.seat)


def test_a_line_is_named_in_words() -> None:
    view = view_of(0)
    top = tuple(pile.top for pile in view.payoff(1))
    shown = line("P-C1", centre=(6, None, 0), tops=(None, top))
    said = conditionals.condition_words(view, shown, ["Ada", "Ben"])
    assert said.startswith("If 4♠ needs 7, an empty centre stack needs A and the pay-off card of Ben is still ")
    assert conditionals.moves_words(view, shown) == "your pay-off card 7♥ on 6"
    assert conditionals.moves_words(view, line("H5h-C1", "HQc-S3")) == "5♥ on 4♠, then Q♣ on an empty side stack"
    assert conditionals.condition_words(view, line(centre=(None, None, None)), ["Ada", "Ben"]) == "Whatever happens:"
    with in_language("de"):
        german = conditionals.condition_words(view, shown, ["Ada", "Ben"])
    assert german.startswith("Wenn 4♠ 7 braucht, ein leerer Mittelstapel A braucht und die Zielkarte von Ben noch ")


async def laid_down(browser: Browser, table_id: str, method: str = "GET", path: str = "", **body: Any) -> Any:
    url = f"/api/tables/{table_id}/conditionals{path}"
    answer = await browser.http.request(method, url, json=body or None)
    return answer.json() | {"status": answer.status_code}


async def told(browser: Browser, table_id: str) -> str:
    """Return the outcome of the lines, once that is written."""
    for _attempt in range(200):
        if text := (await laid_down(browser, table_id))["told"]:
            return str(text)
        await asyncio.sleep(0.02)
    raise AssertionError("nothing is told")


async def lay_down_a_discard(company: Company, seat: int) -> str:
    """Have a waiting seat lay down a discard, whatever happens; return the move."""
    browser = company.browsers[seat]
    found = await laid_down(browser, company.table_id, "POST", "/ahead", **ANY)
    moves = [choice["value"] for choice in found["choices"]]
    answer = await laid_down(browser, company.table_id, "PUT", lines=[ANY | {"moves": [moves[0]]}])
    assert answer["status"] == 200, answer
    return str(moves[0])


async def test_what_is_laid_down_is_played_at_once_or_held_back(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, settings=slow())
    await until_turn(company, 0)
    seen: set[str] = set()
    while len(seen) < 2:
        move = await lay_down_a_discard(company, 1)
        await company.play(discard(company.states[0]["view"]["legal"]))
        text = await told(company.browsers[1], company.table_id)
        async with server.app.state.rooms.open(company.table_id) as room:
            table = room.table
        seen.add(text)
        if table.turn is None:
            # Some games are over before both have been seen.
            return
        if text == conditionals.TOLD["played"]:
            assert table.turn == 0
            assert table.game.log[-1] == f"1 {move}"
            company.states = [await page.get_until(lambda each: each["type"] == "event") for page in company.pages]
        else:
            assert text == conditionals.TOLD["drawn"]
            assert table.turn == 1
            await company.play(discard(company.states[1]["view"]["legal"]))
    # Moves for one turn do not apply to another.
    assert (await laid_down(company.browsers[1], company.table_id))["lines"] == []


async def test_only_those_who_wait_lay_something_down(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, settings=slow())
    await until_turn(company, 0)
    ada, ben = company.browsers
    body = ANY | {"moves": []}
    assert (await laid_down(ada, company.table_id, "POST", "/ahead", **body))["error"]["code"] == "not_waiting"
    assert not (await laid_down(ada, company.table_id))["may"]
    stranger = visit(server.address)
    assert (await laid_down(stranger, company.table_id, "PUT", lines=[body]))["error"]["code"] == "not_seated"
    assert (await laid_down(ben, company.table_id, "PUT", lines=[body]))["error"]["code"] == "no_moves"
    wrong = ANY | {"moves": ["H9s-C9"]}
    assert (await laid_down(ben, company.table_id, "PUT", lines=[wrong]))["error"]["code"] == "unplayable"
    assert (await laid_down(ben, "nowhere"))["status"] == 404
    quick = await begin(server, visit)
    await until_turn(quick, 0)
    assert (await laid_down(quick.browsers[1], quick.table_id, "POST", "/ahead", **body))["error"][
        "code"
    ] == "not_waiting"
    # It is changed, and taken back.
    await lay_down_a_discard(company, 1)
    shown = await laid_down(ben, company.table_id)
    assert [each["condition"] for each in shown["lines"]] == ["Whatever happens:"]
    assert (await laid_down(ben, company.table_id, "PUT", lines=[]))["lines"] == []


async def test_a_condition_that_does_not_come_true_plays_nothing(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, settings=slow())
    await until_turn(company, 0)
    move = await lay_down_a_discard(company, 1)
    never = {"centre": [11, 11, 11], "tops": [None, None], "moves": [move]}
    await laid_down(company.browsers[1], company.table_id, "PUT", lines=[never])
    await company.play(discard(company.states[0]["view"]["legal"]))
    assert await told(company.browsers[1], company.table_id) == conditionals.TOLD["none"]
    async with server.app.state.rooms.open(company.table_id) as room:
        assert room.table.turn == 1


async def test_nobody_else_learns_of_what_is_laid_down(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, settings=slow())
    await until_turn(company, 0)
    ada, ben = company.browsers
    record = (await ada.http.get(f"/api/tables/{company.table_id}/record")).text
    known = json.dumps(company.states[0]) + record
    move = await lay_down_a_discard(company, 1)
    row = await server.store.conditionals.of(company.table_id, await person_of(ben))
    assert row is not None
    # The same card of another pack may have gone there before, or be Ada's.
    secret = {row.id, json.dumps(row.lines[0]), *([] if move in known else [move])}
    for browser in (ada, visit(server.address)):
        paths = ("", "/record", "/games/1/record/mine", "/conditionals")
        texts = [(await browser.http.get(f"/api/tables/{company.table_id}{path}")).text for path in paths]
        texts += [(await browser.http.get(path)).text for path in ("/api/tables", "/correspondence", "/api/me/data")]
        assert not any(each in text for each in secret for text in texts)
        page = await browser.open(company.table_id)
        snapshot = await page.greet()
        assert not any(each in json.dumps(snapshot) for each in secret)
        await page.connection.close()
    # Ada's page was not notified when it was laid down, and it is not revealed when it is played.
    await company.pages[0].send(type="ping")
    await company.pages[0].get_until(lambda message: message["type"] == "pong")
    assert not any(each in text for each in secret for text in company.pages[0].texts)
    await company.play(discard(company.states[0]["view"]["legal"]))
    await told(ben, company.table_id)
    await company.pages[0].send(type="ping")
    await company.pages[0].get_until(lambda message: message["type"] == "pong")
    assert not any(row.id in text for text in company.pages[0].texts)
    await server.store.conditionals.put(company.table_id, await person_of(ben), row)
    exported = await server.store.people.export(await person_of(ben))
    assert exported["conditionals"] == [{"table": company.table_id, "game": 1, "lines": row.lines}]
    assert (await server.store.people.export(await person_of(ada)))["conditionals"] == []


async def test_what_is_laid_down_survives_a_restart(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        company = await begin(server, visit, settings=slow())
        await until_turn(company, 0)
        await lay_down_a_discard(company, 1)
        before = (await laid_down(company.browsers[1], company.table_id))["lines"]
    async with serve() as server:
        ada, ben = visit(server.address), visit(server.address)
        for browser, earlier in zip((ada, ben), company.browsers, strict=True):
            browser.http.cookies = earlier.http.cookies
        assert (await laid_down(ben, company.table_id))["lines"] == before
        page = await ada.open(company.table_id)
        state = await page.hello()
        await page.move(state, discard(state["view"]["legal"]))
        assert await told(ben, company.table_id) in (conditionals.TOLD["played"], conditionals.TOLD["drawn"])


async def test_a_turn_that_was_begun_by_a_line_goes_on_after_a_failure_and_plays_nothing_twice(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conditionals, "is_held_back", lambda _view, _laid, _moves: False)
    company = await begin(server, visit, settings=slow())
    ben, person = company.browsers[1], await person_of(company.browsers[1])
    moves: list[str] = []
    while len(moves) < 2:
        await until_turn(company, 0)
        if not moves:
            moves = await two_moves(ben, company.table_id)
        if len(moves) < 2:
            moves = []
            await company.play(discard(company.states[0]["view"]["legal"]))
            await company.play(discard(company.states[1]["view"]["legal"]))
    places = (await laid_down(ben, company.table_id))["places"]
    line = {"centre": [place["height"] for place in places], "tops": [None, None], "moves": moves}
    assert (await laid_down(ben, company.table_id, "PUT", lines=[line]))["status"] == 200
    row = await server.store.conditionals.of(company.table_id, person)
    assert row is not None
    failed: list[str] = []
    add_move = server.store.tables.add_move

    async def fail_once(new: NewMove) -> None:
        if new.move.text == moves[1] and not failed:
            failed.append(new.move.text)
            raise StoreError("the disk is full")
        await add_move(new)

    monkeypatch.setattr(server.store.tables, "add_move", fail_once)
    await company.play(discard(company.states[0]["view"]["legal"]))
    assert await told(ben, company.table_id) == conditionals.TOLD["played"]
    assert failed == [moves[1]]
    async with server.app.state.rooms.open(company.table_id) as room:
        assert room.table.game.log[-2:] == [f"1 {move}" for move in moves]
    # As if the process had ended before it recorded that everything was played: these lines ignore the next turn.
    await server.store.conditionals.put(company.table_id, person, row)
    company.states = [await page.greet() for page in company.pages]
    await company.play(discard(company.states[0]["view"]["legal"]))
    assert await told(ben, company.table_id) == conditionals.TOLD["played"]
    async with server.app.state.rooms.open(company.table_id) as room:
        assert room.table.turn == 1
        assert [entry[0] for entry in room.table.game.log[-4:]] == ["0", "1", "1", "0"]


async def two_moves(browser: Browser, table_id: str) -> list[str]:
    """Return a play to the centre and a discard after it, as far as somebody's known cards allow them now."""
    places = (await laid_down(browser, table_id))["places"]
    line: dict[str, Any] = {"centre": [place["height"] for place in places], "tops": [None, None], "moves": []}
    for kind in ("-C", "-S"):
        found = await laid_down(browser, table_id, "POST", "/ahead", **line)
        choices = [each["value"] for each in found["choices"] if kind in each["value"] and each["value"][0] == "H"]
        if not choices:
            break
        line["moves"].append(choices[0])
    return list(line["moves"])


async def test_a_turn_that_came_in_another_process_is_known_before_anything_is_laid_down(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    company = await begin(server, visit, settings=slow())
    await until_turn(company, 0)
    found = await laid_down(company.browsers[1], company.table_id, "POST", "/ahead", **ANY)
    lines = [ANY | {"moves": [found["choices"][0]["value"]]}]
    stored = await server.store.tables.get(company.table_id)
    assert stored is not None
    elsewhere = restore(stored)
    row = elsewhere.act(0, discard(company.states[0]["view"]["legal"]), "elsewhere")
    await server.store.tables.add_move(NewMove(company.table_id, elsewhere.number, row, elsewhere.summary))
    monkeypatch.setattr(server.store, "is_shared", True)
    answer = await laid_down(company.browsers[1], company.table_id, "PUT", lines=lines)
    assert answer["error"]["code"] == "not_waiting"
