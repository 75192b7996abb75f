"""What is counted of a game of Spite and Malice once it is over."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

import msgspec

from spite_and_malice.play import Game, figures_of
from spite_and_malice.play.figures import time_played
from spite_and_malice.rules import Rules

from ...store import GameFigures, SeatCounted

_DIGEST: Final = 16
_OF_THE_MATCH: Final = frozenset({"target"})
"""The fields that change nothing within a game."""


def count(game: Game, times: Sequence[int]) -> GameFigures:
    """Return what a game came to; ``times`` are those of its actions, in UTC milliseconds."""
    rules = game.rules
    seats = [SeatCounted(**asdict(seat)) for seat in figures_of(game)]
    return GameFigures(rules_key(rules), rules.payoff * rules.payoff_piles, time_played(times), seats)


def rules_key(rules: Rules) -> str:
    """Return a text that is the same for rules by which a game is played alike, and for no others."""
    fields = {name: value for name, value in rules.to_json().items() if name not in _OF_THE_MATCH}
    return hashlib.sha256(msgspec.json.encode(fields, order="sorted")).hexdigest()[:_DIGEST]
