"""A page played by hand: mouse, finger and keys, and the outcome of each gesture."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Final, TypedDict

from playwright.sync_api import BrowserContext, Frame, Page, WebSocketRoute
from playwright.sync_api import Error as BrowserError

from tests.waiting import wait_until

EYE: Final = Path(__file__).with_name("eye.js").read_text("utf-8")
NS_BINDING_ABORTED: Final = 0x804B0002
ANSWER: Final = 30_000
"""Milliseconds within which every gesture is answered, even on a busy machine."""
APART: Final = 360
"""Milliseconds after which a second tap no longer makes a double tap."""
_REST: Final = 80
_LONG: Final = 120.0
"""Seconds within which a page loads, even without a server."""
_NEAR: Final = 60
"""Taps within this distance in pixels may be on one pile."""

_TABS: Final = 5
_BEGINNINGS: Final = 3
_WHOLE_WAYS: Final = 4
"""The number of times that only Tab is used; after that, only over this many places."""

Point = tuple[float, float]


class Fault(AssertionError):
    """A fault at the table that would stop any person."""


class Seen(TypedDict):
    """The visible state of a page, as reported by eye.js."""

    heard: int
    said: int
    faceless: list[str]
    targets: list[str]
    picked: list[str]
    words: str
    focus: str | None
    marks: str
    ended: bool


class Outcome(Seen):
    """The outcome of a gesture: the messages of the server since, and those that the page sent."""

    answered: bool
    took: float
    news: list[dict[str, Any]]
    asked: list[dict[str, Any]]


class Hands:
    """Somebody at a page."""

    def __init__(
        self,
        context: BrowserContext,
        touch: bool,
        server: Callable[[WebSocketRoute], None] | None = None,
    ) -> None:
        """Open a page; with ``server``, that one replaces the real one."""
        self.context = context
        self.page: Page = context.new_page()
        if server is not None:
            self.page.route_web_socket("**/ws", server)
        self.page.add_init_script(EYE)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self._hear("error", str(error), ""))
        self._is_of_stand_in = server is not None
        self.page.on("console", lambda line: self._hear(line.type, line.text, line.location["url"]))
        self._finger = context.new_cdp_session(self.page) if touch else None
        self._seen: Seen | None = None
        self._last: Point = (0, 0)
        self._gone = 0
        self._tapped = 0.0

    @property
    def inside(self) -> Frame:
        """The frame with the table: the page itself, or without a server the frame that fills it."""
        return self.page.frames[-1]

    def _hear(self, kind: str, text: str, url: str) -> None:
        # The real server knows nothing of a stand-in's game, whose review the page prepares at its end.
        if self._is_of_stand_in and "/api/tables/" in url:
            return
        # Firefox reports requests that it cancels because the person goes to another page.
        if f"status={NS_BINDING_ABORTED}" in text:
            return
        if kind in ("error", "warning"):
            self.complaints.append(f"{text} ({url})" if url else text)

    def open(self, url: str) -> None:
        """Go to a table and wait for its cards."""
        self.page.goto(url)
        self.arrive()

    def arrive(self) -> None:
        """Wait for the cards of a table."""
        self.wait_on("Boolean(document.querySelector('#cards .card')) && hands.heard.some(({ view }) => view)")
        self.look()

    def go_and_press(self, url: str, button: str) -> None:
        """Go to a page, press the button that leads to a table, and wait for its cards."""
        self.page.goto(url)
        self.wait_on(f"document.documentElement.dataset.ready === '' && Boolean(document.querySelector({button!r}))")
        self.inside.locator(button).first.click()
        self.arrive()

    def wait_on(self, holds: str) -> None:
        def is_so() -> bool:
            try:
                return bool(self.inside.evaluate(holds))
            except BrowserError:
                # It has just navigated away.
                return False

        pause = self.page.wait_for_timeout
        wait_until(is_so, lambda: f"not {holds}", seconds=_LONG, pause=lambda seconds: pause(1000 * seconds))

    def look(self) -> Seen:
        """Look at the page."""
        self._seen = self.inside.evaluate("hands.frame().then(() => hands.look())")
        assert self._seen is not None
        return self._seen

    def outcome(self) -> Outcome:
        """Wait for the outcome of a gesture since the last look.

        Raises `Fault` if no answer comes, a face is missing, or the console reports errors.
        """
        before = self._seen or self.look()
        # As one text: transferring it piece by piece takes longer than the move.
        told = self.inside.evaluate(
            "async ([before, time]) => JSON.stringify(await hands.outcome(before, time))",
            [{"heard": before["heard"], "said": before["said"], "marks": before["marks"]}, ANSWER],
        )
        after: Outcome = json.loads(told)
        self._seen = after
        if after["faceless"]:
            raise Fault(f"without a face: {', '.join(after['faceless'])}")
        if not after["answered"]:
            raise Fault(f"no answer within {ANSWER} ms")
        if self.complaints:
            complaints, self.complaints = self.complaints, []
            raise Fault(f"the console says: {'; '.join(complaints)}")
        return after

    # Positions.

    def card(self, place: str, name: str, below: int, key: str | None = None) -> Point:
        """Return where a card can be hit; raises `Fault` if it cannot."""
        return self._point("(about) => hands.card(...about)", [place, name, below, key])

    def spot(self, place: str) -> Point:
        """Return where a place can be hit, its top card or its hollow; raises `Fault` if it cannot."""
        return self._point("place => hands.spot(place)", place)

    def key(self, place: str, name: str, below: int) -> str:
        """Return the key of a card's button."""
        found = self.inside.evaluate("([place, name, below]) => hands.card(place, name, below)", [place, name, below])
        if "fault" in found:
            raise Fault(found["fault"])
        return str(found["key"])

    def _point(self, script: str, about: object) -> Point:
        found = self.inside.evaluate(script, about)
        if "fault" in found:
            raise Fault(found["fault"])
        return found["x"], found["y"]

    # Gestures.

    def click(self, at: Point) -> None:
        """Click with the mouse, late enough after the last click not to make a double click."""
        self._not_twice(at)
        self.page.mouse.click(*at)
        self._tapped = perf_counter()

    def tap(self, at: Point) -> None:
        """Tap with a finger, late enough after the last tap not to make a double tap."""
        self._not_twice(at)
        self.page.touchscreen.tap(*at)
        self._tapped = perf_counter()

    def _not_twice(self, at: Point) -> None:
        near = abs(at[0] - self._last[0]) < _NEAR
        left = APART - (perf_counter() - self._tapped) * 1000
        if near and left > 0:
            self.page.wait_for_timeout(left)
        self._last = at

    def drag(self, at: Point, to: Point) -> None:
        """Drag something with the mouse."""
        mouse = self.page.mouse
        mouse.move(*at)
        mouse.down()
        for point in _way(at, to):
            mouse.move(*point)
        mouse.up()

    def drag_by_touch(self, at: Point, to: Point) -> None:
        """Drag something with a finger."""
        self._touch("touchStart", at)
        for point in _way(at, to):
            self._touch("touchMove", point)
        # The finger comes to rest first: otherwise the browser sees a fling, which swallows the next tap.
        self.page.wait_for_timeout(_REST)
        self._touch("touchMove", to)
        self._touch("touchEnd")

    def _touch(self, kind: str, at: Point | None = None) -> None:
        assert self._finger is not None
        points = [] if at is None else [{"x": at[0], "y": at[1], "id": 1}]
        self._finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def press(self, keys: str) -> None:
        """Press a key."""
        self.page.keyboard.press(keys)

    def last(self, types: Sequence[str]) -> dict[str, Any]:
        """Return the server's last message of some types."""
        script = "types => JSON.stringify(hands.heard.findLast(({ type }) => types.includes(type)))"
        found: dict[str, Any] = json.loads(self.inside.evaluate(script, list(types)))
        return found

    def go_to(self, key: str) -> None:
        """Bring the focus to a button: with Tab, or like a screen reader if it is far; raises `Fault`."""
        self._gone += 1
        for _again in range(_BEGINNINGS):
            way = self.inside.evaluate("key => hands.tabs(key)", key)
            if way is None:
                raise Fault(f"Tab does not lead to {key}")
            if way["begins"] and abs(way["steps"]) > _TABS and self._gone > _WHOLE_WAYS:
                self.inside.locator(f'[data-key="{key}"]').focus()
                return
            # If nothing has the focus, the first Tab continues from the last focused element.
            for _step in range(abs(way["steps"]) if way["begins"] else 1):
                self.press("Tab" if way["steps"] > 0 else "Shift+Tab")
            focus = self.inside.evaluate("document.activeElement?.dataset?.key ?? null")
            if focus == key:
                return
        raise Fault(f"Tab leads to {focus} instead of {key}")


def _way(at: Point, to: Point) -> Sequence[Point]:
    """Return the points of a drag: the start, the middle, and the end twice."""
    return (at[0] + 8, at[1] + 8), ((at[0] + to[0]) / 2, (at[1] + to[1]) / 2), to, to
