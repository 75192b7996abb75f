"""The progress of a game: how many of the cards that have to go for a win are gone (PATIENCE.md section 5)."""

from __future__ import annotations

from spite_and_malice.patience.core import Layout, codes, rank_of, suit_of
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.position_json import reserve_places
from spite_and_malice.patience.rules import Rules


def cards_to_win(rules: Rules) -> int:
    """Return how many cards have to go for a win: the whole pack, or only the cards on the table."""
    if rules.aim == "rows":
        return (codes.KING - 1) * codes.SUITS * rules.packs
    if rules.aim in ("one", "aces"):
        return codes.PACK * rules.packs - (1 if rules.aim == "one" else codes.SUITS * rules.packs)
    if rules.aim in ("build", "runs", "clock") or rules.clear == "all":
        return codes.PACK * rules.packs
    return sum(rules.piles) + sum(rules.reserve) + rules.cells_dealt


def cards_gone(position: Position) -> int:
    """Return how many of these cards are gone: all `cards_to_win` exactly if the game is won."""
    rules, layout = position.rules, position.layout
    if rules.aim == "build":
        return sum(layout.foundations()) + sum(layout.second_foundations()) + sum(map(len, layout.homes()))
    if rules.aim == "runs":
        return sum(layout.foundations()) * codes.KING
    places = [*range(rules.places), *range(codes.CELL, codes.CELL + rules.cells), *reserve_places(rules)]
    if rules.aim == "clock":
        return sum(len(layout.face_up(place)) for place in places)
    if rules.aim == "rows":
        return cards_in_rows(rules, layout)
    if rules.aim == "one":
        return sum(not layout.face_up(place) for place in places)
    if rules.aim == "aces":
        return cards_to_win(rules) + 4 * rules.packs - len(layout.stock()) - sum(len(layout.face_up(p)) for p in places)
    left = sum(layout.face_down_count(place) + len(layout.face_up(place)) for place in places)
    if rules.clear == "all":
        left += len(layout.stock()) + len(layout.waste())
    # A card of the waste may have gone to a cell: then more cards have to go than at first.
    return max(0, cards_to_win(rules) - left)


def cards_in_rows(rules: Rules, layout: Layout) -> int:
    """Return how many cards of the rows of a grid run up from the two in one suit, from their first places on."""
    count = 0
    for row in range(0, rules.places, rules.piles[0]):
        suit = None
        for rank in range(2, codes.KING + 1):
            card = (layout.face_up(row + rank - 2) or [0])[0]
            if rank_of(card) != rank or suit not in (None, suit_of(card)):
                break
            suit = suit_of(card)
            count += 1
    return count
