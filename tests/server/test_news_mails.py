"""Mails about evenings, tournaments and clubs: only to people who agreed, once each, and stopped by one click."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import datetime
from io import BytesIO
from typing import Any
from unittest.mock import patch
from zipfile import ZipFile
from zoneinfo import ZoneInfo

from spite_and_malice.server.clock import DAY_MS, now_ms
from spite_and_malice.server.features.notices.mails import NewsMails
from spite_and_malice.texts import written_date

from .conftest import Browser, RunningServer, Serve, Visit
from .test_clubs import ask as ask_club
from .test_clubs import found
from .test_evenings import ask as ask_evening
from .test_mail import Postbox, link, mail_options, postbox, settings
from .tournaments import act, make

__all__ = ["postbox"]

HOUR_MS = 3_600_000


def mailer(server: RunningServer, postbox: Postbox) -> NewsMails:
    return NewsMails(server.store, settings(postbox))


async def leave(browser: Browser, address: str | None = "ben@example.org", *kinds: str) -> Any:
    """Ask for mails; return the answer, or the code of a refusal."""
    body = {"address": address, "kinds": kinds or ("start", "club"), "zone": "Europe/Berlin"}
    said = (await browser.http.put("/api/notices/mail", json=body)).json()
    return said["error"]["code"] if "error" in said else said


async def agree(browser: Browser, mails: NewsMails, postbox: Postbox, *kinds: str) -> None:
    """Give an address, be asked, and say yes."""
    await leave(browser, "ben@example.org", *kinds)
    await mails.round()
    answer = await browser.http.post(link(postbox.mails.pop(), "confirm"))
    assert "You will get mails about this" in answer.text


def subjects(postbox: Postbox) -> list[str]:
    return [str(mail["Subject"]) for mail in postbox.mails]


async def plan(browser: Browser, club: str, name: str, starts_at: int) -> str:
    """Plan an evening of a club; return its id."""
    made = await ask_evening(browser, "POST", club=club, name=name, starts_at=starts_at)
    return str(made["id"])


async def test_nothing_is_mailed_before_the_yes(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with serve(**mail_options(postbox)) as server:
        club, ada, ben = await found(visit, server)
        mails = mailer(server, postbox)
        assert await leave(ben) == {"on": True, "confirmed": False, "kinds": ["start", "club"]}
        await plan(ada, club, "Friday", now_ms() + 2 * DAY_MS)
        await mails.round()
        await mails.round()
        assert subjects(postbox) == ["Mails about evenings and tournaments?"]
        asked = postbox.mails.pop()
        # Malware scanners open links: that is no answer.
        page = await ben.http.get(link(asked, "confirm"))
        assert "News of your clubs" in page.text
        await ben.http.get(link(asked, "stop"))
        await mails.round()
        assert postbox.mails == []
        await ben.http.post(link(asked, "confirm"))
        await mails.round()
        assert subjects(postbox) == ["The Aces: Friday"]


async def test_a_planned_evening_and_its_start_are_mailed_once(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with serve(**mail_options(postbox)) as server:
        club, ada, ben = await found(visit, server)
        mails, other = mailer(server, postbox), mailer(server, postbox)
        await agree(ben, mails, postbox)
        now = now_ms()
        evening = await plan(ada, club, "Friday", now + 23 * HOUR_MS)
        await asyncio.gather(mails.round(), other.round())
        assert subjects(postbox) == ["The Aces: Friday"]
        text = postbox.mails.pop().get_content()
        assert f"https://cards.example/evening/{evening}" in text
        day = datetime.fromtimestamp((now + 23 * HOUR_MS) / 1000, ZoneInfo("Europe/Berlin")).date()
        assert f"on {written_date(day)} (Europe/Berlin)" in text
        await ask_evening(ben, "PUT", f"/{evening}/reply", reply="yes")
        await asyncio.gather(mails.round(), other.round())
        assert len(postbox.mails) == 1
        assert str(postbox.mails.pop()["Subject"]).startswith("Friday begins ")
        soon = await plan(ada, club, "Sooner", now + HOUR_MS // 2)
        await ask_evening(ben, "PUT", f"/{soon}/reply", reply="no")
        await mails.round()
        assert subjects(postbox) == ["The Aces: Sooner"]


async def test_another_time_and_a_call_off_are_mailed_to_those_who_come(
    serve: Serve, visit: Visit, postbox: Postbox
) -> None:
    async with serve(**mail_options(postbox)) as server:
        club, ada, ben = await found(visit, server)
        mails, now = mailer(server, postbox), now_ms()
        await agree(ben, mails, postbox)
        evening = await plan(ada, club, "Friday", now + 40 * HOUR_MS)
        await ask_evening(ben, "PUT", f"/{evening}/reply", reply="perhaps")
        await mails.round()
        before = len(postbox.mails)
        await ask_evening(ada, "PUT", f"/{evening}", starts_at=now + 60 * HOUR_MS)
        for _round in range(2):
            await mails.round()
        assert "Your answer was for the earlier time: are you coming?" in postbox.mails[-1].get_content()
        # People who have answered again are not asked once more.
        await ask_evening(ben, "PUT", f"/{evening}/reply", reply="perhaps")
        await mails.round()
        await ask_evening(ada, "POST", f"/{evening}/end")
        for _round in range(2):
            await mails.round()
        assert subjects(postbox)[before:] == ["Friday begins at another time", "Friday is called off"]


async def test_a_tournament_that_begins_is_mailed_to_who_takes_part(
    serve: Serve, visit: Visit, postbox: Postbox
) -> None:
    async with serve(**mail_options(postbox)) as server:
        ada, ben = visit(server.address), visit(server.address)
        mails = mailer(server, postbox)
        await agree(ben, mails, postbox, "start")
        cup = await make(ada, "swiss", name="Cup", starts_at=now_ms() + HOUR_MS // 2)
        await mails.round()
        assert postbox.mails == []
        await act(ben, cup, "join", name="Ben")
        await mails.round()
        await mails.round()
        (mail,) = postbox.mails
        assert "begins" in str(mail["Subject"])
        assert f"https://cards.example/tournaments/{cup}" in mail.get_content()


async def test_a_challenge_is_mailed_to_who_leads_the_club_and_a_match_to_its_members(
    serve: Serve, visit: Visit, postbox: Postbox
) -> None:
    async with serve(**mail_options(postbox)) as server:
        club, ada, ben = await found(visit, server)
        cleo = visit(server.address)
        other = await ask_club(cleo, "POST", name="Cleo", club="The Kings", rules={"preset": "quick", "players": 2})
        mails = mailer(server, postbox)
        await agree(ben, mails, postbox, "club")
        cup = await make(cleo, "match", name="Derby", club=other["id"], rivals=[f"/club/{club}"])
        await mails.round()
        # Ben is a member like others: the keeper alone is asked.
        assert postbox.mails == []
        await act(ada, cup, "accept")
        await mails.round()
        assert subjects(postbox) == ["The Aces: Derby"]
        assert f"https://cards.example/tournaments/{cup}" in postbox.mails.pop().get_content()
        second = await make(cleo, "match", name="Again", club=other["id"], rivals=[f"/club/{club}"])
        ours = (await ada.http.get(f"/club/{club}")).text
        (who,) = re.findall(r'data-act="keeper" data-who="(\w+)"', ours)
        await ask_club(ada, "PUT", f"/{club}/keeper", member=who)
        await mails.round()
        await mails.round()
        (mail,) = postbox.mails
        assert "Another club challenges yours." in mail.get_content()
        assert f"https://cards.example/tournaments/{second}" in mail.get_content()


async def test_what_members_write_is_not_mailed(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with serve(**mail_options(postbox)) as server:
        club, ada, ben = await found(visit, server)
        mails = mailer(server, postbox)
        await agree(ben, mails, postbox)
        await ask_club(ada, "POST", f"/{club}/messages", text="Buy my cards")
        await mails.round()
        (mail,) = postbox.mails
        assert str(mail["Subject"]) == "The Aces: a message to all members"
        assert "Buy my cards" not in mail.get_content()


async def test_one_click_stops_these_mails_alone(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with serve(**mail_options(postbox)) as server:
        club, ada, ben = await found(visit, server)
        mails = mailer(server, postbox)
        await agree(ben, mails, postbox)
        await plan(ada, club, "Friday", now_ms() + 2 * DAY_MS)
        await mails.round()
        mail = postbox.mails.pop()
        stop = link(mail, "stop")
        assert mail["List-Unsubscribe"] == f"<https://cards.example{stop}>"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        await ben.http.get(stop)
        assert (await ben.http.get("/api/notices")).json()["mail"]["on"]
        # As sent by a mail program, which has none of the person's cookies.
        answer = await visit(server.address).http.post(stop, data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert "your address is forgotten" in (await ben.http.get(stop)).text
        assert not (await ben.http.get("/api/notices")).json()["mail"]["on"]
        await plan(ada, club, "Saturday", now_ms() + 2 * DAY_MS)
        await mails.round()
        assert postbox.mails == []
        # Turn mails may still be asked for, and these again.
        assert (await leave(ben))["confirmed"] is False
        await mails.round()
        assert subjects(postbox) == ["Mails about evenings and tournaments?"]


async def test_a_no_holds_for_everybody(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with serve(**mail_options(postbox)) as server:
        ada, ben = visit(server.address), visit(server.address)
        mails = mailer(server, postbox)
        await leave(ada)
        await mails.round()
        never = link(postbox.mails.pop(), "stop")
        await ben.http.post(never)
        assert await leave(ada) == "stopped"
        assert await leave(ben, "Ben+cards@example.org") == "stopped"
        await ben.http.post(never.replace("stop", "allow"))
        assert (await leave(ben))["on"]


async def test_nobody_is_asked_without_end(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with serve(**mail_options(postbox), mail_addresses_a_minute=0) as server:
        mails = mailer(server, postbox)
        browsers = [visit(server.address) for _ in range(4)]
        answers = []
        for browser in browsers:
            answers.append(await leave(browser))
            await mails.round()
        assert answers[3] == "invalid_address"
        for _ in range(3):
            await browsers[0].http.delete("/api/notices/mail")
            await leave(browsers[0])
            await mails.round()
        assert len(postbox.mails) == 3


async def test_the_choice_changes_without_the_address(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with serve(**mail_options(postbox)) as server:
        ben = visit(server.address)
        mails = mailer(server, postbox)
        assert (await leave(ben, None))["on"] is False
        assert await leave(ben, "ben") == "invalid_address"
        assert await leave(ben, "ben@example.org", "turn") == "no_such_kind"
        await agree(ben, mails, postbox)
        assert await leave(ben, None, "club") == {"on": True, "confirmed": True, "kinds": ["club"]}
        # Another address is asked too.
        assert (await leave(ben, "other@example.org"))["confirmed"] is False


async def test_the_mails_are_part_of_what_is_exported_and_erased(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with serve(**mail_options(postbox)) as server:
        ben = visit(server.address)
        mails = mailer(server, postbox)
        await agree(ben, mails, postbox)
        exported = ZipFile(BytesIO((await ben.http.get("/api/me/export")).content))
        (found,) = json.loads(exported.read("everything.json"))["news_mails"]
        assert (found["address"], found["kinds"]) == ("ben@example.org", ["start", "club"])
        person = (await server.store.news_mails.receivers())[0].person
        await ben.http.request("DELETE", "/api/me", json={})
        assert await server.store.news_mails.of_person(person) is None


async def test_a_mail_that_is_not_taken_is_tried_again(serve: Serve, visit: Visit, postbox: Postbox) -> None:
    async with serve(**mail_options(postbox)) as server:
        club, ada, ben = await found(visit, server)
        mails = mailer(server, postbox)
        await agree(ben, mails, postbox)
        await plan(ada, club, "Friday", now_ms() + 2 * DAY_MS)
        postbox.refuses = True
        await mails.round()
        postbox.refuses = False
        await mails.round()
        assert postbox.mails == []
        with patch("spite_and_malice.server.store.people.notices.now_ms", lambda: now_ms() + HOUR_MS):
            await mails.round()
        assert subjects(postbox) == ["The Aces: Friday"]


async def test_without_a_mail_server_there_are_none(server: RunningServer, visit: Visit) -> None:
    ben = visit(server.address)
    assert (await ben.http.get("/api/notices")).json()["mail"] is None
    asked = {"address": "b@example.org", "kinds": ["club"], "zone": "UTC"}
    assert (await ben.http.put("/api/notices/mail", json=asked)).status_code == 404
    assert "data-mail" not in (await ben.http.get("/notices")).text
