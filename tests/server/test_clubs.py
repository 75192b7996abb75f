"""Clubs: founding, joining by a link, keeping and handing over; their evenings as a calendar, the season's board."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from click.testing import Result

from spite_and_malice.rules import preset_rules
from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.features.evenings.calendar import entry_of, feed
from spite_and_malice.server.features.people.invitations import Messenger
from spite_and_malice.server.people import forbid
from spite_and_malice.server.store import Club, Evening
from tests.waiting import SECONDS

from .conftest import Browser, RunningServer, Visit
from .people import handle_between, person_of, take_name
from .test_admin import command
from .test_evenings import ask as ask_evening
from .test_evenings import play


async def ask(browser: Browser, method: str, path: str = "", **body: Any) -> Any:
    """Return the answer to a request about clubs, or the code of a refusal."""
    answer = await browser.http.request(method, f"/api/clubs{path}", json=body)
    said = answer.json()
    return said["error"]["code"] if "error" in said else said


async def found(visit: Visit, server: RunningServer) -> tuple[str, Browser, Browser]:
    """Found a club of Ada's, which Ben joins."""
    ada, ben = visit(server.address), visit(server.address)
    club = await ask(ada, "POST", name="Ada", club="The Aces", rules={"preset": "quick", "players": 2})
    assert (await ask(ben, "PUT", f"/{club['id']}/me", name="Ben"))["id"] == club["id"]
    return club["id"], ada, ben


def calendar_of(page: str) -> str:
    """Return the address of the calendar on the page of a club."""
    found = re.search(r'href="(/club/[^"]*evenings\.ics\?key=\w+)"', page)
    assert found is not None
    return found[1]


async def handle_of(browser: Browser, club: str, name: str, act: str = "block") -> str:
    """Return a member's handle on the page of a club."""
    page = (await browser.http.get(f"/club/{club}")).text
    row = next(each for each in page.partition('id="members"')[2].split("<li>") if f"<b>{name}</b>" in each)
    found = re.search(rf'data-act="{act}" data-who="(\w+)"', row)
    assert found is not None
    return found[1]


def handles(page: str) -> list[str]:
    """Return the members' handles on the page of a club."""
    return re.findall(r'data-act="keeper" data-who="(\w+)"', page)


async def after_game(browser: Browser, table: str) -> Any:
    """Return the data at the end of a game about the club whose event it belongs to."""
    return (await browser.http.get(f"/api/tables/{table}/club")).json()["club"]


async def counted(browser: Browser, table: str) -> Any:
    """Return the same as soon as the game is counted in the club."""
    async with asyncio.timeout(SECONDS):
        while not (found := await after_game(browser, table))["counted"]:
            await asyncio.sleep(0.05)
    return found


async def test_members_see_what_strangers_do_not(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    stranger = visit(server.address)
    page = (await stranger.http.get(f"/club/{club}")).text
    assert "The Aces" in page
    assert "Ben" not in page
    own = (await ben.http.get(f"/club/{club}")).text
    assert "Ada" in own
    assert handles(own) == []
    assert (await ada.http.get("/club/nothing")).status_code == 404
    assert (await ada.http.get("/evenings")).text.count("The Aces") >= 1
    assert await ask(stranger, "PUT", f"/{club}", club="Mine") == "not_keeper"


async def test_a_club_is_handed_on_and_goes_with_its_last_member(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    (who,) = handles((await ada.http.get(f"/club/{club}")).text)
    assert await ask(ben, "PUT", f"/{club}/keeper", member=who) == "not_keeper"
    await ask(ada, "PUT", f"/{club}/keeper", member=who)
    assert await ask(ada, "PUT", f"/{club}", club="Mine") == "not_keeper"
    await ask(ben, "PUT", f"/{club}", club="The Kings")
    # The keeper leaves: the next one takes over.
    await ask(ben, "DELETE", f"/{club}/me")
    assert (await ask(ada, "PUT", f"/{club}", season=True))["id"] == club
    assert "Season 2" in (await ada.http.get(f"/club/{club}")).text
    await ada.http.request("DELETE", "/api/me", json={})
    assert (await ada.http.get(f"/club/{club}")).status_code == 404


async def test_the_house_rules_of_a_club_have_a_name(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)

    async def name() -> str:
        at_club = (await ben.http.get(f"/club/{club}")).text.partition('class="lead">')[2].partition("<")[0]
        evening = await ask_evening(ada, "POST", club=club)
        assert at_club == f"2 members · {evening['game']}"
        return str(evening["game"])

    rules = {"name": "Rules of the harbour", "preset": "standard", "rules": {"payoff": 7}}
    kept = (await ada.http.post("/api/house-rules", json=rules)).json()
    await ask(ada, "PUT", f"/{club}", rules={"house": kept["id"]})
    assert await name() == "Rules of the harbour"
    await ask(ada, "PUT", f"/{club}", rules_name="Seven")
    assert await name() == "Seven"
    await ask(ada, "PUT", f"/{club}", rules={"preset": "quick", "players": 2})
    assert await name() == "Quick Game"
    await ask(ada, "PUT", f"/{club}", rules_name="Ours")
    await ask(ada, "PUT", f"/{club}", rules_name="")
    assert await name() == "Quick Game"


async def test_the_keeper_takes_somebody_out(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    (who,) = handles((await ada.http.get(f"/club/{club}")).text)
    assert await ask(ben, "DELETE", f"/{club}/members/{who}") == "not_officer"
    await ask(ada, "DELETE", f"/{club}/members/{who}")
    assert handles((await ada.http.get(f"/club/{club}")).text) == []


async def test_an_evening_of_a_club_counts_on_its_board(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    starts = now_ms() + 60_000
    assert await ask_evening(ben, "POST", club=club) == "not_officer"
    made = await ask_evening(ada, "POST", club=club, name="Aces; kings, queens", starts_at=starts)
    assert made["game"] == "Quick Game"
    assert await ask_evening(ben, "PUT", f"/{made['id']}/me", name="Ben") == "planned"
    await ask_evening(ada, "POST", f"/{made['id']}/begin")
    for browser, name in ((ada, "Ada"), (ben, "Ben")):
        await ask_evening(browser, "PUT", f"/{made['id']}/me", name=name)
        await ask_evening(browser, "PUT", f"/{made['id']}/me/state", state="ready")
    drawn = await ask_evening(ada, "POST", f"/{made['id']}/rounds", round=0)
    table = drawn["table"].removeprefix("/table/")
    assert (await after_game(ben, table))["counted"] is False
    await play(table, [ada, ben])
    first, second = (await counted(ben, table))["leaders"]
    assert [(each["rank"], each["won"]) for each in (first, second)] == [(1, 1), (2, 0)]
    assert {first["name"], second["name"]} == {"Ada", "Ben"}
    assert [each["you"] for each in (first, second)] == [each["name"] == "Ben" for each in (first, second)]
    # A person who is no member learns nothing about the club.
    assert await after_game(visit(server.address), table) is None
    assert await after_game(ben, "nothing") is None
    await ask_evening(ada, "POST", f"/{made['id']}/end")
    page = (await ben.http.get(f"/club/{club}")).text
    rows = re.findall(
        r"<th scope=\"row\">(Ada|Ben).*?<td.*?>(\d+)</td><td.*?>\d+</td>" + 3 * r"<td.*?>(\d+)</td>",
        page,
    )
    assert {(name, evenings, games) for name, evenings, games, *_ in rows} == {("Ada", "1", "1"), ("Ben", "1", "1")}
    assert sorted(won for *_, won, _points in rows) == ["0", "1"]
    calendar = await ben.http.get(calendar_of(page))
    assert calendar.headers["content-type"] == "text/calendar; charset=utf-8"
    (event,) = events(calendar.text)
    assert event["SUMMARY"] == "Aces; kings, queens"
    assert event["URL"].endswith(f"/evening/{made['id']}")
    for _ in range(2):
        await ask(ada, "PUT", f"/{club}", season=True)
    page = (await ben.http.get(f"/club/{club}")).text
    assert ">1</td>" not in page
    # The board of each season stays where it was, for members.
    assert re.findall(rf'href="(/club/{club}/season/\d)"', page) == [f"/club/{club}/season/{n}" for n in (2, 1)]
    first, second = [(await ben.http.get(f"/club/{club}/season/{number}")).text for number in (1, 2)]
    assert re.findall(r"<th scope=\"row\">(Ada|Ben).*?<td.*?>(\d+)</td><td.*?>\d+</td><td.*?>(\d+)</td>", first) == [
        (name, "1", "1") for name, *_ in rows
    ]
    assert "Aces; kings, queens" in first
    assert ">1</td>" not in second
    assert "Aces; kings, queens" not in second
    (since, until), now = sorted(map(int, set(re.findall(r'data-time="(\d+)" data-day', first))))[:2], now_ms()
    assert now - 600_000 < since < until <= now
    for browser, number, to in ((visit(server.address), 1, ""), (ben, 3, ""), (ben, 9, None)):
        answer = await browser.http.get(f"/club/{club}/season/{number}", follow_redirects=False)
        if to is None:
            assert answer.status_code == 404
        else:
            assert answer.headers["location"] == f"/club/{club}"


def events(text: str) -> list[dict[str, str]]:
    """Parse the events of a calendar by RFC 5545: unfold, split, and unescape."""
    assert "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    lines = text.replace("\r\n ", "").split("\r\n")
    assert (lines[0], lines[-2], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR", "")
    found: list[dict[str, str]] = []
    for line in lines:
        name, _colon, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found:
            found[-1][name] = re.sub(r"\\(.)", lambda escaped: {"n": "\n"}.get(escaped[1], escaped[1]), value)
    return found


def test_a_calendar_folds_its_lines_between_letters() -> None:
    name = "Ä" * 60 + ", and \\ more; 🂡" * 5
    evening = Evening("e", name, "", None, None, {}, None, False, "", 1_800_000_000_000, 90, changed_at=1)
    (event,) = events(feed("Club", [entry_of(evening)], "here", "https://cards.example"))
    assert event["SUMMARY"] == name
    assert (event["DTSTART"], event["DTEND"]) == ("20270115T080000Z", "20270115T093000Z")
    assert event["UID"] == "e@here"


def test_what_means_something_to_a_calendar_is_escaped() -> None:
    evening = Evening("e", "Aces; kings, \\ queens", "", None, None, {}, None, False, "", 1, 90, changed_at=1)
    told = feed("Club", [entry_of(evening)], "here", "https://cards.example")
    assert "\r\nSUMMARY:Aces\\; kings\\, \\\\ queens\r\n" in told


async def test_an_operator_lists_renames_hands_on_ends_and_deletes(server: RunningServer, visit: Visit) -> None:
    club, ada, _ben = await found(visit, server)
    made = await ask_evening(ada, "POST", club=club, name="Kings low")
    address = f"sqlite:///{server.store.name}"

    async def run(*arguments: str) -> Result:
        return await asyncio.to_thread(command, address, arguments)

    async def listed(group: str, which: str) -> dict[str, Any]:
        return next(each for each in json.loads((await run(group, "list", "--json")).stdout) if each["id"] == which)

    assert "The Aces" in (await run("clubs")).stdout
    assert "Kings low" in (await run("evenings")).stdout
    assert "Nothing has changed" in (await run("clubs", "rename", club, "The Tens")).stderr
    assert "cannot be a name" in (await run("clubs", "rename", club, "\u200b", "--yes")).stderr
    assert (await run("clubs", "rename", club, "The Tens", "--yes")).exit_code == 0
    assert "The Tens" in (await ada.http.get(f"/club/{club}")).text

    members = {member["name"]: member["person"] for member in (await listed("clubs", club))["members"]}
    assert (await listed("clubs", club))["keeper"] == members["Ada"]
    assert "Nobody is called that" in (await run("clubs", "keeper", "the tens", "Zoe", "--yes")).stderr
    assert (await run("clubs", "keeper", "the tens", "ben", "--yes")).exit_code == 0
    assert (await listed("clubs", club))["keeper"] == members["Ben"]

    assert not (await listed("evenings", made["id"]))["is_over"]
    assert (await run("evenings", "end", "kings low", "--yes")).exit_code == 0
    assert (await listed("evenings", made["id"]))["is_over"]
    assert "It is over already" in (await run("evenings", "end", "kings low", "--yes")).stderr

    await ask_evening(ada, "POST", name="Kings low")
    assert "Several are called Kings low" in (await run("evenings", "delete", "Kings low", "--yes")).stderr
    for group, which in (("evenings", made["id"]), ("clubs", "The Tens")):
        done = await run(group, "delete", which, "--yes")
        assert done.exit_code == 0, done.output
        again = await run(group, "delete", which, "--yes")
        assert "There is no" in again.stderr
    assert (await ada.http.get(f"/club/{club}")).status_code == 404
    assert (await ada.http.get(f"/evening/{made['id']}")).status_code == 404
    log = (await run("log")).stdout
    assert log.index("evening deleted") < log.index("evening ended") < log.index("club handed on")


async def test_officers_do_what_they_may_and_no_more(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    cleo = visit(server.address)
    await ask(cleo, "PUT", f"/{club}/me", name="Cleo")
    who = await handle_of(ada, club, "Ben")
    assert await ask(ben, "PUT", f"/{club}/members/{await handle_of(ben, club, 'Cleo')}/role", role="officer") == (
        "not_keeper"
    )
    await ask(ada, "PUT", f"/{club}/members/{who}/role", role="officer")
    page = (await cleo.http.get(f"/club/{club}")).text
    assert page.partition('id="members"')[2].partition("Ben")[2].partition("</li>")[0].count("officer") == 1
    assert "Take members out, and let them come back" in page
    made = await ask_evening(ben, "POST", club=club, starts_at=now_ms() + 60_000)
    assert await ask(ben, "PUT", f"/{club}", club="Mine") == "not_keeper"
    assert await ask(ben, "DELETE", f"/{club}/members/{await handle_of(ben, club, 'Ada')}") == "not_keeper"
    # The officers keep the former keeper's plans; the longest-serving of them takes over.
    planned = await ask_evening(ada, "POST", club=club, starts_at=now_ms() + 60_000)
    await ada.http.request("DELETE", "/api/me", json={})
    assert (await ask_evening(ben, "PUT", f"/{planned['id']}", name="Ours"))["acts"]
    assert (await ask(ben, "PUT", f"/{club}", club="The Kings"))["id"] == club
    assert (await ask_evening(cleo, "GET", f"/{made['id']}"))["acts"] is False


async def test_who_was_taken_out_stays_out(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    await ask(ada, "PUT", f"/{club}", joining="link")
    page = (await ada.http.get(f"/club/{club}")).text
    (old,) = re.findall(rf'value="/club/{club}\?code=(\w+)"', page)
    calendar = calendar_of((await ben.http.get(f"/club/{club}")).text)
    assert (await ben.http.get(calendar)).status_code == 200
    await ask(ada, "DELETE", f"/{club}/members/{await handle_of(ada, club, 'Ben')}")
    # Neither the person nor the link that they have, nor the address of their calendar.
    (new,) = re.findall(rf'value="/club/{club}\?code=(\w+)"', (await ada.http.get(f"/club/{club}")).text)
    assert await ask(ben, "PUT", f"/{club}/me", name="Ben", code=new) == "kept_out"
    page = (await ben.http.get(f"/club/{club}?code={new}")).text
    assert "You cannot join this club." in page
    assert "data-join" not in page
    other = visit(server.address)
    assert await ask(other, "PUT", f"/{club}/me", name="Ben", code=old) == "old_link"
    assert (await ben.http.get(calendar)).status_code == 404
    page = (await ada.http.get(f"/club/{club}")).text
    (who,) = re.findall(r'data-act="pardon" data-who="(\w+)"', page)
    await ask(ada, "DELETE", f"/{club}/kept-out/{who}")
    assert (await ask(ben, "PUT", f"/{club}/me", name="Ben", code=new))["id"] == club
    # Each renewal ends the link before it.
    assert await ask(ben, "POST", f"/{club}/link") == "not_officer"
    await ask(ada, "POST", f"/{club}/link")
    assert await ask(other, "PUT", f"/{club}/me", name="Dan", code=new) == "old_link"


async def test_who_asks_is_let_in_by_an_officer(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    await ask(ada, "PUT", f"/{club}", joining="request")
    cleo, dan = visit(server.address), visit(server.address)
    for browser, name in ((cleo, "Cleo"), (dan, "Dan")):
        assert (await ask(browser, "PUT", f"/{club}/me", name=name))["asked"]
    assert "You have asked to be let in" in (await cleo.http.get(f"/club/{club}")).text
    asking = re.findall(r'data-act="admit" data-who="(\w+)"', (await ada.http.get(f"/club/{club}")).text)
    assert len(asking) == 2
    assert await ask(ben, "PUT", f"/{club}/requests/{asking[0]}") == "not_officer"
    await ask(ada, "PUT", f"/{club}/requests/{asking[0]}")
    await ask(ada, "DELETE", f"/{club}/requests/{asking[1]}")
    assert "3 members" in (await cleo.http.get(f"/club/{club}")).text
    assert 'id="members"' not in (await dan.http.get(f"/club/{club}")).text


async def test_messages_go_to_all_who_want_them(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    assert await ask(ben, "POST", f"/{club}/messages", text="Hello all") == "not_officer"
    await ask(ada, "POST", f"/{club}/messages", text="Bring a friend on Friday")
    assert "Bring a friend on Friday" in (await ben.http.get(f"/club/{club}")).text
    await ask(ben, "PUT", f"/{club}/me/messages", wanted=False)
    assert "Bring a friend on Friday" not in (await ben.http.get(f"/club/{club}")).text
    for _ in range(4):
        await ask(ada, "POST", f"/{club}/messages", text="Again")
    assert await ask(ada, "POST", f"/{club}/messages", text="Too much") == "enough"


async def test_members_are_written_to_reported_and_blocked_from_the_club(server: RunningServer, visit: Visit) -> None:
    club, ada, _ben = await found(visit, server)
    who = await handle_of(ada, club, "Ben")
    for path, method, body in (
        ("message", "POST", {"text": "See you", "name": "Ada"}),
        ("report", "POST", {}),
        ("avoid", "PUT", {"kind": "block"}),
    ):
        answer = await ada.http.request(method, f"/api/people/{who}/{path}", json=body)
        assert answer.status_code == 200, answer.text
    assert "blocked by you" in (await ada.http.get(f"/club/{club}")).text


async def test_members_say_whether_they_come_and_hear_of_what_is_cancelled(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    made = await ask_evening(ada, "POST", club=club, name="Friday", starts_at=now_ms() + 3_600_000)
    assert await ask_evening(visit(server.address), "PUT", f"/{made['id']}/reply", reply="yes") == "no_name"
    await ask_evening(ada, "PUT", f"/{made['id']}/reply", reply="yes")
    await ask_evening(ben, "PUT", f"/{made['id']}/reply", reply="perhaps")
    said = await ask_evening(ben, "PUT", f"/{made['id']}/reply", reply="no")
    assert (said["reply"], said["replies"]) == ("no", {"yes": 1, "no": 1})
    today = (await ben.http.get("/today")).text
    assert "Friday" in today
    assert re.search(r'data-reply="no" aria-pressed="true"', today)
    calendar = calendar_of((await ben.http.get(f"/club/{club}")).text)
    assert [event["STATUS"] for event in events((await ben.http.get(calendar)).text)] == ["CONFIRMED"]
    await ask_evening(ada, "POST", f"/{made['id']}/end")
    assert [event["STATUS"] for event in events((await ben.http.get(calendar)).text)] == ["CANCELLED"]
    # Until its day is over, invited people can read who called it off.
    assert "This evening was cancelled. Ada called it off." in (await ben.http.get("/today")).text


async def test_a_keeper_changes_only_what_they_name(server: RunningServer, visit: Visit) -> None:
    club, ada, _ben = await found(visit, server)

    async def stored() -> Club:
        at = await server.store.clubs.get(club)
        assert at is not None
        return at.club

    rules = preset_rules("standard", 2, {"target": 3}).to_json()
    changes: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"club": "The Kings"}, {"name": "The Kings"}),
        ({"club": " \u200b "}, {}),
        ({"rules_name": "Ours"}, {"rules_name": "Ours"}),
        ({"stand_ins": "lost"}, {"stand_ins": "lost"}),
        ({"joining": "link"}, {"joining": "link"}),
        (
            {"rules": {"preset": "standard", "players": 2, "target": 3}},
            {"preset": "standard", "rules": rules, "rules_name": ""},
        ),
        ({"rules_name": ""}, {}),
    ]
    before = await stored()
    for body, changed in changes:
        assert (await ask(ada, "PUT", f"/{club}", **body))["id"] == club
        before = replace(before, **changed)
        assert await stored() == before
    await ask(ada, "PUT", f"/{club}", season=True)
    after = await stored()
    assert after.season_since >= before.season_since
    assert after == replace(before, season=2, season_since=after.season_since)


async def test_what_a_club_refuses_has_its_reason(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    cleo, dan, eve = visit(server.address), visit(server.address), visit(server.address)
    for browser, name in ((cleo, "Cleo"), (dan, "Dan")):
        await ask(browser, "PUT", f"/{club}/me", name=name)
        who = await handle_between(ada, browser)
        await ask(ada, "PUT", f"/{club}/members/{who}/role", role="officer")
    await take_name(visit(server.address), "Zoe of the clubs")
    own, of_dan = await handle_between(ada, ada), await handle_between(cleo, dan)
    forbid(["goat"])
    refusals: list[tuple[Browser, str, str, dict[str, Any], str]] = [
        (eve, "POST", "", {"name": "Eve", "club": " "}, "no_name"),
        (eve, "POST", "", {"name": " ", "club": "Eves"}, "no_name"),
        (eve, "POST", "", {"name": "Zoe of the clubs", "club": "Eves"}, "name_taken"),
        (eve, "POST", "", {"name": "Eve", "club": "Eves", "head": "nobody"}, "no_such_head"),
        (eve, "PUT", f"/{club}/me", {"name": ""}, "no_name"),
        (eve, "PUT", f"/{club}/me", {"name": "Zoe of the clubs"}, "name_taken"),
        (ben, "PUT", f"/{club}/me", {"name": "Zoe of the clubs"}, "name_taken"),
        (eve, "PUT", f"/{club}/me", {"name": "Eve", "head": "nobody"}, "no_such_head"),
        (ada, "PUT", f"/{club}/keeper", {"member": own}, "no_such_member"),
        (ada, "PUT", f"/{club}/keeper", {"member": "nobody"}, "no_such_member"),
        (ada, "PUT", f"/{club}/requests/nobody", {}, "no_such_person"),
        (ada, "DELETE", f"/{club}/requests/nobody", {}, "no_such_person"),
        (ada, "DELETE", f"/{club}/kept-out/nobody", {}, "no_such_person"),
        (ada, "POST", f"/{club}/messages", {"text": " \u200b"}, "no_text"),
        (ada, "POST", f"/{club}/messages", {"text": "You goat"}, "word"),
        (eve, "POST", f"/{club}/messages", {"text": "Hello"}, "not_officer"),
        (eve, "GET", f"/{club}", {}, "not_member"),
        (cleo, "DELETE", f"/{club}/members/{of_dan}", {}, "not_keeper"),
        (eve, "PUT", "/none/me", {"name": "Eve"}, "not_found"),
    ]
    try:
        for browser, method, path, body, code in refusals:
            assert await ask(browser, method, path, **body) == code, (method, path, body)
    finally:
        forbid([])
    # An officer takes members out, and the keeper officers too.
    assert (await ask(cleo, "DELETE", f"/{club}/members/{await handle_between(cleo, ben)}"))["id"] == club
    assert (await ask(ada, "DELETE", f"/{club}/members/{await handle_between(ada, dan)}"))["id"] == club
    at = await server.store.clubs.get(club)
    assert at is not None
    assert [member.name for member in at.members] == ["Ada", "Cleo"]


async def test_members_are_told_apart_and_keep_their_name_and_face_until_they_change_them(
    server: RunningServer, visit: Visit
) -> None:
    club, ada, ben = await found(visit, server)
    other = visit(server.address)

    async def members() -> list[tuple[str, str | None]]:
        at = await server.store.clubs.get(club)
        assert at is not None
        return [(member.name, member.head) for member in at.members]

    assert (await ask(other, "PUT", f"/{club}/me", name="Ben", head="hoot"))["asked"] is False
    assert await members() == [("Ada", None), ("Ben", None), ("Ben 2", "hoot")]
    for joining in ("request", "link"):
        await ask(ada, "PUT", f"/{club}", joining=joining)
        # Members need neither to ask again nor the link.
        assert (await ask(ben, "PUT", f"/{club}/me", name="", head=""))["asked"] is False
    await ask(other, "PUT", f"/{club}/me", name="Benno")
    assert await members() == [("Ada", None), ("Ben", None), ("Benno", None)]
    eve = visit(server.address)
    at = await server.store.clubs.get(club)
    assert at is not None
    assert await ask(eve, "PUT", f"/{club}/me", name="Eve") == "old_link"
    assert (await ask(eve, "PUT", f"/{club}/me", name="Ada", code=at.club.code))["asked"] is False
    assert (await members())[-1] == ("Ada 2", None)
    # Whom the keeper has blocked does not come back.
    who = await handle_between(ada, ben)
    await ada.http.put(f"/api/people/{who}/avoid", json={"kind": "block"})
    await ask(ben, "DELETE", f"/{club}/me")
    assert await ask(ben, "PUT", f"/{club}/me", name="Ben", code=at.club.code) == "kept_out"


async def test_a_message_to_all_calls_those_who_want_it_and_not_its_author(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, ada, ben = await found(visit, server)
    cleo, dan = visit(server.address), visit(server.address)
    for browser, name in ((cleo, "Cleo"), (dan, "Dan")):
        await ask(browser, "PUT", f"/{club}/me", name=name)
    await ask(cleo, "PUT", f"/{club}/me/messages", wanted=False)
    called: list[str] = []
    monkeypatch.setattr(Messenger, "call", lambda _messenger, person: called.append(person))
    await ask(ada, "POST", f"/{club}/messages", text="Friday")
    assert sorted(called) == sorted([await person_of(ben), await person_of(dan)])
    at = await server.store.clubs.get(club)
    assert at is not None
    assert [(each.name, each.text) for each in at.messages] == [("Ada", "Friday")]


async def test_whom_a_club_lets_in_gets_a_name_of_their_own(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    await ask(ada, "PUT", f"/{club}", joining="request")
    dan = visit(server.address)
    assert (await ask(dan, "PUT", f"/{club}/me", name="Dan", head="hoot"))["asked"]
    # Meanwhile a member has taken the name.
    await ask(ben, "PUT", f"/{club}/me", name="Dan")
    asking = await handle_between(ada, dan)
    assert (await ask(ada, "PUT", f"/{club}/requests/{asking}"))["asked"] is False
    at = await server.store.clubs.get(club)
    assert at is not None
    assert [(member.name, member.head) for member in at.members] == [("Ada", None), ("Dan", None), ("Dan 2", "hoot")]
    assert at.requests == ()
