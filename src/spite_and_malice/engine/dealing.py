"""The deal (RULES.md section 2)."""

from __future__ import annotations

from spite_and_malice.engine.chance import Chance
from spite_and_malice.engine.core import core_rules, dealt, dealt_by_seed
from spite_and_malice.engine.position import Position
from spite_and_malice.rules import Rules


def deal(rules: Rules, dealer: int, chance: Chance) -> Position:
    """Deal a game with `dealer` (a seat) dealing, and settle who plays first.

    Raises ValueError for a dealer that is no seat.
    """
    _check(rules, dealer)
    core = dealt(core_rules(rules), dealer, chance)
    core.use_chance(None)
    return Position(rules, core)


def deal_by_seed(rules: Rules, dealer: int, seed: int) -> Position:
    """Deal a game as `deal` does, by the core's own generator, which makes the shuffles to come too.

    The same seed gives the same game everywhere, much faster than `SeededChance`. Raises ValueError as `deal` does.
    """
    _check(rules, dealer)
    return Position(rules, dealt_by_seed(core_rules(rules), dealer, seed))


def _check(rules: Rules, dealer: int) -> None:
    if not 0 <= dealer < rules.players:
        raise ValueError(f"there is no seat {dealer} to deal: seats are 0 to {rules.players - 1}")
