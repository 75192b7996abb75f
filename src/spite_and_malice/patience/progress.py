"""How far a game has come: how many of the cards that have to go for a win are gone (PATIENCE.md section 5)."""

from __future__ import annotations

from spite_and_malice.patience.core import codes
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.position_json import reserve_places
from spite_and_malice.patience.rules import Rules


def cards_to_win(rules: Rules) -> int:
    """Return how many cards have to go for a win: the whole pack, or only the cards on the table."""
    if rules.aim in ("build", "runs") or rules.clear == "all":
        return codes.PACK * rules.packs
    return sum(rules.piles) + sum(rules.reserve) + rules.cells_dealt


def cards_gone(position: Position) -> int:
    """Return how many of these cards are gone: all `cards_to_win` exactly if the game is won."""
    rules, layout = position.rules, position.layout
    if rules.aim == "build":
        return sum(layout.foundations()) + sum(layout.second_foundations())
    if rules.aim == "runs":
        return sum(layout.foundations()) * codes.KING
    places = [*range(rules.places), *range(codes.CELL, codes.CELL + rules.cells), *reserve_places(rules)]
    left = sum(layout.face_down_count(place) + len(layout.face_up(place)) for place in places)
    if rules.clear == "all":
        left += len(layout.stock()) + len(layout.waste())
    # A card of the waste may have gone to a cell: then more cards have to go than at first.
    return max(0, cards_to_win(rules) - left)
