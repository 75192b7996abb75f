"""A view drawn as text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Final

from spite_and_malice.patience.view import View, ViewPile
from spite_and_malice.rules.cards import RANKS

_HIDDEN: Final = "##"
_NONE: Final = "--"


def draw_text(view: View) -> str:
    """Draw the player's view: stock, waste and foundations in a line, cells and reserve, the tableau below them."""
    lines = ["  ".join(_first_line(view)).rstrip()]
    if view.cells:
        cells = "  ".join(f"C{number} {card or _NONE}" for number, card in enumerate(view.cells, 1))
        lines.append(f"cells {cells}")
    if view.homes:
        lines += [f"F{number:<2} {' '.join(cards) or _NONE}" for number, cards in enumerate(view.homes, 1)]
    if view.rules.pocket:
        lines.append(f"pocket {' '.join(view.pocket) or _NONE}")
    lines.append("")
    if view.rules.layout == "piles":
        lines += _columns("T", view.tableau)
    elif view.rules.layout == "grid":
        lines += _grid(view)
    else:
        lines += _rows(view)
    if view.reserve:
        lines += ["", *_reserve(view)]
    if view.result is not None:
        lines += ["", view.result]
    return "\n".join(lines)


def _first_line(view: View) -> Iterator[str]:
    rules = view.rules
    if rules.stock_cards:
        yield f"stock {view.stock:<2}"
    if view.waste or (rules.stock_cards and rules.stock in ("waste", "hand")):
        waste = " ".join(view.waste[-rules.draw :]) or _NONE
        yield f"waste {waste:<8}"
    if rules.aim == "build" and not view.homes:
        yield f"foundations {' '.join(_foundation(view, suit) for suit in view.foundations)}"
    elif rules.aim == "runs":
        yield f"runs {' '.join(f'{suit} {count}' for suit, count in view.foundations.items())}"
    if rules.gather != "none" or (rules.stock_cards and rules.stock == "waste" and rules.aim != "waste"):
        yield f"pass {view.pass_number}"
    if rules.merci:
        yield f"merci {view.merci}"


def _foundation(view: View, suit: str) -> str:
    """Return the top card of a suit's foundation, or of its two."""
    counts = [view.foundations[suit], *([view.second_foundations[suit]] if view.second_foundations else [])]
    return "/".join(RANKS[(view.lowest + count - 2) % len(RANKS)] + suit if count else _NONE for count in counts)


def _reserve(view: View) -> Iterator[str]:
    """Yield the reserve: piles of open cards side by side, else the hidden and shown cards of each."""
    if not any(pile.down for pile in view.reserve):
        yield from _columns("R", view.reserve)
        return
    for number, pile in enumerate(view.reserve, 1):
        hidden = f"{pile.down} {_HIDDEN} " if pile.down else ""
        yield f"R{number} {hidden}{' '.join(pile.up) or _NONE}"


def _columns(letter: str, piles: tuple[ViewPile, ...]) -> Iterator[str]:
    """Yield piles side by side, from top to bottom."""
    if not piles:
        return
    yield "  ".join(f"{letter}{number}" for number in range(1, len(piles) + 1))
    columns = [[_HIDDEN] * pile.down + list(pile.up) or [_NONE] for pile in piles]
    widths = [len(f"{letter}{number}") for number in range(1, len(piles) + 1)]
    for row in range(max(map(len, columns))):
        cards = (column[row] if row < len(column) else "" for column in columns)
        yield "  ".join(f"{card:<{width}}" for card, width in zip(cards, widths, strict=True)).rstrip()


def _grid(view: View) -> Iterator[str]:
    """Yield the rows of a grid, each with the number of its first place; with several cards the number of these."""
    columns = view.rules.piles[0]
    for start in range(0, len(view.tableau), columns):
        piles = view.tableau[start : start + columns]
        cards = "  ".join(_shown(pile) for pile in piles)
        yield f"{f'T{start + 1}':<5}{cards}".rstrip()


def _shown(pile: ViewPile) -> str:
    """Return the top card of a place in a grid, with the number of cards if there are several."""
    if not pile.up:
        return _NONE
    return pile.up[-1] if len(pile.up) == 1 else f"{pile.up[-1]}:{len(pile.up)}"


def _rows(view: View) -> Iterator[str]:
    """Yield the rows of a pyramid or of peaks, each with the number of its first place."""
    rules = view.rules
    widest = max(rules.piles)
    starts = [0, *accumulate(rules.piles)]
    for row, (start, end) in enumerate(pairwise(starts)):
        cards = [(pile.up or ((_HIDDEN,) if pile.down else ("  ",)))[0] for pile in view.tableau[start:end]]
        if rules.layout == "peaks" and row < len(rules.piles) - 1:
            gap = " " * (4 * (len(rules.piles) - 2 - row))
            groups = [cards[i : i + row + 1] for i in range(0, len(cards), row + 1)]
            indent = 2 * (len(rules.piles) - 1 - row)
            drawn = f"{' ' * indent}{(gap + '  ').join('  '.join(group) for group in groups)}"
        else:
            drawn = " " * (2 * (widest - len(cards))) + "  ".join(cards)
        yield f"{f'T{start + 1}':<4}{drawn}".rstrip()
