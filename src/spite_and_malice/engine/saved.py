"""A core as plain data, to be pickled: with unknown cards too, and with the state of its own generator."""

from __future__ import annotations

from typing import Any

from spite_and_malice.engine.core import Core, core_rules, recycled_cards, watch_recycled
from spite_and_malice.rules import Rules


def save(rules: Rules, core: Core) -> dict[str, Any]:
    """The core as lists of whole numbers."""
    seats = range(rules.players)
    return {
        "centre": [core.centre(place) for place in range(core.places)],
        "stock": core.stock(),
        "aside": core.aside(),
        "hands": [core.hand(seat) for seat in seats],
        "payoff": [[core.payoff(seat, pile) for pile in range(rules.payoff_piles)] for seat in seats],
        "side": [[core.side(seat, stack) for stack in range(rules.side)] for seat in seats],
        "turn": [core.turn, core.stage, core.cover, core.passes, int(core.moved), core.reason],
        "generator": core.generator(),
        "recycled": recycled_cards(core),
    }


def restore(rules: Rules, data: dict[str, Any]) -> Core:
    """The core that `save` saved."""
    piles = [data["stock"], data["aside"], *data["centre"], *data["hands"]]
    piles += [pile for of_seat in (*data["payoff"], *data["side"]) for pile in of_seat]
    core = Core(core_rules(rules), sum(map(len, piles)), len(data["centre"]))
    for place, cards in enumerate(data["centre"]):
        if rules.centre is None:
            core.put_place()
        for code in cards:
            core.put_centre(place, code)
    for code in data["stock"]:
        core.put_stock(code)
    for code in data["aside"]:
        core.put_aside(code)
    for seat, hand in enumerate(data["hands"]):
        for code in hand:
            core.put_hand(seat, code)
        for pile, cards in enumerate(data["payoff"][seat]):
            for code in cards:
                core.put_payoff(seat, pile, code)
        for stack, cards in enumerate(data["side"][seat]):
            for code in cards:
                core.put_side(seat, stack, code)
    core.put_turn(*data["turn"])
    if data["generator"] is not None:
        core.resume(data["generator"])
    if data["recycled"] is not None:
        watch_recycled(core, *data["recycled"])
    return core
