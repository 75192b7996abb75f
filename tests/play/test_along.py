"""What is told move by move: the same as counted anew, and no move is looked at twice."""

from __future__ import annotations

from random import Random

import pytest

from spite_and_malice.patience import PRESETS, Move, Position
from spite_and_malice.patience.autoplay import automatic_move
from spite_and_malice.play.patience import Deal, Played
from spite_and_malice.play.patience.along import Along
from spite_and_malice.play.patience.scoring import points_of_all
from spite_and_malice.server.games.patience.table import new_table
from tests.examples import times


def actions(played: Played, chance: Random) -> list[str]:
    """The actions that a player may take: any move, often back again, seldom forward."""
    found = [str(chance.choice(played.game.legal_moves))] * 4 if played.game.legal_moves else []
    found += [f"undo:{chance.randrange(1, 4)}"] * 2 if played.game.moves else []
    return found + (["redo"] if played.game.undone else [])


def test_a_value_is_that_of_the_moves_that_stand_and_each_is_looked_at_once() -> None:
    played, chance = Played(PRESETS["klondike-1"].rules, Deal(5, "number")), Random(1)
    seen: list[Move] = []

    def and_move(moves: tuple[Move, ...], before: Position, move: Move, after: Position) -> tuple[Move, ...]:
        assert move in before.legal_moves
        assert before != after
        seen.append(move)
        return (*moves, move)

    along, made = Along[tuple[Move, ...]]((), and_move), 0
    for _action in range(300):
        text = chance.choice(actions(played, chance))
        moves = played.act(text, 0)
        made += 0 if text.startswith("undo") else len(moves)
        # Moves may have been taken back and others made since it was asked for.
        if chance.random() < 0.5:
            assert along.of(played.game) == played.game.moves
    assert played.undos > 20
    assert 0.5 * made < len(seen) <= made, "a move was looked at again"


@pytest.mark.parametrize("preset", ["klondike-1", "klondike-3", "spider-2"])
def test_the_points_of_a_table_are_those_counted_anew(preset: str) -> None:
    table, chance = new_table("ada", "Ada", PRESETS[preset].rules, Deal(7, "number")), Random(preset)
    found = set()
    for _action in range(times(240)):
        if not (possible := actions(table.played, chance)):
            break
        table.act(chance.choice(possible), 0, None)
        assert table.points(90_000) == points_of_all(table.played, 90_000)
        found.add(tuple(table.points(0).values()))
    assert len(found) > 5


def test_cards_taken_back_from_foundations_stay_as_counted_anew() -> None:
    played, chance = Played(PRESETS["klondike-1"].rules, Deal(13, "number")), Random(3)
    held = 0
    for _action in range(600):
        homeward = [str(move) for move in played.game.legal_moves if "F" in (move.source[:1], move.target[:1])]
        played.act(chance.choice(homeward * 3 + actions(played, chance)), 0)
        position, after = played.game.position, (*played.game.past, played.game.position)[1:]
        taken = {
            each.view().tableau[int(move.target[1:]) - 1].up[-1]
            for move, each in zip(played.game.moves, after, strict=True)
            if move.source.startswith("F")
        }
        expected = automatic_move(position, "all", taken)
        assert played.automatic("all") == (None if expected is None else f"auto:{expected}")
        held += expected != automatic_move(position, "all")
    assert held > 20
