"""The kit, which runs under Node.js here."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

import pytest

from spite_and_malice.offline.kit import usable

HERE: Final = Path(__file__).parent


@pytest.fixture(scope="session")
def in_kit_command(root: Path) -> list[str]:
    """Return what runs a program in the kit's Python, for the program's path and that of its folder to follow."""
    kit = Path(os.environ.get("SPITE_TEST_KIT", root / "build" / "kit")).resolve()
    if not usable(kit):
        pytest.skip("no kit of this version: python3 play.py offline build build/kit")
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js on this machine, which runs the kit here")
    return [node, str(HERE / "in-kit.mjs"), str(kit)]
