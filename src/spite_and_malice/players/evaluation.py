"""The value of a table where a playout is cut off: weights learned from self-play, for every preset."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from spite_and_malice.rules import PRESETS, Rules, preset_rules

# How a win is weighed against a lead in cards, both in playouts and when the weights were learned.
WIN: Final = 800
"""The value of a win beyond the lead, in hundredths of a pay-off card."""
DRAW: Final = 50
"""The share of the lead that counts in a game without a winner, in per cent."""

_NUMBER_OF_SIDES: Final = 1000
_NUMBER_OF_PLAYERS: Final = 100


@lru_cache(maxsize=64)
def evaluation_for(rules: Rules) -> tuple[int, ...]:
    """The weights (`codes.E_WILD` …) learned under the rules most similar to these."""
    return max(_learned(), key=lambda each: _likeness(rules, each[0]))[1]


@lru_cache(maxsize=64)
def preset_like(rules: Rules) -> str:
    """The preset whose rules are the most similar to these, with as many players where it has them."""

    def known(name: str) -> Rules:
        return preset_rules(name, rules.players if rules.players in PRESETS[name].players else None)

    return max(PRESETS, key=lambda name: _likeness(rules, known(name)))


def _likeness(rules: Rules, known: Rules) -> int:
    fields, others = rules.to_json(), known.to_json()
    same: int = sum(value == others[name] for name, value in fields.items())
    return (
        same
        + _NUMBER_OF_SIDES * (rules.side_count == known.side_count)
        - _NUMBER_OF_PLAYERS * abs(rules.players - known.players)
    )


@cache
def _learned() -> tuple[tuple[Rules, tuple[int, ...]], ...]:
    """Every set of weights in evaluation.json, with the rules that it was learned under."""
    text = files("spite_and_malice.players").joinpath("evaluation.json").read_text(encoding="utf-8")
    sets: list[dict[str, Any]] = json.loads(text)["sets"]
    return tuple((preset_rules(each["preset"], each["players"]), tuple(each["weights"])) for each in sets)
