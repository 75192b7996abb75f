"""The QR code of an invitation: a phone reads the link from it, and it fits on a small screen."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from spite_and_malice.cli import main
from spite_and_malice.terminal.console import Output
from spite_and_malice.terminal.invitation import code_lines

segno = pytest.importorskip("segno")

LINK = "http://localhost:46051/table/4HddcECVhvuOhWt7"


def test_half_blocks_are_the_modules_of_the_code_with_a_light_edge() -> None:
    lines = code_lines(LINK)
    dark = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    rows = [[dark[each][half] for each in line] for line in lines for half in (0, 1)]
    code = segno.make(LINK, error="l", micro=False, boost_error=False)
    size = len(code.matrix)
    assert [row[1 : size + 1] for row in rows[1 : size + 1]] == [list(row) for row in code.matrix]
    assert not any(rows[0])
    assert not any(row[0] or row[-1] for row in rows)
    # It is fully visible in a drawn table of 60 columns and 20 lines.
    assert len(lines) <= 16
    assert max(map(len, lines)) <= 56


@pytest.mark.parametrize(
    ("encoding", "width", "is_drawn"), [("utf-8", 79, True), ("ascii", 79, False), ("utf-8", 20, False)]
)
def test_a_code_that_cannot_be_shown_whole_is_left_out(encoding: str, width: int, is_drawn: bool) -> None:
    out = io.StringIO()
    Output(out, encoding, width).drawing(code_lines(LINK))
    assert ("▀" in out.getvalue()) is is_drawn


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["play", "klondike-1", "--invite"], "Patience is for one"),
        (["play", "--at", "http://localhost:1"], "--at is for --invite"),
        (["play", "--invite", "--players", "2", "--against", "club"], "No seat is left for others"),
        (["play", "--invite", "--against", "nobody"], "nobody"),
    ],
)
def test_invitations_that_cannot_be_are_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], refusal: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    assert refusal in result.output
