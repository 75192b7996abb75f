"""Opponents for the other seats in the environments, and a trained policy as a player in the arena or at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from random import Random
from typing import Final, Protocol

import numpy as np

from spite_and_malice.arguments import InvalidArgument, shown
from spite_and_malice.engine import Move, View
from spite_and_malice.engine.core import codes, kind_of
from spite_and_malice.engine.moves import encode_text
from spite_and_malice.interop.encoder import Encoder, Policy
from spite_and_malice.interop.one_game import OneGame
from spite_and_malice.players import PLAYERS, Player
from spite_and_malice.players.player import chosen
from spite_and_malice.players.simple import SimplePlayer

RANDOM: Final = "random"
"""The opponent that makes random legal moves."""
EAGER: Final = "eager"
"""The opponent that makes random legal moves, but plays to the centre first."""
SECONDS: Final = 1.0
"""The clock of an opponent's move."""


class PolicyPlayer:
    """A computer player that asks a `policy`, for tables, the arena and the protocol of programs.

    `policy` gets an observation and the mask of the legal moves from `Encoder` and returns a move's number.
    """

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._encoder: Encoder | None = None

    def __repr__(self) -> str:
        return f"<PolicyPlayer: {getattr(self._policy, '__qualname__', type(self._policy).__qualname__)}>"

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        """Return one of ``view.legal``. Raises ValueError if the policy chooses a move that is not legal."""
        if self._encoder is None or self._encoder.rules != view.rules:
            self._encoder = Encoder(view.rules)
        encoder = self._encoder
        return encoder.move(view, int(self._policy(encoder.observe(view, log), encoder.mask(view))))


class _AnyMove:
    def __init__(self, seed: int, *, eager: bool = False) -> None:
        self._random = Random(seed)
        self._kinds = (codes.TO_CENTRE, codes.TO_SIDE) if eager else ()

    def __repr__(self) -> str:
        return f"<{EAGER if self._kinds else RANDOM} player>"

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        piles = view.rules.payoff_piles
        return Move.parse(view.legal[self._place([kind_of(encode_text(move, piles)) for move in view.legal])])

    def number(self, game: OneGame) -> int:
        """The number of the move that `choose` makes, without a view."""
        return game.number_of(game.legal[self._place([kind_of(move) for move in game.legal])])

    def _place(self, kinds: Sequence[int]) -> int:
        """The place of a legal move of the first kind available."""
        wanted = next((kind for kind in self._kinds if kind in kinds), None)
        return self._random.choice([at for at, kind in enumerate(kinds) if wanted is None or kind == wanted])


class MakesPlayer(Protocol):
    """Makes a player for one seat of one game from a seed."""

    def __call__(self, seed: int) -> Player:
        """Return a new player."""


Opponent = str | MakesPlayer


def maker_of(opponent: Opponent) -> MakesPlayer:
    """Return a function that makes an opponent, given a name of `PLAYERS`, ``"random"``, ``"eager"``, or such a one.

    Raises ValueError for an unknown name.
    """
    if not isinstance(opponent, str):
        return opponent
    if opponent == RANDOM:
        return _AnyMove
    if opponent == EAGER:
        return partial(_AnyMove, eager=True)
    if opponent not in PLAYERS:
        raise InvalidArgument(f"there is no opponent {shown(opponent)}; take {', '.join(PLAYERS)}, {RANDOM} or {EAGER}")
    return PLAYERS[opponent].make


def answer(game: OneGame, players: dict[int, Player], seconds: float) -> bool:
    """Let the seat to move play if `players` has one for it; whether it did."""
    seat = game.turn
    if seat not in players:
        return False
    player = players[seat]
    if isinstance(player, _AnyMove):
        game.play(player.number(game))
    elif isinstance(player, SimplePlayer) and not game.may_end_by_pass:
        # Without a view, which takes many times longer than the choice.
        move = player.move_in(game.core, game.setting.rules, lambda: game.legal)
        game.play(game.number_of(move))
    else:
        # A view for each use: players may change theirs.
        taken = chosen(player, game.view(seat), game.log, seconds)
        game.play(game.encoder.action(game.view(seat), taken))
    return True


def random_policy(seed: int = 0) -> Policy:
    """A policy that makes random legal moves, as a baseline."""
    generator = np.random.default_rng(seed)
    return lambda observation, mask: int(generator.choice(np.flatnonzero(mask)))


def policy_maker(name: str) -> Callable[[Encoder], Policy]:
    """Import a function that makes a policy from an `Encoder`, by ``MODULE:NAME``.

    Raises ValueError with a sentence if that fails.
    """
    module, _, attribute = name.partition(":")
    try:
        found: Callable[[Encoder], Policy] = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise InvalidArgument(f"{shown(name)} is no policy: {error}. Name one as MODULE:NAME.") from error
    return found
