"""Clubs: founded, joined by a link, kept and handed on; their evenings as a calendar and a board of the season."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.features.clubs.calendar import feed
from spite_and_malice.server.store import Evening

from .conftest import Browser, RunningServer, Visit
from .test_admin import command
from .test_evenings import ask as ask_evening
from .test_evenings import play


async def ask(browser: Browser, method: str, path: str = "", **body: Any) -> Any:
    """Return the answer to a request about clubs; of a refusal its code."""
    answer = await browser.http.request(method, f"/api/clubs{path}", json=body)
    said = answer.json()
    return said["error"]["code"] if "error" in said else said


async def found(visit: Visit, server: RunningServer) -> tuple[str, Browser, Browser]:
    """Found a club of Ada's, which Ben joins."""
    ada, ben = visit(server.address), visit(server.address)
    club = await ask(ada, "POST", name="Ada", club="The Aces", rules={"preset": "quick", "players": 2})
    assert (await ask(ben, "PUT", f"/{club['id']}/me", name="Ben"))["id"] == club["id"]
    return club["id"], ada, ben


def handles(page: str) -> list[str]:
    """Return how the page of a club names its members."""
    return re.findall(r'data-act="keeper" data-who="(\w+)"', page)


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
    # Who keeps it leaves: it is the next one's.
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
    assert await ask(ben, "DELETE", f"/{club}/members/{who}") == "not_keeper"
    await ask(ada, "DELETE", f"/{club}/members/{who}")
    assert handles((await ada.http.get(f"/club/{club}")).text) == []


async def test_an_evening_of_a_club_counts_on_its_board(server: RunningServer, visit: Visit) -> None:
    club, ada, ben = await found(visit, server)
    starts = now_ms() + 60_000
    assert await ask_evening(ben, "POST", club=club) == "not_keeper"
    made = await ask_evening(ada, "POST", club=club, name="Aces; kings, queens", starts_at=starts)
    assert made["game"] == "Quick Game"
    for browser, name in ((ada, "Ada"), (ben, "Ben")):
        await ask_evening(browser, "PUT", f"/{made['id']}/me", name=name)
        await ask_evening(browser, "PUT", f"/{made['id']}/me/state", state="ready")
    drawn = await ask_evening(ada, "POST", f"/{made['id']}/rounds", round=0)
    await play(drawn["table"].removeprefix("/table/"), [ada, ben])
    await ask_evening(ada, "POST", f"/{made['id']}/end")
    page = (await ben.http.get(f"/club/{club}")).text
    rows = re.findall(
        r"<th scope=\"row\">(Ada|Ben).*?<td.*?>(\d+)</td><td.*?>(\d+)</td><td.*?>(\d+)</td><td.*?>(\d+)</td>", page
    )
    assert {(name, evenings, games) for name, evenings, games, *_ in rows} == {("Ada", "1", "1"), ("Ben", "1", "1")}
    assert sorted(won for *_, won, _points in rows) == ["0", "1"]
    calendar = await ben.http.get(f"/club/{club}/evenings.ics")
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
    assert re.findall(r"<th scope=\"row\">(Ada|Ben).*?<td.*?>(\d+)</td><td.*?>(\d+)</td>", first) == [
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
    """Read the events of a calendar, as RFC 5545 says: unfold, part, and take the escapes back."""
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
    (event,) = events(feed("Club", [evening], "here", "https://cards.example"))
    assert event["SUMMARY"] == name
    assert (event["DTSTART"], event["DTEND"]) == ("20270115T080000Z", "20270115T093000Z")
    assert event["UID"] == "e@here"


async def test_an_operator_lists_and_deletes(server: RunningServer, visit: Visit) -> None:
    club, ada, _ben = await found(visit, server)
    made = await ask_evening(ada, "POST", club=club, name="Aces high")
    address = f"sqlite:///{server.store.name}"
    assert "The Aces" in (await asyncio.to_thread(command, address, ("clubs",))).stdout
    listed = (await asyncio.to_thread(command, address, ("evenings",))).stdout
    assert made["id"] in listed
    assert "Aces high" in listed
    for group, which in (("evenings", made["id"]), ("clubs", club)):
        done = await asyncio.to_thread(command, address, (group, "delete", which, "--yes"))
        assert done.exit_code == 0, done.output
        again = await asyncio.to_thread(command, address, (group, "delete", which, "--yes"))
        assert again.exit_code != 0
    assert (await ada.http.get(f"/club/{club}")).status_code == 404
    assert (await ada.http.get(f"/evening/{made['id']}")).status_code == 404
