"""The searches of games of matching ranks find everything that an exhaustive search finds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from spite_and_malice.patience import PRESETS, Position, Rules, deal_number, matching, preset_rules, solve
from spite_and_malice.patience.core import Layout, codes
from tests.patience.test_native import both

GAMES = tuple(
    name for name in PRESETS if preset_rules(name).aim in ("waste", "pairs") and preset_rules(name).layout != "grid"
)


def house_rules(chance: Random) -> Rules:
    """A preset of these games, often changed in fields that matter to the searches."""
    name = chance.choice(GAMES)
    rules = preset_rules(name)
    if rules.aim == "waste":
        wrap = rules.wrap or (chance.random() < 0.3 and not rules.king_stops)
        rules = replace(rules, wrap=wrap, cells=chance.choice((rules.cells, 1, 2, 3)))
        return replace(rules, draw=chance.choice((1, 1, 3))) if rules.stock_cards else rules
    rules = replace(rules, sum=chance.choice((rules.sum, rules.sum, chance.randrange(8, 19))))
    if not name.startswith("pyramid"):
        return rules
    return replace(
        rules,
        passes=chance.choice((1, 2, 3, None)),
        draw=chance.choice((1, 1, 3)),
        waste_pair=chance.random() < 0.5,
    )


def remainder(chance: Random) -> Position:
    """The rest of a deal after random moves, most of which take cards away."""
    position = deal_number(house_rules(chance), chance.randrange(2**40))
    for _ in range(chance.randrange(10, 60)):
        legal = position.legal_moves
        if not legal:
            break
        away = [move for move in legal if move.target in ("W", "X")]
        position.play(chance.choice(away if away and chance.random() < 0.8 else legal))
    return position


def state_of(layout: Layout, places: list[int]) -> tuple[object, ...]:
    """All cards, place by place: in a pyramid places differ."""
    lying = tuple((*layout.face_down(place), 0, *layout.face_up(place)) for place in places)
    return (lying, *layout.waste(), 0, *layout.stock(), layout.pass_number)


def plain_verdict(position: Position, most: int) -> str | None:
    """Search everything that can be reached; None if it is more than `most`."""
    rules = position.rules
    reserve = range(codes.RESERVE, codes.RESERVE + len(rules.reserve))
    places = [*range(rules.places), *range(codes.CELL, codes.CELL + rules.cells), *reserve]
    seen = {state_of(position.layout, places)}
    todo = [position.layout]
    while todo:
        layout = todo.pop()
        if layout.result() == codes.WON:
            return "won"
        for move in layout.legal():
            after = layout.clone()
            after.apply(move)
            state = state_of(after, places)
            if state not in seen:
                if len(seen) == most:
                    return None
                seen.add(state)
                todo.append(after)
    return "lost"


def wins(position: Position, moves: tuple[object, ...]) -> bool:
    game = position.clone()
    for move in moves:
        game.play(str(move))
    return game.is_won


@pytest.mark.nightly("src/spite_and_malice/patience/core/")
def test_verdicts_are_those_of_a_search_that_leaves_out_nothing() -> None:
    chance = Random(1)
    found: Counter[str | None] = Counter()
    for _ in range(2000):
        position = remainder(chance)
        wanted = plain_verdict(position, 500)
        found[wanted] += 1
        if wanted is not None:
            solution = solve(position, None)
            assert solution.verdict == wanted, position.to_json()
            assert wins(position, solution.moves) == (wanted == "won")
    assert found["won"] > 150
    assert found["lost"] > 800


@pytest.mark.parametrize("game", GAMES)
def test_whole_deals_are_decided(game: str) -> None:
    for number in range(8):
        position = deal_number(preset_rules(game), number)
        solution = solve(position, None, 1 << 21)
        assert solution.verdict != "unknown"
        assert wins(position, solution.moves) == (solution.verdict == "won")


def test_compiled_and_not_the_searches_go_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    forms = both()
    chance = Random(2)
    for _ in range(15):
        position = remainder(chance)
        found = []
        for form in forms:
            monkeypatch.setattr(matching, "ClearingSearch", form.ClearingSearch)
            monkeypatch.setattr(matching, "PairSearch", form.PairSearch)
            found.append(matching.search(position, None, 200, float))
        assert found[0] == found[1]


def test_of_cards_that_stand_for_one_another_one_is_tried() -> None:
    # It took 356,747 positions with all of them.
    assert solve(deal_number(preset_rules("black-hole"), 3), None, 10_000).verdict == "won"


def test_of_three_cards_drawn_onto_the_waste_the_last_one_counts() -> None:
    found = Counter[str]()
    for number in range(40):
        position = deal_number(replace(preset_rules("golf"), draw=3, wrap=True), number)
        solution = solve(position, None)
        found[solution.verdict] += 1
        assert wins(position, solution.moves) == (solution.verdict == "won")
    assert found["won"] > 0


def test_a_limit_leaves_a_game_undecided() -> None:
    position = deal_number(preset_rules("black-hole"), 12)
    assert solve(position, None, 50).verdict == "unknown"
    assert solve(position, 0.0).verdict == "unknown"


def test_games_with_building_two_packs_or_a_grid_are_left_to_others() -> None:
    assert all(matching.is_searched(preset_rules(game)) for game in GAMES)
    for game in set(PRESETS) - set(GAMES):
        assert not matching.is_searched(preset_rules(game))
    assert not matching.is_searched(replace(preset_rules("golf"), packs=2))
    assert not matching.is_searched(replace(preset_rules("golf"), cells=4))
