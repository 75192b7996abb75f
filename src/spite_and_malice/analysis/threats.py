"""The pay-off cards that a seat's next opponent waits to play, where a card could go, and the cards before it."""

from __future__ import annotations

from collections.abc import Sequence

from spite_and_malice.engine import View
from spite_and_malice.engine.core import Core, core_rules
from spite_and_malice.rules import Rules


def threats(rules: Rules, position: Core, seat: int) -> list[tuple[int, int]]:
    """Return the natural cards on the pay-off piles of the next opponent of a seat, as codes, each with its seat."""
    return _tops(rules, position, opponents(rules, seat)[:1])


def opponents_tops(rules: Rules, position: Core, seat: int) -> list[tuple[int, int]]:
    """Return the natural cards on the pay-off piles of all opponents of a seat, in turn order."""
    return _tops(rules, position, opponents(rules, seat))


def opponents(rules: Rules, seat: int) -> list[int]:
    """Return the opponents of a seat, in turn order."""
    seats = ((seat + step) % rules.players for step in range(1, rules.players))
    return [other for other in seats if other != rules.partner(seat)]


def _tops(rules: Rules, position: Core, seats: Sequence[int]) -> list[tuple[int, int]]:
    tops = [(seat, position.payoff_top(seat, pile)) for seat in seats for pile in range(rules.payoff_piles)]
    return [(seat, top) for seat, top in tops if core_rules(rules).rank(top)]


def heights(rules: Rules, position: Core) -> set[int]:
    """Return the heights of the centre stacks that a card can go to."""
    found = {position.height(place) for place in range(position.places)}
    return found | {0} if rules.centre is None else found


def fits(rules: Rules, position: Core, card: int) -> bool:
    """Say whether a natural card is playable now."""
    return core_rules(rules).rank(card) - 1 in heights(rules, position)


def steps_to(rules: Rules, position: Core, rank: int) -> int:
    """Return the fewest cards that have to go to a centre stack before one of this rank."""
    return min(((rank - 1 - height) % rules.build_to for height in heights(rules, position)), default=rules.build_to)


def fits_view(view: View, card: str) -> bool:
    """Say whether a card is natural and can go to a centre stack as a viewer sees them."""
    rank = view.rules.natural_rank(card)
    found = {len(stack) for stack in view.centre} | ({0} if view.rules.centre is None else set())
    return rank > 0 and rank - 1 in found
