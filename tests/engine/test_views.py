"""The contents of a view, and that it never holds more."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from spite_and_malice.engine import UNSHUFFLED, Move, Position, View, deal
from spite_and_malice.play import SeededChance, new_game
from spite_and_malice.rules import PRESETS, preset_rules
from tests.engine.build import lay
from tests.engine.scramble import any_position
from tests.examples import examples, some
from tests.strategies import seeds


def with_hidden_cards_permuted(position: Position, seat: int | None, rng: Random) -> Position:
    """Redeal the cards that `seat` cannot see: the stock, other hands, pay-off cards under the top."""
    data = position.to_json()
    hidden = [*data["stock"]]
    for other, player in enumerate(data["players"]):
        hidden += player["hand"] if other != seat else []
        hidden += [card for pile in player["payoff"] for card in pile[:-1]]
    rng.shuffle(hidden)
    deck = iter(hidden)
    data["stock"] = [next(deck) for _ in data["stock"]]
    for other, player in enumerate(data["players"]):
        if other != seat:
            player["hand"] = [next(deck) for _ in player["hand"]]
        player["payoff"] = [[*(next(deck) for _ in pile[:-1]), *pile[-1:]] for pile in player["payoff"]]
    return Position.from_json(data)


def seats(position: Position) -> list[int | None]:
    return [None, *range(position.rules.players)]


@given(seeds())
@examples(40)
def test_a_view_never_changes_when_hidden_cards_are_permuted(seed: int) -> None:
    position, rng = any_position(seed)
    for seat in seats(position):
        other = with_hidden_cards_permuted(position, seat, rng)
        assert other.view(seat).to_json() == position.view(seat).to_json()


@given(seeds())
@examples(40)
def test_a_view_survives_json_and_holds_the_viewers_moves_only(seed: int) -> None:
    position, _ = any_position(seed)
    for seat in seats(position):
        view = position.view(seat)
        assert View.from_json(json.loads(json.dumps(view.to_json()))) == view
        assert list(view.legal) == (sorted(map(str, position.legal_moves)) if seat == position.turn else [])


@given(seeds())
@examples(40)
def test_a_position_read_from_a_view_has_the_same_moves_and_view(seed: int) -> None:
    position, _ = any_position(seed)
    view = position.view(position.turn)
    known = Position.from_view(view)
    assert sorted(map(str, known.legal_moves)) == list(view.legal)
    assert known.view(position.turn) == view


@given(seeds())
@examples(40)
def test_views_written_as_json_are_the_same_views(seed: int) -> None:
    position, rng = any_position(seed)
    for _ in range(20):
        texts = position.views_json(seats(position))
        assert texts == {seat: json.dumps(position.view(seat).table_json(), separators=(",", ":")) for seat in texts}
        if position.is_over:
            break
        position.play(rng.choice(position.legal_moves), SeededChance(seed))


@given(seeds())
@examples(24)
def test_5_a_view_tells_which_moves_do_not_end_the_turn(seed: int) -> None:
    position, rng = any_position(seed)
    for _ in range(12):
        if position.is_over:
            break
        view = position.view(position.turn)
        tried = {text: Position.from_json(position.to_json()) for text in view.legal}
        stays = [text for text, each in tried.items() if not each.play(text, SeededChance(seed)).ended_turn]
        assert list(view.goes_on) == stays
        position.play(rng.choice(position.legal_moves), SeededChance(seed))


def test_a_view_is_read_that_says_of_no_move_whether_it_ends_the_turn() -> None:
    view = deal(preset_rules("standard"), 0, SeededChance(3)).view(1)
    old = {name: value for name, value in view.to_json().items() if name != "goes_on"}
    assert View.from_json(old) == replace(view, goes_on=())


def cards_in(value: object) -> list[str]:
    """List every text of a JSON value in a place where a card may be."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [card for part in value.values() for card in cards_in(part)]
    return [card for part in value for card in cards_in(part)] if isinstance(value, list) else []


def test_a_view_holds_no_hidden_card() -> None:
    # In this position the suit of every card shows where it lies.
    position = lay(
        "2h 3h",
        payoff=["9s 8s 7d"],
        side=["5h"],
        centre=["Ah"],
        stock="2s 3s 4s",
        others={1: {"hand": "5s 6s", "payoff": ["Ts Js 7d"], "side": ["4h"]}},
    )
    for seat, hand in ((0, {"2h", "3h"}), (1, set()), (None, set())):
        view = position.view(seat).to_json()
        seen = {card for key in ("centre", "stock", "aside", "players") for card in cards_in(view[key])}
        assert seen - {"5s", "6s"} == {"Ah", "5h", "4h", "7d"} | hand
        assert ({"5s", "6s"} <= seen) == (seat == 1)


def test_a_view_is_written_as_the_design_has_it() -> None:
    view = deal(preset_rules("standard"), 0, SeededChance(3)).view(1).to_json()
    assert list(view) == [
        "rules", "seat", "centre", "stock", "aside", "players",
        "turn", "stage", "cover", "passes", "moved", "result", "legal", "goes_on",
    ]  # fmt: skip
    assert view["stock"] == 54
    assert view["players"][0]["hand"] == 5
    assert len(view["players"][1]["hand"]) == 5
    (pile,) = view["players"][0]["payoff"]
    assert (set(pile), pile["count"]) == ({"count", "top"}, 20)


@pytest.mark.parametrize("preset", some(PRESETS, "src/spite_and_malice/engine/", of=8))
def test_every_move_to_the_centre_goes_to_a_place_of_the_view(preset: str) -> None:
    game = new_game(preset, seed=7)
    rng = Random(7)
    reached = set()
    for _turn in range(120):
        if game.is_over:
            break
        view = game.view(game.turn)
        targets = {int(move.target[1:]) for move in view.legal_moves if move.plays_to_centre}
        assert targets <= set(range(1, len(view.centre_places) + 1))
        # Exactly one more, and only where none of the others is empty.
        assert view.centre_places[: len(view.centre)] == view.centre
        assert len(view.centre_places) - len(view.centre) == (view.rules.centre is None and all(view.centre))
        assert all(f"C{number}" in str(view) and f">C{number}<" in view.svg() for number in targets)
        reached |= targets
        centre = [move for move in game.legal_moves if move.plays_to_centre]
        game.play(rng.choice(centre or game.legal_moves))
    assert max(reached) > 1


def test_an_empty_payoff_pile_has_no_top() -> None:
    position = lay("2h", rules={"payoff_piles": 2}, payoff=["7d"])
    assert position.view(1).to_json()["players"][0]["payoff"] == [{"count": 1, "top": "7d"}, {"count": 0, "top": None}]


@pytest.mark.parametrize("seat", [-1, 2, 100])
def test_there_is_no_view_of_a_seat_that_is_none(seat: int) -> None:
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        lay("2h").view(seat)


def test_a_finished_game_shows_its_result_to_all() -> None:
    position = lay("9h", payoff=["As"])
    position.play("P-C1", UNSHUFFLED)
    expected: dict[str, Any] = {"reason": "payoff", "winners": [0], "scores": [7, 0]}
    assert position.view(None).to_json()["result"] == expected
    assert position.view(0).legal == ()


@pytest.mark.parametrize(
    ("move", "taken", "card"),
    [
        ("H9h-C1", 0, "9h"), ("H9s+9h-S1", 0, "9s"), ("P1-C1", 0, "5d"), ("P2-C1", 0, ""), ("P1-C1", 1, ""),
        ("S1-C1", 0, "3s"), ("S1-C1", 1, "4s"), ("S1-C1", 2, ""), ("S2-C1", 0, ""), ("S8-C1", 0, ""),
        ("+S1-C1", 0, "7c"), ("pass", 0, ""),
    ],
)  # fmt: skip
def test_a_view_tells_the_card_that_a_move_plays(move: str, taken: int, card: str) -> None:
    position = lay(
        "9h 9s", preset="partners", rules={"payoff_piles": 2}, payoff=["6d 5d", ""], side=["4s 3s"],
        others={2: {"side": ["7c"]}},
    )  # fmt: skip
    assert position.view(0).card_of(Move.parse(move), taken) == card
