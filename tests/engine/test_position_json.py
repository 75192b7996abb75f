"""Positions as JSON (RULES.md section 9): errors are refused, with a sentence that names the place."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given

from spite_and_malice.engine import UNSHUFFLED, InvalidNotation, Position
from spite_and_malice.rules import InvalidRules
from tests.engine.build import lay
from tests.engine.scramble import scrambled
from tests.examples import examples
from tests.strategies import house_rules, seeds

Data = dict[str, Any]


def standard() -> Data:
    return lay("2h Kh", side=["5h"], centre=["As 2d"], aside="3c").to_json()


def at(path: str, value: object) -> Callable[[Data], None]:
    """Return a function that sets the value at a path such as ``players/0/hand``."""

    def change(data: Data) -> None:
        *way, last = path.split("/")
        spot: Any = data
        for key in way:
            spot = spot[int(key)] if isinstance(spot, list) else spot[key]
        spot[int(last) if isinstance(spot, list) else last] = value

    return change


RESULT = {"reason": "stock", "winners": [], "scores": [0, 0]}

WRONG: dict[str, tuple[Callable[[Data], Any], str]] = {
    "a key too few": (lambda data: data.pop("aside"), r"^The position lacks aside\."),
    "a key too many": (at("extra", 1), r"^The position has no key 'extra'; its keys are rules, centre"),
    "a player's key too few": (lambda data: data["players"][1].pop("side"), r"^players\[1\] lacks side\."),
    "a player's key too many": (at("players/1/name", "Ada"), r"^players\[1\] has no key 'name'"),
    "a player who is none": (at("players/1", ["2h"]), r"^players\[1\] must be an object"),
    "too few players": (lambda data: data["players"].pop(), r"^players must have 2 entries, not 1\."),
    "players that are none": (at("players", {}), r"^players must be a list\."),
    "no card": (at("players/0/hand/1", "1h"), r"^players\[0\]\.hand\[1\]: '1h' is no card"),
    "a number for a card": (at("stock/2", 7), r"^stock\[2\]: 7 is no card"),
    "a list for a card": (at("aside/0", ["2h"]), r"^aside\[0\]: \['2h'\] is no card"),
    "no card on a pile": (at("players/1/payoff/0/0", "Zz"), r"^players\[1\]\.payoff\[0\]\[0\]: 'Zz' is no card"),
    "no card on a centre stack": (at("centre/0/1", None), r"^centre\[0\]\[1\]: None is no card"),
    "a joker that is not wild": (at("players/0/side/0/0", "*"), r"^players\[0\]\.side\[0\]\[0\]: '\*' is in no game"),
    "a rank above build_to": (at("players/0/hand/0", "13"), r"^players\[0\]\.hand\[0\]: '13' is in no game .* 1 to 12"),
    "a text for a list of cards": (at("stock", "2h"), r"^stock must be a list\."),
    "too many in a hand": (at("players/1/hand", ["2h"] * 6), r"^players\[1\]\.hand has 6 cards, but .* at most 5\."),
    "too many side stacks": (at("players/1/side", [[]] * 5), r"^players\[1\]\.side must have 4 entries, not 5\."),
    "too few pay-off piles": (at("players/1/payoff", []), r"^players\[1\]\.payoff must have 1 entries, not 0\."),
    "too few centre places": (at("centre", [[], []]), r"^centre must have a list for each of the 3 centre places\."),
    "a complete centre stack": (at("centre/1", ["As"] * 12), r"^centre\[1\] is complete"),
    "a seat that is none": (at("turn", 2), r"^turn must be a whole number from 0 to 1\."),
    "true for a number": (at("turn", True), r"^turn must be a whole number"),
    "2.0 for a number": (at("passes", 1.0), r"^passes must be a whole number from 0 to 1\."),
    "as many passes as players": (at("passes", 2), r"^passes must be a whole number from 0 to 1\."),
    "no stage": (at("stage", "draw"), r"^stage must be one of play, cover, fill, break, over\."),
    "a stage of other rules": (at("stage", "fill"), r"^stage cannot be fill: these rules do not have side_filled\."),
    "moved that is no truth": (at("moved", 1), r"^moved must be true or false\."),
    "cover in the play stage": (at("cover", 0), r"^cover must be the index of a centre place in stage cover"),
    "a result while the game goes on": (at("result", RESULT), r"^result must be an object in stage over"),
    "no result when it is over": (at("stage", "over"), r"^result must be an object in stage over"),
    "nobody out": (at("players/0/payoff/0", []), r"^players: a side has no pay-off cards left exactly if"),
}


@pytest.mark.parametrize("name", WRONG)
def test_9_a_wrong_position_is_refused_naming_the_place(name: str) -> None:
    change, sentence = WRONG[name]
    data = standard()
    Position.from_json(data)
    change(data)
    with pytest.raises(InvalidNotation, match=sentence):
        Position.from_json(data)


@pytest.mark.parametrize("data", [None, 7, "x", [], True])
def test_9_a_position_must_be_an_object(data: object) -> None:
    with pytest.raises(InvalidNotation, match=r"^The position must be an object with the keys rules"):
        Position.from_json(data)


def test_9_wrong_rules_in_a_position_are_refused_as_rules() -> None:
    data = standard()
    data["rules"]["hand"] = 11
    with pytest.raises(InvalidRules, match="hand must be a whole number from 1 to 10"):
        Position.from_json(data)


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        ({**RESULT, "winners": [0]}, r"^result\.winners must be \[\]"),
        ({**RESULT, "scores": [9, 0]}, r"^result\.scores must be \[0, 0\]"),
        (
            {**RESULT, "reason": "time"},
            r"^result\.reason must be one of payoff, stock, stalemate, resignation, forfeit\.",
        ),
        ({**RESULT, "reason": "payoff"}, r"^(result\.|players: a side has no)"),
        ({"reason": "stock"}, r"^result lacks winners, scores\."),
        ([], r"^result must be an object"),
    ],
)
def test_9_a_result_must_follow_from_the_cards(result: object, sentence: str) -> None:
    data = {**standard(), "stage": "over", "result": RESULT}
    assert Position.from_json(data).to_json() == data
    with pytest.raises(InvalidNotation, match=sentence):
        Position.from_json({**data, "result": result})


def test_9_cover_must_name_a_place_with_a_wild_on_top() -> None:
    data = lay("3h", rules={"wild_covered": True}, centre=["As Kh", "As"], stage="cover", cover=0).to_json()
    for cover in (None, 3, -1, "0"):
        with pytest.raises(InvalidNotation, match=r"^cover must be"):
            Position.from_json({**data, "cover": cover})
    with pytest.raises(InvalidNotation, match=r"^cover is 1, but no wild card is on top"):
        Position.from_json({**data, "cover": 1})


@given(seeds())
@examples(20)
def test_a_pickled_or_copied_position_is_the_same_and_one_of_its_own(seed: int) -> None:
    rng = Random(seed)
    position = Position.from_json(scrambled(rng, house_rules(rng)))
    data = position.to_json()
    for made in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert made.to_json() == data
        if made.legal_moves:
            made.play(rng.choice(made.legal_moves), UNSHUFFLED)
            assert position.to_json() == data


def test_9_a_position_keeps_everything() -> None:
    data = standard()
    data.update(turn=1, passes=1, moved=True)
    assert Position.from_json(copy.deepcopy(data)).to_json() == data


JUNK: list[Any] = [
    None, True, False, -1, 0, 1, 2, 99, 1e9, 2.0, float("nan"), 10**30, "", "x", "*", "Ks", "15", "play", "cover",
    "fill", "break", "over", [], [[]], {}, RESULT, ["Ah"], [["Ah"]], {"hand": [], "payoff": [], "side": []},
]  # fmt: skip


def spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container of a JSON value with each of its keys or indices."""
    keys: Any = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in list(keys):
        yield value, key
        yield from spots(value[key])


@given(seeds())
@examples(80)
def test_9_a_mutated_position_is_refused_or_can_be_played(seed: int) -> None:
    rng = Random(seed)
    original = scrambled(rng, house_rules(rng))
    refusals: list[str] = []
    for _ in range(15):
        data = copy.deepcopy(original)
        top = [(data, key) for key in data]
        container, key = rng.choice(rng.choice([top, list(spots(data))]))
        if rng.random() < 0.15:
            del container[key]
        else:
            container[key] = copy.deepcopy(rng.choice(JUNK))
        try:
            position = Position.from_json(data)
        except (InvalidNotation, InvalidRules) as refusal:
            refusals.append(str(refusal))
            continue
        for _ in range(5):
            position.view(position.turn).to_json()
            if not position.is_over:
                position.play(rng.choice(position.legal_moves), UNSHUFFLED)
        position.to_json()
    assert all(refusal.endswith(".") and len(refusal) < 500 for refusal in refusals)
