"""Clubs that play each other: the challenge, the teams and their boards, and which club has won."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final
from unittest.mock import patch

from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.features.tournaments import director
from spite_and_malice.server.store.switches import Switches

from .conftest import Browser, RunningServer, Visit
from .test_clubs import ask as ask_club
from .test_clubs import calendar_of, events
from .test_tournament_hosting import refused
from .test_tournaments import come_and_play, is_over
from .tournaments import QUICK, act, look, make, wait_until

CLUBS: Final = ("The Rooks", "The Bishops")


async def two_clubs(
    visit: Visit, server: RunningServer, *more: str, system: str = "match", names: Sequence[str] = CLUBS, **form: Any
) -> tuple[str, list[Browser]]:
    """Found the Rooks of Ada and Ben and the Bishops of Cleo, Dan and ``more``; Ada challenges. Return the match."""
    people = ["Ada", "Ben", "Cleo", "Dan", *more]
    browsers = [visit(server.address) for _name in people]
    clubs = []
    for keeper, members, club in ((0, [1], names[0]), (2, range(3, len(people)), names[1])):
        rules = {"preset": "quick", "players": 2}
        made = await ask_club(browsers[keeper], "POST", name=people[keeper], club=club, rules=rules)
        clubs.append(made["id"])
        for at in members:
            await ask_club(browsers[at], "PUT", f"/{made['id']}/me", name=people[at])
    link = f"http://here/club/{clubs[1]}?code=old"
    return await make(browsers[0], system, club=clubs[0], rivals=[link], **form), browsers


async def told(browser: Browser, cup: str) -> tuple[str, list[str]]:
    """Return somebody's state in a match, and their possible actions."""
    now = (await browser.http.get(f"/api/tournaments/{cup}/now")).json()["situation"]
    return now["state"], now["acts"]


def points(found: Any) -> dict[str, str]:
    """Return the score of each club."""
    return {team["name"]: team["points"] for team in found["teams"]}


async def test_a_challenge_is_answered_by_who_leads_the_club_and_by_nobody_else(
    server: RunningServer, visit: Visit
) -> None:
    cup, (ada, ben, cleo, dan) = await two_clubs(visit, server)
    stranger = visit(server.address)
    await stranger.http.get("/games")
    assert await told(cleo, cup) == ("challenge", ["accept", "decline"])
    assert await told(dan, cup) == ("asked", [])
    assert await told(ben, cup) == ("open", ["join"])
    assert await told(stranger, cup) == ("outside", [])
    assert "challenges your club" in (await cleo.http.get((await look(cleo, cup))["teams"][1]["url"])).text
    # Outsiders cannot see the address of a club.
    assert [team["url"] for team in (await look(stranger, cup))["teams"]] == [None, None]
    for browser in (ada, ben, dan, stranger):
        assert await refused(browser, cup, "accept") == "not_asked"
    assert await refused(dan, cup, "join", name="Dan") == "not_member"
    assert await refused(ada, cup, "start") == "too_few"
    await act(cleo, cup, "accept")
    assert await refused(cleo, cup, "decline") == "not_asked"
    assert await told(dan, cup) == ("open", ["join"])
    assert await refused(stranger, cup, "join", name="Eve") == "not_member"


async def test_a_planned_challenge_stands_in_the_calendars_of_both_clubs(server: RunningServer, visit: Visit) -> None:
    cup, (ada, _ben, cleo, _dan) = await two_clubs(visit, server, starts_at=now_ms() + 86_400_000)

    async def statuses() -> list[str]:
        found = []
        for browser in (ada, cleo):
            club = (await ask_club(browser, "GET"))[0]["id"]
            address = calendar_of((await browser.http.get(f"/club/{club}")).text)
            (event,) = events((await browser.http.get(address)).text)
            assert event["URL"].endswith(f"/tournaments/{cup}")
            found.append(event["STATUS"])
        return found

    assert await statuses() == ["TENTATIVE", "TENTATIVE"]
    await act(cleo, cup, "accept")
    assert await statuses() == ["CONFIRMED", "CONFIRMED"]
    await act(ada, cup, "cancel")
    assert await statuses() == ["CANCELLED", "CANCELLED"]


async def test_a_challenge_that_is_declined_is_off(server: RunningServer, visit: Visit) -> None:
    cup, (ada, _ben, cleo, _dan) = await two_clubs(visit, server)
    assert (await act(cleo, cup, "decline"))["state"] == "cancelled"
    page = (await ada.http.get(f"/tournaments/{cup}")).text
    assert "The Bishops has declined. The match was cancelled." in page


async def test_a_challenge_is_not_answered_while_nothing_new_is_begun(server: RunningServer, visit: Visit) -> None:
    cup, (_ada, _ben, cleo, _dan) = await two_clubs(visit, server)
    with patch.object(Switches, "is_read_only", True):
        for answer in ("accept", "decline"):
            said = (await cleo.http.post(f"/api/tournaments/{cup}/{answer}", json={})).json()["error"]
            assert said["code"] == "read_only"
            assert "neither with a yes nor with a no: the challenge stays open" in said["message"]
    assert await told(cleo, cup) == ("challenge", ["accept", "decline"])


async def test_who_is_in_reserve_plays_for_somebody_who_does_not_come(server: RunningServer, visit: Visit) -> None:
    cup, (ada, _ben, cleo, dan) = await two_clubs(visit, server, grace=30)
    await act(cleo, cup, "accept")
    for browser, name in ((ada, "Ada"), (cleo, "Cleo"), (dan, "Dan")):
        await act(browser, cup, "join", name=name)
    await act(ada, cup, "start")
    found = await wait_until(ada, cup, lambda one: one["table"] is not None)
    assert found["opponent"] == "Cleo"
    assert await told(dan, cup) == ("standby", [])
    # Absent people are not called: a page that has the match open reports it.
    with patch.object(director, "late_at", lambda _made_at, _grace: 0):
        page = await ada.open(found["table"].removeprefix("/table/"))
        snapshot = await page.greet()
        await page.contribute({"game": snapshot.get("game", 0)})
        await act(dan, cup, "wait")
        await wait_until(dan, cup, lambda one: one["table"] is not None)
    assert (await told(dan, cup))[0] in ("come", "waited_for")
    assert (await told(cleo, cup))[0] == "replaced"
    assert (await look(ada, cup))["opponent"] == "Dan"


async def test_a_match_needs_another_club(server: RunningServer, visit: Visit) -> None:
    names = ("Castle club", "Chapel club")
    _cup, (ada, *_others) = await two_clubs(visit, server, names=names)
    club = (await ask_club(ada, "GET"))[0]["id"]
    body = {"name": "Match", "system": "match", "club": club, **QUICK}
    for rivals, code in (
        (["No such club"], "no_club"),
        (["castle club"], "same_club"),
        ([], "no_rival"),
        (["/club/nowhere"], "no_club"),
    ):
        answer = await ada.http.post("/api/tournaments", json={**body, "rivals": rivals})
        assert answer.json()["error"]["code"] == code
    named = await ada.http.post("/api/tournaments", json={**body, "rivals": ["chapel CLUB"]})
    assert named.status_code == 201


async def test_a_match_is_played_by_boards_and_the_points_of_all_decide(server: RunningServer, visit: Visit) -> None:
    cup, (ada, ben, cleo, dan, eve) = await two_clubs(visit, server, "Eve")
    await act(cleo, cup, "accept")
    for browser, name in ((ada, "Ada"), (ben, "Ben"), (cleo, "Cleo"), (dan, "Dan"), (eve, "Eve")):
        await act(browser, cup, "join", name=name)
    assert (await told(eve, cup))[0] == "reserve"
    # Eve moves up two boards, before Cleo; a leader lines up their own team alone.
    numbers = {each["name"]: each["number"] for team in (await look(cleo, cup))["teams"] for each in team["people"]}
    assert await refused(ada, cup, "move-up", number=numbers["Eve"]) == "not_officer"
    for _board in range(2):
        await act(cleo, cup, "move-up", number=numbers["Eve"])
    assert [each["name"] for each in (await look(eve, cup))["teams"][1]["people"]] == ["Eve", "Cleo", "Dan"]
    assert (await told(dan, cup))[0] == "reserve"
    await act(ada, cup, "start")
    assert (await told(dan, cup))[0] == "standby"
    players = [ada, ben, cleo, eve]
    for number in (1, 2):
        found = [
            await wait_until(each, cup, lambda one, n=number: one["round"] == n and one["table"] is not None)
            for each in players
        ]
        assert [one["opponent"] for one in found] == ["Eve", "Cleo", "Ben", "Ada"]
        # In the first round somebody of the team may still stay away.
        assert (await told(dan, cup))[0] == ("standby" if number == 1 else "spare")
        await asyncio.gather(*(come_and_play(each, one["table"]) for each, one in zip(players, found, strict=True)))
    over = await wait_until(ada, cup, is_over)
    games = [game for part in over["games"] for game in part["games"]]
    # The Rooks are shown on the left, wherever they sat.
    assert [(game["first"], game["second"]) for game in games] == 2 * [("Ada", "Eve"), ("Ben", "Cleo")]
    won = sum(game["result"] == "1 : 0" for game in games) + sum(game["result"] == "½ : ½" for game in games) / 2
    written = {name: float(text.replace("½", ".5")) for name, text in points(over).items()}
    assert written == {"The Rooks": won, "The Bishops": 4 - won}
    words = await told_words(eve, cup)
    assert "The match is over." in words
    assert "draw" in words if won == 2 else ("The Rooks" if won > 2 else "The Bishops") + " has won" in words
    # It counts on the boards of both clubs.
    for browser in (ada, cleo):
        club = (await ask_club(browser, "GET"))[0]["id"]
        season = await ask_club(browser, "GET", f"/{club}")
        assert sum(line["played"] for line in season["standings"]) == 4


async def told_words(browser: Browser, cup: str) -> str:
    """Return somebody's sentence."""
    return str((await browser.http.get(f"/api/tournaments/{cup}/now")).json()["words"])


async def test_who_withdraws_loses_their_later_games_for_their_club(server: RunningServer, visit: Visit) -> None:
    cup, (ada, ben, cleo, dan) = await two_clubs(visit, server, order="each")
    await act(cleo, cup, "accept")
    for browser, name in ((ada, "Ada"), (ben, "Ben"), (cleo, "Cleo"), (dan, "Dan")):
        await act(browser, cup, "join", name=name)
    await act(ada, cup, "start")
    players = [ada, ben, cleo, dan]
    found = [await wait_until(each, cup, lambda one: one["table"] is not None) for each in players]
    await act(cleo, cup, "withdraw")
    await act(dan, cup, "withdraw")
    await asyncio.gather(*(come_and_play(each, one["table"]) for each, one in zip(players, found, strict=True)))
    over = await wait_until(ada, cup, is_over)
    second = over["games"][1]["games"]
    assert [(game["first"], game["second"], game["result"]) for game in second] == [
        ("Ada", "Dan", "1 : 0"),
        ("Ben", "Cleo", "1 : 0"),
    ]


async def test_a_planned_match_without_an_answer_is_cancelled(server: RunningServer, visit: Visit) -> None:
    cup, (ada, _ben, _cleo, _dan) = await two_clubs(visit, server)
    await act(ada, cup, "join", name="Ada")
    await act(ada, cup, "change", starts_at=now_ms() + 2000)
    await wait_until(ada, cup, lambda one: one["state"] == "cancelled")


async def test_in_an_arena_of_clubs_nobody_meets_their_own_club(server: RunningServer, visit: Visit) -> None:
    cup, (ada, ben, cleo, dan) = await two_clubs(visit, server, system="arena", best=1, minutes=5)
    await act(cleo, cup, "accept")
    for browser, name in ((ada, "Ada"), (ben, "Ben"), (cleo, "Cleo")):
        await act(browser, cup, "join", name=name)
    await act(ada, cup, "start")
    # Late players play for their club too.
    await act(dan, cup, "join", name="Dan")
    for browser in (ada, ben, cleo, dan):
        await act(browser, cup, "wait")
    found = [await wait_until(each, cup, lambda one: one["table"] is not None) for each in (ada, ben, cleo, dan)]
    assert {one["opponent"] for one in found[:2]} == {"Cleo", "Dan"}
    await asyncio.gather(
        *(come_and_play(each, one["table"]) for each, one in zip((ada, ben, cleo, dan), found, strict=True))
    )
    # Free players are paired again, in another game.
    played = await wait_until(
        ada, cup, lambda one: sum(game["over"] for part in one["games"] for game in part["games"]) == 2
    )
    lines = {line["name"]: int(line["points"]) for line in played["standings"]}
    best = {"The Rooks": max(lines["Ada"], lines["Ben"]), "The Bishops": max(lines["Cleo"], lines["Dan"])}
    assert points(played) == {name: str(got) for name, got in best.items()}
