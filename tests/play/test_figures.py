"""The figures of a game for each seat, whatever was taken back on the way."""

from __future__ import annotations

import random

import pytest

from spite_and_malice.engine import Move
from spite_and_malice.play import Game, figures_of, new_game

PRESETS = ("quick", "partners", "skip-bo", "loading")


def play_with_second_thoughts(preset: str, seed: int) -> Game:
    """Play a game at random, the pay-off pile first, now and then taking a move or a turn back."""
    game, chance = new_game(preset, seed=seed), random.Random(seed)
    while not game.is_over and len(game.actions) < 600:
        thought = chance.random()
        if thought < 0.1 and game.can_undo(game.turn):
            game.undo(game.turn)
        elif thought > 0.98 and game.can_take_back(seat := chance.randrange(game.rules.players)):
            game.take_back(seat)
        else:
            order = sorted(map(str, game.legal_moves), key=lambda text: (not text.startswith("P"), "-C" not in text))
            game.play(order[0] if chance.random() < 0.8 else chance.choice(order))
    return game


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(3))
def test_only_what_stands_is_counted(preset: str, seed: int) -> None:
    game = play_with_second_thoughts(preset, seed)
    assert game.dealer is not None
    assert game.fair_deal is not None
    straight = Game.deal(game.rules, game.dealer, game.fair_deal)
    turns: list[tuple[int, list[Move]]] = []
    begins = True
    for entry in game.log:
        seat, move = int(entry[0]), Move.parse(entry.split(" ")[1])
        if begins:
            turns.append((seat, []))
        turns[-1][1].append(move)
        before = straight.turn
        straight.play(move)
        begins = straight.turn != before or not straight.legal_moves or (not move.plays_to_centre and not move.is_load)
    found = figures_of(game)
    for seat, figures in enumerate(found):
        own = [moves for of, moves in turns if of == seat]
        played = [sum(move.plays_payoff for move in moves) for moves in own]
        assert (figures.turns, figures.moves) == (len(own), sum(map(len, own)))
        assert (figures.payoff, figures.most_payoff) == (sum(played), max(played, default=0))
        assert figures.left == game.position.core.cards_left(game.rules.side_of(seat))
        actions = [text for of, text in game.actions if of == seat]
        assert (figures.undos, figures.takebacks) == (actions.count("undo"), actions.count("takeback"))
    assert sum(figures.undos for figures in found) > 0
