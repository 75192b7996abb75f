"""Positions, packs and moves that make no sense are refused with a sentence that names the place (PATIENCE.md 6)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from spite_and_malice.patience import (
    InvalidNotation,
    InvalidRules,
    Move,
    Position,
    Rules,
    deal_number,
    deal_pack,
    pack_of,
    preset_rules,
)

DEALT = deal_number(Rules(), 1).to_json()
FREECELL, SPIDER, CANFIELD, PYRAMID, GOLF = (
    deal_number(preset_rules(name), 1).to_json() for name in ("freecell", "spider-2", "canfield", "pyramid", "golf")
)
Change = Callable[[dict[str, Any]], object]


def swap(place: list[str], i: int, other: list[str], j: int) -> None:
    place[i], other[j] = other[j], place[i]


CASES: list[tuple[str, Change, str]] = [
    ("key missing", lambda data: data.pop("waste"), "The position lacks waste."),
    ("key unknown", lambda data: data.update(turn=1), "The position has no key 'turn'; its keys are rules, stock"),
    ("stock no list", lambda data: data.update(stock=24), "stock must be a list."),
    ("no card", lambda data: data["stock"].__setitem__(3, "1h"), r"stock\[3\]: '1h' is no card: write a rank"),
    ("joker", lambda data: data["stock"].__setitem__(0, "*"), r"stock\[0\]: '\*' is no card"),
    ("number card", lambda data: data["stock"].__setitem__(0, "7"), r"stock\[0\]: '7' is no card"),
    ("card no text", lambda data: data["stock"].__setitem__(0, 8), r"stock\[0\]: 8 is no card"),
    ("twice", lambda data: data["stock"].__setitem__(0, data["stock"][1]), "is there twice"),
    ("missing", lambda data: data["stock"].pop(), "is missing"),
    ("two missing", lambda data: [data["stock"].remove(card) for card in ("4h", "9d", "2h")], "2h, 4h, 9d are missing"),
    ("on a foundation too", lambda data: data["foundations"].update(s=1), "As is there twice"),
    ("foundation too high", lambda data: data["foundations"].update(s=14), "foundations.s must be a whole number"),
    ("foundation true", lambda data: data["foundations"].update(s=True), "foundations.s must be a whole number"),
    ("foundation missing", lambda data: data["foundations"].pop("d"), "foundations lacks d"),
    ("six piles", lambda data: data["tableau"].pop(), "tableau must have 7 entries, not 6"),
    ("pile no object", lambda data: data["tableau"].__setitem__(2, []), r"tableau\[2\] must be an object"),
    (
        "nothing face up",
        lambda data: data["stock"].extend(data["tableau"][3].update(up=[]) or [DEALT["tableau"][3]["up"][0]]),
        r"tableau\[3\].up is empty",
    ),
    ("no run", lambda data: swap(data["tableau"][6]["down"], 5, data["tableau"][6]["up"], 0), ""),
    ("pass 0", lambda data: data.update({"pass": 0}), "pass must be a whole number from 1"),
    ("pass 1.0", lambda data: data.update({"pass": 1.0}), "pass must be a whole number from 1"),
    ("pass true", lambda data: data.update({"pass": True}), "pass must be a whole number from 1"),
    (
        "beyond the last pass",
        lambda data: data["rules"].update(passes=2) or data.update({"pass": 3}),
        "pass must be a whole number from 1 to 2",
    ),
    ("won too early", lambda data: data.update(result="won"), "result must be null, as the cards lie"),
    ("stuck while it goes on", lambda data: data.update(result="stuck"), "result must be null"),
    ("result false", lambda data: data.update(result=False), "result must be null"),
]


@pytest.mark.parametrize(("change", "sentence"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_6_what_is_no_position_is_refused(change: Change, sentence: str) -> None:
    data = copy.deepcopy(DEALT)
    change(data)
    if sentence:
        with pytest.raises(InvalidNotation, match=sentence):
            Position.from_json(data)
    else:
        assert Position.from_json(data).to_json() == data


def test_6_face_up_cards_are_a_run() -> None:
    data = copy.deepcopy(DEALT)
    data["tableau"][6]["up"].append(data["tableau"][5]["up"].pop())
    data["tableau"][5]["up"].append(data["tableau"][5]["down"].pop())
    with pytest.raises(InvalidNotation, match=r"tableau\[6\].up\[1\]: .. cannot lie on ..; face-up cards go down"):
        Position.from_json(data)


def test_6_a_pile_with_cards_has_one_face_up() -> None:
    data = copy.deepcopy(DEALT)
    data["tableau"][3]["down"].append(data["tableau"][3]["up"].pop())
    data["tableau"][3]["down"].pop(0)
    with pytest.raises(InvalidNotation, match=r"tableau\[3\].up is empty"):
        Position.from_json(data)


@pytest.mark.parametrize(
    ("data", "change", "sentence"),
    [
        (FREECELL, lambda data: data.pop("cells"), "The position lacks cells"),
        (FREECELL, lambda data: data["cells"].pop(), "cells must have 4 entries, not 3"),
        (FREECELL, lambda data: data["cells"].__setitem__(0, "Ah"), "Ah is there twice"),
        (FREECELL, lambda data: data.update(reserve=[]), "no key 'reserve'"),
        (SPIDER, lambda data: data["stock"].__setitem__(0, "Ad"), "Ad is not in the pack of these rules"),
        (SPIDER, lambda data: data["stock"].extend(["Ah"] * 5), r"Ah is there . times, but the pack has it 4 times"),
        (SPIDER, lambda data: data["waste"].append(data["stock"].pop()), "waste must be empty"),
        (SPIDER, lambda data: data["foundations"].update(s=5), "foundations.s must be a whole number from 0 to 4"),
        (CANFIELD, lambda data: data.update(base=0), "base must be a whole number from 1 to 13"),
        (CANFIELD, lambda data: data["stock"].extend(data["tableau"][2].update(up=[]) or CANFIELD["tableau"][2]["up"]),
         "when everything automatic is done"),
        (PYRAMID, lambda data: data["stock"].extend(data["tableau"][2].update(up=[]) or PYRAMID["tableau"][2]["up"]),
         r"tableau\[2\] is empty, but a card lies on it"),
        (GOLF, lambda data: data["stock"].append(data["waste"].pop()), "waste must have a card"),
        (GOLF, lambda data: data.update({"pass": 2}), "pass must be a whole number from 1 to 1"),
    ],
)  # fmt: skip
def test_6_what_no_game_of_the_family_comes_to_is_refused(data: dict[str, Any], change: Change, sentence: str) -> None:
    data = copy.deepcopy(data)
    change(data)
    with pytest.raises(InvalidNotation, match=sentence):
        Position.from_json(data)


@pytest.mark.parametrize("rules", [None, 7, {"draw": 2}, {"draw": True}, {"colour": "red"}])
def test_6_rules_that_make_no_sense_are_refused(rules: object) -> None:
    with pytest.raises(InvalidRules, match=r"\.$"):
        Position.from_json({**DEALT, "rules": rules})


@pytest.mark.parametrize("obj", [None, [], "position", 7, {}])
def test_6_what_is_no_object_of_this_form_is_no_position(obj: object) -> None:
    with pytest.raises(InvalidNotation, match="The position"):
        Position.from_json(obj)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Draw",
        "T1",
        "T1-T1",
        "T2:1-T3",
        "T2:03-T3",
        "T2:105-T3",
        "T105-F",
        "C9-T1",
        "R17-F",
        "W-W",
        "T1:2-F",
        "T1+C9-X",
        "T1+T2-F",
        "T1+T2",
        "W-Fs",
        "F-T1",
        "Fx-T1",
        "T1-T0",
        "W:2-T1",
    ],
)
def test_6_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation, match="is no move: write 'draw', 'redeal'"):
        Move.parse(text)


@pytest.mark.parametrize("change", ["twice", "short", "word"])
def test_3_a_pack_has_each_card_once(change: str) -> None:
    pack = pack_of(1)
    if change == "short":
        pack.pop()
    else:
        pack[0] = pack[1] if change == "twice" else "zz"
    with pytest.raises(InvalidNotation, match=r"A pack must have each|pack\[0\]: 'zz' is no card"):
        deal_pack(Rules(), pack)
