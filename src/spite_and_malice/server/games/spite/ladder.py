"""The ladder: stars against each of the five levels, in each family of versions.

Everything is derived from the stored finished games: no separate state exists, nothing can be bought, and stars are
never lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from spite_and_malice.players.roster import LEVELS, PLAYERS
from spite_and_malice.rules import PRESETS
from spite_and_malice.rules.presets.preset import FAMILY_NAMES, Family
from spite_and_malice.texts import N_, _

from .played import Played

MOST_STARS: Final = 3
_LEVELS: Final = frozenset(level.id for level in LEVELS)
_WINDOW: Final = 5
_ENOUGH: Final = 4

RULES: Final = (
    N_("The first star is for a win, the second for two wins in a row, the third for four wins out of five in a row."),
    N_("Your rung is the first of the five against whom you have fewer than two stars."),
    N_("Every finished game of a version counts that is against one of them alone. No star is ever lost."),
    N_("A star is golden where the wins without a hint are enough for it; otherwise it is silver, until they are."),
)
"""How stars are won, in the words of the page."""


def stars_of(results: Sequence[bool]) -> int:
    """Return the stars for games against one level; ``results`` says of each, in order of play, whether it was won."""
    windows = [sum(results[end - _WINDOW : end]) for end in range(_WINDOW, len(results) + 1)]
    if max(windows, default=0) >= _ENOUGH:
        return 3
    if any(first and second for first, second in pairwise(results)):
        return 2
    return 1 if any(results) else 0


def next_star(results: Sequence[bool]) -> str:
    """Return what the next star requires, in the current language; empty if all have been earned."""
    match stars_of(results):
        case 0:
            return _("Win a game for the first star.")
        case 1 if results[-1]:
            return _("Win the next game for the second star.")
        case 1:
            return _("Win two in a row for the second star.")
        case 2 if sum(results[1 - _WINDOW :]) >= _ENOUGH - 1 and len(results) >= _WINDOW - 1:
            return _("Win the next game for the third star.")
        case 2:
            return _("Win four of five in a row for the third star.")
        case _:
            return ""


@dataclass(frozen=True, slots=True)
class Rung:
    """A person's results against one level in a family of versions."""

    player: str
    results: tuple[bool, ...]
    unaided: tuple[bool, ...]
    """For each of the same games, whether it was won without a hint."""

    @property
    def name(self) -> str:
        """The name of the level's character."""
        character = PLAYERS[self.player].character
        return PLAYERS[self.player].name if character is None else character.name

    @property
    def stars(self) -> int:
        """From 0 to 3."""
        return stars_of(self.results)

    @property
    def gold(self) -> int:
        """The number of golden stars: those that the wins without a hint would earn. The others are silver."""
        return stars_of(self.unaided)

    @property
    def won(self) -> int:
        """The number of games won."""
        return sum(self.results)

    @property
    def next(self) -> str:
        """What the next star requires."""
        return next_star(self.results)


@dataclass(frozen=True, slots=True)
class Ladder:
    """The five rungs of a family of versions, the weakest first."""

    family: Family
    rungs: tuple[Rung, ...]

    @property
    def name(self) -> str:
        """The family's name, in the current language."""
        return _(FAMILY_NAMES[self.family])

    @property
    def preset(self) -> str:
        """The version of the family that the ladder's page starts."""
        return next(preset.id for preset in PRESETS.values() if preset.family == self.family)

    @property
    def stars(self) -> int:
        """The stars of all rungs."""
        return sum(rung.stars for rung in self.rungs)

    @property
    def at(self) -> Rung:
        """The person's rung: the first with fewer than two stars, or the last."""
        return next((rung for rung in self.rungs if rung.stars < 2), self.rungs[-1])

    @property
    def is_begun(self) -> bool:
        """Whether a game has been played."""
        return any(rung.results for rung in self.rungs)


def counts(game: Played) -> bool:
    """Return whether a finished game counts: a named version, one level as the only opponent, no stand-in."""
    return game.version in PRESETS and game.opponents in _LEVELS and not game.stood_in


def ladders(games: Iterable[Played]) -> list[Ladder]:
    """Return the ladder of each family, from a person's games, latest first."""
    results: dict[tuple[Family, str], list[tuple[bool, bool]]] = {}
    for game in games:
        if counts(game):
            key = PRESETS[game.version].family, game.opponents
            won = game.won is True
            results.setdefault(key, []).insert(0, (won, won and not game.had_hints))
    return [
        Ladder(family, tuple(_rung(level.id, results.get((family, level.id), [])) for level in LEVELS))
        for family in FAMILY_NAMES
    ]


def _rung(player: str, results: Iterable[tuple[bool, bool]]) -> Rung:
    found = list(results)
    return Rung(player, tuple(won for won, _unaided in found), tuple(unaided for _won, unaided in found))
