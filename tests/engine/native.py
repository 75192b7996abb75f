"""The two forms of the core side by side: compiled, and the source as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spite_and_malice.engine import Position, core, loader
from spite_and_malice.engine.source import source_digest
from spite_and_malice.rules import card_code

ENGINE = Path(loader.__file__).parent


def compiled() -> Any:
    """The compiled core; skips the test where there is none, or one of an older source."""
    native = pytest.importorskip("spite_and_malice.engine._native", reason="the core is not compiled here")
    if source_digest(ENGINE) != native.SOURCE_DIGEST:
        pytest.skip("the compiled core is older than its source: run python3 play.py once")
    return native


def both(position: Position) -> tuple[Any, Any]:
    """The position in the compiled core and in the source as it is."""
    return copied(position, compiled()), copied(position, core)


def copied(position: Position, module: Any) -> Any:
    """The position in the core of `module`."""
    rules, given = position.rules, position.core
    stacks = [given.centre(place) for place in range(given.places)]
    cards = len(given.stock()) + len(given.aside()) + sum(map(len, stacks))
    cards += sum(len(given.hand(seat)) for seat in range(rules.players))
    cards += sum(len(given.payoff(seat, pile)) for seat in range(rules.players) for pile in range(rules.payoff_piles))
    cards += sum(len(given.side(seat, stack)) for seat in range(rules.players) for stack in range(rules.side))
    core_rules = module.CoreRules(rules, [card_code(card) for card in rules.deck.cards()])
    made = module.Core(core_rules, cards, len(stacks))
    for place, stack in enumerate(stacks):
        if rules.centre is None:
            made.put_place()
        for code in stack:
            made.put_centre(place, code)
    for code in given.stock():
        made.put_stock(code)
    for code in given.aside():
        made.put_aside(code)
    for seat in range(rules.players):
        for code in given.hand(seat):
            made.put_hand(seat, code)
        for pile in range(rules.payoff_piles):
            for code in given.payoff(seat, pile):
                made.put_payoff(seat, pile, code)
        for number in range(rules.side):
            for code in given.side(seat, number):
                made.put_side(seat, number, code)
    for name in ("turn", "stage", "cover", "passes", "moved", "reason"):
        setattr(made, name, getattr(given, name))
    return made
