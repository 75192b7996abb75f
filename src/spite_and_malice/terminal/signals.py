"""Signals to a program that holds a terminal: to end, to stop for a while, to continue."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, Final

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.key_binding import KeyBindings

FAREWELL: Final = 5.0
"""The seconds that a player has to leave after a signal to end."""


def heed_signals(app: Application[Any], end: Callable[[int], None]) -> None:
    """Let signals find the terminal as it was before the application, whose loop this is called in.

    ``end`` is called with the number of a signal that ends the program. When stopped, even from outside, the
    application leaves the terminal, and redraws when it continues.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        loop.add_signal_handler(number, end, number)
    loop.add_signal_handler(signal.SIGTSTP, suspend, app)
    loop.add_signal_handler(signal.SIGCONT, _go_on, app)


def suspend(app: Application[Any]) -> None:
    """Stop the program, with everything its shell started together with it, until a signal continues it."""
    if sys.platform == "win32":
        return

    def stop() -> None:
        loop = asyncio.get_running_loop()
        loop.remove_signal_handler(signal.SIGTSTP)
        os.kill(0, signal.SIGTSTP)
        loop.add_signal_handler(signal.SIGTSTP, suspend, app)

    _leaving(app, stop)


def suspending_keys(app: Callable[[], Application[Any]]) -> KeyBindings:
    """Return the effect of Ctrl-Z, which is not a signal when keys are read one by one."""
    keys = KeyBindings()
    keys.add("c-z", eager=True)(lambda _event: suspend(app()))
    return keys


def _go_on(app: Application[Any]) -> None:
    """Take the terminal again: the program that had it meanwhile may have changed it."""
    if app.is_running and app.future is not None and not app.future.done():
        app.input.raw_mode().__enter__()
        _leaving(app, lambda: None)


def _leaving(app: Application[Any], act: Callable[[], None]) -> None:
    """Do something while the terminal is restored to its state before the application, which then redraws."""
    if app.context is None:
        return
    app.context.copy().run(run_in_terminal, act)
