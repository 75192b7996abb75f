"""The pictures of docs/terminal-sizes.md are what the terminal draws."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.terminal_pictures import FILE, SIZES, pictures


def test_the_page_is_what_is_drawn() -> None:
    assert FILE.read_text(encoding="utf-8") == pictures(), "run python -m tools.terminal_pictures"


def test_no_picture_is_larger_than_its_terminal() -> None:
    blocks = FILE.read_text(encoding="utf-8").split("```text\n")[1:]
    for (columns, lines), block in zip([*SIZES, (80, 24)], blocks, strict=True):
        drawn = block.partition("\n```")[0].splitlines()
        assert max(map(len, drawn)) <= columns
        assert len(drawn) <= lines - 2


def test_the_first_picture_waits_for_no_engine(root: Path) -> None:
    code = (
        "import sys; from spite_and_malice.terminal.screen.app import Screen; "
        "assert not any(name.startswith('spite_and_malice.engine') for name in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=root)
