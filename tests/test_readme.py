"""The claims of README.md hold for somebody with only the repository."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from spite_and_malice.cli import main as main_command
from spite_and_malice.server.store import Store

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    python3 play\.py( [^\n]*?)?(?:   .*)?$", README, re.MULTILINE)

LASTING = {"", "--host 0.0.0.0", "--port 8080 --no-browser", "test", "play skip-bo --against casual", "link", "bench"}
"""Commands that serve, ask, or take a long time."""
BUILDING = {"offline build", "offline export build/site"}


def spite(words: list[str], folder: Path) -> Result:
    """Run a command within the test: most of the time of a separate process goes into its start."""
    return CliRunner().invoke(main_command, words, env={"SPITE_DATA": str(folder / "games.sqlite3")}, prog_name="spite")


def test_the_commands_are_found() -> None:
    found = {command.strip() for command in COMMANDS}
    assert found >= LASTING | BUILDING
    assert len(found) >= 20


@pytest.mark.parametrize("command", sorted({command.strip() for command in COMMANDS}))
def test_a_command_works_as_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    words = shlex.split(command)
    if command == "test":
        return
    if command in LASTING | BUILDING or any(word.isupper() for word in words):
        # At least the command and its options exist.
        names = [word for word in words if not word.startswith("-")] if words and words[0][0] != "-" else ["serve"]
        found: click.Command = main_command
        for name in names:
            if isinstance(found, click.Group):
                found = found.commands[name]
        options = {option for each in found.params for option in (*each.opts, *each.secondary_opts)}
        assert {word for word in words if word.startswith("--")} <= options
        return
    Store(tmp_path / "games.sqlite3").close()
    monkeypatch.chdir(ROOT)
    told = spite(words, tmp_path)
    assert told.exit_code == 0, told.output
    assert told.stdout


def test_it_is_short() -> None:
    start = README.index("\n\n") + 2
    what = README[start : README.index("\n\n", start)]
    assert len(re.findall(r"[.?!](?=\s|$)", what)) == 2
    features = README[README.index("## What is in it") : README.index("## The command")]
    bullets = [line for line in features.splitlines() if line.startswith("- ")]
    assert len(bullets) == 8
    assert [line for line in features.splitlines() if len(line) > 120] == []


def test_the_moving_picture_is_small_and_moves() -> None:
    (name,) = re.findall(r"!\[[^\]]*\]\((docs/screenshots/[\w.]+)\)", README)
    picture = (ROOT / name).read_bytes()
    assert len(picture) <= 600_000
    assert picture[8:12] == b"WEBP"
    assert picture.count(b"ANMF") > 20
