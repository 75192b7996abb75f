"""Notices: recipients and times, sent once across all processes, and the stored data about them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any
from unittest.mock import patch
from zipfile import ZipFile
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text, update

from spite_and_malice.cli import main
from spite_and_malice.server.clock import DAY_MS, now_ms
from spite_and_malice.server.features import daily
from spite_and_malice.server.features.correspondence.deadlines import is_running_out, when
from spite_and_malice.server.features.notices import rounds
from spite_and_malice.server.features.notices.delivery import Deliveries
from spite_and_malice.server.features.notices.encryption import new_key, public_key
from spite_and_malice.server.features.notices.kinds import LETTER, STREAK
from spite_and_malice.server.features.notices.push import subject_of
from spite_and_malice.server.features.notices.rounds import (
    NoticeRounds,
    is_last_chance,
    is_quiet,
    is_unhurried,
)
from spite_and_malice.server.store import Choices, NoticeDevice, Store, StoreError
from spite_and_malice.server.store.database.schema_evenings import evening_guests
from spite_and_malice.server.store.database.schema_tournaments import pairings, tournaments
from tests.push_service import PushedDevice, PushService, pushing

from .conftest import Browser, RunningServer, Serve, Visit
from .people import Company, begin
from .play import discard
from .services import behind
from .test_evenings import begin as begin_evening
from .test_friends import ask, befriend, link_of, people
from .tournaments import act, look, make, wait_until

SLOW = {"clock": {"kind": "move", "seconds": 86_400}, "away_seconds": None}
WEEK = {"away_seconds": 604_800}


@pytest.fixture
def service() -> Iterator[PushService]:
    with pushing() as service:
        yield service


@asynccontextmanager
async def serving(serve: Serve) -> AsyncIterator[tuple[RunningServer, NoticeRounds]]:
    """Run a server whose notices go anywhere, and that only begins the rounds that a test asks for."""

    async def rest(_rounds: NoticeRounds) -> None:
        """Begin nothing."""

    with patch.object(NoticeRounds, "start", rest):
        async with serve(push="private") as server:
            yield server, rounds_of(server)


def rounds_of(server: RunningServer) -> NoticeRounds:
    rooms = server.app.state.rooms
    return NoticeRounds(server.store, Deliveries(None, private=True), rooms.is_here, rooms.people)


async def subscribe(browser: Browser, device: PushedDevice, **choices: Any) -> None:
    """Subscribe a browser to notices, at any time of the day."""
    answer = await browser.http.put("/api/notices/device", json=device.asked)
    assert answer.status_code == 200, answer.text
    asked = {"kinds": {}, "quiet_from": None, "quiet_until": None, "zone": "UTC", "most": 5} | choices
    chosen = await browser.http.put("/api/notices", json=asked)
    assert chosen.status_code == 200, chosen.text


async def bens_turn(server: RunningServer, visit: Visit, **settings: Any) -> Company:
    """Two people play, it is Ben's turn, and Ben has closed the page."""
    company = await begin(server, visit, settings=settings or SLOW)
    while company.turn != 1:
        await company.play(discard(company.states[company.turn]["view"]["legal"]))
    await go_away(company)
    return company


async def go_away(company: Company) -> None:
    await company.pages[1].connection.close()
    await company.pages[0].people(lambda people: not people["seats"][1]["here"])


async def test_a_turn_is_told_once_while_no_page_is_open(serve: Serve, visit: Visit, service: PushService) -> None:
    async with serving(serve) as (server, notices):
        company = await begin(server, visit, settings=SLOW)
        device = service.device()
        await subscribe(company.browsers[1], device)
        while company.turn != 1:
            await company.play(discard(company.states[company.turn]["view"]["legal"]))
        await notices.round()
        assert device.messages == []
        await go_away(company)
        await notices.round()
        await notices.round()
        (message,) = device.messages
        assert message == {
            "title": "Your turn",
            "text": "Spite & Malice, with Ada",
            "path": f"/table/{company.table_id}",
            "tag": f"turn/{company.table_id}",
            "badge": 1,
            "language": "en",
        }
        # They come back, play, and leave again: their next turn sends another notice, which replaces the first.
        page = company.pages[1] = await company.browsers[1].open(company.table_id)
        company.states[1] = await page.greet()
        while company.turn == 1:
            await company.play(discard(company.states[1]["view"]["legal"]))
        while company.turn == 0:
            await company.play(discard(company.states[0]["view"]["legal"]))
        await go_away(company)
        await notices.round()
        assert len(device.messages) == 2
        assert len(set(device.topics)) == 1
        assert len(service.keys) == 1


async def test_of_several_processes_one_sends(serve: Serve, visit: Visit, service: PushService) -> None:
    async with serving(serve) as (server, _notices):
        company = await bens_turn(server, visit)
        device = service.device()
        await subscribe(company.browsers[1], device)
        await asyncio.gather(*(rounds_of(server).round() for _ in range(4)))
        assert len(device.messages) == 1


async def test_a_hurried_table_and_who_is_alone_are_left_alone(
    serve: Serve, visit: Visit, service: PushService
) -> None:
    async with serving(serve) as (server, notices):
        company = await bens_turn(server, visit, away_seconds=180)
        device = service.device()
        await subscribe(company.browsers[1], device)
        table = await company.browsers[1].table()
        page = await company.browsers[1].open(table)
        await page.hello()
        await page.connection.close()
        await notices.round()
        assert device.messages == []
    assert is_unhurried(SLOW)
    assert is_unhurried(WEEK)
    assert is_unhurried({})
    assert not is_unhurried(SLOW | {"away_seconds": 180})
    assert not is_unhurried({"clock": {"kind": "move", "seconds": 30}})
    assert not is_unhurried({"clock": {"kind": "player", "seconds": 600, "increment": 5}})


async def test_letters_are_told_but_not_of_the_muted(serve: Serve, visit: Visit, service: PushService) -> None:
    async with serving(serve) as (server, notices):
        ada, ben, eve = (visit(server.address) for _ in range(3))
        device = service.device()
        code = await link_of(ada, "Ada")
        await subscribe(ada, device)
        assert (await ask(ben, "POST", f"with-{code}/message", name="Ben", text="my secret plan"))[0] == 200
        status, table = await ask(ben, "POST", f"with-{code}/invite", name="Ben")
        assert status == 200
        await notices.round()
        told = [(message["title"], message["text"], message["path"], message["badge"]) for message in device.messages]
        assert told == [
            ("Ben has written to you", "", "/people", 2),
            ("Ben invites you to a game", "Spite & Malice", table["url"], 2),
        ]
        assert (await ada.http.get("/api/notices/waiting")).json() == {"count": 2}
        await ask(ada, "PUT", f"{(await people(ada))['Ben']['who']}/avoid", kind="mute")
        await ask(ben, "POST", f"with-{code}/message", text="more")
        await ask(eve, "POST", f"with-{code}/message", name="Eve", text="hello")
        await notices.round()
        assert [message["title"] for message in device.messages[2:]] == ["Eve has written to you"]


def test_an_invitation_to_an_evening_says_so() -> None:
    told = {"name": "Ben", "game": None, "evening": "Thursday"}
    assert LETTER.words(told) == ("Ben invites you to an evening", "Thursday")


async def test_a_letter_is_sent_at_once(serve: Serve, visit: Visit, service: PushService) -> None:
    async with serve(push="private") as server:
        ada, ben = visit(server.address), visit(server.address)
        device = service.device()
        code = await link_of(ada, "Ada")
        await subscribe(ada, device)
        await ask(ben, "POST", f"with-{code}/message", name="Ben", text="hello")
        async with asyncio.timeout(10):
            while not device.bodies:
                await asyncio.sleep(0.05)
        # The page was given the server's signing key.
        assert service.keys == {(await ada.http.get("/api/notices")).json()["key"]}


async def test_a_friend_at_a_table_is_told_if_they_let_it_be_seen(
    serve: Serve, visit: Visit, service: PushService
) -> None:
    async with serving(serve) as (server, notices):
        ada, ben = visit(server.address), visit(server.address)
        await befriend(ada, ben)
        device = service.device()
        await subscribe(ada, device)
        page = await ben.open(await ben.table([{"kind": "person", "name": "Ben"}, {"kind": "open"}]))
        await page.greet()
        await notices.round()
        assert device.messages == []
        await ask(ben, "PUT", "me", name="Ben", presence="friends")
        await server.store.friends.note_all_seen(server.app.state.rooms.people())
        await notices.round()
        await notices.round()
        (message,) = device.messages
        assert (message["title"], message["path"]) == ("Ben is at a table", "/people")


async def test_a_row_of_days_about_to_end_is_told_only_if_chosen(
    serve: Serve, visit: Visit, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {"2026-03-01", "2026-03-02", "2026-03-03"}

    async def kept_days(_store: Store, _person: str) -> set[str]:
        return kept

    monkeypatch.setattr(rounds, "kept_days", kept_days)
    monkeypatch.setattr(daily, "today", lambda: datetime(2026, 3, 4, tzinfo=UTC).date())
    evening = int(datetime(2026, 3, 4, 20, 30, tzinfo=UTC).timestamp() * 1000)
    async with serving(serve) as (server, notices):
        ada, ben = visit(server.address), visit(server.address)
        one, other = service.device(), service.device()
        await subscribe(ada, one)
        await subscribe(ben, other, kinds={"streak": True})
        await notices.round(evening - 3_600_000)
        assert other.messages == []
        await notices.round(evening)
        await notices.round(evening)
        assert one.messages == []
        (message,) = other.messages
        assert (message["title"], message["path"]) == ("Your streak of 3 days ends at midnight", "/day")
    async with serving(serve) as (server, notices):
        cleo = visit(server.address)
        third = service.device()
        await subscribe(cleo, third, kinds={"streak": True})
        kept.add("2026-03-04")
        await notices.round(evening)
        assert third.messages == []


ZONES = [
    *("Pacific/Honolulu", "America/Los_Angeles", "America/New_York", "America/St_Johns", "America/Sao_Paulo"),
    *("Atlantic/Azores", "UTC", "Europe/London", "Europe/Berlin", "Europe/Helsinki", "Africa/Nairobi", "Asia/Dubai"),
    *("Asia/Kolkata", "Asia/Kathmandu", "Asia/Shanghai", "Asia/Tokyo", "Australia/Adelaide", "Australia/Sydney"),
    *("Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Kiritimati"),
]


@pytest.mark.parametrize("quiet", [(22 * 60, 8 * 60), (23 * 60, 7 * 60), (20 * 60, 10 * 60), (9 * 60, 17 * 60), None])
@pytest.mark.parametrize("zone", ZONES)
def test_a_row_is_warned_of_in_the_last_waking_hours(zone: str, quiet: tuple[int, int] | None) -> None:
    begin, until = quiet or (None, None)
    choices = replace(Choices(), quiet_from=begin, quiet_until=until, zone=zone)
    # Summer, winter, and the days on which clocks are changed.
    for day in ("2026-01-15", "2026-07-15", "2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-04-05"):
        end = int((datetime.fromisoformat(f"{day}T00:00+00:00") + timedelta(days=1)).timestamp() * 1000)
        minutes = range(end - DAY_MS, end, 15 * 60_000)
        told = [at for at in minutes if is_last_chance(choices, at, end)]
        assert told
        assert not any(is_quiet(choices, at) for at in told)
        # Nobody is woken, and four waking hours are left, to within a quarter of an hour.
        first = told[0]
        assert quiet is not None or 6 <= datetime.fromtimestamp(first / 1000, ZoneInfo(zone)).hour < 24
        awake = sum(not is_quiet(choices, at) for at in range(first, end, 60_000 * 15)) * 15
        assert quiet is None or 3.4 * 60 <= awake <= 4.3 * 60 or first == end - DAY_MS
        # Every notice gives the local time of the end.
        there = datetime.fromtimestamp(end / 1000, ZoneInfo(zone))
        about = {"days": 12, "ends": end, "now": first, "zone": zone}
        title = STREAK.words(about)[0]
        assert (f"{there:%H:%M}" in title) or (there.hour == there.minute == 0 and "midnight" in title)
        is_later = there.date() != datetime.fromtimestamp(first / 1000, ZoneInfo(zone)).date()
        assert ("tomorrow" in title) == (is_later and "midnight" not in title)
        assert "tonight" not in title


async def test_only_so_many_a_day_and_none_in_quiet_hours(serve: Serve, visit: Visit, service: PushService) -> None:
    async with serving(serve) as (server, notices):
        ada, ben = visit(server.address), visit(server.address)
        device = service.device()
        code = await link_of(ada, "Ada")
        await subscribe(ada, device, most=1, quiet_from=22 * 60, quiet_until=8 * 60)
        for words in ("one", "two"):
            await ask(ben, "POST", f"with-{code}/message", name="Ben", text=words)
        midnight = now_ms() - now_ms() % DAY_MS
        await notices.round(midnight + 3 * 3_600_000)
        assert device.messages == []
        await notices.round(midnight + 9 * 3_600_000)
        await notices.round(midnight + 9 * 3_600_000)
        assert len(device.messages) == 1


@pytest.mark.parametrize(
    ("begin", "end", "zone", "hour", "quiet"),
    [
        (22 * 60, 8 * 60, "UTC", 23, True),
        (22 * 60, 8 * 60, "UTC", 7, True),
        (22 * 60, 8 * 60, "UTC", 8, False),
        (22 * 60, 8 * 60, "UTC", 21, False),
        (22 * 60, 8 * 60, "Asia/Tokyo", 14, True),
        (22 * 60, 8 * 60, "Asia/Tokyo", 23, False),
        (9 * 60, 17 * 60, "UTC", 12, True),
        (9 * 60, 17 * 60, "UTC", 17, False),
        (22 * 60, 8 * 60, "No/Such_Place", 23, True),
        (22 * 60, 8 * 60, "../etc/passwd", 23, True),
        (None, None, "UTC", 3, False),
        (60, 60, "UTC", 1, False),
    ],
)
def test_quiet_hours_are_those_of_ones_own_zone(
    begin: int | None, end: int | None, zone: str, hour: int, quiet: bool
) -> None:
    now = int(datetime(2026, 1, 15, hour, tzinfo=UTC).timestamp() * 1000)
    assert is_quiet(replace(Choices(), quiet_from=begin, quiet_until=end, zone=zone), now) is quiet


async def test_a_device_that_is_gone_is_forgotten_and_a_failure_is_tried_again(
    serve: Serve, visit: Visit, service: PushService
) -> None:
    async with serving(serve) as (server, notices):
        company = await bens_turn(server, visit)
        gone, failing = service.device(410), service.device(503)
        ben = company.browsers[1]
        await subscribe(ben, gone)
        person = (await ben.http.get("/api/me")).json()["person"]
        await notices.round()
        assert await server.store.notices.devices_of(person) == []
        with behind(f"sqlite:///{server.store.name}") as connection:
            connection.execute(text("DELETE FROM notices"))
        await subscribe(ben, failing)
        await notices.round()
        failing.status = 201
        await notices.round()
        # Not at once, because the push service is already in trouble.
        assert failing.messages == []
        with behind(f"sqlite:///{server.store.name}") as connection:
            connection.execute(text("UPDATE notices SET claimed_at = claimed_at - 700000"))
        await notices.round()
        assert len(failing.messages) == 1


async def test_a_device_has_notices_of_one_person(serve: Serve, visit: Visit, service: PushService) -> None:
    async with serving(serve) as (server, _notices):
        ada, ben = visit(server.address), visit(server.address)
        device = service.device()
        await subscribe(ada, device)
        await subscribe(ben, device)
        assert (await ada.http.get("/api/notices")).json()["devices"] == 0
        assert (await ben.http.get("/api/notices")).json()["devices"] == 1
        # A browser with another address has only that one.
        await subscribe(ben, service.device())
        assert (await ben.http.get("/api/notices")).json()["devices"] == 1
        answer = await ben.http.request("DELETE", "/api/notices/device", json={"endpoint": device.endpoint})
        assert answer.json() == {"devices": 1}


async def test_a_device_goes_along_with_its_browser_and_ends_with_it(
    serve: Serve, visit: Visit, service: PushService
) -> None:
    async with serving(serve) as (server, _notices):
        ada = visit(server.address)
        device = service.device()
        await subscribe(ada, device, most=3)
        assert (await ada.http.post("/api/me", json={})).status_code == 201
        assert (await ada.http.get("/api/me")).json()["account"] is not None
        answer = (await ada.http.get("/api/notices")).json()
        assert (answer["devices"], answer["most"]) == (1, 3)
        person = (await ada.http.get("/api/me")).json()["person"]
        (stored,) = await server.store.notices.devices_of(person)
        assert stored.device != person
        assert (await ada.http.post("/api/me/sign-out", json={})).status_code == 200
        assert await server.store.notices.devices_of(person) == []


async def test_notices_are_exported_and_erased(serve: Serve, visit: Visit, service: PushService) -> None:
    async with serving(serve) as (server, notices):
        company = await bens_turn(server, visit)
        ben = company.browsers[1]
        device = service.device()
        await subscribe(ben, device, kinds={"friend": False})
        await notices.round()
        everything = (await ben.http.get("/api/me/export")).content
        exported = json.loads(ZipFile(BytesIO(everything)).read("everything.json"))["notices"]
        assert exported["choices"]["kinds"] == {"friend": False}
        assert [each["address"] for each in exported["devices"]] == [device.endpoint]
        assert [each["kind"] for each in exported["sent"]] == ["turn"]
        store, person = server.store, (await ben.http.get("/api/me")).json()["person"]
        assert (await ben.http.request("DELETE", "/api/me", json={})).status_code == 200
        assert await store.notices.devices_of(person) == []
        assert await store.notices.choices(person) is None
        assert await store.notices.sent() == []


async def test_what_makes_no_sense_is_refused(serve: Serve, visit: Visit, service: PushService) -> None:
    async with serve() as server:
        ada = visit(server.address)
        device = service.device()
        answer = await ada.http.put("/api/notices/device", json=device.asked)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "no_push_service")
        public = device.asked | {"endpoint": "https://push.example.net/a"}
        answer = await ada.http.put("/api/notices/device", json=public | {"secret": "AAAA"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "no_keys")
        assert (await ada.http.put("/api/notices/device", json=public)).json() == {"devices": 1}
        answer = await ada.http.post("/api/notices/trial", json={"endpoint": "https://push.example.net/b"})
        assert answer.status_code == 404
        asked: dict[str, Any] = {"kinds": {}, "quiet_from": None, "quiet_until": None, "zone": "UTC", "most": 5}
        for wrong in ({"most": 0}, {"quiet_from": 1440}, {"zone": "<b>"}, {"kinds": {"nothing": True}}):
            assert (await ada.http.put("/api/notices", json=asked | wrong)).status_code in (400, 422)
    async with serve(push="off") as server:
        ada = visit(server.address)
        assert (await ada.http.get("/api/notices")).json()["key"] is None
        assert (await ada.http.put("/api/notices/device", json=public)).status_code == 404


async def test_a_trial_reaches_the_own_device(serve: Serve, visit: Visit, service: PushService) -> None:
    async with serving(serve) as (server, _notices):
        ada = visit(server.address)
        device = service.device()
        ada.http.headers["accept-language"] = "de"
        await subscribe(ada, device)
        answer = await ada.http.post("/api/notices/trial", json={"endpoint": device.endpoint})
        assert answer.json() == {"outcome": "sent"}
        assert device.messages[0]["language"] == "de"
        device.status = 404
        answer = await ada.http.post("/api/notices/trial", json={"endpoint": device.endpoint})
        assert answer.json() == {"outcome": "gone"}
        assert (await ada.http.get("/api/notices")).json()["devices"] == 0


async def test_an_operator_sends_a_trial_to_every_device_of_a_person(
    serve: Serve, visit: Visit, service: PushService
) -> None:
    async with serving(serve) as (server, _notices):
        ada, devices = visit(server.address), [service.device(), service.device()]
        for device in devices:
            await subscribe(ada, device)
        variables = {"SPITE_DATABASE": f"sqlite:///{server.store.name}", "SPITE_PUSH": "private", "LANGUAGE": "en"}

        async def run(*arguments: str, **others: str) -> Result:
            words = ["admin", *arguments]
            return await asyncio.to_thread(CliRunner().invoke, main, words, env=variables | others)

        who = (await ada.http.get("/api/me")).json()["person"]
        done = await run("trial", "push", who[:12], "--json")
        assert done.exit_code == 0, done.output
        assert {each["outcome"] for each in json.loads(done.stdout)} == {"sent"}
        assert service.keys == {(await ada.http.get("/api/notices")).json()["key"]}
        number = len(json.loads(done.stdout))
        for device in devices:
            device.status = 410
        gone = await run("trial", "push", who[:12])
        assert (gone.exit_code, gone.stdout.count("gone")) == (1, number)
        assert "No device of" in (await run("trial", "push", who[:12])).stderr
        logged = json.loads((await run("log", "--json")).stdout)
        tried = [each["subject"] for each in logged if each["what"] == "trial push"]
        assert tried == [f"{who[:12]} {number} gone", f"{who[:12]} {number} sent"]
        await subscribe(ada, devices[0])
        assert "SPITE_PUSH is off" in (await run("trial", "push", who[:12], SPITE_PUSH="off")).stderr


async def test_a_new_key_signs_while_the_old_one_still_holds(serve: Serve, visit: Visit, service: PushService) -> None:
    async with serving(serve) as (server, _notices):
        ada = visit(server.address)
        await ada.http.get("/games")
        device, path = service.device(), "/api/notices/device"
        variables = {"SPITE_DATABASE": f"sqlite:///{server.store.name}", "LANGUAGE": "en"}

        async def key() -> str:
            found: str = (await ada.http.get("/api/notices")).json()["key"]
            return found

        async def rotate(days: int) -> Any:
            words = ["admin", "rotate-push-key", "--days", str(days), "--yes", "--json"]
            done = await asyncio.to_thread(CliRunner().invoke, main, words, env=variables)
            assert done.exit_code == 0, done.output
            return json.loads(done.stdout)

        async def signed_by() -> set[str]:
            service.keys.clear()
            answer = await ada.http.post("/api/notices/trial", json={"endpoint": device.endpoint})
            return set(service.keys) if answer.status_code == 200 else set()

        first = await key()
        await ada.http.put(path, json=device.asked | {"key": first})
        said = await rotate(30)
        assert (said["what"], said["devices"]) == ("push key rotated", 1)
        second = await key()
        assert second != first
        assert await signed_by() == {first}, "the browser's subscription is for that one"
        assert (await ada.http.put(path, json=device.asked | {"key": first})).status_code == 200
        assert await signed_by() == {first}
        assert (await ada.http.put(path, json=device.asked | {"key": second})).status_code == 200
        assert await signed_by() == {second}
        refused = await ada.http.put(path, json=device.asked | {"key": public_key(new_key())})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "other_key")
        assert (await rotate(0))["devices"] == 1
        assert await signed_by() == set(), "the key holds no more"
        assert (await ada.http.put(path, json=device.asked | {"key": second})).status_code == 422
        await server.store.notices.sweep()
        assert (await server.store.notices.keys()).earlier is None
        assert (await ada.http.put(path, json=device.asked)).json() == {"devices": 1}
        assert await signed_by() == {await key()}


async def test_the_store_keeps_a_key_and_so_many_devices(store: Store) -> None:
    first = await store.notices.own_key(new_key())
    assert await store.notices.own_key(new_key()) == first
    for number in range(12):
        device = NoticeDevice("ada", f"device {number}", f"https://push.example.net/{number}", "p", "s", "en")
        await store.notices.put_device(device)
    assert len(await store.notices.devices_of("ada")) == 10
    await store.notices.claim("ada", "turn/t/1/2")
    with pytest.raises(StoreError):
        await store.notices.claim("ada", "turn/t/1/2")
    (sent,) = await store.notices.sent()
    assert (sent.subject, sent.is_open) == ("turn/t/1/2", False)
    await store.notices.choose("ada", Choices({"turn": False}))
    assert (await store.notices.people())["ada"].kinds == {"turn": False}
    await store.notices.sweep()
    assert len(await store.notices.sent()) == 1


def test_the_operator_is_named_to_push_services() -> None:
    assert subject_of("ops@example.org", "https://cards.example") == "mailto:ops@example.org"
    assert subject_of("at the club", "https://cards.example") == "https://cards.example"
    assert subject_of("", "http://cards.example") is None


async def test_company_is_told_of_games_starts_clubs_and_friendships(
    serve: Serve, visit: Visit, service: PushService
) -> None:
    async with serving(serve) as (server, notices):
        ada, ben = visit(server.address), visit(server.address)
        device = service.device()
        await subscribe(ben, device, most=20)
        code = await link_of(ben, "Ben")
        await ask(ada, "POST", f"with-{code}/friend", name="Ada")
        club = (await ada.http.post("/api/clubs", json={"club": "The Aces", "name": "Ada"})).json()["id"]
        await ben.http.put(f"/api/clubs/{club}/me", json={"name": "Ben"})
        await ada.http.post(f"/api/clubs/{club}/messages", json={"text": "Bring a friend"})
        starts = now_ms() + 20 * 3_600_000
        evening = {"club": club, "name": "Friday", "starts_at": starts}
        made = (await ada.http.post("/api/evenings", json=evening)).json()["id"]
        await notices.round()
        assert {(each["title"], each["path"]) for each in device.messages} == {
            ("Ada offers you their friendship", "/people"),
            ("The Aces", f"/club/{club}"),
            ("The Aces", f"/evening/{made}"),
        }
        hour = f"{datetime.fromtimestamp(starts / 1000, UTC):%-d %B %Y at %H:%M}"
        assert {f"Friday, on {hour}. Are you coming?", "Bring a friend"} < {each["text"] for each in device.messages}
        seen = len(device.messages)
        await ben.http.put(f"/api/evenings/{made}/reply", json={"reply": "yes"})
        await notices.round()
        await notices.round()
        assert [(each["title"], each["path"]) for each in device.messages[seen:]] == [
            ("Friday begins soon", f"/evening/{made}")
        ]
        seen = len(device.messages)
        cup = await make(ada, "swiss", grace=600)
        for browser, name in ((ada, "Ada"), (ben, "Ben")):
            await act(browser, cup, "join", name=name)
        await act(ada, cup, "start")
        told = await wait_until(ben, cup, lambda at: at["table"] is not None)
        await notices.round()
        (message,) = device.messages[seen:]
        late = datetime.fromtimestamp(told["situation"]["at"] / 1000, UTC)
        assert (message["title"], message["path"]) == ("Your game is ready", told["table"])
        assert message["text"] == f"Spring cup: against Ada. Without you at the table it is lost at {late:%H:%M}."
        # People who have come are not called again; they hear of the end once.
        seen = len(device.messages)
        await act(ada, cup, "cancel")
        await notices.round()
        await notices.round()
        assert [each["title"] for each in device.messages[seen:]] == ["The tournament is over"]


@pytest.mark.parametrize(
    ("zone", "left", "told"),
    [
        ("Europe/Berlin", 6, "tomorrow at 01:30"),
        ("America/New_York", 6, "today at 19:30"),
        ("Asia/Kolkata", 64, "on Friday at 16:00"),
        ("nowhere", 24 * 9, "on 12 March 2026 at 18:30"),
    ],
)
def test_a_deadline_is_told_in_ones_own_zone(zone: str, left: int, told: str) -> None:
    now = int(datetime(2026, 3, 3, 18, 30, tzinfo=UTC).timestamp() * 1000)
    assert when(now + left * 3_600_000, now, zone) == told


def test_the_last_quarter_of_a_long_time_is_reminded_of() -> None:
    now, hour = 1_000_000_000_000, 3_600_000
    for left, expected in ((7 * hour, False), (6 * hour, True), (1, True), (0, False), (-hour, False)):
        assert is_running_out(SLOW, now + left, now) is expected
    assert not is_running_out(SLOW, None, now)
    hurried = {"clock": {"kind": "move", "seconds": 3600}, "away_seconds": None}
    assert not is_running_out(hurried, now + 60_000, now)


async def test_a_turn_whose_time_runs_out_is_told_once_more(serve: Serve, visit: Visit, service: PushService) -> None:
    async with serving(serve) as (server, notices):
        company = await begin(server, visit, settings=SLOW)
        device = service.device()
        await subscribe(company.browsers[1], device)
        while company.turn != 1:
            await company.play(discard(company.states[company.turn]["view"]["legal"]))
        await go_away(company)
        await notices.round()
        (due,) = await server.store.notices.due_turns()
        assert due.deadline is not None
        ends = datetime.fromtimestamp(due.deadline / 1000, UTC)
        for left, count in ((7 * 3_600_000, 1), (5 * 3_600_000, 2), (3_600_000, 2)):
            await notices.round(due.deadline - left)
            assert len(device.messages) == count
        message = device.messages[-1]
        assert message["title"].startswith("Your time for this move ends to")
        assert message["title"].endswith(f" at {ends:%H:%M}")
        assert message["text"] == "Spite & Malice, with Ada"
        assert message["tag"] == f"turn/{company.table_id}"


async def test_the_switch_says_where_apple_takes_no_notices(serve: Serve, visit: Visit) -> None:
    told = "Apple’s devices get none from here"
    for options, expected in (
        ({}, True),
        ({"contact": "at the club"}, True),
        ({"contact": "ops@example.org"}, False),
        ({"contact": "at the club", "url": "https://cards.example"}, False),
    ):
        async with serve(push="private", **options) as server:
            assert (told in (await visit(server.address).http.get("/notices")).text) is expected, options


async def test_guests_of_an_evening_are_called_to_their_table_and_to_the_next_round(
    serve: Serve, visit: Visit, service: PushService
) -> None:
    async with serving(serve) as (server, notices):
        evening, (ada, ben) = await begin_evening(visit, server, "Ada", "Ben", name="Thursday")
        device = service.device()
        await subscribe(ben, device, most=20)
        await ada.http.post(f"/api/evenings/{evening}/rounds", json={"round": 0})
        # Somebody with an open page needs no call.
        await notices.round()
        assert device.messages == []
        with behind(f"sqlite:///{server.store.name}") as connection:
            connection.execute(update(evening_guests).values(seen_at=now_ms() - 30_000))
        await notices.round()
        await notices.round()
        (called,) = device.messages
        assert (called["title"], called["text"], called["path"]) == (
            "Next round: are you ready?",
            "Thursday",
            f"/evening/{evening}",
        )
        for browser in (ada, ben):
            at = await browser.http.put(f"/api/evenings/{evening}/me/state", json={"state": "ready"})
        await notices.round()
        await notices.round()
        (ready,) = device.messages[1:]
        assert (ready["title"], ready["path"]) == ("Your table is waiting.", at.json()["table"])
        assert re.fullmatch(r"Thursday: without you the game begins at \d\d:\d\d\.", ready["text"])


async def test_who_has_no_opponent_in_a_round_hears_so(serve: Serve, visit: Visit, service: PushService) -> None:
    async with serving(serve) as (server, notices):
        browsers = [visit(server.address) for _number in range(3)]
        cup = await make(browsers[0], "swiss", grace=600)
        devices = []
        for browser, name in zip(browsers, ("Ada", "Ben", "Cleo"), strict=True):
            devices.append(service.device())
            await subscribe(browser, devices[-1], most=20)
            await act(browser, cup, "join", name=name)
        await act(browsers[0], cup, "start")
        for browser in browsers[1:]:
            await wait_until(
                browser, cup, lambda at: at["table"] is not None or "no opponent" in at["situation"]["words"]
            )
        for _round in range(2):
            await notices.round()
        heard = [[each["text"] for each in device.messages if "Round" in each["title"]] for device in devices]
        now = [(await browser.http.get(f"/api/tournaments/{cup}/now")).json() for browser in browsers]
        assert heard == [["Spring cup: you have no opponent in it."] if at["table"] is None else [] for at in now]
        assert [at["table"] is None for at in now].count(True) == 1


async def test_a_round_is_over_and_the_next_one_is_announced(serve: Serve, visit: Visit, service: PushService) -> None:
    async with serving(serve) as (server, notices):
        browsers = [visit(server.address) for _number in range(4)]
        cup = await make(browsers[0], "swiss", rounds=2, rest=60, grace=600)
        # Each person chooses whether to hear of it; when it continues, all hear who have not switched that off.
        chosen: list[dict[str, bool]] = [{"round": True}, {"start": False}, {}, {"round": True}]
        devices = [service.device() for _browser in browsers]
        for browser, name, device, kinds in zip(browsers, ("Ada", "Ben", "Cleo", "Dan"), devices, chosen, strict=True):
            await subscribe(browser, device, kinds={"game": False, **kinds}, most=20)
            await act(browser, cup, "join", name=name)
        await act(browsers[0], cup, "start")
        for browser in browsers:
            await wait_until(browser, cup, lambda at: at["table"] is not None)
        await act(browsers[3], cup, "withdraw")

        def end_round(ago: int) -> None:
            with behind(f"sqlite:///{server.store.name}") as connection:
                connection.execute(update(pairings).values(outcome="first", ended_at=now_ms() - ago))
                connection.execute(update(tournaments).values(changes=tournaments.c.changes + 1))

        end_round(120_000)
        now = (await browsers[0].http.get(f"/api/tournaments/{cup}/now")).json()["situation"]
        assert now["state"] == "break"
        assert 57 * 60_000 < now["at"] - now_ms() < 59 * 60_000
        for _round in range(2):
            await notices.round()
        heard = [[each["title"] for each in device.messages] for device in devices]
        begins = "Spring cup, round 2 begins at "
        assert [[re.sub(r"\d\d:\d\d", "", title) for title in titles] for titles in heard] == [
            ["Round 1 is over", begins],
            [],
            [begins],
            [],
        ]
        (over,) = [each for each in devices[0].messages if each["title"] == "Round 1 is over"]
        assert re.fullmatch(r"Spring cup: the next one begins on \d+ \w+ \d{4} at \d\d:\d\d\.", over["text"])
        assert (await look(browsers[0], cup))["round"] == 1
        end_round(61 * 60_000)
        await wait_until(browsers[0], cup, lambda at: at["round"] == 2)


async def test_those_who_come_to_an_evening_hear_of_its_hour_and_of_every_change(
    serve: Serve, visit: Visit, service: PushService
) -> None:
    async with serving(serve) as (server, notices):
        ada, ben, cleo = (visit(server.address) for _ in range(3))
        devices = {who: service.device() for who in ("ada", "ben", "cleo")}
        for browser, device in zip((ada, ben, cleo), devices.values(), strict=True):
            await subscribe(browser, device, most=20)
        told: dict[str, int] = dict.fromkeys(devices, 0)

        async def heard() -> dict[str, list[str]]:
            await notices.round()
            await notices.round()
            new = {who: [each["title"] for each in device.messages[told[who] :]] for who, device in devices.items()}
            told.update({who: len(device.messages) for who, device in devices.items()})
            return {who: titles for who, titles in new.items() if titles}

        starts = now_ms() + 30 * 3_600_000
        made = (await ada.http.post("/api/evenings", json={"name": "Friday", "starts_at": starts})).json()["id"]
        path = f"/api/evenings/{made}"
        for browser, name, reply in ((ada, "Ada", "yes"), (ben, "Ben", "perhaps"), (cleo, "Cleo", "no")):
            await browser.http.put(f"{path}/reply", json={"reply": reply, "name": name})
        assert await heard() == {}
        # Postponed to within the hour: people who have not declined hear of both, the host only of the hour.
        soon = now_ms() + 50 * 60_000
        await ada.http.put(path, json={"starts_at": soon})
        hour = f"Friday begins at {datetime.fromtimestamp(soon / 1000, UTC):%H:%M}"
        assert await heard() == {"ada": [hour], "ben": [hour, "Friday begins at another time"]}
        await ada.http.post(f"{path}/begin", json={})
        assert await heard() == {"ada": ["Friday has begun"], "ben": ["Friday has begun"]}
        await ada.http.post(f"{path}/end", json={})
        assert await heard() == {"ben": ["Friday is called off"]}
