"""Learn from your mistakes: missed chances in one's own games, as exercises that the search judges."""

from __future__ import annotations

import re
from typing import Any

import pytest
import pytest_asyncio

from spite_and_malice.analysis.mistakes import ABOUT, Mistake
from spite_and_malice.server.features.replays.mistakes import OwnGame, courses_of
from spite_and_malice.server.features.replays.reviews import Reviews
from spite_and_malice.server.store.records import MissedMoment

from .conftest import Browser, RunningServer, Visit
from .play import finish, to_my_turn

PAGE = "/learn/mistakes"
HTML = {"accept": "text/html"}


@pytest_asyncio.fixture(loop_scope="module")
async def missed(browser: Browser) -> tuple[str, list[dict[str, Any]]]:
    """Play games until a review finds a mistake; return the game's address and its review's mistakes."""
    for _game in range(6):
        table_id = await browser.table(preset="standard", rules={"payoff": 6})
        page = await browser.open(table_id)
        await finish(page, await to_my_turn(page, await page.hello()))
        review = (await browser.http.get(f"/api/tables/{table_id}/games/1/review")).json()
        check_what_the_winner_says(review)
        if review["missed"]:
            return f"{table_id}/1", review["missed"]
    raise AssertionError("six games without a mistake")


def check_what_the_winner_says(review: dict[str, Any]) -> None:
    """The result decides the explanation: the costliest mistake, or else luck, and nothing for a winner."""
    worst = max(review["missed"], key=lambda each: each["cost"], default={"cost": 0})
    decided = worst["number"] if worst["cost"] >= 0.1 else (review["turned"] or {}).get("number")
    if review["won"] is not False or decided is None:
        assert review["said"] is None
    else:
        assert review["said"]["seat"] == 1
        assert f"ove {decided} " in review["said"]["words"]


async def test_what_a_review_finds_becomes_exercises_that_every_good_turn_solves(
    browser: Browser,
    server: RunningServer,
    visit: Visit,
    missed: tuple[str, list[dict[str, Any]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    where, found = missed
    before = (await browser.http.get(PAGE, headers=HTML)).text
    assert before.count(f"{PAGE}/{where}/") >= 1
    worst = found[0]
    exercise = f"/api/mistakes/{where}/{worst['number']}"
    begun = (await browser.http.post(exercise, json={"moves": []})).json()
    assert (begun["state"], begun["way"], begun["actions"]) == ("open", [], [])
    assert begun["played"] == worst["played_words"]
    # The first completed try counts: the move played is no better now.
    again = (await browser.http.post(exercise, json={"moves": worst["played"]})).json()
    assert again["state"] == "worse"
    good = (await browser.http.post(exercise, json={"moves": worst["best"]})).json()
    assert good["state"] == "found"
    shown = (await browser.http.post(exercise, json={"moves": [], "gave_up": True})).json()
    assert [action["move"] for action in shown["way"]] == worst["best"]
    # The review plays the better line as the exercise shows it, and the other one beside it.
    views = [
        {name: value for name, value in action["view"].items() if name not in ("legal", "goes_on")}
        for action in shown["way"]
    ]
    assert [step["view"] for step in worst["best_steps"]] == views
    assert worst["played_steps"] != worst["best_steps"]
    for kind in ("played", "best"):
        steps = worst[f"{kind}_steps"]
        assert [bool(step["words"]) for step in steps] == [True] * len(worst[kind])
        # No card is shown that nobody had seen yet.
        assert {card for step in steps for card in cards(step["view"])} <= set(cards(worst["view"]))
        assert all(isinstance(step["view"]["players"][1]["hand"], int) for step in steps)
    table_id, number = where.split("/")
    stored = await server.store.tables.game(table_id, int(number))
    assert stored is not None
    assert stored.figures is not None
    kept = stored.figures.seats[0].missed
    assert kept is not None
    assert [(one.number, one.cost) for one in kept] == [(one["number"], one["cost"]) for one in found]
    assert [one.found for one in kept] == [False, *[None] * (len(found) - 1)]
    assert (await browser.http.get(f"{PAGE}/{where}/{worst['number']}", headers=HTML)).status_code == 200
    stranger = visit(server.address)
    await stranger.http.get("/")
    assert (await stranger.http.post(exercise, json={"moves": []})).status_code == 404
    assert (await browser.http.post(exercise, json={"moves": ["H1s-C9"]})).status_code == 422
    assert (await browser.http.post(f"{exercise}999", json={"moves": []})).status_code == 404
    # What came out worse, though not surely, solves nothing if it gave up the same again.
    for behind, kind, state in ((0.05, kept[0].kind, "worse"), (0.01, kept[0].kind, "found"), (0.05, "hat", "found")):
        is_told = state == "worse" and kept[0].kind != Mistake.OTHER

        async def judge(_self: Reviews, some: Any, _names: Any, is_like: tuple[float, str] = (behind, kind)) -> Any:
            played = list(some[0].played)
            told = {"best": played, "played": played, "words": "Well.", "other": worst["best"], "other_why": "Again."}
            return [{**told, "behind": is_like[0], "behind_error": 0.02, "kind": is_like[1]}]

        monkeypatch.setattr(Reviews, "judge", judge)
        tried = (await browser.http.post(exercise, json={"moves": worst["played"]})).json()
        assert (tried["state"], tried["text"]) == (("worse", "Again.") if is_told else ("found", "Well."))


def cards(value: Any) -> list[str]:
    """Return every card in a view."""
    if isinstance(value, str):
        return [value] if re.fullmatch(r"[2-9TJQKA][shdc]", value) else []
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [card for part in parts for card in cards(part)]


async def test_games_that_were_not_looked_through_are_offered(browser: Browser) -> None:
    table_id = await browser.table(preset="standard", rules={"payoff": 1})
    page = await browser.open(table_id)
    await finish(page, await to_my_turn(page, await page.hello()))
    text = (await browser.http.get(PAGE, headers=HTML)).text
    found = re.search(r'data-review="([^"]*)"', text)
    assert found is not None
    assert f"{table_id}/games/1" in found[1].split()


def test_from_four_games_on_it_shows_which_kinds_grow_rarer() -> None:
    def game(number: int, *kinds: str) -> OwnGame:
        return OwnGame("a", number, [MissedMoment(at + 1, kind, 0.1) for at, kind in enumerate(kinds)])

    # The latest first: fewer wild cards are wasted, more pay-off cards overlooked.
    games = [game(4, "payoff", "payoff"), game(3), game(2, "wild"), game(1, "wild", "wild"), OwnGame("a", 0, None)]
    of = dict(zip(ABOUT, courses_of(games), strict=True))
    assert (of[Mistake.WILD].older, of[Mistake.WILD].newer, of[Mistake.WILD].words) == (1.5, 0, "1.5 → 0.0, rarer")
    assert of[Mistake.PAYOFF].words == "0.0 → 1.0, more often"
    assert (of[Mistake.HAND].count, of[Mistake.HAND].words) == (0, "none so far")
    assert (of[Mistake.PAYOFF].open, of[Mistake.PAYOFF].first) == (2, "a/4/1")
    # The middle game of an odd number is one of the older ones.
    assert dict(zip(ABOUT, courses_of([game(5), *games]), strict=True))[Mistake.WILD].words == "1.0 → 0.0, rarer"
    assert [course.words for course in courses_of(games[:3])] == ["–"] * len(ABOUT)
