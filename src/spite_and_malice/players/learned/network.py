"""A small integer network that needs no library."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from spite_and_malice.rules import Rules, preset_rules

SCALE: Final = 256
"""The fixed-point representation of 1 in the weights."""
ONE: Final = SCALE * SCALE
"""The value of a pay-off card in a network's output."""
LEARNED: Final = MappingProxyType({"standard": 20, "skip-bo": 80, "book": 60})
"""The presets with a network, each in its own file, and the lead over the policy's own line, in hundredths of a pay-off
card, below which departing from it cost more than it gained (docs/baselines.md)."""


@dataclass(frozen=True, slots=True)
class Network:
    """One hidden layer of rectified units and one output.

    Differences smaller than `doubt`, in parts of `ONE`, are not reliable. `inputs` has the weights of each input,
    `bias` those of the units, `outputs` those of the output: all in 256ths.
    """

    inputs: tuple[tuple[int, ...], ...]
    bias: tuple[int, ...]
    outputs: tuple[int, ...]
    doubt: int = 0

    def values(self, tables: Sequence[Sequence[int]]) -> list[int]:
        """The values of tables by their features, in parts of `ONE`; tables similar to the first one are cheap.

        Raises ValueError if the number of features differs from that of `inputs`, and for no table.
        """
        if not tables or any(len(table) != len(self.inputs) for table in tables):
            raise ValueError(f"{len(self.inputs)} numbers are wanted for each of one table or more")
        first, begun = tables[0], self._with(self.bias, enumerate(tables[0]))
        found = []
        for table in tables:
            changed = [(i, new - old) for i, (new, old) in enumerate(zip(table, first, strict=True)) if new != old]
            units = self._with(begun, changed)
            found.append(sum(unit * weight for unit, weight in zip(units, self.outputs, strict=True) if unit > 0))
        return found

    def _with(self, units: Sequence[int], features: Iterable[tuple[int, int]]) -> Sequence[int]:
        """The units after adding the features at these places."""
        for i, feature in features:
            if feature:
                units = [unit + feature * weight for unit, weight in zip(units, self.inputs[i], strict=True)]
        return units


@lru_cache(maxsize=64)
def network_for(rules: Rules) -> Network:
    """The network trained under the rules most similar to these."""
    fields = rules.to_json()

    def likeness(preset: str) -> int:
        others = preset_rules(preset, 2).to_json()
        return sum(value == others[name] for name, value in fields.items())

    return _read(max(LEARNED, key=likeness))


@cache
def _read(preset: str) -> Network:
    text = files("spite_and_malice.players.learned").joinpath(f"{preset}.json").read_text(encoding="utf-8")
    read: dict[str, Any] = json.loads(text)
    return Network(
        tuple(map(tuple, read["inputs"])), tuple(read["bias"]), tuple(read["outputs"]), LEARNED[preset] * ONE // 100
    )
