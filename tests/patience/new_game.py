"""A game that is in no list: exactly what somebody adding one to `patience/rules/presets.py` has to write."""

from __future__ import annotations

from typing import Final

from spite_and_malice.patience import PRESETS
from spite_and_malice.patience.rules import Preset, Rules

NEW_GAME: Final = Preset(
    "open-seahaven",
    "Open Seahaven",
    "Seahaven Towers in which any card fills a gap.",
    Rules.from_json({**PRESETS["seahaven"].rules.to_json(), "empty": "any"}),
    minutes=6,
)
