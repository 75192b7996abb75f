"""`spite play` in a real terminal: keys are sent, the screen is read."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.waiting import wait_until

SECONDS = 60.0

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminal:
    """A terminal of a given size in which a command runs."""

    def __init__(self, socket: Path, columns: int, lines: int, command: str, **environment: str) -> None:
        self._tmux = ["tmux", "-S", str(socket), "-f", "/dev/null"]
        size = ["-x", str(columns), "-y", str(lines)]
        # The environment of the server would be that of the first terminal.
        shown = " ".join(f"{name}='{value}'" for name, value in environment.items())
        self._do("new-session", "-d", *size, f"env {shown} {command}; echo ended with $?; cat")

    def _do(self, *words: str) -> str:
        return subprocess.run([*self._tmux, *words], check=True, capture_output=True, text=True).stdout

    def type(self, *keys: str) -> None:
        self._do("send-keys", *keys)

    def resize(self, columns: int, lines: int) -> None:
        self._do("resize-window", "-x", str(columns), "-y", str(lines))

    def screen(self) -> str:
        return self._do("capture-pane", "-p")

    def wait_for(self, wanted: Callable[[str], object]) -> str:
        """Return the screen as soon as it shows the expected text."""
        shown: list[str] = []

        def is_shown() -> object:
            shown[:] = [self.screen()]
            return wanted(shown[0])

        wait_until(is_shown, lambda: shown[0])
        return shown[0]

    def close(self) -> None:
        self._do("kill-server")


@pytest.fixture
def open_terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Open terminals in which `spite play` runs, with all its data in a separate folder."""
    opened: list[Terminal] = []

    def open_one(columns: int, lines: int, words: str = "", **environment: str) -> Terminal:
        command = f"{sys.executable} -m spite_and_malice play --data {tmp_path}/games.sqlite3 {words}"
        kept = {"XDG_CONFIG_HOME": str(tmp_path / "settings"), "LANGUAGE": "", "PYTHONUTF8": "0"}
        kept |= {"XDG_STATE_HOME": str(tmp_path / "state"), **environment}
        socket = tmp_path / f"tmux-{len(opened)}"
        opened.append(Terminal(socket, columns, lines, command, **kept))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


def is_my_turn(screen: str) -> bool:
    """Return whether the last line of the screen is a prompt."""
    return "Moves:" in screen and screen.rstrip().endswith("\n>")


def test_a_game_in_80_columns_goes_on_in_40_of_another_locale(open_terminal: Callable[..., Terminal]) -> None:
    wide = open_terminal(80, 24, "--plain --against beginner", LC_ALL="C.UTF-8")
    screen = wide.wait_for(is_my_turn)
    assert re.search(r"[♠♥♦♣]", screen)
    # From the table to the prompt everything is on one screen.
    assert "Centre: " in screen
    wide.type("nonsense", "Enter")
    wide.wait_for(lambda screen: "neither a command nor a move" in screen)
    wide.type("1", "Enter")
    wide.wait_for(lambda screen: "You p" in screen and is_my_turn(screen))
    wide.type("C-c")
    assert "Your game is kept." in wide.wait_for(lambda screen: "ended with 0" in screen)

    narrow = open_terminal(40, 20, LC_ALL="C", NO_COLOR="1")
    screen = narrow.wait_for(is_my_turn)
    assert screen.isascii()
    assert "Centre: " in screen
    narrow.type("1", "Enter")
    # The moves may have scrolled off such a small screen before one's next turn.
    narrow.wait_for(lambda now: now != screen and is_my_turn(now))
    narrow.type("C-d")
    assert "Your game is kept." in narrow.wait_for(lambda screen: "ended with 0" in screen)


def test_typed_lines_are_edited_and_kept_for_the_next_game(
    open_terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    first = open_terminal(80, 24, "--plain --against beginner", LC_ALL="C.UTF-8")
    first.wait_for(is_my_turn)
    first.type("sore", "Left", "Left", "Left", "c", "Enter")
    first.wait_for(lambda screen: "\n> score\nThis is a single game" in screen)
    first.type("hi", "Tab", "Enter")
    first.wait_for(lambda screen: "\n> hint\nThinking…\n" in screen)
    first.wait_for(lambda screen: screen.rstrip().endswith("\n>"))
    first.type("C-d")
    first.wait_for(lambda screen: "Your game is kept." in screen and "ended with 0" in screen)
    assert (tmp_path / "state/spite-and-malice/history").read_text() == "score\nhint\n"

    second = open_terminal(80, 24, "--plain", LC_ALL="C.UTF-8")
    second.wait_for(is_my_turn)
    second.type("Up", "Up", "Enter")
    second.wait_for(lambda screen: "\n> score\nThis is a single game" in screen)

    third = open_terminal(80, 24, "--plain", LC_ALL="C.UTF-8", SPITE_NO_EDIT="1")
    third.wait_for(is_my_turn)
    third.type("Up", "Enter")
    # Without editing a terminal shows keys that it cannot obey.
    third.wait_for(lambda screen: "> ^[[A" in screen)


def test_a_drawn_table_is_played_by_keys_at_any_size(open_terminal: Callable[..., Terminal]) -> None:
    terminal = open_terminal(60, 20, "--against beginner", LC_ALL="C.UTF-8")
    screen = terminal.wait_for(lambda screen: "▶You" in screen and "Your turn." in screen)
    assert "╭P──" in screen
    terminal.type("Tab", "Enter")
    terminal.wait_for(lambda screen: "┏" in screen and "╔" in screen)
    terminal.type("Tab", "Enter")
    terminal.wait_for(lambda screen: "You p" in screen)
    terminal.resize(120, 40)
    terminal.wait_for(lambda screen: "F10 Quit" in screen and "You p" in screen)
    terminal.type("F10")
    screen = terminal.wait_for(lambda screen: "ended with 0" in screen)
    assert "Your game is kept." in screen
    assert "▶" not in screen
