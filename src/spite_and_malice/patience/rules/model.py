"""The rules of a game of patience as one value, and its presets (PATIENCE.md section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from spite_and_malice.arguments import Named, closest
from spite_and_malice.patience.rules.fields import FIELDS, Draw, Empty
from spite_and_malice.rules.errors import InvalidRules, no_field, shown
from spite_and_malice.texts import N_, _


@dataclass(frozen=True, slots=True)
class Rules:
    """One attribute for each field, with its default; `passes` None is as many as one likes.

    Checked on construction: raises `InvalidRules` with a sentence.
    """

    draw: Draw = 1
    passes: int | None = None
    empty: Empty = "king"
    worry_back: bool = True

    def __post_init__(self) -> None:
        for field in FIELDS.values():
            field.check(getattr(self, field.name))

    @classmethod
    def from_json(cls, obj: object) -> Rules:
        """Read the rules from an object with the names of the fields as its keys; what is left out is the default.

        Raises `InvalidRules` with a sentence that names the field.
        """
        if not isinstance(obj, Mapping):
            raise InvalidRules(_("Rules must be an object with the fields of the rules as its keys."))
        for key in obj:
            if not isinstance(key, str) or key not in FIELDS:
                raise no_field(key, FIELDS)
        return cls(**obj)

    def to_json(self) -> dict[str, Any]:
        """Every field as JSON, in the order of the table in PATIENCE.md section 2."""
        return {name: getattr(self, name) for name in FIELDS}


@dataclass(frozen=True, slots=True)
class Preset:
    """Rules under a name: `name` and `summary` are texts to be translated."""

    id: str
    name: str
    summary: str
    rules: Rules


_PRESETS: Final = (
    Preset(
        "klondike-1",
        N_("Klondike, turn 1"),
        N_("One card at a time is turned from the stock, which comes round as often as you like."),
        Rules(),
    ),
    Preset(
        "klondike-3",
        N_("Klondike, turn 3"),
        N_("Three cards at a time are turned from the stock, and only the last of them can be played."),
        Rules(draw=3),
    ),
)
_NAMED: Final = Named("version of patience", {preset.id: preset for preset in _PRESETS})
PRESETS: Final[dict[str, Preset]] = _NAMED
"""The presets by their id."""


def preset_rules(preset: str, changes: Mapping[str, Any] | None = None) -> Rules:
    """Return the rules of a preset with some fields changed.

    Raises `InvalidRules` for a preset that there is not, and as `Rules.from_json` does.
    """
    found = _NAMED.find(preset)
    if found is None:
        close = closest(preset, PRESETS)
        if close is None:
            text = _("There is no version {name} of patience; the versions are {presets}.")
        else:
            text = _("There is no version {name} of patience. Did you mean {meant}? The versions are {presets}.")
        raise InvalidRules(text.format(name=shown(preset), meant=shown(close), presets=", ".join(PRESETS)))
    if not isinstance(changes, Mapping | None):
        raise InvalidRules(_("Rules must be an object with the fields of the rules as its keys."))
    return Rules.from_json({**found.rules.to_json(), **(changes or {})})
