"""Positions that look the same to a player: the cards that they do not know are laid out at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from spite_and_malice.arguments import of_type
from spite_and_malice.engine.chance import Chance, shuffled
from spite_and_malice.engine.notation import InvalidNotation
from spite_and_malice.patience.core import rank_of
from spite_and_malice.patience.knowledge import Cards, Known, nothing_known
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.position_json import away, empty_layout, may_lack, pack_codes
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import SUITS, card_code


def sample(view: View, chance: Chance, known: Known | None = None) -> Position:
    """Lay out the cards that the player does not know at random: a position that looks the same to the player.

    Without `known` they know only the view. Raises `InvalidNotation` for a view that fits no pack of cards, for
    knowledge that does not fit the view, and as `deals.deal` does.
    """
    known = nothing_known(view) if known is None else of_type(known, Known, "known")
    rules, waste = view.rules, _codes(view.waste)
    up, reserve = ([_codes(pile.up) for pile in piles] for piles in (view.tableau, view.reserve))
    cells = [0 if card is None else card_code(card) for card in view.cells]
    second = view.second_foundations or dict.fromkeys(SUITS, 0)
    found = [(view.foundations[suit], second[suit]) for suit in SUITS]
    homes, pocket = [_codes(cards) for cards in view.homes], _codes(view.pocket)
    layout = empty_layout(rules, view.base)
    remembered = [card for cards in (known.stock, *known.tableau, *known.reserve) for card in cards]
    seen = Counter(_codes(card for card in (*remembered, *known.gone) if card is not None))
    seen.update(card for cards in (waste, filter(None, cells), *up, *reserve, *homes, pocket) for card in cards)
    seen.update(away(rules, layout.rules.base, found))
    pack = pack_codes(rules)
    hidden = []
    for code in pack:
        if seen[code] > 0:
            seen[code] -= 1
        else:
            hidden.append(code)
    # Where cards leave the table, some of the unknown cards may be gone.
    missing = len(hidden) - remembered.count(None)
    if rules.aim == "rows":
        # The aces are off the table from the start.
        hidden = [card for card in hidden if rank_of(card) > 1]
        missing = len(hidden) - remembered.count(None)
    if not known.fits(view) or seen.total() or missing < 0 or (missing and not may_lack(rules)):
        raise InvalidNotation(
            f"The view is none of a pack of cards: what it shows and what it counts are not {len(pack)} cards."
        )
    hidden = shuffled(chance, hidden)
    piles = [(_laid_out(cards, hidden), shown) for cards, shown in zip(known.tableau, up, strict=True)]
    others = [(_laid_out(cards, hidden), shown) for cards, shown in zip(known.reserve, reserve, strict=True)]
    stock, later = _laid_out(known.stock, hidden), [shuffled(chance, pack) for _each in range(view.later)]
    layout.fill(waste, stock, found, piles, view.pass_number, cells, others, homes, pocket, later, view.merci)
    return Position(rules, layout)


def _codes(cards: Iterable[str]) -> list[int]:
    return [card_code(card) for card in cards]


def _laid_out(cards: Cards, hidden: list[int]) -> list[int]:
    """Return the codes of cards, taking unknown ones from the end of the hidden ones."""
    return [hidden.pop() if card is None else card_code(card) for card in cards]
