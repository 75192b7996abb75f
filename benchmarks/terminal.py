"""How long the full-screen table of the terminal takes: to its first picture, and until play can begin.

    .venv/bin/python -m benchmarks.terminal

starts `spite play` several times in a terminal of its own and prints the minimum and the median of each.
"""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

_TIMES = 7
_FIRST = b"10Quit"
"""Stands at the end of every picture."""
_SECONDS = 60


def measure(words: list[str], ready: bytes, columns: int, lines: int, folder: str) -> tuple[float, float]:
    """Return the seconds from the start to the first picture and to ``ready``."""
    began = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        # Output there is the table.
        os.environ |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "LANGUAGE": "", "XDG_CONFIG_HOME": folder}
        os.execv(sys.executable, [sys.executable, "-m", "spite_and_malice", "play", *words])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    shown, first = b"", 0.0
    while ready not in shown and time.perf_counter() - began < _SECONDS:
        shown += os.read(terminal, 65536)
        if not first and _FIRST in shown:
            first = time.perf_counter() - began
    found = time.perf_counter() - began
    os.kill(process, signal.SIGTERM)
    os.close(terminal)
    os.waitpid(process, 0)
    return first, found


def _least(code: str) -> float:
    """Return the least seconds that Python needs for a line of code."""
    seconds = []
    for _time in range(_TIMES):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def main() -> None:
    """Measure and print."""
    nothing = _least("pass")
    print(f"Python alone: {nothing:.3f} s least")
    print(f"with asyncio and Click: {_least('import asyncio, click') / nothing:.1f} times that")
    for name, words, ready in (
        ("Spite and Malice", ["--new"], "▶".encode()),
        ("Klondike", ["klondike-1", "--deal", "5", "--new"], b"T7"),
    ):
        with tempfile.TemporaryDirectory() as folder:
            data = [] if words[0] == "klondike-1" else ["--data", f"{folder}/games.sqlite3"]
            found = [measure([*words, *data], ready, 60, 20, folder) for _time in range(_TIMES)]
        for what, seconds in zip(("first picture", "ready to play"), zip(*found, strict=True), strict=True):
            least, middle = min(seconds), statistics.median(seconds)
            print(f"{name:18} {what:14} {least:.2f} s least, {middle:.2f} s median, {least / nothing:.0f} times Python")


if __name__ == "__main__":
    main()
