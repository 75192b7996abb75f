"""Random play, and invariants of all games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from spite_and_malice.engine.core import codes, kind_of
from spite_and_malice.interop.chance_game import OVER, ChanceGame

Policy = Callable[[ChanceGame, Random], int]


def uniform(game: ChanceGame, rng: Random) -> int:
    return rng.choice(game.legal())


def eager(game: ChanceGame, rng: Random) -> int:
    """Play to a centre stack if possible, else discard if possible: such games last long."""
    legal = game.legal()
    moves = game.setting.kinds.moves
    for kind in (codes.TO_CENTRE, codes.TO_SIDE):
        pending = [move for move in legal if kind_of(moves[move]) == kind]
        if pending:
            return rng.choice(pending)
    return rng.choice(legal)


def let_chance_move(game: ChanceGame, rng: Random) -> None:
    while game.is_chance:
        outcomes, weights = zip(*game.outcomes(), strict=True)
        game.apply(rng.choices(outcomes, weights)[0])


def play(game: ChanceGame, rng: Random, policy: Policy, moves: int) -> bool:
    """Play up to a number of moves, and chance after them; return whether the game goes on."""
    let_chance_move(game, rng)
    for _ in range(moves):
        if game.turn == OVER:
            return False
        game.apply(policy(game, rng))
        let_chance_move(game, rng)
    return game.turn != OVER


def cards(game: ChanceGame) -> list[int]:
    """How many cards of each kind there are, wherever they are, those out of the game included."""
    kinds, rules, core = game.setting.kinds, game.setting.rules, game.core
    found = [a + b for a, b in zip(game.fresh, game.stock_seen(), strict=True)]
    piles = [core.aside(), *(core.centre(place) for place in range(core.places))]
    for seat in range(rules.players):
        piles.append(core.hand(seat))
        piles += [core.side(seat, stack) for stack in range(rules.side)]
        piles += [core.payoff(seat, pile) for pile in range(rules.payoff_piles)]
        for pile in range(rules.payoff_piles):
            found = [a + b for a, b in zip(found, game._piles[seat][pile].seen, strict=True)]
    for code in (code for pile in piles for code in pile if code):
        found[kinds.of_code[code]] += 1
    return found
