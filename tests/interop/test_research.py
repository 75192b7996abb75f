"""The examples of docs/research.md run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spite_and_malice.interop.chance_game import Setting
from spite_and_malice.rules import preset_rules

DOCUMENT = Path(__file__).parents[2] / "docs" / "research.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(1, len(EXAMPLES) + 1))
def test_the_example_runs(example: str) -> None:
    framework = next((name for name in ("pyspiel", "pettingzoo", "gymnasium", "torch") if name in example), "numpy")
    pytest.importorskip(framework, reason=f"{framework} is not installed")
    exec(compile(example, str(DOCUMENT), "exec"), {})


def test_there_is_an_example_for_each_framework() -> None:
    assert any("pyspiel" in example for example in EXAMPLES)
    assert any("pettingzoo" in example for example in EXAMPLES)
    assert any("gymnasium" in example for example in EXAMPLES)


def test_the_fields_of_an_observation_are_all_told() -> None:
    table = re.findall(r"^\| `(\w+)` \| \(([\w, ]+)\) \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    rules = preset_rules("partners")
    kinds = Setting(rules).kinds
    sizes = {**rules.to_json(), "places": kinds.places, "kinds": kinds.count}
    told = {name: tuple(sizes.get(size) or int(size) for size in shape.split(", ")) for name, shape in table}
    assert told == kinds.pieces()


def test_the_number_of_moves_is_right() -> None:
    stated = re.search(r"`standard` has (\d+)", DOCUMENT.read_text(encoding="utf-8"))
    assert stated is not None
    assert len(Setting(preset_rules("standard")).kinds.moves) == int(stated[1])
