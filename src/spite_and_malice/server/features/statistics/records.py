"""Records to beat: by the same rules, without hints and without turns taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from spite_and_malice.rules import InvalidRules, preset_rules
from spite_and_malice.texts import _, ngettext

from ...games.spite.figures import rules_key
from ...store import GameFigures
from .statistics import HOUSE, Played, version_name

_LISTED: Final = 12
_TOLD_AFTER: Final = 2
"""How many games by the same rules must have been played before a game can beat a record."""


class RecordGame(Struct):
    """A record: how much, and the page on which the game is watched again; ``at`` in UTC milliseconds."""

    value: int
    url: str
    at: int


class RulesRecords(Struct):
    """The records by the same rules; each is None before anybody set it. ``time`` is in milliseconds."""

    name: str
    games: int
    time: RecordGame | None
    turns: RecordGame | None
    margin: RecordGame | None
    most_payoff: RecordGame | None


class BeatenRecord(Struct):
    """A record that a game has beaten: which, how much it is now, and how much it was."""

    measure: str
    value: int
    before: int


@dataclass(frozen=True, slots=True)
class _Measure:
    """What a record is of: what a counted game comes to, None if it cannot set it, and whether less is better."""

    of: Callable[[Played], int | None]
    least: bool = False

    def best(self, games: Sequence[Played]) -> RecordGame | None:
        """Return the best of games, given with the latest first; of equals the one that was first."""
        found: RecordGame | None = None
        for game in reversed(games):
            value = None if game.is_helped or game.stood_in or game.game.offline else self.of(game)
            if value is not None and (found is None or self.is_better(value, found.value)):
                found = RecordGame(value, game.replay, game.game.ended_at)
        return found

    def is_better(self, value: int, other: int) -> bool:
        """Say whether a value beats another."""
        return value < other if self.least else value > other


_MEASURES: Final = {
    "time": _Measure(lambda game: game.figures.time if game.won and game.figures else None, least=True),
    "turns": _Measure(lambda game: game.counted.turns if game.won and game.counted else None, least=True),
    "margin": _Measure(lambda game: (game.margin or None) if game.won else None),
    # Nothing is no record to beat.
    "most_payoff": _Measure(lambda game: (game.counted.most_payoff or None) if game.counted else None),
}


def records_by_rules(games: Sequence[Played]) -> list[RulesRecords]:
    """Return the records of games, given with the latest first, by their rules; the most played first."""
    by_rules: dict[tuple[str, str], list[Played]] = {}
    for game in games:
        if game.figures is not None:
            by_rules.setdefault((game.version, game.figures.rules), []).append(game)
    groups = sorted(by_rules.values(), key=lambda some: -len(some))[:_LISTED]
    return [
        RulesRecords(_name(some[0]), len(some), **{name: measure.best(some) for name, measure in _MEASURES.items()})
        for some in groups
    ]


def beaten(games: Sequence[Played], table_id: str, number: int) -> list[BeatenRecord]:
    """Return the records that a game has beaten, among a person's own games with the latest first."""
    at = next((at for at, one in enumerate(games) if (one.game.table_id, one.game.number) == (table_id, number)), None)
    if at is None:
        return []
    new = games[at]
    before = [game for game in games[at + 1 :] if _play_alike(game, new)]
    if len(before) < _TOLD_AFTER:
        return []
    found = []
    for name, measure in _MEASURES.items():
        reached, standing = measure.best([new]), measure.best(before)
        if reached is not None and standing is not None and measure.is_better(reached.value, standing.value):
            found.append(BeatenRecord(name, reached.value, standing.value))
    return found


def _play_alike(one: Played, other: Played) -> bool:
    """Say whether two games were played by the same rules, as far as that is known."""
    if one.figures is None or other.figures is None:
        return False
    return (one.version, one.figures.rules) == (other.version, other.figures.rules)


def _name(game: Played) -> str:
    """Say by what rules a game was played, as "Standard, 2 players, 20 cards"."""
    figures = game.figures
    assert figures is not None
    players = ngettext("{n} player", "{n} players", game.players).format(n=game.players)
    cards = ngettext("{n} card", "{n} cards", figures.payoff).format(n=figures.payoff)
    changed = [] if game.version == HOUSE or _are_usual(game.version, game.players, figures) else [_("changed")]
    return ", ".join([version_name(game.version), players, cards, *changed])


def _are_usual(version: str, players: int, figures: GameFigures) -> bool:
    """Say whether the rules of a game are the version's own, but for the number of pay-off cards."""
    try:
        usual = preset_rules(version, players)
        if usual.payoff * usual.payoff_piles != figures.payoff:
            usual = preset_rules(version, players, {"payoff": figures.payoff // usual.payoff_piles})
    except InvalidRules:
        return False
    return rules_key(usual) == figures.rules
