"""Puzzle turns wrongly judged as missed: the rating is restored, and the puzzle is no longer offered."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from spite_and_malice.analysis.puzzles import collection
from spite_and_malice.server.features.notices.kinds import NEWS
from spite_and_malice.server.features.puzzles import api, choosing
from spite_and_malice.server.rating import Skill
from spite_and_malice.server.store import NoticeDevice, Objection, PuzzleResult, Store
from spite_and_malice.server.store.games import puzzles as stored
from spite_and_malice.server.store.games.puzzles import MISSED, SOLVED
from tests.server.conftest import Browser, RunningServer
from tests.server.test_admin import command
from tests.server.test_admin import person as person_of
from tests.server.test_puzzles import a_miss, some

ME, OTHER, THIRD = "a" * 64, "b" * 64, "c" * 64
BEGINS = Skill(25.0, 4.0)


async def skill_of(store: Store, person: str) -> Skill:
    found = await store.puzzles.skill(person)
    assert found is not None
    return found


async def test_what_a_wrong_verdict_cost_comes_back_once_to_everybody_who_missed_it(address: str) -> None:
    store = Store(address)
    try:
        for person in (ME, OTHER):
            await store.puzzles.add_result(person, PuzzleResult("p1", SOLVED, 1000), BEGINS)
            before = await skill_of(store, person)
            await store.puzzles.add_result(person, PuzzleResult("p2", MISSED, 2000), BEGINS)
        lost = before.mu - (await skill_of(store, ME)).mu
        assert lost > 0.5
        await store.puzzles.add_result(ME, PuzzleResult("p3", SOLVED, 3000), BEGINS)
        later = await skill_of(store, ME)
        numbers = [
            await store.puzzles.add_objection(Objection(ME, "p2", {}, ["HAh-S1"], "Do it.", "It was not done.")),
            await store.puzzles.add_objection(Objection(ME, "p2", {}, ["H2h-S1"], "Do it.", "It was not done.")),
        ]
        for number in (*numbers, *numbers):
            await store.withdrawals.uphold(number, "It was right.")
        assert (await skill_of(store, ME)).mu == pytest.approx(later.mu + lost)
        assert (await skill_of(store, OTHER)).mu == pytest.approx(before.mu)
        results = await store.puzzles.results(ME)
        assert [each.outcome for each in results] == [SOLVED, SOLVED, SOLVED]
        assert [each.skill.mu for each in results if each.skill] == pytest.approx(
            [later.mu + lost, before.mu, before.mu]
        )
        assert (await store.puzzles.results(OTHER))[0].outcome == MISSED
        told = {each.number: each for each in await store.withdrawals.lately_upheld(ME)}
        assert [told[number].points for number in numbers] == [round(40 * lost), 0]
        assert await store.withdrawals.lately_upheld(OTHER) == []
        assert await store.puzzles.done(THIRD) == {"p2"}
    finally:
        store.close()


async def test_a_loss_is_not_read_from_the_ratings_of_two_people_who_became_one(address: str) -> None:
    store = Store(address)
    try:
        for at in range(6):
            await store.puzzles.add_result(OTHER, PuzzleResult(f"o{at}", SOLVED, at), BEGINS)
        await store.puzzles.add_result(ME, PuzzleResult("p2", MISSED, 2000), BEGINS)
        await store._write(lambda connection: stored.join(connection, ME, OTHER))
        before = await skill_of(store, OTHER)
        number = await store.puzzles.add_objection(Objection(OTHER, "p2", {}, ["HAh-S1"], "Do it.", "No."))
        await store.withdrawals.uphold(number)
        assert await skill_of(store, OTHER) == before
    finally:
        store.close()


async def test_those_who_were_right_get_one_notice(address: str) -> None:
    store = Store(address)
    try:
        for person in (ME, OTHER):
            device = NoticeDevice(person, person[:8], f"https://push.example/{person[:8]}", "key", "secret", "en")
            await store.notices.put_device(device)
            await store.puzzles.add_result(person, PuzzleResult("p2", MISSED, 2000), BEGINS)
        number = await store.puzzles.add_objection(Objection(ME, "p2", {}, ["HAh-S1"], "Do it.", "No."))
        assert await store.notices.due_news() == []
        await store.withdrawals.uphold(number)
        (news,) = await store.notices.due_news()
        assert (news.person, news.path) == (ME, "/puzzles")
        title, text = NEWS[news.kind].words(news.about)
        assert title == "Your turn at a puzzle was right"
        assert re.fullmatch(r"\d+ points of your rating are given back\.", text)
        assert NEWS[news.kind].words({"points": 0})[1] == ""
    finally:
        store.close()


async def test_an_operator_upholds_a_turn_and_admits_the_puzzle_again(server: RunningServer, browser: Browser) -> None:
    puzzle = next(each for each in some(20) if a_miss(each))
    url, missed = f"/api/puzzles/{puzzle.id}", {"moves": [a_miss(puzzle)]}
    cost = (await browser.http.post(f"{url}/result", json=missed)).json()["change"]
    assert cost < 0
    await browser.http.post(f"{url}/objection", json=missed)
    address = f"sqlite:///{server.store.name}"
    found = json.loads(command(address, ("puzzles", "list", "--json")).stdout)
    number = next(str(each["number"]) for each in found if each["person"] == person_of(browser))
    assert "Say so with --yes" in command(address, ("puzzles", "uphold", number)).stderr
    said = command(address, ("puzzles", "uphold", number, "--note", "Wrong.", "--yes")).stdout
    assert f"puzzle {puzzle.id} is withdrawn, and {-cost} points" in said
    assert f"{number} Wrong." in command(address, ("log",)).stdout
    assert "upheld Wrong." in command(address, ("puzzles", "list", "--all")).stdout
    assert puzzle.id in command(address, ("puzzles", "withdrawn")).stdout

    page = (await browser.http.get("/puzzles")).text
    assert "You were right" in page
    assert f"{-cost} points of your rating are given back." in page
    refused = await browser.http.post(f"{url}/objection", json=missed)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "withdrawn")
    exported = (await server.store.people.export(person_of(browser)))["puzzles"]
    assert [(each["upheld"], each["points"]) for each in exported["objections"]] == [(True, -cost)]
    await server.store.people.erase(person_of(browser))
    again = (await browser.http.post(f"{url}/result", json=missed)).json()
    assert (again["counted"], again["change"]) == (False, 0)

    assert "is offered again" in command(address, ("puzzles", "readmit", puzzle.id, "--yes")).stdout
    assert "not withdrawn" in command(address, ("puzzles", "readmit", puzzle.id, "--yes")).stderr
    assert not await server.store.withdrawals.is_withdrawn(puzzle.id)


async def test_a_turn_with_which_the_second_judge_agrees_needs_no_operator(
    server: RunningServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = next(each for each in some(40)[20:] if a_miss(each))
    judged = []

    def does(one: object, moves: list[str]) -> bool:
        judged.append((one, moves))
        return True

    monkeypatch.setattr(api, "does", does)
    missed = {"moves": [a_miss(puzzle)]}
    kept = await browser.http.post(f"/api/puzzles/{puzzle.id}/objection", json=missed)
    assert "You are right" in kept.json()["words"]
    assert judged == [(puzzle, missed["moves"])]
    (told,) = await server.store.withdrawals.lately_upheld(person_of(browser))
    assert (told.puzzle, told.note, told.points) == (puzzle.id, "second judge", 0)
    entry = next(each for each in collection.puzzles().entries if each.id == puzzle.id)
    done = await server.store.puzzles.done("d" * 64)
    lots = map(Random, range(200))
    chosen = {choosing.next_id(entry.rating + 1, done, {}, entry.preset, lot, puzzle.theme) for lot in lots}
    assert puzzle.id not in chosen
