"""Sessions for tests: at a table of this program, with input from a text and recorded output."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

from spite_and_malice.rules import Rules, preset_rules
from spite_and_malice.terminal.alone import Alone
from spite_and_malice.terminal.backend import Backend
from spite_and_malice.terminal.console import Keyboard, Output
from spite_and_malice.terminal.session import Session

WAY_BACK = "spite play"


def table(
    folder: Path, rules: Rules | None = None, secret: Callable[[], bytes] = lambda: b"a table", player: str = "casual"
) -> Alone:
    """Set up a table with fixed cards."""
    rules = rules or preset_rules("standard", None, {"target": 1})
    return Alone.begin(folder, "standard", rules, "Ada", [player] * (rules.players - 1), secret)


def typed(backend: Backend, *lines: str, width: int = 79, encoding: str = "utf-8", at_any_time: bool = False) -> str:
    """Type lines at a table, each when an answer is expected or at any time; return all output."""
    out = io.StringIO()
    keyboard = Keyboard(io.StringIO("".join(f"{line}\n" for line in lines)), is_terminal=at_any_time)
    Session(backend, keyboard, Output(out, encoding, width), name="Ada", way_back=WAY_BACK).run()
    return out.getvalue()
