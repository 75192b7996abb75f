"""Several people at a table: sitting down, the host's part, starting, leaving and taking over (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import Any

import pytest

from spite_and_malice.server.games.spite.room import Room
from spite_and_malice.server.games.spite.seats import stand_in
from spite_and_malice.server.games.spite.timing import GONE_SECONDS

from .conftest import Browser, Page, RunningServer, Serve, Visit
from .people import GREEDY, OPEN, PERSON, Company, begin, dealt, gather
from .play import choose, discard, is_event

A_CONTRIBUTION = "0f" * 32


async def test_friends_sit_down_over_the_link_and_play_a_game(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit, rules={"payoff": 2})
    told = await company.pages[0].people(lambda people: people["seats"][1]["kind"] == "person")
    assert (told["state"], told["you"], told["host"]) == ("gathering", 0, True)
    assert [(seat["name"], seat["here"], seat["host"]) for seat in told["seats"]] == [
        ("Ada", True, True), ("Ben", True, False)
    ]  # fmt: skip
    await company.start()
    assert [state["table"]["you"] for state in company.states] == [0, 1]
    assert [len(state["view"]["players"][seat]["hand"]) for seat, state in enumerate(company.states)] == [5, 5]
    await company.finish()
    assert company.states[0]["standing"] == company.states[1]["standing"]
    # Either of them deals the next game.
    await company.pages[0].ask("next", game=1)
    following = await company.pages[1].next(company.states[1])
    assert (following["game"], following["table"]["you"]) == (2, 1)


async def test_a_gathering_shows_the_rules_and_no_cards(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit, rules={"payoff": 7})
    stranger = await visit(server.address).open(company.table_id)
    snapshot = await stranger.greet()
    assert (snapshot["version"], snapshot["game"], snapshot["ply"]) == (0, 0, 0)
    assert (snapshot["view"], snapshot["log"], snapshot["standing"]) == (None, [], None)
    assert snapshot["table"]["rules"]["payoff"] == 7
    assert (snapshot["table"]["commitment"], snapshot["table"]["secret"]) == (None, None)
    assert len(bytes.fromhex(snapshot["table"]["next_commitment"])) == 32
    assert snapshot["people"]["watching"] == 1


async def test_a_seat_is_taken_left_renamed_and_changed_for_another(server: RunningServer, visit: Visit) -> None:
    host = visit(server.address)
    table_id = await host.table([PERSON, OPEN, OPEN], preset="round")
    page = await visit(server.address).open(table_id)
    await page.greet()

    async def seats_after(kind: str, **fields: Any) -> list[str]:
        answer = await page.ask(kind, **fields)
        assert answer["type"] == "accepted", answer
        await page.greet()
        assert page.snapshot is not None
        return [seat["name"] for seat in page.snapshot["people"]["seats"]]

    assert await seats_after("sit", seat=1, name="  Ben\n") == ["Ada", "Ben", ""]
    assert await seats_after("sit", seat=2, name="Ben") == ["Ada", "", "Ben"]
    assert await seats_after("sit", seat=2, name="Ada") == ["Ada", "", "Ada 2"]
    assert await seats_after("sit", seat=2, name="") == ["Ada", "", "Player 3"]
    assert await seats_after("stand") == ["Ada", "", ""]
    (listed,) = (await host.http.get("/api/tables")).json()
    assert (listed["state"], [seat["kind"] for seat in listed["seats"]]) == ("gathering", ["person", "open", "open"])


async def test_a_head_is_chosen_seen_by_all_and_kept(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        company = await gather(server, visit, rules={"payoff": 2})
        ada, ben = company.pages
        assert (await ben.ask("wear", head="mei"))["type"] == "accepted"
        told = await ada.people(lambda people: people["seats"][1]["head"] == "mei")
        assert told["seats"][0]["head"] is None
        for wrong in ("nobody", "club", "../static/icon"):
            assert (await ben.ask("wear", head=wrong))["code"] == "no_such_head"
        await company.start()
        assert company.states[0]["table"]["seats"][1]["head"] == "mei"
        # Also while the game runs; and it survives a restart.
        assert (await ada.ask("wear", head="tibble"))["type"] == "accepted"
        await ben.people(lambda people: people["seats"][0]["head"] == "tibble")
        assert (await ben.ask("wear", head=None, name=" Benjamin "))["type"] == "accepted"
        await ada.people(lambda people: people["seats"][1]["name"] == "Benjamin")
        # A name in use, or an invalid one, is refused.
        assert (await ben.ask("wear", head=None, name="Ada"))["type"] == "accepted"
        await ada.people(lambda people: people["seats"][1]["name"] == "Ada 2")
        assert (await ben.ask("wear", head=None, name="\u200b"))["type"] == "accepted"
    async with serve() as server:
        again = await visit(server.address).open(company.table_id)
        assert [seat["head"] for seat in (await again.greet())["people"]["seats"]] == ["tibble", None]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "sit", "seat": 0, "name": "Cleo"}, "seat_taken"),
        ({"type": "sit", "seat": 2, "name": "Cleo"}, "no_such_seat"),
        ({"type": "sit", "seat": -1, "name": "Cleo"}, "malformed"),
        ({"type": "sit", "seat": 1, "name": "C" * 41}, "malformed"),
        ({"type": "stand"}, "not_seated"),
        ({"type": "seat", "seat": 1, "kind": "computer", "player": "greedy"}, "not_host"),
        ({"type": "kick", "seat": 0}, "not_host"),
        ({"type": "configure", "target": 5}, "not_host"),
        ({"type": "start"}, "not_host"),
        ({"type": "contribute", "game": 1, "contribution": A_CONTRIBUTION}, "not_seated"),
        ({"type": "leave"}, "not_started"),
        ({"type": "back"}, "not_started"),
        ({"type": "take", "seat": 1, "name": "Cleo"}, "not_started"),
        ({"type": "say", "text": "Hello"}, "not_seated"),
        ({"type": "move", "game": 0, "ply": 0, "move": "pass"}, "not_seated"),
        ({"type": "next", "game": 0}, "not_seated"),
        ({"type": "hint", "game": 0, "ply": 0}, "not_seated"),
    ],
)
async def test_a_stranger_is_refused_what_is_not_his_to_do(
    server: RunningServer, visit: Visit, message: dict[str, Any], code: str
) -> None:
    table_id = await visit(server.address).table([PERSON, OPEN], preset="standard")
    page = await visit(server.address).open(table_id)
    await page.greet()
    await page.send(id="x", **message)
    refused = await page.get_until(lambda answer: answer["type"] == "refused")
    assert (refused["code"], refused["id"], refused["view"]) == (code, "x", None)
    assert refused["message"].endswith(".")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "start"}, "seats_open"),
        ({"type": "seat", "seat": 0, "kind": "computer", "player": "greedy"}, "seat_taken"),
        ({"type": "seat", "seat": 0, "kind": "open"}, "seat_taken"),
        ({"type": "seat", "seat": 1, "kind": "computer", "player": "oracle"}, "invalid_seat"),
        ({"type": "seat", "seat": 1, "kind": "computer"}, "invalid_seat"),
        ({"type": "seat", "seat": 9, "kind": "open"}, "no_such_seat"),
        ({"type": "kick", "seat": 1}, "no_such_seat"),
        ({"type": "configure", "rules": {"hand": 0}}, "invalid_rules"),
        ({"type": "configure", "preset": "nothing"}, "invalid_rules"),
        ({"type": "configure", "rules": {"players": 3}}, "invalid_rules"),
        ({"type": "configure", "target": 0}, "invalid_rules"),
        ({"type": "configure", "settings": {"clock": {"kind": "move", "seconds": 1}}}, "malformed"),
        ({"type": "configure", "settings": {"delay": -1}}, "malformed"),
        ({"type": "contribute", "game": 2, "contribution": A_CONTRIBUTION}, "stale"),
        ({"type": "contribute", "game": 1, "contribution": A_CONTRIBUTION.upper()}, "malformed"),
        ({"type": "contribute", "game": 1, "contribution": A_CONTRIBUTION[:-2]}, "malformed"),
        ({"type": "move", "game": 0, "ply": 0, "move": "pass"}, "not_started"),
        ({"type": "next", "game": 0}, "not_started"),
        ({"type": "hint", "game": 0, "ply": 0}, "no_help"),
        ({"type": "undo_turn", "game": 0, "ply": 0}, "no_help"),
    ],
)
async def test_the_host_is_refused_what_cannot_be(
    server: RunningServer, visit: Visit, message: dict[str, Any], code: str
) -> None:
    host = visit(server.address)
    page = await host.open(await host.table([PERSON, OPEN], preset="standard"))
    before = await page.greet()
    await page.send(id="x", **message)
    refused = await page.get_until(lambda answer: answer["type"] == "refused")
    assert refused["code"] == code
    after = await page.greet()
    assert after == before


async def test_the_host_configures_fills_seats_and_starts(server: RunningServer, visit: Visit) -> None:
    host = visit(server.address)
    page = await host.open(await host.table([PERSON, OPEN], preset="standard"))
    await page.greet()
    stranger = await visit(server.address).open(host_table(page))
    await stranger.greet()
    await page.ask("configure", preset="goal-13", rules={"payoff": 3}, target=9, settings={"chat": "off", "delay": 3})
    told = await stranger.get_until(lambda message: message["type"] == "snapshot")
    assert (told["table"]["preset"], told["table"]["rules"]["payoff"], told["table"]["match"]["target"]) == (
        "goal-13", 3, 9
    )  # fmt: skip
    assert (told["people"]["settings"]["chat"], told["people"]["settings"]["delay"]) == ("off", 3)
    # Fields left out stay unchanged.
    await page.ask("configure", settings={"delay": 0})
    await page.ask("configure", target=11)
    again = await page.greet()
    assert (again["people"]["settings"]["chat"], again["people"]["settings"]["delay"]) == ("off", 0)
    assert (again["table"]["rules"]["payoff"], again["table"]["match"]["target"]) == (3, 11)
    await page.ask("seat", seat=1, kind="computer", player="greedy")
    await page.contribute({"game": 0})
    assert (await page.ask("start"))["type"] == "accepted"
    state = await dealt(page)
    assert state["view"]["rules"]["payoff"] == 3
    assert [seat["free"] for seat in state["people"]["seats"]] == [False, True]
    assert (await page.ask("start"))["code"] == "started"
    assert (await page.ask("configure", target=5))["code"] == "started"
    assert (await page.ask("kick", seat=1))["code"] == "started"
    assert (await page.ask("stand"))["code"] == "started"


def host_table(page: Page) -> str:
    assert page.snapshot is not None
    table_id: str = page.snapshot["table"]["id"]
    return table_id


async def test_somebody_kicked_is_out_and_stays_out(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit)
    ada, ben = company.pages
    assert (await ada.ask("kick", seat=1))["type"] == "accepted"
    out = await ben.get_until(lambda message: message["type"] == "snapshot")
    assert (out["table"]["you"], out["people"]["seats"][1]["kind"]) == (None, "open")
    assert (await ben.ask("sit", seat=1, name="Ben"))["code"] == "kicked"
    assert (await ben.ask("contribute", game=1, contribution=A_CONTRIBUTION))["code"] == "not_seated"
    cleo = await visit(server.address).open(company.table_id)
    await cleo.greet()
    assert (await cleo.ask("sit", seat=1, name="Cleo"))["type"] == "accepted"


async def test_a_kick_is_told_to_who_is_out_and_can_be_taken_back(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit, 3)
    ada, ben, cleo = company.pages
    for seat in (1, 2):
        assert (await ada.ask("kick", seat=seat))["type"] == "accepted"
    told = [(await page.greet())["people"] for page in (ada, ben, cleo)]
    assert [(people["out"], people["kicked"]) for people in told] == [(False, 2), (True, 0), (True, 0)]
    assert (await cleo.ask("pardon"))["code"] == "not_host"
    assert (await ada.ask("pardon"))["type"] == "accepted"
    assert [(await page.greet())["people"]["out"] for page in (ben, cleo)] == [True, False]
    assert (await cleo.ask("sit", seat=1, name="Cleo"))["type"] == "accepted"
    assert (await ben.ask("sit", seat=2, name="Ben"))["code"] == "kicked"


async def test_the_host_swaps_seats_before_the_start(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit, 4, preset="partners")
    ada, _ben, cleo, _dan = company.pages
    assert (await cleo.ask("swap", seat=0, other=1))["code"] == "not_host"
    assert (await ada.ask("swap", seat=0, other=4))["code"] == "no_such_seat"
    assert (await ada.ask("swap", seat=1, other=2))["type"] == "accepted"
    people = (await cleo.greet())["people"]
    assert [seat["name"] for seat in people["seats"]] == ["Ada", "Cleo", "Ben", "Dan"]
    assert [seat["here"] for seat in people["seats"]] == [True] * 4
    assert people["you"] == 1
    # A part of the deal moves with the person who gave it, and the game begins with the current seats.
    company.pages[1:3] = company.pages[2:0:-1]
    await company.start()
    assert [state["table"]["you"] for state in company.states] == [0, 1, 2, 3]
    assert (await ada.ask("swap", seat=1, other=2))["code"] == "started"


async def test_two_people_never_wear_the_same_default_face(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit, 4)
    for page in company.pages:
        assert (await page.ask("wear", head="hoot", by_default=True))["type"] == "accepted"
    heads = [seat["head"] for seat in (await company.pages[0].greet())["people"]["seats"]]
    assert heads[0] == "hoot"
    assert len(set(heads)) == 4
    # A person who has chosen one has it.
    assert (await company.pages[3].ask("wear", head="hoot"))["type"] == "accepted"
    assert (await company.pages[0].greet())["people"]["seats"][3]["head"] == "hoot"


async def test_who_sits_where_can_be_told_apart_from_who_sat_there(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    before = [seat["who"] for seat in company.states[0]["people"]["seats"]]
    assert len({*before, None}) == 3
    await company.pages[1].ask("leave")
    watcher = await visit(server.address).open(company.table_id)
    assert [seat["who"] for seat in (await watcher.greet())["people"]["seats"]] == before
    assert (await watcher.ask("take", seat=1, name=""))["type"] == "accepted"
    after = [seat["who"] for seat in (await company.pages[1].greet())["people"]["seats"]]
    assert after[0] == before[0]
    assert after[1] not in (*before, None)


async def test_who_was_kicked_stays_out_after_a_restart_and_at_another_server(serve: Serve, visit: Visit) -> None:
    async with serve() as first:
        company = await gather(first, visit)
        async with serve() as second:
            there = visit(second.address)
            there.http.cookies = company.browsers[1].http.cookies
            page = await there.open(company.table_id)
            await page.greet()
            assert (await company.pages[0].ask("kick", seat=1))["type"] == "accepted"
            # A server on the same file learns of it when somebody next does something.
            refused = await page.ask("sit", seat=1, name="Ben")
            while refused["code"] in ("stale", "seat_taken"):
                refused = await page.ask("sit", seat=1, name="Ben")
            assert refused["code"] == "kicked"
    async with serve() as server:
        again = visit(server.address)
        again.http.cookies = company.browsers[1].http.cookies
        page = await again.open(company.table_id)
        await page.greet()
        assert (await page.ask("sit", seat=1, name="Ben"))["code"] == "kicked"


async def test_a_host_who_clears_his_own_seat_may_sit_down_again(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit)
    ada = company.pages[0]
    assert (await ada.ask("kick", seat=0))["type"] == "accepted"
    assert (await ada.ask("sit", seat=0, name="Ada"))["type"] == "accepted"


async def test_a_guest_starts_only_while_the_host_is_away(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit)
    ada, ben = company.pages
    assert (await ben.ask("start"))["code"] == "not_host"
    await ada.connection.close()
    await ben.people(lambda people: not people["seats"][0]["here"])
    assert (await ben.ask("start"))["type"] == "accepted"
    assert (await dealt(ben))["game"] == 1


async def test_a_message_sent_again_is_answered_and_done_once(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit)
    ben = company.pages[1]
    for _ in range(2):
        await ben.send(type="stand", id="once")
        assert (await ben.get_until(lambda message: message.get("id") == "once"))["type"] == "accepted"
    await ben.send(type="sit", id="twice", seat=1, name="Ben")
    await ben.send(type="sit", id="twice", seat=1, name="Ben")
    for _ in range(2):
        assert (await ben.get_until(lambda message: message.get("id") == "twice"))["type"] == "accepted"


async def test_two_who_want_one_seat_do_not_both_get_it(server: RunningServer, visit: Visit) -> None:
    table_id = await visit(server.address).table([PERSON, OPEN], preset="standard")
    pages = [await visit(server.address).open(table_id) for _ in range(4)]
    for page in pages:
        await page.greet()
    answers = await asyncio.gather(*(page.ask("sit", seat=1, name=f"N{n}") for n, page in enumerate(pages)))
    assert sorted(answer["type"] for answer in answers) == ["accepted", "refused", "refused", "refused"]
    assert {answer["code"] for answer in answers if answer["type"] == "refused"} == {"seat_taken"}


async def test_two_servers_on_one_file_do_not_both_give_a_seat(serve: Serve, visit: Visit) -> None:
    async with serve() as first, serve() as second:
        table_id = await visit(first.address).table([PERSON, OPEN], preset="standard")
        here = await visit(first.address).open(table_id)
        there = await visit(second.address).open(table_id)
        await here.greet()
        await there.greet()
        assert (await here.ask("sit", seat=1, name="Ben"))["type"] == "accepted"
        refused = await there.ask("sit", seat=1, name="Cleo")
        assert refused["code"] in ("stale", "seat_taken")
        assert (await there.greet())["people"]["seats"][1]["name"] == "Ben"


async def test_a_table_comes_back_after_a_restart_as_it_was_set(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        company = await gather(server, visit, settings={"chat": "phrases"})
        ben = company.pages[1]
        await ben.contribute({"game": 0})
        before = await ben.greet()
    async with serve() as server:
        again = visit(server.address)
        again.http.cookies = company.browsers[1].http.cookies
        after = await (await again.open(company.table_id)).greet()
        assert after["table"] == before["table"]
        assert after["people"]["settings"]["chat"] == "phrases"
        assert [(seat["name"], seat["contributed"]) for seat in after["people"]["seats"]] == [
            ("Ada", False), ("Ben", True)
        ]  # fmt: skip


async def test_who_leaves_is_played_for_and_may_come_back(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    ada, ben = company.pages
    while company.turn != 1:
        await company.play(discard(company.states[company.turn]["view"]["legal"]))
    assert (await ben.ask("leave"))["type"] == "accepted"
    moved = await ada.get_until(is_event)
    assert (moved["seat"], moved["stand_in"], moved["id"], moved["pause"]) == (1, True, None, None)
    while moved["view"]["turn"] == 1:
        moved = await ada.get_until(is_event)
    ours = await ben.greet()
    assert (ours["people"]["seats"][1]["stand_in"], ours["people"]["seats"][1]["free"]) == ("left", True)
    assert (ours["view"]["seat"], isinstance(ours["view"]["players"][1]["hand"], list)) == (1, True)
    assert (await ben.move(ours, "pass"))["code"] == "stand_in"
    (listed,) = (await company.browsers[1].http.get("/api/tables")).json()
    assert [seat["stand_in"] for seat in listed["seats"]] == [None, "left"]
    assert (await ben.ask("back"))["type"] == "accepted"
    assert (await ben.ask("back"))["code"] == "no_stand_in"
    company.states = [await ada.greet(), await ben.greet()]
    await company.play(discard(company.states[0]["view"]["legal"]))
    while company.turn != 1:
        await company.play(discard(company.states[company.turn]["view"]["legal"]))
    assert (await company.play())["stand_in"] is False


async def test_a_stand_in_is_marked_in_the_score_and_the_record(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, rules={"payoff": 1})
    ada, ben = company.pages
    await ben.ask("leave")
    state = await ada.greet()
    while state["view"]["result"] is None:
        if state["view"]["turn"] == 0:
            state = await ada.move(state, discard(state["view"]["legal"]))
        else:
            state = await ada.get_until(is_event)
    if any(" 1 " in line and "stand-in" in line for line in (await record(company)).splitlines()):
        assert state["match"]["stand_ins"] == [0, 1]
        # The list of games and the statistics say the same of it.
        http = company.browsers[1].http
        assert (await http.get("/games")).text.count("does not count") == 1
        told = (await http.get("/api/statistics")).json()
        assert (told["all"]["games"], told["stood_in"]) == (0, 1)
        assert [line["counts"] for line in told["games"]] == [False]
    else:
        # Ada won before Ben's turn came.
        assert state["match"]["stand_ins"] == [0, 0]
    check = await company.browsers[0].http.get(f"/api/tables/{company.table_id}/games/1/check")
    assert check.json()["faults"] == []
    match = (await ada.greet())["table"]["match"]
    assert match == state["match"]


async def record(company: Company) -> str:
    return (await company.browsers[0].http.get(f"/api/tables/{company.table_id}/games/1/record")).text


async def test_a_free_seat_is_taken_over(server: RunningServer, visit: Visit) -> None:
    host = visit(server.address)
    table_id = await host.table([PERSON, OPEN, GREEDY], preset="round")
    ada = await host.open(table_id)
    await ada.greet()
    await ada.ask("seat", seat=1, kind="computer", player="greedy")
    await ada.contribute({"game": 0})
    await ada.ask("start")
    await dealt(ada)
    stranger = visit(server.address)
    page = await stranger.open(table_id)
    await page.greet()
    # A computer player that was chosen as such stays.
    assert (await page.ask("take", seat=2, name="Ben"))["code"] == "seat_taken"
    assert (await page.ask("take", seat=0, name="Ben"))["code"] == "seat_taken"
    assert (await page.ask("take", seat=1, name="Ben"))["type"] == "accepted"
    assert page.snapshot is not None
    assert (page.snapshot["table"]["you"], len(page.snapshot["view"]["players"][1]["hand"]) > 0) == (1, True)
    assert (await page.ask("take", seat=1, name="Ben"))["code"] == "already_seated"
    told = await ada.people(lambda people: people["seats"][1]["kind"] == "person")
    assert (told["seats"][1]["name"], told["seats"][1]["here"], told["seats"][1]["free"]) == ("Ben", True, False)
    state = await ada.greet()
    while state["view"]["turn"] != 1:
        if state["view"]["turn"] == 0:
            state = await ada.move(state, discard(state["view"]["legal"]))
        else:
            state = await ada.get_until(is_event)
    own = await page.greet()
    event = await page.move(own, choose(own["view"]["legal"]))
    assert (event["seat"], event["stand_in"]) == (1, False)
    mine = (await stranger.http.get(f"/api/tables/{table_id}/games/1/record/mine")).text
    assert '1: computer greedy "Greedy 2"' in mine
    assert '"played by Ben"' in mine


async def test_the_host_gives_an_abandoned_seat_to_a_computer_player(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    ada, ben = company.pages
    assert (await ada.ask("seat", seat=1, kind="computer", player="greedy"))["code"] == "seat_taken"
    await ben.ask("leave")
    assert (await ada.ask("seat", seat=1, kind="computer", player="greedy"))["type"] == "accepted"
    out = await ben.get_until(lambda message: message["type"] == "snapshot")
    assert (out["table"]["you"], out["view"]["seat"]) == (None, None)
    # A number of cards, as for all spectators; it depends on the computer player's progress.
    assert isinstance(out["view"]["players"][1]["hand"], int)
    assert (await ben.ask("back"))["code"] == "not_seated"
    assert (await ben.ask("take", seat=1, name="Ben"))["type"] == "accepted"


async def test_two_pages_of_a_seat_see_the_same_and_either_moves(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    seat = company.turn
    second = await company.browsers[seat].open(company.table_id)
    state = await second.greet()
    assert state["table"]["you"] == seat
    assert state["view"]["players"][seat]["hand"] == company.states[seat]["view"]["players"][seat]["hand"]
    # One moves, the other sees it; then the other way round.
    rival = company.pages[1 - seat]
    for mover, other in ((second, company.pages[seat]), (company.pages[seat], second)):
        while state["view"]["turn"] != seat:
            legal = (await rival.greet())["view"]["legal"]
            await rival.ask("move", game=1, ply=state["ply"], move=discard(legal))
            state = await mover.get_until(is_event)
            await other.get_until(is_event)
        event = await mover.ask("move", game=1, ply=state["ply"], move=choose(state["view"]["legal"]))
        seen = await other.get_until(is_event)
        assert (seen["ply"], seen["view"]) == (event["ply"], event["view"])
        state = event
    # No two moves are made in the same state.
    late = await second.ask("move", game=1, ply=state["ply"] - 1, move="H2h-C1")
    assert late["code"] in ("stale", "not_your_turn")
    # With one of them closed, the person is still present.
    await second.connection.close()
    assert (await company.pages[seat].greet())["people"]["seats"][seat]["here"]
    await company.pages[1 - seat].send(type="ping")
    await company.pages[1 - seat].get_until(lambda message: message["type"] == "pong")


async def test_both_pages_of_one_who_sits_down_have_the_seat(server: RunningServer, visit: Visit) -> None:
    table_id = await visit(server.address).table([PERSON, OPEN], preset="standard")
    browser: Browser = visit(server.address)
    first, second = await browser.open(table_id), await browser.open(table_id)
    await first.greet()
    await second.greet()
    assert (await second.ask("sit", seat=1, name="Ben"))["type"] == "accepted"
    assert (await first.greet())["table"]["you"] == 1
    assert (await first.ask("stand"))["type"] == "accepted"
    assert (await second.greet())["table"]["you"] is None


async def test_the_host_does_not_get_a_rivals_hand_while_they_are_away(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, settings={"away_seconds": 20})
    ada, ben = company.pages
    async with server.app.state.rooms.open(company.table_id) as room:
        await ben.connection.close()
        await ada.people(lambda people: not people["seats"][1]["here"])
        await room.do(partial(let_stand_in, room, 1))
        assert (await ada.ask("seat", seat=1, kind="computer", player="greedy"))["code"] == "seat_taken"
        # After a long absence the game continues with a computer player, but nobody else sees the hand.
        room.timing.presence._left[1] = (time.monotonic() - GONE_SECONDS, 0)
        assert (await ada.ask("seat", seat=1, kind="computer", player="greedy"))["type"] == "accepted"
        other = await visit(server.address).open(company.table_id)
        await other.greet()
        assert (await other.ask("take", seat=1, name="Ada's second browser"))["code"] == "seat_taken"
        back = await company.browsers[1].open(company.table_id)
        await back.greet()
        assert (await back.ask("take", seat=1, name="Ben"))["type"] == "accepted"


async def let_stand_in(room: Room, seat: int) -> None:
    row = stand_in(room.table, seat, "away")
    await room.write(room.store.tables.arrange(row, None, None))
    room.rearrange(row, None)


async def test_who_was_asked_to_leave_does_not_come_back_by_another_way(server: RunningServer, visit: Visit) -> None:
    host = visit(server.address)
    table_id = await host.table([PERSON, OPEN, OPEN], preset="round")
    ada, ben = await host.open(table_id), await visit(server.address).open(table_id)
    await ada.greet()
    await ben.greet()
    await ben.ask("sit", seat=1, name="Ben")
    await ada.ask("kick", seat=1)
    for seat in (1, 2):
        await ada.ask("seat", seat=seat, kind="computer", player="greedy")
    await ada.contribute({"game": 0})
    await ada.ask("start")
    await dealt(ada)
    assert (await ben.ask("take", seat=1, name="Ben"))["code"] == "kicked"


async def test_what_is_said_again_under_the_same_id_is_said_once(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit)
    ada, ben = company.pages
    for _ in range(2):
        await ada.send(type="say", id="twice", text="Hello")
    await ada.send(type="say", id="then", text="Goodbye")
    assert [(await ben.get_until(lambda m: m["type"] == "said"))["text"] for _ in range(2)] == ["Hello", "Goodbye"]


async def test_the_settings_are_not_changed_without_end(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit)
    page = company.pages[0]
    # All at once, so that a slow machine does not make them few enough.
    for number in range(21):
        await page.send(type="configure", id=f"c{number}", target=10 + number)
    answers = [await page.get_until(lambda message: str(message.get("id")).startswith("c")) for _ in range(21)]
    assert [answer["type"] for answer in answers] == ["accepted"] * 20 + ["refused"]
    assert answers[-1]["code"] == "slow_down"


@pytest.mark.parametrize("game", [0, 1])
async def test_who_waits_before_the_first_deal_is_told_so_and_stays(
    server: RunningServer, visit: Visit, caplog: pytest.LogCaptureFixture, game: int
) -> None:
    host = visit(server.address)
    page = await host.open(await host.table([PERSON, OPEN]))
    await page.greet()
    for kind in ("wait", "next"):
        assert (await page.ask(kind, game=game))["type"] == "refused"
    await page.send(type="ping")
    assert (await page.get_until(lambda message: message["type"] == "pong"))["type"] == "pong"
    assert [record.getMessage() for record in caplog.records if record.levelno > logging.INFO] == []
