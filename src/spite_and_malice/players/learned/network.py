"""A small network of whole numbers, which needs no library."""

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
"""What stands for 1 among the weights."""
ONE: Final = SCALE * SCALE
"""A pay-off card in what a network says."""
LEARNED: Final = MappingProxyType({"standard": 20, "skip-bo": 80, "book": 60})
"""The presets that there are networks for, each in a file of its own, and by how many hundredths of a pay-off card each
has to find another way better than the policy's: with less it cost more than it brought (docs/baselines.md)."""


@dataclass(frozen=True, slots=True)
class Network:
    """One layer of `hidden` units that let nothing below 0 through, and one number that comes of them.

    Smaller differences than `doubt`, in parts of `ONE`, it does not know surely enough.
    `inputs` has for each input what it adds to each unit, `bias` what the units begin with, `outputs` what each counts
    for in the end: all in 256ths.
    """

    inputs: tuple[tuple[int, ...], ...]
    bias: tuple[int, ...]
    outputs: tuple[int, ...]
    doubt: int = 0

    def values(self, tables: Sequence[Sequence[int]]) -> list[int]:
        """What each table is worth by its features, as parts of `ONE`; what is much like the first one costs little.

        Raises ValueError for another number of features than of `inputs`, and for no table.
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
        """The units after these features, by their places, have been added."""
        for i, feature in features:
            if feature:
                units = [unit + feature * weight for unit, weight in zip(units, self.inputs[i], strict=True)]
        return units


@lru_cache(maxsize=64)
def network_for(rules: Rules) -> Network:
    """The network that was trained under the rules that are most like these."""
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
