"""The full-screen table: a scene drawn again whenever something happens, and what keys and clicks make of it.

Moves and requests are passed on like typed lines, to the same session that writes plain lines.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, merge_key_bindings
from prompt_toolkit.layout import BufferControl, FormattedTextControl, HSplit, Layout, VSplit, Window
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import Output as Terminal
from prompt_toolkit.styles import DynamicStyle

from spite_and_malice.terminal.completion import LineCompleter, ways_to_type
from spite_and_malice.terminal.console import Output, TypedKeyboard
from spite_and_malice.terminal.screen.canvas import Canvas, cut, fitting, wrapped
from spite_and_malice.terminal.screen.layout import CARDS, draw
from spite_and_malice.terminal.screen.scene import Scene, Step
from spite_and_malice.terminal.screen.themes import THEMES, colour_depth, first_theme
from spite_and_malice.terminal.signals import FAREWELL, heed_signals, suspending_keys
from spite_and_malice.texts import N_, _

if TYPE_CHECKING:
    from spite_and_malice.terminal.replay.curve import Curve

KEYS: Final = (
    ("f1", "help", N_("Help")),
    ("f2", "hint", N_("Hint")),
    ("f3", "undo", N_("Undo")),
    ("f4", "moves", N_("Moves")),
    ("f5", "next", N_("Next")),
    ("f6", "rules", N_("Rules")),
    ("f8", ":cards", N_("Cards")),
    ("f9", ":colours", N_("Colours")),
    ("f10", "quit", N_("Quit")),
)
"""The keys along the lower edge, the command that each types, and its words."""

Keys = tuple[tuple[str, str, str], ...]
"""Keys, the command that each types, and its words."""

_WIDE: Final = 104
"""The number of columns from which on the log is beside the table."""

_CURVE_LINES: Final = 2
"""The number of lines for the chances."""

_LONG: Final = 10
"""A message with at least this many paragraphs is shown on a page of its own."""

_STEPS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


class Screen:
    """A table on the whole terminal; ``screen.keyboard`` and ``screen.output`` are for a session."""

    def __init__(self, farewell: Output, *, source: Input | None = None, terminal: Terminal | None = None) -> None:
        """``farewell`` is the output after the table is gone; the process's streams are the default."""
        self._scene: Callable[[], Scene] = lambda: Scene("", _("The table is being set up…"))
        self._words: Iterable[str] = ()
        self._keys: Keys = KEYS
        self._arrows: Mapping[str, str] = {}
        self.keyboard: TypedKeyboard = TypedKeyboard()
        self.output: DrawnOutput = DrawnOutput(self, farewell)
        self._log: list[str] = []
        self._page: list[str] | None = None
        self._scroll = 0
        self._selected = ""
        self._choices: Sequence[Step] = ()
        """Moves of the picked card to one place that differ in the number of cards."""
        self._focus = ""
        self._places: list[list[str]] = []
        self._theme = first_theme()
        self._cards = next(iter(CARDS))
        self._error: BaseException | None = None
        self._signal = 0
        self._line = Buffer(multiline=False, accept_handler=self._accept, completer=LineCompleter(self._completions))
        entry = VSplit([Window(FormattedTextControl("> "), width=2), Window(BufferControl(self._line))], height=1)
        table = Window(FormattedTextControl(self._drawn, show_cursor=False), wrap_lines=False, style="class:felt")
        buttons = Window(FormattedTextControl(self._buttons), height=1, style="class:title")
        self._app: Application[None] = Application(
            layout=Layout(HSplit([table, HSplit([entry], style="class:line"), buttons]), focused_element=self._line),
            key_bindings=merge_key_bindings([self._bindings(), suspending_keys(lambda: self._app)]),
            style=DynamicStyle(lambda: THEMES[self._theme]),
            color_depth=colour_depth(),
            mouse_support=True,
            full_screen=True,
            refresh_interval=1.0,
            input=source,
            output=terminal,
        )
        self._app.ttimeoutlen = 0.1

    def run(self, play: Callable[[], None]) -> None:
        """Show the table while ``play`` runs in a separate thread; raises what that or drawing raises."""
        context = copy_context()

        def work() -> None:
            try:
                context.run(play)
            except BaseException as error:
                self._error = error
            if (loop := self._app.loop) is not None:
                # The loop may have ended just now.
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(self._close)

        # Slow parts do not hold up the first picture.
        thread = threading.Thread(target=work, name="playing", daemon=True)

        def begin(_app: object) -> None:
            if thread.ident is None:
                thread.start()

        self._app.after_render += begin
        # The terminal may be gone: then nothing can be written to it, and nothing more will be typed.
        with suppress(EOFError, OSError):
            self._app.run(pre_run=self._begin, handle_sigint=False, set_exception_handler=False)
        self.keyboard.end()
        if thread.ident is not None:
            thread.join(FAREWELL)
        with suppress(OSError):
            self.output.finish()
        if self._error is not None:
            raise self._error
        if self._signal:
            raise SystemExit(128 + self._signal)

    def _begin(self) -> None:
        heed_signals(self._app, self._end)
        loop = self._app.loop
        assert loop is not None
        loop.set_exception_handler(self._fail)

    def _fail(self, _loop: object, context: dict[str, Any]) -> None:
        """Leave on an error in drawing or of a key: it is raised once the terminal is restored, unless that is gone."""
        error = context.get("exception")
        if not isinstance(error, EOFError | OSError):
            self._error = self._error or error
        self._close()

    def _end(self, number: int) -> None:
        """End on a signal: the terminal is restored first, then the player leaves."""
        self._signal = number
        self._close()

    def _close(self) -> None:
        if self._app.future is not None and not self._app.future.done():
            self._app.exit()

    def show(
        self,
        scene: Callable[[], Scene],
        words: Iterable[str],
        keys: Keys | None = None,
        arrows: Mapping[str, str] | None = None,
    ) -> None:
        """Draw what ``scene`` returns from now on; ``words`` can be typed besides moves.

        ``keys`` are those along the lower edge, and ``arrows`` types words by arrow keys that otherwise go from card to
        card.
        """
        self._scene, self._words = scene, words
        self._keys, self._arrows = keys or KEYS, arrows or {}
        self.changed()

    def tell(self, texts: Iterable[str]) -> None:
        """Write paragraphs into the log; many at once also on a page of their own."""
        told = list(texts)
        self._log += told
        if len(told) >= _LONG:
            self._page, self._scroll = told, 0
        self.changed()

    def changed(self) -> None:
        """Redraw the table."""
        self._app.invalidate()

    # --- what is drawn ----------------------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Canvas:
        """Return the table with its log, fitted into a number of columns and lines."""
        scene = self._scene()
        canvas = Canvas(width, height, "class:felt")
        canvas.put(0, 0, f" {cut(scene.title, width - 2)}".ljust(width), "class:title")
        beside = min(48, width // 3) if width >= _WIDE else 0
        table_height = height - 2 if beside else height - 2 - max(0, min(6, (height - 14) // 3))
        if scene.curve is not None and beside:
            table_height -= _CURVE_LINES
        targets = self._targets(scene)
        marks = dict.fromkeys(targets, "target")
        advised = next((step for step in scene.steps if step.text == scene.advised), None)
        if advised is not None:
            marks |= dict.fromkeys((advised.source, advised.target), "hint")
        if self._selected:
            marks[self._selected] = "taken"
        places = draw(scene, canvas, 1, width - beside, table_height - 1, marks, self._focus, CARDS[self._cards])
        if advised is not None and advised.target:
            canvas.trail(advised.source, advised.target)
        low = table_height
        status = list(wrapped([self._status(scene)], width - beside - 2))[: 1 if beside else 2]
        for number, text in enumerate(status):
            canvas.put(0, low + number, " " * (width - beside), "class:status")
            canvas.put(1, low + number, text, "class:status")
        x = width - beside - 1
        buttons: list[str] = []
        for step in self._buttons_of(scene):
            if f"!{step.text}" not in {place for row in places for place in row}:
                label = f" {step.words} "
                x -= len(label) + 1
                style = "class:button class:focus" if self._focus == f"!{step.text}" else "class:button"
                canvas.put(x, low, label, style, f"!{step.text}")
                buttons.insert(0, f"!{step.text}")
        self._places = [*places, buttons]
        if scene.curve is not None:
            top = low + len(status)
            self._draw_curve(canvas, scene.curve, scene.curve_at, top, width - beside)
            status += [""] * min(_CURVE_LINES, height - top)
        if beside:
            self._draw_log(canvas, width - beside, 1, beside, height - 1)
        else:
            self._draw_log(canvas, 0, low + len(status), width, height - low - len(status))
        if self._page is not None:
            self._draw_page(canvas)
        return canvas

    def _buttons_of(self, scene: Scene) -> list[Step]:
        """Return the moves that are drawn as buttons, from right to left: a choice comes before all others."""
        choices = [step for step in reversed(self._choices) if step in scene.steps]
        return choices or [step for step in scene.steps if not step.target]

    def _draw_curve(self, canvas: Canvas, curve: Curve, at: int, top: int, width: int) -> None:
        inside = width - 2
        height = max(0, min(_CURVE_LINES, canvas.height - top))
        mark = 1 + curve.column_of(at, inside)
        for number, line in enumerate(curve.lines(inside, height)):
            canvas.put(0, top + number, " " * width, "class:log")
            canvas.put(1, top + number, line, "class:log")
            canvas.put(mark, top + number, line[mark - 1], "class:status reverse")

    def _status(self, scene: Scene) -> str:
        if self._choices:
            return _("How many cards? Esc lets go of them.")
        if self._selected:
            return _("Where to? Esc lets go of the card.")
        return scene.status

    def _draw_log(self, canvas: Canvas, left: int, top: int, width: int, height: int) -> None:
        lines: list[str] = []
        # From the last one backwards, as long as there is room for a whole paragraph.
        for text in reversed(self._log[-200:]):
            told = list(wrapped([text], width - 2))
            if len(told) + len(lines) > height:
                lines = lines or told[:height]
                break
            lines = told + lines
        for number in range(height):
            text = lines[number] if number < len(lines) else ""
            canvas.put(left, top + number, " " * width, "class:log")
            canvas.put(left + 1, top + number, text, "class:log")

    def _draw_page(self, canvas: Canvas) -> None:
        lines = list(wrapped(self._page or (), canvas.width - 4))
        room = canvas.height - 2
        self._scroll = max(0, min(self._scroll, len(lines) - room))
        for number in range(canvas.height):
            canvas.put(0, number, " " * canvas.width, "class:log", "page")
        for number, text in enumerate(lines[self._scroll : self._scroll + room]):
            canvas.put(2, number + 1, text, "class:log", "page")
        more = _("Page Down shows more, Esc closes.") if len(lines) > self._scroll + room else _("Esc closes.")
        canvas.put(2, canvas.height - 1, more, "class:name", "page")

    def _drawn(self) -> list[tuple[Any, ...]]:
        if self._error is not None:
            # What cannot be drawn would fail again on leaving.
            return []
        size = self._app.output.get_size()
        fragments: list[tuple[Any, ...]] = []
        for row in self.picture(size.columns, size.rows - 2).rows():
            fragments += [(style, text, self._handler(place)) for text, style, place in row]
            fragments.append(("", "\n"))
        return fragments[:-1]

    def _buttons(self) -> list[tuple[Any, ...]]:
        fragments: list[tuple[Any, ...]] = []
        labels = [f" {key.upper()} {_(words)} " for key, _command, words in self._keys]
        if sum(len(label) + 1 for label in labels) > self._app.output.get_size().columns:
            labels = fitting(
                [f"{key[1:]}{_(words)}" for key, _command, words in self._keys], self._app.output.get_size().columns
            )
        for label, (_key, command, _words) in zip(labels, self._keys, strict=True):
            fragments += [("class:button", label, self._handler(f"/{command}")), ("", " ")]
        return fragments[:-1]

    def _handler(self, place: str) -> Callable[[MouseEvent], None]:
        def clicked(event: MouseEvent) -> None:
            if event.event_type == MouseEventType.SCROLL_UP:
                self._scroll -= 3
            elif event.event_type == MouseEventType.SCROLL_DOWN:
                self._scroll += 3
            elif event.event_type == MouseEventType.MOUSE_UP and event.button in (MouseButton.LEFT, MouseButton.NONE):
                self.click(place)

        return clicked

    # --- what is done -----------------------------------------------------------------------------------------------

    def click(self, place: str) -> None:
        """Pick the card of a place, or put the picked one there; elsewhere drop it."""
        scene = self._scene()
        if self._page is not None:
            self._page = None
        elif place.startswith("/"):
            self._command(place[1:])
        elif place.startswith("!"):
            chosen = next((step for step in self._choices if step.text == place[1:]), None)
            self._focus = self._focus if chosen is None else chosen.target
            self._type(place[1:])
        elif self._selected and not self._choices and (steps := self._steps_to(scene, place)):
            if len(steps) > 1:
                self._choices, self._focus = steps, f"!{steps[0].text}"
                self.changed()
                return
            self._type(steps[0].text)
        elif self._selected == place:
            self._release()
        elif button := next((step for step in scene.steps if step.source == place and not step.target), None):
            self._type(button.text)
        else:
            self._release()
            self._selected = place if any(step.source == place for step in scene.steps) else ""
        self._focus = place if not place.startswith(("/", "!")) else self._focus
        self.changed()

    def _steps_to(self, scene: Scene, place: str) -> list[Step]:
        """Return the moves from the picked card to a place; for a card clicked again, those to its only target."""
        found = [step for step in scene.steps if step.source == self._selected]
        if place == self._selected and len({step.target for step in found}) == 1:
            return found
        return [step for step in found if step.target == place]

    def _targets(self, scene: Scene) -> list[str]:
        return [step.target for step in scene.steps if step.source == self._selected and step.target]

    def _release(self) -> None:
        self._selected, self._choices = "", ()

    def _type(self, text: str) -> None:
        self._release()
        self.keyboard.typed(text)

    def _command(self, command: str) -> None:
        if command == ":colours":
            self._theme = _after(self._theme, THEMES)
        elif command == ":cards":
            self._cards = _after(self._cards, CARDS)
        else:
            self._type(command)

    def _accept(self, buffer: Buffer) -> bool:
        # The answer would lie under it.
        self._page = None
        self._type(buffer.text)
        return False

    def _completions(self) -> list[str]:
        return [*ways_to_type(dict.fromkeys(step.text for step in self._scene().steps)), *self._words]

    def _function_key(self, key: str) -> None:
        for each, command, _words in self._keys:
            if each == key:
                self._command(command)

    def _arrow(self, key: str) -> None:
        if key in self._arrows:
            self._type(self._arrows[key])
        elif key in _STEPS:
            self._move_focus(*_STEPS[key])

    def _move_focus(self, down: int, right: int) -> None:
        """Go to the next place: a row up or down, or along a row."""
        # Two equal cards are one place.
        rows = [list(dict.fromkeys(row)) for row in self._places if row]
        if not rows:
            return
        y = next((number for number, row in enumerate(rows) if self._focus in row), None)
        if y is None:
            sources = [step.source for step in self._scene().steps]
            self._focus = sources[0] if sources else rows[-1][0]
            return
        x = rows[y].index(self._focus)
        row = rows[(y + down) % len(rows)]
        # Rows have different lengths: keep the relative position.
        self._focus = row[(x + right) % len(row)] if down == 0 else row[x * len(row) // len(rows[y])]

    def _cycle_focus(self) -> None:
        """Go to the next place that can be played from, or to."""
        scene = self._scene()
        wanted = self._targets(scene) if self._selected else [step.source for step in scene.steps if step.target]
        wanted += [f"!{step.text}" for step in scene.steps if not step.target]
        if self._choices:
            wanted = [f"!{step.text}" for step in self._choices]
        there = list(dict.fromkeys(place for row in self._places for place in row if place in wanted))
        if there:
            self._focus = there[(there.index(self._focus) + 1) % len(there) if self._focus in there else 0]

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        is_empty = Condition(lambda: not self._line.text)
        is_paged = Condition(lambda: self._page is not None)

        def bind(key: str, act: Callable[[], None], filter: Condition = Condition(lambda: True)) -> None:  # noqa: A002, B008
            def pressed(_event: object) -> None:
                act()
                self.changed()

            keys.add(key, filter=filter, eager=True)(pressed)

        for key in (*_STEPS, "home", "end"):
            bind(key, partial(self._arrow, key), is_empty)
        for number in range(1, 11):
            bind(f"f{number}", partial(self._function_key, f"f{number}"))
        for key in ("enter", " "):
            bind(key, lambda: self.click(self._focus), is_empty)
        bind("tab", self._cycle_focus, is_empty)
        bind(
            "tab",
            lambda: self._line.start_completion(insert_common_part=True),
            Condition(lambda: bool(self._line.text)),
        )
        bind("escape", self._let_go)
        bind("pageup", lambda: self._scroll_by(-10), is_paged)
        bind("pagedown", lambda: self._scroll_by(10), is_paged)
        bind("c-c", self.keyboard.end)
        bind("c-d", self.keyboard.end, is_empty)
        return keys

    def _scroll_by(self, lines: int) -> None:
        self._scroll += lines

    def _let_go(self) -> None:
        self._page = None
        self._release()
        self._line.reset()


def _after(name: str, names: Iterable[str]) -> str:
    """Return the next name; after the last one, the first."""
    all_names = list(names)
    return all_names[(all_names.index(name) + 1) % len(all_names)]


class DrawnOutput(Output):
    """Messages at a drawn table go to its log; those of the end are written when the table is gone."""

    def __init__(self, screen: Screen, farewell: Output) -> None:
        self._screen = screen
        self._farewell = farewell
        self._last: list[Callable[[], None]] | None = None

    def say(self, text: str = "") -> None:
        """Write a paragraph."""
        self.say_all([text])

    def say_all(self, texts: Iterable[str]) -> None:
        """Write a paragraph for each text."""
        told = list(texts)
        if self._last is not None:
            self._last.append(lambda: self._farewell.say_all(told))
        else:
            self._screen.tell(filter(None, told))

    def copy(self, text: str) -> None:
        """Write a text unchanged."""
        if self._last is not None:
            self._last.append(lambda: self._farewell.copy(text))
        else:
            self._screen.tell(text.splitlines())

    def table(self, texts: Iterable[str]) -> None:
        """Draw the table, which needs no words."""
        self._screen.changed()

    def drawing(self, lines: Iterable[str]) -> None:
        """Show lines of block characters unchanged."""
        self._screen.tell(lines)

    def curve(self, title: str, lines: Callable[[int], Iterable[str]]) -> None:
        """Draw the table, and the curve with it."""
        self._screen.changed()

    def prompt(self) -> None:
        """Ask for a line; a drawn table has one at all times."""

    def answered(self, echo: str | None = None) -> None:
        """Continue after a line was typed."""

    def changed(self) -> None:
        """Redraw the table."""
        self._screen.changed()

    def close(self) -> None:
        """Hold back messages from now on until the table is gone."""
        self._last = []

    def finish(self) -> None:
        """Write the farewell: the table is gone."""
        for each in self._last or ():
            each()
