"""Puzzles as they are served: the engine checks every move, a result counts once, and runs keep their own time."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from spite_and_malice.analysis.puzzles import collection
from spite_and_malice.analysis.puzzles.proof import prove as prove_way
from spite_and_malice.analysis.puzzles.puzzle import Puzzle
from spite_and_malice.analysis.puzzles.themes import THEMES
from spite_and_malice.engine import IllegalMove, Move
from spite_and_malice.players import LEVELS
from spite_and_malice.rules import PRESETS
from spite_and_malice.server.clock import DAY_MS, now_ms
from spite_and_malice.server.features.puzzles import choosing, runs
from spite_and_malice.server.features.puzzles.attempt import State, attempt, lost_at, reasons, way_from, way_words
from spite_and_malice.server.features.puzzles.pages import progress_of, weakest
from spite_and_malice.server.rating import Skill, rated
from spite_and_malice.server.store import Objection, PuzzleResult, PuzzleRun, Store, today
from spite_and_malice.server.store.games import puzzles as stored
from spite_and_malice.server.store.games.puzzles import MISSED, SOLVED, SOLVED_LATER
from tests.server.conftest import Browser, RunningServer, Visit
from tests.server.test_admin import command
from tests.server.test_admin import person as person_of

ME, OTHER = "a" * 64, "b" * 64
BEGINS = Skill(25.0, 4.0)
OF_22_NOVEMBER = "0a4a0969ce"


def some(count: int) -> list[Puzzle]:
    found = [collection.puzzles().get(entry.id) for entry in Random(3).sample(collection.puzzles().entries, count)]
    return [puzzle for puzzle in found if puzzle is not None]


def of_theme(theme: str, count: int) -> list[Puzzle]:
    ids = [entry.id for entry in collection.puzzles().entries if entry.theme == theme]
    return [the(each) for each in Random(3).sample(ids, count)]


def the(puzzle_id: str) -> Puzzle:
    puzzle = collection.puzzles().get(puzzle_id)
    assert puzzle is not None
    return puzzle


# --- solving --------------------------------------------------------------------------------------------------------


def test_a_card_that_comes_to_light_and_is_not_needed_ends_nothing() -> None:
    """The pay-off card is played: nobody knows the one under it, and the hand can still be emptied."""
    puzzle = next(each for each in of_theme("empty", 400) if way_past_a_card(each))
    way = way_past_a_card(puzzle)
    tried = attempt(puzzle, way)
    assert (tried.state, tried.words) == (State.SOLVED, "")
    number = next(at for at, text in enumerate(way) if Move.parse(text).plays_payoff)
    shown = tried.actions[number].view
    own = shown["players"][puzzle.view.turn]["payoff"]
    assert any(pile["count"] and pile["top"] is None for pile in own)
    assert way[number + 1] in shown["legal"]
    assert attempt(puzzle, way[: number + 1]).state == State.OPEN
    assert lost_at(puzzle, way) is None


def way_past_a_card(puzzle: Puzzle) -> tuple[str, ...]:
    """The shortest line, if it plays a pay-off card before its end; else none."""
    proof = way_from(attempt(puzzle))
    way = proof.way if proof is not None else ()
    return way if any(Move.parse(text).plays_payoff for text in way[:-1]) else ()


def test_the_way_solves_a_puzzle_and_shows_no_hidden_card() -> None:
    for puzzle in some(40):
        tried = attempt(puzzle, puzzle.way)
        assert tried.state == State.SOLVED
        assert [action.move for action in tried.actions] == list(puzzle.way)
        shown = tried.actions[-1].view
        before = puzzle.view.table_json()
        piles = [pile["count"] for player in before["players"] for pile in player["payoff"]]
        left = sum(pile["count"] for player in shown["players"] for pile in player["payoff"])
        assert sum(piles) - left == Move.parse(puzzle.way[-1]).plays_payoff or puzzle.theme.id in ("longest", "empty")
        seat = puzzle.view.turn
        # Cards drawn when the hand is empty are not shown.
        assert set(shown["players"][seat]["hand"]) <= set(before["players"][seat]["hand"])
        assert way_words(puzzle)
        assert all(reasons(puzzle, ()))
        with pytest.raises(IllegalMove):
            tried.play("pass")


def test_every_other_end_of_the_turn_misses_it_and_changes_nothing() -> None:
    ended = 0
    for puzzle in some(20):
        for move in puzzle.view.legal:
            tried = attempt(puzzle)
            tried.play(move)
            if Move.parse(move).is_discard and tried.state == State.MISSED:
                ended += 1
                assert tried.actions == []
                assert "ends your turn" in tried.words
                assert lost_at(puzzle, [move]) == 0
    assert ended > 20


def test_any_way_that_does_what_is_asked_solves_a_puzzle_and_less_does_not() -> None:
    others = less = 0
    for theme in THEMES.values():
        for puzzle in of_theme(theme.id, 6):
            for first, second in pairwise(range(len(puzzle.way) - 1)):
                played = list(puzzle.way)
                played[first], played[second] = played[second], played[first]
                with suppress(IllegalMove):
                    tried = attempt(puzzle, played)
                    assert tried.state == State.SOLVED
                    others += tuple(played) != puzzle.way
            assert attempt(puzzle, puzzle.way[:-1]).state == State.OPEN
            if theme.tempting is not None:
                sooner = prove_way(puzzle.view, theme.tempting)
                assert sooner is not None
                tried = attempt(puzzle, sooner.way)
                assert tried.state == State.MISSED
                assert lost_at(puzzle, sooner.way) is not None
                assert any("fewer plays" in words for words in reasons(puzzle, ()))
                less += 1
    assert others > 5
    assert less == 6


def test_where_a_way_was_lost_is_known() -> None:
    found = 0
    for puzzle in some(30):
        assert lost_at(puzzle, puzzle.way) is None
        for move in puzzle.view.legal:
            if Move.parse(move).plays_to_centre and lost_at(puzzle, [move]) == 0:
                found += 1
                assert "no way left" in reasons(puzzle, [move])[0]
    assert found > 10


# --- choosing -------------------------------------------------------------------------------------------------------


def test_how_hard_a_puzzle_is_is_said_by_looks_and_not_by_who_missed_it() -> None:
    said = [reasons(replace(some(1)[0], difficulty=hard), ())[-1] for hard in (0.0, 3.0, 7.0, 11.0)]
    looks = ["2 plays", "16 plays", "260 plays", "4100 plays"]
    assert said == [f"It takes about {one} tried out in your head before each of yours to find it." for one in looks]
    players = [level.character.name for level in LEVELS if level.character is not None]
    for puzzle in some(30):
        told = reasons(puzzle, ())
        assert not any(re.search(rf"\b{name}\b", text) for text in told for name in players)
        proof = way_from(attempt(puzzle))
        is_shortest = proof is not None and len(proof.way) == len(puzzle.way)
        assert any("spoil" in text for text in told) is (is_shortest and proof is not None and proof.traps > 0)
        assert any(re.match("There is no (shorter|longer)", text) for text in told) is is_shortest
        assert any("wild card" in text for text in told) is (puzzle.wilds > 0)
        assert any("alone it cannot be done" in text for text in told) is not puzzle.one_stack


def test_a_day_has_one_puzzle_and_a_year_many_of_every_version() -> None:
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(366)]
    ids = [choosing.of_day(day) for day in days]
    assert ids == [choosing.of_day(day) for day in days]
    assert len(set(ids)) > 350
    assert {the(each).preset for each in ids} == PRESETS.keys()
    monday = next(day for day in days if day.weekday() == 0)
    assert the(choosing.of_day(monday)).grade == 1
    assert the(choosing.of_day(monday + timedelta(days=6))).grade == 5
    # The usual game is that of every other day, and its week grows harder.
    usual = [number for number in range(366) if days[number].toordinal() % 2]
    assert {the(ids[number]).preset for number in usual} == {"standard"}
    grades = {days[number].weekday(): the(ids[number]).grade for number in usual}
    assert [grades[weekday] for weekday in range(7)] == [1, 2, 2, 3, 3, 4, 5]


def test_a_run_grows_harder_every_third_puzzle_or_every_one() -> None:
    for kind, each in (("clock", 3), ("five", 1)):
        grades = [the(choosing.of_run(kind, 7, number)).grade for number in range(6 * each)]
        assert grades == [min(5, 1 + number // each) for number in range(6 * each)]


def test_the_first_puzzles_grow_by_steps() -> None:
    for luck in range(5):
        lot, skill, tried = Random(luck), Skill(), list[str]()
        for _ in range(4):
            tried.append(choosing.next_id(choosing.suiting(skill), tried, {}, "standard", lot))
            ((skill,), _puzzle) = rated([[skill], [Skill(the(tried[-1]).rating, 25 / 6)]], (1, 2))
        steps = [the(after).rating - the(before).rating for before, after in pairwise(tried)]
        assert the(tried[0]).grade == 1
        assert max(steps) < 6
        assert the(tried[-1]).rating > the(tried[0]).rating + 4
    # Somebody who misses the first gets no harder one.
    ((skill,), _puzzle) = rated([[Skill()], [Skill(20.0, 25 / 6)]], (2, 1))
    assert choosing.suiting(skill) < choosing.suiting(Skill())


def test_the_next_puzzle_is_near_the_rating_and_new() -> None:
    lot = Random(1)
    for rating in (18.0, 25.0, 33.0):
        chosen = the(choosing.next_id(rating, (), {}, "standard", lot))
        assert chosen.preset == "standard"
        assert abs(chosen.rating - rating) < 4
    everything = {entry.id for entry in collection.puzzles().entries}
    left = sorted(everything)[7]
    assert choosing.next_id(25.0, everything - {left}, {}, None, lot) == left
    # Somebody who has done all gets one of them again; one that proved much harder is no longer close.
    assert choosing.next_id(25.0, everything, {}, None, lot) in everything
    narrow = {each.id for each in collection.puzzles().entries if (each.preset, each.theme) == ("boxed", "hold")}
    # Preferably from another version, then of another theme, rather than the same one again.
    again = choosing.next_id(25.0, narrow, {}, "boxed", lot, THEMES["hold"])
    assert again not in narrow
    assert the(again).theme.id == "hold"
    every = {each.id for each in collection.puzzles().entries if each.theme == "hold"}
    assert choosing.next_id(25.0, every, {}, "boxed", lot, THEMES["hold"]) not in every
    near = {choosing.next_id(25.0, (), {}, "boxed", Random(seed)) for seed in range(60)}
    moved = dict.fromkeys(near, 60.0)
    assert choosing.next_id(25.0, (), moved, "boxed", lot) not in near


def test_a_run_grows_harder_and_repeats_nothing() -> None:
    ids = [choosing.of_run("clock", 7, number) for number in range(40)]
    others: list[str] = []
    for number in range(40):
        others.append(choosing.of_run("clock", 7, number, {*ids, *others}))
    assert not set(ids) & set(others)
    assert len(set(others)) == 40
    every = {entry.id for entry in collection.puzzles().entries}
    assert choosing.of_run("clock", 7, 0, every) == ids[0], "one again, sooner than none"
    grades = [the(each).grade for each in ids]
    assert len(set(ids)) == 40
    assert grades == sorted(grades)
    assert (grades[0], grades[-1]) == (1, 5)
    assert [the(choosing.of_run("five", 7, number)).grade for number in range(5)] == [1, 2, 3, 4, 5]
    assert ids != [choosing.of_run("clock", 8, number) for number in range(40)]


def test_nothing_comes_again_in_five_hundred_of_any_kind() -> None:
    runs: list[str] = []
    for number in range(520):
        runs.append(choosing.of_run("clock", number // 40, number % 40, set(runs)))
    assert len(set(runs)) == 520, "the hardest are fewer, and then others come"
    singles: list[str] = []
    lot = Random(2)
    for _ in range(500):
        singles.append(choosing.next_id(25.0, set(singles), {}, "boxed", lot, THEMES["hold"]))
    assert len(set(singles)) == 500, "fewer are of this kind, and then others come"
    discards: list[str] = []
    for _ in range(500):
        discards.append(choosing.next_discard(set(discards), "standard", lot))
    assert len(set(discards)) == 500


# --- ratings --------------------------------------------------------------------------------------------------------


def test_a_rating_moves_with_the_result_and_its_doubt_shrinks() -> None:
    ((better,), (harder_missed,)) = rated([[Skill()], [BEGINS]], (1, 2))
    assert better.points > Skill().points == 1500
    assert better.give_or_take < Skill().give_or_take
    assert harder_missed.mu < BEGINS.mu
    ((same,), _) = rated([[Skill()], [Skill()]], (1, 1))
    assert same.points == 1500
    with pytest.raises(ValueError, match="two sides"):
        rated([[Skill()]], (1,))


async def prove(store: Store, *people: str) -> None:
    """Give some people results from days long ago."""
    for person in people:
        for day in range(1, 4):
            await store.puzzles.add_result(person, PuzzleResult(f"s{day}", SOLVED, -day * DAY_MS), None)


async def test_only_proven_people_move_what_everybody_sees(address: str) -> None:
    store = Store(address)
    try:
        for person in (ME, OTHER):
            result = await store.puzzles.add_result(person, PuzzleResult("p1", MISSED, 1000, "2026-11-22"), BEGINS)
            assert result.skill is not None
        unmoved = (await store.puzzles.tried("p1"), await store.puzzles.of_day("2026-11-22"))
        assert [(each.tried, each.solved) for each in unmoved] == [(0, 0), (0, 0)]
        assert await store.puzzles.ratings() == {}
        # On the fourth day with results somebody is proven, and not with many of one day.
        for day in (0, 0, 1, 2, 3):
            await store.puzzles.add_result(ME, PuzzleResult(f"q{day}", SOLVED, day * DAY_MS, "2026-11-23"), BEGINS)
        assert list(await store.puzzles.ratings()) == ["q3"]
        counted = await store.puzzles.of_day("2026-11-23")
        assert (counted.tried, counted.solved) == (1, 1)
    finally:
        store.close()


async def test_only_the_first_result_counts(address: str) -> None:
    store = Store(address)
    try:
        await prove(store, ME, OTHER)
        first = await store.puzzles.add_result(ME, PuzzleResult("p1", MISSED, 1000, "2026-11-22"), BEGINS)
        assert first.skill is not None
        assert first.skill.mu < 25
        assert await store.puzzles.add_result(ME, PuzzleResult("p1", SOLVED, 2000), BEGINS) == first
        assert await store.puzzles.skill(ME) == first.skill
        solved = await store.puzzles.add_result(OTHER, PuzzleResult("p1", SOLVED_LATER, 3000, "2026-11-22"), BEGINS)
        assert solved.skill is not None
        count = await store.puzzles.tried("p1")
        assert (count.tried, count.solved) == (2, 1)
        day = await store.puzzles.of_day("2026-11-22")
        assert (day.tried, day.solved) == (2, 1)
        # It is harder than it seemed: one person missed it, and one needed more than one attempt.
        assert (await store.puzzles.ratings())["p1"] > BEGINS.mu
        # A question about a discard has no rating.
        asked = await store.puzzles.add_result(ME, PuzzleResult("d1", SOLVED, 4000), None)
        assert asked.skill is None
        assert [each.puzzle for each in await store.puzzles.results(ME, 10)][:2] == ["d1", "p1"]
        assert await store.puzzles.done(ME) == {"d1", "p1", "s1", "s2", "s3"}
    finally:
        store.close()


async def test_two_people_become_one_and_what_is_erased_is_gone(address: str) -> None:
    store = Store(address)
    try:
        await store.puzzles.add_result(ME, PuzzleResult("p1", MISSED, 1000), BEGINS)
        await store.puzzles.add_result(OTHER, PuzzleResult("p1", SOLVED, 2000), BEGINS)
        await store.puzzles.add_result(OTHER, PuzzleResult("p2", SOLVED, 3000), BEGINS)
        skill = await store.puzzles.skill(OTHER)
        await store.puzzles.begin_run(PuzzleRun("r1", ME, "clock", 1, 1000, puzzle="p7"))
        await store.puzzles.begin_run(PuzzleRun("r2", OTHER, "clock", 1, 1000, puzzle="p7"))
        await store.puzzles.begin_run(PuzzleRun("r2", OTHER, "clock", 1, 1000, puzzle="p8"))
        await store.puzzles.add_objection(Objection(ME, "p1", {}, ["HAh-S1"], "Do it.", "It was not done."))
        await store._write(lambda connection: stored.join(connection, ME, OTHER))
        results = await store.puzzles.results(OTHER, 10)
        assert [(each.puzzle, each.outcome) for each in results] == [("p2", SOLVED), ("p1", MISSED)]
        assert await store.puzzles.skill(OTHER) == skill
        assert await store.puzzles.skill(ME) is None
        run = await store.puzzles.run("r1")
        assert run is not None
        assert run.person == OTHER
        taken = (await store.people.export(OTHER))["puzzles"]
        assert len(taken["results"]) == 2
        assert len(taken["runs"]) == 2
        assert taken["met_in_runs"] == ["p7", "p8"]
        assert [each["moves"] for each in taken["objections"]] == [["HAh-S1"]]
        await store.people.erase(OTHER)
        assert (await store.people.export(OTHER))["puzzles"] == {
            "rating": None,
            "results": [],
            "runs": [],
            "met_in_runs": [],
            "objections": [],
        }
    finally:
        store.close()


# --- over HTTP ------------------------------------------------------------------------------------------------------


async def test_a_puzzle_is_solved_over_http_and_explained(browser: Browser) -> None:
    puzzle = some(1)[0]
    url = f"/api/puzzles/{puzzle.id}"
    answer = (await browser.http.post(url, json={"moves": []})).json()
    assert (answer["state"], answer["undo"], answer["actions"]) == ("open", False, [])
    assert answer["start"]["legal"] == list(puzzle.view.legal)
    assert "way" not in answer
    answer = (await browser.http.post(url, json={"moves": list(puzzle.way[:1])})).json()
    assert (answer["state"], answer["undo"]) == ("open", True)
    early = await browser.http.post(f"{url}/result", json={"moves": list(puzzle.way[:1])})
    assert (early.status_code, early.json()["error"]["code"]) == (422, "not_over")
    answer = (await browser.http.post(f"{url}/result", json={"moves": list(puzzle.way)})).json()
    assert (answer["outcome"], answer["counted"], answer["tried"], answer["solved"]) == (SOLVED, True, 0, 0)
    assert answer["change"] > 0
    assert answer["rating"]["points"] == 1500 + answer["change"]
    assert [action["move"] for action in answer["way"]] == list(puzzle.way)
    assert answer["words"]
    again = (await browser.http.post(f"{url}/result", json={"moves": [], "gave_up": True})).json()
    assert (again["outcome"], again["counted"], again["change"]) == (MISSED, False, 0)


async def test_results_of_proven_people_move_the_grade_that_is_shown(server: RunningServer, browser: Browser) -> None:
    easy = next(each for each in collection.puzzles().entries if each.grade == 2 and each.preset == "standard")
    url = f"/api/puzzles/{easy.id}"

    async def shown() -> int:
        return int((await browser.http.post(url, json={"moves": []})).json()["grade"])

    assert await shown() == 2
    store = server.store
    people = [f"{number:064}" for number in range(12)]
    begins = Skill(easy.rating, 25 / 6)
    for person in people[:6]:
        await store.puzzles.add_result(person, PuzzleResult(easy.id, MISSED, 1000), begins)
    assert await shown() == 2, "nobody of them is proven"
    await prove(store, *people)
    grades = [2]
    for person in people[6:]:
        await store.puzzles.add_result(person, PuzzleResult(easy.id, MISSED, 1000), begins)
        grades.append(await shown())
    assert grades == sorted(grades)
    assert grades[-1] > 2


async def test_a_play_that_spoils_the_way_is_told_to_who_asks_for_it(browser: Browser) -> None:
    spoiled = 0
    for puzzle in some(30):
        for move in puzzle.view.legal:
            if attempt(puzzle, [move]).state != State.OPEN:
                continue
            answers = [
                (await browser.http.post(f"/api/puzzles/{puzzle.id}", json={"moves": [move], "spoils": spoils})).json()
                for spoils in (False, True)
            ]
            assert (answers[0]["state"], len(answers[0]["actions"])) == ("open", 1)
            lost = lost_at(puzzle, [move]) == 0
            spoiled += lost
            assert (answers[1]["state"], len(answers[1]["actions"])) == (("spoiled", 0) if lost else ("open", 1))
            assert answers[1]["text"] == ("That play spoils the way." if lost else "")
    assert spoiled > 5


@pytest.mark.parametrize(
    ("url", "body", "status", "code"),
    [
        ("/api/puzzles/nothing", {"moves": []}, 404, "not_found"),
        ("/api/puzzles/nothing/result", {"moves": []}, 404, "not_found"),
        ("/api/puzzles/discards/nothing", {"moves": []}, 404, "not_found"),
        ("/api/puzzles/runs/nothing", {"number": 0}, 404, "not_found"),
        ("/api/puzzles/runs", {"kind": "slow"}, 400, "malformed"),
        ("/api/puzzles/{id}", {"moves": ["what"]}, 422, "illegal_move"),
        ("/api/puzzles/{id}", {"moves": ["P-C1", "P-C1", "P-C1"]}, 422, "illegal_move"),
        ("/api/puzzles/{id}", {"moves": "pass"}, 400, "malformed"),
        ("/api/puzzles/{id}", {"moves": ["pass"] * 61}, 400, "malformed"),
        ("/api/puzzles/{id}/result", {"moves": [], "undone": True}, 400, "malformed"),
    ],
)
async def test_what_cannot_be_is_refused(
    browser: Browser, url: str, body: dict[str, object], status: int, code: str
) -> None:
    response = await browser.http.post(url.replace("{id}", some(1)[0].id), json=body)
    assert (response.status_code, response.json()["error"]["code"]) == (status, code), response.text


async def test_the_run_without_a_mistake_ends_with_the_first(browser: Browser) -> None:
    run = (await browser.http.post("/api/puzzles/runs", json={"kind": "five"})).json()
    url = f"/api/puzzles/runs/{run['id']}"
    assert (run["number"], run["solved"], run["left_ms"], run["best"]) == (0, 0, None, 0)
    step = {"number": 0, "moves": list(the(run["puzzle"]).way)}
    after = (await browser.http.post(url, json=step)).json()
    assert (after["was"], after["solved"], after["number"]) == (SOLVED, 1, 1)
    twice = await browser.http.post(url, json=step)
    assert (twice.status_code, twice.json()["error"]["code"]) == (409, "run_went_on")
    # A move taken back is a mistake here.
    step = {"number": 1, "moves": list(the(after["puzzle"]).way), "taken_back": True}
    over = (await browser.http.post(url, json=step)).json()
    assert (over["puzzle"], over["solved"], over["missed"], over["best"]) == (None, 1, 1, 1)
    assert (await browser.http.get(url)).json()["puzzle"] is None
    assert (await browser.http.get(f"/puzzles/run/{run['id']}")).status_code == 200


async def test_the_clock_ends_a_run(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    from spite_and_malice.server import clock
    from spite_and_malice.server.features.puzzles import runs as puzzle_runs

    before = clock.now_ms()
    run = (await browser.http.post("/api/puzzles/runs", json={"kind": "clock"})).json()
    url = f"/api/puzzles/runs/{run['id']}"
    assert 170_000 < run["left_ms"] <= 180_000
    step = {"number": 0, "moves": list(the(run["puzzle"]).way), "taken_back": True}
    after = (await browser.http.post(url, json=step)).json()
    assert (after["solved"], after["missed"]) == (1, 0)
    after = (await browser.http.post(url, json={"number": 1, "gave_up": True})).json()
    assert (after["solved"], after["missed"]) == (1, 1)
    # What was on its way when the time ended counts.
    step = {"number": 2, "moves": list(the(after["puzzle"]).way)}
    monkeypatch.setattr(puzzle_runs, "now_ms", lambda: before + 180_000 + 1_500)
    after = (await browser.http.post(url, json=step)).json()
    assert (after["solved"], after["missed"], after["puzzle"]) == (2, 1, None)
    late = clock.now_ms() + 184_000
    monkeypatch.setattr(puzzle_runs, "now_ms", lambda: late)
    over = (await browser.http.get(url)).json()
    assert (over["puzzle"], over["left_ms"], over["best"]) == (None, 0, 2)
    assert (over["place"], over["people"]) == (1, 1)
    refused = await browser.http.post(url, json={"number": 3, "gave_up": True})
    assert refused.status_code == 409


async def test_the_scores_of_friends_stand_beside_ones_own(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "CLOCK_SECONDS", 0)
    ada, ben, eve = (visit(server.address) for _ in range(3))
    url = (await ada.http.put("/api/people/me", json={"name": "Ada"})).json()["url"]
    await ben.http.post(f"/api/people/with-{url.removeprefix('/with/')}/friend", json={"name": "Ben"})
    (known,) = (await ada.http.get("/api/people")).json()
    for browser in (ben, eve, ada):
        if browser is ada:
            assert (await browser.http.post("/api/puzzles/runs", json={"kind": "clock"})).json()["friends"] == []
            await ada.http.post(f"/api/people/{known['who']}/friend", json={})
        over = (await browser.http.post("/api/puzzles/runs", json={"kind": "clock"})).json()
    assert over["friends"] == [{"name": "Ben", "solved": 0}]


async def test_a_run_has_its_place_among_the_best_of_its_day(address: str) -> None:
    store = Store(address)
    try:
        runs = [(ME, 3, 10), (ME, 7, 20), (OTHER, 5, 30), ("c" * 64, 9, -10), ("d" * 64, 9, None)]
        for number, (person, solved, at) in enumerate(runs):
            run = PuzzleRun(f"r{number}", person, "clock", 1, at or 0)
            await store.puzzles.begin_run(run)
            await store.puzzles.go_on(run, replace(run, solved=solved, ended_at=None if at is None else at + 1))
        ranks = [await store.puzzles.rank_run("clock", 0, solved) for solved in (7, 5, 3)]
        assert [(rank.place, rank.people) for rank in ranks] == [(1, 2), (2, 2), (3, 2)]
        assert (await store.puzzles.rank_run("five", 0, 5)).people == 0
        assert await store.puzzles.best_of("clock", 0, [ME, "c" * 64, "d" * 64]) == {ME: 7}
    finally:
        store.close()


async def test_several_processes_count_a_puzzle_once_each(address: str) -> None:
    stores = [Store(address), Store(address)]
    try:
        people = [f"{number:064}" for number in range(6)]
        await prove(stores[0], *people)
        results = [PuzzleResult("p1", number % 3, 1000 + number) for number in range(6)]
        pairs = zip(people, results, strict=True)
        await asyncio.gather(
            *(store.puzzles.add_result(who, result, BEGINS) for who, result in pairs for store in stores)
        )
        assert (await stores[0].puzzles.tried("p1")).tried == len(people)
        skills = [await stores[1].puzzles.skill(who) for who in people]
        assert all(skill is not None and skill.sigma < Skill().sigma for skill in skills)
    finally:
        for store in stores:
            store.close()


async def test_the_way_of_a_puzzle_is_not_shown_while_a_run_is_at_it(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    run = (await browser.http.post("/api/puzzles/runs", json={"kind": "five"})).json()
    url, way = f"/api/puzzles/{run['puzzle']}/result", list(the(run["puzzle"]).way)
    for asking in (browser, visit(server.address)):
        answer = (await asking.http.post(url, json={"moves": [], "gave_up": True})).json()
        assert (answer["outcome"], answer["way"], answer["reasons"]) == (MISSED, [], [])
        assert "in a run" in answer["words"]
    solver = visit(server.address)
    assert (await solver.http.post(url, json={"moves": way})).json()["way"]
    await browser.http.post(f"/api/puzzles/runs/{run['id']}", json={"number": 0, "moves": way})
    answer = (await browser.http.post(url, json={"moves": [], "gave_up": True})).json()
    assert [action["move"] for action in answer["way"]] == way


async def test_a_run_is_its_owners(server: RunningServer, browser: Browser, visit: Visit) -> None:
    run = (await browser.http.post("/api/puzzles/runs", json={"kind": "five"})).json()
    other = visit(server.address)
    assert (await other.http.get(f"/api/puzzles/runs/{run['id']}")).status_code == 404


def test_questions_about_discards_are_of_the_version_that_one_plays() -> None:
    entries = collection.discards().entries
    presets = {each.id: each.preset for each in entries}
    lot = Random(1)
    assert {presets[choosing.next_discard((), "boxed", lot)] for _ in range(9)} == {"boxed"}
    done = {each.id for each in entries if each.preset == "boxed"}
    assert {presets[choosing.next_discard(done, "boxed", lot)] for _ in range(9)} == {"standard"}
    done |= {each.id for each in entries if each.preset == "standard"}
    assert presets[choosing.next_discard(done, "boxed", lot)] not in ("boxed", "standard")
    assert choosing.next_discard(presets.keys(), "boxed", lot) in presets


async def test_the_first_question_about_a_discard_is_of_what_was_played_last(browser: Browser) -> None:
    async def preset() -> str:
        url = (await browser.http.get("/puzzles/discard")).headers["location"]
        answer = await browser.http.post(f"/api{url.replace('/discard/', '/discards/')}", json={"moves": []})
        return str(answer.json()["table"]["preset"])

    assert await preset() == "standard"
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "club"}]
    await browser.http.post("/api/tables", json={"preset": "flinch", "rules": {}, "target": 1, "seats": seats})
    assert await preset() == "flinch"


async def test_a_discard_is_chosen_and_explained(browser: Browser) -> None:
    asked = collection.discards().get(collection.discards().entries[0].id)
    assert asked is not None
    url = f"/api/puzzles/discards/{asked.id}"
    answer = (await browser.http.post(url, json={"moves": []})).json()
    assert {option["move"] for option in answer["options"]} == {asked.better, asked.worse}
    assert answer["verdict"] is None
    other = next(move for move in asked.view.legal if move not in (asked.better, asked.worse))
    assert (await browser.http.post(url, json={"moves": [other]})).status_code == 422
    answer = (await browser.http.post(url, json={"moves": [asked.worse]})).json()
    assert (answer["verdict"]["right"], answer["verdict"]["better"]) == (False, asked.better)
    assert answer["verdict"]["lead"] >= 30
    assert answer["verdict"]["reason"]
    assert [action["move"] for action in answer["actions"]] == [asked.worse]
    # The table is shown as it is after the discard.
    [action] = answer["actions"]
    before, after = (shown["players"][asked.view.turn] for shown in (answer["start"], action["view"]))
    assert after["side"] != before["side"]


async def test_a_turn_that_was_judged_missed_is_kept_for_the_operator_who_resolves_it(
    server: RunningServer, browser: Browser
) -> None:
    puzzle = next(each for each in some(20) if a_miss(each))
    url, missed = f"/api/puzzles/{puzzle.id}/objection", [a_miss(puzzle)]
    for moves in ([], list(puzzle.way)):
        refused = await browser.http.post(url, json={"moves": moves})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "not_missed")
    for _time in range(2):
        kept = await browser.http.post(url, json={"moves": missed})
        assert "kept for the operator" in kept.json()["words"]
    asked = collection.discards().get(collection.discards().entries[0].id)
    assert asked is not None
    url = f"/api/puzzles/discards/{asked.id}/objection"
    assert (await browser.http.post(url, json={"moves": [asked.better]})).status_code == 422
    assert (await browser.http.post(url, json={"moves": [asked.worse]})).status_code == 200

    address = f"sqlite:///{server.store.name}"
    theirs = [each for each in json.loads(command(address, ("puzzles", "list", "--json")).stdout) if of(each, browser)]
    assert [(each["puzzle"], each["moves"]) for each in theirs] == [(puzzle.id, missed), (asked.id, [asked.worse])]
    assert theirs[0]["position"] == puzzle.view.to_json()
    assert theirs[0]["task"] == puzzle.task
    assert "ends your turn" in theirs[0]["verdict"]
    assert theirs[1]["verdict"]
    number = str(theirs[0]["number"])
    assert puzzle.id in command(address, ("puzzles", "list")).stdout
    assert "Say so with --yes" in command(address, ("puzzles", "resolve", number)).stderr
    resolved = command(address, ("puzzles", "resolve", number, "--note", "It is not.", "--yes", "--json"))
    assert json.loads(resolved.stdout)["note"] == "It is not."
    assert "no open turn of this number" in command(address, ("puzzles", "resolve", number, "--yes")).stderr
    assert puzzle.id not in command(address, ("puzzles", "list")).stdout
    assert "It is not." in command(address, ("puzzles", "list", "--all")).stdout
    assert f"{number} It is not." in command(address, ("log",)).stdout

    # One that was only viewed is deleted with old games, the other stays.
    await server.store.operators.prune_reports(now_ms() + 1000)
    left = json.loads(command(address, ("puzzles", "list", "--all", "--json")).stdout)
    assert [each["puzzle"] for each in left if of(each, browser)] == [asked.id]


def a_miss(puzzle: Puzzle) -> str | None:
    """A discard that ends the turn before the task is done."""
    return next((text for text in puzzle.view.legal if text.startswith("H") and "-S" in text), None)


def of(objection: dict[str, Any], browser: Browser) -> bool:
    return bool(objection["person"] == person_of(browser))


async def test_so_many_turns_of_one_person_wait_for_the_operator(browser: Browser) -> None:
    puzzle = next(each for each in some(20) if a_miss(each))
    others = [each for each in some(60) if each.id != puzzle.id and a_miss(each)][:20]
    for each in others:
        kept = await browser.http.post(f"/api/puzzles/{each.id}/objection", json={"moves": [a_miss(each)]})
        assert kept.status_code == 200
    refused = await browser.http.post(f"/api/puzzles/{puzzle.id}/objection", json={"moves": [a_miss(puzzle)]})
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "slow_down")


async def test_what_was_met_in_a_run_does_not_come_again(server: RunningServer, browser: Browser) -> None:
    met = []
    for kind in ("five", "clock", "five"):
        run = (await browser.http.post("/api/puzzles/runs", json={"kind": kind})).json()
        met.append(run["puzzle"])
        step = {"number": 0, "moves": list(the(run["puzzle"]).way)}
        after = (await browser.http.post(f"/api/puzzles/runs/{run['id']}", json=step)).json()
        met.append(after["puzzle"])
    assert len(set(met)) == 6
    assert await server.store.puzzles.done(person_of(browser)) == set(met)


async def test_past_days_can_be_tried_and_days_in_a_row_are_counted(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    from spite_and_malice.server.features import daily

    async def solve(puzzle_id: str, **more: Any) -> None:
        body = {"moves": list(the(puzzle_id).way), **more}
        assert (await browser.http.post(f"/api/puzzles/{puzzle_id}/result", json=body)).status_code == 200

    start = date(2026, 11, 20)
    for back in (0, 1, 2):
        on = start + timedelta(days=back)
        monkeypatch.setattr(daily, "today", lambda on=on: on)
        # In the morning the row is that of the days before.
        morning = (await browser.http.get("/puzzles")).text
        assert (f"{back} day in a row" in morning or f"{back} days in a row" in morning) == (back > 0)
        await solve(choosing.of_day(on), taken_back=back == 1)
        assert re.search(rf"{back + 1} days? in a row", (await browser.http.get("/puzzles")).text)
    await solve(choosing.of_day(start - timedelta(days=2)))
    assert (await browser.http.get("/api/puzzles")).json()["streak"] == 3
    marks = {each["day"]: each["mark"] for each in (await browser.http.get("/api/puzzles/days")).json()}
    assert len(marks) == 30
    shown = [marks[f"2026-11-{day}"] for day in (22, 21, 20, 19, 18)]
    assert shown == ["solved", "later", "solved", None, "solved"]
    assert "3 days in a row" in (await browser.http.get("/puzzles")).text
    assert choosing.of_day(start) in (await browser.http.get("/puzzles/day/2026-11-20")).text
    for day in ("2026-11-23", "2026-13-01", "yesterday"):
        assert (await browser.http.get(f"/puzzles/day/{day}")).status_code == 404


async def test_every_page_answers(browser: Browser) -> None:
    for url in ("/puzzles", "/puzzles/day", f"/puzzles/{some(1)[0].id}", "/puzzles/discard", "/puzzles/next"):
        page = await browser.http.get(url, follow_redirects=True)
        assert page.status_code == 200, url
    following = await browser.http.get("/puzzles/next?preset=flinch")
    assert following.status_code == 303
    assert the(following.headers["location"].split("/")[-1].partition("?")[0]).preset == "flinch"
    assert (await browser.http.get("/puzzles/next?preset=nothing")).status_code == 404
    assert (await browser.http.get("/puzzles/next?theme=nothing")).status_code == 404
    assert (await browser.http.get("/puzzles/nothing")).status_code == 404
    own = (await browser.http.get("/api/puzzles")).json()
    assert own["day"] == choosing.of_day(date.fromisoformat(own_day(own)))


async def test_the_next_puzzle_is_of_the_version_just_played_unless_any_was_chosen(browser: Browser) -> None:
    day = choosing.of_day(today())
    played = some(1)[0]
    for url, version in (
        ("/puzzles/day", the(day).preset),
        (f"/puzzles/day/{today().isoformat()}", the(day).preset),
        (f"/puzzles/{played.id}", played.preset),
        (f"/puzzles/{played.id}?preset=flinch", "flinch"),
        (f"/puzzles/{played.id}?preset=any", "any"),
        (f"/puzzles/{played.id}?preset=nothing", played.preset),
    ):
        assert f'data-version="{version}"' in (await browser.http.get(url)).text, url
    assert '<option value="any">' in (await browser.http.get("/puzzles")).text
    for url in ("/puzzles/next?preset=any", "/puzzles/next"):
        following = await browser.http.get(url)
        assert following.headers["location"].endswith("?preset=any&theme=any")


async def test_the_next_puzzle_is_of_the_theme_that_was_chosen_and_so_are_those_after_it(browser: Browser) -> None:
    # The links to kinds keep to the version that the page suggests.
    overview = (await browser.http.get("/puzzles")).text
    for theme in THEMES:
        assert f'href="/puzzles/next?preset=standard&amp;theme={theme}"' in overview
        location = (await browser.http.get(f"/puzzles/next?theme={theme}")).headers["location"]
        puzzle = the(location.split("/")[-1].partition("?")[0])
        assert puzzle.theme.id == theme
        assert f'data-theme="{theme}"' in (await browser.http.get(location)).text
        answer = (await browser.http.post(f"/api/puzzles/{puzzle.id}", json={"moves": []})).json()
        assert "[" not in answer["task"] + answer["theme"]
        answer = (await browser.http.post(f"/api/puzzles/{puzzle.id}", json={"moves": list(puzzle.way)})).json()
        assert answer["state"] == "solved"


def test_days_before_there_were_themes_keep_their_puzzle_and_later_ones_have_any() -> None:
    assert choosing.of_day(date(2026, 11, 22)) == OF_22_NOVEMBER
    days = [date(2027, 1, 1) + timedelta(days=number) for number in range(90)]
    assert len({the(choosing.of_day(day)).theme.id for day in days}) > 3
    before = [date(2026, 11, 1) + timedelta(days=number) for number in range(30)]
    assert {the(choosing.of_day(day)).theme.id for day in before} == {"payoff"}


def test_what_somebody_misses_most_is_told_once_there_is_enough_of_it() -> None:
    results = [PuzzleResult(puzzle.id, MISSED, 1000) for puzzle in of_theme("finish", 4)]
    assert weakest(progress_of(results)) is None, "four are too few"
    plain = [puzzle for puzzle in of_theme("empty", 60) if not puzzle.wilds][:6]
    results += [PuzzleResult(puzzle.id, number % 2, 1000) for number, puzzle in enumerate(plain)]
    least = weakest(progress_of(results))
    assert least is not None
    assert (least.theme, least.tried, least.solved) == ("empty", 6, 3)
    assert progress_of([PuzzleResult("gone", SOLVED, 1000)])[0].tried == 0


async def test_progress_is_shown_theme_by_theme(browser: Browser) -> None:
    for puzzle in of_theme("block", 5):
        await browser.http.post(f"/api/puzzles/{puzzle.id}/result", json={"moves": [], "gave_up": True})
    page = (await browser.http.get("/puzzles")).text
    assert "You miss many here: Get away and block." in page
    assert "0 of 5" in page


def own_day(_own: object) -> str:
    return today().isoformat()
