"""Cards that go home automatically: a safe one never loses a game, and one that was taken back does not go again."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from spite_and_malice.engine.notation import InvalidNotation
from spite_and_malice.patience import PRESETS, Move, Position, Rules, deal_number, preset_rules, solve
from spite_and_malice.patience.autoplay import automatic_move, is_safe
from spite_and_malice.patience.dominance import slack_of
from spite_and_malice.patience.moves import encode
from tests.examples import times
from tests.patience.exhaustive import verdict
from tests.patience.strategies import house_rules, played

BUILT = [preset for preset, each in PRESETS.items() if each.rules.aim == "build"]
_POSITIONS = 4000
WHAT_GOES = ("src/spite_and_malice/patience/dominance.py", "src/spite_and_malice/patience/autoplay.py")


def home_moves(position: Position) -> list[Move]:
    return [move for move in position.legal_moves if move.target == "F"]


def decided(position: Position) -> str:
    """Whether a position can be won, according to a plain search, else the solver."""
    if position.is_won:
        return "won"
    return verdict(position, 300) or solve(position, None, _POSITIONS).verdict


def checked(rules: Rules, chance: Random, deals: int) -> int:
    """Check the safe moves of positions on and near winning lines; return how many were checked."""
    count = 0
    for _ in range(deals):
        number = chance.randrange(2**50)
        position = played(rules, number, chance.choice((0, 8, 30, 90)), chance.randrange(2**40))
        way = solve(position, None, _POSITIONS).moves
        for move in way:
            for each in filter(lambda each: is_safe(position, encode(each)), home_moves(position)):
                after = position.clone()
                after.play(each)
                count += 1
                assert decided(after) != "lost", (position.to_json(), str(each))
            position.play(move)
    return count


@cache
def table_of(build: str, groups: str, empty: str, worry_back: bool) -> tuple[Rules, dict[str, Any]]:
    """The rules of a game like FreeCell without cells, and a position as plain data."""
    changes = {"build": build, "groups": groups, "empty": empty, "worry_back": worry_back, "cells": 0}
    rules = preset_rules("freecell", changes=changes)
    laid = deal_number(rules, 1).to_json()
    laid.pop("cells", None)
    return rules, laid


def endgame(chance: Random) -> Position | None:
    """The last cards of two or three suits, one that goes home next alone in a pile; None if that is over."""
    rules, laid = table_of(
        chance.choice(["alternate", "alternate", "colour", "any"]),
        chance.choice(["none", "any"]),
        chance.choice(["none", "none", "king"]),
        chance.random() < 0.5,
    )
    home = dict.fromkeys("shdc", 13)
    for suit in chance.sample("shdc", chance.choice((2, 3))):
        home[suit] -= chance.choice((2, 3, 4))
    ranks = "A23456789TJQK"
    left = {suit: [f"{rank}{suit}" for rank in ranks[high:]] for suit, high in home.items() if high < 13}
    alone = chance.choice(list(left.values())).pop(0)
    others = [card for cards in left.values() for card in cards]
    chance.shuffle(others)
    count = chance.choice((1, 1, 2))
    piles = [[alone], *(others[number::count] for number in range(count))]
    tableau = [{"down": [], "up": up} for up in [*piles, *[[]] * (len(rules.piles) - len(piles))]]
    try:
        return Position.from_json({**laid, "foundations": home, "tableau": tableau})
    except InvalidNotation:
        return None


def test_a_safe_move_loses_no_endgame_that_can_be_won() -> None:
    """A card that lies alone is often the only place for another: some moves home lose, and none of these is safe."""
    chance, losing, safe = Random(3), 0, 0
    for _ in range(times(2400)):
        position = endgame(chance)
        if position is None or verdict(position, 100) != "won":
            continue
        for move in home_moves(position):
            after = position.clone()
            after.play(move)
            is_lost = verdict(after, 100) == "lost"
            assert not (is_lost and is_safe(position, encode(move))), (position.to_json(), str(move))
            losing += is_lost
            safe += is_safe(position, encode(move))
    assert losing > 1
    assert safe > 50


@pytest.mark.nightly(*WHAT_GOES)
def test_safe_moves_lose_nothing_in_many_deals() -> None:
    chance = Random(5)
    found = {preset: checked(preset_rules(preset), chance, 20) for preset in BUILT}
    assert sum(count > 50 for count in found.values()) > 20


@pytest.mark.nightly(*WHAT_GOES)
def test_safe_moves_lose_nothing_under_house_rules() -> None:
    chance = Random(6)
    assert sum(checked(house_rules(chance.randrange(2**40)), chance, 1) for _ in range(200)) > 500


@pytest.mark.parametrize("preset", sorted(set(PRESETS) - set(BUILT)))
def test_where_nothing_is_built_on_foundations_nothing_goes_on_its_own(preset: str) -> None:
    for moves in (0, 20, 60):
        assert automatic_move(played(preset_rules(preset), 4, moves, 1), "all") is None


def test_an_ace_is_safe_and_a_card_that_others_need_is_not() -> None:
    # FreeCell: the red aces no longer need the black two, but a black two may still need the red three.
    position = Position.from_json(
        deal_number(preset_rules("freecell"), 1).to_json()
        | {
            "foundations": {"s": 1, "h": 2, "d": 2, "c": 0},
            "cells": [None] * 4,
            "tableau": [{"down": [], "up": up} for up in _piles()],
        }
    )
    found = {str(move): is_safe(position, encode(move)) for move in home_moves(position)}
    assert found == {"T1-F": True, "T2-F": True, "T3-F": False}
    assert str(automatic_move(position, "safe")) == "T1-F"
    assert str(automatic_move(position, "safe", {"Ac"})) == "T2-F"
    assert automatic_move(position, "safe", {"Ac", "2s"}) is None
    assert str(automatic_move(position, "all", {"Ac", "2s"})) == "T3-F"
    assert automatic_move(position, "off") is None


def _piles() -> list[list[str]]:
    """The other cards of a pack, the ace of clubs, the two of spades and the three of hearts on top."""
    on_top = ["Ac", "2s", "3h", "Kd", "Kc", "Ks", "Kh", "Qd"]
    rest = [f"{rank}{suit}" for suit in "shdc" for rank in "A23456789TJQK"]
    gone = {"As", "Ah", "2h", "Ad", "2d", *on_top}
    under = [card for card in rest if card not in gone]
    return [[*under[n::8], top] for n, top in enumerate(on_top)]


def test_a_card_of_the_waste_waits_where_its_leaving_changes_what_comes_up() -> None:
    chance = Random(2)
    found = set()
    for _ in range(400):
        rules = preset_rules("klondike-3", changes={"passes": 2})
        position = played(rules, chance.randrange(2**50), chance.randrange(60), chance.randrange(2**40))
        for move in home_moves(position):
            if move.source == "W" and position.layout.waste()[-1] // 8 == 1:
                found.add((position.layout.pass_number, is_safe(position, encode(move))))
    assert found == {(1, False), (2, True)}


@pytest.mark.parametrize(
    ("preset", "near", "bare"),
    [
        # How far the foundations of its own suit, of the other colour and of its own colour may be below a card.
        ("klondike-1", (13, 2, 3), (0, 0, 0)),
        ("westcliff", (13, 2, 3), (13, 1, 13)),
        ("freecell", (13, 2, 3), (13, 1, 13)),
        # A group that moves with a card cannot go home under it.
        ("yukon", (13, 1, 2), (13, 1, 13)),
        # Two packs: another card of its own suit may be needed.
        ("forty-thieves", (2, 13, 13), (1, 13, 13)),
        # One pack in suits: nothing else fits on a card.
        ("fan", (13, 13, 13), (13, 13, 13)),
        # Where a card may be a stopgap before a deal, none goes at once.
        ("miss-milligan", (0, 0, 0), (0, 0, 0)),
        ("golf", (0, 0, 0), (0, 0, 0)),
    ],
)
def test_a_card_goes_home_at_once_where_the_other_foundations_are_near(
    preset: str, near: tuple[int, ...], bare: tuple[int, ...]
) -> None:
    slack = slack_of(PRESETS[preset].rules)
    for start, expected in ((0, near), (16, bare)):
        spade = slack[start : start + 4]
        assert (spade[0], spade[1], spade[3]) == expected
        assert spade[1] == spade[2]
