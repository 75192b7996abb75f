"""The families of games, determined by their rules alone: house rules and new games have one too."""

from __future__ import annotations

from typing import Final

from spite_and_malice.patience.rules.model import Rules
from spite_and_malice.texts import N_

FAMILIES: Final[dict[str, str]] = {
    "klondike": N_("Klondike and its kin"),
    "freecell": N_("FreeCell and its kin"),
    "spider": N_("Spider and its kin"),
    "yukon": N_("Yukon and Scorpion"),
    "pairs": N_("Pyramid and other pairs"),
    "golf": N_("Golf and its kin"),
    "thieves": N_("Forty Thieves and its kin"),
    "canfield": N_("Canfield and its kin"),
    "open": N_("Castles, fans and open piles"),
    "alone": N_("Games like no other"),
}
"""The name of each family, to be translated, in display order."""


def family_of(rules: Rules) -> str:
    """Return the key in `FAMILIES` of a game by these rules."""
    found = {
        "pairs": rules.aim in ("pairs", "aces"),
        "golf": rules.aim == "waste",
        "alone": rules.aim in ("rows", "one", "clock"),
        "yukon": rules.groups == "any",
        "spider": rules.aim == "runs",
        "thieves": rules.passes is not None and (rules.packs == 2 or rules.build == "none"),
        "canfield": rules.refill or rules.base == "dealt",
        "freecell": rules.groups == "cells" or rules.cells > 1,
        "open": not rules.stock_cards or rules.stock in ("reserve", "hand"),
    }
    return next((family for family, is_one in found.items() if is_one), "klondike")
