"""The lessons: every step can be solved, a wrong move is explained, and nothing is stored."""

from __future__ import annotations

import json
import re

import pytest

from spite_and_malice.engine import IllegalMove, Position
from spite_and_malice.server.features.learn.steps import FOLDER, Astray, replay, rules, steps
from spite_and_malice.server.features.learn.texts import TEXTS
from tests.server.conftest import Browser

NUMBERS = range(1, len(steps()) + 1)


def test_there_are_ten_steps_with_texts_for_each() -> None:
    assert [step.id for step in steps()] == list(TEXTS)
    assert len(steps()) == 10
    for texts in TEXTS.values():
        for text in (texts.task, texts.done, texts.astray):
            assert text.endswith((".", "?"))
            assert len(text) < 240


@pytest.mark.parametrize("number", NUMBERS)
def test_the_position_of_a_step_is_written_in_full_and_its_cards_exist(number: int) -> None:
    step = steps()[number - 1]
    position = step.start()
    assert json.loads((FOLDER / f"{number:02}-{step.id}.json").read_text())["position"] == {
        name: value for name, value in position.to_json().items() if name != "rules"
    }
    cards = [card for place in (position.to_json()["centre"]) for card in place] + position.to_json()["stock"]
    for player in position.to_json()["players"]:
        cards += [*player["hand"], *player["payoff"][0], *(card for stack in player["side"] for card in stack)]
    deck = list(rules().deck.cards())
    assert all(cards.count(card) <= deck.count(card) for card in cards)
    assert position.turn == 0
    assert not position.is_over


@pytest.mark.parametrize("number", NUMBERS)
def test_the_solution_reaches_the_goal_and_no_part_of_it_does(number: int) -> None:
    step = steps()[number - 1]
    for played in range(len(step.solution)):
        lesson = replay(number, step.solution[:played])
        assert not lesson.is_done
        assert lesson.next_move() in lesson.view()["legal"]
    lesson = replay(number, step.solution)
    assert lesson.is_done
    assert lesson.next_move() is None
    assert lesson.position.is_over or lesson.position.turn == 0


@pytest.mark.parametrize("number", NUMBERS)
def test_following_the_next_move_solves_a_step(number: int) -> None:
    lesson = replay(number, [])
    for _ in range(12):
        move = lesson.next_move()
        if move is None:
            break
        lesson.play(move)
    assert lesson.is_done


@pytest.mark.parametrize("number", NUMBERS)
def test_every_first_move_leads_on_or_is_explained(number: int) -> None:
    explained = 0
    for move in replay(number, []).view()["legal"]:
        lesson = replay(number, [])
        try:
            lesson.play(move)
        except Astray:
            explained += 1
            with pytest.raises(Astray, match=re.escape(steps()[number - 1].texts.astray)):
                lesson.play(move)
        else:
            assert lesson.next_move() is not None or lesson.is_done
    assert (explained > 0) == (steps()[number - 1].id != "discard")


@pytest.mark.parametrize("number", NUMBERS)
def test_the_places_that_are_lit_are_there(number: int) -> None:
    position = steps()[number - 1].start()
    view = position.view(0)
    for key in steps()[number - 1].light:
        place, _hash, index = key.partition("#")
        kind, *numbers = place.split(":")
        if kind == "hand":
            assert isinstance(view.players[0].hand, tuple)
            assert int(index) < len(view.players[0].hand)
        else:
            assert kind in ("payoff", "side", "centre", "stock")
            assert all(int(number) < 4 for number in numbers)


def test_the_opponent_answers_when_the_turn_is_over() -> None:
    lesson = replay(4, ["H9s-S1"])
    assert [(action.seat, action.move) for action in lesson.actions] == [(0, "H9s-S1"), (1, "H3h-C1"), (1, "HQs-S1")]
    assert lesson.position.turn == 0
    assert len(lesson.view()["players"][0]["hand"]) == 5


def test_play_goes_on_freely_when_the_goal_is_reached() -> None:
    lesson = replay(1, ["P-C1"])
    before = Position(lesson.position.rules, lesson.position.core.clone()).to_json()
    with pytest.raises(IllegalMove):
        lesson.play("P-C3")
    assert lesson.position.to_json() == before
    lesson.play("H9s-S1")
    assert lesson.is_done
    assert lesson.position.turn == 0


def test_a_refused_move_changes_nothing() -> None:
    lesson = replay(2, [])
    with pytest.raises(Astray):
        lesson.play("H9s-S1")
    assert lesson.actions == []
    assert lesson.position.to_json() == steps()[1].start().to_json()


async def test_a_step_is_played_over_http(browser: Browser) -> None:
    answer = (await browser.http.post("/api/lessons/2", json={"moves": []})).json()
    assert (answer["number"], answer["count"], answer["done"], answer["next"]) == (2, 10, False, "HAh-C1")
    assert answer["way"] == ["HAh-C1", "H2c-C1"]
    assert answer["hint"] == "Now play A♥ and 2♣ on an empty stack."
    assert answer["start"]["seat"] == 0
    assert answer["start"]["players"][1]["hand"] == 5
    assert "H2c-C1" not in answer["start"]["legal"]
    answer = (await browser.http.post("/api/lessons/2", json={"moves": ["HAh-C1"]})).json()
    assert (answer["undo"], [action["move"] for action in answer["actions"]]) == (True, ["HAh-C1"])
    assert (answer["way"], answer["hint"]) == (["H2c-C1"], "")
    assert "H2c-C1" in answer["actions"][0]["view"]["legal"]
    answer = (await browser.http.post("/api/lessons/2", json={"moves": ["HAh-C1", "H2c-C1"]})).json()
    assert (answer["done"], answer["next"], answer["undo"]) == (True, None, False)
    assert answer["text"] == TEXTS["centre"].done


@pytest.mark.parametrize(
    ("number", "body", "status", "code"),
    [
        (2, {"moves": ["H9s-S1", "HAh-C1"]}, 422, "illegal_move"),
        (2, {"moves": ["H2c-C1"]}, 422, "illegal_move"),
        (2, {"moves": ["what"]}, 422, "illegal_move"),
        (2, {"moves": ["pass"] * 61}, 400, "malformed"),
        (2, {"moves": "pass"}, 400, "malformed"),
        (0, {"moves": []}, 404, "not_found"),
        (11, {"moves": []}, 404, "not_found"),
    ],
)
async def test_what_cannot_be_is_refused(
    browser: Browser, number: int, body: dict[str, object], status: int, code: str
) -> None:
    response = await browser.http.post(f"/api/lessons/{number}", json=body)
    assert (response.status_code, response.json()["error"]["code"]) == (status, code), response.text


async def test_a_move_that_leads_astray_is_left_out_and_explained(browser: Browser) -> None:
    answer = (await browser.http.post("/api/lessons/2", json={"moves": ["HAh-C1", "H9s-S1"]})).json()
    assert answer["astray"] == TEXTS["centre"].astray
    assert [action["move"] for action in answer["actions"]] == ["HAh-C1"]
    assert (answer["done"], answer["next"], answer["undo"]) == (False, "H2c-C1", True)


async def test_nothing_hidden_is_told(browser: Browser) -> None:
    for number, step in enumerate(steps(), start=1):
        text = (await browser.http.post(f"/api/lessons/{number}", json={"moves": list(step.solution)})).text
        for view in (json.loads(text)["start"], *(action["view"] for action in json.loads(text)["actions"])):
            assert isinstance(view["stock"], int)
            assert isinstance(view["players"][1]["hand"], int)


def test_the_way_names_no_card_that_is_yet_to_be_drawn() -> None:
    assert replay(10, []).way() == ["H9d-C1", "HTc-C1"]
    assert replay(10, ["H9d-C1", "HTc-C1"]).way()[-1] == "P-C2"


async def test_the_page_is_a_table_for_lessons(browser: Browser) -> None:
    page = await browser.http.get("/learn")
    assert page.status_code == 200
    assert 'data-lesson="first"' in page.text
    assert "data-table" not in page.text
