"""Lines at a real terminal: edited, completed, recalled, and redrawn below output that comes meanwhile."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input

from spite_and_malice.terminal.completion import ways_to_type
from spite_and_malice.terminal.editing import EditedLines
from spite_and_malice.terminal.fits import is_edited
from spite_and_malice.terminal.history import KeptHistory
from spite_and_malice.terminal.state import state_folder
from tests.waiting import wait_until

from .emulator import Emulator


@contextmanager
def typing(play: Callable[[EditedLines], None], folder: Path | None = None) -> Iterator[tuple[PipeInput, Emulator]]:
    """Let somebody type on an edited line while a function plays; yield the keys and all output."""
    written = Emulator()
    with create_pipe_input() as keys:
        lines = EditedLines("utf-8", folder, source=keys, terminal=written.output(), width=79)
        thread = threading.Thread(target=lambda: lines.run(lambda: play(lines)))
        thread.start()
        try:
            yield keys, written
        finally:
            lines.keyboard.end()
            thread.join(30)
            assert not thread.is_alive()


def repeat(lines: EditedLines) -> None:
    """Echo each typed line."""
    lines.complete(lambda: [*ways_to_type(["H4s-S1", "P-C1"]), "hint", "help", "undo turn"])
    while True:
        lines.output.prompt()
        if (line := lines.keyboard.read()) is None:
            return
        lines.output.answered()
        lines.output.say(f"<{line}>")


@pytest.mark.parametrize(
    ("pressed", "line"),
    [
        ("abd\x1b[Dc\r", "abcd"),
        ("nonsense\x01x\r", "xnonsense"),
        ("p\t\r", "P-C1"),
        ("4\t\r", "4s-S1"),
        ("hi\t\r", "hint"),
        ("undo t\t\r", "undo turn"),
        ("first\rsec\x15fi\x1b[A\r", "first"),
    ],
)
def test_lines_are_edited_completed_and_called_back(pressed: str, line: str) -> None:
    with typing(repeat) as (keys, written):
        wait_until(lambda: written.text() == ">", written.text)
        keys.send_text(pressed)
        wait_until(lambda: f"<{line}>" in written.text(), written.text)


def test_what_can_be_typed_is_listed() -> None:
    with typing(repeat) as (keys, written):
        wait_until(lambda: written.text() == ">", written.text)
        keys.send_text("h\t\t")
        wait_until(lambda: all(word in written.text() for word in ("H4s-S1", "hint", "help")), written.text)


def test_what_is_typed_stands_below_what_is_said_meanwhile() -> None:
    opened: list[EditedLines] = []

    def play(lines: EditedLines) -> None:
        opened.append(lines)
        repeat(lines)

    with typing(play) as (keys, written):
        wait_until(lambda: written.text() == ">", written.text)
        keys.send_text("half a li")
        wait_until(lambda: "half a li" in written.text())
        opened[0].output.say("Rosa passes.")
        wait_until(lambda: "Rosa passes.\n> half a li" in written.text(), written.text)
        keys.send_text("ne\r")
        wait_until(lambda: "<half a line>" in written.text(), written.text)
    assert written.text() == "Rosa passes.\n> half a line\n<half a line>\n>"


def test_what_goes_wrong_while_playing_is_raised_when_the_line_is_gone() -> None:
    def play() -> None:
        raise ValueError("no cards")

    with create_pipe_input() as keys, pytest.raises(ValueError, match="no cards"):
        EditedLines("utf-8", None, source=keys, terminal=Emulator().output()).run(play)


def test_lines_are_kept_for_the_next_time_and_for_nobody_else(tmp_path: Path) -> None:
    with typing(repeat, tmp_path / "state") as (keys, written):
        keys.send_text("chat hello\rhint\r")
        wait_until(lambda: "<hint>" in written.text())
    (file,) = (tmp_path / "state").iterdir()
    assert file.read_text() == "chat hello\nhint\n"
    assert file.stat().st_mode & 0o077 == 0
    with typing(repeat, tmp_path / "state") as (keys, written):
        wait_until(lambda: written.text() == ">", written.text)
        keys.send_text("\x1b[A\x1b[A\r")
        wait_until(lambda: "<chat hello>" in written.text(), written.text)


def test_a_history_that_cannot_be_kept_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    history = KeptHistory(tmp_path / "file")
    history.store_string("hint")
    assert list(history.load_history_strings()) == []


def test_a_history_does_not_grow_forever(tmp_path: Path) -> None:
    (tmp_path / "history").write_text("".join(f"chat {number}\n" for number in range(1200)))
    assert next(iter(KeptHistory(tmp_path).load_history_strings())) == "chat 1199"
    assert len((tmp_path / "history").read_text().splitlines()) == 500


def test_state_lies_where_the_person_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert state_folder() == tmp_path / ".local/state/spite-and-malice"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert state_folder() == tmp_path / "state/spite-and-malice"
    monkeypatch.setenv("HOME", "")
    monkeypatch.delenv("XDG_STATE_HOME")
    assert state_folder() is None


@pytest.mark.parametrize(
    ("environment", "edited"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": "xterm", "SPITE_NO_EDIT": "1"}, False),
        ({"TERM": "xterm", "ACCESSIBILITY_ENABLED": "1"}, False),
        ({"TERM": "xterm", "GNOME_ACCESSIBILITY": "0"}, True),
    ],
)
def test_lines_are_edited_only_where_that_disturbs_nobody(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], edited: bool
) -> None:
    for name in ("TERM", "SPITE_NO_EDIT", "ACCESSIBILITY_ENABLED", "GNOME_ACCESSIBILITY", "EMACSPEAK_DIR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}", _Terminal())
    assert is_edited() is edited
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert not is_edited()


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True
