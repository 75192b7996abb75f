"""The presets: the versions of the game named by the sources (RULES.md section 8), a file for each family."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from spite_and_malice.arguments import InvalidArgument, Named, closest, of_type, plain
from spite_and_malice.rules.cards import Deck
from spite_and_malice.rules.errors import InvalidRules, shown
from spite_and_malice.rules.model import Rules
from spite_and_malice.rules.presets.classic import BOOK, CLASSIC
from spite_and_malice.rules.presets.goal import GOAL, QUICK
from spite_and_malice.rules.presets.numbers import NUMBERS
from spite_and_malice.rules.presets.preset import Preset
from spite_and_malice.texts import Terms, _, listed

__all__ = ["PRESETS", "Preset", "has_stars", "preset_for", "preset_rules", "rules_from", "terms_of"]

_NAMED: Final = Named("preset", {preset.id: preset for preset in (*CLASSIC, *BOOK, *GOAL, *NUMBERS, QUICK)})
PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(_NAMED)
"""Every preset by its id, in the order of RULES.md section 8."""


def preset_rules(preset_id: str, players: int | None = None, changes: Mapping[str, object] | None = None) -> Rules:
    """Return the rules of a preset for some players (None: the fewest it allows), with `changes` to fields as JSON.

    A game for two played by more people gets more packs.

    Raises `InvalidRules` for a preset that does not exist, a number of players it does not allow, and changes that
    the rules refuse.
    """
    preset = _NAMED.find(preset_id)
    if preset is None:
        text = _("There is no preset {preset}; the presets are {presets}.")
        close = closest(preset_id, PRESETS)
        if close is not None:
            text = _("There is no preset {preset}. Did you mean {meant}? The presets are {presets}.")
        said = text.format(preset=shown(preset_id), meant=shown(close), presets=", ".join(PRESETS))
        raise InvalidRules(said, ("preset",))
    if players is None:
        players = preset.players[0]
    players = plain(players)  # type: ignore[assignment]
    if type(players) is not int or players not in preset.allowed:
        text = _("The preset {preset} is for {allowed} players, not {players}.")
        allowed = listed([str(number) for number in preset.allowed], either=True)
        raise InvalidRules(text.format(preset=preset.id, allowed=allowed, players=shown(players)), ("players",))
    if not isinstance(changes, Mapping | None):
        raise InvalidRules(_("Rules must be an object with the fields of the rules as its keys."))
    return Rules.from_json({"players": players, **preset.fields(players), **(changes or {})})


def preset_for(preset_id: str | None, players: object) -> Rules | None:
    """Return the rules of a preset for some players, None if there is no such preset for that many."""
    preset = PRESETS.get(preset_id or "")
    if preset is None or type(players) is not int or players not in preset.allowed:
        return None
    return preset_rules(preset.id, players)


def rules_from(rules: Rules | str, players: int | None = None, changes: Mapping[str, object] | None = None) -> Rules:
    """Return rules as they are, or those of a preset by its id, as `preset_rules` does.

    Raises `InvalidRules`, and `InvalidArgument` for anything else, or for `players` or `changes` together with whole
    rules.
    """
    if isinstance(rules, str):
        return preset_rules(rules, players, changes)
    found = of_type(rules, Rules, "rules", 'take a preset by its id such as "standard", or preset_rules(…)')
    if players is not None or changes:
        raise InvalidArgument(
            "players and changes go with the id of a preset, not with rules, which say everything themselves"
        )
    return found


def terms_of(preset_id: str | None, *, piles: bool) -> Terms:
    """Return a preset's own words for its wild card and, if wanted, for the `piles`; none for house rules."""
    preset = PRESETS.get(preset_id or "")
    if preset is None:
        return {}
    return {**preset.wild, **preset.terms} if piles else preset.wild


def has_stars(rules: Rules) -> bool:
    """Whether the wild cards of the deck are stars rather than jokers, as in a preset that calls them stars."""
    return rules.deck in _decks_with_stars()


@cache
def _decks_with_stars() -> frozenset[Deck]:
    return frozenset(preset_rules(preset.id).deck for preset in PRESETS.values() if preset.wild)
