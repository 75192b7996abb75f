"""A view drawn as text, for a terminal."""

from __future__ import annotations

from typing import Final

from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS

_HIDDEN: Final = "##"
_NONE: Final = "--"


def draw_text(view: View) -> str:
    """Draw what the player sees: stock, waste and foundations in a line, the piles below it from top to bottom."""
    shown = view.waste[-view.rules.draw :]
    found = " ".join(RANKS[rank - 1] + suit if rank else _NONE for suit, rank in view.foundations.items())
    waste = " ".join(shown) or _NONE
    lines = [
        f"stock {view.stock:<2}  waste {waste:<8}  foundations {found}  pass {view.pass_number}",
        "",
        "  ".join(f"T{number}" for number in range(1, len(view.tableau) + 1)),
    ]
    piles = [[_HIDDEN] * pile.down + list(pile.up) or [_NONE] for pile in view.tableau]
    for row in range(max(map(len, piles))):
        lines.append("  ".join(pile[row] if row < len(pile) else "  " for pile in piles).rstrip())
    if view.result is not None:
        lines += ["", view.result]
    return "\n".join(lines)
