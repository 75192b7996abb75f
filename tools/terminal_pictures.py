"""Draw the table of the terminal at three sizes into docs/terminal-sizes.md.

    .venv/bin/python -m tools.terminal_pictures

The cards are always the same: a test keeps the file and the table in sync.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from typing import Final

from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from spite_and_malice.rules import preset_rules
from spite_and_malice.terminal.alone import Alone
from spite_and_malice.terminal.backend import Heard, LineEvent
from spite_and_malice.terminal.console import Output
from spite_and_malice.terminal.screen.app import Screen
from spite_and_malice.terminal.screen.spite import scene_of
from spite_and_malice.terminal.table import Table

FILE: Final = Path(__file__).resolve().parent.parent / "docs/terminal-sizes.md"
SIZES: Final = ((60, 20), (80, 24), (120, 40))
BLOCKS: Final = (80, 22)
_EDGES: Final = 2
"""The lines below the picture: the input line, and the keys."""


def pictures() -> str:
    """Return the page."""
    parts = [
        "# The terminal's table at three sizes",
        "`.venv/bin/python -m tools.terminal_pictures` draws this page, without the line to type on and the keys.",
    ]
    table = _table()
    with create_pipe_input() as keys:
        screen = Screen(Output(io.StringIO()), source=keys, terminal=DummyOutput())
        screen.show(lambda: scene_of(table), ())
        for columns, lines in SIZES:
            drawn = "\n".join(screen.picture(columns, lines - _EDGES).lines()).rstrip("\n")
            parts += [f"## {columns} columns, {lines} lines", f"```text\n{drawn}\n```"]
        screen.click("/:cards")
        drawn = "\n".join(screen.picture(*BLOCKS).lines()).rstrip("\n")
        parts += ["## Cards in half blocks", f"```text\n{drawn}\n```"]
    return "\n\n".join(parts) + "\n"


def _table() -> Table:
    """Return a table whose cards are always the same, before the first move."""
    found = Table()

    def tell(event: LineEvent) -> None:
        if isinstance(event, Heard) and event.message["type"] == "snapshot":
            found.take(event.message)

    with tempfile.TemporaryDirectory() as folder:
        rules = preset_rules("standard", None, {"target": 1})
        Alone.begin(Path(folder), "standard", rules, "Ada", ["casual"], lambda: b"a table 0").open(tell)
    return found


if __name__ == "__main__":
    FILE.write_text(pictures(), encoding="utf-8")
