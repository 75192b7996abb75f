"""House rules that people save under their own names, and the versions played most."""

from __future__ import annotations

from typing import Any

from spite_and_malice import patience
from spite_and_malice.patience.rules import FIELDS
from spite_and_malice.rules import preset_rules

from .conftest import Browser, RunningServer, Serve, Visit

RULES = preset_rules("standard", 2, {"payoff": 7}).to_json()


async def keep(browser: Browser, name: str, **changes: Any) -> dict[str, Any]:
    """Save rules under a name and return the answer."""
    body = {"name": name, "preset": "standard", "rules": RULES} | changes
    response = await browser.http.post("/api/house-rules", json=body)
    assert response.status_code == 201, response.text
    answer: dict[str, Any] = response.json()
    return answer


async def names(browser: Browser) -> list[str]:
    return [kept["name"] for kept in (await browser.http.get("/api/house-rules")).json()]


async def test_rules_are_kept_renamed_and_removed_and_are_ones_own(
    browser: Browser, server: RunningServer, visit: Visit
) -> None:
    kept = await keep(browser, "  Sunday\u200b  at Oma's ")
    assert kept["name"] == "Sunday at Oma's"
    assert kept["rules"] == RULES
    await keep(browser, "Quick ones")
    assert await names(browser) == ["Quick ones", "Sunday at Oma's"]
    other = visit(server.address)
    assert await names(other) == []
    mine = f"/api/house-rules/{kept['id']}"
    assert (await other.http.put(mine, json={"name": "Mine"})).status_code == 404
    assert (await other.http.delete(mine)).status_code == 404
    assert (await browser.http.put(mine, json={"name": "quick ONES"})).json()["error"]["code"] == "name_taken"
    assert (await browser.http.put(mine, json={"name": "Sundays"})).json()["name"] == "Sundays"
    assert (await browser.http.delete(mine)).json() == {"id": kept["id"]}
    assert await names(browser) == ["Quick ones"]


async def test_the_same_name_takes_the_place_of_the_one_before(browser: Browser) -> None:
    await keep(browser, "Ours")
    await keep(browser, "OURS", rules=RULES | {"payoff": 9})
    (kept,) = (await browser.http.get("/api/house-rules")).json()
    assert (kept["name"], kept["rules"]["payoff"]) == ("OURS", 9)


async def test_what_cannot_be_kept(browser: Browser) -> None:
    async def code(**changes: Any) -> str:
        body = {"name": "Ours", "preset": "standard", "rules": RULES} | changes
        response = await browser.http.post("/api/house-rules", json=body)
        return str(response.json()["error"]["code"])

    assert await code(name="\u200b ") == "no_name"
    assert await code(preset="nothing") == "not_found"
    assert await code(rules={"payoff": 0}) == "invalid_rules"
    for number in range(40):
        await keep(browser, f"Rules {number}")
    assert await code(name="One more") == "too_many_kept"
    assert await code(name="Rules 7", preset="nothing") == "not_found"
    await keep(browser, "Rules 7", rules=RULES | {"payoff": 8})


async def test_they_are_offered_wherever_a_game_is_chosen(browser: Browser) -> None:
    kept = await keep(browser, "Sundays")
    assert "Sundays" in (await browser.http.get("/new")).text
    setup = (await browser.http.get(kept["url"])).text
    assert "Sundays" in setup
    assert '"payoff": 7' in setup
    assert "Sundays" in (await browser.http.get("/new/form?preset=standard&players=2")).text
    assert "Sundays" not in (await browser.http.get("/new/form?preset=goal-13&players=3")).text


async def test_those_of_patience_are_kept_beside_them(browser: Browser) -> None:
    await keep(browser, "Sundays")
    # The default differs from FreeCell's value: the chosen value is saved.
    rules = patience.preset_rules("freecell", {"cells": 2, "empty": "king"})
    kept = await keep(browser, "Two cells", preset="freecell", rules=rules.to_json())
    assert patience.Rules.from_json(kept["rules"]) == rules
    assert await names(browser) == ["Sundays", "Two cells"]
    form = (await browser.http.get(kept["url"])).text
    assert "Your house rules, made from FreeCell." in form
    choices = [field for field in FIELDS.values() if field.counts is None or field.values]
    assert form.count(" selected") == len(choices)
    assert '<option value="&#34;king&#34;" selected>' in form
    assert "Sundays" not in form
    assert "Two cells" in (await browser.http.get("/patience?preset=golf")).text
    every = (await browser.http.get("/new")).text
    assert all(name in every for name in ("Sundays", "Two cells"))
    # The other game's forms do not have them.
    assert "Two cells" not in (await browser.http.get(f"/new?preset=standard&house={kept['id']}")).text
    assert "Two cells" not in (await browser.http.get("/new/form?preset=standard&players=2")).text
    refused = await browser.http.post(
        "/api/house-rules", json={"name": "None", "preset": "freecell", "rules": {"cells": 9}}
    )
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "invalid_rules")


async def test_a_table_by_them_bears_their_name(browser: Browser) -> None:
    await keep(browser, "100% ours")
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "beginner"}]

    async def name(preset: str | None = "standard", **rules: Any) -> str:
        body = {"preset": preset, "seats": seats, "rules": rules}
        made = (await browser.http.post("/api/tables", json=body)).json()
        for page in ("/", "/games", made["url"]):
            assert (await browser.http.get(page)).status_code == 200, page
        (table,) = [each for each in (await browser.http.get("/api/tables")).json() if each["id"] == made["id"]]
        return str(table["name"])

    assert await name(payoff=7) == "100% ours"
    assert await name(payoff=7, target=9) == "100% ours"
    assert await name(None, **RULES) == "100% ours"
    assert await name(payoff=6) == "Spite & Malice"
    # An unchanged version keeps its own name.
    await keep(browser, "Plain", rules=preset_rules("standard", 2).to_json())
    assert await name() == "Spite & Malice"
    rules = patience.preset_rules("freecell", {"cells": 2})
    body = {"preset": "freecell", "deal": "7", "rules": {"cells": 2}}
    for called in ("FreeCell", "Two cells"):
        made = (await browser.http.post("/api/patience", json=body)).json()
        (table,) = [each for each in (await browser.http.get("/api/tables")).json() if each["id"] == made["id"]]
        assert (table["name"] == "Two cells") == (called == "Two cells")
        await keep(browser, "Two cells", preset="freecell", rules=rules.to_json())


async def test_a_host_who_takes_them_at_a_table_names_it(browser: Browser) -> None:
    await keep(browser, "Sundays")
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}]
    made = (await browser.http.post("/api/tables", json={"preset": "standard", "seats": seats})).json()
    page = await browser.open(made["id"])
    await page.hello()
    for rules, name in ((RULES, "Sundays"), (RULES | {"payoff": 9}, "Spite & Malice")):
        answer = await page.ask("configure", preset="standard", rules=rules)
        assert answer["type"] == "accepted", answer
        (table,) = (await browser.http.get("/api/tables")).json()
        assert table["name"] == name


async def test_they_are_there_after_a_restart(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        browser = visit(server.address)
        await keep(browser, "Sundays")
    async with serve() as server:
        again = visit(server.address)
        again.http.cookies.update(dict(browser.http.cookies.items()))
        assert await names(again) == ["Sundays"]


async def test_the_list_says_what_is_played_most(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        browser = visit(server.address)
        seats = [{"kind": "computer", "player": "club"}] * 2
        for preset, times in (("goal-13", 4), ("standard", 3), ("quick", 2)):
            for _time in range(times):
                await browser.table(seats, preset=preset)
        page = (await browser.http.get("/new")).text
        marked = [part.split('"')[0] for part in page.split("/new?preset=")[1:] if "played most here" in part]
        assert sorted(marked) == ["goal-13", "standard"]
