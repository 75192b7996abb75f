"""A tournament's host: their actions, the planned start, who can take part, and the bracket."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.cluster import News
from spite_and_malice.server.features.tournaments import director
from spite_and_malice.server.features.tournaments.bracket import bracket_of
from spite_and_malice.server.features.tournaments.situation import Field
from spite_and_malice.server.store import EntrantRow, PairingRow, Tournament, TournamentForm, TournamentRow
from spite_and_malice.server.tables.endings import Endings

from .conftest import Browser, RunningServer, Visit
from .test_clubs import ask as ask_club
from .test_clubs import counted, found
from .test_tournaments import come_and_play, is_over
from .tournaments import act, look, make, wait_until


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
    assert "Ada leads the tournament." in page
    cleo = visit(server.address)
    await act(cleo, cup, "join", name="Cleo")
    await act(ada, cup, "take-out", number=3)
    assert [line["name"] for line in (await look(ada, cup))["standings"]] == ["Ada", "Ben"]
    assert await refused(cleo, cup, "join", name="Cleo") == "closed"
    await act(ada, cup, "host", number=2)
    assert (await look(ben, cup))["host"]
    assert "Ben leads the tournament." in (await ada.http.get(f"/tournaments/{cup}")).text
    assert await refused(ada, cup, "change", name="Mine") == "not_host"


async def test_while_it_pauses_no_round_begins(server: RunningServer, visit: Visit) -> None:
    cup, (ada, ben) = await of_two(visit, server)
    await act(ada, cup, "change", paused=True)
    await act(ada, cup, "start")
    looking = director.Director(server.store, server.app.state["rooms"], Endings(News()))
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
    assert "You have blocked Ben, who takes part too" in (await ada.http.get(f"/tournaments/{cup}")).text
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
