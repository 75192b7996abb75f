"""Signals and Ctrl-Z at a terminal on which a table is drawn: the terminal is always restored."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.waiting import wait_until

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

DRAWN = "1 1 1"
"""The alternate screen is active, the mouse is reported, and keys arrive one by one."""
GIVEN_BACK = "0 0 0"


class Shell:
    """A shell at its own terminal, and the game started in it."""

    def __init__(self, folder: Path) -> None:
        self._tmux = ["tmux", "-S", str(folder / "tmux"), "-f", "/dev/null"]
        self.done = folder / "done"
        homes = [f"XDG_{name}_HOME={folder}" for name in ("CONFIG", "STATE", "DATA")]
        shell = ["env", *homes, "LC_ALL=C.UTF-8", "PS1=$ ", "bash", "--norc", "--noprofile", "-i"]
        self._do("new-session", "-d", "-x", "100", "-y", "30", *shell)
        self._tty = self._asked("#{pane_tty}")
        self._shell = int(self._asked("#{pane_pid}"))

    def _do(self, *words: str) -> str:
        return subprocess.run([*self._tmux, *words], check=True, capture_output=True, text=True).stdout

    def _asked(self, what: str) -> str:
        return self._do("display-message", "-p", what).strip()

    def type(self, *keys: str) -> None:
        self._do("send-keys", *keys)

    def begin(self, words: str, *, state: str = DRAWN, shows: str = "╭") -> int:
        """Start a command, wait until its table is drawn, and return its process id."""
        self.type(f"{sys.executable} -P -m spite_and_malice {words}; echo ended with $?", "Enter")
        self.wait_for(state, shows)
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self._shell)], capture_output=True, text=True)
        return int(children.stdout.split()[0])

    def screen(self) -> str:
        """Return the text on the screen, with wrapped lines joined."""
        return self._do("capture-pane", "-p", "-J")

    def state(self) -> str:
        """Return whether the alternate screen is active, the mouse reported, and keys arrive one by one."""
        modes = subprocess.run(["stty", "-F", self._tty, "-a"], capture_output=True, text=True).stdout
        # bash itself reads keys one by one, but leaves signals on.
        return f"{self._asked('#{alternate_on} #{mouse_any_flag}')} {int('-isig' in modes)}"

    def told(self) -> str:
        return f"{self.state()}\n{self.screen()}"

    def wait_for(self, state: str, *texts: str) -> None:
        wait_until(lambda: self.state() == state and all(text in self.screen() for text in texts), self.told)

    def close(self) -> None:
        self._do("kill-server")


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    found = Shell(tmp_path)
    yield found
    found.close()


PATIENCE = "play klondike-1 --deal 5"

thorough = pytest.mark.nightly(
    "src/spite_and_malice/terminal/signals.py", "src/spite_and_malice/terminal/screen/app.py"
)


@pytest.mark.parametrize("number", [signal.SIGTERM, *(pytest.param(each, marks=thorough) for each in (1, 3))])
def test_a_signal_to_end_gives_the_terminal_back(shell: Shell, number: int) -> None:
    os.kill(shell.begin(PATIENCE), number)
    shell.wait_for(GIVEN_BACK, "Goodbye!", f"ended with {128 + number}")


@thorough
def test_a_table_is_left_in_good_order_on_a_signal(shell: Shell) -> None:
    os.kill(shell.begin("play --against beginner"), signal.SIGTERM)
    shell.wait_for(GIVEN_BACK, "Your game is kept.", "ended with 143")


@pytest.mark.parametrize(
    "stop",
    [
        pytest.param(lambda shell, _pid: shell.type("C-z"), id="by a key"),
        pytest.param(lambda _shell, pid: os.kill(pid, signal.SIGTSTP), id="from outside", marks=thorough),
    ],
)
def test_stopped_the_terminal_is_given_back_and_fg_draws_again(
    shell: Shell, stop: Callable[[Shell, int], None]
) -> None:
    pid = shell.begin(PATIENCE)
    for _time in range(2):
        stop(shell, pid)
        shell.wait_for(GIVEN_BACK, "Stopped")
        shell.type("fg", "Enter")
        shell.wait_for(DRAWN, "╭", "F10")
    # The keys go to the game again.
    shell.type("F10")
    shell.wait_for(GIVEN_BACK, "Goodbye!")


@thorough
def test_fg_draws_again_where_nothing_could_be_given_back(shell: Shell) -> None:
    os.kill(shell.begin(PATIENCE), signal.SIGSTOP)
    wait_until(lambda: "Stopped" in shell.screen(), shell.told)
    shell.type("fg", "Enter")
    shell.wait_for(DRAWN, "╭", "F10")
    shell.type("F10")
    shell.wait_for(GIVEN_BACK, "Goodbye!")


@thorough
def test_edited_lines_give_the_terminal_back_too(shell: Shell) -> None:
    def begin() -> int:
        return shell.begin(f"{PATIENCE} --new --plain", state="0 0 1", shows="Moves:")

    os.kill(begin(), signal.SIGTERM)
    shell.wait_for(GIVEN_BACK, "Goodbye!", "ended with 143")
    # The arguments of a command, and not the shell's own line.
    shell.type("clear; stty -a", "Enter")
    shell.wait_for(GIVEN_BACK, " icanon", " echo ")
    for by_a_key in (True, False):
        shell.type("clear", "Enter")
        pid = begin()
        shell.type("C-z") if by_a_key else os.kill(pid, signal.SIGTSTP)
        shell.wait_for(GIVEN_BACK, "Stopped")
        shell.type("clear; fg", "Enter")
        shell.wait_for("0 0 1")
        shell.type("hel", "Tab", "Enter")
        shell.wait_for("0 0 1", "hint – ")
        shell.type("quit", "Enter")
        shell.wait_for(GIVEN_BACK, "Goodbye!")
