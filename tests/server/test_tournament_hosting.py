"""A tournament's host: their actions, the planned start, who can take part, and the bracket."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.cluster import News
from spite_and_malice.server.features.tournaments import director
from spite_and_malice.server.features.tournaments.bracket import bracket_of
from spite_and_malice.server.features.tournaments.situation import Field
from spite_and_malice.server.people import forbid
from spite_and_malice.server.store import EntrantRow, PairingRow, Tournament, TournamentForm, TournamentRow
from spite_and_malice.server.tables.endings import Endings

from .conftest import Browser, RunningServer, Visit
from .people import person_of, take_name
from .test_clubs import ask as ask_club
from .test_clubs import counted, found
from .test_tournaments import come_and_play, is_over
from .tournaments import act, look, make, wait_until

acts = import_module("spite_and_malice.server.features.tournaments.acts")


async def refused(browser: Browser, cup: str, what: str, **body: Any) -> str:
    """Send a request about a tournament that is refused; return the code."""
    await browser.http.get("/games")
    answer = await browser.http.post(f"/api/tournaments/{cup}/{what}", json=body)
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["error"]["code"])


async def of_two(visit: Visit, server: RunningServer, system: str = "swiss", **more: Any) -> tuple[str, list[Browser]]:
    """Create a tournament hosted by Ada, in which Ada and Ben take part."""
    browsers = [visit(server.address), visit(server.address)]
    cup = await make(browsers[0], system, **more)
    for browser, name in zip(browsers, ("Ada", "Ben"), strict=True):
        await act(browser, cup, "join", name=name)
    return cup, browsers


async def test_the_host_renames_announces_hands_on_and_takes_out(server: RunningServer, visit: Visit) -> None:
    cup, (ada, ben) = await of_two(visit, server)
    assert await refused(ben, cup, "change", name="Mine") == "not_host"
    await act(ada, cup, "change", name="Autumn cup", said="We begin at nine")
    page = (await ben.http.get(f"/tournaments/{cup}")).text
    assert "Autumn cup" in page
    assert "We begin at nine" in page
    assert "Ada hosts the tournament." in page
    cleo = visit(server.address)
    await act(cleo, cup, "join", name="Cleo")
    await act(ada, cup, "take-out", number=3)
    assert [line["name"] for line in (await look(ada, cup))["standings"]] == ["Ada", "Ben"]
    assert await refused(cleo, cup, "join", name="Cleo") == "closed"
    await act(ada, cup, "host", number=2)
    assert (await look(ben, cup))["host"]
    assert "Ben hosts the tournament." in (await ada.http.get(f"/tournaments/{cup}")).text
    assert await refused(ada, cup, "change", name="Mine") == "not_host"


async def test_while_it_pauses_no_round_begins(server: RunningServer, visit: Visit) -> None:
    cup, (ada, ben) = await of_two(visit, server)
    await act(ada, cup, "change", paused=True)
    await act(ada, cup, "start")
    looking = director.Director(server.store, server.app.state["rooms"], Endings(News()), News())
    assert await looking.advance(cup) is not None
    told = await look(ben, cup)
    assert (told["state"], told["round"]) == ("running", 0)
    assert told["situation"]["then"] == "The host has paused the tournament: no game begins until it goes on."
    await act(ada, cup, "change", paused=False)
    assert (await wait_until(ben, cup, lambda at: at["round"] == 1))["round"] == 1


async def test_it_begins_by_plan_and_says_when(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(director, "_LOOK_SECONDS", 0.2)
    ada, ben = visit(server.address), visit(server.address)
    assert (await ada.http.post("/api/tournaments", json={"name": "x", "starts_at": 5})).status_code >= 400
    cup = await make(ada, "swiss", starts_at=now_ms() + 3_600_000)
    for browser, name in ((ada, "Ada"), (ben, "Ben")):
        await act(browser, cup, "join", name=name)
    starts = now_ms() + 3000
    await act(ada, cup, "change", starts_at=starts)
    told = (await look(ben, cup))["situation"]
    assert (told["state"], told["at"]) == ("entered", starts)
    assert told["then"].startswith("It begins by plan")
    await wait_until(ben, cup, lambda at: at["state"] == "running")
    # With too few it is cancelled, and says so.
    lonely = await make(ben, "swiss", starts_at=now_ms() + 2000)
    await wait_until(ben, lonely, lambda at: at["state"] == "cancelled")


async def test_the_first_who_joined_follows_a_host_who_is_gone(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, (ada, ben) = await of_two(visit, server)
    monkeypatch.setattr(director, "HOST_GONE_MS", -1000)
    assert await server.store.tournaments.follow_host(cup, "nobody", now_ms() + 1) is False
    await wait_until(ben, cup, lambda at: at["host"])
    monkeypatch.undo()
    # A host who is erased is replaced immediately.
    await act(ben, cup, "host", number=1) if (await look(ben, cup))["host"] else None
    await ada.http.request("DELETE", "/api/me", json={})
    assert (await look(ben, cup))["host"]


async def test_at_most_so_many_with_a_rating_and_members_of_the_club(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    body = {"name": "Club cup", "system": "swiss", "preset": "standard", "club": club}
    assert (await ben.http.post("/api/tournaments", json=body)).json()["error"]["code"] == "not_officer"
    cup = await make(ada, "swiss", club=club, most=2)
    stranger, cleo = visit(server.address), visit(server.address)
    assert await refused(stranger, cup, "join", name="Eve") == "not_member"
    await ask_club(cleo, "PUT", f"/{club}/me", name="Cleo")
    for browser, name in ((ada, "Ada"), (ben, "Ben")):
        await act(browser, cup, "join", name=name)
    assert await refused(cleo, cup, "join", name="Cleo") == "full"
    assert cup in (await cleo.http.get(f"/club/{club}")).text
    strong = await make(ada, "swiss", rating_from=1600)
    assert "For ratings from 1600 on." in (await ada.http.get(f"/tournaments/{strong}")).text
    assert await refused(ben, strong, "join", name="Ben") == "rating"


async def test_a_tournament_of_a_club_counts_on_its_board(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    cup = await make(ada, "round_robin", club=club)
    for browser, name in ((ada, "Ada"), (ben, "Ben")):
        await act(browser, cup, "join", name=name)
    await act(ada, cup, "start")
    table = (await wait_until(ada, cup, lambda one: one["table"] is not None))["table"]
    await asyncio.gather(come_and_play(ada, table), come_and_play(ben, table))
    told = await counted(ada, table.removeprefix("/table/"))
    assert (told["name"], told["url"], told["season"]) == ("The Aces", f"/club/{club}", 1)
    assert [each["won"] for each in told["leaders"]] == [1, 0]
    await wait_until(ada, cup, is_over)
    page = (await ben.http.get(f"/club/{club}")).text
    row = r"<th scope=\"row\">{}.*?<td.*?>0</td><td.*?>1</td><td.*?>1</td><td.*?>{}</td>"
    for each in told["leaders"]:
        assert re.search(row.format(each["name"], each["won"]), page)


async def test_who_has_blocked_somebody_there_is_asked_first(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    page = (await ada.http.get(f"/club/{club}")).text
    who = re.findall(r'data-act="block" data-who="(\w+)"', page)[0]
    await ada.http.put(f"/api/people/{who}/avoid", json={"kind": "block"})
    cup = await make(visit(server.address), "swiss")
    await act(ben, cup, "join", name="Ben")
    assert await refused(ada, cup, "join", name="Ada") == "blocked_there"
    assert (await act(ada, cup, "join", name="Ada", anyway=True))["number"] == 2
    assert "Blocked by you, and taking part too: Ben." in (await ada.http.get(f"/tournaments/{cup}")).text
    # The other person learns nothing of a block.
    assert "blocked" not in (await ben.http.get(f"/tournaments/{cup}")).text


async def test_those_who_take_part_write_to_each_other(server: RunningServer, visit: Visit) -> None:
    cup, (ada, ben) = await of_two(visit, server)
    assert await refused(visit(server.address), cup, "say", text="Hello") == "not_in_it"
    await act(ben, cup, "say", text="Good luck to all")
    assert "Good luck to all" in (await ada.http.get(f"/tournaments/{cup}")).text
    for _ in range(4):
        await act(ben, cup, "say", text="Again")
    assert await refused(ben, cup, "say", text="Too much") == "slow_down"


def test_a_bracket_has_who_met_whom_who_is_out_and_the_path_ahead() -> None:
    people = [EntrantRow(number, f"P{number}", f"p{number}", seed=number) for number in range(1, 6)]
    form = TournamentForm("knock_out", "standard")
    games = [
        PairingRow(1, 1, 1, None, outcome="bye"),
        PairingRow(1, 2, 4, 5, outcome="second", table_id="t"),
        PairingRow(1, 3, 2, None, outcome="bye"),
        PairingRow(1, 4, 3, None, outcome="bye"),
        PairingRow(2, 1, 1, 5, outcome="first"),
    ]
    field = Field(Tournament(TournamentRow("c", "host", "Cup", form, b"", "running", 2), people, games))
    rounds = bracket_of(field, "p1")
    assert [each.name for each in rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    (first, other) = rounds[0].boards[1].places
    assert (first.name, first.won, other.name, other.won) == ("P4", False, "P5", True)
    assert rounds[0].boards[1].url == "/table/t/games/1"
    final = rounds[2].boards[0]
    assert [place.name for place in final.places] == ["P1", "who wins at 2"]
    assert [[board.board for board in each.boards if board.yours] for each in rounds] == [[1], [1], [1]]
    # A player who is out no longer has a path.
    assert [[board.board for board in each.boards if board.yours] for each in bracket_of(field, "p4")] == [[2], [], []]
    assert bracket_of(Field(Tournament(TournamentRow("c", "host", "Cup", form, b""), people, [])), "p1") == []


async def test_what_a_tournament_refuses_has_its_reason(server: RunningServer, visit: Visit) -> None:
    cup, (ada, ben) = await of_two(visit, server)
    eve, host = visit(server.address), visit(server.address)
    rated, over = await make(host, "swiss", rated=True, payoff=0), await make(host, "swiss")
    await act(ben, over, "join", name="Ben")
    assert await act(host, over, "cancel") == {"state": "cancelled", "number": None}
    await take_name(visit(server.address), "Zoe of the cups")
    await act(ben, cup, "withdraw")
    forbid(["goat"])
    refusals: list[tuple[Browser, str, str, dict[str, Any], str]] = [
        (eve, cup, "join", {"name": " "}, "no_name"),
        (eve, cup, "join", {"name": "Zoe of the cups"}, "name_taken"),
        (eve, cup, "join", {"name": "Eve", "head": "nobody"}, "no_such_head"),
        (eve, rated, "join", {"name": "Eve"}, "no_account"),
        (eve, over, "join", {"name": "Eve"}, "closed"),
        (eve, cup, "withdraw", {}, "not_in_it"),
        (ben, over, "withdraw", {}, "not_in_it"),
        (eve, cup, "wait", {}, "not_in_it"),
        (ben, cup, "wait", {}, "not_in_it"),
        (ada, cup, "start", {}, "too_few"),
        (ada, cup, "host", {"number": 9}, "no_such_entrant"),
        (ada, cup, "take-out", {"number": 9}, "no_such_entrant"),
        (ben, cup, "take-out", {"number": 1}, "not_host"),
        (ben, cup, "take-out", {"number": 9}, "not_host"),
        (ben, cup, "host", {"number": 1}, "not_host"),
        (ben, cup, "cancel", {}, "not_host"),
        (ada, cup, "move-up", {"number": 1}, "not_officer"),
        (ada, cup, "move-up", {"number": 9}, "not_officer"),
        (ada, cup, "accept", {}, "not_asked"),
        (ada, cup, "change", {"name": "Old goat"}, "word"),
        (ada, cup, "change", {"said": "Old goat"}, "word"),
        (ada, cup, "change", {"starts_at": 5}, "no_such_time"),
        (host, over, "change", {"name": "Cup"}, "over"),
        (ada, cup, "say", {"text": " \u200b"}, "no_text"),
        (ada, cup, "say", {"text": "You goat"}, "word"),
        (eve, cup, "say", {"text": "Hello"}, "not_in_it"),
        (eve, "none", "join", {"name": "Eve"}, "not_found"),
    ]
    try:
        for browser, at, what, body, code in refusals:
            assert await refused(browser, at, what, **body) == code, (what, body)
    finally:
        forbid([])
    # Whom the host has blocked does not take part.
    await server.store.friends.avoid(await person_of(ada), await person_of(eve), "block")
    assert await refused(eve, cup, "join", name="Eve") == "kept_out"


async def test_a_host_changes_only_what_they_name(server: RunningServer, visit: Visit) -> None:
    cup, (ada, _ben) = await of_two(visit, server)

    async def stored() -> TournamentRow:
        found = await server.store.tournaments.get(cup)
        assert found is not None
        return replace(found.row, changes=0, host_seen_at=0)

    before, starts_at = await stored(), now_ms() + 3_600_000
    changes: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"name": "Autumn cup"}, {"name": "Autumn cup"}),
        ({"name": " "}, {}),
        ({"said": "At nine"}, {"said": "At nine"}),
        ({"said": ""}, {"said": ""}),
        ({"starts_at": starts_at}, {"starts_at": starts_at}),
        ({"starts_at": None}, {"starts_at": None}),
    ]
    for body, changed in changes:
        assert await act(ada, cup, "change", **body) == {"state": "gathering", "number": None}
        before = replace(before, **changed)
        assert await stored() == before
    await act(ada, cup, "change", paused=True)
    assert abs(((await stored()).paused_at or 0) - now_ms()) < 60_000
    await act(ada, cup, "change", paused=False)
    assert await stored() == before
    # The host can write without taking part; only then they have no name.
    cleo = visit(server.address)
    await act(cleo, cup, "join", name="Cleo")
    assert await act(ada, cup, "take-out", number=2) == {"state": "gathering", "number": None}
    await act(ada, cup, "withdraw")
    for browser, text in ((ada, "Welcome"), (cleo, "Hello")):
        await act(browser, cup, "say", text=text)
    assert [(each.name, each.text) for each in await server.store.tournaments.lines(cup)] == [
        ("", "Welcome"),
        ("Cleo", "Hello"),
    ]


async def test_those_who_take_part_are_told_apart_and_are_called_as_in_their_account(
    server: RunningServer, visit: Visit
) -> None:
    cup, (_ada, ben) = await of_two(visit, server)
    other, known = visit(server.address), visit(server.address)
    await take_name(known, "Yara of the cups")
    assert await act(other, cup, "join", name="Ada", head="hoot") == {"state": "gathering", "number": 3}
    assert await act(known, cup, "join", name="Somebody else", contribution="abc") == {
        "state": "gathering",
        "number": 4,
    }
    # Whoever takes part already stays as they are.
    assert (await act(ben, cup, "join", name="Ben", head=""))["number"] == 2
    found = await server.store.tournaments.get(cup)
    assert found is not None
    assert [(each.name, each.head) for each in found.entrants] == [
        ("Ada", None),
        ("Ben", None),
        ("Ada 2", "hoot"),
        ("Yara of the cups", None),
    ]
    assert found.entrants[3].contribution == "abc"
    assert [len(each.contribution) for each in found.entrants[:3]] == [32] * 3
    # All are on this computer, of which there is no place to compare.
    assert {each.place for each in found.entrants} == {""}


def test_a_place_is_known_again_in_its_tournament_alone() -> None:
    form = TournamentForm("swiss", "standard")
    one, other = (Tournament(TournamentRow("t", "h", "Cup", form, secret), (), ()) for secret in (b"1" * 32, b"2" * 32))
    assert acts._place(one, None) == acts._place(one, "127.0.0.1") == ""
    assert acts._place(one, "192.0.2.7") == acts._place(one, "192.0.2.7") != acts._place(other, "192.0.2.7")
    assert acts._place(one, "192.0.2.7") != acts._place(one, "198.51.100.7")
    assert len(acts._place(one, "192.0.2.7")) == 16
