"""A view of patience in lines, to be read or heard: each place has the name that moves use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, pairwise
from typing import Final

from spite_and_malice.patience import InvalidNotation, Move, View, ViewPile
from spite_and_malice.patience.tables import covers_of
from spite_and_malice.rules.cards import RANKS
from spite_and_malice.terminal.console import TOGETHER
from spite_and_malice.terminal.words import card_short
from spite_and_malice.texts import _, ngettext

_SHOWN: Final = 3
"""How many cards of the waste are named."""


_NUMBER: Final = re.compile("[0-9]+")


def table_lines(view: View) -> dict[str, str]:
    """Return the lines of the table by subject, in order."""
    lines = {}
    if view.rules.stock_cards:
        lines["stock"] = ngettext("Stock: {n} card", "Stock: {n} cards", view.stock).format(n=view.stock)
    if view.waste or (view.rules.stock_cards and view.rules.stock in ("waste", "hand")):
        hidden = len(view.waste) - _SHOWN
        more = f"(+{hidden}) " if hidden > 0 else ""
        lines["waste"] = _("Waste (W): {cards}").format(cards=more + _row(view.waste[-_SHOWN:]))
    if view.rules.gather != "none":
        lines["layout"] = " ".join(_layouts(view))
    if view.rules.home == "osmosis":
        # The ranks that lie there determine what the next one takes.
        lines |= {f"F{number}": f"F{number}: {_row(home)}" for number, home in enumerate(view.homes, 1)}
    elif view.rules.aim == "build":
        lines["foundations"] = _("Foundations (F): {cards}").format(cards=", ".join(_foundations(view)))
    elif view.rules.aim == "runs":
        runs = sum(view.foundations.values())
        lines["foundations"] = ngettext("{n} run is complete", "{n} runs are complete", runs).format(n=runs)
    if view.cells:
        cells = (_together(f"C{n} {card_short(card) if card else _('empty')}") for n, card in enumerate(view.cells, 1))
        lines["cells"] = _("Cells: {cells}").format(cells=", ".join(cells))
    if view.rules.pocket:
        lines["pocket"] = _("Pocket (P): {cards}").format(cards=_row(view.pocket))
    lines |= {f"R{number}": f"R{number}: {_pile(pile)}" for number, pile in enumerate(view.reserve, 1)}
    if view.rules.layout == "piles":
        lines |= {f"T{number}": f"T{number}: {_pile(pile)}" for number, pile in enumerate(view.tableau, 1)}
    else:
        lines |= _rows(view)
    return lines


def _layouts(view: View) -> Iterator[str]:
    """Yield the number of this layout, and how many cards may be drawn from under others."""
    passes = view.rules.passes
    said = _("Layout {n}.") if passes is None else _("Layout {n} of {passes}.")
    yield said.format(n=view.pass_number, passes=passes)
    if view.merci and view.pass_number == passes:
        text = ngettext(
            "{n} card may be drawn from under others.", "{n} cards may be drawn from under others.", view.merci
        )
        yield text.format(n=view.merci)


def move_list(view: View) -> list[str]:
    """Return the legal moves in the order of their numbers: by the places that they come from, the stock last."""
    return sorted(view.legal, key=_order)


def _order(move: str) -> tuple[bool, str, list[int], str]:
    # By number, so that T10 comes after T2.
    return "-" not in move, move[0], [int(number) for number in _NUMBER.findall(move)], move


def moves_line(moves: Sequence[str]) -> str:
    """Return the legal moves with their numbers."""
    numbered = (f"{number}{TOGETHER}{move}" for number, move in enumerate(moves, 1))
    return _("Moves: {moves}").format(moves="  ".join(numbered))


def move_of(text: str, moves: Sequence[str]) -> str | None:
    """Return the move that a line means: a number of the list, or a move as people write it. None for anything else.

    Case does not matter, spaces and the ``-`` may be left out, as may the number of cards if only one is legal between
    two piles. An illegal move is returned too, if it is valid notation: the game says why it is illegal.
    """
    text = "".join(text.split())
    if text.isascii() and text.isdigit():
        return moves[int(text) - 1] if 1 <= int(text) <= len(moves) else None
    plain = text.casefold()
    for move in moves:
        if plain in (move.casefold(), move.casefold().replace("-", "")):
            return move
    meant = [move for move in moves if plain in (_short(move), _short(move).replace("-", ""))]
    if len(meant) == 1:
        return meant[0]
    with suppress(InvalidNotation):
        return str(Move.parse(plain if plain in ("draw", "redeal", "deal") else re.sub("F[SHDC]", _suit, text.upper())))
    return None


def _suit(found: re.Match[str]) -> str:
    return found[0].capitalize()


def _short(move: str) -> str:
    return re.sub(":[0-9]+", "", move).casefold()


def foundation_cards(view: View) -> dict[str, list[str]]:
    """Return the top cards of the foundations of each suit."""
    return {
        suit: [
            RANKS[(view.lowest + each - 2) % len(RANKS)] + suit
            for each in (count, view.second_foundations.get(suit, 0))
            if each
        ]
        for suit, count in view.foundations.items()
    }


def _foundations(view: View) -> Iterator[str]:
    for number, home in enumerate(view.homes, 1):
        yield _together(f"F{number} {card_short(home[-1]) if home else _('empty')}")
    if view.homes:
        return
    for suit, cards in foundation_cards(view).items():
        named = map(card_short, cards)
        yield _together(f"F{suit} {' '.join(named) or _('empty')}")


def _rows(view: View) -> dict[str, str]:
    """Return the rows of a pyramid, of peaks or of a grid; cards in brackets are covered."""
    lines = {}
    covers = covers_of(view.rules)
    for row, (start, end) in enumerate(pairwise((0, *accumulate(view.rules.piles))), 1):
        cards = []
        for place in range(start, end):
            pile = view.tableau[place]
            if not pile.up and not pile.down:
                if view.rules.aim == "rows":
                    cards.append(_together(f"T{place + 1} –"))
                continue
            name = card_short(pile.up[-1]) if pile.up else "?"
            covered = any(view.tableau[other].up or view.tableau[other].down for other in covers[place])
            cards.append(_together(f"T{place + 1} {f'({name})' if covered else name}"))
        lines[f"row {row}"] = _("Row {n}: {cards}").format(n=row, cards=", ".join(cards) or _("empty"))
    return lines


def _pile(pile: ViewPile) -> str:
    parts = []
    if pile.down:
        parts.append(ngettext("{n} face down", "{n} face down", pile.down).format(n=pile.down))
    if pile.up:
        parts.append(_row(pile.up))
    return ", ".join(parts) or _("empty")


def _row(cards: Sequence[str]) -> str:
    return " ".join(map(card_short, cards)) or _("empty")


def _together(text: str) -> str:
    """Keep a text on one line."""
    return text.replace(" ", TOGETHER)
