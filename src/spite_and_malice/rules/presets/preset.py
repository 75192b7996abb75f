"""The class of presets, and the parts that several entries share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Literal

from spite_and_malice.arguments import whole
from spite_and_malice.texts import N_, Terms

Fields = dict[str, Any]
Family = Literal["classic", "book", "goal", "numbers"]
FAMILY_NAMES: Final[dict[Family, str]] = {
    "classic": N_("Classic"),
    "goal": N_("Goal games"),
    "book": N_("Card book"),
    "numbers": N_("Number cards"),
}
"""The name of each family of versions; marked for translation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A named version of the game: its description, its numbers of players, and the fields it sets.

    `emblem` is the card that pages show beside it. `name`, `summary` and `source` are marked for translation. `players`
    lists the numbers of players it allows, ascending; `family` is the group of related presets; `source` is where it is
    described. `fields_for` gives, for one of those numbers, the fields that differ from the defaults, as JSON. `sizes`
    are the pay-off pile sizes on offer: its own, and those that its source names or that suit its deck. `terms` are its
    own words for the piles, if they differ from the rules' (RULES.md section 1); `wild` says what its wild card shows,
    if that is not a joker: players see that in any case.
    """

    id: str
    emblem: str
    name: str
    summary: str
    family: Family
    players: tuple[int, ...]
    source: str
    fields_for: Callable[[int], Fields] = field(repr=False)
    sizes: tuple[int, ...] = (5, 10, 13, 20, 21, 25, 26, 30)
    terms: Terms = field(default_factory=dict, repr=False)
    wild: Terms = field(default_factory=dict, repr=False)

    @property
    def more_players(self) -> tuple[int, ...]:
        """The numbers of players that a game for two can also have, with more packs."""
        return tuple(range(3, MOST_PLAYERS + 1)) if self.players == TWO else ()

    @property
    def allowed(self) -> tuple[int, ...]:
        """Every number of players that can play it."""
        return self.players + self.more_players

    def fields(self, players: int) -> Fields:
        """Return the fields for one of the numbers `allowed`, as JSON: with more than two players, packs to match.

        Raises `InvalidArgument` for any other number.
        """
        players = whole(players, "players", 2, MOST_PLAYERS)
        if players in self.players:
            return self.fields_for(players)
        fields = {"deck": packs(2), **self.fields_for(self.players[-1])}
        return fields | {name: _enlarged(fields[name], players) for name in ("deck", "payoff_deck") if fields.get(name)}


TWO: Final = (2,)
MOST_PLAYERS: Final = 8
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
    """Return a deck of some packs of 52 and jokers."""
    return {"packs": packs, "jokers": jokers}


def _enlarged(deck: Fields, players: int) -> Fields:
    """Return a deck of packs for two players enlarged for more, nobody having fewer cards than before."""
    return {name: -(-count * players // 2) for name, count in deck.items()}


def numbers(highest: int, copies: int, jokers: int = 0, *, of_highest: int | None = None) -> Fields:
    """Return a deck with some copies of each number; `of_highest` is how many of the highest, if that differs."""
    cards = {str(rank): copies for rank in range(1, highest + 1)}
    if of_highest is not None:
        cards[str(highest)] = of_highest
    return {"numbers": cards, "jokers": jokers}


def same(**fields: Any) -> Callable[[int], Fields]:
    """Return the fields of a preset that are the same for every number of players."""
    return partial(_whatever_number, fields)


def _whatever_number(fields: Fields, players: int) -> Fields:
    return fields
