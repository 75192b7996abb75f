"""Lines of moves without idle moves, and with what gains soonest first."""

from __future__ import annotations

from random import Random

import pytest

from spite_and_malice.patience import PRESETS, Move, Position, deal_number, hint, solve
from spite_and_malice.patience.core import Layout
from spite_and_malice.patience.gains import ENDS, gain_of
from spite_and_malice.patience.lines import nearest_first, needed, without_detours, without_idle
from spite_and_malice.patience.plans import plan_of
from spite_and_malice.patience.view import View
from spite_and_malice.play import SeededChance
from spite_and_malice.play.patience.played import Deal, Played
from tests.examples import some, times

PATIENCE = "src/spite_and_malice/patience/"


def after(world: Position, line: list[Move]) -> Position:
    """The position after moves, each of them legal."""
    world = world.clone()
    for move in line:
        world.play(move)
    return world


def first_gain(world: Position, line: tuple[Move, ...]) -> int:
    """The number of moves up to the first that brings a card home, turns one up or empties a pile."""
    for count, move in enumerate(line, 1):
        if gain_of(world.view(), move) in ENDS:
            return count
        world = after(world, [move])
    return len(line)


@pytest.mark.parametrize("game", ["freecell", "bakers-dozen", "yukon"])
def test_a_winning_line_makes_no_detours(game: str) -> None:
    world = deal_number(PRESETS[game].rules, 1)
    line, detours = solve(world, None, 1 << 14).moves, 0
    for made in range(0, len(line), 12 // times(4)):
        now, rest = after(world, list(line[:made])), line[made:]
        key, view = now.layout.key(), now.view()
        for there in now.legal_moves:
            moved = after(now, [there])
            returns = ((move, after(moved, [move])) for move in moved.legal_moves)
            # Of tables with one key most differ in the order of their piles only.
            back = next((move for move, then in returns if then.layout.key() == key and then.view() == view), None)
            if back is not None:
                told = without_detours(now, (there, back, *rest))
                assert after(now, list(told)).result == "won"
                assert len(told) <= len(rest)
                detours += 1
    assert detours


@pytest.mark.parametrize(
    "game",
    some(
        ["freecell", "eight-off", "penguin", "bakers-dozen", "beleaguered-castle"],
        PATIENCE,
        of=2,
    ),
)
def test_a_winning_line_begins_with_what_gains_soonest_and_still_wins(game: str) -> None:
    sooner = 0
    for number in range(12):
        world = deal_number(PRESETS[game].rules, number)
        line = solve(world, None, 1 << 14).moves
        if not line:
            continue
        told = nearest_first(world, line, lambda other, world=world: after(world, list(other)).is_won)  # type: ignore[misc]
        assert after(world, list(told)).result == "won"
        assert len(told) == len(line)
        assert first_gain(world, told) <= first_gain(world, line)
        sooner += told != line
    assert sooner


@pytest.mark.parametrize("game", ["spider-2", "klondike-1", "yukon", "forty-thieves"])
def test_a_line_without_idle_moves_ends_alike(game: str) -> None:
    chance, shorter = Random(game), 0
    for number in range(30):
        start = world = deal_number(PRESETS[game].rules, number)
        line: list[Move] = []
        for _move in range(12):
            moves = [move for move in world.legal_moves if move.target] or world.legal_moves
            if not moves:
                break
            line.append(chance.choice(moves))
            world = after(world, line[-1:])
        if not line:
            continue
        down = sum(pile.down for pile in world.view().tableau)

        def shows(layout: Layout, start: Position = start, down: int = down) -> bool:
            return sum(pile.down for pile in Position(start.rules, layout).view().tableau) <= down

        short = without_idle(start, line, shows)
        assert shows(after(start, list(short)).layout)
        gains = [sum(gain_of(view, move) != "" for view, move in tables(start, each)) for each in (line, list(short))]
        assert gains[0] == gains[1]
        shorter += len(short) < len(line)
    assert shorter


def tables(world: Position, line: list[Move]) -> list[tuple[View, Move]]:
    """The view before each move of a line."""
    found = list[tuple[View, Move]]()
    for move in line:
        found.append((world.view(), move))
        world = after(world, [move])
    return found


def test_a_run_is_not_moved_from_one_card_to_another_like_it() -> None:
    played = Played(PRESETS["spider-2"].rules, Deal(956954, "number"))
    world = played.game.position
    view = world.view()
    assert [gain_of(view, move) for move in world.legal_moves if not move.target] == [""]
    for move in world.legal_moves:
        cards = view.tableau[int(move.source[1:]) - 1].up if move.target else ()
        upon = view.tableau[int(move.target[1:]) - 1].up if move.target else ()
        if len(cards) > move.cards and cards[-move.cards - 1] == upon[-1]:
            assert gain_of(view, move) == ""


def test_a_pile_that_could_be_emptied_at_once_needs_no_move_before() -> None:
    played = Played(PRESETS["yukon"].rules, Deal(769477, "number"))
    for move in ["T7:5-T5", "T7-F", "T4:4-T7", "T4-F", "T3:5-T2", "T3-F", "T5:3-T1"]:
        played.act(move, 0)
    view, world = played.game.view(), played.game.position
    assert "T3-T4" in view.legal, "3♣ alone empties its pile"
    line = [Move.parse(text) for text in ("T2:4-T3", "T3:5-T4")]
    assert needed(world, line, 1, lambda before, move: gain_of(before.view(), move) == "gap") == [1]
    assert "empty the pile" not in plan_of(view, line, played.known)


@pytest.mark.parametrize(
    ("game", "number", "idle"),
    some(
        [("congress", 857581, "draw"), ("spiderette", 679402, "deal"), ("miss-milligan", 845235, "deal")],
        PATIENCE,
        of=3,
    ),
)
def test_the_stock_waits_for_moves_that_gain_something(game: str, number: int, idle: str) -> None:
    played = Played(PRESETS[game].rules, Deal(number, "number"))
    for _hint in range(6):
        view = played.game.view()
        given = hint(view, SeededChance(2), 1, played.known)
        gaining = [text for text in view.legal if gain_of(view, Move.parse(text)) in ENDS]
        assert given.winnable > 0 or str(given.move) != idle or not gaining, (str(view), gaining)
        if given.move is None:
            return
        played.act(str(given.move), 0)


def test_an_ace_goes_home_before_anything_else() -> None:
    for number in range(20):
        view = deal_number(PRESETS["congress"].rules, number).view()
        if home := [text for text in view.legal if text.endswith("-F")]:
            assert str(hint(view, SeededChance(1), 1).move) in home
            return
    pytest.fail("No ace was dealt.")
