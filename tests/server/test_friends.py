"""Lasting contacts: people you have played with, friends, links, invitations, messages and blocks."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from .conftest import Browser, RunningServer, Visit
from .people import OPEN, PERSON, gather


async def people(browser: Browser) -> dict[str, dict[str, Any]]:
    """Return the people whom somebody knows, by name."""
    found = (await browser.http.get("/api/people")).json()
    return {each["name"]: each for each in found}


async def ask(browser: Browser, method: str, path: str, **body: Any) -> tuple[int, Any]:
    """Return the status of a request about people and its answer; for a refusal, its code."""
    answer = await browser.http.request(method, f"/api/people/{path}", json=body)
    said = answer.json()
    return answer.status_code, said["error"]["code"] if "error" in said else said


async def link_of(browser: Browser, name: str, **more: Any) -> str:
    """Make somebody's standing link; return its code."""
    status, answer = await ask(browser, "PUT", "me", name=name, **more)
    assert status == 200, answer
    return str(answer["url"]).removeprefix("/with/")


async def befriend(one: Browser, other: Browser) -> None:
    """Make friends of Ada and Ben by her link."""
    code = await link_of(one, "Ada")
    assert await ask(other, "POST", f"with-{code}/friend", name="Ben") == (200, {"friendship": "offered"})
    ben = (await people(one))["Ben"]
    assert ben["friendship"] == "asked"
    assert await ask(one, "POST", f"{ben['who']}/friend") == (200, {"friendship": "friend"})


async def letters(browser: Browser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await browser.http.get("/api/people/letters")).json()["letters"]
    return found


async def test_those_one_played_with_are_known_with_the_score(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit, preset="quick")
    ada, ben = company.browsers
    assert await people(ada) == {}
    await company.start()
    await company.finish()
    won = company.states[0]["view"]["result"]["winners"]
    known = (await people(ada))["Ben"]
    assert (known["last"]["won"], known["last"]["lost"]) == (int(won == [0]), int(won == [1]))
    assert (known["last"]["table_id"], known["friendship"], known["here"]) == (company.table_id, "none", False)
    mirrored = (await people(ben))["Ada"]["last"]
    assert (mirrored["won"], mirrored["lost"]) == (known["last"]["lost"], known["last"]["won"])
    page = await ada.http.get("/people")
    assert page.status_code == 200
    assert "Ben" in page.text
    # Nobody learns another person's id.
    me = (await ben.http.get("/api/me")).json()["person"]
    assert me not in page.text + json.dumps(await people(ada))

    # Another game: by the rules of the last one, as a pending invitation.
    status, table = await ask(ada, "POST", f"{known['who']}/invite", name="Ada")
    assert status == 200, table
    (letter,) = await letters(ben)
    assert (letter["url"], letter["sender"]["name"], letter["game"]) == (table["url"], "Ada", "Quick Game")
    page_of_ben = await ben.open(table["id"])
    await page_of_ben.greet()
    await (await ada.open(table["id"])).greet()
    assert (await page_of_ben.ask("sit", seat=1, name="Ben"))["type"] == "accepted"


async def test_a_friendship_takes_two_and_ends_with_one(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    await befriend(ada, ben)
    assert (await people(ben))["Ada"]["friendship"] == "friend"
    assert await ask(ben, "POST", f"{(await people(ben))['Ada']['who']}/friend") == (200, {"friendship": "friend"})
    assert await ask(ben, "DELETE", f"{(await people(ben))['Ada']['who']}/friend") == (200, {"friendship": "none"})
    assert await people(ada) == {}


async def test_a_handle_is_of_use_to_one_person_alone(server: RunningServer, visit: Visit) -> None:
    ada, ben, eve = (visit(server.address) for _ in range(3))
    await befriend(ada, ben)
    who = (await people(ada))["Ben"]["who"]
    await link_of(eve, "Eve")
    assert await ask(eve, "POST", f"{who}/message", text="hello") == (404, "unknown_person")
    assert await ask(ada, "POST", f"with-{await link_of(ada, 'Ada')}/friend") == (422, "yourself")
    assert await ask(eve, "POST", "with-0000-0000/friend", name="Eve") == (404, "unknown_person")
    assert await ask(eve, "POST", "at-none-1/friend", name="Eve") == (404, "unknown_person")


async def test_a_renewed_link_says_so(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    assert await ask(ada, "POST", "me/link") == (409, "no_link")
    old = await link_of(ada, "Ada")
    assert "Ada" in (await ben.http.get(f"/with/{old.lower()}")).text
    _status, answer = await ask(ada, "POST", "me/link")
    gone = await ben.http.get(f"/with/{old}")
    assert gone.status_code == 410
    assert "Ada" not in gone.text
    assert "Ada" in (await ben.http.get(answer["url"])).text
    assert (await ben.http.get("/with/nothing")).status_code == 404
    assert await ask(ben, "POST", f"with-{old}/message", name="Ben", text="hello") == (404, "unknown_person")


async def test_messages_wait_and_are_limited(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    code = await link_of(ada, "Ada")
    assert await ask(ben, "POST", f"with-{code}/message", text="hello") == (422, "no_name")
    assert await ask(ben, "POST", f"with-{code}/message", name="Ben", text=" \u200b ") == (422, "no_text")
    assert (await ask(ben, "POST", f"with-{code}/message", name="Ben", text="x" * 300))[0] == 400
    for text in ("Are you there?", "Tonight?", "At eight."):
        assert await ask(ben, "POST", f"with-{code}/message", name="Ben", text=text) == (200, {"name": "Ada"})
    assert await ask(ben, "POST", f"with-{code}/message", text="hello") == (429, "enough")
    tables = len((await ben.http.get("/api/tables")).json())
    assert await ask(ben, "POST", f"with-{code}/invite") == (429, "enough")
    assert len((await ben.http.get("/api/tables")).json()) == tables
    waiting = await letters(ada)
    assert sorted(each["text"] for each in waiting) == ["Are you there?", "At eight.", "Tonight?"]
    assert await ask(ben, "DELETE", f"letters/{waiting[0]['id']}") == (404, "unknown_letter")
    assert (await ask(ada, "DELETE", f"letters/{waiting[0]['id']}"))[0] == 200
    assert len(await letters(ada)) == 2


async def test_strangers_take_no_room_from_friends(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    await befriend(ada, ben)
    code = await link_of(ada, "Ada")
    statuses = []
    for number in range(14):
        stranger = visit(server.address)
        statuses.append(await ask(stranger, "POST", f"with-{code}/message", name=f"Eve {number}", text="Win a prize"))
    assert [status for status, _answer in statuses] == [200] * 10 + [429] * 4
    # The message is accurate: the stranger who comes too late has not left anything.
    assert statuses[-1][1] == "full"
    assert await ask(ben, "POST", f"with-{code}/message", text="Tonight?") == (200, {"name": "Ada"})
    assert (await ask(ben, "POST", f"with-{code}/invite"))[0] == 200
    assert len(await letters(ada)) == 12


async def test_who_is_here_is_seen_by_whom_they_let(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    await befriend(ada, ben)

    async def here() -> bool:
        await letters(ada)
        return bool((await people(ben))["Ada"]["here"])

    assert not await here()
    await link_of(ada, "Ada", presence="friends")
    assert await here()
    await ask(ben, "DELETE", f"{(await people(ben))['Ada']['who']}/friend")
    code = await link_of(ada, "Ada", presence="all")
    await ask(ben, "POST", f"with-{code}/friend")
    assert not await here()


async def test_who_is_here_is_seen_by_those_they_played_with_if_they_like(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit)
    ada, ben = company.browsers
    await link_of(ada, "Ada", presence="friends")
    await company.start()

    async def here() -> bool:
        await letters(ada)
        return bool((await people(ben))["Ada"]["here"])

    assert not await here()
    await link_of(ada, "Ada", presence="all")
    assert await here()
    await ask(ada, "PUT", f"{(await people(ada))['Ben']['who']}/avoid", kind="block")
    assert not await here()


async def test_who_is_blocked_reaches_nobody(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    await befriend(ada, ben)
    code = await link_of(ada, "Ada")
    await ask(ben, "POST", f"with-{code}/message", text="hello")
    who = (await people(ada))["Ben"]["who"]
    assert await ask(ada, "PUT", f"{who}/avoid", kind="block") == (200, {"kind": "block"})
    assert await letters(ada) == []
    for act in ("friend", "message", "invite"):
        body = {"text": "hello"} if act == "message" else {}
        assert await ask(ben, "POST", f"with-{code}/{act}", **body) == (403, "out_of_reach")
    table = await ada.table([PERSON, OPEN], settings={"listed": True, "start": "full"})
    await (await ada.open(table)).greet()
    assert (await ben.http.get("/api/tables/open")).json() == []
    found = (await ben.http.post("/api/play", json={"preset": "standard", "name": "Ben"})).json()
    assert found["id"] != table
    page = await ben.open(table)
    await page.greet()
    refused = await page.ask("sit", seat=1, name="Ben")
    assert refused["code"] == "kept_out"
    assert await ask(ada, "PUT", f"{who}/avoid", kind=None) == (200, {"kind": None})
    assert (await page.ask("sit", seat=1, name="Ben"))["type"] == "accepted"


async def test_friends_are_made_and_muted_at_a_table(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit)
    ada, ben = company.browsers
    stranger = visit(server.address)
    assert (await stranger.http.get(f"/api/people/at/{company.table_id}")).status_code == 404
    assert await ask(ada, "POST", f"at-{company.table_id}-1/friend", name="Ada") == (200, {"friendship": "offered"})
    nobody, known = (await ada.http.get(f"/api/people/at/{company.table_id}")).json()
    assert nobody is None
    assert await ask(ada, "PUT", f"{known['who']}/avoid", kind="mute") == (200, {"kind": "mute"})
    _nobody, known = (await ada.http.get(f"/api/people/at/{company.table_id}")).json()
    assert (known["name"], known["friendship"], known["avoidance"]) == ("Ben", "offered", "mute")
    assert (await people(ben))["Ada"]["friendship"] == "asked"


async def test_a_page_at_a_table_is_told_of_an_invitation(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    code = await link_of(ada, "Ada")
    page = await ada.open(await ada.table([PERSON, {"kind": "computer", "player": "greedy"}]))
    await page.greet()
    await ask(ben, "POST", f"with-{code}/invite", name="Ben")
    assert (await page.get_until(lambda message: message["type"] == "called")) == {"type": "called"}


async def test_friends_are_exported_and_erased_on_both_sides(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    await befriend(ada, ben)
    code = await link_of(ada, "Ada")
    await ask(ben, "POST", f"with-{code}/message", text="hello")
    packed = ZipFile(BytesIO((await ben.http.get("/api/me/export")).content))
    stored = json.loads(packed.read("everything.json"))["people"]
    assert [each["name"] for each in stored["friends"]] == ["Ada"]
    assert [(each["text"], each["by_you"]) for each in stored["messages"]] == [("hello", True)]
    assert stored["profile"]["name"] == "Ben"
    await ben.http.request("DELETE", "/api/me", json={})
    assert await people(ada) == {}
    assert await letters(ada) == []


async def test_friends_follow_to_the_account_that_one_signs_in_to(server: RunningServer, visit: Visit) -> None:
    ada, ben, phone = (visit(server.address) for _ in range(3))
    await befriend(ada, ben)
    code = await link_of(ada, "Ada")
    await phone.http.post("/api/me", json={})
    assert (await ask(phone, "POST", f"with-{code}/friend", name="Ben two"))[0] == 200
    made = (await phone.http.post("/api/me/link", json={})).json()["code"]
    answer = await ben.http.post("/api/sign-in/code", json={"code": made})
    assert answer.status_code == 200, answer.text
    assert [(each["friendship"]) for each in (await people(ada)).values()] == ["friend"]
    assert (await people(phone))["Ada"]["friendship"] == "friend"


async def test_an_invitation_seats_at_once_who_joins(server: RunningServer, visit: Visit) -> None:
    ada, ben, cleo = (visit(server.address) for _ in range(3))
    code = await link_of(ada, "Ada")
    _status, invited = await ask(ben, "POST", f"with-{code}/invite", name="Ben")
    (letter,) = await letters(ada)
    assert (await ask(cleo, "POST", f"letters/{letter['id']}/join", name="Cleo")) == (404, "unknown_letter")
    joined = await ask(ada, "POST", f"letters/{letter['id']}/join", name="Ada")
    assert joined == (200, {"url": invited["url"], "seated": True})
    assert await letters(ada) == []
    seats = (await (await ben.open(invited["id"])).greet())["people"]["seats"]
    assert [seat["name"] for seat in seats] == ["Ben", "Ada"]


async def test_two_who_invite_each_other_meet_at_one_table(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    await befriend(ada, ben)
    whom = {name: next(iter((await people(each)).values()))["who"] for name, each in (("Ada", ada), ("Ben", ben))}
    _status, first = await ask(ada, "POST", f"{whom['Ada']}/invite", name="Ada")
    status, second = await ask(ben, "POST", f"{whom['Ben']}/invite", name="Ben")
    assert (status, second) == (200, first)
    assert await letters(ada) == await letters(ben) == []
    seats = (await (await ada.open(first["id"])).greet())["people"]["seats"]
    assert [seat["name"] for seat in seats] == ["Ada", "Ben"]
    # Somebody who wants another kind of game, with days for a move, is not seated there.
    _status, third = await ask(ada, "POST", f"{whom['Ada']}/invite", name="Ada")
    _status, slow = await ask(ben, "POST", f"{whom['Ben']}/invite", name="Ben", days=3)
    assert third["id"] != slow["id"]


async def test_friends_are_invited_to_an_evening_once(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    await befriend(ada, ben)
    made = (await ada.http.post("/api/evenings", json={"name": "Thursday"})).json()
    who, path = (await people(ada))["Ben"]["who"], f"/api/evenings/{made['id']}"
    assert await ask(ada, "POST", f"{who}/invite", evening=made["id"]) == (404, "not_there")
    await ada.http.put(f"{path}/me", json={"name": "Ada"})
    page = (await ada.http.get(made["url"])).text
    assert re.findall(r'data-invite="(\w+)"', page) == [who]
    for _ in range(2):
        assert await ask(ada, "POST", f"{who}/invite", evening=made["id"]) == (
            200,
            {"id": made["id"], "url": made["url"]},
        )
    (letter,) = await letters(ben)
    assert (letter["url"], letter["evening"], letter["game"]) == (made["url"], "Thursday", None)
    assert (await ben.http.get("/api/notices/waiting")).json() == {"count": 1}
    joined = await ask(ben, "POST", f"letters/{letter['id']}/join", name="Ben")
    assert joined == (200, {"url": made["url"], "seated": False})
    assert await letters(ben) == []
    await ask(ada, "POST", f"{who}/invite", evening=made["id"])
    assert len(await letters(ben)) == 1
    await ben.http.put(f"{path}/me", json={"name": "Ben"})
    assert "data-invite=" not in (await ada.http.get(made["url"])).text
    # Nobody is invited to a game that is over.
    await ada.http.post(f"{path}/end", json={})
    assert await letters(ben) == []


async def test_a_message_and_a_name_are_reported_to_the_operator(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    code = await link_of(ada, "Ada")
    await ask(ben, "POST", f"with-{code}/message", name="Ben", text="something bad")
    (letter,) = await letters(ada)
    who = letter["sender"]["who"]
    assert await ask(ada, "POST", f"{who}/report", letter=letter["id"]) == (200, {"name": "Ben"})
    assert await ask(ada, "POST", f"{who}/report") == (200, {"name": "Ben"})
    assert await ask(ada, "POST", f"{who}/report", letter="another") == (404, "unknown_letter")
    assert (await ask(ada, "POST", "nobody/report"))[0] == 404
    packed = ZipFile(BytesIO((await ben.http.get("/api/me/export")).content))
    stored = json.loads(packed.read("everything.json"))["reports"]
    assert [(each["name"], each["line"], each["by_you"]) for each in stored] == [
        ("Ben", "something bad", False),
        ("Ben", None, False),
    ]


async def test_who_is_kept_apart_watches_no_game_by_its_address(server: RunningServer, visit: Visit) -> None:
    ada, ben, cleo = visit(server.address), visit(server.address), visit(server.address)
    await befriend(ada, ben)
    table = await ada.table([PERSON, {"kind": "computer", "player": "greedy"}], settings={"start": "host"})
    page = await ada.open(table)
    await page.greet()
    await page.ask("start")
    early, late = await ben.open(table), await cleo.open(table)
    assert (await early.greet())["type"] == (await late.greet())["type"] == "snapshot"
    who = (await people(ada))["Ben"]["who"]
    await ask(ada, "PUT", f"{who}/avoid", kind="block")
    for query in ("", "?watch"):
        again = await ben.open(table, query)
        await again.send(type="hello", version=None, game=None)
        assert (await again.get())["code"] == "no_spectators"
    assert (await (await cleo.open(table)).greet())["type"] == "snapshot"


async def test_who_invites_somebody_again_is_led_to_the_table_that_waits(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    code = await link_of(ben, "Ben")
    first = await ask(ada, "POST", f"with-{code}/invite", name="Ada")
    assert await ask(ada, "POST", f"with-{code}/invite", name="Ada") == first
    assert len(await letters(ben)) == 1
    # A game by correspondence is another kind.
    assert (await ask(ada, "POST", f"with-{code}/invite", name="Ada", days=3))[1]["id"] != first[1]["id"]
