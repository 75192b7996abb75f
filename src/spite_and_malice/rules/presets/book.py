"""The game of an old card book."""

from __future__ import annotations

from typing import Final

from spite_and_malice.rules.presets.preset import TWO, Fields, Preset, packs, same
from spite_and_malice.texts import N_

_BOOK: Final[Fields] = {
    "deck": packs(1, 4),
    "payoff_deck": packs(1),
    "payoff": 26,
    "wilds": ["*"],
    "wild_never": [1],
    "build_to": 13,
    "centre": None,
    "completed": "shuffle",
    "side_order": "descending",
    "pass": True,
    "forced": [1, 2],
    "forced_from": ["payoff", "side"],
}

BOOK: Final = (
    Preset(
        id="book",
        emblem="9d",
        name=N_("The Card-Book Game"),
        summary=N_("The old card-book game: side stacks run downwards, low cards are forced, and passing is an art."),
        family="book",
        players=TWO,
        source=N_("pagat.com, book version"),
        sizes=(13, 20, 26),
        fields_for=same(**_BOOK),
    ),
    Preset(
        id="book-four",
        emblem="4d",
        name=N_("Card-Book Game, Four Stacks"),
        summary=N_("The card-book game with room for only four stacks; whoever holds a low card breaks a deadlock."),
        family="book",
        players=TWO,
        source=N_("pagat.com, book version"),
        sizes=(13, 20, 26),
        fields_for=same(**{**_BOOK, "centre": 4, "stalemate": "low"}),
    ),
    Preset(
        id="book-redeal",
        emblem="Jd",
        name=N_("Card-Book Game, Redealt"),
        summary=N_("The card-book game with a way out of every deadlock: gather the cards and deal again."),
        family="book",
        players=TWO,
        source=N_("pagat.com, book version"),
        sizes=(13, 20, 26),
        fields_for=same(**{**_BOOK, "stalemate": "redeal"}),
    ),
)
