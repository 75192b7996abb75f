"""The deal (RULES.md section 2)."""

from __future__ import annotations

from spite_and_malice.arguments import Seed, of_type, seat_number, seed_word
from spite_and_malice.engine.chance import Chance
from spite_and_malice.engine.core import core_rules, dealt, dealt_by_seed
from spite_and_malice.engine.position import Position
from spite_and_malice.rules import Rules


def deal(rules: Rules, dealer: int, chance: Chance) -> Position:
    """Deal a game with `dealer` (a seat) dealing, and settle who plays first.

    Raises ValueError for a dealer that is no seat.
    """
    dealer = _checked(rules, dealer)
    core = dealt(core_rules(rules), dealer, chance)
    core.use_chance(None)
    return Position(rules, core)


def deal_by_seed(rules: Rules, dealer: int, seed: Seed) -> Position:
    """Deal a game as `deal` does, by the core's own generator, which makes the shuffles to come too.

    The same seed gives the same game everywhere, much faster than `SeededChance`. Raises ValueError as `deal` does.
    """
    dealer = _checked(rules, dealer)
    return Position(rules, dealt_by_seed(core_rules(rules), dealer, seed_word(seed)))


def _checked(rules: Rules, dealer: int) -> int:
    rules = of_type(rules, Rules, "rules", 'preset_rules("standard") has those of a preset')
    return seat_number(dealer, rules.players, "dealer")
