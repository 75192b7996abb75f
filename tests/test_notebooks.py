"""The notebooks of examples/ run, and their stored output is current."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spite_and_malice.engine.core import IS_NATIVE
from tools.notebooks import FOLDER, read, run

pytestmark = pytest.mark.skipif(not IS_NATIVE, reason="without the compiled core they take minutes")


SHOWN = ("examples/", "tools/notebooks.py", "src/spite_and_malice/analysis/", "src/spite_and_malice/players/")


def shown(notebook: dict[str, Any]) -> list[Any]:
    return [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("name", ["first_game", pytest.param("a_lost_game", marks=pytest.mark.nightly(*SHOWN))])
def test_a_notebook_shows_what_stands_in_it(name: str) -> None:
    notebook = read(FOLDER / f"{name}.ipynb")
    assert "image/svg+xml" in str(shown(notebook))
    assert shown(run(notebook)) == shown(notebook)


def test_the_long_notebook_runs_with_fewer_games() -> None:
    notebook = read(FOLDER / "who_plays_first.ipynb")
    (cell,) = [cell for cell in notebook["cells"] if any("GAMES = " in line for line in cell["source"])]
    cell["source"] = [line.replace("GAMES = 120", "GAMES = 1") for line in cell["source"]]
    assert "GAMES = 1\n" in cell["source"]
    table, plot = [outputs[0] for outputs in shown(run(notebook)) if outputs]
    assert len(table["text"]) > 30
    assert "<circle" in "".join(plot["data"]["image/svg+xml"])


def test_every_notebook_is_tested() -> None:
    assert {path.stem for path in Path(FOLDER).glob("*.ipynb")} == {"first_game", "a_lost_game", "who_plays_first"}
