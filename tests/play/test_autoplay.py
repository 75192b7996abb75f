"""Moves that follow the player's own: recorded one by one, taken back with the move that they followed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from spite_and_malice.patience import PRESETS, Position, deal_number, preset_rules, solve
from spite_and_malice.patience.autoplay import Autoplay
from spite_and_malice.play.patience import Deal, PatienceAction, parse, record_patience, verify, write
from spite_and_malice.play.patience.played import Played

FREECELL = preset_rules("freecell")


def follow(played: Played, autoplay: Autoplay) -> Iterator[str]:
    """Make the moves that follow, and yield the actions."""
    while text := played.automatic(autoplay):
        played.act(text, 0)
        yield text


def way(number: int) -> list[str]:
    return [str(move) for move in solve(deal_number(FREECELL, number), None).moves]


def test_a_game_is_won_with_safe_cards_going_on_their_own_and_its_record_is_right() -> None:
    played = Played(FREECELL, Deal(5, "number"))
    actions: list[str] = []
    for move in way(5):
        # Cards that have already gone are not played.
        if move in map(str, played.game.legal_moves):
            played.act(move, 0)
            actions += [move, *follow(played, "safe")]
    assert played.game.is_won
    assert sum(text.startswith("auto:") for text in actions) > 10
    record = record_patience(FREECELL, played.deal, [PatienceAction(text, 0) for text in actions])
    assert record.result.moves == len(played.game.moves) == len(actions)
    assert verify(write(record)) == ()
    assert parse(write(record)) == record


def some_steps() -> tuple[Played, list[int], list[Position]]:
    """A game of some steps, how many moves each has, and the position before each and after the last."""
    played = Played(FREECELL, Deal(5, "number"))
    sizes, positions = [], [played.game.position.clone()]
    for move in way(5)[:70]:
        if move in map(str, played.game.legal_moves):
            played.act(move, 0)
            sizes.append(1 + len(list(follow(played, "all"))))
            positions.append(played.game.position.clone())
    assert max(sizes) > 2
    return played, sizes, positions


def test_one_undo_takes_back_a_move_with_all_that_followed_it() -> None:
    played, sizes, positions = some_steps()
    for size, position in zip(reversed(sizes), reversed(positions[:-1]), strict=True):
        assert len(played.act("undo", 0)) == size
        assert played.game.position == position
    assert played.undos == len(sizes)
    assert played.act(f"redo:{len(sizes)}", 0) == tuple(map(str, played.game.moves))
    assert played.game.position == positions[-1]
    assert len(played.act("undo:2", 0)) == sum(sizes[-2:])


def test_a_way_back_ends_where_a_step_of_the_player_began() -> None:
    played, sizes, _positions = some_steps()
    long = next(at for at, size in enumerate(sizes) if size > 2)
    begun = sum(sizes[:long])
    assert played.steps_back(begun) == len(sizes) - long
    assert played.steps_back(begun + 1) == len(sizes) - long
    assert played.steps_back(begun + sizes[long]) == len(sizes) - long - 1
    assert played.steps_back(len(played.game.moves)) == 0


def test_a_card_that_was_taken_back_stays_until_its_player_sends_it_home() -> None:
    chance = Random(3)
    played = Played(preset_rules("klondike-1"), Deal(13, "number"))
    back = None
    while back is None:
        legal = played.game.legal_moves
        back = next((move for move in legal if move.source.startswith("F")), None)
        home = [move for move in legal if move.target == "F"]
        played.act(str(back or chance.choice(home or legal)), 0)
    home_again = f"{back.target}-F"
    assert home_again in map(str, played.game.legal_moves)
    assert f"auto:{home_again}" not in list(follow(played, "all"))
    played.act(home_again, 0)
    assert home_again not in map(str, played.game.legal_moves)


@pytest.mark.parametrize("preset", ["spider-1", "pyramid", "golf"])
def test_games_without_foundations_know_no_such_moves(preset: str) -> None:
    played = Played(PRESETS[preset].rules, Deal(3, "number"))
    assert played.automatic("all") is None
