"""What a preset is, and what the entries of several have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from spite_and_malice.texts import N_, Terms

Fields = dict[str, Any]
Family = Literal["classic", "book", "goal", "numbers"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """One named version of the game: what it is like, for how many players, and which fields it sets.

    `emblem` is the card that pages show beside it. `name`, `summary` and `source` are marked for translation.
    `players` lists the numbers of players it allows, ascending; `family` says which presets are its kin; `source` is
    where it is described. `fields_for` gives, for one of those numbers, the fields that differ from the defaults, as
    JSON. `terms` are its own words for the piles, where it has other ones than the rules (RULES.md section 1); `wild`
    says what is drawn on its wild card, where that is no joker: whoever plays is told that in any case.
    """

    id: str
    emblem: str
    name: str
    summary: str
    family: Family
    players: tuple[int, ...]
    source: str
    fields_for: Callable[[int], Fields] = field(repr=False)
    terms: Terms = field(default_factory=dict, repr=False)
    wild: Terms = field(default_factory=dict, repr=False)


TWO: Final = (2,)
TWO_TO_FOUR: Final = (2, 3, 4)
PAGAT: Final = "pagat.com"
WIKIPEDIA: Final = "Wikipedia"

GOAL_TERMS: Final[Terms] = {
    "pay-off pile": N_("goal pile"),
    "pay-off piles": N_("goal piles"),
    "pay-off card": N_("goal card"),
    "pay-off cards": N_("goal cards"),
    "centre stack": N_("playing pile"),
    "centre stacks": N_("playing piles"),
    "side stack": N_("discard pile"),
    "side stacks": N_("discard piles"),
    "stack": N_("pile"),
    "stacks": N_("piles"),
    "stock": N_("draw pile"),
}
"""The words of Wikipedia's article, for the games that it describes."""


def packs(packs: int, jokers: int = 0) -> Fields:
    """Return a deck of so many packs of 52 and jokers."""
    return {"packs": packs, "jokers": jokers}


def numbers(highest: int, copies: int, jokers: int = 0, *, of_highest: int | None = None) -> Fields:
    """Return a deck with so many copies of each number; `of_highest` is how many of the highest, if that differs."""
    cards = {str(rank): copies for rank in range(1, highest + 1)}
    if of_highest is not None:
        cards[str(highest)] = of_highest
    return {"numbers": cards, "jokers": jokers}


def same(**fields: Any) -> Callable[[int], Fields]:
    """Return the fields of a preset that are the same for every number of players."""
    return lambda players: fields
