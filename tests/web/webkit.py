"""WebKit for the tests: Debian's MiniBrowser on a screen in memory, driven as the standard says (W3C WebDriver).

Its page has the Playwright methods that the players of `person.py` and `patience_person.py` use, so that the same hands
play in every engine.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.waiting import SECONDS, wait_until

DRIVER: Final = "WebKitWebDriver"
SCREEN: Final = "Xvfb"
BROWSERS: Final = "*/webkit2gtk-4*/MiniBrowser"
"""Its path below /usr/lib; it is not on the search path."""


ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
"""The standard's key for a reference to an element."""

KEYS: Final = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "ArrowRight": "\ue014"}
STEP: Final = 20
"""The duration of a mouse move in milliseconds."""
DOWN: Final[dict[str, object]] = {"type": "pointerDown", "button": 0}
UP: Final[dict[str, object]] = {"type": "pointerUp", "button": 0}


@contextmanager
def webkit() -> Iterator[Window]:
    """Run WebKit; skip where it is not installed."""
    browsers = sorted(map(str, Path("/usr/lib").glob(BROWSERS)))
    if not browsers or shutil.which(DRIVER) is None or shutil.which(SCREEN) is None:
        pytest.skip("no WebKit on this machine: apt-get install webkit2gtk-driver xvfb")
    with _screen() as display, _driver(display) as address:
        options = {"binary": browsers[-1], "args": ["--automation"]}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        with httpx.Client(base_url=address, timeout=2 * SECONDS) as client:
            session = client.post("/session", json=asked).json()["value"]["sessionId"]
            window = Window(Session(client, session))
            yield window
            client.delete(f"/session/{session}")


@contextmanager
def _screen() -> Iterator[str]:
    reads, writes = os.pipe()
    command = [SCREEN, "-displayfd", str(writes), "-screen", "0", "1600x1300x24"]
    with subprocess.Popen(command, pass_fds=[writes], stderr=subprocess.DEVNULL) as screen:
        os.close(writes)
        with os.fdopen(reads) as said:
            display = f":{said.readline().strip()}"
        try:
            yield display
        finally:
            screen.terminate()


@contextmanager
def _driver(display: str) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "DISPLAY": display, "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
    with subprocess.Popen([DRIVER, f"--port={port}"], env=environment) as driver:

        def listens() -> bool:
            with socket.socket() as line:
                return line.connect_ex(("127.0.0.1", port)) == 0

        try:
            wait_until(listens)
            yield f"http://127.0.0.1:{port}"
        finally:
            driver.terminate()


class Unanswered(AssertionError):
    """The browser did not carry out a command."""


class Session:
    """A WebDriver session: the commands of the browser."""

    def __init__(self, client: httpx.Client, session: str) -> None:
        self._client = client
        self._path = f"/session/{session}"

    def get(self, command: str) -> Any:
        """Return the response to a GET command."""
        return self._value(self._client.get(f"{self._path}/{command}"))

    def post(self, command: str, **body: object) -> Any:
        """Return the response to a POST command."""
        return self._value(self._client.post(f"{self._path}/{command}", json=body))

    def act(self, device: dict[str, object], *actions: dict[str, object]) -> None:
        """Let an input device do one thing after another."""
        self.post("actions", actions=[{**device, "actions": actions}])

    def _value(self, answer: httpx.Response) -> Any:
        value = answer.json()["value"]
        if not answer.is_success:
            raise Unanswered(f"{value['error']}: {value['message']}")
        return value


class Window:
    """A window of WebKit with one page."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.mouse = Mouse(session)
        self.keyboard = Keyboard(session)

    def set_viewport_size(self, size: dict[str, int]) -> None:
        """Set the size of the page: the window is larger by its bars."""
        wanted = dict(size)
        for _ in range(3):
            self._session.post("window/rect", **wanted)
            inner = self.evaluate("[innerWidth, innerHeight]")
            wanted["width"] += size["width"] - inner[0]
            wanted["height"] += size["height"] - inner[1]
        assert inner == [size["width"], size["height"]], f"the window is {inner}"

    @property
    def url(self) -> str:
        """The page's address."""
        return str(self._session.get("url"))

    def goto(self, address: str) -> None:
        """Load a page."""
        self._session.post("url", url=address)

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression of the page, awaited if it is a promise."""
        script = (
            f"const done = arguments[0]; Promise.resolve({expression}).then(done, (problem) => done(String(problem)));"
        )
        return self._session.post("execute/async", script=script, args=[])

    def wait_for_function(self, expression: str) -> None:
        """Wait until an expression is true, on whatever page is loaded by then."""
        problem = ""

        def is_so() -> bool:
            nonlocal problem
            try:
                return bool(self.evaluate(f"Boolean({expression})"))
            except Unanswered as error:
                # It has just navigated away.
                problem = f", {error}"
                return False

        wait_until(is_so, lambda: f"not {expression}{problem}")

    def locator(self, selector: str) -> Found:
        """Return the elements of a selector, evaluated on use."""
        return Found(self._session, selector)

    def screenshot(self, path: Path) -> None:
        """Take a picture."""
        path.write_bytes(b64decode(self._session.get("screenshot")))


class Found:
    """The elements matching a selector, or the one at an index among them."""

    def __init__(self, session: Session, selector: str, index: int | None = None) -> None:
        self._session = session
        self._selector = selector
        self._index = index

    def count(self) -> int:
        """Return how many there are."""
        return len(self._all())

    @property
    def first(self) -> Found:
        """The first."""
        return self.nth(0)

    @property
    def last(self) -> Found:
        """The last."""
        return self.nth(-1)

    def nth(self, index: int) -> Found:
        """Return one of them."""
        return Found(self._session, self._selector, index)

    def wait_for(self, state: str = "attached") -> None:
        """Wait until there is one."""
        assert state == "attached"
        self._one()

    def bounding_box(self) -> dict[str, float]:
        """Return its rectangle in the window, in CSS pixels."""
        return dict(
            self._of("const { x, y, width, height } = it.getBoundingClientRect(); return { x, y, width, height };")
        )

    def click(self) -> None:
        """Click it with the mouse."""

        def is_clicked() -> bool:
            try:
                self._session.post(f"element/{self._one()}/click")
            except Unanswered as error:
                # The page redrew it between the two requests.
                if "stale" not in str(error):
                    raise
                return False
            return True

        wait_until(is_clicked, lambda: f"{self._selector} is drawn again and again")

    def focus(self) -> None:
        """Give it the focus."""
        self._of("it.focus();")

    def inner_text(self) -> str:
        """Return its readable text."""
        return str(self._of("return it.innerText;"))

    def get_attribute(self, name: str) -> str | None:
        """Return an attribute."""
        value = self._of(f"return it.getAttribute({name!r});")
        return None if value is None else str(value)

    def _of(self, script: str) -> Any:
        self._one()
        # In one request: a busy page may redraw it between two.
        found = "const it = [...document.querySelectorAll(arguments[0])].at(arguments[1]);"
        return self._session.post("execute/sync", script=f"{found} {script}", args=[self._selector, self._index or 0])

    def _all(self) -> list[str]:
        found = self._session.post("elements", using="css selector", value=self._selector)
        return [element[ELEMENT] for element in found]

    def _one(self) -> str:
        wait_until(self._all, lambda: f"there is no {self._selector}")
        return self._all()[self._index or 0]


class Mouse:
    """A mouse."""

    DEVICE: Final[dict[str, object]] = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}

    def __init__(self, session: Session) -> None:
        self._session = session
        self._pressed: list[dict[str, object]] = []

    def move(self, x: float, y: float, steps: int = 1) -> None:
        """Move to a point of the window, in CSS pixels."""
        self._act(_to(x, y, steps))

    def down(self) -> None:
        """Press the button, together with the next action."""
        # On a busy machine, a button waiting for another request would be held, which is another gesture.
        self._pressed = [DOWN]

    def up(self) -> None:
        """Release the button."""
        self._act(UP)

    def click(self, x: float, y: float) -> None:
        """Click at a point of the window, in CSS pixels."""
        self.move(x, y)
        self.down()
        self.up()

    def _act(self, action: dict[str, object]) -> None:
        self._session.act(self.DEVICE, *self._pressed, action)
        self._pressed = []


def _to(x: float, y: float, steps: int = 1) -> dict[str, object]:
    return {"type": "pointerMove", "duration": steps * STEP, "x": round(x), "y": round(y)}


class Keyboard:
    """A keyboard."""

    DEVICE: Final[dict[str, object]] = {"type": "key", "id": "keyboard"}

    def __init__(self, session: Session) -> None:
        self._session = session

    def press(self, key: str) -> None:
        """Press a key and release it."""
        value = KEYS.get(key, key)
        self._session.act(self.DEVICE, {"type": "keyDown", "value": value}, {"type": "keyUp", "value": value})
