"""The rules that somebody chooses for an evening or a club, and the names they give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta, Struct

from spite_and_malice.rules import PRESETS, Rules
from spite_and_malice.texts import _

from ...games.spite.setup import build_rules
from ...http.errors import ApiError
from ...people import is_forbidden, visible
from ...store import Store, StoredClub

ShortName = Annotated[str, Meta(max_length=60)]


class RulesChoice(Struct, forbid_unknown_fields=True):
    """The rules of an evening: a version for a number of players, or the id of your house rules."""

    preset: str | None = None
    players: int | None = None
    house: str | None = None
    target: int = 1


@dataclass(frozen=True, slots=True)
class ChosenRules:
    """A version, if any, and all fields of rules; ``name`` is their name as house rules, else empty."""

    preset: str | None
    rules: dict[str, Any]
    name: str = ""


async def chosen_rules(store: Store, person: str, choice: RulesChoice | None, club: StoredClub | None) -> ChosenRules:
    """Return the rules that somebody chose, those of a club by default. Raises `ApiError` and `InvalidRules`."""
    if choice is None:
        if club is not None:
            return ChosenRules(club.club.preset, club.club.rules, club.club.rules_name)
        choice = RulesChoice("standard", 2)
    if choice.house is not None:
        kept = next((each for each in await store.house_rules.of(person) if each.id == choice.house), None)
        if kept is None or kept.preset not in PRESETS:
            raise ApiError(404, "no_such_rules", _("These house rules are no longer there."))
        rules = Rules.from_json(kept.rules | {"target": choice.target})
        return ChosenRules(None, rules.to_json(), shown_text(kept.name))
    preset = choice.preset or "standard"
    return ChosenRules(preset, build_rules(preset, choice.players, {"target": choice.target}).to_json())


def shown_text(text: str) -> str:
    """Return a name without invisible characters; empty if it may not be shown to others."""
    found = visible(text)
    return "" if is_forbidden(found) else found
