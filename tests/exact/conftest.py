"""The kit, which runs under Node.js here."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import pytest

HERE: Final = Path(__file__).parent


@pytest.fixture(scope="session")
def in_kit_command(built_kit: Path) -> list[str]:
    """Return the command for a program in the kit's Python, to be followed by the program's path and folder."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js on this machine, which runs the kit here")
    return [node, str(HERE / "in-kit.mjs"), str(built_kit)]
