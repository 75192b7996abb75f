"""The ladder: stars against each of the five, from the stored games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from spite_and_malice.players.roster import LEVELS
from spite_and_malice.server.features.ladder import climbed
from spite_and_malice.server.games.spite.ladder import ladders, next_star, stars_of
from spite_and_malice.server.games.spite.played import Played
from spite_and_malice.server.games.spite.signs import SIGNS, earned
from spite_and_malice.server.http.files import looks
from spite_and_malice.server.store import FinishedGame, GameFigures, SeatCounted

from .conftest import Browser
from .people import PERSON
from .play import finish, to_my_turn

HINTED = GameFigures(
    "", 20, 60_000, [SeatCounted(0, 9, 30, 20, 3, 0, 0, 0, hints=1), SeatCounted(1, 9, 30, 9, 2, 11, 0, 0)]
)
"""The figures of a game in which seat 0 asked for a hint."""


def results(text: str) -> list[bool]:
    """Parse games, the earliest first: W for a win."""
    return [letter == "W" for letter in text]


@pytest.mark.parametrize(
    ("games", "stars"),
    [
        ("", 0), ("L", 0), ("LLLL", 0), ("W", 1), ("LW", 1), ("WLW", 1), ("WLWLWL", 1), ("WW", 2), ("LWWL", 2),
        ("WWLLL", 2), ("WWLWL", 2), ("WWW", 2), ("WWWW", 2), ("WWWWL", 3), ("WWLWW", 3), ("LWWWWL", 3),
        ("WLLWLWWWWLLLLLLLLLLLLL", 3),
    ],
)  # fmt: skip
def test_stars_are_won_as_the_page_says(games: str, stars: int) -> None:
    assert stars_of(results(games)) == stars


def test_a_star_that_took_a_hint_is_silver_until_wins_without_one_bring_it() -> None:
    def stars(*games: Played) -> tuple[int, int]:
        [rung] = [rung for one in ladders(list(games)[::-1]) for rung in one.rungs if rung.results]
        return rung.stars, rung.gold

    hinted = replace(played(1, True), game=replace(played(1, True).game, figures=HINTED))
    assert stars(hinted) == (1, 0)
    assert stars(hinted, played(2, True)) == (2, 1)
    assert stars(hinted, played(2, True), played(3, True)) == (2, 2)


def test_no_star_is_lost_by_another_game() -> None:
    for number in range(1 << 9):
        games = [bool(number >> bit & 1) for bit in range(9)]
        course = [stars_of(games[:end]) for end in range(10)]
        assert course == sorted(course)


@pytest.mark.parametrize(
    "games", ["", "L", "W", "WL", "WW", "WLW", "WWLW", "WWL", "WWLLW", "LLWW", "WWW", "WWWL", "LWWLW"]
)
def test_what_the_next_star_takes_is_true(games: str) -> None:
    said = next_star(results(games))
    wins_it = stars_of(results(games + "W")) > stars_of(results(games))
    assert ("the next game" in said or "a game" in said) == wins_it, said


def played(
    number: int, won: bool | None, player: str = "club", version: str = "standard", stood_in: bool = False
) -> Played:
    game = FinishedGame(
        *((), (), ()), given_up=False, table_id="t", number=number, preset=version, ended_at=number, figures=None,
        offline=False, day=None,
    )  # fmt: skip
    return Played(game, 0, version, player, won, stood_in)


def latest_first(*games: Played) -> list[Played]:
    return list(reversed(games))


def test_a_rung_is_the_first_with_fewer_than_two_stars() -> None:
    games = [played(number, True, "beginner") for number in (1, 2)] + [played(3, True, "club")]
    classic = ladders(latest_first(*games))[0]
    assert [rung.stars for rung in classic.rungs] == [2, 0, 1, 0, 0]
    assert classic.at.player == "casual"
    assert [ladder.is_begun for ladder in ladders(latest_first(*games))] == [True, False, False, False]


@pytest.mark.parametrize("more", [{"stood_in": True}, {"player": "people"}, {"player": "greedy"}, {"version": "house"}])
def test_some_games_do_not_count(more: dict[str, Any]) -> None:
    games = [played(1, True, **more)]
    assert sum(ladder.stars for ladder in ladders(games)) == 0
    assert climbed(games, "t", 1) is None


def test_what_a_game_has_brought_is_told_for_that_game_even_later() -> None:
    games = latest_first(*(played(number, won) for number, won in enumerate([True, False, True, True, False], 1)))
    brought = {number: climbed(games, "t", number) for number in range(1, 6)}
    assert {number: (found.before, found.stars) for number, found in brought.items() if found} == {
        1: (0, 1), 2: (1, 1), 3: (1, 1), 4: (1, 2), 5: (2, 2)
    }  # fmt: skip
    assert climbed(games, "t", 6) is None


def test_the_second_star_leads_on_to_the_next_of_the_five() -> None:
    pip = [played(1, True, "beginner"), played(2, True, "beginner")]
    found = climbed(latest_first(*pip), "t", 2)
    assert found is not None
    assert (found.name, found.promoted) == ("Pip", "casual")
    later = climbed(latest_first(*pip, played(3, True, "beginner")), "t", 3)
    assert later is not None
    assert later.promoted is None


def swept(player: str, wins: int, version: str = "standard", start: int = 0) -> list[Played]:
    return [played(start + number, True, player, version) for number in range(wins)]


ALL_STARS = [game for at, level in enumerate(LEVELS) for game in swept(level.id, 5, start=10 * at)]


@pytest.mark.parametrize(
    ("games", "signs"),
    [
        ([], set()),
        (swept("master", 1), {"sprout"}),
        (swept("beginner", 2), {"sprout", "acorn"}),
        (swept("beginner", 1) + swept("beginner", 1, "skip-bo"), {"sprout"}),
        (ALL_STARS, {"sprout", "acorn", "swallow", "shield", "key", "crown", "laurel"}),
        (ALL_STARS[1:], {"sprout", "acorn", "swallow", "shield", "key", "crown"}),
        ([swept("beginner", 1, ladder.preset)[0] for ladder in ladders([])], {"sprout", "compass"}),
    ],
)
def test_signs_are_earned_by_stars(games: list[Played], signs: set[str]) -> None:
    assert earned(ladders(latest_first(*games))) == signs


def test_every_sign_is_drawn_and_tells_for_its_game() -> None:
    assert {sign.id for sign in SIGNS} == set(looks()["sign"])
    pip = latest_first(*swept("beginner", 3, start=1))
    brought = [climbed(pip, "t", number) for number in (1, 2, 3)]
    assert [[sign.name for sign in found.signs] for found in brought if found] == [["Sprout"], ["Acorn"], []]


async def test_the_page_and_the_end_of_a_game_tell_of_it(browser: Browser) -> None:
    empty = (await browser.http.get("/ladder")).text
    assert "0 of 15 stars" in empty
    assert "Play Pip" in empty
    pip = [PERSON, {"kind": "computer", "player": "beginner"}]
    table_id = await browser.table(pip, preset="standard", rules={"payoff": 1, "target": 1})
    page = await browser.open(table_id)
    state = await finish(page, await to_my_turn(page, await page.hello()))
    stars = int(0 in state["view"]["result"]["winners"])
    answer = (await browser.http.get(f"/api/tables/{table_id}/games/1/ladder")).json()
    assert (answer["name"], answer["before"], answer["stars"]) == ("Pip", 0, stars)
    assert f"{stars} of 15 stars" in (await browser.http.get("/ladder")).text
    assert [sign["id"] for sign in answer["signs"]] == ["sprout"] * stars
    signs = (await browser.http.get("/api/signs")).json()
    assert [sign["id"] for sign in signs if sign["earned"]] == ["sprout"] * stars
    # Only earned signs appear on the plate; a browser's own sign from elsewhere is replaced.
    assert (await page.ask("wear", head=None, sign="crown"))["code"] == "sign_not_earned"
    assert (await page.ask("wear", head=None, sign="crown", by_default=True))["type"] == "accepted"
    told = await page.ask("wear", head=None, sign="sprout")
    assert told.get("code", told["type"]) == ("accepted" if stars else "sign_not_earned")
    sign = "sprout" if stars else None
    assert (await page.greet())["people"]["seats"][0]["sign"] == sign
    assert (await page.ask("wear", head="mei"))["type"] == "accepted"
    again = await (await browser.open(table_id)).greet()
    assert [again[part]["seats"][0].get("sign") for part in ("table", "people")] == [sign, sign]


async def test_a_game_against_another_program_is_answered_with_a_sentence(browser: Browser) -> None:
    answer = await browser.http.get("/api/tables/none/games/1/ladder")
    assert answer.status_code == 404
    assert answer.json()["error"]["message"] == "This game does not count for the ladder."


def test_only_the_star_with_which_one_climbs_leads_on() -> None:
    # Two stars above the rung where one stands, a first star there, and a second one on the last rung.
    above = [played(1, True, "club"), played(2, True, "club")]
    first = [played(1, True, "beginner")]
    last = [game for at, level in enumerate(LEVELS) for game in swept(level.id, 2, start=10 * at)]
    for games, number, stars in ((above, 2, (1, 2)), (first, 1, (0, 1)), (last, last[-1].game.number, (1, 2))):
        found = climbed(latest_first(*games), "t", number)
        assert found is not None
        assert ((found.before, found.stars), found.promoted) == (stars, None)
