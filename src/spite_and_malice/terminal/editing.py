"""Plain lines at a real terminal: what is typed can be edited, completed and called back.

Events are written above the line being typed. There is neither a menu nor a colour.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from io import StringIO
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.input import Input
from prompt_toolkit.output import ColorDepth, create_output
from prompt_toolkit.output import Output as Terminal
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle

from spite_and_malice.terminal.completion import LineCompleter
from spite_and_malice.terminal.console import Output, TypedKeyboard
from spite_and_malice.terminal.history import KeptHistory
from spite_and_malice.terminal.signals import FAREWELL, heed_signals, suspending_keys


class EditedLines:
    """An input line at the bottom of a terminal; ``keyboard`` and ``output`` are for a session."""

    def __init__(
        self,
        encoding: str,
        history: Path | None,
        *,
        source: Input | None = None,
        terminal: Terminal | None = None,
        width: int | None = None,
    ) -> None:
        """``history`` is the folder in which lines are kept; the process's terminal is used if none is given."""
        self.keyboard: TypedKeyboard = TypedKeyboard()
        self._terminal = create_output(sys.stdout) if terminal is None else terminal
        if isinstance(self._terminal, Vt100_Output):
            # The position of the cursor is not needed, and a slow connection would report it too late.
            self._terminal.enable_cpr = False
        self.output: EditedOutput = EditedOutput(self, encoding, width)
        self.is_awaited: bool = False
        """Whether somebody is being asked for a line."""
        self._words: Callable[[], Iterable[str]] = tuple
        self._loop: asyncio.AbstractEventLoop | None = None
        self._texts: asyncio.Queue[str | None] = asyncio.Queue()
        self._error: BaseException | None = None
        self._signal = 0
        self._session: PromptSession[str] = PromptSession(
            lambda: "> " if self.is_awaited else "",
            completer=LineCompleter(lambda: self._words()),
            complete_style=CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
            enable_history_search=True,
            key_bindings=suspending_keys(lambda: self._session.app),
            reserve_space_for_menu=0,
            history=KeptHistory(history),
            color_depth=ColorDepth.DEPTH_1_BIT,
            include_default_pygments_style=False,
            input=source,
            output=self._terminal,
        )

    def complete(self, words: Callable[[], Iterable[str]]) -> None:
        """Complete with the result of ``words`` from now on."""
        self._words = words

    def run(self, play: Callable[[], None]) -> None:
        """Read lines while ``play`` runs in a separate thread; raises what that raises."""
        try:
            asyncio.run(self._run(play))
        except OSError:
            # If the terminal is gone, nothing can be written to it.
            if not self._signal:
                raise
        if self._error is not None:
            raise self._error
        if self._signal:
            raise SystemExit(128 + self._signal)

    def _end(self, number: int) -> None:
        """End on a signal: the player leaves, and the terminal is restored."""
        self._signal = number
        self.keyboard.end()
        asyncio.get_running_loop().call_later(FAREWELL, self._texts.put_nowait, None)

    def write(self, text: str) -> None:
        """Write above the line; from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._texts.put_nowait, text)

    def redraw(self) -> None:
        """Redraw the line."""
        self._session.app.invalidate()

    async def _run(self, play: Callable[[], None]) -> None:
        self._loop = loop = asyncio.get_running_loop()
        context = copy_context()

        def work() -> None:
            try:
                context.run(play)
            except BaseException as error:
                self._error = error
            loop.call_soon_threadsafe(self._texts.put_nowait, None)

        heed_signals(self._session.app, self._end)
        typing = asyncio.create_task(self._type())
        threading.Thread(target=work, name="playing", daemon=True).start()
        is_over = False
        while not is_over:
            texts = [await self._texts.get()]
            while not self._texts.empty():
                texts.append(self._texts.get_nowait())
            is_over = None in texts
            await run_in_terminal(partial(self._put, "".join(text for text in texts if text)))
        typing.cancel()
        with suppress(asyncio.CancelledError):
            await typing

    def _put(self, text: str) -> None:
        self._terminal.write_raw(text.replace("\n", "\r\n"))
        self._terminal.flush()

    async def _type(self) -> None:
        is_signalled = threading.current_thread() is threading.main_thread()
        try:
            while True:
                line = await self._session.prompt_async(handle_sigint=is_signalled)
                self.is_awaited = False
                self.keyboard.typed(line)
        except (KeyboardInterrupt, EOFError):
            pass
        finally:
            self.keyboard.end()


class EditedOutput(Output):
    """Output written above the line being typed."""

    def __init__(self, lines: EditedLines, encoding: str, width: int | None) -> None:
        super().__init__(_Above(lines), encoding, width)
        self._lines_below = lines

    def prompt(self) -> None:
        """Ask for a line."""
        self._lines_below.is_awaited = True
        self._lines_below.redraw()

    def answered(self, echo: str | None = None) -> None:
        """Continue after a line was typed, which the terminal has shown."""
        self._lines_below.is_awaited = False
        self._lines_below.redraw()


class _Above(StringIO):
    """Text written to it appears above the line."""

    def __init__(self, lines: EditedLines) -> None:
        super().__init__()
        self._lines = lines
        self._rest = ""

    def write(self, text: str) -> int:
        """Write up to the last whole line."""
        whole, newline, self._rest = (self._rest + text).rpartition("\n")
        self._lines.write(whole + newline)
        return len(text)

    def flush(self) -> None:
        """Write the rest as a line, since another begins below it."""
        if self._rest:
            self.write("\n")
