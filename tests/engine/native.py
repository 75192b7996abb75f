"""The two forms of the core side by side: compiled, and the source as it is."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from spite_and_malice import compiled
from spite_and_malice.engine import Position, core

CORE = Path(core.__file__).parent


def native() -> SimpleNamespace:
    """The definitions of the compiled core; skips the test if there is none, or one of an older source."""
    module = pytest.importorskip(f"{core.__name__}.{compiled.NATIVE}", reason="the core is not compiled here")
    if compiled.source_digest(CORE) != module.SOURCE_DIGEST:
        pytest.skip("the compiled core is older than its source: run python3 play.py once")
    return SimpleNamespace(**vars(module))


def pure() -> SimpleNamespace:
    """The definitions in the source of the core."""
    return SimpleNamespace(**compiled.load_source(core.__name__, CORE))


def both(position: Position) -> tuple[Any, Any]:
    """Both forms, each with the position as its `core`."""
    forms = native(), pure()
    for form in forms:
        form.core = copied(position, form)
    return forms


def copied(position: Position, form: Any) -> Any:
    """The position in one form of the core."""
    rules, given = position.rules, position.core
    stacks = [given.centre(place) for place in range(given.places)]
    cards = len(given.stock()) + len(given.aside()) + sum(map(len, stacks))
    cards += sum(len(given.hand(seat)) for seat in range(rules.players))
    cards += sum(len(given.payoff(seat, pile)) for seat in range(rules.players) for pile in range(rules.payoff_piles))
    cards += sum(len(given.side(seat, stack)) for seat in range(rules.players) for stack in range(rules.side))
    made = form.Core(form.core_rules(rules), cards, len(stacks))
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
    made.put_turn(given.turn, given.stage, given.cover, given.passes, given.moved, given.reason)
    return made
