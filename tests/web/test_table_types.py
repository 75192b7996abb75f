"""The types in the comments of the browser's modules fit their code, and the server's messages."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import pytest
from msgspec import UnsetType

from spite_and_malice.server.protocol.outgoing import Clocks, closer
from tools import rule_defaults
from tools.message_types import FILES, WEB, browser_type

HERE: Final = Path(__file__).resolve().parent


def test_the_modules_keep_to_their_types() -> None:
    compiler = shutil.which("tsc", path=str(HERE / "node_modules" / ".bin")) or shutil.which("tsc")
    if compiler is None:
        pytest.skip("no TypeScript compiler: npm ci --prefix tests/web")
    run = subprocess.run(
        [compiler, "--project", str(HERE / "jsconfig.json")], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.path)
def test_the_browsers_types_are_those_of_the_servers_messages(file: Any) -> None:
    assert (WEB / file.path).read_text("utf-8") == file.text(), "run python -m tools.message_types"


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        (str | None, "string | null"),
        (Clocks | None, "(number | null)[] | null"),
        (list[str], "string[]"),
        (dict[str, Any], "Record<string, unknown>"),
        (Literal["move", "player"] | UnsetType, '"move" | "player"'),
        (Annotated[str, closer('"a" | "b"')] | None, '"a" | "b" | null'),
    ],
)
def test_a_type_is_written_as_the_browser_has_it(hint: Any, text: str) -> None:
    assert browser_type(hint) == text


def test_the_browser_has_the_defaults_of_the_rules_of_patience() -> None:
    assert rule_defaults.FILE.read_text("utf-8") == rule_defaults.text(), "run python -m tools.rule_defaults"
