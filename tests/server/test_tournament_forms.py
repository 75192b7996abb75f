"""What a tournament is made of, by what its form says: its bounds, its words, and what belongs to each system."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final, cast

import pytest
from msgspec import structs

from spite_and_malice.server.features.tournaments import conditions
from spite_and_malice.server.features.tournaments.making import MakeRequest, _form
from spite_and_malice.server.http.errors import ApiError
from spite_and_malice.server.store import EntrantRow, Store, Tournament, TournamentForm, TournamentRow

from .conftest import Browser, RunningServer
from .people import person_of

NOW: Final = 1_800_000_000_000
YEAR: Final = 370 * 24 * 3_600_000
PLAIN: Final = TournamentForm("swiss", "standard", rounds=5)
FULL: Final[dict[str, Any]] = {
    "rounds": 7, "minutes": 90, "seconds": 300, "increment": 3, "grace": 60, "fill": 8, "player": "planner",
    "shared": True, "listed": False, "payoff": 10, "most": 40, "rating_from": 1200, "rating_to": 1800, "rest": 15,
    "order": "each", "boards": 4, "best": 3,
}  # fmt: skip


def asked(system: Any, **more: Any) -> MakeRequest:
    return MakeRequest("Cup", system, "standard", **more)


@pytest.mark.parametrize(
    ("wanted", "form"),
    [
        (asked("swiss"), PLAIN),
        (asked("round_robin"), TournamentForm("round_robin", "standard")),
        (asked("knock_out"), TournamentForm("knock_out", "standard")),
        (asked("match"), TournamentForm("match", "standard")),
        (asked("arena"), TournamentForm("arena", "standard", minutes=45)),
        (asked("swiss", **FULL), TournamentForm("swiss", "standard", **FULL | {"minutes": 0, "boards": 0, "best": 0})),
        (
            asked("knock_out", **FULL),
            TournamentForm("knock_out", "standard", **FULL | {"rounds": 0, "minutes": 0, "boards": 0, "best": 0}),
        ),
        (
            asked("match", **FULL),
            TournamentForm("match", "standard", **FULL | {"rounds": 0, "minutes": 0, "fill": 0, "best": 0}),
        ),
        (
            asked("arena", **FULL),
            TournamentForm(
                "arena", "standard", **FULL | {"rounds": 0, "shared": False, "rest": 0, "boards": 0, "best": 0}
            ),
        ),
        (
            asked("arena", rivals=["The Aces"], **FULL),
            TournamentForm(
                "arena", "standard", **FULL | {"rounds": 0, "shared": False, "rest": 0, "boards": 0, "fill": 0}
            ),
        ),
    ],
)
async def test_a_form_has_what_belongs_to_its_system(wanted: MakeRequest, form: TournamentForm) -> None:
    # The store is asked about rated ones alone.
    assert await _form(cast("Store", None), wanted) == form


async def test_a_tournament_is_stored_as_it_was_asked_for(server: RunningServer, browser: Browser) -> None:
    person, starts_at = await person_of(browser), NOW * 2
    body = {"name": " Spring  cup ", "system": "swiss", "preset": "standard"}
    answer = await browser.http.post("/api/tournaments", json=body)
    made = answer.json()["id"]
    assert (answer.json(), answer.headers["location"]) == (
        {"id": made, "url": f"/tournaments/{made}"},
        f"/tournaments/{made}",
    )
    found = await server.store.tournaments.get(made)
    assert found is not None
    row = found.row
    assert row == TournamentRow(
        made, person, "Spring cup", PLAIN, row.secret, created_at=row.created_at, host_seen_at=row.created_at
    )
    assert len(row.secret) == 32
    far = await browser.http.post("/api/tournaments", json={**body, "starts_at": starts_at})
    assert far.json()["error"]["code"] == "no_such_time"


async def test_a_match_needs_a_club_and_one_rival_and_an_arena_of_clubs_its_own(browser: Browser) -> None:
    await browser.http.get("/games")
    for system, more, code in (
        ("match", {"rivals": ["The Aces"]}, "no_rival"),
        ("match", {"club": "c"}, "no_club"),
        ("arena", {"rivals": ["The Aces"]}, "no_rival"),
        ("swiss", {"club": "none"}, "no_club"),
        ("swiss", {"preset": "partners"}, "invalid_preset"),
    ):
        body = {"name": "Cup", "system": system, "preset": "standard", **more}
        assert (await browser.http.post("/api/tournaments", json=body)).json()["error"]["code"] == code, body


async def test_the_page_of_a_new_one_offers_what_can_be_chosen(browser: Browser) -> None:
    page = (await browser.http.get("/tournaments/new")).text
    for name, offered in (
        ("rounds", (3, 5, 7, 9, 11)),
        ("minutes", (15, 30, 45, 60, 90, 120)),
        ("rest", (0, 5, 15, 60, 1440, 2880, 10080)),
        ("clock", ("300 3", "600 5", "900 10", "1800 20")),
        ("fill", (0, 4, 8, 16, 32, 64)),
    ):
        select = page.partition(f'name="{name}"')[2].partition("</select>")[0]
        found = re.findall(r'<option(?: value="([\d ]+)")?[^>]*>(\d*)', select)
        assert [value or text for value, text in found] == [str(each) for each in offered], name


def test_a_start_is_planned_for_a_time_to_come_within_a_year(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conditions, "now_ms", lambda: NOW)
    assert conditions.planned_start(None) is None
    for starts_at in (NOW + 1, NOW + YEAR):
        assert conditions.planned_start(starts_at) == starts_at
    for starts_at in (NOW, NOW + YEAR + 1, 0):
        with pytest.raises(ApiError):
            conditions.planned_start(starts_at)


def test_a_break_is_named_in_whole_days_or_hours_else_in_minutes() -> None:
    named = {0: "none", 1: "1 minute", 59: "59 minutes", 60: "1 hour", 90: "90 minutes", 120: "2 hours", 1440: "1 day"}
    named |= {2880: "2 days", 1500: "25 hours", 10080: "7 days"}
    assert {minutes: conditions.rest_words(minutes) for minutes in named} == named


def test_the_ratings_that_are_asked_for_are_named_with_ones_own() -> None:
    bounds = {
        (0, 0): "",
        (1200, 0): "For ratings from 1200 on.",
        (0, 1800): "For ratings up to 1800.",
        (1200, 1800): "For ratings from 1200 to 1800.",
    }
    for (low, high), words in bounds.items():
        form = structs.replace(PLAIN, rating_from=low, rating_to=high)
        assert conditions.bounds_words(form) == words
        assert conditions.rating_words(form, None) == f"{words} You have none yet."
        assert conditions.rating_words(form, 1500) == f"{words} Yours is 1500."


async def test_at_most_so_many_take_part_within_the_ratings_with_their_bounds(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = (EntrantRow(1, "Ada", "ada"), EntrantRow(2, "Ben", "ben"))

    async def refused(person: str, points: int | None, **form: int) -> str | None:
        async def rating_of(*_about: object) -> int | None:
            return points

        monkeypatch.setattr(conditions, "rating_of", rating_of)
        row = TournamentRow("t", "host", "Cup", structs.replace(PLAIN, **form), b"")
        try:
            await conditions.require_admitted(store, Tournament(row, people, ()), person, anyway=False)
        except ApiError as error:
            return error.code
        return None

    for form, points, code in (
        ({"rating_from": 1200}, 1200, None),
        ({"rating_from": 1200}, 1199, "rating"),
        ({"rating_from": 1200}, None, "rating"),
        ({"rating_to": 1800}, 1800, None),
        ({"rating_to": 1800}, 1801, "rating"),
        ({"rating_from": 1200, "rating_to": 1800}, 1500, None),
        ({"most": 2}, None, "full"),
        ({"most": 3}, None, None),
    ):
        assert await refused("cleo", points, **form) == code, (form, points)
    # Whoever takes part already is not in their own way.
    assert await refused("ben", None, most=2) is None


async def test_only_those_blocked_who_still_take_part_are_named(store: Store) -> None:
    row = TournamentRow("t", "host", "Cup", PLAIN, b"")
    ada, ben, cleo, dan = (letter * 64 for letter in "abcd")
    await store.friends.avoid(ada, ben, "block")
    await store.friends.avoid(ada, cleo, "block")
    await store.friends.avoid(ada, dan, "mute")
    people = [EntrantRow(1, "Ben", ben), EntrantRow(2, "Cleo", cleo), EntrantRow(3, "Dan", dan), EntrantRow(4, "Club")]
    there = Tournament(row, people, ())
    assert await conditions.blocked_there(store, there, ada) == ["Ben", "Cleo"]
    assert await conditions.blocked_there(store, there, ben) == []
    gone = Tournament(row, [replace(people[0], until=1), *people[1:]], ())
    assert await conditions.blocked_there(store, gone, ada) == ["Cleo"]
    await conditions.require_admitted(store, there, ada, anyway=True)
    with pytest.raises(ApiError, match="taking part too: Ben and Cleo"):
        await conditions.require_admitted(store, there, ada, anyway=False)
